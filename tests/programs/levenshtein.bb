barebones 1
; The distance of Levenshtein between two strings, by dynamic programming with one row.
;
; Known answers: the classical pairs; Python for the long ones.
;! run

data kitten = "kitten"
data sitting = "sitting"
data saturday = "saturday"
data sunday = "sunday"
data long_a = "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth"
data long_b = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness, it was th.."

proc levenshtein(Int64, Int64, Int64, Int64) -> Int32 {
    slot0 = stack 1024 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; m
    Int64 @2 = ArgumentReg(%a2)                     ; b
    Int64 @3 = ArgumentReg(%a3)                     ; n
    ; The row holds 512 distances of 16 bits.
    ; trapif n >=u 512 User(3)
    Int64 @4 = Const64(512)
    Int32 @5 = AboveEqual(@3, @4)
    Void @6 = TrapIf(@5, User(3))
    ; row: i64 = SlotBase(slot0)
    Int64 @7 = SlotBase(slot0)                      ; row
    ; for j = 0L until n + 1
    Int64 @8 = Const64(0)
    Int64 @9 = Const64(1)
    Int64 @10 = Add(@3, @9)
    Void @11 = Upsilon(@8, ^@13)
    Void @12 = Jump(#1)
#1:        ; for j
    Int64 @13 = Phi()                               ; j
    Int32 @14 = LessThan(@13, @10)
    Void @15 = Branch(@14, #2, #4)
#2:        ; body
    ; u16[row + (j << 1)] = Trunc(j)
    Int32 @16 = Const32(1)
    Int64 @17 = Shl(@13, @16)
    Int64 @18 = Add(@7, @17)
    Int32 @19 = Trunc(@13)
    Void @20 = Store16(@19, @18)
    Void @21 = Jump(#3)
#3:        ; next j
    Int64 @22 = Const64(1)
    Int64 @23 = Add(@13, @22)
    Void @24 = Upsilon(@23, ^@13)
    Void @25 = Jump(#1)
#4:        ; done
    ; for i = 0L until m
    Int64 @26 = Const64(0)
    Void @27 = Upsilon(@26, ^@29)
    Void @28 = Jump(#5)
#5:        ; for i
    Int64 @29 = Phi()                               ; i
    Int32 @30 = LessThan(@29, @1)
    Void @31 = Branch(@30, #6, #12)
#6:        ; body
    ; letter: i32 = u8[a + i]
    Int64 @32 = Add(@0, @29)
    Int32 @33 = Load8Z(@32)                         ; letter
    ; The distance to the left and above.
    ; diagonal: i32 = u16[row]
    Int32 @34 = Load16Z(@7)                         ; diagonal
    ; left: i32 = diagonal + 1
    Int32 @35 = Const32(1)
    Int32 @36 = Add(@34, @35)                       ; left
    ; u16[row] = left
    Void @37 = Store16(@36, @7)
    ; for j = 0L until n
    Int64 @38 = Const64(0)
    Void @39 = Upsilon(@38, ^@43)
    Void @40 = Upsilon(@34, ^@44)
    Void @41 = Upsilon(@36, ^@45)
    Void @42 = Jump(#7)
#7:        ; for j
    Int64 @43 = Phi()                               ; j
    Int32 @44 = Phi()                               ; diagonal
    Int32 @45 = Phi()                               ; left
    Int32 @46 = LessThan(@43, @3)
    Void @47 = Branch(@46, #8, #10)
#8:        ; body
    ; p: i64 = row + (j << 1)
    Int32 @48 = Const32(1)
    Int64 @49 = Shl(@43, @48)
    Int64 @50 = Add(@7, @49)                        ; p
    ; up: i32 = u16[p, 2]
    Int32 @51 = Load16Z(@50, offset=2)              ; up
    ; change: i32 = diagonal + (letter != u8[b + j])
    Int64 @52 = Add(@2, @43)
    Int32 @53 = Load8Z(@52)
    Int32 @54 = NotEqual(@33, @53)
    Int32 @55 = Add(@44, @54)                       ; change
    ; shorter: i32 = Select(up < left, up, left) + 1
    Int32 @56 = LessThan(@51, @45)
    Int32 @57 = Select(@56, @51, @45)
    Int32 @58 = Add(@57, @48)                       ; shorter
    ; left = Select(change < shorter, change, shorter)
    Int32 @59 = LessThan(@55, @58)
    Int32 @60 = Select(@59, @55, @58)               ; left
    ; u16[p, 2] = left
    Void @61 = Store16(@60, @50, offset=2)
    ; diagonal = up
    Void @62 = Jump(#9)
#9:        ; next j
    Int64 @63 = Const64(1)
    Int64 @64 = Add(@43, @63)
    Void @65 = Upsilon(@64, ^@43)
    Void @66 = Upsilon(@51, ^@44)
    Void @67 = Upsilon(@60, ^@45)
    Void @68 = Jump(#7)
#10:        ; done
    Void @69 = Jump(#11)
#11:        ; next i
    Int64 @70 = Const64(1)
    Int64 @71 = Add(@29, @70)
    Void @72 = Upsilon(@71, ^@29)
    Void @73 = Jump(#5)
#12:        ; done
    ; return u16[row + (n << 1)]
    Int32 @74 = Const32(1)
    Int64 @75 = Shl(@3, @74)
    Int64 @76 = Add(@7, @75)
    Int32 @77 = Load16Z(@76)
    Void @78 = Return(@77)
}
;; run levenshtein(@data:kitten, 6, @data:sitting, 7) == 3
;; run levenshtein(@data:saturday, 8, @data:sunday, 6) == 3
;; run levenshtein(@data:kitten, 0, @data:sitting, 7) == 7
;; run levenshtein(@data:kitten, 6, @data:sitting, 0) == 6
;; run levenshtein(@data:long_a, 230, @data:long_b, 241) == 179
;; run levenshtein(@data:long_a, 230, @data:long_a, 230) == 0
;; run levenshtein(@data:long_a, 230, @data:long_b, 512) traps User(3)
