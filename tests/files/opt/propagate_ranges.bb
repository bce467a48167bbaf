barebones 1
; Conditions restrict ranges of values and decide other conditions; each with a twin that they do not decide.
;! opt propagate_ranges
;; check: proc edges(
;; check: Int32 @8 = Const32(1)
;; check: @10 = Below(@2, @5)
;; check: proc otherwise(
;; check: @8 = LessThan(@2, @5)
;; check: Int32 @10 = Const32(0)
;; check: proc ways(
;; check: Void @9 = Jump(#2)
;; check: proc one_end(
;; check: Void @9 = Branch(@8, #3, #2)
;; check: proc covered(
;; check: @8 = TrapIf(@7
;; check: Nop
;; check: @12 = TrapIf(@11
;; check: proc covered_sums(
;; check: @12 = TrapIf(@11
;; check: @13 = Const32(0)
;; check: @15 = Above(@10, @1)
;; check: @16 = TrapIf(@15
;; check: proc sums_that_wrap(
;; check: @13 = Above(@9, @1)
;; check: @14 = TrapIf(@13
;; check: proc less_than_both(
;; check: @6 = Const32(0)
;; check: @7 = Below(@2, @3)
;; check: proc equal(
;; check: @7 = Const32(10)
;; check: @9 = Add(@2, @4)
;; check: proc equal_sums(
;; check: @8 = Const32(5)
;; check: proc masked(
;; check: @7 = BitAnd(@2, @4)
;; check: @9 = Const32(0)
;; check: proc both(
;; check: @10 = Const32(1)
;; check: @12 = Below(@3, @5)
;; check: proc switched(
;; check: @6 = Const32(14)
;; check: @8 = Add(@2, @4)
;; check: proc selected(
;; check: @8 = Const32(1)
;; check: @9 = Below(@7, @4)
;; check: proc wrapped(
;; check: @9 = Const32(1)
;; check: @10 = Below(@8, @4)
;; check: proc checked(
;; check: @10 = Add(@5, @6)
;; check: @12 = CheckAdd(@5, @7
;; check: proc extended(
;; check: @7 = SExt32(@2)
;; check: @11 = ZExt32(@2)
;; check: proc divided(
;; check: @8 = Mod(@2, @5)
;; check: @9 = Div(@2, @5)
;; check: @12 = BitAnd(@2,
;; check: @13 = ZShr(@2,
;; check: proc narrow(
;; check: = Trunc(@4)
;; check: = Trunc(@20)
;; check: @8 = ZExt32(
;; check: @9 = UDiv(@4, @7)
;; check: proc unread(
;; check: @8 = Identity(@5)
;; check: @9 = BitAnd(@5, @7)
;; check: proc not_plain(
;; check: @10 = Phi()
;; check: proc plain(
;; check: @11 = Const32(1)
;; check: @16 = BelowEqual(@10, @15)
;; check: proc same_on_taken_paths(
;; check: @9 = Jump(#1)
;; check: @14 = Const32(3)
;; check: proc of_a_reference(
;; check: @8 = Equal(@0, @4)
;! run
;; run edges(9, 0) == 1
;; run edges(10, 0) == 1
;; run edges(20, 0) == 0
;; run otherwise(4, 0) == 1
;; run otherwise(9, 0) == 0
;; run otherwise(10, 0) == 0
;; run otherwise(-1, 0) == 1
;; run ways(9, 0) == 9
;; run ways(10, 0) == 10
;; run ways(11, 0) == 11
;; run one_end(9, 0) == 9
;; run one_end(10, 0) == 1
;; run one_end(11, 0) == 11
;; run covered(99, 0) == 99
;; run covered(100, 0) traps User(3)
;; run covered(101, 0) traps User(1)
;; run covered(201, 0) traps User(1)
;; run covered_sums(8, 17) == 8
;; run covered_sums(8, 16) traps User(3)
;; run covered_sums(8, 15) traps User(1)
;; run sums_that_wrap(8, 17) == 8
;; run sums_that_wrap(-6, 17) traps User(2)
;; run less_than_both(1, 2) == 1
;; run less_than_both(-1, 2) == 0
;; run less_than_both(3, 2) == 3
;; run equal(5, 0) == 10
;; run equal(6, 0) == 11
;; run equal_sums(0, 0) == 5
;; run equal_sums(1, 0) == 6
;; run masked(4, 0) == 0
;; run masked(5, 0) == 1
;; run both(9, 19) == 1
;; run both(10, 19) == 1
;; run both(9, 20) == 0
;; run switched(7, 1) == 14
;; run switched(-3, 1) == 4
;; run switched(9, 1) == 16
;; run switched(8, 1) == 1
;; run selected(9, 0) == 2
;; run selected(10, 0) == 1
;; run selected(-1, 0) == 1
;; run wrapped(5, 0) == 2
;; run wrapped(4, 0) == 1
;; run wrapped(10, 0) == 10
;; run checked(255, -1) == 2147483647
;; run checked(254, 0) == 2147483647
;; run extended(-4, 6) == 2
;; run extended(4, 6) == 10
;; run divided(-11, 0) == -4
;; run divided(11, 0) == 4
;; run narrow(100, 8) == 22
;; run narrow(-1, -1) == 1
;; run unread(255, 0) == 382
;; run not_plain(1, 9) == 1
;; run not_plain(0, 9) == 9
;; run plain(1, 9) == 2
;; run plain(0, 9) == 1
;; run same_on_taken_paths(1, 9) == 3
;; run same_on_taken_paths(99, 9) == 3
;; run of_a_reference(4096, 0) == 1
;; run of_a_reference(4097, 3) == 3

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

proc equal(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(5)
    Int32 @5 = Equal(@2, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int32 @7 = Add(@2, @4)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Add(@2, @4)
    Void @10 = Return(@9)
}

proc equal_sums(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(5)
    Int32 @5 = Add(@2, @4)
    Int32 @6 = Equal(@5, @4)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = BitXor(@2, @4)
    Void @9 = Return(@8)
#2:
    Void @10 = Return(@5)
}

proc masked(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(3)
    Int32 @5 = BitAnd(@2, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int32 @7 = BitAnd(@2, @4)
    Void @8 = Return(@7)
#2:
    Int32 @9 = BitAnd(@2, @4)
    Void @10 = Return(@9)
}

proc both(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(10)
    Int32 @5 = Const32(20)
    Int32 @6 = Below(@2, @4)
    Int32 @7 = Below(@3, @5)
    Int32 @8 = BitAnd(@6, @7)
    Void @9 = Branch(@8, #1, #2)
#1:
    Int32 @10 = Below(@3, @5)
    Void @11 = Return(@10)
#2:
    Int32 @12 = Below(@3, @5)
    Void @13 = Return(@12)
}

proc switched(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(7)
    Void @5 = Switch(@2, 7: #1, -3: #2, 9: #2, default: #3)
#1:
    Int32 @6 = Add(@2, @4)
    Void @7 = Return(@6)
#2:
    Int32 @8 = Add(@2, @4)
    Void @9 = Return(@8)
#3:
    Void @10 = Return(@3)
}

proc selected(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @50 = Jump(#1)
#1:
    Int32 @4 = Const32(10)
    Int32 @5 = Const32(11)
    Int32 @6 = Below(@2, @4)
    Int32 @7 = Select(@6, @2, @4)
    Int32 @8 = Below(@7, @5)
    Int32 @9 = Below(@7, @4)
    Int32 @10 = Add(@8, @9)
    Void @11 = Return(@10)
}

proc wrapped(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(10)
    Int32 @5 = Const32(-5)
    Int32 @6 = Below(@2, @4)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = Add(@2, @5)
    Int32 @9 = LessThan(@8, @4)
    Int32 @10 = Below(@8, @4)
    Int32 @11 = Add(@9, @10)
    Void @12 = Return(@11)
#2:
    Void @13 = Return(@2)
}

proc checked(Int64, Int64) -> Int32 {
    generator0 = "leave"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(255)
    Int32 @5 = BitAnd(@2, @4)
    Int32 @6 = Const32(2147483392)
    Int32 @7 = Const32(2147483393)
    Int32 @8 = Const32(0)
    Int32 @20 = LessThan(@3, @8)
    Void @9 = Branch(@20, #1, #2)
#1:
    Int32 @10 = CheckAdd(@5, @6, generator=generator0)
    Void @11 = Return(@10)
#2:
    Int32 @12 = CheckAdd(@5, @7, generator=generator0)
    Void @13 = Return(@12)
}

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
