barebones 1
; Atomic operations on 8 bits: results are zero-extended, and neighbours stay.
;! run

data room = 0xff 0xee 0xdd 0xcc 0xbb 0xaa 0x99 0x88 zero:8

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

proc cas8_rawequal(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=3, width=8)
    Int32 @8 = Equal(@7, @1)
    Int64 @9 = Load(@4)
    Void @10 = Return(@8, @9)
}
;; run cas8_rawequal(204, 5) == 1, -8603657892880584961
;; run cas8_rawequal(205, 5) == 0, -8603657889541918977
;; run cas8_rawequal(23244, -2) == 0, -8603657888703058177
;; run cas8_rawequal(0, 7) == 0, -8603657889541918977

proc cas8_rawbranch(Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(-8603657889541918977)
    Void @6 = Store(@5, @4)
    Int32 @7 = AtomicStrongCAS(@1, @3, @4, offset=3, width=8, order=relaxed)
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
;; run cas8_rawbranch(204, 5) == 1, -8603657892880584961
;; run cas8_rawbranch(205, 5) == 0, -8603657889541918977
;; run cas8_rawbranch(23244, -2) == 0, -8603657888703058177
;; run cas8_rawbranch(0, 7) == 0, -8603657889541918977
