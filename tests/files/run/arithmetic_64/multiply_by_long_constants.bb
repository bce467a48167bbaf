barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 64 bits.
;! run

proc mul64_by_0x7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 2147483647L)
    Int64 @1 = Const64(2147483647)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_0x7fffffff(0) == 0
;; run mul64_by_0x7fffffff(1) == 0x7fffffff
;; run mul64_by_0x7fffffff(-1) == 0xffffffff80000001
;; run mul64_by_0x7fffffff(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_0x7fffffff(0x7fffffffffffffff) == 0x7fffffff80000001
;; run mul64_by_0x7fffffff(0x12345678) == 0x91a2b3bedcba988

proc mul64_by_0xffffffff80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -2147483648L)
    Int64 @1 = Const64(-2147483648)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_0xffffffff80000000(0) == 0
;; run mul64_by_0xffffffff80000000(1) == 0xffffffff80000000
;; run mul64_by_0xffffffff80000000(-1) == 0x80000000
;; run mul64_by_0xffffffff80000000(0x8000000000000000) == 0
;; run mul64_by_0xffffffff80000000(0x7fffffffffffffff) == 0x80000000
;; run mul64_by_0xffffffff80000000(0x12345678) == 0xf6e5d4c400000000

proc mul64_by_0x80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 2147483648L)
    Int64 @1 = Const64(2147483648)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_0x80000000(0) == 0
;; run mul64_by_0x80000000(1) == 0x80000000
;; run mul64_by_0x80000000(-1) == 0xffffffff80000000
;; run mul64_by_0x80000000(0x8000000000000000) == 0
;; run mul64_by_0x80000000(0x7fffffffffffffff) == 0xffffffff80000000
;; run mul64_by_0x80000000(0x12345678) == 0x91a2b3c00000000

proc mul64_by_0xffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 4294967295L)
    Int64 @1 = Const64(4294967295)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_0xffffffff(0) == 0
;; run mul64_by_0xffffffff(1) == 0xffffffff
;; run mul64_by_0xffffffff(-1) == 0xffffffff00000001
;; run mul64_by_0xffffffff(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_0xffffffff(0x7fffffffffffffff) == 0x7fffffff00000001
;; run mul64_by_0xffffffff(0x12345678) == 0x12345677edcba988

proc mul64_by_0x100000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 4294967296L)
    Int64 @1 = Const64(4294967296)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_0x100000000(0) == 0
;; run mul64_by_0x100000000(1) == 0x100000000
;; run mul64_by_0x100000000(-1) == 0xffffffff00000000
;; run mul64_by_0x100000000(0x8000000000000000) == 0
;; run mul64_by_0x100000000(0x7fffffffffffffff) == 0xffffffff00000000
;; run mul64_by_0x100000000(0x12345678) == 0x1234567800000000

proc mul64_by_0xffffffff7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -2147483649L)
    Int64 @1 = Const64(-2147483649)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_0xffffffff7fffffff(0) == 0
;; run mul64_by_0xffffffff7fffffff(1) == 0xffffffff7fffffff
;; run mul64_by_0xffffffff7fffffff(-1) == 0x80000001
;; run mul64_by_0xffffffff7fffffff(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_0xffffffff7fffffff(0x7fffffffffffffff) == 0x8000000080000001
;; run mul64_by_0xffffffff7fffffff(0x12345678) == 0xf6e5d4c3edcba988

proc mul64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_0x7fffffffffffffff(0) == 0
;; run mul64_by_0x7fffffffffffffff(1) == 0x7fffffffffffffff
;; run mul64_by_0x7fffffffffffffff(-1) == 0x8000000000000001
;; run mul64_by_0x7fffffffffffffff(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_0x7fffffffffffffff(0x7fffffffffffffff) == 1
;; run mul64_by_0x7fffffffffffffff(0x12345678) == 0xffffffffedcba988

proc mul64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_0x8000000000000000(0) == 0
;; run mul64_by_0x8000000000000000(1) == 0x8000000000000000
;; run mul64_by_0x8000000000000000(-1) == 0x8000000000000000
;; run mul64_by_0x8000000000000000(0x8000000000000000) == 0
;; run mul64_by_0x8000000000000000(0x7fffffffffffffff) == 0x8000000000000000
;; run mul64_by_0x8000000000000000(0x12345678) == 0
