barebones 1
; Loops with bounds checks: four iterations with one test and without checks, and the original loop for the rest.
;! opt unroll_by_four
;! run

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
;; run two_of_one_limit(0, 12, 12) == 664295
;; run two_of_one_limit(0, 13, 13) == 1992897

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
;; run zero_extended(0, 12, 12) == 664295
;; run zero_extended(0, 13, 13) == 1992897

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
;; run sign_extended(0, 12, 12) == 664295
;; run sign_extended(0, 13, -1) == 1992897

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
;; check: Check(
;; check: Mul(
;; not: Mul(

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
;; check: Check(
;; check: Mul(
;; not: Mul(
;; run grows(0, 9, 100) == 24599
