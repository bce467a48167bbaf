barebones 1
; A branch on one bit of a register, or on its sign, needs no flags on machines that have such a branch; one on two bits does.
;! asm aarch64-linux -O 2
;! run

proc negative(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int32 @5 = Const32(10)
    Void @6 = Return(@5)
#2:
    Int32 @7 = Const32(20)
    Void @8 = Return(@7)
}
;; check: z w0, #0x1f
;; not: cmp
;; run negative(0) == 20
;; run negative(8) == 20
;; run negative(-9) == 10
;; run negative(-2147483648) == 10
;; run negative(2147483647) == 20
;; run negative(-1) == 10

proc not_negative(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}
;; check: z x0, #0x3f
;; not: cmp
;; run not_negative(0) == 10
;; run not_negative(8) == 10
;; run not_negative(-9) == 20
;; run not_negative(-9223372036854775808) == 20
;; run not_negative(9223372036854775807) == 10
;; run not_negative(1099511627776) == 10
;; run not_negative(-1099511627777) == 20

proc above_minus_one(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    Int32 @3 = GreaterThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int32 @5 = Const32(10)
    Void @6 = Return(@5)
#2:
    Int32 @7 = Const32(20)
    Void @8 = Return(@7)
}
;; check: z w0, #0x1f
;; not: cmp
;; run above_minus_one(0) == 10
;; run above_minus_one(8) == 10
;; run above_minus_one(-9) == 20
;; run above_minus_one(-2147483648) == 20
;; run above_minus_one(2147483647) == 10
;; run above_minus_one(-1) == 20

proc positive(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = GreaterThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int32 @5 = Const32(10)
    Void @6 = Return(@5)
#2:
    Int32 @7 = Const32(20)
    Void @8 = Return(@7)
}
;; check: cmp
;; run positive(0) == 20
;; run positive(8) == 10
;; run positive(-9) == 20
;; run positive(-2147483648) == 20
;; run positive(2147483647) == 10
;; run positive(-1) == 20

proc not_positive(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}
;; check: cmp
;; run not_positive(0) == 10
;; run not_positive(8) == 20
;; run not_positive(-9) == 10
;; run not_positive(-9223372036854775808) == 10
;; run not_positive(9223372036854775807) == 20
;; run not_positive(1099511627776) == 20
;; run not_positive(-1099511627777) == 10

proc below_minus_one(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int32 @5 = Const32(10)
    Void @6 = Return(@5)
#2:
    Int32 @7 = Const32(20)
    Void @8 = Return(@7)
}
;; check: cmn w
;; run below_minus_one(0) == 20
;; run below_minus_one(8) == 20
;; run below_minus_one(-9) == 10
;; run below_minus_one(-2147483648) == 10
;; run below_minus_one(2147483647) == 20
;; run below_minus_one(-1) == 20

proc shifted(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = ZShr(@1, @2)
    Int32 @4 = Const32(1)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int32 @7 = Const32(10)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Const32(20)
    Void @10 = Return(@9)
}
;; check: z w0, #0x3
;; not: tst
;; run shifted(0) == 20
;; run shifted(8) == 10
;; run shifted(-9) == 20
;; run shifted(-2147483648) == 20
;; run shifted(2147483647) == 10
;; run shifted(-1) == 10
