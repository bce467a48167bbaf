barebones 1
; Loops that are unrolled by four with one test, each with a twin that is not; and the frequencies of the copies.
;! opt unroll_by_four
;! run

; A number that is too large ends it as well.
proc writes_on_both_paths(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(1000000)
    Void @5 = Upsilon(@0, ^@7)
    Void @6 = Upsilon(@2, ^@8)
    Void @9 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Mul(@8, @3)
    Int64 @11 = Add(@10, @7)
    Void @12 = Upsilon(@11, ^@30)
    Int32 @13 = GreaterThan(@11, @4)
    Void @14 = Branch(@13, #3, #2)
#2:
    Int64 @15 = Add(@7, @2)
    Int32 @16 = LessThan(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @18 = Upsilon(@11, ^@8)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @30 = Phi()
    Void @31 = Return(@30)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run writes_on_both_paths(0, 0) == 31
;; run writes_on_both_paths(0, 3) == 29824
;; run writes_on_both_paths(0, 9) == 28660961
;; run writes_on_both_paths(0, 40) == 28660961

; A value used outside may be of any of the iterations.
proc used_on_both_paths(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(1000000)
    Void @5 = Upsilon(@0, ^@7)
    Void @6 = Upsilon(@2, ^@8)
    Void @9 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Mul(@8, @3)
    Int64 @11 = Add(@10, @7)
    Void @12 = Upsilon(@11, ^@30)
    Int32 @13 = GreaterThan(@11, @4)
    Void @14 = Branch(@13, #3, #2)
#2:
    Int64 @15 = Add(@7, @2)
    Int32 @16 = LessThan(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @18 = Upsilon(@11, ^@8)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @30 = Phi()
    Void @31 = Return(@11)
}
;; check: Mul(
;; not: Mul(
;; run used_on_both_paths(0, 0) == 31
;; run used_on_both_paths(0, 3) == 29824
;; run used_on_both_paths(0, 9) == 28660961
;; run used_on_both_paths(0, 40) == 28660961

; The inner loop has the same trip count in each iteration of the outer one.
proc in_another(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(100)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@2, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Void @12 = Upsilon(@0, ^@20)
    Void @13 = Upsilon(@11, ^@21)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@21, @3)
    Int64 @23 = Add(@22, @20)
    Int64 @24 = Add(@20, @2)
    Int32 @25 = LessThan(@24, @1)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@23, ^@21)
    Void @28 = Branch(@25, #2, #3)
#3:
    Int64 @30 = Add(@10, @2)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@23, ^@11)
    Int32 @33 = LessThan(@30, @1)
    Void @34 = Branch(@33, #1, #4)
#4:
    Void @35 = Return(@23)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run in_another(0, 3) == 26468910765280
;; run in_another(2, 12) == -3429436656398241037

; Its trip count is the outer counter.
proc to_the_outer_counter(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(100)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@2, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Void @12 = Upsilon(@0, ^@20)
    Void @13 = Upsilon(@11, ^@21)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@21, @3)
    Int64 @23 = Add(@22, @20)
    Int64 @24 = Add(@20, @2)
    Int32 @25 = LessThan(@24, @10)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@23, ^@21)
    Void @28 = Branch(@25, #2, #3)
#3:
    Int64 @30 = Add(@10, @2)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@23, ^@11)
    Int32 @33 = LessThan(@30, @1)
    Void @34 = Branch(@33, #1, #4)
#4:
    Void @35 = Return(@23)
}
;; check: Mul(
;; not: Mul(
;; run to_the_outer_counter(0, 3) == 923522
;; run to_the_outer_counter(2, 12) == 473953837706241793

proc from_a_number_to_another(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(100)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@2, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Void @12 = Upsilon(@0, ^@20)
    Void @13 = Upsilon(@11, ^@21)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@21, @3)
    Int64 @23 = Add(@22, @20)
    Int64 @24 = Add(@20, @2)
    Int32 @25 = LessThan(@24, @4)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@23, ^@21)
    Void @28 = Branch(@25, #2, #3)
#3:
    Int64 @30 = Add(@10, @2)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@23, ^@11)
    Int32 @33 = LessThan(@30, @1)
    Void @34 = Branch(@33, #1, #4)
#4:
    Void @35 = Return(@23)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run from_a_number_to_another(0, 3) == -7162071152609407977
;; run from_a_number_to_another(2, 12) == -5955656471052805461

; Its trip count is what remains of the outer loop.
proc from_the_outer_counter(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(100)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@2, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Void @12 = Upsilon(@10, ^@20)
    Void @13 = Upsilon(@11, ^@21)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@21, @3)
    Int64 @23 = Add(@22, @20)
    Int64 @24 = Add(@20, @2)
    Int32 @25 = LessThan(@24, @4)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@23, ^@21)
    Void @28 = Branch(@25, #2, #3)
#3:
    Int64 @30 = Add(@10, @2)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@23, ^@11)
    Int32 @33 = LessThan(@30, @1)
    Void @34 = Branch(@33, #1, #4)
#4:
    Void @35 = Return(@23)
}
;; check: Mul(
;; not: Mul(
;; run from_the_outer_counter(0, 3) == 1883619804771558480
;; run from_the_outer_counter(2, 12) == -6227852058742219003

; Two iterations of sixteen remain, and three and a half times four share a test.
proc measured(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1 frequency=16:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@13)
}
;; not: frequency
;; check: #1 frequency=2.0:
;; not: frequency
;; check: #4 frequency=3.5:
;; not: frequency
;; check: #6 frequency=3.5:
;; check: Jump(#4)
;; run measured(0, 0) == 3
;; run measured(0, 9) == 359
;; run measured(0, 40) == 5230176581
