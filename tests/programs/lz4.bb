barebones 1
; Decompression of an LZ4 block: literals, and matches that may overlap themselves. Every access is checked.
;
; Known answers: the blocks were made by an independent compressor of the published block format; checksums are
; Python's zlib.adler32 of the original.
;! run

data greeting =
    0x8f 0x48 0x65 0x6c 0x6c 0x6f 0x2c 0x20 0x68 0x07 0x00 0x08 0x60 0x77 0x6f 0x72 0x6c 0x64 0x21
data letters =
    0x1f 0x61 0x01 0x00 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff
    0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff
    0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff
    0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff
    0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff
    0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff
    0xff 0x91 0x50 0x62 0x62 0x62 0x62 0x62
data house =
    0xf8 0x14 0x54 0x68 0x69 0x73 0x20 0x69 0x73 0x20 0x74 0x68 0x65 0x20 0x68 0x6f 0x75 0x73 0x65 0x20
    0x74 0x68 0x61 0x74 0x20 0x4a 0x61 0x63 0x6b 0x20 0x62 0x75 0x69 0x6c 0x74 0x2e 0x0a 0x23 0x00 0x42
    0x6d 0x61 0x6c 0x74 0x22 0x00 0x6f 0x6c 0x61 0x79 0x20 0x69 0x6e 0x38 0x00 0x15 0x23 0x72 0x61 0x37
    0x00 0x20 0x61 0x74 0x62 0x00 0x2f 0x65 0x20 0x49 0x00 0x25 0x14 0x63 0x49 0x00 0x61 0x6b 0x69 0x6c
    0x6c 0x65 0x64 0x80 0x00 0x0f 0x5d 0x00 0x36 0x32 0x64 0x6f 0x67 0xdd 0x00 0x53 0x77 0x6f 0x72 0x72
    0x69 0x5e 0x00 0x0f 0x72 0x00 0x4a 0x81 0x63 0x6f 0x77 0x20 0x77 0x69 0x74 0x68 0xc8 0x00 0x50 0x63
    0x72 0x75 0x6d 0x70 0xd5 0x00 0x30 0x68 0x6f 0x72 0x5a 0x01 0x00 0xeb 0x00 0x33 0x6f 0x73 0x73 0x88
    0x00 0x0f 0x9d 0x00 0x52 0x08 0xec 0x01 0x0f 0x0f 0x02 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff 0xff
    0xff 0xff 0xff 0xff 0xff 0x53 0x50 0x75 0x69 0x6c 0x74 0x2e

; A match before the start of the output.
data bad_distance = 0x14 0x61 0x02 0x00 0x30 0x62 0x63 0x64
data output = zero:65536

; Decompresses `size` bytes; returns the length of the output, or -1 if the block is malformed.
proc decompress(Int64, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; out
    Int64 @1 = ArgumentReg(%a1)                     ; capacity
    Int64 @2 = ArgumentReg(%a2)                     ; in
    Int64 @3 = ArgumentReg(%a3)                     ; size
    ; start: i64 = out
    ; out_end: i64 = out + capacity
    Int64 @4 = Add(@0, @1)                          ; out_end
    ; in_end: i64 = in + size
    Int64 @5 = Add(@2, @3)                          ; in_end
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@0, ^@10)
    Void @8 = Jump(#1)
#1 frequency=100:        ; loop
    Int64 @9 = Phi()                                ; in
    Int64 @10 = Phi()                               ; out
    ; if in >= in_end rare
    Int32 @11 = GreaterEqual(@9, @5)
    Void @12 = Branch(@11, #2:rare, #3)
#2:        ; then
    ; return -1
    Int64 @13 = Const64(-1)
    Void @14 = Return(@13)
#3 frequency=100:        ; endif
    ; token: i32 = u8[in]
    Int32 @15 = Load8Z(@9)                          ; token
    ; in = in + 1
    Int64 @16 = Const64(1)
    Int64 @17 = Add(@9, @16)                        ; in
    ; Literals: the high half, and more bytes while they are 255.
    ; literals: i64 = ZExt32(token >>> 4)
    Int32 @18 = Const32(4)
    Int32 @19 = ZShr(@15, @18)
    Int64 @20 = ZExt32(@19)                         ; literals
    ; if literals == 15
    Int64 @21 = Const64(15)
    Int32 @22 = Equal(@20, @21)
    Void @23 = Upsilon(@20, ^@53)
    Void @24 = Upsilon(@17, ^@54)
    Void @25 = Branch(@22, #4, #10)
#4 frequency=5:        ; then
    ; more: i32 = 255
    Int32 @26 = Const32(255)                        ; more
    Void @27 = Upsilon(@26, ^@31)
    Void @28 = Upsilon(@17, ^@32)
    Void @29 = Upsilon(@20, ^@33)
    Void @30 = Jump(#5)
#5 frequency=8:        ; while
    Int32 @31 = Phi()                               ; more
    Int64 @32 = Phi()                               ; in
    Int64 @33 = Phi()                               ; literals
    ; while more == 255
    Int32 @34 = Const32(255)
    Int32 @35 = Equal(@31, @34)
    Void @36 = Branch(@35, #6, #9)
#6 frequency=3:        ; body
    ; if in >= in_end rare
    Int32 @37 = GreaterEqual(@32, @5)
    Void @38 = Branch(@37, #7:rare, #8)
#7:        ; then
    ; return -1
    Int64 @39 = Const64(-1)
    Void @40 = Return(@39)
#8 frequency=3:        ; endif
    ; more = u8[in]
    Int32 @41 = Load8Z(@32)                         ; more
    ; in = in + 1
    Int64 @42 = Const64(1)
    Int64 @43 = Add(@32, @42)                       ; in
    ; literals = literals + ZExt32(more)
    Int64 @44 = ZExt32(@41)
    Int64 @45 = Add(@33, @44)                       ; literals
    Void @46 = Upsilon(@41, ^@31)
    Void @47 = Upsilon(@43, ^@32)
    Void @48 = Upsilon(@45, ^@33)
    Void @49 = Jump(#5)
#9 frequency=5:        ; done
    Void @50 = Upsilon(@33, ^@53)
    Void @51 = Upsilon(@32, ^@54)
    Void @52 = Jump(#10)
#10 frequency=100:        ; endif
    Int64 @53 = Phi()                               ; literals
    Int64 @54 = Phi()                               ; in
    ; if literals > in_end - in or literals > out_end - out rare
    Int64 @55 = Sub(@5, @54)
    Int32 @56 = GreaterThan(@53, @55)
    Void @57 = Branch(@56, #12, #11)
#11 frequency=100:        ; or
    Int64 @58 = Sub(@4, @10)
    Int32 @59 = GreaterThan(@53, @58)
    Void @60 = Branch(@59, #12:rare, #13)
#12:        ; then
    ; return -1
    Int64 @61 = Const64(-1)
    Void @62 = Return(@61)
#13 frequency=100:        ; endif
    ; MemoryCopy(out, in, literals)
    Void @63 = MemoryCopy(@10, @54, @53)
    ; in = in + literals
    Int64 @64 = Add(@54, @53)                       ; in
    ; out = out + literals
    Int64 @65 = Add(@10, @53)                       ; out
    ; The last sequence has no match.
    ; if in == in_end
    Int32 @66 = Equal(@64, @5)
    Void @67 = Branch(@66, #14, #15)
#14:        ; then
    ; return out - start
    Int64 @68 = Sub(@65, @0)
    Void @69 = Return(@68)
#15 frequency=99:        ; endif
    ; if in_end - in < 2 rare
    Int64 @70 = Sub(@5, @64)
    Int64 @71 = Const64(2)
    Int32 @72 = LessThan(@70, @71)
    Void @73 = Branch(@72, #16:rare, #17)
#16:        ; then
    ; return -1
    Int64 @74 = Const64(-1)
    Void @75 = Return(@74)
#17 frequency=99:        ; endif
    ; distance: i64 = ZExt32(u16[in])
    Int32 @76 = Load16Z(@64)
    Int64 @77 = ZExt32(@76)                         ; distance
    ; in = in + 2
    Int64 @78 = Const64(2)
    Int64 @79 = Add(@64, @78)                       ; in
    ; if distance == 0 or distance > out - start rare
    Int64 @80 = Const64(0)
    Int32 @81 = Equal(@77, @80)
    Void @82 = Branch(@81, #19, #18)
#18 frequency=99:        ; or
    Int64 @83 = Sub(@65, @0)
    Int32 @84 = GreaterThan(@77, @83)
    Void @85 = Branch(@84, #19:rare, #20)
#19:        ; then
    ; return -1
    Int64 @86 = Const64(-1)
    Void @87 = Return(@86)
#20 frequency=99:        ; endif
    ; length: i64 = ZExt32(token & 15)
    Int32 @88 = Const32(15)
    Int32 @89 = BitAnd(@15, @88)
    Int64 @90 = ZExt32(@89)                         ; length
    ; if length == 15
    Int64 @91 = Const64(15)
    Int32 @92 = Equal(@90, @91)
    Void @93 = Upsilon(@90, ^@123)
    Void @94 = Upsilon(@79, ^@124)
    Void @95 = Branch(@92, #21, #27)
#21 frequency=20:        ; then
    ; more: i32 = 255
    Int32 @96 = Const32(255)                        ; more
    Void @97 = Upsilon(@96, ^@101)
    Void @98 = Upsilon(@79, ^@102)
    Void @99 = Upsilon(@90, ^@103)
    Void @100 = Jump(#22)
#22 frequency=60:        ; while
    Int32 @101 = Phi()                              ; more
    Int64 @102 = Phi()                              ; in
    Int64 @103 = Phi()                              ; length
    ; while more == 255
    Int32 @104 = Const32(255)
    Int32 @105 = Equal(@101, @104)
    Void @106 = Branch(@105, #23, #26)
#23 frequency=40:        ; body
    ; if in >= in_end rare
    Int32 @107 = GreaterEqual(@102, @5)
    Void @108 = Branch(@107, #24:rare, #25)
#24:        ; then
    ; return -1
    Int64 @109 = Const64(-1)
    Void @110 = Return(@109)
#25 frequency=40:        ; endif
    ; more = u8[in]
    Int32 @111 = Load8Z(@102)                       ; more
    ; in = in + 1
    Int64 @112 = Const64(1)
    Int64 @113 = Add(@102, @112)                    ; in
    ; length = length + ZExt32(more)
    Int64 @114 = ZExt32(@111)
    Int64 @115 = Add(@103, @114)                    ; length
    Void @116 = Upsilon(@111, ^@101)
    Void @117 = Upsilon(@113, ^@102)
    Void @118 = Upsilon(@115, ^@103)
    Void @119 = Jump(#22)
#26 frequency=20:        ; done
    Void @120 = Upsilon(@103, ^@123)
    Void @121 = Upsilon(@102, ^@124)
    Void @122 = Jump(#27)
#27 frequency=99:        ; endif
    Int64 @123 = Phi()                              ; length
    Int64 @124 = Phi()                              ; in
    ; length = length + 4
    Int64 @125 = Const64(4)
    Int64 @126 = Add(@123, @125)                    ; length
    ; if length > out_end - out rare
    Int64 @127 = Sub(@4, @65)
    Int32 @128 = GreaterThan(@126, @127)
    Void @129 = Branch(@128, #28:rare, #29)
#28:        ; then
    ; return -1
    Int64 @130 = Const64(-1)
    Void @131 = Return(@130)
#29 frequency=99:        ; endif
    ; The source may overlap the output of this copy.
    ; from: i64 = out - distance
    Int64 @132 = Sub(@65, @77)                      ; from
    ; if distance >= 8
    Int64 @133 = Const64(8)
    Int32 @134 = GreaterEqual(@77, @133)
    Void @135 = Upsilon(@126, ^@163)
    Void @136 = Upsilon(@65, ^@164)
    Void @137 = Upsilon(@132, ^@165)
    Void @138 = Branch(@134, #30, #34)
#30 frequency=60:        ; then
    Void @139 = Upsilon(@126, ^@143)
    Void @140 = Upsilon(@65, ^@144)
    Void @141 = Upsilon(@132, ^@145)
    Void @142 = Jump(#31)
#31 frequency=400:        ; while
    Int64 @143 = Phi()                              ; length
    Int64 @144 = Phi()                              ; out
    Int64 @145 = Phi()                              ; from
    ; while length >= 8
    Int64 @146 = Const64(8)
    Int32 @147 = GreaterEqual(@143, @146)
    Void @148 = Branch(@147, #32, #33)
#32 frequency=340:        ; body
    ; i64[out] = i64[from]
    Int64 @149 = Load(@145)
    Void @150 = Store(@149, @144)
    ; out = out + 8
    Int64 @151 = Const64(8)
    Int64 @152 = Add(@144, @151)                    ; out
    ; from = from + 8
    Int64 @153 = Add(@145, @151)                    ; from
    ; length = length - 8
    Int64 @154 = Sub(@143, @151)                    ; length
    Void @155 = Upsilon(@154, ^@143)
    Void @156 = Upsilon(@152, ^@144)
    Void @157 = Upsilon(@153, ^@145)
    Void @158 = Jump(#31)
#33 frequency=60:        ; done
    Void @159 = Upsilon(@143, ^@163)
    Void @160 = Upsilon(@144, ^@164)
    Void @161 = Upsilon(@145, ^@165)
    Void @162 = Jump(#34)
#34 frequency=99:        ; endif
    Int64 @163 = Phi()                              ; length
    Int64 @164 = Phi()                              ; out
    Int64 @165 = Phi()                              ; from
    Void @166 = Upsilon(@163, ^@170)
    Void @167 = Upsilon(@164, ^@171)
    Void @168 = Upsilon(@165, ^@172)
    Void @169 = Jump(#35)
#35 frequency=600:        ; while
    Int64 @170 = Phi()                              ; length
    Int64 @171 = Phi()                              ; out
    Int64 @172 = Phi()                              ; from
    ; while length != 0
    Int64 @173 = Const64(0)
    Int32 @174 = NotEqual(@170, @173)
    Void @175 = Branch(@174, #36, #37)
#36 frequency=501:        ; body
    ; u8[out] = u8[from]
    Int32 @176 = Load8Z(@172)
    Void @177 = Store8(@176, @171)
    ; out = out + 1
    Int64 @178 = Const64(1)
    Int64 @179 = Add(@171, @178)                    ; out
    ; from = from + 1
    Int64 @180 = Add(@172, @178)                    ; from
    ; length = length - 1
    Int64 @181 = Sub(@170, @178)                    ; length
    Void @182 = Upsilon(@181, ^@170)
    Void @183 = Upsilon(@179, ^@171)
    Void @184 = Upsilon(@180, ^@172)
    Void @185 = Jump(#35)
#37 frequency=99:        ; done
    Void @186 = Upsilon(@124, ^@9)
    Void @187 = Upsilon(@171, ^@10)
    Void @188 = Jump(#1)
}

proc length_of(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; block
    Int64 @1 = ArgumentReg(%a1)                     ; size
    ; return call decompress(addr(output), 65536, block, size)
    Int64 @2 = SymbolAddress(output)
    Int64 @3 = Const64(65536)
    Int64 @4 = CCall(decompress, @2, @3, @0, @1)
    Void @5 = Return(@4)
}
;; run length_of(@data:greeting, 19) == 41
;; run length_of(@data:letters, 128) == 30005
;; run length_of(@data:house, 172) == 4216
;; run length_of(@data:greeting, 18) == -1
;; run length_of(@data:greeting, 9) == 8
;; run length_of(@data:bad_distance, 8) == -1

; The Adler-32 checksum of the output, which must not be empty.
proc checksum_of(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; block
    Int64 @1 = ArgumentReg(%a1)                     ; size
    ; n: i64 = call decompress(addr(output), 65536, block, size)
    Int64 @2 = SymbolAddress(output)
    Int64 @3 = Const64(65536)
    Int64 @4 = CCall(decompress, @2, @3, @0, @1)    ; n
    ; trapif n <= 0 User(4)
    Int64 @5 = Const64(0)
    Int32 @6 = LessEqual(@4, @5)
    Void @7 = TrapIf(@6, User(4))
    ; a: i32 = 1
    Int32 @8 = Const32(1)                           ; a
    ; b: i32 = 0
    Int32 @9 = Const32(0)                           ; b
    ; for i = 0L until n
    Void @10 = Upsilon(@5, ^@14)
    Void @11 = Upsilon(@8, ^@15)
    Void @12 = Upsilon(@9, ^@16)
    Void @13 = Jump(#1)
#1:        ; for i
    Int64 @14 = Phi()                               ; i
    Int32 @15 = Phi()                               ; a
    Int32 @16 = Phi()                               ; b
    Int32 @17 = LessThan(@14, @4)
    Void @18 = Branch(@17, #2, #4)
#2:        ; body
    ; a = (a + u8[addr(output) + i]) %u 65521
    Int64 @19 = SymbolAddress(output)
    Int64 @20 = Add(@19, @14)
    Int32 @21 = Load8Z(@20)
    Int32 @22 = Add(@15, @21)
    Int32 @23 = Const32(65521)
    Int32 @24 = UMod(@22, @23)                      ; a
    ; b = (b + a) %u 65521
    Int32 @25 = Add(@16, @24)
    Int32 @26 = UMod(@25, @23)                      ; b
    Void @27 = Jump(#3)
#3:        ; next i
    Int64 @28 = Const64(1)
    Int64 @29 = Add(@14, @28)
    Void @30 = Upsilon(@29, ^@14)
    Void @31 = Upsilon(@24, ^@15)
    Void @32 = Upsilon(@26, ^@16)
    Void @33 = Jump(#1)
#4:        ; done
    ; return (b << 16) | a
    Int32 @34 = Const32(16)
    Int32 @35 = Shl(@16, @34)
    Int32 @36 = BitOr(@35, @15)
    Void @37 = Return(@36)
}
;; run checksum_of(@data:greeting, 19) == 0x27650e0a
;; run checksum_of(@data:letters, 128) == 0x60606baf
;; run checksum_of(@data:house, 172) == 0x78dbce44
;; run checksum_of(@data:bad_distance, 0) traps User(4)

; -1: the block needs more than `capacity` bytes.
proc fits(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; block
    Int64 @1 = ArgumentReg(%a1)                     ; size
    Int64 @2 = ArgumentReg(%a2)                     ; capacity
    ; return call decompress(addr(output), capacity, block, size)
    Int64 @3 = SymbolAddress(output)
    Int64 @4 = CCall(decompress, @3, @2, @0, @1)
    Void @5 = Return(@4)
}
;; run fits(@data:greeting, 19, 41) == 41
;; run fits(@data:greeting, 19, 40) == -1
