barebones 1
; Early returns have no frame: the test comes first, and the prologue only where the frame is needed (shrink-wrapping).
; Values live there are in callee-saved registers only after the prologue. A procedure that needs no frame has none.
;! asm x86_64-linux -O 2
;; check: base_case:
;; check: cmp edi, 2
;; check: ret
;; check: push rbp
;; check: mov rbx, rdi
;; check: call
;; check: leaf:
;; not: rbp
;; check: ret
;; check: leaf_traps:
;; not: rbp
;; check: ud2
;; check: null_check:
;; check: mov rax, [rdi+8]
;; check: test rax, rax
;; check: push rbp
;; check: call
;; check: leave
;; check: ret
;; check: ret
;; check: shared_return:
;; check: push rbp
;; check: loop_after:
;; not: rbp
;; check: ret
;; check: push rbp
;; check: call
;; not: rbp
;; check: jl
;; check: limited:
;; check: test edi, edi
;; check: push rbp
;; check: cmp rsp, [
;; check: call
;; check: limited_by_memory:
;; not: [
;; check: push rbp
;; check: +8]
;; check: cmp rsp, [
;; check: at_two_places:
;; check: push rbp
;; check: call
;; check: push rbp
;; check: call
;; check: many_saved:
;; check: test rdi, rdi
;; check: push rbp
;; check: leave
;; check: ret
;; check: loop_at_one_of_two:
;; check: push rbp
;; check: #1:
;; not: push
;; check: jl
;; check: push rbp
;; check: #4:
;! asm aarch64-linux -O 2
;; check: base_case:
;; check: cmp w0, #0x2
;; check: ret
;; check: stp x29, x30, [sp, #-0x10]!
;; check: bl
;; check: leaf:
;; not: x29
;; check: ret
;; check: null_check:
;; check: ldr
;; check: stp x29, x30, [sp, #-0x10]!
;; check: bl
;; check: ldp x29, x30, [sp], #0x10
;; check: ret
;; check: ret
;; check: limited:
;; check: cbz
;; check: stp x29, x30, [sp, #-0x10]!
;; check: udf
;! asm x86_64-linux -O 1
;; check: leaf:
;; not: rbp
;; check: ret
;; check: at_two_places:
;! run
;; run base_case(1) == 1
;; run base_case(10) == 55
;; run leaf(20, 22) == 42
;; run leaf_traps(7) == 7
;; run leaf_traps(0) traps User(3)
;; run calls_leaf_traps(0) traps User(3)
;; run list() == 2
;; run shared_return(0) == 100
;; run shared_return(5) == 110
;; run loop_after(3) == 103
;; run loop_after(12) == 220
;; run at_two_places(0) == 0
;; run at_two_places(1) == 11
;; run at_two_places(-1) == 6
;; run at_two_places(50) == 50
;; run many_saved(0, 1, 2, 3) == 1
;; run many_saved(1, 2, 3, 4) == 88
;; run loop_at_one_of_two(-20) == 1
;; run loop_at_one_of_two(1) == 11
;; run loop_at_one_of_two(50) == 50

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

proc leaf(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc leaf_traps(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = TrapIf(@2, User(3))
    Void @4 = Return(@0)
}

proc calls_leaf_traps(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(leaf_traps, @0)
    Int64 @2 = Add(@1, @0)
    Void @3 = Return(@2)
}

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

proc list() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(first)
    Int64 @1 = SymbolAddress(last)
    Void @2 = Store(@1, @0, offset=8)
    Int64 @3 = CCall(null_check, @0)
    Void @4 = Return(@3)
}

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

; The prologue is before the loop, not in it.
proc loop_after(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(10)
    Void @2 = Upsilon(@0, ^@5)
    Int32 @3 = LessThan(@0, @1)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @12 = Const64(100)
    Int64 @13 = Add(@0, @12)
    Void @14 = Return(@13)
#2:
    Int64 @5 = Phi()
    Int64 @6 = CCall(leaf, @5, @1)
    Void @7 = Upsilon(@6, ^@5)
    Int64 @8 = Const64(200)
    Int32 @9 = LessThan(@6, @8)
    Void @10 = Branch(@9, #2, #3)
#3:
    Int64 @15 = Const64(18)
    Int64 @16 = Add(@6, @15)
    Void @11 = Return(@16)
}

proc limited(Int32, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = Load(@2)
    Void @4 = StackLimitCheck(@3)
    Void @5 = Branch(@1, #1, #2)
#1:
    Int32 @6 = Const32(1)
    Int32 @7 = Sub(@1, @6)
    Int32 @8 = CCall(limited, @7, @2)
    Int32 @9 = Add(@8, @1)
    Void @10 = Return(@9)
#2:
    Void @11 = Return(@1)
}

; A load that only the comparison uses moves to the comparison.
proc limited_by_memory(Int32, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = Load(@2, offset=8)
    Int64 @4 = Load(@3, offset=24)
    Void @5 = StackLimitCheck(@4)
    Void @6 = Branch(@1, #1, #2)
#1:
    Int64 @7 = ZExt32(@1)
    Int64 @8 = CCall(leaf, @7, @7)
    Int32 @9 = Trunc(@8)
    Void @10 = Return(@9)
#2:
    Void @11 = Return(@1)
}

proc at_two_places(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = Const64(7)
    Int64 @5 = CCall(leaf, @0, @4)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(1)
    Int32 @8 = Equal(@0, @7)
    Void @9 = Branch(@8, #3, #4)
#3:
    Int64 @10 = Const64(10)
    Int64 @11 = CCall(leaf, @0, @10)
    Void @12 = Return(@11)
#4:
    Void @13 = Return(@0)
}

proc many_saved(Int64, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Void @4 = Branch(@0, #1, #2)
#1:
    Int64 @5 = CCall(leaf, @1, @2)
    Int64 @6 = CCall(leaf, @2, @3)
    Int64 @7 = CCall(leaf, @3, @1)
    Int64 @8 = Mul(@5, @6)
    Int64 @9 = Mul(@7, @1)
    Int64 @10 = Mul(@2, @3)
    Int64 @11 = Add(@8, @9)
    Int64 @12 = Add(@10, @11)
    Int64 @13 = Mul(@5, @7)
    Int64 @14 = Add(@12, @13)
    Int64 @15 = Sub(@14, @0)
    Void @16 = Return(@15)
#2:
    Void @17 = Return(@1)
}

; As above, and the loop header already has the frame.
proc loop_at_one_of_two(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@5)
    Int32 @3 = LessThan(@0, @1)
    Void @4 = Branch(@3, #1, #3)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Const64(7)
    Int64 @7 = CCall(leaf, @5, @6)
    Void @8 = Upsilon(@7, ^@5)
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #1, #2)
#2:
    Void @11 = Return(@7)
#3:
    Int64 @12 = Const64(1)
    Int32 @13 = Equal(@0, @12)
    Void @14 = Branch(@13, #4, #5)
#4:
    Int64 @15 = Const64(10)
    Int64 @16 = CCall(leaf, @0, @15)
    Void @17 = Return(@16)
#5:
    Void @18 = Return(@0)
}
