barebones 1
; Atomic operations on 64 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc cas64_strong(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=acquire)
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
    Int32 @5 = AtomicWeakCAS(@0, @1, @2, order=release)
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
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=acq_rel)
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
    Int64 @5 = AtomicStrongCAS(@0, @1, @2)
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
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=relaxed)
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
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=acquire)
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
    Int32 @5 = AtomicWeakCAS(@0, @1, @2, order=release)
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
    Int32 @5 = AtomicWeakCAS(@0, @1, @2, order=acq_rel)
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
    Int64 @5 = AtomicStrongCAS(@0, @1, @2)
    Int64 @6 = Load(@2)
    Void @7 = Return(@6)
}
;; run cas64_unused(-8603657889541918977, 5) == 5
;; run cas64_unused(-8603657889541918976, 5) == -8603657889541918977
;; run cas64_unused(-8603657889541918977, -2) == -2
;; run cas64_unused(0, 7) == -8603657889541918977

proc cas64_rawequal(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=relaxed)
    Int32 @6 = Equal(@5, @0)
    Int64 @7 = Load(@2)
    Void @8 = Return(@6, @7)
}
;; run cas64_rawequal(-8603657889541918977, 5) == 1, 5
;; run cas64_rawequal(-8603657889541918976, 5) == 0, -8603657889541918977
;; run cas64_rawequal(-8603657889541918977, -2) == 1, -2
;; run cas64_rawequal(0, 7) == 0, -8603657889541918977

proc cas64_rawbranch(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-8603657889541918977)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2, order=acquire)
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
;; run cas64_rawbranch(-8603657889541918977, 5) == 1, 5
;; run cas64_rawbranch(-8603657889541918976, 5) == 0, -8603657889541918977
;; run cas64_rawbranch(-8603657889541918977, -2) == 1, -2
;; run cas64_rawbranch(0, 7) == 0, -8603657889541918977
