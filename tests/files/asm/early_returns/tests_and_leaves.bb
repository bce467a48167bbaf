barebones 1
; Early returns have no frame: the test comes first, and the prologue only where the frame is needed (shrink-wrapping).
; Values live there are in callee-saved registers only after the prologue. A procedure that needs no frame has none.
;! asm x86_64-linux -O 2 as x64-O2
;! asm aarch64-linux -O 2 as a64-O2
;! asm x86_64-linux -O 1 as x64-O1
;! run

data first = zero:16
data last = zero:16

proc base_case(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Void @5 = Return(@1)
#2:
    Int32 @6 = Const32(1)
    Int32 @7 = Sub(@1, @6)
    Int32 @8 = CCall(base_case, @7)
    Int32 @9 = Sub(@1, @2)
    Int32 @10 = CCall(base_case, @9)
    Int32 @11 = Add(@8, @10)
    Void @12 = Return(@11)
}
;; check x64-O2: cmp edi, 2
;; check x64-O2: ret
;; check x64-O2: push rbp
;; check x64-O2: mov rbx, rdi
;; check x64-O2: call
;; check a64-O2: cmp w0, #0x2
;; check a64-O2: ret
;; check a64-O2: stp x29, x30, [sp, #-0x10]!
;; check a64-O2: bl
;; run base_case(1) == 1
;; run base_case(10) == 55

proc leaf(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; not x64-O2: rbp
;; check x64-O2: ret
;; not a64-O2: x29
;; check a64-O2: ret
;; not x64-O1: rbp
;; check x64-O1: ret
;; run leaf(20, 22) == 42

proc leaf_traps(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = TrapIf(@2, User(3))
    Void @4 = Return(@0)
}
;; not x64-O2: rbp
;; check x64-O2: ud2
;; run leaf_traps(7) == 7
;; run leaf_traps(0) traps User(3)

proc calls_leaf_traps(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(leaf_traps, @0)
    Int64 @2 = Add(@1, @0)
    Void @3 = Return(@2)
}
;; run calls_leaf_traps(0) traps User(3)

proc null_check(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=8)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @3 = CCall(null_check, @1)
    Int64 @4 = Load(@0)
    Int64 @5 = Add(@3, @4)
    Int64 @6 = Const64(1)
    Int64 @7 = Add(@5, @6)
    Void @8 = Return(@7)
#2:
    Int64 @9 = Const64(1)
    Void @10 = Return(@9)
}
;; check x64-O2: mov rax, [rdi+8]
;; check x64-O2: test rax, rax
;; check x64-O2: push rbp
;; check x64-O2: call
;; check x64-O2: leave
;; check x64-O2: ret
;; check x64-O2: ret
;; check a64-O2: ldr
;; check a64-O2: stp x29, x30, [sp, #-0x10]!
;; check a64-O2: bl
;; check a64-O2: ldp x29, x30, [sp], #0x10
;; check a64-O2: ret
;; check a64-O2: ret

proc list() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(first)
    Int64 @1 = SymbolAddress(last)
    Void @2 = Store(@1, @0, offset=8)
    Int64 @3 = CCall(null_check, @0)
    Void @4 = Return(@3)
}
;; run list() == 2

; The loop leads to the same return: the blocks without a frame have a copy.
proc shared_return(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(100)
    Void @2 = Upsilon(@1, ^@10)
    Void @3 = Upsilon(@0, ^@6)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Branch(@0, #1, #2)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @11 = CCall(leaf, @7, @6)
    Int64 @12 = Const64(3)
    Int64 @13 = Sub(@11, @12)
    Int64 @14 = Const64(1)
    Int64 @15 = Sub(@6, @14)
    Void @16 = Upsilon(@15, ^@6)
    Void @17 = Upsilon(@13, ^@7)
    Int64 @18 = Const64(10)
    Int64 @19 = Add(@13, @18)
    Void @20 = Upsilon(@19, ^@10)
    Void @21 = Branch(@15, #1, #2)
#2:
    Int64 @10 = Phi()
    Void @22 = Return(@10)
}
;; check x64-O2: push rbp
;; run shared_return(0) == 100
;; run shared_return(5) == 110
