barebones 1
; Loops with a known trip count are fully unrolled.
;! opt fully_unroll_loops reduce_strength eliminate_dead_code
;! run

extern abs(Int32) -> Int32

; .. and at most this many may remain.
proc too_much_is_left(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(14)
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
    Int64 @50 = BitXor(@13, @9)
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
;; run too_much_is_left(5) == 460621163849661982

; A call.
proc with_a_call(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(2)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Trunc(@9)
    Int32 @11 = CCall(abs, @10)
    Int64 @50 = SExt32(@11)
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
;; run with_a_call(-7) == 7

; An exit state names its values.
proc in_a_state(Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@9]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @50 = BitXor(@10, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Int32 @57 = Equal(@50, @1)
    Void @58 = Check(@57, state=state0)
    Void @56 = Return(@50)
}
;; check: Phi(
;; check: Return(
;; run in_a_state(3) == 12074

; There are two entry edges.
proc two_entries(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @7 = Branch(@0, #3, #4)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @50 = BitXor(@10, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
#3:
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @57 = Jump(#1)
#4:
    Void @58 = Upsilon(@2, ^@8)
    Void @59 = Upsilon(@3, ^@9)
    Void @60 = Jump(#1)
}
;; check: Phi(
;; check: Return(
;; run two_entries(0) == 110
;; run two_entries(1) == 0

; It is rare.
proc rare(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Branch(@0, #1:rare, #3)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @50 = BitXor(@10, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
#3:
    Void @57 = Return(@0)
}
;; check: Phi(
;; check: Return(
;; run rare(1) == 0

; It runs less often than the procedure.
proc seldom(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @7 = Branch(@0, #3, #4)
#1 frequency=0.75:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Mul(@9, @9)
    Int64 @50 = BitXor(@10, @9)
    Int64 @51 = Add(@8, @2)
    Int32 @52 = NotEqual(@51, @3)
    Void @53 = Upsilon(@51, ^@8)
    Void @54 = Upsilon(@50, ^@9)
    Void @55 = Branch(@52, #1, #2)
#2:
    Void @56 = Return(@50)
#3 frequency=0.25:
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @57 = Jump(#1)
#4:
    Void @58 = Return(@3)
}
;; check: Phi(
;; check: Return(
;; run seldom(0) == 3
;; run seldom(1) == 0

; It contains a loop, which is unrolled; it stays itself.
proc around_another() -> Int64 {
#0:
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = Const64(2)
    Int64 @3 = Const64(3)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Void @9 = Upsilon(@0, ^@12)
    Void @10 = Upsilon(@8, ^@13)
    Void @11 = Jump(#2)
#2:
    Int64 @12 = Phi()
    Int64 @13 = Phi()
    Int64 @14 = Mul(@13, @3)
    Int64 @15 = Add(@14, @12)
    Int64 @16 = Add(@12, @1)
    Int32 @17 = NotEqual(@16, @2)
    Void @18 = Upsilon(@16, ^@12)
    Void @19 = Upsilon(@15, ^@13)
    Void @20 = Branch(@17, #2, #3)
#3:
    Int64 @21 = Add(@7, @1)
    Int32 @22 = NotEqual(@21, @3)
    Void @23 = Upsilon(@21, ^@7)
    Void @24 = Upsilon(@15, ^@8)
    Void @25 = Branch(@22, #1, #4)
#4:
    Void @26 = Return(@15)
}
;; check: Phi(
;; check: Phi(
;; not: Phi(
;; check: Return(
;; run around_another() == 2278

; References.
proc with_references(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(3)
    Int32 @4 = Const32(13)
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@0, ^@9)
    Void @7 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi(reference)
    Int64 @50 = Load(@9, reference)
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
