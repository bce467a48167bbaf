barebones 1
; Atomic operations on 32 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

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
