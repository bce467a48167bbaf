;! run
; Lanes one by one: in each lane, extracted with and without signs, and replaced.

barebones 1

proc replace_i8x16_1(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i8x16, 1)
    Void @4 = Return(@3)
}
;; run replace_i8x16_1(0x7fb7ffb7ff7f007f0001ffb7ff008081, 874074598) == 0x7fb7ffb7ff7f007f0001ffb7ff00e681
;; run replace_i8x16_1(0x01ffff5401807f54ff81545481a5ff54, 1794097395) == 0x01ffff5401807f54ff81545481a5f354

proc replace_i8x16_14(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i8x16, 14)
    Void @4 = Return(@3)
}
;; run replace_i8x16_14(0x800181814c0180008000ff814c7f01ff, 817860429) == 0x804d81814c0180008000ff814c7f01ff
;; run replace_i8x16_14(0x00814481ff80007f817f440081004400, -1810868676) == 0x003c4481ff80007f817f440081004400

proc replace_i8x16_15(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i8x16, 15)
    Void @4 = Return(@3)
}
;; run replace_i8x16_15(0xcf8180ffcf7fcf80cf81ffc7cf0181c7, 534438604) == 0xcc8180ffcf7fcf80cf81ffc7cf0181c7
;; run replace_i8x16_15(0x81ff7f8081ff81ed7f80ff01ed007f08, 1151925516) == 0x0cff7f8081ff81ed7f80ff01ed007f08

proc replace_i16x8_0(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i16x8, 0)
    Void @4 = Return(@3)
}
;; run replace_i16x8_0(0x00007fffffffffff800180002b617fff, 1693787088) == 0x00007fffffffffff800180002b6123d0
;; run replace_i16x8_0(0x00007fff8b5a80008000800000007fff, 1480192544) == 0x00007fff8b5a8000800080000000f220

proc replace_i16x8_1(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i16x8, 1)
    Void @4 = Return(@3)
}
;; run replace_i16x8_1(0x00018001800000018864000152548000, 425800302) == 0x000180018000000188640001326e8000
;; run replace_i16x8_1(0x80018000ffff36808000ffff36808001, 55118714) == 0x80018000ffff36808000ffff0b7a8001

proc replace_i16x8_6(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i16x8, 6)
    Void @4 = Return(@3)
}
;; run replace_i16x8_6(0x25d80001ffff80010000800063388001, -467047659) == 0x25d86b15ffff80010000800063388001
;; run replace_i16x8_6(0x00010001ffff7fffffffd12c8000ffff, 1688057196) == 0x0001b56cffff7fffffffd12c8000ffff

proc replace_i16x8_7(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i16x8, 7)
    Void @4 = Return(@3)
}
;; run replace_i16x8_7(0xffff23407fff80018001234007758000, -1263244986) == 0x694623407fff80018001234007758000
;; run replace_i16x8_7(0x0000ffff7fff80000832800000010001, 1359080863) == 0xed9fffff7fff80000832800000010001

proc replace_i32x4_0(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i32x4, 0)
    Void @4 = Return(@3)
}
;; run replace_i32x4_0(0x00000001000000008000000189dc1f77, 719984829) == 0x0000000100000000800000012aea18bd
;; run replace_i32x4_0(0x80000001179ee0560000000080000000, -1089971712) == 0x80000001179ee05600000000bf085a00

proc replace_i32x4_1(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i32x4, 1)
    Void @4 = Return(@3)
}
;; run replace_i32x4_1(0x7fffffff00000000c39bba8000000001, -166953961) == 0x7fffffff00000000f60c7c1700000001
;; run replace_i32x4_1(0x000000007fffffff0000000080000001, -1332417133) == 0x000000007fffffffb094ed9380000001

proc replace_i32x4_2(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i32x4, 2)
    Void @4 = Return(@3)
}
;; run replace_i32x4_2(0x377d025fa9ab5e4da9ab5e4d7fffffff, 2026043804) == 0x377d025f78c2f99ca9ab5e4d7fffffff
;; run replace_i32x4_2(0xa8c9aa537fffffffffffffffb8b05224, 97850487) == 0xa8c9aa5305d51477ffffffffb8b05224

proc replace_i32x4_3(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorReplaceLane(@0, @2, i32x4, 3)
    Void @4 = Return(@3)
}
;; run replace_i32x4_3(0x647217de647217de00000001647217de, 1712623595) == 0x66148feb647217de00000001647217de
;; run replace_i32x4_3(0x69951a687ceb51157ceb51157ceb5115, 1279956624) == 0x4c4a96907ceb51157ceb51157ceb5115

proc replace_i64x2_0(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    V128 @2 = VectorReplaceLane(@0, @1, i64x2, 0)
    Void @3 = Return(@2)
}
;; run replace_i64x2_0(0xd13debf2ccd6a0e38000000000000001, -1160812304211259925) == 0xd13debf2ccd6a0e3efe3f75c0c95cdeb
;; run replace_i64x2_0(0xdbf851ffc5fbacf88000000000000001, 4179024853433899862) == 0xdbf851ffc5fbacf839fee0f67874db56

proc replace_i64x2_1(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    V128 @2 = VectorReplaceLane(@0, @1, i64x2, 1)
    Void @3 = Return(@2)
}
;; run replace_i64x2_1(0x0000000000000001ffffffffffffffff, 7436271767859436846) == 0x6732f1c618871d2effffffffffffffff
;; run replace_i64x2_1(0x3a7a2c37c52e16a9ffffffffffffffff, -6437296123519729466) == 0xa6aa21482b9b80c6ffffffffffffffff

proc replace_f32x4_0(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    Float @3 = BitwiseCast(@2)
    V128 @4 = VectorReplaceLane(@0, @3, f32x4, 0)
    Void @5 = Return(@4)
}
;; run replace_f32x4_0(0xe0f74b0f000000017fffffffffffffff, 1004840580) == 0xe0f74b0f000000017fffffff3be4a684
;; run replace_f32x4_0(0x1e49f79d80000000800000017fffffff, 1873843622) == 0x1e49f79d80000000800000016fb095a6

proc replace_f32x4_1(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    Float @3 = BitwiseCast(@2)
    V128 @4 = VectorReplaceLane(@0, @3, f32x4, 1)
    Void @5 = Return(@4)
}
;; run replace_f32x4_1(0x80000000a190c060cf77deac00000000, -1090703348) == 0x80000000a190c060befd300c00000000
;; run replace_f32x4_1(0xffffffff7fffffffffffffff80000000, 467922678) == 0xffffffff7fffffff1be3eef680000000

proc replace_f32x4_2(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    Float @3 = BitwiseCast(@2)
    V128 @4 = VectorReplaceLane(@0, @3, f32x4, 2)
    Void @5 = Return(@4)
}
;; run replace_f32x4_2(0x00000001ffffffff00000001ffffffff, 1478392592) == 0x00000001581e7b1000000001ffffffff
;; run replace_f32x4_2(0x6095bbfb80000000ffffffff80000001, -264515438) == 0x6095bbfbf03bd092ffffffff80000001

proc replace_f32x4_3(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    Float @3 = BitwiseCast(@2)
    V128 @4 = VectorReplaceLane(@0, @3, f32x4, 3)
    Void @5 = Return(@4)
}
;; run replace_f32x4_3(0x000000007fffffff7fffffff80000000, -480552690) == 0xe35b590e7fffffff7fffffff80000000
;; run replace_f32x4_3(0x00000000016bd2e8def84b9e80000001, -1603837919) == 0xa0676021016bd2e8def84b9e80000001

proc replace_f64x2_0(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Double @2 = BitwiseCast(@1)
    V128 @3 = VectorReplaceLane(@0, @2, f64x2, 0)
    Void @4 = Return(@3)
}
;; run replace_f64x2_0(0xffffffffffffffff290ca63a7b4fa7b0, -2163906580029264961) == 0xffffffffffffffffe1f8426e2a39abbf
;; run replace_f64x2_0(0x8000000000000000ffffffffffffffff, 6788619101093586608) == 0x80000000000000005e36051ad41d66b0

proc replace_f64x2_1(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Double @2 = BitwiseCast(@1)
    V128 @3 = VectorReplaceLane(@0, @2, f64x2, 1)
    Void @4 = Return(@3)
}
;; run replace_f64x2_1(0x8000000000000001692569ef63d5879d, -938658042591793118) == 0xf2f9377bc5c0b022692569ef63d5879d
;; run replace_f64x2_1(0x80000000000000002f40e89b59f01e12, -209918409008463113) == 0xfd163851b73c42f72f40e89b59f01e12
