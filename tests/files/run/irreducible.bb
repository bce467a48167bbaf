barebones 1
; A loop with two entries: no block of it dominates the others. And a loop in the middle of which another begins.
;! run

; entry 0 goes to A, others to B. A: r += 10, n -= 1; B: r += 1 only when entered from outside; both test n.
proc two_entries(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Int32 @6 = Const32(10)
    Void @7 = Upsilon(@3, ^@12)
    Void @8 = Upsilon(@4, ^@13)
    Void @9 = Upsilon(@3, ^@20)
    Void @10 = Upsilon(@5, ^@21)
    Void @11 = Branch(@2, #3, #1)
#1:        ; A
    Int32 @12 = Phi()                               ; n
    Int32 @13 = Phi()                               ; r
    Void @14 = Branch(@12, #2, #4)
#2:        ; A, with n > 0: to B
    Int32 @15 = Sub(@12, @5)
    Int32 @16 = Add(@13, @6)
    Void @17 = Upsilon(@15, ^@20)
    Void @18 = Upsilon(@16, ^@21)
    Void @19 = Jump(#3)
#3:        ; B
    Int32 @20 = Phi()                               ; n
    Int32 @21 = Phi()                               ; r
    Int32 @22 = LessEqual(@20, @5)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@21, ^@13)
    Int32 @25 = Equal(@20, @4)
    Void @26 = Upsilon(@21, ^@30)
    Int32 @27 = Select(@2, @22, @25)
    Void @28 = Branch(@27, #5, #1)
#4:        ; out of A
    Void @29 = Return(@13)
#5:        ; out of B
    Int32 @30 = Phi()
    Void @31 = Return(@30)
}
;; run two_entries(0, 5) == 50
;; run two_entries(1, 5) == 41
;; run two_entries(0, 0) == 0
;; run two_entries(1, 0) == 1
;; run two_entries(1, 1) == 1

; Two loops that cross: 1 -> 2 -> 3 -> 1 and 2 -> 3 -> 4 -> 2, entered at 1 or 2. A block adds its number.
proc crossing(Int32, Int32) -> Int32 {
    var0: Int32        ; the sum
    var1: Int32        ; steps left
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Void @6 = Set(@4, var0)
    Void @7 = Set(@3, var1)
    Void @8 = Branch(@2, #1, #2)
#1:
    Int32 @9 = Get(var0)
    Int32 @10 = Add(@9, @5)
    Void @11 = Set(@10, var0)
    Int32 @12 = Get(var1)
    Int32 @13 = Sub(@12, @5)
    Void @14 = Set(@13, var1)
    Void @15 = Branch(@13, #2, #5)
#2:
    Int32 @16 = Const32(2)
    Int32 @17 = Get(var0)
    Int32 @18 = Add(@17, @16)
    Void @19 = Set(@18, var0)
    Int32 @20 = Get(var1)
    Int32 @21 = Sub(@20, @5)
    Void @22 = Set(@21, var1)
    Void @23 = Branch(@21, #3, #5)
#3:
    Int32 @24 = Const32(3)
    Int32 @25 = Get(var0)
    Int32 @26 = Add(@25, @24)
    Void @27 = Set(@26, var0)
    Int32 @28 = Get(var1)
    Int32 @29 = Sub(@28, @5)
    Void @30 = Set(@29, var1)
    Int32 @31 = BitAnd(@29, @5)
    Void @32 = Branch(@31, #1, #4)
#4:
    Int32 @33 = Const32(4)
    Int32 @34 = Get(var0)
    Int32 @35 = Add(@34, @33)
    Void @36 = Set(@35, var0)
    Int32 @37 = Get(var1)
    Int32 @38 = LessThan(@37, @5)
    Void @39 = Branch(@38, #5, #2)
#5:
    Int32 @40 = Get(var0)
    Void @41 = Return(@40)
}
;; run crossing(1, 9) == 37
;; run crossing(0, 9) == 33
