barebones 1
; What a counter was in the last turn of its loop is computed behind the loop, of what it became; and other old values are
; read before the new ones are made.
;! opt shorten_phi_live_ranges eliminate_dead_code
;; check: proc last(
;; check: #2:
;; check: = Const64(-3)
;; check: = Add(@5,
;; not: Return(@4)
;; check: proc down(
;; check: #2:
;; check: = Const32(-2147483648)
;; check: = Add(@5,
;; not: (@4,
;; check: proc steps_down(
;; check: = Const64(3)
;; check: #2:
;; check: = Const64(3)
;; check: = Add(@5,
;; check: proc behind_the_sum(
;; check: Return(@4)
;; check: proc before_the_sum(
;; check: #2:
;; check: = Add(@5,
;; not: Return(@4)
;; check: proc left_early(
;; check: Return(@4)
;; check: proc other_value(
;; check: Return(@4)
;; check: proc two_loops(
;; check: #2:
;; check: = Add(@5,
;; check: Upsilon(@0, ^@13)
;; check: #3:
;; not: @4)
;; check: Return(@18)
;; check: proc two_ways_out(
;; check: Return(@4)
;; check: = Mul(@4,
;; check: proc in_a_state(
;; check: Return(@4)
;; check: proc hot_behind(
;; check: Return(@4)
;; check: proc one_before(
;; check: @5 = Phi()
;; check: @8 = Upsilon(@4, ^@5)
;; check: @7 = Load(@4)
;; check: proc two_before(
;; check: @14 = Phi()
;; check: @8 = Upsilon(@4, ^@5)
;; check: @16 = Upsilon(@4, ^@14)
;; check: @7 = Load(@4)
;; check: proc before_is_used(
;; check: @13 = Store(@7, @4,
;; check: @8 = Upsilon(@4, ^@5)
;; check: proc written_is_used(
;; check: @7 = Load(@4)
;; check: @13 = Store(@5, @0)
;; check: @8 = Upsilon(@4, ^@5)
;; check: proc new_of_both(
;; check: @7 = Add(@4, @5)
;; check: @8 = Upsilon(@4, ^@5)
;; check: proc written_twice(
;; check: @15 = Upsilon(@1, ^@5)
;; check: @8 = Upsilon(@4, ^@5)
;; check: proc in_a_state_between(
;; check: @13 = Check(
;; check: @8 = Upsilon(@4, ^@5)
;; check: proc phis_of_phis(
;; check: @7 = BitAnd(
;; check: @8 = Upsilon(@4, ^@5)
;; check: @9 = Upsilon(@5, ^@4)
;; check: proc sum_of_the_outer_loop(
;; check: @9 = Mul(@4, @0)
;! run
;; run last(0) == 0
;; run last(1) == 0
;; run last(7) == 6
;; run last(-9) == 0
;; run down(5) == 2
;; run down(-3) == 2147483642
;; run steps_down(0) == 0
;; run steps_down(-7) == -6
;; run left_early(7) == 9
;; run left_early(0) == 0
;; run other_value(0) == 0
;; run other_value(20) == 18
;; run two_loops(0) == 0
;; run two_loops(17) == -4
;; run two_ways_out(20, 6) == 3
;; run two_ways_out(20, 7) == 54
;; run hot_behind(10) == 9
;; run new_of_both(3) == 123
;; run written_twice(3) == 9
;; run phis_of_phis(3) == 5
;; run sum_of_the_outer_loop(10) == 90
proc last(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
; Subtracted from, at 32 bits, and an Identity is used.
proc down(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @11 = Const32(7)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int32 @4 = Phi()
    Int32 @5 = Sub(@4, @2)
    Int32 @7 = GreaterThan(@5, @11)
    Void @8 = Upsilon(@5, ^@4)
    Int32 @12 = Identity(@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Int32 @13 = BitXor(@12, @11)
    Void @10 = Return(@13)
}
proc steps_down(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Sub(@4, @2)
    Int32 @7 = GreaterThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
; The old value is wanted in the turn once the new one is there.
proc behind_the_sum(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @14 = ArgumentReg(%a1)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Void @15 = Store(@4, @14)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
; Here it is wanted before: in another block of the turn, and in a loop there.
proc before_the_sum(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @14 = ArgumentReg(%a1)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Void @15 = Store(@4, @14)
    Void @20 = Upsilon(@0, ^@16)
    Void @17 = Jump(#3)
#3:
    Int64 @16 = Phi()
    Int64 @21 = Sub(@16, @4)
    Int64 @22 = BitAnd(@21, @2)
    Void @18 = Upsilon(@22, ^@16)
    Void @19 = Branch(@22, #3, #4)
#4:
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
; The loop is left before the sum.
proc left_early(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int32 @7 = LessThan(@4, @0)
    Void @9 = Branch(@7, #3, #2)
#3:
    Int64 @5 = Add(@4, @2)
    Void @8 = Upsilon(@5, ^@4)
    Void @11 = Jump(#1)
#2:
    Void @10 = Return(@4)
}
; It gets something else, too.
proc other_value(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int64 @12 = BitAnd(@5, @2)
    Void @11 = Branch(@12, #3, #4)
#3:
    Int64 @13 = Add(@5, @2)
    Void @14 = Upsilon(@13, ^@4)
    Int32 @17 = LessThan(@13, @0)
    Void @15 = Branch(@17, #1, #2)
#4:
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
; The same value is computed once for two uses, in front of a loop.
proc two_loops(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @12 = Upsilon(@0, ^@13)
    Void @11 = Jump(#3)
#3:
    Int64 @13 = Phi()
    Int64 @14 = Sub(@13, @4)
    Int64 @18 = BitXor(@14, @4)
    Int32 @15 = GreaterThan(@14, @1)
    Void @16 = Upsilon(@14, ^@13)
    Void @17 = Branch(@15, #3, #4)
#4:
    Void @10 = Return(@18)
}
; Two ways out, and no block behind both but the loop's own.
proc two_ways_out(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @14 = ArgumentReg(%a1)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = Equal(@5, @14)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #2, #3)
#2:
    Void @10 = Return(@4)
#3:
    Int32 @11 = LessThan(@5, @0)
    Void @12 = Branch(@11, #1, #4)
#4:
    Int64 @13 = Mul(@4, @2)
    Void @15 = Return(@13)
}
; Whoever leaves in the loop wants it.
proc in_a_state(Int64, Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@4]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @14 = ArgumentReg(%a1)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Int32 @15 = Equal(@5, @14)
    Void @16 = Check(@15, state=state0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
; The block behind runs more often than the loop.
proc hot_behind(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1 frequency=10:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2 frequency=11:
    Void @10 = Return(@4)
}
; A list is walked, and the one before is remembered: it is read before the next one is loaded.
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
; The Upsilons the other way round, and two of them.
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
; The value is wanted behind the new one.
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
; What is written is wanted behind the new one.
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
; What is written is read by the new value.
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
; Whoever leaves there wants to know the old value.
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
; The Upsilon is in an inner loop, and the sum in the outer one, beside a use.
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
