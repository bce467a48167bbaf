barebones 1
; A pinned register that a procedure of the C convention sets is one that it restores, from the frame, also where it returns
; early. One that it only reads changes nothing.
;! asm x86_64-linux -O 2
;; check: sets:
;; check: entry0:
;; check: push rbp
;; check: ], rbx
;; check: reads:
;; check: test rdi, rdi
;; check: push rbp

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
