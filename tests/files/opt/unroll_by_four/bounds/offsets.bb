barebones 1
; Loops with bounds checks: four iterations with one test and without checks, and the original loop for the rest.
;! opt unroll_by_four
;! run

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
;; run until_it_is(0, 9, 9) == 24599
;; run until_it_is(0, 12, 12) == 664295

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
;; run down(11, 0, 12) == 1107169
;; run down(11, -1, 12) == 3321507
;; run down(3, 0, 4) == 61

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
;; run element_before(0, 12, 10) == 132854
;; run element_before(0, 13, 13) == 398574

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
;; run next_element(0, 12, 12) == 664295
;; run next_element(0, 13, 13) == 1992897

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
;; run two_lengths(0, 12, 12) == 310001
;; run two_lengths(0, 13, 13) == 930015
