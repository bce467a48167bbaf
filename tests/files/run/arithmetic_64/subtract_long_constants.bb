barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 64 bits.
;! run

proc sub64_by_0x7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 2147483647L)
    Int64 @1 = Const64(2147483647)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_0x7fffffff(0) == 0xffffffff80000001
;; run sub64_by_0x7fffffff(1) == 0xffffffff80000002
;; run sub64_by_0x7fffffff(-1) == 0xffffffff80000000
;; run sub64_by_0x7fffffff(0x8000000000000000) == 0x7fffffff80000001
;; run sub64_by_0x7fffffff(0x7fffffffffffffff) == 0x7fffffff80000000
;; run sub64_by_0x7fffffff(0x12345678) == 0xffffffff92345679

proc sub64_by_0xffffffff80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, -2147483648L)
    Int64 @1 = Const64(-2147483648)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_0xffffffff80000000(0) == 0x80000000
;; run sub64_by_0xffffffff80000000(1) == 0x80000001
;; run sub64_by_0xffffffff80000000(-1) == 0x7fffffff
;; run sub64_by_0xffffffff80000000(0x8000000000000000) == 0x8000000080000000
;; run sub64_by_0xffffffff80000000(0x7fffffffffffffff) == 0x800000007fffffff
;; run sub64_by_0xffffffff80000000(0x12345678) == 0x92345678

proc sub64_by_0x80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 2147483648L)
    Int64 @1 = Const64(2147483648)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_0x80000000(0) == 0xffffffff80000000
;; run sub64_by_0x80000000(1) == 0xffffffff80000001
;; run sub64_by_0x80000000(-1) == 0xffffffff7fffffff
;; run sub64_by_0x80000000(0x8000000000000000) == 0x7fffffff80000000
;; run sub64_by_0x80000000(0x7fffffffffffffff) == 0x7fffffff7fffffff
;; run sub64_by_0x80000000(0x12345678) == 0xffffffff92345678

proc sub64_by_0xffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 4294967295L)
    Int64 @1 = Const64(4294967295)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_0xffffffff(0) == 0xffffffff00000001
;; run sub64_by_0xffffffff(1) == 0xffffffff00000002
;; run sub64_by_0xffffffff(-1) == 0xffffffff00000000
;; run sub64_by_0xffffffff(0x8000000000000000) == 0x7fffffff00000001
;; run sub64_by_0xffffffff(0x7fffffffffffffff) == 0x7fffffff00000000
;; run sub64_by_0xffffffff(0x12345678) == 0xffffffff12345679

proc sub64_by_0x100000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 4294967296L)
    Int64 @1 = Const64(4294967296)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_0x100000000(0) == 0xffffffff00000000
;; run sub64_by_0x100000000(1) == 0xffffffff00000001
;; run sub64_by_0x100000000(-1) == 0xfffffffeffffffff
;; run sub64_by_0x100000000(0x8000000000000000) == 0x7fffffff00000000
;; run sub64_by_0x100000000(0x7fffffffffffffff) == 0x7ffffffeffffffff
;; run sub64_by_0x100000000(0x12345678) == 0xffffffff12345678

proc sub64_by_0xffffffff7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, -2147483649L)
    Int64 @1 = Const64(-2147483649)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_0xffffffff7fffffff(0) == 0x80000001
;; run sub64_by_0xffffffff7fffffff(1) == 0x80000002
;; run sub64_by_0xffffffff7fffffff(-1) == 0x80000000
;; run sub64_by_0xffffffff7fffffff(0x8000000000000000) == 0x8000000080000001
;; run sub64_by_0xffffffff7fffffff(0x7fffffffffffffff) == 0x8000000080000000
;; run sub64_by_0xffffffff7fffffff(0x12345678) == 0x92345679

proc sub64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_0x7fffffffffffffff(0) == 0x8000000000000001
;; run sub64_by_0x7fffffffffffffff(1) == 0x8000000000000002
;; run sub64_by_0x7fffffffffffffff(-1) == 0x8000000000000000
;; run sub64_by_0x7fffffffffffffff(0x8000000000000000) == 1
;; run sub64_by_0x7fffffffffffffff(0x7fffffffffffffff) == 0
;; run sub64_by_0x7fffffffffffffff(0x12345678) == 0x8000000012345679

proc sub64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_0x8000000000000000(0) == 0x8000000000000000
;; run sub64_by_0x8000000000000000(1) == 0x8000000000000001
;; run sub64_by_0x8000000000000000(-1) == 0x7fffffffffffffff
;; run sub64_by_0x8000000000000000(0x8000000000000000) == 0
;; run sub64_by_0x8000000000000000(0x7fffffffffffffff) == -1
;; run sub64_by_0x8000000000000000(0x12345678) == 0x8000000012345678

proc sub64_k(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Sub(a, b)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_k(0x7fffffffffffffff, 1) == 0x7ffffffffffffffe
;; run sub64_k(0x8000000000000000, 0x8000000000000000) == 0
;; run sub64_k(0x12345678, -1) == 0x12345679

proc sub64_k_folded0() -> Int64 {
#0:
    ; return Sub(9223372036854775807L, 1L)
    Int64 @0 = Const64(9223372036854775807)
    Int64 @1 = Const64(1)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_k_folded0() == 0x7ffffffffffffffe

proc sub64_k_folded1() -> Int64 {
#0:
    ; return Sub(-9223372036854775808L, -9223372036854775808L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = Sub(@0, @0)
    Void @2 = Return(@1)
}
;; run sub64_k_folded1() == 0

proc sub64_k_folded2() -> Int64 {
#0:
    ; return Sub(305419896L, -1L)
    Int64 @0 = Const64(305419896)
    Int64 @1 = Const64(-1)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_k_folded2() == 0x12345679
