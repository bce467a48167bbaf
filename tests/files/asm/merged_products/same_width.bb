barebones 1
; A product that one addition, subtraction or negation uses is part of it on machines that can; one with another use, or
; added to a constant, is not. An extension of both factors is merged too, if it is the same.
;! asm aarch64-linux -O 2
;! run

proc sum(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)
    Int32 @6 = Mul(@1, @3)
    Int32 @7 = Add(@5, @6)
    Void @8 = Return(@7)
}
;; check: madd w
;; not: mul w
;; run sum(0, 0, 0) == 0
;; run sum(3, 5, 7) == 22
;; run sum(-1, 2, 9) == 7
;; run sum(2147483647, 3, -5) == 2147483640
;; run sum(-2147483648, -1, 1) == -2147483647

proc sum_wide(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Mul(@0, @1)
    Int64 @4 = Add(@3, @2)
    Void @5 = Return(@4)
}
;; check: madd x
;; run sum_wide(3, 5, 7) == 22
;; run sum_wide(-1, 2, 9) == 7
;; run sum_wide(9223372036854775807, 3, -5) == 9223372036854775800
;; run sum_wide(-9223372036854775808, -1, 1) == -9223372036854775807

proc difference(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)
    Int32 @6 = Mul(@1, @3)
    Int32 @7 = Sub(@5, @6)
    Void @8 = Return(@7)
}
;; check: msub w
;; run difference(0, 0, 0) == 0
;; run difference(3, 5, 7) == -8
;; run difference(-1, 2, 9) == 11
;; run difference(2147483647, 3, -5) == 2147483646
;; run difference(-2147483648, -1, 1) == -2147483647

proc difference_wide(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Mul(@0, @1)
    Int64 @4 = Sub(@2, @3)
    Void @5 = Return(@4)
}
;; check: msub x
;; run difference_wide(3, 5, 7) == -8
;; run difference_wide(-1, 2, 9) == 11
;; run difference_wide(9223372036854775807, 3, -5) == 9223372036854775806
;; run difference_wide(-9223372036854775808, -1, 1) == -9223372036854775807

proc other_difference(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)
    Int32 @6 = Mul(@1, @3)
    Int32 @7 = Sub(@6, @5)
    Void @8 = Return(@7)
}
;; check: mul w
;; check: sub w
;; run other_difference(0, 0, 0) == 0
;; run other_difference(3, 5, 7) == 8
;; run other_difference(-1, 2, 9) == -11
;; run other_difference(2147483647, 3, -5) == -2147483646
;; run other_difference(-2147483648, -1, 1) == 2147483647

proc negation(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Mul(@1, @3)
    Int32 @5 = Neg(@4)
    Void @6 = Return(@5)
}
;; check: mneg w
;; run negation(0, 5) == 0
;; run negation(-1, -1) == -1
;; run negation(-2147483648, -2147483648) == 0
;; run negation(2147483647, -2147483648) == -2147483648
;; run negation(65537, 65537) == -131073

proc of_negation(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Neg(@0)
    Int64 @3 = Mul(@2, @1)
    Void @4 = Return(@3)
}
;; check: mneg x
;; run of_negation(3, 5) == -15
;; run of_negation(-9223372036854775808, -1) == -9223372036854775808

proc by_constant(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(40)
    Int32 @5 = Mul(@1, @4)
    Int32 @6 = Add(@3, @5)
    Void @7 = Return(@6)
}
;; check: madd w
;; run by_constant(0, 5) == 5
;; run by_constant(-1, -1) == -41
;; run by_constant(-2147483648, -2147483648) == -2147483648
;; run by_constant(2147483647, -2147483648) == 2147483608
;; run by_constant(65537, 65537) == 2687017

proc by_three(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(3)
    Int32 @5 = Mul(@1, @4)
    Int32 @6 = Add(@3, @5)
    Void @7 = Return(@6)
}
;; not: madd
;; check: add w
;; run by_three(0, 5) == 5
;; run by_three(-1, -1) == -4
;; run by_three(-2147483648, -2147483648) == 0
;; run by_three(2147483647, -2147483648) == -3
;; run by_three(65537, 65537) == 262148

proc shared(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)
    Int32 @6 = Mul(@1, @3)
    Int32 @7 = Add(@5, @6)
    Int32 @8 = BitXor(@7, @6)
    Void @9 = Return(@8)
}
;; check: mul w
;; not: madd
;; check: add w
;; run shared(0, 0, 0) == 0
;; run shared(3, 5, 7) == 25
;; run shared(-1, 2, 9) == -7
;; run shared(2147483647, 3, -5) == 5
;; run shared(-2147483648, -1, 1) == 1

proc shared_twice(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)
    Int32 @6 = Mul(@1, @3)
    Int32 @7 = Add(@5, @6)
    Int32 @8 = Sub(@3, @6)
    Int32 @9 = BitXor(@7, @8)
    Void @10 = Return(@9)
}
;; check: mul w
;; not: madd
;; not: msub
;; check: eor w
;; run shared_twice(0, 0, 0) == 0
;; run shared_twice(3, 5, 7) == -32
;; run shared_twice(-1, 2, 9) == 3
;; run shared_twice(2147483647, 3, -5) == -2
;; run shared_twice(-2147483648, -1, 1) == -2

proc rest(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; check: smull x
;; check: asr x
;; check: sub w1, w1, w0, asr #31
;; check: msub w
;; run rest(0) == 0
;; run rest(-1) == -1
;; run rest(19) == 9
;; run rest(-2147483648) == -8
;; run rest(2147483647) == 7

proc unsigned_rest(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; check: umull x
;; check: lsr x
;; check: msub w
;; run unsigned_rest(0) == 0
;; run unsigned_rest(-1) == 5
;; run unsigned_rest(19) == 9
;; run unsigned_rest(-2147483648) == 8
;; run unsigned_rest(2147483647) == 7

proc half(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(8)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; check: asr x
;; check: add x0, x0, x1, lsr #61
;; check: asr x
;; run half(0) == 0
;; run half(-1) == 0
;; run half(-9) == -1
;; run half(-9223372036854775808) == -1152921504606846976
;; run half(9223372036854775807) == 1152921504606846975

proc plus_constant(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Mul(@1, @3)
    Int32 @5 = Const32(100)
    Int32 @6 = Add(@4, @5)
    Void @7 = Return(@6)
}
;; check: mul w
;; check: add w
;; run plus_constant(0, 5) == 100
;; run plus_constant(-1, -1) == 101
;; run plus_constant(-2147483648, -2147483648) == 100
;; run plus_constant(2147483647, -2147483648) == -2147483548
;; run plus_constant(65537, 65537) == 131173
