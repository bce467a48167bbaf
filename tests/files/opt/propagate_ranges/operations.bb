barebones 1
; Conditions restrict ranges of values and decide other conditions; each with a twin that they do not decide.
;! opt propagate_ranges
;! run

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
;; check: @7 = Const32(10)
;; check: @9 = Add(@2, @4)
;; run equal(5, 0) == 10
;; run equal(6, 0) == 11

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
;; check: @8 = Const32(5)
;; run equal_sums(0, 0) == 5
;; run equal_sums(1, 0) == 6

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
;; check: @7 = BitAnd(@2, @4)
;; check: @9 = Const32(0)
;; run masked(4, 0) == 0
;; run masked(5, 0) == 1

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
;; check: @10 = Const32(1)
;; check: @12 = Below(@3, @5)
;; run both(9, 19) == 1
;; run both(10, 19) == 1
;; run both(9, 20) == 0

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
;; check: @6 = Const32(14)
;; check: @8 = Add(@2, @4)
;; run switched(7, 1) == 14
;; run switched(-3, 1) == 4
;; run switched(9, 1) == 16
;; run switched(8, 1) == 1

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
;; check: @8 = Const32(1)
;; check: @9 = Below(@7, @4)
;; run selected(9, 0) == 2
;; run selected(10, 0) == 1
;; run selected(-1, 0) == 1

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
;; check: @9 = Const32(1)
;; check: @10 = Below(@8, @4)
;; run wrapped(5, 0) == 2
;; run wrapped(4, 0) == 1
;; run wrapped(10, 0) == 10

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
;; check: @10 = Add(@5, @6)
;; check: @12 = CheckAdd(@5, @7
;; run checked(255, -1) == 2147483647
;; run checked(254, 0) == 2147483647
