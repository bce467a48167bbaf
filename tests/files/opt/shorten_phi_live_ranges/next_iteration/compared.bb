barebones 1
; A sum that only the next iteration uses, while its counter is still compared, is computed at the start of that
; iteration.
;! opt shorten_phi_live_ranges eliminate_dead_code
;! run

; Starting with a constant.
proc compared(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(7)
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Upsilon(@1, ^@7)
    Void @16 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int32 @9 = LessThan(@7, @6)
    Int64 @8 = Add(@6, @2)
    Int64 @17 = Const64(2)
    Int64 @10 = Add(@7, @17)
    Void @11 = Upsilon(@8, ^@6)
    Void @12 = Upsilon(@10, ^@7)
    Void @13 = Branch(@9, #1, #2)
#2:
    Int64 @14 = Const64(1)
    Void @18 = Return(@14)
}
;; check: = Const64(8)
;; check: #1:
;; check: @6 = Phi()
;; check: = Add(@6,
;; not: @8 =
;; check: Upsilon(@22, ^@6)
;; run compared(0) == 1
;; run compared(40) == 1

; Starting with something else, and used after the loop too.
proc of_an_argument(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Sub(@5, @2)
    Int32 @7 = GreaterThan(@5, @1)
    Void @8 = Upsilon(@6, ^@5)
    Void @9 = Branch(@7, #1, #2)
#2:
    Int64 @10 = Identity(@5)
    Void @11 = Return(@10)
}
;; check: = Const64(3)
;; check: = Add(@0,
;; check: #1:
;; check: @5 = Phi()
;; check: = Const64(-3)
;; check: = Add(@5,
;; check: Return(@13)
;; run of_an_argument(100, 9) == 7
;; run of_an_argument(-5, 9) == -5

; Starting with a sum with a constant, which takes in the step.
proc of_a_sum(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(5)
    Int64 @2 = Const64(-4)
    Int64 @3 = Add(@0, @1)
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Add(@6, @2)
    Int32 @8 = GreaterThan(@6, @1)
    Void @9 = Upsilon(@7, ^@6)
    Void @10 = Branch(@8, #1, #2)
#2:
    Int64 @11 = Sub(@0, @1)
    Int64 @12 = Sub(@11, @6)
    Int64 @13 = Neg(@12)
    Int64 @14 = Sub(@13, @2)
    Int64 @15 = Add(@14, @2)
    Int64 @16 = Neg(@15)
    Void @17 = Return(@16)
}
;; check: = Const64(9)
;; check: = Add(@0,
;; check: #1:
;; check: @6 = Phi()
;; check: = Add(@6,
;; run of_a_sum(10) == 2

; All uses are before the sum: no copy is saved.
proc used_before(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-3)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int32 @6 = GreaterThan(@5, @1)
    Int32 @7 = BitXor(@6, @6)
    Int64 @8 = Add(@5, @2)
    Void @9 = Upsilon(@8, ^@5)
    Void @10 = Branch(@7, #1, #2)
#2:
    Void @11 = Return(@1)
}
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)
;; run used_before(9) == 0

; The sum has another use.
proc sum_is_used(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(7)
    Void @3 = Upsilon(@1, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @8 = Add(@5, @2)
    Int32 @9 = LessThan(@5, @0)
    Int64 @6 = Identity(@8)
    Void @10 = Upsilon(@6, ^@5)
    Void @11 = Branch(@9, #3, #2)
#2:
    Void @12 = Return(@5)
#3:
    Int32 @13 = LessThan(@6, @0)
    Void @14 = Branch(@13, #1, #2)
}
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)
;; run sum_is_used(20) == 14

proc sum_in_a_state(Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@8]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(7)
    Int64 @15 = Const64(60)
    Void @3 = Upsilon(@1, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @8 = Add(@5, @2)
    Int32 @9 = LessThan(@5, @0)
    Int32 @13 = GreaterThan(@0, @15)
    Void @14 = Check(@13, state=state0)
    Void @10 = Upsilon(@8, ^@5)
    Void @11 = Branch(@9, #1, #2)
#2:
    Void @12 = Return(@1)
}
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)
