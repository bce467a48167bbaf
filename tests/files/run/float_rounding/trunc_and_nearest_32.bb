barebones 1
; Ceil, Floor, FTrunc and Nearest (ties to even) keep the sign of zero, infinities and numbers too large for fractions.
;! run

proc ftrunc32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FTrunc(a)
    Float @2 = FTrunc(@1)
    Void @3 = Return(@2)
}
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

proc ftrunc32_folded0() -> Float {
#0:
    ; return FTrunc(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc32_folded0() == 0.0f

proc ftrunc32_folded1() -> Float {
#0:
    ; return FTrunc(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc32_folded1() == -0.0f

proc ftrunc32_folded2() -> Float {
#0:
    ; return FTrunc(0.5f)
    Float @0 = ConstFloat(0.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc32_folded2() == 0.0f

proc ftrunc32_folded3() -> Float {
#0:
    ; return FTrunc(-0.5f)
    Float @0 = ConstFloat(-0.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc32_folded3() == -0.0f

proc ftrunc32_folded4() -> Float {
#0:
    ; return FTrunc(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc32_folded4() == 1.0f

proc ftrunc32_folded5() -> Float {
#0:
    ; return FTrunc(2.5f)
    Float @0 = ConstFloat(2.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc32_folded5() == 2.0f

proc ftrunc32_folded6() -> Float {
#0:
    ; return FTrunc(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc32_folded6() == -1.0f

proc ftrunc32_folded7() -> Float {
#0:
    ; return FTrunc(-2.5f)
    Float @0 = ConstFloat(-2.5)
    Float @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc32_folded7() == -2.0f

proc nearest32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Nearest(a)
    Float @2 = Nearest(@1)
    Void @3 = Return(@2)
}
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

proc nearest32_folded0() -> Float {
#0:
    ; return Nearest(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest32_folded0() == 0.0f

proc nearest32_folded1() -> Float {
#0:
    ; return Nearest(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest32_folded1() == -0.0f

proc nearest32_folded2() -> Float {
#0:
    ; return Nearest(0.5f)
    Float @0 = ConstFloat(0.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest32_folded2() == 0.0f

proc nearest32_folded3() -> Float {
#0:
    ; return Nearest(-0.5f)
    Float @0 = ConstFloat(-0.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest32_folded3() == -0.0f

proc nearest32_folded4() -> Float {
#0:
    ; return Nearest(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest32_folded4() == 2.0f

proc nearest32_folded5() -> Float {
#0:
    ; return Nearest(2.5f)
    Float @0 = ConstFloat(2.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest32_folded5() == 2.0f

proc nearest32_folded6() -> Float {
#0:
    ; return Nearest(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest32_folded6() == -2.0f

proc nearest32_folded7() -> Float {
#0:
    ; return Nearest(-2.5f)
    Float @0 = ConstFloat(-2.5)
    Float @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest32_folded7() == -2.0f
