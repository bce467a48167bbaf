barebones 1
; Atomic operations on 8 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc xchg8_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchg(@1, @2, offset=3, width=8)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchg8_old(1) == 204, -8603657892947693825
;; run xchg8_old(-1) == 204, -8603657888686280961
;; run xchg8_old(1985229343) == 204, -8603657892444377345
;; run xchg8_old(-128) == 204, -8603657890816987393

proc xchg8_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=3, width=8, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchg8_old_c() == 204, -8603657890800210177

proc xchg8_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=3, width=8, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchg8_old_n() == 204, -8603657890816987393

proc xchg8_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchg(@1, @2, offset=3, width=8, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchg8_unused(1) == -8603657892947693825
;; run xchg8_unused(-1) == -8603657888686280961
;; run xchg8_unused(1985229343) == -8603657892444377345
;; run xchg8_unused(-128) == -8603657890816987393

proc xchg8_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=3, width=8, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchg8_unused_c() == -8603657890800210177

proc xchg8_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchg(@0, @1, offset=3, width=8)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchg8_unused_n() == -8603657890816987393

proc xchgadd8_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=3, width=8, order=relaxed)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgadd8_old(1) == 204, -8603657889525141761
;; run xchgadd8_old(-1) == 204, -8603657889558696193
;; run xchgadd8_old(1985229343) == 204, -8603657889021825281
;; run xchgadd8_old(-128) == 204, -8603657891689402625

proc xchgadd8_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=3, width=8, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgadd8_old_c() == 204, -8603657891672625409

proc xchgadd8_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=3, width=8, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgadd8_old_n() == 204, -8603657891689402625

proc xchgadd8_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAdd(@1, @2, offset=3, width=8, order=acq_rel)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgadd8_unused(1) == -8603657889525141761
;; run xchgadd8_unused(-1) == -8603657889558696193
;; run xchgadd8_unused(1985229343) == -8603657889021825281
;; run xchgadd8_unused(-128) == -8603657891689402625

proc xchgadd8_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=3, width=8)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd8_unused_c() == -8603657891672625409

proc xchgadd8_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAdd(@0, @1, offset=3, width=8, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd8_unused_n() == -8603657891689402625

proc xchgsub8_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgSub(@1, @2, offset=3, width=8, order=acquire)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgsub8_old(1) == 204, -8603657889558696193
;; run xchgsub8_old(-1) == 204, -8603657889525141761
;; run xchgsub8_old(1985229343) == 204, -8603657890062012673
;; run xchgsub8_old(-128) == 204, -8603657891689402625

proc xchgsub8_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=3, width=8, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgsub8_old_c() == 204, -8603657891706179841

proc xchgsub8_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=3, width=8, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgsub8_old_n() == 204, -8603657891689402625

proc xchgsub8_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgSub(@1, @2, offset=3, width=8)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgsub8_unused(1) == -8603657889558696193
;; run xchgsub8_unused(-1) == -8603657889525141761
;; run xchgsub8_unused(1985229343) == -8603657890062012673
;; run xchgsub8_unused(-128) == -8603657891689402625

proc xchgsub8_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=3, width=8, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub8_unused_c() == -8603657891706179841

proc xchgsub8_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgSub(@0, @1, offset=3, width=8, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub8_unused_n() == -8603657891689402625

proc xchgand8_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAnd(@1, @2, offset=3, width=8, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgand8_old(1) == 204, -8603657892964471041
;; run xchgand8_old(-1) == 204, -8603657889541918977
;; run xchgand8_old(1985229343) == 204, -8603657892763144449
;; run xchgand8_old(-128) == 204, -8603657890816987393

proc xchgand8_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=3, width=8, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgand8_old_c() == 204, -8603657890816987393

proc xchgand8_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=3, width=8)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgand8_old_n() == 204, -8603657890816987393

proc xchgand8_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgAnd(@1, @2, offset=3, width=8, order=relaxed)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgand8_unused(1) == -8603657892964471041
;; run xchgand8_unused(-1) == -8603657889541918977
;; run xchgand8_unused(1985229343) == -8603657892763144449
;; run xchgand8_unused(-128) == -8603657890816987393

proc xchgand8_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=3, width=8, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgand8_unused_c() == -8603657890816987393

proc xchgand8_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgAnd(@0, @1, offset=3, width=8, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgand8_unused_n() == -8603657890816987393

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

proc xchgxor8_old(Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgXor(@1, @2, offset=3, width=8)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run xchgxor8_old(1) == 204, -8603657889525141761
;; run xchgxor8_old(-1) == 204, -8603657892108833025
;; run xchgxor8_old(1985229343) == 204, -8603657889424478465
;; run xchgxor8_old(-128) == 204, -8603657891689402625

proc xchgxor8_old_c() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=3, width=8, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgxor8_old_c() == 204, -8603657891672625409

proc xchgxor8_old_n() -> (Int32, Int64) {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=3, width=8, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgxor8_old_n() == 204, -8603657891689402625

proc xchgxor8_unused(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicXchgXor(@1, @2, offset=3, width=8, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run xchgxor8_unused(1) == -8603657889525141761
;; run xchgxor8_unused(-1) == -8603657892108833025
;; run xchgxor8_unused(1985229343) == -8603657889424478465
;; run xchgxor8_unused(-128) == -8603657891689402625

proc xchgxor8_unused_c() -> Int64 {
#0:
    Int32 @0 = Const32(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=3, width=8, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgxor8_unused_c() == -8603657891672625409

proc xchgxor8_unused_n() -> Int64 {
#0:
    Int32 @0 = Const32(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int32 @4 = AtomicXchgXor(@0, @1, offset=3, width=8)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgxor8_unused_n() == -8603657891689402625

proc load8_seq_cst() -> Int32 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int32 @3 = AtomicLoad(@0, offset=3, width=8)
    Void @4 = Return(@3)
}
;; run load8_seq_cst() == 204

proc load8_acquire() -> Int32 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int32 @3 = AtomicLoad(@0, offset=3, width=8, order=acquire)
    Void @4 = Return(@3)
}
;; run load8_acquire() == 204

proc load8_relaxed() -> Int32 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int32 @3 = AtomicLoad(@0, offset=3, width=8, order=relaxed)
    Void @4 = Return(@3)
}
;; run load8_relaxed() == 204

proc store8_seq_cst(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Void @5 = AtomicStore(@1, @2, offset=3, width=8)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run store8_seq_cst(0) == -8603657892964471041
;; run store8_seq_cst(-1) == -8603657888686280961
;; run store8_seq_cst(305419896) == -8603657890951205121

proc store8_seq_cst_n() -> Int64 {
#0:
    Int32 @0 = Const32(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, offset=3, width=8)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store8_seq_cst_n() == -8603657888719835393

proc store8_release(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Void @5 = AtomicStore(@1, @2, offset=3, width=8, order=release)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run store8_release(0) == -8603657892964471041
;; run store8_release(-1) == -8603657888686280961
;; run store8_release(305419896) == -8603657890951205121

proc store8_release_n() -> Int64 {
#0:
    Int32 @0 = Const32(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, offset=3, width=8, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store8_release_n() == -8603657888719835393

proc store8_relaxed(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Void @5 = AtomicStore(@1, @2, offset=3, width=8, order=relaxed)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run store8_relaxed(0) == -8603657892964471041
;; run store8_relaxed(-1) == -8603657888686280961
;; run store8_relaxed(305419896) == -8603657890951205121

proc store8_relaxed_n() -> Int64 {
#0:
    Int32 @0 = Const32(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, offset=3, width=8, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store8_relaxed_n() == -8603657888719835393

proc cas8_strong(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=3, width=8, order=relaxed)
    Int64 @8 = Load(@4)
    Void @9 = Return(@7, @8)
}
;; run cas8_strong(204, 5) == 204, -8603657892880584961
;; run cas8_strong(205, 5) == 204, -8603657889541918977
;; run cas8_strong(23244, -2) == 204, -8603657888703058177
;; run cas8_strong(0, 7) == 204, -8603657889541918977

proc cas8_weak(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=3, width=8, order=acquire)
    Int64 @8 = Load(@4)
    Void @9 = Return(@7, @8)
}
;; run cas8_weak(204, 5) == 1, -8603657892880584961
;; run cas8_weak(205, 5) == 0, -8603657889541918977
;; run cas8_weak(23244, -2) == 1, -8603657888703058177
;; run cas8_weak(0, 7) == 0, -8603657889541918977

proc cas8_equal(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = Const32(255)
    Int32 @8 = BitAnd(@1, @7)
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=3, width=8, order=release)
    Int32 @10 = Equal(@9, @8)
    Int64 @11 = Load(@4)
    Void @12 = Return(@10, @11)
}
;; run cas8_equal(204, 5) == 1, -8603657892880584961
;; run cas8_equal(205, 5) == 0, -8603657889541918977
;; run cas8_equal(23244, -2) == 1, -8603657888703058177
;; run cas8_equal(0, 7) == 0, -8603657889541918977

proc cas8_notequal(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = Const32(255)
    Int32 @8 = BitAnd(@1, @7)
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=3, width=8, order=acq_rel)
    Int32 @10 = NotEqual(@9, @8)
    Int64 @11 = Load(@4)
    Void @12 = Return(@10, @11)
}
;; run cas8_notequal(204, 5) == 0, -8603657892880584961
;; run cas8_notequal(205, 5) == 1, -8603657889541918977
;; run cas8_notequal(23244, -2) == 0, -8603657888703058177
;; run cas8_notequal(0, 7) == 1, -8603657889541918977

proc cas8_branch(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = Const32(255)
    Int32 @8 = BitAnd(@1, @7)
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=3, width=8)
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
;; run cas8_branch(204, 5) == 1, -8603657892880584961
;; run cas8_branch(205, 5) == 0, -8603657889541918977
;; run cas8_branch(23244, -2) == 1, -8603657888703058177
;; run cas8_branch(0, 7) == 0, -8603657889541918977

proc cas8_branchnot(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = Const32(255)
    Int32 @8 = BitAnd(@1, @7)
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=3, width=8, order=relaxed)
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
;; run cas8_branchnot(204, 5) == 0, -8603657892880584961
;; run cas8_branchnot(205, 5) == 1, -8603657889541918977
;; run cas8_branchnot(23244, -2) == 0, -8603657888703058177
;; run cas8_branchnot(0, 7) == 1, -8603657889541918977

proc cas8_weakbranch(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=3, width=8, order=acquire)
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
;; run cas8_weakbranch(204, 5) == 1, -8603657892880584961
;; run cas8_weakbranch(205, 5) == 0, -8603657889541918977
;; run cas8_weakbranch(23244, -2) == 1, -8603657888703058177
;; run cas8_weakbranch(0, 7) == 0, -8603657889541918977

proc cas8_weakbranchnot(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=3, width=8, order=release)
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
;; run cas8_weakbranchnot(204, 5) == 0, -8603657892880584961
;; run cas8_weakbranchnot(205, 5) == 1, -8603657889541918977
;; run cas8_weakbranchnot(23244, -2) == 0, -8603657888703058177
;; run cas8_weakbranchnot(0, 7) == 1, -8603657889541918977

proc cas8_unused(Int32, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=3, width=8, order=acq_rel)
    Int64 @8 = Load(@4)
    Void @9 = Return(@8)
}
;; run cas8_unused(204, 5) == -8603657892880584961
;; run cas8_unused(205, 5) == -8603657889541918977
;; run cas8_unused(23244, -2) == -8603657888703058177
;; run cas8_unused(0, 7) == -8603657889541918977
