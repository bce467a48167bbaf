barebones 1
; Tail calls in the internal convention: loops written as procedures that tail-call each other, deeper than any stack
; would allow.
;
; Known answers: by definition; gcd(1071, 462) = 21; 20! = 2432902008176640000.
;! run

; A word is accepted if it consists of pairs "ab" and triples "cde".
data good = "abcdeababcde"
data bad = "abcdeabcabde"

proc is_even(Int64) -> Int32 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; if n == 0
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 1
    Int32 @4 = Const32(1)
    Void @5 = Return(@4)
#2:        ; endif
    ; become is_odd(n - 1)
    Int64 @6 = Const64(1)
    Int64 @7 = Sub(@0, @6)
    Void @8 = TailCall(is_odd, @7, conv=internal)
}

proc is_odd(Int64) -> Int32 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; if n == 0
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 0
    Int32 @4 = Const32(0)
    Void @5 = Return(@4)
#2:        ; endif
    ; become is_even(n - 1)
    Int64 @6 = Const64(1)
    Int64 @7 = Sub(@0, @6)
    Void @8 = TailCall(is_even, @7, conv=internal)
}

proc even(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; return call is_even(n, conv=internal)
    Int32 @1 = CCall(is_even, @0, conv=internal)
    Void @2 = Return(@1)
}
;; run even(0) == 1
;; run even(7) == 0
;; run even(150000) == 1

proc gcd(Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if b == 0 rare
    Int64 @2 = Const64(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #1:rare, #2)
#1:        ; then
    ; return a
    Void @5 = Return(@0)
#2:        ; endif
    ; become gcd(b, a %u b)
    Int64 @6 = UMod(@0, @1)
    Void @7 = TailCall(gcd, @1, @6, conv=internal)
}

proc greatest_divisor(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return call gcd(a, b, conv=internal)
    Int64 @2 = CCall(gcd, @0, @1, conv=internal)
    Void @3 = Return(@2)
}
;; run greatest_divisor(1071, 462) == 21

; The product so far travels along.
proc times_factorial(Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; product
    ; if n <= 1
    Int64 @2 = Const64(1)
    Int32 @3 = LessEqual(@0, @2)
    Void @4 = Branch(@3, #1, #2)
#1:        ; then
    ; return product
    Void @5 = Return(@1)
#2:        ; endif
    ; become times_factorial(n - 1, product * n)
    Int64 @6 = Const64(1)
    Int64 @7 = Sub(@0, @6)
    Int64 @8 = Mul(@1, @0)
    Void @9 = TailCall(times_factorial, @7, @8, conv=internal)
}

proc factorial(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; return call times_factorial(n, 1, conv=internal)
    Int64 @1 = Const64(1)
    Int64 @2 = CCall(times_factorial, @0, @1, conv=internal)
    Void @3 = Return(@2)
}
;; run factorial(20) == 2432902008176640000

; A state of the automaton: between pairs and triples.
proc between(Int64, Int64) -> Int32 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; left
    ; if left == 0
    Int64 @2 = Const64(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:        ; then
    ; return 1
    Int32 @5 = Const32(1)
    Void @6 = Return(@5)
#2:        ; endif
    ; switch u8[p]
    Int32 @7 = Load8Z(@0)
    Void @8 = Switch(@7, 97: #3, 99: #4, default: #5:rare)
#3:        ; case 97
    ; become expect(p + 1, left - 1, 98, 0)
    Int64 @9 = Const64(1)
    Int64 @10 = Add(@0, @9)
    Int64 @11 = Sub(@1, @9)
    Int32 @12 = Const32(98)
    Int32 @13 = Const32(0)
    Void @14 = TailCall(expect, @10, @11, @12, @13, conv=internal)
#4:        ; case 99
    ; become expect(p + 1, left - 1, 100, 101)
    Int64 @15 = Const64(1)
    Int64 @16 = Add(@0, @15)
    Int64 @17 = Sub(@1, @15)
    Int32 @18 = Const32(100)
    Int32 @19 = Const32(101)
    Void @20 = TailCall(expect, @16, @17, @18, @19, conv=internal)
#5:        ; default
    ; return 0
    Int32 @21 = Const32(0)
    Void @22 = Return(@21)
}

; One letter, or two if the second is not zero, must follow.
proc expect(Int64, Int64, Int32, Int32) -> Int32 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; left
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; letter
    Int64 @4 = ArgumentReg(%a3)
    Int32 @5 = Trunc(@4)                            ; then
    ; if left == 0 or u8[p] != letter
    Int64 @6 = Const64(0)
    Int32 @7 = Equal(@1, @6)
    Void @8 = Branch(@7, #2, #1)
#1:        ; or
    Int32 @9 = Load8Z(@0)
    Int32 @10 = NotEqual(@9, @3)
    Void @11 = Branch(@10, #2, #3)
#2:        ; then
    ; return 0
    Int32 @12 = Const32(0)
    Void @13 = Return(@12)
#3:        ; endif
    ; if then != 0
    Int32 @14 = Const32(0)
    Int32 @15 = NotEqual(@5, @14)
    Void @16 = Branch(@15, #4, #5)
#4:        ; then
    ; become expect(p + 1, left - 1, then, 0)
    Int64 @17 = Const64(1)
    Int64 @18 = Add(@0, @17)
    Int64 @19 = Sub(@1, @17)
    Int32 @20 = Const32(0)
    Void @21 = TailCall(expect, @18, @19, @5, @20, conv=internal)
#5:        ; endif
    ; become between(p + 1, left - 1)
    Int64 @22 = Const64(1)
    Int64 @23 = Add(@0, @22)
    Int64 @24 = Sub(@1, @22)
    Void @25 = TailCall(between, @23, @24, conv=internal)
}

proc accept(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; length
    ; return call between(p, length, conv=internal)
    Int32 @2 = CCall(between, @0, @1, conv=internal)
    Void @3 = Return(@2)
}
;; run accept(@data:good, 12) == 1
;; run accept(@data:bad, 12) == 0
;; run accept(@data:good, 3) == 0

; Six arguments that rotate by one position in every call, so that registers are permuted; the first one counts.
proc turn(Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; a
    Int64 @2 = ArgumentReg(%a2)                     ; b
    Int64 @3 = ArgumentReg(%a3)                     ; c
    Int64 @4 = ArgumentReg(%a4)                     ; d
    Int64 @5 = ArgumentReg(%a5)                     ; e
    ; if n == 0
    Int64 @6 = Const64(0)
    Int32 @7 = Equal(@0, @6)
    Void @8 = Branch(@7, #1, #2)
#1:        ; then
    ; return a + b + c + d + e
    Int64 @9 = Add(@1, @2)
    Int64 @10 = Add(@9, @3)
    Int64 @11 = Add(@10, @4)
    Int64 @12 = Add(@11, @5)
    Void @13 = Return(@12)
#2:        ; endif
    ; become turn(n - 1, e, a + n, b, c, d)
    Int64 @14 = Const64(1)
    Int64 @15 = Sub(@0, @14)
    Int64 @16 = Add(@1, @0)
    Void @17 = TailCall(turn, @15, @5, @16, @2, @3, @4, conv=internal)
}

; The sum of 1 .. n, spread over five arguments.
proc sum_to(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; return call turn(n, 0, 0, 0, 0, 0, conv=internal)
    Int64 @1 = Const64(0)
    Int64 @2 = CCall(turn, @0, @1, @1, @1, @1, @1, conv=internal)
    Void @3 = Return(@2)
}
;; run sum_to(150000) == 11250075000
