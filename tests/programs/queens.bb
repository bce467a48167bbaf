barebones 1
; The number of solutions of the n queens problem, by bits.
;
; Known answers: OEIS A000170.
;! run

; `columns` and the diagonals are attacked; `all` has a bit for each column.
proc place(Int32, Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; all
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; columns
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; left
    Int64 @6 = ArgumentReg(%a3)
    Int32 @7 = Trunc(@6)                            ; right
    ; if columns == all
    Int32 @8 = Equal(@3, @1)
    Void @9 = Branch(@8, #1, #2)
#1:        ; then
    ; return 1
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#2:        ; endif
    ; count: i32 = 0
    Int32 @12 = Const32(0)                          ; count
    ; free: i32 = all & ~(columns | left | right)
    Int32 @13 = BitOr(@3, @5)
    Int32 @14 = BitOr(@13, @7)
    Int32 @15 = Const32(-1)
    Int32 @16 = BitXor(@14, @15)
    Int32 @17 = BitAnd(@1, @16)                     ; free
    Void @18 = Upsilon(@17, ^@21)
    Void @19 = Upsilon(@12, ^@22)
    Void @20 = Jump(#3)
#3:        ; while
    Int32 @21 = Phi()                               ; free
    Int32 @22 = Phi()                               ; count
    ; while free != 0
    Int32 @23 = Const32(0)
    Int32 @24 = NotEqual(@21, @23)
    Void @25 = Branch(@24, #4, #5)
#4:        ; body
    ; queen: i32 = free & -free
    Int32 @26 = Neg(@21)
    Int32 @27 = BitAnd(@21, @26)                    ; queen
    ; free = free ^ queen
    Int32 @28 = BitXor(@21, @27)                    ; free
    ; count = count + call place(all, columns | queen, (left | queen) << 1, (right | queen) >>> 1)
    Int32 @29 = BitOr(@3, @27)
    Int32 @30 = BitOr(@5, @27)
    Int32 @31 = Const32(1)
    Int32 @32 = Shl(@30, @31)
    Int32 @33 = BitOr(@7, @27)
    Int32 @34 = ZShr(@33, @31)
    Int32 @35 = CCall(place, @1, @29, @32, @34)
    Int32 @36 = Add(@22, @35)                       ; count
    Void @37 = Upsilon(@28, ^@21)
    Void @38 = Upsilon(@36, ^@22)
    Void @39 = Jump(#3)
#5:        ; done
    ; return count
    Void @40 = Return(@22)
}

proc queens(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; return call place((1 << n) - 1, 0, 0, 0)
    Int32 @2 = Const32(1)
    Int32 @3 = Shl(@2, @1)
    Int32 @4 = Sub(@3, @2)
    Int32 @5 = Const32(0)
    Int32 @6 = CCall(place, @4, @5, @5, @5)
    Void @7 = Return(@6)
}
;; run queens(1) == 1
;; run queens(2) == 0
;; run queens(4) == 2
;; run queens(6) == 4
;; run queens(8) == 92
;; run queens(9) == 352

; Without recursion: a list of columns on the stack, and backtracking.
proc queens_by_list(Int32) -> Int32 {
    slot0 = stack 32 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; list: i64 = SlotBase(slot0)
    Int64 @2 = SlotBase(slot0)                      ; list
    ; trapif n >u 32 User(1)
    Int32 @3 = Const32(32)
    Int32 @4 = Above(@1, @3)
    Void @5 = TrapIf(@4, User(1))
    ; count: i32 = 0
    Int32 @6 = Const32(0)                           ; count
    ; row: i32 = 0
    ; u8[list] = 0
    Void @7 = Store8(@6, @2)
    Void @8 = Upsilon(@6, ^@11)
    Void @9 = Upsilon(@6, ^@12)
    Void @10 = Jump(#1)
#1:        ; while
    Int32 @11 = Phi()                               ; row
    Int32 @12 = Phi()                               ; count
    ; while row >= 0
    Int32 @13 = Const32(0)
    Int32 @14 = GreaterEqual(@11, @13)
    Void @15 = Branch(@14, #2, #21)
#2:        ; body
    ; here: i64 = list + SExt32(row)
    Int64 @16 = SExt32(@11)
    Int64 @17 = Add(@2, @16)                        ; here
    ; column: i32 = u8[here]
    Int32 @18 = Load8Z(@17)                         ; column
    ; if column == n
    Int32 @19 = Equal(@18, @1)
    Void @20 = Branch(@19, #3, #6)
#3:        ; then
    ; Back to the row above.
    ; row = row - 1
    Int32 @21 = Const32(1)
    Int32 @22 = Sub(@11, @21)                       ; row
    ; if row < 0
    Int32 @23 = Const32(0)
    Int32 @24 = LessThan(@22, @23)
    Void @25 = Branch(@24, #4, #5)
#4:        ; then
    Void @26 = Jump(#21)
#5:        ; endif
    ; u8[list + SExt32(row)] = u8[list + SExt32(row)] + 1
    Int64 @27 = SExt32(@22)
    Int64 @28 = Add(@2, @27)
    Int64 @29 = SExt32(@22)
    Int64 @30 = Add(@2, @29)
    Int32 @31 = Load8Z(@30)
    Int32 @32 = Const32(1)
    Int32 @33 = Add(@31, @32)
    Void @34 = Store8(@33, @28)
    Void @35 = Upsilon(@22, ^@11)
    Void @36 = Upsilon(@12, ^@12)
    Void @37 = Jump(#1)
#6:        ; endif
    ; Is the place attacked by a row above?
    ; attacked: i32 = 0
    Int32 @38 = Const32(0)                          ; attacked
    ; for r = 0 until row
    Void @39 = Upsilon(@38, ^@41)
    Void @40 = Jump(#7)
#7:        ; for r
    Int32 @41 = Phi()                               ; r
    Int32 @42 = LessThan(@41, @11)
    Void @43 = Upsilon(@38, ^@67)
    Void @44 = Branch(@42, #8, #14)
#8:        ; body
    ; distance: i32 = column - u8[list + SExt32(r)]
    Int64 @45 = SExt32(@41)
    Int64 @46 = Add(@2, @45)
    Int32 @47 = Load8Z(@46)
    Int32 @48 = Sub(@18, @47)                       ; distance
    ; if distance == 0 or distance == row - r or -distance == row - r
    Int32 @49 = Const32(0)
    Int32 @50 = Equal(@48, @49)
    Void @51 = Branch(@50, #11, #9)
#9:        ; or
    Int32 @52 = Sub(@11, @41)
    Int32 @53 = Equal(@48, @52)
    Void @54 = Branch(@53, #11, #10)
#10:        ; or
    Int32 @55 = Neg(@48)
    Int32 @56 = Sub(@11, @41)
    Int32 @57 = Equal(@55, @56)
    Void @58 = Branch(@57, #11, #12)
#11:        ; then
    ; attacked = 1
    Int32 @59 = Const32(1)                          ; attacked
    Void @60 = Upsilon(@59, ^@67)
    Void @61 = Jump(#14)
#12:        ; endif
    Void @62 = Jump(#13)
#13:        ; next r
    Int32 @63 = Const32(1)
    Int32 @64 = Add(@41, @63)
    Void @65 = Upsilon(@64, ^@41)
    Void @66 = Jump(#7)
#14:        ; done
    Int32 @67 = Phi()                               ; attacked
    ; if attacked
    Void @68 = Branch(@67, #15, #16)
#15:        ; then
    ; u8[here] = column + 1
    Int32 @69 = Const32(1)
    Int32 @70 = Add(@18, @69)
    Void @71 = Store8(@70, @17)
    Void @72 = Upsilon(@11, ^@98)
    Void @73 = Upsilon(@12, ^@99)
    Void @74 = Jump(#20)
#16:        ; else
    ; if row == n - 1
    Int32 @75 = Const32(1)
    Int32 @76 = Sub(@1, @75)
    Int32 @77 = Equal(@11, @76)
    Void @78 = Branch(@77, #17, #18)
#17:        ; then
    ; count = count + 1
    Int32 @79 = Const32(1)
    Int32 @80 = Add(@12, @79)                       ; count
    ; u8[here] = column + 1
    Int32 @81 = Add(@18, @79)
    Void @82 = Store8(@81, @17)
    Void @83 = Upsilon(@11, ^@93)
    Void @84 = Upsilon(@80, ^@94)
    Void @85 = Jump(#19)
#18:        ; else
    ; row = row + 1
    Int32 @86 = Const32(1)
    Int32 @87 = Add(@11, @86)                       ; row
    ; u8[here, 1] = 0
    Int32 @88 = Const32(0)
    Void @89 = Store8(@88, @17, offset=1)
    Void @90 = Upsilon(@87, ^@93)
    Void @91 = Upsilon(@12, ^@94)
    Void @92 = Jump(#19)
#19:        ; endif
    Int32 @93 = Phi()                               ; row
    Int32 @94 = Phi()                               ; count
    Void @95 = Upsilon(@93, ^@98)
    Void @96 = Upsilon(@94, ^@99)
    Void @97 = Jump(#20)
#20:        ; endif
    Int32 @98 = Phi()                               ; row
    Int32 @99 = Phi()                               ; count
    Void @100 = Upsilon(@98, ^@11)
    Void @101 = Upsilon(@99, ^@12)
    Void @102 = Jump(#1)
#21:        ; done
    ; return count
    Void @103 = Return(@12)
}
;; run queens_by_list(8) == 92
