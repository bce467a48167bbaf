barebones 1
; Base64 (RFC 4648): encoding with a table in data, decoding with compares.
;
; Known answers: the test vectors of the RFC; Python's base64 for the digest of the long one.
;! run

extern memcmp(Int64, Int64, Int64) -> Int32

data alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
data foobar = "foobar"
data foobar_encoded = "Zm9vYmFy"
data f_encoded = "Zg=="
data fo_encoded = "Zm8="
data bad = "Zm?v"
data raw = zero:20004
data text = zero:32768
data back = zero:32768

proc letter(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; bits
    ; return u8[addr(alphabet) + ZExt32(bits & 63), 0, immutable]
    Int64 @2 = SymbolAddress(alphabet)
    Int32 @3 = Const32(63)
    Int32 @4 = BitAnd(@1, @3)
    Int64 @5 = ZExt32(@4)
    Int64 @6 = Add(@2, @5)
    Int32 @7 = Load8Z(@6, offset=0, immutable)
    Void @8 = Return(@7)
}

; Writes the encoded text and returns its length.
proc encode(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; out
    Int64 @1 = ArgumentReg(%a1)                     ; in
    Int64 @2 = ArgumentReg(%a2)                     ; length
    Void @3 = Upsilon(@2, ^@7)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@0, ^@9)
    Void @6 = Jump(#1)
#1 frequency=65:        ; while
    Int64 @7 = Phi()                                ; length
    Int64 @8 = Phi()                                ; in
    Int64 @9 = Phi()                                ; out
    ; start: i64 = out
    ; while length >= 3 freq 64
    Int64 @10 = Const64(3)
    Int32 @11 = GreaterEqual(@7, @10)
    Void @12 = Branch(@11, #2, #3)
#2 frequency=64:        ; body
    ; group: i32 = (u8[in] << 16) | (u8[in, 1] << 8) | u8[in, 2]
    Int32 @13 = Load8Z(@8)
    Int32 @14 = Const32(16)
    Int32 @15 = Shl(@13, @14)
    Int32 @16 = Load8Z(@8, offset=1)
    Int32 @17 = Const32(8)
    Int32 @18 = Shl(@16, @17)
    Int32 @19 = BitOr(@15, @18)
    Int32 @20 = Load8Z(@8, offset=2)
    Int32 @21 = BitOr(@19, @20)                     ; group
    ; u8[out] = call letter(group >>> 18)
    Int32 @22 = Const32(18)
    Int32 @23 = ZShr(@21, @22)
    Int32 @24 = CCall(letter, @23)
    Void @25 = Store8(@24, @9)
    ; u8[out, 1] = call letter(group >>> 12)
    Int32 @26 = Const32(12)
    Int32 @27 = ZShr(@21, @26)
    Int32 @28 = CCall(letter, @27)
    Void @29 = Store8(@28, @9, offset=1)
    ; u8[out, 2] = call letter(group >>> 6)
    Int32 @30 = Const32(6)
    Int32 @31 = ZShr(@21, @30)
    Int32 @32 = CCall(letter, @31)
    Void @33 = Store8(@32, @9, offset=2)
    ; u8[out, 3] = call letter(group)
    Int32 @34 = CCall(letter, @21)
    Void @35 = Store8(@34, @9, offset=3)
    ; in = in + 3
    Int64 @36 = Const64(3)
    Int64 @37 = Add(@8, @36)                        ; in
    ; out = out + 4
    Int64 @38 = Const64(4)
    Int64 @39 = Add(@9, @38)                        ; out
    ; length = length - 3
    Int64 @40 = Sub(@7, @36)                        ; length
    Void @41 = Upsilon(@40, ^@7)
    Void @42 = Upsilon(@37, ^@8)
    Void @43 = Upsilon(@39, ^@9)
    Void @44 = Jump(#1)
#3:        ; done
    ; switch length
    Void @45 = Upsilon(@9, ^@89)
    Void @46 = Switch(@7, 1: #4, 2: #5, default: #6)
#4:        ; case 1
    ; one: i32 = u8[in] << 16
    Int32 @47 = Load8Z(@8)
    Int32 @48 = Const32(16)
    Int32 @49 = Shl(@47, @48)                       ; one
    ; u8[out] = call letter(one >>> 18)
    Int32 @50 = Const32(18)
    Int32 @51 = ZShr(@49, @50)
    Int32 @52 = CCall(letter, @51)
    Void @53 = Store8(@52, @9)
    ; u8[out, 1] = call letter(one >>> 12)
    Int32 @54 = Const32(12)
    Int32 @55 = ZShr(@49, @54)
    Int32 @56 = CCall(letter, @55)
    Void @57 = Store8(@56, @9, offset=1)
    ; u16[out, 2] = 0x3d3d
    Int32 @58 = Const32(15677)
    Void @59 = Store16(@58, @9, offset=2)
    ; out = out + 4
    Int64 @60 = Const64(4)
    Int64 @61 = Add(@9, @60)                        ; out
    Void @62 = Upsilon(@61, ^@89)
    Void @63 = Jump(#6)
#5:        ; case 2
    ; two: i32 = (u8[in] << 16) | (u8[in, 1] << 8)
    Int32 @64 = Load8Z(@8)
    Int32 @65 = Const32(16)
    Int32 @66 = Shl(@64, @65)
    Int32 @67 = Load8Z(@8, offset=1)
    Int32 @68 = Const32(8)
    Int32 @69 = Shl(@67, @68)
    Int32 @70 = BitOr(@66, @69)                     ; two
    ; u8[out] = call letter(two >>> 18)
    Int32 @71 = Const32(18)
    Int32 @72 = ZShr(@70, @71)
    Int32 @73 = CCall(letter, @72)
    Void @74 = Store8(@73, @9)
    ; u8[out, 1] = call letter(two >>> 12)
    Int32 @75 = Const32(12)
    Int32 @76 = ZShr(@70, @75)
    Int32 @77 = CCall(letter, @76)
    Void @78 = Store8(@77, @9, offset=1)
    ; u8[out, 2] = call letter(two >>> 6)
    Int32 @79 = Const32(6)
    Int32 @80 = ZShr(@70, @79)
    Int32 @81 = CCall(letter, @80)
    Void @82 = Store8(@81, @9, offset=2)
    ; u8[out, 3] = 61
    Int32 @83 = Const32(61)
    Void @84 = Store8(@83, @9, offset=3)
    ; out = out + 4
    Int64 @85 = Const64(4)
    Int64 @86 = Add(@9, @85)                        ; out
    Void @87 = Upsilon(@86, ^@89)
    Void @88 = Jump(#6)
#6:        ; endswitch
    Int64 @89 = Phi()                               ; out
    ; return out - start
    Int64 @90 = Sub(@89, @0)
    Void @91 = Return(@90)
}

; The value of a letter, or -1.
proc value_of(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; c
    ; if c - 65 <u 26
    Int32 @2 = Const32(65)
    Int32 @3 = Sub(@1, @2)
    Int32 @4 = Const32(26)
    Int32 @5 = Below(@3, @4)
    Void @6 = Branch(@5, #1, #2)
#1:        ; then
    ; return c - 65
    Int32 @7 = Const32(65)
    Int32 @8 = Sub(@1, @7)
    Void @9 = Return(@8)
#2:        ; endif
    ; if c - 97 <u 26
    Int32 @10 = Const32(97)
    Int32 @11 = Sub(@1, @10)
    Int32 @12 = Const32(26)
    Int32 @13 = Below(@11, @12)
    Void @14 = Branch(@13, #3, #4)
#3:        ; then
    ; return c - 71
    Int32 @15 = Const32(71)
    Int32 @16 = Sub(@1, @15)
    Void @17 = Return(@16)
#4:        ; endif
    ; if c - 48 <u 10
    Int32 @18 = Const32(48)
    Int32 @19 = Sub(@1, @18)
    Int32 @20 = Const32(10)
    Int32 @21 = Below(@19, @20)
    Void @22 = Branch(@21, #5, #6)
#5:        ; then
    ; return c + 4
    Int32 @23 = Const32(4)
    Int32 @24 = Add(@1, @23)
    Void @25 = Return(@24)
#6:        ; endif
    ; switch c
    Void @26 = Switch(@1, 43: #7, 47: #8, default: #9:rare)
#7:        ; case 43
    ; return 62
    Int32 @27 = Const32(62)
    Void @28 = Return(@27)
#8:        ; case 47
    ; return 63
    Int32 @29 = Const32(63)
    Void @30 = Return(@29)
#9:        ; default
    ; return -1
    Int32 @31 = Const32(-1)
    Void @32 = Return(@31)
}

; Writes the decoded bytes and returns their number, or -1 for a bad letter.
proc decode(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; out
    Int64 @1 = ArgumentReg(%a1)                     ; in
    Int64 @2 = ArgumentReg(%a2)                     ; length
    ; start: i64 = out
    ; end: i64 = in + length
    Int64 @3 = Add(@1, @2)                          ; end
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Jump(#1)
#1:        ; while
    Int64 @7 = Phi()                                ; in
    Int64 @8 = Phi()                                ; out
    ; while in != end
    Int32 @9 = NotEqual(@7, @3)
    Void @10 = Branch(@9, #2, #12)
#2:        ; body
    ; group: i32 = 0
    Int32 @11 = Const32(0)                          ; group
    ; padding: i64 = 0
    Int64 @12 = Const64(0)                          ; padding
    ; for k = 0L until 4L
    Int64 @13 = Const64(4)
    Void @14 = Upsilon(@12, ^@18)
    Void @15 = Upsilon(@12, ^@19)
    Void @16 = Upsilon(@11, ^@20)
    Void @17 = Jump(#3)
#3:        ; for k
    Int64 @18 = Phi()                               ; k
    Int64 @19 = Phi()                               ; padding
    Int32 @20 = Phi()                               ; group
    Int32 @21 = LessThan(@18, @13)
    Void @22 = Branch(@21, #4, #11)
#4:        ; body
    ; c: i32 = u8[in + k]
    Int64 @23 = Add(@7, @18)
    Int32 @24 = Load8Z(@23)                         ; c
    ; v: i32 = 0
    Int32 @25 = Const32(0)                          ; v
    ; if c == 61
    Int32 @26 = Const32(61)
    Int32 @27 = Equal(@24, @26)
    Void @28 = Branch(@27, #5, #6)
#5:        ; then
    ; padding = padding + 1
    Int64 @29 = Const64(1)
    Int64 @30 = Add(@19, @29)                       ; padding
    Void @31 = Upsilon(@25, ^@43)
    Void @32 = Upsilon(@30, ^@44)
    Void @33 = Jump(#9)
#6:        ; else
    ; v = call value_of(c)
    Int32 @34 = CCall(value_of, @24)                ; v
    ; if v < 0 rare
    Int32 @35 = Const32(0)
    Int32 @36 = LessThan(@34, @35)
    Void @37 = Branch(@36, #7:rare, #8)
#7:        ; then
    ; return -1
    Int64 @38 = Const64(-1)
    Void @39 = Return(@38)
#8:        ; endif
    Void @40 = Upsilon(@34, ^@43)
    Void @41 = Upsilon(@19, ^@44)
    Void @42 = Jump(#9)
#9:        ; endif
    Int32 @43 = Phi()                               ; v
    Int64 @44 = Phi()                               ; padding
    ; group = (group << 6) | v
    Int32 @45 = Const32(6)
    Int32 @46 = Shl(@20, @45)
    Int32 @47 = BitOr(@46, @43)                     ; group
    Void @48 = Jump(#10)
#10:        ; next k
    Int64 @49 = Const64(1)
    Int64 @50 = Add(@18, @49)
    Void @51 = Upsilon(@50, ^@18)
    Void @52 = Upsilon(@44, ^@19)
    Void @53 = Upsilon(@47, ^@20)
    Void @54 = Jump(#3)
#11:        ; done
    ; u8[out] = group >>> 16
    Int32 @55 = Const32(16)
    Int32 @56 = ZShr(@20, @55)
    Void @57 = Store8(@56, @8)
    ; u8[out, 1] = group >>> 8
    Int32 @58 = Const32(8)
    Int32 @59 = ZShr(@20, @58)
    Void @60 = Store8(@59, @8, offset=1)
    ; u8[out, 2] = group
    Void @61 = Store8(@20, @8, offset=2)
    ; out = out + 3 - padding
    Int64 @62 = Const64(3)
    Int64 @63 = Add(@8, @62)
    Int64 @64 = Sub(@63, @19)                       ; out
    ; in = in + 4
    Int64 @65 = Const64(4)
    Int64 @66 = Add(@7, @65)                        ; in
    Void @67 = Upsilon(@66, ^@7)
    Void @68 = Upsilon(@64, ^@8)
    Void @69 = Jump(#1)
#12:        ; done
    ; return out - start
    Int64 @70 = Sub(@8, @0)
    Void @71 = Return(@70)
}

; 1 if the input encodes to the expected text.
proc encodes_to(Int64, Int64, Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; in
    Int64 @1 = ArgumentReg(%a1)                     ; length
    Int64 @2 = ArgumentReg(%a2)                     ; expected
    Int64 @3 = ArgumentReg(%a3)                     ; expected_length
    ; n: i64 = call encode(addr(text), in, length)
    Int64 @4 = SymbolAddress(text)
    Int64 @5 = CCall(encode, @4, @0, @1)            ; n
    ; if n != expected_length
    Int32 @6 = NotEqual(@5, @3)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 0
    Int32 @8 = Const32(0)
    Void @9 = Return(@8)
#2:        ; endif
    ; return call memcmp(addr(text), expected, n) == 0
    Int64 @10 = SymbolAddress(text)
    Int32 @11 = CCall(memcmp, @10, @2, @5)
    Int32 @12 = Const32(0)
    Int32 @13 = Equal(@11, @12)
    Void @14 = Return(@13)
}
;; run encodes_to(@data:foobar, 0, @data:foobar_encoded, 0) == 1
;; run encodes_to(@data:foobar, 1, @data:f_encoded, 4) == 1
;; run encodes_to(@data:foobar, 2, @data:fo_encoded, 4) == 1
;; run encodes_to(@data:foobar, 6, @data:foobar_encoded, 8) == 1
;; run encodes_to(@data:foobar, 5, @data:foobar_encoded, 8) == 0

; The number of decoded bytes if they are the expected ones; -1 for bad text, -2 for other bytes.
proc decodes_to(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; in
    Int64 @1 = ArgumentReg(%a1)                     ; length
    Int64 @2 = ArgumentReg(%a2)                     ; expected
    ; n: i64 = call decode(addr(back), in, length)
    Int64 @3 = SymbolAddress(back)
    Int64 @4 = CCall(decode, @3, @0, @1)            ; n
    ; if n < 0
    Int64 @5 = Const64(0)
    Int32 @6 = LessThan(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return n
    Void @8 = Return(@4)
#2:        ; endif
    ; if call memcmp(addr(back), expected, n) != 0
    Int64 @9 = SymbolAddress(back)
    Int32 @10 = CCall(memcmp, @9, @2, @4)
    Int32 @11 = Const32(0)
    Int32 @12 = NotEqual(@10, @11)
    Void @13 = Branch(@12, #3, #4)
#3:        ; then
    ; return -2
    Int64 @14 = Const64(-2)
    Void @15 = Return(@14)
#4:        ; endif
    ; return n
    Void @16 = Return(@4)
}
;; run decodes_to(@data:fo_encoded, 4, @data:foobar) == 2
;; run decodes_to(@data:foobar_encoded, 8, @data:foobar) == 6
;; run decodes_to(@data:bad, 4, @data:foobar) == -1

; Encodes bytes i * 7 + (i >> 5), decodes them again, and returns the FNV-1a hash of the text.
proc round_trip(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; length
    ; trapif length >u 20000 HeapOutOfBounds
    Int64 @1 = Const64(20000)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; for i = 0L until length
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int32 @8 = LessThan(@7, @0)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; x: i32 = Trunc(i)
    Int32 @10 = Trunc(@7)                           ; x
    ; u8[addr(raw) + i] = x * 7 + (x >>> 5)
    Int64 @11 = SymbolAddress(raw)
    Int64 @12 = Add(@11, @7)
    Int32 @13 = Const32(7)
    Int32 @14 = Mul(@10, @13)
    Int32 @15 = Const32(5)
    Int32 @16 = ZShr(@10, @15)
    Int32 @17 = Add(@14, @16)
    Void @18 = Store8(@17, @12)
    Void @19 = Jump(#3)
#3:        ; next i
    Int64 @20 = Const64(1)
    Int64 @21 = Add(@7, @20)
    Void @22 = Upsilon(@21, ^@7)
    Void @23 = Jump(#1)
#4:        ; done
    ; n: i64 = call encode(addr(text), addr(raw), length)
    Int64 @24 = SymbolAddress(text)
    Int64 @25 = SymbolAddress(raw)
    Int64 @26 = CCall(encode, @24, @25, @0)         ; n
    ; m: i64 = call decodes_to(addr(text), n, addr(raw))
    Int64 @27 = SymbolAddress(text)
    Int64 @28 = SymbolAddress(raw)
    Int64 @29 = CCall(decodes_to, @27, @26, @28)    ; m
    ; trapif m != length User(1)
    Int32 @30 = NotEqual(@29, @0)
    Void @31 = TrapIf(@30, User(1))
    ; hash: i64 = 0xcbf29ce484222325
    Int64 @32 = Const64(0xcbf29ce484222325)         ; hash
    ; for i = 0L until n
    Int64 @33 = Const64(0)
    Void @34 = Upsilon(@33, ^@37)
    Void @35 = Upsilon(@32, ^@38)
    Void @36 = Jump(#5)
#5:        ; for i
    Int64 @37 = Phi()                               ; i
    Int64 @38 = Phi()                               ; hash
    Int32 @39 = LessThan(@37, @26)
    Void @40 = Branch(@39, #6, #8)
#6:        ; body
    ; hash = (hash ^ ZExt32(u8[addr(text) + i])) * 0x100000001b3
    Int64 @41 = SymbolAddress(text)
    Int64 @42 = Add(@41, @37)
    Int32 @43 = Load8Z(@42)
    Int64 @44 = ZExt32(@43)
    Int64 @45 = BitXor(@38, @44)
    Int64 @46 = Const64(0x100000001b3)
    Int64 @47 = Mul(@45, @46)                       ; hash
    Void @48 = Jump(#7)
#7:        ; next i
    Int64 @49 = Const64(1)
    Int64 @50 = Add(@37, @49)
    Void @51 = Upsilon(@50, ^@37)
    Void @52 = Upsilon(@47, ^@38)
    Void @53 = Jump(#5)
#8:        ; done
    ; return hash
    Void @54 = Return(@38)
}
;; run round_trip(20000) == 0x55b0ed3eab56eafd
