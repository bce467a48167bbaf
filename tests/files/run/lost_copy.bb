barebones 1
; The lost copy problem: the value that a Phi had before the back edge is used after the loop.
;! run

; i = 1; do { old = i; i = old + 1 } while i <= n; returns old.
proc last_but_one(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Void @3 = Upsilon(@2, ^@5)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()                                ; i
    Int32 @6 = Add(@5, @2)
    Void @7 = Upsilon(@6, ^@5)
    Int32 @8 = LessEqual(@6, @1)
    Void @9 = Branch(@8, #1, #2)
#2:
    Void @10 = Return(@5)
}
;; run last_but_one(1) == 1
;; run last_but_one(5) == 5

; The same, but the new value is used, too.
proc both(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Void @3 = Upsilon(@2, ^@5)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()                                ; i
    Int32 @6 = Add(@5, @2)
    Void @7 = Upsilon(@6, ^@5)
    Int32 @8 = LessEqual(@6, @1)
    Void @9 = Branch(@8, #1, #2)
#2:
    Int32 @10 = Const32(100)
    Int32 @11 = Mul(@5, @10)
    Int32 @12 = Add(@11, @6)
    Void @13 = Return(@12)
}
;; run both(5) == 506

; Three Phis in a chain: each holds the previous value of the one before it.
proc delayed(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(1)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Upsilon(@2, ^@10)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()                                ; now
    Int32 @9 = Phi()                                ; one turn ago
    Int32 @10 = Phi()                               ; two turns ago
    Int32 @11 = Add(@8, @3)
    Void @12 = Upsilon(@11, ^@8)
    Void @13 = Upsilon(@8, ^@9)
    Void @14 = Upsilon(@9, ^@10)
    Int32 @15 = LessEqual(@11, @1)
    Void @16 = Branch(@15, #1, #2)
#2:
    Int32 @17 = Const32(10)
    Int32 @18 = Mul(@8, @17)
    Int32 @19 = Add(@18, @9)
    Int32 @20 = Mul(@19, @17)
    Int32 @21 = Add(@20, @10)
    Void @22 = Return(@21)
}
;; run delayed(6) == 654
