barebones 1
; One loop's final value is the start of another, and both counters are sums of the next iteration.
;! opt shorten_phi_live_ranges
;! run

proc behind(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(-1)
    Void @4 = Upsilon(@0, ^@10)
    Void @5 = Upsilon(@2, ^@11)
    Void @6 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = Above(@10, @1)
    Void @7 = Branch(@12, #2, #3)
#2:
    Int64 @13 = Add(@10, @3)
    Int64 @14 = Add(@11, @10)
    Void @15 = Upsilon(@13, ^@10)
    Void @16 = Upsilon(@14, ^@11)
    Void @17 = Jump(#1)
#3:
    Void @18 = Upsilon(@10, ^@20)
    Void @19 = Upsilon(@11, ^@21)
    Void @22 = Jump(#4)
#4:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Void @23 = Branch(@20, #5, #6)
#5:
    Int64 @24 = Add(@20, @3)
    Int64 @25 = Add(@21, @20)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@25, ^@21)
    Void @28 = Jump(#4)
#6:
    Void @29 = Return(@21)
}
;; check: #3:
;; check: Const64(
;; check: Add(@10
;; check: ^@20)
;; run behind(5, 3) == 15
;; run behind(5, 0) == 15
;; run behind(5, 5) == 15
;; run behind(0, 0) == 0

; Two exits: the closest common dominator of the uses is the loop's block that computes the sum, so the Phi stays.
proc two_exits(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@0, ^@10)
    Void @4 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Add(@10, @2)
    Void @6 = Branch(@1, #2, #3)
#2:
    Int32 @12 = Above(@11, @1)
    Void @5 = Upsilon(@11, ^@10)
    Void @7 = Branch(@12, #4, #1)
#3:
    Void @8 = Return(@10)
#4:
    Int64 @13 = Mul(@10, @2)
    Void @9 = Return(@13)
}
;; check: #1:
;; check: @10 = Phi()
;; check: @11 = Add(@10, @2)
;; check: #3:
;; check: Return(@10)
;; run two_exits(5, 0) == 5
;; run two_exits(5, 20) == 60
