barebones 1
; A sum that only the next iteration uses, while its counter is still compared, is computed at the start of that
; iteration.
;! opt shorten_phi_live_ranges eliminate_dead_code
;! run

; Each iteration of the outer loop has several sums of one value.
proc in_an_inner_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-1)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Void @6 = Upsilon(@5, ^@7)
    Void @8 = Jump(#2)
#2:
    Int64 @7 = Phi()
    Int64 @9 = Add(@5, @2)
    Int64 @10 = Add(@7, @2)
    Int32 @11 = GreaterThan(@10, @1)
    Void @12 = Upsilon(@10, ^@7)
    Void @13 = Branch(@11, #2, #3)
#3:
    Int32 @14 = GreaterThan(@5, @1)
    Void @15 = Upsilon(@9, ^@5)
    Void @16 = Branch(@14, #1, #4)
#4:
    Void @17 = Return(@1)
}
;; check: @9 = Add(@5, @2)
;; check: Upsilon(@9, ^@5)
;; run in_an_inner_loop(5) == 0

; The Phi also gets another value in the loop.
proc two_new_values(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(3)
    Int64 @2 = Const64(-3)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @8 = Add(@5, @2)
    Int32 @9 = GreaterThan(@5, @1)
    Void @10 = Upsilon(@8, ^@5)
    Void @11 = Branch(@9, #1, #2)
#2:
    Int32 @12 = LessThan(@5, @1)
    Void @13 = Upsilon(@1, ^@5)
    Void @14 = Branch(@12, #1, #3)
#3:
    Void @15 = Return(@5)
}
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)
;; run two_new_values(9) == 3

; The loop is entered more often than its back edge is taken.
proc hot_entry(Int64) -> Int64 {
#0 frequency=100:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-3)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1 frequency=10:
    Int64 @5 = Phi()
    Int64 @8 = Add(@5, @2)
    Int32 @9 = GreaterThan(@5, @1)
    Void @10 = Upsilon(@8, ^@5)
    Void @11 = Branch(@9, #1, #2)
#2:
    Void @12 = Return(@1)
}
;; check: @8 = Add(@5, @2)
;; check: Upsilon(@8, ^@5)

; Two entry edges, 32 bits.
proc two_entries(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @3 = Trunc(@0)
    Int32 @4 = Const32(4)
    Int32 @5 = Const32(15)
    Int32 @6 = Const32(-2)
    Void @7 = Branch(@3, #2, #1)
#1:
    Void @8 = Upsilon(@5, ^@11)
    Void @9 = Jump(#3)
#2:
    Void @10 = Upsilon(@3, ^@11)
    Void @17 = Jump(#3)
#3:
    Int32 @11 = Phi()
    Int32 @12 = Add(@11, @6)
    Int32 @13 = AboveEqual(@11, @4)
    Void @14 = Upsilon(@12, ^@11)
    Void @15 = Branch(@13, #3, #4)
#4:
    Int32 @18 = Add(@11, @11)
    Int32 @19 = Add(@18, @6)
    Int32 @20 = Add(@19, @4)
    Void @16 = Return(@20)
}
;; check: #1:
;; check: = Const32(17)
;; check: #2:
;; check: = Const32(2)
;; check: = Add(@3,
;; check: #3:
;; check: = Const32(-2)
;; run two_entries(0) == 8
;; run two_entries(9) == 8

; Directly after its Phi: a use comes before the next one.
proc after_another_phi(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(-1)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Upsilon(@1, ^@7)
    Void @15 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Mul(@5, @2)
    Int64 @7 = Phi()
    Int64 @8 = Add(@5, @2)
    Int64 @9 = Sub(@7, @6)
    Int32 @10 = GreaterThan(@5, @1)
    Void @11 = Upsilon(@8, ^@5)
    Void @12 = Upsilon(@9, ^@7)
    Void @13 = Branch(@10, #1, #2)
#2:
    Int64 @14 = Sub(@9, @5)
    Void @16 = Return(@14)
}
;; check: #1:
;; check: @5 = Phi()
;; check: = Const64(-1)
;; check: = Add(@5,
;; check: @7 = Phi()
;; run after_another_phi(6) == 21

; Another pass has left an Identity of the sum without uses.
proc with_another_name(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-3)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Add(@5, @2)
    Int32 @7 = GreaterThan(@5, @1)
    Void @8 = Upsilon(@6, ^@5)
    Void @9 = Branch(@7, #1, #2)
#2:
    Int64 @10 = Identity(@6)
    Void @11 = Return(@5)
}
;; check: #1:
;; check: @5 = Phi()
;; check: = Const64(-3)
;; check: = Add(@5,
;; not: Add(
;; check: Return(
;; run with_another_name(10, 2) == 1
