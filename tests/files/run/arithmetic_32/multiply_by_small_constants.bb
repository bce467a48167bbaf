barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 32 bits.
;! run

proc mul32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 3)
    Int32 @2 = Const32(3)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_3(0) == 0
;; run mul32_by_3(1) == 3
;; run mul32_by_3(-1) == -3
;; run mul32_by_3(0x80000000) == 0x80000000
;; run mul32_by_3(0x7fffffff) == 0x7ffffffd
;; run mul32_by_3(0x12345678) == 0x369d0368

proc mul32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 5)
    Int32 @2 = Const32(5)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_5(0) == 0
;; run mul32_by_5(1) == 5
;; run mul32_by_5(-1) == -5
;; run mul32_by_5(0x80000000) == 0x80000000
;; run mul32_by_5(0x7fffffff) == 0x7ffffffb
;; run mul32_by_5(0x12345678) == 0x5b05b058

proc mul32_by_9(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 9)
    Int32 @2 = Const32(9)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_9(0) == 0
;; run mul32_by_9(1) == 9
;; run mul32_by_9(-1) == -9
;; run mul32_by_9(0x80000000) == 0x80000000
;; run mul32_by_9(0x7fffffff) == 0x7ffffff7
;; run mul32_by_9(0x12345678) == 0xa3d70a38

proc mul32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_10(0) == 0
;; run mul32_by_10(1) == 10
;; run mul32_by_10(-1) == -10
;; run mul32_by_10(0x80000000) == 0
;; run mul32_by_10(0x7fffffff) == -10
;; run mul32_by_10(0x12345678) == 0xb60b60b0

proc mul32_by_12(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 12)
    Int32 @2 = Const32(12)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_12(0) == 0
;; run mul32_by_12(1) == 12
;; run mul32_by_12(-1) == -12
;; run mul32_by_12(0x80000000) == 0
;; run mul32_by_12(0x7fffffff) == -12
;; run mul32_by_12(0x12345678) == 0xda740da0

proc mul32_by_minus_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -3)
    Int32 @2 = Const32(-3)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_minus_3(0) == 0
;; run mul32_by_minus_3(1) == -3
;; run mul32_by_minus_3(-1) == 3
;; run mul32_by_minus_3(0x80000000) == 0x80000000
;; run mul32_by_minus_3(0x7fffffff) == 0x80000003
;; run mul32_by_minus_3(0x12345678) == 0xc962fc98

proc mul32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Mul(a, b)
    Int32 @4 = Mul(@1, @3)
    Void @5 = Return(@4)
}
;; run mul32_k(0x7fffffff, 1) == 0x7fffffff
;; run mul32_k(0x80000000, 0x80000000) == 0
;; run mul32_k(0x12345678, -1) == 0xedcba988

proc mul32_k_folded0() -> Int32 {
#0:
    ; return Mul(2147483647, 1)
    Int32 @0 = Const32(2147483647)
    Int32 @1 = Const32(1)
    Int32 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul32_k_folded0() == 0x7fffffff

proc mul32_k_folded1() -> Int32 {
#0:
    ; return Mul(-2147483648, -2147483648)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Mul(@0, @0)
    Void @2 = Return(@1)
}
;; run mul32_k_folded1() == 0

proc mul32_k_folded2() -> Int32 {
#0:
    ; return Mul(305419896, -1)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-1)
    Int32 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul32_k_folded2() == 0xedcba988
