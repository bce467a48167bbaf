barebones 1
; Sums, products, quotients, roots and remainders, rounded once in their own type.
;! run
;; run add32(0.1f, 0.2f) == 0.3f
;; run add32(1.0f, 3.0f) == 4.0f
;; run add32(-0.0f, 0.0f) == 0.0f
;; run add32(16777216.0f, 1.0f) == 16777216.0f
;; run add32(10000000000.0f, -0.0000000001f) == 10000000000.0f
;; run add32(1.0f, 0.1f) == 1.1f
;; run add32(inf, 1.0f) == inf
;; run add32(-0.0f, -0.0f) == -0.0f
;; run add32_by_0_0f(0.1f) == 0.1f
;; run add32_by_0_0f(1.0f) == 1.0f
;; run add32_by_0_0f(-0.0f) == 0.0f
;; run add32_by_0_0f(16777216.0f) == 16777216.0f
;; run add32_by_0_0f(10000000000.0f) == 10000000000.0f
;; run add32_by_0_0f(inf) == inf
;; run add32_by_minus_0_0f(0.1f) == 0.1f
;; run add32_by_minus_0_0f(1.0f) == 1.0f
;; run add32_by_minus_0_0f(-0.0f) == -0.0f
;; run add32_by_minus_0_0f(16777216.0f) == 16777216.0f
;; run add32_by_minus_0_0f(10000000000.0f) == 10000000000.0f
;; run add32_by_minus_0_0f(inf) == inf
;; run add32_by_1_0f(0.1f) == 1.1f
;; run add32_by_1_0f(1.0f) == 2.0f
;; run add32_by_1_0f(-0.0f) == 1.0f
;; run add32_by_1_0f(16777216.0f) == 16777216.0f
;; run add32_by_1_0f(10000000000.0f) == 10000000000.0f
;; run add32_by_1_0f(inf) == inf
;; run sub32(0.1f, 0.2f) == -0.1f
;; run sub32(1.0f, 3.0f) == -2.0f
;; run sub32(-0.0f, 0.0f) == -0.0f
;; run sub32(16777216.0f, 1.0f) == 16777215.0f
;; run sub32(10000000000.0f, -0.0000000001f) == 10000000000.0f
;; run sub32(1.0f, 0.1f) == 0.9f
;; run sub32(0.0f, 0.0f) == 0.0f
;; run sub32(1.0f, 1.0f) == 0.0f
;; run sub32_by_0_0f(0.1f) == 0.1f
;; run sub32_by_0_0f(1.0f) == 1.0f
;; run sub32_by_0_0f(-0.0f) == -0.0f
;; run sub32_by_0_0f(16777216.0f) == 16777216.0f
;; run sub32_by_0_0f(10000000000.0f) == 10000000000.0f
;; run sub32_by_minus_0_0f(0.1f) == 0.1f
;; run sub32_by_minus_0_0f(1.0f) == 1.0f
;; run sub32_by_minus_0_0f(-0.0f) == 0.0f
;; run sub32_by_minus_0_0f(16777216.0f) == 16777216.0f
;; run sub32_by_minus_0_0f(10000000000.0f) == 10000000000.0f
;; run sub32_by_1_0f(0.1f) == -0.9f
;; run sub32_by_1_0f(1.0f) == 0.0f
;; run sub32_by_1_0f(-0.0f) == -1.0f
;; run sub32_by_1_0f(16777216.0f) == 16777215.0f
;; run sub32_by_1_0f(10000000000.0f) == 10000000000.0f
;; run mul32(0.1f, 0.2f) == 0.020000001f
;; run mul32(1.0f, 3.0f) == 3.0f
;; run mul32(-0.0f, 0.0f) == -0.0f
;; run mul32(16777216.0f, 1.0f) == 16777216.0f
;; run mul32(10000000000.0f, -0.0000000001f) == -1.0f
;; run mul32(1.0f, 0.1f) == 0.1f
;; run mul32(-1.0f, 0.0f) == -0.0f
;; run mul32(inf, -2.0f) == -inf
;; run mul32_by_1_0f(0.1f) == 0.1f
;; run mul32_by_1_0f(1.0f) == 1.0f
;; run mul32_by_1_0f(-0.0f) == -0.0f
;; run mul32_by_1_0f(16777216.0f) == 16777216.0f
;; run mul32_by_1_0f(10000000000.0f) == 10000000000.0f
;; run mul32_by_1_0f(-1.0f) == -1.0f
;; run mul32_by_1_0f(inf) == inf
;; run mul32_by_minus_1_0f(0.1f) == -0.1f
;; run mul32_by_minus_1_0f(1.0f) == -1.0f
;; run mul32_by_minus_1_0f(-0.0f) == 0.0f
;; run mul32_by_minus_1_0f(16777216.0f) == -16777216.0f
;; run mul32_by_minus_1_0f(10000000000.0f) == -10000000000.0f
;; run mul32_by_minus_1_0f(-1.0f) == 1.0f
;; run mul32_by_minus_1_0f(inf) == -inf
;; run mul32_by_2_0f(0.1f) == 0.2f
;; run mul32_by_2_0f(1.0f) == 2.0f
;; run mul32_by_2_0f(-0.0f) == -0.0f
;; run mul32_by_2_0f(16777216.0f) == 33554432.0f
;; run mul32_by_2_0f(10000000000.0f) == 20000000000.0f
;; run mul32_by_2_0f(-1.0f) == -2.0f
;; run mul32_by_2_0f(inf) == inf
;; run div32(0.1f, 0.2f) == 0.5f
;; run div32(1.0f, 3.0f) == 0.33333334f
;; run div32(16777216.0f, 1.0f) == 16777216.0f
;; run div32(10000000000.0f, -0.0000000001f) == -100000000000000000000.0f
;; run div32(1.0f, 0.1f) == 10.0f
;; run div32(1.0f, 0.0f) == inf
;; run div32(1.0f, -0.0f) == -inf
;; run div32(1.0f, inf) == 0.0f
;; run div32_by_1_0f(0.1f) == 0.1f
;; run div32_by_1_0f(1.0f) == 1.0f
;; run div32_by_1_0f(16777216.0f) == 16777216.0f
;; run div32_by_1_0f(10000000000.0f) == 10000000000.0f
;; run div32_by_minus_1_0f(0.1f) == -0.1f
;; run div32_by_minus_1_0f(1.0f) == -1.0f
;; run div32_by_minus_1_0f(16777216.0f) == -16777216.0f
;; run div32_by_minus_1_0f(10000000000.0f) == -10000000000.0f
;; run div32_by_2_0f(0.1f) == 0.05f
;; run div32_by_2_0f(1.0f) == 0.5f
;; run div32_by_2_0f(16777216.0f) == 8388608.0f
;; run div32_by_2_0f(10000000000.0f) == 5000000000.0f
;; run div32_by_3_0f(0.1f) == 0.033333335f
;; run div32_by_3_0f(1.0f) == 0.33333334f
;; run div32_by_3_0f(16777216.0f) == 5592405.5f
;; run div32_by_3_0f(10000000000.0f) == 3333333200.0f
;; run sqrt32(0.0f) == 0.0f
;; run sqrt32(-0.0f) == -0.0f
;; run sqrt32(1.0f) == 1.0f
;; run sqrt32(2.0f) == 1.4142135f
;; run sqrt32(4.0f) == 2.0f
;; run sqrt32(0.1f) == 0.31622776f
;; run sqrt32(inf) == inf
;; run sqrt32_folded0() == 0.0f
;; run sqrt32_folded1() == -0.0f
;; run sqrt32_folded2() == 1.0f
;; run sqrt32_folded3() == 1.4142135f
;; run sqrt32_folded4() == 2.0f
;; run mod32(5.5f, 2.0f) == 1.5f
;; run mod32(-5.5f, 2.0f) == -1.5f
;; run mod32(5.5f, -2.0f) == 1.5f
;; run mod32(1.0f, inf) == 1.0f
;; run mod32(-0.0f, 1.0f) == -0.0f
;; run mod32(10000000000.0f, 0.1f) == 0.08839028f
;; run mod32(-4.0f, 2.0f) == -0.0f
;; run halve32(1) == 0.0f
;; run halve32(0x80000001) == -0.0f
;; run fma32(1.0f, 2.0f, 3.0f) == 5.0f
;; run fma32(0.1f, 10.0f, -1.0f) == 0.000000014901161f
;; run fma32(1.0002441f, 1.0002441f, -1.0f) == 0.00048834085f
;; run fma32(1.0000001f, 0.9999999f, -1.0f) == -0.000000000000014210855f
;; run fma32(2.0f, -3.0f, 6.5f) == 0.5f
;; run add64(0.1, 0.2) == 0.30000000000000004
;; run add64(1.0, 3.0) == 4.0
;; run add64(-0.0, 0.0) == 0.0
;; run add64(16777216.0, 1.0) == 16777217.0
;; run add64(10000000000.0, -0.0000000001) == 10000000000.0
;; run add64(1.0, 0.1) == 1.1
;; run add64(inf, 1.0) == inf
;; run add64(-0.0, -0.0) == -0.0
;; run add64_by_0_0(0.1) == 0.1
;; run add64_by_0_0(1.0) == 1.0
;; run add64_by_0_0(-0.0) == 0.0
;; run add64_by_0_0(16777216.0) == 16777216.0
;; run add64_by_0_0(10000000000.0) == 10000000000.0
;; run add64_by_0_0(inf) == inf
;; run add64_by_minus_0_0(0.1) == 0.1
;; run add64_by_minus_0_0(1.0) == 1.0
;; run add64_by_minus_0_0(-0.0) == -0.0
;; run add64_by_minus_0_0(16777216.0) == 16777216.0
;; run add64_by_minus_0_0(10000000000.0) == 10000000000.0
;; run add64_by_minus_0_0(inf) == inf
;; run add64_by_1_0(0.1) == 1.1
;; run add64_by_1_0(1.0) == 2.0
;; run add64_by_1_0(-0.0) == 1.0
;; run add64_by_1_0(16777216.0) == 16777217.0
;; run add64_by_1_0(10000000000.0) == 10000000001.0
;; run add64_by_1_0(inf) == inf
;; run sub64(0.1, 0.2) == -0.1
;; run sub64(1.0, 3.0) == -2.0
;; run sub64(-0.0, 0.0) == -0.0
;; run sub64(16777216.0, 1.0) == 16777215.0
;; run sub64(10000000000.0, -0.0000000001) == 10000000000.0
;; run sub64(1.0, 0.1) == 0.9
;; run sub64(0.0, 0.0) == 0.0
;; run sub64(1.0, 1.0) == 0.0
;; run sub64_by_0_0(0.1) == 0.1
;; run sub64_by_0_0(1.0) == 1.0
;; run sub64_by_0_0(-0.0) == -0.0
;; run sub64_by_0_0(16777216.0) == 16777216.0
;; run sub64_by_0_0(10000000000.0) == 10000000000.0
;; run sub64_by_minus_0_0(0.1) == 0.1
;; run sub64_by_minus_0_0(1.0) == 1.0
;; run sub64_by_minus_0_0(-0.0) == 0.0
;; run sub64_by_minus_0_0(16777216.0) == 16777216.0
;; run sub64_by_minus_0_0(10000000000.0) == 10000000000.0
;; run sub64_by_1_0(0.1) == -0.9
;; run sub64_by_1_0(1.0) == 0.0
;; run sub64_by_1_0(-0.0) == -1.0
;; run sub64_by_1_0(16777216.0) == 16777215.0
;; run sub64_by_1_0(10000000000.0) == 9999999999.0
;; run mul64(0.1, 0.2) == 0.020000000000000004
;; run mul64(1.0, 3.0) == 3.0
;; run mul64(-0.0, 0.0) == -0.0
;; run mul64(16777216.0, 1.0) == 16777216.0
;; run mul64(10000000000.0, -0.0000000001) == -1.0
;; run mul64(1.0, 0.1) == 0.1
;; run mul64(-1.0, 0.0) == -0.0
;; run mul64(inf, -2.0) == -inf
;; run mul64_by_1_0(0.1) == 0.1
;; run mul64_by_1_0(1.0) == 1.0
;; run mul64_by_1_0(-0.0) == -0.0
;; run mul64_by_1_0(16777216.0) == 16777216.0
;; run mul64_by_1_0(10000000000.0) == 10000000000.0
;; run mul64_by_1_0(-1.0) == -1.0
;; run mul64_by_1_0(inf) == inf
;; run mul64_by_minus_1_0(0.1) == -0.1
;; run mul64_by_minus_1_0(1.0) == -1.0
;; run mul64_by_minus_1_0(-0.0) == 0.0
;; run mul64_by_minus_1_0(16777216.0) == -16777216.0
;; run mul64_by_minus_1_0(10000000000.0) == -10000000000.0
;; run mul64_by_minus_1_0(-1.0) == 1.0
;; run mul64_by_minus_1_0(inf) == -inf
;; run mul64_by_2_0(0.1) == 0.2
;; run mul64_by_2_0(1.0) == 2.0
;; run mul64_by_2_0(-0.0) == -0.0
;; run mul64_by_2_0(16777216.0) == 33554432.0
;; run mul64_by_2_0(10000000000.0) == 20000000000.0
;; run mul64_by_2_0(-1.0) == -2.0
;; run mul64_by_2_0(inf) == inf
;; run div64(0.1, 0.2) == 0.5
;; run div64(1.0, 3.0) == 0.3333333333333333
;; run div64(16777216.0, 1.0) == 16777216.0
;; run div64(10000000000.0, -0.0000000001) == -100000000000000000000.0
;; run div64(1.0, 0.1) == 10.0
;; run div64(1.0, 0.0) == inf
;; run div64(1.0, -0.0) == -inf
;; run div64(1.0, inf) == 0.0
;; run div64_by_1_0(0.1) == 0.1
;; run div64_by_1_0(1.0) == 1.0
;; run div64_by_1_0(16777216.0) == 16777216.0
;; run div64_by_1_0(10000000000.0) == 10000000000.0
;; run div64_by_minus_1_0(0.1) == -0.1
;; run div64_by_minus_1_0(1.0) == -1.0
;; run div64_by_minus_1_0(16777216.0) == -16777216.0
;; run div64_by_minus_1_0(10000000000.0) == -10000000000.0
;; run div64_by_2_0(0.1) == 0.05
;; run div64_by_2_0(1.0) == 0.5
;; run div64_by_2_0(16777216.0) == 8388608.0
;; run div64_by_2_0(10000000000.0) == 5000000000.0
;; run div64_by_3_0(0.1) == 0.03333333333333333
;; run div64_by_3_0(1.0) == 0.3333333333333333
;; run div64_by_3_0(16777216.0) == 5592405.333333333
;; run div64_by_3_0(10000000000.0) == 3333333333.3333335
;; run sqrt64(0.0) == 0.0
;; run sqrt64(-0.0) == -0.0
;; run sqrt64(1.0) == 1.0
;; run sqrt64(2.0) == 1.4142135623730951
;; run sqrt64(4.0) == 2.0
;; run sqrt64(0.1) == 0.31622776601683794
;; run sqrt64(inf) == inf
;; run sqrt64_folded0() == 0.0
;; run sqrt64_folded1() == -0.0
;; run sqrt64_folded2() == 1.0
;; run sqrt64_folded3() == 1.4142135623730951
;; run sqrt64_folded4() == 2.0
;; run mod64(5.5, 2.0) == 1.5
;; run mod64(-5.5, 2.0) == -1.5
;; run mod64(5.5, -2.0) == 1.5
;; run mod64(1.0, inf) == 1.0
;; run mod64(-0.0, 1.0) == -0.0
;; run mod64(10000000000.0, 0.1) == 0.09999944488848769
;; run mod64(-4.0, 2.0) == -0.0
;; run add64(179769313486231570000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0, 179769313486231570000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0) == inf
;; run halve64(1) == 0.0
;; run halve64(0x8000000000000001) == -0.0
;; run fma64(1.0, 2.0, 3.0) == 5.0
;; run fma64(0.1, 10.0, -1.0) == 0.00000000000000005551115123125783
;; run fma64(1.000244140625, 1.000244140625, -1.0) == 0.0004883408546447754
;; run fma64(1.0000000074505806, 1.0, -1.0) == 0.000000007450580596923828
;; run fma64(2.0, -3.0, 6.5) == 0.5
;; run not_contracted(1.0000000074505806, 0.9999999925494194, -1.0) == 0.0
;; run in_order(10000000000000000000000.0, -10000000000000000000000.0, 1.0) == 1.0
;; run in_order(1.0, 10000000000000000000000.0, -10000000000000000000000.0) == 0.0
;; run zero_minus(0.0) == 0.0
;; run zero_minus(2.0) == -2.0

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

proc add32_by_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Add(a, 0.0f)
    Float @2 = ConstFloat(0.0)
    Float @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_minus_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Add(a, -0.0f)
    Float @2 = ConstFloat(-0.0)
    Float @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Add(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

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

proc sub32_by_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Sub(a, 0.0f)
    Float @2 = ConstFloat(0.0)
    Float @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_minus_0_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Sub(a, -0.0f)
    Float @2 = ConstFloat(-0.0)
    Float @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Sub(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

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

proc mul32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Mul(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_minus_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Mul(a, -1.0f)
    Float @2 = ConstFloat(-1.0)
    Float @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_2_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Mul(a, 2.0f)
    Float @2 = ConstFloat(2.0)
    Float @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

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

proc div32_by_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Div(a, 1.0f)
    Float @2 = ConstFloat(1.0)
    Float @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_minus_1_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Div(a, -1.0f)
    Float @2 = ConstFloat(-1.0)
    Float @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_2_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Div(a, 2.0f)
    Float @2 = ConstFloat(2.0)
    Float @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_3_0f(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Div(a, 3.0f)
    Float @2 = ConstFloat(3.0)
    Float @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc sqrt32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Sqrt(a)
    Float @2 = Sqrt(@1)
    Void @3 = Return(@2)
}

proc sqrt32_folded0() -> Float {
#0:
    ; return Sqrt(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc sqrt32_folded1() -> Float {
#0:
    ; return Sqrt(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc sqrt32_folded2() -> Float {
#0:
    ; return Sqrt(1.0f)
    Float @0 = ConstFloat(1.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc sqrt32_folded3() -> Float {
#0:
    ; return Sqrt(2.0f)
    Float @0 = ConstFloat(2.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc sqrt32_folded4() -> Float {
#0:
    ; return Sqrt(4.0f)
    Float @0 = ConstFloat(4.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc mod32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Mod(a, b)
    Float @4 = Mod(@1, @3)
    Void @5 = Return(@4)
}

; The smallest number, halved: to even, which is zero, with the sign.
proc halve32(Int32) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; bits
    ; return BitwiseCast(bits) * 0.5f
    Float @2 = BitwiseCast(@1)
    Float @3 = ConstFloat(0.5)
    Float @4 = Mul(@2, @3)
    Void @5 = Return(@4)
}

proc fma32(Float, Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    Double @4 = ArgumentReg(%fa2)
    Float @5 = Trunc(@4)                            ; c
    ; return Fma(a, b, c)
    Float @6 = Fma(@1, @3, @5)
    Void @7 = Return(@6)
}

proc add64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Add(a, b)
    Double @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Add(a, 0.0)
    Double @1 = ConstDouble(0.0)
    Double @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_minus_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Add(a, -0.0)
    Double @1 = ConstDouble(-0.0)
    Double @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Add(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc sub64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Sub(a, b)
    Double @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Sub(a, 0.0)
    Double @1 = ConstDouble(0.0)
    Double @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_minus_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Sub(a, -0.0)
    Double @1 = ConstDouble(-0.0)
    Double @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Sub(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc mul64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Mul(a, b)
    Double @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Mul(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_minus_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Mul(a, -1.0)
    Double @1 = ConstDouble(-1.0)
    Double @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_2_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Mul(a, 2.0)
    Double @1 = ConstDouble(2.0)
    Double @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc div64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Div(a, b)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Div(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_minus_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Div(a, -1.0)
    Double @1 = ConstDouble(-1.0)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_2_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Div(a, 2.0)
    Double @1 = ConstDouble(2.0)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_3_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Div(a, 3.0)
    Double @1 = ConstDouble(3.0)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc sqrt64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Sqrt(a)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc sqrt64_folded0() -> Double {
#0:
    ; return Sqrt(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc sqrt64_folded1() -> Double {
#0:
    ; return Sqrt(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc sqrt64_folded2() -> Double {
#0:
    ; return Sqrt(1.0)
    Double @0 = ConstDouble(1.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc sqrt64_folded3() -> Double {
#0:
    ; return Sqrt(2.0)
    Double @0 = ConstDouble(2.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc sqrt64_folded4() -> Double {
#0:
    ; return Sqrt(4.0)
    Double @0 = ConstDouble(4.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}

proc mod64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Mod(a, b)
    Double @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

; The smallest number, halved: to even, which is zero, with the sign.
proc halve64(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; bits
    ; return BitwiseCast(bits) * 0.5
    Double @1 = BitwiseCast(@0)
    Double @2 = ConstDouble(0.5)
    Double @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc fma64(Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    Double @2 = ArgumentReg(%fa2)                   ; c
    ; return Fma(a, b, c)
    Double @3 = Fma(@0, @1, @2)
    Void @4 = Return(@3)
}

; Two operations with two roundings: they must not be contracted into one.
proc not_contracted(Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    Double @2 = ArgumentReg(%fa2)                   ; c
    ; return a * b + c
    Double @3 = Mul(@0, @1)
    Double @4 = Add(@3, @2)
    Void @5 = Return(@4)
}

; Additions are not associative.
proc in_order(Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    Double @2 = ArgumentReg(%fa2)                   ; c
    ; return a + b + c
    Double @3 = Add(@0, @1)
    Double @4 = Add(@3, @2)
    Void @5 = Return(@4)
}

; Zero minus x is not -x.
proc zero_minus(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    ; return 0.0 - x
    Double @1 = ConstDouble(0.0)
    Double @2 = Sub(@1, @0)
    Void @3 = Return(@2)
}
