barebones 1
; A call of a small procedure becomes a copy of it.
;! opt inline_calls
;; check: proc one_return
;; check: Mul(@0, @1)
;; check: @2 = Identity(
;; check: proc several_returns
;; check: Upsilon(@0, ^@2)
;; check: Upsilon(@1, ^@2)
;; check: @2 = Phi()
;; check: proc no_result
;; check: Store(@1, @0)
;; check: proc several_results
;; check: @6 = Identity(@1)
;; check: @7 = Identity(@0)
;; check: proc several_of_several
;; check: @6 = Identity(
;; check: @7 = Identity(
;; check: proc narrow
;; check: Neg(@4)
;; check: Neg(@3)
;; check: proc widened
;; check: ZExt32(@2)
;; check: ZExt32(
;; check: proc with_slot
;; check: slot1 = stack 16 locked
;; check: SlotBase(slot1)
;; check: proc with_variable
;; check: var1: Int64
;; check: Set(@0, var1)
;; check: proc in_a_loop
;; check: @4 = Phi()
;; check: proc into_itself
;; check: CCall(into_itself
;; check: proc does_not_throw
;; check: @2 = Identity(
;; check: proc may_throw
;; check: Int32 @6 = CCall(abs, @5, #5, #2:rare, exceptional)
;; check: #5:
;; check: SExt32(@6)
;; check: proc may_throw_thrice
;; check: #3:
;; check: Int32 @9 = CCall(abs, @8, #7, #2:rare, exceptional)
;; check: #7:
;; check: Int32 @10 = Neg(@9)
;; check: Int32 @11 = CCall(abs, @10, #8, #2:rare, exceptional)
;; check: #8:
;; check: Int32 @12 = CCall(abs, @11, #4, #5, exceptional)
;; check: proc rare
;; check: CCall(product, @0, @1)
;; check: proc of_tail_call
;; check: CCall(tail, @0, conv=internal)
;; check: proc whole_tuple
;; check: CCall(exchanged, @0, @1)
;! run
;; run one_return(3, 4) == 12
;; run several_returns(3, 4) == 3
;; run several_returns(9, 4) == 4
;; run no_result(@data:words, 5) == 5
;; run several_results(3, 5) == 2
;; run several_of_several(1, 5) == 4
;; run several_of_several(0, 5) == -5
;; run narrow(7, 2.5) == -7, -2.5
;; run widened(-1, 1.0) == 0xffffffff, 0x3f800000
;; run with_slot(6) == 23
;; run with_variable(6) == 36
;; run in_a_loop(5) == 30
;; run in_a_loop(1) == 2
;; run into_itself(10) == 55
;; run does_not_throw(3, 4) == 12
;; run may_throw(3, 4) == 7
;; run may_throw_thrice(-3, 4) == 3
;; run rare(3, 4) == 7
;; run rare(-3, 4) == -12
;; run of_tail_call(5) == 5
;; run whole_tuple(3, 5) == 5

data words = u64:7 u64:8
extern abs(Int32) -> Int32

proc product(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc one_return(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CCall(product, @0, @1)
    Void @3 = Return(@2)
}

proc least(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Void @4 = Return(@0)
#2:
    Void @5 = Return(@1)
}

proc several_returns(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CCall(least, @0, @1)
    Void @3 = Return(@2)
}

proc put(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Void @3 = Return()
}

proc no_result(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = CCall(put, @0, @1)
    Int64 @3 = Load(@0)
    Void @4 = Return(@3)
}

proc exchanged(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Return(@1, @0)
}

proc several_results(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int64) @2 = CCall(exchanged, @0, @1)
    Int64 @6 = Extract(@2, 0)
    Int64 @7 = Extract(@2, 1)
    Int64 @3 = Sub(@6, @7)
    Void @4 = Return(@3)
}

proc perhaps_exchanged(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@0, #1, #2)
#1:
    Void @3 = Return(@1, @0)
#2:
    Void @4 = Return(@0, @1)
}

proc several_of_several(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int64) @2 = CCall(perhaps_exchanged, @0, @1)
    Int64 @6 = Extract(@2, 0)
    Int64 @7 = Extract(@2, 1)
    Int64 @3 = Sub(@6, @7)
    Void @4 = Return(@3)
}

; The low half of a register is the operand.
proc negated(Int32, Float) -> (Int32, Float) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Int32 @2 = Trunc(@0)
    Float @3 = Trunc(@1)
    Float @4 = Neg(@3)
    Int32 @5 = Neg(@2)
    Void @6 = Return(@5, @4)
}

proc narrow(Int32, Float) -> (Int32, Float) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Int32 @3 = Trunc(@0)
    Float @4 = Trunc(@1)
    (Int32, Float) @5 = CCall(negated, @3, @4)
    Int32 @6 = Extract(@5, 0)
    Float @7 = Extract(@5, 1)
    Void @8 = Return(@6, @7)
}

; The bits above the operand in a full register are unspecified; the masks remove them.
proc whole(Int32, Float) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Int64 @2 = Const64(0xffffffff)
    Int64 @3 = BitAnd(@0, @2)
    Int64 @4 = BitwiseCast(@1)
    Int64 @5 = BitAnd(@4, @2)
    Void @6 = Return(@3, @5)
}

proc widened(Int32, Float) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Int32 @2 = Trunc(@0)
    Float @3 = Trunc(@1)
    (Int64, Int64) @4 = CCall(whole, @2, @3)
    Int64 @5 = Extract(@4, 0)
    Int64 @6 = Extract(@4, 1)
    Void @7 = Return(@5, @6)
}

proc through_memory(Int64) -> Int64 {
    slot0 = stack 16 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1, offset=8)
    Int64 @3 = Load(@1, offset=8)
    Int64 @4 = Add(@3, @0)
    Void @5 = Return(@4)
}

proc with_slot(Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Int64 @7 = Const64(11)
    Void @2 = Store(@7, @1)
    Int64 @3 = CCall(through_memory, @0)
    Int64 @4 = Load(@1)
    Int64 @5 = Add(@3, @4)
    Void @6 = Return(@5)
}

proc in_a_variable(Int64) -> Int64 {
    var0: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Set(@0, var0)
    Int64 @2 = Get(var0)
    Int64 @3 = Mul(@2, @0)
    Void @4 = Return(@3)
}

proc with_variable(Int64) -> Int64 {
    var0: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Set(@0, var0)
    Int64 @2 = CCall(in_a_variable, @0)
    Int64 @3 = Get(var0)
    Int64 @4 = Sub(@3, @0)
    Int64 @5 = Add(@2, @4)
    Void @6 = Return(@5)
}

; A callee with a loop and a Phi, called in a loop: the sum of twice the numbers up to n.
proc twice(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(2)
    Void @4 = Upsilon(@0, ^@8)
    Void @5 = Upsilon(@1, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Add(@9, @3)
    Int64 @11 = Add(@8, @2)
    Void @12 = Upsilon(@11, ^@8)
    Void @13 = Upsilon(@10, ^@9)
    Void @14 = Branch(@11, #1, #2)
#2:
    Void @15 = Return(@10)
}

proc in_a_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-1)
    Void @3 = Upsilon(@0, ^@4)
    Void @6 = Upsilon(@1, ^@5)
    Void @7 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @8 = CCall(twice, @4)
    Int64 @9 = Add(@8, @5)
    Int64 @10 = Add(@4, @2)
    Void @11 = Upsilon(@10, ^@4)
    Void @12 = Upsilon(@9, ^@5)
    Void @13 = Branch(@10, #1, #2)
#2:
    Void @14 = Return(@9)
}

proc into_itself(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(2)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Void @4 = Return(@0)
#2:
    Int64 @5 = Const64(-1)
    Int64 @6 = Const64(-2)
    Int64 @7 = Add(@0, @5)
    Int64 @8 = Add(@0, @6)
    Int64 @9 = CCall(into_itself, @7)
    Int64 @10 = CCall(into_itself, @8)
    Int64 @11 = Add(@9, @10)
    Void @12 = Return(@11)
}

proc does_not_throw(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CCall(product, @0, @1, #1, #2:rare, exceptional)
#1:
    Void @3 = Return(@2)
#2:
    Void @4 = Return(@0)
}

proc calls_out(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = CCall(abs, @2)
    Int64 @4 = SExt32(@3)
    Int64 @5 = Add(@4, @1)
    Void @6 = Return(@5)
}

proc may_throw(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CCall(calls_out, @0, @1, #1, #2:rare, exceptional)
#1:
    Void @3 = Return(@2)
#2:
    Void @4 = Return(@0)
}

; Two calls in one block, and one with an exceptional successor.
proc calls_thrice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = CCall(abs, @2)
    Int32 @4 = Neg(@3)
    Int32 @5 = CCall(abs, @4)
    Int32 @6 = CCall(abs, @5, #1, #2, exceptional)
#1:
    Int64 @7 = ZExt32(@6)
    Void @8 = Return(@7)
#2:
    Void @9 = Return(@1)
}

; In a handler, values from before the call are known.
proc may_throw_thrice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Upsilon(@2, ^@6)
    Int64 @4 = CCall(calls_thrice, @0, @1, #1, #2:rare, exceptional)
#1:
    Void @5 = Return(@4)
#2:
    Int64 @6 = Phi()
    Void @7 = Return(@6)
}

proc rare(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = LessThan(@0, @2)
    Void @4 = Branch(@3, #1:rare, #2)
#1:
    Int64 @5 = CCall(product, @0, @1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Add(@0, @1)
    Void @8 = Return(@7)
}

proc identity(Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Return(@0)
}

proc tail(Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = TailCall(identity, @0)
}

proc of_tail_call(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(tail, @0, conv=internal)
    Void @2 = Return(@1)
}

proc whole_tuple(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int64) @2 = CCall(exchanged, @0, @1)
    (Int64, Int64) @3 = Identity(@2)
    Int64 @4 = Extract(@3, 0)
    Void @5 = Return(@4)
}
