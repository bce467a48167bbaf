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

; One instruction, also of the order that machines do not have: less is greater with exchanged operands.
proc less(V128, V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; check A64: cmhi v0.16b, v1.16b, v0.16b
;; check A64: ret

; The mask is the result's register before.
proc select_bits(V128, V128, V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = ArgumentReg(%fa2)
    V128 @3 = VectorBitSelect(@1, @2, @0)
    Void @4 = Return(@3)
}
;; check X64: andps
;; check X64: andnps
;; check X64: orps
;; check A64: bsl v0.16b, v1.16b, v2.16b
;; check A64: ret

; Saturation is one instruction everywhere.
proc saturate(V128, V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSubSat(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; check X64: psubusw xmm0, xmm1
;; check X64: ret
;; check A64: uqsub v0.8h, v0.8h, v1.8h
;; check A64: ret

; AArch64 multiplies lanes of 64 bits in general registers, x86-64 in parts of 32 bits.
proc multiply(V128, V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorMul(@0, @1, i64x2)
    Void @3 = Return(@2)
}
;; check X64: pmuludq
;; check X64: pmuludq
;; check X64: paddq
;; check X64: psllq
;; check X64: pmuludq
;; check X64: paddq
;; check A64: mov x0, v0.d[0]
;; check A64: mul x0
;; check A64: mov x1, v0.d[1]
;; check A64: mul x1
;; check A64: fmov d
;; check A64: .d[1], x1
