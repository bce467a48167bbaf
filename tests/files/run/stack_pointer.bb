barebones 1
; The stack pointer is below everything in the frame, and the same everywhere in the procedure.
;! run

proc below_the_frame_pointer() -> Int32 {
#0:
    Int64 @0 = StackPointer()
    Int64 @1 = FramePointer()
    Int32 @2 = AboveEqual(@1, @0)
    Void @3 = Return(@2)
}
;; run below_the_frame_pointer() == 1

proc below_a_slot(Int64) -> (Int32, Int64) {
    slot0 = stack 64 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1, offset=56)
    Int64 @3 = StackPointer()
    Int32 @4 = AboveEqual(@1, @3)
    Int64 @5 = Load(@1, offset=56)
    Void @6 = Return(@4, @5)
}
;; run below_a_slot(7) == 1, 7

proc same_on_both_paths(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = StackPointer()
    Void @2 = Branch(@0, #1, #2)
#1:
    Int64 @3 = StackPointer()
    Int64 @4 = Opaque(@3)
    Int64 @5 = Sub(@4, @1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(5)
    Void @8 = Return(@7)
}
;; run same_on_both_paths(1) == 0
;; run same_on_both_paths(0) == 5
