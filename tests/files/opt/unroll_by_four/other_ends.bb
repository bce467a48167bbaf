barebones 1
; Loops with unknown trip counts: four iterations with one test, and the original loop for the rest.
;! opt unroll_by_four
;! run

proc until_it_is(Int64, Int64) -> Int64 {
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
    Int32 @16 = Const32(-3)
    Int32 @17 = Add(@9, @16)
    Int32 @18 = NotEqual(@17, @3)
    Void @19 = Upsilon(@17, ^@9)
    Void @20 = Upsilon(@10, ^@11)
    Void @21 = Upsilon(@15, ^@10)
    Void @22 = Branch(@18, #1, #2)
#2:
    Int64 @23 = BitXor(@15, @11)
    Void @24 = Return(@23)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Sub(
;; check: Const32(12)
;; check: Above(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run until_it_is(30, 0) == 801607
;; run until_it_is(12, 0) == 461
;; run until_it_is(15, 0) == 1939
;; run until_it_is(18, 0) == 6323
;; run until_it_is(3, 0) == 7
;; run until_it_is(-2147483640, 2147483641) == 266287973497

proc seven_iterations(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Upsilon(@2, ^@10)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Phi()
    Int64 @11 = Const64(3)
    Int64 @12 = Mul(@9, @11)
    Int64 @14 = Add(@12, @8)
    Int64 @15 = Const64(1)
    Int64 @16 = Add(@8, @15)
    Int64 @17 = Const64(7)
    Int32 @18 = LessThan(@16, @17)
    Void @19 = Upsilon(@16, ^@8)
    Void @20 = Upsilon(@9, ^@10)
    Void @21 = Upsilon(@14, ^@9)
    Void @22 = Branch(@18, #1, #2)
#2:
    Int64 @23 = BitXor(@14, @10)
    Void @24 = Return(@23)
}
;; check: Mul(
;; not: Mul(
;; run seven_iterations(0, 0) == 2951

; The counter moves away from the limit and wraps before it.
proc away_from_limit(Int64, Int64) -> Int64 {
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
    Int32 @16 = LessThan(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @18 = Upsilon(@8, ^@9)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Int64 @21 = BitXor(@13, @9)
    Void @22 = Return(@21)
}
;; check: Mul(
;; not: Mul(
;; run away_from_limit(5, 0) == 9

proc end_changes(Int64, Int64) -> Int64 {
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
    Int64 @14 = Const64(1)
    Int64 @15 = Add(@7, @14)
    Int64 @16 = BitXor(@1, @7)
    Int32 @17 = LessThan(@15, @16)
    Void @18 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@8, ^@9)
    Void @20 = Upsilon(@13, ^@8)
    Void @21 = Branch(@17, #1, #2)
#2:
    Int64 @22 = BitXor(@13, @9)
    Void @23 = Return(@22)
}
;; check: Mul(
;; not: Mul(
;; run end_changes(0, 9) == 27325

proc rare(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Branch(@1, #1:rare, #3)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(1)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = LessThan(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @18 = Upsilon(@8, ^@9)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Int64 @21 = BitXor(@13, @9)
    Void @22 = Return(@21)
#3:
    Void @23 = Return(@2)
}
;; check: Mul(
;; not: Mul(
;; run rare(0, 9) == 27325
;; run rare(0, 0) == 1

; A constant end that is defined in the loop.
proc constant_in_the_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Phi()
    Int64 @7 = Const64(3)
    Int64 @8 = Mul(@6, @7)
    Int64 @9 = Add(@8, @5)
    Int64 @10 = Add(@5, @1)
    Int64 @11 = Const64(40)
    Int32 @12 = LessThan(@10, @11)
    Void @13 = Upsilon(@10, ^@5)
    Void @14 = Upsilon(@9, ^@6)
    Void @15 = Branch(@12, #1, #2)
#2:
    Void @16 = Return(@9)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; run constant_in_the_loop(50) == 53
;; run constant_in_the_loop(37) == 513
;; run constant_in_the_loop(30) == 959526
