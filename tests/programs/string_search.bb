barebones 1
; Search of strings: Knuth, Morris and Pratt; Boyer, Moore and Horspool; and the naive algorithm. All count overlapping
; occurrences; they are run on the same text and must agree.
;
; Known answers: Python.
;! run

extern memcmp(Int64, Int64, Int64) -> Int32

data text = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur. Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum.  "
data lorem = "Lorem"
data dolor = "dolor"
data letter = "i"
data aaaa = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
data word = zero:8192

; Knuth, Morris, Pratt. Patterns of at most 64 bytes.
proc count_kmp(Int64, Int64, Int64, Int64) -> Int32 {
    slot0 = stack 64 locked
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; text
    Int64 @1 = ArgumentReg(%a1)                     ; n
    Int64 @2 = ArgumentReg(%a2)                     ; pattern
    Int64 @3 = ArgumentReg(%a3)                     ; m
    ; border: i64 = SlotBase(slot0)
    Int64 @4 = SlotBase(slot0)                      ; border
    ; border[i]: the length of the longest border of the first i + 1 bytes.
    ; u8[border] = 0
    Int32 @5 = Const32(0)
    Void @6 = Store8(@5, @4)
    ; k: i64 = 0
    Int64 @7 = Const64(0)                           ; k
    ; for i = 1L until m
    Int64 @8 = Const64(1)
    Void @9 = Upsilon(@8, ^@12)
    Void @10 = Upsilon(@7, ^@13)
    Void @11 = Jump(#1)
#1:        ; for i
    Int64 @12 = Phi()                               ; i
    Int64 @13 = Phi()                               ; k
    Int32 @14 = LessThan(@12, @3)
    Void @15 = Branch(@14, #2, #10)
#2:        ; body
    Void @16 = Upsilon(@13, ^@18)
    Void @17 = Jump(#3)
#3:        ; while
    Int64 @18 = Phi()                               ; k
    ; while k > 0 and u8[pattern + k] != u8[pattern + i]
    Int64 @19 = Const64(0)
    Int32 @20 = GreaterThan(@18, @19)
    Void @21 = Branch(@20, #4, #6)
#4:        ; and
    Int64 @22 = Add(@2, @18)
    Int32 @23 = Load8Z(@22)
    Int64 @24 = Add(@2, @12)
    Int32 @25 = Load8Z(@24)
    Int32 @26 = NotEqual(@23, @25)
    Void @27 = Branch(@26, #5, #6)
#5:        ; body
    ; k = ZExt32(u8[border + k, -1])
    Int64 @28 = Add(@4, @18)
    Int32 @29 = Load8Z(@28, offset=-1)
    Int64 @30 = ZExt32(@29)                         ; k
    Void @31 = Upsilon(@30, ^@18)
    Void @32 = Jump(#3)
#6:        ; done
    ; if u8[pattern + k] == u8[pattern + i]
    Int64 @33 = Add(@2, @18)
    Int32 @34 = Load8Z(@33)
    Int64 @35 = Add(@2, @12)
    Int32 @36 = Load8Z(@35)
    Int32 @37 = Equal(@34, @36)
    Void @38 = Upsilon(@18, ^@44)
    Void @39 = Branch(@37, #7, #8)
#7:        ; then
    ; k = k + 1
    Int64 @40 = Const64(1)
    Int64 @41 = Add(@18, @40)                       ; k
    Void @42 = Upsilon(@41, ^@44)
    Void @43 = Jump(#8)
#8:        ; endif
    Int64 @44 = Phi()                               ; k
    ; u8[border + i] = Trunc(k)
    Int64 @45 = Add(@4, @12)
    Int32 @46 = Trunc(@44)
    Void @47 = Store8(@46, @45)
    Void @48 = Jump(#9)
#9:        ; next i
    Int64 @49 = Const64(1)
    Int64 @50 = Add(@12, @49)
    Void @51 = Upsilon(@50, ^@12)
    Void @52 = Upsilon(@44, ^@13)
    Void @53 = Jump(#1)
#10:        ; done
    ; The text, a byte at a time.
    ; count: i32 = 0
    Int32 @54 = Const32(0)                          ; count
    ; k = 0
    Int64 @55 = Const64(0)                          ; k
    ; for i = 0L until n
    Void @56 = Upsilon(@55, ^@60)
    Void @57 = Upsilon(@55, ^@61)
    Void @58 = Upsilon(@54, ^@62)
    Void @59 = Jump(#11)
#11:        ; for i
    Int64 @60 = Phi()                               ; i
    Int64 @61 = Phi()                               ; k
    Int32 @62 = Phi()                               ; count
    Int32 @63 = LessThan(@60, @1)
    Void @64 = Branch(@63, #12, #22)
#12:        ; body
    ; c: i32 = u8[text + i]
    Int64 @65 = Add(@0, @60)
    Int32 @66 = Load8Z(@65)                         ; c
    Void @67 = Upsilon(@61, ^@69)
    Void @68 = Jump(#13)
#13:        ; while
    Int64 @69 = Phi()                               ; k
    ; while k > 0 and u8[pattern + k] != c
    Int64 @70 = Const64(0)
    Int32 @71 = GreaterThan(@69, @70)
    Void @72 = Branch(@71, #14, #16)
#14:        ; and
    Int64 @73 = Add(@2, @69)
    Int32 @74 = Load8Z(@73)
    Int32 @75 = NotEqual(@74, @66)
    Void @76 = Branch(@75, #15, #16)
#15:        ; body
    ; k = ZExt32(u8[border + k, -1])
    Int64 @77 = Add(@4, @69)
    Int32 @78 = Load8Z(@77, offset=-1)
    Int64 @79 = ZExt32(@78)                         ; k
    Void @80 = Upsilon(@79, ^@69)
    Void @81 = Jump(#13)
#16:        ; done
    ; if u8[pattern + k] == c
    Int64 @82 = Add(@2, @69)
    Int32 @83 = Load8Z(@82)
    Int32 @84 = Equal(@83, @66)
    Void @85 = Upsilon(@69, ^@91)
    Void @86 = Branch(@84, #17, #18)
#17:        ; then
    ; k = k + 1
    Int64 @87 = Const64(1)
    Int64 @88 = Add(@69, @87)                       ; k
    Void @89 = Upsilon(@88, ^@91)
    Void @90 = Jump(#18)
#18:        ; endif
    Int64 @91 = Phi()                               ; k
    ; if k == m
    Int32 @92 = Equal(@91, @3)
    Void @93 = Upsilon(@91, ^@104)
    Void @94 = Upsilon(@62, ^@105)
    Void @95 = Branch(@92, #19, #20)
#19:        ; then
    ; count = count + 1
    Int32 @96 = Const32(1)
    Int32 @97 = Add(@62, @96)                       ; count
    ; k = ZExt32(u8[border + k, -1])
    Int64 @98 = Add(@4, @91)
    Int32 @99 = Load8Z(@98, offset=-1)
    Int64 @100 = ZExt32(@99)                        ; k
    Void @101 = Upsilon(@100, ^@104)
    Void @102 = Upsilon(@97, ^@105)
    Void @103 = Jump(#20)
#20:        ; endif
    Int64 @104 = Phi()                              ; k
    Int32 @105 = Phi()                              ; count
    Void @106 = Jump(#21)
#21:        ; next i
    Int64 @107 = Const64(1)
    Int64 @108 = Add(@60, @107)
    Void @109 = Upsilon(@108, ^@60)
    Void @110 = Upsilon(@104, ^@61)
    Void @111 = Upsilon(@105, ^@62)
    Void @112 = Jump(#11)
#22:        ; done
    ; return count
    Void @113 = Return(@62)
}

; Boyer, Moore, Horspool.
proc count_horspool(Int64, Int64, Int64, Int64) -> Int32 {
    slot0 = stack 256 locked
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; text
    Int64 @1 = ArgumentReg(%a1)                     ; n
    Int64 @2 = ArgumentReg(%a2)                     ; pattern
    Int64 @3 = ArgumentReg(%a3)                     ; m
    ; shift: i64 = SlotBase(slot0)
    Int64 @4 = SlotBase(slot0)                      ; shift
    ; MemoryFill(shift, Trunc(m), 256)
    Int32 @5 = Trunc(@3)
    Int64 @6 = Const64(256)
    Void @7 = MemoryFill(@4, @5, @6)
    ; last: i64 = m - 1
    Int64 @8 = Const64(1)
    Int64 @9 = Sub(@3, @8)                          ; last
    ; for i = 0L until last
    Int64 @10 = Const64(0)
    Void @11 = Upsilon(@10, ^@13)
    Void @12 = Jump(#1)
#1:        ; for i
    Int64 @13 = Phi()                               ; i
    Int32 @14 = LessThan(@13, @9)
    Void @15 = Branch(@14, #2, #4)
#2:        ; body
    ; u8[shift + ZExt32(u8[pattern + i])] = Trunc(last - i)
    Int64 @16 = Add(@2, @13)
    Int32 @17 = Load8Z(@16)
    Int64 @18 = ZExt32(@17)
    Int64 @19 = Add(@4, @18)
    Int64 @20 = Sub(@9, @13)
    Int32 @21 = Trunc(@20)
    Void @22 = Store8(@21, @19)
    Void @23 = Jump(#3)
#3:        ; next i
    Int64 @24 = Const64(1)
    Int64 @25 = Add(@13, @24)
    Void @26 = Upsilon(@25, ^@13)
    Void @27 = Jump(#1)
#4:        ; done
    ; count: i32 = 0
    Int32 @28 = Const32(0)                          ; count
    ; at: i64 = text
    ; end: i64 = text + n - m
    Int64 @29 = Add(@0, @1)
    Int64 @30 = Sub(@29, @3)                        ; end
    Void @31 = Upsilon(@0, ^@34)
    Void @32 = Upsilon(@28, ^@35)
    Void @33 = Jump(#5)
#5:        ; while
    Int64 @34 = Phi()                               ; at
    Int32 @35 = Phi()                               ; count
    ; while at <= end
    Int32 @36 = LessEqual(@34, @30)
    Void @37 = Branch(@36, #6, #9)
#6:        ; body
    ; if call memcmp(at, pattern, m) == 0
    Int32 @38 = CCall(memcmp, @34, @2, @3)
    Int32 @39 = Const32(0)
    Int32 @40 = Equal(@38, @39)
    Void @41 = Upsilon(@35, ^@47)
    Void @42 = Branch(@40, #7, #8)
#7:        ; then
    ; count = count + 1
    Int32 @43 = Const32(1)
    Int32 @44 = Add(@35, @43)                       ; count
    Void @45 = Upsilon(@44, ^@47)
    Void @46 = Jump(#8)
#8:        ; endif
    Int32 @47 = Phi()                               ; count
    ; at = at + ZExt32(u8[shift + ZExt32(u8[at + last])])
    Int64 @48 = Add(@34, @9)
    Int32 @49 = Load8Z(@48)
    Int64 @50 = ZExt32(@49)
    Int64 @51 = Add(@4, @50)
    Int32 @52 = Load8Z(@51)
    Int64 @53 = ZExt32(@52)
    Int64 @54 = Add(@34, @53)                       ; at
    Void @55 = Upsilon(@54, ^@34)
    Void @56 = Upsilon(@47, ^@35)
    Void @57 = Jump(#5)
#9:        ; done
    ; return count
    Void @58 = Return(@35)
}

proc count_naive(Int64, Int64, Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; text
    Int64 @1 = ArgumentReg(%a1)                     ; n
    Int64 @2 = ArgumentReg(%a2)                     ; pattern
    Int64 @3 = ArgumentReg(%a3)                     ; m
    ; count: i32 = 0
    Int32 @4 = Const32(0)                           ; count
    ; for i = 0L until n - m + 1
    Int64 @5 = Const64(0)
    Int64 @6 = Sub(@1, @3)
    Int64 @7 = Const64(1)
    Int64 @8 = Add(@6, @7)
    Void @9 = Upsilon(@5, ^@12)
    Void @10 = Upsilon(@4, ^@13)
    Void @11 = Jump(#1)
#1:        ; for i
    Int64 @12 = Phi()                               ; i
    Int32 @13 = Phi()                               ; count
    Int32 @14 = LessThan(@12, @8)
    Void @15 = Branch(@14, #2, #8)
#2:        ; body
    ; j: i64 = 0
    Int64 @16 = Const64(0)                          ; j
    Void @17 = Upsilon(@16, ^@19)
    Void @18 = Jump(#3)
#3:        ; while
    Int64 @19 = Phi()                               ; j
    ; while j < m and u8[text + i + j] == u8[pattern + j]
    Int32 @20 = LessThan(@19, @3)
    Void @21 = Branch(@20, #4, #6)
#4:        ; and
    Int64 @22 = Add(@0, @12)
    Int64 @23 = Add(@22, @19)
    Int32 @24 = Load8Z(@23)
    Int64 @25 = Add(@2, @19)
    Int32 @26 = Load8Z(@25)
    Int32 @27 = Equal(@24, @26)
    Void @28 = Branch(@27, #5, #6)
#5:        ; body
    ; j = j + 1
    Int64 @29 = Const64(1)
    Int64 @30 = Add(@19, @29)                       ; j
    Void @31 = Upsilon(@30, ^@19)
    Void @32 = Jump(#3)
#6:        ; done
    ; count = count + (j == m)
    Int32 @33 = Equal(@19, @3)
    Int32 @34 = Add(@13, @33)                       ; count
    Void @35 = Jump(#7)
#7:        ; next i
    Int64 @36 = Const64(1)
    Int64 @37 = Add(@12, @36)
    Void @38 = Upsilon(@37, ^@12)
    Void @39 = Upsilon(@34, ^@13)
    Void @40 = Jump(#1)
#8:        ; done
    ; return count
    Void @41 = Return(@13)
}

; The number of occurrences, if all agree.
proc count(Int64, Int64, Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; text
    Int64 @1 = ArgumentReg(%a1)                     ; n
    Int64 @2 = ArgumentReg(%a2)                     ; pattern
    Int64 @3 = ArgumentReg(%a3)                     ; m
    ; trapif m - 1 >=u 64 User(65)
    Int64 @4 = Const64(1)
    Int64 @5 = Sub(@3, @4)
    Int64 @6 = Const64(64)
    Int32 @7 = AboveEqual(@5, @6)
    Void @8 = TrapIf(@7, User(65))
    ; a: i32 = call count_kmp(text, n, pattern, m)
    Int32 @9 = CCall(count_kmp, @0, @1, @2, @3)     ; a
    ; b: i32 = call count_horspool(text, n, pattern, m)
    Int32 @10 = CCall(count_horspool, @0, @1, @2, @3); b
    ; c: i32 = call count_naive(text, n, pattern, m)
    Int32 @11 = CCall(count_naive, @0, @1, @2, @3)  ; c
    ; trapif (a ^ b) | (b ^ c) User(1)
    Int32 @12 = BitXor(@9, @10)
    Int32 @13 = BitXor(@10, @11)
    Int32 @14 = BitOr(@12, @13)
    Void @15 = TrapIf(@14, User(1))
    ; return a
    Void @16 = Return(@9)
}
;; run count(@data:text, 447, @data:lorem, 5) == 1
;; run count(@data:text, 447, @data:dolor, 5) == 4
;; run count(@data:text, 447, @data:letter, 1) == 42
;; run count(@data:aaaa, 32, @data:aaaa, 3) == 30
;; run count(@data:text, 3, @data:lorem, 5) == 0
;; run count(@data:text, 447, @data:text, 65) traps User(65)

; Occurrences of one Fibonacci word in a longer one: f(1) = "b", f(2) = "a", f(n) = f(n - 1) f(n - 2).
proc count_in_fibonacci_word(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; m
    ; p: i64 = addr(word)
    Int64 @4 = SymbolAddress(word)                  ; p
    ; trapif n > 19 User(2)
    Int32 @5 = Const32(19)
    Int32 @6 = GreaterThan(@1, @5)
    Void @7 = TrapIf(@6, User(2))
    ; u8[p] = 97
    Int32 @8 = Const32(97)
    Void @9 = Store8(@8, @4)
    ; shorter: i64 = 1
    Int64 @10 = Const64(1)                          ; shorter
    ; length: i64 = 1
    ; pattern: i64 = 1
    ; for k = 2 until n
    Int32 @11 = Const32(2)
    Void @12 = Upsilon(@11, ^@17)
    Void @13 = Upsilon(@10, ^@18)
    Void @14 = Upsilon(@10, ^@19)
    Void @15 = Upsilon(@10, ^@20)
    Void @16 = Jump(#1)
#1:        ; for k
    Int32 @17 = Phi()                               ; k
    Int64 @18 = Phi()                               ; length
    Int64 @19 = Phi()                               ; shorter
    Int64 @20 = Phi()                               ; pattern
    Int32 @21 = LessThan(@17, @1)
    Void @22 = Branch(@21, #2, #7)
#2:        ; body
    ; f(k) is at p; f(k - 1) is a prefix of it.
    ; if k == 2
    Int32 @23 = Const32(2)
    Int32 @24 = Equal(@17, @23)
    Void @25 = Branch(@24, #3, #4)
#3:        ; then
    ; u8[p, 1] = 98
    Int32 @26 = Const32(98)
    Void @27 = Store8(@26, @4, offset=1)
    Void @28 = Jump(#5)
#4:        ; else
    ; MemoryCopy(p + length, p, shorter)
    Int64 @29 = Add(@4, @18)
    Void @30 = MemoryCopy(@29, @4, @19)
    Void @31 = Jump(#5)
#5:        ; endif
    ; t: i64 = length
    ; length = length + shorter
    Int64 @32 = Add(@18, @19)                       ; length
    ; shorter = t
    ; pattern = Select(k < m, length, pattern)
    Int32 @33 = LessThan(@17, @3)
    Int64 @34 = Select(@33, @32, @20)               ; pattern
    Void @35 = Jump(#6)
#6:        ; next k
    Int32 @36 = Const32(1)
    Int32 @37 = Add(@17, @36)
    Void @38 = Upsilon(@37, ^@17)
    Void @39 = Upsilon(@32, ^@18)
    Void @40 = Upsilon(@18, ^@19)
    Void @41 = Upsilon(@34, ^@20)
    Void @42 = Jump(#1)
#7:        ; done
    ; return call count(p, length, p, pattern)
    Int32 @43 = CCall(count, @4, @18, @4, @20)
    Void @44 = Return(@43)
}
;; run count_in_fibonacci_word(13, 5) == 55
;; run count_in_fibonacci_word(19, 9) == 144
