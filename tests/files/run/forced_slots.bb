barebones 1
; Slots at offsets that the client forces: below the frame record, and above it, where the stack arguments are. With
; offset 48 that is the argument with number 4, 10 or 12, depending on the convention.
;! run

proc above(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 {
    slot0 = stack 8 locked offset=48
    slot1 = stack 8 locked offset=-64
    slot2 = stack 8 locked
#0:
    Int64 @0 = SlotBase(slot0)
    Int64 @1 = Load(@0)
    Int64 @2 = SlotBase(slot1)
    Void @3 = Store(@1, @2)
    Int64 @4 = SlotBase(slot2)
    Void @5 = Store(@0, @4)
    Int64 @6 = FramePointer()
    Int64 @7 = Load(@6, offset=-64)
    Int64 @8 = Sub(@0, @6)
    Int64 @9 = Add(@7, @8)
    Void @10 = Return(@9)
}
;; run above(0, 1, 2, 3, 77, 5, 6, 7, 8, 9, 77, 11, 77) == 125

; The argument is overwritten.
proc written(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 {
    slot0 = stack 8 locked offset=48
#0:
    Int64 @0 = SlotBase(slot0)
    Int64 @1 = Load(@0)
    Int64 @2 = Add(@1, @1)
    Void @3 = Store(@2, @0)
    Int64 @4 = FramePointer()
    Int64 @5 = Load(@4, offset=48)
    Void @6 = Return(@5)
}
;; run written(0, 1, 2, 3, 77, 5, 6, 7, 8, 9, 77, 11, 77) == 154
