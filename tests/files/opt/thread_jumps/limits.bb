barebones 1
; Edges are threaded past blocks whose branch is decided on them.
;! opt thread_jumps
;! run

; It has a side effect.
proc effect(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Void @9 = Fence()
    Void @10 = Branch(@8, #4, #5)
#4:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
}
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; run effect(0) == 2
;; run effect(1) == 1

proc five_and_an_upsilon(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Int32 @9 = Mul(@1, @1)
    Int32 @10 = Mul(@9, @9)
    Int32 @11 = Mul(@10, @10)
    Int32 @12 = Mul(@11, @11)
    Int32 @13 = Mul(@12, @12)
    Void @14 = Upsilon(@13, ^@18)
    Void @15 = Branch(@8, #4, #5)
#4:
    Int32 @16 = Const32(1)
    Void @17 = Return(@16)
#5:
    Int32 @18 = Phi()
    Void @19 = Return(@18)
}
;; check: #1:
;; check: = Mul(
;; check: Jump(#5)
;; check: #2:
;; run five_and_an_upsilon(0) == 0
;; run five_and_an_upsilon(1) == 1

; This is more than is copied.
proc six_and_an_upsilon(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Int32 @9 = Mul(@1, @1)
    Int32 @10 = Mul(@9, @9)
    Int32 @11 = Mul(@10, @10)
    Int32 @12 = Mul(@11, @11)
    Int32 @13 = Mul(@12, @12)
    Int32 @14 = Mul(@13, @13)
    Void @15 = Upsilon(@14, ^@19)
    Void @16 = Branch(@8, #4, #5)
#4:
    Int32 @17 = Const32(1)
    Void @18 = Return(@17)
#5:
    Int32 @19 = Phi()
    Void @20 = Return(@19)
}
;; check: #1:
;; not: Mul
;; check: Jump(#3)
;; check: #2:
;; run six_and_an_upsilon(0) == 0
;; run six_and_an_upsilon(1) == 1

; A predecessor has not written the Phi.
proc not_written_by_all(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@8)
    Void @3 = Branch(@1, #2, #1)
#1:
    Int32 @4 = Const32(0)
    Void @5 = Upsilon(@4, ^@8)
    Void @6 = Jump(#3)
#2:
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Void @9 = Branch(@8, #4, #5)
#4:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#5:
    Int32 @12 = Const32(2)
    Void @13 = Return(@12)
}
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; run not_written_by_all(0) == 2
;; run not_written_by_all(1) == 1

; Threading does not pass a loop header.
proc loop_head(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Void @3 = Upsilon(@2, ^@5)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()
    Void @6 = Branch(@5, #2, #3)
#2:
    Int32 @7 = Sub(@1, @1)
    Void @8 = Upsilon(@7, ^@5)
    Void @9 = Jump(#1)
#3:
    Int32 @10 = Const32(5)
    Void @11 = Return(@10)
}
;; check: Jump(#1)
;; check: #1:
;; check: @5 = Phi()
;; check: #2:
;; check: Jump(#1)
;; run loop_head(0) == 5
;; run loop_head(1) == 5

; Back to the root, but not through it.
proc to_the_root(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@9)
    Void @5 = Jump(#3)
#2:
    Int32 @6 = Const32(9)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#3)
#3:
    Int32 @9 = Phi()
    Void @10 = Branch(@9, #4, #0)
#4:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
}
;; check: #1:
;; check: Jump(#0)
;; check: #2:
;; check: Jump(#4)
;; run to_the_root(1) == 1

; One block is threaded past another one; its copies did not exist when uses were counted.
proc after_a_threaded_block(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @7 = Const32(1)
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Branch(@1, #5, #1)
#1:
    Int32 @6 = Phi()
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#2)
#2:
    Int32 @10 = Phi()
    Void @11 = Upsilon(@6, ^@13)
    Void @12 = Branch(@10, #3, #4)
#3:
    Int32 @13 = Phi()
    Void @14 = Branch(@13, #6, #4)
#4:
    Int32 @15 = Const32(2)
    Void @16 = Return(@15)
#5:
    Int32 @17 = Const32(1)
    Void @18 = Upsilon(@17, ^@6)
    Void @19 = Jump(#1)
#6:
    Int32 @20 = Const32(1)
    Void @21 = Return(@20)
}
;; check: #1:
;; check: Upsilon(@6, ^@13)
;; check: Jump(#3)
;; check: #2:
;; check: Oops()
;; check: #5:
;; check: Jump(#1)
;; run after_a_threaded_block(0, 0) == 2
;; run after_a_threaded_block(0, 1) == 1
;; run after_a_threaded_block(1, 0) == 1

; A Phi after another value.
proc phi_after_another_value(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@9)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Const32(7)
    Int32 @9 = Phi()
    Void @10 = Branch(@9, #4, #5)
#4:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
}
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @9 = Phi()
;; run phi_after_another_value(0) == 2
;; run phi_after_another_value(1) == 1
