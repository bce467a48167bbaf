barebones 1
; 32-bit counters become 64-bit ones if the extended value wraps in every iteration or in none.
;! opt widen_induction_variables eliminate_dead_code
;! run

; .. or just does not.
proc over_the_last() -> Int64 {
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
    Int32 @10 = Const32(32)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = SExt32(@11)
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
;; run over_the_last() == 1342707582832742800

; Down to a signed number, from an unknown one: at most 2^29 iterations.
proc down_signed(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1024)
    Int32 @3 = Const32(4)
    Int32 @4 = Const32(-4)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(31)
    Void @8 = Upsilon(@2, ^@12)
    Void @9 = Upsilon(@6, ^@13)
    Void @10 = Upsilon(@1, ^@14)
    Void @11 = Jump(#1)
#1:
    Int32 @12 = Phi()
    Int64 @13 = Phi()
    Int32 @14 = Phi()
    Int32 @15 = Const32(3)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Mul(@13, @7)
    Int64 @19 = Add(@18, @17)
    Int32 @20 = Add(@12, @3)
    Int32 @21 = Add(@14, @4)
    Int32 @22 = GreaterThan(@21, @5)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@19, ^@13)
    Void @25 = Upsilon(@21, ^@14)
    Void @26 = Branch(@22, #1, #2)
#2:
    Void @27 = Return(@19)
}
;; not: Ext32(
;; check: Return(
;; run down_signed(0) == 1027
;; run down_signed(100) == 1487676774562067632
;; run down_signed(2000) == -5516874731010772217
;; run down_signed(-5) == 1027

; Down to an unsigned number: the maximum trip count is too large.
proc down_unsigned(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1024)
    Int32 @3 = Const32(8)
    Int32 @4 = Const32(-4)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(31)
    Void @8 = Upsilon(@2, ^@12)
    Void @9 = Upsilon(@6, ^@13)
    Void @10 = Upsilon(@1, ^@14)
    Void @11 = Jump(#1)
#1:
    Int32 @12 = Phi()
    Int64 @13 = Phi()
    Int32 @14 = Phi()
    Int32 @15 = Const32(3)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Mul(@13, @7)
    Int64 @19 = Add(@18, @17)
    Int32 @20 = Add(@12, @3)
    Int32 @21 = Add(@14, @4)
    Int32 @22 = Above(@21, @5)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@19, ^@13)
    Void @25 = Upsilon(@21, ^@14)
    Void @26 = Branch(@22, #1, #2)
#2:
    Void @27 = Return(@19)
}
;; check: Ext32(
;; check: Return(
;; run down_unsigned(100) == 2858774153542178016
;; run down_unsigned(2000) == 3651304172539933547

; A step that wraps past 0, after which the loop continues.
proc down_over_zero(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1024)
    Int32 @3 = Const32(1)
    Int32 @4 = Const32(-4)
    Int32 @5 = Const32(2)
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(31)
    Void @8 = Upsilon(@2, ^@12)
    Void @9 = Upsilon(@6, ^@13)
    Void @10 = Upsilon(@1, ^@14)
    Void @11 = Jump(#1)
#1:
    Int32 @12 = Phi()
    Int64 @13 = Phi()
    Int32 @14 = Phi()
    Int32 @15 = Const32(3)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Mul(@13, @7)
    Int64 @19 = Add(@18, @17)
    Int32 @20 = Add(@12, @3)
    Int32 @21 = Add(@14, @4)
    Int32 @22 = Above(@21, @5)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@19, ^@13)
    Void @25 = Upsilon(@21, ^@14)
    Void @26 = Branch(@22, #1, #2)
#2:
    Void @27 = Return(@19)
}
;; check: Ext32(
;; check: Return(
;; run down_over_zero(4) == 1027
;; run down_over_zero(100) == 404907894854367503

; Up to an unknown limit, by one.
proc up_to_an_argument(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(1)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(31)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int64 @11 = SExt32(@9)
    Int64 @12 = Mul(@10, @5)
    Int64 @13 = Add(@12, @11)
    Int32 @14 = Const32(4)
    Int32 @15 = Add(@9, @14)
    Int64 @16 = ZExt32(@15)
    Int64 @17 = Mul(@13, @5)
    Int64 @18 = Add(@17, @16)
    Int32 @19 = Add(@9, @3)
    Int32 @20 = LessThan(@19, @1)
    Void @21 = Upsilon(@19, ^@9)
    Void @22 = Upsilon(@18, ^@10)
    Void @23 = Branch(@20, #1, #2)
#2:
    Void @24 = Return(@18)
}
;; not: Ext32(
;; check: Return(
;; run up_to_an_argument(0) == 4
;; run up_to_an_argument(9) == -2245894122869456732
;; run up_to_an_argument(-3) == 4

; By two it may step over the limit.
proc up_by_two(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(2)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(31)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int32 @11 = Const32(4)
    Int32 @12 = Add(@9, @11)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Mul(@10, @5)
    Int64 @15 = Add(@14, @13)
    Int32 @16 = Add(@9, @3)
    Int32 @17 = LessThan(@16, @1)
    Void @18 = Upsilon(@16, ^@9)
    Void @19 = Upsilon(@15, ^@10)
    Void @20 = Branch(@17, #1, #2)
#2:
    Void @21 = Return(@15)
}
;; check: Ext32(
;; check: Return(
;; run up_by_two(0) == 4
;; run up_by_two(9) == 3880840

; Including the limit, which may be the largest number.
proc up_to_and_with(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(1)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(31)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int32 @11 = Const32(4)
    Int32 @12 = Add(@9, @11)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Mul(@10, @5)
    Int64 @15 = Add(@14, @13)
    Int32 @16 = Add(@9, @3)
    Int32 @17 = BelowEqual(@16, @1)
    Void @18 = Upsilon(@16, ^@9)
    Void @19 = Upsilon(@15, ^@10)
    Void @20 = Branch(@17, #1, #2)
#2:
    Void @21 = Return(@15)
}
;; check: Ext32(
;; check: Return(
;; run up_to_and_with(0) == 4
;; run up_to_and_with(9) == 110194469694085
