barebones 1
; Loops with a known trip count are fully unrolled.
;! opt fully_unroll_loops reduce_strength eliminate_dead_code
;! run

; Four iterations. Values used outside are those of the last one.
proc up_to_a_constant() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}
;; not: Phi(
;; check: Return(
;; run up_to_a_constant() == 6465676

; Sixteen iterations, and one more.
proc sixteen_iterations() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(16)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Add(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}
;; not: Phi(
;; check: Return(
;; run sixteen_iterations() == 638

proc seventeen_iterations() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(17)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Add(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}
;; check: Phi(
;; check: Return(
;; run seventeen_iterations() == 686

; It has no second iteration.
proc one_iteration() -> Int64 {
#0:
    Int32 @0 = Const32(9)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}
;; not: Phi(
;; check: Return(
;; run one_iteration() == 235

; The counter wraps.
proc over_the_end() -> Int64 {
#0:
    Int32 @0 = Const32(2147483645)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = GreaterThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}
;; not: Phi(
;; check: Return(
;; run over_the_end() == 2134598951702

; The condition that ends the loop becomes true.
proc until_it_is() -> Int64 {
#0:
    Int32 @0 = Const32(12)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(-4)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = Equal(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #2, #1)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}
;; not: Phi(
;; check: Return(
;; run until_it_is() == 220325

; The limit is unknown.
proc up_to_an_argument(Int64) -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int64 @21 = ArgumentReg(%a0)
    Int32 @3 = Trunc(@21)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = LessThan(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}
;; check: Phi(
;; check: Return(
;; run up_to_an_argument(4) == 6465676
;; run up_to_an_argument(9) == 185106732482661

; So is the start of the counter.
proc from_an_argument(Int64) -> Int64 {
#0:
    Int64 @21 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@21)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @4)
    Int64 @11 = ZExt32(@8)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@8, @2)
    Int32 @14 = NotEqual(@13, @3)
    Void @15 = Upsilon(@13, ^@8)
    Void @16 = Upsilon(@12, ^@9)
    Void @17 = Branch(@14, #1, #2)
#2:
    Int64 @18 = ZExt32(@8)
    Int64 @19 = Add(@12, @18)
    Void @20 = Return(@19)
}
;; check: Phi(
;; check: Return(
;; run from_an_argument(0) == 6465676
;; run from_an_argument(3) == 223
