barebones 1
; In a procedure without a frame, the stack pointer has the value of the frame pointer when it returns.
;! asm aarch64-linux -O 2
;; check: none:
;; not: mov sp
;; check: ret
;; check: some:
;; check: sub sp
;; check: mov sp, x29
;; check: ret
;! run
;; run none(41) == 42
;; run some(7) == 7

proc none(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc some(Int64) -> Int64 {
    slot0 = stack 8 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int64 @3 = Load(@1)
    Void @4 = Return(@3)
}
