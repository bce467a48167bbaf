barebones 1
; Loops with a known trip count are fully unrolled.
;! opt fully_unroll_loops reduce_strength eliminate_dead_code
;! run

; It counts by shifts.
proc by_shifts() -> Int64 {
#0:
    Int32 @0 = Const32(128)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(2)
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
    Int32 @13 = ZShr(@8, @2)
    Int32 @14 = NotEqual(@13, @3)
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
;; run by_shifts() == 10308899

; The last of two Upsilons defines the start.
proc begins_with_the_last() -> Int64 {
#0:
    Int32 @0 = Const32(2)
    Int64 @1 = Const64(7)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(31)
    Int32 @21 = Const32(1)
    Void @22 = Upsilon(@21, ^@8)
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
;; not: Phi(
;; check: Return(
;; run begins_with_the_last() == 6795

; And the next value.
proc next_value_of_the_last() -> Int64 {
#0:
    Int32 @0 = Const32(1)
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
    Void @22 = Upsilon(@3, ^@8)
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
;; run next_value_of_the_last() == 209566

; The header decides; it has one more iteration than the body.
proc decided_at_the_head(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Mul(@8, @8)
    Int32 @10 = LessThan(@7, @2)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int64 @12 = Add(@9, @7)
    Int64 @13 = Add(@7, @3)
    Void @14 = Upsilon(@13, ^@7)
    Void @15 = Upsilon(@12, ^@8)
    Void @16 = Jump(#1)
#3:
    Int64 @17 = Sub(@9, @7)
    Int64 @18 = BitXor(@17, @8)
    Void @19 = Return(@18)
}
;; not: Phi(
;; check: Return(
;; run decided_at_the_head(2) == 84965
;; run decided_at_the_head(-3) == 45240679

; Phis that exchange their values.
proc fibonacci() -> Int64 {
#0:
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = Const64(11)
    Void @3 = Upsilon(@1, ^@7)
    Void @4 = Upsilon(@0, ^@8)
    Void @5 = Upsilon(@0, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Add(@7, @8)
    Int64 @11 = Add(@9, @1)
    Int32 @12 = Below(@11, @2)
    Void @13 = Upsilon(@10, ^@7)
    Void @14 = Upsilon(@7, ^@8)
    Void @15 = Upsilon(@11, ^@9)
    Void @16 = Branch(@12, #1, #2)
#2:
    Int64 @17 = Mul(@7, @8)
    Int64 @18 = Add(@17, @10)
    Void @19 = Return(@18)
}
;; not: Phi(
;; check: Return(
;; run fibonacci() == 5039

; A Phi inside is copied: the procedure has five of them.
proc with_paths_in_it(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(5)
    Int32 @22 = Const32(1)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@0, ^@9)
    Void @6 = Upsilon(@3, ^@17)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = BitAnd(@9, @2)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int64 @12 = Mul(@9, @3)
    Void @13 = Upsilon(@12, ^@17)
    Void @14 = Jump(#4)
#3:
    Int64 @15 = ZShr(@9, @22)
    Void @26 = Upsilon(@15, ^@17)
    Void @16 = Jump(#4)
#4:
    Int64 @17 = Phi()
    Int64 @18 = Add(@17, @8)
    Int64 @19 = Add(@8, @2)
    Int32 @20 = NotEqual(@19, @3)
    Void @21 = Upsilon(@18, ^@9)
    Void @23 = Upsilon(@19, ^@8)
    Void @24 = Branch(@20, #1, #5)
#5:
    Void @25 = Return(@18)
}
;; check: Phi(
;; check: Phi(
;; check: Phi(
;; check: Phi(
;; check: Phi(
;; not: Phi(
;; check: Return(
;; run with_paths_in_it(6) == 8
;; run with_paths_in_it(27) == 869

; A Phi that is not written on each path keeps the value of another iteration.
proc written_in_another_iteration(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(5)
    Int32 @22 = Const32(1)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@0, ^@9)
    Void @6 = Upsilon(@3, ^@17)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = BitAnd(@9, @2)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int64 @12 = Mul(@9, @3)
    Void @13 = Upsilon(@12, ^@17)
    Void @14 = Jump(#4)
#3:
    Int64 @15 = ZShr(@9, @22)
    Void @16 = Jump(#4)
#4:
    Int64 @17 = Phi()
    Int64 @18 = Add(@17, @8)
    Int64 @19 = Add(@8, @2)
    Int32 @20 = NotEqual(@19, @3)
    Void @21 = Upsilon(@18, ^@9)
    Void @23 = Upsilon(@19, ^@8)
    Void @24 = Branch(@20, #1, #5)
#5:
    Void @25 = Return(@18)
}
;; check: Phi(
;; check: Phi(
;; check: Phi(
;; not: Phi(
;; check: Return(
;; run written_in_another_iteration(6) == 139
;; run written_in_another_iteration(27) == 3389
