barebones 1
; The fast Fourier transform (radix 2, in place, decimation in time) on complex doubles, with twiddle factors by
; recurrence from cosines and sines in data; and multiplication of long numbers by it.
;
; Known answers: the transform of an impulse is all ones; of a constant, an impulse; squares of repunits have the digits
; 1 2 3 .. 9 8 .. 1 while they are short. The digit sum of longer squares: Python's integers.
;! run

; cos and -sin of pi / 2^k for k = 0, 1, 2, ...
data turns =
    f64:-1.0 f64:-0.0
    f64:0.0 f64:-1.0
    f64:0.7071067811865476 f64:-0.7071067811865475
    f64:0.9238795325112867 f64:-0.3826834323650898
    f64:0.9807852804032304 f64:-0.19509032201612825
    f64:0.9951847266721969 f64:-0.0980171403295606
    f64:0.9987954562051724 f64:-0.049067674327418015
    f64:0.9996988186962042 f64:-0.024541228522912288
    f64:0.9999247018391445 f64:-0.012271538285719925
    f64:0.9999811752826011 f64:-0.006135884649154475

; 1,024 complex numbers: real part, imaginary part.
data x = zero:16384
data digits = zero:2048

; Exchanges each element with the one whose index has the bits in reverse order.
proc permute(Int32) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; log
    ; n: i64 = 1L << log
    Int64 @2 = Const64(1)
    Int64 @3 = Shl(@2, @1)                          ; n
    ; for i = 0L until n
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int32 @8 = LessThan(@7, @3)
    Void @9 = Branch(@8, #2, #6)
#2:        ; body
    ; j: i64 = BitReverse(i) >>> (64 - log)
    Int64 @10 = BitReverse(@7)
    Int32 @11 = Const32(64)
    Int32 @12 = Sub(@11, @1)
    Int64 @13 = ZShr(@10, @12)                      ; j
    ; if i < j
    Int32 @14 = LessThan(@7, @13)
    Void @15 = Branch(@14, #3, #4)
#3:        ; then
    ; p: i64 = addr(x) + (i << 4)
    Int64 @16 = SymbolAddress(x)
    Int32 @17 = Const32(4)
    Int64 @18 = Shl(@7, @17)
    Int64 @19 = Add(@16, @18)                       ; p
    ; q: i64 = addr(x) + (j << 4)
    Int64 @20 = SymbolAddress(x)
    Int64 @21 = Shl(@13, @17)
    Int64 @22 = Add(@20, @21)                       ; q
    ; re: f64 = f64[p]
    Double @23 = Load(@19)                          ; re
    ; im: f64 = f64[p, 8]
    Double @24 = Load(@19, offset=8)                ; im
    ; f64[p] = f64[q]
    Double @25 = Load(@22)
    Void @26 = Store(@25, @19)
    ; f64[p, 8] = f64[q, 8]
    Double @27 = Load(@22, offset=8)
    Void @28 = Store(@27, @19, offset=8)
    ; f64[q] = re
    Void @29 = Store(@23, @22)
    ; f64[q, 8] = im
    Void @30 = Store(@24, @22, offset=8)
    Void @31 = Jump(#4)
#4:        ; endif
    Void @32 = Jump(#5)
#5:        ; next i
    Int64 @33 = Const64(1)
    Int64 @34 = Add(@7, @33)
    Void @35 = Upsilon(@34, ^@7)
    Void @36 = Jump(#1)
#6:        ; done
    Void @37 = Return()
}

; Transforms 2^log elements; `sign` is 1, or -1 for the inverse (which is not scaled).
proc fft(Int32, Double) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; log
    Double @2 = ArgumentReg(%fa0)                   ; sign
    ; call permute(log)
    Void @3 = CCall(permute, @1)
    ; n: i64 = 1L << log
    Int64 @4 = Const64(1)
    Int64 @5 = Shl(@4, @1)                          ; n
    ; for stage = 0 until log
    Int32 @6 = Const32(0)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#1)
#1:        ; for stage
    Int32 @9 = Phi()                                ; stage
    Int32 @10 = LessThan(@9, @1)
    Void @11 = Branch(@10, #2, #11)
#2:        ; body
    ; Butterflies over a distance of `half`; the factor rotates by pi / half.
    ; half: i64 = 1L << stage
    Int64 @12 = Const64(1)
    Int64 @13 = Shl(@12, @9)                        ; half
    ; turn: i64 = addr(turns) + (SExt32(stage) << 4)
    Int64 @14 = SymbolAddress(turns)
    Int64 @15 = SExt32(@9)
    Int32 @16 = Const32(4)
    Int64 @17 = Shl(@15, @16)
    Int64 @18 = Add(@14, @17)                       ; turn
    ; cr: f64 = f64[turn, 0, immutable]
    Double @19 = Load(@18, offset=0, immutable)     ; cr
    ; ci: f64 = f64[turn, 8, immutable] * sign
    Double @20 = Load(@18, offset=8, immutable)
    Double @21 = Mul(@20, @2)                       ; ci
    ; wr: f64 = 1.0
    Double @22 = ConstDouble(1.0)                   ; wr
    ; wi: f64 = 0.0
    Double @23 = ConstDouble(0.0)                   ; wi
    ; for k = 0L until half
    Int64 @24 = Const64(0)
    Void @25 = Upsilon(@24, ^@29)
    Void @26 = Upsilon(@22, ^@30)
    Void @27 = Upsilon(@23, ^@31)
    Void @28 = Jump(#3)
#3:        ; for k
    Int64 @29 = Phi()                               ; k
    Double @30 = Phi()                              ; wr
    Double @31 = Phi()                              ; wi
    Int32 @32 = LessThan(@29, @13)
    Void @33 = Branch(@32, #4, #9)
#4:        ; body
    Void @34 = Upsilon(@29, ^@36)
    Void @35 = Jump(#5)
#5:        ; while
    Int64 @36 = Phi()                               ; i
    ; i: i64 = k
    ; while i < n
    Int32 @37 = LessThan(@36, @5)
    Void @38 = Branch(@37, #6, #7)
#6:        ; body
    ; p: i64 = addr(x) + (i << 4)
    Int64 @39 = SymbolAddress(x)
    Int32 @40 = Const32(4)
    Int64 @41 = Shl(@36, @40)
    Int64 @42 = Add(@39, @41)                       ; p
    ; q: i64 = p + (half << 4)
    Int64 @43 = Shl(@13, @40)
    Int64 @44 = Add(@42, @43)                       ; q
    ; tr: f64 = f64[q] * wr - f64[q, 8] * wi
    Double @45 = Load(@44)
    Double @46 = Mul(@45, @30)
    Double @47 = Load(@44, offset=8)
    Double @48 = Mul(@47, @31)
    Double @49 = Sub(@46, @48)                      ; tr
    ; ti: f64 = f64[q] * wi + f64[q, 8] * wr
    Double @50 = Load(@44)
    Double @51 = Mul(@50, @31)
    Double @52 = Load(@44, offset=8)
    Double @53 = Mul(@52, @30)
    Double @54 = Add(@51, @53)                      ; ti
    ; f64[q] = f64[p] - tr
    Double @55 = Load(@42)
    Double @56 = Sub(@55, @49)
    Void @57 = Store(@56, @44)
    ; f64[q, 8] = f64[p, 8] - ti
    Double @58 = Load(@42, offset=8)
    Double @59 = Sub(@58, @54)
    Void @60 = Store(@59, @44, offset=8)
    ; f64[p] = f64[p] + tr
    Double @61 = Load(@42)
    Double @62 = Add(@61, @49)
    Void @63 = Store(@62, @42)
    ; f64[p, 8] = f64[p, 8] + ti
    Double @64 = Load(@42, offset=8)
    Double @65 = Add(@64, @54)
    Void @66 = Store(@65, @42, offset=8)
    ; i = i + half * 2
    Int64 @67 = Const64(2)
    Int64 @68 = Mul(@13, @67)
    Int64 @69 = Add(@36, @68)                       ; i
    Void @70 = Upsilon(@69, ^@36)
    Void @71 = Jump(#5)
#7:        ; done
    ; t: f64 = wr * cr - wi * ci
    Double @72 = Mul(@30, @19)
    Double @73 = Mul(@31, @21)
    Double @74 = Sub(@72, @73)                      ; t
    ; wi = wr * ci + wi * cr
    Double @75 = Mul(@30, @21)
    Double @76 = Mul(@31, @19)
    Double @77 = Add(@75, @76)                      ; wi
    ; wr = t
    Void @78 = Jump(#8)
#8:        ; next k
    Int64 @79 = Const64(1)
    Int64 @80 = Add(@29, @79)
    Void @81 = Upsilon(@80, ^@29)
    Void @82 = Upsilon(@74, ^@30)
    Void @83 = Upsilon(@77, ^@31)
    Void @84 = Jump(#3)
#9:        ; done
    Void @85 = Jump(#10)
#10:        ; next stage
    Int32 @86 = Const32(1)
    Int32 @87 = Add(@9, @86)
    Void @88 = Upsilon(@87, ^@9)
    Void @89 = Jump(#1)
#11:        ; done
    Void @90 = Return()
}

; The sum of squared magnitudes of the transform of an impulse at `place`, rounded: 256 times one.
proc impulse(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; place
    ; MemoryFill(addr(x), 0, 4096)
    Int64 @1 = SymbolAddress(x)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(4096)
    Void @4 = MemoryFill(@1, @2, @3)
    ; f64[addr(x) + (place << 4)] = 1.0
    Int64 @5 = SymbolAddress(x)
    Int32 @6 = Const32(4)
    Int64 @7 = Shl(@0, @6)
    Int64 @8 = Add(@5, @7)
    Double @9 = ConstDouble(1.0)
    Void @10 = Store(@9, @8)
    ; call fft(8, 1.0)
    Int32 @11 = Const32(8)
    Void @12 = CCall(fft, @11, @9)
    ; sum: f64 = 0.0
    Double @13 = ConstDouble(0.0)                   ; sum
    ; for i = 0L until 256L
    Int64 @14 = Const64(0)
    Int64 @15 = Const64(256)
    Void @16 = Upsilon(@14, ^@19)
    Void @17 = Upsilon(@13, ^@20)
    Void @18 = Jump(#1)
#1:        ; for i
    Int64 @19 = Phi()                               ; i
    Double @20 = Phi()                              ; sum
    Int32 @21 = LessThan(@19, @15)
    Void @22 = Branch(@21, #2, #4)
#2:        ; body
    ; p: i64 = addr(x) + (i << 4)
    Int64 @23 = SymbolAddress(x)
    Int32 @24 = Const32(4)
    Int64 @25 = Shl(@19, @24)
    Int64 @26 = Add(@23, @25)                       ; p
    ; sum = sum + f64[p] * f64[p] + f64[p, 8] * f64[p, 8]
    Double @27 = Load(@26)
    Double @28 = Load(@26)
    Double @29 = Mul(@27, @28)
    Double @30 = Add(@20, @29)
    Double @31 = Load(@26, offset=8)
    Double @32 = Load(@26, offset=8)
    Double @33 = Mul(@31, @32)
    Double @34 = Add(@30, @33)                      ; sum
    Void @35 = Jump(#3)
#3:        ; next i
    Int64 @36 = Const64(1)
    Int64 @37 = Add(@19, @36)
    Void @38 = Upsilon(@37, ^@19)
    Void @39 = Upsilon(@34, ^@20)
    Void @40 = Jump(#1)
#4:        ; done
    ; return Nearest(sum)
    Double @41 = Nearest(@20)
    Void @42 = Return(@41)
}
;; run impulse(0) == 256.0
;; run impulse(3) == 256.0

; The first element of the transform of ones, if all others are zero.
proc constant(Int32) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; log
    ; n: i64 = 1L << log
    Int64 @2 = Const64(1)
    Int64 @3 = Shl(@2, @1)                          ; n
    ; for i = 0L until n
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int32 @8 = LessThan(@7, @3)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; f64[addr(x) + (i << 4)] = 1.0
    Int64 @10 = SymbolAddress(x)
    Int32 @11 = Const32(4)
    Int64 @12 = Shl(@7, @11)
    Int64 @13 = Add(@10, @12)
    Double @14 = ConstDouble(1.0)
    Void @15 = Store(@14, @13)
    ; f64[addr(x) + (i << 4), 8] = 0.0
    Int64 @16 = SymbolAddress(x)
    Int64 @17 = Shl(@7, @11)
    Int64 @18 = Add(@16, @17)
    Double @19 = ConstDouble(0.0)
    Void @20 = Store(@19, @18, offset=8)
    Void @21 = Jump(#3)
#3:        ; next i
    Int64 @22 = Const64(1)
    Int64 @23 = Add(@7, @22)
    Void @24 = Upsilon(@23, ^@7)
    Void @25 = Jump(#1)
#4:        ; done
    ; call fft(log, 1.0)
    Double @26 = ConstDouble(1.0)
    Void @27 = CCall(fft, @1, @26)
    ; for i = 1L until n
    Int64 @28 = Const64(1)
    Void @29 = Upsilon(@28, ^@31)
    Void @30 = Jump(#5)
#5:        ; for i
    Int64 @31 = Phi()                               ; i
    Int32 @32 = LessThan(@31, @3)
    Void @33 = Branch(@32, #6, #8)
#6:        ; body
    ; p: i64 = addr(x) + (i << 4)
    Int64 @34 = SymbolAddress(x)
    Int32 @35 = Const32(4)
    Int64 @36 = Shl(@31, @35)
    Int64 @37 = Add(@34, @36)                       ; p
    ; trapif (f64[p] != 0.0) | (f64[p, 8] != 0.0) User(1)
    Double @38 = Load(@37)
    Double @39 = ConstDouble(0.0)
    Int32 @40 = NotEqual(@38, @39)
    Double @41 = Load(@37, offset=8)
    Int32 @42 = NotEqual(@41, @39)
    Int32 @43 = BitOr(@40, @42)
    Void @44 = TrapIf(@43, User(1))
    Void @45 = Jump(#7)
#7:        ; next i
    Int64 @46 = Const64(1)
    Int64 @47 = Add(@31, @46)
    Void @48 = Upsilon(@47, ^@31)
    Void @49 = Jump(#5)
#8:        ; done
    ; return f64[addr(x)]
    Int64 @50 = SymbolAddress(x)
    Double @51 = Load(@50)
    Void @52 = Return(@51)
}
;; run constant(8) == 256.0

; 1 if the inverse of the transform returns the input, to within 1e-9.
proc round_trip_error(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; log
    ; n: i64 = 1L << log
    Int64 @2 = Const64(1)
    Int64 @3 = Shl(@2, @1)                          ; n
    ; for i = 0L until n
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int32 @8 = LessThan(@7, @3)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; v: i64 = i * i * 7 % 31 - 15
    Int64 @10 = Mul(@7, @7)
    Int64 @11 = Const64(7)
    Int64 @12 = Mul(@10, @11)
    Int64 @13 = Const64(31)
    Int64 @14 = Mod(@12, @13)
    Int64 @15 = Const64(15)
    Int64 @16 = Sub(@14, @15)                       ; v
    ; f64[addr(x) + (i << 4)] = IToD(v)
    Int64 @17 = SymbolAddress(x)
    Int32 @18 = Const32(4)
    Int64 @19 = Shl(@7, @18)
    Int64 @20 = Add(@17, @19)
    Double @21 = IToD(@16)
    Void @22 = Store(@21, @20)
    ; f64[addr(x) + (i << 4), 8] = IToD(i & 7)
    Int64 @23 = SymbolAddress(x)
    Int64 @24 = Shl(@7, @18)
    Int64 @25 = Add(@23, @24)
    Int64 @26 = BitAnd(@7, @11)
    Double @27 = IToD(@26)
    Void @28 = Store(@27, @25, offset=8)
    Void @29 = Jump(#3)
#3:        ; next i
    Int64 @30 = Const64(1)
    Int64 @31 = Add(@7, @30)
    Void @32 = Upsilon(@31, ^@7)
    Void @33 = Jump(#1)
#4:        ; done
    ; call fft(log, 1.0)
    Double @34 = ConstDouble(1.0)
    Void @35 = CCall(fft, @1, @34)
    ; call fft(log, -1.0)
    Double @36 = ConstDouble(-1.0)
    Void @37 = CCall(fft, @1, @36)
    ; worst: f64 = 0.0
    Double @38 = ConstDouble(0.0)                   ; worst
    ; scale: f64 = 1.0 / IToD(n)
    Double @39 = IToD(@3)
    Double @40 = Div(@34, @39)                      ; scale
    ; for i = 0L until n
    Int64 @41 = Const64(0)
    Void @42 = Upsilon(@41, ^@45)
    Void @43 = Upsilon(@38, ^@46)
    Void @44 = Jump(#5)
#5:        ; for i
    Int64 @45 = Phi()                               ; i
    Double @46 = Phi()                              ; worst
    Int32 @47 = LessThan(@45, @3)
    Void @48 = Branch(@47, #6, #8)
#6:        ; body
    ; p: i64 = addr(x) + (i << 4)
    Int64 @49 = SymbolAddress(x)
    Int32 @50 = Const32(4)
    Int64 @51 = Shl(@45, @50)
    Int64 @52 = Add(@49, @51)                       ; p
    ; v: i64 = i * i * 7 % 31 - 15
    Int64 @53 = Mul(@45, @45)
    Int64 @54 = Const64(7)
    Int64 @55 = Mul(@53, @54)
    Int64 @56 = Const64(31)
    Int64 @57 = Mod(@55, @56)
    Int64 @58 = Const64(15)
    Int64 @59 = Sub(@57, @58)                       ; v
    ; worst = FMax(worst, Abs(f64[p] * scale - IToD(v)))
    Double @60 = Load(@52)
    Double @61 = Mul(@60, @40)
    Double @62 = IToD(@59)
    Double @63 = Sub(@61, @62)
    Double @64 = Abs(@63)
    Double @65 = FMax(@46, @64)                     ; worst
    ; worst = FMax(worst, Abs(f64[p, 8] * scale - IToD(i & 7)))
    Double @66 = Load(@52, offset=8)
    Double @67 = Mul(@66, @40)
    Int64 @68 = BitAnd(@45, @54)
    Double @69 = IToD(@68)
    Double @70 = Sub(@67, @69)
    Double @71 = Abs(@70)
    Double @72 = FMax(@65, @71)                     ; worst
    Void @73 = Jump(#7)
#7:        ; next i
    Int64 @74 = Const64(1)
    Int64 @75 = Add(@45, @74)
    Void @76 = Upsilon(@75, ^@45)
    Void @77 = Upsilon(@72, ^@46)
    Void @78 = Jump(#5)
#8:        ; done
    ; return worst < 0.000000001
    Double @79 = ConstDouble(0.000000001)
    Int32 @80 = LessThan(@46, @79)
    Void @81 = Return(@80)
}
;; run round_trip_error(9) == 1

; The decimal digits of the square of the number of n ones, lowest first, as bytes; returns how many.
proc square(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 512 HeapOutOfBounds
    Int64 @1 = Const64(512)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; MemoryFill(addr(x), 0, 16384)
    Int64 @4 = SymbolAddress(x)
    Int32 @5 = Const32(0)
    Int64 @6 = Const64(16384)
    Void @7 = MemoryFill(@4, @5, @6)
    ; for i = 0L until n
    Int64 @8 = Const64(0)
    Void @9 = Upsilon(@8, ^@11)
    Void @10 = Jump(#1)
#1:        ; for i
    Int64 @11 = Phi()                               ; i
    Int32 @12 = LessThan(@11, @0)
    Void @13 = Branch(@12, #2, #4)
#2:        ; body
    ; f64[addr(x) + (i << 4)] = 1.0
    Int64 @14 = SymbolAddress(x)
    Int32 @15 = Const32(4)
    Int64 @16 = Shl(@11, @15)
    Int64 @17 = Add(@14, @16)
    Double @18 = ConstDouble(1.0)
    Void @19 = Store(@18, @17)
    Void @20 = Jump(#3)
#3:        ; next i
    Int64 @21 = Const64(1)
    Int64 @22 = Add(@11, @21)
    Void @23 = Upsilon(@22, ^@11)
    Void @24 = Jump(#1)
#4:        ; done
    ; The transform of a product is the product of the transforms.
    ; call fft(10, 1.0)
    Int32 @25 = Const32(10)
    Double @26 = ConstDouble(1.0)
    Void @27 = CCall(fft, @25, @26)
    ; for i = 0L until 1024L
    Int64 @28 = Const64(0)
    Int64 @29 = Const64(1024)
    Void @30 = Upsilon(@28, ^@32)
    Void @31 = Jump(#5)
#5:        ; for i
    Int64 @32 = Phi()                               ; i
    Int32 @33 = LessThan(@32, @29)
    Void @34 = Branch(@33, #6, #8)
#6:        ; body
    ; p: i64 = addr(x) + (i << 4)
    Int64 @35 = SymbolAddress(x)
    Int32 @36 = Const32(4)
    Int64 @37 = Shl(@32, @36)
    Int64 @38 = Add(@35, @37)                       ; p
    ; re: f64 = f64[p]
    Double @39 = Load(@38)                          ; re
    ; im: f64 = f64[p, 8]
    Double @40 = Load(@38, offset=8)                ; im
    ; f64[p] = re * re - im * im
    Double @41 = Mul(@39, @39)
    Double @42 = Mul(@40, @40)
    Double @43 = Sub(@41, @42)
    Void @44 = Store(@43, @38)
    ; f64[p, 8] = 2.0 * re * im
    Double @45 = ConstDouble(2.0)
    Double @46 = Mul(@45, @39)
    Double @47 = Mul(@46, @40)
    Void @48 = Store(@47, @38, offset=8)
    Void @49 = Jump(#7)
#7:        ; next i
    Int64 @50 = Const64(1)
    Int64 @51 = Add(@32, @50)
    Void @52 = Upsilon(@51, ^@32)
    Void @53 = Jump(#5)
#8:        ; done
    ; call fft(10, -1.0)
    Int32 @54 = Const32(10)
    Double @55 = ConstDouble(-1.0)
    Void @56 = CCall(fft, @54, @55)
    ; Carries.
    ; carry: i64 = 0
    Int64 @57 = Const64(0)                          ; carry
    ; for i = 0L until 1024L
    Int64 @58 = Const64(1024)
    Void @59 = Upsilon(@57, ^@62)
    Void @60 = Upsilon(@57, ^@63)
    Void @61 = Jump(#9)
#9:        ; for i
    Int64 @62 = Phi()                               ; i
    Int64 @63 = Phi()                               ; carry
    Int32 @64 = LessThan(@62, @58)
    Void @65 = Branch(@64, #10, #12)
#10:        ; body
    ; carry = carry + FToITrap64(Nearest(f64[addr(x) + (i << 4)] * 0.0009765625))
    Int64 @66 = SymbolAddress(x)
    Int32 @67 = Const32(4)
    Int64 @68 = Shl(@62, @67)
    Int64 @69 = Add(@66, @68)
    Double @70 = Load(@69)
    Double @71 = ConstDouble(0.0009765625)
    Double @72 = Mul(@70, @71)
    Double @73 = Nearest(@72)
    Int64 @74 = FToITrap(@73)
    Int64 @75 = Add(@63, @74)                       ; carry
    ; u8[addr(digits) + i] = Trunc(carry % 10)
    Int64 @76 = SymbolAddress(digits)
    Int64 @77 = Add(@76, @62)
    Int64 @78 = Const64(10)
    Int64 @79 = Mod(@75, @78)
    Int32 @80 = Trunc(@79)
    Void @81 = Store8(@80, @77)
    ; carry = carry / 10
    Int64 @82 = Div(@75, @78)                       ; carry
    Void @83 = Jump(#11)
#11:        ; next i
    Int64 @84 = Const64(1)
    Int64 @85 = Add(@62, @84)
    Void @86 = Upsilon(@85, ^@62)
    Void @87 = Upsilon(@82, ^@63)
    Void @88 = Jump(#9)
#12:        ; done
    ; return n * 2
    Int64 @89 = Const64(2)
    Int64 @90 = Mul(@0, @89)
    Void @91 = Return(@90)
}

proc square_of_repunit(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; i: i64 = call square(n)
    Int64 @1 = CCall(square, @0)                    ; i
    ; result: i64 = 0
    Int64 @2 = Const64(0)                           ; result
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:        ; while
    Int64 @6 = Phi()                                ; i
    Int64 @7 = Phi()                                ; result
    ; while i > 0
    Int64 @8 = Const64(0)
    Int32 @9 = GreaterThan(@6, @8)
    Void @10 = Branch(@9, #2, #3)
#2:        ; body
    ; i = i - 1
    Int64 @11 = Const64(1)
    Int64 @12 = Sub(@6, @11)                        ; i
    ; result = result * 10 + ZExt32(u8[addr(digits) + i])
    Int64 @13 = Const64(10)
    Int64 @14 = Mul(@7, @13)
    Int64 @15 = SymbolAddress(digits)
    Int64 @16 = Add(@15, @12)
    Int32 @17 = Load8Z(@16)
    Int64 @18 = ZExt32(@17)
    Int64 @19 = Add(@14, @18)                       ; result
    Void @20 = Upsilon(@12, ^@6)
    Void @21 = Upsilon(@19, ^@7)
    Void @22 = Jump(#1)
#3:        ; done
    ; return result
    Void @23 = Return(@7)
}
;; run square_of_repunit(9) == 12345678987654321
;; run square_of_repunit(1) == 1

proc digit_sum_of_square(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; count: i64 = call square(n)
    Int64 @1 = CCall(square, @0)                    ; count
    ; sum: i32 = 0
    Int32 @2 = Const32(0)                           ; sum
    ; for i = 0L until count
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@3, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int32 @8 = Phi()                                ; sum
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #4)
#2:        ; body
    ; sum = sum + u8[addr(digits) + i]
    Int64 @11 = SymbolAddress(digits)
    Int64 @12 = Add(@11, @7)
    Int32 @13 = Load8Z(@12)
    Int32 @14 = Add(@8, @13)                        ; sum
    Void @15 = Jump(#3)
#3:        ; next i
    Int64 @16 = Const64(1)
    Int64 @17 = Add(@7, @16)
    Void @18 = Upsilon(@17, ^@7)
    Void @19 = Upsilon(@14, ^@8)
    Void @20 = Jump(#1)
#4:        ; done
    ; return sum
    Void @21 = Return(@8)
}
;; run digit_sum_of_square(100) == 892
;; run digit_sum_of_square(500) == 4480
