;! run
; Shifts of lanes, by amounts in registers and by constants, of which only the low bits count.

barebones 1

proc shl_i8x16(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShl(@0, @2, i8x16)
    Void @4 = Return(@3)
}
;; run shl_i8x16(0x8180017fffff00ff0000ffff7f1c9e00, 0) == 0x8180017fffff00ff0000ffff7f1c9e00
;; run shl_i8x16(0xff00005a80fefe5a005a7f807f7fff80, 1) == 0xfe0000b400fcfcb400b4fe00fefefe00
;; run shl_i8x16(0x7f80ff7f3cb0b07fff3cb08081b00000, 7) == 0x80008080000000808000000080000000
;; run shl_i8x16(0x81fb800180fbfb017f808001ff81ff81, 8) == 0x81fb800180fbfb017f808001ff81ff81
;; run shl_i8x16(0x08087f14147f0181ff7f81808101807f, 11) == 0x4040f8a0a0f80808f8f80800080800f8
;; run shl_i8x16(0xb0ffff7f7f7f817f00b00122b0b0b07f, -1) == 0x00808080808080800000800000000080

proc shl_i8x16_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShl(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run shl_i8x16_by_0(0x01b4817d7f807d00007dff80ff800081) == 0x01b4817d7f807d00007dff80ff800081

proc shl_i8x16_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShl(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run shl_i8x16_by_3(0xff21817fff8081807f010181210001ff) == 0xf80808f8f8000800f8080808080008f8

proc shl_i8x16_by_7(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(7)
    V128 @2 = VectorShl(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run shl_i8x16_by_7(0x3200818080ff32327280ffff800081ff) == 0x00008000008000000000808000008080

proc shl_i8x16_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShl(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run shl_i8x16_by_minus_2(0x81817f4d004dff800100000100018001) == 0x4040c0400040c0004000004000400040

proc shl_i16x8(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShl(@0, @2, i16x8)
    Void @4 = Return(@3)
}
;; run shl_i16x8(0xfcc080017fffffff8000698e0000ffff, 0) == 0xfcc080017fffffff8000698e0000ffff
;; run shl_i16x8(0x8000ffff7fff8001a83f7fff80008000, 1) == 0x0000fffefffe0002507efffe00000000
;; run shl_i16x8(0x0000800000007fff4a42800080018000, 15) == 0x00000000000080000000000080000000
;; run shl_i16x8(0xffffffff7fff7fff00010001783c8001, 16) == 0xffffffff7fff7fff00010001783c8001
;; run shl_i16x8(0x000000018000ffff80004ee4ffff4ee4, 19) == 0x000000080000fff800007720fff87720
;; run shl_i16x8(0x0001800180008001a4a6ffff8001ffff, -1) == 0x80008000000080000000800080008000

proc shl_i16x8_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShl(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run shl_i16x8_by_0(0x00007fff80003a90ffff80007fffffff) == 0x00007fff80003a90ffff80007fffffff

proc shl_i16x8_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShl(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run shl_i16x8_by_3(0x8001ffff3d3c7fffffff80007fff9fd2) == 0x0008fff8e9e0fff8fff80000fff8fe90

proc shl_i16x8_by_15(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(15)
    V128 @2 = VectorShl(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run shl_i16x8_by_15(0x0000800151428001ffffffffffff8000) == 0x00008000000080008000800080000000

proc shl_i16x8_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShl(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run shl_i16x8_by_minus_2(0x00018001f52df52d0000800000000001) == 0x40004000400040000000000000004000

proc shl_i32x4(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShl(@0, @2, i32x4)
    Void @4 = Return(@3)
}
;; run shl_i32x4(0x000000007fffffff800000007fffffff, 0) == 0x000000007fffffff800000007fffffff
;; run shl_i32x4(0x3a4451ac000000018000000080000000, 1) == 0x7488a358000000020000000000000000
;; run shl_i32x4(0xffffffffdb332d8e000000017fffffff, 31) == 0x80000000000000008000000080000000
;; run shl_i32x4(0x986239058000000000000001d4e1c085, 32) == 0x986239058000000000000001d4e1c085
;; run shl_i32x4(0x51b27e38000000007fffffff9392fcae, 35) == 0x8d93f1c000000000fffffff89c97e570
;; run shl_i32x4(0x91731a567fffffff00000001e8db8cb5, -1) == 0x00000000800000008000000080000000

proc shl_i32x4_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShl(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run shl_i32x4_by_0(0x8000000100000000057dd6c080000000) == 0x8000000100000000057dd6c080000000

proc shl_i32x4_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShl(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run shl_i32x4_by_3(0x00000000ffffffff8000000080000000) == 0x00000000fffffff80000000000000000

proc shl_i32x4_by_31(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(31)
    V128 @2 = VectorShl(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run shl_i32x4_by_31(0xffffffff000000000000000100000000) == 0x80000000000000008000000000000000

proc shl_i32x4_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShl(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run shl_i32x4_by_minus_2(0x00000000ffffffffae3c276980000000) == 0x00000000c00000004000000000000000

proc shl_i64x2(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShl(@0, @2, i64x2)
    Void @4 = Return(@3)
}
;; run shl_i64x2(0x0389a406e0a5fe77ffffffffffffffff, 0) == 0x0389a406e0a5fe77ffffffffffffffff
;; run shl_i64x2(0x80000000000000008b939696de088a93, 1) == 0x000000000000000017272d2dbc111526
;; run shl_i64x2(0x0000000000000001f91e42a6c3db4a48, 63) == 0x80000000000000000000000000000000
;; run shl_i64x2(0x00000000000000017fffffffffffffff, 64) == 0x00000000000000017fffffffffffffff
;; run shl_i64x2(0x80000000000000010000000000000000, 67) == 0x00000000000000080000000000000000
;; run shl_i64x2(0x00000000000000010000000000000001, -1) == 0x80000000000000008000000000000000

proc shl_i64x2_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShl(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run shl_i64x2_by_0(0x80000000000000018000000000000000) == 0x80000000000000018000000000000000

proc shl_i64x2_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShl(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run shl_i64x2_by_3(0x00000000000000000000000000000000) == 0x00000000000000000000000000000000

proc shl_i64x2_by_63(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(63)
    V128 @2 = VectorShl(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run shl_i64x2_by_63(0x7fffffffffffffff0000000000000000) == 0x80000000000000000000000000000000

proc shl_i64x2_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShl(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run shl_i64x2_by_minus_2(0xacd36730a1e53f5f7fffffffffffffff) == 0xc000000000000000c000000000000000

proc shr_i8x16(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShr(@0, @2, i8x16)
    Void @4 = Return(@3)
}
;; run shr_i8x16(0x81ffff282e802eff8000012e007f8181, 0) == 0x81ffff282e802eff8000012e007f8181
;; run shr_i8x16(0x0160808181ff0100606017ff00601780, 1) == 0x0030c0c0c0ff000030300bff00300bc0
;; run shr_i8x16(0x8181b80081000081807f7f7fc4ff8001, 7) == 0xffffff00ff0000ffff000000ffffff00
;; run shr_i8x16(0x001e000101817fff377f8081ff01ff37, 8) == 0x001e000101817fff377f8081ff01ff37
;; run shr_i8x16(0x80ff06a78100800080060081a7060101, 11) == 0xf0ff00f4f000f000f00000f0f4000000
;; run shr_i8x16(0x00008001807f007f005bff5b000001ff, -1) == 0x0000ff00ff0000000000ff00000000ff

proc shr_i8x16_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShr(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run shr_i8x16_by_0(0x42807f01008000818000814242898000) == 0x42807f01008000818000814242898000

proc shr_i8x16_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShr(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run shr_i8x16_by_3(0x5801007f7f8158587fbe7fff7f81ff58) == 0x0b00000f0ff00b0b0ff70fff0ff0ff0b

proc shr_i8x16_by_7(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(7)
    V128 @2 = VectorShr(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run shr_i8x16_by_7(0xf18101018000ff017f80ffff808080f1) == 0xffff0000ff00ff0000ffffffffffffff

proc shr_i8x16_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShr(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run shr_i8x16_by_minus_2(0x00017f0080ff527f00010f7f0080ff52) == 0x00000100feff01010000000100feff01

proc shr_i16x8(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShr(@0, @2, i16x8)
    Void @4 = Return(@3)
}
;; run shr_i16x8(0xffff0000ffff23457fffed9880010000, 0) == 0xffff0000ffff23457fffed9880010000
;; run shr_i16x8(0x00017fff05fc8000000105fc7fff05fc, 1) == 0x00003fff02fec000000002fe3fff02fe
;; run shr_i16x8(0x80007fff00011b8f8000000180007fff, 15) == 0xffff000000000000ffff0000ffff0000
;; run shr_i16x8(0x8000912e8001800080017fff912e8001, 16) == 0x8000912e8001800080017fff912e8001
;; run shr_i16x8(0x8001ffff0001c6ecffffffff7fffc6ec, 19) == 0xf000ffff0000f8ddffffffff0ffff8dd
;; run shr_i16x8(0x131e8001000080007fff8001131e8000, -1) == 0x0000ffff0000ffff0000ffff0000ffff

proc shr_i16x8_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShr(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run shr_i16x8_by_0(0x000000010001e06cffff8000ffff8001) == 0x000000010001e06cffff8000ffff8001
