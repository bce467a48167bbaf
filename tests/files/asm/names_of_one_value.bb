barebones 1
; The next value of a counter and the counter itself share one register, although both are live after the loop: the loop
; has one copy, of the old value, which is read after it.
;! asm x86_64-linux -O 2 as x64
;! asm aarch64-linux -O 2 as a64
;! run

proc both(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Void @3 = Upsilon(@2, ^@5)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()                                ; i
    Int32 @6 = Add(@5, @2)
    Void @7 = Upsilon(@6, ^@5)
    Int32 @8 = LessEqual(@6, @1)
    Void @9 = Branch(@8, #1, #2)
#2:
    Int32 @10 = Const32(100)
    Int32 @11 = Mul(@5, @10)
    Int32 @12 = Add(@11, @6)
    Void @13 = Return(@12)
}
;; check x64: #1:
;; check x64: mov rcx, rax
;; not x64: mov
;; check x64: jle short L0
;; check a64: #1:
;; check a64: mov x2, x1
;; not a64: mov
;; check a64: b.le
;; run both(5) == 506
