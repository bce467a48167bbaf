barebones 1
; Branches take any integer that is not zero; only the upper half may be set; conditions made of other conditions.
;! run

; Flags of an operation are not those of a comparison with zero when it overflows.
proc after_subtraction(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; d: i32 = a - b
    Int32 @4 = Sub(@1, @3)                          ; d
    ; if d < 0
    Int32 @5 = Const32(0)
    Int32 @6 = LessThan(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 1
    Int32 @8 = Const32(1)
    Void @9 = Return(@8)
#2:        ; endif
    ; if d == 0
    Int32 @10 = Const32(0)
    Int32 @11 = Equal(@4, @10)
    Void @12 = Branch(@11, #3, #4)
#3:        ; then
    ; return 2
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
#4:        ; endif
    ; return 3
    Int32 @15 = Const32(3)
    Void @16 = Return(@15)
}
;; run after_subtraction(-2147483648, 1) == 3
;; run after_subtraction(1, 2) == 1
;; run after_subtraction(2, 2) == 2
;; run after_subtraction(2147483647, -1) == 1

proc and_or(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; c
    ; if a < b and b < c or a == c
    Int32 @6 = LessThan(@1, @3)
    Void @7 = Branch(@6, #1, #2)
#1:        ; and
    Int32 @8 = LessThan(@3, @5)
    Void @9 = Branch(@8, #3, #2)
#2:        ; or
    Int32 @10 = Equal(@1, @5)
    Void @11 = Branch(@10, #3, #4)
#3:        ; then
    ; return 1
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
#4:        ; endif
    ; return 0
    Int32 @14 = Const32(0)
    Void @15 = Return(@14)
}
;; run and_or(1, 2, 3) == 1
;; run and_or(1, 2, 2) == 0
;; run and_or(3, 1, 3) == 1
;; run and_or(2, 1, 3) == 0

; Both edges lead to the same block with different Upsilons.
proc same_place(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; r: i32 = 5
    Int32 @2 = Const32(5)                           ; r
    ; if x
    Void @3 = Branch(@1, #1, #2)
#1:        ; then
    ; r = 6
    Int32 @4 = Const32(6)                           ; r
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Jump(#3)
#2:        ; else
    ; r = 7
    Int32 @7 = Const32(7)                           ; r
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#3)
#3:        ; endif
    Int32 @10 = Phi()                               ; r
    ; return r
    Void @11 = Return(@10)
}
;; run same_place(0) == 7
;; run same_place(9) == 6

proc constant_condition(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; if 1
    Int32 @2 = Const32(1)
    Void @3 = Upsilon(@1, ^@9)
    Void @4 = Branch(@2, #1, #2)
#1:        ; then
    ; x = x + 1
    Int32 @5 = Const32(1)
    Int32 @6 = Add(@1, @5)                          ; x
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#2)
#2:        ; endif
    Int32 @9 = Phi()                                ; x
    ; if 0
    Int32 @10 = Const32(0)
    Void @11 = Upsilon(@9, ^@17)
    Void @12 = Branch(@10, #3, #4)
#3:        ; then
    ; x = x * 100
    Int32 @13 = Const32(100)
    Int32 @14 = Mul(@9, @13)                        ; x
    Void @15 = Upsilon(@14, ^@17)
    Void @16 = Jump(#4)
#4:        ; endif
    Int32 @17 = Phi()                               ; x
    Void @18 = Upsilon(@17, ^@20)
    Void @19 = Jump(#5)
#5:        ; while
    Int32 @20 = Phi()                               ; x
    ; while 0
    Int32 @21 = Const32(0)
    Void @22 = Branch(@21, #6, #7)
#6:        ; body
    ; x = 0
    Int32 @23 = Const32(0)                          ; x
    Void @24 = Upsilon(@23, ^@20)
    Void @25 = Jump(#5)
#7:        ; done
    ; return x
    Void @26 = Return(@20)
}
;; run constant_condition(4) == 5
