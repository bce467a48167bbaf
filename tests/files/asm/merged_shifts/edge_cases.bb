barebones 1
; A shift by a constant that one addition, subtraction or bitwise operation uses is part of it on machines that can, if
; it is the second operand and has no other use. So is an inversion.
;! asm aarch64-linux -O 2
;! run

proc first(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(5)
    Int32 @5 = Shl(@1, @4)
    Int32 @6 = BitOr(@5, @3)
    Void @7 = Return(@6)
}
;; check: orr w0, w1, w0, lsl #5
;; run first(0, 1) == 1
;; run first(5, -7) == -7
;; run first(-1, -2147483648) == -32
;; run first(1234567, 987654321) == 987691249

proc masked_amount(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(39)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = Add(@1, @5)
    Void @7 = Return(@6)
}
;; check: add w0, w0, w1, lsl #7
;; run masked_amount(0, 1) == 128
;; run masked_amount(5, -7) == -891
;; run masked_amount(-1, -2147483648) == -1
;; run masked_amount(1234567, 987654321) == 1866936071

proc shifted_less(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(5)
    Int32 @5 = Shl(@1, @4)
    Int32 @6 = Sub(@5, @3)
    Void @7 = Return(@6)
}
;; check: lsl w
;; check: sub w
;; run shifted_less(0, 1) == -1
;; run shifted_less(5, -7) == 167
;; run shifted_less(-1, -2147483648) == 2147483616
;; run shifted_less(1234567, 987654321) == -948148177

proc rotated_sum(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(9)
    Int32 @5 = RotR(@3, @4)
    Int32 @6 = Add(@1, @5)
    Void @7 = Return(@6)
}
;; check: ror w
;; check: add w
;; run rotated_sum(0, 1) == 8388608
;; run rotated_sum(5, -7) == -50331644
;; run rotated_sum(-1, -2147483648) == 4194303
;; run rotated_sum(1234567, 987654321) == 1487947195

proc by_a_variable(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Shl(@1, @3)
    Int32 @5 = Add(@1, @4)
    Void @6 = Return(@5)
}
;; check: lsl w
;; check: add w
;; run by_a_variable(3, 2) == 15
;; run by_a_variable(1, 33) == 3
;; run by_a_variable(-1, 31) == 2147483647

proc shared(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(6)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = Add(@1, @5)
    Int32 @7 = BitXor(@6, @5)
    Void @8 = Return(@7)
}
;; check: lsl w1, w1, #0x6
;; run shared(0, 1) == 0
;; run shared(5, -7) == 5
;; run shared(-1, -2147483648) == -1
;; run shared(1234567, 987654321) == 3616391

proc beside_a_constant(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(6)
    Int32 @3 = Shl(@1, @2)
    Int32 @4 = Const32(9)
    Int32 @5 = Add(@3, @4)
    Void @6 = Return(@5)
}
;; check: lsl w
;; check: add w0, w0, #0x9
;; run beside_a_constant(1) == 73
;; run beside_a_constant(-3) == -183

proc or_not(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = BitXor(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}
;; check: orn x0, x0, x1
;; run or_not(0, 1) == -2
;; run or_not(5, -7) == 7
;; run or_not(-1, -9223372036854775808) == -1
;; run or_not(1234567890123, 987654321098765) == -987636319670277

proc xor_not(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(-1)
    Int32 @5 = BitXor(@1, @4)
    Int32 @6 = BitXor(@5, @3)
    Void @7 = Return(@6)
}
;; check: eon w0, w1, w0
;; run xor_not(0, 1) == -2
;; run xor_not(5, -7) == 3
;; run xor_not(-1, -2147483648) == -2147483648
;; run xor_not(1234567, 987654321) == -986496567

proc or_not_quite(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-2)
    Int64 @3 = BitXor(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}
;; not: orn
;; run or_not_quite(0, 1) == -1
;; run or_not_quite(5, -7) == 7
;; run or_not_quite(-1, -9223372036854775808) == -1
;; run or_not_quite(1234567890123, 987654321098765) == -987636319670277

proc or_not_shared(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = BitXor(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Int64 @5 = Sub(@4, @3)
    Void @6 = Return(@5)
}
;; check: mvn x
;; not: orn
;; run or_not_shared(0, 1) == 0
;; run or_not_shared(5, -7) == 1
;; run or_not_shared(-1, -9223372036854775808) == -9223372036854775808
;; run or_not_shared(1234567890123, 987654321098765) == 18001428489
