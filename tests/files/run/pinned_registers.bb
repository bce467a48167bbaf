barebones 1
; Pinned registers: a value that is set stays set, through calls that share them and calls that preserve them. A procedure
; that sets a register of its own convention restores it. Nothing else is ever in one, even under register pressure.
;! run
;; run through_calls(5) == 110005
;; run through_calls(-7) == 85993
;; run restores(9) == 102010
;; run keeps(5) == 705
;; run keeps(-1) == 699
;; run unpinned(5, 3) == 110022
;; run shows(42) == 42
;; run around(-4) == -4
;; run addresses(0) == 22334444
;; run addresses(1) == 22334455
;; run addresses(2) == 22334466
;; run swapped(3, 4) == 43
;; run sums(10) == 55
;; run sums(1) == 1
;; run constant() == 0xfffffffffffffffb
;; run floats(1.5, 2.0) == 12.0
;; run floats(-0.0, 3.0) == -0.0
;; run tail(4) == 1010
;; run all(2) == 176
;; run all(-1) == -73
;; run kept_in_memory(7) == 14
;; run system(3) == 12
;; run old_sum(5) == 12000

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

; A constant operand of the Set; all 64 bits are set.
proc constant() -> Int64 target=x86_64-linux {
    pinned %r15
#0:
    Int64 @0 = Const64(-5)
    Void @1 = SetPinned(@0, %r15)
    Int64 @2 = GetPinned(%r15)
    Void @3 = Return(@2)
}

; A floating-point register that no convention keeps flows through calls that share it.
proc scale(Double) -> Double conv=internal target=x86_64-linux {
    pinned %xmm8
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = GetPinned(%xmm8)
    Double @2 = Mul(@1, @0)
    Void @3 = SetPinned(@2, %xmm8)
    Void @4 = Return(@2)
}

proc floats(Double, Double) -> Double target=x86_64-linux {
    pinned %xmm8
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Void @2 = SetPinned(@0, %xmm8)
    Double @3 = CCall(scale, @1, conv=internal)
    Double @4 = CCall(scale, @1, conv=internal)
    Double @5 = GetPinned(%xmm8)
    Double @6 = Add(@4, @5)
    Void @7 = Return(@6)
}

; The callee in its place has the same registers.
proc count_down(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %r15
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1, #2)
#1:
    Int64 @2 = GetPinned(%r15)
    Int64 @3 = Add(@2, @0)
    Void @4 = SetPinned(@3, %r15)
    Int64 @5 = Const64(1)
    Int64 @6 = Sub(@0, @5)
    Void @7 = TailCall(count_down, @6, conv=internal)
#2:
    Int64 @8 = GetPinned(%r15)
    Void @9 = Return(@8)
}

proc tail(Int64) -> Int64 target=x86_64-linux {
    pinned %r15
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1000)
    Void @2 = SetPinned(@1, %r15)
    Int64 @3 = CCall(count_down, @0, conv=internal)
    Void @4 = Return(@3)
}

; All callee-saved registers of C are pinned, and twelve values are live at once.
proc all(Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r12, %r13, %r14, %r15
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Const64(2)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(4)
    Int64 @5 = Const64(5)
    Int64 @6 = Const64(6)
    Int64 @7 = Const64(7)
    Int64 @8 = Const64(8)
    Int64 @9 = Const64(9)
    Int64 @10 = Const64(10)
    Int64 @11 = Const64(11)
    Int64 @12 = Const64(12)
    Int64 @13 = Add(@0, @1)
    Int64 @14 = Add(@0, @2)
    Int64 @15 = Add(@0, @3)
    Int64 @16 = Add(@0, @4)
    Void @17 = SetPinned(@0, %rbx)
    Void @18 = SetPinned(@13, %r12)
    Void @19 = SetPinned(@14, %r13)
    Void @20 = SetPinned(@15, %r14)
    Void @21 = SetPinned(@16, %r15)
    Int64 @22 = Mul(@0, @2)
    Int64 @23 = Mul(@0, @3)
    Int64 @24 = Mul(@0, @4)
    Int64 @25 = Mul(@0, @5)
    Int64 @26 = Mul(@0, @6)
    Int64 @27 = Mul(@0, @7)
    Int64 @28 = Mul(@0, @8)
    Int64 @29 = Mul(@0, @9)
    Int64 @30 = Mul(@0, @10)
    Int64 @31 = Mul(@0, @11)
    Int64 @32 = Mul(@0, @12)
    Int64 @33 = Opaque(@0)
    Int64 @34 = CCall(labs, @1)
    Int64 @35 = Mul(@33, @34)
    Int64 @36 = Add(@35, @22)
    Int64 @37 = Add(@36, @23)
    Int64 @38 = Add(@37, @24)
    Int64 @39 = Add(@38, @25)
    Int64 @40 = Add(@39, @26)
    Int64 @41 = Add(@40, @27)
    Int64 @42 = Add(@41, @28)
    Int64 @43 = Add(@42, @29)
    Int64 @44 = Add(@43, @30)
    Int64 @45 = Add(@44, @31)
    Int64 @46 = Add(@45, @32)
    Int64 @47 = GetPinned(%rbx)
    Int64 @48 = GetPinned(%r12)
    Int64 @49 = GetPinned(%r13)
    Int64 @50 = GetPinned(%r14)
    Int64 @51 = GetPinned(%r15)
    Int64 @52 = Add(@46, @47)
    Int64 @53 = Add(@52, @48)
    Int64 @54 = Add(@53, @49)
    Int64 @55 = Add(@54, @50)
    Int64 @56 = Add(@55, @51)
    Void @57 = Return(@56)
}

; A value read from the register waits in memory while the callee sets the register.
proc kept_in_memory(Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %r14)
    Int64 @2 = GetPinned(%r14)
    Void @3 = CCall(bump, @0, conv=internal)
    Int64 @4 = GetPinned(%r14)
    Void @5 = CCall(bump, @4, conv=internal)
    Int64 @6 = Sub(@4, @2)
    Int64 @7 = Add(@6, @2)
    Void @8 = Return(@7)
}

; Another convention keeps other registers, rsi and xmm7 among them: so they may be pinned there.
proc busy(Int64) -> Int64 conv=windows_x64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%rcx)
    Int64 @1 = CCall(labs, @0, conv=system_v)
    Void @2 = Return(@1)
}

proc other(Int64) -> Int64 conv=windows_x64 target=x86_64-linux {
    pinned %rsi, %xmm7
#0:
    Int64 @0 = ArgumentReg(%rcx)
    Void @1 = SetPinned(@0, %rsi)
    Double @2 = IToD(@0)
    Void @3 = SetPinned(@2, %xmm7)
    Int64 @4 = CCall(busy, @0)
    Int64 @5 = GetPinned(%rsi)
    Double @6 = GetPinned(%xmm7)
    Int64 @7 = FToISat(@6)
    Int64 @8 = Add(@5, @7)
    Void @9 = Return(@8)
}

; Its own values are in registers that the callee pins.
proc system(Int64) -> Int64 conv=windows_x64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%rcx)
    Int64 @1 = Add(@0, @0)
    Double @2 = IToD(@1)
    Int64 @3 = CCall(other, @0)
    Int64 @4 = FToISat(@2)
    Int64 @5 = Add(@3, @4)
    Void @6 = Return(@5)
}

; It adds the previous value of the register.
proc old_sum(Int64) -> Int64 target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %r14)
    Int64 @2 = GetPinned(%r14)
    Int64 @3 = Const64(7)
    Void @4 = SetPinned(@3, %r14)
    Int64 @5 = Add(@2, @3)
    Int64 @6 = Const64(1000)
    Int64 @7 = Mul(@5, @6)
    Void @8 = Return(@7)
}
