barebones 1
; Signed division where x/0 is 0 and min/-1 is min; the remainders are 0. The sign of a remainder is that of the dividend. 64 bits.
;! run

proc div64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return ChillDiv(a, b)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64(0, 0) == 0
;; run div64(0, 1) == 0
;; run div64(0, -1) == 0
;; run div64(0, 2) == 0
;; run div64(0, -2) == 0
;; run div64(0, 0x8000000000000000) == 0
;; run div64(1, 0) == 0
;; run div64(1, 1) == 1
;; run div64(1, -1) == -1
;; run div64(1, 2) == 0
;; run div64(1, -2) == 0
;; run div64(1, 0x8000000000000000) == 0
;; run div64(7, 0) == 0
;; run div64(7, 1) == 7
;; run div64(7, -1) == -7
;; run div64(7, 2) == 3
;; run div64(7, -2) == -3
;; run div64(7, 0x8000000000000000) == 0
;; run div64(-7, 0) == 0
;; run div64(-7, 1) == -7
;; run div64(-7, -1) == 7
;; run div64(-7, 2) == -3
;; run div64(-7, -2) == 3
;; run div64(-7, 0x8000000000000000) == 0
;; run div64(-1, 0) == 0
;; run div64(-1, 1) == -1
;; run div64(-1, -1) == 1
;; run div64(-1, 2) == 0
;; run div64(-1, -2) == 0
;; run div64(-1, 0x8000000000000000) == 0
;; run div64(0x8000000000000000, 0) == 0
;; run div64(0x8000000000000000, 1) == 0x8000000000000000
;; run div64(0x8000000000000000, -1) == 0x8000000000000000
;; run div64(0x8000000000000000, 2) == 0xc000000000000000
;; run div64(0x8000000000000000, -2) == 0x4000000000000000
;; run div64(0x8000000000000000, 0x8000000000000000) == 1
;; run div64(0x7fffffffffffffff, 0) == 0
;; run div64(0x7fffffffffffffff, 1) == 0x7fffffffffffffff
;; run div64(0x7fffffffffffffff, -1) == 0x8000000000000001
;; run div64(0x7fffffffffffffff, 2) == 0x3fffffffffffffff
;; run div64(0x7fffffffffffffff, -2) == 0xc000000000000001
;; run div64(0x7fffffffffffffff, 0x8000000000000000) == 0

proc div64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return ChillDiv(a, 0L)
    Int64 @1 = Const64(0)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_0(0) == 0
;; run div64_by_0(1) == 0
;; run div64_by_0(7) == 0
;; run div64_by_0(-7) == 0
;; run div64_by_0(-1) == 0
;; run div64_by_0(0x8000000000000000) == 0
;; run div64_by_0(0x7fffffffffffffff) == 0

proc div64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return ChillDiv(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_1(0) == 0
;; run div64_by_1(1) == 1
;; run div64_by_1(7) == 7
;; run div64_by_1(-7) == -7
;; run div64_by_1(-1) == -1
;; run div64_by_1(0x8000000000000000) == 0x8000000000000000
;; run div64_by_1(0x7fffffffffffffff) == 0x7fffffffffffffff

proc div64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return ChillDiv(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_minus_1(0) == 0
;; run div64_by_minus_1(1) == -1
;; run div64_by_minus_1(7) == -7
;; run div64_by_minus_1(-7) == 7
;; run div64_by_minus_1(-1) == 1
;; run div64_by_minus_1(0x8000000000000000) == 0x8000000000000000
;; run div64_by_minus_1(0x7fffffffffffffff) == 0x8000000000000001

proc div64_by_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return ChillDiv(a, 2L)
    Int64 @1 = Const64(2)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_2(0) == 0
;; run div64_by_2(1) == 0
;; run div64_by_2(7) == 3
;; run div64_by_2(-7) == -3
;; run div64_by_2(-1) == 0
;; run div64_by_2(0x8000000000000000) == 0xc000000000000000
;; run div64_by_2(0x7fffffffffffffff) == 0x3fffffffffffffff

proc div64_by_minus_8(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return ChillDiv(a, -8L)
    Int64 @1 = Const64(-8)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_minus_8(0) == 0
;; run div64_by_minus_8(1) == 0
;; run div64_by_minus_8(7) == 0
;; run div64_by_minus_8(-7) == 0
;; run div64_by_minus_8(-1) == 0
;; run div64_by_minus_8(0x8000000000000000) == 0x1000000000000000
;; run div64_by_minus_8(0x7fffffffffffffff) == 0xf000000000000001

proc div64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return ChillDiv(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_10(0) == 0
;; run div64_by_10(1) == 0
;; run div64_by_10(7) == 0
;; run div64_by_10(-7) == 0
;; run div64_by_10(-1) == 0
;; run div64_by_10(0x8000000000000000) == 0xf333333333333334
;; run div64_by_10(0x7fffffffffffffff) == 0xccccccccccccccc

proc div64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return ChillDiv(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_0x8000000000000000(0) == 0
;; run div64_by_0x8000000000000000(1) == 0
;; run div64_by_0x8000000000000000(7) == 0
;; run div64_by_0x8000000000000000(-7) == 0
;; run div64_by_0x8000000000000000(-1) == 0
;; run div64_by_0x8000000000000000(0x8000000000000000) == 1
;; run div64_by_0x8000000000000000(0x7fffffffffffffff) == 0

proc div64_folded0() -> Int64 {
#0:
    ; return ChillDiv(0L, 0L)
    Int64 @0 = Const64(0)
    Int64 @1 = ChillDiv(@0, @0)
    Void @2 = Return(@1)
}
;; run div64_folded0() == 0

proc div64_folded1() -> Int64 {
#0:
    ; return ChillDiv(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_folded1() == 0

proc div64_folded2() -> Int64 {
#0:
    ; return ChillDiv(0L, -1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-1)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_folded2() == 0

proc div64_k(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return ChillDiv(a, b)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_k(0x8000000000000000, -1) == 0x8000000000000000
;; run div64_k(5, 0) == 0
;; run div64_k(-7, 2) == -3

proc div64_k_folded0() -> Int64 {
#0:
    ; return ChillDiv(-9223372036854775808L, -1L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = Const64(-1)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_k_folded0() == 0x8000000000000000

proc div64_k_folded1() -> Int64 {
#0:
    ; return ChillDiv(5L, 0L)
    Int64 @0 = Const64(5)
    Int64 @1 = Const64(0)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_k_folded1() == 0

proc div64_k_folded2() -> Int64 {
#0:
    ; return ChillDiv(-7L, 2L)
    Int64 @0 = Const64(-7)
    Int64 @1 = Const64(2)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_k_folded2() == -3
