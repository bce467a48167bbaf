barebones 1
; Pinned registers: a value that is set stays set, through calls that share them and calls that preserve them. A procedure
; that sets a register of its own convention restores it. Nothing else is ever in one, even under register pressure.
;! run

data numbers = u64:11 u64:22 u64:33 u64:44 u64:55 u64:66

extern labs(Int64) -> Int64

; Its callers see the value that it sets.
proc bump(Int64) -> Void conv=internal target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Int64 @2 = Add(@1, @0)
    Void @3 = SetPinned(@2, %r14)
    Void @4 = Return()
}

proc through_calls(Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %rbx)
    Int64 @2 = Const64(100)
    Void @3 = SetPinned(@2, %r14)
    Void @4 = CCall(bump, @0, conv=internal)
    Void @5 = CCall(bump, @0, conv=internal)
    Int64 @6 = GetPinned(%r14)
    Int64 @7 = Const64(1000)
    Int64 @8 = Mul(@6, @7)
    Int64 @9 = GetPinned(%rbx)
    Int64 @10 = Add(@8, @9)
    Void @11 = Return(@10)
}
;; run through_calls(5) == 110005
;; run through_calls(-7) == 85993

; The callee has the same pinned registers, and its convention keeps them.
proc restores(Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %r14)
    Int64 @2 = Const64(1)
    Int64 @3 = CCall(through_calls, @2)
    Int64 @4 = GetPinned(%r14)
    Int64 @5 = Add(@3, @4)
    Void @6 = Return(@5)
}
;; run restores(9) == 102010

; It sets none itself; its callee does.
proc put(Int64) -> Void conv=internal target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %r14)
    Void @2 = Return()
}

proc puts(Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = CCall(put, @0, conv=internal)
    Int64 @2 = GetPinned(%r14)
    Void @3 = Return(@2)
}

proc keeps(Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %r14)
    Int64 @2 = Const64(7)
    Int64 @3 = CCall(puts, @2)
    Int64 @4 = Const64(100)
    Int64 @5 = Mul(@3, @4)
    Int64 @6 = GetPinned(%r14)
    Int64 @7 = Add(@5, @6)
    Void @8 = Return(@7)
}
;; run keeps(5) == 705
;; run keeps(-1) == 699

; The caller has none, and its own values in such registers.
proc unpinned(Int64, Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Mul(@0, @1)
    Int64 @3 = Sub(@0, @1)
    Int64 @4 = CCall(through_calls, @0)
    Int64 @5 = Add(@2, @3)
    Int64 @6 = Add(@4, @5)
    Void @7 = Return(@6)
}
;; run unpinned(5, 3) == 110022

; The caller's value of the same register is there at entry.
proc sees() -> Int64 target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = GetPinned(%r14)
    Void @1 = Return(@0)
}

proc shows(Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %r14)
    Int64 @2 = CCall(sees)
    Void @3 = Return(@2)
}
;; run shows(42) == 42

; A function outside keeps it.
proc around(Int64) -> Int64 target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %r14)
    Int64 @2 = CCall(labs, @0)
    Int64 @3 = GetPinned(%r14)
    Int64 @4 = Add(@3, @3)
    Int64 @5 = Add(@4, @2)
    Void @6 = Return(@5)
}
;; run around(-4) == -4

; An address that was read before the register is set is the old one. r12 and r13 have encodings of their own.
proc addresses(Int64) -> Int64 target=x86_64-linux {
    pinned %r12, %r13
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(numbers)
    Void @2 = SetPinned(@1, %r12)
    Int64 @3 = Const64(24)
    Int64 @4 = Add(@1, @3)
    Void @5 = SetPinned(@4, %r13)
    Int64 @6 = GetPinned(%r12)
    Int64 @7 = Load(@6, offset=8)
    Int64 @8 = GetPinned(%r13)
    Int32 @9 = Const32(3)
    Int64 @10 = Shl(@0, @9)
    Int64 @11 = Add(@8, @10)
    Int64 @12 = Load(@11)
    Void @13 = SetPinned(@8, %r12)
    Int64 @14 = Load(@6, offset=16)
    Int64 @15 = GetPinned(%r12)
    Int64 @16 = Load(@15)
    Int64 @17 = Const64(100)
    Int64 @18 = Mul(@7, @17)
    Int64 @19 = Add(@18, @14)
    Int64 @20 = Mul(@19, @17)
    Int64 @21 = Add(@20, @16)
    Int64 @22 = Mul(@21, @17)
    Int64 @23 = Add(@22, @12)
    Void @24 = Return(@23)
}
;; run addresses(0) == 22334444
;; run addresses(1) == 22334455
;; run addresses(2) == 22334466

proc swapped(Int64, Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = SetPinned(@0, %rbx)
    Void @3 = SetPinned(@1, %r14)
    Int64 @4 = GetPinned(%rbx)
    Int64 @5 = GetPinned(%r14)
    Void @6 = SetPinned(@5, %rbx)
    Void @7 = SetPinned(@4, %r14)
    Int64 @8 = GetPinned(%rbx)
    Int64 @9 = Const64(10)
    Int64 @10 = Mul(@8, @9)
    Int64 @11 = GetPinned(%r14)
    Int64 @12 = Add(@10, @11)
    Void @13 = Return(@12)
}
;; run swapped(3, 4) == 43

; A loop whose variables are pinned: its blocks pass each other nothing else.
proc sums(Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %rbx)
    Int64 @2 = Const64(0)
    Void @3 = SetPinned(@2, %r14)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = GetPinned(%rbx)
    Int64 @6 = GetPinned(%r14)
    Int64 @7 = Add(@6, @5)
    Void @8 = SetPinned(@7, %r14)
    Int64 @9 = Const64(1)
    Int64 @10 = Sub(@5, @9)
    Void @11 = SetPinned(@10, %rbx)
    Void @12 = Branch(@10, #1, #2)
#2:
    Int64 @13 = GetPinned(%r14)
    Void @14 = Return(@13)
}
;; run sums(10) == 55
;; run sums(1) == 1

; A constant operand of the Set; all 64 bits are set.
proc constant() -> Int64 target=x86_64-linux {
    pinned %r15
#0:
    Int64 @0 = Const64(-5)
    Void @1 = SetPinned(@0, %r15)
    Int64 @2 = GetPinned(%r15)
    Void @3 = Return(@2)
}
;; run constant() == 0xfffffffffffffffb
