barebones 1
; At O0 a sum of a pinned register, which several accesses share, reads the register itself: no copy. Not if something
; sets it between the two, nor in another block.
;! asm x86_64-linux -O 0

proc shared(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Int64 @2 = Add(@1, @0)
    Int64 @3 = Load(@2, offset=16)
    Void @4 = Store(@3, @2, offset=24)
    Void @5 = Return(@3)
}
;; not: , r14
;; check: add rcx, r14
;; not: r14

proc after_set(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Void @2 = SetPinned(@0, %r14)
    Int64 @3 = Add(@1, @0)
    Int64 @4 = Load(@3, offset=16)
    Void @5 = Store(@4, @3, offset=24)
    Void @6 = Return(@4)
}
;; check: mov rcx, r14
;; check: mov r14, rax
;; not: r14

proc other_block(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Void @2 = Jump(#1)
#1:
    Int64 @3 = Add(@1, @0)
    Int64 @4 = Load(@3, offset=16)
    Void @5 = Store(@4, @3, offset=24)
    Void @6 = Return(@4)
}
;; check: mov [rbp-8], r14
;; not: r14
