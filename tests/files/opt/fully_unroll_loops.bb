barebones 1
; Loops that turn a known number of times: their turns, one after the other.
;! opt fully_unroll_loops reduce_strength eliminate_dead_code
;; check: proc up_to_a_constant(
;; not: Phi(
;; check: Return(
;; check: proc sixteen_turns(
;; not: Phi(
;; check: Return(
;; check: proc seventeen_turns(
;; check: Phi(
;; check: Return(
;; check: proc one_turn(
;; not: Phi(
;; check: Return(
;; check: proc over_the_end(
;; not: Phi(
;; check: Return(
;; check: proc until_it_is(
;; not: Phi(
;; check: Return(
;; check: proc up_to_an_argument(
;; check: Phi(
;; check: Return(
;; check: proc from_an_argument(
;; check: Phi(
;; check: Return(
;; check: proc by_shifts(
;; not: Phi(
;; check: Return(
;; check: proc begins_with_the_last(
;; not: Phi(
;; check: Return(
;; check: proc turns_with_the_last(
;; not: Phi(
;; check: Return(
;; check: proc decided_at_the_head(
;; not: Phi(
;; check: Return(
;; check: proc fibonacci(
;; not: Phi(
;; check: Return(
;; check: proc with_ways_in_it(
;; check: Phi(
;; check: Phi(
;; check: Phi(
;; check: Phi(
;; check: Phi(
;; not: Phi(
;; check: Return(
;; check: proc written_in_another_turn(
;; check: Phi(
;; check: Phi(
;; check: Phi(
;; not: Phi(
;; check: Return(
;; check: proc another_way_out(
;; check: Branch(
;; check: Branch(
;; not: Branch(
;; check: Return(
;; check: Branch(
;; check: Branch(
;; not: Branch(
;; check: proc used_behind_another_way_out(
;; check: Branch(
;; check: Branch(
;; not: Branch(
;; check: Return(
;; check: proc measured(
;; not: frequency=4
;; check: #2 frequency=0.75
;; not: frequency=3
;; check: Return(
;; not: frequency=3
;; check: frequency=0.75
;; not: frequency=3
;; check: proc ends_sometimes(
;; check: Phi(
;; check: Return(
;; check: proc one_behind_the_other(
;; not: Phi(
;; check: Return(
;; check: proc too_little_goes(
;; check: Phi(
;; check: Return(
;; check: proc too_much_is_left(
;; check: Phi(
;; check: Return(
;; check: proc with_a_call(
;; check: Phi(
;; check: Return(
;; check: proc in_a_state(
;; check: Phi(
;; check: Return(
;; check: proc two_ways_in(
;; check: Phi(
;; check: Return(
;; check: proc rare(
;; check: Phi(
;; check: Return(
;; check: proc seldom(
;; check: Phi(
;; check: Return(
;; check: proc around_another(
;; check: Phi(
;; check: Phi(
;; not: Phi(
;; check: Return(
;; check: proc with_references(
;; check: Phi(
;; check: Return(
;! run
;; run up_to_a_constant() == 6465676
;; run sixteen_turns() == 638
;; run seventeen_turns() == 686
;; run one_turn() == 235
;; run over_the_end() == 2134598951702
;; run until_it_is() == 220325
;; run up_to_an_argument(4) == 6465676
;; run up_to_an_argument(9) == 185106732482661
;; run from_an_argument(0) == 6465676
;; run from_an_argument(3) == 223
;; run by_shifts() == 10308899
;; run begins_with_the_last() == 6795
;; run turns_with_the_last() == 209566
;; run decided_at_the_head(2) == 84965
;; run decided_at_the_head(-3) == 45240679
;; run fibonacci() == 5039
;; run with_ways_in_it(6) == 8
;; run with_ways_in_it(27) == 869
;; run written_in_another_turn(6) == 139
;; run written_in_another_turn(27) == 3389
;; run another_way_out(65) == 0
;; run another_way_out(66) == 1
;; run another_way_out(68) == 3
;; run another_way_out(69) == -1
;; run used_behind_another_way_out(65) == 0
;; run used_behind_another_way_out(67) == 2
;; run used_behind_another_way_out(69) == 3
;; run measured(67) == 2
;; run measured(70) == -1
;; run ends_sometimes(0) == 9
;; run ends_sometimes(1) == 821
;; run ends_sometimes(2) == 25
;; run one_behind_the_other(3) == 0
;; run one_behind_the_other(-2) == 0
;; run too_little_goes(5) == -4207019113199380539
;; run too_much_is_left(5) == 460621163849661982
;; run with_a_call(-7) == 7
;; run in_a_state(3) == 12074
;; run two_ways_in(0) == 110
;; run two_ways_in(1) == 0
;; run rare(1) == 0
;; run seldom(0) == 3
;; run seldom(1) == 0
;; run around_another() == 2278

extern abs(Int32) -> Int32

data bytes = "ABCD"

; Four turns. What is used outside is what the last one has made.
proc up_to_a_constant() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; Sixteen turns, and one more.
proc sixteen_turns() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(16)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Add(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

proc seventeen_turns() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(17)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Add(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; It does not turn twice.
proc one_turn() -> Int64 {
#0:
    Int32 @0 = Const32(9)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; What counts wraps.
proc over_the_end() -> Int64 {
#0:
    Int32 @0 = Const32(2147483645)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = GreaterThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; The relation that ends the loop is true at last.
proc until_it_is() -> Int64 {
#0:
    Int32 @0 = Const32(12)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(-4)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = Equal(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #2, #1)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; The limit is not known.
proc up_to_an_argument(Int64) -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int64 @21 = ArgumentReg(%a0)
    Int32 @3 = Trunc(@21)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; Nor is it where the counter begins.
proc from_an_argument(Int64) -> Int64 {
#0:
    Int64 @21 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@21)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = NotEqual(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; It counts by shifts.
proc by_shifts() -> Int64 {
#0:
    Int32 @0 = Const32(128)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(2)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = ZShr(@8, @2)
    Int32 @14 = NotEqual(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; The last of two Upsilons says where it begins.
proc begins_with_the_last() -> Int64 {
#0:
    Int32 @0 = Const32(2)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(31)
    Int32 @21 = Const32(1)
    Void @22 = Upsilon(@21, ^@8)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = NotEqual(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; And what is next.
proc turns_with_the_last() -> Int64 {
#0:
    Int32 @0 = Const32(1)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = NotEqual(@13, @3)
    Void @22 = Upsilon(@3, ^@8)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}

; The head decides; its turns are there once more than those of the body.
proc decided_at_the_head(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Mul(@8, @8)
    Int32 @10 = LessThan(@7, @2)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int64 @12 = Add(@9, @7)
    Int64 @13 = Add(@7, @3)
    Void @14 = Upsilon(@13, ^@7)
    Void @15 = Upsilon(@12, ^@8)
    Void @16 = Jump(#1)
#3:
    Int64 @17 = Sub(@9, @7)
    Int64 @18 = BitXor(@17, @8)
    Void @19 = Return(@18)
}

; Phis that get each other.
proc fibonacci() -> Int64 {
#0:
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = Const64(11)
    Void @3 = Upsilon(@1, ^@7)
    Void @4 = Upsilon(@0, ^@8)
    Void @5 = Upsilon(@0, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Add(@7, @8)
    Int64 @11 = Add(@9, @1)
    Int32 @12 = Below(@11, @2)
    Void @13 = Upsilon(@10, ^@7)
    Void @14 = Upsilon(@7, ^@8)
    Void @15 = Upsilon(@11, ^@9)
    Void @16 = Branch(@12, #1, #2)
#2:
    Int64 @17 = Mul(@7, @8)
    Int64 @18 = Add(@17, @10)
    Void @19 = Return(@18)
}

; A Phi in it is copied: the procedure has five of them.
proc with_ways_in_it(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(5)
    Int32 @22 = Const32(1)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@0, ^@9)
    Void @6 = Upsilon(@3, ^@17)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = BitAnd(@9, @2)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int64 @12 = Mul(@9, @3)
    Void @13 = Upsilon(@12, ^@17)
    Void @14 = Jump(#4)
#3:
    Int64 @15 = ZShr(@9, @22)
    Void @26 = Upsilon(@15, ^@17)
    Void @16 = Jump(#4)
#4:
    Int64 @17 = Phi()
    Int64 @18 = Add(@17, @8)
    Int64 @19 = Add(@8, @2)
    Int32 @20 = NotEqual(@19, @3)
    Void @21 = Upsilon(@18, ^@9)
    Void @23 = Upsilon(@19, ^@8)
    Void @24 = Branch(@20, #1, #5)
#5:
    Void @25 = Return(@18)
}

; One that is not written on each way has what another turn wrote.
proc written_in_another_turn(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(5)
    Int32 @22 = Const32(1)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@0, ^@9)
    Void @6 = Upsilon(@3, ^@17)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = BitAnd(@9, @2)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int64 @12 = Mul(@9, @3)
    Void @13 = Upsilon(@12, ^@17)
    Void @14 = Jump(#4)
#3:
    Int64 @15 = ZShr(@9, @22)
    Void @16 = Jump(#4)
#4:
    Int64 @17 = Phi()
    Int64 @18 = Add(@17, @8)
    Int64 @19 = Add(@8, @2)
    Int32 @20 = NotEqual(@19, @3)
    Void @21 = Upsilon(@18, ^@9)
    Void @23 = Upsilon(@19, ^@8)
    Void @24 = Branch(@20, #1, #5)
#5:
    Void @25 = Return(@18)
}

; Another way out stays, and what Upsilons carry there.
proc another_way_out(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(-1)
    Int64 @5 = SymbolAddress(bytes)
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Add(@5, @8)
    Int32 @10 = Load8Z(@9)
    Int64 @11 = ZExt32(@10)
    Int32 @12 = Equal(@11, @0)
    Void @13 = Upsilon(@8, ^@20)
    Void @14 = Branch(@12, #3, #2)
#2:
    Int64 @15 = Add(@8, @2)
    Int32 @16 = NotEqual(@15, @3)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@4, ^@20)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @20 = Phi()
    Void @21 = Return(@20)
}

; What else is used outside may be of any turn.
proc used_behind_another_way_out(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(-1)
    Int64 @5 = SymbolAddress(bytes)
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Add(@5, @8)
    Int32 @10 = Load8Z(@9)
    Int64 @11 = ZExt32(@10)
    Int32 @12 = Equal(@11, @0)
    Void @13 = Upsilon(@8, ^@20)
    Void @14 = Branch(@12, #3, #2)
#2:
    Int64 @15 = Add(@8, @2)
    Int32 @16 = NotEqual(@15, @3)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@4, ^@20)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @20 = Phi()
    Void @21 = Return(@8)
}

; Each turn runs as often as the way in, where that is measured.
proc measured(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(-1)
    Int64 @5 = SymbolAddress(bytes)
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#1)
#1 frequency=4:
    Int64 @8 = Phi()
    Int64 @9 = Add(@5, @8)
    Int32 @10 = Load8Z(@9)
    Int64 @11 = ZExt32(@10)
    Int32 @12 = Equal(@11, @0)
    Void @13 = Upsilon(@8, ^@20)
    Void @14 = Branch(@12, #3, #2)
#2 frequency=3:
    Int64 @15 = Add(@8, @2)
    Int32 @16 = NotEqual(@15, @3)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@4, ^@20)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @20 = Phi()
    Void @21 = Return(@20)
}

; Not every turn comes to the Branch that is known to leave.
proc ends_sometimes(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(2)
    Int64 @4 = Const64(40)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = BitAnd(@9, @2)
    Int64 @11 = Mul(@9, @9)
    Void @12 = Upsilon(@11, ^@25)
    Void @13 = Branch(@10, #2, #3)
#2:
    Int32 @14 = Equal(@8, @3)
    Void @15 = Branch(@14, #4, #3)
#3:
    Int64 @16 = Add(@8, @2)
    Int64 @17 = Add(@9, @16)
    Int32 @18 = NotEqual(@16, @4)
    Void @19 = Upsilon(@16, ^@8)
    Void @20 = Upsilon(@17, ^@9)
    Void @21 = Upsilon(@17, ^@25)
    Void @22 = Branch(@18, #1, #4)
#4:
    Int64 @25 = Phi()
    Void @26 = Return(@25)
}

; Two loops: the second has in its turns what the first has made last.
proc one_behind_the_other(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Mul(@8, @8)
    Int64 @10 = Add(@9, @7)
    Int64 @11 = Add(@7, @2)
    Int32 @12 = NotEqual(@11, @3)
    Void @13 = Upsilon(@11, ^@7)
    Void @14 = Upsilon(@10, ^@8)
    Void @15 = Branch(@12, #1, #2)
#2:
    Void @16 = Upsilon(@1, ^@19)
    Void @17 = Upsilon(@0, ^@20)
    Void @18 = Jump(#3)
#3:
    Int64 @19 = Phi()
    Int64 @20 = Phi()
    Int64 @21 = BitXor(@10, @19)
    Int64 @22 = Add(@19, @2)
    Int32 @23 = NotEqual(@22, @3)
    Void @24 = Upsilon(@22, ^@19)
    Void @25 = Upsilon(@9, ^@20)
    Void @26 = Branch(@23, #3, #4)
#4:
    Int64 @27 = Sub(@21, @20)
    Void @28 = Return(@27)
}

; A value that is not known in any turn costs: of so many a quarter would have to go, ..
proc too_little_goes(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(4)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @11 = BitXor(@10, @9)
    Int64 @12 = Sub(@11, @9)
    Int64 @13 = Mul(@12, @9)
    Int64 @14 = BitXor(@13, @9)
    Int64 @15 = Sub(@14, @9)
    Int64 @16 = Mul(@15, @9)
    Int64 @17 = BitXor(@16, @9)
    Int64 @18 = Sub(@17, @9)
    Int64 @50 = Mul(@18, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
}

; .. and there may be no more than so many.
proc too_much_is_left(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(14)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @11 = BitXor(@10, @9)
    Int64 @12 = Sub(@11, @9)
    Int64 @13 = Mul(@12, @9)
    Int64 @50 = BitXor(@13, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
}

; A call.
proc with_a_call(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(2)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Trunc(@9)
    Int32 @11 = CCall(abs, @10)
    Int64 @50 = SExt32(@11)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
}

; An exit state names what it has made.
proc in_a_state(Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@9]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @50 = BitXor(@10, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Int32 @57 = Equal(@50, @1)
    Void @58 = Check(@57, state=state0)
    Void @56 = Return(@50)
}

; There are two ways in.
proc two_ways_in(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @7 = Branch(@0, #3, #4)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @50 = BitXor(@10, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
#3:
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @57 = Jump(#1)
#4:
    Void @58 = Upsilon(@2, ^@8)
    Void @59 = Upsilon(@3, ^@9)
    Void @60 = Jump(#1)
}

; It is rare.
proc rare(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Branch(@0, #1:rare, #3)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @50 = BitXor(@10, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
#3:
    Void @57 = Return(@0)
}

; It runs less often than the procedure.
proc seldom(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @7 = Branch(@0, #3, #4)
#1 frequency=0.75:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @50 = BitXor(@10, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
#3 frequency=0.25:
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @57 = Jump(#1)
#4:
    Void @58 = Return(@3)
}

; It has a loop in it, which becomes its turns; it stays itself.
proc around_another() -> Int64 {
#0:
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = Const64(2)
    Int64 @3 = Const64(3)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Void @9 = Upsilon(@0, ^@12)
    Void @10 = Upsilon(@8, ^@13)
    Void @11 = Jump(#2)
#2:
    Int64 @12 = Phi()
    Int64 @13 = Phi()
    Int64 @14 = Mul(@13, @3)
    Int64 @15 = Add(@14, @12)
    Int64 @16 = Add(@12, @1)
    Int32 @17 = NotEqual(@16, @2)
    Void @18 = Upsilon(@16, ^@12)
    Void @19 = Upsilon(@15, ^@13)
    Void @20 = Branch(@17, #2, #3)
#3:
    Int64 @21 = Add(@7, @1)
    Int32 @22 = NotEqual(@21, @3)
    Void @23 = Upsilon(@21, ^@7)
    Void @24 = Upsilon(@15, ^@8)
    Void @25 = Branch(@22, #1, #4)
#4:
    Void @26 = Return(@15)
}

; References.
proc with_references(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi(reference)
    Int64 @50 = Load(@9, reference)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
}
