barebones 1
; Loop-invariant values are hoisted to the preheader if their effects allow it.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8

; The first iteration divides.
proc division(Int64, Int64) -> Int64 {
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
    Int64 @9 = UDiv(@0, @1)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run division(20, 4) == 15

; The division is not reached with a divisor of zero.
proc division_after_a_test(Int64, Int64) -> Int64 {
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
    Int64 @9 = UDiv(@0, @1)
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
;; check: @9 = UDiv(
;; run division_after_a_test(20, 0) == 0
;; run division_after_a_test(20, 4) == 15

; This one has a result anywhere.
proc division_by_three(Int64, Int64) -> Int64 {
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
    Int64 @9 = UDiv(@0, @3)
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
;; run division_by_three(20, 0) == 0
;; run division_by_three(20, 4) == 18

; The least number divided by -1 has none.
proc signed_division_by_minus_one(Int64, Int64) -> Int64 {
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
    Int64 @9 = Div(@0, @2)
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
;; check: @9 = Div(
;; run signed_division_by_minus_one(0x8000000000000000, 0) == 0
;; run signed_division_by_minus_one(20, 4) == -60

; The first effect of the first iteration.
proc trap(Int64, Int64) -> Int64 {
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
    Void @9 = TrapIf(@1, User(1))
    Int64 @52 = Add(@7, @6)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run trap(0, 0) == 6
;; run trap(0, 1) traps User(1)

; A store comes before the trap.
proc trap_after_a_store(Int64, Int64) -> Int64 {
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
    Void @8 = Store(@6, @0)
    Void @9 = TrapIf(@1, User(1))
    Int64 @52 = Add(@7, @6)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =
;; run trap_after_a_store(@data:words, 0) == 6
;; run trap_after_a_store(@data:words, 1) traps User(1)

; The other trap comes first.
proc traps_in_order(Int64, Int64) -> Int64 {
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
    Void @8 = TrapIf(@6, User(2))
    Void @9 = TrapIf(@1, User(1))
    Int64 @52 = Add(@7, @6)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =
;; run traps_in_order(0, 1) traps User(2)
