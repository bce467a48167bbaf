barebones 1
; Modular powers by Montgomery's multiplication, the test of Miller and Rabin for 64-bit numbers on top of them,
; and the binary algorithm for the greatest common divisor.
;
; Known answers: Python's pow(); 2^64 - 59 is the largest prime below 2^64; 3215031751 is the strong pseudoprime to
; bases 2, 3, 5 and 7; 2^61 - 1 is prime.
;! run

; The bases that decide for all numbers below 2^64: the first twelve primes.
data bases = 2 3 5 7 11 13 17 19 23 29 31 37

; -1/n modulo 2^64 for odd n, by Newton's iteration: each step doubles the correct bits, and n has three.
proc negative_inverse(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; x: i64 = n
    ; for k = 0 until 5
    Int32 @1 = Const32(0)
    Int32 @2 = Const32(5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Jump(#1)
#1:        ; for k
    Int32 @6 = Phi()                                ; k
    Int64 @7 = Phi()                                ; x
    Int32 @8 = LessThan(@6, @2)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; x = x * (2 - n * x)
    Int64 @10 = Mul(@0, @7)
    Int64 @11 = Const64(2)
    Int64 @12 = Sub(@11, @10)
    Int64 @13 = Mul(@7, @12)                        ; x
    Void @14 = Jump(#3)
#3:        ; next k
    Int32 @15 = Const32(1)
    Int32 @16 = Add(@6, @15)
    Void @17 = Upsilon(@16, ^@6)
    Void @18 = Upsilon(@13, ^@7)
    Void @19 = Jump(#1)
#4:        ; done
    ; return -x
    Int64 @20 = Neg(@7)
    Void @21 = Return(@20)
}

; a b / 2^64 modulo n, for a, b < n and odd n.
proc mont_mul(Int64, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; n
    Int64 @3 = ArgumentReg(%a3)                     ; ninv
    ; low: i64 = a * b
    Int64 @4 = Mul(@0, @1)                          ; low
    ; high: i64 = UMulHigh(a, b)
    Int64 @5 = UMulHigh(@0, @1)                     ; high
    ; m: i64 = low * ninv
    Int64 @6 = Mul(@4, @3)                          ; m
    ; low + m n is zero modulo 2^64; the carry is set if low was not zero.
    ; zero, carry = AddCarry(low, m * n, 0)
    Int64 @7 = Mul(@6, @2)
    Int32 @8 = Const32(0)
    (Int64, Int32) @9 = AddCarry(@4, @7, @8)
    Int64 @10 = Extract(@9, 0)                      ; zero
    Int32 @11 = Extract(@9, 1)                      ; carry
    ; result, over = AddCarry(high, UMulHigh(m, n), carry)
    Int64 @12 = UMulHigh(@6, @2)
    (Int64, Int32) @13 = AddCarry(@5, @12, @11)
    Int64 @14 = Extract(@13, 0)                     ; result
    Int32 @15 = Extract(@13, 1)                     ; over
    ; if over | (result >=u n)
    Int32 @16 = AboveEqual(@14, @2)
    Int32 @17 = BitOr(@15, @16)
    Void @18 = Upsilon(@14, ^@23)
    Void @19 = Branch(@17, #1, #2)
#1:        ; then
    ; result = result - n
    Int64 @20 = Sub(@14, @2)                        ; result
    Void @21 = Upsilon(@20, ^@23)
    Void @22 = Jump(#2)
#2:        ; endif
    Int64 @23 = Phi()                               ; result
    ; return result
    Void @24 = Return(@23)
}

; a + a modulo n, for a < n.
proc double_mod(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; twice, carry = AddCarry(a, a, 0)
    Int32 @2 = Const32(0)
    (Int64, Int32) @3 = AddCarry(@0, @0, @2)
    Int64 @4 = Extract(@3, 0)                       ; twice
    Int32 @5 = Extract(@3, 1)                       ; carry
    ; less, borrow = SubBorrow(twice, n, 0)
    (Int64, Int32) @6 = SubBorrow(@4, @1, @2)
    Int64 @7 = Extract(@6, 0)                       ; less
    Int32 @8 = Extract(@6, 1)                       ; borrow
    ; return Select(carry | (borrow == 0), less, twice)
    Int32 @9 = Equal(@8, @2)
    Int32 @10 = BitOr(@5, @9)
    Int64 @11 = Select(@10, @7, @4)
    Void @12 = Return(@11)
}

; base^exponent modulo odd n > 1.
proc mod_pow(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; base
    Int64 @1 = ArgumentReg(%a1)                     ; exponent
    Int64 @2 = ArgumentReg(%a2)                     ; n
    ; trapif (n & 1) == 0 User(1)
    Int64 @3 = Const64(1)
    Int64 @4 = BitAnd(@2, @3)
    Int64 @5 = Const64(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = TrapIf(@6, User(1))
    ; ninv: i64 = call negative_inverse(n)
    Int64 @8 = CCall(negative_inverse, @2)          ; ninv
    ; 2^64 modulo n is 1 in Montgomery's form; its square takes 64 doublings.
    ; one: i64 = -n %u n
    Int64 @9 = Neg(@2)
    Int64 @10 = UMod(@9, @2)                        ; one
    ; r2: i64 = one
    ; for k = 0 until 64
    Int32 @11 = Const32(0)
    Int32 @12 = Const32(64)
    Void @13 = Upsilon(@11, ^@16)
    Void @14 = Upsilon(@10, ^@17)
    Void @15 = Jump(#1)
#1:        ; for k
    Int32 @16 = Phi()                               ; k
    Int64 @17 = Phi()                               ; r2
    Int32 @18 = LessThan(@16, @12)
    Void @19 = Branch(@18, #2, #4)
#2:        ; body
    ; r2 = call double_mod(r2, n)
    Int64 @20 = CCall(double_mod, @17, @2)          ; r2
    Void @21 = Jump(#3)
#3:        ; next k
    Int32 @22 = Const32(1)
    Int32 @23 = Add(@16, @22)
    Void @24 = Upsilon(@23, ^@16)
    Void @25 = Upsilon(@20, ^@17)
    Void @26 = Jump(#1)
#4:        ; done
    ; b: i64 = call mont_mul(base %u n, r2, n, ninv)
    Int64 @27 = UMod(@0, @2)
    Int64 @28 = CCall(mont_mul, @27, @17, @2, @8)   ; b
    Void @29 = Upsilon(@1, ^@33)
    Void @30 = Upsilon(@10, ^@34)
    Void @31 = Upsilon(@28, ^@35)
    Void @32 = Jump(#5)
#5:        ; while
    Int64 @33 = Phi()                               ; exponent
    Int64 @34 = Phi()                               ; result
    Int64 @35 = Phi()                               ; b
    ; result: i64 = one
    ; while exponent != 0
    Int64 @36 = Const64(0)
    Int32 @37 = NotEqual(@33, @36)
    Void @38 = Branch(@37, #6, #9)
#6:        ; body
    ; if exponent & 1
    Int64 @39 = Const64(1)
    Int64 @40 = BitAnd(@33, @39)
    Void @41 = Upsilon(@34, ^@46)
    Void @42 = Branch(@40, #7, #8)
#7:        ; then
    ; result = call mont_mul(result, b, n, ninv)
    Int64 @43 = CCall(mont_mul, @34, @35, @2, @8)   ; result
    Void @44 = Upsilon(@43, ^@46)
    Void @45 = Jump(#8)
#8:        ; endif
    Int64 @46 = Phi()                               ; result
    ; b = call mont_mul(b, b, n, ninv)
    Int64 @47 = CCall(mont_mul, @35, @35, @2, @8)   ; b
    ; exponent = exponent >>> 1
    Int32 @48 = Const32(1)
    Int64 @49 = ZShr(@33, @48)                      ; exponent
    Void @50 = Upsilon(@49, ^@33)
    Void @51 = Upsilon(@46, ^@34)
    Void @52 = Upsilon(@47, ^@35)
    Void @53 = Jump(#5)
#9:        ; done
    ; return call mont_mul(result, 1, n, ninv)
    Int64 @54 = Const64(1)
    Int64 @55 = CCall(mont_mul, @34, @54, @2, @8)
    Void @56 = Return(@55)
}
;; run mod_pow(3, 200, 1000003) == 333986
;; run mod_pow(2, 0xffffffffffffffc4, 0xffffffffffffffc5) == 1
;; run mod_pow(123456789, 987654321, 0xffffffffffffffff) == 8106593763516909999

; 1 if n is prime.
proc is_prime(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; if n <u 2
    Int64 @1 = Const64(2)
    Int32 @2 = Below(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 0
    Int32 @4 = Const32(0)
    Void @5 = Return(@4)
#2:        ; endif
    ; Small factors first; they may be n itself.
    ; for i = 0L until 12L
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(12)
    Void @8 = Upsilon(@6, ^@10)
    Void @9 = Jump(#3)
#3:        ; for i
    Int64 @10 = Phi()                               ; i
    Int32 @11 = LessThan(@10, @7)
    Void @12 = Branch(@11, #4, #8)
#4:        ; body
    ; p: i64 = ZExt32(u8[addr(bases) + i, 0, immutable])
    Int64 @13 = SymbolAddress(bases)
    Int64 @14 = Add(@13, @10)
    Int32 @15 = Load8Z(@14, offset=0, immutable)
    Int64 @16 = ZExt32(@15)                         ; p
    ; if n %u p == 0
    Int64 @17 = UMod(@0, @16)
    Int64 @18 = Const64(0)
    Int32 @19 = Equal(@17, @18)
    Void @20 = Branch(@19, #5, #6)
#5:        ; then
    ; return n == p
    Int32 @21 = Equal(@0, @16)
    Void @22 = Return(@21)
#6:        ; endif
    Void @23 = Jump(#7)
#7:        ; next i
    Int64 @24 = Const64(1)
    Int64 @25 = Add(@10, @24)
    Void @26 = Upsilon(@25, ^@10)
    Void @27 = Jump(#3)
#8:        ; done
    ; twos: i32 = Trunc(Ctz(n - 1))
    Int64 @28 = Const64(1)
    Int64 @29 = Sub(@0, @28)
    Int64 @30 = Ctz(@29)
    Int32 @31 = Trunc(@30)                          ; twos
    ; odd: i64 = (n - 1) >>> twos
    Int64 @32 = Sub(@0, @28)
    Int64 @33 = ZShr(@32, @31)                      ; odd
    ; for i = 0L until 12L
    Int64 @34 = Const64(0)
    Int64 @35 = Const64(12)
    Void @36 = Upsilon(@34, ^@38)
    Void @37 = Jump(#9)
#9:        ; for i
    Int64 @38 = Phi()                               ; i
    Int32 @39 = LessThan(@38, @35)
    Void @40 = Branch(@39, #10, #22)
#10:        ; body
    ; base: i64 = ZExt32(u8[addr(bases) + i, 0, immutable])
    Int64 @41 = SymbolAddress(bases)
    Int64 @42 = Add(@41, @38)
    Int32 @43 = Load8Z(@42, offset=0, immutable)
    Int64 @44 = ZExt32(@43)                         ; base
    ; x: i64 = call mod_pow(base, odd, n)
    Int64 @45 = CCall(mod_pow, @44, @33, @0)        ; x
    ; if x != 1 and x != n - 1
    Int64 @46 = Const64(1)
    Int32 @47 = NotEqual(@45, @46)
    Void @48 = Branch(@47, #11, #20)
#11:        ; and
    Int64 @49 = Const64(1)
    Int64 @50 = Sub(@0, @49)
    Int32 @51 = NotEqual(@45, @50)
    Void @52 = Branch(@51, #12, #20)
#12:        ; then
    ; Squares until it is -1.
    ; left: i32 = twos
    ; found: i32 = 0
    Int32 @53 = Const32(0)                          ; found
    Void @54 = Upsilon(@31, ^@57)
    Void @55 = Upsilon(@45, ^@58)
    Void @56 = Jump(#13)
#13:        ; while
    Int32 @57 = Phi()                               ; left
    Int64 @58 = Phi()                               ; x
    ; while left > 1
    Int32 @59 = Const32(1)
    Int32 @60 = GreaterThan(@57, @59)
    Void @61 = Upsilon(@53, ^@77)
    Void @62 = Branch(@60, #14, #17)
#14:        ; body
    ; x = call mod_pow(x, 2, n)
    Int64 @63 = Const64(2)
    Int64 @64 = CCall(mod_pow, @58, @63, @0)        ; x
    ; if x == n - 1
    Int64 @65 = Const64(1)
    Int64 @66 = Sub(@0, @65)
    Int32 @67 = Equal(@64, @66)
    Void @68 = Branch(@67, #15, #16)
#15:        ; then
    ; found = 1
    Int32 @69 = Const32(1)                          ; found
    Void @70 = Upsilon(@69, ^@77)
    Void @71 = Jump(#17)
#16:        ; endif
    ; left = left - 1
    Int32 @72 = Const32(1)
    Int32 @73 = Sub(@57, @72)                       ; left
    Void @74 = Upsilon(@73, ^@57)
    Void @75 = Upsilon(@64, ^@58)
    Void @76 = Jump(#13)
#17:        ; done
    Int32 @77 = Phi()                               ; found
    ; if found == 0
    Int32 @78 = Const32(0)
    Int32 @79 = Equal(@77, @78)
    Void @80 = Branch(@79, #18, #19)
#18:        ; then
    ; return 0
    Int32 @81 = Const32(0)
    Void @82 = Return(@81)
#19:        ; endif
    Void @83 = Jump(#20)
#20:        ; endif
    Void @84 = Jump(#21)
#21:        ; next i
    Int64 @85 = Const64(1)
    Int64 @86 = Add(@38, @85)
    Void @87 = Upsilon(@86, ^@38)
    Void @88 = Jump(#9)
#22:        ; done
    ; return 1
    Int32 @89 = Const32(1)
    Void @90 = Return(@89)
}
;; run is_prime(2) == 1
;; run is_prime(1) == 0
;; run is_prime(0xffffffffffffffc5) == 1
;; run is_prime(3215031751) == 0
;; run is_prime(2305843009213693951) == 1
;; run is_prime(0xfffffffe00000001) == 0

; The number of primes among `count` numbers from `start`.
proc primes_from(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; start
    Int64 @1 = ArgumentReg(%a1)                     ; count
    ; found: i32 = 0
    Int32 @2 = Const32(0)                           ; found
    ; for i = 0L until count
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@3, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int32 @8 = Phi()                                ; found
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #4)
#2:        ; body
    ; found = found + call is_prime(start + i)
    Int64 @11 = Add(@0, @7)
    Int32 @12 = CCall(is_prime, @11)
    Int32 @13 = Add(@8, @12)                        ; found
    Void @14 = Jump(#3)
#3:        ; next i
    Int64 @15 = Const64(1)
    Int64 @16 = Add(@7, @15)
    Void @17 = Upsilon(@16, ^@7)
    Void @18 = Upsilon(@13, ^@8)
    Void @19 = Jump(#1)
#4:        ; done
    ; return found
    Void @20 = Return(@8)
}
;; run primes_from(0xfffffffffffff000, 400) == 9

; Stein's algorithm.
proc gcd(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if a == 0
    Int64 @2 = Const64(0)
    Int32 @3 = Equal(@0, @2)
    Void @4 = Branch(@3, #1, #2)
#1:        ; then
    ; return b
    Void @5 = Return(@1)
#2:        ; endif
    ; if b == 0
    Int64 @6 = Const64(0)
    Int32 @7 = Equal(@1, @6)
    Void @8 = Branch(@7, #3, #4)
#3:        ; then
    ; return a
    Void @9 = Return(@0)
#4:        ; endif
    ; twos: i32 = Trunc(Ctz(a | b))
    Int64 @10 = BitOr(@0, @1)
    Int64 @11 = Ctz(@10)
    Int32 @12 = Trunc(@11)                          ; twos
    ; a = a >>> Trunc(Ctz(a))
    Int64 @13 = Ctz(@0)
    Int32 @14 = Trunc(@13)
    Int64 @15 = ZShr(@0, @14)                       ; a
    Void @16 = Upsilon(@1, ^@19)
    Void @17 = Upsilon(@15, ^@20)
    Void @18 = Jump(#5)
#5:        ; do
    Int64 @19 = Phi()                               ; b
    Int64 @20 = Phi()                               ; a
    ; b = b >>> Trunc(Ctz(b))
    Int64 @21 = Ctz(@19)
    Int32 @22 = Trunc(@21)
    Int64 @23 = ZShr(@19, @22)                      ; b
    ; if a >u b
    Int32 @24 = Above(@20, @23)
    Void @25 = Upsilon(@23, ^@31)
    Void @26 = Upsilon(@20, ^@32)
    Void @27 = Branch(@24, #6, #7)
#6:        ; then
    ; t: i64 = a
    ; a = b
    ; b = t
    Void @28 = Upsilon(@20, ^@31)
    Void @29 = Upsilon(@23, ^@32)
    Void @30 = Jump(#7)
#7:        ; endif
    Int64 @31 = Phi()                               ; b
    Int64 @32 = Phi()                               ; a
    ; b = b - a
    Int64 @33 = Sub(@31, @32)                       ; b
    Void @34 = Jump(#8)
#8:        ; again?
    ; while b != 0
    Int64 @35 = Const64(0)
    Int32 @36 = NotEqual(@33, @35)
    Void @37 = Upsilon(@33, ^@19)
    Void @38 = Upsilon(@32, ^@20)
    Void @39 = Branch(@36, #5, #9)
#9:        ; done
    ; return a << twos
    Int64 @40 = Shl(@32, @12)
    Void @41 = Return(@40)
}
;; run gcd(1071, 462) == 21
;; run gcd(0x123456789abcdef0, 0xfedcba9876543210) == 240
;; run gcd(0, 5) == 5
