barebones 1
; At O1 and O2, the stack pointer is compared with a limit in memory directly, unless the limit has another use, or
; something in between may change it.
;! asm x86_64-linux -O 2

proc memory(Int64) -> Void target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=8)
    Void @2 = StackLimitCheck(@1)
    Void @3 = Return()
}
;; check: cmp rsp, [rdi+8]

proc shared(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Void @2 = StackLimitCheck(@1)
    Void @3 = Return(@1)
}
;; check: mov rax, [rdi]
;; check: cmp rsp, rax

proc changed(Int64) -> Void target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Void @2 = Store(@0, @0)
    Void @3 = StackLimitCheck(@1)
    Void @4 = Return()
}
;; check: mov rax, [rdi]
;; check: cmp rsp, rax
