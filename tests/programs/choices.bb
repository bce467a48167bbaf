barebones 1
; Sums of pseudorandom numbers, with a choice for each that is either random or predictable.
;
; Known answers: Python integers.
;! run

; Adds a number or toggles its bits, at random.
proc chosen(Int64) -> Int64 {
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = Const64(0)                           ; s
    Int64 @2 = Const64(88172645463325252)           ; x
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:        ; do
    Int64 @7 = Phi()                                ; n
    Int64 @8 = Phi()                                ; s
    Int64 @9 = Phi()                                ; x
    ; x = x * 6364136223846793005 + 1442695040888963407
    Int64 @10 = Const64(6364136223846793005)
    Int64 @11 = Mul(@9, @10)
    Int64 @12 = Const64(1442695040888963407)
    Int64 @13 = Add(@11, @12)                       ; x
    Int64 @14 = Const64(0)
    ; if x < 0
    Int32 @15 = LessThan(@13, @14)
    Void @16 = Branch(@15, #2, #3)
#2:        ; then
    ; s += x
    Int64 @17 = Add(@8, @13)                        ; s
    Void @18 = Upsilon(@17, ^@23)
    Void @19 = Jump(#4)
#3:        ; else
    ; s ^= x
    Int64 @20 = BitXor(@8, @13)                     ; s
    Void @21 = Upsilon(@20, ^@23)
    Void @22 = Jump(#4)
#4:        ; endif
    Int64 @23 = Phi()                               ; s
    ; while --n
    Int64 @24 = Const64(1)
    Int64 @25 = Sub(@7, @24)                        ; n
    Void @26 = Upsilon(@25, ^@7)
    Void @27 = Upsilon(@23, ^@8)
    Void @28 = Upsilon(@13, ^@9)
    Void @29 = Branch(@25, #1, #5)
#5:        ; done
    Void @30 = Return(@23)
}
;; run chosen(1) == -4767648229019108541
;; run chosen(10) == 4113314481862133849
;; run chosen(100000) == 72824613058478098

; The same, but it is always the second.
proc foreseen(Int64) -> Int64 {
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = Const64(0)                           ; s
    Int64 @2 = Const64(88172645463325252)           ; x
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:        ; do
    Int64 @7 = Phi()                                ; n
    Int64 @8 = Phi()                                ; s
    Int64 @9 = Phi()                                ; x
    ; x = x * 6364136223846793005 + 1442695040888963407
    Int64 @10 = Const64(6364136223846793005)
    Int64 @11 = Mul(@9, @10)
    Int64 @12 = Const64(1442695040888963407)
    Int64 @13 = Add(@11, @12)                       ; x
    Int64 @14 = Const64(0)
    ; if n < 0
    Int32 @15 = LessThan(@7, @14)
    Void @16 = Branch(@15, #2, #3)
#2:        ; then
    ; s += x
    Int64 @17 = Add(@8, @13)                        ; s
    Void @18 = Upsilon(@17, ^@23)
    Void @19 = Jump(#4)
#3:        ; else
    ; s ^= x
    Int64 @20 = BitXor(@8, @13)                     ; s
    Void @21 = Upsilon(@20, ^@23)
    Void @22 = Jump(#4)
#4:        ; endif
    Int64 @23 = Phi()                               ; s
    ; while --n
    Int64 @24 = Const64(1)
    Int64 @25 = Sub(@7, @24)                        ; n
    Void @26 = Upsilon(@25, ^@7)
    Void @27 = Upsilon(@23, ^@8)
    Void @28 = Upsilon(@13, ^@9)
    Void @29 = Branch(@25, #1, #5)
#5:        ; done
    Void @30 = Return(@23)
}
;; run foreseen(10) == 3748508028439898021
;; run foreseen(100000) == 2535277550569334848

; Numbers of 16 bits, none below or above a limit.
proc clamped(Int64, Int64, Int64) -> Int64 {
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; lowest
    Int64 @2 = ArgumentReg(%a2)                     ; highest
    Int64 @3 = Const64(0)                           ; s
    Int64 @4 = Const64(88172645463325252)           ; x
    Void @5 = Upsilon(@0, ^@9)
    Void @6 = Upsilon(@3, ^@10)
    Void @7 = Upsilon(@4, ^@11)
    Void @8 = Jump(#1)
#1:        ; do
    Int64 @9 = Phi()                                ; n
    Int64 @10 = Phi()                               ; s
    Int64 @11 = Phi()                               ; x
    ; x = x * 6364136223846793005 + 1442695040888963407
    Int64 @12 = Const64(6364136223846793005)
    Int64 @13 = Mul(@11, @12)
    Int64 @14 = Const64(1442695040888963407)
    Int64 @15 = Add(@13, @14)                       ; x
    ; v = x >>> 48
    Int32 @16 = Const32(48)
    Int64 @17 = ZShr(@15, @16)                      ; v
    ; if v < lowest
    Int32 @18 = LessThan(@17, @1)
    Void @19 = Upsilon(@17, ^@23)
    Void @20 = Branch(@18, #2, #3)
#2:        ; then
    ; v = lowest
    Void @21 = Upsilon(@1, ^@23)
    Void @22 = Jump(#3)
#3:        ; endif
    Int64 @23 = Phi()                               ; v
    ; if v > highest
    Int32 @24 = GreaterThan(@23, @2)
    Void @25 = Upsilon(@23, ^@29)
    Void @26 = Branch(@24, #4, #5)
#4:        ; then
    ; v = highest
    Void @27 = Upsilon(@2, ^@29)
    Void @28 = Jump(#5)
#5:        ; endif
    Int64 @29 = Phi()                               ; v
    ; s += v
    Int64 @30 = Add(@10, @29)                       ; s
    ; while --n
    Int64 @31 = Const64(1)
    Int64 @32 = Sub(@9, @31)                        ; n
    Void @33 = Upsilon(@32, ^@9)
    Void @34 = Upsilon(@30, ^@10)
    Void @35 = Upsilon(@15, ^@11)
    Void @36 = Branch(@32, #1, #6)
#6:        ; done
    Void @37 = Return(@30)
}
;; run clamped(1, 0, 65535) == 48597
;; run clamped(10, 20000, 30000) == 234681
;; run clamped(50000, 20000, 30000) == 1308781796

; Distances between numbers of 31 bits.
proc distances(Int64) -> Int64 {
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = Const64(0)                           ; s
    Int64 @2 = Const64(88172645463325252)           ; x
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:        ; do
    Int64 @7 = Phi()                                ; n
    Int64 @8 = Phi()                                ; s
    Int64 @9 = Phi()                                ; x
    ; a = x * 6364136223846793005 + 1442695040888963407
    Int64 @10 = Const64(6364136223846793005)
    Int64 @11 = Mul(@9, @10)
    Int64 @12 = Const64(1442695040888963407)
    Int64 @13 = Add(@11, @12)                       ; a
    ; b = a * 6364136223846793005 + 1442695040888963407
    Int64 @14 = Const64(6364136223846793005)
    Int64 @15 = Mul(@13, @14)
    Int64 @16 = Const64(1442695040888963407)
    Int64 @17 = Add(@15, @16)                       ; b
    Int32 @18 = Const32(33)
    ; a >>>= 33, b >>>= 33
    Int64 @19 = ZShr(@13, @18)                      ; a
    Int64 @20 = ZShr(@17, @18)                      ; b
    ; if a < b
    Int32 @21 = LessThan(@19, @20)
    Void @22 = Branch(@21, #2, #3)
#2:        ; then
    ; d = b - a
    Int64 @23 = Sub(@20, @19)                       ; d
    Void @24 = Upsilon(@23, ^@29)
    Void @25 = Jump(#4)
#3:        ; else
    ; d = a - b
    Int64 @26 = Sub(@19, @20)                       ; d
    Void @27 = Upsilon(@26, ^@29)
    Void @28 = Jump(#4)
#4:        ; endif
    Int64 @29 = Phi()                               ; d
    ; s += d
    Int64 @30 = Add(@8, @29)                        ; s
    ; while --n
    Int64 @31 = Const64(1)
    Int64 @32 = Sub(@7, @31)                        ; n
    Void @33 = Upsilon(@32, ^@7)
    Void @34 = Upsilon(@30, ^@8)
    Void @35 = Upsilon(@17, ^@9)
    Void @36 = Branch(@32, #1, #5)
#5:        ; done
    Void @37 = Return(@30)
}
;; run distances(1) == 1292405878
;; run distances(10) == 8645566510
;; run distances(50000) == 35921693267063
