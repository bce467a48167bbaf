barebones 1
; Run-length coding after PackBits: after a count byte n from 0 to 127, n + 1 bytes follow as they are; from -127 to -1
; the next byte is repeated 1 - n times.
;
; Known answers: the example of Apple's technical note 1023 (24 bytes in 15); Python for the rest.
;! run

extern memcmp(Int64, Int64, Int64) -> Int32
extern memset(Int64, Int32, Int64) -> Int64
extern memcpy(Int64, Int64, Int64) -> Int64

data example = 0xaa 0xaa 0xaa 0x80 0x00 0x2a 0xaa 0xaa 0xaa 0xaa 0x80 0x00 0x2a 0x22 0xaa 0xaa 0xaa 0xaa 0xaa 0xaa 0xaa 0xaa
    0xaa 0xaa
data example_packed = 0xfe 0xaa 0x02 0x80 0x00 0x2a 0xfd 0xaa 0x03 0x80 0x00 0x2a 0x22 0xf7 0xaa
data plain = zero:32768
data packed = zero:40000
data again = zero:32768

; The length of the run of equal bytes at p; at most 128.
proc run_length(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; end
    ; byte: i32 = u8[p]
    Int32 @2 = Load8Z(@0)                           ; byte
    ; limit: i64 = Select(end - p < 128, end, p + 128)
    Int64 @3 = Sub(@1, @0)
    Int64 @4 = Const64(128)
    Int32 @5 = LessThan(@3, @4)
    Int64 @6 = Add(@0, @4)
    Int64 @7 = Select(@5, @1, @6)                   ; limit
    ; q: i64 = p + 1
    Int64 @8 = Const64(1)
    Int64 @9 = Add(@0, @8)                          ; q
    Void @10 = Upsilon(@9, ^@12)
    Void @11 = Jump(#1)
#1:        ; while
    Int64 @12 = Phi()                               ; q
    ; while q < limit and u8[q] == byte
    Int32 @13 = LessThan(@12, @7)
    Void @14 = Branch(@13, #2, #4)
#2:        ; and
    Int32 @15 = Load8Z(@12)
    Int32 @16 = Equal(@15, @2)
    Void @17 = Branch(@16, #3, #4)
#3:        ; body
    ; q = q + 1
    Int64 @18 = Const64(1)
    Int64 @19 = Add(@12, @18)                       ; q
    Void @20 = Upsilon(@19, ^@12)
    Void @21 = Jump(#1)
#4:        ; done
    ; return q - p
    Int64 @22 = Sub(@12, @0)
    Void @23 = Return(@22)
}

; Packs n bytes and returns the length.
proc pack(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; out
    Int64 @1 = ArgumentReg(%a1)                     ; in
    Int64 @2 = ArgumentReg(%a2)                     ; n
    ; start: i64 = out
    ; end: i64 = in + n
    Int64 @3 = Add(@1, @2)                          ; end
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Jump(#1)
#1:        ; while
    Int64 @7 = Phi()                                ; in
    Int64 @8 = Phi()                                ; out
    ; while in < end
    Int32 @9 = LessThan(@7, @3)
    Void @10 = Branch(@9, #2, #13)
#2:        ; body
    ; run: i64 = call run_length(in, end)
    Int64 @11 = CCall(run_length, @7, @3)           ; run
    ; if run >= 3
    Int64 @12 = Const64(3)
    Int32 @13 = GreaterEqual(@11, @12)
    Void @14 = Branch(@13, #3, #4)
#3:        ; then
    ; u8[out] = Trunc(1 - run)
    Int64 @15 = Const64(1)
    Int64 @16 = Sub(@15, @11)
    Int32 @17 = Trunc(@16)
    Void @18 = Store8(@17, @8)
    ; u8[out, 1] = u8[in]
    Int32 @19 = Load8Z(@7)
    Void @20 = Store8(@19, @8, offset=1)
    ; out = out + 2
    Int64 @21 = Const64(2)
    Int64 @22 = Add(@8, @21)                        ; out
    ; in = in + run
    Int64 @23 = Add(@7, @11)                        ; in
    Void @24 = Upsilon(@23, ^@7)
    Void @25 = Upsilon(@22, ^@8)
    Void @26 = Jump(#1)
#4:        ; endif
    Void @27 = Upsilon(@7, ^@29)
    Void @28 = Jump(#5)
#5:        ; while
    Int64 @29 = Phi()                               ; in
    ; Bytes as they are, up to the next run of three.
    ; literal: i64 = in
    ; while in < end and in - literal < 128
    Int32 @30 = LessThan(@29, @3)
    Void @31 = Branch(@30, #6, #12)
#6:        ; and
    Int64 @32 = Sub(@29, @7)
    Int64 @33 = Const64(128)
    Int32 @34 = LessThan(@32, @33)
    Void @35 = Branch(@34, #7, #12)
#7:        ; body
    ; if end - in >= 3 and u8[in] == u8[in, 1] and u8[in] == u8[in, 2]
    Int64 @36 = Sub(@3, @29)
    Int64 @37 = Const64(3)
    Int32 @38 = GreaterEqual(@36, @37)
    Void @39 = Branch(@38, #8, #11)
#8:        ; and
    Int32 @40 = Load8Z(@29)
    Int32 @41 = Load8Z(@29, offset=1)
    Int32 @42 = Equal(@40, @41)
    Void @43 = Branch(@42, #9, #11)
#9:        ; and
    Int32 @44 = Load8Z(@29)
    Int32 @45 = Load8Z(@29, offset=2)
    Int32 @46 = Equal(@44, @45)
    Void @47 = Branch(@46, #10, #11)
#10:        ; then
    Void @48 = Jump(#12)
#11:        ; endif
    ; in = in + 1
    Int64 @49 = Const64(1)
    Int64 @50 = Add(@29, @49)                       ; in
    Void @51 = Upsilon(@50, ^@29)
    Void @52 = Jump(#5)
#12:        ; done
    ; count: i64 = in - literal
    Int64 @53 = Sub(@29, @7)                        ; count
    ; u8[out] = Trunc(count - 1)
    Int64 @54 = Const64(1)
    Int64 @55 = Sub(@53, @54)
    Int32 @56 = Trunc(@55)
    Void @57 = Store8(@56, @8)
    ; call memcpy(out + 1, literal, count)
    Int64 @58 = Add(@8, @54)
    Int64 @59 = CCall(memcpy, @58, @7, @53)
    ; out = out + 1 + count
    Int64 @60 = Add(@8, @54)
    Int64 @61 = Add(@60, @53)                       ; out
    Void @62 = Upsilon(@29, ^@7)
    Void @63 = Upsilon(@61, ^@8)
    Void @64 = Jump(#1)
#13:        ; done
    ; return out - start
    Int64 @65 = Sub(@8, @0)
    Void @66 = Return(@65)
}

; Unpacks n bytes and returns the length.
proc unpack(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; out
    Int64 @1 = ArgumentReg(%a1)                     ; in
    Int64 @2 = ArgumentReg(%a2)                     ; n
    ; start: i64 = out
    ; end: i64 = in + n
    Int64 @3 = Add(@1, @2)                          ; end
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Jump(#1)
#1:        ; while
    Int64 @7 = Phi()                                ; in
    Int64 @8 = Phi()                                ; out
    ; while in < end
    Int32 @9 = LessThan(@7, @3)
    Void @10 = Branch(@9, #2, #6)
#2:        ; body
    ; control: i32 = s8[in]
    Int32 @11 = Load8S(@7)                          ; control
    ; in = in + 1
    Int64 @12 = Const64(1)
    Int64 @13 = Add(@7, @12)                        ; in
    ; if control < 0
    Int32 @14 = Const32(0)
    Int32 @15 = LessThan(@11, @14)
    Void @16 = Branch(@15, #3, #4)
#3:        ; then
    ; length: i64 = SExt32(1 - control)
    Int32 @17 = Const32(1)
    Int32 @18 = Sub(@17, @11)
    Int64 @19 = SExt32(@18)                         ; length
    ; call memset(out, s8[in], length)
    Int32 @20 = Load8S(@13)
    Int64 @21 = CCall(memset, @8, @20, @19)
    ; in = in + 1
    Int64 @22 = Const64(1)
    Int64 @23 = Add(@13, @22)                       ; in
    ; out = out + length
    Int64 @24 = Add(@8, @19)                        ; out
    Void @25 = Upsilon(@23, ^@37)
    Void @26 = Upsilon(@24, ^@38)
    Void @27 = Jump(#5)
#4:        ; else
    ; length: i64 = SExt8To64(control) + 1
    Int64 @28 = SExt8To64(@11)
    Int64 @29 = Const64(1)
    Int64 @30 = Add(@28, @29)                       ; length
    ; call memcpy(out, in, length)
    Int64 @31 = CCall(memcpy, @8, @13, @30)
    ; in = in + length
    Int64 @32 = Add(@13, @30)                       ; in
    ; out = out + length
    Int64 @33 = Add(@8, @30)                        ; out
    Void @34 = Upsilon(@32, ^@37)
    Void @35 = Upsilon(@33, ^@38)
    Void @36 = Jump(#5)
#5:        ; endif
    Int64 @37 = Phi()                               ; in
    Int64 @38 = Phi()                               ; out
    Void @39 = Upsilon(@37, ^@7)
    Void @40 = Upsilon(@38, ^@8)
    Void @41 = Jump(#1)
#6:        ; done
    ; return out - start
    Int64 @42 = Sub(@8, @0)
    Void @43 = Return(@42)
}

proc packed_is(Int64, Int64, Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; in
    Int64 @1 = ArgumentReg(%a1)                     ; n
    Int64 @2 = ArgumentReg(%a2)                     ; expected
    Int64 @3 = ArgumentReg(%a3)                     ; m
    ; length: i64 = call pack(addr(packed), in, n)
    Int64 @4 = SymbolAddress(packed)
    Int64 @5 = CCall(pack, @4, @0, @1)              ; length
    ; return (length == m) & (call memcmp(addr(packed), expected, m) == 0)
    Int32 @6 = Equal(@5, @3)
    Int64 @7 = SymbolAddress(packed)
    Int32 @8 = CCall(memcmp, @7, @2, @3)
    Int32 @9 = Const32(0)
    Int32 @10 = Equal(@8, @9)
    Int32 @11 = BitAnd(@6, @10)
    Void @12 = Return(@11)
}
;; run packed_is(@data:example, 24, @data:example_packed, 15) == 1

proc unpacked_is(Int64, Int64, Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; in
    Int64 @1 = ArgumentReg(%a1)                     ; n
    Int64 @2 = ArgumentReg(%a2)                     ; expected
    Int64 @3 = ArgumentReg(%a3)                     ; m
    ; length: i64 = call unpack(addr(again), in, n)
    Int64 @4 = SymbolAddress(again)
    Int64 @5 = CCall(unpack, @4, @0, @1)            ; length
    ; return (length == m) & (call memcmp(addr(again), expected, m) == 0)
    Int32 @6 = Equal(@5, @3)
    Int64 @7 = SymbolAddress(again)
    Int32 @8 = CCall(memcmp, @7, @2, @3)
    Int32 @9 = Const32(0)
    Int32 @10 = Equal(@8, @9)
    Int32 @11 = BitAnd(@6, @10)
    Void @12 = Return(@11)
}
;; run unpacked_is(@data:example_packed, 15, @data:example, 24) == 1
;; run unpacked_is(@data:example_packed, 13, @data:example, 24) == 0

; The packed length of n bytes at `plain`, which must be restored by unpacking.
proc there_and_back(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; length: i64 = call pack(addr(packed), addr(plain), n)
    Int64 @1 = SymbolAddress(packed)
    Int64 @2 = SymbolAddress(plain)
    Int64 @3 = CCall(pack, @1, @2, @0)              ; length
    ; back: i32 = call unpacked_is(addr(packed), length, addr(plain), n)
    Int64 @4 = SymbolAddress(packed)
    Int64 @5 = SymbolAddress(plain)
    Int32 @6 = CCall(unpacked_is, @4, @3, @5, @0)   ; back
    ; trapif back == 0 User(1)
    Int32 @7 = Const32(0)
    Int32 @8 = Equal(@6, @7)
    Void @9 = TrapIf(@8, User(1))
    ; return length
    Void @10 = Return(@3)
}

; Byte i is (i / 2) & (i / 16), shifted right by eight bits in 12: runs and literals.
proc pack_pattern(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 32768 HeapOutOfBounds
    Int64 @1 = Const64(32768)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; for i = 0L until n
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
    ; u8[addr(plain) + i] = ((x >>> 1) & (x >>> 4)) * 13 >>> 4
    Int64 @11 = SymbolAddress(plain)
    Int64 @12 = Add(@11, @7)
    Int32 @13 = Const32(1)
    Int32 @14 = ZShr(@10, @13)
    Int32 @15 = Const32(4)
    Int32 @16 = ZShr(@10, @15)
    Int32 @17 = BitAnd(@14, @16)
    Int32 @18 = Const32(13)
    Int32 @19 = Mul(@17, @18)
    Int32 @20 = ZShr(@19, @15)
    Void @21 = Store8(@20, @12)
    Void @22 = Jump(#3)
#3:        ; next i
    Int64 @23 = Const64(1)
    Int64 @24 = Add(@7, @23)
    Void @25 = Upsilon(@24, ^@7)
    Void @26 = Jump(#1)
#4:        ; done
    ; return call there_and_back(n)
    Int64 @27 = CCall(there_and_back, @0)
    Void @28 = Return(@27)
}
;; run pack_pattern(1) == 2
;; run pack_pattern(20000) == 11390

proc pack_equal(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 32768 HeapOutOfBounds
    Int64 @1 = Const64(32768)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; MemoryFill(addr(plain), 200, n)
    Int64 @4 = SymbolAddress(plain)
    Int32 @5 = Const32(200)
    Void @6 = MemoryFill(@4, @5, @0)
    ; return call there_and_back(n)
    Int64 @7 = CCall(there_and_back, @0)
    Void @8 = Return(@7)
}
;; run pack_equal(1000) == 16
