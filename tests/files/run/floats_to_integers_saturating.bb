barebones 1
; Floats to integers toward zero; what is out of range becomes the nearest end, NaN becomes 0.
;! run

proc f32_to_i32(Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FToISat32(a)
    Int32 @2 = FToISat(@1)
    Void @3 = Return(@2)
}
;; run f32_to_i32(0.0f) == 0
;; run f32_to_i32(-0.0f) == 0
;; run f32_to_i32(0.9f) == 0
;; run f32_to_i32(-0.9f) == 0
;; run f32_to_i32(1.5f) == 1
;; run f32_to_i32(-1.5f) == -1
;; run f32_to_i32(100.0f) == 100
;; run f32_to_i32(-100.0f) == -100
;; run f32_to_i32(2147483600.0f) == 0x7fffffff
;; run f32_to_i32(-2147483600.0f) == 0x80000000
;; run f32_to_i32(4294967300.0f) == 0x7fffffff
;; run f32_to_i32(inf) == 0x7fffffff
;; run f32_to_i32(-inf) == 0x80000000
;; run f32_to_i32(nan:0x7fc00000) == 0
;; run f32_to_i32(nan:0xffc00001) == 0
;; run f32_to_i32(2147483500.0f) == 0x7fffff80
;; run f32_to_i32(-2147484000.0f) == 0x80000000
;; run f32_to_i32(4294967000.0f) == 0x7fffffff

proc f32_to_u32(Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FToUSat32(a)
    Int32 @2 = FToUSat(@1)
    Void @3 = Return(@2)
}
;; run f32_to_u32(0.0f) == 0
;; run f32_to_u32(-0.0f) == 0
;; run f32_to_u32(0.9f) == 0
;; run f32_to_u32(-0.9f) == 0
;; run f32_to_u32(1.5f) == 1
;; run f32_to_u32(-1.5f) == 0
;; run f32_to_u32(100.0f) == 100
;; run f32_to_u32(-100.0f) == 0
;; run f32_to_u32(2147483600.0f) == 0x80000000
;; run f32_to_u32(-2147483600.0f) == 0
;; run f32_to_u32(4294967300.0f) == -1
;; run f32_to_u32(inf) == -1
;; run f32_to_u32(-inf) == 0
;; run f32_to_u32(nan:0x7fc00000) == 0
;; run f32_to_u32(nan:0xffc00001) == 0
;; run f32_to_u32(2147483500.0f) == 0x7fffff80
;; run f32_to_u32(-2147484000.0f) == 0
;; run f32_to_u32(4294967000.0f) == -256

proc f32_to_i64(Float) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FToISat64(a)
    Int64 @2 = FToISat(@1)
    Void @3 = Return(@2)
}
;; run f32_to_i64(0.0f) == 0
;; run f32_to_i64(-0.0f) == 0
;; run f32_to_i64(0.9f) == 0
;; run f32_to_i64(-0.9f) == 0
;; run f32_to_i64(1.5f) == 1
;; run f32_to_i64(-1.5f) == -1
;; run f32_to_i64(100.0f) == 100
;; run f32_to_i64(-100.0f) == -100
;; run f32_to_i64(9223372000000000000.0f) == 0x7fffffffffffffff
;; run f32_to_i64(-9223372000000000000.0f) == 0x8000000000000000
;; run f32_to_i64(18446744000000000000.0f) == 0x7fffffffffffffff
;; run f32_to_i64(inf) == 0x7fffffffffffffff
;; run f32_to_i64(-inf) == 0x8000000000000000
;; run f32_to_i64(nan:0x7fc00000) == 0
;; run f32_to_i64(nan:0xffc00001) == 0
;; run f32_to_i64(9223371500000000000.0f) == 0x7fffff8000000000
;; run f32_to_i64(-9223373000000000000.0f) == 0x8000000000000000
;; run f32_to_i64(18446743000000000000.0f) == 0x7fffffffffffffff

proc f32_to_u64(Float) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FToUSat64(a)
    Int64 @2 = FToUSat(@1)
    Void @3 = Return(@2)
}
;; run f32_to_u64(0.0f) == 0
;; run f32_to_u64(-0.0f) == 0
;; run f32_to_u64(0.9f) == 0
;; run f32_to_u64(-0.9f) == 0
;; run f32_to_u64(1.5f) == 1
;; run f32_to_u64(-1.5f) == 0
;; run f32_to_u64(100.0f) == 100
;; run f32_to_u64(-100.0f) == 0
;; run f32_to_u64(9223372000000000000.0f) == 0x8000000000000000
;; run f32_to_u64(-9223372000000000000.0f) == 0
;; run f32_to_u64(18446744000000000000.0f) == -1
;; run f32_to_u64(inf) == -1
;; run f32_to_u64(-inf) == 0
;; run f32_to_u64(nan:0x7fc00000) == 0
;; run f32_to_u64(nan:0xffc00001) == 0
;; run f32_to_u64(9223371500000000000.0f) == 0x7fffff8000000000
;; run f32_to_u64(-9223373000000000000.0f) == 0
;; run f32_to_u64(18446743000000000000.0f) == 0xffffff0000000000

proc f64_to_i32(Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FToISat32(a)
    Int32 @1 = FToISat(@0)
    Void @2 = Return(@1)
}
;; run f64_to_i32(0.0) == 0
;; run f64_to_i32(-0.0) == 0
;; run f64_to_i32(0.9) == 0
;; run f64_to_i32(-0.9) == 0
;; run f64_to_i32(1.5) == 1
;; run f64_to_i32(-1.5) == -1
;; run f64_to_i32(100.0) == 100
;; run f64_to_i32(-100.0) == -100
;; run f64_to_i32(2147483648.0) == 0x7fffffff
;; run f64_to_i32(-2147483648.0) == 0x80000000
;; run f64_to_i32(4294967296.0) == 0x7fffffff
;; run f64_to_i32(inf) == 0x7fffffff
;; run f64_to_i32(-inf) == 0x80000000
;; run f64_to_i32(nan:0x7ff8000000000000) == 0
;; run f64_to_i32(nan:0xfff8000000000001) == 0
;; run f64_to_i32(2147483647.0) == 0x7fffffff
;; run f64_to_i32(-2147483649.0) == 0x80000000
;; run f64_to_i32(4294967295.0) == 0x7fffffff
;; run f64_to_i32(2147483647.9) == 0x7fffffff
;; run f64_to_i32(-2147483648.9) == 0x80000000
;; run f64_to_i32(4294967295.9) == 0x7fffffff
;; run f64_to_i32(-0.99999) == 0

proc f64_to_u32(Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FToUSat32(a)
    Int32 @1 = FToUSat(@0)
    Void @2 = Return(@1)
}
;; run f64_to_u32(0.0) == 0
;; run f64_to_u32(-0.0) == 0
;; run f64_to_u32(0.9) == 0
;; run f64_to_u32(-0.9) == 0
;; run f64_to_u32(1.5) == 1
;; run f64_to_u32(-1.5) == 0
;; run f64_to_u32(100.0) == 100
;; run f64_to_u32(-100.0) == 0
;; run f64_to_u32(2147483648.0) == 0x80000000
;; run f64_to_u32(-2147483648.0) == 0
;; run f64_to_u32(4294967296.0) == -1
;; run f64_to_u32(inf) == -1
;; run f64_to_u32(-inf) == 0
;; run f64_to_u32(nan:0x7ff8000000000000) == 0
;; run f64_to_u32(nan:0xfff8000000000001) == 0
;; run f64_to_u32(2147483647.0) == 0x7fffffff
;; run f64_to_u32(-2147483649.0) == 0
;; run f64_to_u32(4294967295.0) == -1
;; run f64_to_u32(2147483647.9) == 0x7fffffff
;; run f64_to_u32(-2147483648.9) == 0
;; run f64_to_u32(4294967295.9) == -1
;; run f64_to_u32(-0.99999) == 0

proc f64_to_i64(Double) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FToISat64(a)
    Int64 @1 = FToISat(@0)
    Void @2 = Return(@1)
}
;; run f64_to_i64(0.0) == 0
;; run f64_to_i64(-0.0) == 0
;; run f64_to_i64(0.9) == 0
;; run f64_to_i64(-0.9) == 0
;; run f64_to_i64(1.5) == 1
;; run f64_to_i64(-1.5) == -1
;; run f64_to_i64(100.0) == 100
;; run f64_to_i64(-100.0) == -100
;; run f64_to_i64(9223372036854776000.0) == 0x7fffffffffffffff
;; run f64_to_i64(-9223372036854776000.0) == 0x8000000000000000
;; run f64_to_i64(18446744073709552000.0) == 0x7fffffffffffffff
;; run f64_to_i64(inf) == 0x7fffffffffffffff
;; run f64_to_i64(-inf) == 0x8000000000000000
;; run f64_to_i64(nan:0x7ff8000000000000) == 0
;; run f64_to_i64(nan:0xfff8000000000001) == 0
;; run f64_to_i64(9223372036854775000.0) == 0x7ffffffffffffc00
;; run f64_to_i64(-9223372036854778000.0) == 0x8000000000000000
;; run f64_to_i64(18446744073709550000.0) == 0x7fffffffffffffff

proc f64_to_u64(Double) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FToUSat64(a)
    Int64 @1 = FToUSat(@0)
    Void @2 = Return(@1)
}
;; run f64_to_u64(0.0) == 0
;; run f64_to_u64(-0.0) == 0
;; run f64_to_u64(0.9) == 0
;; run f64_to_u64(-0.9) == 0
;; run f64_to_u64(1.5) == 1
;; run f64_to_u64(-1.5) == 0
;; run f64_to_u64(100.0) == 100
;; run f64_to_u64(-100.0) == 0
;; run f64_to_u64(9223372036854776000.0) == 0x8000000000000000
;; run f64_to_u64(-9223372036854776000.0) == 0
;; run f64_to_u64(18446744073709552000.0) == -1
;; run f64_to_u64(inf) == -1
;; run f64_to_u64(-inf) == 0
;; run f64_to_u64(nan:0x7ff8000000000000) == 0
;; run f64_to_u64(nan:0xfff8000000000001) == 0
;; run f64_to_u64(9223372036854775000.0) == 0x7ffffffffffffc00
;; run f64_to_u64(-9223372036854778000.0) == 0
;; run f64_to_u64(18446744073709550000.0) == -2048
