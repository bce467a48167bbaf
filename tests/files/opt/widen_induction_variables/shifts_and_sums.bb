barebones 1
; 32-bit counters become 64-bit ones if the extended value wraps in every iteration or in none.
;! opt widen_induction_variables eliminate_dead_code
;! run

; The limit is on the left, and the loop continues if the comparison is false.
proc limit_on_the_left() -> Int64 {
#0:
    Int32 @0 = Const32(5)
    Int32 @1 = Const32(3)
    Int32 @2 = Const32(300)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(-5)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = BelowEqual(@2, @15)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #2, #1)
#2:
    Void @20 = Return(@14)
}
;; not: Ext32(
;; check: Return(
;; run limit_on_the_left() == 78041737478861555

; The counter is compared before the sum: one more iteration,
proc before_the_sum() -> Int64 {
#0:
    Int32 @0 = Const32(2147483392)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(2147483616)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(31)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = SExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@8, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
;; not: Ext32(
;; check: Return(
;; run before_the_sum() == -6069441045227319697

; .. which is one too many.
proc before_the_sum_too_far() -> Int64 {
#0:
    Int32 @0 = Const32(2147483392)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(2147483632)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(31)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = SExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@8, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
;; check: Ext32(
;; check: Return(
;; run before_the_sum_too_far() == -3685231667098878080

; Shifted by an index scale,
proc shifted() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = Const32(100)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(2)
    Int32 @11 = Shl(@8, @10)
    Int32 @12 = Const32(16)
    Int32 @13 = Add(@11, @12)
    Int64 @14 = ZExt32(@13)
    Int64 @15 = Mul(@9, @4)
    Int64 @16 = Add(@15, @14)
    Int32 @17 = Const32(3)
    Int32 @18 = Shl(@8, @17)
    Int64 @19 = ZExt32(@18)
    Int64 @20 = Mul(@16, @4)
    Int64 @21 = Add(@20, @19)
    Int32 @22 = Const32(1)
    Int32 @23 = Shl(@8, @22)
    Int32 @24 = Const32(-1)
    Int32 @25 = Add(@23, @24)
    Int64 @26 = SExt32(@25)
    Int64 @27 = Mul(@21, @4)
    Int64 @28 = Add(@27, @26)
    Int32 @29 = Add(@8, @1)
    Int32 @30 = NotEqual(@29, @2)
    Void @31 = Upsilon(@29, ^@8)
    Void @32 = Upsilon(@28, ^@9)
    Void @33 = Branch(@30, #1, #2)
#2:
    Void @34 = Return(@28)
}
;; not: Ext32(
;; check: Return(
;; run shifted() == 5060495049207517404

; .. and further.
proc shifted_too_far() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = Const32(100)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(4)
    Int32 @11 = Shl(@8, @10)
    Int32 @12 = Const32(16)
    Int32 @13 = Add(@11, @12)
    Int64 @14 = ZExt32(@13)
    Int64 @15 = Mul(@9, @4)
    Int64 @16 = Add(@15, @14)
    Int32 @17 = Add(@8, @1)
    Int32 @18 = NotEqual(@17, @2)
    Void @19 = Upsilon(@17, ^@8)
    Void @20 = Upsilon(@16, ^@9)
    Void @21 = Branch(@18, #1, #2)
#2:
    Void @22 = Return(@16)
}
;; check: Ext32(
;; check: Return(
;; run shifted_too_far() == 310463561284855584

; Bits that are shifted out are lost.
proc shifted_out() -> Int64 {
#0:
    Int32 @0 = Const32(536870896)
    Int32 @1 = Const32(1)
    Int32 @2 = Const32(536870928)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(3)
    Int32 @11 = Shl(@8, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
;; check: Ext32(
;; check: Return(
;; run shifted_out() == -7448199506036916096

; It starts with an unknown value.
proc from_an_argument(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(9)
    Int32 @3 = Const32(4)
    Int32 @4 = Const32(-1)
    Int32 @5 = Const32(0)
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(31)
    Void @8 = Upsilon(@1, ^@12)
    Void @9 = Upsilon(@6, ^@13)
    Void @10 = Upsilon(@2, ^@14)
    Void @11 = Jump(#1)
#1:
    Int32 @12 = Phi()
    Int64 @13 = Phi()
    Int32 @14 = Phi()
    Int32 @15 = Const32(4)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Mul(@13, @7)
    Int64 @19 = Add(@18, @17)
    Int32 @20 = Add(@12, @3)
    Int32 @21 = Add(@14, @4)
    Int32 @22 = NotEqual(@21, @5)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@19, ^@13)
    Void @25 = Upsilon(@21, ^@14)
    Void @26 = Branch(@22, #1, #2)
#2:
    Void @27 = Return(@19)
}
;; check: Ext32(
;; check: Return(
;; run from_an_argument(0) == 3642792386580
;; run from_an_argument(-4) == 117509431824
