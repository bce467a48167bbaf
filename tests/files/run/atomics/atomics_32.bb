barebones 1
; Atomic operations on 32 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc xchg32_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchg(@1, @2, offset=4)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchg32_old(1) == -2003195205, 7732063999
;; run xchg32_old(-1) == -2003195205, -857870593
;; run xchg32_old(1985229343) == -2003195205, 8526495106681663231
;; run xchg32_old(-128) == -2003195205, -546318717185

proc xchg32_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=4, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchg32_old_c() == -2003195205, 9223371494831025919

proc xchg32_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=4, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchg32_old_n() == -2003195205, -546318717185

proc xchg32_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchg(@1, @2, offset=4, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchg32_unused(1) == 7732063999
;; run xchg32_unused(-1) == -857870593
;; run xchg32_unused(1985229343) == 8526495106681663231
;; run xchg32_unused(-128) == -546318717185

proc xchg32_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=4, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchg32_unused_c() == 9223371494831025919

proc xchg32_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=4)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchg32_unused_n() == -546318717185

proc xchgadd32_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=4, order=relaxed)
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
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=4, order=acquire)
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
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=4, order=release)
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
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=4, order=acq_rel)
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
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=4)
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
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=4, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd32_unused_n() == -8603658439297732865

proc xchgsub32_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgSub(@1, @2, offset=4, order=acquire)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgsub32_old(1) == -2003195205, -8603657893836886273
;; run xchgsub32_old(-1) == -2003195205, -8603657885246951681
;; run xchgsub32_old(1985229343) == -2003195205, 1316591080923066111
;; run xchgsub32_old(-128) == -2003195205, -8603657339786105089

proc xchgsub32_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=4, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgsub32_old_c() == -2003195205, 619714692773703423

proc xchgsub32_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=4, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgsub32_old_n() == -2003195205, -8603657339786105089

proc xchgsub32_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgSub(@1, @2, offset=4)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgsub32_unused(1) == -8603657893836886273
;; run xchgsub32_unused(-1) == -8603657885246951681
;; run xchgsub32_unused(1985229343) == 1316591080923066111
;; run xchgsub32_unused(-128) == -8603657339786105089

proc xchgsub32_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=4, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub32_unused_c() == 619714692773703423

proc xchgsub32_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=4, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub32_unused_n() == -8603657339786105089

proc xchgand32_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAnd(@1, @2, offset=4, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgand32_old(1) == -2003195205, 7732063999
;; run xchgand32_old(-1) == -2003195205, -8603657889541918977
;; run xchgand32_old(1985229343) == -2003195205, 4541102423928575
;; run xchgand32_old(-128) == -2003195205, -8603658142944989441

proc xchgand32_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=4, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgand32_old_c() == -2003195205, 619713898204753663

proc xchgand32_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=4)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgand32_old_n() == -2003195205, -8603658142944989441

proc xchgand32_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAnd(@1, @2, offset=4, order=relaxed)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgand32_unused(1) == 7732063999
;; run xchgand32_unused(-1) == -8603657889541918977
;; run xchgand32_unused(1985229343) == 4541102423928575
;; run xchgand32_unused(-128) == -8603658142944989441

proc xchgand32_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=4, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgand32_unused_c() == 619713898204753663

proc xchgand32_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=4, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgand32_unused_n() == -8603658142944989441

proc xchgor32_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgOr(@1, @2, offset=4, order=acq_rel)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgor32_old(1) == -2003195205, -8603657889541918977
;; run xchgor32_old(-1) == -2003195205, -857870593
;; run xchgor32_old(1985229343) == -2003195205, -81703885284184321
;; run xchgor32_old(-128) == -2003195205, -292915646721

proc xchgor32_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=4)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgor32_old_c() == -2003195205, -292915646721

proc xchgor32_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=4, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgor32_old_n() == -2003195205, -292915646721

proc xchgor32_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgOr(@1, @2, offset=4, order=acquire)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgor32_unused(1) == -8603657889541918977
;; run xchgor32_unused(-1) == -857870593
;; run xchgor32_unused(1985229343) == -81703885284184321
;; run xchgor32_unused(-128) == -292915646721

proc xchgor32_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=4, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgor32_unused_c() == -292915646721

proc xchgor32_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=4, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgor32_unused_n() == -292915646721

proc xchgxor32_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgXor(@1, @2, offset=4)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgxor32_old(1) == -2003195205, -8603657893836886273
;; run xchgxor32_old(-1) == -2003195205, 8603657892121145087
;; run xchgxor32_old(1985229343) == -2003195205, -86244984271016193
;; run xchgxor32_old(-128) == -2003195205, 8603657853466439423

proc xchgxor32_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=4, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgxor32_old_c() == -2003195205, -619714187683303681

proc xchgxor32_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=4, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgxor32_old_n() == -2003195205, 8603657853466439423

proc xchgxor32_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgXor(@1, @2, offset=4, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgxor32_unused(1) == -8603657893836886273
;; run xchgxor32_unused(-1) == 8603657892121145087
;; run xchgxor32_unused(1985229343) == -86244984271016193
;; run xchgxor32_unused(-128) == 8603657853466439423

proc xchgxor32_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=4, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgxor32_unused_c() == -619714187683303681

proc xchgxor32_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=4)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgxor32_unused_n() == 8603657853466439423

proc load32_seq_cst() -> Int32 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int32 @3 = AtomicLoad(@0, offset=4)
    Void @4 = Return(@3)
}
;; run load32_seq_cst() == -2003195205

proc load32_acquire() -> Int32 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int32 @3 = AtomicLoad(@0, offset=4, order=acquire)
    Void @4 = Return(@3)
}
;; run load32_acquire() == -2003195205

proc load32_relaxed() -> Int32 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int32 @3 = AtomicLoad(@0, offset=4, order=relaxed)
    Void @4 = Return(@3)
}
;; run load32_relaxed() == -2003195205

proc store32_seq_cst(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Void @5 = AtomicStore(@1, @2, offset=4)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run store32_seq_cst(0) == 3437096703
;; run store32_seq_cst(-1) == -857870593
;; run store32_seq_cst(305419896) == 1311768468304817919

proc store32_seq_cst_n() -> Int64 {
#0:
    Int32 @0 = Const32(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, offset=4)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store32_seq_cst_n() == -9447805185

proc store32_release(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Void @5 = AtomicStore(@1, @2, offset=4, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run store32_release(0) == 3437096703
;; run store32_release(-1) == -857870593
;; run store32_release(305419896) == 1311768468304817919

proc store32_release_n() -> Int64 {
#0:
    Int32 @0 = Const32(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, offset=4, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store32_release_n() == -9447805185

proc store32_relaxed(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Void @5 = AtomicStore(@1, @2, offset=4, order=relaxed)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run store32_relaxed(0) == 3437096703
;; run store32_relaxed(-1) == -857870593
;; run store32_relaxed(305419896) == 1311768468304817919

proc store32_relaxed_n() -> Int64 {
#0:
    Int32 @0 = Const32(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, offset=4, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store32_relaxed_n() == -9447805185

proc cas32_strong(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=relaxed)
    Int64 @8 = Load(@4)
    Void @9 = Return(@7, @8)
}
;; run cas32_strong(-2003195205, 5) == -2003195205, 24911933183
;; run cas32_strong(-2003195204, 5) == -2003195205, -8603657889541918977
;; run cas32_strong(-2003195205, -2) == -2003195205, -5152837889
;; run cas32_strong(0, 7) == -2003195205, -8603657889541918977

proc cas32_weak(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=4, order=acquire)
    Int64 @8 = Load(@4)
    Void @9 = Return(@7, @8)
}
;; run cas32_weak(-2003195205, 5) == 1, 24911933183
;; run cas32_weak(-2003195204, 5) == 0, -8603657889541918977
;; run cas32_weak(-2003195205, -2) == 1, -5152837889
;; run cas32_weak(0, 7) == 0, -8603657889541918977

proc cas32_equal(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=release)
    Int32 @8 = Equal(@7, @1)
    Int64 @9 = Load(@4)
    Void @10 = Return(@8, @9)
}
;; run cas32_equal(-2003195205, 5) == 1, 24911933183
;; run cas32_equal(-2003195204, 5) == 0, -8603657889541918977
;; run cas32_equal(-2003195205, -2) == 1, -5152837889
;; run cas32_equal(0, 7) == 0, -8603657889541918977

proc cas32_notequal(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=acq_rel)
    Int32 @8 = NotEqual(@7, @1)
    Int64 @9 = Load(@4)
    Void @10 = Return(@8, @9)
}
;; run cas32_notequal(-2003195205, 5) == 0, 24911933183
;; run cas32_notequal(-2003195204, 5) == 1, -8603657889541918977
;; run cas32_notequal(-2003195205, -2) == 0, -5152837889
;; run cas32_notequal(0, 7) == 1, -8603657889541918977

proc cas32_branch(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4)
    Int32 @8 = Equal(@7, @1)
    Void @9 = Branch(@8, #1, #2)
#1:
    Int64 @10 = Load(@4)
    Int32 @11 = Const32(1)
    Void @12 = Return(@11, @10)
#2:
    Int64 @13 = Load(@4)
    Int32 @14 = Const32(0)
    Void @15 = Return(@14, @13)
}
;; run cas32_branch(-2003195205, 5) == 1, 24911933183
;; run cas32_branch(-2003195204, 5) == 0, -8603657889541918977
;; run cas32_branch(-2003195205, -2) == 1, -5152837889
;; run cas32_branch(0, 7) == 0, -8603657889541918977

proc cas32_branchnot(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=relaxed)
    Int32 @8 = Equal(@7, @1)
    Int32 @9 = Const32(0)
    Int32 @10 = Equal(@8, @9)
    Void @11 = Branch(@10, #1, #2)
#1:
    Int64 @12 = Load(@4)
    Int32 @13 = Const32(1)
    Void @14 = Return(@13, @12)
#2:
    Int64 @15 = Load(@4)
    Int32 @16 = Const32(0)
    Void @17 = Return(@16, @15)
}
;; run cas32_branchnot(-2003195205, 5) == 0, 24911933183
;; run cas32_branchnot(-2003195204, 5) == 1, -8603657889541918977
;; run cas32_branchnot(-2003195205, -2) == 0, -5152837889
;; run cas32_branchnot(0, 7) == 1, -8603657889541918977

proc cas32_weakbranch(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=4, order=acquire)
    Void @8 = Branch(@7, #1, #2)
#1:
    Int64 @9 = Load(@4)
    Int32 @10 = Const32(1)
    Void @11 = Return(@10, @9)
#2:
    Int64 @12 = Load(@4)
    Int32 @13 = Const32(0)
    Void @14 = Return(@13, @12)
}
;; run cas32_weakbranch(-2003195205, 5) == 1, 24911933183
;; run cas32_weakbranch(-2003195204, 5) == 0, -8603657889541918977
;; run cas32_weakbranch(-2003195205, -2) == 1, -5152837889
;; run cas32_weakbranch(0, 7) == 0, -8603657889541918977

proc cas32_weakbranchnot(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=4, order=release)
    Int32 @8 = Const32(0)
    Int32 @9 = Equal(@7, @8)
    Void @10 = Branch(@9, #1, #2)
#1:
    Int64 @11 = Load(@4)
    Int32 @12 = Const32(1)
    Void @13 = Return(@12, @11)
#2:
    Int64 @14 = Load(@4)
    Int32 @15 = Const32(0)
    Void @16 = Return(@15, @14)
}
;; run cas32_weakbranchnot(-2003195205, 5) == 0, 24911933183
;; run cas32_weakbranchnot(-2003195204, 5) == 1, -8603657889541918977
;; run cas32_weakbranchnot(-2003195205, -2) == 0, -5152837889
;; run cas32_weakbranchnot(0, 7) == 1, -8603657889541918977

proc cas32_unused(Int32, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=acq_rel)
    Int64 @8 = Load(@4)
    Void @9 = Return(@8)
}
;; run cas32_unused(-2003195205, 5) == 24911933183
;; run cas32_unused(-2003195204, 5) == -8603657889541918977
;; run cas32_unused(-2003195205, -2) == -5152837889
;; run cas32_unused(0, 7) == -8603657889541918977
