barebones 1
; Signed division where x/0 is 0 and min/-1 is min; the remainders are 0. The sign of a remainder is that of the dividend. 32 bits.
;! run

proc div32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return ChillDiv(a, b)
    Int32 @4 = ChillDiv(@1, @3)
    Void @5 = Return(@4)
}
;; run div32(0, 0) == 0
;; run div32(0, 1) == 0
;; run div32(0, -1) == 0
;; run div32(0, 2) == 0
;; run div32(0, -2) == 0
;; run div32(0, 0x80000000) == 0
;; run div32(1, 0) == 0
;; run div32(1, 1) == 1
;; run div32(1, -1) == -1
;; run div32(1, 2) == 0
;; run div32(1, -2) == 0
;; run div32(1, 0x80000000) == 0
;; run div32(7, 0) == 0
;; run div32(7, 1) == 7
;; run div32(7, -1) == -7
;; run div32(7, 2) == 3
;; run div32(7, -2) == -3
;; run div32(7, 0x80000000) == 0
;; run div32(-7, 0) == 0
;; run div32(-7, 1) == -7
;; run div32(-7, -1) == 7
;; run div32(-7, 2) == -3
;; run div32(-7, -2) == 3
;; run div32(-7, 0x80000000) == 0
;; run div32(-1, 0) == 0
;; run div32(-1, 1) == -1
;; run div32(-1, -1) == 1
;; run div32(-1, 2) == 0
;; run div32(-1, -2) == 0
;; run div32(-1, 0x80000000) == 0
;; run div32(0x80000000, 0) == 0
;; run div32(0x80000000, 1) == 0x80000000
;; run div32(0x80000000, -1) == 0x80000000
;; run div32(0x80000000, 2) == 0xc0000000
;; run div32(0x80000000, -2) == 0x40000000
;; run div32(0x80000000, 0x80000000) == 1
;; run div32(0x7fffffff, 0) == 0
;; run div32(0x7fffffff, 1) == 0x7fffffff
;; run div32(0x7fffffff, -1) == 0x80000001
;; run div32(0x7fffffff, 2) == 0x3fffffff
;; run div32(0x7fffffff, -2) == 0xc0000001
;; run div32(0x7fffffff, 0x80000000) == 0

proc div32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillDiv(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_0(0) == 0
;; run div32_by_0(1) == 0
;; run div32_by_0(7) == 0
;; run div32_by_0(-7) == 0
;; run div32_by_0(-1) == 0
;; run div32_by_0(0x80000000) == 0
;; run div32_by_0(0x7fffffff) == 0

proc div32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillDiv(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_1(0) == 0
;; run div32_by_1(1) == 1
;; run div32_by_1(7) == 7
;; run div32_by_1(-7) == -7
;; run div32_by_1(-1) == -1
;; run div32_by_1(0x80000000) == 0x80000000
;; run div32_by_1(0x7fffffff) == 0x7fffffff

proc div32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillDiv(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_1(0) == 0
;; run div32_by_minus_1(1) == -1
;; run div32_by_minus_1(7) == -7
;; run div32_by_minus_1(-7) == 7
;; run div32_by_minus_1(-1) == 1
;; run div32_by_minus_1(0x80000000) == 0x80000000
;; run div32_by_minus_1(0x7fffffff) == 0x80000001

proc div32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillDiv(a, 2)
    Int32 @2 = Const32(2)
    Int32 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_2(0) == 0
;; run div32_by_2(1) == 0
;; run div32_by_2(7) == 3
;; run div32_by_2(-7) == -3
;; run div32_by_2(-1) == 0
;; run div32_by_2(0x80000000) == 0xc0000000
;; run div32_by_2(0x7fffffff) == 0x3fffffff

proc div32_by_minus_8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillDiv(a, -8)
    Int32 @2 = Const32(-8)
    Int32 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_8(0) == 0
;; run div32_by_minus_8(1) == 0
;; run div32_by_minus_8(7) == 0
;; run div32_by_minus_8(-7) == 0
;; run div32_by_minus_8(-1) == 0
;; run div32_by_minus_8(0x80000000) == 0x10000000
;; run div32_by_minus_8(0x7fffffff) == 0xf0000001

proc div32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillDiv(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_10(0) == 0
;; run div32_by_10(1) == 0
;; run div32_by_10(7) == 0
;; run div32_by_10(-7) == 0
;; run div32_by_10(-1) == 0
;; run div32_by_10(0x80000000) == 0xf3333334
;; run div32_by_10(0x7fffffff) == 0xccccccc

proc div32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillDiv(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_0x80000000(0) == 0
;; run div32_by_0x80000000(1) == 0
;; run div32_by_0x80000000(7) == 0
;; run div32_by_0x80000000(-7) == 0
;; run div32_by_0x80000000(-1) == 0
;; run div32_by_0x80000000(0x80000000) == 1
;; run div32_by_0x80000000(0x7fffffff) == 0

proc div32_folded0() -> Int32 {
#0:
    ; return ChillDiv(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = ChillDiv(@0, @0)
    Void @2 = Return(@1)
}
;; run div32_folded0() == 0

proc div32_folded1() -> Int32 {
#0:
    ; return ChillDiv(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div32_folded1() == 0

proc div32_folded2() -> Int32 {
#0:
    ; return ChillDiv(0, -1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-1)
    Int32 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div32_folded2() == 0

proc div32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return ChillDiv(a, b)
    Int32 @4 = ChillDiv(@1, @3)
    Void @5 = Return(@4)
}
;; run div32_k(0x80000000, -1) == 0x80000000
;; run div32_k(5, 0) == 0
;; run div32_k(-7, 2) == -3

proc div32_k_folded0() -> Int32 {
#0:
    ; return ChillDiv(-2147483648, -1)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Const32(-1)
    Int32 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div32_k_folded0() == 0x80000000

proc div32_k_folded1() -> Int32 {
#0:
    ; return ChillDiv(5, 0)
    Int32 @0 = Const32(5)
    Int32 @1 = Const32(0)
    Int32 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div32_k_folded1() == 0

proc div32_k_folded2() -> Int32 {
#0:
    ; return ChillDiv(-7, 2)
    Int32 @0 = Const32(-7)
    Int32 @1 = Const32(2)
    Int32 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run div32_k_folded2() == -3
