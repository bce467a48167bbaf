barebones 1
; Branches that only choose between values become Selects.
;! opt infer_selects
;! run

proc diamond(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Int32 @6 = Sub(@3, @1)
    Void @7 = Upsilon(@6, ^@12)
    Void @8 = Jump(#3)
#2:
    Int32 @9 = Add(@1, @3)
    Void @10 = Upsilon(@9, ^@12)
    Void @11 = Jump(#3)
#3:
    Int32 @12 = Phi()
    Void @13 = Return(@12)
}
;; check: @6 = Sub(
;; check: @9 = Add(
;; check: = Select(@4, @6, @9)
;; check: @12 = Identity(
;; check: Return(@12)
;; check: #1:
;; not: Upsilon
;; check: Oops()
;; check: #2:
;; check: Oops()
;; check: #3:
;; check: Oops()
;; run diamond(3, 5) == 2
;; run diamond(5, 3) == 8

; One edge is empty: an Upsilon before the branch counts.
proc triangle(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Upsilon(@1, ^@10)
    Void @6 = Branch(@4, #1, #2)
#1:
    Int32 @7 = Mul(@1, @3)
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#2)
#2:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}
;; check: = Select(@4, @7, @1)
;; check: #1:
;; check: Oops()
;; run triangle(3, 5) == 15
;; run triangle(5, 3) == 5

proc other_triangle(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Upsilon(@1, ^@10)
    Void @6 = Branch(@4, #2, #1)
#1:
    Int32 @7 = Mul(@1, @3)
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#2)
#2:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}
;; check: = Select(@4, @1, @7)
;; run other_triangle(3, 5) == 3
;; run other_triangle(5, 3) == 15

proc written_at_the_end(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Upsilon(@1, ^@12)
    Void @6 = Branch(@4, #1, #2)
#1:
    Int32 @7 = Mul(@1, @3)
    Void @8 = Upsilon(@7, ^@12)
    Void @9 = Jump(#3)
#2:
    Int32 @10 = Const32(7)
    Void @11 = Jump(#3)
#3:
    Int32 @12 = Phi()
    Void @13 = Return(@12)
}
;; check: = Select(@4, @7, @1)
;; run written_at_the_end(3, 5) == 15
;; run written_at_the_end(5, 3) == 5

proc last_counts(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Upsilon(@3, ^@12)
    Void @5 = Upsilon(@1, ^@12)
    Int32 @6 = LessThan(@1, @3)
    Void @7 = Branch(@6, #1, #2)
#1:
    Void @8 = Upsilon(@3, ^@12)
    Int32 @9 = Const32(4)
    Void @10 = Upsilon(@9, ^@12)
    Void @11 = Jump(#2)
#2:
    Int32 @12 = Phi()
    Void @13 = Return(@12)
}
;; not: Upsilon
;; check: = Select(@6, @9, @1)
;; run last_counts(3, 5) == 4
;; run last_counts(5, 3) == 5

; Upsilons further before are dead.
proc written_before(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Upsilon(@3, ^@12)
    Void @5 = Branch(@3, #1, #4)
#1:
    Int32 @6 = LessThan(@1, @3)
    Void @7 = Upsilon(@1, ^@12)
    Void @8 = Branch(@6, #2, #3)
#2:
    Int32 @9 = Const32(4)
    Void @10 = Upsilon(@9, ^@12)
    Void @11 = Jump(#3)
#3:
    Int32 @12 = Phi()
    Void @13 = Return(@12)
#4:
    Void @14 = Return(@3)
}
;; not: Upsilon
;; check: = Select(@6, @9, @1)
;; run written_before(3, 5) == 4
;; run written_before(5, 3) == 5
;; run written_before(5, 0) == 0

proc sorted(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Void @6 = Upsilon(@1, ^@12)
    Void @7 = Upsilon(@3, ^@13)
    Void @8 = Jump(#3)
#2:
    Void @9 = Upsilon(@1, ^@13)
    Void @10 = Upsilon(@3, ^@12)
    Void @11 = Jump(#3)
#3:
    Int32 @12 = Phi()
    Int32 @13 = Phi()
    Void @14 = Return(@12, @13)
}
;; check: = Select(@4, @1, @3)
;; check: = Select(@4, @3, @1)
;; check: #1:
;; run sorted(3, 5) == 3, 5
;; run sorted(5, 3) == 3, 5

; The inner branch becomes a Select before the outer one is examined.
proc clamped(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Void @5 = Upsilon(@2, ^@16)
    Void @6 = Jump(#5)
#2:
    Int32 @7 = Const32(20)
    Int32 @8 = GreaterThan(@1, @7)
    Void @9 = Upsilon(@1, ^@13)
    Void @10 = Branch(@8, #3, #4)
#3:
    Void @11 = Upsilon(@7, ^@13)
    Void @12 = Jump(#4)
#4:
    Int32 @13 = Phi()
    Void @14 = Upsilon(@13, ^@16)
    Void @15 = Jump(#5)
#5:
    Int32 @16 = Phi()
    Void @17 = Return(@16)
}
;; check: = Select(@8, @7, @1)
;; check: @13 = Identity(
;; check: = Select(@3, @2, @13)
;; not: Upsilon
;; check: #1:
;; run clamped(5) == 10
;; run clamped(15) == 15
;; run clamped(25) == 20

proc one_after_the_other(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Branch(@1, #1, #2)
#1:
    Void @6 = Upsilon(@3, ^@8)
    Void @7 = Jump(#2)
#2:
    Int32 @8 = Phi()
    Void @9 = Upsilon(@8, ^@15)
    Int32 @10 = LessThan(@8, @1)
    Void @11 = Branch(@10, #3, #4)
#3:
    Int32 @12 = Add(@8, @3)
    Void @13 = Upsilon(@12, ^@15)
    Void @14 = Jump(#4)
#4:
    Int32 @15 = Phi()
    Void @16 = Return(@15)
}
;; check: = Select(@1, @3, @1)
;; check: @8 = Identity(
;; check: = Select(@10, @12, @8)
;; check: #1:
;; run one_after_the_other(0, 3) == 0
;; run one_after_the_other(2, 3) == 3
;; run one_after_the_other(4, 3) == 6
