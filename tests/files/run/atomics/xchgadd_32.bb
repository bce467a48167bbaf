barebones 1
; Atomic operations on 32 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc xchgadd32_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=4)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgadd32_old(1) == -2003195205, -8603657885246951681
;; run xchgadd32_old(-1) == -2003195205, -8603657893836886273
;; run xchgadd32_old(1985229343) == -2003195205, -77162786297352449
;; run xchgadd32_old(-128) == -2003195205, -8603658439297732865

proc xchgadd32_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=4, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgadd32_old_c() == -2003195205, 619713601852010239

proc xchgadd32_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=4, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgadd32_old_n() == -2003195205, -8603658439297732865

proc xchgadd32_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=4, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgadd32_unused(1) == -8603657885246951681
;; run xchgadd32_unused(-1) == -8603657893836886273
;; run xchgadd32_unused(1985229343) == -77162786297352449
;; run xchgadd32_unused(-128) == -8603658439297732865

proc xchgadd32_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=4, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd32_unused_c() == 619713601852010239

proc xchgadd32_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=4)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd32_unused_n() == -8603658439297732865
