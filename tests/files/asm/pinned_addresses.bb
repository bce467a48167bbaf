barebones 1
; An address that reads a pinned register uses it as base or index: no copy. Not if something sets it between
; the two, or may set it, as a call that shares it does; nor in another block. A second read in between does no
; harm.
;! asm x86_64-linux -O 2

proc fields() -> Int64 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = GetPinned(%r14)
    Int64 @1 = Load(@0, offset=16)
    Int64 @2 = GetPinned(%r14)
    Int64 @3 = Load(@0, offset=24)
    Int64 @4 = Add(@1, @3)
    Void @5 = Return(@4)
}
;; not: , r14
;; check: [r14+0x10]
;; not: , r14
;; check: [r14+0x18]
;; not: , r14

proc stored(Int64) -> Void conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Int64 @2 = Const64(8)
    Int64 @3 = Add(@1, @2)
    Void @4 = Store(@0, @3)
    Void @5 = Return()
}
;; not: , r14
;; check: mov [r14+8], rdi

proc indexed(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Int32 @2 = Const32(3)
    Int64 @3 = Shl(@0, @2)
    Int64 @4 = Add(@1, @3)
    Int64 @5 = Load(@4, offset=32)
    Void @6 = Return(@5)
}
;; not: , r14
;; check: [r14+rdi*8+0x20]

; The sum is the address of both accesses, as only the index must be live for that.
proc shared(Int32) -> Int32 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = BitXor(@1, @2)
    Int64 @4 = ZExt32(@3)
    Int64 @5 = GetPinned(%r14)
    Int64 @6 = Add(@5, @4)
    Int32 @7 = Load(@6)
    Int32 @8 = Const32(1)
    Void @9 = Store8(@8, @6)
    Void @10 = Return(@7)
}
;; not: , r14
;; check: [r14+rdi]
;; not: , r14
;; check: [r14+rdi], 1

proc after_set(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Void @2 = SetPinned(@0, %r14)
    Int64 @3 = Load(@1, offset=16)
    Void @4 = Return(@3)
}
;; check: , r14
;; check: mov r14, rdi
;; not: r14
;; check: +0x10]

proc after_call(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Void @2 = CCall(@0, conv=internal)
    Int64 @3 = Load(@1, offset=16)
    Void @4 = Return(@3)
}
;; check: , r14
;; check: call
;; not: r14
;; check: +0x10]

; The call declares that it sets none.
proc after_other_call(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Void @2 = CCall(@0, conv=internal, effects={writes=5..6, reads_pinned})
    Int64 @3 = Load(@1, offset=16, range=1..2)
    Void @4 = Return(@3)
}
;; not: , r14
;; check: call
;; check: [r14+0x10]

proc other_block(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Void @2 = Branch(@0, #1, #2)
#1:
    Int64 @3 = Load(@1, offset=16)
    Void @4 = Return(@3)
#2:
    Void @5 = Return(@0)
}
;; check: , r14
;; not: r14
;; check: +0x10]

; It sets none: there is nothing to restore.
proc nothing_saved(Int64) -> Int64 target=x86_64-linux {
    pinned %r14, %r15
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; not: r15

proc saved(Int64) -> Int64 target=x86_64-linux {
    pinned %r14, %r15
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %r15)
    Void @2 = Return(@0)
}
;; check: mov [rbp-8], r15
;; check: mov r15, rdi
;; check: mov r15, [rbp-8]
