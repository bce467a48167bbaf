barebones 1
; The first lane is a number of its own, and the entire vector is read afterwards: in another block, and in the same one.
;! run

proc float(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Float @2 = VectorExtractLane(@0, f32x4, 0)
    V128 @3 = VectorAdd(@0, @0, i8x16)
    Void @4 = Branch(@1, #1, #2)
#1:
    V128 @5 = VectorSplat(@2, f32x4)
    V128 @6 = VectorXor(@5, @3)
    Void @7 = Return(@6)
#2:
    V128 @8 = VectorSplat(@2, f32x4)
    V128 @9 = VectorSub(@8, @3, i8x16)
    Void @10 = Return(@9)
}
;; run float(0x0f0e0d0c0b0a09080706050403020100, 1) == 0x1d1e1b18151613100d0e0b0805060300
;; run float(0x0f0e0d0c0b0a09080706050403020100, 0) == 0xe5e6e7e8edeeeff0f5f6f7f8fdfeff00

proc double(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Double @2 = VectorExtractLane(@0, f64x2, 0)
    V128 @3 = VectorAdd(@0, @0, i8x16)
    Void @4 = Branch(@1, #1, #2)
#1:
    V128 @5 = VectorSplat(@2, f64x2)
    V128 @6 = VectorXor(@5, @3)
    Void @7 = Return(@6)
#2:
    V128 @8 = VectorSplat(@2, f64x2)
    V128 @9 = VectorSub(@8, @3, i8x16)
    Void @10 = Return(@9)
}
;; run double(0x0f0e0d0c0b0a09080706050403020100, 1) == 0x191a1f1c15161310090a0f0c05060300
;; run double(0x0f0e0d0c0b0a09080706050403020100, 0) == 0xe9eaebecedeeeff0f9fafbfcfdfeff00
