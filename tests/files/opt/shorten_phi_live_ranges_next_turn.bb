barebones 1
; A sum that nobody uses but the next turn, while its counter is still compared, is computed at the beginning of that
; turn.
;! opt shorten_phi_live_ranges eliminate_dead_code
;; check: proc compared(
;; check: = Const64(8)
;; check: #1:
;; check: @6 = Phi()
;; check: = Add(@6,
;; not: @8 =
;; check: Upsilon(@22, ^@6)
;; check: proc of_an_argument(
;; check: = Const64(3)
;; check: = Add(@0,
;; check: #1:
;; check: @5 = Phi()
;; check: = Const64(-3)
;; check: = Add(@5,
;; check: Return(@13)
;; check: proc of_a_sum(
;; check: = Const64(9)
;; check: = Add(@0,
;; check: #1:
;; check: @6 = Phi()
;; check: = Add(@6,
;; check: proc used_before(
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)
;; check: proc sum_is_used(
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)
;; check: proc sum_in_a_state(
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)
;; check: proc in_an_inner_loop(
;; check: @9 = Add(@5, @2)
;; check: Upsilon(@9, ^@5)
;; check: proc two_new_values(
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)
;; check: proc hot_entry(
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)
;; check: proc two_entries(
;; check: #1:
;; check: = Const32(17)
;; check: #2:
;; check: = Const32(2)
;; check: = Add(@3,
;; check: #3:
;; check: = Const32(-2)
;; check: proc behind_another_phi(
;; check: #1:
;; check: @5 = Phi()
;; check: = Const64(-1)
;; check: = Add(@5,
;; check: @7 = Phi()
;; check: proc with_another_name(
;; check: #1:
;; check: @5 = Phi()
;; check: = Const64(-3)
;; check: = Add(@5,
;; not: Add(
;; check: Return(
;! run
;; run compared(0) == 1
;; run compared(40) == 1
;; run of_an_argument(100, 9) == 7
;; run of_an_argument(-5, 9) == -5
;; run of_a_sum(10) == 2
;; run used_before(9) == 0
;; run sum_is_used(20) == 14
;; run two_new_values(9) == 3
;; run two_entries(0) == 8
;; run two_entries(9) == 8
;; run behind_another_phi(6) == 21
;; run in_an_inner_loop(5) == 0
;; run with_another_name(10, 2) == 1
; Of a constant.
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
; Of something else, and it is used behind the loop, too.
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
; Of a sum with a constant, which takes the other in.
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
; All uses are in front of the sum: no copy is spared.
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
; The sum is wanted for itself.
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
; In each turn of the outer loop there are several sums of one value.
proc in_an_inner_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-1)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Void @6 = Upsilon(@5, ^@7)
    Void @8 = Jump(#2)
#2:
    Int64 @7 = Phi()
    Int64 @9 = Add(@5, @2)
    Int64 @10 = Add(@7, @2)
    Int32 @11 = GreaterThan(@10, @1)
    Void @12 = Upsilon(@10, ^@7)
    Void @13 = Branch(@11, #2, #3)
#3:
    Int32 @14 = GreaterThan(@5, @1)
    Void @15 = Upsilon(@9, ^@5)
    Void @16 = Branch(@14, #1, #4)
#4:
    Void @17 = Return(@1)
}
; The Phi gets something else, too, in the loop.
proc two_new_values(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(3)
    Int64 @2 = Const64(-3)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @8 = Add(@5, @2)
    Int32 @9 = GreaterThan(@5, @1)
    Void @10 = Upsilon(@8, ^@5)
    Void @11 = Branch(@9, #1, #2)
#2:
    Int32 @12 = LessThan(@5, @1)
    Void @13 = Upsilon(@1, ^@5)
    Void @14 = Branch(@12, #1, #3)
#3:
    Void @15 = Return(@5)
}
; The loop is entered more often than it turns.
proc hot_entry(Int64) -> Int64 {
#0 frequency=100:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-3)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1 frequency=10:
    Int64 @5 = Phi()
    Int64 @8 = Add(@5, @2)
    Int32 @9 = GreaterThan(@5, @1)
    Void @10 = Upsilon(@8, ^@5)
    Void @11 = Branch(@9, #1, #2)
#2:
    Void @12 = Return(@1)
}
; From two sides, at 32 bits.
proc two_entries(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @3 = Trunc(@0)
    Int32 @4 = Const32(4)
    Int32 @5 = Const32(15)
    Int32 @6 = Const32(-2)
    Void @7 = Branch(@3, #2, #1)
#1:
    Void @8 = Upsilon(@5, ^@11)
    Void @9 = Jump(#3)
#2:
    Void @10 = Upsilon(@3, ^@11)
    Void @17 = Jump(#3)
#3:
    Int32 @11 = Phi()
    Int32 @12 = Add(@11, @6)
    Int32 @13 = AboveEqual(@11, @4)
    Void @14 = Upsilon(@12, ^@11)
    Void @15 = Branch(@13, #3, #4)
#4:
    Int32 @18 = Add(@11, @11)
    Int32 @19 = Add(@18, @6)
    Int32 @20 = Add(@19, @4)
    Void @16 = Return(@20)
}
; Directly behind its Phi: the next one is preceded by a use.
proc behind_another_phi(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-1)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Upsilon(@1, ^@7)
    Void @15 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Mul(@5, @2)
    Int64 @7 = Phi()
    Int64 @8 = Add(@5, @2)
    Int64 @9 = Sub(@7, @6)
    Int32 @10 = GreaterThan(@5, @1)
    Void @11 = Upsilon(@8, ^@5)
    Void @12 = Upsilon(@9, ^@7)
    Void @13 = Branch(@10, #1, #2)
#2:
    Int64 @14 = Sub(@9, @5)
    Void @16 = Return(@14)
}

; Another pass has left a name for the sum that nobody uses.
proc with_another_name(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-3)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Add(@5, @2)
    Int32 @7 = GreaterThan(@5, @1)
    Void @8 = Upsilon(@6, ^@5)
    Void @9 = Branch(@7, #1, #2)
#2:
    Int64 @10 = Identity(@6)
    Void @11 = Return(@5)
}
