barebones 1
; Pseudorandom words are taken apart as instructions are, into fields of which most need few.
;
; Known answers: Python integers.
;! run

; Adds two fields of each word; of one word in 64 it needs two others.
proc decoded(Int64) -> Int64 {
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
    ; a = x >>> 40 & 255, b = x >>> 50 & 255
    Int32 @14 = Const32(40)
    Int64 @15 = ZShr(@13, @14)
    Int64 @16 = Const64(255)
    Int64 @17 = BitAnd(@15, @16)                    ; a
    Int32 @18 = Const32(50)
    Int64 @19 = ZShr(@13, @18)
    Int64 @20 = BitAnd(@19, @16)                    ; b
    ; offset = x << 14 >> 44, target = (offset * 3 + n) ^ rotr(x, 13)
    Int32 @21 = Const32(14)
    Int64 @22 = Shl(@13, @21)
    Int32 @23 = Const32(44)
    Int64 @24 = SShr(@22, @23)                      ; offset
    Int64 @25 = Const64(3)
    Int64 @26 = Mul(@24, @25)
    Int64 @27 = Add(@26, @7)
    Int32 @28 = Const32(13)
    Int64 @29 = RotR(@13, @28)
    Int64 @30 = BitXor(@27, @29)                    ; target
    ; if x >>> 58 == 0
    Int32 @31 = Const32(58)
    Int64 @32 = ZShr(@13, @31)
    Void @33 = Branch(@32, #2, #3:rare)
#2:        ; then
    ; s += a ^ b
    Int64 @34 = BitXor(@17, @20)
    Int64 @35 = Add(@8, @34)                        ; s
    Void @36 = Upsilon(@35, ^@42)
    Void @37 = Jump(#4)
#3:        ; else
    ; s = s * offset ^ target
    Int64 @38 = Mul(@8, @24)
    Int64 @39 = BitXor(@38, @30)                    ; s
    Void @40 = Upsilon(@39, ^@42)
    Void @41 = Jump(#4)
#4:        ; endif
    Int64 @42 = Phi()                               ; s
    ; while --n
    Int64 @43 = Const64(1)
    Int64 @44 = Sub(@7, @43)                        ; n
    Void @45 = Upsilon(@44, ^@7)
    Void @46 = Upsilon(@42, ^@8)
    Void @47 = Upsilon(@13, ^@9)
    Void @48 = Branch(@44, #1, #5)
#5:        ; done
    Void @49 = Return(@42)
}
;; run decoded(1) == 156
;; run decoded(10) == 1011
;; run decoded(1000) == -730139264366191289
;; run decoded(50000) == 8597846166392031714
