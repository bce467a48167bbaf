barebones 1
; Ceil, Floor, FTrunc and Nearest (ties to even) keep the sign of zero, infinities and numbers too large for fractions.
;! run
;; run ceil32(0.0f) == 0.0f
;; run ceil32(-0.0f) == -0.0f
;; run ceil32(0.5f) == 1.0f
;; run ceil32(-0.5f) == -0.0f
;; run ceil32(1.5f) == 2.0f
;; run ceil32(2.5f) == 3.0f
;; run ceil32(-1.5f) == -1.0f
;; run ceil32(-2.5f) == -2.0f
;; run ceil32(0.25f) == 1.0f
;; run ceil32(-0.25f) == -0.0f
;; run ceil32(0.75f) == 1.0f
;; run ceil32(-0.75f) == -0.0f
;; run ceil32(3.0f) == 3.0f
;; run ceil32(-3.0f) == -3.0f
;; run ceil32(inf) == inf
;; run ceil32(-inf) == -inf
;; run ceil32(8388607.5f) == 8388608.0f
;; run ceil32(8388609.0f) == 8388609.0f
;; run ceil32(-8388607.5f) == -8388607.0f
;; run ceil32_folded0() == 0.0f
;; run ceil32_folded1() == -0.0f
;; run ceil32_folded2() == 1.0f
;; run ceil32_folded3() == -0.0f
;; run ceil32_folded4() == 2.0f
;; run ceil32_folded5() == 3.0f
;; run ceil32_folded6() == -1.0f
;; run ceil32_folded7() == -2.0f
;; run floor32(0.0f) == 0.0f
;; run floor32(-0.0f) == -0.0f
;; run floor32(0.5f) == 0.0f
;; run floor32(-0.5f) == -1.0f
;; run floor32(1.5f) == 1.0f
;; run floor32(2.5f) == 2.0f
;; run floor32(-1.5f) == -2.0f
;; run floor32(-2.5f) == -3.0f
;; run floor32(0.25f) == 0.0f
;; run floor32(-0.25f) == -1.0f
;; run floor32(0.75f) == 0.0f
;; run floor32(-0.75f) == -1.0f
;; run floor32(3.0f) == 3.0f
;; run floor32(-3.0f) == -3.0f
;; run floor32(inf) == inf
;; run floor32(-inf) == -inf
;; run floor32(8388607.5f) == 8388607.0f
;; run floor32(8388609.0f) == 8388609.0f
;; run floor32(-8388607.5f) == -8388608.0f
;; run floor32_folded0() == 0.0f
;; run floor32_folded1() == -0.0f
;; run floor32_folded2() == 0.0f
;; run floor32_folded3() == -1.0f
;; run floor32_folded4() == 1.0f
;; run floor32_folded5() == 2.0f
;; run floor32_folded6() == -2.0f
;; run floor32_folded7() == -3.0f
;; run ftrunc32(0.0f) == 0.0f
;; run ftrunc32(-0.0f) == -0.0f
;; run ftrunc32(0.5f) == 0.0f
;; run ftrunc32(-0.5f) == -0.0f
;; run ftrunc32(1.5f) == 1.0f
;; run ftrunc32(2.5f) == 2.0f
;; run ftrunc32(-1.5f) == -1.0f
;; run ftrunc32(-2.5f) == -2.0f
;; run ftrunc32(0.25f) == 0.0f
;; run ftrunc32(-0.25f) == -0.0f
;; run ftrunc32(0.75f) == 0.0f
;; run ftrunc32(-0.75f) == -0.0f
;; run ftrunc32(3.0f) == 3.0f
;; run ftrunc32(-3.0f) == -3.0f
;; run ftrunc32(inf) == inf
;; run ftrunc32(-inf) == -inf
;; run ftrunc32(8388607.5f) == 8388607.0f
;; run ftrunc32(8388609.0f) == 8388609.0f
;; run ftrunc32(-8388607.5f) == -8388607.0f
;; run ftrunc32_folded0() == 0.0f
;; run ftrunc32_folded1() == -0.0f
;; run ftrunc32_folded2() == 0.0f
;; run ftrunc32_folded3() == -0.0f
;; run ftrunc32_folded4() == 1.0f
;; run ftrunc32_folded5() == 2.0f
;; run ftrunc32_folded6() == -1.0f
;; run ftrunc32_folded7() == -2.0f
;; run nearest32(0.0f) == 0.0f
;; run nearest32(-0.0f) == -0.0f
;; run nearest32(0.5f) == 0.0f
;; run nearest32(-0.5f) == -0.0f
;; run nearest32(1.5f) == 2.0f
;; run nearest32(2.5f) == 2.0f
;; run nearest32(-1.5f) == -2.0f
;; run nearest32(-2.5f) == -2.0f
;; run nearest32(0.25f) == 0.0f
;; run nearest32(-0.25f) == -0.0f
;; run nearest32(0.75f) == 1.0f
;; run nearest32(-0.75f) == -1.0f
;; run nearest32(3.0f) == 3.0f
;; run nearest32(-3.0f) == -3.0f
;; run nearest32(inf) == inf
;; run nearest32(-inf) == -inf
;; run nearest32(8388607.5f) == 8388608.0f
;; run nearest32(8388609.0f) == 8388609.0f
;; run nearest32(-8388607.5f) == -8388608.0f
;; run nearest32_folded0() == 0.0f
;; run nearest32_folded1() == -0.0f
;; run nearest32_folded2() == 0.0f
;; run nearest32_folded3() == -0.0f
;; run nearest32_folded4() == 2.0f
;; run nearest32_folded5() == 2.0f
;; run nearest32_folded6() == -2.0f
;; run nearest32_folded7() == -2.0f
;; run ceil64(0.0) == 0.0
;; run ceil64(-0.0) == -0.0
;; run ceil64(0.5) == 1.0
;; run ceil64(-0.5) == -0.0
;; run ceil64(1.5) == 2.0
;; run ceil64(2.5) == 3.0
;; run ceil64(-1.5) == -1.0
;; run ceil64(-2.5) == -2.0
;; run ceil64(0.25) == 1.0
;; run ceil64(-0.25) == -0.0
;; run ceil64(0.75) == 1.0
;; run ceil64(-0.75) == -0.0
;; run ceil64(3.0) == 3.0
;; run ceil64(-3.0) == -3.0
;; run ceil64(inf) == inf
;; run ceil64(-inf) == -inf
;; run ceil64(4503599627370495.5) == 4503599627370496.0
;; run ceil64(4503599627370497.0) == 4503599627370497.0
;; run ceil64(0.49999999999999994) == 1.0
;; run ceil64(-4503599627370495.5) == -4503599627370495.0
;; run ceil64(9007199254740992.0) == 9007199254740992.0
;; run ceil64_folded0() == 0.0
;; run ceil64_folded1() == -0.0
;; run ceil64_folded2() == 1.0
;; run ceil64_folded3() == -0.0
;; run ceil64_folded4() == 2.0
;; run ceil64_folded5() == 3.0
;; run ceil64_folded6() == -1.0
;; run ceil64_folded7() == -2.0
;; run floor64(0.0) == 0.0
;; run floor64(-0.0) == -0.0
;; run floor64(0.5) == 0.0
;; run floor64(-0.5) == -1.0
;; run floor64(1.5) == 1.0
;; run floor64(2.5) == 2.0
;; run floor64(-1.5) == -2.0
;; run floor64(-2.5) == -3.0
;; run floor64(0.25) == 0.0
;; run floor64(-0.25) == -1.0
;; run floor64(0.75) == 0.0
;; run floor64(-0.75) == -1.0
;; run floor64(3.0) == 3.0
;; run floor64(-3.0) == -3.0
;; run floor64(inf) == inf
;; run floor64(-inf) == -inf
;; run floor64(4503599627370495.5) == 4503599627370495.0
;; run floor64(4503599627370497.0) == 4503599627370497.0
;; run floor64(0.49999999999999994) == 0.0
;; run floor64(-4503599627370495.5) == -4503599627370496.0
;; run floor64(9007199254740992.0) == 9007199254740992.0
;; run floor64_folded0() == 0.0
;; run floor64_folded1() == -0.0
;; run floor64_folded2() == 0.0
;; run floor64_folded3() == -1.0
;; run floor64_folded4() == 1.0
;; run floor64_folded5() == 2.0
;; run floor64_folded6() == -2.0
;; run floor64_folded7() == -3.0
;; run ftrunc64(0.0) == 0.0
;; run ftrunc64(-0.0) == -0.0
;; run ftrunc64(0.5) == 0.0
;; run ftrunc64(-0.5) == -0.0
;; run ftrunc64(1.5) == 1.0
;; run ftrunc64(2.5) == 2.0
;; run ftrunc64(-1.5) == -1.0
;; run ftrunc64(-2.5) == -2.0
;; run ftrunc64(0.25) == 0.0
;; run ftrunc64(-0.25) == -0.0
;; run ftrunc64(0.75) == 0.0
;; run ftrunc64(-0.75) == -0.0
;; run ftrunc64(3.0) == 3.0
;; run ftrunc64(-3.0) == -3.0
;; run ftrunc64(inf) == inf
;; run ftrunc64(-inf) == -inf
;; run ftrunc64(4503599627370495.5) == 4503599627370495.0
;; run ftrunc64(4503599627370497.0) == 4503599627370497.0
;; run ftrunc64(0.49999999999999994) == 0.0
;; run ftrunc64(-4503599627370495.5) == -4503599627370495.0
;; run ftrunc64(9007199254740992.0) == 9007199254740992.0
;; run ftrunc64_folded0() == 0.0
;; run ftrunc64_folded1() == -0.0
;; run ftrunc64_folded2() == 0.0
;; run ftrunc64_folded3() == -0.0
;; run ftrunc64_folded4() == 1.0
;; run ftrunc64_folded5() == 2.0
;; run ftrunc64_folded6() == -1.0
;; run ftrunc64_folded7() == -2.0
;; run nearest64(0.0) == 0.0
;; run nearest64(-0.0) == -0.0
;; run nearest64(0.5) == 0.0
;; run nearest64(-0.5) == -0.0
;; run nearest64(1.5) == 2.0
;; run nearest64(2.5) == 2.0
;; run nearest64(-1.5) == -2.0
;; run nearest64(-2.5) == -2.0
;; run nearest64(0.25) == 0.0
;; run nearest64(-0.25) == -0.0
;; run nearest64(0.75) == 1.0
;; run nearest64(-0.75) == -1.0
;; run nearest64(3.0) == 3.0
;; run nearest64(-3.0) == -3.0
;; run nearest64(inf) == inf
;; run nearest64(-inf) == -inf
;; run nearest64(4503599627370495.5) == 4503599627370496.0
;; run nearest64(4503599627370497.0) == 4503599627370497.0
;; run nearest64(0.49999999999999994) == 0.0
;; run nearest64(-4503599627370495.5) == -4503599627370496.0
;; run nearest64(9007199254740992.0) == 9007199254740992.0
;; run nearest64_folded0() == 0.0
;; run nearest64_folded1() == -0.0
;; run nearest64_folded2() == 0.0
;; run nearest64_folded3() == -0.0
;; run nearest64_folded4() == 2.0
;; run nearest64_folded5() == 2.0
;; run nearest64_folded6() == -2.0
;; run nearest64_folded7() == -2.0

proc ceil32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Ceil(a)
    Float @2 = Ceil(@1)
    Void @3 = Return(@2)
}

proc ceil32_folded0() -> Float {
#0:
    ; return Ceil(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil32_folded1() -> Float {
#0:
    ; return Ceil(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil32_folded2() -> Float {
#0:
    ; return Ceil(0.5f)
    Float @0 = ConstFloat(0.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil32_folded3() -> Float {
#0:
    ; return Ceil(-0.5f)
    Float @0 = ConstFloat(-0.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil32_folded4() -> Float {
#0:
    ; return Ceil(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil32_folded5() -> Float {
#0:
    ; return Ceil(2.5f)
    Float @0 = ConstFloat(2.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil32_folded6() -> Float {
#0:
    ; return Ceil(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil32_folded7() -> Float {
#0:
    ; return Ceil(-2.5f)
    Float @0 = ConstFloat(-2.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc floor32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Floor(a)
    Float @2 = Floor(@1)
    Void @3 = Return(@2)
}

proc floor32_folded0() -> Float {
#0:
    ; return Floor(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor32_folded1() -> Float {
#0:
    ; return Floor(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor32_folded2() -> Float {
#0:
    ; return Floor(0.5f)
    Float @0 = ConstFloat(0.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor32_folded3() -> Float {
#0:
    ; return Floor(-0.5f)
    Float @0 = ConstFloat(-0.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor32_folded4() -> Float {
#0:
    ; return Floor(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor32_folded5() -> Float {
#0:
    ; return Floor(2.5f)
    Float @0 = ConstFloat(2.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor32_folded6() -> Float {
#0:
    ; return Floor(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor32_folded7() -> Float {
#0:
    ; return Floor(-2.5f)
    Float @0 = ConstFloat(-2.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc ftrunc32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FTrunc(a)
    Float @2 = FTrunc(@1)
    Void @3 = Return(@2)
}

proc ftrunc32_folded0() -> Float {
#0:
    ; return FTrunc(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc32_folded1() -> Float {
#0:
    ; return FTrunc(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc32_folded2() -> Float {
#0:
    ; return FTrunc(0.5f)
    Float @0 = ConstFloat(0.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc32_folded3() -> Float {
#0:
    ; return FTrunc(-0.5f)
    Float @0 = ConstFloat(-0.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc32_folded4() -> Float {
#0:
    ; return FTrunc(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc32_folded5() -> Float {
#0:
    ; return FTrunc(2.5f)
    Float @0 = ConstFloat(2.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc32_folded6() -> Float {
#0:
    ; return FTrunc(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc32_folded7() -> Float {
#0:
    ; return FTrunc(-2.5f)
    Float @0 = ConstFloat(-2.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc nearest32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Nearest(a)
    Float @2 = Nearest(@1)
    Void @3 = Return(@2)
}

proc nearest32_folded0() -> Float {
#0:
    ; return Nearest(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest32_folded1() -> Float {
#0:
    ; return Nearest(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest32_folded2() -> Float {
#0:
    ; return Nearest(0.5f)
    Float @0 = ConstFloat(0.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest32_folded3() -> Float {
#0:
    ; return Nearest(-0.5f)
    Float @0 = ConstFloat(-0.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest32_folded4() -> Float {
#0:
    ; return Nearest(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest32_folded5() -> Float {
#0:
    ; return Nearest(2.5f)
    Float @0 = ConstFloat(2.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest32_folded6() -> Float {
#0:
    ; return Nearest(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest32_folded7() -> Float {
#0:
    ; return Nearest(-2.5f)
    Float @0 = ConstFloat(-2.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc ceil64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Ceil(a)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil64_folded0() -> Double {
#0:
    ; return Ceil(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil64_folded1() -> Double {
#0:
    ; return Ceil(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil64_folded2() -> Double {
#0:
    ; return Ceil(0.5)
    Double @0 = ConstDouble(0.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil64_folded3() -> Double {
#0:
    ; return Ceil(-0.5)
    Double @0 = ConstDouble(-0.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil64_folded4() -> Double {
#0:
    ; return Ceil(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil64_folded5() -> Double {
#0:
    ; return Ceil(2.5)
    Double @0 = ConstDouble(2.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil64_folded6() -> Double {
#0:
    ; return Ceil(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc ceil64_folded7() -> Double {
#0:
    ; return Ceil(-2.5)
    Double @0 = ConstDouble(-2.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}

proc floor64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Floor(a)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor64_folded0() -> Double {
#0:
    ; return Floor(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor64_folded1() -> Double {
#0:
    ; return Floor(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor64_folded2() -> Double {
#0:
    ; return Floor(0.5)
    Double @0 = ConstDouble(0.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor64_folded3() -> Double {
#0:
    ; return Floor(-0.5)
    Double @0 = ConstDouble(-0.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor64_folded4() -> Double {
#0:
    ; return Floor(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor64_folded5() -> Double {
#0:
    ; return Floor(2.5)
    Double @0 = ConstDouble(2.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor64_folded6() -> Double {
#0:
    ; return Floor(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc floor64_folded7() -> Double {
#0:
    ; return Floor(-2.5)
    Double @0 = ConstDouble(-2.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}

proc ftrunc64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FTrunc(a)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc64_folded0() -> Double {
#0:
    ; return FTrunc(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc64_folded1() -> Double {
#0:
    ; return FTrunc(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc64_folded2() -> Double {
#0:
    ; return FTrunc(0.5)
    Double @0 = ConstDouble(0.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc64_folded3() -> Double {
#0:
    ; return FTrunc(-0.5)
    Double @0 = ConstDouble(-0.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc64_folded4() -> Double {
#0:
    ; return FTrunc(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc64_folded5() -> Double {
#0:
    ; return FTrunc(2.5)
    Double @0 = ConstDouble(2.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc64_folded6() -> Double {
#0:
    ; return FTrunc(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc ftrunc64_folded7() -> Double {
#0:
    ; return FTrunc(-2.5)
    Double @0 = ConstDouble(-2.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}

proc nearest64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Nearest(a)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest64_folded0() -> Double {
#0:
    ; return Nearest(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest64_folded1() -> Double {
#0:
    ; return Nearest(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest64_folded2() -> Double {
#0:
    ; return Nearest(0.5)
    Double @0 = ConstDouble(0.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest64_folded3() -> Double {
#0:
    ; return Nearest(-0.5)
    Double @0 = ConstDouble(-0.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest64_folded4() -> Double {
#0:
    ; return Nearest(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest64_folded5() -> Double {
#0:
    ; return Nearest(2.5)
    Double @0 = ConstDouble(2.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest64_folded6() -> Double {
#0:
    ; return Nearest(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}

proc nearest64_folded7() -> Double {
#0:
    ; return Nearest(-2.5)
    Double @0 = ConstDouble(-2.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
