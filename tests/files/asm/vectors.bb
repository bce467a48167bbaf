barebones 1
; Vectors: sums and bitwise operations are one instruction, constants come from the pool, and moves have 16 bytes.
;! asm x86_64-linux -O 2 as X64
;! asm aarch64-linux -O 2 as A64

proc sum(V128, V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAdd(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; check X64: paddw xmm0, xmm1
;; check X64: ret
;; check A64: add v0.8h, v0.8h, v1.8h
;; check A64: ret

; The unchanged register is copied whole.
proc second(V128, V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    Void @2 = Return(@1)
}
;; check X64: movaps xmm0, xmm1
;; check X64: ret
;; check A64: mov v0.16b, v1.16b
;; check A64: ret

proc constant(V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = Const128(0x1234567812345678, 0x1234567812345678)
    V128 @2 = VectorXor(@0, @1)
    Void @3 = Return(@2)
}
;; check X64: movups xmm1, [
;; check X64: xorps xmm0, xmm1
;; check X64: ret
;; check A64: ldr q
;; check A64: eor v0.16b
;; check A64: ret

; No constant: the complement of the second operand is part of the instruction.
proc and_not(V128, V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAndNot(@0, @1)
    Void @3 = Return(@2)
}
;; check X64: andnps xmm
;; check X64: ret
;; check A64: bic v0.16b, v0.16b, v1.16b
;; check A64: ret

; The vector is live across the call, which keeps at most the low half of a register: it is in the frame, in 16 bytes.
proc across(V128, Int64) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Void @2 = CCall(@1, @1)
    Void @3 = Return(@0)
}
;; check X64: movups [rbp
;; check X64: call
;; check X64: movups xmm0, [rbp
;; not A64: d8
;; check A64: stur q0, [
;; check A64: blr
;; check A64: ldur q0, [
