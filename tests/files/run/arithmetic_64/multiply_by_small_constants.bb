barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 64 bits.
;! run

proc mul64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_3(0) == 0
;; run mul64_by_3(1) == 3
;; run mul64_by_3(-1) == -3
;; run mul64_by_3(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_3(0x7fffffffffffffff) == 0x7ffffffffffffffd
;; run mul64_by_3(0x12345678) == 0x369d0368

proc mul64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_5(0) == 0
;; run mul64_by_5(1) == 5
;; run mul64_by_5(-1) == -5
;; run mul64_by_5(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_5(0x7fffffffffffffff) == 0x7ffffffffffffffb
;; run mul64_by_5(0x12345678) == 0x5b05b058

proc mul64_by_9(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 9L)
    Int64 @1 = Const64(9)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_9(0) == 0
;; run mul64_by_9(1) == 9
;; run mul64_by_9(-1) == -9
;; run mul64_by_9(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_9(0x7fffffffffffffff) == 0x7ffffffffffffff7
;; run mul64_by_9(0x12345678) == 0xa3d70a38

proc mul64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_10(0) == 0
;; run mul64_by_10(1) == 10
;; run mul64_by_10(-1) == -10
;; run mul64_by_10(0x8000000000000000) == 0
;; run mul64_by_10(0x7fffffffffffffff) == -10
;; run mul64_by_10(0x12345678) == 0xb60b60b0

proc mul64_by_12(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 12L)
    Int64 @1 = Const64(12)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_12(0) == 0
;; run mul64_by_12(1) == 12
;; run mul64_by_12(-1) == -12
;; run mul64_by_12(0x8000000000000000) == 0
;; run mul64_by_12(0x7fffffffffffffff) == -12
;; run mul64_by_12(0x12345678) == 0xda740da0

proc mul64_by_minus_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -3L)
    Int64 @1 = Const64(-3)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_minus_3(0) == 0
;; run mul64_by_minus_3(1) == -3
;; run mul64_by_minus_3(-1) == 3
;; run mul64_by_minus_3(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_minus_3(0x7fffffffffffffff) == 0x8000000000000003
;; run mul64_by_minus_3(0x12345678) == 0xffffffffc962fc98

proc mul64_k(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Mul(a, b)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_k(0x7fffffffffffffff, 1) == 0x7fffffffffffffff
;; run mul64_k(0x8000000000000000, 0x8000000000000000) == 0
;; run mul64_k(0x12345678, -1) == 0xffffffffedcba988

proc mul64_k_folded0() -> Int64 {
#0:
    ; return Mul(9223372036854775807L, 1L)
    Int64 @0 = Const64(9223372036854775807)
    Int64 @1 = Const64(1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_k_folded0() == 0x7fffffffffffffff

proc mul64_k_folded1() -> Int64 {
#0:
    ; return Mul(-9223372036854775808L, -9223372036854775808L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = Mul(@0, @0)
    Void @2 = Return(@1)
}
;; run mul64_k_folded1() == 0

proc mul64_k_folded2() -> Int64 {
#0:
    ; return Mul(305419896L, -1L)
    Int64 @0 = Const64(305419896)
    Int64 @1 = Const64(-1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_k_folded2() == 0xffffffffedcba988
