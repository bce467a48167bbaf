barebones 1
; A read of a pinned register is hoisted from a loop that does not set it.
;! opt hoist_loop_invariants

extern abs(Int32) -> Int32

; A call may set the register.
proc pinned(Int64, Int64) -> Int64 target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @8 = GetPinned(%r14)
    Int64 @9 = Mul(@8, @0)
    Void @40 = Branch(@1, #2:rare, #3)
#2:
    Int32 @10 = Trunc(@6)
    Int32 @11 = CCall(abs, @10, effects={writes_pinned})
    Void @41 = Jump(#3)
#3:
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =

; Nothing sets it.
proc pinned_and_not_set(Int64, Int64) -> Int64 target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @8 = GetPinned(%r14)
    Int64 @9 = Mul(@8, @0)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: = GetPinned(%r14)
;; check: @9 = Mul(
;; check: Jump(#1)
