barebones 1
; Pinned registers belong to the client: code neither writes them nor saves anything there. They can be read.
;! asm x86_64-linux -O 0
;; not: cx,
;; not: dx,
;; not: si,
;; not: r8
;; not: r9
;; not: r10
;; not: r11
;; check: ret
;; check: rcx
;; check: rbx
;; check: ret

proc many_values(Int64) -> Int64 {
    pinned %rcx, %rdx, %rsi, %r8, %r9, %r10, %r11
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Add(@0, @0)
    Int64 @2 = Mul(@1, @0)
    Int64 @3 = Sub(@2, @1)
    Int64 @4 = BitXor(@3, @2)
    Int64 @5 = Mul(@4, @1)
    Int64 @6 = Add(@5, @0)
    Int64 @7 = Mul(@6, @3)
    Void @8 = Return(@7)
}

; A pinned register and one that belongs to the caller, as they were at the entry.
proc read_them() -> Int64 {
    pinned %rcx
#0:
    Int64 @0 = ArgumentReg(%rbx)
    Int64 @1 = ArgumentReg(%rcx)
    Int64 @2 = Sub(@1, @0)
    Void @3 = Return(@2)
}
