barebones 1
; A Phi reads a location, and an Upsilon writes it: anywhere before, more than once, from the Phi's own block, and the
; value of the Phi does not change after it was executed.
;! run

; Two Upsilons in a row.
proc last_write_counts(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Int32 @3 = Add(@1, @2)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@3, ^@7)
    Void @6 = Jump(#1)
#1:
    Int32 @7 = Phi()
    Void @8 = Return(@7)
}
;; run last_write_counts(5) == 6

; The Upsilon is three blocks before the Phi; on one path it is overwritten.
proc far_away(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(7)
    Void @3 = Upsilon(@2, ^@10)
    Void @4 = Branch(@1, #1, #2)
#1:
    Int32 @5 = Const32(8)
    Void @6 = Upsilon(@5, ^@10)
    Void @7 = Jump(#3)
#2:
    Void @8 = Jump(#3)
#3:
    Void @9 = Jump(#4)
#4:
    Int32 @10 = Phi()
    Void @11 = Return(@10)
}
;; run far_away(0) == 7
;; run far_away(1) == 8

; A loop of one block: 1 << n.
proc own_block(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Void @3 = Upsilon(@2, ^@6)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int32 @7 = Phi()
    Int32 @8 = Sub(@7, @2)
    Int32 @9 = Add(@6, @6)
    Void @10 = Upsilon(@8, ^@7)
    Void @11 = Upsilon(@9, ^@6)
    Void @12 = Branch(@8, #1, #2)
#2:
    Void @13 = Return(@9)
}
;; run own_block(5) == 32

; The location is written after the Phi was executed; the value of the Phi does not change.
proc overwritten(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int32 @4 = Phi()
    Int32 @5 = Const32(99)
    Void @6 = Upsilon(@5, ^@4)
    Void @7 = Jump(#2)
#2:
    Void @8 = Return(@4)
}
;; run overwritten(3) == 3

; A Phi after other values of its block, and an Upsilon in the block before the Phi.
proc phi_in_the_middle(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@7)
    Void @3 = Jump(#1)
#1:
    Int32 @4 = Const32(5)
    Int32 @5 = Add(@1, @4)
    Void @6 = Upsilon(@5, ^@7)
    Int32 @7 = Phi()
    Void @8 = Return(@7)
}
;; run phi_in_the_middle(4) == 9

; One value is written to two Phis, and two Phis are added.
proc one_for_two(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()
    Int32 @6 = Phi()
    Int32 @7 = Const32(10)
    Int32 @8 = Mul(@5, @7)
    Int32 @9 = Add(@8, @6)
    Void @10 = Return(@9)
}
;; run one_for_two(3) == 33

; The location is written once, and the Phi is executed in every iteration.
proc executed_twice(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(11)
    Int32 @3 = Const32(0)
    Int32 @4 = Const32(1)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()                                ; always 11
    Int32 @9 = Phi()                                ; counts
    Int32 @10 = Add(@9, @4)
    Void @11 = Upsilon(@10, ^@9)
    Int32 @12 = LessThan(@10, @1)
    Void @13 = Branch(@12, #1, #2)
#2:
    Int32 @14 = Const32(100)
    Int32 @15 = Mul(@10, @14)
    Int32 @16 = Add(@15, @8)
    Void @17 = Return(@16)
}
;; run executed_twice(10) == 1011

; The location is written before the Phi's value is needed, and again at the end.
proc written_before(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(100)
    Int32 @4 = Const32(-1)
    Void @5 = Upsilon(@1, ^@9)
    Void @6 = Upsilon(@2, ^@8)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int32 @9 = Phi()
    Void @10 = Branch(@9, #2, #3)
#2:
    Void @11 = Upsilon(@3, ^@8)
    Int32 @12 = Add(@8, @2)
    Int32 @13 = Add(@9, @4)
    Void @14 = Upsilon(@12, ^@8)
    Void @15 = Upsilon(@13, ^@9)
    Void @16 = Jump(#1)
#3:
    Void @17 = Return(@8)
}
;; run written_before(3) == 4
;; run written_before(0) == 1
