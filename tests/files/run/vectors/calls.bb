;! run
; Vectors as arguments in registers and on the stack, as several results, and live across calls: all 128 bits survive.

barebones 1

proc many(V128, V128, V128, V128, V128, V128, V128, V128, V128, V128, V128, V128) -> (V128, V128, V128) target=host conv=internal {
#0:
    Int64 @0 = FramePointer()
    V128 @1 = ArgumentReg(%fa0)
    V128 @2 = ArgumentReg(%fa1)
    V128 @3 = ArgumentReg(%fa2)
    V128 @4 = ArgumentReg(%fa3)
    V128 @5 = ArgumentReg(%fa4)
    V128 @6 = ArgumentReg(%fa5)
    V128 @7 = ArgumentReg(%fa6)
    V128 @8 = ArgumentReg(%fa7)
    V128 @9 = Load(@0, offset=16)
    V128 @10 = Load(@0, offset=32)
    V128 @11 = Load(@0, offset=48)
    V128 @12 = Load(@0, offset=64)
    V128 @13 = VectorAdd(@1, @2, i32x4)
    V128 @14 = VectorAdd(@13, @3, i32x4)
    V128 @15 = VectorAdd(@14, @4, i32x4)
    V128 @16 = VectorAdd(@15, @5, i32x4)
    V128 @17 = VectorAdd(@16, @6, i32x4)
    V128 @18 = VectorAdd(@17, @7, i32x4)
    V128 @19 = VectorAdd(@18, @8, i32x4)
    V128 @20 = VectorAdd(@19, @9, i32x4)
    V128 @21 = VectorAdd(@20, @10, i32x4)
    V128 @22 = VectorAdd(@21, @11, i32x4)
    V128 @23 = VectorAdd(@22, @12, i32x4)
    Void @24 = Return(@23, @9, @12)
}

proc across(V128, V128) -> (V128, V128, V128) target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAdd(@0, @1, i32x4)
    V128 @3 = VectorAdd(@2, @1, i32x4)
    V128 @4 = VectorAdd(@3, @1, i32x4)
    V128 @5 = VectorAdd(@4, @1, i32x4)
    V128 @6 = VectorAdd(@5, @1, i32x4)
    V128 @7 = VectorAdd(@6, @1, i32x4)
    V128 @8 = VectorAdd(@7, @1, i32x4)
    V128 @9 = VectorAdd(@8, @1, i32x4)
    V128 @10 = VectorAdd(@9, @1, i32x4)
    V128 @11 = VectorAdd(@10, @1, i32x4)
    V128 @12 = VectorAdd(@11, @1, i32x4)
    V128 @13 = VectorAdd(@12, @1, i32x4)
    V128 @14 = VectorAdd(@13, @1, i32x4)
    V128 @15 = VectorAdd(@14, @1, i32x4)
    V128 @16 = VectorAdd(@15, @1, i32x4)
    V128 @17 = VectorAdd(@16, @1, i32x4)
    V128 @18 = VectorAdd(@17, @1, i32x4)
    V128 @19 = VectorAdd(@18, @1, i32x4)
    (V128, V128, V128) @20 = CCall(many, @2, @3, @4, @5, @6, @7, @8, @9, @10, @11, @12, @13)
    V128 @21 = Extract(@20, 0)
    V128 @22 = Extract(@20, 1)
    (V128, V128, V128) @23 = CCall(many, @8, @9, @10, @11, @12, @13, @14, @15, @16, @17, @18, @19)
    V128 @24 = Extract(@23, 2)
    V128 @25 = VectorAdd(@21, @2, i32x4)
    V128 @26 = VectorXor(@25, @3)
    V128 @27 = VectorAdd(@26, @4, i32x4)
    V128 @28 = VectorXor(@27, @5)
    V128 @29 = VectorAdd(@28, @6, i32x4)
    V128 @30 = VectorXor(@29, @7)
    V128 @31 = VectorAdd(@30, @8, i32x4)
    V128 @32 = VectorXor(@31, @9)
    V128 @33 = VectorAdd(@32, @10, i32x4)
    V128 @34 = VectorXor(@33, @11)
    V128 @35 = VectorAdd(@34, @12, i32x4)
    V128 @36 = VectorXor(@35, @13)
    V128 @37 = VectorAdd(@36, @14, i32x4)
    V128 @38 = VectorXor(@37, @15)
    V128 @39 = VectorAdd(@38, @16, i32x4)
    V128 @40 = VectorXor(@39, @17)
    V128 @41 = VectorAdd(@40, @18, i32x4)
    V128 @42 = VectorXor(@41, @19)
    Void @43 = Return(@42, @22, @24)
}
;; run across(0x00000001000000020000000300000004, 0x10000000200000003000000040000000) == 0xd000000ca0000018b000002440000030, 0x9000000120000002b000000340000004, 0x20000001400000026000000380000004
;; run across(0xffffffffffffffffffffffffffffffff, 0x123456789abcdef0fedcba9876543210) == 0xc649d994595a4ddc7e9a10f4d28142fc, 0xa3d70a3770a3d66ff5c28f5728f5c28f, 0x47ae146fe147acdfeb851eaf51eb851f

; A float and a double live across the call share the registers and slots with vectors.
proc mixed(V128, Double, Float) -> (Double, V128, Float) target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = ArgumentReg(%fa2)
    Float @3 = Trunc(@2)
    (V128, V128) @4 = CCall(swap, @0, @0)
    V128 @5 = Extract(@4, 1)
    V128 @6 = VectorAdd(@5, @0, i64x2)
    Double @7 = Add(@1, @1)
    Float @8 = Add(@3, @3)
    Void @9 = Return(@7, @6, @8)
}
;; run mixed(0x80000000000000018000000000000001, 1.5, 2.25) == 3.0, 0x00000000000000020000000000000002, 4.5

proc swap(V128, V128) -> (V128, V128) target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    Void @2 = Return(@1, @0)
}
