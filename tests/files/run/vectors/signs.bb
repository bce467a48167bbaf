;! run
; Signs of lanes, with infinities, zeros of both signs, denormals and NaNs; the least integer has no opposite.

barebones 1

proc neg_i8x16(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorNeg(@0, i8x16)
    Void @2 = Return(@1)
}
;; run neg_i8x16(0xefefefefef00017e5aff7ffe800281ef) == 0x111111111100ff82a601810280fe7f11

proc neg_i16x8(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorNeg(@0, i16x8)
    Void @2 = Return(@1)
}
;; run neg_i16x8(0x7ffeffffcdef800000005a5a7fff0001) == 0x80020001321180000000a5a68001ffff
;; run neg_i16x8(0x00010001000100010001fffe80010002) == 0xffffffffffffffffffff00027ffffffe

proc neg_i32x4(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorNeg(@0, i32x4)
    Void @2 = Return(@1)
}
;; run neg_i32x4(0x80000001fffffffe7ffffffe5a5a5a5a) == 0x7fffffff0000000280000002a5a5a5a6
;; run neg_i32x4(0x90abcdef000000020000000100000000) == 0x6f543211fffffffeffffffff00000000
;; run neg_i32x4(0x5a5a5a5a800000007fffffffffffffff) == 0xa5a5a5a6800000008000000100000001

proc neg_i64x2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorNeg(@0, i64x2)
    Void @2 = Return(@1)
}
;; run neg_i64x2(0x5a5a5a5a5a5a5a5a0000000000000001) == 0xa5a5a5a5a5a5a5a6ffffffffffffffff
;; run neg_i64x2(0xffffffffffffffff1234567890abcdef) == 0x0000000000000001edcba9876f543211
;; run neg_i64x2(0x80000000000000018000000000000000) == 0x7fffffffffffffff8000000000000000
;; run neg_i64x2(0xfffffffffffffffe7fffffffffffffff) == 0x00000000000000028000000000000001
;; run neg_i64x2(0x00000000000000000000000000000002) == 0x0000000000000000fffffffffffffffe
;; run neg_i64x2(0x00000000000000017ffffffffffffffe) == 0xffffffffffffffff8000000000000002

proc neg_f32x4(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorNeg(@0, f32x4)
    Void @2 = Return(@1)
}
;; run neg_f32x4(0x80000001000000018000000000000000) == 0x00000001800000010000000080000000
;; run neg_f32x4(0xc0b33333ff8000003f8000007fc00001) == 0x40b333337f800000bf800000ffc00001
;; run neg_f32x4(0x7f800000007fffff3eaaaaab7f7fffff) == 0xff800000807fffffbeaaaaabff7fffff
;; run neg_f32x4(0x0000000000000000000000007fa00000) == 0x800000008000000080000000ffa00000

proc neg_f64x2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorNeg(@0, f64x2)
    Void @2 = Return(@1)
}
;; run neg_f64x2(0x80000000000000000000000000000000) == 0x00000000000000008000000000000000
;; run neg_f64x2(0x80000000000000010000000000000001) == 0x00000000000000018000000000000001
;; run neg_f64x2(0x3ff00000000000007ff8000000000001) == 0xbff0000000000000fff8000000000001
;; run neg_f64x2(0x7ff4000000000000c016666666666666) == 0xfff40000000000004016666666666666
;; run neg_f64x2(0x000fffffffffffff7fefffffffffffff) == 0x800fffffffffffffffefffffffffffff
;; run neg_f64x2(0x3fd5555555555555fff0000000000000) == 0xbfd55555555555557ff0000000000000
;; run neg_f64x2(0x00000000000000007ff0000000000000) == 0x8000000000000000fff0000000000000

proc abs_i8x16(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorAbs(@0, i8x16)
    Void @2 = Return(@1)
}
;; run abs_i8x16(0xefefefefef00017e5aff7ffe800281ef) == 0x111111111100017e5a017f0280027f11

proc abs_i16x8(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorAbs(@0, i16x8)
    Void @2 = Return(@1)
}
;; run abs_i16x8(0x7ffeffffcdef800000005a5a7fff0001) == 0x7ffe00013211800000005a5a7fff0001
;; run abs_i16x8(0x00010001000100010001fffe80010002) == 0x0001000100010001000100027fff0002

proc abs_i32x4(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorAbs(@0, i32x4)
    Void @2 = Return(@1)
}
;; run abs_i32x4(0x80000001fffffffe7ffffffe5a5a5a5a) == 0x7fffffff000000027ffffffe5a5a5a5a
;; run abs_i32x4(0x90abcdef000000020000000100000000) == 0x6f543211000000020000000100000000
;; run abs_i32x4(0x5a5a5a5a800000007fffffffffffffff) == 0x5a5a5a5a800000007fffffff00000001

proc abs_i64x2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorAbs(@0, i64x2)
    Void @2 = Return(@1)
}
;; run abs_i64x2(0x5a5a5a5a5a5a5a5a0000000000000001) == 0x5a5a5a5a5a5a5a5a0000000000000001
;; run abs_i64x2(0xffffffffffffffff1234567890abcdef) == 0x00000000000000011234567890abcdef
;; run abs_i64x2(0x80000000000000018000000000000000) == 0x7fffffffffffffff8000000000000000
;; run abs_i64x2(0xfffffffffffffffe7fffffffffffffff) == 0x00000000000000027fffffffffffffff
;; run abs_i64x2(0x00000000000000000000000000000002) == 0x00000000000000000000000000000002
;; run abs_i64x2(0x00000000000000017ffffffffffffffe) == 0x00000000000000017ffffffffffffffe

proc abs_f32x4(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorAbs(@0, f32x4)
    Void @2 = Return(@1)
}
;; run abs_f32x4(0x80000001000000018000000000000000) == 0x00000001000000010000000000000000
;; run abs_f32x4(0xc0b33333ff8000003f8000007fc00001) == 0x40b333337f8000003f8000007fc00001
;; run abs_f32x4(0x7f800000007fffff3eaaaaab7f7fffff) == 0x7f800000007fffff3eaaaaab7f7fffff
;; run abs_f32x4(0x0000000000000000000000007fa00000) == 0x0000000000000000000000007fa00000

proc abs_f64x2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorAbs(@0, f64x2)
    Void @2 = Return(@1)
}
;; run abs_f64x2(0x80000000000000000000000000000000) == 0x00000000000000000000000000000000
;; run abs_f64x2(0x80000000000000010000000000000001) == 0x00000000000000010000000000000001
;; run abs_f64x2(0x3ff00000000000007ff8000000000001) == 0x3ff00000000000007ff8000000000001
;; run abs_f64x2(0x7ff4000000000000c016666666666666) == 0x7ff40000000000004016666666666666
;; run abs_f64x2(0x000fffffffffffff7fefffffffffffff) == 0x000fffffffffffff7fefffffffffffff
;; run abs_f64x2(0x3fd5555555555555fff0000000000000) == 0x3fd55555555555557ff0000000000000
;; run abs_f64x2(0x00000000000000007ff0000000000000) == 0x00000000000000007ff0000000000000
