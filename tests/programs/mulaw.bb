barebones 1
; Telephone sound: mu-law of ITU-T G.711 (16-bit samples to bytes and back), and resampling of 16-bit samples in single precision.
;
; Known answers: G.711 (0 is 0xff, the extremes are 0x80 and 0x00); Python for the sums.
;! run

data samples = zero:32768
data codes = zero:16384
data output = zero:65536

; A sample in the low 16 bits, to a byte.
proc encode(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; sample
    ; x: i32 = SExt16(sample)
    Int32 @2 = SExt16(@1)                           ; x
    ; negative: i32 = x < 0
    Int32 @3 = Const32(0)
    Int32 @4 = LessThan(@2, @3)                     ; negative
    ; magnitude: i32 = Select(negative, -x, x)
    Int32 @5 = Neg(@2)
    Int32 @6 = Select(@4, @5, @2)                   ; magnitude
    ; magnitude = Select(magnitude > 32635, 32635, magnitude) + 132
    Int32 @7 = Const32(32635)
    Int32 @8 = GreaterThan(@6, @7)
    Int32 @9 = Select(@8, @7, @6)
    Int32 @10 = Const32(132)
    Int32 @11 = Add(@9, @10)                        ; magnitude
    ; The segment is the place of the highest bit: 7 for bit 14.
    ; exponent: i32 = 24 - Clz(magnitude)
    Int32 @12 = Clz(@11)
    Int32 @13 = Const32(24)
    Int32 @14 = Sub(@13, @12)                       ; exponent
    ; mantissa: i32 = (magnitude >>> (exponent + 3)) & 15
    Int32 @15 = Const32(3)
    Int32 @16 = Add(@14, @15)
    Int32 @17 = ZShr(@11, @16)
    Int32 @18 = Const32(15)
    Int32 @19 = BitAnd(@17, @18)                    ; mantissa
    ; return ((negative << 7) | (exponent << 4) | mantissa) ^ 0xff
    Int32 @20 = Const32(7)
    Int32 @21 = Shl(@4, @20)
    Int32 @22 = Const32(4)
    Int32 @23 = Shl(@14, @22)
    Int32 @24 = BitOr(@21, @23)
    Int32 @25 = BitOr(@24, @19)
    Int32 @26 = Const32(255)
    Int32 @27 = BitXor(@25, @26)
    Void @28 = Return(@27)
}
;; run encode(0) == 0xff
;; run encode(-1) == 0x7f
;; run encode(32767) == 0x80
;; run encode(-32768) == 0x00
;; run encode(1000) == 0xce

; A byte to a sample.
proc decode(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; code
    ; bits: i32 = ~code
    Int32 @2 = Const32(-1)
    Int32 @3 = BitXor(@1, @2)                       ; bits
    ; magnitude: i32 = (((bits & 15) << 3) + 132 << ((bits >>> 4) & 7)) - 132
    Int32 @4 = Const32(15)
    Int32 @5 = BitAnd(@3, @4)
    Int32 @6 = Const32(3)
    Int32 @7 = Shl(@5, @6)
    Int32 @8 = Const32(132)
    Int32 @9 = Add(@7, @8)
    Int32 @10 = Const32(4)
    Int32 @11 = ZShr(@3, @10)
    Int32 @12 = Const32(7)
    Int32 @13 = BitAnd(@11, @12)
    Int32 @14 = Shl(@9, @13)
    Int32 @15 = Sub(@14, @8)                        ; magnitude
    ; return Select(bits & 0x80, -magnitude, magnitude)
    Int32 @16 = Const32(128)
    Int32 @17 = BitAnd(@3, @16)
    Int32 @18 = Neg(@15)
    Int32 @19 = Select(@17, @18, @15)
    Void @20 = Return(@19)
}
;; run decode(0x00) == -32124
;; run decode(0xff) == 0
;; run decode(0x80) == 32124

; A triangle with some noise.
proc make_signal(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 16384 HeapOutOfBounds
    Int64 @1 = Const64(16384)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; noise: i32 = 1
    Int32 @4 = Const32(1)                           ; noise
    ; for i = 0L until n
    Int64 @5 = Const64(0)
    Void @6 = Upsilon(@5, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:        ; for i
    Int64 @9 = Phi()                                ; i
    Int32 @10 = Phi()                               ; noise
    Int32 @11 = LessThan(@9, @0)
    Void @12 = Branch(@11, #2, #4)
#2:        ; body
    ; noise = noise * 1103515245 + 12345
    Int32 @13 = Const32(1103515245)
    Int32 @14 = Mul(@10, @13)
    Int32 @15 = Const32(12345)
    Int32 @16 = Add(@14, @15)                       ; noise
    ; phase: i32 = Trunc(i * 97)
    Int64 @17 = Const64(97)
    Int64 @18 = Mul(@9, @17)
    Int32 @19 = Trunc(@18)                          ; phase
    ; triangle: i32 = Select(phase & 0x4000, ~phase, phase) & 0x3fff
    Int32 @20 = Const32(0x4000)
    Int32 @21 = BitAnd(@19, @20)
    Int32 @22 = Const32(-1)
    Int32 @23 = BitXor(@19, @22)
    Int32 @24 = Select(@21, @23, @19)
    Int32 @25 = Const32(0x3fff)
    Int32 @26 = BitAnd(@24, @25)                    ; triangle
    ; u16[addr(samples) + (i << 1)] = (triangle << 1) - 16384 + (noise >> 20)
    Int64 @27 = SymbolAddress(samples)
    Int32 @28 = Const32(1)
    Int64 @29 = Shl(@9, @28)
    Int64 @30 = Add(@27, @29)
    Int32 @31 = Shl(@26, @28)
    Int32 @32 = Sub(@31, @20)
    Int32 @33 = Const32(20)
    Int32 @34 = SShr(@16, @33)
    Int32 @35 = Add(@32, @34)
    Void @36 = Store16(@35, @30)
    Void @37 = Jump(#3)
#3:        ; next i
    Int64 @38 = Const64(1)
    Int64 @39 = Add(@9, @38)
    Void @40 = Upsilon(@39, ^@9)
    Void @41 = Upsilon(@16, ^@10)
    Void @42 = Jump(#1)
#4:        ; done
    Void @43 = Return()
}

; Encodes and decodes n samples; the sum of the absolute errors.
proc signal_error(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; call make_signal(n)
    Void @1 = CCall(make_signal, @0)
    ; for i = 0L until n
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@2, ^@5)
    Void @4 = Jump(#1)
#1:        ; for i
    Int64 @5 = Phi()                                ; i
    Int32 @6 = LessThan(@5, @0)
    Void @7 = Branch(@6, #2, #4)
#2:        ; body
    ; u8[addr(codes) + i] = call encode(u16[addr(samples) + (i << 1)])
    Int64 @8 = SymbolAddress(codes)
    Int64 @9 = Add(@8, @5)
    Int64 @10 = SymbolAddress(samples)
    Int32 @11 = Const32(1)
    Int64 @12 = Shl(@5, @11)
    Int64 @13 = Add(@10, @12)
    Int32 @14 = Load16Z(@13)
    Int32 @15 = CCall(encode, @14)
    Void @16 = Store8(@15, @9)
    Void @17 = Jump(#3)
#3:        ; next i
    Int64 @18 = Const64(1)
    Int64 @19 = Add(@5, @18)
    Void @20 = Upsilon(@19, ^@5)
    Void @21 = Jump(#1)
#4:        ; done
    ; sum: i64 = 0
    Int64 @22 = Const64(0)                          ; sum
    ; for i = 0L until n
    Void @23 = Upsilon(@22, ^@26)
    Void @24 = Upsilon(@22, ^@27)
    Void @25 = Jump(#5)
#5:        ; for i
    Int64 @26 = Phi()                               ; i
    Int64 @27 = Phi()                               ; sum
    Int32 @28 = LessThan(@26, @0)
    Void @29 = Branch(@28, #6, #8)
#6:        ; body
    ; back: i32 = call decode(u8[addr(codes) + i])
    Int64 @30 = SymbolAddress(codes)
    Int64 @31 = Add(@30, @26)
    Int32 @32 = Load8Z(@31)
    Int32 @33 = CCall(decode, @32)                  ; back
    ; difference: i64 = SExt16To64(u16[addr(samples) + (i << 1)]) - SExt32(back)
    Int64 @34 = SymbolAddress(samples)
    Int32 @35 = Const32(1)
    Int64 @36 = Shl(@26, @35)
    Int64 @37 = Add(@34, @36)
    Int32 @38 = Load16Z(@37)
    Int64 @39 = SExt16To64(@38)
    Int64 @40 = SExt32(@33)
    Int64 @41 = Sub(@39, @40)                       ; difference
    ; sum = sum + Select(difference < 0, -difference, difference)
    Int64 @42 = Const64(0)
    Int32 @43 = LessThan(@41, @42)
    Int64 @44 = Neg(@41)
    Int64 @45 = Select(@43, @44, @41)
    Int64 @46 = Add(@27, @45)                       ; sum
    Void @47 = Jump(#7)
#7:        ; next i
    Int64 @48 = Const64(1)
    Int64 @49 = Add(@26, @48)
    Void @50 = Upsilon(@49, ^@26)
    Void @51 = Upsilon(@46, ^@27)
    Void @52 = Jump(#5)
#8:        ; done
    ; return sum
    Void @53 = Return(@27)
}
;; run signal_error(8000) == 732638

; Number of codes that round-trip; the negative zero does not.
proc codes_that_survive() -> Int32 {
#0:
    ; count: i32 = 0
    Int32 @0 = Const32(0)                           ; count
    ; for code = 0 until 256
    Int32 @1 = Const32(256)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@0, ^@6)
    Void @4 = Jump(#1)
#1:        ; for code
    Int32 @5 = Phi()                                ; code
    Int32 @6 = Phi()                                ; count
    Int32 @7 = LessThan(@5, @1)
    Void @8 = Branch(@7, #2, #4)
#2:        ; body
    ; count = count + (call encode(call decode(code)) == code)
    Int32 @9 = CCall(decode, @5)
    Int32 @10 = CCall(encode, @9)
    Int32 @11 = Equal(@10, @5)
    Int32 @12 = Add(@6, @11)                        ; count
    Void @13 = Jump(#3)
#3:        ; next code
    Int32 @14 = Const32(1)
    Int32 @15 = Add(@5, @14)
    Void @16 = Upsilon(@15, ^@5)
    Void @17 = Upsilon(@12, ^@6)
    Void @18 = Jump(#1)
#4:        ; done
    ; return count
    Void @19 = Return(@6)
}
;; run codes_that_survive() == 255

; Reads the signal at multiples of `pace` with linear interpolation; the sum of the samples.
proc resampled_sum(Int64, Float) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Double @1 = ArgumentReg(%fa0)
    Float @2 = Trunc(@1)                            ; pace
    ; call make_signal(n)
    Void @3 = CCall(make_signal, @0)
    ; sum: i64 = 0
    Int64 @4 = Const64(0)                           ; sum
    ; at: f32 = 0.0f
    Float @5 = ConstFloat(0.0)                      ; at
    ; last: f32 = IToF(n - 1)
    Int64 @6 = Const64(1)
    Int64 @7 = Sub(@0, @6)
    Float @8 = IToF(@7)                             ; last
    Void @9 = Upsilon(@5, ^@12)
    Void @10 = Upsilon(@4, ^@13)
    Void @11 = Jump(#1)
#1:        ; loop
    Float @12 = Phi()                               ; at
    Int64 @13 = Phi()                               ; sum
    ; below: f32 = Floor(at)
    Float @14 = Floor(@12)                          ; below
    ; if below >= last
    Int32 @15 = GreaterEqual(@14, @8)
    Void @16 = Branch(@15, #2, #3)
#2:        ; then
    ; return sum
    Void @17 = Return(@13)
#3:        ; endif
    ; index: i64 = FToISat64(below)
    Int64 @18 = FToISat(@14)                        ; index
    ; p: i64 = addr(samples) + (index << 1)
    Int64 @19 = SymbolAddress(samples)
    Int32 @20 = Const32(1)
    Int64 @21 = Shl(@18, @20)
    Int64 @22 = Add(@19, @21)                       ; p
    ; a: f32 = IToF(s16[p])
    Int32 @23 = Load16S(@22)
    Float @24 = IToF(@23)                           ; a
    ; b: f32 = IToF(s16[p, 2])
    Int32 @25 = Load16S(@22, offset=2)
    Float @26 = IToF(@25)                           ; b
    ; v: f32 = a + (b - a) * (at - below)
    Float @27 = Sub(@26, @24)
    Float @28 = Sub(@12, @14)
    Float @29 = Mul(@27, @28)
    Float @30 = Add(@24, @29)                       ; v
    ; sum = sum + FToISat64(Nearest(v))
    Float @31 = Nearest(@30)
    Int64 @32 = FToISat(@31)
    Int64 @33 = Add(@13, @32)                       ; sum
    ; at = at + pace
    Float @34 = Add(@12, @2)                        ; at
    Void @35 = Upsilon(@34, ^@12)
    Void @36 = Upsilon(@33, ^@13)
    Void @37 = Jump(#1)
}
;; run resampled_sum(4000, 1.5f) == 383956
;; run resampled_sum(4000, 0.37f) == 1554477

; Amplifies the signal and clips it to 16 bits; how many samples reach an end.
proc clipped(Int64, Float) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Double @1 = ArgumentReg(%fa0)
    Float @2 = Trunc(@1)                            ; gain
    ; call make_signal(n)
    Void @3 = CCall(make_signal, @0)
    ; count: i32 = 0
    Int32 @4 = Const32(0)                           ; count
    ; for i = 0L until n
    Int64 @5 = Const64(0)
    Void @6 = Upsilon(@5, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:        ; for i
    Int64 @9 = Phi()                                ; i
    Int32 @10 = Phi()                               ; count
    Int32 @11 = LessThan(@9, @0)
    Void @12 = Branch(@11, #2, #4)
#2:        ; body
    ; v: f32 = IToF(s16[addr(samples) + (i << 1)]) * gain
    Int64 @13 = SymbolAddress(samples)
    Int32 @14 = Const32(1)
    Int64 @15 = Shl(@9, @14)
    Int64 @16 = Add(@13, @15)
    Int32 @17 = Load16S(@16)
    Float @18 = IToF(@17)
    Float @19 = Mul(@18, @2)                        ; v
    ; v = FMax(FMin(v, 32767.0f), -32768.0f)
    Float @20 = ConstFloat(32767.0)
    Float @21 = FMin(@19, @20)
    Float @22 = ConstFloat(-32768.0)
    Float @23 = FMax(@21, @22)                      ; v
    ; x: i32 = FToISat32(FTrunc(v))
    Float @24 = FTrunc(@23)
    Int32 @25 = FToISat(@24)                        ; x
    ; u16[addr(output) + (i << 1)] = x
    Int64 @26 = SymbolAddress(output)
    Int64 @27 = Shl(@9, @14)
    Int64 @28 = Add(@26, @27)
    Void @29 = Store16(@25, @28)
    ; count = count + ((x == 32767) | (x == -32768))
    Int32 @30 = Const32(32767)
    Int32 @31 = Equal(@25, @30)
    Int32 @32 = Const32(-32768)
    Int32 @33 = Equal(@25, @32)
    Int32 @34 = BitOr(@31, @33)
    Int32 @35 = Add(@10, @34)                       ; count
    Void @36 = Jump(#3)
#3:        ; next i
    Int64 @37 = Const64(1)
    Int64 @38 = Add(@9, @37)
    Void @39 = Upsilon(@38, ^@9)
    Void @40 = Upsilon(@35, ^@10)
    Void @41 = Jump(#1)
#4:        ; done
    ; return count
    Void @42 = Return(@10)
}
;; run clipped(2000, 40.0f) == 1901
