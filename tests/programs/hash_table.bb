barebones 1
; A hash table with open addressing: Fibonacci hashing, linear probing, removal by shifting back (Knuth 6.4, R).
;
; Known answers: Python's dict on the same pseudo-random keys.
;! run

; 4096 entries of a key that is not zero, and a count.
data table = zero:65536
data state = u64:0

; The next key from 1 to `range`: a multiplicative generator and the high half of a product (Lemire).
proc next_key(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; range
    ; x: i64 = i64[addr(state)] * 0xd1342543de82ef95 + 1
    Int64 @1 = SymbolAddress(state)
    Int64 @2 = Load(@1)
    Int64 @3 = Const64(0xd1342543de82ef95)
    Int64 @4 = Mul(@2, @3)
    Int64 @5 = Const64(1)
    Int64 @6 = Add(@4, @5)                          ; x
    ; i64[addr(state)] = x
    Int64 @7 = SymbolAddress(state)
    Void @8 = Store(@6, @7)
    ; return UMulHigh(x, range) + 1
    Int64 @9 = UMulHigh(@6, @0)
    Int64 @10 = Add(@9, @5)
    Void @11 = Return(@10)
}

; The entry with the key, or the empty one where it belongs.
proc find(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; key
    ; index: i64 = (key * 0x9e3779b97f4a7c15) >>> 52
    Int64 @1 = Const64(0x9e3779b97f4a7c15)
    Int64 @2 = Mul(@0, @1)
    Int32 @3 = Const32(52)
    Int64 @4 = ZShr(@2, @3)                         ; index
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#1)
#1:        ; loop
    Int64 @7 = Phi()                                ; index
    ; entry: i64 = addr(table) + (index << 4)
    Int64 @8 = SymbolAddress(table)
    Int32 @9 = Const32(4)
    Int64 @10 = Shl(@7, @9)
    Int64 @11 = Add(@8, @10)                        ; entry
    ; k: i64 = i64[entry]
    Int64 @12 = Load(@11)                           ; k
    ; if k == key or k == 0
    Int32 @13 = Equal(@12, @0)
    Void @14 = Branch(@13, #3, #2)
#2:        ; or
    Int64 @15 = Const64(0)
    Int32 @16 = Equal(@12, @15)
    Void @17 = Branch(@16, #3, #4)
#3:        ; then
    ; return entry
    Void @18 = Return(@11)
#4:        ; endif
    ; index = (index + 1) & 4095
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@7, @19)
    Int64 @21 = Const64(4095)
    Int64 @22 = BitAnd(@20, @21)                    ; index
    Void @23 = Upsilon(@22, ^@7)
    Void @24 = Jump(#1)
}

; Empties the table and counts n keys.
proc fill(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; range
    ; MemoryFill(addr(table), 0, 65536)
    Int64 @2 = SymbolAddress(table)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(65536)
    Void @5 = MemoryFill(@2, @3, @4)
    ; i64[addr(state)] = 12345
    Int64 @6 = SymbolAddress(state)
    Int64 @7 = Const64(12345)
    Void @8 = Store(@7, @6)
    ; used: i64 = 0
    Int64 @9 = Const64(0)                           ; used
    ; for i = 0L until n
    Void @10 = Upsilon(@9, ^@13)
    Void @11 = Upsilon(@9, ^@14)
    Void @12 = Jump(#1)
#1:        ; for i
    Int64 @13 = Phi()                               ; i
    Int64 @14 = Phi()                               ; used
    Int32 @15 = LessThan(@13, @0)
    Void @16 = Branch(@15, #2, #6)
#2:        ; body
    ; key: i64 = call next_key(range)
    Int64 @17 = CCall(next_key, @1)                 ; key
    ; entry: i64 = call find(key)
    Int64 @18 = CCall(find, @17)                    ; entry
    ; if i64[entry] == 0
    Int64 @19 = Load(@18)
    Int64 @20 = Const64(0)
    Int32 @21 = Equal(@19, @20)
    Void @22 = Upsilon(@14, ^@32)
    Void @23 = Branch(@21, #3, #4)
#3:        ; then
    ; used = used + 1
    Int64 @24 = Const64(1)
    Int64 @25 = Add(@14, @24)                       ; used
    ; trapif used >= 4000 User(2)
    Int64 @26 = Const64(4000)
    Int32 @27 = GreaterEqual(@25, @26)
    Void @28 = TrapIf(@27, User(2))
    ; i64[entry] = key
    Void @29 = Store(@17, @18)
    Void @30 = Upsilon(@25, ^@32)
    Void @31 = Jump(#4)
#4:        ; endif
    Int64 @32 = Phi()                               ; used
    ; i64[entry, 8] = i64[entry, 8] + 1
    Int64 @33 = Load(@18, offset=8)
    Int64 @34 = Const64(1)
    Int64 @35 = Add(@33, @34)
    Void @36 = Store(@35, @18, offset=8)
    Void @37 = Jump(#5)
#5:        ; next i
    Int64 @38 = Const64(1)
    Int64 @39 = Add(@13, @38)
    Void @40 = Upsilon(@39, ^@13)
    Void @41 = Upsilon(@32, ^@14)
    Void @42 = Jump(#1)
#6:        ; done
    ; return used
    Void @43 = Return(@14)
}

; Number of different keys in n draws.
proc distinct(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; range
    ; return call fill(n, range)
    Int64 @2 = CCall(fill, @0, @1)
    Void @3 = Return(@2)
}
;; run distinct(1000, 5000) == 923
;; run distinct(20000, 60000) traps User(2)

proc sum_of_counts(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; range
    ; call fill(n, range)
    Int64 @2 = CCall(fill, @0, @1)
    ; sum: i64 = 0
    Int64 @3 = Const64(0)                           ; sum
    ; for key = 1L until range + 1
    Int64 @4 = Const64(1)
    Int64 @5 = Add(@1, @4)
    Void @6 = Upsilon(@4, ^@9)
    Void @7 = Upsilon(@3, ^@10)
    Void @8 = Jump(#1)
#1:        ; for key
    Int64 @9 = Phi()                                ; key
    Int64 @10 = Phi()                               ; sum
    Int32 @11 = LessThan(@9, @5)
    Void @12 = Branch(@11, #2, #4)
#2:        ; body
    ; sum = sum + i64[call find(key), 8]
    Int64 @13 = CCall(find, @9)
    Int64 @14 = Load(@13, offset=8)
    Int64 @15 = Add(@10, @14)                       ; sum
    Void @16 = Jump(#3)
#3:        ; next key
    Int64 @17 = Const64(1)
    Int64 @18 = Add(@9, @17)
    Void @19 = Upsilon(@18, ^@9)
    Void @20 = Upsilon(@15, ^@10)
    Void @21 = Jump(#1)
#4:        ; done
    ; return sum
    Void @22 = Return(@10)
}
;; run sum_of_counts(3000, 400) == 3000

; The sum of key * count * count.
proc checksum(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; range
    ; call fill(n, range)
    Int64 @2 = CCall(fill, @0, @1)
    ; sum: i64 = 0
    Int64 @3 = Const64(0)                           ; sum
    ; p: i64 = addr(table)
    Int64 @4 = SymbolAddress(table)                 ; p
    ; end: i64 = p + 65536
    Int64 @5 = Const64(65536)
    Int64 @6 = Add(@4, @5)                          ; end
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Upsilon(@3, ^@11)
    Void @9 = Jump(#1)
#1:        ; do
    Int64 @10 = Phi()                               ; p
    Int64 @11 = Phi()                               ; sum
    ; key: i64 = i64[p]
    Int64 @12 = Load(@10)                           ; key
    ; if key != 0
    Int64 @13 = Const64(0)
    Int32 @14 = NotEqual(@12, @13)
    Void @15 = Upsilon(@11, ^@23)
    Void @16 = Branch(@14, #2, #3)
#2:        ; then
    ; count: i64 = i64[p, 8]
    Int64 @17 = Load(@10, offset=8)                 ; count
    ; sum = sum + key * count * count
    Int64 @18 = Mul(@12, @17)
    Int64 @19 = Mul(@18, @17)
    Int64 @20 = Add(@11, @19)                       ; sum
    Void @21 = Upsilon(@20, ^@23)
    Void @22 = Jump(#3)
#3:        ; endif
    Int64 @23 = Phi()                               ; sum
    ; p = p + 16
    Int64 @24 = Const64(16)
    Int64 @25 = Add(@10, @24)                       ; p
    Void @26 = Jump(#4)
#4:        ; again?
    ; while p != end
    Int32 @27 = NotEqual(@25, @6)
    Void @28 = Upsilon(@25, ^@10)
    Void @29 = Upsilon(@23, ^@11)
    Void @30 = Branch(@27, #1, #5)
#5:        ; done
    ; return sum
    Void @31 = Return(@23)
}
;; run checksum(2000, 300) == 2280884

; Removes the key, if present.
proc remove(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; key
    ; hole: i64 = call find(key)
    Int64 @1 = CCall(find, @0)                      ; hole
    ; if i64[hole] == 0
    Int64 @2 = Load(@1)
    Int64 @3 = Const64(0)
    Int32 @4 = Equal(@2, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 0
    Int32 @6 = Const32(0)
    Void @7 = Return(@6)
#2:        ; endif
    ; i: i64 = (hole - addr(table)) >>> 4
    Int64 @8 = SymbolAddress(table)
    Int64 @9 = Sub(@1, @8)
    Int32 @10 = Const32(4)
    Int64 @11 = ZShr(@9, @10)                       ; i
    ; j: i64 = i
    Void @12 = Upsilon(@11, ^@16)
    Void @13 = Upsilon(@11, ^@17)
    Void @14 = Upsilon(@1, ^@18)
    Void @15 = Jump(#3)
#3:        ; loop
    Int64 @16 = Phi()                               ; j
    Int64 @17 = Phi()                               ; i
    Int64 @18 = Phi()                               ; hole
    ; j = (j + 1) & 4095
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@16, @19)
    Int64 @21 = Const64(4095)
    Int64 @22 = BitAnd(@20, @21)                    ; j
    ; entry: i64 = addr(table) + (j << 4)
    Int64 @23 = SymbolAddress(table)
    Int32 @24 = Const32(4)
    Int64 @25 = Shl(@22, @24)
    Int64 @26 = Add(@23, @25)                       ; entry
    ; k: i64 = i64[entry]
    Int64 @27 = Load(@26)                           ; k
    ; if k == 0
    Int64 @28 = Const64(0)
    Int32 @29 = Equal(@27, @28)
    Void @30 = Branch(@29, #4, #5)
#4:        ; then
    Void @31 = Jump(#8)
#5:        ; endif
    ; An entry may move to the hole if the hole is not before its home.
    ; home: i64 = (k * 0x9e3779b97f4a7c15) >>> 52
    Int64 @32 = Const64(0x9e3779b97f4a7c15)
    Int64 @33 = Mul(@27, @32)
    Int32 @34 = Const32(52)
    Int64 @35 = ZShr(@33, @34)                      ; home
    ; if ((j - home) & 4095) >=u ((j - i) & 4095)
    Int64 @36 = Sub(@22, @35)
    Int64 @37 = Const64(4095)
    Int64 @38 = BitAnd(@36, @37)
    Int64 @39 = Sub(@22, @17)
    Int64 @40 = BitAnd(@39, @37)
    Int32 @41 = AboveEqual(@38, @40)
    Void @42 = Upsilon(@17, ^@50)
    Void @43 = Upsilon(@18, ^@51)
    Void @44 = Branch(@41, #6, #7)
#6:        ; then
    ; MemoryCopy(hole, entry, 16)
    Int64 @45 = Const64(16)
    Void @46 = MemoryCopy(@18, @26, @45)
    ; hole = entry
    ; i = j
    Void @47 = Upsilon(@22, ^@50)
    Void @48 = Upsilon(@26, ^@51)
    Void @49 = Jump(#7)
#7:        ; endif
    Int64 @50 = Phi()                               ; i
    Int64 @51 = Phi()                               ; hole
    Void @52 = Upsilon(@22, ^@16)
    Void @53 = Upsilon(@50, ^@17)
    Void @54 = Upsilon(@51, ^@18)
    Void @55 = Jump(#3)
#8:        ; done
    ; i64[hole] = 0
    Int64 @56 = Const64(0)
    Void @57 = Store(@56, @18)
    ; i64[hole, 8] = 0
    Void @58 = Store(@56, @18, offset=8)
    ; return 1
    Int32 @59 = Const32(1)
    Void @60 = Return(@59)
}

; Removes every third key, then counts the entries that can still be found.
proc distinct_after_removal(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; range
    ; call fill(n, range)
    Int64 @2 = CCall(fill, @0, @1)
    ; for key = 1L until range + 1 by 3
    Int64 @3 = Const64(1)
    Int64 @4 = Add(@1, @3)
    Void @5 = Upsilon(@3, ^@7)
    Void @6 = Jump(#1)
#1:        ; for key
    Int64 @7 = Phi()                                ; key
    Int32 @8 = LessThan(@7, @4)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; call remove(key)
    Int32 @10 = CCall(remove, @7)
    Void @11 = Jump(#3)
#3:        ; next key
    Int64 @12 = Const64(3)
    Int64 @13 = Add(@7, @12)
    Void @14 = Upsilon(@13, ^@7)
    Void @15 = Jump(#1)
#4:        ; done
    ; found: i64 = 0
    Int64 @16 = Const64(0)                          ; found
    ; for key = 1L until range + 1
    Int64 @17 = Const64(1)
    Int64 @18 = Add(@1, @17)
    Void @19 = Upsilon(@17, ^@22)
    Void @20 = Upsilon(@16, ^@23)
    Void @21 = Jump(#5)
#5:        ; for key
    Int64 @22 = Phi()                               ; key
    Int64 @23 = Phi()                               ; found
    Int32 @24 = LessThan(@22, @18)
    Void @25 = Branch(@24, #6, #8)
#6:        ; body
    ; found = found + ZExt32(i64[call find(key)] != 0)
    Int64 @26 = CCall(find, @22)
    Int64 @27 = Load(@26)
    Int64 @28 = Const64(0)
    Int32 @29 = NotEqual(@27, @28)
    Int64 @30 = ZExt32(@29)
    Int64 @31 = Add(@23, @30)                       ; found
    Void @32 = Jump(#7)
#7:        ; next key
    Int64 @33 = Const64(1)
    Int64 @34 = Add(@22, @33)
    Void @35 = Upsilon(@34, ^@22)
    Void @36 = Upsilon(@31, ^@23)
    Void @37 = Jump(#5)
#8:        ; done
    ; return found
    Void @38 = Return(@23)
}
;; run distinct_after_removal(1500, 300) == 200
