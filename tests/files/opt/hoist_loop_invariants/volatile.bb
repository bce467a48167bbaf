barebones 1
; A volatile load is executed in each iteration, also one that may trap or that is the first of its loop.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8

proc plain(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Load(@0, volatile)
    Int64 @10 = Add(@8, @9)
    Int64 @11 = Add(@7, @2)
    Void @12 = Upsilon(@11, ^@7)
    Void @13 = Upsilon(@10, ^@8)
    Void @14 = Branch(@11, #1, #2)
#2:
    Void @15 = Return(@10)
}
;; check: #1:
;; check: @9 = Load(
;; run plain(@data:words, 3) == 21

proc trapping(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Load(@0, traps, volatile)
    Int64 @10 = Add(@8, @9)
    Int64 @11 = Add(@7, @2)
    Void @12 = Upsilon(@11, ^@7)
    Void @13 = Upsilon(@10, ^@8)
    Void @14 = Branch(@11, #1, #2)
#2:
    Void @15 = Return(@10)
}
;; check: #1:
;; check: @9 = Load(
;; run trapping(@data:words, 3) == 21

; Memory that a loop accesses as a whole is not promoted to a variable.
proc counter(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Void @4 = Upsilon(@1, ^@7)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, volatile)
    Int64 @10 = Add(@9, @2)
    Void @16 = Store(@10, @0, volatile)
    Int64 @11 = Add(@7, @2)
    Void @12 = Upsilon(@11, ^@7)
    Void @14 = Branch(@11, #1, #2)
#2:
    Void @15 = Return(@10)
}
;; check: #1:
;; check: @9 = Load(
;; check: @16 = Store(
;; check: #2:
