barebones 1
; Adler-32 (RFC 1950): two sums modulo 65521, reduced once in 5552 bytes.
;
; Known answers: "Wikipedia" is 0x11e60398; Python's zlib.adler32 for the rest.
;! run

data word = "Wikipedia"
data buffer = zero:131072

proc adler32(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; length
    ; a: i32 = 1
    Int32 @2 = Const32(1)                           ; a
    ; b: i32 = 0
    Int32 @3 = Const32(0)                           ; b
    Void @4 = Upsilon(@1, ^@9)
    Void @5 = Upsilon(@2, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Upsilon(@3, ^@12)
    Void @8 = Jump(#1)
#1:        ; while
    Int64 @9 = Phi()                                ; length
    Int32 @10 = Phi()                               ; a
    Int64 @11 = Phi()                               ; p
    Int32 @12 = Phi()                               ; b
    ; while length != 0
    Int64 @13 = Const64(0)
    Int32 @14 = NotEqual(@9, @13)
    Void @15 = Branch(@14, #2, #9)
#2:        ; body
    ; As many bytes as fit before b can overflow.
    ; chunk: i64 = Select(length <u 5552, length, 5552)
    Int64 @16 = Const64(5552)
    Int32 @17 = Below(@9, @16)
    Int64 @18 = Select(@17, @9, @16)                ; chunk
    ; length = length - chunk
    Int64 @19 = Sub(@9, @18)                        ; length
    Void @20 = Upsilon(@18, ^@25)
    Void @21 = Upsilon(@10, ^@26)
    Void @22 = Upsilon(@11, ^@27)
    Void @23 = Upsilon(@12, ^@28)
    Void @24 = Jump(#3)
#3:        ; while
    Int64 @25 = Phi()                               ; chunk
    Int32 @26 = Phi()                               ; a
    Int64 @27 = Phi()                               ; p
    Int32 @28 = Phi()                               ; b
    ; Four bytes at a time, then the rest.
    ; while chunk >= 4
    Int64 @29 = Const64(4)
    Int32 @30 = GreaterEqual(@25, @29)
    Void @31 = Branch(@30, #4, #5)
#4:        ; body
    ; a = a + u8[p]
    Int32 @32 = Load8Z(@27)
    Int32 @33 = Add(@26, @32)                       ; a
    ; b = b + a
    Int32 @34 = Add(@28, @33)                       ; b
    ; a = a + u8[p, 1]
    Int32 @35 = Load8Z(@27, offset=1)
    Int32 @36 = Add(@33, @35)                       ; a
    ; b = b + a
    Int32 @37 = Add(@34, @36)                       ; b
    ; a = a + u8[p, 2]
    Int32 @38 = Load8Z(@27, offset=2)
    Int32 @39 = Add(@36, @38)                       ; a
    ; b = b + a
    Int32 @40 = Add(@37, @39)                       ; b
    ; a = a + u8[p, 3]
    Int32 @41 = Load8Z(@27, offset=3)
    Int32 @42 = Add(@39, @41)                       ; a
    ; b = b + a
    Int32 @43 = Add(@40, @42)                       ; b
    ; p = p + 4
    Int64 @44 = Const64(4)
    Int64 @45 = Add(@27, @44)                       ; p
    ; chunk = chunk - 4
    Int64 @46 = Sub(@25, @44)                       ; chunk
    Void @47 = Upsilon(@46, ^@25)
    Void @48 = Upsilon(@42, ^@26)
    Void @49 = Upsilon(@45, ^@27)
    Void @50 = Upsilon(@43, ^@28)
    Void @51 = Jump(#3)
#5:        ; done
    Void @52 = Upsilon(@25, ^@57)
    Void @53 = Upsilon(@26, ^@58)
    Void @54 = Upsilon(@27, ^@59)
    Void @55 = Upsilon(@28, ^@60)
    Void @56 = Jump(#6)
#6:        ; while
    Int64 @57 = Phi()                               ; chunk
    Int32 @58 = Phi()                               ; a
    Int64 @59 = Phi()                               ; p
    Int32 @60 = Phi()                               ; b
    ; while chunk != 0
    Int64 @61 = Const64(0)
    Int32 @62 = NotEqual(@57, @61)
    Void @63 = Branch(@62, #7, #8)
#7:        ; body
    ; a = a + u8[p]
    Int32 @64 = Load8Z(@59)
    Int32 @65 = Add(@58, @64)                       ; a
    ; b = b + a
    Int32 @66 = Add(@60, @65)                       ; b
    ; p = p + 1
    Int64 @67 = Const64(1)
    Int64 @68 = Add(@59, @67)                       ; p
    ; chunk = chunk - 1
    Int64 @69 = Sub(@57, @67)                       ; chunk
    Void @70 = Upsilon(@69, ^@57)
    Void @71 = Upsilon(@65, ^@58)
    Void @72 = Upsilon(@68, ^@59)
    Void @73 = Upsilon(@66, ^@60)
    Void @74 = Jump(#6)
#8:        ; done
    ; a = a %u 65521
    Int32 @75 = Const32(65521)
    Int32 @76 = UMod(@58, @75)                      ; a
    ; b = b %u 65521
    Int32 @77 = UMod(@60, @75)                      ; b
    Void @78 = Upsilon(@19, ^@9)
    Void @79 = Upsilon(@76, ^@10)
    Void @80 = Upsilon(@59, ^@11)
    Void @81 = Upsilon(@77, ^@12)
    Void @82 = Jump(#1)
#9:        ; done
    ; return (b << 16) | a
    Int32 @83 = Const32(16)
    Int32 @84 = Shl(@12, @83)
    Int32 @85 = BitOr(@84, @10)
    Void @86 = Return(@85)
}
;; run adler32(@data:word, 9) == 0x11e60398
;; run adler32(@data:word, 0) == 1
;; run adler32(@data:word, 1) == 0x00580058

; The checksum of `length` equal bytes.
proc adler32_of_bytes(Int32, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; byte
    Int64 @2 = ArgumentReg(%a1)                     ; length
    ; trapif length >u 131072 HeapOutOfBounds
    Int64 @3 = Const64(131072)
    Int32 @4 = Above(@2, @3)
    Void @5 = TrapIf(@4, HeapOutOfBounds)
    ; MemoryFill(addr(buffer), byte, length)
    Int64 @6 = SymbolAddress(buffer)
    Void @7 = MemoryFill(@6, @1, @2)
    ; return call adler32(addr(buffer), length)
    Int64 @8 = SymbolAddress(buffer)
    Int32 @9 = CCall(adler32, @8, @2)
    Void @10 = Return(@9)
}
;; run adler32_of_bytes(255, 100000) == 0x149a302c
;; run adler32_of_bytes(1, 5553) == 0x707f15b2
