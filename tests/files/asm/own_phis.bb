barebones 1
; Upsilons write the Phi's own temporary, and no instruction reads the Phi, if its old value is dead after all of them.
; Otherwise they write a shadow, which the Phi reads: at O0 a slot.
;! asm x86_64-linux -O 0
;! run

; The sum of all numbers up to n.
proc countdown(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @13 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @6 = Add(@5, @4)
    Int64 @7 = Const64(1)
    Int64 @8 = Sub(@4, @7)
    Void @9 = Branch(@8, #2, #3)
#2:
    Void @10 = Upsilon(@8, ^@4)
    Void @11 = Upsilon(@6, ^@5)
    Void @14 = Jump(#1)
#3:
    Void @12 = Return(@6)
}
;; not: @4
;; check: ret
;; run countdown(5) == 15

; (a, b) = (b, a), n times: 10 a + b. After the Upsilon of a, a is read.
proc swapped(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Void @10 = Branch(@9, #2, #3)
#2:
    Int64 @11 = Const64(1)
    Int64 @12 = Sub(@9, @11)
    Void @13 = Upsilon(@12, ^@9)
    Void @14 = Upsilon(@8, ^@7)
    Void @15 = Upsilon(@7, ^@8)
    Void @16 = Jump(#1)
#3:
    Int64 @17 = Const64(10)
    Int64 @18 = Mul(@7, @17)
    Int64 @19 = Add(@18, @8)
    Void @20 = Return(@19)
}
;; check: @7
;; not: @8
;; check: ret
;; run swapped(1, 2, 0) == 12
;; run swapped(1, 2, 3) == 21

; Twice, the second time with the lower half, which is in the temporary of the Phi.
proc copied(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Void @2 = Upsilon(@0, ^@3)
    Void @5 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @3 = Phi()
    Int32 @4 = Phi()
    Void @7 = Branch(@4, #3, #2)
#2:
    Int32 @8 = Trunc(@3)
    Int64 @9 = Const64(0x100000005)
    Int64 @10 = Add(@3, @9)
    Int64 @11 = Const64(0x100000000)
    Int64 @12 = Sub(@10, @11)
    Void @13 = Upsilon(@12, ^@3)
    Void @14 = Upsilon(@8, ^@4)
    Void @15 = Jump(#1)
#3:
    Int64 @16 = ZExt32(@4)
    Int64 @17 = Const64(5)
    Int64 @18 = Sub(@16, @17)
    Int64 @19 = Add(@3, @18)
    Void @20 = Return(@19)
}
;; check: @3
;; not: @4
;; check: ret
;; run copied(0x100000005) == 0x10000000a

; The Upsilon is before a branch that reads the Phi.
proc branched(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@3)
    Void @4 = Jump(#1)
#1:
    Int32 @3 = Phi()
    Int32 @5 = Const32(0)
    Void @6 = Upsilon(@5, ^@3)
    Void @7 = Branch(@3, #2, #3)
#2:
    Int32 @8 = Const32(1)
    Int32 @9 = Add(@3, @8)
    Void @10 = Return(@9)
#3:
    Void @11 = Jump(#1)
}
;; check: @3
;; check: ret
;; run branched(4) == 5

; The old value is needed after the Upsilon.
proc too_early(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Void @4 = Upsilon(@1, ^@3)
    Void @5 = Upsilon(@2, ^@6)
    Void @7 = Jump(#1)
#1:
    Int32 @3 = Phi()
    Int32 @6 = Phi()
    Void @8 = Branch(@6, #3, #2)
#2:
    Int32 @9 = Const32(10)
    Void @10 = Upsilon(@9, ^@3)
    Int32 @11 = Add(@3, @2)
    Void @12 = Upsilon(@11, ^@6)
    Void @13 = Jump(#1)
#3:
    Int32 @14 = Add(@3, @6)
    Void @15 = Return(@14)
}
;; check: @3
;; check: ret
;; run too_early(4) == 14

; The jump after the second Upsilon does not lead to the Phi, whose old value counts there. Number of repetitions of the loop.
proc elsewhere(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Void @3 = Upsilon(@1, ^@4)
    Void @5 = Upsilon(@2, ^@6)
    Void @7 = Jump(#1)
#1:
    Int32 @4 = Phi()
    Int32 @6 = Phi()
    Int32 @8 = Const32(99)
    Void @9 = Upsilon(@8, ^@4)
    Void @10 = Jump(#2)
#2:
    Int32 @11 = Equal(@4, @8)
    Void @12 = Branch(@11, #4, #3)
#3:
    Int32 @13 = Const32(1)
    Int32 @14 = Add(@6, @13)
    Void @15 = Upsilon(@14, ^@6)
    Void @16 = Jump(#1)
#4:
    Void @17 = Return(@6)
}
;; check: @4
;; check: ret
;; run elsewhere(4) == 1
;; run elsewhere(99) == 0

; Constants are written with all bits.
proc constants(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int32 @3 = Const32(7)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Int32 @6 = Const32(-1)
    Void @7 = Upsilon(@6, ^@8)
    Void @9 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Int64 @10 = ZExt32(@8)
    Void @11 = Return(@10)
}
;; run constants(0) == 0xffffffff
;; run constants(1) == 7

; A temporary that Upsilons write has the upper half of their operands.
proc extended(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int32 @4 = Phi()
    Int64 @5 = ZExt32(@4)
    Void @6 = Return(@5)
}
;; run extended(0x100000005) == 5
