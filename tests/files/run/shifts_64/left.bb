barebones 1
; Shift amounts are masked to the width, also when they are constants. 64 bits.
;! run

proc shl64(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)                            ; b
    ; return Shl(a, b)
    Int64 @3 = Shl(@0, @2)
    Void @4 = Return(@3)
}
;; run shl64(1, 0) == 1
;; run shl64(1, 1) == 2
;; run shl64(1, 31) == 0x80000000
;; run shl64(1, 63) == 0x8000000000000000
;; run shl64(1, 64) == 1
;; run shl64(1, 65) == 2
;; run shl64(1, -1) == 0x8000000000000000
;; run shl64(1, -64) == 1
;; run shl64(1, 100) == 0x1000000000
;; run shl64(-2, 0) == -2
;; run shl64(-2, 1) == -4
;; run shl64(-2, 31) == 0xffffffff00000000
;; run shl64(-2, 63) == 0
;; run shl64(-2, 64) == -2
;; run shl64(-2, 65) == -4
;; run shl64(-2, -1) == 0
;; run shl64(-2, -64) == -2
;; run shl64(-2, 100) == 0xffffffe000000000
;; run shl64(0x123456789abcdef0, 0) == 0x123456789abcdef0
;; run shl64(0x123456789abcdef0, 1) == 0x2468acf13579bde0
;; run shl64(0x123456789abcdef0, 31) == 0x4d5e6f7800000000
;; run shl64(0x123456789abcdef0, 63) == 0
;; run shl64(0x123456789abcdef0, 64) == 0x123456789abcdef0
;; run shl64(0x123456789abcdef0, 65) == 0x2468acf13579bde0
;; run shl64(0x123456789abcdef0, -1) == 0
;; run shl64(0x123456789abcdef0, -64) == 0x123456789abcdef0
;; run shl64(0x123456789abcdef0, 100) == 0xabcdef0000000000
;; run shl64(0x8000000000000000, 0) == 0x8000000000000000
;; run shl64(0x8000000000000000, 1) == 0
;; run shl64(0x8000000000000000, 31) == 0
;; run shl64(0x8000000000000000, 63) == 0
;; run shl64(0x8000000000000000, 64) == 0x8000000000000000
;; run shl64(0x8000000000000000, 65) == 0
;; run shl64(0x8000000000000000, -1) == 0
;; run shl64(0x8000000000000000, -64) == 0x8000000000000000
;; run shl64(0x8000000000000000, 100) == 0

proc shl64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Shl(a, 0)
    Int32 @1 = Const32(0)
    Int64 @2 = Shl(@0, @1)
    Void @3 = Return(@2)
}
;; run shl64_by_0(1) == 1
;; run shl64_by_0(-2) == -2
;; run shl64_by_0(0x123456789abcdef0) == 0x123456789abcdef0
;; run shl64_by_0(0x8000000000000000) == 0x8000000000000000

proc shl64_by_63(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Shl(a, 63)
    Int32 @1 = Const32(63)
    Int64 @2 = Shl(@0, @1)
    Void @3 = Return(@2)
}
;; run shl64_by_63(1) == 0x8000000000000000
;; run shl64_by_63(-2) == 0
;; run shl64_by_63(0x123456789abcdef0) == 0
;; run shl64_by_63(0x8000000000000000) == 0

proc shl64_by_64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Shl(a, 64)
    Int32 @1 = Const32(64)
    Int64 @2 = Shl(@0, @1)
    Void @3 = Return(@2)
}
;; run shl64_by_64(1) == 1
;; run shl64_by_64(-2) == -2
;; run shl64_by_64(0x123456789abcdef0) == 0x123456789abcdef0
;; run shl64_by_64(0x8000000000000000) == 0x8000000000000000

proc shl64_by_67(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Shl(a, 67)
    Int32 @1 = Const32(67)
    Int64 @2 = Shl(@0, @1)
    Void @3 = Return(@2)
}
;; run shl64_by_67(1) == 8
;; run shl64_by_67(-2) == -16
;; run shl64_by_67(0x123456789abcdef0) == 0x91a2b3c4d5e6f780
;; run shl64_by_67(0x8000000000000000) == 0

proc shl64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Shl(a, -1)
    Int32 @1 = Const32(-1)
    Int64 @2 = Shl(@0, @1)
    Void @3 = Return(@2)
}
;; run shl64_by_minus_1(1) == 0x8000000000000000
;; run shl64_by_minus_1(-2) == 0
;; run shl64_by_minus_1(0x123456789abcdef0) == 0
;; run shl64_by_minus_1(0x8000000000000000) == 0

proc shl64_k(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)                            ; b
    ; return Shl(a, b)
    Int64 @3 = Shl(@0, @2)
    Void @4 = Return(@3)
}
;; run shl64_k(-2, 65) == -4
;; run shl64_k(0x123456789abcdef0, -1) == 0
;; run shl64_k(0x8000000000000000, 63) == 0

proc shl64_k_folded0() -> Int64 {
#0:
    ; return Shl(-2L, 65)
    Int64 @0 = Const64(-2)
    Int32 @1 = Const32(65)
    Int64 @2 = Shl(@0, @1)
    Void @3 = Return(@2)
}
;; run shl64_k_folded0() == -4

proc shl64_k_folded1() -> Int64 {
#0:
    ; return Shl(1311768467463790320L, -1)
    Int64 @0 = Const64(1311768467463790320)
    Int32 @1 = Const32(-1)
    Int64 @2 = Shl(@0, @1)
    Void @3 = Return(@2)
}
;; run shl64_k_folded1() == 0

proc shl64_k_folded2() -> Int64 {
#0:
    ; return Shl(-9223372036854775808L, 63)
    Int64 @0 = Const64(-9223372036854775808)
    Int32 @1 = Const32(63)
    Int64 @2 = Shl(@0, @1)
    Void @3 = Return(@2)
}
;; run shl64_k_folded2() == 0
