barebones 1
; Two shifts, a shift and a mask, or a shift and an extension are a single bit-field instruction on machines that have
; one. The mask must be contiguous ones at the position to which the shift moves the field.
;! asm aarch64-linux -O 2
;! run

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
;; check: ubfx w0, w0, #0x5, #0x6
;; run shift_and_mask(0) == 0
;; run shift_and_mask(-1) == 63
;; run shift_and_mask(305419896) == 51
;; run shift_and_mask(-2147483648) == 0
;; run shift_and_mask(-559038737) == 55

proc shift_and_mask_wide(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(40)
    Int64 @2 = ZShr(@0, @1)
    Int64 @3 = Const64(4095)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}
;; check: ubfx x0, x0, #0x28, #0xc
;; run shift_and_mask_wide(0) == 0
;; run shift_and_mask_wide(-1) == 4095
;; run shift_and_mask_wide(1311768467463790320) == 1110
;; run shift_and_mask_wide(-9223372036854775808) == 0

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
;; check: ubfx w0, w0, #0x5, #0x6
;; run signed_shift_and_mask(0) == 0
;; run signed_shift_and_mask(-1) == 63
;; run signed_shift_and_mask(305419896) == 51
;; run signed_shift_and_mask(-2147483648) == 0
;; run signed_shift_and_mask(-559038737) == 55

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
;; check: asr w
;; check: and w
;; run signed_shift_and_wide_mask(0) == 0
;; run signed_shift_and_wide_mask(-1) == 63
;; run signed_shift_and_wide_mask(305419896) == 1
;; run signed_shift_and_wide_mask(-2147483648) == 56
;; run signed_shift_and_wide_mask(-559038737) == 61

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
;; check: lsr w
;; check: and w
;; run mask_with_a_hole(0) == 0
;; run mask_with_a_hole(-1) == 53
;; run mask_with_a_hole(305419896) == 49
;; run mask_with_a_hole(-2147483648) == 0
;; run mask_with_a_hole(-559038737) == 53

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
;; check: ubfx w0, w0, #0x4, #0x8
;; run mask_and_shift(0) == 0
;; run mask_and_shift(-1) == 255
;; run mask_and_shift(305419896) == 103
;; run mask_and_shift(-2147483648) == 0
;; run mask_and_shift(-559038737) == 238

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
;; not: ubfx
;; run mask_above_and_shift(0) == 0
;; run mask_above_and_shift(-1) == 240
;; run mask_above_and_shift(305419896) == 96
;; run mask_above_and_shift(-2147483648) == 0
;; run mask_above_and_shift(-559038737) == 224

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
;; check: ubfiz w0, w0, #0x9, #0x5
;; run mask_and_left(0) == 0
;; run mask_and_left(-1) == 15872
;; run mask_and_left(305419896) == 12288
;; run mask_and_left(-2147483648) == 0
;; run mask_and_left(-559038737) == 7680

proc left_and_mask(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(9)
    Int64 @2 = Shl(@0, @1)
    Int64 @3 = Const64(15872)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}
;; check: ubfiz x0, x0, #0x9, #0x5
;; run left_and_mask(0) == 0
;; run left_and_mask(-1) == 15872
;; run left_and_mask(1311768467463790320) == 8192
;; run left_and_mask(-9223372036854775808) == 0

proc left_and_mask_above(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(9)
    Int64 @2 = Shl(@0, @1)
    Int64 @3 = Const64(15360)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}
;; not: ubfiz
;; run left_and_mask_above(0) == 0
;; run left_and_mask_above(-1) == 15360
;; run left_and_mask_above(1311768467463790320) == 8192
;; run left_and_mask_above(-9223372036854775808) == 0

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
;; check: ubfx w0, w0, #0xa, #0xc
;; run up_and_down(0) == 0
;; run up_and_down(-1) == 4095
;; run up_and_down(305419896) == 3349
;; run up_and_down(-2147483648) == 0
;; run up_and_down(-559038737) == 2927

proc up_and_down_signed(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(10)
    Int64 @2 = Shl(@0, @1)
    Int32 @3 = Const32(20)
    Int64 @4 = SShr(@2, @3)
    Void @5 = Return(@4)
}
;; check: sbfx x0, x0, #0xa, #0x2c
;; run up_and_down_signed(0) == 0
;; run up_and_down_signed(-1) == -1
;; run up_and_down_signed(1311768467463790320) == -3205687234761
;; run up_and_down_signed(-9223372036854775808) == 0

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
;; check: ubfiz w0, w0, #0xa, #0xc
;; run up_and_less_down(0) == 0
;; run up_and_less_down(-1) == 4193280
;; run up_and_less_down(305419896) == 1695744
;; run up_and_less_down(-2147483648) == 0
;; run up_and_less_down(-559038737) == 3914752

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
;; check: sbfiz w0, w0, #0xa, #0xc
;; run up_and_less_down_signed(0) == 0
;; run up_and_less_down_signed(-1) == -1024
;; run up_and_less_down_signed(305419896) == 1695744
;; run up_and_less_down_signed(-2147483648) == 0
;; run up_and_less_down_signed(-559038737) == -279552
