barebones 1
; Sums, products, quotients, roots and remainders, rounded once in their own type.
;! run

proc sqrt32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Sqrt(a)
    Float @2 = Sqrt(@1)
    Void @3 = Return(@2)
}
;; run sqrt32(0.0f) == 0.0f
;; run sqrt32(-0.0f) == -0.0f
;; run sqrt32(1.0f) == 1.0f
;; run sqrt32(2.0f) == 1.4142135f
;; run sqrt32(4.0f) == 2.0f
;; run sqrt32(0.1f) == 0.31622776f
;; run sqrt32(inf) == inf

proc sqrt32_folded0() -> Float {
#0:
    ; return Sqrt(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt32_folded0() == 0.0f

proc sqrt32_folded1() -> Float {
#0:
    ; return Sqrt(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt32_folded1() == -0.0f

proc sqrt32_folded2() -> Float {
#0:
    ; return Sqrt(1.0f)
    Float @0 = ConstFloat(1.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt32_folded2() == 1.0f

proc sqrt32_folded3() -> Float {
#0:
    ; return Sqrt(2.0f)
    Float @0 = ConstFloat(2.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt32_folded3() == 1.4142135f

proc sqrt32_folded4() -> Float {
#0:
    ; return Sqrt(4.0f)
    Float @0 = ConstFloat(4.0)
    Float @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt32_folded4() == 2.0f

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
;; run mod32(5.5f, 2.0f) == 1.5f
;; run mod32(-5.5f, 2.0f) == -1.5f
;; run mod32(5.5f, -2.0f) == 1.5f
;; run mod32(1.0f, inf) == 1.0f
;; run mod32(-0.0f, 1.0f) == -0.0f
;; run mod32(10000000000.0f, 0.1f) == 0.08839028f
;; run mod32(-4.0f, 2.0f) == -0.0f

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
;; run halve32(1) == 0.0f
;; run halve32(0x80000001) == -0.0f

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
;; run fma32(1.0f, 2.0f, 3.0f) == 5.0f
;; run fma32(0.1f, 10.0f, -1.0f) == 0.000000014901161f
;; run fma32(1.0002441f, 1.0002441f, -1.0f) == 0.00048834085f
;; run fma32(1.0000001f, 0.9999999f, -1.0f) == -0.000000000000014210855f
;; run fma32(2.0f, -3.0f, 6.5f) == 0.5f
