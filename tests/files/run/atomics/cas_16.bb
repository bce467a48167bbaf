barebones 1
; Atomic operations on 16 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

proc cas16_strong(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=6, width=16, order=release)
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
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=6, width=16, order=acq_rel)
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
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=6, width=16)
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
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=6, width=16, order=relaxed)
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
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=6, width=16, order=acquire)
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
    Int32 @9 = AtomicStrongCAS(@8, @3, @4, offset=6, width=16, order=release)
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
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=6, width=16, order=acq_rel)
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
    Int32 @7 = AtomicWeakCAS(@1, @3, @4, offset=6, width=16)
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
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=6, width=16, order=relaxed)
    Int64 @8 = Load(@4)
    Void @9 = Return(@8)
}
;; run cas16_unused(34969, 5) == 1595098456256255
;; run cas16_unused(34970, 5) == -8603657889541918977
;; run cas16_unused(5933209, -2) == -375226380718337
;; run cas16_unused(0, 7) == -8603657889541918977

proc cas16_rawequal(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=6, width=16, order=acquire)
    Int32 @8 = Equal(@7, @1)
    Int64 @9 = Load(@4)
    Void @10 = Return(@8, @9)
}
;; run cas16_rawequal(34969, 5) == 1, 1595098456256255
;; run cas16_rawequal(34970, 5) == 0, -8603657889541918977
;; run cas16_rawequal(5933209, -2) == 0, -375226380718337
;; run cas16_rawequal(0, 7) == 0, -8603657889541918977

proc cas16_rawbranch(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=6, width=16, order=release)
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
;; run cas16_rawbranch(34969, 5) == 1, 1595098456256255
;; run cas16_rawbranch(34970, 5) == 0, -8603657889541918977
;; run cas16_rawbranch(5933209, -2) == 0, -375226380718337
;; run cas16_rawbranch(0, 7) == 0, -8603657889541918977
