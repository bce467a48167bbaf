barebones 1
; Two shifts, a shift and a mask, or a shift and an extension are a single bit-field instruction on machines that have
; one. The mask must be contiguous ones at the position to which the shift moves the field.
;! asm aarch64-linux -O 2
;; check: shift_and_mask:
;; check: ubfx w0, w0, #0x5, #0x6
;; check: shift_and_mask_wide:
;; check: ubfx x0, x0, #0x28, #0xc
;; check: signed_shift_and_mask:
;; check: ubfx w0, w0, #0x5, #0x6
;; check: signed_shift_and_wide_mask:
;; check: asr w
;; check: and w
;; check: mask_with_a_hole:
;; check: lsr w
;; check: and w
;; check: mask_and_shift:
;; check: ubfx w0, w0, #0x4, #0x8
;; check: mask_above_and_shift:
;; not: ubfx
;; check: mask_and_left:
;; check: ubfiz w0, w0, #0x9, #0x5
;; check: left_and_mask:
;; check: ubfiz x0, x0, #0x9, #0x5
;; check: left_and_mask_above:
;; not: ubfiz
;; check: up_and_down:
;; check: ubfx w0, w0, #0xa, #0xc
;; check: up_and_down_signed:
;; check: sbfx x0, x0, #0xa, #0x2c
;; check: up_and_less_down:
;; check: ubfiz w0, w0, #0xa, #0xc
;; check: up_and_less_down_signed:
;; check: sbfiz w0, w0, #0xa, #0xc
;; check: byte_of:
;; check: sbfx w0, w0, #0xd, #0x8
;; check: byte_at_the_end:
;; not: sbfx
;; check: half_of:
;; check: ret
;; check: extended_up:
;; check: sbfiz x0, x0, #0x7, #0x20
;; check: extended_far_up:
;; check: lsl x
;; check: joined:
;; check: extr w0, w0, w1, #0x19
;; check: joined_wide:
;; check: extr x0, x0, x1, #0x14
;; check: joined_with_overlap:
;; not: extr
;; check: joined_with_sign:
;; not: extr
;; check: shared:
;; not: ubfx
;; check: all_of_it:
;; not: ubfx
;; check: product_of_one:
;; not: ubfiz
;; check: shifted_by_all:
;; not: ubfx
;! run
;; run shift_and_mask(0) == 0
;; run shift_and_mask(-1) == 63
;; run shift_and_mask(305419896) == 51
;; run shift_and_mask(-2147483648) == 0
;; run shift_and_mask(-559038737) == 55
;; run shift_and_mask_wide(0) == 0
;; run shift_and_mask_wide(-1) == 4095
;; run shift_and_mask_wide(1311768467463790320) == 1110
;; run shift_and_mask_wide(-9223372036854775808) == 0
;; run signed_shift_and_mask(0) == 0
;; run signed_shift_and_mask(-1) == 63
;; run signed_shift_and_mask(305419896) == 51
;; run signed_shift_and_mask(-2147483648) == 0
;; run signed_shift_and_mask(-559038737) == 55
;; run signed_shift_and_wide_mask(0) == 0
;; run signed_shift_and_wide_mask(-1) == 63
;; run signed_shift_and_wide_mask(305419896) == 1
;; run signed_shift_and_wide_mask(-2147483648) == 56
;; run signed_shift_and_wide_mask(-559038737) == 61
;; run mask_with_a_hole(0) == 0
;; run mask_with_a_hole(-1) == 53
;; run mask_with_a_hole(305419896) == 49
;; run mask_with_a_hole(-2147483648) == 0
;; run mask_with_a_hole(-559038737) == 53
;; run mask_and_shift(0) == 0
;; run mask_and_shift(-1) == 255
;; run mask_and_shift(305419896) == 103
;; run mask_and_shift(-2147483648) == 0
;; run mask_and_shift(-559038737) == 238
;; run mask_above_and_shift(0) == 0
;; run mask_above_and_shift(-1) == 240
;; run mask_above_and_shift(305419896) == 96
;; run mask_above_and_shift(-2147483648) == 0
;; run mask_above_and_shift(-559038737) == 224
;; run mask_and_left(0) == 0
;; run mask_and_left(-1) == 15872
;; run mask_and_left(305419896) == 12288
;; run mask_and_left(-2147483648) == 0
;; run mask_and_left(-559038737) == 7680
;; run left_and_mask(0) == 0
;; run left_and_mask(-1) == 15872
;; run left_and_mask(1311768467463790320) == 8192
;; run left_and_mask(-9223372036854775808) == 0
;; run left_and_mask_above(0) == 0
;; run left_and_mask_above(-1) == 15360
;; run left_and_mask_above(1311768467463790320) == 8192
;; run left_and_mask_above(-9223372036854775808) == 0
;; run up_and_down(0) == 0
;; run up_and_down(-1) == 4095
;; run up_and_down(305419896) == 3349
;; run up_and_down(-2147483648) == 0
;; run up_and_down(-559038737) == 2927
;; run up_and_down_signed(0) == 0
;; run up_and_down_signed(-1) == -1
;; run up_and_down_signed(1311768467463790320) == -3205687234761
;; run up_and_down_signed(-9223372036854775808) == 0
;; run up_and_less_down(0) == 0
;; run up_and_less_down(-1) == 4193280
;; run up_and_less_down(305419896) == 1695744
;; run up_and_less_down(-2147483648) == 0
;; run up_and_less_down(-559038737) == 3914752
;; run up_and_less_down_signed(0) == 0
;; run up_and_less_down_signed(-1) == -1024
;; run up_and_less_down_signed(305419896) == 1695744
;; run up_and_less_down_signed(-2147483648) == 0
;; run up_and_less_down_signed(-559038737) == -279552
;; run byte_of(0) == 0
;; run byte_of(-1) == -1
;; run byte_of(305419896) == -94
;; run byte_of(-2147483648) == 0
;; run byte_of(-559038737) == 109
;; run byte_at_the_end(0) == 0
;; run byte_at_the_end(-1) == 127
;; run byte_at_the_end(305419896) == 9
;; run byte_at_the_end(-2147483648) == 64
;; run byte_at_the_end(-559038737) == 111
;; run half_of(0) == 0
;; run half_of(-1) == -1
;; run half_of(305419896) == 4660
;; run half_of(-2147483648) == -32768
;; run half_of(-559038737) == -8531
;; run extended_up(0) == 0
;; run extended_up(-1) == -128
;; run extended_up(305419896) == 39093746688
;; run extended_up(-2147483648) == -274877906944
;; run extended_up(-559038737) == -71556958336
;; run extended_far_up(0) == 0
;; run extended_far_up(-1) == -1125899906842624
;; run extended_far_up(305419896) == 6476176264158773248
;; run extended_far_up(-2147483648) == 0
;; run extended_far_up(-559038737) == -307370674568036352
;; run joined(0, 1) == 0
;; run joined(5, -7) == 767
;; run joined(-1, -2147483648) == -64
;; run joined(1234567, 987654321) == 158024605
;; run joined_wide(0, 1) == 0
;; run joined_wide(5, -7) == 105553116266495
;; run joined_wide(-1, -9223372036854775808) == -8796093022208
;; run joined_wide(1234567890123, 987654321098765) == -5743021909815835889
;; run joined_with_overlap(0, 1) == 0
;; run joined_with_overlap(5, -7) == 767
;; run joined_with_overlap(-1, -2147483648) == -128
;; run joined_with_overlap(1234567, 987654321) == 158024634
;; run joined_with_sign(0, 1) == 0
;; run joined_with_sign(5, -7) == -1
;; run joined_with_sign(-1, -2147483648) == -64
;; run joined_with_sign(1234567, 987654321) == 158024605
;; run shared(0) == 0
;; run shared(-1) == 134217790
;; run shared(305419896) == 9544422
;; run shared(-2147483648) == 67108864
;; run shared(-559038737) == 116747822
;; run all_of_it(-2) == -2
;; run product_of_one(7) == 7
;; run shifted_by_all(7) == 7

proc shift_and_mask(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = ZShr(@1, @2)
    Int32 @4 = Const32(63)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Return(@5)
}

proc shift_and_mask_wide(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(40)
    Int64 @2 = ZShr(@0, @1)
    Int64 @3 = Const64(4095)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}

proc signed_shift_and_mask(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = SShr(@1, @2)
    Int32 @4 = Const32(63)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Return(@5)
}

proc signed_shift_and_wide_mask(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(28)
    Int32 @3 = SShr(@1, @2)
    Int32 @4 = Const32(63)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Return(@5)
}

proc mask_with_a_hole(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = ZShr(@1, @2)
    Int32 @4 = Const32(53)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Return(@5)
}

proc mask_and_shift(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(4080)
    Int32 @3 = BitAnd(@1, @2)
    Int32 @4 = Const32(4)
    Int32 @5 = ZShr(@3, @4)
    Void @6 = Return(@5)
}

proc mask_above_and_shift(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3840)
    Int32 @3 = BitAnd(@1, @2)
    Int32 @4 = Const32(4)
    Int32 @5 = ZShr(@3, @4)
    Void @6 = Return(@5)
}

proc mask_and_left(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(31)
    Int32 @3 = BitAnd(@1, @2)
    Int32 @4 = Const32(9)
    Int32 @5 = Shl(@3, @4)
    Void @6 = Return(@5)
}

proc left_and_mask(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(9)
    Int64 @2 = Shl(@0, @1)
    Int64 @3 = Const64(15872)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}

proc left_and_mask_above(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(9)
    Int64 @2 = Shl(@0, @1)
    Int64 @3 = Const64(15360)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}

proc up_and_down(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = Shl(@1, @2)
    Int32 @4 = Const32(20)
    Int32 @5 = ZShr(@3, @4)
    Void @6 = Return(@5)
}

proc up_and_down_signed(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(10)
    Int64 @2 = Shl(@0, @1)
    Int32 @3 = Const32(20)
    Int64 @4 = SShr(@2, @3)
    Void @5 = Return(@4)
}

proc up_and_less_down(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(20)
    Int32 @3 = Shl(@1, @2)
    Int32 @4 = Const32(10)
    Int32 @5 = ZShr(@3, @4)
    Void @6 = Return(@5)
}

proc up_and_less_down_signed(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(20)
    Int32 @3 = Shl(@1, @2)
    Int32 @4 = Const32(10)
    Int32 @5 = SShr(@3, @4)
    Void @6 = Return(@5)
}

proc byte_of(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(13)
    Int32 @3 = ZShr(@1, @2)
    Int32 @4 = SExt8(@3)
    Void @5 = Return(@4)
}

proc byte_at_the_end(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(25)
    Int32 @3 = ZShr(@1, @2)
    Int32 @4 = SExt8(@3)
    Void @5 = Return(@4)
}

proc half_of(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(16)
    Int32 @3 = SShr(@1, @2)
    Int32 @4 = SExt16(@3)
    Void @5 = Return(@4)
}

proc extended_up(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SExt32(@1)
    Int32 @3 = Const32(7)
    Int64 @4 = Shl(@2, @3)
    Void @5 = Return(@4)
}

proc extended_far_up(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ZExt32(@1)
    Int32 @3 = Const32(50)
    Int64 @4 = Shl(@2, @3)
    Void @5 = Return(@4)
}

proc joined(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@1, @4)
    Int32 @6 = Const32(25)
    Int32 @7 = ZShr(@3, @6)
    Int32 @8 = BitOr(@5, @7)
    Void @9 = Return(@8)
}

proc joined_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(20)
    Int64 @3 = ZShr(@1, @2)
    Int32 @4 = Const32(44)
    Int64 @5 = Shl(@0, @4)
    Int64 @6 = BitOr(@3, @5)
    Void @7 = Return(@6)
}

proc joined_with_overlap(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@1, @4)
    Int32 @6 = Const32(24)
    Int32 @7 = ZShr(@3, @6)
    Int32 @8 = BitOr(@5, @7)
    Void @9 = Return(@8)
}

proc joined_with_sign(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@1, @4)
    Int32 @6 = Const32(25)
    Int32 @7 = SShr(@3, @6)
    Int32 @8 = BitOr(@5, @7)
    Void @9 = Return(@8)
}

proc shared(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = ZShr(@1, @2)
    Int32 @4 = Const32(63)
    Int32 @5 = BitAnd(@3, @4)
    Int32 @6 = Add(@5, @3)
    Void @7 = Return(@6)
}

proc all_of_it(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = ZShr(@0, @1)
    Int64 @3 = Const64(-1)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}

proc product_of_one(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Mul(@0, @1)
    Int64 @3 = Const64(-1)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}

proc shifted_by_all(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(64)
    Int64 @2 = Shl(@0, @1)
    Int64 @3 = Const64(-1)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}
