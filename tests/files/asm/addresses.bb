barebones 1
; Address computations are folded into the accesses: base and offset, and stack slots.
;! asm x86_64-linux -O 2
;! run

data numbers = u64:1 u64:2 u64:3

proc field(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=16)
    Void @2 = Return(@1)
}
;; check: +0x10]
;; not: lea r
;; check: ret
;; run field(@data:numbers) == 3

proc slot(Int64) -> Int64 {
    slot0 = stack 8 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int64 @3 = Load(@1)
    Void @4 = Return(@3)
}
;; check: [rbp-
;; not: lea r
;; check: ret
;; run slot(7) == 7

; An index into a slot needs no register for the slot's address.
proc in_slot(Int64, Int64) -> Int32 {
    slot0 = stack 8 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SlotBase(slot0)
    Int32 @3 = Const32(8)
    Int64 @4 = Shl(@0, @3)
    Int32 @5 = Const32(16)
    Int64 @6 = Shl(@0, @5)
    Int64 @7 = BitOr(@4, @6)
    Int32 @8 = Const32(24)
    Int64 @9 = Shl(@0, @8)
    Int64 @10 = BitOr(@7, @9)
    Void @11 = Store(@10, @2)
    Int64 @12 = Add(@2, @1)
    Int32 @13 = Load8Z(@12)
    Void @14 = Return(@13)
}
;; not: lea r
;; check: byte ptr [rbp+
;; check: ret
;; run in_slot(7, 3) == 7

extern strlen(Int64) -> Int64

; If the address itself is used as a value, it is computed.
proc slot_as_value(Int64) -> Int64 {
    slot0 = stack 8 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Int64 @2 = Const64(0x303030303030)
    Int64 @3 = BitOr(@0, @2)
    Int32 @4 = Const32(8)
    Int64 @5 = Shl(@3, @4)
    Int64 @6 = BitOr(@5, @2)
    Void @7 = Store(@6, @1)
    Int64 @8 = CCall(strlen, @1)
    Void @9 = Return(@8)
}
;; check: lea r
;; check: ret
;; run slot_as_value(7) == 7

; Both accesses compute a shared address themselves if that extends the live range of one value only.
proc two_users(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(1)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Add(@0, @3)
    Int32 @5 = Load16Z(@4)
    Int32 @6 = Load16Z(@4, offset=2)
    Int32 @7 = Add(@5, @6)
    Int32 @8 = Load8Z(@0, offset=1)
    Int32 @9 = Add(@7, @8)
    Void @10 = Return(@9)
}
;; not: lea r
;; check: *2]
;; check: *2+2]
;; check: ret
;; run two_users(@data:numbers, 4) == 2

proc two_users_of_two(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(1)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Add(@0, @3)
    Int32 @5 = Load16Z(@4)
    Int32 @6 = Load16Z(@4, offset=2)
    Int32 @7 = Add(@5, @6)
    Void @8 = Return(@7)
}
;; check: lea r
;; not: *2]
;; check: ret
;; run two_users_of_two(@data:numbers, 4) == 2
