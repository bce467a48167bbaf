barebones 1
; A pinned register that a procedure of the C convention sets is restored from the frame, also at an early return. Only
; reading one changes nothing.
;! asm x86_64-linux -O 2

extern fine(Int64) -> Int64

proc sets(Int64) -> Int64 {
    pinned %rbx
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = SetPinned(@0, %rbx)
    Void @2 = Branch(@0, #1, #2)
#1:
    Int64 @3 = CCall(fine, @0)
    Void @4 = Return(@3)
#2:
    Void @5 = Return(@0)
}
;; check: entry0:
;; not: #0:
;; check: push rbp
;; check: ], rbx

proc reads(Int64) -> Int64 {
    pinned %rbx
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%rbx)
    Void @2 = Branch(@0, #1, #2)
#1:
    Int64 @3 = CCall(fine, @0)
    Void @4 = Return(@3)
#2:
    Void @5 = Return(@1)
}
;; check: test rdi, rdi
;; check: push rbp

; The base of the limit changes before the prologue would run.
proc moves_limit(Int64) -> Int64 conv=internal {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%r14)
    Int64 @2 = Load(@1)
    Void @3 = StackLimitCheck(@2)
    Void @4 = SetPinned(@0, %r14)
    Void @5 = Branch(@0, #1, #2)
#1:
    Int64 @6 = CCall(fine, @0, conv=internal)
    Void @7 = Return(@6)
#2:
    Void @8 = Return(@0)
}
;; check: entry0:
;; not: #0:
;; check: push rbp
;; check: cmp rsp, [r14]
