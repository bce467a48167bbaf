barebones 1
; Atomic operations on 16 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc xchg16_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchg(@1, @2, offset=6, width=16)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchg16_old(1) == 34969, 469198549413631
;; run xchg16_old(-1) == 34969, -93751404007681
;; run xchg16_old(1985229343) == 34969, 3611793149747130111
;; run xchg16_old(-128) == 34969, -35841073446260993

proc xchg16_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=6, width=16, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchg16_old_c() == 34969, -35559598469550337

proc xchg16_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=6, width=16, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchg16_old_n() == 34969, -35841073446260993

proc xchg16_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchg(@1, @2, offset=6, width=16, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchg16_unused(1) == 469198549413631
;; run xchg16_unused(-1) == -93751404007681
;; run xchg16_unused(1985229343) == 3611793149747130111
;; run xchg16_unused(-128) == -35841073446260993

proc xchg16_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=6, width=16, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchg16_unused_c() == -35559598469550337

proc xchg16_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=6, width=16)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchg16_unused_n() == -35841073446260993

proc xchgadd16_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=6, width=16, order=relaxed)
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
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=6, width=16, order=acquire)
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
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=6, width=16, order=release)
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
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=6, width=16, order=acq_rel)
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
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=6, width=16)
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
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=6, width=16, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd16_unused_n() == -8639686686560882945

proc xchgsub16_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgSub(@1, @2, offset=6, width=16, order=acquire)
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
    Int32 @4 = AtomicXchgSub(@0, @1, offset=6, width=16, order=release)
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
    Int32 @4 = AtomicXchgSub(@0, @1, offset=6, width=16, order=acq_rel)
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
    Int32 @5 = AtomicXchgSub(@1, @2, offset=6, width=16)
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
    Int32 @4 = AtomicXchgSub(@0, @1, offset=6, width=16, order=relaxed)
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
    Int32 @4 = AtomicXchgSub(@0, @1, offset=6, width=16, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub16_unused_n() == -8567629092522955009

proc xchgand16_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAnd(@1, @2, offset=6, width=16, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgand16_old(1) == 34969, 469198549413631
;; run xchgand16_old(-1) == 34969, -8603657889541918977
;; run xchgand16_old(1985229343) == 34969, 7224597990469375
;; run xchgand16_old(-128) == 34969, -8610694763959685377

proc xchgand16_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=6, width=16, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgand16_old_c() == 34969, -8610413288982974721

proc xchgand16_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=6, width=16)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgand16_old_n() == 34969, -8610694763959685377

proc xchgand16_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAnd(@1, @2, offset=6, width=16, order=relaxed)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgand16_unused(1) == 469198549413631
;; run xchgand16_unused(-1) == -8603657889541918977
;; run xchgand16_unused(1985229343) == 7224597990469375
;; run xchgand16_unused(-128) == -8610694763959685377

proc xchgand16_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=6, width=16, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgand16_unused_c() == -8610413288982974721

proc xchgand16_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=6, width=16, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgand16_unused_n() == -8610694763959685377

proc xchgor16_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgOr(@1, @2, offset=6, width=16, order=acq_rel)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgor16_old(1) == 34969, -8603657889541918977
;; run xchgor16_old(-1) == 34969, -93751404007681
;; run xchgor16_old(1985229343) == 34969, -4999089337785258241
;; run xchgor16_old(-128) == 34969, -28804199028494593

proc xchgor16_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=6, width=16)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgor16_old_c() == 34969, -28804199028494593

proc xchgor16_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=6, width=16, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgor16_old_n() == 34969, -28804199028494593

proc xchgor16_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgOr(@1, @2, offset=6, width=16, order=acquire)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgor16_unused(1) == -8603657889541918977
;; run xchgor16_unused(-1) == -93751404007681
;; run xchgor16_unused(1985229343) == -4999089337785258241
;; run xchgor16_unused(-128) == -28804199028494593

proc xchgor16_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=6, width=16, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgor16_unused_c() == -28804199028494593

proc xchgor16_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgOr(@0, @1, offset=6, width=16, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgor16_unused_n() == -28804199028494593

proc xchgxor16_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgXor(@1, @2, offset=6, width=16)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgxor16_old(1) == 34969, -8603939364518629633
;; run xchgxor16_old(-1) == 34969, 8603751861710614271
;; run xchgxor16_old(1985229343) == 34969, -5006126212203024641
;; run xchgxor16_old(-128) == 34969, 8582078288503893759

proc xchgxor16_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=6, width=16, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgxor16_old_c() == 34969, 8581796813527183103

proc xchgxor16_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=6, width=16, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgxor16_old_n() == 34969, 8582078288503893759

proc xchgxor16_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgXor(@1, @2, offset=6, width=16, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgxor16_unused(1) == -8603939364518629633
;; run xchgxor16_unused(-1) == 8603751861710614271
;; run xchgxor16_unused(1985229343) == -5006126212203024641
;; run xchgxor16_unused(-128) == 8582078288503893759

proc xchgxor16_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=6, width=16, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgxor16_unused_c() == 8581796813527183103

proc xchgxor16_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=6, width=16)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgxor16_unused_n() == 8582078288503893759

proc load16_seq_cst() -> Int32 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int32 @3 = AtomicLoad(@0, offset=6, width=16)
    Void @4 = Return(@3)
}
;; run load16_seq_cst() == 34969

proc load16_acquire() -> Int32 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int32 @3 = AtomicLoad(@0, offset=6, width=16, order=acquire)
    Void @4 = Return(@3)
}
;; run load16_acquire() == 34969

proc load16_relaxed() -> Int32 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int32 @3 = AtomicLoad(@0, offset=6, width=16, order=relaxed)
    Void @4 = Return(@3)
}
;; run load16_relaxed() == 34969

proc store16_seq_cst(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Void @5 = AtomicStore(@1, @2, offset=6, width=16)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run store16_seq_cst(0) == 187723572702975
;; run store16_seq_cst(-1) == -93751404007681
;; run store16_seq_cst(305419896) == 6230917808039784191

proc store16_seq_cst_n() -> Int64 {
#0:
    Int32 @0 = Const32(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, offset=6, width=16)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store16_seq_cst_n() == -656701357428993

proc store16_release(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Void @5 = AtomicStore(@1, @2, offset=6, width=16, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run store16_release(0) == 187723572702975
;; run store16_release(-1) == -93751404007681
;; run store16_release(305419896) == 6230917808039784191

proc store16_release_n() -> Int64 {
#0:
    Int32 @0 = Const32(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, offset=6, width=16, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store16_release_n() == -656701357428993

proc store16_relaxed(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Void @5 = AtomicStore(@1, @2, offset=6, width=16, order=relaxed)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run store16_relaxed(0) == 187723572702975
;; run store16_relaxed(-1) == -93751404007681
;; run store16_relaxed(305419896) == 6230917808039784191

proc store16_relaxed_n() -> Int64 {
#0:
    Int32 @0 = Const32(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, offset=6, width=16, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store16_relaxed_n() == -656701357428993

proc cas16_strong(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=6, width=16, order=relaxed)
    Int64 @8 = Load(@4)
    Void @9 = Return(@7, @8)
}
;; run cas16_strong(34969, 5) == 34969, 1595098456256255
;; run cas16_strong(34970, 5) == 34969, -8603657889541918977
;; run cas16_strong(5933209, -2) == 34969, -375226380718337
;; run cas16_strong(0, 7) == 34969, -8603657889541918977

proc cas16_weak(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=6, width=16, order=acquire)
    Int64 @8 = Load(@4)
    Void @9 = Return(@7, @8)
}
;; run cas16_weak(34969, 5) == 1, 1595098456256255
;; run cas16_weak(34970, 5) == 0, -8603657889541918977
;; run cas16_weak(5933209, -2) == 1, -375226380718337
;; run cas16_weak(0, 7) == 0, -8603657889541918977

proc cas16_equal(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = Const32(65535)
    Int32 @8 = BitAnd(@1, @7)
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=6, width=16, order=release)
    Int32 @10 = Equal(@9, @8)
    Int64 @11 = Load(@4)
    Void @12 = Return(@10, @11)
}
;; run cas16_equal(34969, 5) == 1, 1595098456256255
;; run cas16_equal(34970, 5) == 0, -8603657889541918977
;; run cas16_equal(5933209, -2) == 1, -375226380718337
;; run cas16_equal(0, 7) == 0, -8603657889541918977

proc cas16_notequal(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = Const32(65535)
    Int32 @8 = BitAnd(@1, @7)
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=6, width=16, order=acq_rel)
    Int32 @10 = NotEqual(@9, @8)
    Int64 @11 = Load(@4)
    Void @12 = Return(@10, @11)
}
;; run cas16_notequal(34969, 5) == 0, 1595098456256255
;; run cas16_notequal(34970, 5) == 1, -8603657889541918977
;; run cas16_notequal(5933209, -2) == 0, -375226380718337
;; run cas16_notequal(0, 7) == 1, -8603657889541918977

proc cas16_branch(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = Const32(65535)
    Int32 @8 = BitAnd(@1, @7)
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=6, width=16)
    Int32 @10 = Equal(@9, @8)
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
;; run cas16_branch(34969, 5) == 1, 1595098456256255
;; run cas16_branch(34970, 5) == 0, -8603657889541918977
;; run cas16_branch(5933209, -2) == 1, -375226380718337
;; run cas16_branch(0, 7) == 0, -8603657889541918977

proc cas16_branchnot(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = Const32(65535)
    Int32 @8 = BitAnd(@1, @7)
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=6, width=16, order=relaxed)
    Int32 @10 = Equal(@9, @8)
    Int32 @11 = Const32(0)
    Int32 @12 = Equal(@10, @11)
    Void @13 = Branch(@12, #1, #2)
#1:
    Int64 @14 = Load(@4)
    Int32 @15 = Const32(1)
    Void @16 = Return(@15, @14)
#2:
    Int64 @17 = Load(@4)
    Int32 @18 = Const32(0)
    Void @19 = Return(@18, @17)
}
;; run cas16_branchnot(34969, 5) == 0, 1595098456256255
;; run cas16_branchnot(34970, 5) == 1, -8603657889541918977
;; run cas16_branchnot(5933209, -2) == 0, -375226380718337
;; run cas16_branchnot(0, 7) == 1, -8603657889541918977

proc cas16_weakbranch(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=6, width=16, order=acquire)
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
;; run cas16_weakbranch(34969, 5) == 1, 1595098456256255
;; run cas16_weakbranch(34970, 5) == 0, -8603657889541918977
;; run cas16_weakbranch(5933209, -2) == 1, -375226380718337
;; run cas16_weakbranch(0, 7) == 0, -8603657889541918977

proc cas16_weakbranchnot(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=6, width=16, order=release)
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
;; run cas16_weakbranchnot(34969, 5) == 0, 1595098456256255
;; run cas16_weakbranchnot(34970, 5) == 1, -8603657889541918977
;; run cas16_weakbranchnot(5933209, -2) == 0, -375226380718337
;; run cas16_weakbranchnot(0, 7) == 1, -8603657889541918977

proc cas16_unused(Int32, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=6, width=16, order=acq_rel)
    Int64 @8 = Load(@4)
    Void @9 = Return(@8)
}
;; run cas16_unused(34969, 5) == 1595098456256255
;; run cas16_unused(34970, 5) == -8603657889541918977
;; run cas16_unused(5933209, -2) == -375226380718337
;; run cas16_unused(0, 7) == -8603657889541918977
