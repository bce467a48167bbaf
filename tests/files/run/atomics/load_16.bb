barebones 1
; Atomic operations on 16 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

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
