barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 64 bits.
;! run

proc mul64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Mul(a, b)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64(0, 1) == 0
;; run mul64(0, -1) == 0
;; run mul64(0, 0x8000000000000000) == 0
;; run mul64(0, 0x7fffffffffffffff) == 0
;; run mul64(1, 1) == 1
;; run mul64(1, -1) == -1
;; run mul64(1, 0x8000000000000000) == 0x8000000000000000
;; run mul64(1, 0x7fffffffffffffff) == 0x7fffffffffffffff
;; run mul64(-1, 1) == -1
;; run mul64(-1, -1) == 1
;; run mul64(-1, 0x8000000000000000) == 0x8000000000000000
;; run mul64(-1, 0x7fffffffffffffff) == 0x8000000000000001
;; run mul64(0x8000000000000000, 1) == 0x8000000000000000
;; run mul64(0x8000000000000000, -1) == 0x8000000000000000
;; run mul64(0x8000000000000000, 0x8000000000000000) == 0
;; run mul64(0x8000000000000000, 0x7fffffffffffffff) == 0x8000000000000000
;; run mul64(0x7fffffffffffffff, 1) == 0x7fffffffffffffff
;; run mul64(0x7fffffffffffffff, -1) == 0x8000000000000001
;; run mul64(0x7fffffffffffffff, 0x8000000000000000) == 0x8000000000000000
;; run mul64(0x7fffffffffffffff, 0x7fffffffffffffff) == 1
;; run mul64(0x12345678, 1) == 0x12345678
;; run mul64(0x12345678, -1) == 0xffffffffedcba988
;; run mul64(0x12345678, 0x8000000000000000) == 0
;; run mul64(0x12345678, 0x7fffffffffffffff) == 0xffffffffedcba988

proc mul64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 0L)
    Int64 @1 = Const64(0)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_0(0) == 0
;; run mul64_by_0(1) == 0
;; run mul64_by_0(-1) == 0
;; run mul64_by_0(0x8000000000000000) == 0
;; run mul64_by_0(0x7fffffffffffffff) == 0
;; run mul64_by_0(0x12345678) == 0

proc mul64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_1(0) == 0
;; run mul64_by_1(1) == 1
;; run mul64_by_1(-1) == -1
;; run mul64_by_1(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_1(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run mul64_by_1(0x12345678) == 0x12345678

proc mul64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_minus_1(0) == 0
;; run mul64_by_minus_1(1) == -1
;; run mul64_by_minus_1(-1) == 1
;; run mul64_by_minus_1(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_minus_1(0x7fffffffffffffff) == 0x8000000000000001
;; run mul64_by_minus_1(0x12345678) == 0xffffffffedcba988

proc mul64_by_127(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 127L)
    Int64 @1 = Const64(127)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_127(0) == 0
;; run mul64_by_127(1) == 127
;; run mul64_by_127(-1) == -127
;; run mul64_by_127(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_127(0x7fffffffffffffff) == 0x7fffffffffffff81
;; run mul64_by_127(0x12345678) == 0x907f6e588

proc mul64_by_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 128L)
    Int64 @1 = Const64(128)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_128(0) == 0
;; run mul64_by_128(1) == 128
;; run mul64_by_128(-1) == -128
;; run mul64_by_128(0x8000000000000000) == 0
;; run mul64_by_128(0x7fffffffffffffff) == -128
;; run mul64_by_128(0x12345678) == 0x91a2b3c00

proc mul64_by_minus_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -128L)
    Int64 @1 = Const64(-128)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_minus_128(0) == 0
;; run mul64_by_minus_128(1) == -128
;; run mul64_by_minus_128(-1) == 128
;; run mul64_by_minus_128(0x8000000000000000) == 0
;; run mul64_by_minus_128(0x7fffffffffffffff) == 128
;; run mul64_by_minus_128(0x12345678) == 0xfffffff6e5d4c400

proc mul64_by_minus_129(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -129L)
    Int64 @1 = Const64(-129)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_minus_129(0) == 0
;; run mul64_by_minus_129(1) == -129
;; run mul64_by_minus_129(-1) == 129
;; run mul64_by_minus_129(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_minus_129(0x7fffffffffffffff) == 0x8000000000000081
;; run mul64_by_minus_129(0x12345678) == 0xfffffff6d3a06d88

proc mul64_by_2047(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 2047L)
    Int64 @1 = Const64(2047)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_2047(0) == 0
;; run mul64_by_2047(1) == 2047
;; run mul64_by_2047(-1) == -2047
;; run mul64_by_2047(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_2047(0x7fffffffffffffff) == 0x7ffffffffffff801
;; run mul64_by_2047(0x12345678) == 0x91907f6988

proc mul64_by_4095(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 4095L)
    Int64 @1 = Const64(4095)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_4095(0) == 0
;; run mul64_by_4095(1) == 4095
;; run mul64_by_4095(-1) == -4095
;; run mul64_by_4095(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_4095(0x7fffffffffffffff) == 0x7ffffffffffff001
;; run mul64_by_4095(0x12345678) == 0x12333332988

proc mul64_by_4096(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 4096L)
    Int64 @1 = Const64(4096)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_4096(0) == 0
;; run mul64_by_4096(1) == 4096
;; run mul64_by_4096(-1) == -4096
;; run mul64_by_4096(0x8000000000000000) == 0
;; run mul64_by_4096(0x7fffffffffffffff) == -4096
;; run mul64_by_4096(0x12345678) == 0x12345678000
