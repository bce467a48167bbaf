barebones 1
; Fannkuch (Anderson and Rettig): flips of pancakes over all permutations, in the order of the Computer
; Language Benchmarks Game.
;
; Known answers: from the benchmark's page, 7 gives checksum 228 and 16 flips. OEIS A000375 has the most flips.
;! run

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
    ; for i = 0 until n
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
    ; Restarts the counters below r.
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
    ; MemoryCopy(perm, perm1, ZExt32(n))
    Int64 @46 = ZExt32(@1)
    Void @47 = MemoryCopy(@5, @6, @46)
    ; flips: i32 = 0
    Int32 @48 = Const32(0)                          ; flips
    ; k: i32 = u8[perm]
    Int32 @49 = Load8Z(@5)                          ; k
    Void @50 = Upsilon(@49, ^@53)
    Void @51 = Upsilon(@48, ^@54)
    Void @52 = Jump(#9)
#9:        ; while
    Int32 @53 = Phi()                               ; k
    Int32 @54 = Phi()                               ; flips
    ; while k != 0
    Int32 @55 = Const32(0)
    Int32 @56 = NotEqual(@53, @55)
    Void @57 = Branch(@56, #10, #14)
#10:        ; body
    ; low: i64 = perm
    ; high: i64 = perm + SExt32(k)
    Int64 @58 = SExt32(@53)
    Int64 @59 = Add(@5, @58)                        ; high
    Void @60 = Upsilon(@5, ^@63)
    Void @61 = Upsilon(@59, ^@64)
    Void @62 = Jump(#11)
#11:        ; while
    Int64 @63 = Phi()                               ; low
    Int64 @64 = Phi()                               ; high
    ; while low <u high
    Int32 @65 = Below(@63, @64)
    Void @66 = Branch(@65, #12, #13)
#12:        ; body
    ; x: i32 = u8[low]
    Int32 @67 = Load8Z(@63)                         ; x
    ; u8[low] = u8[high]
    Int32 @68 = Load8Z(@64)
    Void @69 = Store8(@68, @63)
    ; u8[high] = x
    Void @70 = Store8(@67, @64)
    ; low = low + 1
    Int64 @71 = Const64(1)
    Int64 @72 = Add(@63, @71)                       ; low
    ; high = high - 1
    Int64 @73 = Sub(@64, @71)                       ; high
    Void @74 = Upsilon(@72, ^@63)
    Void @75 = Upsilon(@73, ^@64)
    Void @76 = Jump(#11)
#13:        ; done
    ; flips = flips + 1
    Int32 @77 = Const32(1)
    Int32 @78 = Add(@54, @77)                       ; flips
    ; k = u8[perm]
    Int32 @79 = Load8Z(@5)                          ; k
    Void @80 = Upsilon(@79, ^@53)
    Void @81 = Upsilon(@78, ^@54)
    Void @82 = Jump(#9)
#14:        ; done
    ; most = Select(flips > most, flips, most)
    Int32 @83 = GreaterThan(@54, @29)
    Int32 @84 = Select(@83, @54, @29)               ; most
    ; checksum = checksum + Select(permutations & 1, -flips, flips)
    Int32 @85 = Const32(1)
    Int32 @86 = BitAnd(@31, @85)
    Int32 @87 = Neg(@54)
    Int32 @88 = Select(@86, @87, @54)
    Int32 @89 = Add(@30, @88)                       ; checksum
    ; The next permutation: rotates the first r + 1 by one.
    Void @90 = Upsilon(@34, ^@92)
    Void @91 = Jump(#15)
#15:        ; loop
    Int32 @92 = Phi()                               ; r
    ; if r == n
    Int32 @93 = Equal(@92, @1)
    Void @94 = Branch(@93, #16, #17)
#16:        ; then
    ; return checksum, most
    Void @95 = Return(@89, @84)
#17:        ; endif
    ; first: i32 = u8[perm1]
    Int32 @96 = Load8Z(@6)                          ; first
    ; for i = 0 until r
    Int32 @97 = Const32(0)
    Void @98 = Upsilon(@97, ^@100)
    Void @99 = Jump(#18)
#18:        ; for i
    Int32 @100 = Phi()                              ; i
    Int32 @101 = LessThan(@100, @92)
    Void @102 = Branch(@101, #19, #21)
#19:        ; body
    ; u8[perm1 + SExt32(i)] = u8[perm1 + SExt32(i), 1]
    Int64 @103 = SExt32(@100)
    Int64 @104 = Add(@6, @103)
    Int64 @105 = SExt32(@100)
    Int64 @106 = Add(@6, @105)
    Int32 @107 = Load8Z(@106, offset=1)
    Void @108 = Store8(@107, @104)
    Void @109 = Jump(#20)
#20:        ; next i
    Int32 @110 = Const32(1)
    Int32 @111 = Add(@100, @110)
    Void @112 = Upsilon(@111, ^@100)
    Void @113 = Jump(#18)
#21:        ; done
    ; u8[perm1 + SExt32(r)] = first
    Int64 @114 = SExt32(@92)
    Int64 @115 = Add(@6, @114)
    Void @116 = Store8(@96, @115)
    ; c: i64 = count + SExt32(r)
    Int64 @117 = SExt32(@92)
    Int64 @118 = Add(@7, @117)                      ; c
    ; left: i32 = u8[c] - 1
    Int32 @119 = Load8Z(@118)
    Int32 @120 = Const32(1)
    Int32 @121 = Sub(@119, @120)                    ; left
    ; u8[c] = left
    Void @122 = Store8(@121, @118)
    ; if left > 0
    Int32 @123 = Const32(0)
    Int32 @124 = GreaterThan(@121, @123)
    Void @125 = Branch(@124, #22, #23)
#22:        ; then
    Void @126 = Jump(#24)
#23:        ; endif
    ; r = r + 1
    Int32 @127 = Const32(1)
    Int32 @128 = Add(@92, @127)                     ; r
    Void @129 = Upsilon(@128, ^@92)
    Void @130 = Jump(#15)
#24:        ; done
    ; permutations = permutations + 1
    Int32 @131 = Const32(1)
    Int32 @132 = Add(@31, @131)                     ; permutations
    Void @133 = Upsilon(@92, ^@28)
    Void @134 = Upsilon(@84, ^@29)
    Void @135 = Upsilon(@89, ^@30)
    Void @136 = Upsilon(@132, ^@31)
    Void @137 = Jump(#5)
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
;; run fannkuch_checksum(7) == 228

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
;; run fannkuch_flips(7) == 16
;; run fannkuch_flips(5) == 7
;; run fannkuch_flips(6) == 10
;; run fannkuch_flips(17) traps HeapOutOfBounds
