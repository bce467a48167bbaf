barebones 1
; The sieve of Eratosthenes: one with a byte, one with a bit for each number.
;
; Known answers: OEIS A006880, the number of primes below 10^n.
;! run

data flags = zero:100008

; The number of primes below n: a flag is 1 if its number is composite.
proc sieve(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 100001 HeapOutOfBounds
    Int64 @1 = Const64(100001)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; MemoryFill(addr(flags), 0, n)
    Int64 @4 = SymbolAddress(flags)
    Int32 @5 = Const32(0)                           ; count
    Void @6 = MemoryFill(@4, @5, @0)
    ; count: i32 = 0
    ; for i = 2L until n
    Int64 @7 = Const64(2)
    Void @8 = Upsilon(@7, ^@11)
    Void @9 = Upsilon(@5, ^@12)
    Void @10 = Jump(#1)
#1:        ; for i
    Int64 @11 = Phi()                               ; i
    Int32 @12 = Phi()                               ; count
    Int32 @13 = LessThan(@11, @0)
    Void @14 = Branch(@13, #2, #9)
#2:        ; body
    ; p: i64 = addr(flags) + i
    Int64 @15 = SymbolAddress(flags)
    Int64 @16 = Add(@15, @11)                       ; p
    ; if u8[p] == 0
    Int32 @17 = Load8Z(@16)
    Int32 @18 = Const32(0)
    Int32 @19 = Equal(@17, @18)
    Void @20 = Upsilon(@12, ^@39)
    Void @21 = Branch(@19, #3, #7)
#3:        ; then
    ; count = count + 1
    Int32 @22 = Const32(1)
    Int32 @23 = Add(@12, @22)                       ; count
    ; Its multiples, from its square on.
    ; multiple: i64 = i * i
    Int64 @24 = Mul(@11, @11)                       ; multiple
    Void @25 = Upsilon(@24, ^@27)
    Void @26 = Jump(#4)
#4:        ; while
    Int64 @27 = Phi()                               ; multiple
    ; while multiple < n
    Int32 @28 = LessThan(@27, @0)
    Void @29 = Branch(@28, #5, #6)
#5:        ; body
    ; u8[addr(flags) + multiple] = 1
    Int64 @30 = SymbolAddress(flags)
    Int64 @31 = Add(@30, @27)
    Int32 @32 = Const32(1)
    Void @33 = Store8(@32, @31)
    ; multiple = multiple + i
    Int64 @34 = Add(@27, @11)                       ; multiple
    Void @35 = Upsilon(@34, ^@27)
    Void @36 = Jump(#4)
#6:        ; done
    Void @37 = Upsilon(@23, ^@39)
    Void @38 = Jump(#7)
#7:        ; endif
    Int32 @39 = Phi()                               ; count
    Void @40 = Jump(#8)
#8:        ; next i
    Int64 @41 = Const64(1)
    Int64 @42 = Add(@11, @41)
    Void @43 = Upsilon(@42, ^@11)
    Void @44 = Upsilon(@39, ^@12)
    Void @45 = Jump(#1)
#9:        ; done
    ; return count
    Void @46 = Return(@12)
}
;; run sieve(10) == 4
;; run sieve(100) == 25
;; run sieve(1000) == 168
;; run sieve(60000) == 6057
;; run sieve(100002) traps HeapOutOfBounds

; Odd numbers only, a bit for each; counted by words of 64.
proc sieve_bits(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 100001 HeapOutOfBounds
    Int64 @1 = Const64(100001)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; bits: i64 = addr(flags)
    Int64 @4 = SymbolAddress(flags)                 ; bits
    ; Bit k stands for 2k + 1.
    ; half: i64 = n >>> 1
    Int32 @5 = Const32(1)
    Int64 @6 = ZShr(@0, @5)                         ; half
    ; words: i64 = (half + 63) >>> 6
    Int64 @7 = Const64(63)
    Int64 @8 = Add(@6, @7)
    Int32 @9 = Const32(6)
    Int64 @10 = ZShr(@8, @9)                        ; words
    ; MemoryFill(bits, 0xff, words << 3)
    Int32 @11 = Const32(3)
    Int64 @12 = Shl(@10, @11)
    Int32 @13 = Const32(255)
    Void @14 = MemoryFill(@4, @13, @12)
    ; One is no prime; beyond the end is nothing.
    ; i64[bits] = -2
    Int64 @15 = Const64(-2)
    Void @16 = Store(@15, @4)
    ; over: i32 = Trunc((words << 6) - half)
    Int64 @17 = Shl(@10, @9)
    Int64 @18 = Sub(@17, @6)
    Int32 @19 = Trunc(@18)                          ; over
    ; last: i64 = bits + (words << 3)
    Int64 @20 = Shl(@10, @11)
    Int64 @21 = Add(@4, @20)                        ; last
    ; i64[last, -8] = i64[last, -8] & (-1L >>> over)
    Int64 @22 = Load(@21, offset=-8)
    Int64 @23 = Const64(-1)
    Int64 @24 = ZShr(@23, @19)
    Int64 @25 = BitAnd(@22, @24)
    Void @26 = Store(@25, @21, offset=-8)
    ; k: i64 = 1
    Int64 @27 = Const64(1)                          ; k
    Void @28 = Upsilon(@27, ^@30)
    Void @29 = Jump(#1)
#1:        ; loop
    Int64 @30 = Phi()                               ; k
    ; prime: i64 = 2 * k + 1
    Int64 @31 = Const64(2)
    Int64 @32 = Mul(@31, @30)
    Int64 @33 = Const64(1)
    Int64 @34 = Add(@32, @33)                       ; prime
    ; if prime * prime >= n
    Int64 @35 = Mul(@34, @34)
    Int32 @36 = GreaterEqual(@35, @0)
    Void @37 = Branch(@36, #2, #3)
#2:        ; then
    Void @38 = Jump(#9)
#3:        ; endif
    ; if (i64[bits + (k >>> 6 << 3)] >>> Trunc(k)) & 1 != 0
    Int32 @39 = Const32(6)
    Int64 @40 = ZShr(@30, @39)
    Int32 @41 = Const32(3)
    Int64 @42 = Shl(@40, @41)
    Int64 @43 = Add(@4, @42)
    Int64 @44 = Load(@43)
    Int32 @45 = Trunc(@30)
    Int64 @46 = ZShr(@44, @45)
    Int64 @47 = Const64(1)
    Int64 @48 = BitAnd(@46, @47)
    Int64 @49 = Const64(0)
    Int32 @50 = NotEqual(@48, @49)
    Void @51 = Branch(@50, #4, #8)
#4:        ; then
    ; j: i64 = (prime * prime) >>> 1
    Int64 @52 = Mul(@34, @34)
    Int32 @53 = Const32(1)
    Int64 @54 = ZShr(@52, @53)                      ; j
    Void @55 = Upsilon(@54, ^@57)
    Void @56 = Jump(#5)
#5:        ; while
    Int64 @57 = Phi()                               ; j
    ; while j < half
    Int32 @58 = LessThan(@57, @6)
    Void @59 = Branch(@58, #6, #7)
#6:        ; body
    ; word: i64 = bits + (j >>> 6 << 3)
    Int32 @60 = Const32(6)
    Int64 @61 = ZShr(@57, @60)
    Int32 @62 = Const32(3)
    Int64 @63 = Shl(@61, @62)
    Int64 @64 = Add(@4, @63)                        ; word
    ; i64[word] = i64[word] & RotL(-2L, Trunc(j))
    Int64 @65 = Load(@64)
    Int32 @66 = Trunc(@57)
    Int64 @67 = Const64(-2)
    Int64 @68 = RotL(@67, @66)
    Int64 @69 = BitAnd(@65, @68)
    Void @70 = Store(@69, @64)
    ; j = j + prime
    Int64 @71 = Add(@57, @34)                       ; j
    Void @72 = Upsilon(@71, ^@57)
    Void @73 = Jump(#5)
#7:        ; done
    Void @74 = Jump(#8)
#8:        ; endif
    ; k = k + 1
    Int64 @75 = Const64(1)
    Int64 @76 = Add(@30, @75)                       ; k
    Void @77 = Upsilon(@76, ^@30)
    Void @78 = Jump(#1)
#9:        ; done
    ; Two is a prime, too.
    ; count: i64 = 1
    Int64 @79 = Const64(1)                          ; count
    ; for w = 0L until words
    Int64 @80 = Const64(0)
    Void @81 = Upsilon(@80, ^@84)
    Void @82 = Upsilon(@79, ^@85)
    Void @83 = Jump(#10)
#10:        ; for w
    Int64 @84 = Phi()                               ; w
    Int64 @85 = Phi()                               ; count
    Int32 @86 = LessThan(@84, @10)
    Void @87 = Branch(@86, #11, #13)
#11:        ; body
    ; count = count + PopCount(i64[bits + (w << 3)])
    Int32 @88 = Const32(3)
    Int64 @89 = Shl(@84, @88)
    Int64 @90 = Add(@4, @89)
    Int64 @91 = Load(@90)
    Int64 @92 = PopCount(@91)
    Int64 @93 = Add(@85, @92)                       ; count
    Void @94 = Jump(#12)
#12:        ; next w
    Int64 @95 = Const64(1)
    Int64 @96 = Add(@84, @95)
    Void @97 = Upsilon(@96, ^@84)
    Void @98 = Upsilon(@93, ^@85)
    Void @99 = Jump(#10)
#13:        ; done
    ; return count
    Void @100 = Return(@85)
}
;; run sieve_bits(1000) == 168
;; run sieve_bits(100000) == 9592
