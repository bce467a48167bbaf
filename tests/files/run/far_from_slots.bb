barebones 1
; Addresses far from a stack slot, computed in code that does not run, and offsets that cancel out.
;! run

proc not_reached(Int64) -> Int64 {
    slot0 = stack 16 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Branch(@0, #1, #2)
#1:
    Int64 @3 = Const64(-2147483648)
    Int64 @4 = Add(@1, @3)
    Int64 @5 = Load(@4)
    Int64 @6 = Const64(2147483647)
    Int64 @7 = Add(@1, @6)
    Void @8 = Store(@5, @7)
    Void @9 = Return(@5)
#2:
    Int64 @10 = Const64(7)
    Void @11 = Return(@10)
}
;; run not_reached(0) == 7

; x stored in the slot, and read three times by distant addresses that cancel out.
proc there_and_back(Int64) -> Int64 {
    slot0 = stack 16 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1, offset=8)
    Int64 @3 = Const64(2147483647)
    Int64 @4 = Add(@1, @3)
    Int64 @5 = Const64(-2147483639)
    Int64 @6 = Add(@4, @5)
    Int64 @7 = Load(@6)
    Int64 @8 = Const64(-2147483648)
    Int64 @9 = Add(@1, @8)
    Int64 @10 = Const64(2147483640)
    Int64 @11 = Add(@9, @10)
    Int64 @12 = Load(@11, offset=16)
    Int64 @13 = Const64(0x7fffffffffffffff)
    Int64 @14 = Add(@1, @13)
    Int64 @15 = Add(@14, @13)
    Int64 @16 = Load(@15, offset=10)
    Int64 @17 = Add(@7, @12)
    Int64 @18 = Add(@17, @16)
    Void @19 = Return(@18)
}
;; run there_and_back(5) == 15
