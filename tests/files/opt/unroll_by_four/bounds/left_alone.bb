barebones 1
; Loops with bounds checks: four iterations with one test and without checks, and the original loop for the rest.
;! opt unroll_by_four
;! run

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
;; check: Check(
;; check: Mul(
;; not: Mul(
;; run large_steps(0, 9, -1) == 24599

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
;; run computed_length(0, 9, 6) == 24599
;; run computed_length(0, 12, 9) == 664295

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
;; check: Check(
;; check: Mul(
;; not: Mul(
;; run changing_length(0, 9, 4611686018427387904) == 24599

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
;; check: Check(
;; check: Mul(
;; not: Mul(

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
;; check: Check(
;; check: Mul(
;; not: Mul(
;; run another_value(0, 9, -1) == 24599

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
;; check: Check(
;; check: Mul(
;; not: Mul(
;; run one_of_two(0, 9, -1) == 24599

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
;; check: CheckAdd(
;; check: Mul(
;; not: Mul(
;; run overflow(0, 9, -1) == 24599
