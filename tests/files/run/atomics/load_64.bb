barebones 1
; Atomic operations on 64 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

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
