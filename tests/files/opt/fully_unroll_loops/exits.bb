barebones 1
; Loops with a known trip count are fully unrolled.
;! opt fully_unroll_loops reduce_strength eliminate_dead_code
;! run

data bytes = "ABCD"

; Another exit stays, with its Upsilons.
proc another_exit(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(-1)
    Int64 @5 = SymbolAddress(bytes)
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Add(@5, @8)
    Int32 @10 = Load8Z(@9)
    Int64 @11 = ZExt32(@10)
    Int32 @12 = Equal(@11, @0)
    Void @13 = Upsilon(@8, ^@20)
    Void @14 = Branch(@12, #3, #2)
#2:
    Int64 @15 = Add(@8, @2)
    Int32 @16 = NotEqual(@15, @3)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@4, ^@20)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @20 = Phi()
    Void @21 = Return(@20)
}
;; check: Branch(
;; check: Branch(
;; not: Branch(
;; check: Return(
;; check: Branch(
;; check: Branch(
;; not: Branch(
;; run another_exit(65) == 0
;; run another_exit(66) == 1
;; run another_exit(68) == 3
;; run another_exit(69) == -1

; Other values used outside may be of any iteration.
proc used_after_another_exit(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(-1)
    Int64 @5 = SymbolAddress(bytes)
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Add(@5, @8)
    Int32 @10 = Load8Z(@9)
    Int64 @11 = ZExt32(@10)
    Int32 @12 = Equal(@11, @0)
    Void @13 = Upsilon(@8, ^@20)
    Void @14 = Branch(@12, #3, #2)
#2:
    Int64 @15 = Add(@8, @2)
    Int32 @16 = NotEqual(@15, @3)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@4, ^@20)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @20 = Phi()
    Void @21 = Return(@8)
}
;; check: Branch(
;; check: Branch(
;; not: Branch(
;; check: Return(
;; run used_after_another_exit(65) == 0
;; run used_after_another_exit(67) == 2
;; run used_after_another_exit(69) == 3

; With measured frequencies, each iteration runs as often as the entry.
proc measured(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(-1)
    Int64 @5 = SymbolAddress(bytes)
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#1)
#1 frequency=4:
    Int64 @8 = Phi()
    Int64 @9 = Add(@5, @8)
    Int32 @10 = Load8Z(@9)
    Int64 @11 = ZExt32(@10)
    Int32 @12 = Equal(@11, @0)
    Void @13 = Upsilon(@8, ^@20)
    Void @14 = Branch(@12, #3, #2)
#2 frequency=3:
    Int64 @15 = Add(@8, @2)
    Int32 @16 = NotEqual(@15, @3)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@4, ^@20)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @20 = Phi()
    Void @21 = Return(@20)
}
;; not: frequency=4
;; check: #2 frequency=0.75
;; not: frequency=3
;; check: Return(
;; not: frequency=3
;; check: frequency=0.75
;; not: frequency=3
;; run measured(67) == 2
;; run measured(70) == -1

; Not every iteration reaches the Branch that is known to exit.
proc ends_sometimes(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(2)
    Int64 @4 = Const64(40)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = BitAnd(@9, @2)
    Int64 @11 = Mul(@9, @9)
    Void @12 = Upsilon(@11, ^@25)
    Void @13 = Branch(@10, #2, #3)
#2:
    Int32 @14 = Equal(@8, @3)
    Void @15 = Branch(@14, #4, #3)
#3:
    Int64 @16 = Add(@8, @2)
    Int64 @17 = Add(@9, @16)
    Int32 @18 = NotEqual(@16, @4)
    Void @19 = Upsilon(@16, ^@8)
    Void @20 = Upsilon(@17, ^@9)
    Void @21 = Upsilon(@17, ^@25)
    Void @22 = Branch(@18, #1, #4)
#4:
    Int64 @25 = Phi()
    Void @26 = Return(@25)
}
;; check: Phi(
;; check: Return(
;; run ends_sometimes(0) == 9
;; run ends_sometimes(1) == 821
;; run ends_sometimes(2) == 25

; Two loops: the second one uses the final values of the first.
proc one_after_the_other(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Mul(@8, @8)
    Int64 @10 = Add(@9, @7)
    Int64 @11 = Add(@7, @2)
    Int32 @12 = NotEqual(@11, @3)
    Void @13 = Upsilon(@11, ^@7)
    Void @14 = Upsilon(@10, ^@8)
    Void @15 = Branch(@12, #1, #2)
#2:
    Void @16 = Upsilon(@1, ^@19)
    Void @17 = Upsilon(@0, ^@20)
    Void @18 = Jump(#3)
#3:
    Int64 @19 = Phi()
    Int64 @20 = Phi()
    Int64 @21 = BitXor(@10, @19)
    Int64 @22 = Add(@19, @2)
    Int32 @23 = NotEqual(@22, @3)
    Void @24 = Upsilon(@22, ^@19)
    Void @25 = Upsilon(@9, ^@20)
    Void @26 = Branch(@23, #3, #4)
#4:
    Int64 @27 = Sub(@21, @20)
    Void @28 = Return(@27)
}
;; not: Phi(
;; check: Return(
;; run one_after_the_other(3) == 0
;; run one_after_the_other(-2) == 0

; A value that is not constant in any iteration costs: of this many a quarter would have to be removed, ..
proc too_little_folds(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(4)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @11 = BitXor(@10, @9)
    Int64 @12 = Sub(@11, @9)
    Int64 @13 = Mul(@12, @9)
    Int64 @14 = BitXor(@13, @9)
    Int64 @15 = Sub(@14, @9)
    Int64 @16 = Mul(@15, @9)
    Int64 @17 = BitXor(@16, @9)
    Int64 @18 = Sub(@17, @9)
    Int64 @50 = Mul(@18, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
}
;; check: Phi(
;; check: Return(
;; run too_little_folds(5) == -4207019113199380539
