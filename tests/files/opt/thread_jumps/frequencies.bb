barebones 1
; What is redirected past a block does not execute it any more.
;! opt thread_jumps
;! run

proc and(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Branch(@1, #2, #1)
#1 frequency=0.75:
    Int32 @5 = Const32(0)
    Void @6 = Upsilon(@5, ^@10)
    Void @7 = Jump(#3)
#2 frequency=0.25:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Void @11 = Branch(@10, #4, #5)
#4 frequency=0.125:
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
#5 frequency=0.875:
    Int32 @14 = Const32(2)
    Void @15 = Return(@14)
}
;; check: #1 frequency=0.75:
;; check: Jump(#5)
;; check: #3 frequency=0.25:
;; check: #5 frequency=0.875:
;; run and(1, 1) == 1
;; run and(1, 0) == 2
;; run and(0, 1) == 2

; Frequencies that do not add up stay positive. Without any, none appears: see `known_conditions.bb`.
proc contradicting(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Branch(@1, #2, #1)
#1:
    Int32 @5 = Const32(0)
    Void @6 = Upsilon(@5, ^@10)
    Void @7 = Jump(#3)
#2:
    Void @8 = Upsilon(@3, ^@10)
    Void @9 = Jump(#3)
#3 frequency=0.5:
    Int32 @10 = Phi()
    Void @11 = Branch(@10, #4, #5)
#4:
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
#5:
    Int32 @14 = Const32(2)
    Void @15 = Return(@14)
}
;; check: #3 frequency=0.0078125:
;; run contradicting(1, 1) == 1
;; run contradicting(0, 1) == 2
