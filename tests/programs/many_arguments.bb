barebones 1
; Procedures with more arguments than registers: a polynomial with ten coefficients, mixed integers and doubles, and a
; recursion (Takeuchi's function) that carries eight arguments. Stack arguments are read from the frame, so the target is named.
;
; Known answers: Python's integers; tak(18, 12, 6) = 7 (Gabriel's benchmarks), and it counts 63,609 calls.
;! run

; c0 + c1 x + ... + c9 x^9 by Horner's rule.
proc horner(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    Int64 @1 = ArgumentReg(%a1)                     ; c0
    Int64 @2 = ArgumentReg(%a2)                     ; c1
    Int64 @3 = ArgumentReg(%a3)                     ; c2
    Int64 @4 = ArgumentReg(%a4)                     ; c3
    Int64 @5 = ArgumentReg(%a5)                     ; c4
    Int64 @6 = FramePointer()
    Int64 @7 = Load(@6, offset=16)                  ; c5
    Int64 @8 = FramePointer()
    Int64 @9 = Load(@8, offset=24)                  ; c6
    Int64 @10 = FramePointer()
    Int64 @11 = Load(@10, offset=32)                ; c7
    Int64 @12 = FramePointer()
    Int64 @13 = Load(@12, offset=40)                ; c8
    Int64 @14 = FramePointer()
    Int64 @15 = Load(@14, offset=48)                ; c9
    ; return ((((((((c9 * x + c8) * x + c7) * x + c6) * x + c5) * x + c4) * x + c3) * x + c2) * x + c1) * x + c0
    Int64 @16 = Mul(@15, @0)
    Int64 @17 = Add(@16, @13)
    Int64 @18 = Mul(@17, @0)
    Int64 @19 = Add(@18, @11)
    Int64 @20 = Mul(@19, @0)
    Int64 @21 = Add(@20, @9)
    Int64 @22 = Mul(@21, @0)
    Int64 @23 = Add(@22, @7)
    Int64 @24 = Mul(@23, @0)
    Int64 @25 = Add(@24, @5)
    Int64 @26 = Mul(@25, @0)
    Int64 @27 = Add(@26, @4)
    Int64 @28 = Mul(@27, @0)
    Int64 @29 = Add(@28, @3)
    Int64 @30 = Mul(@29, @0)
    Int64 @31 = Add(@30, @2)
    Int64 @32 = Mul(@31, @0)
    Int64 @33 = Add(@32, @1)
    Void @34 = Return(@33)
}

proc polynomial(Int64) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return call horner(x, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    Int64 @1 = Const64(1)
    Int64 @2 = Const64(2)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(4)
    Int64 @5 = Const64(5)
    Int64 @6 = Const64(6)
    Int64 @7 = Const64(7)
    Int64 @8 = Const64(8)
    Int64 @9 = Const64(9)
    Int64 @10 = Const64(10)
    Int64 @11 = CCall(horner, @0, @1, @2, @3, @4, @5, @6, @7, @8, @9, @10)
    Void @12 = Return(@11)
}
;; run polynomial(1) == 55
;; run polynomial(2) == 9217
;; run polynomial(-3) == -151313

; Each argument times its position: the last four are on the stack.
proc weighted(Int32, Int64, Int32, Int64, Int32, Int64, Int32, Int64, Int32, Int64) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)                     ; b
    Int64 @3 = ArgumentReg(%a2)
    Int32 @4 = Trunc(@3)                            ; c
    Int64 @5 = ArgumentReg(%a3)                     ; d
    Int64 @6 = ArgumentReg(%a4)
    Int32 @7 = Trunc(@6)                            ; e
    Int64 @8 = ArgumentReg(%a5)                     ; f
    Int64 @9 = FramePointer()
    Int32 @10 = Load(@9, offset=16)                 ; g
    Int64 @11 = FramePointer()
    Int64 @12 = Load(@11, offset=24)                ; h
    Int64 @13 = FramePointer()
    Int32 @14 = Load(@13, offset=32)                ; i
    Int64 @15 = FramePointer()
    Int64 @16 = Load(@15, offset=40)                ; j
    ; odd: i64 = SExt32(a + c * 3 + e * 5 + g * 7 + i * 9)
    Int32 @17 = Const32(3)
    Int32 @18 = Mul(@4, @17)
    Int32 @19 = Add(@1, @18)
    Int32 @20 = Const32(5)
    Int32 @21 = Mul(@7, @20)
    Int32 @22 = Add(@19, @21)
    Int32 @23 = Const32(7)
    Int32 @24 = Mul(@10, @23)
    Int32 @25 = Add(@22, @24)
    Int32 @26 = Const32(9)
    Int32 @27 = Mul(@14, @26)
    Int32 @28 = Add(@25, @27)
    Int64 @29 = SExt32(@28)                         ; odd
    ; even: i64 = b * 2 + d * 4 + f * 6 + h * 8 + j * 10
    Int64 @30 = Const64(2)
    Int64 @31 = Mul(@2, @30)
    Int64 @32 = Const64(4)
    Int64 @33 = Mul(@5, @32)
    Int64 @34 = Add(@31, @33)
    Int64 @35 = Const64(6)
    Int64 @36 = Mul(@8, @35)
    Int64 @37 = Add(@34, @36)
    Int64 @38 = Const64(8)
    Int64 @39 = Mul(@12, @38)
    Int64 @40 = Add(@37, @39)
    Int64 @41 = Const64(10)
    Int64 @42 = Mul(@16, @41)
    Int64 @43 = Add(@40, @42)                       ; even
    ; return odd + even
    Int64 @44 = Add(@29, @43)
    Void @45 = Return(@44)
}
;; run weighted(1, 2, 3, 4, 5, 6, 7, 8, 9, -10) == 185

; Ten doubles: two from the stack.
proc halves(Double, Double, Double, Double, Double, Double, Double, Double, Double, Double) -> Double target=x86_64-linux conv=system_v {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    Double @2 = ArgumentReg(%fa2)                   ; c
    Double @3 = ArgumentReg(%fa3)                   ; d
    Double @4 = ArgumentReg(%fa4)                   ; e
    Double @5 = ArgumentReg(%fa5)                   ; f
    Double @6 = ArgumentReg(%fa6)                   ; g
    Double @7 = ArgumentReg(%fa7)                   ; h
    Int64 @8 = FramePointer()
    Double @9 = Load(@8, offset=16)                 ; i
    Int64 @10 = FramePointer()
    Double @11 = Load(@10, offset=24)               ; j
    ; return a - b + c - d + e - f + g - h + i * j
    Double @12 = Sub(@0, @1)
    Double @13 = Add(@12, @2)
    Double @14 = Sub(@13, @3)
    Double @15 = Add(@14, @4)
    Double @16 = Sub(@15, @5)
    Double @17 = Add(@16, @6)
    Double @18 = Sub(@17, @7)
    Double @19 = Mul(@9, @11)
    Double @20 = Add(@18, @19)
    Void @21 = Return(@20)
}
;; run halves(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5) == 76.75

; Both banks overflow: seven integers and nine floats and doubles.
proc both(Int32, Double, Int32, Float, Int32, Double, Int32, Float, Int32, Double, Int32, Float, Int32, Double, Float, Double, Int64, Float, Double) -> Double target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa0)                   ; x
    Int64 @3 = ArgumentReg(%a1)
    Int32 @4 = Trunc(@3)                            ; b
    Double @5 = ArgumentReg(%fa1)
    Float @6 = Trunc(@5)                            ; y
    Int64 @7 = ArgumentReg(%a2)
    Int32 @8 = Trunc(@7)                            ; c
    Double @9 = ArgumentReg(%fa2)                   ; z
    Int64 @10 = ArgumentReg(%a3)
    Int32 @11 = Trunc(@10)                          ; d
    Double @12 = ArgumentReg(%fa3)
    Float @13 = Trunc(@12)                          ; s
    Int64 @14 = ArgumentReg(%a4)
    Int32 @15 = Trunc(@14)                          ; e
    Double @16 = ArgumentReg(%fa4)                  ; t
    Int64 @17 = ArgumentReg(%a5)
    Int32 @18 = Trunc(@17)                          ; f
    Double @19 = ArgumentReg(%fa5)
    Float @20 = Trunc(@19)                          ; u
    Int64 @21 = FramePointer()
    Int32 @22 = Load(@21, offset=16)                ; g
    Double @23 = ArgumentReg(%fa6)                  ; v
    Double @24 = ArgumentReg(%fa7)
    Float @25 = Trunc(@24)                          ; w
    Int64 @26 = FramePointer()
    Double @27 = Load(@26, offset=24)               ; last
    Int64 @28 = FramePointer()
    Int64 @29 = Load(@28, offset=32)                ; n
    Int64 @30 = FramePointer()
    Float @31 = Load(@30, offset=40)                ; over
    Int64 @32 = FramePointer()
    Double @33 = Load(@32, offset=48)               ; above
    ; ints: i64 = SExt32(a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7) + n
    Int32 @34 = Const32(2)
    Int32 @35 = Mul(@4, @34)
    Int32 @36 = Add(@1, @35)
    Int32 @37 = Const32(3)
    Int32 @38 = Mul(@8, @37)
    Int32 @39 = Add(@36, @38)
    Int32 @40 = Const32(4)
    Int32 @41 = Mul(@11, @40)
    Int32 @42 = Add(@39, @41)
    Int32 @43 = Const32(5)
    Int32 @44 = Mul(@15, @43)
    Int32 @45 = Add(@42, @44)
    Int32 @46 = Const32(6)
    Int32 @47 = Mul(@18, @46)
    Int32 @48 = Add(@45, @47)
    Int32 @49 = Const32(7)
    Int32 @50 = Mul(@22, @49)
    Int32 @51 = Add(@48, @50)
    Int64 @52 = SExt32(@51)
    Int64 @53 = Add(@52, @29)                       ; ints
    ; singles: f32 = y + s * 2.0f + u * 3.0f + w * 4.0f - over
    Float @54 = ConstFloat(2.0)
    Float @55 = Mul(@13, @54)
    Float @56 = Add(@6, @55)
    Float @57 = ConstFloat(3.0)
    Float @58 = Mul(@20, @57)
    Float @59 = Add(@56, @58)
    Float @60 = ConstFloat(4.0)
    Float @61 = Mul(@25, @60)
    Float @62 = Add(@59, @61)
    Float @63 = Sub(@62, @31)                       ; singles
    ; doubles: f64 = x + z * 2.0 + t * 3.0 + v * 4.0 + last - above
    Double @64 = ConstDouble(2.0)
    Double @65 = Mul(@9, @64)
    Double @66 = Add(@2, @65)
    Double @67 = ConstDouble(3.0)
    Double @68 = Mul(@16, @67)
    Double @69 = Add(@66, @68)
    Double @70 = ConstDouble(4.0)
    Double @71 = Mul(@23, @70)
    Double @72 = Add(@69, @71)
    Double @73 = Add(@72, @27)
    Double @74 = Sub(@73, @33)                      ; doubles
    ; return IToD(ints) + FloatToDouble(singles) * 1000.0 + doubles * 1000000.0
    Double @75 = IToD(@53)
    Double @76 = FloatToDouble(@63)
    Double @77 = ConstDouble(1000.0)
    Double @78 = Mul(@76, @77)
    Double @79 = Add(@75, @78)
    Double @80 = ConstDouble(1000000.0)
    Double @81 = Mul(@74, @80)
    Double @82 = Add(@79, @81)
    Void @83 = Return(@82)
}

proc mixed(Int32) -> Double target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; k
    ; q: f64 = IToD(k)
    Double @2 = IToD(@1)                            ; q
    ; r: f32 = IToF(k)
    Float @3 = IToF(@1)                             ; r
    ; return call both(k, q + 1.0, k + 1, r * 0.5f, k + 2, q + 2.0, k + 3, r * 1.5f, k + 4, q + 3.0, k + 5, r + 2.5f, k + 6, q * q, r * 0.25f, q - 7.0, 100, r + 4.0f, q * 0.125)
    Double @4 = ConstDouble(1.0)
    Double @5 = Add(@2, @4)
    Int32 @6 = Const32(1)
    Int32 @7 = Add(@1, @6)
    Float @8 = ConstFloat(0.5)
    Float @9 = Mul(@3, @8)
    Int32 @10 = Const32(2)
    Int32 @11 = Add(@1, @10)
    Double @12 = ConstDouble(2.0)
    Double @13 = Add(@2, @12)
    Int32 @14 = Const32(3)
    Int32 @15 = Add(@1, @14)
    Float @16 = ConstFloat(1.5)
    Float @17 = Mul(@3, @16)
    Int32 @18 = Const32(4)
    Int32 @19 = Add(@1, @18)
    Double @20 = ConstDouble(3.0)
    Double @21 = Add(@2, @20)
    Int32 @22 = Const32(5)
    Int32 @23 = Add(@1, @22)
    Float @24 = ConstFloat(2.5)
    Float @25 = Add(@3, @24)
    Int32 @26 = Const32(6)
    Int32 @27 = Add(@1, @26)
    Double @28 = Mul(@2, @2)
    Float @29 = ConstFloat(0.25)
    Float @30 = Mul(@3, @29)
    Double @31 = ConstDouble(7.0)
    Double @32 = Sub(@2, @31)
    Int64 @33 = Const64(100)
    Float @34 = ConstFloat(4.0)
    Float @35 = Add(@3, @34)
    Double @36 = ConstDouble(0.125)
    Double @37 = Mul(@2, @36)
    Double @38 = CCall(both, @1, @5, @7, @9, @11, @13, @15, @17, @19, @21, @23, @25, @27, @28, @30, @32, @33, @35, @37)
    Void @39 = Return(@38)
}
;; run mixed(2) == 36766768.0

; Ten arguments that rotate by one position in every tail call, so that registers and stack arguments are exchanged; the first one counts.
proc turn(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 target=x86_64-linux conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; a
    Int64 @2 = ArgumentReg(%a2)                     ; b
    Int64 @3 = ArgumentReg(%a3)                     ; c
    Int64 @4 = ArgumentReg(%a4)                     ; d
    Int64 @5 = ArgumentReg(%a5)                     ; e
    Int64 @6 = FramePointer()
    Int64 @7 = Load(@6, offset=16)                  ; f
    Int64 @8 = FramePointer()
    Int64 @9 = Load(@8, offset=24)                  ; g
    Int64 @10 = FramePointer()
    Int64 @11 = Load(@10, offset=32)                ; h
    Int64 @12 = FramePointer()
    Int64 @13 = Load(@12, offset=40)                ; i
    ; if n == 0
    Int64 @14 = Const64(0)
    Int32 @15 = Equal(@0, @14)
    Void @16 = Branch(@15, #1, #2)
#1:        ; then
    ; return a + b + c + d + e + f + g + h + i
    Int64 @17 = Add(@1, @2)
    Int64 @18 = Add(@17, @3)
    Int64 @19 = Add(@18, @4)
    Int64 @20 = Add(@19, @5)
    Int64 @21 = Add(@20, @7)
    Int64 @22 = Add(@21, @9)
    Int64 @23 = Add(@22, @11)
    Int64 @24 = Add(@23, @13)
    Void @25 = Return(@24)
#2:        ; endif
    ; become turn(n - 1, i, a + n, b, c, d, e, f, g, h)
    Int64 @26 = Const64(1)
    Int64 @27 = Sub(@0, @26)
    Int64 @28 = Add(@1, @0)
    Void @29 = TailCall(turn, @27, @13, @28, @2, @3, @4, @5, @7, @9, @11, conv=internal)
}

; The sum of 1 .. n, spread over nine arguments.
proc sum_to(Int64) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; return call turn(n, 0, 0, 0, 0, 0, 0, 0, 0, 0, conv=internal)
    Int64 @1 = Const64(0)
    Int64 @2 = CCall(turn, @0, @1, @1, @1, @1, @1, @1, @1, @1, @1, conv=internal)
    Void @3 = Return(@2)
}
;; run sum_to(1000) == 500500
;; run sum_to(100000) == 5000050000

; Takeuchi's function, with five arguments that are only passed on: x + y + z must stay what it was at the top, shifted.
proc tak_with(Int32, Int32, Int32, Int32, Int64, Int64, Int64, Int64) -> Int32 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; y
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; z
    Int64 @6 = ArgumentReg(%a3)
    Int32 @7 = Trunc(@6)                            ; depth
    Int64 @8 = ArgumentReg(%a4)                     ; a
    Int64 @9 = ArgumentReg(%a5)                     ; b
    Int64 @10 = FramePointer()
    Int64 @11 = Load(@10, offset=16)                ; counter
    Int64 @12 = FramePointer()
    Int64 @13 = Load(@12, offset=24)                ; c
    ; trapif a + b != c User(1)
    Int64 @14 = Add(@8, @9)
    Int32 @15 = NotEqual(@14, @13)
    Void @16 = TrapIf(@15, User(1))
    ; i64[counter] = i64[counter] + 1
    Int64 @17 = Load(@11)
    Int64 @18 = Const64(1)
    Int64 @19 = Add(@17, @18)
    Void @20 = Store(@19, @11)
    ; if y >= x
    Int32 @21 = GreaterEqual(@3, @1)
    Void @22 = Branch(@21, #1, #2)
#1:        ; then
    ; return z
    Void @23 = Return(@5)
#2:        ; endif
    ; The passed-on arguments are permuted in each call.
    ; p: i32 = call tak_with(x - 1, y, z, depth + 1, b, a, counter, c)
    Int32 @24 = Const32(1)
    Int32 @25 = Sub(@1, @24)
    Int32 @26 = Add(@7, @24)
    Int32 @27 = CCall(tak_with, @25, @3, @5, @26, @9, @8, @11, @13); p
    ; q: i32 = call tak_with(y - 1, z, x, depth + 1, b + 1, a - 1, counter, c)
    Int32 @28 = Sub(@3, @24)
    Int32 @29 = Add(@7, @24)
    Int64 @30 = Const64(1)
    Int64 @31 = Add(@9, @30)
    Int64 @32 = Sub(@8, @30)
    Int32 @33 = CCall(tak_with, @28, @5, @1, @29, @31, @32, @11, @13); q
    ; r: i32 = call tak_with(z - 1, x, y, depth + 1, a - SExt32(depth), b + SExt32(depth), counter, c)
    Int32 @34 = Sub(@5, @24)
    Int32 @35 = Add(@7, @24)
    Int64 @36 = SExt32(@7)
    Int64 @37 = Sub(@8, @36)
    Int64 @38 = SExt32(@7)
    Int64 @39 = Add(@9, @38)
    Int32 @40 = CCall(tak_with, @34, @1, @3, @35, @37, @39, @11, @13); r
    ; return call tak_with(p, q, r, depth, a, b, counter, c)
    Int32 @41 = CCall(tak_with, @27, @33, @40, @7, @8, @9, @11, @13)
    Void @42 = Return(@41)
}

proc tak(Int32, Int32, Int32) -> Int32 target=x86_64-linux conv=system_v {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; y
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; z
    ; i64[SlotBase(slot0)] = 0
    Int64 @6 = SlotBase(slot0)
    Int64 @7 = Const64(0)
    Void @8 = Store(@7, @6)
    ; return call tak_with(x, y, z, 0, 17, 25, SlotBase(slot0), 42)
    Int32 @9 = Const32(0)
    Int64 @10 = Const64(17)
    Int64 @11 = Const64(25)
    Int64 @12 = SlotBase(slot0)
    Int64 @13 = Const64(42)
    Int32 @14 = CCall(tak_with, @1, @3, @5, @9, @10, @11, @12, @13)
    Void @15 = Return(@14)
}
;; run tak(14, 9, 4) == 9

proc tak_calls(Int32, Int32, Int32) -> Int64 target=x86_64-linux conv=system_v {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; y
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; z
    ; i64[SlotBase(slot0)] = 0
    Int64 @6 = SlotBase(slot0)
    Int64 @7 = Const64(0)
    Void @8 = Store(@7, @6)
    ; call tak_with(x, y, z, 0, 17, 25, SlotBase(slot0), 42)
    Int32 @9 = Const32(0)
    Int64 @10 = Const64(17)
    Int64 @11 = Const64(25)
    Int64 @12 = SlotBase(slot0)
    Int64 @13 = Const64(42)
    Int32 @14 = CCall(tak_with, @1, @3, @5, @9, @10, @11, @12, @13)
    ; return i64[SlotBase(slot0)]
    Int64 @15 = SlotBase(slot0)
    Int64 @16 = Load(@15)
    Void @17 = Return(@16)
}
;; run tak_calls(14, 9, 4) == 10345
