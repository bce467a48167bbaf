barebones 1
; Conditions restrict ranges of values and decide other conditions; each with a twin that they do not decide.
;! opt propagate_ranges
;! run

proc extended(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = LessThan(@2, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int64 @7 = SExt32(@2)
    Int64 @8 = Add(@7, @1)
    Int32 @9 = Trunc(@8)
    Void @10 = Return(@9)
#2:
    Int64 @11 = SExt32(@2)
    Int64 @12 = Add(@11, @1)
    Int32 @13 = Trunc(@12)
    Void @14 = Return(@13)
}
;; check: @7 = SExt32(@2)
;; check: @11 = ZExt32(@2)
;; run extended(-4, 6) == 2
;; run extended(4, 6) == 10

proc divided(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(8)
    Int32 @6 = LessThan(@2, @4)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = Mod(@2, @5)
    Int32 @9 = Div(@2, @5)
    Int32 @10 = Add(@8, @9)
    Void @11 = Return(@10)
#2:
    Int32 @12 = Mod(@2, @5)
    Int32 @13 = Div(@2, @5)
    Int32 @14 = Add(@12, @13)
    Void @15 = Return(@14)
}
;; check: @8 = Mod(@2, @5)
;; check: @9 = Div(@2, @5)
;; check: @12 = BitAnd(@2,
;; check: @13 = ZShr(@2,
;; run divided(-11, 0) == -4
;; run divided(11, 0) == 4

proc narrow(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @50 = Jump(#1)
#1:
    Int64 @4 = ZExt32(@2)
    Int64 @5 = ZExt32(@3)
    Int64 @6 = Const64(1)
    Int64 @20 = BitOr(@5, @6)
    Int64 @7 = Add(@5, @6)
    Int64 @8 = UDiv(@4, @20)
    Int64 @9 = UDiv(@4, @7)
    Int64 @10 = Add(@8, @9)
    Int32 @11 = Trunc(@10)
    Void @12 = Return(@11)
}
;; check: = Trunc(@4)
;; check: = Trunc(@20)
;; check: @8 = ZExt32(
;; check: @9 = UDiv(@4, @7)
;; run narrow(100, 8) == 22
;; run narrow(-1, -1) == 1

proc unread(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @50 = Jump(#1)
#1:
    Int32 @4 = Const32(255)
    Int32 @5 = BitAnd(@2, @4)
    Int32 @6 = Const32(1023)
    Int32 @7 = Const32(127)
    Int32 @8 = BitAnd(@5, @6)
    Int32 @9 = BitAnd(@5, @7)
    Int32 @10 = Add(@8, @9)
    Void @11 = Return(@10)
}
;; check: @8 = Identity(@5)
;; check: @9 = BitAnd(@5, @7)
;; run unread(255, 0) == 382

proc not_plain(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Branch(@2, #1, #2)
#1:
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#3)
#2:
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}
;; check: @10 = Phi()
;; run not_plain(1, 9) == 1
;; run not_plain(0, 9) == 9

proc plain(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(1)
    Int32 @14 = Const32(3)
    Int32 @15 = Const32(2)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Branch(@2, #1, #2)
#1:
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#3)
#2:
    Void @13 = Upsilon(@14, ^@10)
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Int32 @11 = BelowEqual(@10, @14)
    Int32 @16 = BelowEqual(@10, @15)
    Int32 @17 = Add(@11, @16)
    Void @12 = Return(@17)
}
;; check: @11 = Const32(1)
;; check: @16 = BelowEqual(@10, @15)
;; run plain(1, 9) == 2
;; run plain(0, 9) == 1

proc same_on_taken_paths(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(10)
    Int32 @5 = Const32(20)
    Int32 @6 = Const32(3)
    Int32 @7 = UMod(@2, @4)
    Int32 @8 = Below(@7, @5)
    Void @9 = Branch(@8, #1, #2)
#1:
    Void @10 = Upsilon(@6, ^@14)
    Void @11 = Jump(#3)
#2:
    Void @12 = Upsilon(@3, ^@14)
    Void @13 = Jump(#3)
#3:
    Int32 @14 = Phi()
    Void @15 = Return(@14)
}
;; check: @9 = Jump(#1)
;; check: @14 = Const32(3)
;; run same_on_taken_paths(1, 9) == 3
;; run same_on_taken_paths(99, 9) == 3

proc of_a_reference(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@1)
    Int64 @4 = Const64(4096)
    Int64 @5 = BitOr(@1, @4)
    Int32 @6 = Equal(@0, @4)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = Equal(@0, @4)
    Void @9 = Return(@8)
#2:
    Void @10 = Return(@3)
}
;; check: @8 = Equal(@0, @4)
;; run of_a_reference(4096, 0) == 1
;; run of_a_reference(4097, 3) == 3
