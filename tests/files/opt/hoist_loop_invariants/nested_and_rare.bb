barebones 1
; Loop-invariant values are hoisted to the preheader if their effects allow it.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8

extern abs(Int32) -> Int32

; An operand differs in each iteration.
proc of_the_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Mul(@0, @6)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =
;; run of_the_loop(2, 0) == 12

; A call without effects is a value like others.
proc opaque_call(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int32 @8 = Trunc(@1)
    Int32 @10 = CCall(abs, @8, effects={})
    Int64 @9 = SExt32(@10)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @10 = CCall(
;; check: Jump(#1)
;; run opaque_call(0, -5) == 15

; The inner loop may be infinite.
proc after_an_inner_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Jump(#2)
#2:
    Void @10 = Branch(@4, #2, #3)
#3:
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #3:
;; check: @9 = Load(
;; run after_an_inner_loop(@data:words, 0) == 21

; Out of both loops, or out of one; the load not past the store in the outer one.
proc nested(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Jump(#2)
#2:
    Int64 @9 = Mul(@0, @0)
    Int64 @10 = Mul(@6, @6)
    Int64 @11 = Load(@1)
    Int64 @12 = Add(@9, @10)
    Int64 @16 = Add(@12, @11)
    Int64 @17 = Sub(@16, @11)
    Int64 @13 = Add(@17, @11)
    Void @14 = Branch(@4, #2, #3)
#3:
    Void @15 = Store(@6, @1)
    Int64 @52 = Add(@7, @13)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @9 = Mul(@0, @0)
;; check: Jump(#1)
;; check: #1:
;; check: @10 = Mul(@6, @6)
;; check: @11 = Load(@1
;; check: Jump(#2)
;; run nested(2, @data:words) == 38

; A store in the inner loop counts for the outer one.
proc store_in_an_inner_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0)
    Void @8 = Jump(#2)
#2:
    Void @10 = Store(@6, @0)
    Void @11 = Branch(@4, #2, #3)
#3:
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =
;; run store_in_an_inner_loop(@data:words, 0) == 12

; The block in the loop is rare.
proc rare(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@1, #2:rare, #3)
#2:
    Int64 @9 = Mul(@0, @0)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #2:
;; check: @9 = Mul(
;; run rare(3, 1) == 27
;; run rare(3, 0) == 0

; A value without effects is hoisted from there too.
proc of_one_side(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@1, #2, #3)
#2:
    Int64 @9 = Mul(@0, @0)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run of_one_side(3, 1) == 27
;; run of_one_side(3, 0) == 0

; The block runs less often than the preheader.
proc seldom(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@1, #2, #3)
#2 frequency=0.5:
    Int64 @9 = Mul(@0, @0)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #2
;; check: @9 = Mul(
;; run seldom(3, 1) == 27
;; run seldom(3, 0) == 0
