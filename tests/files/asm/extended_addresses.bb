barebones 1
; On AArch64, an address takes in the extension of its index, with the shift of the access size. Not if a constant is
; added, as the sum is then an instruction anyway; nor if the extension has another use.
;! asm aarch64-linux -O 2 as O2
;! asm aarch64-linux -O 0 as O0
;; not O0: xtw]
;! run

data numbers = u64:1 u64:0x202 u64:3

proc bytes(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int64 @2 = ZExt32(@1)
    Int64 @3 = Add(@0, @2)
    Int32 @4 = Load8Z(@3)
    Void @9 = Return(@4)
}
;; check O2: ldrb w0, [x0, w1, uxtw]
;; run bytes(@data:numbers, 9) == 2

proc words(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int64 @2 = SExt32(@1)
    Int32 @5 = Const32(2)
    Int64 @6 = Shl(@2, @5)
    Int64 @3 = Add(@0, @6)
    Int32 @4 = Load(@3)
    Void @9 = Return(@4)
}
;; check O2: ldr w0, [x0, w1, sxtw #2]
;; run words(@data:numbers, 2) == 0x202

proc stored(Int64, Int32, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int64 @10 = ArgumentReg(%a2)
    Int64 @2 = ZExt32(@1)
    Int32 @5 = Const32(3)
    Int64 @6 = Shl(@2, @5)
    Int64 @3 = Add(@0, @6)
    Void @4 = Store(@10, @3)
    Int64 @7 = Load(@0, offset=8)
    Void @9 = Return(@7)
}
;; check O2: str x2, [x0, w1, uxtw #3]
;; run stored(@data:numbers, 1, 5) == 5

proc masked(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @5 = Const64(4294967295)
    Int64 @2 = BitAnd(@1, @5)
    Int64 @3 = Add(@0, @2)
    Int32 @4 = Load8Z(@3)
    Void @9 = Return(@4)
}
;; check O2: ldrb w0, [x0, w1, uxtw]
;; run masked(@data:numbers, 0xffffffff00000009) == 2

proc other_scale(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int64 @2 = ZExt32(@1)
    Int32 @5 = Const32(3)
    Int64 @6 = Shl(@2, @5)
    Int64 @3 = Add(@0, @6)
    Int32 @4 = Load(@3)
    Void @9 = Return(@4)
}
;; check O2: add x16, x0, w1, uxtw #3
;; check O2: ldr w0, [x16]
;; run other_scale(@data:numbers, 1) == 0x202

proc base_is_second(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int64 @2 = SExt32(@1)
    Int64 @3 = Add(@2, @0)
    Int64 @4 = Load(@3)
    Void @9 = Return(@4)
}
;; check O2: ldr x0, [x0, w1, sxtw]
;; run base_is_second(@data:numbers, 8) == 0x202

proc with_offset(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int64 @2 = ZExt32(@1)
    Int64 @3 = Add(@0, @2)
    Int64 @4 = Load(@3, offset=8)
    Void @9 = Return(@4)
}
;; check O2: add x0, x0, w1, uxtw
;; check O2: ldr x0, [x0, #0x8]
;; run with_offset(@data:numbers, 8) == 3

proc wanted(Int64, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int64 @2 = ZExt32(@1)
    Int64 @3 = Add(@0, @2)
    Int32 @4 = Load8Z(@3)
    Void @9 = Return(@4, @2)
}
;; not O2: xtw]
;; check O2: ret
;; run wanted(@data:numbers, 9) == 2, 9
