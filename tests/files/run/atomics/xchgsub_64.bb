barebones 1
; Atomic operations on 64 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc xchgsub64_old(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgSub(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgsub64_old(1) == -8603657889541918977, -8603657889541918978
;; run xchgsub64_old(-1) == -8603657889541918977, -8603657889541918976
;; run xchgsub64_old(1311768467294899695) == -8603657889541918977, 8531317716872732944
;; run xchgsub64_old(-128) == -8603657889541918977, -8603657889541918849

proc xchgsub64_old_c() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgSub(@0, @1, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgsub64_old_c() == -8603657889541918977, -8603657891689402498

proc xchgsub64_old_n() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgSub(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgsub64_old_n() == -8603657889541918977, -8603657889541918849

proc xchgsub64_unused(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgSub(@0, @1, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub64_unused(1) == -8603657889541918978
;; run xchgsub64_unused(-1) == -8603657889541918976
;; run xchgsub64_unused(1311768467294899695) == 8531317716872732944
;; run xchgsub64_unused(-128) == -8603657889541918849

proc xchgsub64_unused_c() -> Int64 {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgSub(@0, @1, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub64_unused_c() == -8603657891689402498

proc xchgsub64_unused_n() -> Int64 {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgSub(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub64_unused_n() == -8603657889541918849
