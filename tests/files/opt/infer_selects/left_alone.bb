barebones 1
; Branches that only choose between values become Selects.
;! opt infer_selects
;! run

proc shared_arm(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Branch(@1, #1, #3)
#1:
    Int32 @5 = LessThan(@1, @3)
    Void @6 = Upsilon(@1, ^@11)
    Void @7 = Branch(@5, #2, #4)
#2:
    Void @8 = Upsilon(@3, ^@11)
    Void @9 = Jump(#4)
#3:
    Void @10 = Branch(@3, #2, #5)
#4:
    Int32 @11 = Phi()
    Void @12 = Return(@11)
#5:
    Void @13 = Return(@3)
}
;; check: #1:
;; check: Branch(@5, #2, #4)
;; run shared_arm(1, 3) == 3
;; run shared_arm(3, 1) == 3
;; run shared_arm(0, 1) == 1
;; run shared_arm(0, 0) == 0

; The Phi is in another block.
proc written_elsewhere(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Upsilon(@1, ^@10)
    Int32 @5 = LessThan(@1, @3)
    Void @6 = Branch(@5, #1, #2)
#1:
    Void @7 = Upsilon(@3, ^@10)
    Void @8 = Jump(#2)
#2:
    Void @9 = Branch(@3, #3, #4)
#3:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
#4:
    Void @12 = Return(@1)
}
;; check: Branch(@5, #1, #2)
;; run written_elsewhere(3, 5) == 5
;; run written_elsewhere(5, 3) == 5
;; run written_elsewhere(5, 0) == 5

proc written_too_early(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Upsilon(@1, ^@10)
    Void @5 = Branch(@1, #1, #4)
#1:
    Int32 @6 = LessThan(@1, @3)
    Void @7 = Branch(@6, #2, #3)
#2:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
#4:
    Void @12 = Return(@3)
}
;; check: #1:
;; check: Branch(@6, #2, #3)
;; run written_too_early(3, 5) == 5
;; run written_too_early(5, 3) == 5
;; run written_too_early(0, 3) == 3

proc no_merge(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Void @6 = Upsilon(@1, ^@10)
    Void @7 = Jump(#3)
#2:
    Void @8 = Upsilon(@3, ^@12)
    Void @9 = Jump(#4)
#3:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
#4:
    Int32 @12 = Phi()
    Int32 @13 = Neg(@12)
    Void @14 = Return(@13)
}
;; check: Branch(@4, #1, #2)
;; run no_merge(3, 5) == 3
;; run no_merge(5, 3) == -3

proc round(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int32 @4 = Phi()
    Int32 @5 = Const32(1)
    Int32 @6 = BitAnd(@4, @5)
    Int32 @7 = Const32(1)
    Int32 @8 = Sub(@4, @7)
    Void @9 = Branch(@4, #2, #3)
#2:
    Void @10 = Upsilon(@8, ^@4)
    Void @11 = Jump(#1)
#3:
    Void @12 = Return(@6)
}
;; check: #1:
;; check: Branch(
;; run round(4) == 0

proc many_values(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Upsilon(@1, ^@20)
    Void @5 = Branch(@3, #1, #2)
#1:
    Int32 @6 = Const32(0)
    Int32 @7 = Const32(1)
    Int32 @8 = Const32(2)
    Int32 @9 = Const32(3)
    Int32 @10 = Const32(4)
    Int32 @11 = Const32(5)
    Int32 @12 = Const32(6)
    Int32 @13 = Const32(7)
    Int32 @14 = Const32(8)
    Int32 @15 = Const32(9)
    Int32 @16 = Const32(10)
    Int32 @17 = Const32(11)
    Void @18 = Upsilon(@17, ^@20)
    Void @19 = Jump(#2)
#2:
    Int32 @20 = Phi()
    Void @21 = Return(@20)
}
;; check: Branch(@3, #1, #2)
;; run many_values(3, 1) == 11
;; run many_values(3, 0) == 3

proc never_reached(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Return(@1)
#1:
    Int32 @20 = Phi()
    Int32 @3 = Phi()
    Int32 @4 = Add(@3, @1)
    Void @5 = Branch(@3, #2, #3)
#2:
    Void @6 = Upsilon(@4, ^@8)
    Void @7 = Jump(#4)
#3:
    Void @16 = Upsilon(@3, ^@8)
    Void @17 = Jump(#4)
#4:
    Int32 @8 = Phi()
    Void @18 = Upsilon(@3, ^@3)
    Void @9 = Branch(@8, #5, #6)
#5:
    Void @10 = Upsilon(@4, ^@20)
    Void @11 = Jump(#1)
#6:
    Void @12 = Upsilon(@8, ^@20)
    Void @13 = Jump(#1)
}
;; check: @3 = Phi()
;; check: Branch(@3, #2, #3)
