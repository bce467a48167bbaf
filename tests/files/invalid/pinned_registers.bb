barebones 1
; Which registers may be pinned, which types may be read and written, and which calls preserve them.
;! invalid
;; error: V41 in not_spared: %rdx cannot be pinned
;; error: V51 in passed: %rdi is pinned, and system_v passes values in it
;; error: V50 in accesses at #0 @0 (Int64 @0 = ArgumentReg(%r14)): %r14 is pinned, and must be read by GetPinned
;; error: V50 in accesses at #0 @1 (Int64 @1 = GetPinned(%r13)): %r13 is not pinned
;; error: V50 in accesses at #0 @2 (Void @2 = SetPinned(@1, %xmm9)): %xmm9 does not hold Int64
;; error: V50 in accesses at #0 @3 (Int64 @3 = GetPinned(%xmm9)): %xmm9 does not hold Int64
;; error: V51 in calls at #0 @1 (Int64 @1 = CCall(labs, @0, conv=system_v)): %rsi is pinned, and a call in system_v changes it
;; error: V51 in calls at #0 @2 (Int64 @2 = CCall(callee, @1, conv=internal)): %rsi is pinned, and a call in internal changes it
;; error: V52 in calls at #0 @2 (Int64 @2 = CCall(callee, @1, conv=internal)): its procedure has pinned {%rsi, %xmm9}, and "callee" has {%r14}
;; error: V52 in caller at #0 @1 (Int64 @1 = CCall(callee, @0, conv=internal)): its procedure has pinned {%r14, %r15}, and "callee" has {%r14}

extern labs(Int64) -> Int64

; A division needs rax and rdx.
proc not_spared(Int64) -> Int64 target=x86_64-linux {
    pinned %rdx
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Return(@0)
}

; An argument is passed in rdi.
proc passed(Int64) -> Int64 target=x86_64-linux {
    pinned %rdi
#0:
    Int64 @0 = Const64(1)
    Void @1 = Return(@0)
}

; r13 is not pinned, xmm9 holds no Int64, and the entry value of r14 is only available by GetPinned.
proc accesses(Int64) -> Int64 target=x86_64-linux {
    pinned %r14, %xmm9
#0:
    Int64 @0 = ArgumentReg(%r14)
    Int64 @1 = GetPinned(%r13)
    Void @2 = SetPinned(@1, %xmm9)
    Int64 @3 = GetPinned(%xmm9)
    Void @4 = Return(@3)
}

; Callees may change rsi, and take arguments in it.
proc calls(Int64) -> Int64 target=x86_64-linux conv=windows_x64 {
    pinned %rsi, %xmm9
#0:
    Int64 @0 = ArgumentReg(%rcx)
    Int64 @1 = CCall(labs, @0, conv=system_v)
    Int64 @2 = CCall(callee, @1, conv=internal)
    Void @3 = Return(@2)
}

; It has other pinned registers.
proc callee(Int64) -> Int64 target=x86_64-linux conv=internal {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Return(@0)
}

proc caller(Int64) -> Int64 target=x86_64-linux {
    pinned %r14, %r15
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(callee, @0, conv=internal)
    Void @2 = Return(@1)
}
