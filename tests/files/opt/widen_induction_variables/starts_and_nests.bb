barebones 1
; 32-bit counters become 64-bit ones if the extended value wraps in every iteration or in none.
;! opt widen_induction_variables eliminate_dead_code
;! run

; It starts with a value of fewer than 32 bits.
proc from_few_bits(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(31)
    Int32 @3 = BitAnd(@1, @2)
    Int32 @4 = Const32(9)
    Int32 @5 = Const32(4)
    Int32 @6 = Const32(-1)
    Int32 @7 = Const32(0)
    Int64 @8 = Const64(0)
    Int64 @9 = Const64(31)
    Void @10 = Upsilon(@3, ^@14)
    Void @11 = Upsilon(@8, ^@15)
    Void @12 = Upsilon(@4, ^@16)
    Void @13 = Jump(#1)
#1:
    Int32 @14 = Phi()
    Int64 @15 = Phi()
    Int32 @16 = Phi()
    Int32 @17 = Const32(4)
    Int32 @18 = Add(@14, @17)
    Int64 @19 = ZExt32(@18)
    Int64 @20 = Mul(@15, @9)
    Int64 @21 = Add(@20, @19)
    Int32 @22 = Add(@14, @5)
    Int32 @23 = Add(@16, @6)
    Int32 @24 = NotEqual(@23, @7)
    Void @25 = Upsilon(@22, ^@14)
    Void @26 = Upsilon(@21, ^@15)
    Void @27 = Upsilon(@23, ^@16)
    Void @28 = Branch(@24, #1, #2)
#2:
    Void @29 = Return(@21)
}
;; check: ZExt32(
;; check: Jump(
;; not: Ext32(
;; check: Return(
;; run from_few_bits(0) == 3642792386580
;; run from_few_bits(70) == 8930716818714

; The constant would not fit 32 bits.
proc no_immediate() -> Int64 {
#0:
    Int32 @0 = Const32(16)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(80)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(-2147483648)
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
;; run no_immediate() == -636082472362979296

; The trip count is unknown.
proc of_no_end(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(4)
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
    Int32 @17 = GreaterThan(@16, @1)
    Void @18 = Upsilon(@16, ^@9)
    Void @19 = Upsilon(@15, ^@10)
    Void @20 = Branch(@17, #1, #2)
#2:
    Void @21 = Return(@15)
}
;; check: Ext32(
;; check: Return(
;; run of_no_end(4) == 4
;; run of_no_end(9) == 4

; The sum becomes 2^32, which is 0 in 32 bits only.
proc truth_beyond_the_word() -> Int64 {
#0:
    Int32 @0 = Const32(1879048192)
    Int32 @1 = Const32(268435456)
    Int32 @2 = Const32(0)
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
    Int32 @13 = Add(@8, @1)
    Void @14 = Upsilon(@13, ^@8)
    Void @15 = Upsilon(@12, ^@9)
    Void @16 = Branch(@13, #1, #2)
#2:
    Void @17 = Return(@12)
}
;; not: Ext32(
;; check: = Trunc(
;; check: Branch(
;; check: Return(
;; run truth_beyond_the_word() == 3723098450804342784

; Two entry edges, each with a constant.
proc two_entries(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = Const32(4)
    Void @3 = Upsilon(@1, ^@12)
    Void @4 = Branch(@0, #1, #2)
#1:
    Int32 @5 = Const32(16)
    Void @6 = Upsilon(@5, ^@11)
    Void @7 = Jump(#3)
#2:
    Int32 @8 = Const32(-16)
    Void @9 = Upsilon(@8, ^@11)
    Void @10 = Jump(#3)
#3:
    Int32 @11 = Phi()
    Int64 @12 = Phi()
    Int64 @13 = SExt32(@11)
    Int64 @14 = Add(@12, @13)
    Int32 @15 = Add(@11, @2)
    Int32 @16 = Const32(40)
    Int32 @17 = LessThan(@15, @16)
    Void @18 = Upsilon(@15, ^@11)
    Void @19 = Upsilon(@14, ^@12)
    Void @20 = Branch(@17, #3, #4)
#4:
    Void @21 = Return(@14)
}
;; not: Ext32(
;; check: Return(
;; run two_entries(0) == 140
;; run two_entries(1) == 156

; An inner loop starts with the outer counter: nothing is extended before it.
proc nested() -> Int64 {
#0:
    Int32 @0 = Const32(1024)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()
    Int64 @6 = Phi()
    Int32 @7 = Const32(4)
    Int32 @8 = Add(@5, @7)
    Int64 @9 = ZExt32(@8)
    Int32 @10 = Const32(5)
    Void @11 = Upsilon(@8, ^@16)
    Void @12 = Upsilon(@10, ^@17)
    Void @13 = Upsilon(@6, ^@18)
    Void @14 = Jump(#2)
#2:
    Int32 @16 = Phi()
    Int32 @17 = Phi()
    Int64 @18 = Phi()
    Int32 @19 = Const32(12)
    Int32 @20 = Add(@16, @19)
    Int64 @21 = ZExt32(@20)
    Int64 @22 = Add(@18, @21)
    Int32 @23 = Const32(8)
    Int32 @24 = Add(@16, @23)
    Int32 @25 = Const32(-1)
    Int32 @26 = Add(@17, @25)
    Void @27 = Upsilon(@24, ^@16)
    Void @28 = Upsilon(@26, ^@17)
    Void @29 = Upsilon(@22, ^@18)
    Void @30 = Branch(@26, #2, #3)
#3:
    Int64 @31 = BitXor(@22, @9)
    Int32 @32 = Const32(256)
    Int32 @33 = Add(@5, @32)
    Int32 @34 = Const32(2304)
    Int32 @35 = NotEqual(@33, @34)
    Void @36 = Upsilon(@33, ^@5)
    Void @37 = Upsilon(@31, ^@6)
    Void @38 = Branch(@35, #1, #4)
#4:
    Void @39 = Return(@31)
}
;; not: Ext32(
;; check: Return(
;; run nested() == 39204

; The outer counter is negative, and is extended only for the inner one.
proc nested_negative() -> Int64 {
#0:
    Int32 @0 = Const32(-1024)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()
    Int64 @6 = Phi()
    Int32 @7 = Const32(5)
    Void @8 = Upsilon(@5, ^@12)
    Void @9 = Upsilon(@7, ^@13)
    Void @10 = Upsilon(@6, ^@14)
    Void @11 = Jump(#2)
#2:
    Int32 @12 = Phi()
    Int32 @13 = Phi()
    Int64 @14 = Phi()
    Int32 @15 = Const32(2048)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Add(@14, @17)
    Int32 @19 = Const32(-8)
    Int32 @20 = Add(@12, @19)
    Int32 @21 = Const32(-1)
    Int32 @22 = Add(@13, @21)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@22, ^@13)
    Void @25 = Upsilon(@18, ^@14)
    Void @26 = Branch(@22, #2, #3)
#3:
    Int32 @27 = Const32(256)
    Int32 @28 = Add(@5, @27)
    Int32 @29 = Const32(0)
    Int32 @30 = NotEqual(@28, @29)
    Void @31 = Upsilon(@28, ^@5)
    Void @32 = Upsilon(@18, ^@6)
    Void @33 = Branch(@30, #1, #4)
#4:
    Void @34 = Return(@18)
}
;; check: SExt32(@5)
;; not: Ext32(
;; check: Return(
;; run nested_negative() == 27840
