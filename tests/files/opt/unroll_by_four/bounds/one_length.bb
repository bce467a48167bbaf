barebones 1
; Loops with bounds checks: four iterations with one test and without checks, and the original loop for the rest.
;! opt unroll_by_four
;! run

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
;; run up_to(0, 0, 1) == 3
;; run up_to(0, 9, 9) == 24599
;; run up_to(0, 12, 12) == 664295
;; run up_to(0, 12, -1) == 664295
;; run up_to(0, 8, 100) == 8197

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
;; run narrow(0, 9, 9) == 24599
;; run narrow(0, 12, 12) == 664295

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
;; run as_the_loop(0, 9, 9) == 24599
;; run as_the_loop(5, 12, 12) == 8195
;; run as_the_loop(-9, -1, -1) == -21323

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
;; run first_unknown(0, 9, 9) == 24599
;; run first_unknown(0, 12, 12) == 664295
;; run first_unknown(4, 12, 12) == 21317
;; run first_unknown(-20, -7, -1) == -13950323

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
;; run first_negative(0, 9, 12) == -132865
;; run first_negative(0, 12, 15) == -3587233
