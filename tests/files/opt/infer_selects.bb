barebones 1
; Branches that only choose between values become Selects.
;! opt infer_selects
;; check: proc diamond(
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
;; check: proc triangle(
;; check: = Select(@4, @7, @1)
;; check: #1:
;; check: Oops()
;; check: proc other_triangle(
;; check: = Select(@4, @1, @7)
;; check: proc written_at_the_end(
;; check: = Select(@4, @7, @1)
;; check: proc last_counts(
;; not: Upsilon
;; check: = Select(@6, @9, @1)
;; check: proc written_before(
;; not: Upsilon
;; check: = Select(@6, @9, @1)
;; check: proc sorted(
;; check: = Select(@4, @1, @3)
;; check: = Select(@4, @3, @1)
;; check: #1:
;; check: proc clamped(
;; check: = Select(@8, @7, @1)
;; check: @13 = Identity(
;; check: = Select(@3, @2, @13)
;; not: Upsilon
;; check: #1:
;; check: proc one_after_the_other(
;; check: = Select(@1, @3, @1)
;; check: @8 = Identity(
;; check: = Select(@10, @12, @8)
;; check: #1:
;; check: proc written_further_before(
;; check: = Select(@4, @3, @1)
;; check: = Select(@10, @3, @1)
;; check: #1:
;; check: proc other_predecessors(
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
;; check: proc written_for_both(
;; check: = Select(@4, @8, @1)
;; check: @12 = Identity(@3)
;; not: Upsilon
;; check: #1:
;; check: proc in_a_loop(
;; check: #1:
;; check: = Select(@10, @12, @7)
;; check: @15 = Identity(
;; check: Branch(
;; check: proc dear(
;; check: = Select(@4, @8, @11)
;; check: proc too_expensive(
;; check: Branch(@4, #1, #2)
;; check: proc often(
;; check: = Select(
;; check: proc mostly(
;; check: Branch(
;; check: proc seldom(
;; check: Branch(
;; check: proc one_often(
;; check: = Select(
;; check: proc one_mostly(
;; check: Branch(
;; check: proc one_infrequent(
;; check: Branch(
;; check: proc one_unknown(
;; check: = Select(
;; check: proc rare_then(
;; check: Branch(
;; check: proc rare_otherwise(
;; check: Branch(
;; check: proc rare_further(
;; check: Branch(
;; check: proc loads(
;; check: Branch(@2, #1, #2)
;; check: proc divides(
;; check: Branch(@2, #1, #2)
;; check: proc calls(
;; check: Branch(@2, #1, #2)
;; check: proc stores(
;; check: Branch(@2, #1, #2)
;; check: proc three(
;; check: Branch(@4, #1, #2)
;; check: proc floating(
;; check: Branch(@2, #1, #2)
;; check: proc reference(
;; check: Branch(@4, #1, #2)
;; check: proc shared_arm(
;; check: #1:
;; check: Branch(@5, #2, #4)
;; check: proc written_elsewhere(
;; check: Branch(@5, #1, #2)
;; check: proc written_too_early(
;; check: #1:
;; check: Branch(@6, #2, #3)
;; check: proc no_merge(
;; check: Branch(@4, #1, #2)
;; check: proc round(
;; check: #1:
;; check: Branch(
;; check: proc many_values(
;; check: Branch(@3, #1, #2)
;; check: proc never_reached(
;; check: @3 = Phi()
;; check: Branch(@3, #2, #3)

;! run
;; run diamond(3, 5) == 2
;; run diamond(5, 3) == 8
;; run triangle(3, 5) == 15
;; run triangle(5, 3) == 5
;; run other_triangle(3, 5) == 3
;; run other_triangle(5, 3) == 15
;; run written_at_the_end(3, 5) == 15
;; run written_at_the_end(5, 3) == 5
;; run last_counts(3, 5) == 4
;; run last_counts(5, 3) == 5
;; run written_further_before(3, 5) == 5
;; run written_further_before(5, 3) == 3
;; run written_further_before(0, -1) == 0
;; run written_before(3, 5) == 4
;; run written_before(5, 3) == 5
;; run written_before(5, 0) == 0
;; run sorted(3, 5) == 3, 5
;; run sorted(5, 3) == 3, 5
;; run clamped(5) == 10
;; run clamped(15) == 15
;; run clamped(25) == 20
;; run one_after_the_other(0, 3) == 0
;; run one_after_the_other(2, 3) == 3
;; run one_after_the_other(4, 3) == 6
;; run other_predecessors(1, 3) == 2
;; run other_predecessors(3, 1) == 4
;; run other_predecessors(1, 6) == 2
;; run written_for_both(3, 5) == 9, 5
;; run written_for_both(5, 3) == 5, 3
;; run in_a_loop(10) == 25
;; run in_a_loop(1) == 1
;; run dear(3, 5) == 20
;; run dear(5, 3) == 2
;; run too_expensive(3, 5) == 20
;; run too_expensive(5, 3) == -2
;; run often(3, 5) == 3
;; run often(5, 3) == 3
;; run mostly(3, 5) == 3
;; run mostly(5, 3) == 3
;; run seldom(3, 5) == 3
;; run seldom(5, 3) == 3
;; run one_often(3, 5) == 3
;; run one_often(5, 3) == 3
;; run one_mostly(3, 5) == 3
;; run one_mostly(5, 3) == 3
;; run one_infrequent(3, 5) == 3
;; run one_infrequent(5, 3) == 3
;; run one_unknown(3, 5) == 3
;; run one_unknown(5, 3) == 3
;; run rare_then(3, 5) == 3
;; run rare_then(5, 3) == 3
;; run rare_otherwise(3, 5) == 3
;; run rare_otherwise(5, 3) == 3
;; run rare_further(3, 5) == 3
;; run rare_further(5, 3) == 3
;; run loads(0, 0) == 0
;; run loads(@data:words, 1) == -2054781048
;; run divides(0, 0) == 0
;; run divides(0, 3) == 4
;; run calls(0, 0) == 0
;; run calls(0, -3) == 3
;; run stores(0, 0) == 0
;; run stores(@data:words, 3) == 1
;; run three(3, 5) == -6
;; run three(5, 3) == -6
;; run floating(1.0, 1) == 2.0
;; run floating(1.0, 0) == 1.0
;; run reference(0, 8) == 8
;; run reference(16, 8) == 16
;; run shared_arm(1, 3) == 3
;; run shared_arm(3, 1) == 3
;; run shared_arm(0, 1) == 1
;; run shared_arm(0, 0) == 0
;; run written_elsewhere(3, 5) == 5
;; run written_elsewhere(5, 3) == 5
;; run written_elsewhere(5, 0) == 5
;; run written_too_early(3, 5) == 5
;; run written_too_early(5, 3) == 5
;; run written_too_early(0, 3) == 3
;; run no_merge(3, 5) == 3
;; run no_merge(5, 3) == -3
;; run round(4) == 0
;; run many_values(3, 1) == 11
;; run many_values(3, 0) == 3

data words = u64:0x8182838485868788
extern abs(Int32) -> Int32

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

; The maximum cost of values that are computed speculatively.
proc dear(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Int32 @6 = Const32(5)
    Int32 @7 = Mul(@3, @1)
    Int32 @8 = Add(@7, @6)
    Void @9 = Upsilon(@8, ^@14)
    Void @10 = Jump(#3)
#2:
    Int32 @11 = Sub(@1, @3)
    Void @12 = Upsilon(@11, ^@14)
    Void @13 = Jump(#3)
#3:
    Int32 @14 = Phi()
    Void @15 = Return(@14)
}

proc too_expensive(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Int32 @6 = Const32(5)
    Int32 @7 = Mul(@3, @1)
    Int32 @8 = Add(@7, @6)
    Void @9 = Upsilon(@8, ^@15)
    Void @10 = Jump(#3)
#2:
    Int32 @11 = Sub(@1, @3)
    Int32 @12 = Neg(@11)
    Void @13 = Upsilon(@12, ^@15)
    Void @14 = Jump(#3)
#3:
    Int32 @15 = Phi()
    Void @16 = Return(@15)
}

; A predictable branch is no worse.
proc often(Int32, Int32) -> Int32 {
#0 frequency=9:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1 frequency=8:
    Void @6 = Upsilon(@1, ^@10)
    Void @7 = Jump(#3)
#2 frequency=1:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3 frequency=9:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}

proc mostly(Int32, Int32) -> Int32 {
#0 frequency=10:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1 frequency=9:
    Void @6 = Upsilon(@1, ^@10)
    Void @7 = Jump(#3)
#2 frequency=1:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3 frequency=10:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}

proc seldom(Int32, Int32) -> Int32 {
#0 frequency=10:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1 frequency=1:
    Void @6 = Upsilon(@1, ^@10)
    Void @7 = Jump(#3)
#2 frequency=9:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3 frequency=10:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}

proc one_often(Int32, Int32) -> Int32 {
#0 frequency=9:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Upsilon(@3, ^@9)
    Void @6 = Branch(@4, #1, #2)
#1 frequency=8:
    Void @7 = Upsilon(@1, ^@9)
    Void @8 = Jump(#2)
#2 frequency=9:
    Int32 @9 = Phi()
    Void @10 = Return(@9)
}

proc one_mostly(Int32, Int32) -> Int32 {
#0 frequency=10:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Upsilon(@3, ^@9)
    Void @6 = Branch(@4, #1, #2)
#1 frequency=9:
    Void @7 = Upsilon(@1, ^@9)
    Void @8 = Jump(#2)
#2 frequency=10:
    Int32 @9 = Phi()
    Void @10 = Return(@9)
}

proc one_infrequent(Int32, Int32) -> Int32 {
#0 frequency=10:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Upsilon(@3, ^@9)
    Void @6 = Branch(@4, #1, #2)
#1 frequency=1:
    Void @7 = Upsilon(@1, ^@9)
    Void @8 = Jump(#2)
#2 frequency=10:
    Int32 @9 = Phi()
    Void @10 = Return(@9)
}

; The same frequency as before the branch: the frequency of the edge is unknown.
proc one_unknown(Int32, Int32) -> Int32 {
#0 frequency=7:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Upsilon(@3, ^@9)
    Void @6 = Branch(@4, #1, #2)
#1 frequency=7:
    Void @7 = Upsilon(@1, ^@9)
    Void @8 = Jump(#2)
#2 frequency=7:
    Int32 @9 = Phi()
    Void @10 = Return(@9)
}

proc rare_then(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1:rare, #2)
#1:
    Void @6 = Upsilon(@1, ^@10)
    Void @7 = Jump(#3)
#2:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}

proc rare_otherwise(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2:rare)
#1:
    Void @6 = Upsilon(@1, ^@10)
    Void @7 = Jump(#3)
#2:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}

proc rare_further(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Void @6 = Upsilon(@1, ^@10)
    Void @7 = Jump(#3:rare)
#2:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}

; Values that may trap are not computed speculatively.
proc loads(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@2, ^@8)
    Void @4 = Branch(@2, #1, #2)
#1:
    Int32 @5 = Load(@0)
    Void @6 = Upsilon(@5, ^@8)
    Void @7 = Jump(#2)
#2:
    Int32 @8 = Phi()
    Void @9 = Return(@8)
}

proc divides(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@2, ^@9)
    Void @4 = Branch(@2, #1, #2)
#1:
    Int32 @5 = Const32(12)
    Int32 @6 = Div(@5, @2)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#2)
#2:
    Int32 @9 = Phi()
    Void @10 = Return(@9)
}

proc calls(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@2, ^@8)
    Void @4 = Branch(@2, #1, #2)
#1:
    Int32 @5 = CCall(abs, @2)
    Void @6 = Upsilon(@5, ^@8)
    Void @7 = Jump(#2)
#2:
    Int32 @8 = Phi()
    Void @9 = Return(@8)
}

proc stores(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@2, ^@9)
    Void @4 = Branch(@2, #1, #2)
#1:
    Void @5 = Store(@2, @0)
    Int32 @6 = Const32(1)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#2)
#2:
    Int32 @9 = Phi()
    Void @10 = Return(@9)
}

proc three(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Void @6 = Upsilon(@1, ^@14)
    Void @7 = Upsilon(@3, ^@15)
    Void @8 = Upsilon(@1, ^@16)
    Void @9 = Jump(#3)
#2:
    Void @10 = Upsilon(@3, ^@14)
    Void @11 = Upsilon(@1, ^@15)
    Void @12 = Upsilon(@3, ^@16)
    Void @13 = Jump(#3)
#3:
    Int32 @14 = Phi()
    Int32 @15 = Phi()
    Int32 @16 = Phi()
    Int32 @17 = Sub(@14, @15)
    Int32 @18 = Mul(@17, @16)
    Void @19 = Return(@18)
}

proc floating(Double, Int32) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@0, ^@8)
    Double @5 = ConstDouble(2.0)
    Void @4 = Branch(@2, #1, #2)
#1:
    Void @6 = Upsilon(@5, ^@8)
    Void @7 = Jump(#2)
#2:
    Double @8 = Phi()
    Void @9 = Return(@8)
}

; References are left to passes that track them.
proc reference(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1, reference)
    Void @2 = Upsilon(@0, ^@8)
    Int64 @3 = Const64(0)
    Int32 @4 = Equal(@0, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#2)
#2:
    Int64 @8 = Phi(reference)
    Void @9 = Return(@8)
}

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
