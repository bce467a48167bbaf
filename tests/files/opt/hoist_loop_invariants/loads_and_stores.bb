barebones 1
; Loop-invariant values are hoisted to the preheader if their effects allow it.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8
data others = u64:9 u64:10

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
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run load(@data:words, 0) == 21

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
;; check: #1:
;; check: @9 =
;; run folded_load(@data:words, 0) == 21

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
;; check: #1:
;; check: @9 =
;; run load_of_what_is_stored(@data:words, 0) == 12

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
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run load_next_to_a_store(@data:words, 0) == 21

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
;; check: #1:
;; check: @9 =
;; run load_overlaps_a_store(@data:words, 0) == 360287970189639701

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
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run load_of_another_slot(5, 0) == 15

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
;; check: #1:
;; check: @9 =
;; run load_of_the_same_slot(5, 0) == 10

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
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run load_of_a_range(@data:words, @data:others) == 21

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
;; check: #1:
;; check: @9 =
;; run load_of_the_same_range(@data:words, @data:words) == 12
