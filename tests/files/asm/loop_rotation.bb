barebones 1
; A loop with its test at the top is entered at the test and has no jump in an iteration; an empty block costs nothing,
; and only the innermost loop is aligned.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 1 as O1
;! asm x86_64-linux -O 0 as O0
;! run

proc while_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int32 @7 = LessThan(@4, @0)
    Void @8 = Branch(@7, #2, #3)
#2:
    Int64 @9 = Add(@5, @4)
    Int64 @10 = Const64(1)
    Int64 @11 = Add(@4, @10)
    Void @12 = Upsilon(@11, ^@4)
    Void @13 = Upsilon(@9, ^@5)
    Void @14 = Jump(#4)
#3:
    Void @15 = Return(@5)
#4:
    Void @16 = Jump(#1)
}
;; check O2: jmp
;; check O2: nop
;; check O2: #2:
;; not O2: jmp
;; check O2: #1:
;; check O2: jl short
;; not O2: j
;; check O2: ret
;; not O1: nop
;; check O0: jmp
;; run while_loop(10) == 45
;; run while_loop(0) == 0

proc do_while(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Upsilon(@1, ^@5)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Phi()
    Int64 @9 = Add(@5, @4)
    Int64 @10 = Const64(1)
    Int64 @11 = Add(@4, @10)
    Void @12 = Upsilon(@11, ^@4)
    Void @13 = Upsilon(@9, ^@5)
    Int32 @7 = LessThan(@11, @0)
    Void @8 = Branch(@7, #1, #2)
#2:
    Void @15 = Return(@9)
}
;; not O2: jmp
;; check O2: #1:
;; not O2: jmp
;; check O2: jl short
;; not O2: j
;; check O2: ret
;; run do_while(10) == 45
;; run do_while(0) == 0

proc nested(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@1, ^@10)
    Void @4 = Upsilon(@1, ^@11)
    Void @5 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = LessThan(@10, @0)
    Void @13 = Branch(@12, #2, #6)
#2:
    Void @14 = Upsilon(@1, ^@20)
    Void @15 = Upsilon(@11, ^@21)
    Void @16 = Jump(#3)
#3:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int32 @22 = LessThan(@20, @0)
    Void @23 = Branch(@22, #4, #5)
#4:
    Int64 @24 = Add(@20, @2)
    Int64 @25 = Add(@21, @2)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@25, ^@21)
    Void @28 = Jump(#3)
#5:
    Int64 @29 = Add(@10, @2)
    Void @30 = Upsilon(@29, ^@10)
    Void @31 = Upsilon(@21, ^@11)
    Void @32 = Jump(#1)
#6:
    Void @33 = Return(@11)
}
;; check O2: #2:
;; check O2: jmp
;; check O2: #4:
;; not O2: jmp
;; check O2: #3:
;; check O2: jl short
;; not O2: jmp
;; check O2: #1:
;; check O2: jl
;; not O2: nop
;; check O2: ret
;; run nested(3) == 9
;; run nested(0) == 0

; Empty blocks that jump in a cycle are a loop and are not removed; here it is unreachable.
proc around(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1, #3)
#1:
    Void @2 = Jump(#2)
#2:
    Void @3 = Jump(#1)
#3:
    Void @4 = Trap(User(7))
}
;; check O2: jmp
;; check O2: ud2
;; run around(0) traps User(7)
