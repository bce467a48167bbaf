;! run
; Shifts of lanes, by amounts in registers and by constants, of which only the low bits count.

barebones 1

proc shr_u32x4_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShr(@0, @1, u32x4)
    Void @3 = Return(@2)
}
;; run shr_u32x4_by_minus_2(0xffffffffaddaff8a00000000ce5defeb) == 0x00000003000000020000000000000003

proc shr_u64x2(V128, Int64) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = VectorShr(@0, @2, u64x2)
    Void @4 = Return(@3)
}
;; run shr_u64x2(0x00000000000000018000000000000001, 0) == 0x00000000000000018000000000000001
;; run shr_u64x2(0x00000000000000017fffffffffffffff, 1) == 0x00000000000000003fffffffffffffff
;; run shr_u64x2(0xee26ff7ef8011d8bee26ff7ef8011d8b, 63) == 0x00000000000000010000000000000001
;; run shr_u64x2(0xffffffffffffffff0000000000000001, 64) == 0xffffffffffffffff0000000000000001
;; run shr_u64x2(0x800000000000000104e56fa4b894a9b2, 67) == 0x1000000000000000009cadf497129536
;; run shr_u64x2(0x7fffffffffffffff0000000000000001, -1) == 0x00000000000000000000000000000000

proc shr_u64x2_by_0(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(0)
    V128 @2 = VectorShr(@0, @1, u64x2)
    Void @3 = Return(@2)
}
;; run shr_u64x2_by_0(0x80000000000000017fffffffffffffff) == 0x80000000000000017fffffffffffffff

proc shr_u64x2_by_3(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(3)
    V128 @2 = VectorShr(@0, @1, u64x2)
    Void @3 = Return(@2)
}
;; run shr_u64x2_by_3(0x00000000000000010000000000000001) == 0x00000000000000000000000000000000

proc shr_u64x2_by_63(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(63)
    V128 @2 = VectorShr(@0, @1, u64x2)
    Void @3 = Return(@2)
}
;; run shr_u64x2_by_63(0xffffffffffffffff0000000000000000) == 0x00000000000000010000000000000000

proc shr_u64x2_by_minus_2(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(-2)
    V128 @2 = VectorShr(@0, @1, u64x2)
    Void @3 = Return(@2)
}
;; run shr_u64x2_by_minus_2(0x7fffffffffffffffffffffffffffffff) == 0x00000000000000010000000000000003
