barebones 1
; Counters become addresses where they are added to a single base.
;! opt carry_addresses eliminate_dead_code
;; check: proc until_an_argument(
;; check: = Add(@0, @2)
;; check: = Add(@0, @1)
;; check: Jump
;; check: = BitXor(@30, @20)
;; check: @41 = NotEqual(@40, @
;; check: proc until_a_constant(
;; check: = Add(@0, @2)
;; check: = Const64(29)
;; check: = Add(@0, @
;; check: Jump
;; check: = BitXor(@30, @20)
;; check: proc end_on_the_left(
;; check: = Add(@0, @1)
;; check: Jump
;; check: = BitXor(@30, @20)
;; check: proc until_equal(
;; check: = Add(@0, @1)
;; check: Jump
;; check: = BitXor(@30, @20)
;; check: proc from_zero(
;; check: = Upsilon(@0, ^@20)
;; check: Jump
;; check: = BitXor(@30, @20)
;; check: proc with_constants(
;; not: , @0)
;; check: @23 = Add(@20, @6)
;; check: = BitXor(@30, @23)
;; check: = BitXor(@26, @20)
;; check: = Add(@27, @40)
;; check: proc ended_by_another(
;; check: = Add(@0, @2)
;; not: Add(@0
;; check: = BitXor(@30, @20)
;; check: proc used_behind(
;; check: = BitXor(@30, @20)
;; check: = Sub(@40, @0)
;; not: Sub
;; check: Return
;; check: proc narrow_behind(
;; check: = BitXor(@30, @20)
;; check: #2
;; check: = Sub(@20, @0)
;; check: = Trunc(
;; check: = Sub(@24, @0)
;; check: = Trunc(
;; not: Sub
;; check: Return
;; check: proc narrow_in_the_turn(
;; check: @22 = Add(@0, @20)
;; check: proc narrow_sum_in_the_turn(
;; check: @22 = Add(@0, @20)
;; check: proc both_used_behind(
;; check: = BitXor(@30, @20)
;; check: = Sub(@40, @0)
;; check: = Sub(@20, @0)
;; check: Return
;; check: proc used_further_behind(
;; check: = BitXor(@30, @20)
;; check: #2
;; check: = Sub(@40, @0)
;; check: #3
;; check: proc used_often_behind(
;; check: @22 = Add(@0, @20)
;; check: proc merged_behind(
;; check: = BitXor(@30, @20)
;; check: #3:
;; check: = Sub(@40, @0)
;; check: proc two_ways_behind(
;; check: = BitXor(@30, @20)
;; check: #3
;; check: = Sub(@20, @0)
;; check: Return
;; check: proc written_before(
;; check: @22 = Add(@0, @20)
;; check: proc behind_others(
;; check: @22 = Add(@0, @20)
;; check: proc goes_behind(
;; check: @22 = Add(@0, @20)
;; check: proc compared_for_less(
;; check: @22 = Add(@0, @20)
;; check: proc two_comparisons(
;; check: @22 = Add(@0, @20)
;; check: proc multiplied(
;; check: @22 = Add(@0, @20)
;; check: proc subtracted(
;; check: @22 = Add(@0, @20)
;; check: proc another_base(
;; check: @22 = Add(@0, @20)
;; check: proc twice(
;; check: @22 = Add(@20, @20)
;; check: proc base_of_the_turn(
;; check: @22 = Add(@21, @20)
;; check: proc end_of_the_turn(
;; check: @22 = Add(@0, @20)
;; check: proc step_of_an_argument(
;; check: @22 = Add(@0, @20)
;; check: proc written_in_between(
;; check: @22 = Add(@0, @20)
;; check: proc of_32_bits(
;; check: @22 = Add(@7, @20)
;; check: proc two_ways_in(
;; check: @22 = Add(@0, @20)
;; check: proc two_ways_back(
;; check: @22 = Add(@0, @20)
;; check: proc begins_with_another(
;; check: = BitXor(@30, @20)
;; check: #2
;; not: Add(
;; check: Upsilon(@40, ^@70)
;; check: #3
;; check: = BitXor(@73, @70)
;; check: proc base_that_counted(
;; check: = BitXor(@30, @20)
;; check: #2
;; check: = Sub(@40, @0)
;; check: #3
;; check: @72 = Add(@
;; check: = BitXor(@73, @72)
;; check: proc in_an_inner_loop(
;; check: = Add(@0, @2)
;; check: #1
;; check: = BitXor(@30, @20)
;; check: proc in_a_state(
;; check: @22 = Add(@0, @20)
;; check: proc reference(
;; check: @22 = Add(@0, @20)
;; check: proc turns_seldom(
;; check: @22 = Add(@0, @20)
;! run
;; run until_an_argument(100, 9) == 105
;; run until_an_argument(-7, 45) == -41704
;; run until_an_argument(9223372036854775807, 41) == -9223372036854772860
;; run until_a_constant(100, 0) == 30602
;; run until_a_constant(-7, 0) == -520
;; run until_a_constant(9223372036854775807, 0) == 116
;; run end_on_the_left(100, 9) == 105
;; run end_on_the_left(-7, 45) == -41704
;; run end_on_the_left(9223372036854775807, 41) == -9223372036854772860
;; run until_equal(100, 9) == 105
;; run until_equal(-7, 45) == -41704
;; run until_equal(9223372036854775807, 41) == -9223372036854772860
;; run from_zero(100, 8) == 324
;; run from_zero(-7, 40) == 150862
;; run with_constants(100, 9) == 348
;; run with_constants(-7, 45) == -448986
;; run with_constants(9223372036854775807, 41) == -9223372036854367307
;; run ended_by_another(100, 1) == 342
;; run ended_by_another(64, 2) == 69
;; run ended_by_another(-7, 1) == -2
;; run used_behind(100, 9) == 952
;; run used_behind(-7, 45) == -1876715
;; run used_behind(9223372036854775807, 41) == -9223372036854654963
;; run narrow_behind(100, 9) == 280
;; run narrow_behind(-7, 45) == -38857
;; run narrow_behind(9223372036854775807, 41) == -9223372036854770381
;; run narrow_in_the_turn(100, 9) == 112
;; run narrow_in_the_turn(-7, 45) == -250357
;; run narrow_in_the_turn(9223372036854775807, 41) == -9223372036854757835
;; run narrow_sum_in_the_turn(100, 9) == 89
;; run narrow_sum_in_the_turn(-7, 45) == -1254148
;; run narrow_sum_in_the_turn(9223372036854775807, 41) == -9223372036854456884
;; run both_used_behind(100, 9) == 948
;; run both_used_behind(-7, 45) == -1876719
;; run both_used_behind(9223372036854775807, 41) == -9223372036854654975
;; run used_further_behind(100, 9) == 96
;; run used_further_behind(-7, 45) == -41675
;; run used_further_behind(9223372036854775807, 41) == -9223372036854772819
;; run used_often_behind(100, 9) == 33
;; run used_often_behind(-7, 45) == -43684
;; run used_often_behind(9223372036854775807, 41) == -9223372036854774500
;; run merged_behind(100, 9) == 114
;; run merged_behind(-7, 45) == -41659
;; run merged_behind(9223372036854775807, 41) == -9223372036854772819
;; run merged_behind(7, 0) == 58
;; run two_ways_behind(100, 9) == 5
;; run two_ways_behind(-7, 45) == -12
;; run two_ways_behind(9223372036854775807, 41) == -9223372036854775784
;; run written_before(100, 9) == 105
;; run written_before(-7, 45) == -41704
;; run written_before(9223372036854775807, 41) == -9223372036854772860
;; run behind_others(100, 9) == 111
;; run behind_others(-7, 45) == 11
;; run behind_others(9223372036854775807, 41) == 45
;; run goes_behind(100, 9) == 114
;; run goes_behind(-7, 45) == -41659
;; run goes_behind(9223372036854775807, 41) == -9223372036854772819
;; run compared_for_less(100, 9) == 105
;; run compared_for_less(-7, 45) == -41704
;; run compared_for_less(9223372036854775807, 41) == -9223372036854772860
;; run two_comparisons(100, 9) == 105
;; run two_comparisons(-7, 45) == -41693
;; run two_comparisons(9223372036854775807, 41) == -9223372036854772851
;; run multiplied(100, 9) == 112
;; run multiplied(-7, 45) == 6530
;; run multiplied(9223372036854775807, 41) == -9223372036854770939
;; run subtracted(100, 9) == 9975
;; run subtracted(-7, 45) == -907736
;; run subtracted(9223372036854775807, 41) == -165912
;; run another_base(100, 9) == 1470
;; run another_base(-7, 45) == -1242408
;; run another_base(9223372036854775807, 41) == 1874168
;; run twice(100, 9) == 10
;; run twice(-7, 45) == 114684
;; run twice(9223372036854775807, 41) == 38202
;; run base_of_the_turn(100, 9) == 5
;; run base_of_the_turn(-7, 45) == 21697
;; run base_of_the_turn(9223372036854775807, 41) == 5557
;; run end_of_the_turn(100, 9) == 30602
;; run step_of_an_argument(100, 9) == 329
;; run step_of_an_argument(3, 7) == 228
;; run written_in_between(100, 9) == 105
;; run of_32_bits(100, 0) == 30602
;; run of_32_bits(-7, 0) == 4294966776
;; run two_ways_in(100, 9) == 105
;; run two_ways_back(100, 9) == 105
;; run two_ways_back(-7, 45) == -41704
;; run two_ways_back(9223372036854775807, 41) == -9223372036854772860
;; run begins_with_another(100, 9) == 591218850
;; run begins_with_another(-7, 45) == -3376864
;; run begins_with_another(9223372036854775807, 41) == -9223372036854536640
;; run base_that_counted(-7, 45) == -3376832
;; run base_that_counted(9223372036854775807, 41) == -9223372036854766942
;; run in_an_inner_loop(100, 9) == 927
;; run in_an_inner_loop(-7, 45) == -110075547100072
;; run in_an_inner_loop(9223372036854775807, 41) == -9223363034722558916
;; run in_a_state(100, 9) == 105
;; run reference(100, 9) == 105
;; run turns_seldom(100, 9) == 105
;; run turns_seldom(-7, 45) == -41704
;; run turns_seldom(9223372036854775807, 41) == -9223372036854772860

; The limit gets the base as well, before the loop.
proc until_an_argument(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; A constant limit becomes a sum.
proc until_a_constant(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @6)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; The limit may be on either side of the comparison.
proc end_on_the_left(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@1, @40)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; The loop may exit when the comparison is true.
proc until_equal(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = Equal(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #2, #1)
#2:
    Void @50 = Return(@31)
}

; A counter that starts at zero starts at the base.
proc from_zero(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; Sums of the counter and constants become sums of the address and constants.
proc with_constants(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @23 = Add(@20, @6)
    Int64 @22 = Add(@23, @0)
    Int64 @24 = Add(@0, @20)
    Int64 @26 = BitXor(@30, @22)
    Int64 @27 = BitXor(@26, @24)
    Int64 @40 = Add(@20, @3)
    Int64 @25 = Add(@40, @0)
    Int64 @31 = Add(@27, @25)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; Another value may end the loop.
proc ended_by_another(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @32 = BitAnd(@31, @1)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@32, @4)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; For uses after the loop the base is subtracted, once.
proc used_behind(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Int64 @51 = Mul(@40, @31)
    Int64 @52 = BitXor(@51, @40)
    Void @50 = Return(@52)
}

; The low halves are of the Phi, and of a sum seen through an Identity; two uses share one after the loop.
proc narrow_behind(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int32 @23 = Trunc(@20)
    Int64 @24 = Add(@20, @6)
    Int64 @25 = Identity(@24)
    Int32 @26 = Trunc(@25)
    Int32 @27 = Identity(@26)
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Int32 @51 = Mul(@23, @27)
    Int32 @52 = BitXor(@51, @23)
    Int64 @53 = SExt32(@52)
    Int64 @54 = Add(@53, @31)
    Void @50 = Return(@54)
}

; The iteration uses the low half.
proc narrow_in_the_turn(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int32 @23 = Trunc(@20)
    Int64 @24 = SExt32(@23)
    Int64 @25 = BitXor(@24, @21)
    Int64 @30 = Mul(@25, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Int64 @51 = SExt32(@23)
    Int64 @52 = Add(@51, @25)
    Int64 @53 = Add(@52, @31)
    Void @50 = Return(@53)
}

; Here it adds a constant to it.
proc narrow_sum_in_the_turn(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int32 @7 = Const32(7)
    Int32 @23 = Trunc(@20)
    Int32 @24 = Add(@23, @7)
    Int64 @25 = ZExt32(@24)
    Int64 @26 = BitXor(@25, @21)
    Int64 @30 = Mul(@26, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Int64 @51 = ZExt32(@24)
    Int64 @52 = Add(@51, @31)
    Void @50 = Return(@52)
}

; The Phi and the sum are two values.
proc both_used_behind(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Int64 @51 = Mul(@40, @31)
    Int64 @52 = BitXor(@51, @20)
    Void @50 = Return(@52)
}

; It is subtracted at the start of the exit block.
proc used_further_behind(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @53 = Branch(@31, #3, #4)
#3:
    Int64 @54 = BitXor(@40, @31)
    Void @55 = Return(@54)
#4:
    Void @50 = Return(@31)
}

; Too many uses after the loop: not profitable.
proc used_often_behind(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Int64 @51 = Mul(@40, @40)
    Int64 @52 = BitXor(@40, @40)
    Int64 @53 = Sub(@52, @51)
    Int64 @54 = Add(@53, @40)
    Int64 @55 = Add(@54, @31)
    Void @50 = Return(@55)
}

; At a block with other predecessors the base is unknown.
proc merged_behind(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Branch(@1, #1, #4)
#1:
    Void @13 = Upsilon(@2, ^@20)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #2, #3)
#3:
    Void @51 = Upsilon(@40, ^@60)
    Void @56 = Upsilon(@31, ^@63)
    Void @52 = Jump(#5)
#4:
    Void @53 = Upsilon(@6, ^@60)
    Void @57 = Upsilon(@6, ^@63)
    Void @54 = Jump(#5)
#5:
    Int64 @60 = Phi()
    Int64 @63 = Phi()
    Int64 @64 = Add(@60, @63)
    Void @55 = Return(@64)
}

; Two blocks of the loop may lead to the exit block.
proc two_ways_behind(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Add(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @33 = BitAnd(@30, @5)
    Void @34 = Branch(@33, #2, #3)
#2:
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #3)
#3:
    Int64 @56 = BitXor(@20, @21)
    Void @50 = Return(@56)
}

; The counter starts with the value that the preheader writes.
proc written_before(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Void @15 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #2, #3)
#3:
    Void @50 = Return(@31)
}

; Nothing is subtracted in a block with other predecessors.
proc behind_others(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Add(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @33 = BitAnd(@30, @5)
    Void @34 = Branch(@33, #3, #2)
#2:
    Void @35 = Jump(#5)
#3:
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #4)
#4:
    Void @45 = Jump(#5)
#5:
    Int64 @61 = Add(@20, @31)
    Void @50 = Return(@61)
}

; An Upsilon in the loop to a Phi after it is a use in the loop.
proc goes_behind(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @45 = Upsilon(@40, ^@60)
    Void @44 = Branch(@41, #1, #2)
#2:
    Int64 @60 = Phi()
    Int64 @61 = Add(@60, @31)
    Void @50 = Return(@61)
}

; Less-than is not preserved when the base is added.
proc compared_for_less(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = LessThan(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; A second comparison stays a use.
proc two_comparisons(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int32 @32 = Equal(@20, @6)
    Int64 @33 = ZExt32(@32)
    Int64 @34 = Add(@30, @33)
    Int64 @31 = BitXor(@34, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; Other uses need the counter.
proc multiplied(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @29 = Mul(@20, @20)
    Int64 @30 = Add(@21, @29)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; A difference is not a sum.
proc subtracted(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @32 = Sub(@0, @20)
    Int64 @33 = Mul(@22, @32)
    Int64 @31 = BitXor(@30, @33)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; There must be one base.
proc another_base(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @32 = Add(@1, @20)
    Int64 @33 = Mul(@22, @32)
    Int64 @31 = BitXor(@30, @33)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; A counter is not a base for itself.
proc twice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@20, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; The base must be loop-invariant.
proc base_of_the_turn(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@21, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; So must the limit.
proc end_of_the_turn(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @32 = BitOr(@31, @6)
    Int64 @33 = BitAnd(@32, @6)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @33)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; The step must be constant.
proc step_of_an_argument(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @1)
    Int32 @41 = LessThan(@21, @6)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; The value that the loop writes to the counter must be a sum of it.
proc written_in_between(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Void @35 = Upsilon(@31, ^@20)
    Int64 @36 = Add(@20, @4)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; Addresses have 64 bits.
proc of_32_bits(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @7 = Trunc(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = Const32(4)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(3)
    Int32 @6 = Const32(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int32 @20 = Phi()
    Int32 @21 = Phi()
    Int32 @30 = Mul(@21, @5)
    Int32 @22 = Add(@7, @20)
    Int32 @31 = BitXor(@30, @22)
    Int32 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @6)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Int64 @51 = ZExt32(@31)
    Void @50 = Return(@51)
}

; There must be one entry edge.
proc two_ways_in(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Branch(@1, #2, #1)
#1:
    Void @13 = Upsilon(@3, ^@20)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #2, #3)
#3:
    Void @50 = Return(@31)
}

; And one back edge.
proc two_ways_back(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #2, #4)
#2:
    Int64 @45 = BitAnd(@31, @3)
    Void @46 = Branch(@45, #1, #3)
#3:
    Void @47 = Jump(#1)
#4:
    Void @50 = Return(@31)
}

; The second loop starts with the final value of the first counter.
proc begins_with_another(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @60 = Upsilon(@40, ^@70)
    Void @61 = Upsilon(@31, ^@71)
    Void @62 = Jump(#3)
#3:
    Int64 @70 = Phi()
    Int64 @71 = Phi()
    Int64 @72 = Add(@0, @70)
    Int64 @73 = Mul(@71, @5)
    Int64 @74 = BitXor(@73, @72)
    Int64 @75 = Add(@70, @5)
    Int64 @76 = BitAnd(@74, @6)
    Void @77 = Upsilon(@75, ^@70)
    Void @78 = Upsilon(@74, ^@71)
    Void @79 = Branch(@76, #3, #4)
#4:
    Void @80 = Return(@74)
}

; A counter of another loop cannot be a base, as it may become another value.
proc base_that_counted(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @60 = Upsilon(@2, ^@70)
    Void @61 = Upsilon(@31, ^@71)
    Void @62 = Jump(#3)
#3:
    Int64 @70 = Phi()
    Int64 @71 = Phi()
    Int64 @72 = Add(@40, @70)
    Int64 @73 = Mul(@71, @5)
    Int64 @74 = BitXor(@73, @72)
    Int64 @75 = Add(@70, @5)
    Int64 @76 = BitAnd(@74, @6)
    Void @77 = Upsilon(@75, ^@70)
    Void @78 = Upsilon(@74, ^@71)
    Void @79 = Branch(@76, #3, #4)
#4:
    Void @80 = Return(@74)
}

; The sum may be in an inner loop.
proc in_an_inner_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(-1)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Void @13 = Upsilon(@5, ^@25)
    Void @14 = Upsilon(@21, ^@26)
    Void @15 = Jump(#2)
#2:
    Int64 @25 = Phi()
    Int64 @26 = Phi()
    Int64 @30 = Mul(@26, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @32 = Add(@25, @6)
    Void @33 = Upsilon(@32, ^@25)
    Void @34 = Upsilon(@31, ^@26)
    Void @35 = Branch(@32, #2, #3)
#3:
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #4)
#4:
    Void @50 = Return(@31)
}

; An exit state needs the counter.
proc in_a_state(Int64, Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@20]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int32 @36 = Equal(@31, @6)
    Void @37 = Check(@36, state=state0)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; With references, no address is carried around the loop.
proc reference(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1, reference)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; A loop that runs less often than its preheader is not changed.
proc turns_seldom(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @9 = Jump(#1)
#1 frequency=4:
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#2)
#2 frequency=2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @22 = Add(@0, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #2, #3)
#3:
    Void @50 = Return(@31)
}
