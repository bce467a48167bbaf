barebones 1
; Ceil, Floor, FTrunc and Nearest (ties to even) keep the sign of zero, infinities and numbers too large for fractions.
;! run

proc ceil32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Ceil(a)
    Float @2 = Ceil(@1)
    Void @3 = Return(@2)
}
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

proc ceil32_folded0() -> Float {
#0:
    ; return Ceil(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil32_folded0() == 0.0f

proc ceil32_folded1() -> Float {
#0:
    ; return Ceil(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil32_folded1() == -0.0f

proc ceil32_folded2() -> Float {
#0:
    ; return Ceil(0.5f)
    Float @0 = ConstFloat(0.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil32_folded2() == 1.0f

proc ceil32_folded3() -> Float {
#0:
    ; return Ceil(-0.5f)
    Float @0 = ConstFloat(-0.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil32_folded3() == -0.0f

proc ceil32_folded4() -> Float {
#0:
    ; return Ceil(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil32_folded4() == 2.0f

proc ceil32_folded5() -> Float {
#0:
    ; return Ceil(2.5f)
    Float @0 = ConstFloat(2.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil32_folded5() == 3.0f

proc ceil32_folded6() -> Float {
#0:
    ; return Ceil(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil32_folded6() == -1.0f

proc ceil32_folded7() -> Float {
#0:
    ; return Ceil(-2.5f)
    Float @0 = ConstFloat(-2.5)
    Float @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil32_folded7() == -2.0f

proc floor32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Floor(a)
    Float @2 = Floor(@1)
    Void @3 = Return(@2)
}
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

proc floor32_folded0() -> Float {
#0:
    ; return Floor(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor32_folded0() == 0.0f

proc floor32_folded1() -> Float {
#0:
    ; return Floor(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor32_folded1() == -0.0f

proc floor32_folded2() -> Float {
#0:
    ; return Floor(0.5f)
    Float @0 = ConstFloat(0.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor32_folded2() == 0.0f

proc floor32_folded3() -> Float {
#0:
    ; return Floor(-0.5f)
    Float @0 = ConstFloat(-0.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor32_folded3() == -1.0f

proc floor32_folded4() -> Float {
#0:
    ; return Floor(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor32_folded4() == 1.0f

proc floor32_folded5() -> Float {
#0:
    ; return Floor(2.5f)
    Float @0 = ConstFloat(2.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor32_folded5() == 2.0f

proc floor32_folded6() -> Float {
#0:
    ; return Floor(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor32_folded6() == -2.0f

proc floor32_folded7() -> Float {
#0:
    ; return Floor(-2.5f)
    Float @0 = ConstFloat(-2.5)
    Float @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor32_folded7() == -3.0f
