barebones 1
; A reference that is defined again after a safepoint is stored again before the next one.
;! run
;! asm x86_64-linux -O 2 as X64

data first = u64:7
data second = u64:8

extern abs(Int32) -> Int32

; The Phi @7 is live across the first call, and is written before the rare one in each iteration.
proc chosen_again(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1, reference)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(-1)
    Int64 @4 = Const64(0)
    Void @20 = Upsilon(@0, ^@7)
    Void @21 = Upsilon(@2, ^@8)
    Void @22 = Upsilon(@4, ^@9)
    Int32 @5 = Const32(5)
    Int32 @6 = CCall(abs, @5, effects={writes_pinned, safepoint})
    Void @23 = Jump(#1)
#1:
    Int64 @7 = Phi(reference)
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Const64(2)
    Int32 @11 = Equal(@8, @10)
    Void @24 = Branch(@11, #2:rare, #3)
#2:
    Int32 @12 = CCall(abs, @6, effects={writes_pinned, safepoint})
    Void @25 = Jump(#3)
#3:
    Int64 @13 = Load(@7)
    Int64 @14 = Add(@9, @13)
    Int64 @15 = Add(@8, @3)
    Void @26 = Upsilon(@1, ^@7)
    Void @27 = Upsilon(@15, ^@8)
    Void @28 = Upsilon(@14, ^@9)
    Void @29 = Branch(@15, #1, #4)
#4:
    Void @30 = Return(@14)
}
;; check X64: #1:
;; not X64: mov [rbp
;; check X64: #3:
;; check X64: #2:
;; check X64: mov [rbp
;; check X64: call abs
;; run chosen_again(@data:first, @data:second, 3) == 23
;; run chosen_again(@data:first, @data:second, 1) == 7

; The Phi's location is a root at the first call already, is written again, and is a root at the rare call after that.
proc written_before_rare_call(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1, reference)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(-1)
    Int64 @4 = Const64(0)
    Void @20 = Upsilon(@0, ^@7)
    Void @21 = Upsilon(@2, ^@8)
    Void @22 = Upsilon(@4, ^@9)
    Int32 @5 = Const32(5)
    Int32 @6 = CCall(abs, @5, effects={writes_pinned, safepoint})
    Void @23 = Jump(#1)
#1:
    Int64 @7 = Phi(reference)
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @13 = Load(@7)
    Int64 @14 = Add(@9, @13)
    Int64 @15 = Add(@8, @3)
    Void @26 = Upsilon(@1, ^@7)
    Void @27 = Upsilon(@15, ^@8)
    Void @28 = Upsilon(@14, ^@9)
    Int64 @10 = Const64(2)
    Int32 @11 = Equal(@8, @10)
    Void @24 = Branch(@11, #2:rare, #3)
#2:
    Int32 @12 = CCall(abs, @6, effects={writes_pinned, safepoint})
    Void @25 = Jump(#3)
#3:
    Void @29 = Branch(@15, #1, #4)
#4:
    Void @30 = Return(@14)
}
;; run written_before_rare_call(@data:first, @data:second, 3) == 23
;; run written_before_rare_call(@data:first, @data:second, 2) == 15
