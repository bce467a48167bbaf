barebones 1
; CRC-32 of IEEE 802.3 (reflected polynomial 0xedb88320): bit by bit, by a table made at run time, and
; with the tables of "slicing by 4".
;
; Known answers: the check value of "123456789" is 0xcbf43926; Python's zlib.crc32 for the rest.
;! run

data input = "123456789"
data fox = "The quick brown fox jumps over the lazy dog"
data table = zero:4096      ; four tables of 256 words
data buffer = zero:65536

; Fills the first table: the remainder of each byte. Local variables are not in SSA form here.
proc make_table() -> Void {
    var0: Int32        ; n
    var1: Int32        ; n.end
    var2: Int32        ; c
    var3: Int32        ; bit
#0:
    ; for n = 0 until 256
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(256)
    Void @2 = Set(@0, var0)
    Void @3 = Set(@1, var1)
    Void @4 = Jump(#1)
#1:        ; for n
    Int32 @5 = Get(var0)
    Int32 @6 = Get(var1)
    Int32 @7 = LessThan(@5, @6)
    Void @8 = Branch(@7, #2, #7)
#2:        ; body
    ; c: i32 = n
    Int32 @9 = Get(var0)                            ; c
    Void @10 = Set(@9, var2)
    ; bit: i32 = 8
    Int32 @11 = Const32(8)                          ; bit
    Void @12 = Set(@11, var3)
    Void @13 = Jump(#3)
#3:        ; do
    ; c = Select(c & 1, (c >>> 1) ^ 0xedb88320, c >>> 1)
    Int32 @14 = Get(var2)
    Int32 @15 = Const32(1)
    Int32 @16 = BitAnd(@14, @15)
    Int32 @17 = Get(var2)
    Int32 @18 = ZShr(@17, @15)
    Int32 @19 = Const32(0xedb88320)
    Int32 @20 = BitXor(@18, @19)
    Int32 @21 = Get(var2)
    Int32 @22 = ZShr(@21, @15)
    Int32 @23 = Select(@16, @20, @22)               ; c
    Void @24 = Set(@23, var2)
    ; bit = bit - 1
    Int32 @25 = Get(var3)
    Int32 @26 = Sub(@25, @15)                       ; bit
    Void @27 = Set(@26, var3)
    Void @28 = Jump(#4)
#4:        ; again?
    ; while bit != 0
    Int32 @29 = Get(var3)
    Int32 @30 = Const32(0)
    Int32 @31 = NotEqual(@29, @30)
    Void @32 = Branch(@31, #3, #5)
#5:        ; done
    ; i32[addr(table) + (ZExt32(n) << 2)] = c
    Int64 @33 = SymbolAddress(table)
    Int32 @34 = Get(var0)
    Int64 @35 = ZExt32(@34)
    Int32 @36 = Const32(2)
    Int64 @37 = Shl(@35, @36)
    Int64 @38 = Add(@33, @37)
    Int32 @39 = Get(var2)
    Void @40 = Store(@39, @38)
    Void @41 = Jump(#6)
#6:        ; next n
    Int32 @42 = Get(var0)
    Int32 @43 = Const32(1)
    Int32 @44 = Add(@42, @43)
    Void @45 = Set(@44, var0)
    Void @46 = Jump(#1)
#7:        ; done
    Void @47 = Return()
}

; Fills the others: a byte followed by one, two, three zero bytes.
proc make_slices() -> Void {
#0:
    ; call make_table()
    Void @0 = CCall(make_table)
    ; t: i64 = addr(table)
    Int64 @1 = SymbolAddress(table)                 ; t
    ; for n = 0 until 256
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(256)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Jump(#1)
#1:        ; for n
    Int32 @7 = Phi()                                ; n
    Int64 @8 = Phi()                                ; t
    Int32 @9 = LessThan(@7, @3)
    Void @10 = Branch(@9, #2, #8)
#2:        ; body
    ; c: i32 = i32[t]
    Int32 @11 = Load(@8)                            ; c
    ; for k = 1 until 4
    Int32 @12 = Const32(1)
    Int32 @13 = Const32(4)
    Void @14 = Upsilon(@12, ^@17)
    Void @15 = Upsilon(@11, ^@18)
    Void @16 = Jump(#3)
#3:        ; for k
    Int32 @17 = Phi()                               ; k
    Int32 @18 = Phi()                               ; c
    Int32 @19 = LessThan(@17, @13)
    Void @20 = Branch(@19, #4, #6)
#4:        ; body
    ; c = i32[addr(table) + (ZExt32(c & 255) << 2)] ^ (c >>> 8)
    Int64 @21 = SymbolAddress(table)
    Int32 @22 = Const32(255)
    Int32 @23 = BitAnd(@18, @22)
    Int64 @24 = ZExt32(@23)
    Int32 @25 = Const32(2)
    Int64 @26 = Shl(@24, @25)
    Int64 @27 = Add(@21, @26)
    Int32 @28 = Load(@27)
    Int32 @29 = Const32(8)
    Int32 @30 = ZShr(@18, @29)
    Int32 @31 = BitXor(@28, @30)                    ; c
    ; i32[t + (SExt32(k) << 10)] = c
    Int64 @32 = SExt32(@17)
    Int32 @33 = Const32(10)
    Int64 @34 = Shl(@32, @33)
    Int64 @35 = Add(@8, @34)
    Void @36 = Store(@31, @35)
    Void @37 = Jump(#5)
#5:        ; next k
    Int32 @38 = Const32(1)
    Int32 @39 = Add(@17, @38)
    Void @40 = Upsilon(@39, ^@17)
    Void @41 = Upsilon(@31, ^@18)
    Void @42 = Jump(#3)
#6:        ; done
    ; t = t + 4
    Int64 @43 = Const64(4)
    Int64 @44 = Add(@8, @43)                        ; t
    Void @45 = Jump(#7)
#7:        ; next n
    Int32 @46 = Const32(1)
    Int32 @47 = Add(@7, @46)
    Void @48 = Upsilon(@47, ^@7)
    Void @49 = Upsilon(@44, ^@8)
    Void @50 = Jump(#1)
#8:        ; done
    Void @51 = Return()
}

proc crc32(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; length
    ; call make_table()
    Void @2 = CCall(make_table)
    ; end: i64 = p + length
    Int64 @3 = Add(@0, @1)                          ; end
    ; crc: i32 = -1
    Int32 @4 = Const32(-1)                          ; crc
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@4, ^@9)
    Void @7 = Jump(#1)
#1:        ; while
    Int64 @8 = Phi()                                ; p
    Int32 @9 = Phi()                                ; crc
    ; while p != end
    Int32 @10 = NotEqual(@8, @3)
    Void @11 = Branch(@10, #2, #3)
#2:        ; body
    ; index: i32 = (crc ^ u8[p]) & 255
    Int32 @12 = Load8Z(@8)
    Int32 @13 = BitXor(@9, @12)
    Int32 @14 = Const32(255)
    Int32 @15 = BitAnd(@13, @14)                    ; index
    ; crc = i32[addr(table) + (ZExt32(index) << 2)] ^ (crc >>> 8)
    Int64 @16 = SymbolAddress(table)
    Int64 @17 = ZExt32(@15)
    Int32 @18 = Const32(2)
    Int64 @19 = Shl(@17, @18)
    Int64 @20 = Add(@16, @19)
    Int32 @21 = Load(@20)
    Int32 @22 = Const32(8)
    Int32 @23 = ZShr(@9, @22)
    Int32 @24 = BitXor(@21, @23)                    ; crc
    ; p = p + 1
    Int64 @25 = Const64(1)
    Int64 @26 = Add(@8, @25)                        ; p
    Void @27 = Upsilon(@26, ^@8)
    Void @28 = Upsilon(@24, ^@9)
    Void @29 = Jump(#1)
#3:        ; done
    ; return ~crc
    Int32 @30 = Const32(-1)
    Int32 @31 = BitXor(@9, @30)
    Void @32 = Return(@31)
}
;; run crc32(@data:input, 9) == 0xcbf43926
;; run crc32(@data:input, 0) == 0
;; run crc32(@data:fox, 43) == 0x414fa339

; Without a table.
proc crc32_bitwise(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; length
    ; crc: i32 = -1
    Int32 @2 = Const32(-1)                          ; crc
    ; for i = 0L until length
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@3, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int32 @8 = Phi()                                ; crc
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #8)
#2:        ; body
    ; crc = crc ^ u8[p + i]
    Int64 @11 = Add(@0, @7)
    Int32 @12 = Load8Z(@11)
    Int32 @13 = BitXor(@8, @12)                     ; crc
    ; for bit = 0 until 8
    Int32 @14 = Const32(0)
    Int32 @15 = Const32(8)
    Void @16 = Upsilon(@14, ^@19)
    Void @17 = Upsilon(@13, ^@20)
    Void @18 = Jump(#3)
#3:        ; for bit
    Int32 @19 = Phi()                               ; bit
    Int32 @20 = Phi()                               ; crc
    Int32 @21 = LessThan(@19, @15)
    Void @22 = Branch(@21, #4, #6)
#4:        ; body
    ; All ones if the bit that falls out is set.
    ; mask: i32 = -(crc & 1)
    Int32 @23 = Const32(1)
    Int32 @24 = BitAnd(@20, @23)
    Int32 @25 = Neg(@24)                            ; mask
    ; crc = (crc >>> 1) ^ (mask & 0xedb88320)
    Int32 @26 = ZShr(@20, @23)
    Int32 @27 = Const32(0xedb88320)
    Int32 @28 = BitAnd(@25, @27)
    Int32 @29 = BitXor(@26, @28)                    ; crc
    Void @30 = Jump(#5)
#5:        ; next bit
    Int32 @31 = Const32(1)
    Int32 @32 = Add(@19, @31)
    Void @33 = Upsilon(@32, ^@19)
    Void @34 = Upsilon(@29, ^@20)
    Void @35 = Jump(#3)
#6:        ; done
    Void @36 = Jump(#7)
#7:        ; next i
    Int64 @37 = Const64(1)
    Int64 @38 = Add(@7, @37)
    Void @39 = Upsilon(@38, ^@7)
    Void @40 = Upsilon(@20, ^@8)
    Void @41 = Jump(#1)
#8:        ; done
    ; return ~crc
    Int32 @42 = Const32(-1)
    Int32 @43 = BitXor(@8, @42)
    Void @44 = Return(@43)
}
;; run crc32_bitwise(@data:fox, 43) == 0x414fa339

; Four bytes in one step.
proc crc32_slicing(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; length
    ; call make_slices()
    Void @2 = CCall(make_slices)
    ; t: i64 = addr(table)
    Int64 @3 = SymbolAddress(table)                 ; t
    ; crc: i32 = -1
    Int32 @4 = Const32(-1)                          ; crc
    Void @5 = Upsilon(@1, ^@9)
    Void @6 = Upsilon(@4, ^@10)
    Void @7 = Upsilon(@0, ^@11)
    Void @8 = Jump(#1)
#1 frequency=101:        ; while
    Int64 @9 = Phi()                                ; length
    Int32 @10 = Phi()                               ; crc
    Int64 @11 = Phi()                               ; p
    ; while length >=u 4 freq 100
    Int64 @12 = Const64(4)
    Int32 @13 = AboveEqual(@9, @12)
    Void @14 = Branch(@13, #2, #3)
#2 frequency=100:        ; body
    ; x: i32 = crc ^ i32[p]
    Int32 @15 = Load(@11)
    Int32 @16 = BitXor(@10, @15)                    ; x
    ; a: i32 = i32[t + (ZExt32(x & 255) << 2), 3072]
    Int32 @17 = Const32(255)
    Int32 @18 = BitAnd(@16, @17)
    Int64 @19 = ZExt32(@18)
    Int32 @20 = Const32(2)
    Int64 @21 = Shl(@19, @20)
    Int64 @22 = Add(@3, @21)
    Int32 @23 = Load(@22, offset=3072)              ; a
    ; b: i32 = i32[t + (ZExt32((x >>> 8) & 255) << 2), 2048]
    Int32 @24 = Const32(8)
    Int32 @25 = ZShr(@16, @24)
    Int32 @26 = BitAnd(@25, @17)
    Int64 @27 = ZExt32(@26)
    Int64 @28 = Shl(@27, @20)
    Int64 @29 = Add(@3, @28)
    Int32 @30 = Load(@29, offset=2048)              ; b
    ; c: i32 = i32[t + (ZExt32((x >>> 16) & 255) << 2), 1024]
    Int32 @31 = Const32(16)
    Int32 @32 = ZShr(@16, @31)
    Int32 @33 = BitAnd(@32, @17)
    Int64 @34 = ZExt32(@33)
    Int64 @35 = Shl(@34, @20)
    Int64 @36 = Add(@3, @35)
    Int32 @37 = Load(@36, offset=1024)              ; c
    ; d: i32 = i32[t + (ZExt32(x >>> 24) << 2)]
    Int32 @38 = Const32(24)
    Int32 @39 = ZShr(@16, @38)
    Int64 @40 = ZExt32(@39)
    Int64 @41 = Shl(@40, @20)
    Int64 @42 = Add(@3, @41)
    Int32 @43 = Load(@42)                           ; d
    ; crc = a ^ b ^ (c ^ d)
    Int32 @44 = BitXor(@23, @30)
    Int32 @45 = BitXor(@37, @43)
    Int32 @46 = BitXor(@44, @45)                    ; crc
    ; p = p + 4
    Int64 @47 = Const64(4)
    Int64 @48 = Add(@11, @47)                       ; p
    ; length = length - 4
    Int64 @49 = Sub(@9, @47)                        ; length
    Void @50 = Upsilon(@49, ^@9)
    Void @51 = Upsilon(@46, ^@10)
    Void @52 = Upsilon(@48, ^@11)
    Void @53 = Jump(#1)
#3:        ; done
    Void @54 = Upsilon(@9, ^@58)
    Void @55 = Upsilon(@10, ^@59)
    Void @56 = Upsilon(@11, ^@60)
    Void @57 = Jump(#4)
#4:        ; while
    Int64 @58 = Phi()                               ; length
    Int32 @59 = Phi()                               ; crc
    Int64 @60 = Phi()                               ; p
    ; while length != 0
    Int64 @61 = Const64(0)
    Int32 @62 = NotEqual(@58, @61)
    Void @63 = Branch(@62, #5, #6)
#5:        ; body
    ; crc = i32[t + (ZExt32((crc ^ u8[p]) & 255) << 2)] ^ (crc >>> 8)
    Int32 @64 = Load8Z(@60)
    Int32 @65 = BitXor(@59, @64)
    Int32 @66 = Const32(255)
    Int32 @67 = BitAnd(@65, @66)
    Int64 @68 = ZExt32(@67)
    Int32 @69 = Const32(2)
    Int64 @70 = Shl(@68, @69)
    Int64 @71 = Add(@3, @70)
    Int32 @72 = Load(@71)
    Int32 @73 = Const32(8)
    Int32 @74 = ZShr(@59, @73)
    Int32 @75 = BitXor(@72, @74)                    ; crc
    ; p = p + 1
    Int64 @76 = Const64(1)
    Int64 @77 = Add(@60, @76)                       ; p
    ; length = length - 1
    Int64 @78 = Sub(@58, @76)                       ; length
    Void @79 = Upsilon(@78, ^@58)
    Void @80 = Upsilon(@75, ^@59)
    Void @81 = Upsilon(@77, ^@60)
    Void @82 = Jump(#4)
#6:        ; done
    ; return ~crc
    Int32 @83 = Const32(-1)
    Int32 @84 = BitXor(@59, @83)
    Void @85 = Return(@84)
}
;; run crc32_slicing(@data:fox, 43) == 0x414fa339
;; run crc32_slicing(@data:input, 9) == 0xcbf43926

; Fills the buffer with i * i + (i >> 3), and checks that all three agree on it.
proc crc32_of_pattern(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; length
    ; trapif length >u 65536 HeapOutOfBounds
    Int64 @1 = Const64(65536)
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
    ; u8[addr(buffer) + i] = x * x + (x >>> 3)
    Int64 @11 = SymbolAddress(buffer)
    Int64 @12 = Add(@11, @7)
    Int32 @13 = Mul(@10, @10)
    Int32 @14 = Const32(3)
    Int32 @15 = ZShr(@10, @14)
    Int32 @16 = Add(@13, @15)
    Void @17 = Store8(@16, @12)
    Void @18 = Jump(#3)
#3:        ; next i
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@7, @19)
    Void @21 = Upsilon(@20, ^@7)
    Void @22 = Jump(#1)
#4:        ; done
    ; table_crc: i32 = call crc32(addr(buffer), length)
    Int64 @23 = SymbolAddress(buffer)
    Int32 @24 = CCall(crc32, @23, @0)               ; table_crc
    ; sliced: i32 = call crc32_slicing(addr(buffer), length)
    Int64 @25 = SymbolAddress(buffer)
    Int32 @26 = CCall(crc32_slicing, @25, @0)       ; sliced
    ; if table_crc != sliced rare
    Int32 @27 = NotEqual(@24, @26)
    Void @28 = Branch(@27, #5:rare, #6)
#5:        ; then
    ; trap User(1)
    Void @29 = Trap(User(1))
#6:        ; endif
    ; return table_crc
    Void @30 = Return(@24)
}
;; run crc32_of_pattern(40000) == 0x9472604d
