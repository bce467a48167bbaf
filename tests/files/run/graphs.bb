barebones 1
; Shapes of control flow: unreachable blocks, blocks out of order, critical edges, loops without exit tests at the top,
; a branch with equal successors, uses far from definitions.
;! run

; Block 1 is not reachable, and writes a Phi that is.
proc unreachable(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Int32 @3 = Add(@1, @2)
    Void @4 = Upsilon(@3, ^@9)
    Void @5 = Jump(#2)
#1:
    Int32 @6 = Const32(77)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#2)
#2:
    Int32 @9 = Phi()
    Void @10 = Return(@9)
}
;; run unreachable(3) == 4

; The blocks are in an order other than that of execution: 1 + ... + n.
proc out_of_order(Int32) -> Int32 {
#3:
    Void @1 = Return(@12)
#2 frequency=10:
    Int32 @2 = Sub(@11, @9)
    Int32 @3 = Add(@12, @11)
    Void @4 = Upsilon(@2, ^@11)
    Void @5 = Upsilon(@3, ^@12)
    Void @6 = Jump(#1)
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @7 = Trunc(@0)
    Int32 @8 = Const32(0)
    Int32 @9 = Const32(1)
    Void @10 = Upsilon(@7, ^@11)
    Void @13 = Upsilon(@8, ^@12)
    Void @14 = Jump(#1)
#1 frequency=11:
    Int32 @11 = Phi()
    Int32 @12 = Phi()
    Void @15 = Branch(@11, #2, #3:rare)
}
;; run out_of_order(5) == 15

; Edges from blocks with two successors to a block with three predecessors.
proc critical_edges(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Void @3 = Upsilon(@2, ^@14)
    Void @4 = Branch(@1, #1, #3)
#1:
    Int32 @5 = Const32(12)
    Void @6 = Upsilon(@5, ^@14)
    Int32 @7 = GreaterThan(@1, @2)
    Void @8 = Branch(@7, #2, #3)
#2:
    Int32 @9 = Const32(10)
    Int32 @10 = Add(@5, @9)
    Void @11 = Upsilon(@10, ^@14)
    Int32 @12 = Equal(@1, @10)
    Void @13 = Branch(@12, #3, #3)
#3:
    Int32 @14 = Phi()
    Void @15 = Return(@14)
}
;; run critical_edges(0) == 1
;; run critical_edges(1) == 12
;; run critical_edges(2) == 22

proc equal_successors(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(5)
    Void @3 = Upsilon(@2, ^@5)
    Void @4 = Branch(@1, #1, #1)
#1:
    Int32 @5 = Phi()
    Void @6 = Return(@5)
}
;; run equal_successors(0) == 5
;; run equal_successors(1) == 5

; Many values of the first block live to the last one, past a loop that uses none of them.
proc used_far_away(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Int32 @3 = Add(@1, @2)
    Int32 @4 = Add(@3, @1)
    Int32 @5 = Sub(@4, @2)
    Int32 @6 = Add(@5, @1)
    Int32 @7 = Add(@6, @3)
    Int32 @8 = Sub(@7, @4)
    Int32 @9 = Add(@8, @2)
    Int32 @10 = Const32(8)
    Void @11 = Upsilon(@10, ^@13)
    Void @12 = Jump(#1)
#1:
    Int32 @13 = Phi()
    Int32 @14 = Sub(@13, @2)
    Void @15 = Upsilon(@14, ^@13)
    Void @16 = Branch(@14, #1, #2)
#2:
    Int32 @17 = Add(@3, @4)
    Int32 @18 = Add(@17, @5)
    Int32 @19 = Add(@18, @6)
    Int32 @20 = Add(@19, @7)
    Int32 @21 = Sub(@20, @8)
    Int32 @22 = Sub(@21, @9)
    Int32 @23 = Add(@22, @13)
    Void @24 = Return(@23)
}
;; run used_far_away(3) == 27
;; run used_far_away(-3) == -21

; for i in 0 .. n { for j in 0 .. i + 1 { sum += i + j } }, with one Phi read in both loops.
proc nested_loops(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(1)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int32 @7 = Phi()                                ; i
    Int32 @8 = Phi()                                ; sum
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Upsilon(@2, ^@13)
    Void @11 = Upsilon(@8, ^@14)
    Void @12 = Branch(@9, #2, #5)
#2:
    Int32 @13 = Phi()                               ; j
    Int32 @14 = Phi()                               ; sum
    Int32 @15 = LessEqual(@13, @7)
    Void @16 = Branch(@15, #3, #4)
#3:
    Int32 @17 = Add(@7, @13)
    Int32 @18 = Add(@14, @17)
    Int32 @19 = Add(@13, @3)
    Void @20 = Upsilon(@19, ^@13)
    Void @21 = Upsilon(@18, ^@14)
    Void @22 = Jump(#2)
#4:
    Int32 @23 = Add(@7, @3)
    Void @24 = Upsilon(@23, ^@7)
    Void @25 = Upsilon(@14, ^@8)
    Void @26 = Jump(#1)
#5:
    Void @27 = Return(@8)
}
;; run nested_loops(4) == 30

; Ids are not in the order of execution; some ids are unused.
proc swapped_ids(Int32, Int32) -> Int32 {
#0:
    Int64 @9 = ArgumentReg(%a0)
    Int64 @4 = ArgumentReg(%a1)
    Int32 @7 = Trunc(@9)
    Int32 @1 = Trunc(@4)
    Int32 @0 = Sub(@7, @1)
    Void @12 = Return(@0)
}
;; run swapped_ids(20, 3) == 17
