barebones 1
; A branch on one bit of a register, or on its sign, needs no flags on machines that have such a branch; one on two bits does.
;! asm aarch64-linux -O 2
;! run

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
;; check: z w0, #0x3
;; not: tst
;; run one(0) == 20
;; run one(8) == 10
;; run one(-9) == 20
;; run one(-2147483648) == 20
;; run one(2147483647) == 10
;; run one(-1) == 10

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
;; check: z w0, #0x3
;; not: tst
;; run none(0) == 10
;; run none(8) == 20
;; run none(-9) == 10
;; run none(-2147483648) == 10
;; run none(2147483647) == 20
;; run none(-1) == 20

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
;; check: z w0, #0x1f
;; not: tst
;; run sign_bit(0) == 20
;; run sign_bit(8) == 20
;; run sign_bit(-9) == 10
;; run sign_bit(-2147483648) == 10
;; run sign_bit(2147483647) == 20
;; run sign_bit(-1) == 10

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
;; check: z x0, #0x28
;; not: tst
;; run one_wide(0) == 20
;; run one_wide(8) == 20
;; run one_wide(-9) == 10
;; run one_wide(-9223372036854775808) == 20
;; run one_wide(9223372036854775807) == 10
;; run one_wide(1099511627776) == 10
;; run one_wide(-1099511627777) == 20

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
;; check: tst w
;; run two(0) == 20
;; run two(8) == 10
;; run two(-9) == 10
;; run two(-2147483648) == 20
;; run two(2147483647) == 10
;; run two(-1) == 10

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
;; check: tst x0
;; run sign_and_more(0) == 20
;; run sign_and_more(8) == 20
;; run sign_and_more(-9) == 10
;; run sign_and_more(-9223372036854775808) == 10
;; run sign_and_more(9223372036854775807) == 10
;; run sign_and_more(1099511627776) == 10
;; run sign_and_more(-1099511627777) == 10

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
;; check: cmp
;; run all_but_two(0) == 20
;; run all_but_two(8) == 10
;; run all_but_two(-9) == 20
;; run all_but_two(-2147483648) == 20
;; run all_but_two(2147483647) == 20
;; run all_but_two(-1) == 20
