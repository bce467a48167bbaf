barebones 1
; Sums in single precision: plain, compensated (Kahan; Neumaier), and in double precision; Newton's square root against the
; machine's; the error of a sum found with a fused multiply-add.
;
; Known answers: the harmonic number H(10000) is 9.787606036044382 (OEIS A001008, A002805; the last digits are lost); exact bits by
; Python with rounding to single precision after each operation.
;! run

data hard = f64:1.0 f64:10000000000000000000000.0 f64:1.0 f64:-10000000000000000000000.0

proc harmonic_float(Int32) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; sum: f32 = 0.0f
    Float @2 = ConstFloat(0.0)                      ; sum
    ; for i = 1 until n + 1
    Int32 @3 = Const32(1)
    Int32 @4 = Add(@1, @3)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Jump(#1)
#1:        ; for i
    Int32 @8 = Phi()                                ; i
    Float @9 = Phi()                                ; sum
    Int32 @10 = LessThan(@8, @4)
    Void @11 = Branch(@10, #2, #4)
#2:        ; body
    ; sum = sum + 1.0f / IToF(i)
    Float @12 = IToF(@8)
    Float @13 = ConstFloat(1.0)
    Float @14 = Div(@13, @12)
    Float @15 = Add(@9, @14)                        ; sum
    Void @16 = Jump(#3)
#3:        ; next i
    Int32 @17 = Const32(1)
    Int32 @18 = Add(@8, @17)
    Void @19 = Upsilon(@18, ^@8)
    Void @20 = Upsilon(@15, ^@9)
    Void @21 = Jump(#1)
#4:        ; done
    ; return sum
    Void @22 = Return(@9)
}
;; run harmonic_float(10000) == 9.787613f

; With the low part that each addition loses.
proc harmonic_kahan(Int32) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; sum: f32 = 0.0f
    Float @2 = ConstFloat(0.0)                      ; sum
    ; lost: f32 = 0.0f
    ; for i = 1 until n + 1
    Int32 @3 = Const32(1)
    Int32 @4 = Add(@1, @3)
    Void @5 = Upsilon(@3, ^@9)
    Void @6 = Upsilon(@2, ^@10)
    Void @7 = Upsilon(@2, ^@11)
    Void @8 = Jump(#1)
#1:        ; for i
    Int32 @9 = Phi()                                ; i
    Float @10 = Phi()                               ; lost
    Float @11 = Phi()                               ; sum
    Int32 @12 = LessThan(@9, @4)
    Void @13 = Branch(@12, #2, #4)
#2:        ; body
    ; y: f32 = 1.0f / IToF(i) - lost
    Float @14 = IToF(@9)
    Float @15 = ConstFloat(1.0)
    Float @16 = Div(@15, @14)
    Float @17 = Sub(@16, @10)                       ; y
    ; t: f32 = sum + y
    Float @18 = Add(@11, @17)                       ; t
    ; lost = (t - sum) - y
    Float @19 = Sub(@18, @11)
    Float @20 = Sub(@19, @17)                       ; lost
    ; sum = t
    Void @21 = Jump(#3)
#3:        ; next i
    Int32 @22 = Const32(1)
    Int32 @23 = Add(@9, @22)
    Void @24 = Upsilon(@23, ^@9)
    Void @25 = Upsilon(@20, ^@10)
    Void @26 = Upsilon(@18, ^@11)
    Void @27 = Jump(#1)
#4:        ; done
    ; return sum
    Void @28 = Return(@11)
}
;; run harmonic_kahan(10000) == 9.787606f

proc harmonic_double(Int32) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; sum: f64 = 0.0
    Double @2 = ConstDouble(0.0)                    ; sum
    ; for i = 1 until n + 1
    Int32 @3 = Const32(1)
    Int32 @4 = Add(@1, @3)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Jump(#1)
#1:        ; for i
    Int32 @8 = Phi()                                ; i
    Double @9 = Phi()                               ; sum
    Int32 @10 = LessThan(@8, @4)
    Void @11 = Branch(@10, #2, #4)
#2:        ; body
    ; sum = sum + 1.0 / IToD(i)
    Double @12 = IToD(@8)
    Double @13 = ConstDouble(1.0)
    Double @14 = Div(@13, @12)
    Double @15 = Add(@9, @14)                       ; sum
    Void @16 = Jump(#3)
#3:        ; next i
    Int32 @17 = Const32(1)
    Int32 @18 = Add(@8, @17)
    Void @19 = Upsilon(@18, ^@8)
    Void @20 = Upsilon(@15, ^@9)
    Void @21 = Jump(#1)
#4:        ; done
    ; return sum
    Void @22 = Return(@9)
}
;; run harmonic_double(10000) == 9.787606036044348

; Neumaier's variant also keeps what the sum loses when the new term is the larger one.
proc neumaier(Int64, Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; sum: f64 = 0.0
    Double @2 = ConstDouble(0.0)                    ; sum
    ; lost: f64 = 0.0
    ; for i = 0L until n
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Upsilon(@2, ^@10)
    Void @7 = Jump(#1)
#1:        ; for i
    Int64 @8 = Phi()                                ; i
    Double @9 = Phi()                               ; sum
    Double @10 = Phi()                              ; lost
    Int32 @11 = LessThan(@8, @1)
    Void @12 = Branch(@11, #2, #4)
#2:        ; body
    ; x: f64 = f64[p + (i << 3)]
    Int32 @13 = Const32(3)
    Int64 @14 = Shl(@8, @13)
    Int64 @15 = Add(@0, @14)
    Double @16 = Load(@15)                          ; x
    ; t: f64 = sum + x
    Double @17 = Add(@9, @16)                       ; t
    ; larger: i32 = Abs(sum) >= Abs(x)
    Double @18 = Abs(@9)
    Double @19 = Abs(@16)
    Int32 @20 = GreaterEqual(@18, @19)              ; larger
    ; lost = lost + (Select(larger, sum, x) - t + Select(larger, x, sum))
    Double @21 = Select(@20, @9, @16)
    Double @22 = Sub(@21, @17)
    Double @23 = Select(@20, @16, @9)
    Double @24 = Add(@22, @23)
    Double @25 = Add(@10, @24)                      ; lost
    ; sum = t
    Void @26 = Jump(#3)
#3:        ; next i
    Int64 @27 = Const64(1)
    Int64 @28 = Add(@8, @27)
    Void @29 = Upsilon(@28, ^@8)
    Void @30 = Upsilon(@17, ^@9)
    Void @31 = Upsilon(@25, ^@10)
    Void @32 = Jump(#1)
#4:        ; done
    ; return sum + lost
    Double @33 = Add(@9, @10)
    Void @34 = Return(@33)
}
;; run neumaier(@data:hard, 4) == 2.0

proc plain(Int64, Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; sum: f64 = 0.0
    Double @2 = ConstDouble(0.0)                    ; sum
    ; end: i64 = p + (n << 3)
    Int32 @3 = Const32(3)
    Int64 @4 = Shl(@1, @3)
    Int64 @5 = Add(@0, @4)                          ; end
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@0, ^@10)
    Void @8 = Jump(#1)
#1:        ; do
    Double @9 = Phi()                               ; sum
    Int64 @10 = Phi()                               ; p
    ; sum = sum + f64[p]
    Double @11 = Load(@10)
    Double @12 = Add(@9, @11)                       ; sum
    ; p = p + 8
    Int64 @13 = Const64(8)
    Int64 @14 = Add(@10, @13)                       ; p
    Void @15 = Jump(#2)
#2:        ; again?
    ; while p <u end
    Int32 @16 = Below(@14, @5)
    Void @17 = Upsilon(@12, ^@9)
    Void @18 = Upsilon(@14, ^@10)
    Void @19 = Branch(@16, #1, #3)
#3:        ; done
    ; return sum
    Void @20 = Return(@12)
}
;; run plain(@data:hard, 4) == 0.0

; Newton's iteration from a start of half the exponent, and a last correction with an exact remainder.
proc square_root(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    ; Halves the exponent in the bits.
    ; y: f64 = BitwiseCast((BitwiseCast(x) >>> 1) + 0x1ff8000000000000)
    Int64 @1 = BitwiseCast(@0)
    Int32 @2 = Const32(1)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = Const64(0x1ff8000000000000)
    Int64 @5 = Add(@3, @4)
    Double @6 = BitwiseCast(@5)                     ; y
    ; for k = 0 until 5
    Int32 @7 = Const32(0)
    Int32 @8 = Const32(5)
    Void @9 = Upsilon(@7, ^@12)
    Void @10 = Upsilon(@6, ^@13)
    Void @11 = Jump(#1)
#1:        ; for k
    Int32 @12 = Phi()                               ; k
    Double @13 = Phi()                              ; y
    Int32 @14 = LessThan(@12, @8)
    Void @15 = Branch(@14, #2, #4)
#2:        ; body
    ; y = 0.5 * (y + x / y)
    Double @16 = Div(@0, @13)
    Double @17 = Add(@13, @16)
    Double @18 = ConstDouble(0.5)
    Double @19 = Mul(@18, @17)                      ; y
    Void @20 = Jump(#3)
#3:        ; next k
    Int32 @21 = Const32(1)
    Int32 @22 = Add(@12, @21)
    Void @23 = Upsilon(@22, ^@12)
    Void @24 = Upsilon(@19, ^@13)
    Void @25 = Jump(#1)
#4:        ; done
    ; x - y y, rounded once.
    ; rest: f64 = Fma(-y, y, x)
    Double @26 = Neg(@13)
    Double @27 = Fma(@26, @13, @0)                  ; rest
    ; return y + 0.5 * rest / y
    Double @28 = ConstDouble(0.5)
    Double @29 = Mul(@28, @27)
    Double @30 = Div(@29, @13)
    Double @31 = Add(@13, @30)
    Void @32 = Return(@31)
}
;; run square_root(2.0) == 1.4142135623730951

; For how many of x = i / 7 both square roots differ.
proc square_roots_that_differ(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; count: i32 = 0
    Int32 @2 = Const32(0)                           ; count
    ; for i = 1 until n + 1
    Int32 @3 = Const32(1)
    Int32 @4 = Add(@1, @3)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Jump(#1)
#1:        ; for i
    Int32 @8 = Phi()                                ; i
    Int32 @9 = Phi()                                ; count
    Int32 @10 = LessThan(@8, @4)
    Void @11 = Branch(@10, #2, #4)
#2:        ; body
    ; x: f64 = IToD(i) / 7.0
    Double @12 = IToD(@8)
    Double @13 = ConstDouble(7.0)
    Double @14 = Div(@12, @13)                      ; x
    ; count = count + (BitwiseCast(Sqrt(x)) != BitwiseCast(call square_root(x)))
    Double @15 = Sqrt(@14)
    Int64 @16 = BitwiseCast(@15)
    Double @17 = CCall(square_root, @14)
    Int64 @18 = BitwiseCast(@17)
    Int32 @19 = NotEqual(@16, @18)
    Int32 @20 = Add(@9, @19)                        ; count
    Void @21 = Jump(#3)
#3:        ; next i
    Int32 @22 = Const32(1)
    Int32 @23 = Add(@8, @22)
    Void @24 = Upsilon(@23, ^@8)
    Void @25 = Upsilon(@20, ^@9)
    Void @26 = Jump(#1)
#4:        ; done
    ; return count
    Void @27 = Return(@9)
}
;; run square_roots_that_differ(2000) == 0

; a b - round(a b), exactly.
proc product_error(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; p: f64 = a * b
    Double @2 = Mul(@0, @1)                         ; p
    ; return Fma(a, b, -p)
    Double @3 = Neg(@2)
    Double @4 = Fma(@0, @1, @3)
    Void @5 = Return(@4)
}
;; run product_error(134217729.0, 134217729.0) == 1.0
;; run product_error(3.0, 5.0) == 0.0
