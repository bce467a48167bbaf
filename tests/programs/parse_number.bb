barebones 1
; Numbers and text: reading signed decimal integers with overflow traps, reading decimal fractions, and writing integers
; with division by a constant.
;
; Known answers: by definition.
;! run

data plain = "12345"
data negative = "-9223372036854775808"
data large = "9223372036854775807"
data too_large = "9223372036854775808"
data fraction = "3.140625"
data negative_fraction = "-0.125"

; The value of a digit; traps if it is none.
proc digit(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; c
    ; d: i32 = c - 48
    Int32 @2 = Const32(48)
    Int32 @3 = Sub(@1, @2)                          ; d
    ; trapif d >u 9 BadConversion
    Int32 @4 = Const32(9)
    Int32 @5 = Above(@3, @4)
    Void @6 = TrapIf(@5, BadConversion)
    ; return d
    Void @7 = Return(@3)
}

; Reads an integer; it is negative all the time, because that range is larger.
proc parse(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; end: i64 = p + n
    Int64 @2 = Add(@0, @1)                          ; end
    ; trapif p == end User(1)
    Int32 @3 = Equal(@0, @2)
    Void @4 = TrapIf(@3, User(1))
    ; minus: i32 = u8[p] == 45
    Int32 @5 = Load8Z(@0)
    Int32 @6 = Const32(45)
    Int32 @7 = Equal(@5, @6)                        ; minus
    ; p = p + ZExt32(minus)
    Int64 @8 = ZExt32(@7)
    Int64 @9 = Add(@0, @8)                          ; p
    ; value: i64 = 0
    Int64 @10 = Const64(0)                          ; value
    Void @11 = Upsilon(@9, ^@14)
    Void @12 = Upsilon(@10, ^@15)
    Void @13 = Jump(#1)
#1:        ; while
    Int64 @14 = Phi()                               ; p
    Int64 @15 = Phi()                               ; value
    ; while p != end
    Int32 @16 = NotEqual(@14, @2)
    Void @17 = Branch(@16, #2, #3)
#2:        ; body
    ; d: i64 = ZExt32(call digit(u8[p]))
    Int32 @18 = Load8Z(@14)
    Int32 @19 = CCall(digit, @18)
    Int64 @20 = ZExt32(@19)                         ; d
    ; value * 10 must fit 64 bits: the high half is the sign of the low half.
    ; product: i64 = value * 10
    Int64 @21 = Const64(10)
    Int64 @22 = Mul(@15, @21)                       ; product
    ; trapif MulHigh(value, 10) != product >> 63 IntegerOverflow
    Int64 @23 = MulHigh(@15, @21)
    Int32 @24 = Const32(63)
    Int64 @25 = SShr(@22, @24)
    Int32 @26 = NotEqual(@23, @25)
    Void @27 = TrapIf(@26, IntegerOverflow)
    ; value = product - d
    Int64 @28 = Sub(@22, @20)                       ; value
    ; trapif value > product IntegerOverflow
    Int32 @29 = GreaterThan(@28, @22)
    Void @30 = TrapIf(@29, IntegerOverflow)
    ; p = p + 1
    Int64 @31 = Const64(1)
    Int64 @32 = Add(@14, @31)                       ; p
    Void @33 = Upsilon(@32, ^@14)
    Void @34 = Upsilon(@28, ^@15)
    Void @35 = Jump(#1)
#3:        ; done
    ; if minus
    Void @36 = Branch(@7, #4, #5)
#4:        ; then
    ; return value
    Void @37 = Return(@15)
#5:        ; endif
    ; trapif value == 0x8000000000000000 IntegerOverflow
    Int64 @38 = Const64(0x8000000000000000)
    Int32 @39 = Equal(@15, @38)
    Void @40 = TrapIf(@39, IntegerOverflow)
    ; return -value
    Int64 @41 = Neg(@15)
    Void @42 = Return(@41)
}
;; run parse(@data:plain, 5) == 12345
;; run parse(@data:negative, 20) == -9223372036854775808
;; run parse(@data:negative, 19) == -922337203685477580
;; run parse(@data:large, 19) == 9223372036854775807
;; run parse(@data:too_large, 19) traps IntegerOverflow
;; run parse(@data:plain, 0) traps User(1)
;; run parse(@data:fraction, 4) traps BadConversion

; Reads a fraction without exponent: the digits as an integer, divided by a power of ten.
proc parse_double(Int64, Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; end: i64 = p + n
    Int64 @2 = Add(@0, @1)                          ; end
    ; sign: f64 = 1.0
    Double @3 = ConstDouble(1.0)                    ; sign
    ; if u8[p] == 45
    Int32 @4 = Load8Z(@0)
    Int32 @5 = Const32(45)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Upsilon(@0, ^@16)
    Void @8 = Upsilon(@3, ^@17)
    Void @9 = Branch(@6, #1, #2)
#1:        ; then
    ; sign = -1.0
    Double @10 = ConstDouble(-1.0)                  ; sign
    ; p = p + 1
    Int64 @11 = Const64(1)
    Int64 @12 = Add(@0, @11)                        ; p
    Void @13 = Upsilon(@12, ^@16)
    Void @14 = Upsilon(@10, ^@17)
    Void @15 = Jump(#2)
#2:        ; endif
    Int64 @16 = Phi()                               ; p
    Double @17 = Phi()                              ; sign
    ; digits: f64 = 0.0
    Double @18 = ConstDouble(0.0)                   ; digits
    ; scale: f64 = 1.0
    Double @19 = ConstDouble(1.0)                   ; scale
    Void @20 = Upsilon(@16, ^@25)
    Void @21 = Upsilon(@18, ^@26)
    Void @22 = Upsilon(@19, ^@27)
    Void @23 = Upsilon(@19, ^@28)
    Void @24 = Jump(#3)
#3:        ; while
    Int64 @25 = Phi()                               ; p
    Double @26 = Phi()                              ; digits
    Double @27 = Phi()                              ; scale
    Double @28 = Phi()                              ; step
    ; step: f64 = 1.0
    ; while p != end
    Int32 @29 = NotEqual(@25, @2)
    Void @30 = Branch(@29, #4, #7)
#4:        ; body
    ; c: i32 = u8[p]
    Int32 @31 = Load8Z(@25)                         ; c
    ; p = p + 1
    Int64 @32 = Const64(1)
    Int64 @33 = Add(@25, @32)                       ; p
    ; if c == 46
    Int32 @34 = Const32(46)
    Int32 @35 = Equal(@31, @34)
    Void @36 = Branch(@35, #5, #6)
#5:        ; then
    ; step = 10.0
    Double @37 = ConstDouble(10.0)                  ; step
    Void @38 = Upsilon(@33, ^@25)
    Void @39 = Upsilon(@26, ^@26)
    Void @40 = Upsilon(@27, ^@27)
    Void @41 = Upsilon(@37, ^@28)
    Void @42 = Jump(#3)
#6:        ; endif
    ; digits = digits * 10.0 + IToD(call digit(c))
    Double @43 = ConstDouble(10.0)
    Double @44 = Mul(@26, @43)
    Int32 @45 = CCall(digit, @31)
    Double @46 = IToD(@45)
    Double @47 = Add(@44, @46)                      ; digits
    ; scale = scale * step
    Double @48 = Mul(@27, @28)                      ; scale
    Void @49 = Upsilon(@33, ^@25)
    Void @50 = Upsilon(@47, ^@26)
    Void @51 = Upsilon(@48, ^@27)
    Void @52 = Upsilon(@28, ^@28)
    Void @53 = Jump(#3)
#7:        ; done
    ; return CopySign(digits / scale, sign)
    Double @54 = Div(@26, @27)
    Double @55 = CopySign(@54, @17)
    Void @56 = Return(@55)
}
;; run parse_double(@data:fraction, 8) == 3.140625
;; run parse_double(@data:negative_fraction, 6) == -0.125
;; run parse_double(@data:plain, 5) == 12345.0

; Writes x backwards from `end` and returns where it starts.
proc write(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; end
    Int64 @1 = ArgumentReg(%a1)                     ; x
    ; negative: i32 = x < 0
    Int64 @2 = Const64(0)
    Int32 @3 = LessThan(@1, @2)                     ; negative
    ; u: i64 = Select(negative, -x, x)
    Int64 @4 = Neg(@1)
    Int64 @5 = Select(@3, @4, @1)                   ; u
    Void @6 = Upsilon(@5, ^@9)
    Void @7 = Upsilon(@0, ^@10)
    Void @8 = Jump(#1)
#1:        ; do
    Int64 @9 = Phi()                                ; u
    Int64 @10 = Phi()                               ; end
    ; u / 10 by the high half of a product.
    ; q: i64 = UMulHigh(u, 0xcccccccccccccccd) >>> 3
    Int64 @11 = Const64(14757395258967641293)
    Int64 @12 = UMulHigh(@9, @11)
    Int32 @13 = Const32(3)
    Int64 @14 = ZShr(@12, @13)                      ; q
    ; end = end - 1
    Int64 @15 = Const64(1)
    Int64 @16 = Sub(@10, @15)                       ; end
    ; u8[end] = Trunc(u - q * 10) + 48
    Int64 @17 = Const64(10)
    Int64 @18 = Mul(@14, @17)
    Int64 @19 = Sub(@9, @18)
    Int32 @20 = Trunc(@19)
    Int32 @21 = Const32(48)
    Int32 @22 = Add(@20, @21)
    Void @23 = Store8(@22, @16)
    ; u = q
    Void @24 = Jump(#2)
#2:        ; again?
    ; while u != 0
    Int64 @25 = Const64(0)
    Int32 @26 = NotEqual(@14, @25)
    Void @27 = Upsilon(@14, ^@9)
    Void @28 = Upsilon(@16, ^@10)
    Void @29 = Branch(@26, #1, #3)
#3:        ; done
    ; if negative
    Void @30 = Upsilon(@16, ^@38)
    Void @31 = Branch(@3, #4, #5)
#4:        ; then
    ; end = end - 1
    Int64 @32 = Const64(1)
    Int64 @33 = Sub(@16, @32)                       ; end
    ; u8[end] = 45
    Int32 @34 = Const32(45)
    Void @35 = Store8(@34, @33)
    Void @36 = Upsilon(@33, ^@38)
    Void @37 = Jump(#5)
#5:        ; endif
    Int64 @38 = Phi()                               ; end
    ; return end
    Void @39 = Return(@38)
}

proc digits_of(Int64) -> Int64 {
    slot0 = stack 24 locked
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; end: i64 = SlotBase(slot0) + 24
    Int64 @1 = SlotBase(slot0)
    Int64 @2 = Const64(24)
    Int64 @3 = Add(@1, @2)                          ; end
    ; return end - call write(end, x)
    Int64 @4 = CCall(write, @3, @0)
    Int64 @5 = Sub(@3, @4)
    Void @6 = Return(@5)
}
;; run digits_of(0) == 1
;; run digits_of(-9223372036854775808) == 20

; How many of n numbers, of all sizes and both signs, are read as they were written.
proc round_trips(Int64) -> Int64 {
    slot0 = stack 24 locked
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; end: i64 = SlotBase(slot0) + 24
    Int64 @1 = SlotBase(slot0)
    Int64 @2 = Const64(24)
    Int64 @3 = Add(@1, @2)                          ; end
    ; good: i64 = 0
    Int64 @4 = Const64(0)                           ; good
    ; x: i64 = 1
    Int64 @5 = Const64(1)                           ; x
    ; for i = 0L until n
    Void @6 = Upsilon(@4, ^@10)
    Void @7 = Upsilon(@5, ^@11)
    Void @8 = Upsilon(@4, ^@12)
    Void @9 = Jump(#1)
#1:        ; for i
    Int64 @10 = Phi()                               ; i
    Int64 @11 = Phi()                               ; x
    Int64 @12 = Phi()                               ; good
    Int32 @13 = LessThan(@10, @0)
    Void @14 = Branch(@13, #2, #4)
#2:        ; body
    ; x = x * 6364136223846793005 + 1442695040888963407
    Int64 @15 = Const64(6364136223846793005)
    Int64 @16 = Mul(@11, @15)
    Int64 @17 = Const64(1442695040888963407)
    Int64 @18 = Add(@16, @17)                       ; x
    ; y: i64 = x >> (Trunc(i) & 63)
    Int32 @19 = Trunc(@10)
    Int32 @20 = Const32(63)
    Int32 @21 = BitAnd(@19, @20)
    Int64 @22 = SShr(@18, @21)                      ; y
    ; start: i64 = call write(end, y)
    Int64 @23 = CCall(write, @3, @22)               ; start
    ; good = good + ZExt32(call parse(start, end - start) == y)
    Int64 @24 = Sub(@3, @23)
    Int64 @25 = CCall(parse, @23, @24)
    Int32 @26 = Equal(@25, @22)
    Int64 @27 = ZExt32(@26)
    Int64 @28 = Add(@12, @27)                       ; good
    Void @29 = Jump(#3)
#3:        ; next i
    Int64 @30 = Const64(1)
    Int64 @31 = Add(@10, @30)
    Void @32 = Upsilon(@31, ^@10)
    Void @33 = Upsilon(@18, ^@11)
    Void @34 = Upsilon(@28, ^@12)
    Void @35 = Jump(#1)
#4:        ; done
    ; return good
    Void @36 = Return(@12)
}
;; run round_trips(3000) == 3000
