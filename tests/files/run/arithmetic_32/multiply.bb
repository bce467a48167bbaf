barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 32 bits.
;! run

proc mul32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Mul(a, b)
    Int32 @4 = Mul(@1, @3)
    Void @5 = Return(@4)
}
;; run mul32(0, 1) == 0
;; run mul32(0, -1) == 0
;; run mul32(0, 0x80000000) == 0
;; run mul32(0, 0x7fffffff) == 0
;; run mul32(1, 1) == 1
;; run mul32(1, -1) == -1
;; run mul32(1, 0x80000000) == 0x80000000
;; run mul32(1, 0x7fffffff) == 0x7fffffff
;; run mul32(-1, 1) == -1
;; run mul32(-1, -1) == 1
;; run mul32(-1, 0x80000000) == 0x80000000
;; run mul32(-1, 0x7fffffff) == 0x80000001
;; run mul32(0x80000000, 1) == 0x80000000
;; run mul32(0x80000000, -1) == 0x80000000
;; run mul32(0x80000000, 0x80000000) == 0
;; run mul32(0x80000000, 0x7fffffff) == 0x80000000
;; run mul32(0x7fffffff, 1) == 0x7fffffff
;; run mul32(0x7fffffff, -1) == 0x80000001
;; run mul32(0x7fffffff, 0x80000000) == 0x80000000
;; run mul32(0x7fffffff, 0x7fffffff) == 1
;; run mul32(0x12345678, 1) == 0x12345678
;; run mul32(0x12345678, -1) == 0xedcba988
;; run mul32(0x12345678, 0x80000000) == 0
;; run mul32(0x12345678, 0x7fffffff) == 0xedcba988

proc mul32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_0(0) == 0
;; run mul32_by_0(1) == 0
;; run mul32_by_0(-1) == 0
;; run mul32_by_0(0x80000000) == 0
;; run mul32_by_0(0x7fffffff) == 0
;; run mul32_by_0(0x12345678) == 0

proc mul32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_1(0) == 0
;; run mul32_by_1(1) == 1
;; run mul32_by_1(-1) == -1
;; run mul32_by_1(0x80000000) == 0x80000000
;; run mul32_by_1(0x7fffffff) == 0x7fffffff
;; run mul32_by_1(0x12345678) == 0x12345678

proc mul32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_minus_1(0) == 0
;; run mul32_by_minus_1(1) == -1
;; run mul32_by_minus_1(-1) == 1
;; run mul32_by_minus_1(0x80000000) == 0x80000000
;; run mul32_by_minus_1(0x7fffffff) == 0x80000001
;; run mul32_by_minus_1(0x12345678) == 0xedcba988

proc mul32_by_127(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 127)
    Int32 @2 = Const32(127)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_127(0) == 0
;; run mul32_by_127(1) == 127
;; run mul32_by_127(-1) == -127
;; run mul32_by_127(0x80000000) == 0x80000000
;; run mul32_by_127(0x7fffffff) == 0x7fffff81
;; run mul32_by_127(0x12345678) == 0x7f6e588

proc mul32_by_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 128)
    Int32 @2 = Const32(128)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_128(0) == 0
;; run mul32_by_128(1) == 128
;; run mul32_by_128(-1) == -128
;; run mul32_by_128(0x80000000) == 0
;; run mul32_by_128(0x7fffffff) == -128
;; run mul32_by_128(0x12345678) == 0x1a2b3c00

proc mul32_by_minus_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -128)
    Int32 @2 = Const32(-128)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_minus_128(0) == 0
;; run mul32_by_minus_128(1) == -128
;; run mul32_by_minus_128(-1) == 128
;; run mul32_by_minus_128(0x80000000) == 0
;; run mul32_by_minus_128(0x7fffffff) == 128
;; run mul32_by_minus_128(0x12345678) == 0xe5d4c400

proc mul32_by_minus_129(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -129)
    Int32 @2 = Const32(-129)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_minus_129(0) == 0
;; run mul32_by_minus_129(1) == -129
;; run mul32_by_minus_129(-1) == 129
;; run mul32_by_minus_129(0x80000000) == 0x80000000
;; run mul32_by_minus_129(0x7fffffff) == 0x80000081
;; run mul32_by_minus_129(0x12345678) == 0xd3a06d88

proc mul32_by_2047(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 2047)
    Int32 @2 = Const32(2047)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_2047(0) == 0
;; run mul32_by_2047(1) == 2047
;; run mul32_by_2047(-1) == -2047
;; run mul32_by_2047(0x80000000) == 0x80000000
;; run mul32_by_2047(0x7fffffff) == 0x7ffff801
;; run mul32_by_2047(0x12345678) == 0x907f6988

proc mul32_by_4095(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 4095)
    Int32 @2 = Const32(4095)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_4095(0) == 0
;; run mul32_by_4095(1) == 4095
;; run mul32_by_4095(-1) == -4095
;; run mul32_by_4095(0x80000000) == 0x80000000
;; run mul32_by_4095(0x7fffffff) == 0x7ffff001
;; run mul32_by_4095(0x12345678) == 0x33332988

proc mul32_by_4096(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 4096)
    Int32 @2 = Const32(4096)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_4096(0) == 0
;; run mul32_by_4096(1) == 4096
;; run mul32_by_4096(-1) == -4096
;; run mul32_by_4096(0x80000000) == 0
;; run mul32_by_4096(0x7fffffff) == -4096
;; run mul32_by_4096(0x12345678) == 0x45678000

proc mul32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_0x7fffffff(0) == 0
;; run mul32_by_0x7fffffff(1) == 0x7fffffff
;; run mul32_by_0x7fffffff(-1) == 0x80000001
;; run mul32_by_0x7fffffff(0x80000000) == 0x80000000
;; run mul32_by_0x7fffffff(0x7fffffff) == 1
;; run mul32_by_0x7fffffff(0x12345678) == 0xedcba988

proc mul32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run mul32_by_0x80000000(0) == 0
;; run mul32_by_0x80000000(1) == 0x80000000
;; run mul32_by_0x80000000(-1) == 0x80000000
;; run mul32_by_0x80000000(0x80000000) == 0
;; run mul32_by_0x80000000(0x7fffffff) == 0x80000000
;; run mul32_by_0x80000000(0x12345678) == 0
