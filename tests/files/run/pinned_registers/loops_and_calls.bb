barebones 1
; Pinned registers: a value that is set stays set, through calls that share them and calls that preserve them. A procedure
; that sets a register of its own convention restores it. Nothing else is ever in one, even under register pressure.
;! run

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
;; run floats(1.5, 2.0) == 12.0
;; run floats(-0.0, 3.0) == -0.0

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
;; run tail(4) == 1010

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
;; run all(2) == 176
;; run all(-1) == -73

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
;; run kept_in_memory(7) == 14

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
;; run system(3) == 12

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
;; run old_sum(5) == 12000
