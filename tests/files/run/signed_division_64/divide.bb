barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 64 bits.
;! run

proc div64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Div(a, b)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
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

proc div64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_1(0) == 0
;; run div64_by_1(1) == 1
;; run div64_by_1(7) == 7
;; run div64_by_1(-7) == -7
;; run div64_by_1(-1) == -1
;; run div64_by_1(100) == 100
;; run div64_by_1(0x8000000000000001) == 0x8000000000000001
;; run div64_by_1(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run div64_by_1(0x3b9aca07) == 0x3b9aca07

proc div64_by_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 2L)
    Int64 @1 = Const64(2)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_2(0) == 0
;; run div64_by_2(1) == 0
;; run div64_by_2(7) == 3
;; run div64_by_2(-7) == -3
;; run div64_by_2(-1) == 0
;; run div64_by_2(100) == 50
;; run div64_by_2(0x8000000000000001) == 0xc000000000000001
;; run div64_by_2(0x7fffffffffffffff) == 0x3fffffffffffffff
;; run div64_by_2(0x3b9aca07) == 0x1dcd6503

proc div64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, -2L)
    Int64 @1 = Const64(-2)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_minus_2(0) == 0
;; run div64_by_minus_2(1) == 0
;; run div64_by_minus_2(7) == -3
;; run div64_by_minus_2(-7) == 3
;; run div64_by_minus_2(-1) == 0
;; run div64_by_minus_2(100) == -50
;; run div64_by_minus_2(0x8000000000000001) == 0x3fffffffffffffff
;; run div64_by_minus_2(0x7fffffffffffffff) == 0xc000000000000001
;; run div64_by_minus_2(0x3b9aca07) == 0xffffffffe2329afd

proc div64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_3(0) == 0
;; run div64_by_3(1) == 0
;; run div64_by_3(7) == 2
;; run div64_by_3(-7) == -2
;; run div64_by_3(-1) == 0
;; run div64_by_3(100) == 33
;; run div64_by_3(0x8000000000000001) == 0xd555555555555556
;; run div64_by_3(0x7fffffffffffffff) == 0x2aaaaaaaaaaaaaaa
;; run div64_by_3(0x3b9aca07) == 0x13de4357

proc div64_by_minus_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, -3L)
    Int64 @1 = Const64(-3)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_minus_3(0) == 0
;; run div64_by_minus_3(1) == 0
;; run div64_by_minus_3(7) == -2
;; run div64_by_minus_3(-7) == 2
;; run div64_by_minus_3(-1) == 0
;; run div64_by_minus_3(100) == -33
;; run div64_by_minus_3(0x8000000000000001) == 0x2aaaaaaaaaaaaaaa
;; run div64_by_minus_3(0x7fffffffffffffff) == 0xd555555555555556
;; run div64_by_minus_3(0x3b9aca07) == 0xffffffffec21bca9

proc div64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_5(0) == 0
;; run div64_by_5(1) == 0
;; run div64_by_5(7) == 1
;; run div64_by_5(-7) == -1
;; run div64_by_5(-1) == 0
;; run div64_by_5(100) == 20
;; run div64_by_5(0x8000000000000001) == 0xe666666666666667
;; run div64_by_5(0x7fffffffffffffff) == 0x1999999999999999
;; run div64_by_5(0x3b9aca07) == 0xbebc201

proc div64_by_7(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 7L)
    Int64 @1 = Const64(7)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_7(0) == 0
;; run div64_by_7(1) == 0
;; run div64_by_7(7) == 1
;; run div64_by_7(-7) == -1
;; run div64_by_7(-1) == 0
;; run div64_by_7(100) == 14
;; run div64_by_7(0x8000000000000001) == 0xedb6db6db6db6db7
;; run div64_by_7(0x7fffffffffffffff) == 0x1249249249249249
;; run div64_by_7(0x3b9aca07) == 0x883d3b7

proc div64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_10(0) == 0
;; run div64_by_10(1) == 0
;; run div64_by_10(7) == 0
;; run div64_by_10(-7) == 0
;; run div64_by_10(-1) == 0
;; run div64_by_10(100) == 10
;; run div64_by_10(0x8000000000000001) == 0xf333333333333334
;; run div64_by_10(0x7fffffffffffffff) == 0xccccccccccccccc
;; run div64_by_10(0x3b9aca07) == 0x5f5e100

proc div64_by_minus_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, -10L)
    Int64 @1 = Const64(-10)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_minus_10(0) == 0
;; run div64_by_minus_10(1) == 0
;; run div64_by_minus_10(7) == 0
;; run div64_by_minus_10(-7) == 0
;; run div64_by_minus_10(-1) == 0
;; run div64_by_minus_10(100) == -10
;; run div64_by_minus_10(0x8000000000000001) == 0xccccccccccccccc
;; run div64_by_minus_10(0x7fffffffffffffff) == 0xf333333333333334
;; run div64_by_minus_10(0x3b9aca07) == 0xfffffffffa0a1f00

proc div64_by_16(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 16L)
    Int64 @1 = Const64(16)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_16(0) == 0
;; run div64_by_16(1) == 0
;; run div64_by_16(7) == 0
;; run div64_by_16(-7) == 0
;; run div64_by_16(-1) == 0
;; run div64_by_16(100) == 6
;; run div64_by_16(0x8000000000000001) == 0xf800000000000001
;; run div64_by_16(0x7fffffffffffffff) == 0x7ffffffffffffff
;; run div64_by_16(0x3b9aca07) == 0x3b9aca0
