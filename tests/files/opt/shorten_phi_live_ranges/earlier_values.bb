barebones 1
; The counter's value in the last iteration is recomputed after the loop from its final value; and other old values are
; read before the new ones are computed.
;! opt shorten_phi_live_ranges eliminate_dead_code
;! run

; A list is traversed with the previous node: the Upsilon of the old value moves before the load of the next one.
proc one_before(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @7 = Load(@4)
    Void @8 = Upsilon(@4, ^@5)
    Void @9 = Upsilon(@7, ^@4)
    Void @10 = Branch(@7, #1, #2)
#2:
    Int64 @11 = Load(@5)
    Void @12 = Return(@11)
}
;; check: @5 = Phi()
;; check: @8 = Upsilon(@4, ^@5)
;; check: @7 = Load(@4)

; The Upsilons in the other order, and two of them.
proc two_before(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @13 = Upsilon(@1, ^@14)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @14 = Phi()
    Int64 @7 = Load(@4)
    Int64 @15 = Add(@7, @1)
    Void @9 = Upsilon(@7, ^@4)
    Void @8 = Upsilon(@4, ^@5)
    Void @16 = Upsilon(@4, ^@14)
    Void @10 = Branch(@15, #1, #2)
#2:
    Int64 @11 = Sub(@5, @14)
    Void @12 = Return(@11)
}
;; check: @14 = Phi()
;; check: @8 = Upsilon(@4, ^@5)
;; check: @16 = Upsilon(@4, ^@14)
;; check: @7 = Load(@4)

; The value is used after the new one.
proc before_is_used(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @7 = Load(@4)
    Void @13 = Store(@7, @4, offset=8)
    Void @8 = Upsilon(@4, ^@5)
    Void @9 = Upsilon(@7, ^@4)
    Void @10 = Branch(@7, #1, #2)
#2:
    Int64 @11 = Load(@5)
    Void @12 = Return(@11)
}
;; check: @13 = Store(@7, @4,
;; check: @8 = Upsilon(@4, ^@5)

; The written value is used after the new one.
proc written_is_used(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @7 = Load(@4)
    Void @13 = Store(@5, @0)
    Void @8 = Upsilon(@4, ^@5)
    Void @9 = Upsilon(@7, ^@4)
    Void @10 = Branch(@7, #1, #2)
#2:
    Int64 @11 = Load(@5)
    Void @12 = Return(@11)
}
;; check: @7 = Load(@4)
;; check: @13 = Store(@5, @0)
;; check: @8 = Upsilon(@4, ^@5)

; The new value reads the written value.
proc new_of_both(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @13 = Const64(100)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @7 = Add(@4, @5)
    Void @8 = Upsilon(@4, ^@5)
    Void @9 = Upsilon(@7, ^@4)
    Int32 @14 = LessThan(@7, @13)
    Void @10 = Branch(@14, #1, #2)
#2:
    Void @12 = Return(@7)
}
;; check: @7 = Add(@4, @5)
;; check: @8 = Upsilon(@4, ^@5)
;; run new_of_both(3) == 123

; Two Upsilons of one Phi stay in order.
proc written_twice(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @13 = Const64(100)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @7 = Mul(@4, @4)
    Int32 @14 = LessThan(@7, @13)
    Void @15 = Upsilon(@1, ^@5)
    Void @8 = Upsilon(@4, ^@5)
    Void @9 = Upsilon(@7, ^@4)
    Void @10 = Branch(@14, #1, #2)
#2:
    Void @12 = Return(@5)
}
;; check: @15 = Upsilon(@1, ^@5)
;; check: @8 = Upsilon(@4, ^@5)
;; run written_twice(3) == 9

; An exit state there needs the old value.
proc in_a_state_between(Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@4]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @7 = Load(@4)
    Void @13 = Check(@7, state=state0)
    Void @8 = Upsilon(@4, ^@5)
    Void @9 = Upsilon(@7, ^@4)
    Void @10 = Branch(@7, #1, #2)
#2:
    Void @12 = Return(@5)
}
;; check: @13 = Check(
;; check: @8 = Upsilon(@4, ^@5)

; A Phi that keeps its value, and one that gets another one's.
proc phis_of_phis(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @16 = Const64(2)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@16, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @7 = BitAnd(@4, @1)
    Void @8 = Upsilon(@4, ^@5)
    Void @9 = Upsilon(@5, ^@4)
    Void @10 = Branch(@7, #1, #2)
#2:
    Void @11 = Upsilon(@4, ^@4)
    Void @13 = Upsilon(@7, ^@5)
    Int64 @12 = Add(@5, @4)
    Void @14 = Branch(@12, #3, #1)
#3:
    Void @15 = Return(@12)
}
;; check: @7 = BitAnd(
;; check: @8 = Upsilon(@4, ^@5)
;; check: @9 = Upsilon(@5, ^@4)
;; run phis_of_phis(3) == 5

; The Upsilon is in an inner loop, and the sum in the outer one, next to a use.
proc sum_of_the_outer_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @5 = Upsilon(@1, ^@6)
    Void @7 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @6 = Phi()
    Int64 @8 = Add(@4, @2)
    Int64 @9 = Mul(@4, @0)
    Void @10 = Upsilon(@9, ^@11)
    Void @12 = Jump(#2)
#2:
    Int64 @11 = Phi()
    Int64 @13 = Sub(@11, @0)
    Int32 @14 = GreaterThan(@13, @0)
    Void @15 = Upsilon(@13, ^@11)
    Void @16 = Upsilon(@8, ^@4)
    Void @17 = Branch(@14, #2, #3)
#3:
    Int64 @18 = Add(@6, @2)
    Int32 @19 = LessThan(@18, @0)
    Void @20 = Upsilon(@18, ^@6)
    Void @21 = Branch(@19, #1, #4)
#4:
    Void @22 = Return(@9)
}
;; check: @9 = Mul(@4, @0)
;; run sum_of_the_outer_loop(10) == 90
