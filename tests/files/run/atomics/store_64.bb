barebones 1
; Atomic operations on 64 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

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
