barebones 1
; The Mandelbrot set on the square of the Computer Language Benchmarks Game: -1.5 .. 0.5, -1 .. 1, 50 iterations.
;
; Known answers: an independent C program; CRC-like checksums of the bitmap rows are made by rotation.
;! run

; 1 if the point does not escape.
proc inside(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; cr
    Double @1 = ArgumentReg(%fa1)                   ; ci
    ; zr: f64 = 0.0
    Double @2 = ConstDouble(0.0)                    ; zr
    ; zi: f64 = 0.0
    ; tr: f64 = 0.0
    ; ti: f64 = 0.0
    ; i: i32 = 0
    Int32 @3 = Const32(0)                           ; i
    Void @4 = Upsilon(@3, ^@10)
    Void @5 = Upsilon(@2, ^@11)
    Void @6 = Upsilon(@2, ^@12)
    Void @7 = Upsilon(@2, ^@13)
    Void @8 = Upsilon(@2, ^@14)
    Void @9 = Jump(#1)
#1:        ; while
    Int32 @10 = Phi()                               ; i
    Double @11 = Phi()                              ; zr
    Double @12 = Phi()                              ; zi
    Double @13 = Phi()                              ; tr
    Double @14 = Phi()                              ; ti
    ; while i < 50
    Int32 @15 = Const32(50)
    Int32 @16 = LessThan(@10, @15)
    Void @17 = Branch(@16, #2, #5)
#2:        ; body
    ; zi = 2.0 * zr * zi + ci
    Double @18 = ConstDouble(2.0)
    Double @19 = Mul(@18, @11)
    Double @20 = Mul(@19, @12)
    Double @21 = Add(@20, @1)                       ; zi
    ; zr = tr - ti + cr
    Double @22 = Sub(@13, @14)
    Double @23 = Add(@22, @0)                       ; zr
    ; tr = zr * zr
    Double @24 = Mul(@23, @23)                      ; tr
    ; ti = zi * zi
    Double @25 = Mul(@21, @21)                      ; ti
    ; if tr + ti > 4.0 rare
    Double @26 = Add(@24, @25)
    Double @27 = ConstDouble(4.0)
    Int32 @28 = GreaterThan(@26, @27)
    Void @29 = Branch(@28, #3:rare, #4)
#3:        ; then
    ; return 0
    Int32 @30 = Const32(0)
    Void @31 = Return(@30)
#4:        ; endif
    ; i = i + 1
    Int32 @32 = Const32(1)
    Int32 @33 = Add(@10, @32)                       ; i
    Void @34 = Upsilon(@33, ^@10)
    Void @35 = Upsilon(@23, ^@11)
    Void @36 = Upsilon(@21, ^@12)
    Void @37 = Upsilon(@24, ^@13)
    Void @38 = Upsilon(@25, ^@14)
    Void @39 = Jump(#1)
#5:        ; done
    ; return 1
    Int32 @40 = Const32(1)
    Void @41 = Return(@40)
}

; Points of the set in a grid of size * size.
proc mandelbrot_count(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; size
    ; count: i32 = 0
    Int32 @2 = Const32(0)                           ; count
    ; scale: f64 = 2.0 / IToD(size)
    Double @3 = IToD(@1)
    Double @4 = ConstDouble(2.0)
    Double @5 = Div(@4, @3)                         ; scale
    ; for y = 0 until size
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@2, ^@10)
    Void @8 = Jump(#1)
#1:        ; for y
    Int32 @9 = Phi()                                ; y
    Int32 @10 = Phi()                               ; count
    Int32 @11 = LessThan(@9, @1)
    Void @12 = Branch(@11, #2, #8)
#2:        ; body
    ; ci: f64 = IToD(y) * scale - 1.0
    Double @13 = IToD(@9)
    Double @14 = Mul(@13, @5)
    Double @15 = ConstDouble(1.0)
    Double @16 = Sub(@14, @15)                      ; ci
    ; for x = 0 until size
    Int32 @17 = Const32(0)
    Void @18 = Upsilon(@17, ^@21)
    Void @19 = Upsilon(@10, ^@22)
    Void @20 = Jump(#3)
#3:        ; for x
    Int32 @21 = Phi()                               ; x
    Int32 @22 = Phi()                               ; count
    Int32 @23 = LessThan(@21, @1)
    Void @24 = Branch(@23, #4, #6)
#4:        ; body
    ; count = count + call inside(IToD(x) * scale - 1.5, ci)
    Double @25 = IToD(@21)
    Double @26 = Mul(@25, @5)
    Double @27 = ConstDouble(1.5)
    Double @28 = Sub(@26, @27)
    Int32 @29 = CCall(inside, @28, @16)
    Int32 @30 = Add(@22, @29)                       ; count
    Void @31 = Jump(#5)
#5:        ; next x
    Int32 @32 = Const32(1)
    Int32 @33 = Add(@21, @32)
    Void @34 = Upsilon(@33, ^@21)
    Void @35 = Upsilon(@30, ^@22)
    Void @36 = Jump(#3)
#6:        ; done
    Void @37 = Jump(#7)
#7:        ; next y
    Int32 @38 = Const32(1)
    Int32 @39 = Add(@9, @38)
    Void @40 = Upsilon(@39, ^@9)
    Void @41 = Upsilon(@22, ^@10)
    Void @42 = Jump(#1)
#8:        ; done
    ; return count
    Void @43 = Return(@10)
}
;; run mandelbrot_count(16) == 104
;; run mandelbrot_count(48) == 924

; The bitmap, mixed: the checksum is rotated by one bit for each point.
proc mandelbrot_checksum(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; size
    ; sum: i64 = 0
    Int64 @2 = Const64(0)                           ; sum
    ; scale: f64 = 2.0 / IToD(size)
    Double @3 = IToD(@1)
    Double @4 = ConstDouble(2.0)
    Double @5 = Div(@4, @3)                         ; scale
    ; for y = 0 until size
    Int32 @6 = Const32(0)
    Void @7 = Upsilon(@6, ^@10)
    Void @8 = Upsilon(@2, ^@11)
    Void @9 = Jump(#1)
#1:        ; for y
    Int32 @10 = Phi()                               ; y
    Int64 @11 = Phi()                               ; sum
    Int32 @12 = LessThan(@10, @1)
    Void @13 = Branch(@12, #2, #8)
#2:        ; body
    ; ci: f64 = IToD(y) * scale - 1.0
    Double @14 = IToD(@10)
    Double @15 = Mul(@14, @5)
    Double @16 = ConstDouble(1.0)
    Double @17 = Sub(@15, @16)                      ; ci
    ; for x = 0 until size
    Int32 @18 = Const32(0)
    Void @19 = Upsilon(@18, ^@22)
    Void @20 = Upsilon(@11, ^@23)
    Void @21 = Jump(#3)
#3:        ; for x
    Int32 @22 = Phi()                               ; x
    Int64 @23 = Phi()                               ; sum
    Int32 @24 = LessThan(@22, @1)
    Void @25 = Branch(@24, #4, #6)
#4:        ; body
    ; bit: i32 = call inside(IToD(x) * scale - 1.5, ci)
    Double @26 = IToD(@22)
    Double @27 = Mul(@26, @5)
    Double @28 = ConstDouble(1.5)
    Double @29 = Sub(@27, @28)
    Int32 @30 = CCall(inside, @29, @17)             ; bit
    ; sum = RotL(sum, 1) ^ ZExt32(bit)
    Int32 @31 = Const32(1)
    Int64 @32 = RotL(@23, @31)
    Int64 @33 = ZExt32(@30)
    Int64 @34 = BitXor(@32, @33)                    ; sum
    Void @35 = Jump(#5)
#5:        ; next x
    Int32 @36 = Const32(1)
    Int32 @37 = Add(@22, @36)
    Void @38 = Upsilon(@37, ^@22)
    Void @39 = Upsilon(@34, ^@23)
    Void @40 = Jump(#3)
#6:        ; done
    ; sum = sum * 0x100000001b3
    Int64 @41 = Const64(0x100000001b3)
    Int64 @42 = Mul(@23, @41)                       ; sum
    Void @43 = Jump(#7)
#7:        ; next y
    Int32 @44 = Const32(1)
    Int32 @45 = Add(@10, @44)
    Void @46 = Upsilon(@45, ^@10)
    Void @47 = Upsilon(@42, ^@11)
    Void @48 = Jump(#1)
#8:        ; done
    ; return sum
    Void @49 = Return(@11)
}
;; run mandelbrot_checksum(32) == 0x9b6426be41506ac7

; In single precision, without a call.
proc mandelbrot_float_count(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; size
    ; count: i32 = 0
    Int32 @2 = Const32(0)                           ; count
    ; scale: f32 = 2.0f / IToF(size)
    Float @3 = IToF(@1)
    Float @4 = ConstFloat(2.0)
    Float @5 = Div(@4, @3)                          ; scale
    ; for y = 0 until size
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@2, ^@10)
    Void @8 = Jump(#1)
#1:        ; for y
    Int32 @9 = Phi()                                ; y
    Int32 @10 = Phi()                               ; count
    Int32 @11 = LessThan(@9, @1)
    Void @12 = Branch(@11, #2, #14)
#2:        ; body
    ; ci: f32 = IToF(y) * scale - 1.0f
    Float @13 = IToF(@9)
    Float @14 = Mul(@13, @5)
    Float @15 = ConstFloat(1.0)
    Float @16 = Sub(@14, @15)                       ; ci
    ; for x = 0 until size
    Int32 @17 = Const32(0)
    Void @18 = Upsilon(@17, ^@21)
    Void @19 = Upsilon(@10, ^@22)
    Void @20 = Jump(#3)
#3:        ; for x
    Int32 @21 = Phi()                               ; x
    Int32 @22 = Phi()                               ; count
    Int32 @23 = LessThan(@21, @1)
    Void @24 = Branch(@23, #4, #12)
#4:        ; body
    ; cr: f32 = IToF(x) * scale - 1.5f
    Float @25 = IToF(@21)
    Float @26 = Mul(@25, @5)
    Float @27 = ConstFloat(1.5)
    Float @28 = Sub(@26, @27)                       ; cr
    ; zr: f32 = 0.0f
    Float @29 = ConstFloat(0.0)                     ; zr
    ; zi: f32 = 0.0f
    ; left: i32 = 50
    Int32 @30 = Const32(50)                         ; left
    Void @31 = Upsilon(@29, ^@35)
    Void @32 = Upsilon(@29, ^@36)
    Void @33 = Upsilon(@30, ^@37)
    Void @34 = Jump(#5)
#5:        ; loop
    Float @35 = Phi()                               ; zr
    Float @36 = Phi()                               ; zi
    Int32 @37 = Phi()                               ; left
    ; r2: f32 = zr * zr
    Float @38 = Mul(@35, @35)                       ; r2
    ; i2: f32 = zi * zi
    Float @39 = Mul(@36, @36)                       ; i2
    ; if r2 + i2 > 4.0f
    Float @40 = Add(@38, @39)
    Float @41 = ConstFloat(4.0)
    Int32 @42 = GreaterThan(@40, @41)
    Void @43 = Branch(@42, #6, #7)
#6:        ; then
    Void @44 = Upsilon(@22, ^@65)
    Void @45 = Jump(#10)
#7:        ; endif
    ; if left == 0
    Int32 @46 = Const32(0)
    Int32 @47 = Equal(@37, @46)
    Void @48 = Branch(@47, #8, #9)
#8:        ; then
    ; count = count + 1
    Int32 @49 = Const32(1)
    Int32 @50 = Add(@22, @49)                       ; count
    Void @51 = Upsilon(@50, ^@65)
    Void @52 = Jump(#10)
#9:        ; endif
    ; zi = 2.0f * zr * zi + ci
    Float @53 = ConstFloat(2.0)
    Float @54 = Mul(@53, @35)
    Float @55 = Mul(@54, @36)
    Float @56 = Add(@55, @16)                       ; zi
    ; zr = r2 - i2 + cr
    Float @57 = Sub(@38, @39)
    Float @58 = Add(@57, @28)                       ; zr
    ; left = left - 1
    Int32 @59 = Const32(1)
    Int32 @60 = Sub(@37, @59)                       ; left
    Void @61 = Upsilon(@58, ^@35)
    Void @62 = Upsilon(@56, ^@36)
    Void @63 = Upsilon(@60, ^@37)
    Void @64 = Jump(#5)
#10:        ; done
    Int32 @65 = Phi()                               ; count
    Void @66 = Jump(#11)
#11:        ; next x
    Int32 @67 = Const32(1)
    Int32 @68 = Add(@21, @67)
    Void @69 = Upsilon(@68, ^@21)
    Void @70 = Upsilon(@65, ^@22)
    Void @71 = Jump(#3)
#12:        ; done
    Void @72 = Jump(#13)
#13:        ; next y
    Int32 @73 = Const32(1)
    Int32 @74 = Add(@9, @73)
    Void @75 = Upsilon(@74, ^@9)
    Void @76 = Upsilon(@22, ^@10)
    Void @77 = Jump(#1)
#14:        ; done
    ; return count
    Void @78 = Return(@10)
}
;; run mandelbrot_float_count(32) == 414
