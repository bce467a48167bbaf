barebones 1
; Pseudo-random generators: PCG32 (O'Neill), SplitMix64 (Steele, Lea, Flood), xorshift64 (Marsaglia), xoshiro256**
; (Blackman, Vigna).
;
; Known answers: pcg32-demo of the reference implementation for seed 42, sequence 54; the first outputs of SplitMix64 for seed
; 1234567; the first of xorshift64 from Marsaglia's start; Python for the rest.
;! run

data state = zero:32

; One output of PCG XSH-RR: a rotation by a data-dependent amount.
proc pcg_next(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; inc
    ; old: i64 = i64[addr(state)]
    Int64 @1 = SymbolAddress(state)
    Int64 @2 = Load(@1)                             ; old
    ; i64[addr(state)] = old * 6364136223846793005 + inc
    Int64 @3 = SymbolAddress(state)
    Int64 @4 = Const64(6364136223846793005)
    Int64 @5 = Mul(@2, @4)
    Int64 @6 = Add(@5, @0)
    Void @7 = Store(@6, @3)
    ; shifted: i32 = Trunc(((old >>> 18) ^ old) >>> 27)
    Int32 @8 = Const32(18)
    Int64 @9 = ZShr(@2, @8)
    Int64 @10 = BitXor(@9, @2)
    Int32 @11 = Const32(27)
    Int64 @12 = ZShr(@10, @11)
    Int32 @13 = Trunc(@12)                          ; shifted
    ; return RotR(shifted, Trunc(old >>> 59))
    Int32 @14 = Const32(59)
    Int64 @15 = ZShr(@2, @14)
    Int32 @16 = Trunc(@15)
    Int32 @17 = RotR(@13, @16)
    Void @18 = Return(@17)
}

; The n-th output.
proc pcg32(Int64, Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; seed
    Int64 @1 = ArgumentReg(%a1)                     ; sequence
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; n
    ; inc: i64 = (sequence << 1) | 1
    Int32 @4 = Const32(1)
    Int64 @5 = Shl(@1, @4)
    Int64 @6 = Const64(1)
    Int64 @7 = BitOr(@5, @6)                        ; inc
    ; i64[addr(state)] = 0
    Int64 @8 = SymbolAddress(state)
    Int64 @9 = Const64(0)
    Void @10 = Store(@9, @8)
    ; call pcg_next(inc)
    Int32 @11 = CCall(pcg_next, @7)
    ; i64[addr(state)] = i64[addr(state)] + seed
    Int64 @12 = SymbolAddress(state)
    Int64 @13 = SymbolAddress(state)
    Int64 @14 = Load(@13)
    Int64 @15 = Add(@14, @0)
    Void @16 = Store(@15, @12)
    ; call pcg_next(inc)
    Int32 @17 = CCall(pcg_next, @7)
    ; out: i32 = 0
    Int32 @18 = Const32(0)                          ; out
    ; for k = 0 until n
    Void @19 = Upsilon(@18, ^@22)
    Void @20 = Upsilon(@18, ^@23)
    Void @21 = Jump(#1)
#1:        ; for k
    Int32 @22 = Phi()                               ; k
    Int32 @23 = Phi()                               ; out
    Int32 @24 = LessThan(@22, @3)
    Void @25 = Branch(@24, #2, #4)
#2:        ; body
    ; out = call pcg_next(inc)
    Int32 @26 = CCall(pcg_next, @7)                 ; out
    Void @27 = Jump(#3)
#3:        ; next k
    Int32 @28 = Const32(1)
    Int32 @29 = Add(@22, @28)
    Void @30 = Upsilon(@29, ^@22)
    Void @31 = Upsilon(@26, ^@23)
    Void @32 = Jump(#1)
#4:        ; done
    ; return out
    Void @33 = Return(@23)
}
;; run pcg32(42, 54, 1) == 0xa15c02b7
;; run pcg32(42, 54, 2) == 0x7b47f409
;; run pcg32(42, 54, 6) == 0xcbed606e

; The n-th output.
proc splitmix64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; seed
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; z: i64 = seed + n * 0x9e3779b97f4a7c15
    Int64 @2 = Const64(0x9e3779b97f4a7c15)
    Int64 @3 = Mul(@1, @2)
    Int64 @4 = Add(@0, @3)                          ; z
    ; z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9
    Int32 @5 = Const32(30)
    Int64 @6 = ZShr(@4, @5)
    Int64 @7 = BitXor(@4, @6)
    Int64 @8 = Const64(0xbf58476d1ce4e5b9)
    Int64 @9 = Mul(@7, @8)                          ; z
    ; z = (z ^ (z >>> 27)) * 0x94d049bb133111eb
    Int32 @10 = Const32(27)
    Int64 @11 = ZShr(@9, @10)
    Int64 @12 = BitXor(@9, @11)
    Int64 @13 = Const64(0x94d049bb133111eb)
    Int64 @14 = Mul(@12, @13)                       ; z
    ; return z ^ (z >>> 31)
    Int32 @15 = Const32(31)
    Int64 @16 = ZShr(@14, @15)
    Int64 @17 = BitXor(@14, @16)
    Void @18 = Return(@17)
}
;; run splitmix64(1234567, 1) == 6457827717110365317
;; run splitmix64(1234567, 5) == 16408922859458223821

; The n-th state after `x`.
proc xorshift64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    Int64 @1 = ArgumentReg(%a1)                     ; n
    Void @2 = Upsilon(@1, ^@5)
    Void @3 = Upsilon(@0, ^@6)
    Void @4 = Jump(#1)
#1:        ; while
    Int64 @5 = Phi()                                ; n
    Int64 @6 = Phi()                                ; x
    ; while n != 0
    Int64 @7 = Const64(0)
    Int32 @8 = NotEqual(@5, @7)
    Void @9 = Branch(@8, #2, #3)
#2:        ; body
    ; x = x ^ (x << 13)
    Int32 @10 = Const32(13)
    Int64 @11 = Shl(@6, @10)
    Int64 @12 = BitXor(@6, @11)                     ; x
    ; x = x ^ (x >>> 7)
    Int32 @13 = Const32(7)
    Int64 @14 = ZShr(@12, @13)
    Int64 @15 = BitXor(@12, @14)                    ; x
    ; x = x ^ (x << 17)
    Int32 @16 = Const32(17)
    Int64 @17 = Shl(@15, @16)
    Int64 @18 = BitXor(@15, @17)                    ; x
    ; n = n - 1
    Int64 @19 = Const64(1)
    Int64 @20 = Sub(@5, @19)                        ; n
    Void @21 = Upsilon(@20, ^@5)
    Void @22 = Upsilon(@18, ^@6)
    Void @23 = Jump(#1)
#3:        ; done
    ; return x
    Void @24 = Return(@6)
}
;; run xorshift64(88172645463325252, 1) == 8748534153485358512
;; run xorshift64(88172645463325252, 100000) == 0x3a204f1622de553f

; One output of xoshiro256**.
proc xoshiro_next() -> Int64 {
#0:
    ; s: i64 = addr(state)
    Int64 @0 = SymbolAddress(state)                 ; s
    ; s0: i64 = i64[s]
    Int64 @1 = Load(@0)                             ; s0
    ; s1: i64 = i64[s, 8]
    Int64 @2 = Load(@0, offset=8)                   ; s1
    ; s2: i64 = i64[s, 16]
    Int64 @3 = Load(@0, offset=16)                  ; s2
    ; s3: i64 = i64[s, 24]
    Int64 @4 = Load(@0, offset=24)                  ; s3
    ; result: i64 = RotL(s1 * 5, 7) * 9
    Int64 @5 = Const64(5)
    Int64 @6 = Mul(@2, @5)
    Int32 @7 = Const32(7)
    Int64 @8 = RotL(@6, @7)
    Int64 @9 = Const64(9)
    Int64 @10 = Mul(@8, @9)                         ; result
    ; s2 = s2 ^ s0
    Int64 @11 = BitXor(@3, @1)                      ; s2
    ; s3 = s3 ^ s1
    Int64 @12 = BitXor(@4, @2)                      ; s3
    ; i64[s, 8] = s1 ^ s2
    Int64 @13 = BitXor(@2, @11)
    Void @14 = Store(@13, @0, offset=8)
    ; i64[s] = s0 ^ s3
    Int64 @15 = BitXor(@1, @12)
    Void @16 = Store(@15, @0)
    ; i64[s, 16] = s2 ^ (s1 << 17)
    Int32 @17 = Const32(17)
    Int64 @18 = Shl(@2, @17)
    Int64 @19 = BitXor(@11, @18)
    Void @20 = Store(@19, @0, offset=16)
    ; i64[s, 24] = RotL(s3, 45)
    Int32 @21 = Const32(45)
    Int64 @22 = RotL(@12, @21)
    Void @23 = Store(@22, @0, offset=24)
    ; return result
    Void @24 = Return(@10)
}

proc xoshiro_seed(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; seed
    ; for k = 0L until 4L
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(4)
    Void @3 = Upsilon(@1, ^@5)
    Void @4 = Jump(#1)
#1:        ; for k
    Int64 @5 = Phi()                                ; k
    Int32 @6 = LessThan(@5, @2)
    Void @7 = Branch(@6, #2, #4)
#2:        ; body
    ; i64[addr(state) + (k << 3)] = call splitmix64(seed, k + 1)
    Int64 @8 = SymbolAddress(state)
    Int32 @9 = Const32(3)
    Int64 @10 = Shl(@5, @9)
    Int64 @11 = Add(@8, @10)
    Int64 @12 = Const64(1)
    Int64 @13 = Add(@5, @12)
    Int64 @14 = CCall(splitmix64, @0, @13)
    Void @15 = Store(@14, @11)
    Void @16 = Jump(#3)
#3:        ; next k
    Int64 @17 = Const64(1)
    Int64 @18 = Add(@5, @17)
    Void @19 = Upsilon(@18, ^@5)
    Void @20 = Jump(#1)
#4:        ; done
    Void @21 = Return()
}

; The n-th output for a seed widened by SplitMix64.
proc xoshiro256(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; seed
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; call xoshiro_seed(seed)
    Void @2 = CCall(xoshiro_seed, @0)
    ; out: i64 = 0
    Int64 @3 = Const64(0)                           ; out
    Void @4 = Upsilon(@1, ^@6)
    Void @5 = Jump(#1)
#1:        ; do
    Int64 @6 = Phi()                                ; n
    ; out = call xoshiro_next()
    Int64 @7 = CCall(xoshiro_next)                  ; out
    ; n = n - 1
    Int64 @8 = Const64(1)
    Int64 @9 = Sub(@6, @8)                          ; n
    Void @10 = Jump(#2)
#2:        ; again?
    ; while n != 0
    Int64 @11 = Const64(0)
    Int32 @12 = NotEqual(@9, @11)
    Void @13 = Upsilon(@9, ^@6)
    Void @14 = Branch(@12, #1, #3)
#3:        ; done
    ; return out
    Void @15 = Return(@7)
}
;; run xoshiro256(1, 2) == 0x853b559647364cea

; One bits among the first n outputs.
proc bits_set(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; seed
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; call xoshiro_seed(seed)
    Void @2 = CCall(xoshiro_seed, @0)
    ; count: i64 = 0
    Int64 @3 = Const64(0)                           ; count
    ; for i = 0L until n
    Void @4 = Upsilon(@3, ^@7)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int64 @8 = Phi()                                ; count
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #4)
#2:        ; body
    ; count = count + PopCount(call xoshiro_next())
    Int64 @11 = CCall(xoshiro_next)
    Int64 @12 = PopCount(@11)
    Int64 @13 = Add(@8, @12)                        ; count
    Void @14 = Jump(#3)
#3:        ; next i
    Int64 @15 = Const64(1)
    Int64 @16 = Add(@7, @15)
    Void @17 = Upsilon(@16, ^@7)
    Void @18 = Upsilon(@13, ^@8)
    Void @19 = Jump(#1)
#4:        ; done
    ; return count
    Void @20 = Return(@8)
}
;; run bits_set(7, 50000) == 1599404

; The sum of n throws of a die, by the high half of a product.
proc dice(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; seed
    Int64 @1 = ArgumentReg(%a1)                     ; n
    Int64 @2 = ArgumentReg(%a2)                     ; sides
    ; call xoshiro_seed(seed)
    Void @3 = CCall(xoshiro_seed, @0)
    ; sum: i64 = 0
    Int64 @4 = Const64(0)                           ; sum
    ; for i = 0L until n
    Void @5 = Upsilon(@4, ^@8)
    Void @6 = Upsilon(@4, ^@9)
    Void @7 = Jump(#1)
#1:        ; for i
    Int64 @8 = Phi()                                ; i
    Int64 @9 = Phi()                                ; sum
    Int32 @10 = LessThan(@8, @1)
    Void @11 = Branch(@10, #2, #4)
#2:        ; body
    ; sum = sum + UMulHigh(call xoshiro_next(), sides) + 1
    Int64 @12 = CCall(xoshiro_next)
    Int64 @13 = UMulHigh(@12, @2)
    Int64 @14 = Add(@9, @13)
    Int64 @15 = Const64(1)
    Int64 @16 = Add(@14, @15)                       ; sum
    Void @17 = Jump(#3)
#3:        ; next i
    Int64 @18 = Const64(1)
    Int64 @19 = Add(@8, @18)
    Void @20 = Upsilon(@19, ^@8)
    Void @21 = Upsilon(@16, ^@9)
    Void @22 = Jump(#1)
#4:        ; done
    ; return sum
    Void @23 = Return(@9)
}
;; run dice(3, 20000, 6) == 70287
