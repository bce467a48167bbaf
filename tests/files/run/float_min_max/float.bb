barebones 1
; FMin and FMax: a zero with sign is below one without; a NaN wins (which NaN is unspecified: it is made canonical here).
;! run

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

proc min32_by_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FMin(a, 0.0f)
    Float @2 = ConstFloat(0.0)
    Float @3 = FMin(@1, @2)
    Void @4 = Return(@3)
}
;; run min32_by_0_0f(1.0f) == 0.0f
;; run min32_by_0_0f(2.0f) == 0.0f
;; run min32_by_0_0f(-1.0f) == -1.0f
;; run min32_by_0_0f(0.0f) == 0.0f
;; run min32_by_0_0f(inf) == 0.0f
;; run min32_by_0_0f(-inf) == -inf

proc min32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FMin(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = FMin(@1, @2)
    Void @4 = Return(@3)
}
;; run min32_by_1_0f(1.0f) == 1.0f
;; run min32_by_1_0f(2.0f) == 1.0f
;; run min32_by_1_0f(-1.0f) == -1.0f
;; run min32_by_1_0f(0.0f) == 0.0f
;; run min32_by_1_0f(inf) == 1.0f
;; run min32_by_1_0f(-inf) == -inf

proc min32_folded0() -> Float {
#0:
    ; return FMin(1.0f, 2.0f)
    Float @0 = ConstFloat(1.0)
    Float @1 = ConstFloat(2.0)
    Float @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min32_folded0() == 1.0f

proc min32_folded1() -> Float {
#0:
    ; return FMin(2.0f, 1.0f)
    Float @0 = ConstFloat(2.0)
    Float @1 = ConstFloat(1.0)
    Float @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min32_folded1() == 1.0f

proc min32_folded2() -> Float {
#0:
    ; return FMin(-1.0f, 1.0f)
    Float @0 = ConstFloat(-1.0)
    Float @1 = ConstFloat(1.0)
    Float @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min32_folded2() == -1.0f

proc min32_folded3() -> Float {
#0:
    ; return FMin(0.0f, -0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = ConstFloat(-0.0)
    Float @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min32_folded3() == -0.0f

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

proc max32_by_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FMax(a, 0.0f)
    Float @2 = ConstFloat(0.0)
    Float @3 = FMax(@1, @2)
    Void @4 = Return(@3)
}
;; run max32_by_0_0f(1.0f) == 1.0f
;; run max32_by_0_0f(2.0f) == 2.0f
;; run max32_by_0_0f(-1.0f) == 0.0f
;; run max32_by_0_0f(0.0f) == 0.0f
;; run max32_by_0_0f(inf) == inf
;; run max32_by_0_0f(-inf) == 0.0f

proc max32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FMax(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = FMax(@1, @2)
    Void @4 = Return(@3)
}
;; run max32_by_1_0f(1.0f) == 1.0f
;; run max32_by_1_0f(2.0f) == 2.0f
;; run max32_by_1_0f(-1.0f) == 1.0f
;; run max32_by_1_0f(0.0f) == 1.0f
;; run max32_by_1_0f(inf) == inf
;; run max32_by_1_0f(-inf) == 1.0f

proc max32_folded0() -> Float {
#0:
    ; return FMax(1.0f, 2.0f)
    Float @0 = ConstFloat(1.0)
    Float @1 = ConstFloat(2.0)
    Float @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max32_folded0() == 2.0f

proc max32_folded1() -> Float {
#0:
    ; return FMax(2.0f, 1.0f)
    Float @0 = ConstFloat(2.0)
    Float @1 = ConstFloat(1.0)
    Float @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max32_folded1() == 2.0f

proc max32_folded2() -> Float {
#0:
    ; return FMax(-1.0f, 1.0f)
    Float @0 = ConstFloat(-1.0)
    Float @1 = ConstFloat(1.0)
    Float @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max32_folded2() == 1.0f

proc max32_folded3() -> Float {
#0:
    ; return FMax(0.0f, -0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = ConstFloat(-0.0)
    Float @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max32_folded3() == 0.0f

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
;; run fmin_of_nan32(nan:0x7fc00000, 1.0f) == nan:0x7fc00000
;; run fmin_of_nan32(1.0f, nan:0xffc00001) == nan:0x7fc00000
;; run fmin_of_nan32(nan:0xffc00001, nan:0x7fc00000) == nan:0x7fc00000
;; run fmin_of_nan32(nan:0x7fc00000, inf) == nan:0x7fc00000

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
;; run fmax_of_nan32(nan:0x7fc00000, 1.0f) == nan:0x7fc00000
;; run fmax_of_nan32(1.0f, nan:0xffc00001) == nan:0x7fc00000
;; run fmax_of_nan32(nan:0xffc00001, nan:0x7fc00000) == nan:0x7fc00000
;; run fmax_of_nan32(nan:0x7fc00000, inf) == nan:0x7fc00000
