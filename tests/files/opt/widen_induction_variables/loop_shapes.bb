barebones 1
; 32-bit counters become 64-bit ones if the extended value wraps in every iteration or in none.
;! opt widen_induction_variables eliminate_dead_code
;! run

; The loop exits before its body.
proc ends_at_its_head(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int64 @7 = Phi()
    Int32 @8 = Trunc(@0)
    Int32 @9 = Below(@6, @8)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int64 @11 = ZExt32(@6)
    Int64 @12 = Mul(@11, @11)
    Int64 @13 = Add(@7, @12)
    Int32 @14 = Const32(1)
    Int32 @15 = Add(@6, @14)
    Void @16 = Upsilon(@15, ^@6)
    Void @17 = Upsilon(@13, ^@7)
    Void @18 = Jump(#1)
#3:
    Int64 @19 = ZExt32(@6)
    Int64 @20 = Add(@7, @19)
    Void @21 = Return(@20)
}
;; not: Ext32(
;; check: Return(
;; run ends_at_its_head(0) == 0
;; run ends_at_its_head(20) == 2490

; Not every iteration reaches the exit branch.
proc ends_sometimes(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int64 @7 = Phi()
    Int32 @8 = Const32(4)
    Int32 @9 = Add(@6, @8)
    Int64 @10 = ZExt32(@9)
    Int64 @11 = Add(@7, @10)
    Int64 @12 = Const64(64)
    Int64 @13 = BitAnd(@11, @12)
    Void @14 = Branch(@13, #2, #3)
#2:
    Int32 @15 = Const32(80)
    Int32 @16 = NotEqual(@9, @15)
    Void @17 = Branch(@16, #3, #4)
#3:
    Void @18 = Upsilon(@9, ^@6)
    Void @19 = Upsilon(@11, ^@7)
    Int64 @20 = Const64(100000)
    Int32 @21 = Below(@11, @20)
    Void @22 = Branch(@21, #1, #4)
#4:
    Void @23 = Return(@11)
}
;; check: Ext32(
;; check: Return(
;; run ends_sometimes(3) == 843
;; run ends_sometimes(60) == 100860

; The branch is in an inner loop, which has a counter of its own.
proc ends_in_an_inner_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @8 = ZExt32(@6)
    Int64 @9 = Add(@7, @8)
    Int32 @10 = Const32(8)
    Int32 @11 = Const32(4)
    Void @12 = Upsilon(@11, ^@14)
    Void @13 = Jump(#2)
#2:
    Int32 @14 = Phi()
    Int32 @15 = Const32(-1)
    Int32 @16 = Add(@14, @15)
    Void @17 = Upsilon(@16, ^@14)
    Void @18 = Branch(@16, #2, #3)
#3:
    Int32 @19 = Add(@6, @10)
    Void @20 = Upsilon(@19, ^@6)
    Void @21 = Upsilon(@9, ^@7)
    Int32 @22 = Below(@9, @0)
    Void @23 = Branch(@22, #1, #4)
#4:
    Void @24 = Return(@9)
}
;; check: Ext32(
;; check: Return(
;; run ends_in_an_inner_loop(0) == 0
;; run ends_in_an_inner_loop(400) == 440

; Another Upsilon in the middle of the loop writes the counter, without effect.
proc written_in_the_middle(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Int32 @3 = Const32(4)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int32 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = ZExt32(@7)
    Int64 @10 = Add(@8, @9)
    Int32 @11 = Add(@7, @3)
    Void @12 = Upsilon(@10, ^@8)
    Void @13 = Branch(@0, #2, #3)
#2:
    Void @14 = Upsilon(@3, ^@7)
    Void @15 = Jump(#3)
#3:
    Int32 @16 = Const32(40)
    Int32 @17 = NotEqual(@11, @16)
    Void @18 = Upsilon(@11, ^@7)
    Void @19 = Branch(@17, #1, #4)
#4:
    Void @20 = Return(@10)
}
;; check: Ext32(
;; check: Return(
;; run written_in_the_middle(0) == 180
;; run written_in_the_middle(5) == 180

; Another Upsilon writes the counter too: at the end of the block, and in its middle.
proc written_twice(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Int32 @3 = Const32(4)
    Int32 @4 = Trunc(@0)
    Void @5 = Upsilon(@1, ^@9)
    Void @6 = Upsilon(@2, ^@10)
    Void @7 = Upsilon(@1, ^@11)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int32 @11 = Phi()
    Int64 @12 = ZExt32(@9)
    Int64 @13 = Add(@10, @12)
    Int32 @14 = Add(@9, @3)
    Int32 @15 = Add(@11, @3)
    Void @16 = Upsilon(@14, ^@9)
    Void @17 = Upsilon(@15, ^@11)
    Void @18 = Upsilon(@13, ^@10)
    Void @19 = Branch(@0, #2, #3)
#2:
    Void @20 = Upsilon(@4, ^@9)
    Void @21 = Jump(#3)
#3:
    Int32 @22 = Const32(40)
    Int32 @23 = NotEqual(@15, @22)
    Void @24 = Upsilon(@14, ^@9)
    Void @25 = Branch(@23, #1, #4)
#4:
    Void @26 = Return(@13)
}
;; check: Ext32(
;; check: Return(
;; run written_twice(0) == 180
;; run written_twice(5) == 180

; Two back edges.
proc two_back_edges(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Int32 @3 = Const32(4)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int32 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = ZExt32(@7)
    Int64 @10 = Add(@8, @9)
    Int32 @11 = Add(@7, @3)
    Int32 @12 = Const32(40)
    Int32 @13 = NotEqual(@11, @12)
    Void @14 = Upsilon(@11, ^@7)
    Void @15 = Upsilon(@10, ^@8)
    Void @16 = Branch(@13, #2, #3)
#2:
    Int64 @17 = Const64(7)
    Int64 @18 = BitAnd(@10, @17)
    Void @19 = Branch(@18, #1, #4)
#3:
    Void @20 = Return(@10)
#4:
    Int32 @21 = Const32(8)
    Int32 @22 = Add(@11, @21)
    Void @23 = Upsilon(@22, ^@7)
    Void @24 = Jump(#1)
}
;; check: Ext32(
;; check: Return(

; No extension of it is in a loop.
proc extended_after_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int32 @2 = Const32(4)
    Void @3 = Upsilon(@1, ^@5)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()
    Int32 @6 = Add(@5, @2)
    Int32 @7 = Const32(40)
    Int32 @8 = NotEqual(@6, @7)
    Void @9 = Upsilon(@6, ^@5)
    Void @10 = Branch(@8, #1, #2)
#2:
    Int64 @11 = ZExt32(@6)
    Int64 @12 = Add(@11, @0)
    Void @13 = Return(@12)
}
;; check: Int32 @5 = Phi()
;; check: Ext32(
;; check: Return(
;; run extended_after_loop(2) == 42

; It is not written on one of the entry edges.
proc not_written(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Int32 @3 = Const32(4)
    Void @4 = Upsilon(@2, ^@10)
    Void @5 = Branch(@0, #1, #2)
#1:
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#3)
#2:
    Void @8 = Jump(#3)
#3:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int64 @11 = ZExt32(@9)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@9, @3)
    Int32 @14 = Const32(40)
    Int32 @15 = LessThan(@13, @14)
    Void @16 = Upsilon(@13, ^@9)
    Void @17 = Upsilon(@12, ^@10)
    Void @18 = Branch(@15, #3, #4)
#4:
    Void @19 = Return(@12)
}
;; check: Ext32(
;; check: Return(
;; run not_written(1) == 180
