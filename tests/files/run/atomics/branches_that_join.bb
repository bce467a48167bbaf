barebones 1
; A branch on the success of a compare-and-swap, both of whose edges lead to one block once empty blocks are passed: memory
; changes all the same.
;! run

data word = zero:8

proc weak(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(word)
    Int64 @3 = Const64(5)
    Void @4 = Store(@3, @2)
    Int32 @5 = AtomicWeakCAS(@0, @1, @2)
    Void @6 = Branch(@5, #2, #1)
#1:
    Void @7 = Jump(#3)
#2:
    Void @8 = Jump(#3)
#3:
    Int64 @9 = Load(@2)
    Void @10 = Return(@9)
}
;; run weak(5, 9) == 9
;; run weak(4, 9) == 5

proc joined(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(word)
    Int64 @3 = Const64(5)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2)
    Int32 @6 = Equal(@5, @0)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = Const32(0)
    Void @9 = Upsilon(@8, ^@14)
    Void @10 = Jump(#3)
#2:
    Int32 @11 = Const32(3)
    Void @12 = Upsilon(@11, ^@14)
    Void @13 = Jump(#3)
#3:
    Int32 @14 = Phi()
    Void @15 = Switch(@14, 2: #4, 1: #5, default: #4)
#4:
    Void @16 = Jump(#5)
#5:
    Int64 @17 = Load(@2)
    Void @18 = Return(@17)
}
;; run joined(5, 9) == 9
;; run joined(4, 9) == 5
