barebones 1
; Between Float and Double: widening is exact, narrowing rounds to nearest, overflows to infinity, and underflows with its sign.
;! run

proc widen(Float) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return FloatToDouble(a)
    Double @2 = FloatToDouble(@1)
    Void @3 = Return(@2)
}
;; run widen(0.0f) == 0.0
;; run widen(-0.0f) == -0.0
;; run widen(1.5f) == 1.5
;; run widen(0.1f) == 0.10000000149011612
;; run widen(inf) == inf
;; run widen(-inf) == -inf
;; run widen(340282350000000000000000000000000000000.0f) == 340282346638528860000000000000000000000.0

proc narrow(Double) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return DoubleToFloat(a)
    Float @1 = DoubleToFloat(@0)
    Void @2 = Return(@1)
}
;; run narrow(0.0) == 0.0f
;; run narrow(-0.0) == -0.0f
;; run narrow(1.5) == 1.5f
;; run narrow(0.1) == 0.1f
;; run narrow(1000000000000000000000000000000000000000.0) == inf
;; run narrow(-1000000000000000000000000000000000000000.0) == -inf
;; run narrow(inf) == inf
;; run narrow(1.0000000596046448) == 1.0f
;; run narrow(1.0000001788139343) == 1.0000002f
;; run narrow(1.0000000596046457) == 1.0000001f
;; run narrow(0.000000000000000000000000000000000000000000000000000000000001) == 0.0f
;; run narrow(-0.000000000000000000000000000000000000000000000000000000000001) == -0.0f

; A NaN stays one.
proc nan_stays(Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; x
    ; y: f64 = FloatToDouble(x)
    Double @2 = FloatToDouble(@1)                   ; y
    ; z: f32 = DoubleToFloat(y)
    Float @3 = DoubleToFloat(@2)                    ; z
    ; return (y != y) + (z != z) * 2
    Int32 @4 = NotEqual(@2, @2)
    Int32 @5 = NotEqual(@3, @3)
    Int32 @6 = Const32(2)
    Int32 @7 = Mul(@5, @6)
    Int32 @8 = Add(@4, @7)
    Void @9 = Return(@8)
}
;; run nan_stays(nan:0xffc00001) == 3
;; run nan_stays(1.0f) == 0

; Narrowed twice is not narrowed once from further.
proc double_rounding(Double, Double) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return DoubleToFloat(a + b)
    Double @2 = Add(@0, @1)
    Float @3 = DoubleToFloat(@2)
    Void @4 = Return(@3)
}
;; run double_rounding(1.0, 0.00000005960464483090178) == 1.0f

proc single_sum(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return a + b
    Float @4 = Add(@1, @3)
    Void @5 = Return(@4)
}
;; run single_sum(1.0f, 0.000000059604645f) == 1.0f
