barebones 1
; Branches that only choose between values become Selects.
;! opt infer_selects
;! run

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
;; check: = Select(@4, @8, @11)
;; run dear(3, 5) == 20
;; run dear(5, 3) == 2

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
;; check: Branch(@4, #1, #2)
;; run too_expensive(3, 5) == 20
;; run too_expensive(5, 3) == -2

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
;; check: = Select(
;; run often(3, 5) == 3
;; run often(5, 3) == 3

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
;; check: Branch(
;; run mostly(3, 5) == 3
;; run mostly(5, 3) == 3

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
;; check: Branch(
;; run seldom(3, 5) == 3
;; run seldom(5, 3) == 3

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
;; check: = Select(
;; run one_often(3, 5) == 3
;; run one_often(5, 3) == 3

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
;; check: Branch(
;; run one_mostly(3, 5) == 3
;; run one_mostly(5, 3) == 3

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
;; check: Branch(
;; run one_infrequent(3, 5) == 3
;; run one_infrequent(5, 3) == 3

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
;; check: = Select(
;; run one_unknown(3, 5) == 3
;; run one_unknown(5, 3) == 3

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
;; check: Branch(
;; run rare_then(3, 5) == 3
;; run rare_then(5, 3) == 3

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
;; check: Branch(
;; run rare_otherwise(3, 5) == 3
;; run rare_otherwise(5, 3) == 3

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
;; check: Branch(
;; run rare_further(3, 5) == 3
;; run rare_further(5, 3) == 3
