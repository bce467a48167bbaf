barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 32 bits.
;! run

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

proc div32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_1(0) == 0
;; run div32_by_1(1) == 1
;; run div32_by_1(7) == 7
;; run div32_by_1(-7) == -7
;; run div32_by_1(-1) == -1
;; run div32_by_1(100) == 100
;; run div32_by_1(0x80000001) == 0x80000001
;; run div32_by_1(0x7fffffff) == 0x7fffffff
;; run div32_by_1(0x3b9aca07) == 0x3b9aca07

proc div32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 2)
    Int32 @2 = Const32(2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_2(0) == 0
;; run div32_by_2(1) == 0
;; run div32_by_2(7) == 3
;; run div32_by_2(-7) == -3
;; run div32_by_2(-1) == 0
;; run div32_by_2(100) == 50
;; run div32_by_2(0x80000001) == 0xc0000001
;; run div32_by_2(0x7fffffff) == 0x3fffffff
;; run div32_by_2(0x3b9aca07) == 0x1dcd6503

proc div32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, -2)
    Int32 @2 = Const32(-2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_2(0) == 0
;; run div32_by_minus_2(1) == 0
;; run div32_by_minus_2(7) == -3
;; run div32_by_minus_2(-7) == 3
;; run div32_by_minus_2(-1) == 0
;; run div32_by_minus_2(100) == -50
;; run div32_by_minus_2(0x80000001) == 0x3fffffff
;; run div32_by_minus_2(0x7fffffff) == 0xc0000001
;; run div32_by_minus_2(0x3b9aca07) == 0xe2329afd

proc div32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 3)
    Int32 @2 = Const32(3)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_3(0) == 0
;; run div32_by_3(1) == 0
;; run div32_by_3(7) == 2
;; run div32_by_3(-7) == -2
;; run div32_by_3(-1) == 0
;; run div32_by_3(100) == 33
;; run div32_by_3(0x80000001) == 0xd5555556
;; run div32_by_3(0x7fffffff) == 0x2aaaaaaa
;; run div32_by_3(0x3b9aca07) == 0x13de4357

proc div32_by_minus_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, -3)
    Int32 @2 = Const32(-3)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_3(0) == 0
;; run div32_by_minus_3(1) == 0
;; run div32_by_minus_3(7) == -2
;; run div32_by_minus_3(-7) == 2
;; run div32_by_minus_3(-1) == 0
;; run div32_by_minus_3(100) == -33
;; run div32_by_minus_3(0x80000001) == 0x2aaaaaaa
;; run div32_by_minus_3(0x7fffffff) == 0xd5555556
;; run div32_by_minus_3(0x3b9aca07) == 0xec21bca9

proc div32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 5)
    Int32 @2 = Const32(5)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_5(0) == 0
;; run div32_by_5(1) == 0
;; run div32_by_5(7) == 1
;; run div32_by_5(-7) == -1
;; run div32_by_5(-1) == 0
;; run div32_by_5(100) == 20
;; run div32_by_5(0x80000001) == 0xe6666667
;; run div32_by_5(0x7fffffff) == 0x19999999
;; run div32_by_5(0x3b9aca07) == 0xbebc201

proc div32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 7)
    Int32 @2 = Const32(7)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_7(0) == 0
;; run div32_by_7(1) == 0
;; run div32_by_7(7) == 1
;; run div32_by_7(-7) == -1
;; run div32_by_7(-1) == 0
;; run div32_by_7(100) == 14
;; run div32_by_7(0x80000001) == 0xedb6db6e
;; run div32_by_7(0x7fffffff) == 0x12492492
;; run div32_by_7(0x3b9aca07) == 0x883d3b7

proc div32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_10(0) == 0
;; run div32_by_10(1) == 0
;; run div32_by_10(7) == 0
;; run div32_by_10(-7) == 0
;; run div32_by_10(-1) == 0
;; run div32_by_10(100) == 10
;; run div32_by_10(0x80000001) == 0xf3333334
;; run div32_by_10(0x7fffffff) == 0xccccccc
;; run div32_by_10(0x3b9aca07) == 0x5f5e100

proc div32_by_minus_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, -10)
    Int32 @2 = Const32(-10)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_10(0) == 0
;; run div32_by_minus_10(1) == 0
;; run div32_by_minus_10(7) == 0
;; run div32_by_minus_10(-7) == 0
;; run div32_by_minus_10(-1) == 0
;; run div32_by_minus_10(100) == -10
;; run div32_by_minus_10(0x80000001) == 0xccccccc
;; run div32_by_minus_10(0x7fffffff) == 0xf3333334
;; run div32_by_minus_10(0x3b9aca07) == 0xfa0a1f00

proc div32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 16)
    Int32 @2 = Const32(16)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_16(0) == 0
;; run div32_by_16(1) == 0
;; run div32_by_16(7) == 0
;; run div32_by_16(-7) == 0
;; run div32_by_16(-1) == 0
;; run div32_by_16(100) == 6
;; run div32_by_16(0x80000001) == 0xf8000001
;; run div32_by_16(0x7fffffff) == 0x7ffffff
;; run div32_by_16(0x3b9aca07) == 0x3b9aca0
