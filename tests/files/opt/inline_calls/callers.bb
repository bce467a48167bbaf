barebones 1
; A call of a small procedure becomes a copy of it.
;! opt inline_calls
;! run

extern abs(Int32) -> Int32

proc product(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc exchanged(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Return(@1, @0)
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
;; check: @4 = Phi()
;; run in_a_loop(5) == 30
;; run in_a_loop(1) == 2

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
;; check: CCall(into_itself
;; run into_itself(10) == 55

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
;; check: @2 = Identity(
;; run does_not_throw(3, 4) == 12

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
;; check: Int32 @6 = CCall(abs, @5, #5, #2:rare, exceptional)
;; check: #5:
;; check: SExt32(@6)
;; run may_throw(3, 4) == 7

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
;; check: #3:
;; check: Int32 @9 = CCall(abs, @8, #7, #2:rare, exceptional)
;; check: #7:
;; check: Int32 @10 = Neg(@9)
;; check: Int32 @11 = CCall(abs, @10, #8, #2:rare, exceptional)
;; check: #8:
;; check: Int32 @12 = CCall(abs, @11, #4, #5, exceptional)
;; run may_throw_thrice(-3, 4) == 3

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
;; check: CCall(product, @0, @1)
;; run rare(3, 4) == 7
;; run rare(-3, 4) == -12

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
;; check: CCall(tail, @0, conv=internal)
;; run of_tail_call(5) == 5

proc whole_tuple(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int64) @2 = CCall(exchanged, @0, @1)
    (Int64, Int64) @3 = Identity(@2)
    Int64 @4 = Extract(@3, 0)
    Void @5 = Return(@4)
}
;; check: CCall(exchanged, @0, @1)
;; run whole_tuple(3, 5) == 5
