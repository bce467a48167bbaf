barebones 1
; Unsigned division, also by constants, for which there are shorter sequences. 32 bits.
;! run

proc umod32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return UMod(a, b)
    Int32 @4 = UMod(@1, @3)
    Void @5 = Return(@4)
}
;; run umod32(0, 1) == 0
;; run umod32(0, 3) == 0
;; run umod32(0, -3) == 0
;; run umod32(0, 0x80000000) == 0
;; run umod32(1, 1) == 0
;; run umod32(1, 3) == 1
;; run umod32(1, -3) == 1
;; run umod32(1, 0x80000000) == 1
;; run umod32(7, 1) == 0
;; run umod32(7, 3) == 1
;; run umod32(7, -3) == 7
;; run umod32(7, 0x80000000) == 7
;; run umod32(-7, 1) == 0
;; run umod32(-7, 3) == 0
;; run umod32(-7, -3) == -7
;; run umod32(-7, 0x80000000) == 0x7ffffff9
;; run umod32(-1, 1) == 0
;; run umod32(-1, 3) == 0
;; run umod32(-1, -3) == 2
;; run umod32(-1, 0x80000000) == 0x7fffffff
;; run umod32(100, 1) == 0
;; run umod32(100, 3) == 1
;; run umod32(100, -3) == 100
;; run umod32(100, 0x80000000) == 100
;; run umod32(0x80000000, 1) == 0
;; run umod32(0x80000000, 3) == 2
;; run umod32(0x80000000, -3) == 0x80000000
;; run umod32(0x80000000, 0x80000000) == 0
;; run umod32(0x7fffffff, 1) == 0
;; run umod32(0x7fffffff, 3) == 1
;; run umod32(0x7fffffff, -3) == 0x7fffffff
;; run umod32(0x7fffffff, 0x80000000) == 0x7fffffff
;; run umod32(0x3b9aca07, 1) == 0
;; run umod32(0x3b9aca07, 3) == 2
;; run umod32(0x3b9aca07, -3) == 0x3b9aca07
;; run umod32(0x3b9aca07, 0x80000000) == 0x3b9aca07

proc umod32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_1(0) == 0
;; run umod32_by_1(1) == 0
;; run umod32_by_1(7) == 0
;; run umod32_by_1(-7) == 0
;; run umod32_by_1(-1) == 0
;; run umod32_by_1(100) == 0
;; run umod32_by_1(0x80000000) == 0
;; run umod32_by_1(0x7fffffff) == 0
;; run umod32_by_1(0x3b9aca07) == 0

proc umod32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 2)
    Int32 @2 = Const32(2)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_2(0) == 0
;; run umod32_by_2(1) == 1
;; run umod32_by_2(7) == 1
;; run umod32_by_2(-7) == 1
;; run umod32_by_2(-1) == 1
;; run umod32_by_2(100) == 0
;; run umod32_by_2(0x80000000) == 0
;; run umod32_by_2(0x7fffffff) == 1
;; run umod32_by_2(0x3b9aca07) == 1

proc umod32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 3)
    Int32 @2 = Const32(3)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_3(0) == 0
;; run umod32_by_3(1) == 1
;; run umod32_by_3(7) == 1
;; run umod32_by_3(-7) == 0
;; run umod32_by_3(-1) == 0
;; run umod32_by_3(100) == 1
;; run umod32_by_3(0x80000000) == 2
;; run umod32_by_3(0x7fffffff) == 1
;; run umod32_by_3(0x3b9aca07) == 2

proc umod32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 5)
    Int32 @2 = Const32(5)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_5(0) == 0
;; run umod32_by_5(1) == 1
;; run umod32_by_5(7) == 2
;; run umod32_by_5(-7) == 4
;; run umod32_by_5(-1) == 0
;; run umod32_by_5(100) == 0
;; run umod32_by_5(0x80000000) == 3
;; run umod32_by_5(0x7fffffff) == 2
;; run umod32_by_5(0x3b9aca07) == 2

proc umod32_by_6(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 6)
    Int32 @2 = Const32(6)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_6(0) == 0
;; run umod32_by_6(1) == 1
;; run umod32_by_6(7) == 1
;; run umod32_by_6(-7) == 3
;; run umod32_by_6(-1) == 3
;; run umod32_by_6(100) == 4
;; run umod32_by_6(0x80000000) == 2
;; run umod32_by_6(0x7fffffff) == 1
;; run umod32_by_6(0x3b9aca07) == 5

proc umod32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 7)
    Int32 @2 = Const32(7)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_7(0) == 0
;; run umod32_by_7(1) == 1
;; run umod32_by_7(7) == 0
;; run umod32_by_7(-7) == 4
;; run umod32_by_7(-1) == 3
;; run umod32_by_7(100) == 2
;; run umod32_by_7(0x80000000) == 2
;; run umod32_by_7(0x7fffffff) == 1
;; run umod32_by_7(0x3b9aca07) == 6

proc umod32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_10(0) == 0
;; run umod32_by_10(1) == 1
;; run umod32_by_10(7) == 7
;; run umod32_by_10(-7) == 9
;; run umod32_by_10(-1) == 5
;; run umod32_by_10(100) == 0
;; run umod32_by_10(0x80000000) == 8
;; run umod32_by_10(0x7fffffff) == 7
;; run umod32_by_10(0x3b9aca07) == 7

proc umod32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 16)
    Int32 @2 = Const32(16)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_16(0) == 0
;; run umod32_by_16(1) == 1
;; run umod32_by_16(7) == 7
;; run umod32_by_16(-7) == 9
;; run umod32_by_16(-1) == 15
;; run umod32_by_16(100) == 4
;; run umod32_by_16(0x80000000) == 0
;; run umod32_by_16(0x7fffffff) == 15
;; run umod32_by_16(0x3b9aca07) == 7
