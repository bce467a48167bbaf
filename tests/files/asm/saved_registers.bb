barebones 1
; A procedure saves registers that its own convention preserves and a callee clobbers: next to its frame record, in the prologue,
; and every return restores them. No value is in them: only what the call clobbers is saved, so not rbx.
;! asm x86_64-windows -O 0

extern far(Int64) -> Int64

proc two_returns(Int64) -> Int64 conv=windows_x64 {
#0:
    Int64 @0 = ArgumentReg(%rcx)
    Int64 @1 = CCall(far, @0, conv=system_v)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @3 = Const64(1)
    Void @4 = Return(@3)
#2:
    Int64 @5 = Const64(2)
    Void @6 = Return(@5)
}
;; check: mov rbp, rsp
;; check: movups [rbp-0x10], xmm6
;; check: movups [rbp-0xa0], xmm15
;; check: mov [rbp-0xa8], rsi
;; check: mov [rbp-0xb0], rdi
;; not: rbx
;; check: call
;; check: movups xmm6, [rbp-0x10]
;; check: mov rdi, [rbp-0xb0]
;; check: leave
;; check: movups xmm6, [rbp-0x10]
;; check: mov rdi, [rbp-0xb0]
;; check: leave
