;! run
; Addition and subtraction in each kind of lanes; integers wrap.

barebones 1

proc add_i8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAdd(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run add_i8x16(i8x16:0x7f:0x80:0x0:0xff:0x1:0x5:0x7f:0x80:0x0:0xff:0x1:0x5:0x7f:0x80:0x0:0xff, i8x16:0x1:0xff:0xff:0xff:0x7f:0x7:0xff:0xff:0xff:0x7f:0x7:0x1:0xff:0xff:0x7f:0x7) == i8x16:0x80:0x7f:0xff:0xfe:0x80:0xc:0x7e:0x7f:0xff:0x7e:0x8:0x6:0x7e:0x7f:0x7f:0x6

proc add_i16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAdd(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run add_i16x8(i16x8:0x7fff:0x8000:0x0:0xffff:0x1:0x5:0x7fff:0x8000, i16x8:0x1:0xffff:0xffff:0xffff:0x7fff:0x7:0xffff:0xffff) == i16x8:0x8000:0x7fff:0xffff:0xfffe:0x8000:0xc:0x7ffe:0x7fff

proc add_i32x4(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAdd(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run add_i32x4(i32x4:0x7fffffff:0x80000000:0x0:0xffffffff, i32x4:0x1:0xffffffff:0xffffffff:0xffffffff) == i32x4:0x80000000:0x7fffffff:0xffffffff:0xfffffffe

proc add_i64x2(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAdd(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run add_i64x2(i64x2:0x7fffffffffffffff:0x8000000000000000, i64x2:0x1:0xffffffffffffffff) == i64x2:0x8000000000000000:0x7fffffffffffffff

proc add_f32x4(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAdd(@0, @1, f32x4)
    Void @3 = Return(@2)
}
;; run add_f32x4(f32x4:1.5:-0.0:inf:0x7f7fffff, f32x4:2.25:0.0:1.0:0x7f7fffff) == f32x4:3.75:0.0:inf:inf
;; run add_f32x4(f32x4:0x1:0x80000001:-1.0:16777216.0, f32x4:0x1:0x1:1.0:1.0) == f32x4:0x2:0.0:0.0:16777216.0

proc add_f64x2(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAdd(@0, @1, f64x2)
    Void @3 = Return(@2)
}
;; run add_f64x2(f64x2:1.5:-0.0, f64x2:1e300:-0.0) == f64x2:1e300:-0.0
;; run add_f64x2(f64x2:0x1:inf, f64x2:0x1:1.0) == f64x2:0x2:inf

proc sub_i8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSub(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run sub_i8x16(i8x16:0x7f:0x80:0x0:0xff:0x1:0x5:0x7f:0x80:0x0:0xff:0x1:0x5:0x7f:0x80:0x0:0xff, i8x16:0x1:0xff:0xff:0xff:0x7f:0x7:0xff:0xff:0xff:0x7f:0x7:0x1:0xff:0xff:0x7f:0x7) == i8x16:0x7e:0x81:0x1:0x0:0x82:0xfe:0x80:0x81:0x1:0x80:0xfa:0x4:0x80:0x81:0x81:0xf8

proc sub_i16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSub(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run sub_i16x8(i16x8:0x7fff:0x8000:0x0:0xffff:0x1:0x5:0x7fff:0x8000, i16x8:0x1:0xffff:0xffff:0xffff:0x7fff:0x7:0xffff:0xffff) == i16x8:0x7ffe:0x8001:0x1:0x0:0x8002:0xfffe:0x8000:0x8001

proc sub_i32x4(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSub(@0, @1, i32x4)
    Void @3 = Return(@2)
}
;; run sub_i32x4(i32x4:0x7fffffff:0x80000000:0x0:0xffffffff, i32x4:0x1:0xffffffff:0xffffffff:0xffffffff) == i32x4:0x7ffffffe:0x80000001:0x1:0x0

proc sub_i64x2(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSub(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; run sub_i64x2(i64x2:0x7fffffffffffffff:0x8000000000000000, i64x2:0x1:0xffffffffffffffff) == i64x2:0x7ffffffffffffffe:0x8000000000000001

proc sub_f32x4(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSub(@0, @1, f32x4)
    Void @3 = Return(@2)
}
;; run sub_f32x4(f32x4:1.5:-0.0:inf:0x7f7fffff, f32x4:2.25:0.0:1.0:0xff7fffff) == f32x4:-0.75:-0.0:inf:inf

proc sub_f64x2(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSub(@0, @1, f64x2)
    Void @3 = Return(@2)
}
;; run sub_f64x2(f64x2:1.5:0.0, f64x2:0.25:0.0) == f64x2:1.25:0.0
;; run sub_f64x2(f64x2:0x1:-inf, f64x2:0x3:1.0) == f64x2:0x8000000000000002:-inf
