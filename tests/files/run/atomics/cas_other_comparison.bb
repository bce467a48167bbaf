barebones 1
; The old value of a compare-and-swap is compared with another value than the expected one: success does not decide.
;! run

data word = zero:8

proc with_the_new_value(Int64, Int64) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(word)
    Int64 @3 = Const64(5)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2)
    Int32 @6 = Equal(@5, @1)
    Int64 @7 = Load(@2)
    Void @8 = Return(@6, @7)
}
;; run with_the_new_value(5, 9) == 0, 9
;; run with_the_new_value(5, 5) == 1, 5
;; run with_the_new_value(4, 9) == 0, 5
;; run with_the_new_value(4, 5) == 1, 5

proc with_a_constant(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(word)
    Int64 @3 = Const64(5)
    Void @4 = Store(@3, @2)
    Int64 @5 = AtomicStrongCAS(@0, @1, @2)
    Int64 @6 = Const64(4)
    Int32 @7 = NotEqual(@5, @6)
    Void @8 = Branch(@7, #1, #2)
#1:
    Void @9 = Return(@5)
#2:
    Int64 @10 = Const64(-1)
    Void @11 = Return(@10)
}
;; run with_a_constant(5, 9) == 5
;; run with_a_constant(4, 9) == 5

proc with_another_constant(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(word)
    Int64 @2 = Const64(5)
    Void @3 = Store(@2, @1)
    Int64 @4 = Const64(6)
    Int64 @5 = AtomicStrongCAS(@2, @0, @1)
    Int32 @6 = Equal(@5, @4)
    Int32 @7 = Equal(@5, @2)
    Int32 @8 = Const32(2)
    Int32 @9 = Mul(@7, @8)
    Int32 @10 = Add(@6, @9)
    Void @11 = Return(@10)
}
;; run with_another_constant(9) == 2
