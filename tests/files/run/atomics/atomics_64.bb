barebones 1
; Atomic operations on 64 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc xchg64_old(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchg(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchg64_old(1) == -8603657889541918977, 1
;; run xchg64_old(-1) == -8603657889541918977, -1
;; run xchg64_old(1311768467294899695) == -8603657889541918977, 1311768467294899695
;; run xchg64_old(-128) == -8603657889541918977, -128

proc xchg64_old_c() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchg(@0, @1, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchg64_old_c() == -8603657889541918977, 2147483521

proc xchg64_old_n() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchg(@0, @1, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchg64_old_n() == -8603657889541918977, -128

proc xchg64_unused(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchg(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchg64_unused(1) == 1
;; run xchg64_unused(-1) == -1
;; run xchg64_unused(1311768467294899695) == 1311768467294899695
;; run xchg64_unused(-128) == -128

proc xchg64_unused_c() -> Int64 {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchg(@0, @1, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchg64_unused_c() == 2147483521

proc xchg64_unused_n() -> Int64 {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchg(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchg64_unused_n() == -128

proc xchgadd64_old(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAdd(@0, @1, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgadd64_old(1) == -8603657889541918977, -8603657889541918976
;; run xchgadd64_old(-1) == -8603657889541918977, -8603657889541918978
;; run xchgadd64_old(1311768467294899695) == -8603657889541918977, -7291889422247019282
;; run xchgadd64_old(-128) == -8603657889541918977, -8603657889541919105

proc xchgadd64_old_c() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAdd(@0, @1, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgadd64_old_c() == -8603657889541918977, -8603657887394435456

proc xchgadd64_old_n() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAdd(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgadd64_old_n() == -8603657889541918977, -8603657889541919105

proc xchgadd64_unused(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAdd(@0, @1, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd64_unused(1) == -8603657889541918976
;; run xchgadd64_unused(-1) == -8603657889541918978
;; run xchgadd64_unused(1311768467294899695) == -7291889422247019282
;; run xchgadd64_unused(-128) == -8603657889541919105

proc xchgadd64_unused_c() -> Int64 {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAdd(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd64_unused_c() == -8603657887394435456

proc xchgadd64_unused_n() -> Int64 {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAdd(@0, @1, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgadd64_unused_n() == -8603657889541919105

proc xchgsub64_old(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgSub(@0, @1, order=acquire)
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
    Int64 @4 = AtomicXchgSub(@0, @1, order=release)
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
    Int64 @4 = AtomicXchgSub(@0, @1, order=acq_rel)
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
    Int64 @4 = AtomicXchgSub(@0, @1)
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
    Int64 @4 = AtomicXchgSub(@0, @1, order=relaxed)
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
    Int64 @4 = AtomicXchgSub(@0, @1, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgsub64_unused_n() == -8603657889541918849

proc xchgand64_old(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAnd(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgand64_old(1) == -8603657889541918977, 1
;; run xchgand64_old(-1) == -8603657889541918977, -8603657889541918977
;; run xchgand64_old(1311768467294899695) == -8603657889541918977, 4506041325309167
;; run xchgand64_old(-128) == -8603657889541918977, -8603657889541919104

proc xchgand64_old_c() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAnd(@0, @1, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgand64_old_c() == -8603657889541918977, 1289612929

proc xchgand64_old_n() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAnd(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgand64_old_n() == -8603657889541918977, -8603657889541919104

proc xchgand64_unused(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAnd(@0, @1, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgand64_unused(1) == 1
;; run xchgand64_unused(-1) == -8603657889541918977
;; run xchgand64_unused(1311768467294899695) == 4506041325309167
;; run xchgand64_unused(-128) == -8603657889541919104

proc xchgand64_unused_c() -> Int64 {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAnd(@0, @1, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgand64_unused_c() == 1289612929

proc xchgand64_unused_n() -> Int64 {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgAnd(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgand64_unused_n() == -8603657889541919104

proc xchgor64_old(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgOr(@0, @1, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgor64_old(1) == -8603657889541918977, -8603657889541918977
;; run xchgor64_old(-1) == -8603657889541918977, -1
;; run xchgor64_old(1311768467294899695) == -8603657889541918977, -7296395463572328449
;; run xchgor64_old(-128) == -8603657889541918977, -1

proc xchgor64_old_c() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgOr(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgor64_old_c() == -8603657889541918977, -8603657888684048385

proc xchgor64_old_n() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgOr(@0, @1, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgor64_old_n() == -8603657889541918977, -1

proc xchgor64_unused(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgOr(@0, @1, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgor64_unused(1) == -8603657889541918977
;; run xchgor64_unused(-1) == -1
;; run xchgor64_unused(1311768467294899695) == -7296395463572328449
;; run xchgor64_unused(-128) == -1

proc xchgor64_unused_c() -> Int64 {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgOr(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgor64_unused_c() == -8603657888684048385

proc xchgor64_unused_n() -> Int64 {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgOr(@0, @1, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgor64_unused_n() == -1

proc xchgxor64_old(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgXor(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgxor64_old(1) == -8603657889541918977, -8603657889541918978
;; run xchgxor64_old(-1) == -8603657889541918977, 8603657889541918976
;; run xchgxor64_old(1311768467294899695) == -8603657889541918977, -7300901504897637616
;; run xchgxor64_old(-128) == -8603657889541918977, 8603657889541919103

proc xchgxor64_old_c() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgXor(@0, @1, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgxor64_old_c() == -8603657889541918977, -8603657889973661314

proc xchgxor64_old_n() -> (Int64, Int64) {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgXor(@0, @1, order=acquire)
    Int64 @5 = Load(@1)
    Void @6 = Return(@4, @5)
}
;; run xchgxor64_old_n() == -8603657889541918977, 8603657889541919103

proc xchgxor64_unused(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgXor(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgxor64_unused(1) == -8603657889541918978
;; run xchgxor64_unused(-1) == 8603657889541918976
;; run xchgxor64_unused(1311768467294899695) == -7300901504897637616
;; run xchgxor64_unused(-128) == 8603657889541919103

proc xchgxor64_unused_c() -> Int64 {
#0:
    Int64 @0 = Const64(2147483521)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgXor(@0, @1, order=acq_rel)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgxor64_unused_c() == -8603657889973661314

proc xchgxor64_unused_n() -> Int64 {
#0:
    Int64 @0 = Const64(-128)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Int64 @4 = AtomicXchgXor(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run xchgxor64_unused_n() == 8603657889541919103

proc load64_seq_cst() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int64 @3 = AtomicLoad(@0)
    Void @4 = Return(@3)
}
;; run load64_seq_cst() == -8603657889541918977

proc load64_acquire() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int64 @3 = AtomicLoad(@0, order=acquire)
    Void @4 = Return(@3)
}
;; run load64_acquire() == -8603657889541918977

proc load64_relaxed() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(-8603657889541918977)
    Void @2 = Store(@1, @0)
    Int64 @3 = AtomicLoad(@0, order=relaxed)
    Void @4 = Return(@3)
}
;; run load64_relaxed() == -8603657889541918977

proc store64_seq_cst(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store64_seq_cst(0) == 0
;; run store64_seq_cst(-1) == -1
;; run store64_seq_cst(305419896) == 305419896

proc store64_seq_cst_n() -> Int64 {
#0:
    Int64 @0 = Const64(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store64_seq_cst_n() == -3

proc store64_release(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store64_release(0) == 0
;; run store64_release(-1) == -1
;; run store64_release(305419896) == 305419896

proc store64_release_n() -> Int64 {
#0:
    Int64 @0 = Const64(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, order=release)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store64_release_n() == -3

proc store64_relaxed(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store64_relaxed(0) == 0
;; run store64_relaxed(-1) == -1
;; run store64_relaxed(305419896) == 305419896

proc store64_relaxed_n() -> Int64 {
#0:
    Int64 @0 = Const64(-3)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(-8603657889541918977)
    Void @3 = Store(@2, @1)
    Void @4 = AtomicStore(@0, @1, order=relaxed)
    Int64 @5 = Load(@1)
    Void @6 = Return(@5)
}
;; run store64_relaxed_n() == -3

proc cas64_strong(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=relaxed)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run cas64_strong(-8603657889541918977, 5) == -8603657889541918977, 5
;; run cas64_strong(-8603657889541918976, 5) == -8603657889541918977, -8603657889541918977
;; run cas64_strong(-8603657889541918977, -2) == -8603657889541918977, -2
;; run cas64_strong(0, 7) == -8603657889541918977, -8603657889541918977

proc cas64_weak(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicWeakCAS(@0, @1, @2, order=acquire)
    Int64 @6 = Load(@2)
    Void @7 = Return(@5, @6)
}
;; run cas64_weak(-8603657889541918977, 5) == 1, 5
;; run cas64_weak(-8603657889541918976, 5) == 0, -8603657889541918977
;; run cas64_weak(-8603657889541918977, -2) == 1, -2
;; run cas64_weak(0, 7) == 0, -8603657889541918977

proc cas64_equal(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=release)
    Int32 @6 = Equal(@5, @0)
    Int64 @7 = Load(@2)
    Void @8 = Return(@6, @7)
}
;; run cas64_equal(-8603657889541918977, 5) == 1, 5
;; run cas64_equal(-8603657889541918976, 5) == 0, -8603657889541918977
;; run cas64_equal(-8603657889541918977, -2) == 1, -2
;; run cas64_equal(0, 7) == 0, -8603657889541918977

proc cas64_notequal(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=acq_rel)
    Int32 @6 = NotEqual(@5, @0)
    Int64 @7 = Load(@2)
    Void @8 = Return(@6, @7)
}
;; run cas64_notequal(-8603657889541918977, 5) == 0, 5
;; run cas64_notequal(-8603657889541918976, 5) == 1, -8603657889541918977
;; run cas64_notequal(-8603657889541918977, -2) == 0, -2
;; run cas64_notequal(0, 7) == 1, -8603657889541918977

proc cas64_branch(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2)
    Int32 @6 = Equal(@5, @0)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int64 @8 = Load(@2)
    Int32 @9 = Const32(1)
    Void @10 = Return(@9, @8)
#2:
    Int64 @11 = Load(@2)
    Int32 @12 = Const32(0)
    Void @13 = Return(@12, @11)
}
;; run cas64_branch(-8603657889541918977, 5) == 1, 5
;; run cas64_branch(-8603657889541918976, 5) == 0, -8603657889541918977
;; run cas64_branch(-8603657889541918977, -2) == 1, -2
;; run cas64_branch(0, 7) == 0, -8603657889541918977

proc cas64_branchnot(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=relaxed)
    Int32 @6 = Equal(@5, @0)
    Int32 @7 = Const32(0)
    Int32 @8 = Equal(@6, @7)
    Void @9 = Branch(@8, #1, #2)
#1:
    Int64 @10 = Load(@2)
    Int32 @11 = Const32(1)
    Void @12 = Return(@11, @10)
#2:
    Int64 @13 = Load(@2)
    Int32 @14 = Const32(0)
    Void @15 = Return(@14, @13)
}
;; run cas64_branchnot(-8603657889541918977, 5) == 0, 5
;; run cas64_branchnot(-8603657889541918976, 5) == 1, -8603657889541918977
;; run cas64_branchnot(-8603657889541918977, -2) == 0, -2
;; run cas64_branchnot(0, 7) == 1, -8603657889541918977

proc cas64_weakbranch(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicWeakCAS(@0, @1, @2, order=acquire)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int64 @7 = Load(@2)
    Int32 @8 = Const32(1)
    Void @9 = Return(@8, @7)
#2:
    Int64 @10 = Load(@2)
    Int32 @11 = Const32(0)
    Void @12 = Return(@11, @10)
}
;; run cas64_weakbranch(-8603657889541918977, 5) == 1, 5
;; run cas64_weakbranch(-8603657889541918976, 5) == 0, -8603657889541918977
;; run cas64_weakbranch(-8603657889541918977, -2) == 1, -2
;; run cas64_weakbranch(0, 7) == 0, -8603657889541918977

proc cas64_weakbranchnot(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicWeakCAS(@0, @1, @2, order=release)
    Int32 @6 = Const32(0)
    Int32 @7 = Equal(@5, @6)
    Void @8 = Branch(@7, #1, #2)
#1:
    Int64 @9 = Load(@2)
    Int32 @10 = Const32(1)
    Void @11 = Return(@10, @9)
#2:
    Int64 @12 = Load(@2)
    Int32 @13 = Const32(0)
    Void @14 = Return(@13, @12)
}
;; run cas64_weakbranchnot(-8603657889541918977, 5) == 0, 5
;; run cas64_weakbranchnot(-8603657889541918976, 5) == 1, -8603657889541918977
;; run cas64_weakbranchnot(-8603657889541918977, -2) == 0, -2
;; run cas64_weakbranchnot(0, 7) == 1, -8603657889541918977

proc cas64_unused(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=acq_rel)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run cas64_unused(-8603657889541918977, 5) == 5
;; run cas64_unused(-8603657889541918976, 5) == -8603657889541918977
;; run cas64_unused(-8603657889541918977, -2) == -2
;; run cas64_unused(0, 7) == -8603657889541918977
