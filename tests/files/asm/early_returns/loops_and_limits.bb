barebones 1
; Early returns have no frame: the test comes first, and the prologue only where the frame is needed (shrink-wrapping).
; Values live there are in callee-saved registers only after the prologue. A procedure that needs no frame has none.
;! asm x86_64-linux -O 2 as x64
;! asm aarch64-linux -O 2 as a64
;! run

proc leaf(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
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
;; not x64: rbp
;; check x64: ret
;; check x64: push rbp
;; check x64: call
;; not x64: rbp
;; check x64: jl
;; run loop_after(3) == 103
;; run loop_after(12) == 220

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
;; check x64: test edi, edi
;; check x64: push rbp
;; check x64: cmp rsp, [
;; check x64: call
;; check a64: cbz
;; check a64: stp x29, x30, [sp, #-0x10]!
;; check a64: udf

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
;; not x64: [
;; check x64: push rbp
;; check x64: +8]
;; check x64: cmp rsp, [

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
;; check x64: push rbp
;; check x64: call
;; check x64: push rbp
;; check x64: call
;; run at_two_places(0) == 0
;; run at_two_places(1) == 11
;; run at_two_places(-1) == 6
;; run at_two_places(50) == 50

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
;; check x64: test rdi, rdi
;; check x64: push rbp
;; check x64: leave
;; check x64: ret
;; run many_saved(0, 1, 2, 3) == 1
;; run many_saved(1, 2, 3, 4) == 88

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
;; check x64: push rbp
;; check x64: #1:
;; not x64: push
;; check x64: jl
;; check x64: push rbp
;; check x64: #4:
;; run loop_at_one_of_two(-20) == 1
;; run loop_at_one_of_two(1) == 11
;; run loop_at_one_of_two(50) == 50
