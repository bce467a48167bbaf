barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 64 bits.
;! run

proc mod64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Mod(a, b)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
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

proc mod64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_1(0) == 0
;; run mod64_by_1(1) == 0
;; run mod64_by_1(7) == 0
;; run mod64_by_1(-7) == 0
;; run mod64_by_1(-1) == 0
;; run mod64_by_1(100) == 0
;; run mod64_by_1(0x8000000000000001) == 0
;; run mod64_by_1(0x7fffffffffffffff) == 0
;; run mod64_by_1(0x3b9aca07) == 0

proc mod64_by_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 2L)
    Int64 @1 = Const64(2)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_2(0) == 0
;; run mod64_by_2(1) == 1
;; run mod64_by_2(7) == 1
;; run mod64_by_2(-7) == -1
;; run mod64_by_2(-1) == -1
;; run mod64_by_2(100) == 0
;; run mod64_by_2(0x8000000000000001) == -1
;; run mod64_by_2(0x7fffffffffffffff) == 1
;; run mod64_by_2(0x3b9aca07) == 1

proc mod64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, -2L)
    Int64 @1 = Const64(-2)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_minus_2(0) == 0
;; run mod64_by_minus_2(1) == 1
;; run mod64_by_minus_2(7) == 1
;; run mod64_by_minus_2(-7) == -1
;; run mod64_by_minus_2(-1) == -1
;; run mod64_by_minus_2(100) == 0
;; run mod64_by_minus_2(0x8000000000000001) == -1
;; run mod64_by_minus_2(0x7fffffffffffffff) == 1
;; run mod64_by_minus_2(0x3b9aca07) == 1

proc mod64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_3(0) == 0
;; run mod64_by_3(1) == 1
;; run mod64_by_3(7) == 1
;; run mod64_by_3(-7) == -1
;; run mod64_by_3(-1) == -1
;; run mod64_by_3(100) == 1
;; run mod64_by_3(0x8000000000000001) == -1
;; run mod64_by_3(0x7fffffffffffffff) == 1
;; run mod64_by_3(0x3b9aca07) == 2

proc mod64_by_minus_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, -3L)
    Int64 @1 = Const64(-3)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_minus_3(0) == 0
;; run mod64_by_minus_3(1) == 1
;; run mod64_by_minus_3(7) == 1
;; run mod64_by_minus_3(-7) == -1
;; run mod64_by_minus_3(-1) == -1
;; run mod64_by_minus_3(100) == 1
;; run mod64_by_minus_3(0x8000000000000001) == -1
;; run mod64_by_minus_3(0x7fffffffffffffff) == 1
;; run mod64_by_minus_3(0x3b9aca07) == 2

proc mod64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_5(0) == 0
;; run mod64_by_5(1) == 1
;; run mod64_by_5(7) == 2
;; run mod64_by_5(-7) == -2
;; run mod64_by_5(-1) == -1
;; run mod64_by_5(100) == 0
;; run mod64_by_5(0x8000000000000001) == -2
;; run mod64_by_5(0x7fffffffffffffff) == 2
;; run mod64_by_5(0x3b9aca07) == 2

proc mod64_by_7(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 7L)
    Int64 @1 = Const64(7)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_7(0) == 0
;; run mod64_by_7(1) == 1
;; run mod64_by_7(7) == 0
;; run mod64_by_7(-7) == 0
;; run mod64_by_7(-1) == -1
;; run mod64_by_7(100) == 2
;; run mod64_by_7(0x8000000000000001) == 0
;; run mod64_by_7(0x7fffffffffffffff) == 0
;; run mod64_by_7(0x3b9aca07) == 6

proc mod64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_10(0) == 0
;; run mod64_by_10(1) == 1
;; run mod64_by_10(7) == 7
;; run mod64_by_10(-7) == -7
;; run mod64_by_10(-1) == -1
;; run mod64_by_10(100) == 0
;; run mod64_by_10(0x8000000000000001) == -7
;; run mod64_by_10(0x7fffffffffffffff) == 7
;; run mod64_by_10(0x3b9aca07) == 7

proc mod64_by_minus_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, -10L)
    Int64 @1 = Const64(-10)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_minus_10(0) == 0
;; run mod64_by_minus_10(1) == 1
;; run mod64_by_minus_10(7) == 7
;; run mod64_by_minus_10(-7) == -7
;; run mod64_by_minus_10(-1) == -1
;; run mod64_by_minus_10(100) == 0
;; run mod64_by_minus_10(0x8000000000000001) == -7
;; run mod64_by_minus_10(0x7fffffffffffffff) == 7
;; run mod64_by_minus_10(0x3b9aca07) == 7

proc mod64_by_16(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 16L)
    Int64 @1 = Const64(16)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_16(0) == 0
;; run mod64_by_16(1) == 1
;; run mod64_by_16(7) == 7
;; run mod64_by_16(-7) == -7
;; run mod64_by_16(-1) == -1
;; run mod64_by_16(100) == 4
;; run mod64_by_16(0x8000000000000001) == -15
;; run mod64_by_16(0x7fffffffffffffff) == 15
;; run mod64_by_16(0x3b9aca07) == 7
