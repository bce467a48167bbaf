barebones 1
; Unsigned division, also by constants, for which there are shorter sequences. 64 bits.
;! run

proc udiv64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return UDiv(a, b)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
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

proc udiv64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_1(0) == 0
;; run udiv64_by_1(1) == 1
;; run udiv64_by_1(7) == 7
;; run udiv64_by_1(-7) == -7
;; run udiv64_by_1(-1) == -1
;; run udiv64_by_1(100) == 100
;; run udiv64_by_1(0x8000000000000000) == 0x8000000000000000
;; run udiv64_by_1(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run udiv64_by_1(0x3b9aca07) == 0x3b9aca07

proc udiv64_by_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 2L)
    Int64 @1 = Const64(2)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_2(0) == 0
;; run udiv64_by_2(1) == 0
;; run udiv64_by_2(7) == 3
;; run udiv64_by_2(-7) == 0x7ffffffffffffffc
;; run udiv64_by_2(-1) == 0x7fffffffffffffff
;; run udiv64_by_2(100) == 50
;; run udiv64_by_2(0x8000000000000000) == 0x4000000000000000
;; run udiv64_by_2(0x7fffffffffffffff) == 0x3fffffffffffffff
;; run udiv64_by_2(0x3b9aca07) == 0x1dcd6503

proc udiv64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_3(0) == 0
;; run udiv64_by_3(1) == 0
;; run udiv64_by_3(7) == 2
;; run udiv64_by_3(-7) == 0x5555555555555553
;; run udiv64_by_3(-1) == 0x5555555555555555
;; run udiv64_by_3(100) == 33
;; run udiv64_by_3(0x8000000000000000) == 0x2aaaaaaaaaaaaaaa
;; run udiv64_by_3(0x7fffffffffffffff) == 0x2aaaaaaaaaaaaaaa
;; run udiv64_by_3(0x3b9aca07) == 0x13de4357

proc udiv64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_5(0) == 0
;; run udiv64_by_5(1) == 0
;; run udiv64_by_5(7) == 1
;; run udiv64_by_5(-7) == 0x3333333333333331
;; run udiv64_by_5(-1) == 0x3333333333333333
;; run udiv64_by_5(100) == 20
;; run udiv64_by_5(0x8000000000000000) == 0x1999999999999999
;; run udiv64_by_5(0x7fffffffffffffff) == 0x1999999999999999
;; run udiv64_by_5(0x3b9aca07) == 0xbebc201

proc udiv64_by_6(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 6L)
    Int64 @1 = Const64(6)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_6(0) == 0
;; run udiv64_by_6(1) == 0
;; run udiv64_by_6(7) == 1
;; run udiv64_by_6(-7) == 0x2aaaaaaaaaaaaaa9
;; run udiv64_by_6(-1) == 0x2aaaaaaaaaaaaaaa
;; run udiv64_by_6(100) == 16
;; run udiv64_by_6(0x8000000000000000) == 0x1555555555555555
;; run udiv64_by_6(0x7fffffffffffffff) == 0x1555555555555555
;; run udiv64_by_6(0x3b9aca07) == 0x9ef21ab

proc udiv64_by_7(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 7L)
    Int64 @1 = Const64(7)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_7(0) == 0
;; run udiv64_by_7(1) == 0
;; run udiv64_by_7(7) == 1
;; run udiv64_by_7(-7) == 0x2492492492492491
;; run udiv64_by_7(-1) == 0x2492492492492492
;; run udiv64_by_7(100) == 14
;; run udiv64_by_7(0x8000000000000000) == 0x1249249249249249
;; run udiv64_by_7(0x7fffffffffffffff) == 0x1249249249249249
;; run udiv64_by_7(0x3b9aca07) == 0x883d3b7

proc udiv64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_10(0) == 0
;; run udiv64_by_10(1) == 0
;; run udiv64_by_10(7) == 0
;; run udiv64_by_10(-7) == 0x1999999999999998
;; run udiv64_by_10(-1) == 0x1999999999999999
;; run udiv64_by_10(100) == 10
;; run udiv64_by_10(0x8000000000000000) == 0xccccccccccccccc
;; run udiv64_by_10(0x7fffffffffffffff) == 0xccccccccccccccc
;; run udiv64_by_10(0x3b9aca07) == 0x5f5e100

proc udiv64_by_16(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 16L)
    Int64 @1 = Const64(16)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_16(0) == 0
;; run udiv64_by_16(1) == 0
;; run udiv64_by_16(7) == 0
;; run udiv64_by_16(-7) == 0xfffffffffffffff
;; run udiv64_by_16(-1) == 0xfffffffffffffff
;; run udiv64_by_16(100) == 6
;; run udiv64_by_16(0x8000000000000000) == 0x800000000000000
;; run udiv64_by_16(0x7fffffffffffffff) == 0x7ffffffffffffff
;; run udiv64_by_16(0x3b9aca07) == 0x3b9aca0
