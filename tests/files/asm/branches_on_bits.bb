barebones 1
; A branch on one bit of a register, or on its sign, needs no flags on machines that have such a branch; one on two bits does.
;! asm aarch64-linux -O 2
;; check: one:
;; check: z w0, #0x3
;; not: tst
;; check: none:
;; check: z w0, #0x3
;; not: tst
;; check: sign_bit:
;; check: z w0, #0x1f
;; not: tst
;; check: one_wide:
;; check: z x0, #0x28
;; not: tst
;; check: two:
;; check: tst w
;; check: sign_and_more:
;; check: tst x0
;; check: all_but_two:
;; check: cmp
;; check: negative:
;; check: z w0, #0x1f
;; not: cmp
;; check: not_negative:
;; check: z x0, #0x3f
;; not: cmp
;; check: above_minus_one:
;; check: z w0, #0x1f
;; not: cmp
;; check: positive:
;; check: cmp
;; check: not_positive:
;; check: cmp
;; check: below_minus_one:
;; check: cmn w
;; check: shifted:
;; check: z w0, #0x3
;; not: tst
;! run
;; run one(0) == 20
;; run one(8) == 10
;; run one(-9) == 20
;; run one(-2147483648) == 20
;; run one(2147483647) == 10
;; run one(-1) == 10
;; run none(0) == 10
;; run none(8) == 20
;; run none(-9) == 10
;; run none(-2147483648) == 10
;; run none(2147483647) == 20
;; run none(-1) == 20
;; run sign_bit(0) == 20
;; run sign_bit(8) == 20
;; run sign_bit(-9) == 10
;; run sign_bit(-2147483648) == 10
;; run sign_bit(2147483647) == 20
;; run sign_bit(-1) == 10
;; run one_wide(0) == 20
;; run one_wide(8) == 20
;; run one_wide(-9) == 10
;; run one_wide(-9223372036854775808) == 20
;; run one_wide(9223372036854775807) == 10
;; run one_wide(1099511627776) == 10
;; run one_wide(-1099511627777) == 20
;; run two(0) == 20
;; run two(8) == 10
;; run two(-9) == 10
;; run two(-2147483648) == 20
;; run two(2147483647) == 10
;; run two(-1) == 10
;; run sign_and_more(0) == 20
;; run sign_and_more(8) == 20
;; run sign_and_more(-9) == 10
;; run sign_and_more(-9223372036854775808) == 10
;; run sign_and_more(9223372036854775807) == 10
;; run sign_and_more(1099511627776) == 10
;; run sign_and_more(-1099511627777) == 10
;; run all_but_two(0) == 20
;; run all_but_two(8) == 10
;; run all_but_two(-9) == 20
;; run all_but_two(-2147483648) == 20
;; run all_but_two(2147483647) == 20
;; run all_but_two(-1) == 20
;; run negative(0) == 20
;; run negative(8) == 20
;; run negative(-9) == 10
;; run negative(-2147483648) == 10
;; run negative(2147483647) == 20
;; run negative(-1) == 10
;; run not_negative(0) == 10
;; run not_negative(8) == 10
;; run not_negative(-9) == 20
;; run not_negative(-9223372036854775808) == 20
;; run not_negative(9223372036854775807) == 10
;; run not_negative(1099511627776) == 10
;; run not_negative(-1099511627777) == 20
;; run above_minus_one(0) == 10
;; run above_minus_one(8) == 10
;; run above_minus_one(-9) == 20
;; run above_minus_one(-2147483648) == 20
;; run above_minus_one(2147483647) == 10
;; run above_minus_one(-1) == 20
;; run positive(0) == 20
;; run positive(8) == 10
;; run positive(-9) == 20
;; run positive(-2147483648) == 20
;; run positive(2147483647) == 10
;; run positive(-1) == 20
;; run not_positive(0) == 10
;; run not_positive(8) == 20
;; run not_positive(-9) == 10
;; run not_positive(-9223372036854775808) == 10
;; run not_positive(9223372036854775807) == 20
;; run not_positive(1099511627776) == 20
;; run not_positive(-1099511627777) == 10
;; run below_minus_one(0) == 20
;; run below_minus_one(8) == 20
;; run below_minus_one(-9) == 10
;; run below_minus_one(-2147483648) == 10
;; run below_minus_one(2147483647) == 20
;; run below_minus_one(-1) == 20
;; run shifted(0) == 20
;; run shifted(8) == 10
;; run shifted(-9) == 20
;; run shifted(-2147483648) == 20
;; run shifted(2147483647) == 10
;; run shifted(-1) == 10

proc one(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(8)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int32 @5 = Const32(10)
    Void @6 = Return(@5)
#2:
    Int32 @7 = Const32(20)
    Void @8 = Return(@7)
}

proc none(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(8)
    Int32 @3 = BitAnd(@1, @2)
    Int32 @4 = Const32(0)
    Int32 @5 = Equal(@3, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int32 @7 = Const32(10)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Const32(20)
    Void @10 = Return(@9)
}

proc sign_bit(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int32 @5 = Const32(10)
    Void @6 = Return(@5)
#2:
    Int32 @7 = Const32(20)
    Void @8 = Return(@7)
}

proc one_wide(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1099511627776)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc two(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(9)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int32 @5 = Const32(10)
    Void @6 = Return(@5)
#2:
    Int32 @7 = Const32(20)
    Void @8 = Return(@7)
}

proc sign_and_more(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-2147483648)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc all_but_two(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(9)
    Int32 @3 = BitAnd(@1, @2)
    Int32 @4 = Const32(8)
    Int32 @5 = Equal(@3, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int32 @7 = Const32(10)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Const32(20)
    Void @10 = Return(@9)
}

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
