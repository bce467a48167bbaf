barebones 1
; The frame pointer: the same in all blocks of an activation, another one in a callee, and above the procedure's slots.
;! run

proc same_everywhere(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = FramePointer()
    Void @3 = Branch(@1, #1, #2)
#1:
    Void @4 = Jump(#2)
#2:
    Int64 @5 = FramePointer()
    Int32 @6 = Equal(@2, @5)
    Void @7 = Return(@6)
}
;; run same_everywhere(1) == 1
;; run same_everywhere(0) == 1

proc frame() -> Int64 {
#0:
    Int64 @0 = FramePointer()
    Void @1 = Return(@0)
}

proc callee_is_below() -> Int32 {
#0:
    Int64 @0 = CCall(frame)
    Int64 @1 = FramePointer()
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}
;; run callee_is_below() == 1

proc slots_are_below() -> Int32 {
    slot0 = stack 16 locked
#0:
    Int64 @0 = SlotBase(slot0)
    Int64 @1 = FramePointer()
    Int64 @2 = Const64(16)
    Int64 @3 = Add(@0, @2)
    Int32 @4 = BelowEqual(@3, @1)
    Int32 @5 = Const32(1)
    Void @6 = Store(@5, @0)
    Void @7 = Return(@4)
}
;; run slots_are_below() == 1
