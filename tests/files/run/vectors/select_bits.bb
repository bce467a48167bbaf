;! run
; Each bit of the third operand selects a bit of the first or the second.

barebones 1

proc select(V128, V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = ArgumentReg(%fa2)
    V128 @3 = VectorBitSelect(@0, @1, @2)
    Void @4 = Return(@3)
}
;; run select(0x0123456789abcdef0011223344556677, 0xfedcba9876543210ffeeddccbbaa9988, 0xffffffffffffffff0000000000000000) == 0x0123456789abcdefffeeddccbbaa9988
;; run select(0x0123456789abcdef0011223344556677, 0xfedcba9876543210ffeeddccbbaa9988, 0xf0f0f0f0f0f0f0f00f0f0f0f0f0f0f0f) == 0x0e2c4a6886a4c2e0f0e1d2c3b4a59687
;; run select(0xffffffffffffffffffffffffffffffff, 0x00000000000000000000000000000000, 0x0123456789abcdef8000000000000001) == 0x0123456789abcdef8000000000000001
;; run select(0x00000000000000000000000000000000, 0xffffffffffffffffffffffffffffffff, 0x0123456789abcdef8000000000000001) == 0xfedcba98765432107ffffffffffffffe

; The mask is live after the selection, and the operands are the same as it.
proc mask_twice(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorBitSelect(@0, @1, @0)
    V128 @3 = VectorBitSelect(@2, @0, @1)
    V128 @4 = VectorXor(@3, @0)
    Void @5 = Return(@4)
}
;; run mask_twice(0x0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff00ff00ff00ff00ff) == 0x00f000f000f000f000f000f000f000f0

; The lanes of the lesser, by a mask of a comparison.
proc lesser(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorLessThan(@0, @1, i64x2)
    V128 @3 = VectorBitSelect(@0, @1, @2)
    Void @4 = Return(@3)
}
;; run lesser(0x80000000000000000000000100000000, 0x7fffffffffffffff00000000ffffffff) == 0x800000000000000000000000ffffffff
;; run lesser(0x0000000000000005ffffffffffffffff, 0x0000000000000004ffffffff7fffffff) == 0x0000000000000004ffffffff7fffffff
