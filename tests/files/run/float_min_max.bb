barebones 1
; FMin and FMax: a zero with sign is below one without; a NaN wins (which NaN is unspecified: it is made canonical here).
;! run
;; run min32(1.0f, 2.0f) == 1.0f
;; run min32(2.0f, 1.0f) == 1.0f
;; run min32(-1.0f, 1.0f) == -1.0f
;; run min32(0.0f, -0.0f) == -0.0f
;; run min32(-0.0f, 0.0f) == -0.0f
;; run min32(-0.0f, -0.0f) == -0.0f
;; run min32(0.0f, 0.0f) == 0.0f
;; run min32(inf, 1.0f) == 1.0f
;; run min32(-inf, 1.0f) == -inf
;; run min32(inf, -inf) == -inf
;; run min32_by_0_0f(1.0f) == 0.0f
;; run min32_by_0_0f(2.0f) == 0.0f
;; run min32_by_0_0f(-1.0f) == -1.0f
;; run min32_by_0_0f(0.0f) == 0.0f
;; run min32_by_0_0f(inf) == 0.0f
;; run min32_by_0_0f(-inf) == -inf
;; run min32_by_1_0f(1.0f) == 1.0f
;; run min32_by_1_0f(2.0f) == 1.0f
;; run min32_by_1_0f(-1.0f) == -1.0f
;; run min32_by_1_0f(0.0f) == 0.0f
;; run min32_by_1_0f(inf) == 1.0f
;; run min32_by_1_0f(-inf) == -inf
;; run min32_folded0() == 1.0f
;; run min32_folded1() == 1.0f
;; run min32_folded2() == -1.0f
;; run min32_folded3() == -0.0f
;; run max32(1.0f, 2.0f) == 2.0f
;; run max32(2.0f, 1.0f) == 2.0f
;; run max32(-1.0f, 1.0f) == 1.0f
;; run max32(0.0f, -0.0f) == 0.0f
;; run max32(-0.0f, 0.0f) == 0.0f
;; run max32(-0.0f, -0.0f) == -0.0f
;; run max32(0.0f, 0.0f) == 0.0f
;; run max32(inf, 1.0f) == inf
;; run max32(-inf, 1.0f) == 1.0f
;; run max32(inf, -inf) == inf
;; run max32_by_0_0f(1.0f) == 1.0f
;; run max32_by_0_0f(2.0f) == 2.0f
;; run max32_by_0_0f(-1.0f) == 0.0f
;; run max32_by_0_0f(0.0f) == 0.0f
;; run max32_by_0_0f(inf) == inf
;; run max32_by_0_0f(-inf) == 0.0f
;; run max32_by_1_0f(1.0f) == 1.0f
;; run max32_by_1_0f(2.0f) == 2.0f
;; run max32_by_1_0f(-1.0f) == 1.0f
;; run max32_by_1_0f(0.0f) == 1.0f
;; run max32_by_1_0f(inf) == inf
;; run max32_by_1_0f(-inf) == 1.0f
;; run max32_folded0() == 2.0f
;; run max32_folded1() == 2.0f
;; run max32_folded2() == 1.0f
;; run max32_folded3() == 0.0f
;; run fmin_of_nan32(nan:0x7fc00000, 1.0f) == nan:0x7fc00000
;; run fmin_of_nan32(1.0f, nan:0xffc00001) == nan:0x7fc00000
;; run fmin_of_nan32(nan:0xffc00001, nan:0x7fc00000) == nan:0x7fc00000
;; run fmin_of_nan32(nan:0x7fc00000, inf) == nan:0x7fc00000
;; run fmax_of_nan32(nan:0x7fc00000, 1.0f) == nan:0x7fc00000
;; run fmax_of_nan32(1.0f, nan:0xffc00001) == nan:0x7fc00000
;; run fmax_of_nan32(nan:0xffc00001, nan:0x7fc00000) == nan:0x7fc00000
;; run fmax_of_nan32(nan:0x7fc00000, inf) == nan:0x7fc00000
;; run min64(1.0, 2.0) == 1.0
;; run min64(2.0, 1.0) == 1.0
;; run min64(-1.0, 1.0) == -1.0
;; run min64(0.0, -0.0) == -0.0
;; run min64(-0.0, 0.0) == -0.0
;; run min64(-0.0, -0.0) == -0.0
;; run min64(0.0, 0.0) == 0.0
;; run min64(inf, 1.0) == 1.0
;; run min64(-inf, 1.0) == -inf
;; run min64(inf, -inf) == -inf
;; run min64_by_0_0(1.0) == 0.0
;; run min64_by_0_0(2.0) == 0.0
;; run min64_by_0_0(-1.0) == -1.0
;; run min64_by_0_0(0.0) == 0.0
;; run min64_by_0_0(inf) == 0.0
;; run min64_by_0_0(-inf) == -inf
;; run min64_by_1_0(1.0) == 1.0
;; run min64_by_1_0(2.0) == 1.0
;; run min64_by_1_0(-1.0) == -1.0
;; run min64_by_1_0(0.0) == 0.0
;; run min64_by_1_0(inf) == 1.0
;; run min64_by_1_0(-inf) == -inf
;; run min64_folded0() == 1.0
;; run min64_folded1() == 1.0
;; run min64_folded2() == -1.0
;; run min64_folded3() == -0.0
;; run max64(1.0, 2.0) == 2.0
;; run max64(2.0, 1.0) == 2.0
;; run max64(-1.0, 1.0) == 1.0
;; run max64(0.0, -0.0) == 0.0
;; run max64(-0.0, 0.0) == 0.0
;; run max64(-0.0, -0.0) == -0.0
;; run max64(0.0, 0.0) == 0.0
;; run max64(inf, 1.0) == inf
;; run max64(-inf, 1.0) == 1.0
;; run max64(inf, -inf) == inf
;; run max64_by_0_0(1.0) == 1.0
;; run max64_by_0_0(2.0) == 2.0
;; run max64_by_0_0(-1.0) == 0.0
;; run max64_by_0_0(0.0) == 0.0
;; run max64_by_0_0(inf) == inf
;; run max64_by_0_0(-inf) == 0.0
;; run max64_by_1_0(1.0) == 1.0
;; run max64_by_1_0(2.0) == 2.0
;; run max64_by_1_0(-1.0) == 1.0
;; run max64_by_1_0(0.0) == 1.0
;; run max64_by_1_0(inf) == inf
;; run max64_by_1_0(-inf) == 1.0
;; run max64_folded0() == 2.0
;; run max64_folded1() == 2.0
;; run max64_folded2() == 1.0
;; run max64_folded3() == 0.0
;; run fmin_of_nan64(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000
;; run fmin_of_nan64(1.0, nan:0xfff8000000000001) == nan:0x7ff8000000000000
;; run fmin_of_nan64(nan:0xfff8000000000001, nan:0x7ff8000000000000) == nan:0x7ff8000000000000
;; run fmin_of_nan64(nan:0x7ff8000000000000, inf) == nan:0x7ff8000000000000
;; run fmax_of_nan64(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000
;; run fmax_of_nan64(1.0, nan:0xfff8000000000001) == nan:0x7ff8000000000000
;; run fmax_of_nan64(nan:0xfff8000000000001, nan:0x7ff8000000000000) == nan:0x7ff8000000000000
;; run fmax_of_nan64(nan:0x7ff8000000000000, inf) == nan:0x7ff8000000000000

proc min32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return FMin(a, b)
    Float @4 = FMin(@1, @3)
    Void @5 = Return(@4)
}

proc min32_by_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FMin(a, 0.0f)
    Float @2 = ConstFloat(0.0)
    Float @3 = FMin(@1, @2)
    Void @4 = Return(@3)
}

proc min32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FMin(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = FMin(@1, @2)
    Void @4 = Return(@3)
}

proc min32_folded0() -> Float {
#0:
    ; return FMin(1.0f, 2.0f)
    Float @0 = ConstFloat(1.0)
    Float @1 = ConstFloat(2.0)
    Float @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc min32_folded1() -> Float {
#0:
    ; return FMin(2.0f, 1.0f)
    Float @0 = ConstFloat(2.0)
    Float @1 = ConstFloat(1.0)
    Float @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc min32_folded2() -> Float {
#0:
    ; return FMin(-1.0f, 1.0f)
    Float @0 = ConstFloat(-1.0)
    Float @1 = ConstFloat(1.0)
    Float @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc min32_folded3() -> Float {
#0:
    ; return FMin(0.0f, -0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = ConstFloat(-0.0)
    Float @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc max32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return FMax(a, b)
    Float @4 = FMax(@1, @3)
    Void @5 = Return(@4)
}

proc max32_by_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FMax(a, 0.0f)
    Float @2 = ConstFloat(0.0)
    Float @3 = FMax(@1, @2)
    Void @4 = Return(@3)
}

proc max32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FMax(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = FMax(@1, @2)
    Void @4 = Return(@3)
}

proc max32_folded0() -> Float {
#0:
    ; return FMax(1.0f, 2.0f)
    Float @0 = ConstFloat(1.0)
    Float @1 = ConstFloat(2.0)
    Float @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc max32_folded1() -> Float {
#0:
    ; return FMax(2.0f, 1.0f)
    Float @0 = ConstFloat(2.0)
    Float @1 = ConstFloat(1.0)
    Float @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc max32_folded2() -> Float {
#0:
    ; return FMax(-1.0f, 1.0f)
    Float @0 = ConstFloat(-1.0)
    Float @1 = ConstFloat(1.0)
    Float @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc max32_folded3() -> Float {
#0:
    ; return FMax(0.0f, -0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = ConstFloat(-0.0)
    Float @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc fmin_of_nan32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return PurifyNaN(FMin(a, b))
    Float @4 = FMin(@1, @3)
    Float @5 = PurifyNaN(@4)
    Void @6 = Return(@5)
}

proc fmax_of_nan32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return PurifyNaN(FMax(a, b))
    Float @4 = FMax(@1, @3)
    Float @5 = PurifyNaN(@4)
    Void @6 = Return(@5)
}

proc min64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return FMin(a, b)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc min64_by_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FMin(a, 0.0)
    Double @1 = ConstDouble(0.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc min64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FMin(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc min64_folded0() -> Double {
#0:
    ; return FMin(1.0, 2.0)
    Double @0 = ConstDouble(1.0)
    Double @1 = ConstDouble(2.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc min64_folded1() -> Double {
#0:
    ; return FMin(2.0, 1.0)
    Double @0 = ConstDouble(2.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc min64_folded2() -> Double {
#0:
    ; return FMin(-1.0, 1.0)
    Double @0 = ConstDouble(-1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc min64_folded3() -> Double {
#0:
    ; return FMin(0.0, -0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = ConstDouble(-0.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}

proc max64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return FMax(a, b)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc max64_by_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FMax(a, 0.0)
    Double @1 = ConstDouble(0.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc max64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FMax(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc max64_folded0() -> Double {
#0:
    ; return FMax(1.0, 2.0)
    Double @0 = ConstDouble(1.0)
    Double @1 = ConstDouble(2.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc max64_folded1() -> Double {
#0:
    ; return FMax(2.0, 1.0)
    Double @0 = ConstDouble(2.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc max64_folded2() -> Double {
#0:
    ; return FMax(-1.0, 1.0)
    Double @0 = ConstDouble(-1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc max64_folded3() -> Double {
#0:
    ; return FMax(0.0, -0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = ConstDouble(-0.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}

proc fmin_of_nan64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return PurifyNaN(FMin(a, b))
    Double @2 = FMin(@0, @1)
    Double @3 = PurifyNaN(@2)
    Void @4 = Return(@3)
}

proc fmax_of_nan64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return PurifyNaN(FMax(a, b))
    Double @2 = FMax(@0, @1)
    Double @3 = PurifyNaN(@2)
    Void @4 = Return(@3)
}
