barebones 1
; Atomic operations on 16 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc xchgadd16_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=6, width=16, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgadd16_old(1) == 34969, -8603376414565208321
;; run xchgadd16_old(-1) == 34969, -8603939364518629633
;; run xchgadd16_old(1985229343) == 34969, -4992052463367491841
;; run xchgadd16_old(-128) == 34969, -8639686686560882945

proc xchgadd16_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=6, width=16, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgadd16_old_c() == 34969, -8639405211584172289

proc xchgadd16_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=6, width=16)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgadd16_old_n() == 34969, -8639686686560882945

proc xchgadd16_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=6, width=16, order=relaxed)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgadd16_unused(1) == -8603376414565208321
;; run xchgadd16_unused(-1) == -8603939364518629633
;; run xchgadd16_unused(1985229343) == -4992052463367491841
;; run xchgadd16_unused(-128) == -8639686686560882945

proc xchgadd16_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=6, width=16, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd16_unused_c() == -8639405211584172289

proc xchgadd16_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=6, width=16, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd16_unused_n() == -8639686686560882945
