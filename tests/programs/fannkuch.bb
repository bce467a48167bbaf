barebones 1
; Fannkuch (Anderson and Rettig): flips of pancakes over all permutations, in the order of the Computer
; Language Benchmarks Game.
;
; Known answers: from the benchmark's page, 7 gives checksum 228 and 16 flips. OEIS A000375 has the most flips.
;! run
;; run fannkuch_checksum(7) == 228
;; run fannkuch_flips(7) == 16
;; run fannkuch_flips(5) == 7
;; run fannkuch_flips(6) == 10
;; run fannkuch_flips(17) traps HeapOutOfBounds

; The checksum and the most flips, as two results. Permutations are bytes on the stack.
proc fannkuch(Int32) -> (Int32, Int32) {
    slot0 = stack 16 locked align=16
    slot1 = stack 16 locked align=16
    slot2 = stack 16 locked align=16
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; trapif n >u 16 HeapOutOfBounds
    Int32 @2 = Const32(16)
    Int32 @3 = Above(@1, @2)
    Void @4 = TrapIf(@3, HeapOutOfBounds)
    ; perm: i64 = SlotBase(slot0)
    Int64 @5 = SlotBase(slot0)                      ; perm
    ; perm1: i64 = SlotBase(slot1)
    Int64 @6 = SlotBase(slot1)                      ; perm1
    ; count: i64 = SlotBase(slot2)
    Int64 @7 = SlotBase(slot2)                      ; count
    ; for i
    Int32 @8 = Const32(0)
    Void @9 = Upsilon(@8, ^@11)
    Void @10 = Jump(#1)
#1:        ; for i
    Int32 @11 = Phi()                               ; i
    Int32 @12 = LessThan(@11, @1)
    Void @13 = Branch(@12, #2, #4)
#2:        ; body
    ; u8[perm1 + SExt32(i)] = i
    Int64 @14 = SExt32(@11)
    Int64 @15 = Add(@6, @14)
    Void @16 = Store8(@11, @15)
    Void @17 = Jump(#3)
#3:        ; next i
    Int32 @18 = Const32(1)
    Int32 @19 = Add(@11, @18)
    Void @20 = Upsilon(@19, ^@11)
    Void @21 = Jump(#1)
#4:        ; done
    ; checksum: i32 = 0
    Int32 @22 = Const32(0)                          ; checksum
    ; most: i32 = 0
    ; permutations: i32 = 0
    ; r: i32 = n
    Void @23 = Upsilon(@1, ^@28)
    Void @24 = Upsilon(@22, ^@29)
    Void @25 = Upsilon(@22, ^@30)
    Void @26 = Upsilon(@22, ^@31)
    Void @27 = Jump(#5)
#5:        ; loop
    Int32 @28 = Phi()                               ; r
    Int32 @29 = Phi()                               ; most
    Int32 @30 = Phi()                               ; checksum
    Int32 @31 = Phi()                               ; permutations
    Void @32 = Upsilon(@28, ^@34)
    Void @33 = Jump(#6)
#6:        ; while
    Int32 @34 = Phi()                               ; r
    ; Starts counters below r anew.
    ; while r != 1
    Int32 @35 = Const32(1)
    Int32 @36 = NotEqual(@34, @35)
    Void @37 = Branch(@36, #7, #8)
#7:        ; body
    ; u8[count + SExt32(r - 1)] = r
    Int32 @38 = Const32(1)
    Int32 @39 = Sub(@34, @38)
    Int64 @40 = SExt32(@39)
    Int64 @41 = Add(@7, @40)
    Void @42 = Store8(@34, @41)
    ; r = r - 1
    Int32 @43 = Sub(@34, @38)                       ; r
    Void @44 = Upsilon(@43, ^@34)
    Void @45 = Jump(#6)
#8:        ; done
    ; Flips until the first is zero.
    ; i64[perm] = i64[perm1]
    Int64 @46 = Load(@6)
    Void @47 = Store(@46, @5)
    ; i64[perm, 8] = i64[perm1, 8]
    Int64 @48 = Load(@6, offset=8)
    Void @49 = Store(@48, @5, offset=8)
    ; flips: i32 = 0
    Int32 @50 = Const32(0)                          ; flips
    ; k: i32 = u8[perm]
    Int32 @51 = Load8Z(@5)                          ; k
    Void @52 = Upsilon(@51, ^@55)
    Void @53 = Upsilon(@50, ^@56)
    Void @54 = Jump(#9)
#9:        ; while
    Int32 @55 = Phi()                               ; k
    Int32 @56 = Phi()                               ; flips
    ; while k != 0
    Int32 @57 = Const32(0)
    Int32 @58 = NotEqual(@55, @57)
    Void @59 = Branch(@58, #10, #14)
#10:        ; body
    ; low: i64 = perm
    ; high: i64 = perm + SExt32(k)
    Int64 @60 = SExt32(@55)
    Int64 @61 = Add(@5, @60)                        ; high
    Void @62 = Upsilon(@5, ^@65)
    Void @63 = Upsilon(@61, ^@66)
    Void @64 = Jump(#11)
#11:        ; while
    Int64 @65 = Phi()                               ; low
    Int64 @66 = Phi()                               ; high
    ; while low <u high
    Int32 @67 = Below(@65, @66)
    Void @68 = Branch(@67, #12, #13)
#12:        ; body
    ; x: i32 = u8[low]
    Int32 @69 = Load8Z(@65)                         ; x
    ; u8[low] = u8[high]
    Int32 @70 = Load8Z(@66)
    Void @71 = Store8(@70, @65)
    ; u8[high] = x
    Void @72 = Store8(@69, @66)
    ; low = low + 1
    Int64 @73 = Const64(1)
    Int64 @74 = Add(@65, @73)                       ; low
    ; high = high - 1
    Int64 @75 = Sub(@66, @73)                       ; high
    Void @76 = Upsilon(@74, ^@65)
    Void @77 = Upsilon(@75, ^@66)
    Void @78 = Jump(#11)
#13:        ; done
    ; flips = flips + 1
    Int32 @79 = Const32(1)
    Int32 @80 = Add(@56, @79)                       ; flips
    ; k = u8[perm]
    Int32 @81 = Load8Z(@5)                          ; k
    Void @82 = Upsilon(@81, ^@55)
    Void @83 = Upsilon(@80, ^@56)
    Void @84 = Jump(#9)
#14:        ; done
    ; most = Select(flips > most, flips, most)
    Int32 @85 = GreaterThan(@56, @29)
    Int32 @86 = Select(@85, @56, @29)               ; most
    ; checksum = checksum + Select(permutations & 1, -flips, flips)
    Int32 @87 = Const32(1)
    Int32 @88 = BitAnd(@31, @87)
    Int32 @89 = Neg(@56)
    Int32 @90 = Select(@88, @89, @56)
    Int32 @91 = Add(@30, @90)                       ; checksum
    ; The next permutation: turns the first r + 1 by one.
    Void @92 = Upsilon(@34, ^@94)
    Void @93 = Jump(#15)
#15:        ; loop
    Int32 @94 = Phi()                               ; r
    ; if r == n
    Int32 @95 = Equal(@94, @1)
    Void @96 = Branch(@95, #16, #17)
#16:        ; then
    ; return checksum, most
    Void @97 = Return(@91, @86)
#17:        ; endif
    ; first: i32 = u8[perm1]
    Int32 @98 = Load8Z(@6)                          ; first
    ; for i
    Int32 @99 = Const32(0)
    Void @100 = Upsilon(@99, ^@102)
    Void @101 = Jump(#18)
#18:        ; for i
    Int32 @102 = Phi()                              ; i
    Int32 @103 = LessThan(@102, @94)
    Void @104 = Branch(@103, #19, #21)
#19:        ; body
    ; u8[perm1 + SExt32(i)] = u8[perm1 + SExt32(i), 1]
    Int64 @105 = SExt32(@102)
    Int64 @106 = Add(@6, @105)
    Int64 @107 = SExt32(@102)
    Int64 @108 = Add(@6, @107)
    Int32 @109 = Load8Z(@108, offset=1)
    Void @110 = Store8(@109, @106)
    Void @111 = Jump(#20)
#20:        ; next i
    Int32 @112 = Const32(1)
    Int32 @113 = Add(@102, @112)
    Void @114 = Upsilon(@113, ^@102)
    Void @115 = Jump(#18)
#21:        ; done
    ; u8[perm1 + SExt32(r)] = first
    Int64 @116 = SExt32(@94)
    Int64 @117 = Add(@6, @116)
    Void @118 = Store8(@98, @117)
    ; c: i64 = count + SExt32(r)
    Int64 @119 = SExt32(@94)
    Int64 @120 = Add(@7, @119)                      ; c
    ; left: i32 = u8[c] - 1
    Int32 @121 = Load8Z(@120)
    Int32 @122 = Const32(1)
    Int32 @123 = Sub(@121, @122)                    ; left
    ; u8[c] = left
    Void @124 = Store8(@123, @120)
    ; if left > 0
    Int32 @125 = Const32(0)
    Int32 @126 = GreaterThan(@123, @125)
    Void @127 = Branch(@126, #22, #23)
#22:        ; then
    Void @128 = Jump(#24)
#23:        ; endif
    ; r = r + 1
    Int32 @129 = Const32(1)
    Int32 @130 = Add(@94, @129)                     ; r
    Void @131 = Upsilon(@130, ^@94)
    Void @132 = Jump(#15)
#24:        ; done
    ; permutations = permutations + 1
    Int32 @133 = Const32(1)
    Int32 @134 = Add(@31, @133)                     ; permutations
    Void @135 = Upsilon(@94, ^@28)
    Void @136 = Upsilon(@86, ^@29)
    Void @137 = Upsilon(@91, ^@30)
    Void @138 = Upsilon(@134, ^@31)
    Void @139 = Jump(#5)
}

proc fannkuch_checksum(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; checksum, most = call fannkuch(n)
    (Int32, Int32) @2 = CCall(fannkuch, @1)
    Int32 @3 = Extract(@2, 0)                       ; checksum
    Int32 @4 = Extract(@2, 1)                       ; most
    ; return checksum
    Void @5 = Return(@3)
}

proc fannkuch_flips(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; checksum, most = call fannkuch(n)
    (Int32, Int32) @2 = CCall(fannkuch, @1)
    Int32 @3 = Extract(@2, 0)                       ; checksum
    Int32 @4 = Extract(@2, 1)                       ; most
    ; return most
    Void @5 = Return(@4)
}
