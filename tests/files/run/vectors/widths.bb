;! run
; Lanes of half the width, saturated, and of twice the width, with and without signs.

barebones 1

proc narrow_i8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorNarrow(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run narrow_i8x16(0xff808000007f00007fff80007fff7fff, 0x007fff7fff80ff80007fff7f007f8000) == 0x7f8080807f807f8080807f007f807f7f
;; run narrow_i8x16(0x7fffff7f00800000ff807fff007f0080, 0xffff8000ff8080007fff007f00808000) == 0xff8080807f7f7f807f807f00807f7f7f
;; run narrow_i8x16(0x80007fff007f7fff000000000080ff80, 0x00007fffffff7fff8000ff7fffffff7f) == 0x007fff7f8080ff80807f7f7f00007f80
;; run narrow_i8x16(0xff7fff7f007fff808000ff800080ff7f, 0xffff7fff007f007f007f8000007fffff) == 0xff7f7f7f7f807fff80807f8080807f80

proc narrow_u8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorNarrow(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; run narrow_u8x16(0x000001008000ffffffffffff01007fff, 0x00ffffff0000010000ff0000ffff0000) == 0xff0000ffff00000000ff00000000ffff
;; run narrow_u8x16(0xffffffff7fff00000000000000ff0000, 0x000001000000010000ff010080000000) == 0x00ff00ffffff00000000ff000000ff00
;; run narrow_u8x16(0x800000ffffff7fffffff800001000100, 0x0100ffff010000ff7fff7fff00ff00ff) == 0xff00ffffffffffff00ff00ff0000ffff
;; run narrow_u8x16(0x0000ffff80008000ffff0000ffffffff, 0x000000000000800000000000ffff7fff) == 0x00000000000000ff0000000000000000

proc narrow_i16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorNarrow(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run narrow_i16x8(0x00007fffffffffff8000000080000000, 0x0000800080000000ffff7fff7fffffff) == 0x7fff800080007fff7fffffff80008000
;; run narrow_i16x8(0xffff8000ffffffffffffffff7fffffff, 0x800000007fffffff00000000ffffffff) == 0x80007fff0000ffff8000ffffffff7fff
;; run narrow_i16x8(0xffff7fff000000000000000000007fff, 0x00007fff0000000000007fff00008000) == 0x7fff00007fff7fff8000000000007fff
;; run narrow_i16x8(0x7fffffff00000000ffff800000007fff, 0xffff80000000000000008000ffff8000) == 0x800000007fff80007fff000080007fff

proc narrow_u16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorNarrow(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; run narrow_u16x8(0xffffffff80000000ffffffff80000000, 0x0000ffff0000ffff00000000ffffffff) == 0xffffffff000000000000000000000000
;; run narrow_u16x8(0x00010000000100000000000000000000, 0x000000007fffffffffffffff00000000) == 0x0000ffff00000000ffffffff00000000
;; run narrow_u16x8(0xffffffff7fffffff7fffffff00000000, 0xffffffff7fffffff7fffffff00010000) == 0x0000ffffffffffff0000ffffffff0000
;; run narrow_u16x8(0x0000ffffffffffff0001000000000000, 0x00000000ffffffff0000000000010000) == 0x000000000000ffffffff0000ffff0000

proc extend_low_i16x8(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendLow(@0, i16x8)
    Void @2 = Return(@1)
}
;; run extend_low_i16x8(0x8100ff0081b200807f0001ff80b2b2ff) == 0x007f00000001ffffff80ffb2ffb2ffff
;; run extend_low_i16x8(0x01008080ff0100818100ff81817fff81) == 0xff810000ffffff81ff81007fffffff81
;; run extend_low_i16x8(0x017fad8100ff01017f0125ad01ff7fad) == 0x007f00010025ffad0001ffff007fffad

proc extend_high_i16x8(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendHigh(@0, i16x8)
    Void @2 = Return(@1)
}
;; run extend_high_i16x8(0x0081629d8101ff01009dffff8162629d) == 0x0000ff810062ff9dff810001ffff0001
;; run extend_high_i16x8(0x807fffa0800100ff01007f01017f01a0) == 0xff80007fffffffa0ff8000010000ffff
;; run extend_high_i16x8(0x9980ff8180ff8100ff80ffff81808099) == 0xff99ff80ffffff81ff80ffffff810000

proc extend_low_u16x8(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendLow(@0, u16x8)
    Void @2 = Return(@1)
}
;; run extend_low_u16x8(0x5a8181ff5a0161616101808000008161) == 0x00610001008000800000000000810061
;; run extend_low_u16x8(0xe78081ffff7f017f005f810101e75f81) == 0x0000005f00810001000100e7005f0081
;; run extend_low_u16x8(0xe934ffffff81800100817f0101ff80ff) == 0x00000081007f0001000100ff008000ff

proc extend_high_u16x8(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendHigh(@0, u16x8)
    Void @2 = Return(@1)
}
;; run extend_high_u16x8(0xff010101817f01151500800080ff0115) == 0x00ff0001000100010081007f00010015
;; run extend_high_u16x8(0x00017f014a5d817fff5d01805d5d7f4a) == 0x00000001007f0001004a005d0081007f
;; run extend_high_u16x8(0x0c0c7f0cff817f000000810001817f80) == 0x000c000c007f000c00ff0081007f0000

proc extend_low_i32x4(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendLow(@0, i32x4)
    Void @2 = Return(@1)
}
;; run extend_low_i32x4(0x7fffb5ad0000b5adc66e7fff0001b5ad) == 0xffffc66e00007fff00000001ffffb5ad
;; run extend_low_i32x4(0x000080017fff000000008c420000ffff) == 0x00000000ffff8c4200000000ffffffff
;; run extend_low_i32x4(0x00000fdd0fdd80018000000080000fdd) == 0xffff800000000000ffff800000000fdd

proc extend_high_i32x4(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendHigh(@0, i32x4)
    Void @2 = Return(@1)
}
;; run extend_high_i32x4(0x0000000100010000ffff7fff7fff8000) == 0x00000000000000010000000100000000
;; run extend_high_i32x4(0x7fffd07380017fff8001ffff7fff0001) == 0x00007fffffffd073ffff800100007fff
;; run extend_high_i32x4(0x3e7680017fffffff8db33e763e76ffff) == 0x00003e76ffff800100007fffffffffff

proc extend_low_u32x4(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendLow(@0, u32x4)
    Void @2 = Return(@1)
}
;; run extend_low_u32x4(0xc5277fff0001c5277815000100017fff) == 0x00007815000000010000000100007fff
;; run extend_low_u32x4(0x8000000180018000ffff9d69ffff0001) == 0x0000ffff00009d690000ffff00000001
;; run extend_low_u32x4(0x8001800000012cb67fff3d3600000001) == 0x00007fff00003d360000000000000001

proc extend_high_u32x4(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendHigh(@0, u32x4)
    Void @2 = Return(@1)
}
;; run extend_high_u32x4(0x7fff8001800080000001a550fd8e0000) == 0x00007fff000080010000800000008000
;; run extend_high_u32x4(0x000000010001ffffd3b87fff8000ffff) == 0x0000000000000001000000010000ffff
;; run extend_high_u32x4(0xffff18a7ffff0001000018a7338918a7) == 0x0000ffff000018a70000ffff00000001

proc extend_low_i64x2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendLow(@0, i64x2)
    Void @2 = Return(@1)
}
;; run extend_low_i64x2(0x00000000000000008000000180000000) == 0xffffffff80000001ffffffff80000000
;; run extend_low_i64x2(0xcd2f25e0ffffffffcd2f25e000000001) == 0xffffffffcd2f25e00000000000000001
;; run extend_low_i64x2(0x00000000d17c4750d17c4750d17c4750) == 0xffffffffd17c4750ffffffffd17c4750

proc extend_high_i64x2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendHigh(@0, i64x2)
    Void @2 = Return(@1)
}
;; run extend_high_i64x2(0x7fffffff7fffffff69de825000000001) == 0x000000007fffffff000000007fffffff
;; run extend_high_i64x2(0x00000000ffffffffe0db9ad99346ed5d) == 0x0000000000000000ffffffffffffffff
;; run extend_high_i64x2(0x543170e40000000100000000a0e1bf4c) == 0x00000000543170e40000000000000001

proc extend_low_u64x2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendLow(@0, u64x2)
    Void @2 = Return(@1)
}
;; run extend_low_u64x2(0x00000001ffffffffeb77b35c7fffffff) == 0x00000000eb77b35c000000007fffffff
;; run extend_low_u64x2(0x80000000d0c8aacd7fffffff80000001) == 0x000000007fffffff0000000080000001
;; run extend_low_u64x2(0xffffffff5d40cefe8000000180000000) == 0x00000000800000010000000080000000

proc extend_high_u64x2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorExtendHigh(@0, u64x2)
    Void @2 = Return(@1)
}
;; run extend_high_u64x2(0x000000017fffffff0000000000000000) == 0x0000000000000001000000007fffffff
;; run extend_high_u64x2(0x000000018000000100000001c0a9eee2) == 0x00000000000000010000000080000001
;; run extend_high_u64x2(0x80000000000000018000000180000001) == 0x00000000800000000000000000000001
