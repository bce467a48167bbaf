barebones 1
; Branches that only choose between values become Selects.
;! opt infer_selects
;! run

; Other predecessors of the merge stay.
; An Upsilon before the first branch counts for the second one only if both are in one block.
proc written_further_before(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Upsilon(@1, ^@9)
    Void @6 = Upsilon(@1, ^@14)
    Void @7 = Branch(@4, #1, #2)
#1:
    Void @8 = Upsilon(@3, ^@9)
    Void @15 = Jump(#2)
#2:
    Int32 @9 = Phi()
    Int32 @10 = Add(@9, @1)
    Void @11 = Branch(@10, #3, #4)
#3:
    Void @12 = Upsilon(@3, ^@14)
    Void @13 = Jump(#4)
#4:
    Int32 @14 = Phi()
    Void @16 = Return(@14)
}
;; check: = Select(@4, @3, @1)
;; check: = Select(@10, @3, @1)
;; check: #1:
;; run written_further_before(3, 5) == 5
;; run written_further_before(5, 3) == 3
;; run written_further_before(0, -1) == 0

proc other_predecessors(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = BitAnd(@1, @3)
    Void @5 = Branch(@4, #1, #4)
#1:
    Int32 @6 = LessThan(@1, @3)
    Void @7 = Branch(@6, #2, #3)
#2:
    Int32 @8 = Sub(@3, @1)
    Void @9 = Upsilon(@8, ^@19)
    Void @10 = Jump(#5)
#3:
    Int32 @11 = Add(@1, @3)
    Void @12 = Upsilon(@11, ^@19)
    Void @13 = Jump(#5)
#4:
    Int32 @14 = Const32(-1)
    Int32 @15 = Const32(3)
    Int32 @16 = Div(@3, @15)
    Void @17 = Upsilon(@16, ^@19)
    Void @18 = Jump(#5)
#5:
    Int32 @19 = Phi()
    Void @20 = Return(@19)
}
;; check: #1:
;; check: = Select(@6, @8, @11)
;; check: Upsilon(
;; check: Jump(#5)
;; check: #2:
;; check: Oops()
;; check: #3:
;; check: Oops()
;; check: #4:
;; check: Upsilon(
;; check: Jump(#5)
;; check: #5:
;; check: @19 = Phi()
;; run other_predecessors(1, 3) == 2
;; run other_predecessors(3, 1) == 4
;; run other_predecessors(1, 6) == 2

proc written_for_both(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Upsilon(@3, ^@12)
    Void @6 = Upsilon(@1, ^@11)
    Void @7 = Branch(@4, #1, #2)
#1:
    Int32 @8 = Const32(9)
    Void @9 = Upsilon(@8, ^@11)
    Void @10 = Jump(#2)
#2:
    Int32 @11 = Phi()
    Int32 @12 = Phi()
    Void @13 = Return(@11, @12)
}
;; check: = Select(@4, @8, @1)
;; check: @12 = Identity(@3)
;; not: Upsilon
;; check: #1:
;; run written_for_both(3, 5) == 9, 5
;; run written_for_both(5, 3) == 5, 3

proc in_a_loop(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int32 @7 = Phi()
    Void @8 = Upsilon(@7, ^@15)
    Int32 @9 = Const32(1)
    Int32 @10 = BitAnd(@6, @9)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int32 @12 = Add(@7, @6)
    Void @13 = Upsilon(@12, ^@15)
    Void @14 = Jump(#3)
#3:
    Int32 @15 = Phi()
    Int32 @16 = Const32(1)
    Int32 @17 = Sub(@6, @16)
    Void @18 = Upsilon(@17, ^@6)
    Void @19 = Upsilon(@15, ^@7)
    Void @20 = Branch(@17, #1, #4)
#4:
    Void @21 = Return(@15)
}
;; check: #1:
;; check: = Select(@10, @12, @7)
;; check: @15 = Identity(
;; check: Branch(
;; run in_a_loop(10) == 25
;; run in_a_loop(1) == 1
