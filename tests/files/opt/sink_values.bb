barebones 1
; Values that only rare blocks use are computed there.
;! opt sink_values
;; check: proc multiplied(
;; not: Mul
;; check: #2:
;; check: @3 = Mul(
;; check: Return(@3)
;; check: proc chain(
;; not: Mul
;; not: BitXor
;; check: #2:
;; check: @4 = Mul(
;; check: @5 = BitXor(
;; check: Return(@5)
;; check: proc by_frequency(
;; not: Mul
;; check: #2 freq
;; check: @3 = Mul(
;; check: proc not_rare_enough(
;; check: @3 = Mul(
;; check: #1
;; check: proc rare_and_not(
;; check: @3 = Mul(
;; check: #1:
;; check: proc below_one(
;; not: Mul
;; check: #2:
;; check: @3 = Mul(
;; check: #3:
;; check: proc in_two(
;; check: @3 = Mul(
;; check: #1:
;; check: proc rarest_near_enough(
;; not: Mul
;; check: #2 freq
;; check: @3 = Mul(
;; check: proc divided(
;; not: Div
;; check: #2:
;; check: @3 = Div(
;; check: proc fixed_loads(
;; not: = Load(
;; check: #2:
;; check: @4 = Load(
;; check: proc other_loads(
;; check: @4 = Load(
;; check: #1:
;; check: proc trapping_loads(
;; check: @4 = Load(
;; check: #1:
;; check: proc for_a_phi(
;; not: Mul
;; check: #2:
;; check: @3 = Mul(
;; check: Upsilon(@3
;; check: proc behind_phis(
;; check: Jump(#3)
;; check: #3 freq
;; check: @0 = Phi()
;; check: @4 = Mul(
;; check: proc behind_loop(
;; check: #1
;; not: Mul
;; check: #2:
;; check: @8 = Mul(
;; check: proc behind_loop_of_two(
;; check: #1
;; check: @11 = Mul(
;; check: #2:
;; check: proc into_loop(
;; check: @4 = Mul(
;; check: #1
;; check: proc rare_in_loop(
;; check: #1:
;; not: Mul
;; check: #3:
;; check: @7 = Mul(
;; check: proc into_other_loop(
;; check: #2 freq
;; check: @6 = Mul(
;; check: #3 freq
;; check: proc in_exit_state(
;; check: @5 = Mul(
;; check: #1:
;; check: proc references(
;; check: Add(
;; check: #1:
;; check: proc opaque(
;; check: @3 = Opaque(
;; check: #1:
;; check: proc pair(
;; check: Branch(
;; check: @4 = AddCarry(
;; check: proc of_pair(
;; check: @4 = AddCarry(
;; check: @5 = Extract(
;; check: #1:
;; check: proc constant(
;; check: @4 = Const64(5)
;; check: #1:
;; check: proc dead_user(
;; not: Mul
;; not: BitXor
;; check: #2:
;; check: @3 = Mul(
;; check: proc by_another_name(
;; not: Mul
;; check: #2:
;; check: @3 = Mul(
;; check: @4 = Identity(@3)
;; check: proc never_reached(
;; check: @3 = Mul(
;; check: #1:
;; check: proc rare_already(
;; check: @4 = Mul(
;; check: #3:
;; check: proc far_below(
;; check: @3 = Mul(
;; check: #1 freq
;! run
;; run multiplied(7, 0) == 84
;; run multiplied(7, 1) == 7
;; run chain(7, 0) == 83
;; run chain(7, 1) == 7
;; run by_frequency(7, 0) == 84
;; run by_frequency(7, 1) == 7
;; run not_rare_enough(7, 0) == 84
;; run not_rare_enough(7, 1) == 7
;; run rare_and_not(7, 0) == 84
;; run rare_and_not(7, 1) == 84
;; run rare_and_not(7, 2) == 7
;; run below_one(7, 0) == 84
;; run below_one(7, 1) == 7
;; run below_one(0, 0) == 1
;; run in_two(7, 0) == 84
;; run in_two(7, 1) == 7
;; run in_two(0, 0) == 1
;; run rarest_near_enough(7, 0) == 84
;; run rarest_near_enough(7, 1) == 7
;; run divided(84, 0) == 8
;; run divided(84, 12) == 84
;; run fixed_loads(@data:words, 0) == 7
;; run fixed_loads(@data:words, 1) == 1
;; run other_loads(@data:words, 0) == 7
;; run other_loads(@data:words, 1) == 1
;; run trapping_loads(@data:words, 0) == 7
;; run trapping_loads(@data:words, 1) == 1
;; run for_a_phi(7, 0) == 84
;; run for_a_phi(7, 1) == 7
;; run behind_phis(7, 0) == 91
;; run behind_phis(7, 1) == 7
;; run behind_loop(3) == 36
;; run behind_loop(0) == 12
;; run behind_loop_of_two(3) == 18
;; run into_loop(4, 3) == 192
;; run into_loop(4, 9) == 0
;; run rare_in_loop(4, 3) == 36
;; run rare_in_loop(4, 9) == 0
;; run into_other_loop(3) == 108
;; run in_exit_state(7, 0) == 84
;; run in_exit_state(7, 1) == 7
;; run references(@data:words, 0) == 7
;; run references(@data:words, 1) == 1
;; run opaque(7, 0) == 7
;; run opaque(7, 1) == 1
;; run pair(7, 0) == 15
;; run pair(7, 1) == 7
;; run of_pair(7, 0) == 15
;; run of_pair(7, 1) == 7
;; run constant(7, 0) == 5
;; run constant(7, 1) == 7
;; run dead_user(7, 0) == 84
;; run dead_user(7, 1) == 7
;; run by_another_name(7, 0) == 84
;; run by_another_name(7, 1) == 7
;; run never_reached(7, 0) == 7
;; run rare_already(7, 0) == 84
;; run rare_already(0, 0) == 1
;; run far_below(7, 0) == 84
;; run far_below(7, 1) == 7

data words = u64:1 u64:7

; The path is rare.
proc multiplied(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Void @10 = Branch(@1, #1, #2:rare)
#1:
    Void @11 = Return(@0)
#2:
    Void @12 = Return(@3)
}

; Its operands follow.
proc chain(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @4 = Mul(@0, @2)
    Int64 @3 = Const64(7)
    Int64 @5 = BitXor(@4, @3)
    Void @10 = Branch(@1, #1, #2:rare)
#1:
    Void @11 = Return(@0)
#2:
    Void @12 = Return(@5)
}

; The frequency of the edge is lower.
proc by_frequency(Int64, Int64) -> Int64 {
#0 frequency=100.0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Void @10 = Branch(@1, #1, #2)
#1 frequency=70.0:
    Void @11 = Return(@0)
#2 frequency=30.0:
    Void @12 = Return(@3)
}

; The frequencies are about equal.
proc not_rare_enough(Int64, Int64) -> Int64 {
#0 frequency=100.0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Void @10 = Branch(@1, #1, #2)
#1 frequency=50.0:
    Void @11 = Return(@0)
#2 frequency=50.0:
    Void @12 = Return(@3)
}

; One edge there is rare, and another is not.
proc rare_and_not(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Void @4 = Branch(@1, #1, #2:rare)
#1:
    Int64 @5 = Const64(1)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #2, #3)
#2:
    Void @8 = Return(@3)
#3:
    Void @9 = Return(@0)
}

; All uses are dominated by a rare block.
proc below_one(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Void @4 = Branch(@1, #1, #2:rare)
#1:
    Void @5 = Return(@0)
#2:
    Void @6 = Branch(@0, #3, #4)
#3:
    Void @7 = Return(@3)
#4:
    Int64 @8 = Const64(1)
    Int64 @9 = BitOr(@3, @8)
    Void @10 = Return(@9)
}

; Two rare blocks use it, and their common dominator is not rare.
proc in_two(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Void @4 = Branch(@0, #1, #2:rare)
#1:
    Void @5 = Branch(@1, #3, #4:rare)
#2:
    Int64 @6 = Const64(1)
    Int64 @7 = BitOr(@3, @6)
    Void @8 = Return(@7)
#3:
    Void @9 = Return(@0)
#4:
    Void @10 = Return(@3)
}

; The block of the use is less rare than one above.
proc rarest_near_enough(Int64, Int64) -> Int64 {
#0 frequency=100.0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Void @4 = Branch(@1, #1, #2)
#1 frequency=90.0:
    Void @5 = Return(@0)
#2 frequency=10.0:
    Void @6 = Jump(#3)
#3 frequency=80.0:
    Void @7 = Jump(#4)
#4 frequency=80.0:
    Void @8 = Return(@3)
}

; A division may be executed less often.
proc divided(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(10)
    Int64 @3 = Div(@0, @2)
    Void @4 = Branch(@1, #1, #2:rare)
#1:
    Void @5 = Return(@0)
#2:
    Void @7 = Return(@3)
}

; Nothing changes the loaded memory.
proc fixed_loads(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @4 = Load(@0, offset=8, immutable)
    Void @5 = Branch(@1, #1, #2:rare)
#1:
    Int64 @6 = Const64(1)
    Void @7 = Return(@6)
#2:
    Void @8 = Return(@4)
}

; Something may change the loaded memory.
proc other_loads(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @4 = Load(@0, offset=8)
    Void @5 = Branch(@1, #1, #2:rare)
#1:
    Int64 @6 = Const64(1)
    Void @7 = Return(@6)
#2:
    Void @8 = Return(@4)
}

; It may trap.
proc trapping_loads(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @4 = Load(@0, offset=8, traps, immutable)
    Void @5 = Branch(@1, #1, #2:rare)
#1:
    Int64 @6 = Const64(1)
    Void @7 = Return(@6)
#2:
    Void @8 = Return(@4)
}

; An Upsilon on a rare path uses it.
proc for_a_phi(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Void @4 = Branch(@1, #1, #2:rare)
#1:
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Jump(#3)
#2:
    Void @7 = Upsilon(@3, ^@8)
    Void @9 = Jump(#3)
#3:
    Int64 @8 = Phi()
    Void @10 = Return(@8)
}

; It is placed after the Phis of the block.
proc behind_phis(Int64, Int64) -> Int64 {
#0 frequency=100.0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = Const64(12)
    Int64 @4 = Mul(@1, @3)
    Void @5 = Branch(@2, #1, #2)
#1 frequency=50.0:
    Void @6 = Return(@1)
#2 frequency=50.0:
    Void @7 = Upsilon(@1, ^@0)
    Void @8 = Jump(#3)
#3 frequency=10.0:
    Int64 @0 = Phi()
    Int64 @9 = Add(@0, @4)
    Void @10 = Return(@9)
}

; Its only use is after the loop.
proc behind_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@1, ^@3)
    Void @4 = Jump(#1)
#1:
    Int64 @3 = Phi()
    Int64 @5 = Const64(1)
    Int64 @6 = Add(@3, @5)
    Int64 @7 = Const64(12)
    Int64 @8 = Mul(@6, @7)
    Void @9 = Upsilon(@6, ^@3)
    Int32 @10 = LessThan(@6, @0)
    Void @11 = Branch(@10, #1, #2)
#2:
    Void @12 = Return(@8)
}

; Both operands would be live after the loop.
proc behind_loop_of_two(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@1, ^@3)
    Void @4 = Upsilon(@1, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @3 = Phi()
    Int64 @5 = Phi()
    Int64 @7 = Const64(1)
    Int64 @8 = Add(@3, @7)
    Int64 @9 = Const64(2)
    Int64 @10 = Add(@5, @9)
    Int64 @11 = Mul(@8, @10)
    Void @12 = Upsilon(@8, ^@3)
    Void @13 = Upsilon(@10, ^@5)
    Int32 @14 = LessThan(@8, @0)
    Void @15 = Branch(@14, #1, #2)
#2:
    Void @16 = Return(@11)
}

; A rare block of a loop may run more often than the preheader.
proc into_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @3 = Const64(12)
    Int64 @4 = Mul(@0, @3)
    Int64 @5 = Const64(0)
    Void @6 = Upsilon(@5, ^@7)
    Void @8 = Upsilon(@5, ^@9)
    Void @10 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @9 = Phi()
    Int64 @11 = Const64(1)
    Int64 @12 = Add(@7, @11)
    Void @13 = Upsilon(@12, ^@7)
    Void @14 = Upsilon(@9, ^@26)
    Int32 @15 = GreaterThan(@0, @1)
    Void @16 = Branch(@15, #3:rare, #2)
#2:
    Int64 @26 = Phi()
    Void @27 = Upsilon(@26, ^@9)
    Int32 @17 = LessThan(@12, @0)
    Void @18 = Branch(@17, #1, #4)
#3:
    Int64 @19 = Add(@9, @4)
    Void @20 = Upsilon(@19, ^@26)
    Void @21 = Jump(#2)
#4:
    Void @23 = Return(@26)
}

; A rare block of the same loop.
proc rare_in_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@2, ^@4)
    Void @5 = Upsilon(@2, ^@20)
    Void @8 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @20 = Phi()
    Int64 @6 = Const64(12)
    Int64 @7 = Mul(@4, @6)
    Int64 @9 = Const64(1)
    Int64 @10 = Add(@4, @9)
    Void @11 = Upsilon(@10, ^@4)
    Void @12 = Upsilon(@20, ^@13)
    Int32 @14 = Equal(@4, @1)
    Void @15 = Branch(@14, #3:rare, #2)
#2:
    Int64 @13 = Phi()
    Void @16 = Upsilon(@13, ^@20)
    Int32 @17 = LessThan(@10, @0)
    Void @18 = Branch(@17, #1, #4)
#3:
    Void @19 = Upsilon(@7, ^@13)
    Void @21 = Jump(#2)
#4:
    Void @22 = Return(@13)
}

; A value of one loop is used in another one, which may have more iterations.
proc into_other_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@1, ^@3)
    Void @4 = Jump(#1)
#1 frequency=10.0:
    Int64 @3 = Phi()
    Int64 @5 = Const64(12)
    Int64 @7 = Const64(1)
    Int64 @8 = Add(@3, @7)
    Int64 @6 = Mul(@8, @5)
    Void @9 = Upsilon(@8, ^@3)
    Int32 @10 = LessThan(@8, @0)
    Void @11 = Branch(@10, #1, #2)
#2 frequency=9.0:
    Void @12 = Upsilon(@1, ^@13)
    Void @14 = Upsilon(@1, ^@15)
    Void @16 = Jump(#3)
#3 frequency=4.0:
    Int64 @13 = Phi()
    Int64 @15 = Phi()
    Int64 @17 = Add(@15, @6)
    Int64 @18 = Add(@13, @7)
    Void @19 = Upsilon(@18, ^@13)
    Void @20 = Upsilon(@17, ^@15)
    Int32 @21 = LessThan(@18, @0)
    Void @22 = Branch(@21, #3, #4)
#4:
    Void @23 = Return(@17)
}

; An exit state names it.
proc in_exit_state(Int64, Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@5]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int32 @3 = Const32(0)
    Int64 @5 = Mul(@0, @2)
    Void @6 = Check(@3, state=state0)
    Void @7 = Branch(@1, #1, #2:rare)
#1:
    Void @8 = Return(@0)
#2:
    Void @9 = Return(@5)
}

; References and values computed from them stay.
proc references(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Opaque(@0, reference)
    Int64 @3 = Const64(8)
    Int64 @4 = Add(@2, @3)
    Void @5 = Branch(@1, #1, #2:rare)
#1:
    Int64 @6 = Const64(1)
    Void @7 = Return(@6)
#2:
    Int64 @8 = Load(@4)
    Void @9 = Return(@8)
}

; An Opaque stays where it is.
proc opaque(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @3 = Opaque(@0)
    Void @4 = Branch(@1, #1, #2:rare)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Void @7 = Return(@3)
}

; A tuple moves to the extraction of its elements.
proc pair(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(1)
    (Int64, Int32) @4 = AddCarry(@0, @0, @2)
    Void @6 = Branch(@1, #1, #2:rare)
#1:
    Void @7 = Return(@0)
#2:
    Int64 @5 = Extract(@4, 0)
    Void @8 = Return(@5)
}

; An extraction stays with its tuple.
proc of_pair(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(1)
    (Int64, Int32) @4 = AddCarry(@0, @0, @2)
    Int64 @5 = Extract(@4, 0)
    Void @6 = Branch(@1, #1, #2:rare)
#1:
    Void @7 = Return(@0)
#2:
    Void @8 = Return(@5)
}

; A value without operands is materialized at its use anyway.
proc constant(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @4 = Const64(5)
    Void @5 = Branch(@1, #1, #2:rare)
#1:
    Void @6 = Return(@0)
#2:
    Void @7 = Return(@4)
}

; A dead use needs nothing.
proc dead_user(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Int64 @4 = BitXor(@3, @2)
    Void @5 = Branch(@1, #1, #2:rare)
#1:
    Void @6 = Return(@0)
#2:
    Void @7 = Return(@3)
}

; Nor does an Identity without uses.
proc by_another_name(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Int64 @4 = Identity(@3)
    Void @5 = Branch(@1, #1, #2:rare)
#1:
    Void @6 = Return(@0)
#2:
    Void @7 = Return(@4)
}

; A use in an unreachable block does not count.
proc never_reached(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Int64 @9 = Const64(0)
    Void @4 = Branch(@9, #2:rare, #1)
#1:
    Void @5 = Return(@0)
#2:
    Void @6 = Return(@3)
#3:
    Int64 @7 = Add(@3, @0)
    Void @8 = Return(@7)
}

; It is no rarer than where it is.
proc rare_already(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@1, #1, #2:rare)
#1:
    Void @5 = Return(@0)
#2:
    Int64 @3 = Const64(12)
    Int64 @4 = Mul(@0, @3)
    Void @6 = Branch(@0, #3, #4)
#3:
    Void @7 = Return(@4)
#4:
    Int64 @8 = Const64(1)
    Void @9 = Return(@8)
}

; The block of the use is too far below the rare one.
proc far_below(Int64, Int64) -> Int64 {
#0 frequency=100.0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(12)
    Int64 @3 = Mul(@0, @2)
    Void @4 = Branch(@1, #1, #2)
#1 frequency=90.0:
    Void @5 = Return(@0)
#2 frequency=10.0:
    Void @6 = Jump(#3)
#3 frequency=80.0:
    Void @7 = Jump(#4)
#4 frequency=80.0:
    Void @8 = Jump(#5)
#5 frequency=80.0:
    Void @9 = Jump(#6)
#6 frequency=80.0:
    Void @10 = Jump(#7)
#7 frequency=80.0:
    Void @11 = Jump(#8)
#8 frequency=80.0:
    Void @12 = Jump(#9)
#9 frequency=80.0:
    Void @13 = Jump(#10)
#10 frequency=80.0:
    Void @14 = Jump(#11)
#11 frequency=80.0:
    Void @15 = Jump(#12)
#12 frequency=80.0:
    Void @16 = Jump(#13)
#13 frequency=80.0:
    Void @17 = Jump(#14)
#14 frequency=80.0:
    Void @18 = Jump(#15)
#15 frequency=80.0:
    Void @19 = Jump(#16)
#16 frequency=80.0:
    Void @20 = Jump(#17)
#17 frequency=80.0:
    Void @21 = Jump(#18)
#18 frequency=80.0:
    Void @22 = Jump(#19)
#19 frequency=80.0:
    Void @23 = Jump(#20)
#20 frequency=80.0:
    Void @24 = Jump(#21)
#21 frequency=80.0:
    Void @25 = Return(@3)
}
