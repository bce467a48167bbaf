barebones 1
; Variables, and slots that are used like variables, become values; anything that is not exactly a variable stays.
;! opt fix_ssa
;! run

proc straight(Int64, Int64) -> (Int64, Int64) {
    var0: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Set(@0, var0)
    Int64 @3 = Get(var0)
    Void @4 = Set(@0, var0)
    Void @5 = Set(@1, var0)
    Int64 @6 = Get(var0)
    Void @7 = Return(@3, @6)
}
;; not: Set
;; check: @3 = Identity(@0)
;; check: @6 = Identity(@1)
;; run straight(3, 4) == 3, 4

proc diamond(Int64, Int64, Int64) -> Int64 {
    var0: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Void @4 = Set(@0, var0)
    Void @5 = Jump(#3)
#2:
    Void @6 = Set(@1, var0)
    Void @7 = Jump(#3)
#3:
    Int64 @8 = Get(var0)
    Void @9 = Return(@8)
}
;; not: Set
;; check: Upsilon(@0,
;; check: Upsilon(@1,
;; check: #3:
;; check: Phi()
;; check: Identity(
;; run diamond(5, 6, 1) == 5
;; run diamond(5, 6, 0) == 6

; Both sides have the same value.
proc not_set_there(Int64, Int64) -> Int64 {
    var0: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Set(@0, var0)
    Void @3 = Branch(@1, #1, #2)
#1:
    Void @5 = Jump(#3)
#2:
    Void @7 = Jump(#3)
#3:
    Int64 @9 = Get(var0)
    Void @10 = Return(@9)
}
;; not: Phi
;; check: @9 = Identity(@0)
;; run not_set_there(8, 1) == 8

proc loops(Int64) -> Int64 {
    var0: Int64
    var1: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Void @2 = Set(@0, var0)
    Void @3 = Set(@1, var1)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Get(var0)
    Int64 @6 = Get(var1)
    Int64 @7 = Mul(@5, @6)
    Void @8 = Set(@7, var1)
    Int64 @9 = Sub(@5, @1)
    Void @10 = Set(@9, var0)
    Void @11 = Branch(@9, #1, #2)
#2:
    Int64 @12 = Get(var1)
    Void @13 = Return(@12)
}
;; check: #1:
;; check: Phi()
;; check: Identity(
;; run loops(5) == 120

; A variable without a later read is not live at a merge.
proc not_read_later(Int64, Int64) -> Int64 {
    var0: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@1, #1, #2)
#1:
    Void @3 = Set(@0, var0)
    Void @4 = Jump(#3)
#2:
    Void @5 = Set(@1, var0)
    Void @6 = Jump(#3)
#3:
    Void @7 = Set(@0, var0)
    Int64 @8 = Get(var0)
    Void @9 = Return(@8)
}
;; not: Phi
;; check: Return
;; run not_read_later(5, 1) == 5

proc never_set() -> Int64 {
    var0: Int64
#0:
    Int64 @0 = Get(var0)
    Int64 @1 = BitXor(@0, @0)
    Void @2 = Return(@1)
}
;; check: Const64(0)
;; check: Identity(

proc slot(Int64, Int64) -> Int64 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SlotBase(slot0)
    Void @3 = Store(@0, @2)
    Void @4 = Branch(@1, #1, #2)
#1:
    Int64 @5 = Load(@2)
    Int64 @6 = Add(@5, @1)
    Int64 @7 = SlotBase(slot0)
    Void @8 = Store(@6, @7)
    Void @9 = Jump(#2)
#2:
    Int64 @10 = Load(@2)
    Void @11 = Return(@10)
}
;; not: Store
;; not: Load
;; check: Return
;; run slot(5, 1) == 6
;; run slot(5, 0) == 5

proc two_parts(Int64, Int64) -> (Int64, Int64) {
    slot0 = stack 16 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SlotBase(slot0)
    Void @3 = Store(@0, @2, offset=8)
    Void @4 = Store(@1, @2)
    Int64 @5 = Load(@2)
    Int64 @6 = Load(@2, offset=8)
    Void @7 = Return(@5, @6)
}
;; not: Load
;; check: Return

proc narrower(Int64) -> (Int32, Int32, Double) {
    slot0 = stack 8 anonymous
    slot1 = stack 4 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @2 = SlotBase(slot0)
    Int64 @3 = SlotBase(slot1)
    Void @4 = Store(@0, @2)
    Int32 @1 = Load(@2)
    Double @5 = Load(@2)
    Void @6 = Store(@1, @3)
    Int32 @7 = Load8S(@3)
    Int32 @8 = Load8Z(@3)
    Void @9 = Return(@7, @8, @5)
}
;; not: Load
;; check: Trunc(@0)
;; check: BitwiseCast(@0)
;; check: SExt8(@1)
;; check: BitAnd(@1,
;; run narrower(0x4000000000000082) == -126, 0x82, 2.0000000000000577

; Bytes that were not stored are unknown.
proc wider(Int32) -> Int32 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SlotBase(slot0)
    Void @3 = Store(@1, @2)
    Int64 @4 = Load(@2)
    Int32 @5 = Trunc(@4)
    Void @6 = Return(@5)
}
;; check: Load(

proc overlapping(Int64) -> Int32 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int32 @3 = Load(@1, offset=2)
    Void @4 = Return(@3)
}
;; check: Load(
;; run overlapping(0x102030405060708) == 0x3040506

proc escapes(Int64) -> Int64 {
    slot0 = stack 16 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Int64 @2 = Const64(8)
    Int64 @3 = Add(@1, @2)
    Void @4 = Store(@0, @1, offset=8)
    Int64 @5 = Load(@3)
    Void @6 = Return(@5)
}
;; check: Load(
;; run escapes(9) == 9

proc locked(Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int64 @3 = Load(@1)
    Void @4 = Return(@3)
}
;; check: Load(
;; run locked(9) == 9

; Volatile accesses are executed.
proc volatile_slot(Int64) -> Int64 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1, volatile)
    Int64 @3 = Load(@1, volatile)
    Void @4 = Return(@3)
}
;; check: Store(
;; check: Load(
;; run volatile_slot(9) == 9
