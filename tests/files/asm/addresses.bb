barebones 1
; An address is part of the instruction that uses it: base and offset, and the slot of the frame.
;! asm x86_64-linux -O 2
;; check: field:
;; check: +0x10]
;; not: lea r
;; check: ret
;; check: slot:
;; check: [rbp-
;; not: lea r
;; check: ret
;! run
;; run field(@data:numbers) == 3
;; run slot(7) == 7

data numbers = u64:1 u64:2 u64:3

proc field(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=16)
    Void @2 = Return(@1)
}

proc slot(Int64) -> Int64 {
    slot0 = stack 8 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int64 @3 = Load(@1)
    Void @4 = Return(@3)
}
