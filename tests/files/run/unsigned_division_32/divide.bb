barebones 1
; Unsigned division, also by constants, for which there are shorter sequences. 32 bits.
;! run

proc udiv32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return UDiv(a, b)
    Int32 @4 = UDiv(@1, @3)
    Void @5 = Return(@4)
}
;; run udiv32(0, 1) == 0
;; run udiv32(0, 3) == 0
;; run udiv32(0, -3) == 0
;; run udiv32(0, 0x80000000) == 0
;; run udiv32(1, 1) == 1
;; run udiv32(1, 3) == 0
;; run udiv32(1, -3) == 0
;; run udiv32(1, 0x80000000) == 0
;; run udiv32(7, 1) == 7
;; run udiv32(7, 3) == 2
;; run udiv32(7, -3) == 0
;; run udiv32(7, 0x80000000) == 0
;; run udiv32(-7, 1) == -7
;; run udiv32(-7, 3) == 0x55555553
;; run udiv32(-7, -3) == 0
;; run udiv32(-7, 0x80000000) == 1
;; run udiv32(-1, 1) == -1
;; run udiv32(-1, 3) == 0x55555555
;; run udiv32(-1, -3) == 1
;; run udiv32(-1, 0x80000000) == 1
;; run udiv32(100, 1) == 100
;; run udiv32(100, 3) == 33
;; run udiv32(100, -3) == 0
;; run udiv32(100, 0x80000000) == 0
;; run udiv32(0x80000000, 1) == 0x80000000
;; run udiv32(0x80000000, 3) == 0x2aaaaaaa
;; run udiv32(0x80000000, -3) == 0
;; run udiv32(0x80000000, 0x80000000) == 1
;; run udiv32(0x7fffffff, 1) == 0x7fffffff
;; run udiv32(0x7fffffff, 3) == 0x2aaaaaaa
;; run udiv32(0x7fffffff, -3) == 0
;; run udiv32(0x7fffffff, 0x80000000) == 0
;; run udiv32(0x3b9aca07, 1) == 0x3b9aca07
;; run udiv32(0x3b9aca07, 3) == 0x13de4357
;; run udiv32(0x3b9aca07, -3) == 0
;; run udiv32(0x3b9aca07, 0x80000000) == 0

proc udiv32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_1(0) == 0
;; run udiv32_by_1(1) == 1
;; run udiv32_by_1(7) == 7
;; run udiv32_by_1(-7) == -7
;; run udiv32_by_1(-1) == -1
;; run udiv32_by_1(100) == 100
;; run udiv32_by_1(0x80000000) == 0x80000000
;; run udiv32_by_1(0x7fffffff) == 0x7fffffff
;; run udiv32_by_1(0x3b9aca07) == 0x3b9aca07

proc udiv32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 2)
    Int32 @2 = Const32(2)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_2(0) == 0
;; run udiv32_by_2(1) == 0
;; run udiv32_by_2(7) == 3
;; run udiv32_by_2(-7) == 0x7ffffffc
;; run udiv32_by_2(-1) == 0x7fffffff
;; run udiv32_by_2(100) == 50
;; run udiv32_by_2(0x80000000) == 0x40000000
;; run udiv32_by_2(0x7fffffff) == 0x3fffffff
;; run udiv32_by_2(0x3b9aca07) == 0x1dcd6503

proc udiv32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 3)
    Int32 @2 = Const32(3)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_3(0) == 0
;; run udiv32_by_3(1) == 0
;; run udiv32_by_3(7) == 2
;; run udiv32_by_3(-7) == 0x55555553
;; run udiv32_by_3(-1) == 0x55555555
;; run udiv32_by_3(100) == 33
;; run udiv32_by_3(0x80000000) == 0x2aaaaaaa
;; run udiv32_by_3(0x7fffffff) == 0x2aaaaaaa
;; run udiv32_by_3(0x3b9aca07) == 0x13de4357

proc udiv32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 5)
    Int32 @2 = Const32(5)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_5(0) == 0
;; run udiv32_by_5(1) == 0
;; run udiv32_by_5(7) == 1
;; run udiv32_by_5(-7) == 0x33333331
;; run udiv32_by_5(-1) == 0x33333333
;; run udiv32_by_5(100) == 20
;; run udiv32_by_5(0x80000000) == 0x19999999
;; run udiv32_by_5(0x7fffffff) == 0x19999999
;; run udiv32_by_5(0x3b9aca07) == 0xbebc201

proc udiv32_by_6(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 6)
    Int32 @2 = Const32(6)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_6(0) == 0
;; run udiv32_by_6(1) == 0
;; run udiv32_by_6(7) == 1
;; run udiv32_by_6(-7) == 0x2aaaaaa9
;; run udiv32_by_6(-1) == 0x2aaaaaaa
;; run udiv32_by_6(100) == 16
;; run udiv32_by_6(0x80000000) == 0x15555555
;; run udiv32_by_6(0x7fffffff) == 0x15555555
;; run udiv32_by_6(0x3b9aca07) == 0x9ef21ab

proc udiv32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 7)
    Int32 @2 = Const32(7)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_7(0) == 0
;; run udiv32_by_7(1) == 0
;; run udiv32_by_7(7) == 1
;; run udiv32_by_7(-7) == 0x24924923
;; run udiv32_by_7(-1) == 0x24924924
;; run udiv32_by_7(100) == 14
;; run udiv32_by_7(0x80000000) == 0x12492492
;; run udiv32_by_7(0x7fffffff) == 0x12492492
;; run udiv32_by_7(0x3b9aca07) == 0x883d3b7

proc udiv32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_10(0) == 0
;; run udiv32_by_10(1) == 0
;; run udiv32_by_10(7) == 0
;; run udiv32_by_10(-7) == 0x19999998
;; run udiv32_by_10(-1) == 0x19999999
;; run udiv32_by_10(100) == 10
;; run udiv32_by_10(0x80000000) == 0xccccccc
;; run udiv32_by_10(0x7fffffff) == 0xccccccc
;; run udiv32_by_10(0x3b9aca07) == 0x5f5e100

proc udiv32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 16)
    Int32 @2 = Const32(16)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_16(0) == 0
;; run udiv32_by_16(1) == 0
;; run udiv32_by_16(7) == 0
;; run udiv32_by_16(-7) == 0xfffffff
;; run udiv32_by_16(-1) == 0xfffffff
;; run udiv32_by_16(100) == 6
;; run udiv32_by_16(0x80000000) == 0x8000000
;; run udiv32_by_16(0x7fffffff) == 0x7ffffff
;; run udiv32_by_16(0x3b9aca07) == 0x3b9aca0
