barebones 1
; Atomic operations on 16 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc xchgsub16_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgSub(@1, @2, offset=6, width=16, order=acq_rel)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgsub16_old(1) == 34969, -8603939364518629633
;; run xchgsub16_old(-1) == 34969, -8603376414565208321
;; run xchgsub16_old(1985229343) == 34969, 6231480757993205503
;; run xchgsub16_old(-128) == 34969, -8567629092522955009

proc xchgsub16_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=6, width=16)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgsub16_old_c() == 34969, -8567910567499665665

proc xchgsub16_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=6, width=16, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgsub16_old_n() == 34969, -8567629092522955009

proc xchgsub16_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgSub(@1, @2, offset=6, width=16, order=acquire)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgsub16_unused(1) == -8603939364518629633
;; run xchgsub16_unused(-1) == -8603376414565208321
;; run xchgsub16_unused(1985229343) == 6231480757993205503
;; run xchgsub16_unused(-128) == -8567629092522955009

proc xchgsub16_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=6, width=16, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub16_unused_c() == -8567910567499665665

proc xchgsub16_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=6, width=16, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub16_unused_n() == -8567629092522955009
