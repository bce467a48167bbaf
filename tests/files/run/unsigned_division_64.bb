barebones 1
; Unsigned division, also by constants, for which there are shorter sequences. 64 bits.
;! run
;; run udiv64(0, 1) == 0
;; run udiv64(0, 3) == 0
;; run udiv64(0, -3) == 0
;; run udiv64(0, 0x8000000000000000) == 0
;; run udiv64(1, 1) == 1
;; run udiv64(1, 3) == 0
;; run udiv64(1, -3) == 0
;; run udiv64(1, 0x8000000000000000) == 0
;; run udiv64(7, 1) == 7
;; run udiv64(7, 3) == 2
;; run udiv64(7, -3) == 0
;; run udiv64(7, 0x8000000000000000) == 0
;; run udiv64(-7, 1) == -7
;; run udiv64(-7, 3) == 0x5555555555555553
;; run udiv64(-7, -3) == 0
;; run udiv64(-7, 0x8000000000000000) == 1
;; run udiv64(-1, 1) == -1
;; run udiv64(-1, 3) == 0x5555555555555555
;; run udiv64(-1, -3) == 1
;; run udiv64(-1, 0x8000000000000000) == 1
;; run udiv64(100, 1) == 100
;; run udiv64(100, 3) == 33
;; run udiv64(100, -3) == 0
;; run udiv64(100, 0x8000000000000000) == 0
;; run udiv64(0x8000000000000000, 1) == 0x8000000000000000
;; run udiv64(0x8000000000000000, 3) == 0x2aaaaaaaaaaaaaaa
;; run udiv64(0x8000000000000000, -3) == 0
;; run udiv64(0x8000000000000000, 0x8000000000000000) == 1
;; run udiv64(0x7fffffffffffffff, 1) == 0x7fffffffffffffff
;; run udiv64(0x7fffffffffffffff, 3) == 0x2aaaaaaaaaaaaaaa
;; run udiv64(0x7fffffffffffffff, -3) == 0
;; run udiv64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run udiv64(0x3b9aca07, 1) == 0x3b9aca07
;; run udiv64(0x3b9aca07, 3) == 0x13de4357
;; run udiv64(0x3b9aca07, -3) == 0
;; run udiv64(0x3b9aca07, 0x8000000000000000) == 0
;; run udiv64_by_1(0) == 0
;; run udiv64_by_1(1) == 1
;; run udiv64_by_1(7) == 7
;; run udiv64_by_1(-7) == -7
;; run udiv64_by_1(-1) == -1
;; run udiv64_by_1(100) == 100
;; run udiv64_by_1(0x8000000000000000) == 0x8000000000000000
;; run udiv64_by_1(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run udiv64_by_1(0x3b9aca07) == 0x3b9aca07
;; run udiv64_by_2(0) == 0
;; run udiv64_by_2(1) == 0
;; run udiv64_by_2(7) == 3
;; run udiv64_by_2(-7) == 0x7ffffffffffffffc
;; run udiv64_by_2(-1) == 0x7fffffffffffffff
;; run udiv64_by_2(100) == 50
;; run udiv64_by_2(0x8000000000000000) == 0x4000000000000000
;; run udiv64_by_2(0x7fffffffffffffff) == 0x3fffffffffffffff
;; run udiv64_by_2(0x3b9aca07) == 0x1dcd6503
;; run udiv64_by_3(0) == 0
;; run udiv64_by_3(1) == 0
;; run udiv64_by_3(7) == 2
;; run udiv64_by_3(-7) == 0x5555555555555553
;; run udiv64_by_3(-1) == 0x5555555555555555
;; run udiv64_by_3(100) == 33
;; run udiv64_by_3(0x8000000000000000) == 0x2aaaaaaaaaaaaaaa
;; run udiv64_by_3(0x7fffffffffffffff) == 0x2aaaaaaaaaaaaaaa
;; run udiv64_by_3(0x3b9aca07) == 0x13de4357
;; run udiv64_by_5(0) == 0
;; run udiv64_by_5(1) == 0
;; run udiv64_by_5(7) == 1
;; run udiv64_by_5(-7) == 0x3333333333333331
;; run udiv64_by_5(-1) == 0x3333333333333333
;; run udiv64_by_5(100) == 20
;; run udiv64_by_5(0x8000000000000000) == 0x1999999999999999
;; run udiv64_by_5(0x7fffffffffffffff) == 0x1999999999999999
;; run udiv64_by_5(0x3b9aca07) == 0xbebc201
;; run udiv64_by_6(0) == 0
;; run udiv64_by_6(1) == 0
;; run udiv64_by_6(7) == 1
;; run udiv64_by_6(-7) == 0x2aaaaaaaaaaaaaa9
;; run udiv64_by_6(-1) == 0x2aaaaaaaaaaaaaaa
;; run udiv64_by_6(100) == 16
;; run udiv64_by_6(0x8000000000000000) == 0x1555555555555555
;; run udiv64_by_6(0x7fffffffffffffff) == 0x1555555555555555
;; run udiv64_by_6(0x3b9aca07) == 0x9ef21ab
;; run udiv64_by_7(0) == 0
;; run udiv64_by_7(1) == 0
;; run udiv64_by_7(7) == 1
;; run udiv64_by_7(-7) == 0x2492492492492491
;; run udiv64_by_7(-1) == 0x2492492492492492
;; run udiv64_by_7(100) == 14
;; run udiv64_by_7(0x8000000000000000) == 0x1249249249249249
;; run udiv64_by_7(0x7fffffffffffffff) == 0x1249249249249249
;; run udiv64_by_7(0x3b9aca07) == 0x883d3b7
;; run udiv64_by_10(0) == 0
;; run udiv64_by_10(1) == 0
;; run udiv64_by_10(7) == 0
;; run udiv64_by_10(-7) == 0x1999999999999998
;; run udiv64_by_10(-1) == 0x1999999999999999
;; run udiv64_by_10(100) == 10
;; run udiv64_by_10(0x8000000000000000) == 0xccccccccccccccc
;; run udiv64_by_10(0x7fffffffffffffff) == 0xccccccccccccccc
;; run udiv64_by_10(0x3b9aca07) == 0x5f5e100
;; run udiv64_by_16(0) == 0
;; run udiv64_by_16(1) == 0
;; run udiv64_by_16(7) == 0
;; run udiv64_by_16(-7) == 0xfffffffffffffff
;; run udiv64_by_16(-1) == 0xfffffffffffffff
;; run udiv64_by_16(100) == 6
;; run udiv64_by_16(0x8000000000000000) == 0x800000000000000
;; run udiv64_by_16(0x7fffffffffffffff) == 0x7ffffffffffffff
;; run udiv64_by_16(0x3b9aca07) == 0x3b9aca0
;; run udiv64_by_641(0) == 0
;; run udiv64_by_641(1) == 0
;; run udiv64_by_641(7) == 0
;; run udiv64_by_641(-7) == 0x663d80ff99c27e
;; run udiv64_by_641(-1) == 0x663d80ff99c27f
;; run udiv64_by_641(100) == 0
;; run udiv64_by_641(0x8000000000000000) == 0x331ec07fcce13f
;; run udiv64_by_641(0x7fffffffffffffff) == 0x331ec07fcce13f
;; run udiv64_by_641(0x3b9aca07) == 0x17cdfe
;; run udiv64_by_1000(0) == 0
;; run udiv64_by_1000(1) == 0
;; run udiv64_by_1000(7) == 0
;; run udiv64_by_1000(-7) == 0x4189374bc6a7ef
;; run udiv64_by_1000(-1) == 0x4189374bc6a7ef
;; run udiv64_by_1000(100) == 0
;; run udiv64_by_1000(0x8000000000000000) == 0x20c49ba5e353f7
;; run udiv64_by_1000(0x7fffffffffffffff) == 0x20c49ba5e353f7
;; run udiv64_by_1000(0x3b9aca07) == 0xf4240
;; run udiv64_by_0x8000000000000000(0) == 0
;; run udiv64_by_0x8000000000000000(1) == 0
;; run udiv64_by_0x8000000000000000(7) == 0
;; run udiv64_by_0x8000000000000000(-7) == 1
;; run udiv64_by_0x8000000000000000(-1) == 1
;; run udiv64_by_0x8000000000000000(100) == 0
;; run udiv64_by_0x8000000000000000(0x8000000000000000) == 1
;; run udiv64_by_0x8000000000000000(0x7fffffffffffffff) == 0
;; run udiv64_by_0x8000000000000000(0x3b9aca07) == 0
;; run udiv64_by_minus_1(0) == 0
;; run udiv64_by_minus_1(1) == 0
;; run udiv64_by_minus_1(7) == 0
;; run udiv64_by_minus_1(-7) == 0
;; run udiv64_by_minus_1(-1) == 1
;; run udiv64_by_minus_1(100) == 0
;; run udiv64_by_minus_1(0x8000000000000000) == 0
;; run udiv64_by_minus_1(0x7fffffffffffffff) == 0
;; run udiv64_by_minus_1(0x3b9aca07) == 0
;; run udiv64_by_minus_2(0) == 0
;; run udiv64_by_minus_2(1) == 0
;; run udiv64_by_minus_2(7) == 0
;; run udiv64_by_minus_2(-7) == 0
;; run udiv64_by_minus_2(-1) == 1
;; run udiv64_by_minus_2(100) == 0
;; run udiv64_by_minus_2(0x8000000000000000) == 0
;; run udiv64_by_minus_2(0x7fffffffffffffff) == 0
;; run udiv64_by_minus_2(0x3b9aca07) == 0
;; run udiv64_by_0x8000000000000001(0) == 0
;; run udiv64_by_0x8000000000000001(1) == 0
;; run udiv64_by_0x8000000000000001(7) == 0
;; run udiv64_by_0x8000000000000001(-7) == 1
;; run udiv64_by_0x8000000000000001(-1) == 1
;; run udiv64_by_0x8000000000000001(100) == 0
;; run udiv64_by_0x8000000000000001(0x8000000000000000) == 0
;; run udiv64_by_0x8000000000000001(0x7fffffffffffffff) == 0
;; run udiv64_by_0x8000000000000001(0x3b9aca07) == 0
;; run udiv64_folded0() == 0
;; run udiv64_folded1() == 0
;; run udiv64_folded2() == 0
;; run umod64(0, 1) == 0
;; run umod64(0, 3) == 0
;; run umod64(0, -3) == 0
;; run umod64(0, 0x8000000000000000) == 0
;; run umod64(1, 1) == 0
;; run umod64(1, 3) == 1
;; run umod64(1, -3) == 1
;; run umod64(1, 0x8000000000000000) == 1
;; run umod64(7, 1) == 0
;; run umod64(7, 3) == 1
;; run umod64(7, -3) == 7
;; run umod64(7, 0x8000000000000000) == 7
;; run umod64(-7, 1) == 0
;; run umod64(-7, 3) == 0
;; run umod64(-7, -3) == -7
;; run umod64(-7, 0x8000000000000000) == 0x7ffffffffffffff9
;; run umod64(-1, 1) == 0
;; run umod64(-1, 3) == 0
;; run umod64(-1, -3) == 2
;; run umod64(-1, 0x8000000000000000) == 0x7fffffffffffffff
;; run umod64(100, 1) == 0
;; run umod64(100, 3) == 1
;; run umod64(100, -3) == 100
;; run umod64(100, 0x8000000000000000) == 100
;; run umod64(0x8000000000000000, 1) == 0
;; run umod64(0x8000000000000000, 3) == 2
;; run umod64(0x8000000000000000, -3) == 0x8000000000000000
;; run umod64(0x8000000000000000, 0x8000000000000000) == 0
;; run umod64(0x7fffffffffffffff, 1) == 0
;; run umod64(0x7fffffffffffffff, 3) == 1
;; run umod64(0x7fffffffffffffff, -3) == 0x7fffffffffffffff
;; run umod64(0x7fffffffffffffff, 0x8000000000000000) == 0x7fffffffffffffff
;; run umod64(0x3b9aca07, 1) == 0
;; run umod64(0x3b9aca07, 3) == 2
;; run umod64(0x3b9aca07, -3) == 0x3b9aca07
;; run umod64(0x3b9aca07, 0x8000000000000000) == 0x3b9aca07
;; run umod64_by_1(0) == 0
;; run umod64_by_1(1) == 0
;; run umod64_by_1(7) == 0
;; run umod64_by_1(-7) == 0
;; run umod64_by_1(-1) == 0
;; run umod64_by_1(100) == 0
;; run umod64_by_1(0x8000000000000000) == 0
;; run umod64_by_1(0x7fffffffffffffff) == 0
;; run umod64_by_1(0x3b9aca07) == 0
;; run umod64_by_2(0) == 0
;; run umod64_by_2(1) == 1
;; run umod64_by_2(7) == 1
;; run umod64_by_2(-7) == 1
;; run umod64_by_2(-1) == 1
;; run umod64_by_2(100) == 0
;; run umod64_by_2(0x8000000000000000) == 0
;; run umod64_by_2(0x7fffffffffffffff) == 1
;; run umod64_by_2(0x3b9aca07) == 1
;; run umod64_by_3(0) == 0
;; run umod64_by_3(1) == 1
;; run umod64_by_3(7) == 1
;; run umod64_by_3(-7) == 0
;; run umod64_by_3(-1) == 0
;; run umod64_by_3(100) == 1
;; run umod64_by_3(0x8000000000000000) == 2
;; run umod64_by_3(0x7fffffffffffffff) == 1
;; run umod64_by_3(0x3b9aca07) == 2
;; run umod64_by_5(0) == 0
;; run umod64_by_5(1) == 1
;; run umod64_by_5(7) == 2
;; run umod64_by_5(-7) == 4
;; run umod64_by_5(-1) == 0
;; run umod64_by_5(100) == 0
;; run umod64_by_5(0x8000000000000000) == 3
;; run umod64_by_5(0x7fffffffffffffff) == 2
;; run umod64_by_5(0x3b9aca07) == 2
;; run umod64_by_6(0) == 0
;; run umod64_by_6(1) == 1
;; run umod64_by_6(7) == 1
;; run umod64_by_6(-7) == 3
;; run umod64_by_6(-1) == 3
;; run umod64_by_6(100) == 4
;; run umod64_by_6(0x8000000000000000) == 2
;; run umod64_by_6(0x7fffffffffffffff) == 1
;; run umod64_by_6(0x3b9aca07) == 5
;; run umod64_by_7(0) == 0
;; run umod64_by_7(1) == 1
;; run umod64_by_7(7) == 0
;; run umod64_by_7(-7) == 2
;; run umod64_by_7(-1) == 1
;; run umod64_by_7(100) == 2
;; run umod64_by_7(0x8000000000000000) == 1
;; run umod64_by_7(0x7fffffffffffffff) == 0
;; run umod64_by_7(0x3b9aca07) == 6
;; run umod64_by_10(0) == 0
;; run umod64_by_10(1) == 1
;; run umod64_by_10(7) == 7
;; run umod64_by_10(-7) == 9
;; run umod64_by_10(-1) == 5
;; run umod64_by_10(100) == 0
;; run umod64_by_10(0x8000000000000000) == 8
;; run umod64_by_10(0x7fffffffffffffff) == 7
;; run umod64_by_10(0x3b9aca07) == 7
;; run umod64_by_16(0) == 0
;; run umod64_by_16(1) == 1
;; run umod64_by_16(7) == 7
;; run umod64_by_16(-7) == 9
;; run umod64_by_16(-1) == 15
;; run umod64_by_16(100) == 4
;; run umod64_by_16(0x8000000000000000) == 0
;; run umod64_by_16(0x7fffffffffffffff) == 15
;; run umod64_by_16(0x3b9aca07) == 7
;; run umod64_by_641(0) == 0
;; run umod64_by_641(1) == 1
;; run umod64_by_641(7) == 7
;; run umod64_by_641(-7) == 635
;; run umod64_by_641(-1) == 0
;; run umod64_by_641(100) == 100
;; run umod64_by_641(0x8000000000000000) == 321
;; run umod64_by_641(0x7fffffffffffffff) == 320
;; run umod64_by_641(0x3b9aca07) == 265
;; run umod64_by_1000(0) == 0
;; run umod64_by_1000(1) == 1
;; run umod64_by_1000(7) == 7
;; run umod64_by_1000(-7) == 609
;; run umod64_by_1000(-1) == 615
;; run umod64_by_1000(100) == 100
;; run umod64_by_1000(0x8000000000000000) == 808
;; run umod64_by_1000(0x7fffffffffffffff) == 807
;; run umod64_by_1000(0x3b9aca07) == 7
;; run umod64_by_0x8000000000000000(0) == 0
;; run umod64_by_0x8000000000000000(1) == 1
;; run umod64_by_0x8000000000000000(7) == 7
;; run umod64_by_0x8000000000000000(-7) == 0x7ffffffffffffff9
;; run umod64_by_0x8000000000000000(-1) == 0x7fffffffffffffff
;; run umod64_by_0x8000000000000000(100) == 100
;; run umod64_by_0x8000000000000000(0x8000000000000000) == 0
;; run umod64_by_0x8000000000000000(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run umod64_by_0x8000000000000000(0x3b9aca07) == 0x3b9aca07
;; run umod64_by_minus_1(0) == 0
;; run umod64_by_minus_1(1) == 1
;; run umod64_by_minus_1(7) == 7
;; run umod64_by_minus_1(-7) == -7
;; run umod64_by_minus_1(-1) == 0
;; run umod64_by_minus_1(100) == 100
;; run umod64_by_minus_1(0x8000000000000000) == 0x8000000000000000
;; run umod64_by_minus_1(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run umod64_by_minus_1(0x3b9aca07) == 0x3b9aca07
;; run umod64_by_minus_2(0) == 0
;; run umod64_by_minus_2(1) == 1
;; run umod64_by_minus_2(7) == 7
;; run umod64_by_minus_2(-7) == -7
;; run umod64_by_minus_2(-1) == 1
;; run umod64_by_minus_2(100) == 100
;; run umod64_by_minus_2(0x8000000000000000) == 0x8000000000000000
;; run umod64_by_minus_2(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run umod64_by_minus_2(0x3b9aca07) == 0x3b9aca07
;; run umod64_by_0x8000000000000001(0) == 0
;; run umod64_by_0x8000000000000001(1) == 1
;; run umod64_by_0x8000000000000001(7) == 7
;; run umod64_by_0x8000000000000001(-7) == 0x7ffffffffffffff8
;; run umod64_by_0x8000000000000001(-1) == 0x7ffffffffffffffe
;; run umod64_by_0x8000000000000001(100) == 100
;; run umod64_by_0x8000000000000001(0x8000000000000000) == 0x8000000000000000
;; run umod64_by_0x8000000000000001(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run umod64_by_0x8000000000000001(0x3b9aca07) == 0x3b9aca07
;; run umod64_folded0() == 0
;; run umod64_folded1() == 0
;; run umod64_folded2() == 0

proc udiv64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return UDiv(a, b)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 2L)
    Int64 @1 = Const64(2)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_6(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 6L)
    Int64 @1 = Const64(6)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_7(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 7L)
    Int64 @1 = Const64(7)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_16(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 16L)
    Int64 @1 = Const64(16)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_641(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 641L)
    Int64 @1 = Const64(641)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_1000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 1000L)
    Int64 @1 = Const64(1000)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, -2L)
    Int64 @1 = Const64(-2)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_by_0x8000000000000001(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, -9223372036854775807L)
    Int64 @1 = Const64(-9223372036854775807)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_folded0() -> Int64 {
#0:
    ; return UDiv(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_folded1() -> Int64 {
#0:
    ; return UDiv(0L, 3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(3)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc udiv64_folded2() -> Int64 {
#0:
    ; return UDiv(0L, -3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-3)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc umod64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return UMod(a, b)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 2L)
    Int64 @1 = Const64(2)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_6(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 6L)
    Int64 @1 = Const64(6)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_7(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 7L)
    Int64 @1 = Const64(7)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_16(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 16L)
    Int64 @1 = Const64(16)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_641(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 641L)
    Int64 @1 = Const64(641)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_1000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 1000L)
    Int64 @1 = Const64(1000)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, -2L)
    Int64 @1 = Const64(-2)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_by_0x8000000000000001(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, -9223372036854775807L)
    Int64 @1 = Const64(-9223372036854775807)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_folded0() -> Int64 {
#0:
    ; return UMod(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_folded1() -> Int64 {
#0:
    ; return UMod(0L, 3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(3)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}

proc umod64_folded2() -> Int64 {
#0:
    ; return UMod(0L, -3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-3)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
