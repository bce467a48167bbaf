barebones 1
; If the callee preserves all callee-saved registers of the caller's convention, nothing is saved.
;! asm x86_64-windows -O 0

extern near(Int64) -> Int64

proc caller(Int64) -> Int64 conv=windows_x64 {
#0:
    Int64 @0 = ArgumentReg(%rcx)
    Int64 @1 = CCall(near, @0, conv=windows_x64)
    Void @2 = Return(@1)
}
;; not: xmm6
;; not: rsi
;; not: rdi
;; check: call
;; not: xmm6
;; check: leave
