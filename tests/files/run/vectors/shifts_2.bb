;! run
; Shifts of lanes, by amounts in registers and by constants, of which only the low bits count.

barebones 1

proc shr_i16x8_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShr(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run shr_i16x8_by_3(0x800180000001e53e8001000080015459) == 0xf000f0000000fca7f0000000f0000a8b

proc shr_i16x8_by_15(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(15)
    V128 @2 = VectorShr(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run shr_i16x8_by_15(0x7fff00010000ffff7fff5893ffff0000) == 0x000000000000ffff00000000ffff0000

proc shr_i16x8_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShr(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run shr_i16x8_by_minus_2(0x000100010000af22ffff000080008000) == 0x000000000000fffeffff0000fffefffe

proc shr_i32x4(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShr(@0, @2, i32x4)
    Void @4 = Return(@3)
}
;; run shr_i32x4(0xb76a1992000000000000000178daabaa, 0) == 0xb76a1992000000000000000178daabaa
;; run shr_i32x4(0x7e3fa4e78000000080000000ffffffff, 1) == 0x3f1fd273c0000000c0000000ffffffff
;; run shr_i32x4(0x00000001b587de950000000080000001, 31) == 0x00000000ffffffff00000000ffffffff
;; run shr_i32x4(0x7fffffff5dff41e2ffffffff00000000, 32) == 0x7fffffff5dff41e2ffffffff00000000
;; run shr_i32x4(0xffffffffeea892aa80000001eea892aa, 35) == 0xfffffffffdd51255f0000000fdd51255
;; run shr_i32x4(0x000000007fffffff7fffffffffffffff, -1) == 0x000000000000000000000000ffffffff

proc shr_i32x4_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShr(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run shr_i32x4_by_0(0x800000000322c067ffffffff80000000) == 0x800000000322c067ffffffff80000000

proc shr_i32x4_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShr(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run shr_i32x4_by_3(0xffffffff800000008000000138cfd36b) == 0xfffffffff0000000f00000000719fa6d

proc shr_i32x4_by_31(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(31)
    V128 @2 = VectorShr(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run shr_i32x4_by_31(0xedb50e20800000000000000067e8a672) == 0xffffffffffffffff0000000000000000

proc shr_i32x4_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShr(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run shr_i32x4_by_minus_2(0x1a080c5700000000ffffffff80000000) == 0x0000000000000000fffffffffffffffe

proc shr_i64x2(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShr(@0, @2, i64x2)
    Void @4 = Return(@3)
}
;; run shr_i64x2(0x0000000000000000ffffffffffffffff, 0) == 0x0000000000000000ffffffffffffffff
;; run shr_i64x2(0x80000000000000017fffffffffffffff, 1) == 0xc0000000000000003fffffffffffffff
;; run shr_i64x2(0x80000000000000007fffffffffffffff, 63) == 0xffffffffffffffff0000000000000000
;; run shr_i64x2(0x00000000000000018000000000000001, 64) == 0x00000000000000018000000000000001
;; run shr_i64x2(0x8000000000000001d2a91f4305ec3edc, 67) == 0xf000000000000000fa5523e860bd87db
;; run shr_i64x2(0xde7f24a3b53b9e8f7fffffffffffffff, -1) == 0xffffffffffffffff0000000000000000

proc shr_i64x2_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShr(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run shr_i64x2_by_0(0x00000000000000008000000000000001) == 0x00000000000000008000000000000001

proc shr_i64x2_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShr(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run shr_i64x2_by_3(0x00000000000000000000000000000001) == 0x00000000000000000000000000000000

proc shr_i64x2_by_63(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(63)
    V128 @2 = VectorShr(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run shr_i64x2_by_63(0x0000000000000001ffffffffffffffff) == 0x0000000000000000ffffffffffffffff

proc shr_i64x2_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShr(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run shr_i64x2_by_minus_2(0x80000000000000017fffffffffffffff) == 0xfffffffffffffffe0000000000000001

proc shr_u8x16(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShr(@0, @2, u8x16)
    Void @4 = Return(@3)
}
;; run shr_u8x16(0x9300ffff8101008181007f817f7fb101, 0) == 0x9300ffff8101008181007f817f7fb101
;; run shr_u8x16(0x7fb4b4818001ffff5080ffff7f7fff81, 1) == 0x3f5a5a4040007f7f28407f7f3f3f7f40
;; run shr_u8x16(0x00de00117f0000de011100007f7f0111, 7) == 0x00010000000000010000000000000000
;; run shr_u8x16(0x7f01012381807823788178ff78ff80ff, 8) == 0x7f01012381807823788178ff78ff80ff
;; run shr_u8x16(0xba0081ba80007f80ba007f00c080c07f, 11) == 0x1700101710000f1017000f001810180f
;; run shr_u8x16(0x00010000807fff00815b5b5b80818180, -1) == 0x00000000010001000100000001010101

proc shr_u8x16_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShr(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; run shr_u8x16_by_0(0x0081ff008181811d001dff8181ff7f81) == 0x0081ff008181811d001dff8181ff7f81

proc shr_u8x16_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShr(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; run shr_u8x16_by_3(0xff69f501f57fff8101f57f7f010181ff) == 0x1f0d1e001e0f1f10001e0f0f0000101f

proc shr_u8x16_by_7(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(7)
    V128 @2 = VectorShr(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; run shr_u8x16_by_7(0xff80007f010000ff000081b5b5800180) == 0x01010000000000010000010101010001

proc shr_u8x16_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShr(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; run shr_u8x16_by_minus_2(0x80ff7f090181ff800981008080000135) == 0x02030100000203020002000202000000

proc shr_u16x8(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShr(@0, @2, u16x8)
    Void @4 = Return(@3)
}
;; run shr_u16x8(0x80010001ffff0000800080019f2c8000, 0) == 0x80010001ffff0000800080019f2c8000
;; run shr_u16x8(0x800180007fffffff8000ffffffff7fff, 1) == 0x400040003fff7fff40007fff7fff3fff
;; run shr_u16x8(0x58128000000180011b647fff80011b64, 15) == 0x00000001000000010000000000010000
;; run shr_u16x8(0xffff3853ffff7fff000080000001ffff, 16) == 0xffff3853ffff7fff000080000001ffff
;; run shr_u16x8(0xa40a2a8fa40a00002a8f800080008001, 19) == 0x14810551148100000551100010001000
;; run shr_u16x8(0x2fb60001ffffe11fe11f2fb680010000, -1) == 0x00000000000100010001000000010000

proc shr_u16x8_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShr(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; run shr_u16x8_by_0(0x7fff7fff0000ffff8000000000017fff) == 0x7fff7fff0000ffff8000000000017fff

proc shr_u16x8_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShr(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; run shr_u16x8_by_3(0x00003112800100010000800131129850) == 0x0000062210000000000010000622130a

proc shr_u16x8_by_15(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(15)
    V128 @2 = VectorShr(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; run shr_u16x8_by_15(0x5e2bffff7fffffffffffffff00008001) == 0x00000001000000010001000100000001

proc shr_u16x8_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShr(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; run shr_u16x8_by_minus_2(0x37c2ffff800037c2ffff80007fff2843) == 0x00000003000200000003000200010000

proc shr_u32x4(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShr(@0, @2, u32x4)
    Void @4 = Return(@3)
}
;; run shr_u32x4(0x7fffffff800000000000000000000000, 0) == 0x7fffffff800000000000000000000000
;; run shr_u32x4(0x800000007fffffff016d0dc07b42b9d0, 1) == 0x400000003fffffff00b686e03da15ce8
;; run shr_u32x4(0x7fffffff7fffffff6a7f2f9080000001, 31) == 0x00000000000000000000000000000001
;; run shr_u32x4(0x80000000800000000475b88700000001, 32) == 0x80000000800000000475b88700000001
;; run shr_u32x4(0x00000001000000001946d96c1946d96c, 35) == 0x00000000000000000328db2d0328db2d
;; run shr_u32x4(0x80000000000000017fffffff00000001, -1) == 0x00000001000000000000000000000000

proc shr_u32x4_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShr(@0, @1, u32x4)
    Void @3 = Return(@2)
}
;; run shr_u32x4_by_0(0x1371f66d6c09376c000000016c09376c) == 0x1371f66d6c09376c000000016c09376c

proc shr_u32x4_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShr(@0, @1, u32x4)
    Void @3 = Return(@2)
}
;; run shr_u32x4_by_3(0x00000000800000007fffffff7fffffff) == 0x00000000100000000fffffff0fffffff

proc shr_u32x4_by_31(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(31)
    V128 @2 = VectorShr(@0, @1, u32x4)
    Void @3 = Return(@2)
}
;; run shr_u32x4_by_31(0x00000000ffffffff000000007fffffff) == 0x00000000000000010000000000000000
