barebones 1
; Any NaN becomes the canonical one; everything else stays as it is.
;! run

proc purify32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return PurifyNaN(a)
    Float @2 = PurifyNaN(@1)
    Void @3 = Return(@2)
}
;; run purify32(1.5f) == 1.5f
;; run purify32(-0.0f) == -0.0f
;; run purify32(inf) == inf
;; run purify32(-inf) == -inf
;; run purify32(nan:0x7fc00000) == nan:0x7fc00000
;; run purify32(nan:0xffc00000) == nan:0x7fc00000
;; run purify32(nan:0x7f800001) == nan:0x7fc00000
;; run purify32(nan:0xffffffff) == nan:0x7fc00000

; Results of invalid arithmetic.
proc not_a_number32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return PurifyNaN(a * b - Sqrt(a))
    Float @4 = Mul(@1, @3)
    Float @5 = Sqrt(@1)
    Float @6 = Sub(@4, @5)
    Float @7 = PurifyNaN(@6)
    Void @8 = Return(@7)
}
;; run not_a_number32(0.0f, inf) == nan:0x7fc00000
;; run not_a_number32(-1.0f, 1.0f) == nan:0x7fc00000
;; run not_a_number32(4.0f, 1.5f) == 4.0f

proc purify64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return PurifyNaN(a)
    Double @1 = PurifyNaN(@0)
    Void @2 = Return(@1)
}
;; run purify64(1.5) == 1.5
;; run purify64(-0.0) == -0.0
;; run purify64(inf) == inf
;; run purify64(-inf) == -inf
;; run purify64(nan:0x7ff8000000000000) == nan:0x7ff8000000000000
;; run purify64(nan:0xfff8000000000000) == nan:0x7ff8000000000000
;; run purify64(nan:0x7ff0000000000001) == nan:0x7ff8000000000000
;; run purify64(nan:0xffffffffffffffff) == nan:0x7ff8000000000000

; Results of invalid arithmetic.
proc not_a_number64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return PurifyNaN(a * b - Sqrt(a))
    Double @2 = Mul(@0, @1)
    Double @3 = Sqrt(@0)
    Double @4 = Sub(@2, @3)
    Double @5 = PurifyNaN(@4)
    Void @6 = Return(@5)
}
;; run not_a_number64(0.0, inf) == nan:0x7ff8000000000000
;; run not_a_number64(-1.0, 1.0) == nan:0x7ff8000000000000
;; run not_a_number64(4.0, 1.5) == 4.0
