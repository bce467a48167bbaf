barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 32 bits.
;! run
;; run div32(0, 1) == 0
;; run div32(0, 3) == 0
;; run div32(0, -3) == 0
;; run div32(0, 0x7fffffff) == 0
;; run div32(1, 1) == 1
;; run div32(1, 3) == 0
;; run div32(1, -3) == 0
;; run div32(1, 0x7fffffff) == 0
;; run div32(7, 1) == 7
;; run div32(7, 3) == 2
;; run div32(7, -3) == -2
;; run div32(7, 0x7fffffff) == 0
;; run div32(-7, 1) == -7
;; run div32(-7, 3) == -2
;; run div32(-7, -3) == 2
;; run div32(-7, 0x7fffffff) == 0
;; run div32(-1, 1) == -1
;; run div32(-1, 3) == 0
;; run div32(-1, -3) == 0
;; run div32(-1, 0x7fffffff) == 0
;; run div32(100, 1) == 100
;; run div32(100, 3) == 33
;; run div32(100, -3) == -33
;; run div32(100, 0x7fffffff) == 0
;; run div32(0x80000001, 1) == 0x80000001
;; run div32(0x80000001, 3) == 0xd5555556
;; run div32(0x80000001, -3) == 0x2aaaaaaa
;; run div32(0x80000001, 0x7fffffff) == -1
;; run div32(0x7fffffff, 1) == 0x7fffffff
;; run div32(0x7fffffff, 3) == 0x2aaaaaaa
;; run div32(0x7fffffff, -3) == 0xd5555556
;; run div32(0x7fffffff, 0x7fffffff) == 1
;; run div32(0x3b9aca07, 1) == 0x3b9aca07
;; run div32(0x3b9aca07, 3) == 0x13de4357
;; run div32(0x3b9aca07, -3) == 0xec21bca9
;; run div32(0x3b9aca07, 0x7fffffff) == 0
;; run div32_by_1(0) == 0
;; run div32_by_1(1) == 1
;; run div32_by_1(7) == 7
;; run div32_by_1(-7) == -7
;; run div32_by_1(-1) == -1
;; run div32_by_1(100) == 100
;; run div32_by_1(0x80000001) == 0x80000001
;; run div32_by_1(0x7fffffff) == 0x7fffffff
;; run div32_by_1(0x3b9aca07) == 0x3b9aca07
;; run div32_by_2(0) == 0
;; run div32_by_2(1) == 0
;; run div32_by_2(7) == 3
;; run div32_by_2(-7) == -3
;; run div32_by_2(-1) == 0
;; run div32_by_2(100) == 50
;; run div32_by_2(0x80000001) == 0xc0000001
;; run div32_by_2(0x7fffffff) == 0x3fffffff
;; run div32_by_2(0x3b9aca07) == 0x1dcd6503
;; run div32_by_minus_2(0) == 0
;; run div32_by_minus_2(1) == 0
;; run div32_by_minus_2(7) == -3
;; run div32_by_minus_2(-7) == 3
;; run div32_by_minus_2(-1) == 0
;; run div32_by_minus_2(100) == -50
;; run div32_by_minus_2(0x80000001) == 0x3fffffff
;; run div32_by_minus_2(0x7fffffff) == 0xc0000001
;; run div32_by_minus_2(0x3b9aca07) == 0xe2329afd
;; run div32_by_3(0) == 0
;; run div32_by_3(1) == 0
;; run div32_by_3(7) == 2
;; run div32_by_3(-7) == -2
;; run div32_by_3(-1) == 0
;; run div32_by_3(100) == 33
;; run div32_by_3(0x80000001) == 0xd5555556
;; run div32_by_3(0x7fffffff) == 0x2aaaaaaa
;; run div32_by_3(0x3b9aca07) == 0x13de4357
;; run div32_by_minus_3(0) == 0
;; run div32_by_minus_3(1) == 0
;; run div32_by_minus_3(7) == -2
;; run div32_by_minus_3(-7) == 2
;; run div32_by_minus_3(-1) == 0
;; run div32_by_minus_3(100) == -33
;; run div32_by_minus_3(0x80000001) == 0x2aaaaaaa
;; run div32_by_minus_3(0x7fffffff) == 0xd5555556
;; run div32_by_minus_3(0x3b9aca07) == 0xec21bca9
;; run div32_by_5(0) == 0
;; run div32_by_5(1) == 0
;; run div32_by_5(7) == 1
;; run div32_by_5(-7) == -1
;; run div32_by_5(-1) == 0
;; run div32_by_5(100) == 20
;; run div32_by_5(0x80000001) == 0xe6666667
;; run div32_by_5(0x7fffffff) == 0x19999999
;; run div32_by_5(0x3b9aca07) == 0xbebc201
;; run div32_by_7(0) == 0
;; run div32_by_7(1) == 0
;; run div32_by_7(7) == 1
;; run div32_by_7(-7) == -1
;; run div32_by_7(-1) == 0
;; run div32_by_7(100) == 14
;; run div32_by_7(0x80000001) == 0xedb6db6e
;; run div32_by_7(0x7fffffff) == 0x12492492
;; run div32_by_7(0x3b9aca07) == 0x883d3b7
;; run div32_by_10(0) == 0
;; run div32_by_10(1) == 0
;; run div32_by_10(7) == 0
;; run div32_by_10(-7) == 0
;; run div32_by_10(-1) == 0
;; run div32_by_10(100) == 10
;; run div32_by_10(0x80000001) == 0xf3333334
;; run div32_by_10(0x7fffffff) == 0xccccccc
;; run div32_by_10(0x3b9aca07) == 0x5f5e100
;; run div32_by_minus_10(0) == 0
;; run div32_by_minus_10(1) == 0
;; run div32_by_minus_10(7) == 0
;; run div32_by_minus_10(-7) == 0
;; run div32_by_minus_10(-1) == 0
;; run div32_by_minus_10(100) == -10
;; run div32_by_minus_10(0x80000001) == 0xccccccc
;; run div32_by_minus_10(0x7fffffff) == 0xf3333334
;; run div32_by_minus_10(0x3b9aca07) == 0xfa0a1f00
;; run div32_by_16(0) == 0
;; run div32_by_16(1) == 0
;; run div32_by_16(7) == 0
;; run div32_by_16(-7) == 0
;; run div32_by_16(-1) == 0
;; run div32_by_16(100) == 6
;; run div32_by_16(0x80000001) == 0xf8000001
;; run div32_by_16(0x7fffffff) == 0x7ffffff
;; run div32_by_16(0x3b9aca07) == 0x3b9aca0
;; run div32_by_641(0) == 0
;; run div32_by_641(1) == 0
;; run div32_by_641(7) == 0
;; run div32_by_641(-7) == 0
;; run div32_by_641(-1) == 0
;; run div32_by_641(100) == 0
;; run div32_by_641(0x80000001) == 0xffcce140
;; run div32_by_641(0x7fffffff) == 0x331ec0
;; run div32_by_641(0x3b9aca07) == 0x17cdfe
;; run div32_by_1000(0) == 0
;; run div32_by_1000(1) == 0
;; run div32_by_1000(7) == 0
;; run div32_by_1000(-7) == 0
;; run div32_by_1000(-1) == 0
;; run div32_by_1000(100) == 0
;; run div32_by_1000(0x80000001) == 0xffdf3b65
;; run div32_by_1000(0x7fffffff) == 0x20c49b
;; run div32_by_1000(0x3b9aca07) == 0xf4240
;; run div32_by_0x40000000(0) == 0
;; run div32_by_0x40000000(1) == 0
;; run div32_by_0x40000000(7) == 0
;; run div32_by_0x40000000(-7) == 0
;; run div32_by_0x40000000(-1) == 0
;; run div32_by_0x40000000(100) == 0
;; run div32_by_0x40000000(0x80000001) == -1
;; run div32_by_0x40000000(0x7fffffff) == 1
;; run div32_by_0x40000000(0x3b9aca07) == 0
;; run div32_by_0x7fffffff(0) == 0
;; run div32_by_0x7fffffff(1) == 0
;; run div32_by_0x7fffffff(7) == 0
;; run div32_by_0x7fffffff(-7) == 0
;; run div32_by_0x7fffffff(-1) == 0
;; run div32_by_0x7fffffff(100) == 0
;; run div32_by_0x7fffffff(0x80000001) == -1
;; run div32_by_0x7fffffff(0x7fffffff) == 1
;; run div32_by_0x7fffffff(0x3b9aca07) == 0
;; run div32_by_0x80000000(0) == 0
;; run div32_by_0x80000000(1) == 0
;; run div32_by_0x80000000(7) == 0
;; run div32_by_0x80000000(-7) == 0
;; run div32_by_0x80000000(-1) == 0
;; run div32_by_0x80000000(100) == 0
;; run div32_by_0x80000000(0x80000001) == 0
;; run div32_by_0x80000000(0x7fffffff) == 0
;; run div32_by_0x80000000(0x3b9aca07) == 0
;; run div32_folded0() == 0
;; run div32_folded1() == 0
;; run div32_folded2() == 0
;; run mod32(0, 1) == 0
;; run mod32(0, 3) == 0
;; run mod32(0, -3) == 0
;; run mod32(0, 0x7fffffff) == 0
;; run mod32(1, 1) == 0
;; run mod32(1, 3) == 1
;; run mod32(1, -3) == 1
;; run mod32(1, 0x7fffffff) == 1
;; run mod32(7, 1) == 0
;; run mod32(7, 3) == 1
;; run mod32(7, -3) == 1
;; run mod32(7, 0x7fffffff) == 7
;; run mod32(-7, 1) == 0
;; run mod32(-7, 3) == -1
;; run mod32(-7, -3) == -1
;; run mod32(-7, 0x7fffffff) == -7
;; run mod32(-1, 1) == 0
;; run mod32(-1, 3) == -1
;; run mod32(-1, -3) == -1
;; run mod32(-1, 0x7fffffff) == -1
;; run mod32(100, 1) == 0
;; run mod32(100, 3) == 1
;; run mod32(100, -3) == 1
;; run mod32(100, 0x7fffffff) == 100
;; run mod32(0x80000001, 1) == 0
;; run mod32(0x80000001, 3) == -1
;; run mod32(0x80000001, -3) == -1
;; run mod32(0x80000001, 0x7fffffff) == 0
;; run mod32(0x7fffffff, 1) == 0
;; run mod32(0x7fffffff, 3) == 1
;; run mod32(0x7fffffff, -3) == 1
;; run mod32(0x7fffffff, 0x7fffffff) == 0
;; run mod32(0x3b9aca07, 1) == 0
;; run mod32(0x3b9aca07, 3) == 2
;; run mod32(0x3b9aca07, -3) == 2
;; run mod32(0x3b9aca07, 0x7fffffff) == 0x3b9aca07
;; run mod32_by_1(0) == 0
;; run mod32_by_1(1) == 0
;; run mod32_by_1(7) == 0
;; run mod32_by_1(-7) == 0
;; run mod32_by_1(-1) == 0
;; run mod32_by_1(100) == 0
;; run mod32_by_1(0x80000001) == 0
;; run mod32_by_1(0x7fffffff) == 0
;; run mod32_by_1(0x3b9aca07) == 0
;; run mod32_by_2(0) == 0
;; run mod32_by_2(1) == 1
;; run mod32_by_2(7) == 1
;; run mod32_by_2(-7) == -1
;; run mod32_by_2(-1) == -1
;; run mod32_by_2(100) == 0
;; run mod32_by_2(0x80000001) == -1
;; run mod32_by_2(0x7fffffff) == 1
;; run mod32_by_2(0x3b9aca07) == 1
;; run mod32_by_minus_2(0) == 0
;; run mod32_by_minus_2(1) == 1
;; run mod32_by_minus_2(7) == 1
;; run mod32_by_minus_2(-7) == -1
;; run mod32_by_minus_2(-1) == -1
;; run mod32_by_minus_2(100) == 0
;; run mod32_by_minus_2(0x80000001) == -1
;; run mod32_by_minus_2(0x7fffffff) == 1
;; run mod32_by_minus_2(0x3b9aca07) == 1
;; run mod32_by_3(0) == 0
;; run mod32_by_3(1) == 1
;; run mod32_by_3(7) == 1
;; run mod32_by_3(-7) == -1
;; run mod32_by_3(-1) == -1
;; run mod32_by_3(100) == 1
;; run mod32_by_3(0x80000001) == -1
;; run mod32_by_3(0x7fffffff) == 1
;; run mod32_by_3(0x3b9aca07) == 2
;; run mod32_by_minus_3(0) == 0
;; run mod32_by_minus_3(1) == 1
;; run mod32_by_minus_3(7) == 1
;; run mod32_by_minus_3(-7) == -1
;; run mod32_by_minus_3(-1) == -1
;; run mod32_by_minus_3(100) == 1
;; run mod32_by_minus_3(0x80000001) == -1
;; run mod32_by_minus_3(0x7fffffff) == 1
;; run mod32_by_minus_3(0x3b9aca07) == 2
;; run mod32_by_5(0) == 0
;; run mod32_by_5(1) == 1
;; run mod32_by_5(7) == 2
;; run mod32_by_5(-7) == -2
;; run mod32_by_5(-1) == -1
;; run mod32_by_5(100) == 0
;; run mod32_by_5(0x80000001) == -2
;; run mod32_by_5(0x7fffffff) == 2
;; run mod32_by_5(0x3b9aca07) == 2
;; run mod32_by_7(0) == 0
;; run mod32_by_7(1) == 1
;; run mod32_by_7(7) == 0
;; run mod32_by_7(-7) == 0
;; run mod32_by_7(-1) == -1
;; run mod32_by_7(100) == 2
;; run mod32_by_7(0x80000001) == -1
;; run mod32_by_7(0x7fffffff) == 1
;; run mod32_by_7(0x3b9aca07) == 6
;; run mod32_by_10(0) == 0
;; run mod32_by_10(1) == 1
;; run mod32_by_10(7) == 7
;; run mod32_by_10(-7) == -7
;; run mod32_by_10(-1) == -1
;; run mod32_by_10(100) == 0
;; run mod32_by_10(0x80000001) == -7
;; run mod32_by_10(0x7fffffff) == 7
;; run mod32_by_10(0x3b9aca07) == 7
;; run mod32_by_minus_10(0) == 0
;; run mod32_by_minus_10(1) == 1
;; run mod32_by_minus_10(7) == 7
;; run mod32_by_minus_10(-7) == -7
;; run mod32_by_minus_10(-1) == -1
;; run mod32_by_minus_10(100) == 0
;; run mod32_by_minus_10(0x80000001) == -7
;; run mod32_by_minus_10(0x7fffffff) == 7
;; run mod32_by_minus_10(0x3b9aca07) == 7
;; run mod32_by_16(0) == 0
;; run mod32_by_16(1) == 1
;; run mod32_by_16(7) == 7
;; run mod32_by_16(-7) == -7
;; run mod32_by_16(-1) == -1
;; run mod32_by_16(100) == 4
;; run mod32_by_16(0x80000001) == -15
;; run mod32_by_16(0x7fffffff) == 15
;; run mod32_by_16(0x3b9aca07) == 7
;; run mod32_by_641(0) == 0
;; run mod32_by_641(1) == 1
;; run mod32_by_641(7) == 7
;; run mod32_by_641(-7) == -7
;; run mod32_by_641(-1) == -1
;; run mod32_by_641(100) == 100
;; run mod32_by_641(0x80000001) == -319
;; run mod32_by_641(0x7fffffff) == 319
;; run mod32_by_641(0x3b9aca07) == 265
;; run mod32_by_1000(0) == 0
;; run mod32_by_1000(1) == 1
;; run mod32_by_1000(7) == 7
;; run mod32_by_1000(-7) == -7
;; run mod32_by_1000(-1) == -1
;; run mod32_by_1000(100) == 100
;; run mod32_by_1000(0x80000001) == -647
;; run mod32_by_1000(0x7fffffff) == 647
;; run mod32_by_1000(0x3b9aca07) == 7
;; run mod32_by_0x40000000(0) == 0
;; run mod32_by_0x40000000(1) == 1
;; run mod32_by_0x40000000(7) == 7
;; run mod32_by_0x40000000(-7) == -7
;; run mod32_by_0x40000000(-1) == -1
;; run mod32_by_0x40000000(100) == 100
;; run mod32_by_0x40000000(0x80000001) == 0xc0000001
;; run mod32_by_0x40000000(0x7fffffff) == 0x3fffffff
;; run mod32_by_0x40000000(0x3b9aca07) == 0x3b9aca07
;; run mod32_by_0x7fffffff(0) == 0
;; run mod32_by_0x7fffffff(1) == 1
;; run mod32_by_0x7fffffff(7) == 7
;; run mod32_by_0x7fffffff(-7) == -7
;; run mod32_by_0x7fffffff(-1) == -1
;; run mod32_by_0x7fffffff(100) == 100
;; run mod32_by_0x7fffffff(0x80000001) == 0
;; run mod32_by_0x7fffffff(0x7fffffff) == 0
;; run mod32_by_0x7fffffff(0x3b9aca07) == 0x3b9aca07
;; run mod32_by_0x80000000(0) == 0
;; run mod32_by_0x80000000(1) == 1
;; run mod32_by_0x80000000(7) == 7
;; run mod32_by_0x80000000(-7) == -7
;; run mod32_by_0x80000000(-1) == -1
;; run mod32_by_0x80000000(100) == 100
;; run mod32_by_0x80000000(0x80000001) == 0x80000001
;; run mod32_by_0x80000000(0x7fffffff) == 0x7fffffff
;; run mod32_by_0x80000000(0x3b9aca07) == 0x3b9aca07
;; run mod32_folded0() == 0
;; run mod32_folded1() == 0
;; run mod32_folded2() == 0
;; run div32_min(0x80000000, 1) == 0x80000000
;; run div32_min(0x80000000, 2) == 0xc0000000
;; run div32_min(0x80000000, -2) == 0x40000000
;; run div32_min(0x80000000, 3) == 0xd5555556
;; run div32_min(0x80000000, 10) == 0xf3333334
;; run div32_min(0x80000000, 0x80000000) == 1

proc div32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Div(a, b)
    Int32 @4 = Div(@1, @3)
    Void @5 = Return(@4)
}

proc div32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 2)
    Int32 @2 = Const32(2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, -2)
    Int32 @2 = Const32(-2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 3)
    Int32 @2 = Const32(3)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_minus_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, -3)
    Int32 @2 = Const32(-3)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 5)
    Int32 @2 = Const32(5)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 7)
    Int32 @2 = Const32(7)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_minus_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, -10)
    Int32 @2 = Const32(-10)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 16)
    Int32 @2 = Const32(16)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_641(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 641)
    Int32 @2 = Const32(641)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_1000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 1000)
    Int32 @2 = Const32(1000)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_0x40000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 1073741824)
    Int32 @2 = Const32(1073741824)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_folded0() -> Int32 {
#0:
    ; return Div(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div32_folded1() -> Int32 {
#0:
    ; return Div(0, 3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(3)
    Int32 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div32_folded2() -> Int32 {
#0:
    ; return Div(0, -3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-3)
    Int32 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc mod32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Mod(a, b)
    Int32 @4 = Mod(@1, @3)
    Void @5 = Return(@4)
}

proc mod32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 2)
    Int32 @2 = Const32(2)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, -2)
    Int32 @2 = Const32(-2)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 3)
    Int32 @2 = Const32(3)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_minus_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, -3)
    Int32 @2 = Const32(-3)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 5)
    Int32 @2 = Const32(5)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 7)
    Int32 @2 = Const32(7)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_minus_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, -10)
    Int32 @2 = Const32(-10)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 16)
    Int32 @2 = Const32(16)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_641(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 641)
    Int32 @2 = Const32(641)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_1000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 1000)
    Int32 @2 = Const32(1000)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_0x40000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 1073741824)
    Int32 @2 = Const32(1073741824)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_folded0() -> Int32 {
#0:
    ; return Mod(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod32_folded1() -> Int32 {
#0:
    ; return Mod(0, 3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(3)
    Int32 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod32_folded2() -> Int32 {
#0:
    ; return Mod(0, -3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-3)
    Int32 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc div32_min(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Div(a, b)
    Int32 @4 = Div(@1, @3)
    Void @5 = Return(@4)
}
