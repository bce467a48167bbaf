barebones 1
; Loops with bounds checks: four iterations with one test and without checks, and the original loop for the rest.
;! opt unroll_by_four
;! run

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
;; check: Check(
;; check: Mul(
;; not: Mul(
;; run is_equal(0, 9, -1) == 24599

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
;; run traps(0, 9, 9) == 24599
;; run traps(0, 12, 12) == 664295
;; run traps(0, 9, 8) traps User(1)
;; run traps(0, 20, 9) traps User(1)

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
;; run branches_out(0, 9, 9) == 24599
;; run branches_out(0, 12, 12) == 664295
;; run branches_out(0, 9, 0) == 1
;; run branches_out(0, 9, 7) == 2737
;; run branches_out(0, 12, 3) == 35
;; run branches_out(0, 20, 13) == 1992910

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
;; run branches_out_written(0, 9, 9) == 24599
;; run branches_out_written(0, 12, 12) == 664295
;; run branches_out_written(0, 9, 0) == 7
;; run branches_out_written(0, 9, 4) == 32
;; run branches_out_written(0, 9, 7) == 908
;; run branches_out_written(0, 12, 8) == 2730
;; run branches_out_written(0, 20, 13) == 664295

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
;; check: Check(
;; check: Mul(
;; not: Mul(
;; run other_exit(0, 9, 9) == 24599

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
;; check: Check(
;; check: Mul(
;; not: Mul(
;; run state_outside(0, 9, 9) == 24599
