barebones 1
; In a procedure without a frame, the stack pointer has the value of the frame pointer when it returns.
;! asm aarch64-linux -O 2
;! run

proc none(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; not: mov sp
;; check: ret
;; run none(41) == 42

proc some(Int64) -> Int64 {
    slot0 = stack 8 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int64 @3 = Load(@1)
    Void @4 = Return(@3)
}
;; check: sub sp
;; check: mov sp, x29
;; check: ret
;; run some(7) == 7
