;! run
; Lanes one by one: in each lane, extracted with and without signs, and replaced.

barebones 1

proc splat_i8x16(Int64) -> V128 target=host conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    V128 @2 = VectorSplat(@1, i8x16)
    Void @3 = Return(@2)
}
;; run splat_i8x16(-479884954) == 0x66666666666666666666666666666666
;; run splat_i8x16(128) == 0x80808080808080808080808080808080
;; run splat_i8x16(-2) == 0xfefefefefefefefefefefefefefefefe

proc splat_i16x8(Int64) -> V128 target=host conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    V128 @2 = VectorSplat(@1, i16x8)
    Void @3 = Return(@2)
}
;; run splat_i16x8(328063601) == 0xda71da71da71da71da71da71da71da71
;; run splat_i16x8(32768) == 0x80008000800080008000800080008000
;; run splat_i16x8(-2) == 0xfffefffefffefffefffefffefffefffe

proc splat_i32x4(Int64) -> V128 target=host conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    V128 @2 = VectorSplat(@1, i32x4)
    Void @3 = Return(@2)
}
;; run splat_i32x4(1717962873) == 0x66660879666608796666087966660879
;; run splat_i32x4(-2147483648) == 0x80000000800000008000000080000000
;; run splat_i32x4(-2) == 0xfffffffefffffffefffffffefffffffe

proc splat_i64x2(Int64) -> V128 target=host conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    V128 @1 = VectorSplat(@0, i64x2)
    Void @2 = Return(@1)
}
;; run splat_i64x2(-7588618195750425015) == 0x96afcff50a3aee4996afcff50a3aee49
;; run splat_i64x2(-9223372036854775808) == 0x80000000000000008000000000000000
;; run splat_i64x2(-2) == 0xfffffffffffffffefffffffffffffffe

proc splat_f32x4(Int64) -> V128 target=host conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Float @2 = BitwiseCast(@1)
    V128 @3 = VectorSplat(@2, f32x4)
    Void @4 = Return(@3)
}
;; run splat_f32x4(-1774241644) == 0x963f3894963f3894963f3894963f3894
;; run splat_f32x4(-2147483648) == 0x80000000800000008000000080000000
;; run splat_f32x4(-2) == 0xfffffffefffffffefffffffefffffffe

proc splat_f64x2(Int64) -> V128 target=host conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = BitwiseCast(@0)
    V128 @2 = VectorSplat(@1, f64x2)
    Void @3 = Return(@2)
}
;; run splat_f64x2(-2073650957465748808) == 0xe338e970dc1afab8e338e970dc1afab8
;; run splat_f64x2(-9223372036854775808) == 0x80000000000000008000000000000000
;; run splat_f64x2(-2) == 0xfffffffffffffffefffffffffffffffe

proc extract_i8x16_0(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i8x16, 0)
    Void @2 = Return(@1)
}
;; run extract_i8x16_0(0xa2ff81a23a01817fff000081010000ff) == -1
;; run extract_i8x16_0(0xff77d481018101ff7fd481807701d401) == 1

proc extract_i8x16_1(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i8x16, 1)
    Void @2 = Return(@1)
}
;; run extract_i8x16_1(0x01620180ff81ff81017f018180018081) == -128
;; run extract_i8x16_1(0xffdbbd01018180800000bd7fff00ff81) == -1

proc extract_i8x16_15(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i8x16, 15)
    Void @2 = Return(@1)
}
;; run extract_i8x16_15(0x22018000010022ff227f22ff22c27f22) == 34
;; run extract_i8x16_15(0x7fd3810080007f7f51d37f80d300817f) == 127

proc extract_i16x8_0(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i16x8, 0)
    Void @2 = Return(@1)
}
;; run extract_i16x8_0(0xffff00010000bfea7fff800100000e84) == 3716
;; run extract_i16x8_0(0xa71000000000ffff7fff800100008000) == -32768

proc extract_i16x8_1(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i16x8, 1)
    Void @2 = Return(@1)
}
;; run extract_i16x8_1(0x00008000ffff168e0000800100018000) == 1
;; run extract_i16x8_1(0xffff00017fffffff57667fff9d7affff) == -25222

proc extract_i16x8_7(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i16x8, 7)
    Void @2 = Return(@1)
}
;; run extract_i16x8_7(0x7fff3b8e3b8e0001800180017fff7fff) == 32767
;; run extract_i16x8_7(0x976880000001ffff976897683d749768) == -26776

proc extract_i32x4_0(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i32x4, 0)
    Void @2 = Return(@1)
}
;; run extract_i32x4_0(0x800000010000000027c4e03100000001) == 1
;; run extract_i32x4_0(0x00000001800000018000000000000001) == 1

proc extract_i32x4_1(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i32x4, 1)
    Void @2 = Return(@1)
}
;; run extract_i32x4_1(0x7fffffff80000000ffffffff00000000) == -1
;; run extract_i32x4_1(0xffffffff7d04013f5e2ae6c97fffffff) == 1579869897

proc extract_i32x4_3(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i32x4, 3)
    Void @2 = Return(@1)
}
;; run extract_i32x4_3(0x8000000180000001380274c17fffffff) == -2147483647
;; run extract_i32x4_3(0x800000000000000080000001ffffffff) == -2147483648

proc extract_i64x2_0(V128) -> Int64 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = VectorExtractLane(@0, i64x2, 0)
    Void @2 = Return(@1)
}
;; run extract_i64x2_0(0x0000000000000000b8c364edfe1cc32b) == -5133148176938908885
;; run extract_i64x2_0(0xffffffffffffffff0000000000000001) == 1

proc extract_i64x2_1(V128) -> Int64 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = VectorExtractLane(@0, i64x2, 1)
    Void @2 = Return(@1)
}
;; run extract_i64x2_1(0x00000000000000008000000000000000) == 0
;; run extract_i64x2_1(0xffffffffffffffff8000000000000000) == -1

proc extract_u8x16_0(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, u8x16, 0)
    Void @2 = Return(@1)
}
;; run extract_u8x16_0(0x810181812d7f2d807fdf818000018180) == 128
;; run extract_u8x16_0(0x00017f81a2817f0080ff0101ffa28001) == 1

proc extract_u8x16_1(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, u8x16, 1)
    Void @2 = Return(@1)
}
;; run extract_u8x16_1(0x007f7f207fbfbfbf7f80bf0000bf7f81) == 127
;; run extract_u8x16_1(0x81810080638100007f7fff0081ff0100) == 1

proc extract_u8x16_15(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, u8x16, 15)
    Void @2 = Return(@1)
}
;; run extract_u8x16_15(0xffff5c81ff81810180ff81ff5c815cff) == 255
;; run extract_u8x16_15(0x7f017f5281ff520080ff8052ff8181ff) == 127

proc extract_u16x8_0(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, u16x8, 0)
    Void @2 = Return(@1)
}
;; run extract_u16x8_0(0x00017a4c906d0001906d80017a4c0001) == 1
;; run extract_u16x8_0(0xe3df800000009172e3df91728000ffff) == 65535

proc extract_u16x8_1(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, u16x8, 1)
    Void @2 = Return(@1)
}
;; run extract_u16x8_1(0x7fff8000c03c80008001ffff8000ffff) == 32768
;; run extract_u16x8_1(0x80007fff2919ffff2919800172e70001) == 29415

proc extract_u16x8_7(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, u16x8, 7)
    Void @2 = Return(@1)
}
;; run extract_u16x8_7(0xffffffff80007fff8000000180018001) == 65535
;; run extract_u16x8_7(0x00008001b5d40000b5d48000b5d4b5d4) == 0

proc extract_f32x4_0(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Float @1 = VectorExtractLane(@0, f32x4, 0)
    Int32 @2 = BitwiseCast(@1)
    Void @3 = Return(@2)
}
;; run extract_f32x4_0(0x80000000800000010000000080000001) == -2147483647
;; run extract_f32x4_0(0x0f478f260f478f26ffffffffffffffff) == -1

proc extract_f32x4_1(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Float @1 = VectorExtractLane(@0, f32x4, 1)
    Int32 @2 = BitwiseCast(@1)
    Void @3 = Return(@2)
}
;; run extract_f32x4_1(0x7fffffff96b3193f09d54f3affffffff) == 164974394
;; run extract_f32x4_1(0x80000000ffffffffa323c8237fffffff) == -1557936093

proc extract_f32x4_3(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Float @1 = VectorExtractLane(@0, f32x4, 3)
    Int32 @2 = BitwiseCast(@1)
    Void @3 = Return(@2)
}
;; run extract_f32x4_3(0x00000001e48524ba00000001e48524ba) == 1
;; run extract_f32x4_3(0x7fffffff80000001000000017fffffff) == 2147483647

proc extract_f64x2_0(V128) -> Int64 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Double @1 = VectorExtractLane(@0, f64x2, 0)
    Int64 @2 = BitwiseCast(@1)
    Void @3 = Return(@2)
}
;; run extract_f64x2_0(0xbf175f154be1e15c7fffffffffffffff) == 9223372036854775807
;; run extract_f64x2_0(0x21be272fc30346ad21be272fc30346ad) == 2431423934915364525

proc extract_f64x2_1(V128) -> Int64 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Double @1 = VectorExtractLane(@0, f64x2, 1)
    Int64 @2 = BitwiseCast(@1)
    Void @3 = Return(@2)
}
;; run extract_f64x2_1(0x39cb9e5f22d821c08000000000000000) == 4164596411877827008
;; run extract_f64x2_1(0x8000000000000001f32a6bafb44b6051) == -9223372036854775807

proc replace_i8x16_0(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i8x16, 0)
    Void @4 = Return(@3)
}
;; run replace_i8x16_0(0x80830601830000ff0101017f80ff7f01, -241761350) == 0x80830601830000ff0101017f80ff7fba
;; run replace_i8x16_0(0x80bed20101008000be010180d2808101, 1538299254) == 0x80bed20101008000be010180d2808176
