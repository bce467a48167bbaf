barebones 1
; Phis that have a single value, and similar ones that have not.
;! opt simplify_ssa
;! run

proc one_value(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@1, #1, #2)
#1:
    Void @3 = Upsilon(@0, ^@5)
    Void @8 = Jump(#3)
#2:
    Void @4 = Upsilon(@0, ^@5)
    Void @9 = Jump(#3)
#3:
    Int64 @5 = Phi()
    Void @6 = Return(@5)
}
;; check: @5 = Identity(@0)
;; run one_value(4, 1) == 4

proc two_values(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@1, #1, #2)
#1:
    Void @3 = Upsilon(@0, ^@5)
    Void @8 = Jump(#3)
#2:
    Void @4 = Upsilon(@1, ^@5)
    Void @9 = Jump(#3)
#3:
    Int64 @5 = Phi()
    Void @6 = Return(@5)
}
;; check: @5 = Phi()
;; run two_values(4, 1) == 4
;; run two_values(4, 0) == 0

proc around_a_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Phi()
    Int64 @7 = Const64(1)
    Int64 @8 = Sub(@6, @7)
    Void @9 = Upsilon(@5, ^@5)
    Void @10 = Upsilon(@8, ^@6)
    Void @11 = Branch(@8, #1, #2)
#2:
    Void @12 = Return(@5)
}
;; check: @5 = Identity(@0)
;; check: @6 = Phi()
;; run around_a_loop(5, 3) == 5

; The outer Phi has a single value because the inner one has.
proc through_another(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @20 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @6 = Const64(1)
    Int64 @7 = Sub(@5, @6)
    Void @8 = Upsilon(@4, ^@9)
    Void @11 = Jump(#2)
#2:
    Int64 @9 = Phi()
    Void @12 = Upsilon(@9, ^@9)
    Void @13 = Upsilon(@9, ^@4)
    Void @14 = Upsilon(@7, ^@5)
    Int64 @10 = Const64(5)
    Int32 @15 = Equal(@7, @10)
    Void @17 = Switch(@15, 1: #2, 2: #1, default: #3)
#3:
    Void @18 = Return(@9)
}
;; check: @4 = Identity(@0)
;; check: @9 = Identity(@4)
;; run through_another(7, 2) == 7

; A Phi reads the last preceding Upsilon of its block, at any position.
proc in_its_block(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@3)
    Int64 @3 = Phi()
    Void @4 = Upsilon(@1, ^@6)
    Void @5 = Upsilon(@0, ^@6)
    Int64 @6 = Phi()
    Void @7 = Return(@3, @6)
}
;; check: @3 = Identity(@1)
;; check: @6 = Identity(@0)
;; run in_its_block(3, 4) == 4, 3

; There is only one Upsilon, but it may be of an earlier iteration.
proc stale(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(2)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int32 @5 = Equal(@4, @1)
    Void @6 = Branch(@5, #2, #3)
#2:
    Void @7 = Upsilon(@4, ^@9)
    Void @8 = Jump(#3)
#3:
    Int64 @9 = Phi()
    Int64 @10 = Const64(1)
    Int64 @11 = Sub(@4, @10)
    Void @12 = Upsilon(@11, ^@4)
    Void @13 = Branch(@11, #1, #4)
#4:
    Void @14 = Return(@9)
}
;; check: @9 = Phi()
;; run stale(3) == 2

proc overwritten(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@0, #1, #2)
#1:
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Jump(#3)
#2:
    Int64 @10 = Const64(0)
    Void @6 = Upsilon(@10, ^@7)
    Void @11 = Jump(#3)
#3:
    Int64 @7 = Phi()
    Void @8 = Return(@7)
}
;; not: Upsilon(@0
;; check: Upsilon(@1
;; run overwritten(1, 2) == 2

; An Upsilon in a block that does not lead to the Phi is always overwritten.
proc elsewhere(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@7)
    Void @3 = Branch(@1, #1, #2)
#1:
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@0, ^@7)
    Void @9 = Jump(#3)
#3:
    Int64 @7 = Phi()
    Void @8 = Return(@7)
}
;; check: #0:
;; not: Upsilon(@1
;; check: Branch
;; check: Upsilon(@0
;; run elsewhere(1, 0) == 1
;; run elsewhere(1, 7) == 7

; A value that is not a reference does not become one.
proc references(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@1, #1, #2)
#1:
    Void @3 = Upsilon(@0, ^@8)
    Void @4 = Jump(#3)
#2:
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Jump(#3)
#3:
    Int64 @8 = Phi(reference)
    Void @7 = Return(@8)
}
;; check: @8 = Phi(

; A Phi that is never written has no known value.
proc not_written() -> Int32 {
#0:
    Void @0 = Jump(#1)
#1:
    Int64 @1 = Phi()
    Int64 @2 = BitXor(@1, @1)
    Int32 @3 = Equal(@2, @2)
    Void @4 = Return(@3)
}
;; not: Phi
;; check: @1 = Const64(0)
