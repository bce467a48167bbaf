barebones 1
; Edges are threaded past blocks whose branch is decided on them.
;! opt thread_jumps
;! run

proc and(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Branch(@1, #2, #1)
#1:
    Int32 @5 = Const32(0)
    Void @6 = Upsilon(@5, ^@10)
    Void @7 = Jump(#3)
#2:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Void @11 = Branch(@10, #4, #5)
#4:
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
#5:
    Int32 @14 = Const32(2)
    Void @15 = Return(@14)
}
;; not: Upsilon
;; check: #1:
;; check: Jump(#5)
;; check: #3:
;; check: @10 = Identity(@3)
;; check: Branch(@10, #4, #5)
;; run and(1, 1) == 1
;; run and(1, 0) == 2
;; run and(0, 1) == 2
;; run and(0, 0) == 2

; The merge has no predecessors any more.
proc both(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@9)
    Void @5 = Jump(#3)
#2:
    Int32 @6 = Const32(7)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#3)
#3:
    Int32 @9 = Phi()
    Void @10 = Branch(@9, #4, #5)
#4:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
}
;; not: Upsilon
;; check: #1:
;; check: Jump(#5)
;; check: #2:
;; check: Jump(#4)
;; check: #3:
;; check: Oops()
;; not: Phi
;; run both(1) == 1
;; run both(0) == 2

; The predicate is computed from the constant.
proc computed(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(3)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Int32 @9 = Const32(5)
    Int32 @10 = Add(@8, @9)
    Int32 @11 = Const32(8)
    Int32 @12 = Equal(@10, @11)
    Void @13 = Branch(@12, #4, #5)
#4:
    Int32 @14 = Const32(1)
    Void @15 = Return(@14)
#5:
    Int32 @16 = Const32(2)
    Void @17 = Return(@16)
}
;; check: #1:
;; check: Jump(#4)
;; check: #2:
;; check: Jump(#3)
;; run computed(0) == 1
;; run computed(3) == 1
;; run computed(4) == 2

proc switched(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Switch(@1, 1: #1, 2: #2, default: #3)
#1:
    Int32 @3 = Const32(-3)
    Void @4 = Upsilon(@3, ^@11)
    Void @5 = Jump(#4)
#2:
    Int32 @6 = Const32(100)
    Void @7 = Upsilon(@6, ^@11)
    Void @8 = Jump(#4)
#3:
    Void @9 = Upsilon(@1, ^@11)
    Void @10 = Jump(#4)
#4:
    Int32 @11 = Phi()
    Void @12 = Switch(@11, -3: #5, 6: #6, default: #7)
#5:
    Int32 @13 = Const32(1)
    Void @14 = Return(@13)
#6:
    Int32 @15 = Const32(2)
    Void @16 = Return(@15)
#7:
    Int32 @17 = Const32(3)
    Void @18 = Return(@17)
}
;; check: #1:
;; check: Jump(#5)
;; check: #2:
;; check: Jump(#7)
;; check: #3:
;; check: Jump(#4)
;; run switched(1) == 1
;; run switched(2) == 3
;; run switched(3) == 3
;; run switched(6) == 2
;; run switched(4294967293) == 1

proc switched_64(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Switch(@0, 1: #1, default: #2)
#1:
    Int64 @2 = Const64(4294967293)
    Void @3 = Upsilon(@2, ^@7)
    Void @4 = Jump(#3)
#2:
    Void @5 = Upsilon(@0, ^@7)
    Void @6 = Jump(#3)
#3:
    Int64 @7 = Phi()
    Void @8 = Switch(@7, -3: #4, default: #5)
#4:
    Int32 @9 = Const32(1)
    Void @10 = Return(@9)
#5:
    Int32 @11 = Const32(2)
    Void @12 = Return(@11)
}
;; check: #1:
;; check: Jump(#5)
;; check: #2:
;; check: Jump(#3)
;; run switched_64(1) == 2
;; run switched_64(18446744073709551613) == 1
;; run switched_64(7) == 2

; Values of the passed block are copied to the predecessor.
proc in_passed_block(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Int32 @9 = Mul(@1, @1)
    Int32 @10 = Add(@9, @8)
    Void @11 = Upsilon(@10, ^@15)
    Void @12 = Branch(@8, #4, #5)
#4:
    Int32 @13 = Const32(1)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Phi()
    Void @16 = Return(@15)
}
;; check: #1:
;; check: = Mul(@1, @1)
;; check: = Add(
;; check: , ^@15)
;; check: Jump(#5)
;; check: #2:
;; run in_passed_block(0) == 0
;; run in_passed_block(1) == 1

proc constant_in_passed_block(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Int32 @9 = Const32(9)
    Int32 @10 = Add(@8, @9)
    Void @11 = Upsilon(@10, ^@15)
    Void @12 = Branch(@8, #4, #5)
#4:
    Int32 @13 = Const32(1)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Phi()
    Void @16 = Return(@15)
}
;; check: #1:
;; check: = Const32(9)
;; check: = Upsilon(
;; not: Add
;; check: Jump(#5)
;; check: #2:
;; run constant_in_passed_block(0) == 9
;; run constant_in_passed_block(1) == 1

; Past a block that jumps, to one that decides.
proc further(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(1)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Void @9 = Upsilon(@8, ^@13)
    Void @10 = Jump(#5)
#4:
    Void @11 = Upsilon(@1, ^@13)
    Void @12 = Jump(#5)
#5:
    Int32 @13 = Phi()
    Int32 @14 = Const32(1)
    Int32 @15 = Equal(@13, @14)
    Void @16 = Branch(@15, #6, #7)
#6:
    Int32 @17 = Const32(1)
    Void @18 = Return(@17)
#7:
    Int32 @19 = Const32(2)
    Void @20 = Return(@19)
}
;; check: #1:
;; check: Jump(#6)
;; check: #2:
;; check: Jump(#3)
;; run further(0) == 1
;; run further(1) == 1
;; run further(5) == 2
