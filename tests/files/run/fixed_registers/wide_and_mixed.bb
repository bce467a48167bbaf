barebones 1
; Operations with fixed registers on some machines (division, shifts, wide products), between many live values and next to each other.
;! run

; Wide products between other things.
proc wide(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; c
    ; h: i64 = UMulHigh(a, b)
    Int64 @3 = UMulHigh(@0, @1)                     ; h
    ; l: i64 = a * b
    Int64 @4 = Mul(@0, @1)                          ; l
    ; m: i64 = MulHigh(h, c)
    Int64 @5 = MulHigh(@3, @2)                      ; m
    ; return (h ^ l) + m + UMulHigh(l, c) + (a - b) * c
    Int64 @6 = BitXor(@3, @4)
    Int64 @7 = Add(@6, @5)
    Int64 @8 = UMulHigh(@4, @2)
    Int64 @9 = Add(@7, @8)
    Int64 @10 = Sub(@0, @1)
    Int64 @11 = Mul(@10, @2)
    Int64 @12 = Add(@9, @11)
    Void @13 = Return(@12)
}
;; run wide(3, 5, 7) == 1
;; run wide(-1, -1, -1) == -1
;; run wide(0x4000000000000000, 12345, -9) == 0x400000000001be0b

; All of it in a loop with many values around.
proc mixer(Int64, Int64, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; a
    Int64 @2 = ArgumentReg(%a2)                     ; b
    Int64 @3 = ArgumentReg(%a3)                     ; c
    Int64 @4 = ArgumentReg(%a4)                     ; d
    ; e: i64 = a ^ 5
    Int64 @5 = Const64(5)
    Int64 @6 = BitXor(@1, @5)                       ; e
    ; f: i64 = b + 7
    Int64 @7 = Const64(7)
    Int64 @8 = Add(@2, @7)                          ; f
    ; g: i64 = c * 3
    Int64 @9 = Const64(3)
    Int64 @10 = Mul(@3, @9)                         ; g
    ; h: i64 = d - 11
    Int64 @11 = Const64(11)
    Int64 @12 = Sub(@4, @11)                        ; h
    ; i: i64 = 0
    Int64 @13 = Const64(0)                          ; i
    Void @14 = Upsilon(@13, ^@24)
    Void @15 = Upsilon(@1, ^@25)
    Void @16 = Upsilon(@2, ^@26)
    Void @17 = Upsilon(@3, ^@27)
    Void @18 = Upsilon(@4, ^@28)
    Void @19 = Upsilon(@6, ^@29)
    Void @20 = Upsilon(@8, ^@30)
    Void @21 = Upsilon(@10, ^@31)
    Void @22 = Upsilon(@12, ^@32)
    Void @23 = Jump(#1)
#1:        ; while
    Int64 @24 = Phi()                               ; i
    Int64 @25 = Phi()                               ; a
    Int64 @26 = Phi()                               ; b
    Int64 @27 = Phi()                               ; c
    Int64 @28 = Phi()                               ; d
    Int64 @29 = Phi()                               ; e
    Int64 @30 = Phi()                               ; f
    Int64 @31 = Phi()                               ; g
    Int64 @32 = Phi()                               ; h
    ; while i < n
    Int32 @33 = LessThan(@24, @0)
    Void @34 = Branch(@33, #2, #3)
#2:        ; body
    ; amount: i32 = Trunc(i) + 3
    Int32 @35 = Trunc(@24)
    Int32 @36 = Const32(3)
    Int32 @37 = Add(@35, @36)                       ; amount
    ; a = a + (b << amount)
    Int64 @38 = Shl(@26, @37)
    Int64 @39 = Add(@25, @38)                       ; a
    ; b = b ^ (c >>> amount)
    Int64 @40 = ZShr(@27, @37)
    Int64 @41 = BitXor(@26, @40)                    ; b
    ; c = c + UMulHigh(a, d | 1)
    Int64 @42 = Const64(1)
    Int64 @43 = BitOr(@28, @42)
    Int64 @44 = UMulHigh(@39, @43)
    Int64 @45 = Add(@27, @44)                       ; c
    ; d = d + a / ((i & 15) + 1)
    Int64 @46 = Const64(15)
    Int64 @47 = BitAnd(@24, @46)
    Int64 @48 = Add(@47, @42)
    Int64 @49 = Div(@39, @48)
    Int64 @50 = Add(@28, @49)                       ; d
    ; e = RotL(e, amount) + d % 1000
    Int64 @51 = RotL(@29, @37)
    Int64 @52 = Const64(1000)
    Int64 @53 = Mod(@50, @52)
    Int64 @54 = Add(@51, @53)                       ; e
    ; f = f + e /u (g | 1)
    Int64 @55 = BitOr(@31, @42)
    Int64 @56 = UDiv(@54, @55)
    Int64 @57 = Add(@30, @56)                       ; f
    ; g = g ^ (h >> amount)
    Int64 @58 = SShr(@32, @37)
    Int64 @59 = BitXor(@31, @58)                    ; g
    ; h = h + MulHigh(f, g) + ZExt32(f <u g)
    Int64 @60 = MulHigh(@57, @59)
    Int64 @61 = Add(@32, @60)
    Int32 @62 = Below(@57, @59)
    Int64 @63 = ZExt32(@62)
    Int64 @64 = Add(@61, @63)                       ; h
    ; i = i + 1
    Int64 @65 = Add(@24, @42)                       ; i
    Void @66 = Upsilon(@65, ^@24)
    Void @67 = Upsilon(@39, ^@25)
    Void @68 = Upsilon(@41, ^@26)
    Void @69 = Upsilon(@45, ^@27)
    Void @70 = Upsilon(@50, ^@28)
    Void @71 = Upsilon(@54, ^@29)
    Void @72 = Upsilon(@57, ^@30)
    Void @73 = Upsilon(@59, ^@31)
    Void @74 = Upsilon(@64, ^@32)
    Void @75 = Jump(#1)
#3:        ; done
    ; return a + b * 3 + c * 5 + d * 7 + (e ^ f) + (g ^ h)
    Int64 @76 = Const64(3)
    Int64 @77 = Mul(@26, @76)
    Int64 @78 = Add(@25, @77)
    Int64 @79 = Const64(5)
    Int64 @80 = Mul(@27, @79)
    Int64 @81 = Add(@78, @80)
    Int64 @82 = Const64(7)
    Int64 @83 = Mul(@28, @82)
    Int64 @84 = Add(@81, @83)
    Int64 @85 = BitXor(@29, @30)
    Int64 @86 = Add(@84, @85)
    Int64 @87 = BitXor(@31, @32)
    Int64 @88 = Add(@86, @87)
    Void @89 = Return(@88)
}
;; run mixer(0, 1, 2, 3, 4) == 47
;; run mixer(1, 1, 2, 3, 4) == 259
;; run mixer(50, -1, 0x75bcd15, 7, 0x123456789) == 0x2fd49e939b00dbda
