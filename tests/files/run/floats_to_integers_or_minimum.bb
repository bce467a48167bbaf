barebones 1
; Floats to signed integers toward zero; NaN and values out of range become the minimum.
;! run

proc float_to_32(Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)
    Int32 @2 = FToIMin(@1)
    Void @3 = Return(@2)
}
;; run float_to_32(0.0f) == 0
;; run float_to_32(-0.9f) == 0
;; run float_to_32(1.5f) == 1
;; run float_to_32(-100.0f) == -100
;; run float_to_32(2147483500.0f) == 2147483520
;; run float_to_32(2147483648.0f) == -2147483648
;; run float_to_32(-2147483648.0f) == -2147483648
;; run float_to_32(-2147483904.0f) == -2147483648
;; run float_to_32(9223371487098961920.0f) == -2147483648
;; run float_to_32(9223372036854775808.0f) == -2147483648
;; run float_to_32(-9223372036854775808.0f) == -2147483648
;; run float_to_32(-9223373136366403584.0f) == -2147483648
;; run float_to_32(1e30f) == -2147483648
;; run float_to_32(inf) == -2147483648
;; run float_to_32(-inf) == -2147483648
;; run float_to_32(nan:0x7fc00000) == -2147483648

proc float_to_64(Float) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)
    Int64 @2 = FToIMin(@1)
    Void @3 = Return(@2)
}
;; run float_to_64(0.0f) == 0
;; run float_to_64(-0.9f) == 0
;; run float_to_64(1.5f) == 1
;; run float_to_64(-100.0f) == -100
;; run float_to_64(2147483500.0f) == 2147483520
;; run float_to_64(2147483648.0f) == 2147483648
;; run float_to_64(-2147483648.0f) == -2147483648
;; run float_to_64(-2147483904.0f) == -2147483904
;; run float_to_64(9223371487098961920.0f) == 9223371487098961920
;; run float_to_64(9223372036854775808.0f) == -9223372036854775808
;; run float_to_64(-9223372036854775808.0f) == -9223372036854775808
;; run float_to_64(-9223373136366403584.0f) == -9223372036854775808
;; run float_to_64(1e30f) == -9223372036854775808
;; run float_to_64(inf) == -9223372036854775808
;; run float_to_64(-inf) == -9223372036854775808
;; run float_to_64(nan:0x7fc00000) == -9223372036854775808

proc double_to_32(Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = Identity(@0)
    Int32 @2 = FToIMin(@1)
    Void @3 = Return(@2)
}
;; run double_to_32(0.0) == 0
;; run double_to_32(-0.9) == 0
;; run double_to_32(1.5) == 1
;; run double_to_32(-100.0) == -100
;; run double_to_32(2147483500.0) == 2147483500
;; run double_to_32(2147483648.0) == -2147483648
;; run double_to_32(-2147483648.0) == -2147483648
;; run double_to_32(-2147483904.0) == -2147483648
;; run double_to_32(9223371487098961920.0) == -2147483648
;; run double_to_32(9223372036854775808.0) == -2147483648
;; run double_to_32(-9223372036854775808.0) == -2147483648
;; run double_to_32(-9223373136366403584.0) == -2147483648
;; run double_to_32(1e30) == -2147483648
;; run double_to_32(inf) == -2147483648
;; run double_to_32(-inf) == -2147483648
;; run double_to_32(nan:0x7ff8000000000000) == -2147483648

proc double_to_64(Double) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = Identity(@0)
    Int64 @2 = FToIMin(@1)
    Void @3 = Return(@2)
}
;; run double_to_64(0.0) == 0
;; run double_to_64(-0.9) == 0
;; run double_to_64(1.5) == 1
;; run double_to_64(-100.0) == -100
;; run double_to_64(2147483500.0) == 2147483500
;; run double_to_64(2147483648.0) == 2147483648
;; run double_to_64(-2147483648.0) == -2147483648
;; run double_to_64(-2147483904.0) == -2147483904
;; run double_to_64(9223371487098961920.0) == 9223371487098961920
;; run double_to_64(9223372036854775808.0) == -9223372036854775808
;; run double_to_64(-9223372036854775808.0) == -9223372036854775808
;; run double_to_64(-9223373136366403584.0) == -9223372036854775808
;; run double_to_64(1e30) == -9223372036854775808
;; run double_to_64(inf) == -9223372036854775808
;; run double_to_64(-inf) == -9223372036854775808
;; run double_to_64(nan:0x7ff8000000000000) == -9223372036854775808
