barebones 1
; The swap problem: Phis of one block exchange their values in every iteration of a loop. Upsilons write locations that
; the Phis read later, so the order of Upsilons and of Phis does not matter.
;! run

; (a, b) = (b, a), n times.
proc swap(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@0)
    Int32 @4 = Trunc(@1)
    Int32 @5 = Trunc(@2)
    Void @6 = Upsilon(@3, ^@10)
    Void @7 = Upsilon(@4, ^@11)
    Void @8 = Upsilon(@5, ^@12)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()                               ; a
    Int32 @11 = Phi()                               ; b
    Int32 @12 = Phi()                               ; n
    Void @13 = Branch(@12, #2, #3)
#2:
    Int32 @14 = Const32(1)
    Int32 @15 = Sub(@12, @14)
    Void @16 = Upsilon(@11, ^@10)
    Void @17 = Upsilon(@10, ^@11)
    Void @18 = Upsilon(@15, ^@12)
    Void @19 = Jump(#1)
#3:
    Int32 @20 = Const32(100)
    Int32 @21 = Mul(@10, @20)
    Int32 @22 = Add(@21, @11)
    Void @23 = Return(@22)
}
;; run swap(1, 2, 0) == 102
;; run swap(1, 2, 1) == 201
;; run swap(1, 2, 2) == 102
;; run swap(1, 2, 7) == 201

; (a, b, c) = (b, c, a), n times.
proc rotate(Int32, Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int32 @4 = Trunc(@0)
    Int32 @5 = Trunc(@1)
    Int32 @6 = Trunc(@2)
    Int32 @7 = Trunc(@3)
    Void @8 = Upsilon(@4, ^@13)
    Void @9 = Upsilon(@5, ^@14)
    Void @10 = Upsilon(@6, ^@15)
    Void @11 = Upsilon(@7, ^@16)
    Void @12 = Jump(#1)
#1:
    Int32 @13 = Phi()                               ; a
    Int32 @14 = Phi()                               ; b
    Int32 @15 = Phi()                               ; c
    Int32 @16 = Phi()                               ; n
    Void @17 = Branch(@16, #2, #3)
#2:
    Int32 @18 = Const32(-1)
    Int32 @19 = Add(@16, @18)
    Void @20 = Upsilon(@19, ^@16)
    Void @21 = Upsilon(@13, ^@15)
    Void @22 = Upsilon(@14, ^@13)
    Void @23 = Upsilon(@15, ^@14)
    Void @24 = Jump(#1)
#3:
    Int32 @25 = Const32(100)
    Int32 @26 = Mul(@13, @25)
    Int32 @27 = Add(@26, @14)
    Int32 @28 = Mul(@27, @25)
    Int32 @29 = Add(@28, @15)
    Void @30 = Return(@29)
}
;; run rotate(1, 2, 3, 0) == 10203
;; run rotate(1, 2, 3, 1) == 20301
;; run rotate(1, 2, 3, 2) == 30102
;; run rotate(1, 2, 3, 9) == 10203

; The same with doubles: 100 a + b.
proc swap_doubles(Double, Double, Int32) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Int64 @2 = ArgumentReg(%a0)
    Int32 @3 = Trunc(@2)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Upsilon(@1, ^@10)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()                                ; n
    Double @9 = Phi()                               ; a
    Double @10 = Phi()                              ; b
    Void @11 = Branch(@8, #2, #3)
#2:
    Int32 @12 = Const32(1)
    Int32 @13 = Sub(@8, @12)
    Void @14 = Upsilon(@9, ^@10)
    Void @15 = Upsilon(@10, ^@9)
    Void @16 = Upsilon(@13, ^@8)
    Void @17 = Jump(#1)
#3:
    Double @18 = ConstDouble(100.0)
    Double @19 = Mul(@9, @18)
    Double @20 = Add(@19, @10)
    Void @21 = Return(@20)
}
;; run swap_doubles(0.5, 8.0, 1) == 800.5
;; run swap_doubles(0.5, 8.0, 2) == 58.0
