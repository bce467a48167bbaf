barebones 1
; A call of a small procedure becomes a copy of it.
;! opt inline_calls
;! run

data words = u64:7 u64:8

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
;; check: Mul(@0, @1)
;; check: @2 = Identity(
;; run one_return(3, 4) == 12

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
;; check: Upsilon(@0, ^@2)
;; check: Upsilon(@1, ^@2)
;; check: @2 = Phi()
;; run several_returns(3, 4) == 3
;; run several_returns(9, 4) == 4

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
;; check: Store(@1, @0)
;; run no_result(@data:words, 5) == 5

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
;; check: @6 = Identity(@1)
;; check: @7 = Identity(@0)
;; run several_results(3, 5) == 2

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
;; check: @6 = Identity(
;; check: @7 = Identity(
;; run several_of_several(1, 5) == 4
;; run several_of_several(0, 5) == -5

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
;; check: Neg(@4)
;; check: Neg(@3)
;; run narrow(7, 2.5) == -7, -2.5

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
;; check: ZExt32(@2)
;; check: ZExt32(
;; run widened(-1, 1.0) == 0xffffffff, 0x3f800000

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
;; check: slot1 = stack 16 locked
;; check: SlotBase(slot1)
;; run with_slot(6) == 23

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
;; check: var1: Int64
;; check: Set(@0, var1)
;; run with_variable(6) == 36
