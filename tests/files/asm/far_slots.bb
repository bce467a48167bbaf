barebones 1
; Slots too far below the frame pointer for one instruction are mostly near enough above the stack pointer. Slots near
; the frame pointer, or at a level where the frame size is unknown, are addressed from the frame pointer.
;! asm aarch64-linux -O 2 as O2
;! asm aarch64-linux -O 0 as O0
;! run

proc far(Int64) -> Int64 {
    slot0 = stack 8 locked align=8
    slot1 = stack 4096 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot1)
    Void @2 = Store(@0, @1, offset=8)
    Int64 @3 = Load(@1, offset=8)
    Void @4 = Return(@3)
}
;; not O2: sub x16
;; check O2: str x0, [sp, #0x10]
;; check O0: sub x16, x29
;; run far(7) == 7

proc near(Int64) -> Int64 {
    slot0 = stack 8 locked align=8
    slot1 = stack 4096 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int64 @3 = Load(@1)
    Void @4 = Return(@3)
}
;; check O2: stur x0, [x29, #-0x8]
;; run near(7) == 7

proc too_far(Int64) -> Int64 {
    slot0 = stack 40000 locked align=8
    slot1 = stack 40000 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1, offset=200)
    Int64 @3 = Load(@1, offset=200)
    Void @4 = Return(@3)
}
;; not O2: str x0, [sp
;; check O2: sub x16, x29
;; check O2: str x0, [x16
;; run too_far(7) == 7
