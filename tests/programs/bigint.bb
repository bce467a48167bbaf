barebones 1
; Long integers: factorials in 32-bit limbs with their digit sums, Fibonacci numbers in 64-bit limbs with chains of carries,
; and the schoolbook product.
;
; Known answers: Project Euler 20 (digits of 100! sum to 648); Python's integers for the rest.
;! run

data number = zero:512
data fa = zero:128
data fb = zero:128
data product = zero:256

; Digits of n!, added. Limbs of 32 bits, lowest first.
proc factorial_digit_sum(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; p: i64 = addr(number)
    Int64 @2 = SymbolAddress(number)                ; p
    ; i32[p] = 1
    Int32 @3 = Const32(1)
    Void @4 = Store(@3, @2)
    ; limbs: i64 = 1
    Int64 @5 = Const64(1)                           ; limbs
    ; for k = 2 until n + 1
    Int32 @6 = Add(@1, @3)
    Int32 @7 = Const32(2)
    Void @8 = Upsilon(@7, ^@11)
    Void @9 = Upsilon(@5, ^@12)
    Void @10 = Jump(#1)
#1:        ; for k
    Int32 @11 = Phi()                               ; k
    Int64 @12 = Phi()                               ; limbs
    Int32 @13 = LessThan(@11, @6)
    Void @14 = Branch(@13, #2, #10)
#2:        ; body
    ; Times k.
    ; carry: i64 = 0
    Int64 @15 = Const64(0)                          ; carry
    ; for i = 0L until limbs
    Void @16 = Upsilon(@15, ^@19)
    Void @17 = Upsilon(@15, ^@20)
    Void @18 = Jump(#3)
#3:        ; for i
    Int64 @19 = Phi()                               ; i
    Int64 @20 = Phi()                               ; carry
    Int32 @21 = LessThan(@19, @12)
    Void @22 = Branch(@21, #4, #6)
#4:        ; body
    ; t: i64 = ZExt32(i32[p + (i << 2)]) * SExt32(k) + carry
    Int32 @23 = Const32(2)
    Int64 @24 = Shl(@19, @23)
    Int64 @25 = Add(@2, @24)
    Int32 @26 = Load(@25)
    Int64 @27 = ZExt32(@26)
    Int64 @28 = SExt32(@11)
    Int64 @29 = Mul(@27, @28)
    Int64 @30 = Add(@29, @20)                       ; t
    ; i32[p + (i << 2)] = Trunc(t)
    Int64 @31 = Shl(@19, @23)
    Int64 @32 = Add(@2, @31)
    Int32 @33 = Trunc(@30)
    Void @34 = Store(@33, @32)
    ; carry = t >>> 32
    Int32 @35 = Const32(32)
    Int64 @36 = ZShr(@30, @35)                      ; carry
    Void @37 = Jump(#5)
#5:        ; next i
    Int64 @38 = Const64(1)
    Int64 @39 = Add(@19, @38)
    Void @40 = Upsilon(@39, ^@19)
    Void @41 = Upsilon(@36, ^@20)
    Void @42 = Jump(#3)
#6:        ; done
    ; if carry != 0
    Int64 @43 = Const64(0)
    Int32 @44 = NotEqual(@20, @43)
    Void @45 = Upsilon(@12, ^@59)
    Void @46 = Branch(@44, #7, #8)
#7:        ; then
    ; trapif limbs == 128 HeapOutOfBounds
    Int64 @47 = Const64(128)
    Int32 @48 = Equal(@12, @47)
    Void @49 = TrapIf(@48, HeapOutOfBounds)
    ; i32[p + (limbs << 2)] = Trunc(carry)
    Int32 @50 = Const32(2)
    Int64 @51 = Shl(@12, @50)
    Int64 @52 = Add(@2, @51)
    Int32 @53 = Trunc(@20)
    Void @54 = Store(@53, @52)
    ; limbs = limbs + 1
    Int64 @55 = Const64(1)
    Int64 @56 = Add(@12, @55)                       ; limbs
    Void @57 = Upsilon(@56, ^@59)
    Void @58 = Jump(#8)
#8:        ; endif
    Int64 @59 = Phi()                               ; limbs
    Void @60 = Jump(#9)
#9:        ; next k
    Int32 @61 = Const32(1)
    Int32 @62 = Add(@11, @61)
    Void @63 = Upsilon(@62, ^@11)
    Void @64 = Upsilon(@59, ^@12)
    Void @65 = Jump(#1)
#10:        ; done
    ; Divides by 10^9 until nothing is left.
    ; sum: i32 = 0
    Int32 @66 = Const32(0)                          ; sum
    Void @67 = Upsilon(@12, ^@70)
    Void @68 = Upsilon(@66, ^@71)
    Void @69 = Jump(#11)
#11:        ; while
    Int64 @70 = Phi()                               ; limbs
    Int32 @71 = Phi()                               ; sum
    ; while limbs != 0
    Int64 @72 = Const64(0)
    Int32 @73 = NotEqual(@70, @72)
    Void @74 = Branch(@73, #12, #23)
#12:        ; body
    ; rest: i64 = 0
    Int64 @75 = Const64(0)                          ; rest
    ; i: i64 = limbs
    Void @76 = Upsilon(@70, ^@79)
    Void @77 = Upsilon(@75, ^@80)
    Void @78 = Jump(#13)
#13:        ; do
    Int64 @79 = Phi()                               ; i
    Int64 @80 = Phi()                               ; rest
    ; i = i - 1
    Int64 @81 = Const64(1)
    Int64 @82 = Sub(@79, @81)                       ; i
    ; t: i64 = (rest << 32) | ZExt32(i32[p + (i << 2)])
    Int32 @83 = Const32(32)
    Int64 @84 = Shl(@80, @83)
    Int32 @85 = Const32(2)
    Int64 @86 = Shl(@82, @85)
    Int64 @87 = Add(@2, @86)
    Int32 @88 = Load(@87)
    Int64 @89 = ZExt32(@88)
    Int64 @90 = BitOr(@84, @89)                     ; t
    ; i32[p + (i << 2)] = Trunc(t /u 1000000000)
    Int64 @91 = Shl(@82, @85)
    Int64 @92 = Add(@2, @91)
    Int64 @93 = Const64(1000000000)
    Int64 @94 = UDiv(@90, @93)
    Int32 @95 = Trunc(@94)
    Void @96 = Store(@95, @92)
    ; rest = t %u 1000000000
    Int64 @97 = UMod(@90, @93)                      ; rest
    Void @98 = Jump(#14)
#14:        ; again?
    ; while i != 0
    Int64 @99 = Const64(0)
    Int32 @100 = NotEqual(@82, @99)
    Void @101 = Upsilon(@82, ^@79)
    Void @102 = Upsilon(@97, ^@80)
    Void @103 = Branch(@100, #13, #15)
#15:        ; done
    Void @104 = Upsilon(@70, ^@106)
    Void @105 = Jump(#16)
#16:        ; while
    Int64 @106 = Phi()                              ; limbs
    ; while limbs != 0 and i32[p + (limbs << 2), -4] == 0
    Int64 @107 = Const64(0)
    Int32 @108 = NotEqual(@106, @107)
    Void @109 = Branch(@108, #17, #19)
#17:        ; and
    Int32 @110 = Const32(2)
    Int64 @111 = Shl(@106, @110)
    Int64 @112 = Add(@2, @111)
    Int32 @113 = Load(@112, offset=-4)
    Int32 @114 = Const32(0)
    Int32 @115 = Equal(@113, @114)
    Void @116 = Branch(@115, #18, #19)
#18:        ; body
    ; limbs = limbs - 1
    Int64 @117 = Const64(1)
    Int64 @118 = Sub(@106, @117)                    ; limbs
    Void @119 = Upsilon(@118, ^@106)
    Void @120 = Jump(#16)
#19:        ; done
    ; Nine digits.
    ; digits: i32 = Trunc(rest)
    Int32 @121 = Trunc(@97)                         ; digits
    Void @122 = Upsilon(@121, ^@125)
    Void @123 = Upsilon(@71, ^@126)
    Void @124 = Jump(#20)
#20:        ; while
    Int32 @125 = Phi()                              ; digits
    Int32 @126 = Phi()                              ; sum
    ; while digits != 0
    Int32 @127 = Const32(0)
    Int32 @128 = NotEqual(@125, @127)
    Void @129 = Branch(@128, #21, #22)
#21:        ; body
    ; sum = sum + digits % 10
    Int32 @130 = Const32(10)
    Int32 @131 = Mod(@125, @130)
    Int32 @132 = Add(@126, @131)                    ; sum
    ; digits = digits / 10
    Int32 @133 = Div(@125, @130)                    ; digits
    Void @134 = Upsilon(@133, ^@125)
    Void @135 = Upsilon(@132, ^@126)
    Void @136 = Jump(#20)
#22:        ; done
    Void @137 = Upsilon(@106, ^@70)
    Void @138 = Upsilon(@126, ^@71)
    Void @139 = Jump(#11)
#23:        ; done
    ; return sum
    Void @140 = Return(@71)
}
;; run factorial_digit_sum(10) == 27
;; run factorial_digit_sum(100) == 648
;; run factorial_digit_sum(300) == 2466
;; run factorial_digit_sum(600) traps HeapOutOfBounds

; fa = F(n), fb = F(n + 1); sixteen limbs of 64 bits.
proc fibonacci(Int32) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; MemoryFill(addr(fa), 0, 128)
    Int64 @2 = SymbolAddress(fa)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(128)
    Void @5 = MemoryFill(@2, @3, @4)
    ; MemoryFill(addr(fb), 0, 128)
    Int64 @6 = SymbolAddress(fb)
    Void @7 = MemoryFill(@6, @3, @4)
    ; i64[addr(fb)] = 1
    Int64 @8 = SymbolAddress(fb)
    Int64 @9 = Const64(1)
    Void @10 = Store(@9, @8)
    ; for k = 0 until n
    Void @11 = Upsilon(@3, ^@13)
    Void @12 = Jump(#1)
#1:        ; for k
    Int32 @13 = Phi()                               ; k
    Int32 @14 = LessThan(@13, @1)
    Void @15 = Branch(@14, #2, #8)
#2:        ; body
    ; (a, b) = (b, a + b)
    ; carry: i32 = 0
    Int32 @16 = Const32(0)                          ; carry
    ; for i = 0L until 16L
    Int64 @17 = Const64(0)
    Int64 @18 = Const64(16)
    Void @19 = Upsilon(@17, ^@22)
    Void @20 = Upsilon(@16, ^@23)
    Void @21 = Jump(#3)
#3:        ; for i
    Int64 @22 = Phi()                               ; i
    Int32 @23 = Phi()                               ; carry
    Int32 @24 = LessThan(@22, @18)
    Void @25 = Branch(@24, #4, #6)
#4:        ; body
    ; a: i64 = i64[addr(fa) + (i << 3)]
    Int64 @26 = SymbolAddress(fa)
    Int32 @27 = Const32(3)
    Int64 @28 = Shl(@22, @27)
    Int64 @29 = Add(@26, @28)
    Int64 @30 = Load(@29)                           ; a
    ; b: i64 = i64[addr(fb) + (i << 3)]
    Int64 @31 = SymbolAddress(fb)
    Int64 @32 = Shl(@22, @27)
    Int64 @33 = Add(@31, @32)
    Int64 @34 = Load(@33)                           ; b
    ; s, carry = AddCarry(a, b, carry)
    (Int64, Int32) @35 = AddCarry(@30, @34, @23)
    Int64 @36 = Extract(@35, 0)                     ; s
    Int32 @37 = Extract(@35, 1)                     ; carry
    ; i64[addr(fa) + (i << 3)] = b
    Int64 @38 = SymbolAddress(fa)
    Int64 @39 = Shl(@22, @27)
    Int64 @40 = Add(@38, @39)
    Void @41 = Store(@34, @40)
    ; i64[addr(fb) + (i << 3)] = s
    Int64 @42 = SymbolAddress(fb)
    Int64 @43 = Shl(@22, @27)
    Int64 @44 = Add(@42, @43)
    Void @45 = Store(@36, @44)
    Void @46 = Jump(#5)
#5:        ; next i
    Int64 @47 = Const64(1)
    Int64 @48 = Add(@22, @47)
    Void @49 = Upsilon(@48, ^@22)
    Void @50 = Upsilon(@37, ^@23)
    Void @51 = Jump(#3)
#6:        ; done
    ; trapif carry IntegerOverflow
    Void @52 = TrapIf(@23, IntegerOverflow)
    Void @53 = Jump(#7)
#7:        ; next k
    Int32 @54 = Const32(1)
    Int32 @55 = Add(@13, @54)
    Void @56 = Upsilon(@55, ^@13)
    Void @57 = Jump(#1)
#8:        ; done
    Void @58 = Return()
}

proc fibonacci_limb(Int32, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    Int64 @2 = ArgumentReg(%a1)                     ; limb
    ; call fibonacci(n)
    Void @3 = CCall(fibonacci, @1)
    ; return i64[addr(fa) + (limb << 3)]
    Int64 @4 = SymbolAddress(fa)
    Int32 @5 = Const32(3)
    Int64 @6 = Shl(@2, @5)
    Int64 @7 = Add(@4, @6)
    Int64 @8 = Load(@7)
    Void @9 = Return(@8)
}
;; run fibonacci_limb(93, 0) == 0xa94fad42221f2702
;; run fibonacci_limb(94, 1) == 1
;; run fibonacci_limb(500, 5) == 0x3e3fe61
;; run fibonacci_limb(1000, 10) == 0x21d8cb07b572c2

; F(n + 1) - F(n) = F(n - 1), by a chain of borrows in place; all its limbs, exclusive-ored.
proc fibonacci_difference(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; call fibonacci(n)
    Void @2 = CCall(fibonacci, @1)
    ; borrow: i32 = 0
    Int32 @3 = Const32(0)                           ; borrow
    ; mix: i64 = 0
    Int64 @4 = Const64(0)                           ; mix
    ; for i = 0L until 16L
    Int64 @5 = Const64(16)
    Void @6 = Upsilon(@4, ^@10)
    Void @7 = Upsilon(@3, ^@11)
    Void @8 = Upsilon(@4, ^@12)
    Void @9 = Jump(#1)
#1:        ; for i
    Int64 @10 = Phi()                               ; i
    Int32 @11 = Phi()                               ; borrow
    Int64 @12 = Phi()                               ; mix
    Int32 @13 = LessThan(@10, @5)
    Void @14 = Branch(@13, #2, #4)
#2:        ; body
    ; d, borrow = SubBorrow(i64[addr(fb) + (i << 3)], i64[addr(fa) + (i << 3)], borrow)
    Int64 @15 = SymbolAddress(fb)
    Int32 @16 = Const32(3)
    Int64 @17 = Shl(@10, @16)
    Int64 @18 = Add(@15, @17)
    Int64 @19 = Load(@18)
    Int64 @20 = SymbolAddress(fa)
    Int64 @21 = Shl(@10, @16)
    Int64 @22 = Add(@20, @21)
    Int64 @23 = Load(@22)
    (Int64, Int32) @24 = SubBorrow(@19, @23, @11)
    Int64 @25 = Extract(@24, 0)                     ; d
    Int32 @26 = Extract(@24, 1)                     ; borrow
    ; mix = mix ^ d
    Int64 @27 = BitXor(@12, @25)                    ; mix
    Void @28 = Jump(#3)
#3:        ; next i
    Int64 @29 = Const64(1)
    Int64 @30 = Add(@10, @29)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@26, ^@11)
    Void @33 = Upsilon(@27, ^@12)
    Void @34 = Jump(#1)
#4:        ; done
    ; return mix
    Void @35 = Return(@12)
}
;; run fibonacci_difference(400) == 0x806beccb3eee797e

; The square of the number with n limbs of all ones; its limbs folded by rotation.
proc square_of_ones(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 16 HeapOutOfBounds
    Int64 @1 = Const64(16)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; MemoryFill(addr(product), 0, 256)
    Int64 @4 = SymbolAddress(product)
    Int32 @5 = Const32(0)
    Int64 @6 = Const64(256)
    Void @7 = MemoryFill(@4, @5, @6)
    ; MemoryFill(addr(fa), 255, n << 3)
    Int64 @8 = SymbolAddress(fa)
    Int32 @9 = Const32(3)
    Int64 @10 = Shl(@0, @9)
    Int32 @11 = Const32(255)
    Void @12 = MemoryFill(@8, @11, @10)
    ; for i = 0L until n
    Int64 @13 = Const64(0)
    Void @14 = Upsilon(@13, ^@16)
    Void @15 = Jump(#1)
#1:        ; for i
    Int64 @16 = Phi()                               ; i
    Int32 @17 = LessThan(@16, @0)
    Void @18 = Branch(@17, #2, #8)
#2:        ; body
    ; carry: i64 = 0
    Int64 @19 = Const64(0)                          ; carry
    ; x: i64 = i64[addr(fa) + (i << 3)]
    Int64 @20 = SymbolAddress(fa)
    Int32 @21 = Const32(3)
    Int64 @22 = Shl(@16, @21)
    Int64 @23 = Add(@20, @22)
    Int64 @24 = Load(@23)                           ; x
    ; for j = 0L until n
    Void @25 = Upsilon(@19, ^@28)
    Void @26 = Upsilon(@19, ^@29)
    Void @27 = Jump(#3)
#3:        ; for j
    Int64 @28 = Phi()                               ; j
    Int64 @29 = Phi()                               ; carry
    Int32 @30 = LessThan(@28, @0)
    Void @31 = Branch(@30, #4, #6)
#4:        ; body
    ; at: i64 = addr(product) + (i + j << 3)
    Int64 @32 = SymbolAddress(product)
    Int64 @33 = Add(@16, @28)
    Int32 @34 = Const32(3)
    Int64 @35 = Shl(@33, @34)
    Int64 @36 = Add(@32, @35)                       ; at
    ; y: i64 = i64[addr(fa) + (j << 3)]
    Int64 @37 = SymbolAddress(fa)
    Int64 @38 = Shl(@28, @34)
    Int64 @39 = Add(@37, @38)
    Int64 @40 = Load(@39)                           ; y
    ; low, c1 = AddCarry(x * y, carry, 0)
    Int64 @41 = Mul(@24, @40)
    Int32 @42 = Const32(0)
    (Int64, Int32) @43 = AddCarry(@41, @29, @42)
    Int64 @44 = Extract(@43, 0)                     ; low
    Int32 @45 = Extract(@43, 1)                     ; c1
    ; sum, c2 = AddCarry(low, i64[at], 0)
    Int64 @46 = Load(@36)
    (Int64, Int32) @47 = AddCarry(@44, @46, @42)
    Int64 @48 = Extract(@47, 0)                     ; sum
    Int32 @49 = Extract(@47, 1)                     ; c2
    ; i64[at] = sum
    Void @50 = Store(@48, @36)
    ; carry = UMulHigh(x, y) + ZExt32(c1) + ZExt32(c2)
    Int64 @51 = UMulHigh(@24, @40)
    Int64 @52 = ZExt32(@45)
    Int64 @53 = Add(@51, @52)
    Int64 @54 = ZExt32(@49)
    Int64 @55 = Add(@53, @54)                       ; carry
    Void @56 = Jump(#5)
#5:        ; next j
    Int64 @57 = Const64(1)
    Int64 @58 = Add(@28, @57)
    Void @59 = Upsilon(@58, ^@28)
    Void @60 = Upsilon(@55, ^@29)
    Void @61 = Jump(#3)
#6:        ; done
    ; i64[addr(product) + (i + n << 3)] = carry
    Int64 @62 = SymbolAddress(product)
    Int64 @63 = Add(@16, @0)
    Int32 @64 = Const32(3)
    Int64 @65 = Shl(@63, @64)
    Int64 @66 = Add(@62, @65)
    Void @67 = Store(@29, @66)
    Void @68 = Jump(#7)
#7:        ; next i
    Int64 @69 = Const64(1)
    Int64 @70 = Add(@16, @69)
    Void @71 = Upsilon(@70, ^@16)
    Void @72 = Jump(#1)
#8:        ; done
    ; mix: i64 = 0
    Int64 @73 = Const64(0)                          ; mix
    ; for i = 0L until n * 2
    Int64 @74 = Const64(2)
    Int64 @75 = Mul(@0, @74)
    Void @76 = Upsilon(@73, ^@79)
    Void @77 = Upsilon(@73, ^@80)
    Void @78 = Jump(#9)
#9:        ; for i
    Int64 @79 = Phi()                               ; i
    Int64 @80 = Phi()                               ; mix
    Int32 @81 = LessThan(@79, @75)
    Void @82 = Branch(@81, #10, #12)
#10:        ; body
    ; mix = RotL(mix, 5) + i64[addr(product) + (i << 3)]
    Int32 @83 = Const32(5)
    Int64 @84 = RotL(@80, @83)
    Int64 @85 = SymbolAddress(product)
    Int32 @86 = Const32(3)
    Int64 @87 = Shl(@79, @86)
    Int64 @88 = Add(@85, @87)
    Int64 @89 = Load(@88)
    Int64 @90 = Add(@84, @89)                       ; mix
    Void @91 = Jump(#11)
#11:        ; next i
    Int64 @92 = Const64(1)
    Int64 @93 = Add(@79, @92)
    Void @94 = Upsilon(@93, ^@79)
    Void @95 = Upsilon(@90, ^@80)
    Void @96 = Jump(#9)
#12:        ; done
    ; return mix
    Void @97 = Return(@80)
}
;; run square_of_ones(8) == 0xffffffefbdef83de
