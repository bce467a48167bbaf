barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 64 bits.
;! run
;; run div64(0, 1) == 0
;; run div64(0, 3) == 0
;; run div64(0, -3) == 0
;; run div64(0, 0x7fffffffffffffff) == 0
;; run div64(1, 1) == 1
;; run div64(1, 3) == 0
;; run div64(1, -3) == 0
;; run div64(1, 0x7fffffffffffffff) == 0
;; run div64(7, 1) == 7
;; run div64(7, 3) == 2
;; run div64(7, -3) == -2
;; run div64(7, 0x7fffffffffffffff) == 0
;; run div64(-7, 1) == -7
;; run div64(-7, 3) == -2
;; run div64(-7, -3) == 2
;; run div64(-7, 0x7fffffffffffffff) == 0
;; run div64(-1, 1) == -1
;; run div64(-1, 3) == 0
;; run div64(-1, -3) == 0
;; run div64(-1, 0x7fffffffffffffff) == 0
;; run div64(100, 1) == 100
;; run div64(100, 3) == 33
;; run div64(100, -3) == -33
;; run div64(100, 0x7fffffffffffffff) == 0
;; run div64(0x8000000000000001, 1) == 0x8000000000000001
;; run div64(0x8000000000000001, 3) == 0xd555555555555556
;; run div64(0x8000000000000001, -3) == 0x2aaaaaaaaaaaaaaa
;; run div64(0x8000000000000001, 0x7fffffffffffffff) == -1
;; run div64(0x7fffffffffffffff, 1) == 0x7fffffffffffffff
;; run div64(0x7fffffffffffffff, 3) == 0x2aaaaaaaaaaaaaaa
;; run div64(0x7fffffffffffffff, -3) == 0xd555555555555556
;; run div64(0x7fffffffffffffff, 0x7fffffffffffffff) == 1
;; run div64(0x3b9aca07, 1) == 0x3b9aca07
;; run div64(0x3b9aca07, 3) == 0x13de4357
;; run div64(0x3b9aca07, -3) == 0xffffffffec21bca9
;; run div64(0x3b9aca07, 0x7fffffffffffffff) == 0
;; run div64_by_1(0) == 0
;; run div64_by_1(1) == 1
;; run div64_by_1(7) == 7
;; run div64_by_1(-7) == -7
;; run div64_by_1(-1) == -1
;; run div64_by_1(100) == 100
;; run div64_by_1(0x8000000000000001) == 0x8000000000000001
;; run div64_by_1(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run div64_by_1(0x3b9aca07) == 0x3b9aca07
;; run div64_by_2(0) == 0
;; run div64_by_2(1) == 0
;; run div64_by_2(7) == 3
;; run div64_by_2(-7) == -3
;; run div64_by_2(-1) == 0
;; run div64_by_2(100) == 50
;; run div64_by_2(0x8000000000000001) == 0xc000000000000001
;; run div64_by_2(0x7fffffffffffffff) == 0x3fffffffffffffff
;; run div64_by_2(0x3b9aca07) == 0x1dcd6503
;; run div64_by_minus_2(0) == 0
;; run div64_by_minus_2(1) == 0
;; run div64_by_minus_2(7) == -3
;; run div64_by_minus_2(-7) == 3
;; run div64_by_minus_2(-1) == 0
;; run div64_by_minus_2(100) == -50
;; run div64_by_minus_2(0x8000000000000001) == 0x3fffffffffffffff
;; run div64_by_minus_2(0x7fffffffffffffff) == 0xc000000000000001
;; run div64_by_minus_2(0x3b9aca07) == 0xffffffffe2329afd
;; run div64_by_3(0) == 0
;; run div64_by_3(1) == 0
;; run div64_by_3(7) == 2
;; run div64_by_3(-7) == -2
;; run div64_by_3(-1) == 0
;; run div64_by_3(100) == 33
;; run div64_by_3(0x8000000000000001) == 0xd555555555555556
;; run div64_by_3(0x7fffffffffffffff) == 0x2aaaaaaaaaaaaaaa
;; run div64_by_3(0x3b9aca07) == 0x13de4357
;; run div64_by_minus_3(0) == 0
;; run div64_by_minus_3(1) == 0
;; run div64_by_minus_3(7) == -2
;; run div64_by_minus_3(-7) == 2
;; run div64_by_minus_3(-1) == 0
;; run div64_by_minus_3(100) == -33
;; run div64_by_minus_3(0x8000000000000001) == 0x2aaaaaaaaaaaaaaa
;; run div64_by_minus_3(0x7fffffffffffffff) == 0xd555555555555556
;; run div64_by_minus_3(0x3b9aca07) == 0xffffffffec21bca9
;; run div64_by_5(0) == 0
;; run div64_by_5(1) == 0
;; run div64_by_5(7) == 1
;; run div64_by_5(-7) == -1
;; run div64_by_5(-1) == 0
;; run div64_by_5(100) == 20
;; run div64_by_5(0x8000000000000001) == 0xe666666666666667
;; run div64_by_5(0x7fffffffffffffff) == 0x1999999999999999
;; run div64_by_5(0x3b9aca07) == 0xbebc201
;; run div64_by_7(0) == 0
;; run div64_by_7(1) == 0
;; run div64_by_7(7) == 1
;; run div64_by_7(-7) == -1
;; run div64_by_7(-1) == 0
;; run div64_by_7(100) == 14
;; run div64_by_7(0x8000000000000001) == 0xedb6db6db6db6db7
;; run div64_by_7(0x7fffffffffffffff) == 0x1249249249249249
;; run div64_by_7(0x3b9aca07) == 0x883d3b7
;; run div64_by_10(0) == 0
;; run div64_by_10(1) == 0
;; run div64_by_10(7) == 0
;; run div64_by_10(-7) == 0
;; run div64_by_10(-1) == 0
;; run div64_by_10(100) == 10
;; run div64_by_10(0x8000000000000001) == 0xf333333333333334
;; run div64_by_10(0x7fffffffffffffff) == 0xccccccccccccccc
;; run div64_by_10(0x3b9aca07) == 0x5f5e100
;; run div64_by_minus_10(0) == 0
;; run div64_by_minus_10(1) == 0
;; run div64_by_minus_10(7) == 0
;; run div64_by_minus_10(-7) == 0
;; run div64_by_minus_10(-1) == 0
;; run div64_by_minus_10(100) == -10
;; run div64_by_minus_10(0x8000000000000001) == 0xccccccccccccccc
;; run div64_by_minus_10(0x7fffffffffffffff) == 0xf333333333333334
;; run div64_by_minus_10(0x3b9aca07) == 0xfffffffffa0a1f00
;; run div64_by_16(0) == 0
;; run div64_by_16(1) == 0
;; run div64_by_16(7) == 0
;; run div64_by_16(-7) == 0
;; run div64_by_16(-1) == 0
;; run div64_by_16(100) == 6
;; run div64_by_16(0x8000000000000001) == 0xf800000000000001
;; run div64_by_16(0x7fffffffffffffff) == 0x7ffffffffffffff
;; run div64_by_16(0x3b9aca07) == 0x3b9aca0
;; run div64_by_641(0) == 0
;; run div64_by_641(1) == 0
;; run div64_by_641(7) == 0
;; run div64_by_641(-7) == 0
;; run div64_by_641(-1) == 0
;; run div64_by_641(100) == 0
;; run div64_by_641(0x8000000000000001) == 0xffcce13f80331ec1
;; run div64_by_641(0x7fffffffffffffff) == 0x331ec07fcce13f
;; run div64_by_641(0x3b9aca07) == 0x17cdfe
;; run div64_by_1000(0) == 0
;; run div64_by_1000(1) == 0
;; run div64_by_1000(7) == 0
;; run div64_by_1000(-7) == 0
;; run div64_by_1000(-1) == 0
;; run div64_by_1000(100) == 0
;; run div64_by_1000(0x8000000000000001) == 0xffdf3b645a1cac09
;; run div64_by_1000(0x7fffffffffffffff) == 0x20c49ba5e353f7
;; run div64_by_1000(0x3b9aca07) == 0xf4240
;; run div64_by_0x4000000000000000(0) == 0
;; run div64_by_0x4000000000000000(1) == 0
;; run div64_by_0x4000000000000000(7) == 0
;; run div64_by_0x4000000000000000(-7) == 0
;; run div64_by_0x4000000000000000(-1) == 0
;; run div64_by_0x4000000000000000(100) == 0
;; run div64_by_0x4000000000000000(0x8000000000000001) == -1
;; run div64_by_0x4000000000000000(0x7fffffffffffffff) == 1
;; run div64_by_0x4000000000000000(0x3b9aca07) == 0
;; run div64_by_0x7fffffffffffffff(0) == 0
;; run div64_by_0x7fffffffffffffff(1) == 0
;; run div64_by_0x7fffffffffffffff(7) == 0
;; run div64_by_0x7fffffffffffffff(-7) == 0
;; run div64_by_0x7fffffffffffffff(-1) == 0
;; run div64_by_0x7fffffffffffffff(100) == 0
;; run div64_by_0x7fffffffffffffff(0x8000000000000001) == -1
;; run div64_by_0x7fffffffffffffff(0x7fffffffffffffff) == 1
;; run div64_by_0x7fffffffffffffff(0x3b9aca07) == 0
;; run div64_by_0x8000000000000000(0) == 0
;; run div64_by_0x8000000000000000(1) == 0
;; run div64_by_0x8000000000000000(7) == 0
;; run div64_by_0x8000000000000000(-7) == 0
;; run div64_by_0x8000000000000000(-1) == 0
;; run div64_by_0x8000000000000000(100) == 0
;; run div64_by_0x8000000000000000(0x8000000000000001) == 0
;; run div64_by_0x8000000000000000(0x7fffffffffffffff) == 0
;; run div64_by_0x8000000000000000(0x3b9aca07) == 0
;; run div64_folded0() == 0
;; run div64_folded1() == 0
;; run div64_folded2() == 0
;; run mod64(0, 1) == 0
;; run mod64(0, 3) == 0
;; run mod64(0, -3) == 0
;; run mod64(0, 0x7fffffffffffffff) == 0
;; run mod64(1, 1) == 0
;; run mod64(1, 3) == 1
;; run mod64(1, -3) == 1
;; run mod64(1, 0x7fffffffffffffff) == 1
;; run mod64(7, 1) == 0
;; run mod64(7, 3) == 1
;; run mod64(7, -3) == 1
;; run mod64(7, 0x7fffffffffffffff) == 7
;; run mod64(-7, 1) == 0
;; run mod64(-7, 3) == -1
;; run mod64(-7, -3) == -1
;; run mod64(-7, 0x7fffffffffffffff) == -7
;; run mod64(-1, 1) == 0
;; run mod64(-1, 3) == -1
;; run mod64(-1, -3) == -1
;; run mod64(-1, 0x7fffffffffffffff) == -1
;; run mod64(100, 1) == 0
;; run mod64(100, 3) == 1
;; run mod64(100, -3) == 1
;; run mod64(100, 0x7fffffffffffffff) == 100
;; run mod64(0x8000000000000001, 1) == 0
;; run mod64(0x8000000000000001, 3) == -1
;; run mod64(0x8000000000000001, -3) == -1
;; run mod64(0x8000000000000001, 0x7fffffffffffffff) == 0
;; run mod64(0x7fffffffffffffff, 1) == 0
;; run mod64(0x7fffffffffffffff, 3) == 1
;; run mod64(0x7fffffffffffffff, -3) == 1
;; run mod64(0x7fffffffffffffff, 0x7fffffffffffffff) == 0
;; run mod64(0x3b9aca07, 1) == 0
;; run mod64(0x3b9aca07, 3) == 2
;; run mod64(0x3b9aca07, -3) == 2
;; run mod64(0x3b9aca07, 0x7fffffffffffffff) == 0x3b9aca07
;; run mod64_by_1(0) == 0
;; run mod64_by_1(1) == 0
;; run mod64_by_1(7) == 0
;; run mod64_by_1(-7) == 0
;; run mod64_by_1(-1) == 0
;; run mod64_by_1(100) == 0
;; run mod64_by_1(0x8000000000000001) == 0
;; run mod64_by_1(0x7fffffffffffffff) == 0
;; run mod64_by_1(0x3b9aca07) == 0
;; run mod64_by_2(0) == 0
;; run mod64_by_2(1) == 1
;; run mod64_by_2(7) == 1
;; run mod64_by_2(-7) == -1
;; run mod64_by_2(-1) == -1
;; run mod64_by_2(100) == 0
;; run mod64_by_2(0x8000000000000001) == -1
;; run mod64_by_2(0x7fffffffffffffff) == 1
;; run mod64_by_2(0x3b9aca07) == 1
;; run mod64_by_minus_2(0) == 0
;; run mod64_by_minus_2(1) == 1
;; run mod64_by_minus_2(7) == 1
;; run mod64_by_minus_2(-7) == -1
;; run mod64_by_minus_2(-1) == -1
;; run mod64_by_minus_2(100) == 0
;; run mod64_by_minus_2(0x8000000000000001) == -1
;; run mod64_by_minus_2(0x7fffffffffffffff) == 1
;; run mod64_by_minus_2(0x3b9aca07) == 1
;; run mod64_by_3(0) == 0
;; run mod64_by_3(1) == 1
;; run mod64_by_3(7) == 1
;; run mod64_by_3(-7) == -1
;; run mod64_by_3(-1) == -1
;; run mod64_by_3(100) == 1
;; run mod64_by_3(0x8000000000000001) == -1
;; run mod64_by_3(0x7fffffffffffffff) == 1
;; run mod64_by_3(0x3b9aca07) == 2
;; run mod64_by_minus_3(0) == 0
;; run mod64_by_minus_3(1) == 1
;; run mod64_by_minus_3(7) == 1
;; run mod64_by_minus_3(-7) == -1
;; run mod64_by_minus_3(-1) == -1
;; run mod64_by_minus_3(100) == 1
;; run mod64_by_minus_3(0x8000000000000001) == -1
;; run mod64_by_minus_3(0x7fffffffffffffff) == 1
;; run mod64_by_minus_3(0x3b9aca07) == 2
;; run mod64_by_5(0) == 0
;; run mod64_by_5(1) == 1
;; run mod64_by_5(7) == 2
;; run mod64_by_5(-7) == -2
;; run mod64_by_5(-1) == -1
;; run mod64_by_5(100) == 0
;; run mod64_by_5(0x8000000000000001) == -2
;; run mod64_by_5(0x7fffffffffffffff) == 2
;; run mod64_by_5(0x3b9aca07) == 2
;; run mod64_by_7(0) == 0
;; run mod64_by_7(1) == 1
;; run mod64_by_7(7) == 0
;; run mod64_by_7(-7) == 0
;; run mod64_by_7(-1) == -1
;; run mod64_by_7(100) == 2
;; run mod64_by_7(0x8000000000000001) == 0
;; run mod64_by_7(0x7fffffffffffffff) == 0
;; run mod64_by_7(0x3b9aca07) == 6
;; run mod64_by_10(0) == 0
;; run mod64_by_10(1) == 1
;; run mod64_by_10(7) == 7
;; run mod64_by_10(-7) == -7
;; run mod64_by_10(-1) == -1
;; run mod64_by_10(100) == 0
;; run mod64_by_10(0x8000000000000001) == -7
;; run mod64_by_10(0x7fffffffffffffff) == 7
;; run mod64_by_10(0x3b9aca07) == 7
;; run mod64_by_minus_10(0) == 0
;; run mod64_by_minus_10(1) == 1
;; run mod64_by_minus_10(7) == 7
;; run mod64_by_minus_10(-7) == -7
;; run mod64_by_minus_10(-1) == -1
;; run mod64_by_minus_10(100) == 0
;; run mod64_by_minus_10(0x8000000000000001) == -7
;; run mod64_by_minus_10(0x7fffffffffffffff) == 7
;; run mod64_by_minus_10(0x3b9aca07) == 7
;; run mod64_by_16(0) == 0
;; run mod64_by_16(1) == 1
;; run mod64_by_16(7) == 7
;; run mod64_by_16(-7) == -7
;; run mod64_by_16(-1) == -1
;; run mod64_by_16(100) == 4
;; run mod64_by_16(0x8000000000000001) == -15
;; run mod64_by_16(0x7fffffffffffffff) == 15
;; run mod64_by_16(0x3b9aca07) == 7
;; run mod64_by_641(0) == 0
;; run mod64_by_641(1) == 1
;; run mod64_by_641(7) == 7
;; run mod64_by_641(-7) == -7
;; run mod64_by_641(-1) == -1
;; run mod64_by_641(100) == 100
;; run mod64_by_641(0x8000000000000001) == -320
;; run mod64_by_641(0x7fffffffffffffff) == 320
;; run mod64_by_641(0x3b9aca07) == 265
;; run mod64_by_1000(0) == 0
;; run mod64_by_1000(1) == 1
;; run mod64_by_1000(7) == 7
;; run mod64_by_1000(-7) == -7
;; run mod64_by_1000(-1) == -1
;; run mod64_by_1000(100) == 100
;; run mod64_by_1000(0x8000000000000001) == -807
;; run mod64_by_1000(0x7fffffffffffffff) == 807
;; run mod64_by_1000(0x3b9aca07) == 7
;; run mod64_by_0x4000000000000000(0) == 0
;; run mod64_by_0x4000000000000000(1) == 1
;; run mod64_by_0x4000000000000000(7) == 7
;; run mod64_by_0x4000000000000000(-7) == -7
;; run mod64_by_0x4000000000000000(-1) == -1
;; run mod64_by_0x4000000000000000(100) == 100
;; run mod64_by_0x4000000000000000(0x8000000000000001) == 0xc000000000000001
;; run mod64_by_0x4000000000000000(0x7fffffffffffffff) == 0x3fffffffffffffff
;; run mod64_by_0x4000000000000000(0x3b9aca07) == 0x3b9aca07
;; run mod64_by_0x7fffffffffffffff(0) == 0
;; run mod64_by_0x7fffffffffffffff(1) == 1
;; run mod64_by_0x7fffffffffffffff(7) == 7
;; run mod64_by_0x7fffffffffffffff(-7) == -7
;; run mod64_by_0x7fffffffffffffff(-1) == -1
;; run mod64_by_0x7fffffffffffffff(100) == 100
;; run mod64_by_0x7fffffffffffffff(0x8000000000000001) == 0
;; run mod64_by_0x7fffffffffffffff(0x7fffffffffffffff) == 0
;; run mod64_by_0x7fffffffffffffff(0x3b9aca07) == 0x3b9aca07
;; run mod64_by_0x8000000000000000(0) == 0
;; run mod64_by_0x8000000000000000(1) == 1
;; run mod64_by_0x8000000000000000(7) == 7
;; run mod64_by_0x8000000000000000(-7) == -7
;; run mod64_by_0x8000000000000000(-1) == -1
;; run mod64_by_0x8000000000000000(100) == 100
;; run mod64_by_0x8000000000000000(0x8000000000000001) == 0x8000000000000001
;; run mod64_by_0x8000000000000000(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run mod64_by_0x8000000000000000(0x3b9aca07) == 0x3b9aca07
;; run mod64_folded0() == 0
;; run mod64_folded1() == 0
;; run mod64_folded2() == 0
;; run div64_min(0x8000000000000000, 1) == 0x8000000000000000
;; run div64_min(0x8000000000000000, 2) == 0xc000000000000000
;; run div64_min(0x8000000000000000, -2) == 0x4000000000000000
;; run div64_min(0x8000000000000000, 3) == 0xd555555555555556
;; run div64_min(0x8000000000000000, 10) == 0xf333333333333334
;; run div64_min(0x8000000000000000, 0x8000000000000000) == 1

proc div64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Div(a, b)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 2L)
    Int64 @1 = Const64(2)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, -2L)
    Int64 @1 = Const64(-2)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_minus_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, -3L)
    Int64 @1 = Const64(-3)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_7(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 7L)
    Int64 @1 = Const64(7)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_minus_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, -10L)
    Int64 @1 = Const64(-10)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_16(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 16L)
    Int64 @1 = Const64(16)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_641(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 641L)
    Int64 @1 = Const64(641)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_1000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 1000L)
    Int64 @1 = Const64(1000)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_0x4000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 4611686018427387904L)
    Int64 @1 = Const64(4611686018427387904)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_folded0() -> Int64 {
#0:
    ; return Div(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_folded1() -> Int64 {
#0:
    ; return Div(0L, 3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(3)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc div64_folded2() -> Int64 {
#0:
    ; return Div(0L, -3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-3)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc mod64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Mod(a, b)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 2L)
    Int64 @1 = Const64(2)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, -2L)
    Int64 @1 = Const64(-2)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_minus_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, -3L)
    Int64 @1 = Const64(-3)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_7(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 7L)
    Int64 @1 = Const64(7)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_minus_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, -10L)
    Int64 @1 = Const64(-10)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_16(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 16L)
    Int64 @1 = Const64(16)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_641(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 641L)
    Int64 @1 = Const64(641)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_1000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 1000L)
    Int64 @1 = Const64(1000)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_0x4000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 4611686018427387904L)
    Int64 @1 = Const64(4611686018427387904)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_folded0() -> Int64 {
#0:
    ; return Mod(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_folded1() -> Int64 {
#0:
    ; return Mod(0L, 3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(3)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc mod64_folded2() -> Int64 {
#0:
    ; return Mod(0L, -3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-3)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}

proc div64_min(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Div(a, b)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
