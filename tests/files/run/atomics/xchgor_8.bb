barebones 1
; Atomic operations on 8 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc xchgor8_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgOr(@1, @2, offset=3, width=8, order=acq_rel)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgor8_old(1) == 204, -8603657889525141761
;; run xchgor8_old(-1) == 204, -8603657888686280961
;; run xchgor8_old(1985229343) == 204, -8603657889223151873
;; run xchgor8_old(-128) == 204, -8603657889541918977

proc xchgor8_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=3, width=8)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgor8_old_c() == 204, -8603657889525141761

proc xchgor8_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=3, width=8, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgor8_old_n() == 204, -8603657889541918977

proc xchgor8_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgOr(@1, @2, offset=3, width=8, order=acquire)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgor8_unused(1) == -8603657889525141761
;; run xchgor8_unused(-1) == -8603657888686280961
;; run xchgor8_unused(1985229343) == -8603657889223151873
;; run xchgor8_unused(-128) == -8603657889541918977

proc xchgor8_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=3, width=8, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgor8_unused_c() == -8603657889525141761

proc xchgor8_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=3, width=8, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgor8_unused_n() == -8603657889541918977
