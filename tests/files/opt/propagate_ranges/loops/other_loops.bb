barebones 1
; Induction variables stay between their start and the limit; each with a twin that does not.
;! opt propagate_ranges
;! run

proc until_equal(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(4)
    Int32 @6 = Const32(400)
    Int32 @20 = Const32(396)
    Void @8 = Upsilon(@4, ^@10)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int32 @11 = Above(@10, @20)
    Void @12 = TrapIf(@11, User(1))
    Int32 @13 = Add(@10, @5)
    Int32 @14 = NotEqual(@13, @6)
    Void @16 = Upsilon(@13, ^@10)
    Void @17 = Branch(@14, #1, #2)
#2:
    Void @18 = Return(@10)
}
;; check: @11 = Const32(0)
;; run until_equal(5, 0) == 396

proc until_equal_never(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(4)
    Int32 @6 = Const32(398)
    Int32 @20 = Const32(396)
    Int32 @21 = Const32(1000)
    Int32 @30 = Const32(-1)
    Void @8 = Upsilon(@4, ^@10)
    Void @31 = Upsilon(@21, ^@32)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int32 @32 = Phi()
    Int32 @11 = Above(@10, @20)
    Void @12 = TrapIf(@11, User(1))
    Int32 @33 = Add(@32, @30)
    Void @34 = Upsilon(@33, ^@32)
    Void @23 = Branch(@33, #3, #2)
#3:
    Int32 @13 = Add(@10, @5)
    Int32 @14 = NotEqual(@13, @6)
    Void @16 = Upsilon(@13, ^@10)
    Void @35 = Upsilon(@33, ^@32)
    Void @17 = Branch(@14, #1, #2)
#2:
    Void @18 = Return(@10)
}
;; check: @11 = Above(@10, @20)
;; run until_equal_never(5, 0) traps User(1)

proc grows(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Int32 @6 = Const32(100)
    Int32 @7 = Const32(200)
    Void @8 = Upsilon(@4, ^@10)
    Void @30 = Upsilon(@4, ^@21)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int32 @21 = Phi()
    Int32 @11 = Below(@21, @6)
    Void @12 = TrapIf(@11, User(1))
    Int32 @13 = Add(@10, @5)
    Int32 @22 = Load8Z(@1)
    Int32 @23 = Add(@22, @7)
    Int32 @14 = LessThan(@13, @6)
    Void @16 = Upsilon(@13, ^@10)
    Void @31 = Upsilon(@23, ^@21)
    Void @17 = Branch(@14, #1, #2)
#2:
    Void @18 = Return(@10)
}
;; check: @11 = Below(@21, @6)

proc exchanged(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(3)
    Int32 @5 = Const32(4)
    Int32 @6 = Const32(0)
    Int32 @7 = Const32(1)
    Void @8 = Upsilon(@4, ^@13)
    Void @9 = Upsilon(@5, ^@14)
    Void @10 = Upsilon(@6, ^@15)
    Void @11 = Jump(#1)
#1:
    Int32 @13 = Phi()
    Int32 @14 = Phi()
    Int32 @15 = Phi()
    Int32 @16 = Equal(@13, @4)
    Int32 @17 = BelowEqual(@14, @5)
    Int32 @18 = Add(@15, @7)
    Void @19 = Upsilon(@14, ^@13)
    Void @20 = Upsilon(@13, ^@14)
    Void @21 = Upsilon(@18, ^@15)
    Int32 @22 = LessThan(@18, @2)
    Void @23 = Branch(@22, #1, #2)
#2:
    Int32 @24 = Add(@16, @17)
    Void @25 = Return(@24)
}
;; check: @16 = Equal(@13, @4)
;; check: @17 = Const32(1)
;; run exchanged(1, 0) == 2
;; run exchanged(2, 0) == 1

proc entered_twice(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Int32 @6 = Const32(10)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Upsilon(@6, ^@14)
    Void @9 = Branch(@2, #1, #2)
#1:
    Int32 @10 = Phi()
    Int32 @11 = Add(@10, @5)
    Void @12 = Upsilon(@11, ^@14)
    Void @13 = Jump(#2)
#2:
    Int32 @14 = Phi()
    Int32 @15 = Below(@14, @6)
    Void @16 = Upsilon(@14, ^@10)
    Void @17 = Branch(@15, #1, #3)
#3:
    Void @18 = Return(@14)
}
;; check: @15 = Below(@14, @6)
;; check: @17 = Branch(@15
;; run entered_twice(0, 0) == 10
;; run entered_twice(1, 0) == 10

proc nested(Int64, Int64) -> Int32 {
    generator0 = "leave"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Int32 @6 = Const32(10)
    Int32 @40 = Const32(20)
    Void @7 = Upsilon(@4, ^@9)
    Void @30 = Upsilon(@4, ^@31)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int32 @31 = Phi()
    Int32 @10 = LessThan(@9, @6)
    Void @11 = Upsilon(@9, ^@13)
    Void @32 = Upsilon(@31, ^@33)
    Void @12 = Branch(@10, #2, #4)
#2:
    Int32 @13 = Phi()
    Int32 @33 = Phi()
    Int32 @14 = CheckAdd(@13, @9, generator=generator0)
    Int32 @15 = Add(@13, @5)
    Int32 @34 = Add(@33, @14)
    Void @16 = Upsilon(@15, ^@13)
    Void @35 = Upsilon(@34, ^@33)
    Int32 @17 = LessThan(@15, @40)
    Void @18 = Branch(@17, #2, #3)
#3:
    Int32 @19 = CheckAdd(@9, @5, generator=generator0)
    Void @20 = Upsilon(@19, ^@9)
    Void @36 = Upsilon(@34, ^@31)
    Void @21 = Jump(#1)
#4:
    Void @22 = Return(@31)
}
;; check: @14 = Add(@13, @9)
;; check: @19 = Add(@9, @5)
;; run nested(0, 0) == 2395
