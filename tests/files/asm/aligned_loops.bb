barebones 1
; On AArch64 a loop is aligned to the fetch window of 16 bytes if it then spans fewer windows.
;! asm aarch64-linux -O 2

; Four instructions after two: in one window, or in two.
proc four(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@2, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @8 = Add(@6, @1)
    Int64 @9 = BitXor(@7, @8)
    Void @10 = Upsilon(@8, ^@6)
    Void @11 = Upsilon(@9, ^@7)
    Int32 @12 = NotEqual(@8, @0)
    Void @13 = Branch(@12, #1, #2)
#2:
    Void @14 = Return(@9)
}
;; check: nop
;; check: b.ne
;; check: ret

; Three after one: in one window anyway.
proc three(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(3)
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@2, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Add(@5, @1)
    Void @7 = Upsilon(@6, ^@5)
    Int32 @8 = NotEqual(@6, @0)
    Void @9 = Branch(@8, #1, #2)
#2:
    Void @10 = Return(@6)
}
;; not: nop
;; check: b.ne
;; not: nop
;; check: ret
