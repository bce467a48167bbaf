barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 32 bits.
;! run

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

proc mod32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_1(0) == 0
;; run mod32_by_1(1) == 0
;; run mod32_by_1(7) == 0
;; run mod32_by_1(-7) == 0
;; run mod32_by_1(-1) == 0
;; run mod32_by_1(100) == 0
;; run mod32_by_1(0x80000001) == 0
;; run mod32_by_1(0x7fffffff) == 0
;; run mod32_by_1(0x3b9aca07) == 0

proc mod32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 2)
    Int32 @2 = Const32(2)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_2(0) == 0
;; run mod32_by_2(1) == 1
;; run mod32_by_2(7) == 1
;; run mod32_by_2(-7) == -1
;; run mod32_by_2(-1) == -1
;; run mod32_by_2(100) == 0
;; run mod32_by_2(0x80000001) == -1
;; run mod32_by_2(0x7fffffff) == 1
;; run mod32_by_2(0x3b9aca07) == 1

proc mod32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, -2)
    Int32 @2 = Const32(-2)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_minus_2(0) == 0
;; run mod32_by_minus_2(1) == 1
;; run mod32_by_minus_2(7) == 1
;; run mod32_by_minus_2(-7) == -1
;; run mod32_by_minus_2(-1) == -1
;; run mod32_by_minus_2(100) == 0
;; run mod32_by_minus_2(0x80000001) == -1
;; run mod32_by_minus_2(0x7fffffff) == 1
;; run mod32_by_minus_2(0x3b9aca07) == 1

proc mod32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 3)
    Int32 @2 = Const32(3)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_3(0) == 0
;; run mod32_by_3(1) == 1
;; run mod32_by_3(7) == 1
;; run mod32_by_3(-7) == -1
;; run mod32_by_3(-1) == -1
;; run mod32_by_3(100) == 1
;; run mod32_by_3(0x80000001) == -1
;; run mod32_by_3(0x7fffffff) == 1
;; run mod32_by_3(0x3b9aca07) == 2

proc mod32_by_minus_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, -3)
    Int32 @2 = Const32(-3)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_minus_3(0) == 0
;; run mod32_by_minus_3(1) == 1
;; run mod32_by_minus_3(7) == 1
;; run mod32_by_minus_3(-7) == -1
;; run mod32_by_minus_3(-1) == -1
;; run mod32_by_minus_3(100) == 1
;; run mod32_by_minus_3(0x80000001) == -1
;; run mod32_by_minus_3(0x7fffffff) == 1
;; run mod32_by_minus_3(0x3b9aca07) == 2

proc mod32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 5)
    Int32 @2 = Const32(5)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_5(0) == 0
;; run mod32_by_5(1) == 1
;; run mod32_by_5(7) == 2
;; run mod32_by_5(-7) == -2
;; run mod32_by_5(-1) == -1
;; run mod32_by_5(100) == 0
;; run mod32_by_5(0x80000001) == -2
;; run mod32_by_5(0x7fffffff) == 2
;; run mod32_by_5(0x3b9aca07) == 2

proc mod32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 7)
    Int32 @2 = Const32(7)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_7(0) == 0
;; run mod32_by_7(1) == 1
;; run mod32_by_7(7) == 0
;; run mod32_by_7(-7) == 0
;; run mod32_by_7(-1) == -1
;; run mod32_by_7(100) == 2
;; run mod32_by_7(0x80000001) == -1
;; run mod32_by_7(0x7fffffff) == 1
;; run mod32_by_7(0x3b9aca07) == 6

proc mod32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_10(0) == 0
;; run mod32_by_10(1) == 1
;; run mod32_by_10(7) == 7
;; run mod32_by_10(-7) == -7
;; run mod32_by_10(-1) == -1
;; run mod32_by_10(100) == 0
;; run mod32_by_10(0x80000001) == -7
;; run mod32_by_10(0x7fffffff) == 7
;; run mod32_by_10(0x3b9aca07) == 7

proc mod32_by_minus_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, -10)
    Int32 @2 = Const32(-10)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_minus_10(0) == 0
;; run mod32_by_minus_10(1) == 1
;; run mod32_by_minus_10(7) == 7
;; run mod32_by_minus_10(-7) == -7
;; run mod32_by_minus_10(-1) == -1
;; run mod32_by_minus_10(100) == 0
;; run mod32_by_minus_10(0x80000001) == -7
;; run mod32_by_minus_10(0x7fffffff) == 7
;; run mod32_by_minus_10(0x3b9aca07) == 7

proc mod32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 16)
    Int32 @2 = Const32(16)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_16(0) == 0
;; run mod32_by_16(1) == 1
;; run mod32_by_16(7) == 7
;; run mod32_by_16(-7) == -7
;; run mod32_by_16(-1) == -1
;; run mod32_by_16(100) == 4
;; run mod32_by_16(0x80000001) == -15
;; run mod32_by_16(0x7fffffff) == 15
;; run mod32_by_16(0x3b9aca07) == 7
