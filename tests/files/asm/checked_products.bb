barebones 1
; A checked product with 2 is a sum, and one with -1 a negation: they overflow for the same operands.
;! asm x86_64-linux -O 2 as x64
;! asm aarch64-linux -O 2 as a64
;! run

proc twice32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2)
    Int32 @3 = CheckMul(@1, @2)
    Void @4 = Return(@3)
}
;; not x64: mul
;; check x64: add
;; check x64: jo
;; not x64: mul
;; not a64: mul
;; not a64: smaddl
;; check a64: adds w0, w0, w0
;; check a64: b.vs
;; run twice32(1073741823) == 2147483646
;; run twice32(1073741824) traps IntegerOverflow
;; run twice32(-1073741824) == -2147483648
;; run twice32(-1073741825) traps IntegerOverflow

proc twice64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(2)
    Int64 @2 = CheckMul(@1, @0)
    Void @3 = Return(@2)
}
;; not x64: mul
;; check x64: add
;; check x64: jo
;; not a64: mul
;; check a64: adds x0, x0, x0
;; check a64: b.vs
;; run twice64(0x3fffffffffffffff) == 0x7ffffffffffffffe
;; run twice64(0x4000000000000000) traps IntegerOverflow
;; run twice64(0xc000000000000000) == 0x8000000000000000
;; run twice64(0xbfffffffffffffff) traps IntegerOverflow

proc negated32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    Int32 @3 = CheckMul(@1, @2)
    Void @4 = Return(@3)
}
;; not x64: mul
;; check x64: neg
;; check x64: jo
;; check a64: negs w0, w0
;; check a64: b.vs
;; run negated32(2147483647) == -2147483647
;; run negated32(0) == 0
;; run negated32(-2147483648) traps IntegerOverflow

proc negated64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-1)
    Int64 @2 = CheckMul(@1, @0)
    Void @3 = Return(@2)
}
;; not x64: mul
;; check x64: neg
;; check x64: jo
;; check a64: negs x0, x0
;; check a64: b.vs
;; run negated64(5) == -5
;; run negated64(0x8000000000000000) traps IntegerOverflow

proc thrice(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(3)
    Int64 @2 = CheckMul(@1, @0)
    Void @3 = Return(@2)
}
;; check x64: mul
;; check a64: mul
;; run thrice(5) == 15
;; run thrice(0x4000000000000000) traps IntegerOverflow
