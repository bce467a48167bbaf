barebones 1
; The function of Ackermann and Péter: deep recursion with little work.
;
; Known answers: A(1, n) = n + 2, A(2, n) = 2n + 3, A(3, n) = 2^(n+3) - 3.
;! run

proc ackermann(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; m
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; n
    ; if m == 0
    Int32 @4 = Const32(0)
    Int32 @5 = Equal(@1, @4)
    Void @6 = Branch(@5, #1, #2)
#1:        ; then
    ; return n + 1
    Int32 @7 = Const32(1)
    Int32 @8 = Add(@3, @7)
    Void @9 = Return(@8)
#2:        ; endif
    ; if n == 0
    Int32 @10 = Const32(0)
    Int32 @11 = Equal(@3, @10)
    Void @12 = Branch(@11, #3, #4)
#3:        ; then
    ; return call ackermann(m - 1, 1)
    Int32 @13 = Const32(1)
    Int32 @14 = Sub(@1, @13)
    Int32 @15 = CCall(ackermann, @14, @13)
    Void @16 = Return(@15)
#4:        ; endif
    ; return call ackermann(m - 1, call ackermann(m, n - 1))
    Int32 @17 = Const32(1)
    Int32 @18 = Sub(@1, @17)
    Int32 @19 = Sub(@3, @17)
    Int32 @20 = CCall(ackermann, @1, @19)
    Int32 @21 = CCall(ackermann, @18, @20)
    Void @22 = Return(@21)
}
;; run ackermann(0, 7) == 8
;; run ackermann(1, 10) == 12
;; run ackermann(2, 20) == 43
;; run ackermann(3, 4) == 125
;; run ackermann(3, 6) == 509

; The same, with the outer recursion as a loop.
proc ackermann_loop(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; m
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; n
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Jump(#1)
#1:        ; while
    Int32 @7 = Phi()                                ; m
    Int32 @8 = Phi()                                ; n
    ; while m != 0
    Int32 @9 = Const32(0)
    Int32 @10 = NotEqual(@7, @9)
    Void @11 = Branch(@10, #2, #6)
#2:        ; body
    ; if n == 0
    Int32 @12 = Const32(0)
    Int32 @13 = Equal(@8, @12)
    Void @14 = Branch(@13, #3, #4)
#3:        ; then
    ; n = 1
    Int32 @15 = Const32(1)                          ; n
    Void @16 = Upsilon(@15, ^@23)
    Void @17 = Jump(#5)
#4:        ; else
    ; n = call ackermann_loop(m, n - 1)
    Int32 @18 = Const32(1)
    Int32 @19 = Sub(@8, @18)
    Int32 @20 = CCall(ackermann_loop, @7, @19)      ; n
    Void @21 = Upsilon(@20, ^@23)
    Void @22 = Jump(#5)
#5:        ; endif
    Int32 @23 = Phi()                               ; n
    ; m = m - 1
    Int32 @24 = Const32(1)
    Int32 @25 = Sub(@7, @24)                        ; m
    Void @26 = Upsilon(@25, ^@7)
    Void @27 = Upsilon(@23, ^@8)
    Void @28 = Jump(#1)
#6:        ; done
    ; return n + 1
    Int32 @29 = Const32(1)
    Int32 @30 = Add(@8, @29)
    Void @31 = Return(@30)
}
;; run ackermann_loop(3, 4) == 125
