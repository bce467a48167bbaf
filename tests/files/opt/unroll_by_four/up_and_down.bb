barebones 1
; Loops with unknown trip counts: four iterations with one test, and the original loop for the rest.
;! opt unroll_by_four
;! run

data bytes = zero:4 u32:0x04030201 u32:0xc80605

; A sum of bytes; the test is in the header.
proc up_to(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Upsilon(@4, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = LessThan(@8, @2)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int64 @12 = SExt32(@8)
    Int64 @13 = Add(@0, @12)
    Int32 @14 = Load8Z(@13)
    Int64 @15 = ZExt32(@14)
    Int64 @16 = Add(@9, @15)
    Int32 @17 = Const32(1)
    Int32 @18 = Add(@8, @17)
    Void @19 = Upsilon(@18, ^@8)
    Void @20 = Upsilon(@16, ^@9)
    Void @21 = Jump(#1)
#3:
    Void @22 = Return(@9)
}
;; check: Const32(-2147483645)
;; check: LessThan(
;; check: Select(
;; check: Const32(-3)
;; check: Load8Z(
;; not: Load8Z(
;; check: Return(
;; check: LessThan(
;; check: Load8Z(
;; check: Load8Z(
;; check: Load8Z(
;; check: Load8Z(
;; not: Load8Z(
;; run up_to(@data:bytes, -2147483648) == 0
;; run up_to(@data:bytes, -1) == 0
;; run up_to(@data:bytes, 0) == 0
;; run up_to(@data:bytes, 1) == 0
;; run up_to(@data:bytes, 3) == 0
;; run up_to(@data:bytes, 4) == 0
;; run up_to(@data:bytes, 5) == 1
;; run up_to(@data:bytes, 8) == 10
;; run up_to(@data:bytes, 11) == 221

; The number itself is the condition.
proc down_to_zero(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(-1)
    Int64 @15 = Add(@7, @14)
    Void @17 = Upsilon(@15, ^@7)
    Void @18 = Upsilon(@8, ^@9)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@15, #1, #2)
#2:
    Int64 @21 = BitXor(@13, @9)
    Void @22 = Return(@21)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Sub(
;; check: Const64(4)
;; check: Above(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run down_to_zero(1, 0) == 5
;; run down_to_zero(2, 0) == 17
;; run down_to_zero(4, 0) == 199
;; run down_to_zero(5, 0) == 833
;; run down_to_zero(6, 0) == 2945
;; run down_to_zero(9, 0) == 114545
;; run down_to_zero(100, 0) == -2341832906530818105

; The limit is included.
proc up_to_and_with(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Upsilon(@4, ^@10)
    Void @7 = Upsilon(@4, ^@11)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @12 = Const64(3)
    Int64 @13 = Mul(@10, @12)
    Int64 @14 = SExt32(@9)
    Int64 @15 = Add(@13, @14)
    Int32 @16 = Const32(3)
    Int32 @17 = Add(@9, @16)
    Int32 @18 = LessEqual(@17, @3)
    Void @19 = Upsilon(@17, ^@9)
    Void @20 = Upsilon(@10, ^@11)
    Void @21 = Upsilon(@15, ^@10)
    Void @22 = Branch(@18, #1, #2)
#2:
    Int64 @23 = BitXor(@15, @11)
    Void @24 = Return(@23)
}
;; check: Const32(-2147483637)
;; check: LessThan(
;; check: Select(
;; check: Const32(-11)
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: LessThan(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run up_to_and_with(0, -5) == 2
;; run up_to_and_with(0, 9) == 139
;; run up_to_and_with(0, 10) == 139
;; run up_to_and_with(0, 11) == 139
;; run up_to_and_with(0, 12) == 395
;; run up_to_and_with(0, 13) == 395
;; run up_to_and_with(-2147483648, -2147483645) == -8589934579
;; run up_to_and_with(-2147483648, -2147483639) == 77309411467
;; run up_to_and_with(2147483600, 2147483640) == 4565335602869997
;; run up_to_and_with(-10, 30) == 16214917
;; run up_to_and_with(5, 2) == 9

proc below(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @18 = Upsilon(@8, ^@9)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Int64 @21 = BitXor(@13, @9)
    Void @22 = Return(@21)
}
;; check: Const64(8)
;; check: Below(
;; check: Select(
;; check: Const64(-8)
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Below(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run below(0, 0) == 2
;; run below(0, 7) == 126
;; run below(0, 8) == 126
;; run below(0, 9) == 322
;; run below(0, 1) == 2
;; run below(-20, -3) == 181522
;; run below(-20, -10) == 2258
;; run below(-2, 6) == 38
;; run below(3, 40) == 3636693578

; The sides of the comparison are swapped; it compares the Phi.
proc down_above(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Upsilon(@4, ^@10)
    Void @7 = Upsilon(@4, ^@11)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @12 = Const64(3)
    Int64 @13 = Mul(@10, @12)
    Int64 @14 = SExt32(@9)
    Int64 @15 = Add(@13, @14)
    Int32 @16 = Const32(-2)
    Int32 @17 = Add(@9, @16)
    Int32 @18 = Below(@3, @9)
    Void @19 = Upsilon(@17, ^@9)
    Void @20 = Upsilon(@10, ^@11)
    Void @21 = Upsilon(@15, ^@10)
    Void @22 = Branch(@18, #1, #2)
#2:
    Int64 @23 = BitXor(@15, @11)
    Void @24 = Return(@23)
}
;; check: Const32(-7)
;; check: Above(
;; check: Select(
;; check: Const32(6)
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Above(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run down_above(0, 0) == 2
;; run down_above(20, 0) == 2049666
;; run down_above(8, 0) == 1086
;; run down_above(9, 1) == 1094
;; run down_above(-1, -20) == 6
;; run down_above(-1, -8) == 2
;; run down_above(-1, -7) == 6
;; run down_above(5, -1) == 9
