barebones 1
; Signed division where x/0 is 0 and min/-1 is min; the remainders are 0. The sign of a remainder is that of the dividend. 32 bits.
;! run

proc mod32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return ChillMod(a, b)
    Int32 @4 = ChillMod(@1, @3)
    Void @5 = Return(@4)
}
;; run mod32(0, 0) == 0
;; run mod32(0, 1) == 0
;; run mod32(0, -1) == 0
;; run mod32(0, 2) == 0
;; run mod32(0, -2) == 0
;; run mod32(0, 0x80000000) == 0
;; run mod32(1, 0) == 0
;; run mod32(1, 1) == 0
;; run mod32(1, -1) == 0
;; run mod32(1, 2) == 1
;; run mod32(1, -2) == 1
;; run mod32(1, 0x80000000) == 1
;; run mod32(7, 0) == 0
;; run mod32(7, 1) == 0
;; run mod32(7, -1) == 0
;; run mod32(7, 2) == 1
;; run mod32(7, -2) == 1
;; run mod32(7, 0x80000000) == 7
;; run mod32(-7, 0) == 0
;; run mod32(-7, 1) == 0
;; run mod32(-7, -1) == 0
;; run mod32(-7, 2) == -1
;; run mod32(-7, -2) == -1
;; run mod32(-7, 0x80000000) == -7
;; run mod32(-1, 0) == 0
;; run mod32(-1, 1) == 0
;; run mod32(-1, -1) == 0
;; run mod32(-1, 2) == -1
;; run mod32(-1, -2) == -1
;; run mod32(-1, 0x80000000) == -1
;; run mod32(0x80000000, 0) == 0
;; run mod32(0x80000000, 1) == 0
;; run mod32(0x80000000, -1) == 0
;; run mod32(0x80000000, 2) == 0
;; run mod32(0x80000000, -2) == 0
;; run mod32(0x80000000, 0x80000000) == 0
;; run mod32(0x7fffffff, 0) == 0
;; run mod32(0x7fffffff, 1) == 0
;; run mod32(0x7fffffff, -1) == 0
;; run mod32(0x7fffffff, 2) == 1
;; run mod32(0x7fffffff, -2) == 1
;; run mod32(0x7fffffff, 0x80000000) == 0x7fffffff

proc mod32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillMod(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_0(0) == 0
;; run mod32_by_0(1) == 0
;; run mod32_by_0(7) == 0
;; run mod32_by_0(-7) == 0
;; run mod32_by_0(-1) == 0
;; run mod32_by_0(0x80000000) == 0
;; run mod32_by_0(0x7fffffff) == 0

proc mod32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillMod(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_1(0) == 0
;; run mod32_by_1(1) == 0
;; run mod32_by_1(7) == 0
;; run mod32_by_1(-7) == 0
;; run mod32_by_1(-1) == 0
;; run mod32_by_1(0x80000000) == 0
;; run mod32_by_1(0x7fffffff) == 0

proc mod32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillMod(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_minus_1(0) == 0
;; run mod32_by_minus_1(1) == 0
;; run mod32_by_minus_1(7) == 0
;; run mod32_by_minus_1(-7) == 0
;; run mod32_by_minus_1(-1) == 0
;; run mod32_by_minus_1(0x80000000) == 0
;; run mod32_by_minus_1(0x7fffffff) == 0

proc mod32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillMod(a, 2)
    Int32 @2 = Const32(2)
    Int32 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_2(0) == 0
;; run mod32_by_2(1) == 1
;; run mod32_by_2(7) == 1
;; run mod32_by_2(-7) == -1
;; run mod32_by_2(-1) == -1
;; run mod32_by_2(0x80000000) == 0
;; run mod32_by_2(0x7fffffff) == 1

proc mod32_by_minus_8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillMod(a, -8)
    Int32 @2 = Const32(-8)
    Int32 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_minus_8(0) == 0
;; run mod32_by_minus_8(1) == 1
;; run mod32_by_minus_8(7) == 7
;; run mod32_by_minus_8(-7) == -7
;; run mod32_by_minus_8(-1) == -1
;; run mod32_by_minus_8(0x80000000) == 0
;; run mod32_by_minus_8(0x7fffffff) == 7

proc mod32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillMod(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_10(0) == 0
;; run mod32_by_10(1) == 1
;; run mod32_by_10(7) == 7
;; run mod32_by_10(-7) == -7
;; run mod32_by_10(-1) == -1
;; run mod32_by_10(0x80000000) == -8
;; run mod32_by_10(0x7fffffff) == 7

proc mod32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ChillMod(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_0x80000000(0) == 0
;; run mod32_by_0x80000000(1) == 1
;; run mod32_by_0x80000000(7) == 7
;; run mod32_by_0x80000000(-7) == -7
;; run mod32_by_0x80000000(-1) == -1
;; run mod32_by_0x80000000(0x80000000) == 0
;; run mod32_by_0x80000000(0x7fffffff) == 0x7fffffff

proc mod32_folded0() -> Int32 {
#0:
    ; return ChillMod(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = ChillMod(@0, @0)
    Void @2 = Return(@1)
}
;; run mod32_folded0() == 0

proc mod32_folded1() -> Int32 {
#0:
    ; return ChillMod(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = ChillMod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod32_folded1() == 0

proc mod32_folded2() -> Int32 {
#0:
    ; return ChillMod(0, -1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-1)
    Int32 @2 = ChillMod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod32_folded2() == 0

proc mod32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return ChillMod(a, b)
    Int32 @4 = ChillMod(@1, @3)
    Void @5 = Return(@4)
}
;; run mod32_k(0x80000000, -1) == 0
;; run mod32_k(5, 0) == 0
;; run mod32_k(-7, 2) == -1

proc mod32_k_folded0() -> Int32 {
#0:
    ; return ChillMod(-2147483648, -1)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Const32(-1)
    Int32 @2 = ChillMod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod32_k_folded0() == 0

proc mod32_k_folded1() -> Int32 {
#0:
    ; return ChillMod(5, 0)
    Int32 @0 = Const32(5)
    Int32 @1 = Const32(0)
    Int32 @2 = ChillMod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod32_k_folded1() == 0

proc mod32_k_folded2() -> Int32 {
#0:
    ; return ChillMod(-7, 2)
    Int32 @0 = Const32(-7)
    Int32 @1 = Const32(2)
    Int32 @2 = ChillMod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod32_k_folded2() == -1
