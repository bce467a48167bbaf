barebones 1
; Anonymous slots whose addresses escape: this is valid, and then they are memory like any other, independent of slots
; that are only loaded and stored.
;! run

; The address is kept in memory, and the slot written through it.
proc in_another_slot(Int64) -> Int64 {
    slot0 = stack 8 anonymous
    slot1 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int64 @3 = SlotBase(slot1)
    Void @4 = Store(@1, @3)
    Int64 @5 = Load(@3)                             ; the address of slot0
    Int64 @6 = Load(@5)
    Int64 @7 = Const64(1000)
    Int64 @8 = Add(@6, @7)
    Void @9 = Store(@8, @5)
    Int64 @10 = Load(@1)
    Void @11 = Return(@10)
}
;; run in_another_slot(5) == 1005

proc add_a_hundred(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Const64(100)
    Int64 @3 = Add(@1, @2)
    Void @4 = Store(@3, @0)
    Void @5 = Return()
}

; A callee writes it.
proc written_by_a_callee(Int64) -> Int64 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Void @3 = CCall(add_a_hundred, @1)
    Int64 @4 = Load(@1)
    Void @5 = Return(@4)
}
;; run written_by_a_callee(7) == 107

; A store to one of two slots: the address is computed at run time.
proc one_of_two(Int32, Int64, Int64) -> Int64 {
    slot0 = stack 8 anonymous
    slot1 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = ArgumentReg(%a2)
    Int64 @4 = SlotBase(slot0)
    Void @5 = Store(@2, @4)
    Int64 @6 = SlotBase(slot1)
    Void @7 = Store(@3, @6)
    Int64 @8 = Select(@1, @4, @6)
    Int64 @9 = Load(@8)
    Int64 @10 = Const64(1000)
    Int64 @11 = Add(@9, @10)
    Void @12 = Store(@11, @8)
    Int64 @13 = Load(@4)
    Int64 @14 = Load(@6)
    Int64 @15 = Add(@13, @14)
    ; return slot0 * 10 + slot1
    Int64 @16 = Const64(9)
    Int64 @17 = Mul(@13, @16)
    Int64 @18 = Add(@15, @17)
    Void @19 = Return(@18)
}
;; run one_of_two(1, 30, 400) == 10700
;; run one_of_two(0, 30, 400) == 1700

; The address comes through a Phi in another block.
proc through_a_phi(Int32) -> Int64 {
    slot0 = stack 8 anonymous
    slot1 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SlotBase(slot0)
    Int64 @3 = SlotBase(slot1)
    Int64 @4 = Const64(9)
    Void @5 = Store(@4, @2)
    Int64 @6 = Const64(10)
    Void @7 = Store(@6, @3)
    Void @8 = Branch(@1, #1, #2)
#1:
    Void @9 = Upsilon(@3, ^@13)
    Void @10 = Jump(#3)
#2:
    Void @11 = Upsilon(@2, ^@13)
    Void @12 = Jump(#3)
#3:
    Int64 @13 = Phi()
    Int64 @14 = Load(@13)
    Void @15 = Return(@14)
}
;; run through_a_phi(0) == 9
;; run through_a_phi(1) == 10

; Its twin: nothing but loads and stores, around a call that writes another slot.
proc kept_private(Int64) -> Int64 {
    slot0 = stack 8 anonymous
    slot1 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int64 @3 = SlotBase(slot1)
    Void @4 = Store(@0, @3)
    Void @5 = CCall(add_a_hundred, @3)
    Int64 @6 = SlotBase(slot0)
    Int64 @7 = Load(@6)
    Void @8 = Return(@7)
}
;; run kept_private(5) == 5
