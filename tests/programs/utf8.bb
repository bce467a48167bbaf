barebones 1
; UTF-8: validation as of table 3-7 of the Unicode standard, decoding, and counting of code points.
;
; Known answers: by definition, and Python's decoder.
;! run

; One, two, three and four bytes for a letter.
data mixed = "na\xc3\xafve \xce\xb1\xce\xb2 \xe2\x82\xac \xe6\xbc\xa2\xe5\xad\x97 \xf0\x9f\x98\x80\xf4\x8f\xbf\xbd"
data overlong = "a\xc0\xafb"
data surrogate = "a\xed\xa0\x80"
data too_large = "a\xf4\x90\x80\x80"
data stray = "ab\x80"
data buffer = zero:65536

; The length of the sequence at p, of which `rest` bytes can be read; 0 if it is malformed.
proc sequence(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; rest
    ; lead: i32 = u8[p]
    Int32 @2 = Load8Z(@0)                           ; lead
    ; if lead < 0x80 likely
    Int32 @3 = Const32(128)
    Int32 @4 = LessThan(@2, @3)
    Void @5 = Branch(@4, #1, #2:rare)
#1:        ; then
    ; return 1
    Int32 @6 = Const32(1)
    Void @7 = Return(@6)
#2:        ; endif
    ; The range of the second byte depends on the first.
    ; low: i32 = 0x80
    Int32 @8 = Const32(128)                         ; low
    ; high: i32 = 0xbf
    Int32 @9 = Const32(191)                         ; high
    ; length: i32 = 0
    Int32 @10 = Const32(0)                          ; length
    ; switch lead
    Void @11 = Switch(@2, 224: #3, 237: #4, 240: #5, 244: #6, default: #7)
#3:        ; case 224
    ; low = 0xa0
    Int32 @12 = Const32(160)                        ; low
    ; length = 3
    Int32 @13 = Const32(3)                          ; length
    Void @14 = Upsilon(@13, ^@71)
    Void @15 = Upsilon(@12, ^@72)
    Void @16 = Upsilon(@9, ^@73)
    Void @17 = Jump(#17)
#4:        ; case 237
    ; high = 0x9f
    Int32 @18 = Const32(159)                        ; high
    ; length = 3
    Int32 @19 = Const32(3)                          ; length
    Void @20 = Upsilon(@19, ^@71)
    Void @21 = Upsilon(@8, ^@72)
    Void @22 = Upsilon(@18, ^@73)
    Void @23 = Jump(#17)
#5:        ; case 240
    ; low = 0x90
    Int32 @24 = Const32(144)                        ; low
    ; length = 4
    Int32 @25 = Const32(4)                          ; length
    Void @26 = Upsilon(@25, ^@71)
    Void @27 = Upsilon(@24, ^@72)
    Void @28 = Upsilon(@9, ^@73)
    Void @29 = Jump(#17)
#6:        ; case 244
    ; high = 0x8f
    Int32 @30 = Const32(143)                        ; high
    ; length = 4
    Int32 @31 = Const32(4)                          ; length
    Void @32 = Upsilon(@31, ^@71)
    Void @33 = Upsilon(@8, ^@72)
    Void @34 = Upsilon(@30, ^@73)
    Void @35 = Jump(#17)
#7:        ; default
    ; if lead - 0xc2 <u 30
    Int32 @36 = Const32(194)
    Int32 @37 = Sub(@2, @36)
    Int32 @38 = Const32(30)
    Int32 @39 = Below(@37, @38)
    Void @40 = Branch(@39, #8, #9)
#8:        ; then
    ; length = 2
    Int32 @41 = Const32(2)                          ; length
    Void @42 = Upsilon(@41, ^@66)
    Void @43 = Jump(#16)
#9:        ; else
    ; if lead - 0xe1 <u 15
    Int32 @44 = Const32(225)
    Int32 @45 = Sub(@2, @44)
    Int32 @46 = Const32(15)
    Int32 @47 = Below(@45, @46)
    Void @48 = Branch(@47, #10, #11)
#10:        ; then
    ; length = 3
    Int32 @49 = Const32(3)                          ; length
    Void @50 = Upsilon(@49, ^@63)
    Void @51 = Jump(#15)
#11:        ; else
    ; if lead - 0xf1 <u 3
    Int32 @52 = Const32(241)
    Int32 @53 = Sub(@2, @52)
    Int32 @54 = Const32(3)
    Int32 @55 = Below(@53, @54)
    Void @56 = Branch(@55, #12, #13)
#12:        ; then
    ; length = 4
    Int32 @57 = Const32(4)                          ; length
    Void @58 = Jump(#14)
#13:        ; else
    ; return 0
    Int32 @59 = Const32(0)
    Void @60 = Return(@59)
#14:        ; endif
    Void @61 = Upsilon(@57, ^@63)
    Void @62 = Jump(#15)
#15:        ; endif
    Int32 @63 = Phi()                               ; length
    Void @64 = Upsilon(@63, ^@66)
    Void @65 = Jump(#16)
#16:        ; endif
    Int32 @66 = Phi()                               ; length
    Void @67 = Upsilon(@66, ^@71)
    Void @68 = Upsilon(@8, ^@72)
    Void @69 = Upsilon(@9, ^@73)
    Void @70 = Jump(#17)
#17:        ; endswitch
    Int32 @71 = Phi()                               ; length
    Int32 @72 = Phi()                               ; low
    Int32 @73 = Phi()                               ; high
    ; if rest < SExt32(length)
    Int64 @74 = SExt32(@71)
    Int32 @75 = LessThan(@1, @74)
    Void @76 = Branch(@75, #18, #19)
#18:        ; then
    ; return 0
    Int32 @77 = Const32(0)
    Void @78 = Return(@77)
#19:        ; endif
    ; second: i32 = u8[p, 1]
    Int32 @79 = Load8Z(@0, offset=1)                ; second
    ; if second <u low or second >u high
    Int32 @80 = Below(@79, @72)
    Void @81 = Branch(@80, #21, #20)
#20:        ; or
    Int32 @82 = Above(@79, @73)
    Void @83 = Branch(@82, #21, #22)
#21:        ; then
    ; return 0
    Int32 @84 = Const32(0)
    Void @85 = Return(@84)
#22:        ; endif
    ; The third and fourth are anything from 80 to bf: as signed bytes, below -64.
    ; if length > 2 and s8[p, 2] >= -64
    Int32 @86 = Const32(2)
    Int32 @87 = GreaterThan(@71, @86)
    Void @88 = Branch(@87, #23, #25)
#23:        ; and
    Int32 @89 = Load8S(@0, offset=2)
    Int32 @90 = Const32(-64)
    Int32 @91 = GreaterEqual(@89, @90)
    Void @92 = Branch(@91, #24, #25)
#24:        ; then
    ; return 0
    Int32 @93 = Const32(0)
    Void @94 = Return(@93)
#25:        ; endif
    ; if length > 3 and s8[p, 3] >= -64
    Int32 @95 = Const32(3)
    Int32 @96 = GreaterThan(@71, @95)
    Void @97 = Branch(@96, #26, #28)
#26:        ; and
    Int32 @98 = Load8S(@0, offset=3)
    Int32 @99 = Const32(-64)
    Int32 @100 = GreaterEqual(@98, @99)
    Void @101 = Branch(@100, #27, #28)
#27:        ; then
    ; return 0
    Int32 @102 = Const32(0)
    Void @103 = Return(@102)
#28:        ; endif
    ; return length
    Void @104 = Return(@71)
}

; How many bytes are well-formed.
proc valid_bytes(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; start: i64 = p
    ; end: i64 = p + n
    Int64 @2 = Add(@0, @1)                          ; end
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:        ; while
    Int64 @5 = Phi()                                ; p
    ; while p != end
    Int32 @6 = NotEqual(@5, @2)
    Void @7 = Upsilon(@5, ^@41)
    Void @8 = Branch(@6, #2, #11)
#2:        ; body
    Void @9 = Upsilon(@5, ^@11)
    Void @10 = Jump(#3)
#3:        ; while
    Int64 @11 = Phi()                               ; p
    ; Eight bytes of ASCII at once.
    ; while end - p >= 8 and i64[p] & 0x8080808080808080 == 0
    Int64 @12 = Sub(@2, @11)
    Int64 @13 = Const64(8)
    Int32 @14 = GreaterEqual(@12, @13)
    Void @15 = Branch(@14, #4, #6)
#4:        ; and
    Int64 @16 = Load(@11)
    Int64 @17 = Const64(0x8080808080808080)
    Int64 @18 = BitAnd(@16, @17)
    Int64 @19 = Const64(0)
    Int32 @20 = Equal(@18, @19)
    Void @21 = Branch(@20, #5, #6)
#5:        ; body
    ; p = p + 8
    Int64 @22 = Const64(8)
    Int64 @23 = Add(@11, @22)                       ; p
    Void @24 = Upsilon(@23, ^@11)
    Void @25 = Jump(#3)
#6:        ; done
    ; if p == end
    Int32 @26 = Equal(@11, @2)
    Void @27 = Branch(@26, #7, #8)
#7:        ; then
    Void @28 = Upsilon(@11, ^@41)
    Void @29 = Jump(#11)
#8:        ; endif
    ; length: i32 = call sequence(p, end - p)
    Int64 @30 = Sub(@2, @11)
    Int32 @31 = CCall(sequence, @11, @30)           ; length
    ; if length == 0 rare
    Int32 @32 = Const32(0)
    Int32 @33 = Equal(@31, @32)
    Void @34 = Branch(@33, #9:rare, #10)
#9:        ; then
    Void @35 = Upsilon(@11, ^@41)
    Void @36 = Jump(#11)
#10:        ; endif
    ; p = p + ZExt32(length)
    Int64 @37 = ZExt32(@31)
    Int64 @38 = Add(@11, @37)                       ; p
    Void @39 = Upsilon(@38, ^@5)
    Void @40 = Jump(#1)
#11:        ; done
    Int64 @41 = Phi()                               ; p
    ; return p - start
    Int64 @42 = Sub(@41, @0)
    Void @43 = Return(@42)
}
;; run valid_bytes(@data:mixed, 31) == 31
;; run valid_bytes(@data:overlong, 4) == 1
;; run valid_bytes(@data:surrogate, 4) == 1
;; run valid_bytes(@data:too_large, 5) == 1
;; run valid_bytes(@data:mixed, 30) == 27
;; run valid_bytes(@data:stray, 3) == 2

; Code points of well-formed text: bytes that do not continue one.
proc code_points(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; count: i64 = 0
    Int64 @2 = Const64(0)                           ; count
    ; for i = 0L until n
    Void @3 = Upsilon(@2, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:        ; for i
    Int64 @6 = Phi()                                ; i
    Int64 @7 = Phi()                                ; count
    Int32 @8 = LessThan(@6, @1)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; count = count + ZExt32(s8[p + i] >= -64)
    Int64 @10 = Add(@0, @6)
    Int32 @11 = Load8S(@10)
    Int32 @12 = Const32(-64)
    Int32 @13 = GreaterEqual(@11, @12)
    Int64 @14 = ZExt32(@13)
    Int64 @15 = Add(@7, @14)                        ; count
    Void @16 = Jump(#3)
#3:        ; next i
    Int64 @17 = Const64(1)
    Int64 @18 = Add(@6, @17)
    Void @19 = Upsilon(@18, ^@6)
    Void @20 = Upsilon(@15, ^@7)
    Void @21 = Jump(#1)
#4:        ; done
    ; return count
    Void @22 = Return(@7)
}
;; run code_points(@data:mixed, 31) == 16

; The sum of all code points; traps on malformed text.
proc sum_of_code_points(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; sum: i64 = 0
    Int64 @2 = Const64(0)                           ; sum
    ; end: i64 = p + n
    Int64 @3 = Add(@0, @1)                          ; end
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:        ; while
    Int64 @7 = Phi()                                ; p
    Int64 @8 = Phi()                                ; sum
    ; while p != end
    Int32 @9 = NotEqual(@7, @3)
    Void @10 = Branch(@9, #2, #9)
#2:        ; body
    ; length: i32 = call sequence(p, end - p)
    Int64 @11 = Sub(@3, @7)
    Int32 @12 = CCall(sequence, @7, @11)            ; length
    ; c: i32 = u8[p]
    Int32 @13 = Load8Z(@7)                          ; c
    ; switch length
    Void @14 = Switch(@12, 1: #3, 2: #4, 3: #5, 4: #6, default: #7:rare)
#3:        ; case 1
    ; c = c + 0
    Int32 @15 = Const32(0)
    Int32 @16 = Add(@13, @15)                       ; c
    Void @17 = Upsilon(@16, ^@65)
    Void @18 = Jump(#8)
#4:        ; case 2
    ; c = ((c & 0x1f) << 6) | (u8[p, 1] & 0x3f)
    Int32 @19 = Const32(31)
    Int32 @20 = BitAnd(@13, @19)
    Int32 @21 = Const32(6)
    Int32 @22 = Shl(@20, @21)
    Int32 @23 = Load8Z(@7, offset=1)
    Int32 @24 = Const32(63)
    Int32 @25 = BitAnd(@23, @24)
    Int32 @26 = BitOr(@22, @25)                     ; c
    Void @27 = Upsilon(@26, ^@65)
    Void @28 = Jump(#8)
#5:        ; case 3
    ; c = ((c & 0x0f) << 12) | ((u8[p, 1] & 0x3f) << 6) | (u8[p, 2] & 0x3f)
    Int32 @29 = Const32(15)
    Int32 @30 = BitAnd(@13, @29)
    Int32 @31 = Const32(12)
    Int32 @32 = Shl(@30, @31)
    Int32 @33 = Load8Z(@7, offset=1)
    Int32 @34 = Const32(63)
    Int32 @35 = BitAnd(@33, @34)
    Int32 @36 = Const32(6)
    Int32 @37 = Shl(@35, @36)
    Int32 @38 = BitOr(@32, @37)
    Int32 @39 = Load8Z(@7, offset=2)
    Int32 @40 = BitAnd(@39, @34)
    Int32 @41 = BitOr(@38, @40)                     ; c
    Void @42 = Upsilon(@41, ^@65)
    Void @43 = Jump(#8)
#6:        ; case 4
    ; c = ((c & 0x07) << 18) | ((u8[p, 1] & 0x3f) << 12) | ((u8[p, 2] & 0x3f) << 6) | (u8[p, 3] & 0x3f)
    Int32 @44 = Const32(7)
    Int32 @45 = BitAnd(@13, @44)
    Int32 @46 = Const32(18)
    Int32 @47 = Shl(@45, @46)
    Int32 @48 = Load8Z(@7, offset=1)
    Int32 @49 = Const32(63)
    Int32 @50 = BitAnd(@48, @49)
    Int32 @51 = Const32(12)
    Int32 @52 = Shl(@50, @51)
    Int32 @53 = BitOr(@47, @52)
    Int32 @54 = Load8Z(@7, offset=2)
    Int32 @55 = BitAnd(@54, @49)
    Int32 @56 = Const32(6)
    Int32 @57 = Shl(@55, @56)
    Int32 @58 = BitOr(@53, @57)
    Int32 @59 = Load8Z(@7, offset=3)
    Int32 @60 = BitAnd(@59, @49)
    Int32 @61 = BitOr(@58, @60)                     ; c
    Void @62 = Upsilon(@61, ^@65)
    Void @63 = Jump(#8)
#7:        ; default
    ; trap User(8)
    Void @64 = Trap(User(8))
#8:        ; endswitch
    Int32 @65 = Phi()                               ; c
    ; sum = sum + ZExt32(c)
    Int64 @66 = ZExt32(@65)
    Int64 @67 = Add(@8, @66)                        ; sum
    ; p = p + ZExt32(length)
    Int64 @68 = ZExt32(@12)
    Int64 @69 = Add(@7, @68)                        ; p
    Void @70 = Upsilon(@69, ^@7)
    Void @71 = Upsilon(@67, ^@8)
    Void @72 = Jump(#1)
#9:        ; done
    ; return sum
    Void @73 = Return(@8)
}
;; run sum_of_code_points(@data:mixed, 31) == 1305502
;; run sum_of_code_points(@data:stray, 3) traps User(8)

; The sum over `mixed`, repeated in the buffer as often as it fits in n bytes.
proc repeated(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 65536 HeapOutOfBounds
    Int64 @1 = Const64(65536)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; filled: i64 = 0
    Int64 @4 = Const64(0)                           ; filled
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#1)
#1:        ; while
    Int64 @7 = Phi()                                ; filled
    ; while filled + 31 <= n
    Int64 @8 = Const64(31)
    Int64 @9 = Add(@7, @8)
    Int32 @10 = LessEqual(@9, @0)
    Void @11 = Branch(@10, #2, #3)
#2:        ; body
    ; MemoryCopy(addr(buffer) + filled, addr(mixed), 31)
    Int64 @12 = SymbolAddress(buffer)
    Int64 @13 = Add(@12, @7)
    Int64 @14 = SymbolAddress(mixed)
    Int64 @15 = Const64(31)
    Void @16 = MemoryCopy(@13, @14, @15)
    ; filled = filled + 31
    Int64 @17 = Add(@7, @15)                        ; filled
    Void @18 = Upsilon(@17, ^@7)
    Void @19 = Jump(#1)
#3:        ; done
    ; trapif (call valid_bytes(addr(buffer), filled)) != filled User(1)
    Int64 @20 = SymbolAddress(buffer)
    Int64 @21 = CCall(valid_bytes, @20, @7)
    Int32 @22 = NotEqual(@21, @7)
    Void @23 = TrapIf(@22, User(1))
    ; return call sum_of_code_points(addr(buffer), filled)
    Int64 @24 = SymbolAddress(buffer)
    Int64 @25 = CCall(sum_of_code_points, @24, @7)
    Void @26 = Return(@25)
}
;; run repeated(20000) == 842048790
