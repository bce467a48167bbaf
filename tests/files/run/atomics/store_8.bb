barebones 1
; Atomic operations on 8 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

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
