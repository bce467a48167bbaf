barebones 1
; Loops with bounds checks: four iterations with one test and without checks, and the original loop for the rest.
;! opt unroll_by_four
;; check: proc up_to(
;; check: Const64(-4)
;; check: Const64(3)
;; check: Below(
;; check: Select(
;; check: Const64(-3)
;; check: Const64(9223372036854775804)
;; check: Below(
;; check: Select(
;; check: LessThan(
;; check: Select(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; not: Branch(
;; check: proc narrow(
;; check: Const32(2147483644)
;; check: Below(
;; check: Select(
;; check: LessThan(
;; check: Select(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; not: Branch(
;; check: proc as_the_loop(
;; check: Const64(-4)
;; check: Const64(-3)
;; check: Below(
;; check: Select(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Below(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; not: Branch(
;; check: proc first_unknown(
;; check: Below(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; check: Below(
;; check: Branch(
;; check: proc first_negative(
;; check: Below(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; check: Const64(3)
;; check: Add(
;; check: Below(
;; check: Branch(
;; check: proc until_it_is(
;; check: Below(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Above(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; check: Below(
;; check: Branch(
;; check: proc down(
;; check: Const64(3)
;; check: Below(
;; check: Const64(-3)
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: GreaterThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; check: Const64(-3)
;; check: Add(
;; check: Below(
;; check: Branch(
;; check: proc element_before(
;; check: Below(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; check: Const64(-2)
;; check: Add(
;; check: Below(
;; check: Branch(
;; check: proc next_element(
;; check: Below(
;; check: LessThan(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; not: Branch(
;; check: proc two_lengths(
;; check: Const64(3)
;; check: Below(
;; check: Const64(-3)
;; check: Const64(4)
;; check: Below(
;; check: Const64(-4)
;; check: Below(
;; check: Select(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; check: Const64(-1)
;; check: Add(
;; check: Below(
;; check: Branch(
;; not: Branch(
;; check: proc two_of_one_limit(
;; check: Below(
;; check: LessThan(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; not: Branch(
;; check: proc zero_extended(
;; check: Below(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; check: ZExt32(
;; check: Below(
;; check: Branch(
;; check: proc sign_extended(
;; check: Const64(2147483647)
;; check: Below(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; check: SExt32(
;; check: Below(
;; check: Branch(
;; check: proc sign_extended_above(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: proc multiple(
;; check: Const64(9)
;; check: Below(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; check: Mul(
;; check: Add(
;; check: Below(
;; check: Branch(
;; check: proc grows(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: proc large_steps(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: proc computed_length(
;; check: Add(@2, 
;; check: Below(
;; check: LessThan(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Check(
;; check: Mul(
;; not: Mul(
;; not: Check(
;; not: Branch(
;; check: proc changing_length(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: proc loaded_length(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: proc another_value(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: proc one_of_two(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: proc overflow(
;; check: CheckAdd(
;; check: Mul(
;; not: Mul(
;; check: proc is_equal(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: proc traps(
;; check: Below(
;; check: LessThan(
;; check: TrapIf(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: TrapIf(
;; check: Mul(
;; not: TrapIf(
;; check: Mul(
;; not: TrapIf(
;; check: Mul(
;; not: TrapIf(
;; check: Mul(
;; not: Mul(
;; not: TrapIf(
;; not: Branch(
;; check: proc branches_out(
;; check: Below(
;; check: LessThan(
;; check: :rare
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: :rare
;; check: Mul(
;; not: :rare
;; check: Mul(
;; not: :rare
;; check: Mul(
;; not: :rare
;; check: Mul(
;; not: Mul(
;; not: :rare
;; not: Branch(
;; check: proc branches_out_written(
;; check: Below(
;; check: LessThan(
;; check: :rare
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Branch(
;; not: :rare
;; check: Mul(
;; not: :rare
;; check: Mul(
;; not: :rare
;; check: Mul(
;; not: :rare
;; check: Mul(
;; not: Mul(
;; not: :rare
;; not: Branch(
;; check: proc other_exit(
;; check: Check(
;; check: Mul(
;; not: Mul(
;; check: proc state_outside(
;; check: Check(
;; check: Mul(
;; not: Mul(
;! run
;; run up_to(0, 0, 1) == 3
;; run up_to(0, 9, 9) == 24599
;; run up_to(0, 12, 12) == 664295
;; run up_to(0, 12, -1) == 664295
;; run up_to(0, 8, 100) == 8197
;; run narrow(0, 9, 9) == 24599
;; run narrow(0, 12, 12) == 664295
;; run as_the_loop(0, 9, 9) == 24599
;; run as_the_loop(5, 12, 12) == 8195
;; run as_the_loop(-9, -1, -1) == -21323
;; run first_unknown(0, 9, 9) == 24599
;; run first_unknown(0, 12, 12) == 664295
;; run first_unknown(4, 12, 12) == 21317
;; run first_unknown(-20, -7, -1) == -13950323
;; run first_negative(0, 9, 12) == -132865
;; run first_negative(0, 12, 15) == -3587233
;; run until_it_is(0, 9, 9) == 24599
;; run until_it_is(0, 12, 12) == 664295
;; run down(11, 0, 12) == 1107169
;; run down(11, -1, 12) == 3321507
;; run down(3, 0, 4) == 61
;; run element_before(0, 12, 10) == 132854
;; run element_before(0, 13, 13) == 398574
;; run next_element(0, 12, 12) == 664295
;; run next_element(0, 13, 13) == 1992897
;; run two_lengths(0, 12, 12) == 310001
;; run two_lengths(0, 13, 13) == 930015
;; run two_of_one_limit(0, 12, 12) == 664295
;; run two_of_one_limit(0, 13, 13) == 1992897
;; run zero_extended(0, 12, 12) == 664295
;; run zero_extended(0, 13, 13) == 1992897
;; run sign_extended(0, 12, 12) == 664295
;; run sign_extended(0, 13, -1) == 1992897
;; run grows(0, 9, 100) == 24599
;; run large_steps(0, 9, -1) == 24599
;; run computed_length(0, 9, 6) == 24599
;; run computed_length(0, 12, 9) == 664295
;; run changing_length(0, 9, 4611686018427387904) == 24599
;; run another_value(0, 9, -1) == 24599
;; run one_of_two(0, 9, -1) == 24599
;; run overflow(0, 9, -1) == 24599
;; run is_equal(0, 9, -1) == 24599
;; run traps(0, 9, 9) == 24599
;; run traps(0, 12, 12) == 664295
;; run branches_out(0, 9, 9) == 24599
;; run branches_out(0, 12, 12) == 664295
;; run branches_out_written(0, 9, 9) == 24599
;; run branches_out_written(0, 12, 12) == 664295
;; run other_exit(0, 9, 9) == 24599
;; run state_outside(0, 9, 9) == 24599
;; run traps(0, 9, 8) traps User(1)
;; run traps(0, 20, 9) traps User(1)
;; run branches_out(0, 9, 0) == 1
;; run branches_out(0, 9, 7) == 2737
;; run branches_out(0, 12, 3) == 35
;; run branches_out(0, 20, 13) == 1992910
;; run branches_out_written(0, 9, 0) == 7
;; run branches_out_written(0, 9, 4) == 32
;; run branches_out_written(0, 9, 7) == 908
;; run branches_out_written(0, 12, 8) == 2730
;; run branches_out_written(0, 20, 13) == 664295

; One limit for both: the counter starts at zero and does not wrap.
proc up_to(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; 32 bits; only the caller knows the start of the counter.
proc narrow(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @40 = Trunc(@0)
    Int32 @41 = Trunc(@1)
    Int32 @42 = Trunc(@2)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @42)
    Void @13 = Check(@12, state=state0)
    Int64 @43 = SExt32(@10)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @43)
    Int32 @19 = Const32(1)
    Int32 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @41)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; The loop compares as the check does, so the start need not be known.
proc as_the_loop(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = Below(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; The counter may be less than zero: one more test.
proc first_unknown(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; It is less than zero at first.
proc first_negative(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(-3)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @8 = Const64(3)
    Int64 @9 = Add(@10, @8)
    Int32 @12 = AboveEqual(@9, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; A loop that ends on equality implies nothing about lengths.
proc until_it_is(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = NotEqual(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; Counting down: one more test, of the unsigned number.
proc down(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(-1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = GreaterThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; An element before the counter: one more test, of the sum.
proc element_before(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(2)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @8 = Const64(2)
    Int64 @9 = Sub(@10, @8)
    Int32 @12 = BelowEqual(@2, @9)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; The sum is in bounds, or is the length.
proc next_element(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @8 = Const64(1)
    Int64 @9 = Add(@10, @8)
    Int32 @12 = Above(@9, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; Two lengths, and elements on both sides of the counter: one test, of the one before it.
proc two_lengths(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @8 = Const64(1)
    Int64 @9 = Sub(@10, @8)
    Int32 @12 = AboveEqual(@9, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @14 = Add(@10, @8)
    Int64 @15 = Add(@2, @8)
    Int32 @26 = Above(@14, @15)
    Void @27 = Check(@26, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; A copy is in bounds of both: the smaller limit counts.
proc two_of_one_limit(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int32 @26 = AboveEqual(@10, @1)
    Void @27 = Check(@26, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; An extension that may wrap is then in bounds.
proc zero_extended(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @40 = Trunc(@0)
    Int32 @41 = Trunc(@1)
    Int32 @42 = Trunc(@2)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @9 = ZExt32(@10)
    Int32 @12 = AboveEqual(@9, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @43 = SExt32(@10)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @43)
    Int32 @19 = Const32(1)
    Int32 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @41)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; A length is at most the largest 32-bit number.
proc sign_extended(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @40 = Trunc(@0)
    Int32 @41 = Trunc(@1)
    Int32 @42 = Trunc(@2)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @9 = SExt32(@10)
    Int32 @12 = AboveEqual(@9, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @43 = SExt32(@10)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @43)
    Int32 @19 = Const32(1)
    Int32 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @41)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; A negative number is above all others: four iterations might wrap.
proc sign_extended_above(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @40 = Trunc(@0)
    Int32 @41 = Trunc(@1)
    Int32 @42 = Trunc(@2)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @9 = SExt32(@10)
    Int32 @12 = BelowEqual(@9, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @43 = SExt32(@10)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @43)
    Int32 @19 = Const32(1)
    Int32 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @41)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; A number that grows by three: one more test of it.
proc multiple(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @8 = Const64(2)
    Int64 @9 = Mul(@10, @8)
    Int64 @14 = Add(@9, @10)
    Int32 @12 = AboveEqual(@14, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; An index whose step grows in each iteration.
proc grows(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @9 = Mul(@10, @10)
    Int32 @12 = AboveEqual(@9, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; Steps of more than 65536.
proc large_steps(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @8 = Const32(17)
    Int64 @9 = Shl(@10, @8)
    Int32 @12 = AboveEqual(@9, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; The length is computed in the loop, from invariant values.
proc computed_length(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @8 = Const64(3)
    Int64 @9 = Add(@2, @8)
    Int32 @12 = AboveEqual(@10, @9)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; It differs in each iteration.
proc changing_length(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @9 = BitXor(@11, @2)
    Int32 @12 = AboveEqual(@10, @9)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; It may differ in each iteration.
proc loaded_length(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @9 = Load(@0)
    Int32 @12 = AboveEqual(@10, @9)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; A check of a value that the iteration computes.
proc another_value(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@11, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; One check of two.
proc one_of_two(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int32 @26 = AboveEqual(@11, @2)
    Void @27 = Check(@26, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; A check that computes.
proc overflow(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @26 = CheckAdd(@11, @10, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; Another relation.
proc is_equal(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = Equal(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; An index out of bounds traps.
proc traps(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = TrapIf(@12, User(1))
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
}

; An index out of bounds branches to a block that uses the counter.
proc branches_out(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Branch(@12, #4:rare, #3)
#3:
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
#4:
    Int64 @35 = Add(@11, @10)
    Void @36 = Return(@35)
}

; It branches to one that reads what the previous iteration has written.
proc branches_out_written(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @33 = Const64(7)
    Void @32 = Upsilon(@33, ^@35)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Branch(@12, #4:rare, #3)
#3:
    Void @34 = Upsilon(@11, ^@35)
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
#4:
    Int64 @35 = Phi()
    Void @36 = Return(@35)
}

; Another exit uses the counter.
proc other_exit(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @8 = Const64(255)
    Int64 @9 = BitAnd(@11, @8)
    Void @14 = Branch(@9, #3, #4:rare)
#3:
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
#4:
    Void @36 = Return(@10)
}

; Another exit has a check whose state uses it.
proc state_outside(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@10, @11]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = AboveEqual(@10, @2)
    Void @13 = Check(@12, state=state0)
    Int64 @8 = Const64(255)
    Int64 @9 = BitAnd(@11, @8)
    Void @14 = Branch(@9, #3, #4:rare)
#3:
    Int64 @16 = Const64(3)
    Int64 @17 = Mul(@11, @16)
    Int64 @18 = Add(@17, @10)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@10, @19)
    Int32 @21 = LessThan(@20, @1)
    Void @22 = Upsilon(@20, ^@10)
    Void @23 = Upsilon(@18, ^@11)
    Void @24 = Branch(@21, #1, #2)
#2:
    Void @25 = Return(@18)
#4:
    Void @35 = Check(@0, state=state0)
    Void @36 = Return(@0)
}
