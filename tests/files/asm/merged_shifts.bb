barebones 1
; A shift by a constant that one addition, subtraction or bitwise operation uses is part of it on machines that can, if
; it is the second operand and has no other use. So is an inversion.
;! asm aarch64-linux -O 2
;; check: add_left:
;; check: add w0, w0, w1, lsl #7
;; check: add_left_wide:
;; check: add x0, x0, x1, lsl #43
;; check: add_right:
;; check: add w0, w0, w1, asr #7
;; check: add_right_wide:
;; check: add x0, x0, x1, asr #43
;; check: add_unsigned:
;; check: add w0, w0, w1, lsr #7
;; check: add_unsigned_wide:
;; check: add x0, x0, x1, lsr #43
;; check: sub_left:
;; check: sub w0, w0, w1, lsl #7
;; check: sub_left_wide:
;; check: sub x0, x0, x1, lsl #43
;; check: sub_right:
;; check: sub w0, w0, w1, asr #7
;; check: sub_right_wide:
;; check: sub x0, x0, x1, asr #43
;; check: sub_unsigned:
;; check: sub w0, w0, w1, lsr #7
;; check: sub_unsigned_wide:
;; check: sub x0, x0, x1, lsr #43
;; check: and_left:
;; check: and w0, w0, w1, lsl #7
;; check: and_left_wide:
;; check: and x0, x0, x1, lsl #43
;; check: and_right:
;; check: and w0, w0, w1, asr #7
;; check: and_right_wide:
;; check: and x0, x0, x1, asr #43
;; check: and_unsigned:
;; check: and w0, w0, w1, lsr #7
;; check: and_unsigned_wide:
;; check: and x0, x0, x1, lsr #43
;; check: and_rotated:
;; check: and w0, w0, w1, ror #9
;; check: and_rotated_left:
;; check: and x0, x0, x1, ror #55
;; check: orr_left:
;; check: orr w0, w0, w1, lsl #7
;; check: orr_left_wide:
;; check: orr x0, x0, x1, lsl #43
;; check: orr_right:
;; check: orr w0, w0, w1, asr #7
;; check: orr_right_wide:
;; check: orr x0, x0, x1, asr #43
;; check: orr_unsigned:
;; check: orr w0, w0, w1, lsr #7
;; check: orr_unsigned_wide:
;; check: orr x0, x0, x1, lsr #43
;; check: orr_rotated:
;; check: orr w0, w0, w1, ror #9
;; check: orr_rotated_left:
;; check: orr x0, x0, x1, ror #55
;; check: eor_left:
;; check: eor w0, w0, w1, lsl #7
;; check: eor_left_wide:
;; check: eor x0, x0, x1, lsl #43
;; check: eor_right:
;; check: eor w0, w0, w1, asr #7
;; check: eor_right_wide:
;; check: eor x0, x0, x1, asr #43
;; check: eor_unsigned:
;; check: eor w0, w0, w1, lsr #7
;; check: eor_unsigned_wide:
;; check: eor x0, x0, x1, lsr #43
;; check: eor_rotated:
;; check: eor w0, w0, w1, ror #9
;; check: eor_rotated_left:
;; check: eor x0, x0, x1, ror #55
;; check: first:
;; check: orr w0, w1, w0, lsl #5
;; check: masked_amount:
;; check: add w0, w0, w1, lsl #7
;; check: shifted_less:
;; check: lsl w
;; check: sub w
;; check: rotated_sum:
;; check: ror w
;; check: add w
;; check: by_a_variable:
;; check: lsl w
;; check: add w
;; check: shared:
;; check: lsl w1, w1, #0x6
;; check: beside_a_constant:
;; check: lsl w
;; check: add w0, w0, #0x9
;; check: or_not:
;; check: orn x0, x0, x1
;; check: xor_not:
;; check: eon w0, w1, w0
;; check: or_not_quite:
;; not: orn
;; check: or_not_shared:
;; check: mvn x
;; not: orn
;! run
;; run add_left(0, 1) == 128
;; run add_left(5, -7) == -891
;; run add_left(-1, -2147483648) == -1
;; run add_left(1234567, 987654321) == 1866936071
;; run add_left_wide(0, 1) == 8796093022208
;; run add_left_wide(5, -7) == -61572651155451
;; run add_left_wide(-1, -9223372036854775808) == -1
;; run add_left_wide(1234567890123, 987654321098765) == -4431426449555389237
;; run add_right(0, 1) == 0
;; run add_right(5, -7) == 4
;; run add_right(-1, -2147483648) == -16777217
;; run add_right(1234567, 987654321) == 8950616
;; run add_right_wide(0, 1) == 0
;; run add_right_wide(5, -7) == 4
;; run add_right_wide(-1, -9223372036854775808) == -1048577
;; run add_right_wide(1234567890123, 987654321098765) == 1234567890235
;; run add_unsigned(0, 1) == 0
;; run add_unsigned(5, -7) == 33554436
;; run add_unsigned(-1, -2147483648) == 16777215
;; run add_unsigned(1234567, 987654321) == 8950616
;; run add_unsigned_wide(0, 1) == 0
;; run add_unsigned_wide(5, -7) == 2097156
;; run add_unsigned_wide(-1, -9223372036854775808) == 1048575
;; run add_unsigned_wide(1234567890123, 987654321098765) == 1234567890235
;; run sub_left(0, 1) == -128
;; run sub_left(5, -7) == 901
;; run sub_left(-1, -2147483648) == -1
;; run sub_left(1234567, 987654321) == -1864466937
;; run sub_left_wide(0, 1) == -8796093022208
;; run sub_left_wide(5, -7) == 61572651155461
;; run sub_left_wide(-1, -9223372036854775808) == -1
;; run sub_left_wide(1234567890123, 987654321098765) == 4431428918691169483
;; run sub_right(0, 1) == 0
;; run sub_right(5, -7) == 6
;; run sub_right(-1, -2147483648) == 16777215
;; run sub_right(1234567, 987654321) == -6481482
;; run sub_right_wide(0, 1) == 0
;; run sub_right_wide(5, -7) == 6
;; run sub_right_wide(-1, -9223372036854775808) == 1048575
;; run sub_right_wide(1234567890123, 987654321098765) == 1234567890011
;; run sub_unsigned(0, 1) == 0
;; run sub_unsigned(5, -7) == -33554426
;; run sub_unsigned(-1, -2147483648) == -16777217
;; run sub_unsigned(1234567, 987654321) == -6481482
;; run sub_unsigned_wide(0, 1) == 0
;; run sub_unsigned_wide(5, -7) == -2097146
;; run sub_unsigned_wide(-1, -9223372036854775808) == -1048577
;; run sub_unsigned_wide(1234567890123, 987654321098765) == 1234567890011
;; run and_left(0, 1) == 0
;; run and_left(5, -7) == 0
;; run and_left(-1, -2147483648) == 0
;; run and_left(1234567, 987654321) == 1069184
;; run and_left_wide(0, 1) == 0
;; run and_left_wide(5, -7) == 0
;; run and_left_wide(-1, -9223372036854775808) == 0
;; run and_left_wide(1234567890123, 987654321098765) == 0
;; run and_right(0, 1) == 0
;; run and_right(5, -7) == 5
;; run and_right(-1, -2147483648) == -16777216
;; run and_right(1234567, 987654321) == 1086593
;; run and_right_wide(0, 1) == 0
;; run and_right_wide(5, -7) == 5
;; run and_right_wide(-1, -9223372036854775808) == -1048576
;; run and_right_wide(1234567890123, 987654321098765) == 64
;; run and_unsigned(0, 1) == 0
;; run and_unsigned(5, -7) == 5
;; run and_unsigned(-1, -2147483648) == 16777216
;; run and_unsigned(1234567, 987654321) == 1086593
;; run and_unsigned_wide(0, 1) == 0
;; run and_unsigned_wide(5, -7) == 5
;; run and_unsigned_wide(-1, -9223372036854775808) == 1048576
;; run and_unsigned_wide(1234567890123, 987654321098765) == 64
;; run and_rotated(0, 1) == 0
;; run and_rotated(5, -7) == 5
;; run and_rotated(-1, -2147483648) == 4194304
;; run and_rotated(1234567, 987654321) == 1066500
;; run and_rotated_left(0, 1) == 0
;; run and_rotated_left(5, -7) == 5
;; run and_rotated_left(-1, -9223372036854775808) == 256
;; run and_rotated_left(1234567890123, 987654321098765) == 6184501248
;; run orr_left(0, 1) == 128
;; run orr_left(5, -7) == -891
;; run orr_left(-1, -2147483648) == -1
;; run orr_left(1234567, 987654321) == 1865866887
;; run orr_left_wide(0, 1) == 8796093022208
;; run orr_left_wide(5, -7) == -61572651155451
;; run orr_left_wide(-1, -9223372036854775808) == -1
;; run orr_left_wide(1234567890123, 987654321098765) == -4431426449555389237
;; run orr_right(0, 1) == 0
;; run orr_right(5, -7) == -1
;; run orr_right(-1, -2147483648) == -1
;; run orr_right(1234567, 987654321) == 7864023
;; run orr_right_wide(0, 1) == 0
;; run orr_right_wide(5, -7) == -1
;; run orr_right_wide(-1, -9223372036854775808) == -1
;; run orr_right_wide(1234567890123, 987654321098765) == 1234567890171
;; run orr_unsigned(0, 1) == 0
;; run orr_unsigned(5, -7) == 33554431
;; run orr_unsigned(-1, -2147483648) == -1
;; run orr_unsigned(1234567, 987654321) == 7864023
;; run orr_unsigned_wide(0, 1) == 0
;; run orr_unsigned_wide(5, -7) == 2097151
;; run orr_unsigned_wide(-1, -9223372036854775808) == -1
;; run orr_unsigned_wide(1234567890123, 987654321098765) == 1234567890171
;; run orr_rotated(0, 1) == 8388608
;; run orr_rotated(5, -7) == -50331649
;; run orr_rotated(-1, -2147483648) == -1
;; run orr_rotated(1234567, 987654321) == 1486880695
;; run orr_rotated_left(0, 1) == 512
;; run orr_rotated_left(5, -7) == -3073
;; run orr_rotated_left(-1, -9223372036854775808) == -1
;; run orr_rotated_left(1234567890123, 987654321098765) == 505680240785956555
;; run eor_left(0, 1) == 128
;; run eor_left(5, -7) == -891
;; run eor_left(-1, -2147483648) == -1
;; run eor_left(1234567, 987654321) == 1864797703
;; run eor_left_wide(0, 1) == 8796093022208
;; run eor_left_wide(5, -7) == -61572651155451
;; run eor_left_wide(-1, -9223372036854775808) == -1
;; run eor_left_wide(1234567890123, 987654321098765) == -4431426449555389237
;; run eor_right(0, 1) == 0
;; run eor_right(5, -7) == -6
;; run eor_right(-1, -2147483648) == 16777215
;; run eor_right(1234567, 987654321) == 6777430
;; run eor_right_wide(0, 1) == 0
;; run eor_right_wide(5, -7) == -6
;; run eor_right_wide(-1, -9223372036854775808) == 1048575
;; run eor_right_wide(1234567890123, 987654321098765) == 1234567890107
;; run eor_unsigned(0, 1) == 0
;; run eor_unsigned(5, -7) == 33554426
;; run eor_unsigned(-1, -2147483648) == -16777217
;; run eor_unsigned(1234567, 987654321) == 6777430
;; run eor_unsigned_wide(0, 1) == 0
;; run eor_unsigned_wide(5, -7) == 2097146
;; run eor_unsigned_wide(-1, -9223372036854775808) == -1048577
;; run eor_unsigned_wide(1234567890123, 987654321098765) == 1234567890107
;; run eor_rotated(0, 1) == 8388608
;; run eor_rotated(5, -7) == -50331654
;; run eor_rotated(-1, -2147483648) == -4194305
;; run eor_rotated(1234567, 987654321) == 1485814195
;; run eor_rotated_left(0, 1) == 512
;; run eor_rotated_left(5, -7) == -3078
;; run eor_rotated_left(-1, -9223372036854775808) == -257
;; run eor_rotated_left(1234567890123, 987654321098765) == 505680234601455307
;; run first(0, 1) == 1
;; run first(5, -7) == -7
;; run first(-1, -2147483648) == -32
;; run first(1234567, 987654321) == 987691249
;; run masked_amount(0, 1) == 128
;; run masked_amount(5, -7) == -891
;; run masked_amount(-1, -2147483648) == -1
;; run masked_amount(1234567, 987654321) == 1866936071
;; run shifted_less(0, 1) == -1
;; run shifted_less(5, -7) == 167
;; run shifted_less(-1, -2147483648) == 2147483616
;; run shifted_less(1234567, 987654321) == -948148177
;; run rotated_sum(0, 1) == 8388608
;; run rotated_sum(5, -7) == -50331644
;; run rotated_sum(-1, -2147483648) == 4194303
;; run rotated_sum(1234567, 987654321) == 1487947195
;; run by_a_variable(3, 2) == 15
;; run by_a_variable(1, 33) == 3
;; run by_a_variable(-1, 31) == 2147483647
;; run shared(0, 1) == 0
;; run shared(5, -7) == 5
;; run shared(-1, -2147483648) == -1
;; run shared(1234567, 987654321) == 3616391
;; run beside_a_constant(1) == 73
;; run beside_a_constant(-3) == -183
;; run or_not(0, 1) == -2
;; run or_not(5, -7) == 7
;; run or_not(-1, -9223372036854775808) == -1
;; run or_not(1234567890123, 987654321098765) == -987636319670277
;; run xor_not(0, 1) == -2
;; run xor_not(5, -7) == 3
;; run xor_not(-1, -2147483648) == -2147483648
;; run xor_not(1234567, 987654321) == -986496567
;; run or_not_quite(0, 1) == -1
;; run or_not_quite(5, -7) == 7
;; run or_not_quite(-1, -9223372036854775808) == -1
;; run or_not_quite(1234567890123, 987654321098765) == -987636319670277
;; run or_not_shared(0, 1) == 0
;; run or_not_shared(5, -7) == 1
;; run or_not_shared(-1, -9223372036854775808) == -9223372036854775808
;; run or_not_shared(1234567890123, 987654321098765) == 18001428489

proc add_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = Add(@1, @5)
    Void @7 = Return(@6)
}

proc add_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Add(@0, @3)
    Void @5 = Return(@4)
}

proc add_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = Add(@1, @5)
    Void @7 = Return(@6)
}

proc add_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = Add(@0, @3)
    Void @5 = Return(@4)
}

proc add_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = Add(@1, @5)
    Void @7 = Return(@6)
}

proc add_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = Add(@0, @3)
    Void @5 = Return(@4)
}

proc sub_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = Sub(@1, @5)
    Void @7 = Return(@6)
}

proc sub_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Sub(@0, @3)
    Void @5 = Return(@4)
}

proc sub_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = Sub(@1, @5)
    Void @7 = Return(@6)
}

proc sub_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = Sub(@0, @3)
    Void @5 = Return(@4)
}

proc sub_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = Sub(@1, @5)
    Void @7 = Return(@6)
}

proc sub_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = Sub(@0, @3)
    Void @5 = Return(@4)
}

proc and_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = BitAnd(@1, @5)
    Void @7 = Return(@6)
}

proc and_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = BitAnd(@0, @3)
    Void @5 = Return(@4)
}

proc and_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = BitAnd(@1, @5)
    Void @7 = Return(@6)
}

proc and_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = BitAnd(@0, @3)
    Void @5 = Return(@4)
}

proc and_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = BitAnd(@1, @5)
    Void @7 = Return(@6)
}

proc and_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = BitAnd(@0, @3)
    Void @5 = Return(@4)
}

proc and_rotated(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(9)
    Int32 @5 = RotR(@3, @4)
    Int32 @6 = BitAnd(@1, @5)
    Void @7 = Return(@6)
}

proc and_rotated_left(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(9)
    Int64 @3 = RotL(@1, @2)
    Int64 @4 = BitAnd(@3, @0)
    Void @5 = Return(@4)
}

proc orr_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = BitOr(@1, @5)
    Void @7 = Return(@6)
}

proc orr_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}

proc orr_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = BitOr(@1, @5)
    Void @7 = Return(@6)
}

proc orr_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}

proc orr_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = BitOr(@1, @5)
    Void @7 = Return(@6)
}

proc orr_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}

proc orr_rotated(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(9)
    Int32 @5 = RotR(@3, @4)
    Int32 @6 = BitOr(@1, @5)
    Void @7 = Return(@6)
}

proc orr_rotated_left(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(9)
    Int64 @3 = RotL(@1, @2)
    Int64 @4 = BitOr(@3, @0)
    Void @5 = Return(@4)
}

proc eor_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = BitXor(@1, @5)
    Void @7 = Return(@6)
}

proc eor_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = BitXor(@0, @3)
    Void @5 = Return(@4)
}

proc eor_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = BitXor(@1, @5)
    Void @7 = Return(@6)
}

proc eor_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = BitXor(@0, @3)
    Void @5 = Return(@4)
}

proc eor_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = BitXor(@1, @5)
    Void @7 = Return(@6)
}

proc eor_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = BitXor(@0, @3)
    Void @5 = Return(@4)
}

proc eor_rotated(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(9)
    Int32 @5 = RotR(@3, @4)
    Int32 @6 = BitXor(@1, @5)
    Void @7 = Return(@6)
}

proc eor_rotated_left(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(9)
    Int64 @3 = RotL(@1, @2)
    Int64 @4 = BitXor(@3, @0)
    Void @5 = Return(@4)
}

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

proc or_not(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = BitXor(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}

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

proc or_not_quite(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-2)
    Int64 @3 = BitXor(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}

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
