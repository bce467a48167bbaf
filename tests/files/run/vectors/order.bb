;! run
; Order of lanes, with infinities, zeros of both signs, denormals and NaNs.

barebones 1

proc lessthan_i8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run lessthan_i8x16(0x7e7f027efe80ef5aff7feffe800281ef, 0x800001ef018081ff5a5a02fe7ffe8001) == 0x00000000ff000000ff00ff00ff0000ff
;; run lessthan_i8x16(0x027e0102ff00020201808080feff5aef, 0x007fff027f815a8002ff7e01ef80fe80) == 0x00ff0000ff00ff00ffffffff00000000
;; run lessthan_i8x16(0x5a7f007efe7f5a00ef7f81ff01fefe5a, 0x0280fe817e7e7f5aef0202ef0181ff00) == 0x00000000ff00ffff0000ff000000ff00
;; run lessthan_i8x16(0x7e7f81810200ef010001fe0080015a7f, 0xff7f5a7eff00ff818080007fefefefef) == 0x0000ffff0000ff000000ffffff000000
;; run lessthan_i8x16(0x0101807eef817eef7e81fe7f7f7e0281, 0x7e5a00fe00fe027f00ff7f018101ef81) == 0xffffff00ffff00ff00ffff0000000000
;; run lessthan_i8x16(0x800000ff5a8100ff80ef81ef8002ff00, 0x5affef0080ef028181fe7f7e027f027e) == 0xff0000ff00ffff00ffffffffffffffff

proc lessthan_i16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run lessthan_i16x8(0xcdef7fff800000005a5a00017fff0001, 0xfffeffff80015a5a5a5a80010001cdef) == 0xffff0000ffffffff0000000000000000
;; run lessthan_i16x8(0xffff7ffeffffcdef00017fffcdefcdef, 0x5a5a0001cdef7fff5a5afffe7ffe0001) == 0xffff00000000ffffffff0000ffffffff
;; run lessthan_i16x8(0x7ffecdeffffe800100027ffe80007fff, 0x000280017ffeffff8000fffe5a5a5a5a) == 0x00000000ffffffff00000000ffff0000
;; run lessthan_i16x8(0x5a5a00000001ffff80018001ffff7ffe, 0x7ffe00008000ffff000100000000cdef) == 0xffff000000000000ffffffffffff0000
;; run lessthan_i16x8(0x8001ffff7fff000100028000fffe8000, 0x80017ffecdeffffe0001fffe7fff8000) == 0x0000ffff000000000000ffffffff0000
;; run lessthan_i16x8(0x00015a5afffecdefffff00020002ffff, 0x0001ffff8001000280015a5a7ffe0001) == 0x000000000000ffff0000ffffffffffff

proc lessthan_i32x4(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run lessthan_i32x4(0x80000001fffffffe7ffffffe5a5a5a5a, 0x80000001800000017ffffffe7fffffff) == 0x000000000000000000000000ffffffff
;; run lessthan_i32x4(0x7ffffffe000000020000000100000000, 0x00000000800000000000000000000001) == 0x000000000000000000000000ffffffff
;; run lessthan_i32x4(0xfffffffffffffffe8000000190abcdef, 0xffffffff7ffffffefffffffffffffffe) == 0x00000000ffffffffffffffffffffffff
;; run lessthan_i32x4(0x7fffffff90abcdef7ffffffe7fffffff, 0x800000005a5a5a5a0000000290abcdef) == 0x00000000ffffffff0000000000000000
;; run lessthan_i32x4(0x800000017fffffff0000000180000000, 0x5a5a5a5afffffffefffffffe00000002) == 0xffffffff0000000000000000ffffffff
;; run lessthan_i32x4(0x5a5a5a5a90abcdefffffffff80000000, 0x90abcdef7ffffffffffffffe90abcdef) == 0x00000000ffffffff00000000ffffffff

proc lessthan_i64x2(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run lessthan_i64x2(0x00000000000000010000000000000001, 0x0000000000000001fffffffffffffffe) == 0x00000000000000000000000000000000
;; run lessthan_i64x2(0x1234567890abcdef5a5a5a5a5a5a5a5a, 0x7ffffffffffffffe1234567890abcdef) == 0xffffffffffffffff0000000000000000
;; run lessthan_i64x2(0x8000000000000000ffffffffffffffff, 0xffffffffffffffff0000000000000002) == 0xffffffffffffffffffffffffffffffff
;; run lessthan_i64x2(0x00000000000000018000000000000001, 0x80000000000000008000000000000001) == 0x00000000000000000000000000000000
;; run lessthan_i64x2(0x80000000000000017fffffffffffffff, 0xfffffffffffffffe1234567890abcdef) == 0xffffffffffffffff0000000000000000
;; run lessthan_i64x2(0x7fffffffffffffff5a5a5a5a5a5a5a5a, 0x80000000000000000000000000000001) == 0x00000000000000000000000000000000
;; run lessthan_i64x2(0xfffffffffffffffe5a5a5a5a5a5a5a5a, 0x5a5a5a5a5a5a5a5afffffffffffffffe) == 0xffffffffffffffff0000000000000000
;; run lessthan_i64x2(0xfffffffffffffffe0000000000000002, 0x0000000000000002fffffffffffffffe) == 0xffffffffffffffff0000000000000000
;; run lessthan_i64x2(0xffffffffffffffff8000000000000001, 0x80000000000000015a5a5a5a5a5a5a5a) == 0x0000000000000000ffffffffffffffff
;; run lessthan_i64x2(0x80000000000000010000000000000000, 0x80000000000000000000000000000001) == 0x0000000000000000ffffffffffffffff
;; run lessthan_i64x2(0x00000000000000020000000000000000, 0x5a5a5a5a5a5a5a5a0000000000000000) == 0xffffffffffffffff0000000000000000
;; run lessthan_i64x2(0x7fffffffffffffff8000000000000001, 0x00000000000000020000000000000002) == 0x0000000000000000ffffffffffffffff

proc lessthan_u8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; run lessthan_u8x16(0xff007f807efeffef0080ff80fe0180fe, 0x0000fe5a7eef02005a01fe7f7ffe80fe) == 0x0000ff0000000000ff00000000ff0000
;; run lessthan_u8x16(0x7eff027ffefe805a02ef0201027efffe, 0x00ff5a807e00ef5a7e010101efff7e80) == 0x0000ffff0000ff00ff000000ffff0000
;; run lessthan_u8x16(0x80817f02815a007f02800200ef00ef01, 0x028000027e7fff01fe7e7f0181fe7e80) == 0x0000000000ffff00ff00ffff00ff00ff
;; run lessthan_u8x16(0x5a5a7f7f01027f5aff81ffff7eff817f, 0xfffeffef7f815aef81005a0180805a7f) == 0xffffffffffff00ff00000000ff000000
;; run lessthan_u8x16(0x01effefe01817e005a5a8000025a0101, 0xff80ff0202ff817e000100800081ef5a) == 0xff00ff00ffffffff000000ff00ffffff
;; run lessthan_u8x16(0x01ff0081017e7e81ff80fe7e80ef8100, 0x7e7f817f815aefefeffe01feff02feef) == 0xff00ff00ff00ffff00ff00ffff00ffff

proc lessthan_u16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; run lessthan_u16x8(0xfffe0000cdef800100017ffe80018001, 0x00008000ffffcdeffffe5a5a80017fff) == 0x0000ffffffffffffffff000000000000
;; run lessthan_u16x8(0x8000ffff0000ffff00020001fffecdef, 0xcdefcdef00017fff5a5a0002cdef0000) == 0xffff0000ffff0000ffffffff00000000
;; run lessthan_u16x8(0x00008001fffe5a5a5a5a7fff7ffe8000, 0x0000ffff7ffe800180007ffe00000001) == 0x0000ffff0000ffffffff000000000000
;; run lessthan_u16x8(0xfffe7ffe7fff5a5a80005a5a00027ffe, 0x5a5affff000200027ffeffff7fff8001) == 0x0000ffff000000000000ffffffffffff
;; run lessthan_u16x8(0xcdef0001cdef7fff80007fff5a5a0001, 0x7fff80017ffe7fff8000cdef7fff5a5a) == 0x0000ffff000000000000ffffffffffff
;; run lessthan_u16x8(0x0001000200000000000200028000ffff, 0x00000002fffeffff00010000ffff0002) == 0x00000000ffffffff00000000ffff0000

proc lessthan_u32x4(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, u32x4)
    Void @3 = Return(@2)
}
;; run lessthan_u32x4(0x8000000100000002fffffffe5a5a5a5a, 0x5a5a5a5a5a5a5a5a00000001fffffffe) == 0x00000000ffffffff00000000ffffffff
;; run lessthan_u32x4(0x800000000000000290abcdef00000001, 0x00000002ffffffff90abcdef80000000) == 0x00000000ffffffff00000000ffffffff
;; run lessthan_u32x4(0xffffffff7fffffff000000027ffffffe, 0x90abcdef00000002800000017fffffff) == 0x0000000000000000ffffffffffffffff
;; run lessthan_u32x4(0x5a5a5a5a000000017ffffffefffffffe, 0x7fffffff5a5a5a5afffffffe00000000) == 0xffffffffffffffffffffffff00000000
;; run lessthan_u32x4(0xfffffffffffffffffffffffe00000000, 0x7ffffffe8000000190abcdefffffffff) == 0x000000000000000000000000ffffffff
;; run lessthan_u32x4(0x7ffffffe5a5a5a5a000000017ffffffe, 0xffffffff5a5a5a5a8000000100000001) == 0xffffffff00000000ffffffff00000000

proc lessthan_u64x2(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, u64x2)
    Void @3 = Return(@2)
}
;; run lessthan_u64x2(0x00000000000000017ffffffffffffffe, 0x7ffffffffffffffefffffffffffffffe) == 0xffffffffffffffffffffffffffffffff
;; run lessthan_u64x2(0xfffffffffffffffe8000000000000000, 0x7ffffffffffffffe1234567890abcdef) == 0x00000000000000000000000000000000
;; run lessthan_u64x2(0x8000000000000000ffffffffffffffff, 0x5a5a5a5a5a5a5a5a8000000000000000) == 0x00000000000000000000000000000000
;; run lessthan_u64x2(0xffffffffffffffff7ffffffffffffffe, 0x80000000000000017ffffffffffffffe) == 0x00000000000000000000000000000000
;; run lessthan_u64x2(0x80000000000000007ffffffffffffffe, 0x00000000000000015a5a5a5a5a5a5a5a) == 0x00000000000000000000000000000000
;; run lessthan_u64x2(0x80000000000000000000000000000000, 0xfffffffffffffffe7fffffffffffffff) == 0xffffffffffffffffffffffffffffffff
;; run lessthan_u64x2(0x7fffffffffffffff0000000000000001, 0x7fffffffffffffff7fffffffffffffff) == 0x0000000000000000ffffffffffffffff
;; run lessthan_u64x2(0x7ffffffffffffffe0000000000000002, 0x80000000000000008000000000000001) == 0xffffffffffffffffffffffffffffffff
;; run lessthan_u64x2(0x0000000000000000fffffffffffffffe, 0x80000000000000000000000000000001) == 0xffffffffffffffff0000000000000000
;; run lessthan_u64x2(0xfffffffffffffffeffffffffffffffff, 0x8000000000000001fffffffffffffffe) == 0x00000000000000000000000000000000
;; run lessthan_u64x2(0x00000000000000000000000000000000, 0xffffffffffffffff7ffffffffffffffe) == 0xffffffffffffffffffffffffffffffff
;; run lessthan_u64x2(0x5a5a5a5a5a5a5a5a1234567890abcdef, 0x7ffffffffffffffeffffffffffffffff) == 0xffffffffffffffffffffffffffffffff

proc lessthan_f32x4(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, f32x4)
    Void @3 = Return(@2)
}
;; run lessthan_f32x4(0x00000000800000008000000000000000, 0x00000000800000000000000080000000) == 0x00000000000000000000000000000000
;; run lessthan_f32x4(0x3f8000007fc000018000000100000001, 0x7fa000003f8000000000000180000001) == 0x0000000000000000ffffffff00000000
;; run lessthan_f32x4(0xc0b33333ff8000000000000100000001, 0x7fa00000800000000000000180000001) == 0x00000000ffffffff0000000000000000
;; run lessthan_f32x4(0x3eaaaaab3f800000800000017f7fffff, 0x3f800000800000000000000000000001) == 0xffffffff00000000ffffffff00000000
;; run lessthan_f32x4(0x000000007fc000017f7fffff007fffff, 0x7f7fffff800000003f8000007fc00001) == 0xffffffff000000000000000000000000
;; run lessthan_f32x4(0x7f800000c0b333338000000000000000, 0x7fc000013eaaaaab8000000100000001) == 0x00000000ffffffff00000000ffffffff

proc lessthan_f64x2(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, f64x2)
    Void @3 = Return(@2)
}
;; run lessthan_f64x2(0x80000000000000000000000000000000, 0x00000000000000008000000000000000) == 0x00000000000000000000000000000000
;; run lessthan_f64x2(0x00000000000000008000000000000000, 0x00000000000000008000000000000000) == 0x00000000000000000000000000000000
;; run lessthan_f64x2(0x80000000000000010000000000000001, 0x00000000000000018000000000000001) == 0xffffffffffffffff0000000000000000
;; run lessthan_f64x2(0x3ff00000000000007ff8000000000001, 0x7ff40000000000003ff0000000000000) == 0x00000000000000000000000000000000
;; run lessthan_f64x2(0x8000000000000001c016666666666666, 0xc016666666666666000fffffffffffff) == 0x0000000000000000ffffffffffffffff
;; run lessthan_f64x2(0xc0166666666666667ff4000000000000, 0x7fefffffffffffff8000000000000000) == 0xffffffffffffffff0000000000000000
;; run lessthan_f64x2(0x7ff80000000000018000000000000001, 0x80000000000000007fefffffffffffff) == 0x0000000000000000ffffffffffffffff
;; run lessthan_f64x2(0x00000000000000008000000000000000, 0x7ff00000000000000000000000000001) == 0xffffffffffffffffffffffffffffffff
;; run lessthan_f64x2(0x7fefffffffffffff0000000000000000, 0x7ff80000000000013ff0000000000000) == 0x0000000000000000ffffffffffffffff
;; run lessthan_f64x2(0x8000000000000001000fffffffffffff, 0x0000000000000000fff0000000000000) == 0xffffffffffffffff0000000000000000
;; run lessthan_f64x2(0x7ff80000000000018000000000000000, 0x3ff00000000000007ff4000000000000) == 0x00000000000000000000000000000000
;; run lessthan_f64x2(0x00000000000000013ff0000000000000, 0x3fd55555555555558000000000000000) == 0xffffffffffffffff0000000000000000
