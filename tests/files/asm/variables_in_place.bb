barebones 1
; At O0 a variable is a memory operand in the frame, if the Get has no other use and the variable is not set before the
; use. Otherwise it is loaded at the Get. A branch that sees through a comparison reads it in place only if the values
; in between have no other use, which would need the Get again.
;! asm x86_64-linux -O 0
;! run

proc second(Int32, Int32) -> Int32 {
    var0: Int32
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @4 = Set(@3, var0)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Get(var0)
    Int32 @7 = Add(@2, @6)
    Void @8 = Return(@7)
}
;; check: add eax, [rbp
;; check: ret
;; run second(5, 7) == 12

; The comparison is emitted before the branch, after the Set of another variable.
proc compared(Int32) -> Int32 {
    var0: Int32
    var1: Int32
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Void @3 = Set(@1, var0)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Get(var0)
    Int32 @6 = Const32(10)
    Int32 @7 = Below(@5, @6)
    Void @8 = Set(@2, var1)
    Void @9 = Branch(@7, #2, #3)
#2:
    Int32 @10 = Get(var1)
    Void @11 = Return(@10)
#3:
    Int32 @12 = Const32(0)
    Void @13 = Return(@12)
}
;; check: cmp dword ptr [rbp
;; check: jae
;; run compared(9) == 1
;; run compared(10) == 0

; A Get before the Set returns the old value.
proc set_before(Int32, Int32) -> Int32 {
    var0: Int32
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @4 = Set(@3, var0)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Get(var0)
    Void @7 = Set(@2, var0)
    Int32 @8 = Add(@2, @6)
    Void @9 = Return(@8)
}
;; not: add eax, [rbp-8]
;; check: ret
;; run set_before(5, 7) == 12

; One load for both.
proc two_users(Int32, Int32) -> Int32 {
    var0: Int32
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @4 = Set(@3, var0)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Get(var0)
    Int32 @7 = Add(@2, @6)
    Int32 @8 = Add(@7, @6)
    Void @9 = Return(@8)
}
;; not: add eax, [rbp-8]
;; check: ret
;; run two_users(5, 7) == 19

; The comparison is emitted twice, as a number and before the branch, although it is seen through.
proc shared(Int32, Int32) -> Int32 {
    var0: Int32
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Void @4 = Set(@3, var0)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Const32(0)
    Int32 @7 = Get(var0)
    Int32 @8 = LessThan(@2, @7)
    Int32 @9 = Equal(@8, @6)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int32 @11 = Const32(1)
    Int32 @12 = Sub(@11, @9)
    Void @13 = Return(@12)
#3:
    Int32 @14 = Const32(3)
    Int32 @15 = Add(@14, @9)
    Void @16 = Return(@15)
}
;; run shared(5, 7) == 3
;; run shared(7, 5) == 0

; One bit test before the branch.
proc seen_through(Int32) -> Int32 {
    var0: Int32
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Set(@1, var0)
    Void @3 = Jump(#1)
#1:
    Int32 @4 = Get(var0)
    Int32 @5 = Const32(4)
    Int32 @6 = BitAnd(@4, @5)
    Int32 @7 = Const32(0)
    Int32 @8 = Equal(@6, @7)
    Void @9 = Branch(@8, #2, #3)
#2:
    Int32 @10 = Const32(2)
    Void @11 = Return(@10)
#3:
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
}
;; check: test dword ptr [rbp
;; check: ret
;; run seen_through(4) == 1
;; run seen_through(3) == 2

; The comparison is also a number, which is computed from the bits.
proc seen_through_and_needed(Int32) -> Int32 {
    var0: Int32
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Set(@1, var0)
    Void @3 = Jump(#1)
#1:
    Int32 @4 = Get(var0)
    Int32 @5 = Const32(4)
    Int32 @6 = BitAnd(@5, @4)
    Int32 @7 = Const32(0)
    Int32 @8 = Equal(@6, @7)
    Int32 @9 = Const32(7)
    Int32 @10 = BitAnd(@8, @9)
    Void @11 = Branch(@8, #2, #3)
#2:
    Void @12 = Return(@10)
#3:
    Void @13 = Return(@9)
}
;; not: test dword ptr [rbp
;; check: sete
;; check: ret
;; run seen_through_and_needed(4) == 7
;; run seen_through_and_needed(3) == 1

; The same through a copy of the comparison, which is its only use.
proc copy_seen_through(Int32) -> Int32 {
    var0: Int32
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Set(@1, var0)
    Void @3 = Jump(#1)
#1:
    Int32 @4 = Get(var0)
    Int32 @5 = Const32(4)
    Int32 @6 = BitAnd(@5, @4)
    Int32 @7 = Const32(0)
    Int32 @8 = Equal(@6, @7)
    Int32 @9 = Opaque(@8)
    Int32 @10 = Const32(7)
    Int32 @11 = BitAnd(@9, @10)
    Void @12 = Branch(@9, #2, #3)
#2:
    Void @13 = Return(@11)
#3:
    Void @14 = Return(@10)
}
;; run copy_seen_through(4) == 7
;; run copy_seen_through(3) == 1

proc floats(Double, Double) -> Double {
    var0: Double
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Void @2 = Set(@1, var0)
    Void @3 = Jump(#1)
#1:
    Double @4 = Get(var0)
    Double @5 = Sub(@0, @4)
    Void @6 = Return(@5)
}
;; run floats(1.5, 2.0) == -0.5
