barebones 1
; Three procedures that call each other, and a loop. docs/debugging.md watches them with a debugger and a profiler.

proc outer(Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1, #2)
#1:
    Int64 @2 = SlotBase(slot0)
    Int64 @3 = Const64(77)
    Void @4 = Store(@3, @2)
    Int64 @5 = CCall(middle, @0)
    Int64 @6 = Load(@2)
    Int64 @7 = Add(@5, @6)
    Void @8 = Return(@7)
#2:
    Void @9 = Return(@0)
}

proc middle(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = CCall(inner, @2)
    Int64 @4 = Add(@3, @0)
    Void @5 = Return(@4)
}

proc inner(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Mul(@0, @0)
    Void @2 = Return(@1)
}

proc spin(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Phi()
    Int64 @7 = BitXor(@6, @5)
    Int64 @8 = Mul(@7, @5)
    Int64 @9 = Const64(1)
    Int64 @10 = Sub(@5, @9)
    Void @11 = Upsilon(@10, ^@5)
    Void @12 = Upsilon(@8, ^@6)
    Void @13 = Branch(@10, #1, #2)
#2:
    Void @14 = Return(@8)
}
