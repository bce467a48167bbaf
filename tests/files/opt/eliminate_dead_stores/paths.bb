barebones 1
; A store that is overwritten before any read is removed.
;! opt eliminate_dead_stores
;! run

data words = u64:7 u64:8

; Overwritten on both sides of a branch.
proc both_sides(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = Branch(@1, #1, #2)
#1:
    Void @12 = Store(@1, @0)
    Void @13 = Jump(#3)
#2:
    Void @14 = Store(@0, @0)
    Void @15 = Store(@1, @0)
    Void @16 = Jump(#3)
#3:
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}
;; check: @9 = Nop
;; check: @12 = Store
;; check: @14 = Nop
;; check: @15 = Store
;; run both_sides(@data:words, 3) == 3
;; run both_sides(@data:words, 0) == 0

; On the other side it is read.
proc one_side(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = Branch(@1, #1, #2)
#1:
    Void @12 = Store(@1, @0)
    Void @13 = Jump(#2)
#2:
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}
;; check: @9 = Store
;; run one_side(@data:words, 3) == 3
;; run one_side(@data:words, 0) == 5

; Overwritten after the merge.
proc after_the_merge(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = Branch(@1, #1, #2)
#1:
    Void @12 = Store(@0, @0)
    Void @13 = Jump(#2)
#2:
    Void @14 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}
;; check: @9 = Nop
;; check: @12 = Nop
;; check: @14 = Store
;; run after_the_merge(@data:words, 3) == 3

; The next iteration stores again, but at another address.
proc next_iteration(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @20 = Upsilon(@0, ^@21)
    Void @22 = Jump(#1)
#1:
    Int64 @21 = Phi()
    Void @9 = Store(@2, @21)
    Int64 @23 = Const64(8)
    Int64 @24 = Add(@21, @23)
    Void @25 = Upsilon(@24, ^@21)
    Int64 @26 = Sub(@24, @0)
    Int64 @27 = Const64(16)
    Int32 @28 = Below(@26, @27)
    Void @29 = Branch(@28, #1, #2)
#2:
    Void @30 = Store(@1, @21)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}
;; check: @9 = Store
;; run next_iteration(@data:words, 3) == 5

; An infinite loop reads it.
proc endless(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = Jump(#1)
#1:
    Int64 @12 = Load(@0)
    Int64 @13 = Sub(@12, @2)
    Void @14 = Branch(@13, #1, #2)
#2:
    Void @15 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}
;; check: @9 = Store
;; run endless(@data:words, 3) == 3
