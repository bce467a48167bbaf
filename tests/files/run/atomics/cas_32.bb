barebones 1
; Atomic operations on 32 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc cas32_strong(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4)
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
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=4, order=relaxed)
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
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=acquire)
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
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=release)
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
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=acq_rel)
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
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4)
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
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=4, order=relaxed)
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
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=4, order=acquire)
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
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=release)
    Int64 @8 = Load(@4)
    Void @9 = Return(@8)
}
;; run cas32_unused(-2003195205, 5) == 24911933183
;; run cas32_unused(-2003195204, 5) == -8603657889541918977
;; run cas32_unused(-2003195205, -2) == -5152837889
;; run cas32_unused(0, 7) == -8603657889541918977

proc cas32_rawequal(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=4, order=acq_rel)
    Int32 @8 = Equal(@7, @1)
    Int64 @9 = Load(@4)
    Void @10 = Return(@8, @9)
}
;; run cas32_rawequal(-2003195205, 5) == 1, 24911933183
;; run cas32_rawequal(-2003195204, 5) == 0, -8603657889541918977
;; run cas32_rawequal(-2003195205, -2) == 1, -5152837889
;; run cas32_rawequal(0, 7) == 0, -8603657889541918977

proc cas32_rawbranch(Int32, Int32) -> (Int32, Int64) {
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
;; run cas32_rawbranch(-2003195205, 5) == 1, 24911933183
;; run cas32_rawbranch(-2003195204, 5) == 0, -8603657889541918977
;; run cas32_rawbranch(-2003195205, -2) == 1, -5152837889
;; run cas32_rawbranch(0, 7) == 0, -8603657889541918977
