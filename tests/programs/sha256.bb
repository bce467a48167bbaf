barebones 1
; SHA-256 of a buffer.
;
; Known answers: the examples of FIPS 180-4 ("", "abc", the message of 448 bits); Python's hashlib for the rest.
; The constants are the fractions of the cube roots and square roots of the first primes.
;! run

extern memcpy(Int64, Int64, Int64) -> Int64
extern memset(Int64, Int32, Int64) -> Int64
extern memcmp(Int64, Int64, Int64) -> Int32

data k =
    u32:0x428a2f98 u32:0x71374491 u32:0xb5c0fbcf u32:0xe9b5dba5 u32:0x3956c25b u32:0x59f111f1 u32:0x923f82a4 u32:0xab1c5ed5
    u32:0xd807aa98 u32:0x12835b01 u32:0x243185be u32:0x550c7dc3 u32:0x72be5d74 u32:0x80deb1fe u32:0x9bdc06a7 u32:0xc19bf174
    u32:0xe49b69c1 u32:0xefbe4786 u32:0x0fc19dc6 u32:0x240ca1cc u32:0x2de92c6f u32:0x4a7484aa u32:0x5cb0a9dc u32:0x76f988da
    u32:0x983e5152 u32:0xa831c66d u32:0xb00327c8 u32:0xbf597fc7 u32:0xc6e00bf3 u32:0xd5a79147 u32:0x06ca6351 u32:0x14292967
    u32:0x27b70a85 u32:0x2e1b2138 u32:0x4d2c6dfc u32:0x53380d13 u32:0x650a7354 u32:0x766a0abb u32:0x81c2c92e u32:0x92722c85
    u32:0xa2bfe8a1 u32:0xa81a664b u32:0xc24b8b70 u32:0xc76c51a3 u32:0xd192e819 u32:0xd6990624 u32:0xf40e3585 u32:0x106aa070
    u32:0x19a4c116 u32:0x1e376c08 u32:0x2748774c u32:0x34b0bcb5 u32:0x391c0cb3 u32:0x4ed8aa4a u32:0x5b9cca4f u32:0x682e6ff3
    u32:0x748f82ee u32:0x78a5636f u32:0x84c87814 u32:0x8cc70208 u32:0x90befffa u32:0xa4506ceb u32:0xbef9a3f7 u32:0xc67178f2
data initial = u32:0x6a09e667 u32:0xbb67ae85 u32:0x3c6ef372 u32:0xa54ff53a u32:0x510e527f u32:0x9b05688c u32:0x1f83d9ab u32:0x5be0cd19
data abc = "abc"
data abc_digest = 0xba 0x78 0x16 0xbf 0x8f 0x01 0xcf 0xea 0x41 0x41 0x40 0xde 0x5d 0xae 0x22 0x23
    0xb0 0x03 0x61 0xa3 0x96 0x17 0x7a 0x9c 0xb4 0x10 0xff 0x61 0xf2 0x00 0x15 0xad
data long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
data letters = zero:65536

; Mixes one block of 64 bytes into the state of eight words.
proc compress(Int64, Int64) -> Void {
    slot0 = stack 256 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; state
    Int64 @1 = ArgumentReg(%a1)                     ; block
    ; w: i64 = SlotBase(slot0)
    Int64 @2 = SlotBase(slot0)                      ; w
    ; The first sixteen words of the schedule are the block, big endian.
    ; for t = 0L until 16L
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(16)
    Void @5 = Upsilon(@3, ^@7)
    Void @6 = Jump(#1)
#1:        ; for t
    Int64 @7 = Phi()                                ; t
    Int32 @8 = LessThan(@7, @4)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; i32[w + (t << 2)] = ByteSwap(i32[block + (t << 2)])
    Int32 @10 = Const32(2)
    Int64 @11 = Shl(@7, @10)
    Int64 @12 = Add(@2, @11)
    Int64 @13 = Shl(@7, @10)
    Int64 @14 = Add(@1, @13)
    Int32 @15 = Load(@14)
    Int32 @16 = ByteSwap(@15)
    Void @17 = Store(@16, @12)
    Void @18 = Jump(#3)
#3:        ; next t
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@7, @19)
    Void @21 = Upsilon(@20, ^@7)
    Void @22 = Jump(#1)
#4:        ; done
    ; for t = 16L until 64L
    Int64 @23 = Const64(16)
    Int64 @24 = Const64(64)
    Void @25 = Upsilon(@23, ^@27)
    Void @26 = Jump(#5)
#5:        ; for t
    Int64 @27 = Phi()                               ; t
    Int32 @28 = LessThan(@27, @24)
    Void @29 = Branch(@28, #6, #8)
#6:        ; body
    ; p: i64 = w + (t << 2)
    Int32 @30 = Const32(2)
    Int64 @31 = Shl(@27, @30)
    Int64 @32 = Add(@2, @31)                        ; p
    ; x: i32 = i32[p, -60]
    Int32 @33 = Load(@32, offset=-60)               ; x
    ; s0: i32 = RotR(x, 7) ^ RotR(x, 18) ^ (x >>> 3)
    Int32 @34 = Const32(7)
    Int32 @35 = RotR(@33, @34)
    Int32 @36 = Const32(18)
    Int32 @37 = RotR(@33, @36)
    Int32 @38 = BitXor(@35, @37)
    Int32 @39 = Const32(3)
    Int32 @40 = ZShr(@33, @39)
    Int32 @41 = BitXor(@38, @40)                    ; s0
    ; y: i32 = i32[p, -8]
    Int32 @42 = Load(@32, offset=-8)                ; y
    ; s1: i32 = RotR(y, 17) ^ RotR(y, 19) ^ (y >>> 10)
    Int32 @43 = Const32(17)
    Int32 @44 = RotR(@42, @43)
    Int32 @45 = Const32(19)
    Int32 @46 = RotR(@42, @45)
    Int32 @47 = BitXor(@44, @46)
    Int32 @48 = Const32(10)
    Int32 @49 = ZShr(@42, @48)
    Int32 @50 = BitXor(@47, @49)                    ; s1
    ; i32[p] = i32[p, -64] + s0 + i32[p, -28] + s1
    Int32 @51 = Load(@32, offset=-64)
    Int32 @52 = Add(@51, @41)
    Int32 @53 = Load(@32, offset=-28)
    Int32 @54 = Add(@52, @53)
    Int32 @55 = Add(@54, @50)
    Void @56 = Store(@55, @32)
    Void @57 = Jump(#7)
#7:        ; next t
    Int64 @58 = Const64(1)
    Int64 @59 = Add(@27, @58)
    Void @60 = Upsilon(@59, ^@27)
    Void @61 = Jump(#5)
#8:        ; done
    ; a: i32 = i32[state]
    Int32 @62 = Load(@0)                            ; a
    ; b: i32 = i32[state, 4]
    Int32 @63 = Load(@0, offset=4)                  ; b
    ; c: i32 = i32[state, 8]
    Int32 @64 = Load(@0, offset=8)                  ; c
    ; d: i32 = i32[state, 12]
    Int32 @65 = Load(@0, offset=12)                 ; d
    ; e: i32 = i32[state, 16]
    Int32 @66 = Load(@0, offset=16)                 ; e
    ; f: i32 = i32[state, 20]
    Int32 @67 = Load(@0, offset=20)                 ; f
    ; g: i32 = i32[state, 24]
    Int32 @68 = Load(@0, offset=24)                 ; g
    ; h: i32 = i32[state, 28]
    Int32 @69 = Load(@0, offset=28)                 ; h
    ; for t = 0L until 64L
    Int64 @70 = Const64(0)
    Int64 @71 = Const64(64)
    Void @72 = Upsilon(@70, ^@82)
    Void @73 = Upsilon(@66, ^@83)
    Void @74 = Upsilon(@67, ^@84)
    Void @75 = Upsilon(@68, ^@85)
    Void @76 = Upsilon(@69, ^@86)
    Void @77 = Upsilon(@62, ^@87)
    Void @78 = Upsilon(@63, ^@88)
    Void @79 = Upsilon(@64, ^@89)
    Void @80 = Upsilon(@65, ^@90)
    Void @81 = Jump(#9)
#9:        ; for t
    Int64 @82 = Phi()                               ; t
    Int32 @83 = Phi()                               ; e
    Int32 @84 = Phi()                               ; f
    Int32 @85 = Phi()                               ; g
    Int32 @86 = Phi()                               ; h
    Int32 @87 = Phi()                               ; a
    Int32 @88 = Phi()                               ; b
    Int32 @89 = Phi()                               ; c
    Int32 @90 = Phi()                               ; d
    Int32 @91 = LessThan(@82, @71)
    Void @92 = Branch(@91, #10, #12)
#10:        ; body
    ; S1: i32 = RotR(e, 6) ^ RotR(e, 11) ^ RotR(e, 25)
    Int32 @93 = Const32(6)
    Int32 @94 = RotR(@83, @93)
    Int32 @95 = Const32(11)
    Int32 @96 = RotR(@83, @95)
    Int32 @97 = BitXor(@94, @96)
    Int32 @98 = Const32(25)
    Int32 @99 = RotR(@83, @98)
    Int32 @100 = BitXor(@97, @99)                   ; S1
    ; choose: i32 = (e & f) ^ (~e & g)
    Int32 @101 = BitAnd(@83, @84)
    Int32 @102 = Const32(-1)
    Int32 @103 = BitXor(@83, @102)
    Int32 @104 = BitAnd(@103, @85)
    Int32 @105 = BitXor(@101, @104)                 ; choose
    ; t1: i32 = h + S1 + choose + i32[addr(k) + (t << 2), 0, immutable] + i32[w + (t << 2)]
    Int32 @106 = Add(@86, @100)
    Int32 @107 = Add(@106, @105)
    Int64 @108 = SymbolAddress(k)
    Int32 @109 = Const32(2)
    Int64 @110 = Shl(@82, @109)
    Int64 @111 = Add(@108, @110)
    Int32 @112 = Load(@111, offset=0, immutable)
    Int32 @113 = Add(@107, @112)
    Int64 @114 = Shl(@82, @109)
    Int64 @115 = Add(@2, @114)
    Int32 @116 = Load(@115)
    Int32 @117 = Add(@113, @116)                    ; t1
    ; S0: i32 = RotR(a, 2) ^ RotR(a, 13) ^ RotR(a, 22)
    Int32 @118 = RotR(@87, @109)
    Int32 @119 = Const32(13)
    Int32 @120 = RotR(@87, @119)
    Int32 @121 = BitXor(@118, @120)
    Int32 @122 = Const32(22)
    Int32 @123 = RotR(@87, @122)
    Int32 @124 = BitXor(@121, @123)                 ; S0
    ; majority: i32 = (a & b) ^ (a & c) ^ (b & c)
    Int32 @125 = BitAnd(@87, @88)
    Int32 @126 = BitAnd(@87, @89)
    Int32 @127 = BitXor(@125, @126)
    Int32 @128 = BitAnd(@88, @89)
    Int32 @129 = BitXor(@127, @128)                 ; majority
    ; h = g
    ; g = f
    ; f = e
    ; e = d + t1
    Int32 @130 = Add(@90, @117)                     ; e
    ; d = c
    ; c = b
    ; b = a
    ; a = t1 + S0 + majority
    Int32 @131 = Add(@117, @124)
    Int32 @132 = Add(@131, @129)                    ; a
    Void @133 = Jump(#11)
#11:        ; next t
    Int64 @134 = Const64(1)
    Int64 @135 = Add(@82, @134)
    Void @136 = Upsilon(@135, ^@82)
    Void @137 = Upsilon(@130, ^@83)
    Void @138 = Upsilon(@83, ^@84)
    Void @139 = Upsilon(@84, ^@85)
    Void @140 = Upsilon(@85, ^@86)
    Void @141 = Upsilon(@132, ^@87)
    Void @142 = Upsilon(@87, ^@88)
    Void @143 = Upsilon(@88, ^@89)
    Void @144 = Upsilon(@89, ^@90)
    Void @145 = Jump(#9)
#12:        ; done
    ; i32[state] = i32[state] + a
    Int32 @146 = Load(@0)
    Int32 @147 = Add(@146, @87)
    Void @148 = Store(@147, @0)
    ; i32[state, 4] = i32[state, 4] + b
    Int32 @149 = Load(@0, offset=4)
    Int32 @150 = Add(@149, @88)
    Void @151 = Store(@150, @0, offset=4)
    ; i32[state, 8] = i32[state, 8] + c
    Int32 @152 = Load(@0, offset=8)
    Int32 @153 = Add(@152, @89)
    Void @154 = Store(@153, @0, offset=8)
    ; i32[state, 12] = i32[state, 12] + d
    Int32 @155 = Load(@0, offset=12)
    Int32 @156 = Add(@155, @90)
    Void @157 = Store(@156, @0, offset=12)
    ; i32[state, 16] = i32[state, 16] + e
    Int32 @158 = Load(@0, offset=16)
    Int32 @159 = Add(@158, @83)
    Void @160 = Store(@159, @0, offset=16)
    ; i32[state, 20] = i32[state, 20] + f
    Int32 @161 = Load(@0, offset=20)
    Int32 @162 = Add(@161, @84)
    Void @163 = Store(@162, @0, offset=20)
    ; i32[state, 24] = i32[state, 24] + g
    Int32 @164 = Load(@0, offset=24)
    Int32 @165 = Add(@164, @85)
    Void @166 = Store(@165, @0, offset=24)
    ; i32[state, 28] = i32[state, 28] + h
    Int32 @167 = Load(@0, offset=28)
    Int32 @168 = Add(@167, @86)
    Void @169 = Store(@168, @0, offset=28)
    Void @170 = Return()
}

; Fills 32 bytes at `out` with the digest of `length` bytes at `message`.
proc sha256(Int64, Int64, Int64) -> Void {
    slot0 = stack 32 locked align=8
    slot1 = stack 128 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; out
    Int64 @1 = ArgumentReg(%a1)                     ; message
    Int64 @2 = ArgumentReg(%a2)                     ; length
    ; state: i64 = SlotBase(slot0)
    Int64 @3 = SlotBase(slot0)                      ; state
    ; MemoryCopy(state, addr(initial), 32)
    Int64 @4 = SymbolAddress(initial)
    Int64 @5 = Const64(32)
    Void @6 = MemoryCopy(@3, @4, @5)
    Void @7 = Upsilon(@2, ^@10)
    Void @8 = Upsilon(@1, ^@11)
    Void @9 = Jump(#1)
#1:        ; while
    Int64 @10 = Phi()                               ; rest
    Int64 @11 = Phi()                               ; message
    ; rest: i64 = length
    ; while rest >=u 64
    Int64 @12 = Const64(64)
    Int32 @13 = AboveEqual(@10, @12)
    Void @14 = Branch(@13, #2, #3)
#2:        ; body
    ; call compress(state, message)
    Void @15 = CCall(compress, @3, @11)
    ; message = message + 64
    Int64 @16 = Const64(64)
    Int64 @17 = Add(@11, @16)                       ; message
    ; rest = rest - 64
    Int64 @18 = Sub(@10, @16)                       ; rest
    Void @19 = Upsilon(@18, ^@10)
    Void @20 = Upsilon(@17, ^@11)
    Void @21 = Jump(#1)
#3:        ; done
    ; The tail: a one bit, zeros, and the length in bits, in one block or two.
    ; tail: i64 = SlotBase(slot1)
    Int64 @22 = SlotBase(slot1)                     ; tail
    ; call memset(tail, 0, 128)
    Int32 @23 = Const32(0)
    Int64 @24 = Const64(128)
    Int64 @25 = CCall(memset, @22, @23, @24)
    ; call memcpy(tail, message, rest)
    Int64 @26 = CCall(memcpy, @22, @11, @10)
    ; u8[tail + rest] = 0x80
    Int64 @27 = Add(@22, @10)
    Int32 @28 = Const32(128)
    Void @29 = Store8(@28, @27)
    ; size: i64 = Select(rest <u 56, 64, 128)
    Int64 @30 = Const64(56)
    Int32 @31 = Below(@10, @30)
    Int64 @32 = Const64(64)
    Int64 @33 = Select(@31, @32, @24)               ; size
    ; i64[tail + size, -8] = ByteSwap(length << 3)
    Int64 @34 = Add(@22, @33)
    Int32 @35 = Const32(3)
    Int64 @36 = Shl(@2, @35)
    Int64 @37 = ByteSwap(@36)
    Void @38 = Store(@37, @34, offset=-8)
    ; call compress(state, tail)
    Void @39 = CCall(compress, @3, @22)
    ; if size == 128
    Int32 @40 = Equal(@33, @24)
    Void @41 = Branch(@40, #4, #5)
#4:        ; then
    ; call compress(state, tail + 64)
    Int64 @42 = Const64(64)
    Int64 @43 = Add(@22, @42)
    Void @44 = CCall(compress, @3, @43)
    Void @45 = Jump(#5)
#5:        ; endif
    ; for i = 0L until 32L by 4
    Int64 @46 = Const64(0)
    Int64 @47 = Const64(32)
    Void @48 = Upsilon(@46, ^@50)
    Void @49 = Jump(#6)
#6:        ; for i
    Int64 @50 = Phi()                               ; i
    Int32 @51 = LessThan(@50, @47)
    Void @52 = Branch(@51, #7, #9)
#7:        ; body
    ; i32[out + i] = ByteSwap(i32[state + i])
    Int64 @53 = Add(@0, @50)
    Int64 @54 = Add(@3, @50)
    Int32 @55 = Load(@54)
    Int32 @56 = ByteSwap(@55)
    Void @57 = Store(@56, @53)
    Void @58 = Jump(#8)
#8:        ; next i
    Int64 @59 = Const64(4)
    Int64 @60 = Add(@50, @59)
    Void @61 = Upsilon(@60, ^@50)
    Void @62 = Jump(#6)
#9:        ; done
    Void @63 = Return()
}

; The first eight bytes of the digest, as the digest is written.
proc sha256_first8(Int64, Int64) -> Int64 {
    slot0 = stack 32 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; message
    Int64 @1 = ArgumentReg(%a1)                     ; length
    ; digest: i64 = SlotBase(slot0)
    Int64 @2 = SlotBase(slot0)                      ; digest
    ; call sha256(digest, message, length)
    Void @3 = CCall(sha256, @2, @0, @1)
    ; return ByteSwap(i64[digest])
    Int64 @4 = Load(@2)
    Int64 @5 = ByteSwap(@4)
    Void @6 = Return(@5)
}
;; run sha256_first8(@data:abc, 3) == 0xba7816bf8f01cfea
;; run sha256_first8(@data:abc, 0) == 0xe3b0c44298fc1c14
;; run sha256_first8(@data:long, 56) == 0x248d6a61d20638b8
;; run sha256_first8(@data:long, 55) == 0xaa353e009edbaebf

; 1 if the digest is the expected one.
proc sha256_matches(Int64, Int64, Int64) -> Int32 {
    slot0 = stack 32 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; message
    Int64 @1 = ArgumentReg(%a1)                     ; length
    Int64 @2 = ArgumentReg(%a2)                     ; expected
    ; digest: i64 = SlotBase(slot0)
    Int64 @3 = SlotBase(slot0)                      ; digest
    ; call sha256(digest, message, length)
    Void @4 = CCall(sha256, @3, @0, @1)
    ; return call memcmp(digest, expected, 32) == 0
    Int64 @5 = Const64(32)
    Int32 @6 = CCall(memcmp, @3, @2, @5)
    Int32 @7 = Const32(0)
    Int32 @8 = Equal(@6, @7)
    Void @9 = Return(@8)
}
;; run sha256_matches(@data:abc, 3, @data:abc_digest) == 1
;; run sha256_matches(@data:abc, 2, @data:abc_digest) == 0

; Hashes one letter, repeated; at most 65,536 times.
proc sha256_of_letters(Int32, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; letter
    Int64 @2 = ArgumentReg(%a1)                     ; count
    ; trapif count >u 65536 HeapOutOfBounds
    Int64 @3 = Const64(65536)
    Int32 @4 = Above(@2, @3)
    Void @5 = TrapIf(@4, HeapOutOfBounds)
    ; MemoryFill(addr(letters), letter, count)
    Int64 @6 = SymbolAddress(letters)
    Void @7 = MemoryFill(@6, @1, @2)
    ; return call sha256_first8(addr(letters), count)
    Int64 @8 = SymbolAddress(letters)
    Int64 @9 = CCall(sha256_first8, @8, @2)
    Void @10 = Return(@9)
}
;; run sha256_of_letters(97, 20000) == 0xcc17faaad36649c4
