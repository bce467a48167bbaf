barebones 1
; Tail calls: arguments that cross registers, both banks, through an address, with a stack slot in the caller's frame, and
; out of a loop.
;! run

proc digits(Int64, Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(100)
    Int64 @4 = Mul(@0, @3)
    Int64 @5 = Add(@4, @1)
    Int64 @6 = Mul(@5, @3)
    Int64 @7 = Add(@6, @2)
    Void @8 = Return(@7)
}

; (a, b, c) becomes (c, b, a).
proc reversed(Int64, Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = TailCall(digits, @2, @1, @0, conv=internal)
}

proc crossed(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = CCall(reversed, @0, @1, @2, conv=internal)
    Void @4 = Return(@3)
}
;; run crossed(1, 2, 3) == 30201

; Doubles x n times, and adds the initial n.
proc doubled(Int64, Double, Int64) -> Double conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Int64 @2 = ArgumentReg(%a1)
    Void @3 = Branch(@0, #1, #2)
#1:
    Int64 @4 = Const64(1)
    Int64 @5 = Sub(@0, @4)
    Double @6 = Add(@1, @1)
    Void @7 = TailCall(doubled, @5, @6, @2, conv=internal)
#2:
    Double @8 = IToD(@2)
    Double @9 = Add(@1, @8)
    Void @10 = Return(@9)
}

proc both_banks(Int64, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Double @2 = CCall(doubled, @0, @1, @0, conv=internal)
    Void @3 = Return(@2)
}
;; run both_banks(3, 0.5) == 7.0

proc sum(Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc difference(Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

; The address is the first argument.
proc jump_to(Int64, Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = TailCall(@0, @1, @2, conv=internal)
}

proc through_an_address(Int32, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@0)
    Int64 @4 = SymbolAddress(sum)
    Int64 @5 = SymbolAddress(difference)
    Int64 @6 = Select(@3, @5, @4)
    Int64 @7 = CCall(jump_to, @6, @1, @2, conv=internal)
    Void @8 = Return(@7)
}
;; run through_an_address(0, 20, 3) == 23
;; run through_an_address(1, 20, 3) == 17

; The frame of the caller is gone when the callee runs: only the value that was loaded from its slot is passed.
proc sum_down(Int64, Int64) -> Int64 conv=internal {
    slot0 = stack 16 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SlotBase(slot0)
    Int64 @3 = Add(@0, @1)
    Void @4 = Store(@3, @2, offset=8)
    Void @5 = Branch(@0, #1, #2)
#1:
    Int64 @6 = Const64(-1)
    Int64 @7 = Add(@0, @6)
    Int64 @8 = Load(@2, offset=8)
    Void @9 = TailCall(sum_down, @7, @8, conv=internal)
#2:
    Void @10 = Return(@1)
}

proc with_a_slot(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = CCall(sum_down, @0, @1, conv=internal)
    Void @3 = Return(@2)
}
;; run with_a_slot(5) == 15

; Counts to n, and then leaves by a tail call: digits(0, n, n).
proc count(Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int32 @5 = LessThan(@4, @0)
    Void @6 = Branch(@5, #2, #3)
#2:
    Int64 @7 = Const64(1)
    Int64 @8 = Add(@4, @7)
    Void @9 = Upsilon(@8, ^@4)
    Void @10 = Jump(#1)
#3:
    Void @11 = TailCall(digits, @1, @4, @0, conv=internal)
}

proc out_of_a_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(count, @0, conv=internal)
    Void @2 = Return(@1)
}
;; run out_of_a_loop(10) == 1010

; An Int32 is passed without the upper half of its register.
proc widen(Int32) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ZExt32(@1)
    Void @3 = Return(@2)
}

proc cut(Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = TailCall(widen, @1, conv=internal)
}

proc narrow(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(cut, @0, conv=internal)
    Void @2 = Return(@1)
}
;; run narrow(0x1ffffffff) == 0xffffffff
