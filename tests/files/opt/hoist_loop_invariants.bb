barebones 1
; Loop-invariant values are hoisted to the preheader if their effects allow it.
;! opt hoist_loop_invariants
;; check: proc pure
;; check: #2:
;; not: Mul
;; check: #4:
;; check: @8 = Mul(@0, @1)
;; check: Jump(#2)
;; check: proc has_preheader
;; check: #1:
;; check: @8 = Mul(@0, @1)
;; check: Jump(#2)
;; check: #2:
;; not: #5:
;; check: proc chain
;; check: #0:
;; check: @8 = Mul(@0, @1)
;; check: @9 = MulHigh(@8, @0)
;; check: Jump(#1)
;; check: proc entries_into_a_loop
;; check: #1:
;; check: @8 = Mul(
;; check: #2:
;; not: #3:
;; check: proc root_loop
;; check: @4 = Mul(
;; check: @3 = Branch(
;; check: proc irreducible
;; check: #1:
;; check: @8 = Mul(
;; check: #2:
;; not: #4:
;; check: proc cheap(
;; check: #1:
;; check: @9 = 
;; check: proc taken_along(
;; check: #0:
;; check: = Add(@0, @3)
;; check: @9 = Load(
;; check: Jump(#1)
;; check: #1:
;; check: @8 = Add(@0, @3)
;; check: Store(@6, @8
;; check: proc load(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc folded_load(
;; check: #1:
;; check: @9 = 
;; check: proc load_of_what_is_stored(
;; check: #1:
;; check: @9 = 
;; check: proc load_next_to_a_store(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc load_overlaps_a_store(
;; check: #1:
;; check: @9 = 
;; check: proc load_of_another_slot(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc load_of_the_same_slot(
;; check: #1:
;; check: @9 = 
;; check: proc load_of_a_range(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc load_of_the_same_range(
;; check: #1:
;; check: @9 = 
;; check: proc load_after_a_call(
;; check: #3:
;; check: @9 = Load(
;; check: proc load_in_some_iterations(
;; check: #5:
;; check: = Load(@0)
;; check: #6:
;; check: @9 = Identity(
;; check: proc load_of_one_side(
;; check: #2:
;; check: @9 = Load(
;; check: proc load_after_both_sides(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc load_after_an_exit(
;; check: #1:
;; check: @9 = 
;; check: proc load_with_an_exit(
;; check: #0:
;; check: @10 = TrapIf(
;; check: @9 = Load(
;; check: Jump(#1)
;; check: proc free_load(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc immutable(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc division(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc division_after_a_test(
;; check: #2:
;; check: @9 = UDiv(
;; check: proc division_by_three(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc signed_division_by_minus_one(
;; check: #2:
;; check: @9 = Div(
;; check: proc trap(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc trap_after_a_store(
;; check: #1:
;; check: @9 = 
;; check: proc traps_in_order(
;; check: #1:
;; check: @9 = 
;; check: proc compared(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc trapping_load(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc trapping_load_after_a_store(
;; check: #1:
;; check: @9 = 
;; check: proc check(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc check_after_an_effect(
;; check: #1:
;; check: @9 = 
;; check: proc check_with_a_state(
;; check: #1:
;; check: @9 = 
;; check: proc check_with_an_operand(
;; check: #1:
;; check: @9 = 
;; check: proc of_the_loop(
;; check: #1:
;; check: @9 = 
;; check: proc opaque_call(
;; check: #0:
;; check: @10 = CCall(
;; check: Jump(#1)
;; check: proc after_an_inner_loop(
;; check: #3:
;; check: @9 = Load(
;; check: proc nested(
;; check: #0:
;; check: @9 = Mul(@0, @0)
;; check: Jump(#1)
;; check: #1:
;; check: @10 = Mul(@6, @6)
;; check: @11 = Load(@1
;; check: Jump(#2)
;; check: proc store_in_an_inner_loop(
;; check: #1:
;; check: @9 = 
;; check: proc rare(
;; check: #2:
;; check: @9 = Mul(
;; check: proc of_one_side(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc seldom(
;; check: #2 
;; check: @9 = Mul(
;; check: proc reference(
;; check: #1:
;; check: @9 = 
;; check: proc address(
;; check: #1:
;; check: @9 = 
;; check: proc reference_where_nothing_moves(
;; check: #0:
;; check: @9 = 
;; check: Jump(#1)
;; check: proc fence(
;; check: #1:
;; check: @9 = 
;; check: proc calls(
;; check: #0:
;; check: @9 = UDiv(
;; not: Mul(
;; check: Jump(#1)
;; check: @11 = Mul(
;; check: proc many(
;; check: #1:
;; check: Mul(@0
;; check: Mul(@0
;! run
;; run pure(3, 5, 0) == 15
;; run pure(3, 5, 4) == 75
;; run has_preheader(3, 5, 4) == 75
;; run chain(5, 3) == 0
;; run entries_into_a_loop@0(3) == 9
;; run entries_into_a_loop@1(3) == 9
;; run root_loop(3, 4) == 12
;; run irreducible(3, 4) == 1
;; run irreducible(3, 0) == 1
;; run cheap(@data:words, 0) == 12
;; run taken_along(@data:words, 0) == 21
;; run load(@data:words, 0) == 21
;; run folded_load(@data:words, 0) == 21
;; run load_of_what_is_stored(@data:words, 0) == 12
;; run load_next_to_a_store(@data:words, 0) == 21
;; run load_overlaps_a_store(@data:words, 0) == 360287970189639701
;; run load_of_another_slot(5, 0) == 15
;; run load_of_the_same_slot(5, 0) == 10
;; run load_of_a_range(@data:words, @data:others) == 21
;; run load_of_the_same_range(@data:words, @data:words) == 12
;; run load_after_a_call(@data:words, 0) == 21
;; run load_after_a_call(@data:words, 1) == 21
;; run load_in_some_iterations(0, 0) == 0
;; run load_in_some_iterations(@data:words, 0) == 21
;; run load_of_one_side(0, 0) == 0
;; run load_of_one_side(@data:words, 0) == 21
;; run load_after_both_sides(@data:words, 0) == 21
;; run load_after_both_sides(@data:words, 1) == 21
;; run load_after_an_exit(0, 1) traps User(1)
;; run load_after_an_exit(@data:words, 0) traps User(2)
;; run load_with_an_exit(0, 1) traps User(1)
;; run load_with_an_exit(@data:words, 0) == 21
;; run free_load(@data:words, 0) traps User(2)
;; run immutable(@data:words, @data:others) == 21
;; run division(20, 4) == 15
;; run division_after_a_test(20, 0) == 0
;; run division_after_a_test(20, 4) == 15
;; run division_by_three(20, 0) == 0
;; run division_by_three(20, 4) == 18
;; run signed_division_by_minus_one(0x8000000000000000, 0) == 0
;; run signed_division_by_minus_one(20, 4) == -60
;; run trap(0, 0) == 6
;; run trap(0, 1) traps User(1)
;; run trap_after_a_store(@data:words, 0) == 6
;; run trap_after_a_store(@data:words, 1) traps User(1)
;; run traps_in_order(0, 1) traps User(2)
;; run compared(4, 4) == 6
;; run compared(3, 4) traps User(1)
;; run trapping_load(@data:words, 0) == 21
;; run trapping_load_after_a_store(@data:words, @data:others) == 21
;; run of_the_loop(2, 0) == 12
;; run opaque_call(0, -5) == 15
;; run after_an_inner_loop(@data:words, 0) == 21
;; run nested(2, @data:words) == 38
;; run store_in_an_inner_loop(@data:words, 0) == 12
;; run rare(3, 1) == 27
;; run rare(3, 0) == 0
;; run of_one_side(3, 1) == 27
;; run of_one_side(3, 0) == 0
;; run seldom(3, 1) == 27
;; run seldom(3, 0) == 0
;; run reference(@data:words, 0) == 21
;; run address(@data:words, 0) == 147
;; run reference_where_nothing_moves(@data:words, 0) == 21
;; run fence(@data:words, 0) == 21
;; run calls(20, 4) == -225
;; run many(1, 2) == 38220

data words = u64:7 u64:8
data others = u64:9 u64:10
extern abs(Int32) -> Int32

; Two edges enter the loop, one of them critical: a new preheader is on both.
proc pure(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @13 = Const64(0)
    Void @4 = Upsilon(@13, ^@6)
    Void @14 = Upsilon(@13, ^@15)
    Void @5 = Branch(@2, #2, #1)
#1:
    Void @7 = Jump(#2)
#2:
    Int64 @6 = Phi()
    Int64 @15 = Phi()
    Int64 @8 = Mul(@0, @1)
    Int64 @9 = Add(@15, @8)
    Int64 @10 = Add(@6, @3)
    Void @11 = Upsilon(@10, ^@6)
    Void @16 = Upsilon(@9, ^@15)
    Int32 @12 = LessEqual(@10, @2)
    Void @17 = Branch(@12, #2, #3)
#3:
    Void @18 = Return(@9)
}

; The block that jumps to the loop is its preheader.
proc has_preheader(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @13 = Const64(0)
    Void @5 = Branch(@2, #1, #3)
#1:
    Void @4 = Upsilon(@13, ^@6)
    Void @14 = Upsilon(@13, ^@15)
    Void @7 = Jump(#2)
#2:
    Int64 @6 = Phi()
    Int64 @15 = Phi()
    Int64 @8 = Mul(@0, @1)
    Int64 @9 = Add(@15, @8)
    Int64 @10 = Add(@6, @3)
    Void @11 = Upsilon(@10, ^@6)
    Void @16 = Upsilon(@9, ^@15)
    Int32 @12 = LessEqual(@10, @2)
    Void @17 = Branch(@12, #2, #4)
#3:
    Void @18 = Return(@13)
#4:
    Void @19 = Return(@9)
}

; Hoisting a value allows others to be hoisted.
proc chain(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @3 = Const64(-1)
    Void @4 = Upsilon(@1, ^@6)
    Void @5 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @8 = Mul(@0, @1)
    Int64 @9 = MulHigh(@8, @0)
    Int64 @10 = Add(@6, @3)
    Void @11 = Upsilon(@10, ^@6)
    Void @12 = Branch(@10, #1, #2)
#2:
    Void @13 = Return(@9)
}

; A loop with two entries of the procedure is not changed: no block can be added before it.
proc entries_into_a_loop(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-1)
    Void @2 = Upsilon(@0, ^@6)
    Void @3 = EntrySwitch(#1, #1)
#1:
    Int64 @6 = Phi()
    Int64 @8 = Mul(@0, @0)
    Int64 @9 = Add(@6, @1)
    Void @10 = Upsilon(@9, ^@6)
    Void @11 = Branch(@9, #1, #2)
#2:
    Void @12 = Return(@8)
}

; Nor is one that starts at the root.
proc root_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @4 = Mul(@0, @1)
    Int64 @2 = Const64(0)
    Void @3 = Branch(@2, #0, #1)
#1:
    Void @5 = Return(@4)
}

; Irreducible control flow with two entries is not a loop here.
proc irreducible(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Void @3 = Upsilon(@0, ^@6)
    Void @4 = Branch(@1, #1, #2)
#1:
    Int64 @8 = Mul(@0, @1)
    Void @9 = Jump(#2)
#2:
    Int64 @6 = Phi()
    Int64 @10 = Add(@6, @2)
    Void @11 = Upsilon(@10, ^@6)
    Void @12 = Branch(@10, #1, #3)
#3:
    Void @13 = Return(@6)
}

; Values that cost nothing as an address or an operand stay at their use.
proc cheap(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @8 = Add(@0, @1)
    Int64 @9 = Load(@8, range=1..2)
    Void @10 = Store(@6, @8, range=1..2)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; An operand that stays, because it is cheap for its other uses, is copied along.
proc taken_along(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @8 = Add(@0, @3)
    Int64 @9 = Load(@8, offset=-3, range=1..2)
    Void @10 = Store(@6, @8, offset=5, range=2..3)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; Nothing is stored in the loop.
proc load(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; Few registers are left, so a load that one value can use as a memory operand stays.
proc folded_load(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0)
    Int64 @46 = Add(@9, @1)
    Int64 @52 = Add(@7, @46)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The loop stores to the loaded address.
proc load_of_what_is_stored(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0)
    Void @10 = Store(@6, @0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The store is adjacent: the same address, another offset.
proc load_next_to_a_store(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0)
    Void @10 = Store(@6, @0, offset=8)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The store overlaps it by one byte.
proc load_overlaps_a_store(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0)
    Int32 @11 = Trunc(@6)
    Void @10 = Store8(@11, @0, offset=7)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; Stores to another slot do not alias.
proc load_of_another_slot(Int64, Int64) -> Int64 {
    slot0 = stack 8 locked
    slot1 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Int64 @8 = SlotBase(slot0)
    Int64 @11 = SlotBase(slot1)
    Void @12 = Store(@0, @8)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@8)
    Void @10 = Store(@6, @11)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; This one does.
proc load_of_the_same_slot(Int64, Int64) -> Int64 {
    slot0 = stack 8 locked
    slot1 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Int64 @8 = SlotBase(slot0)
    Int64 @11 = SlotBase(slot0)
    Void @12 = Store(@0, @8)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@8)
    Void @10 = Store(@6, @11)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The store has another heap range.
proc load_of_a_range(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, range=1..2)
    Void @10 = Store(@6, @1, range=2..3)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The store has the same heap range.
proc load_of_the_same_range(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, range=1..3)
    Void @10 = Store(@6, @1, range=2..3)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; A call may write to all memory, and need not return.
proc load_after_a_call(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @40 = Branch(@1, #2:rare, #3)
#2:
    Int32 @8 = Trunc(@6)
    Int32 @10 = CCall(abs, @8)
    Void @41 = Jump(#3)
#3:
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; The first iteration may exit before the load: its address may be invalid.
proc load_in_some_iterations(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Branch(@0, #2, #3)
#2:
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#3:
    Void @58 = Return(@7)
#4:
    Void @57 = Return(@52)
}


; One side of a branch has the load.
proc load_of_one_side(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@0, #2, #3)
#2:
    Int64 @9 = Load(@0)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; Both sides reach it.
proc load_after_both_sides(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Branch(@1, #2, #3)
#2:
    Void @11 = Jump(#4)
#3:
    Void @12 = Jump(#4)
#4:
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #5)
#5:
    Void @57 = Return(@52)
}


; An exit before the load protects it.
proc load_after_an_exit(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = TrapIf(@7, User(2))
    Void @10 = TrapIf(@1, User(1))
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; Here both are hoisted, in this order.
proc load_with_an_exit(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @10 = TrapIf(@1, User(1))
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The load is marked as safe to execute anywhere.
proc free_load(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = TrapIf(@7, User(2))
    Int64 @9 = Load(@0, not_control_dependent)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The memory is immutable, independent of stores.
proc immutable(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, immutable)
    Void @10 = Store(@6, @1)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The first iteration divides.
proc division(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = UDiv(@0, @1)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The division is not reached with a divisor of zero.
proc division_after_a_test(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@1, #2, #3)
#2:
    Int64 @9 = UDiv(@0, @1)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; This one has a result anywhere.
proc division_by_three(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@1, #2, #3)
#2:
    Int64 @9 = UDiv(@0, @3)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; The least number divided by -1 has none.
proc signed_division_by_minus_one(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@1, #2, #3)
#2:
    Int64 @9 = Div(@0, @2)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; The first effect of the first iteration.
proc trap(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @9 = TrapIf(@1, User(1))
    Int64 @52 = Add(@7, @6)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; A store comes before the trap.
proc trap_after_a_store(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Store(@6, @0)
    Void @9 = TrapIf(@1, User(1))
    Int64 @52 = Add(@7, @6)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The other trap comes first.
proc traps_in_order(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = TrapIf(@6, User(2))
    Void @9 = TrapIf(@1, User(1))
    Int64 @52 = Add(@7, @6)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The comparison is hoisted with the check.
proc compared(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int32 @8 = Below(@0, @1)
    Void @9 = TrapIf(@8, User(1))
    Int64 @52 = Add(@7, @6)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; A load that traps is a check.
proc trapping_load(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, traps)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; This one traps after a store.
proc trapping_load_after_a_store(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Store(@6, @1, range=1..2)
    Int64 @9 = Load(@0, traps, range=2..3)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; All of its exit state is defined outside the loop.
proc check(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@0, @1]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = CheckAdd(@0, @1, generator=generator0, state=state0)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The store must be done when the check exits.
proc check_after_an_effect(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@0, @1]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Store(@6, @0)
    Int64 @9 = CheckAdd(@1, @1, generator=generator0, state=state0)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; Its exit state differs in each iteration.
proc check_with_a_state(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@0, @6]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = CheckAdd(@0, @1, generator=generator0, state=state0)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; So does an operand for its generator.
proc check_with_an_operand(Int64, Int64) -> Int64 {
    generator0 = "leave"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = CheckAdd(@0, @1, @6, generator=generator0)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; An operand differs in each iteration.
proc of_the_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Mul(@0, @6)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; A call without effects is a value like others.
proc opaque_call(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int32 @8 = Trunc(@1)
    Int32 @10 = CCall(abs, @8, effects={})
    Int64 @9 = SExt32(@10)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; The inner loop may be infinite.
proc after_an_inner_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Jump(#2)
#2:
    Void @10 = Branch(@4, #2, #3)
#3:
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; Out of both loops, or out of one; the load not past the store in the outer one.
proc nested(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Jump(#2)
#2:
    Int64 @9 = Mul(@0, @0)
    Int64 @10 = Mul(@6, @6)
    Int64 @11 = Load(@1)
    Int64 @12 = Add(@9, @10)
    Int64 @16 = Add(@12, @11)
    Int64 @17 = Sub(@16, @11)
    Int64 @13 = Add(@17, @11)
    Void @14 = Branch(@4, #2, #3)
#3:
    Void @15 = Store(@6, @1)
    Int64 @52 = Add(@7, @13)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; A store in the inner loop counts for the outer one.
proc store_in_an_inner_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0)
    Void @8 = Jump(#2)
#2:
    Void @10 = Store(@6, @0)
    Void @11 = Branch(@4, #2, #3)
#3:
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; The block in the loop is rare.
proc rare(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@1, #2:rare, #3)
#2:
    Int64 @9 = Mul(@0, @0)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; A value without effects is hoisted from there too.
proc of_one_side(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@1, #2, #3)
#2:
    Int64 @9 = Mul(@0, @0)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; The block runs less often than the preheader.
proc seldom(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@1, #2, #3)
#2 frequency=0.5:
    Int64 @9 = Mul(@0, @0)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; A reference is not live across a call that may move it.
proc reference(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, range=1..2)
    Void @40 = Branch(@1, #2:rare, #3)
#2:
    Int32 @8 = Trunc(@6)
    Int32 @10 = CCall(abs, @8, effects={safepoint})
    Void @41 = Jump(#3)
#3:
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; Nor is a value computed from one, even indirectly.
proc address(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @8 = Add(@0, @1)
    Int64 @11 = Load(@8, range=1..2)
    Int64 @9 = Mul(@11, @11)
    Void @40 = Branch(@1, #2:rare, #3)
#2:
    Int32 @12 = Trunc(@6)
    Int32 @10 = CCall(abs, @12, effects={safepoint})
    Void @41 = Jump(#3)
#3:
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; No call in the loop moves it.
proc reference_where_nothing_moves(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Int32 @30 = Trunc(@1)
    Int32 @31 = CCall(abs, @30, effects={safepoint})
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, range=1..2)
    Void @40 = Branch(@1, #2:rare, #3)
#2:
    Int32 @8 = Trunc(@6)
    Int32 @10 = CCall(abs, @8, effects={writes_pinned})
    Void @41 = Jump(#3)
#3:
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}


; A fence orders loads, so they stay.
proc fence(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, range=1..2)
    Void @8 = Fence(reads=3..4, writes=3..4)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; A call clobbers registers: cheap values stay, a division is hoisted.
proc calls(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = UDiv(@0, @1)
    Int64 @11 = Mul(@0, @1)
    Int64 @14 = Sub(@9, @11)
    Int32 @8 = Trunc(@6)
    Int32 @12 = CCall(abs, @8, effects={writes=1..2})
    Int64 @52 = Add(@7, @14)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}


; There are not enough registers for all.
proc many(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int32 @140 = Const32(1)
    Int32 @141 = Const32(2)
    Int32 @142 = Const32(3)
    Int32 @143 = Const32(4)
    Int32 @144 = Const32(5)
    Int32 @145 = Const32(6)
    Int32 @146 = Const32(7)
    Int32 @147 = Const32(8)
    Int32 @148 = Const32(9)
    Int32 @149 = Const32(10)
    Int32 @150 = Const32(11)
    Int32 @151 = Const32(12)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Int64 @120 = RotL(@1, @140)
    Int64 @121 = RotL(@1, @141)
    Int64 @122 = RotL(@1, @142)
    Int64 @123 = RotL(@1, @143)
    Int64 @124 = RotL(@1, @144)
    Int64 @125 = RotL(@1, @145)
    Int64 @126 = RotL(@1, @146)
    Int64 @127 = RotL(@1, @147)
    Int64 @128 = RotL(@1, @148)
    Int64 @129 = RotL(@1, @149)
    Int64 @130 = RotL(@1, @150)
    Int64 @131 = RotL(@1, @151)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @60 = Mul(@0, @120)
    Int64 @80 = Sub(@60, @7)
    Int64 @61 = Mul(@0, @121)
    Int64 @81 = Sub(@61, @80)
    Int64 @62 = Mul(@0, @122)
    Int64 @82 = Sub(@62, @81)
    Int64 @63 = Mul(@0, @123)
    Int64 @83 = Sub(@63, @82)
    Int64 @64 = Mul(@0, @124)
    Int64 @84 = Sub(@64, @83)
    Int64 @65 = Mul(@0, @125)
    Int64 @85 = Sub(@65, @84)
    Int64 @66 = Mul(@0, @126)
    Int64 @86 = Sub(@66, @85)
    Int64 @67 = Mul(@0, @127)
    Int64 @87 = Sub(@67, @86)
    Int64 @68 = Mul(@0, @128)
    Int64 @88 = Sub(@68, @87)
    Int64 @69 = Mul(@0, @129)
    Int64 @89 = Sub(@69, @88)
    Int64 @70 = Mul(@0, @130)
    Int64 @90 = Sub(@70, @89)
    Int64 @71 = Mul(@0, @131)
    Int64 @91 = Sub(@71, @90)
    Int64 @52 = Add(@7, @91)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
