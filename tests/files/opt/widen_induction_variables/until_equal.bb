barebones 1
; 32-bit counters become 64-bit ones if the extended value wraps in every iteration or in none.
;! opt widen_induction_variables eliminate_dead_code
;! run

; Until it is equal to a limit.
proc until_equal() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(64)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = ZExt32(@8)
    Int64 @11 = Mul(@9, @4)
    Int64 @12 = Add(@11, @10)
    Int32 @13 = Const32(16)
    Int32 @14 = Add(@8, @13)
    Int64 @15 = ZExt32(@14)
    Int64 @16 = Mul(@12, @4)
    Int64 @17 = Add(@16, @15)
    Int32 @18 = Const32(-4)
    Int32 @19 = Add(@8, @18)
    Int64 @20 = SExt32(@19)
    Int64 @21 = Mul(@17, @4)
    Int64 @22 = Add(@21, @20)
    Int32 @23 = Add(@8, @1)
    Int32 @24 = NotEqual(@23, @2)
    Void @25 = Upsilon(@23, ^@8)
    Void @26 = Upsilon(@22, ^@9)
    Void @27 = Branch(@24, #1, #2)
#2:
    Void @28 = Return(@22)
}
;; not: Ext32(
;; check: Return(
;; run until_equal() == -804011657889382368

; The comparison has 64 bits too.
proc compared_in_64_bits() -> Int64 {
#0:
    Int32 @0 = Const32(8)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(64)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(16)
    Int32 @11 = Add(@8, @10)
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
;; not: Ext32(
;; check: Const64(64)
;; check: Branch(
;; check: Return(
;; run compared_in_64_bits() == 176789011869836572

; Another counter ends the loop.
proc another_ends_it() -> Int64 {
#0:
    Int32 @0 = Const32(1024)
    Int32 @1 = Const32(100)
    Int32 @2 = Const32(8)
    Int32 @3 = Const32(-1)
    Int32 @4 = Const32(0)
    Int64 @5 = Const64(0)
    Int64 @6 = Const64(31)
    Void @7 = Upsilon(@0, ^@11)
    Void @8 = Upsilon(@5, ^@12)
    Void @9 = Upsilon(@1, ^@13)
    Void @10 = Jump(#1)
#1:
    Int32 @11 = Phi()
    Int64 @12 = Phi()
    Int32 @13 = Phi()
    Int32 @14 = Const32(8)
    Int32 @15 = Add(@11, @14)
    Int64 @16 = ZExt32(@15)
    Int64 @17 = Mul(@12, @6)
    Int64 @18 = Add(@17, @16)
    Int32 @19 = Add(@11, @2)
    Int32 @20 = Add(@13, @3)
    Int32 @21 = NotEqual(@20, @4)
    Void @22 = Upsilon(@19, ^@11)
    Void @23 = Upsilon(@18, ^@12)
    Void @24 = Upsilon(@20, ^@13)
    Void @25 = Branch(@21, #1, #2)
#2:
    Void @26 = Return(@18)
}
;; not: Ext32(
;; check: Return(
;; run another_ends_it() == 8970458115384546192

; A Branch on the sum itself.
proc its_truth() -> Int64 {
#0:
    Int32 @0 = Const32(-256)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = SExt32(@8)
    Int64 @11 = Mul(@9, @4)
    Int64 @12 = Add(@11, @10)
    Int32 @13 = Add(@8, @1)
    Void @14 = Upsilon(@13, ^@8)
    Void @15 = Upsilon(@12, ^@9)
    Void @16 = Branch(@13, #1, #2)
#2:
    Void @17 = Return(@12)
}
;; not: Ext32(
;; not: Trunc
;; check: Branch(
;; check: Return(
;; run its_truth() == 4654317858697117824

; The extended value wraps in every iteration,
proc wraps_always() -> Int64 {
#0:
    Int32 @0 = Const32(-256)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(1280)
    Int32 @11 = Add(@8, @10)
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
;; not: Ext32(
;; check: Return(
;; run wraps_always() == 3824538481188339840

; .. only just,
proc wraps_just_always() -> Int64 {
#0:
    Int32 @0 = Const32(-256)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(256)
    Int32 @11 = Add(@8, @10)
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
;; not: Ext32(
;; check: Return(
;; run wraps_just_always() == 799013168453451904

; .. and in all but one.
proc wraps_but_once() -> Int64 {
#0:
    Int32 @0 = Const32(-256)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(255)
    Int32 @11 = Add(@8, @10)
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
;; run wraps_but_once() == 8637350929966423936

; The last iteration just fits the word,
proc up_to_the_last() -> Int64 {
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
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
;; not: Ext32(
;; check: Return(
;; run up_to_the_last() == -6069441045227319697
