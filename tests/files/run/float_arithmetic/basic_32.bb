barebones 1
; Sums, products, quotients, roots and remainders, rounded once in their own type.
;! run

proc add32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Add(a, b)
    Float @4 = Add(@1, @3)
    Void @5 = Return(@4)
}
;; run add32(0.1f, 0.2f) == 0.3f
;; run add32(1.0f, 3.0f) == 4.0f
;; run add32(-0.0f, 0.0f) == 0.0f
;; run add32(16777216.0f, 1.0f) == 16777216.0f
;; run add32(10000000000.0f, -0.0000000001f) == 10000000000.0f
;; run add32(1.0f, 0.1f) == 1.1f
;; run add32(inf, 1.0f) == inf
;; run add32(-0.0f, -0.0f) == -0.0f

proc add32_by_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Add(a, 0.0f)
    Float @2 = ConstFloat(0.0)
    Float @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_0_0f(0.1f) == 0.1f
;; run add32_by_0_0f(1.0f) == 1.0f
;; run add32_by_0_0f(-0.0f) == 0.0f
;; run add32_by_0_0f(16777216.0f) == 16777216.0f
;; run add32_by_0_0f(10000000000.0f) == 10000000000.0f
;; run add32_by_0_0f(inf) == inf

proc add32_by_minus_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Add(a, -0.0f)
    Float @2 = ConstFloat(-0.0)
    Float @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_minus_0_0f(0.1f) == 0.1f
;; run add32_by_minus_0_0f(1.0f) == 1.0f
;; run add32_by_minus_0_0f(-0.0f) == -0.0f
;; run add32_by_minus_0_0f(16777216.0f) == 16777216.0f
;; run add32_by_minus_0_0f(10000000000.0f) == 10000000000.0f
;; run add32_by_minus_0_0f(inf) == inf

proc add32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Add(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_1_0f(0.1f) == 1.1f
;; run add32_by_1_0f(1.0f) == 2.0f
;; run add32_by_1_0f(-0.0f) == 1.0f
;; run add32_by_1_0f(16777216.0f) == 16777216.0f
;; run add32_by_1_0f(10000000000.0f) == 10000000000.0f
;; run add32_by_1_0f(inf) == inf

proc sub32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Sub(a, b)
    Float @4 = Sub(@1, @3)
    Void @5 = Return(@4)
}
;; run sub32(0.1f, 0.2f) == -0.1f
;; run sub32(1.0f, 3.0f) == -2.0f
;; run sub32(-0.0f, 0.0f) == -0.0f
;; run sub32(16777216.0f, 1.0f) == 16777215.0f
;; run sub32(10000000000.0f, -0.0000000001f) == 10000000000.0f
;; run sub32(1.0f, 0.1f) == 0.9f
;; run sub32(0.0f, 0.0f) == 0.0f
;; run sub32(1.0f, 1.0f) == 0.0f

proc sub32_by_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Sub(a, 0.0f)
    Float @2 = ConstFloat(0.0)
    Float @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_0_0f(0.1f) == 0.1f
;; run sub32_by_0_0f(1.0f) == 1.0f
;; run sub32_by_0_0f(-0.0f) == -0.0f
;; run sub32_by_0_0f(16777216.0f) == 16777216.0f
;; run sub32_by_0_0f(10000000000.0f) == 10000000000.0f

proc sub32_by_minus_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Sub(a, -0.0f)
    Float @2 = ConstFloat(-0.0)
    Float @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_minus_0_0f(0.1f) == 0.1f
;; run sub32_by_minus_0_0f(1.0f) == 1.0f
;; run sub32_by_minus_0_0f(-0.0f) == 0.0f
;; run sub32_by_minus_0_0f(16777216.0f) == 16777216.0f
;; run sub32_by_minus_0_0f(10000000000.0f) == 10000000000.0f

proc sub32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Sub(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_1_0f(0.1f) == -0.9f
;; run sub32_by_1_0f(1.0f) == 0.0f
;; run sub32_by_1_0f(-0.0f) == -1.0f
;; run sub32_by_1_0f(16777216.0f) == 16777215.0f
;; run sub32_by_1_0f(10000000000.0f) == 10000000000.0f

proc mul32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Mul(a, b)
    Float @4 = Mul(@1, @3)
    Void @5 = Return(@4)
}
;; run mul32(0.1f, 0.2f) == 0.020000001f
;; run mul32(1.0f, 3.0f) == 3.0f
;; run mul32(-0.0f, 0.0f) == -0.0f
;; run mul32(16777216.0f, 1.0f) == 16777216.0f
;; run mul32(10000000000.0f, -0.0000000001f) == -1.0f
;; run mul32(1.0f, 0.1f) == 0.1f
;; run mul32(-1.0f, 0.0f) == -0.0f
;; run mul32(inf, -2.0f) == -inf

proc mul32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Mul(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_1_0f(0.1f) == 0.1f
;; run mul32_by_1_0f(1.0f) == 1.0f
;; run mul32_by_1_0f(-0.0f) == -0.0f
;; run mul32_by_1_0f(16777216.0f) == 16777216.0f
;; run mul32_by_1_0f(10000000000.0f) == 10000000000.0f
;; run mul32_by_1_0f(-1.0f) == -1.0f
;; run mul32_by_1_0f(inf) == inf

proc mul32_by_minus_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Mul(a, -1.0f)
    Float @2 = ConstFloat(-1.0)
    Float @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_minus_1_0f(0.1f) == -0.1f
;; run mul32_by_minus_1_0f(1.0f) == -1.0f
;; run mul32_by_minus_1_0f(-0.0f) == 0.0f
;; run mul32_by_minus_1_0f(16777216.0f) == -16777216.0f
;; run mul32_by_minus_1_0f(10000000000.0f) == -10000000000.0f
;; run mul32_by_minus_1_0f(-1.0f) == 1.0f
;; run mul32_by_minus_1_0f(inf) == -inf

proc mul32_by_2_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Mul(a, 2.0f)
    Float @2 = ConstFloat(2.0)
    Float @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_2_0f(0.1f) == 0.2f
;; run mul32_by_2_0f(1.0f) == 2.0f
;; run mul32_by_2_0f(-0.0f) == -0.0f
;; run mul32_by_2_0f(16777216.0f) == 33554432.0f
;; run mul32_by_2_0f(10000000000.0f) == 20000000000.0f
;; run mul32_by_2_0f(-1.0f) == -2.0f
;; run mul32_by_2_0f(inf) == inf

proc div32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Div(a, b)
    Float @4 = Div(@1, @3)
    Void @5 = Return(@4)
}
;; run div32(0.1f, 0.2f) == 0.5f
;; run div32(1.0f, 3.0f) == 0.33333334f
;; run div32(16777216.0f, 1.0f) == 16777216.0f
;; run div32(10000000000.0f, -0.0000000001f) == -100000000000000000000.0f
;; run div32(1.0f, 0.1f) == 10.0f
;; run div32(1.0f, 0.0f) == inf
;; run div32(1.0f, -0.0f) == -inf
;; run div32(1.0f, inf) == 0.0f

proc div32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Div(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_1_0f(0.1f) == 0.1f
;; run div32_by_1_0f(1.0f) == 1.0f
;; run div32_by_1_0f(16777216.0f) == 16777216.0f
;; run div32_by_1_0f(10000000000.0f) == 10000000000.0f

proc div32_by_minus_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Div(a, -1.0f)
    Float @2 = ConstFloat(-1.0)
    Float @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_1_0f(0.1f) == -0.1f
;; run div32_by_minus_1_0f(1.0f) == -1.0f
;; run div32_by_minus_1_0f(16777216.0f) == -16777216.0f
;; run div32_by_minus_1_0f(10000000000.0f) == -10000000000.0f

proc div32_by_2_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Div(a, 2.0f)
    Float @2 = ConstFloat(2.0)
    Float @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_2_0f(0.1f) == 0.05f
;; run div32_by_2_0f(1.0f) == 0.5f
;; run div32_by_2_0f(16777216.0f) == 8388608.0f
;; run div32_by_2_0f(10000000000.0f) == 5000000000.0f

proc div32_by_3_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Div(a, 3.0f)
    Float @2 = ConstFloat(3.0)
    Float @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_3_0f(0.1f) == 0.033333335f
;; run div32_by_3_0f(1.0f) == 0.33333334f
;; run div32_by_3_0f(16777216.0f) == 5592405.5f
;; run div32_by_3_0f(10000000000.0f) == 3333333200.0f
