barebones 1
; Accesses outside a stack slot are undefined if executed. A pass that finds that an address is the slot's removes them.
;! opt reduce_strength as reduced
;! opt eliminate_common_subexpressions as forwarded
;! opt propagate_ranges as ranges
;! opt hoist_loop_invariants as hoisted
;! opt eliminate_dead_code as clean
;! run

; Known answers: no access outside a slot is executed.

data words = u64:7 u64:8

proc add_zero(Int32) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @3 = SlotBase(slot0)
    Int64 @4 = Const64(0)
    Int64 @5 = Add(@3, @4)
    Int64 @6 = Load(@5, offset=1)
    Void @7 = Store(@6, @5, offset=8)
    Void @8 = Return(@6)
#2:
    Int64 @9 = Const64(5)
    Void @10 = Return(@9)
}
;; not reduced: Load(
;; not reduced: Store(
;; check reduced: @6 = Const64(0)
;; check reduced: Return(@6)
;; run add_zero(0) == 5

; The last byte of the slot stays.
proc last_byte() -> Int32 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = SlotBase(slot0)
    Int64 @1 = Const64(-1)
    Int64 @2 = BitAnd(@0, @1)
    Int32 @3 = Const32(9)
    Void @4 = Store8(@3, @2, offset=7)
    Int32 @5 = Load8Z(@2, offset=7)
    Void @6 = Return(@5)
}
;; check reduced: Store8(
;; run last_byte() == 9

proc before_the_slot(Int32, Int64) -> Int32 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = SlotBase(slot0)
    Int32 @5 = Const32(1)
    Int64 @6 = Select(@5, @4, @1)
    Int32 @7 = Load8Z(@6, offset=-1)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Const32(5)
    Void @10 = Return(@9)
}
;; not reduced: Load8Z(
;; check reduced: Return(@7)
;; run before_the_slot(0, 0) == 5

; Nothing uses its result, and it may be executed, where it is hoisted to.
proc not_control_dependent(Int32) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SlotBase(slot0)
    Int64 @3 = Const64(0)
    Int64 @4 = Add(@2, @3)
    Int64 @5 = Load(@4, offset=8, not_control_dependent)
    Void @6 = Branch(@1, #1, #2)
#1:
    Void @7 = Return(@5)
#2:
    Int64 @8 = Const64(5)
    Void @9 = Return(@8)
}
;; not reduced: Oops
;; check reduced: @5 = Const64(0)
;; run not_control_dependent(0) == 5

; The load of the address gets what was stored.
proc forwarded(Int32, Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = SlotBase(slot0)
    Void @4 = Branch(@1, #1, #2)
#1:
    Void @5 = Store(@3, @2)
    Int64 @6 = Load(@2)
    Int64 @7 = Load(@6, offset=8)
    Void @8 = Return(@7)
#2:
    Int64 @9 = Const64(5)
    Void @10 = Return(@9)
}
;; not forwarded: Load(
;; check forwarded: Return(@7)
;; run forwarded(0, @data:words) == 5

; The predicate of the Select is known in the block.
proc known_predicate(Int32, Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = SlotBase(slot0)
    Int32 @4 = Const32(10)
    Int32 @5 = Const32(11)
    Int32 @6 = Above(@1, @5)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = Above(@1, @4)
    Int64 @9 = Select(@8, @3, @2)
    Int64 @10 = Load(@9, offset=8)
    Void @11 = Return(@10)
#2:
    Int64 @12 = Const64(5)
    Void @13 = Return(@12)
}
;; not ranges: Load(
;; check ranges: Return(@10)
;; run known_predicate(3, @data:words) == 5

; No iteration reaches the accesses. One of them is inside the slot.
proc in_a_loop(Int32, Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = SlotBase(slot0)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(-1)
    Void @6 = Upsilon(@2, ^@8)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Void @9 = Branch(@1, #2, #3)
#2:
    Int64 @10 = Add(@3, @4)
    Void @11 = Store(@8, @10, offset=8)
    Int64 @12 = Load(@10, offset=-8)
    Void @13 = Store(@12, @10)
    Void @14 = Jump(#3)
#3:
    Int64 @15 = Add(@8, @5)
    Void @16 = Upsilon(@15, ^@8)
    Void @17 = Branch(@15, #1, #4)
#4:
    Int64 @18 = Const64(5)
    Void @19 = Return(@18)
}
;; not reduced: offset=
;; check reduced: Store(@12, @3)
;; not reduced: Load(
;; check reduced: Return(
;; run in_a_loop(0, 12) == 5

; It is valid at an Identity of the slot's address, but not without the Identity.
proc identity(Int32) -> Int64 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SlotBase(slot0)
    Int64 @3 = Identity(@2)
    Void @4 = Branch(@1, #1, #2)
#1:
    Int64 @5 = Load(@3, offset=8)
    Void @6 = Store(@5, @3, offset=-4)
    Void @7 = Return(@5)
#2:
    Int64 @8 = Const64(5)
    Void @9 = Return(@8)
}
;; not clean: Load(
;; not clean: Store(
;; check clean: Return(@5)
;; run identity(0) == 5
