barebones 1
; Conditions restrict ranges of values and decide other conditions; each with a twin that they do not decide.
;! opt propagate_ranges
;! run

proc edges(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(10)
    Int32 @5 = Const32(20)
    Int32 @6 = Below(@2, @4)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = Below(@2, @5)
    Void @9 = Return(@8)
#2:
    Int32 @10 = Below(@2, @5)
    Void @11 = Return(@10)
}
;; check: Int32 @8 = Const32(1)
;; check: @10 = Below(@2, @5)
;; run edges(9, 0) == 1
;; run edges(10, 0) == 1
;; run edges(20, 0) == 0

proc otherwise(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(10)
    Int32 @5 = Const32(5)
    Int32 @6 = LessThan(@2, @4)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = LessThan(@2, @5)
    Void @9 = Return(@8)
#2:
    Int32 @10 = LessThan(@2, @5)
    Void @11 = Return(@10)
}
;; check: @8 = LessThan(@2, @5)
;; check: Int32 @10 = Const32(0)
;; run otherwise(4, 0) == 1
;; run otherwise(9, 0) == 0
;; run otherwise(10, 0) == 0
;; run otherwise(-1, 0) == 1

proc ways(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(10)
    Int32 @5 = Const32(1)
    Int32 @6 = Below(@2, @4)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = Above(@2, @4)
    Void @9 = Branch(@8, #3, #2)
#2:
    Void @10 = Return(@2)
#3:
    Void @11 = Return(@5)
}
;; check: Void @9 = Jump(#2)
;; run ways(9, 0) == 9
;; run ways(10, 0) == 10
;; run ways(11, 0) == 11

proc one_end(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(10)
    Int32 @5 = Const32(1)
    Int32 @6 = BelowEqual(@2, @4)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = AboveEqual(@2, @4)
    Void @9 = Branch(@8, #3, #2)
#2:
    Void @10 = Return(@2)
#3:
    Void @11 = Return(@5)
}
;; check: Void @9 = Branch(@8, #3, #2)
;; run one_end(9, 0) == 9
;; run one_end(10, 0) == 1
;; run one_end(11, 0) == 11

proc covered(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @50 = Jump(#1)
#1:
    Int32 @4 = Const32(100)
    Int32 @5 = Const32(200)
    Int32 @6 = Const32(99)
    Int32 @7 = Above(@2, @4)
    Void @8 = TrapIf(@7, User(1))
    Int32 @9 = Above(@2, @5)
    Void @10 = TrapIf(@9, User(2))
    Int32 @11 = Above(@2, @6)
    Void @12 = TrapIf(@11, User(3))
    Void @13 = Return(@2)
}
;; check: @8 = TrapIf(@7
;; check: Nop
;; check: @12 = TrapIf(@11
;; run covered(99, 0) == 99
;; run covered(100, 0) traps User(3)
;; run covered(101, 0) traps User(1)
;; run covered(201, 0) traps User(1)

proc covered_sums(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @50 = Jump(#1)
#1:
    Int64 @4 = ZExt32(@2)
    Int64 @5 = Const64(8)
    Int64 @6 = Const64(4)
    Int64 @7 = Const64(9)
    Int64 @8 = Add(@4, @5)
    Int64 @9 = Add(@4, @6)
    Int64 @10 = Add(@4, @7)
    Int32 @11 = Above(@8, @1)
    Void @12 = TrapIf(@11, User(1))
    Int32 @13 = Above(@9, @1)
    Void @14 = TrapIf(@13, User(2))
    Int32 @15 = Above(@10, @1)
    Void @16 = TrapIf(@15, User(3))
    Void @17 = Return(@2)
}
;; check: @12 = TrapIf(@11
;; check: @13 = Const32(0)
;; check: @15 = Above(@10, @1)
;; check: @16 = TrapIf(@15
;; run covered_sums(8, 17) == 8
;; run covered_sums(8, 16) traps User(3)
;; run covered_sums(8, 15) traps User(1)

proc sums_that_wrap(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @50 = Jump(#1)
#1:
    Int64 @5 = Const64(8)
    Int64 @6 = Const64(4)
    Int64 @8 = Add(@0, @5)
    Int64 @9 = Add(@0, @6)
    Int32 @11 = Above(@8, @1)
    Void @12 = TrapIf(@11, User(1))
    Int32 @13 = Above(@9, @1)
    Void @14 = TrapIf(@13, User(2))
    Void @17 = Return(@2)
}
;; check: @13 = Above(@9, @1)
;; check: @14 = TrapIf(@13
;; run sums_that_wrap(8, 17) == 8
;; run sums_that_wrap(-6, 17) traps User(2)

proc less_than_both(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = LessThan(@2, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Int32 @6 = GreaterEqual(@2, @3)
    Int32 @7 = Below(@2, @3)
    Int32 @8 = Add(@6, @7)
    Void @9 = Return(@8)
#2:
    Void @10 = Return(@2)
}
;; check: @6 = Const32(0)
;; check: @7 = Below(@2, @3)
;; run less_than_both(1, 2) == 1
;; run less_than_both(-1, 2) == 0
;; run less_than_both(3, 2) == 3
