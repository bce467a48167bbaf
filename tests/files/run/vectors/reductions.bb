;! run
; Vectors become integers: signs of lanes, and whether any bit is set. Bits in bytes are counted.

barebones 1

proc pop_count(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorPopCount(@0)
    Void @2 = Return(@1)
}
;; run pop_count(0xffd5ff7f01d500001081ff1080d500d5) == 0x08050807010500000102080101050005
;; run pop_count(0x49504884ceb60feac324352f1290d703) == 0x03020202050504050402040502020602
;; run pop_count(0xffffffffffffffffffffffffffffffff) == 0x08080808080808080808080808080808
;; run pop_count(0x00000000000000000000000000000000) == 0x00000000000000000000000000000000
;; run pop_count(0xfffefdfcfbfaf9f8f7f6f5f4f3f2f1f0) == 0x08070706070606050706060506050504

proc any_true(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorAnyTrue(@0)
    Void @2 = Return(@1)
}
;; run any_true(0x00000000000000000000000000000000) == 0
;; run any_true(0x00000000000000000000000000000001) == 1
;; run any_true(0x80000000000000000000000000000000) == 1
;; run any_true(0x00000000000000010000000000000000) == 1
;; run any_true(0x00000000000000008000000000000000) == 1
;; run any_true(0x05ff3d232f0dcf09fb535d1376a5829e) == 1

proc bitmask_i8x16(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorBitmask(@0, i8x16)
    Void @2 = Return(@1)
}
;; run bitmask_i8x16(0xdb810187878181817f87800187ff0087) == 57197
;; run bitmask_i8x16(0x440001ff01927f440144ffffffff7f01) == 5180
;; run bitmask_i8x16(0xffffffffffffffffffffffffffffffff) == 65535
;; run bitmask_i8x16(0x00000000000000000000000000000000) == 0
;; run bitmask_i8x16(0xc28ea9321b47fa56179a2f6b00421d4c) == 57920

proc all_true_i8x16(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = Const128(0, 0)
    V128 @2 = VectorEqual(@0, @1, i8x16)
    Int32 @3 = VectorAnyTrue(@2)
    Int32 @4 = Const32(0)
    Int32 @5 = Equal(@3, @4)
    Void @6 = Return(@5)
}
;; run all_true_i8x16(0xffffffffffffffffffffffffffffffff) == 1
;; run all_true_i8x16(0x01010101010101010101010101010101) == 1
;; run all_true_i8x16(0x00010101010101010101010101010101) == 0
;; run all_true_i8x16(0x80000000000000000000000000000000) == 0
;; run all_true_i8x16(0x00000000000000000000000000000000) == 0

proc bitmask_i16x8(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorBitmask(@0, i16x8)
    Void @2 = Return(@1)
}
;; run bitmask_i16x8(0x0000823980001aa780011aa700018239) == 105
;; run bitmask_i16x8(0xffffffffffffffff00018000cc2d8001) == 247
;; run bitmask_i16x8(0xffffffffffffffffffffffffffffffff) == 255
;; run bitmask_i16x8(0x00000000000000000000000000000000) == 0
;; run bitmask_i16x8(0x7e362651a17ee265b670504eb9bf142e) == 58

proc all_true_i16x8(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = Const128(0, 0)
    V128 @2 = VectorEqual(@0, @1, i16x8)
    Int32 @3 = VectorAnyTrue(@2)
    Int32 @4 = Const32(0)
    Int32 @5 = Equal(@3, @4)
    Void @6 = Return(@5)
}
;; run all_true_i16x8(0xffffffffffffffffffffffffffffffff) == 1
;; run all_true_i16x8(0x00010001000100010001000100010001) == 1
;; run all_true_i16x8(0x00000001000100010001000100010001) == 0
;; run all_true_i16x8(0x80000000000000000000000000000000) == 0
;; run all_true_i16x8(0x00000000000000000000000000000000) == 0

proc bitmask_i32x4(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorBitmask(@0, i32x4)
    Void @2 = Return(@1)
}
;; run bitmask_i32x4(0x69427c4c7a45a88cffffffff80000001) == 3
;; run bitmask_i32x4(0x80000000f1191b0f0000000100000000) == 12
;; run bitmask_i32x4(0xffffffffffffffffffffffffffffffff) == 15
;; run bitmask_i32x4(0x00000000000000000000000000000000) == 0
;; run bitmask_i32x4(0x41dffb24053263640d8f1d9a8cad0a5f) == 1

proc all_true_i32x4(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = Const128(0, 0)
    V128 @2 = VectorEqual(@0, @1, i32x4)
    Int32 @3 = VectorAnyTrue(@2)
    Int32 @4 = Const32(0)
    Int32 @5 = Equal(@3, @4)
    Void @6 = Return(@5)
}
;; run all_true_i32x4(0xffffffffffffffffffffffffffffffff) == 1
;; run all_true_i32x4(0x00000001000000010000000100000001) == 1
;; run all_true_i32x4(0x00000000000000010000000100000001) == 0
;; run all_true_i32x4(0x80000000000000000000000000000000) == 0
;; run all_true_i32x4(0x00000000000000000000000000000000) == 0

proc bitmask_i64x2(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorBitmask(@0, i64x2)
    Void @2 = Return(@1)
}
;; run bitmask_i64x2(0x80000000000000000000000000000000) == 2
;; run bitmask_i64x2(0x80000000000000008000000000000000) == 3
;; run bitmask_i64x2(0xffffffffffffffffffffffffffffffff) == 3
;; run bitmask_i64x2(0x00000000000000000000000000000000) == 0
;; run bitmask_i64x2(0xcf2d9aae0fc3f046c866830b94686868) == 3

proc all_true_i64x2(V128) -> Int32 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = Const128(0, 0)
    V128 @2 = VectorEqual(@0, @1, i64x2)
    Int32 @3 = VectorAnyTrue(@2)
    Int32 @4 = Const32(0)
    Int32 @5 = Equal(@3, @4)
    Void @6 = Return(@5)
}
;; run all_true_i64x2(0xffffffffffffffffffffffffffffffff) == 1
;; run all_true_i64x2(0x00000000000000010000000000000001) == 1
;; run all_true_i64x2(0x00000000000000000000000000000001) == 0
;; run all_true_i64x2(0x80000000000000000000000000000000) == 0
;; run all_true_i64x2(0x00000000000000000000000000000000) == 0
