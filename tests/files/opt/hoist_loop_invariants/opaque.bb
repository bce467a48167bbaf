barebones 1
; A flag that another thread changes is read in each iteration: its address is opaque there, or there is a fence.
;! opt hoist_loop_invariants

proc opaque_address(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @10 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@10)
    Int32 @2 = Const32(-1)
    Void @5 = Upsilon(@1, ^@6)
    Void @51 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int64 @8 = Opaque(@0)
    Int32 @9 = Load(@8)
    Int32 @45 = BitAnd(@9, @9)
    Void @46 = TrapIf(@45, User(0))
    Int32 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@53)
}
;; check: #1:
;; check: @9 = Load(@8

proc beside_a_fence(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @10 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@10)
    Int32 @2 = Const32(-1)
    Void @5 = Upsilon(@1, ^@6)
    Void @51 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Void @8 = Fence()
    Int32 @9 = Load(@0)
    Int32 @45 = BitAnd(@9, @9)
    Void @46 = TrapIf(@45, User(0))
    Int32 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@53)
}
;; check: #1:
;; check: @9 = Load(@0

proc opaque_before_loop(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @10 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@10)
    Int32 @2 = Const32(-1)
    Int64 @8 = Opaque(@0)
    Void @5 = Upsilon(@1, ^@6)
    Void @51 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int32 @9 = Load(@8)
    Int32 @45 = BitAnd(@9, @9)
    Void @46 = TrapIf(@45, User(0))
    Int32 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@53)
}
;; check: #0:
;; check: @9 = Load(@8
;; check: Jump(#1)
