barebones 1
; Unsigned division, also by constants, for which there are shorter sequences. 64 bits.
;! run

proc umod64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return UMod(a, b)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
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

proc umod64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_1(0) == 0
;; run umod64_by_1(1) == 0
;; run umod64_by_1(7) == 0
;; run umod64_by_1(-7) == 0
;; run umod64_by_1(-1) == 0
;; run umod64_by_1(100) == 0
;; run umod64_by_1(0x8000000000000000) == 0
;; run umod64_by_1(0x7fffffffffffffff) == 0
;; run umod64_by_1(0x3b9aca07) == 0

proc umod64_by_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 2L)
    Int64 @1 = Const64(2)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_2(0) == 0
;; run umod64_by_2(1) == 1
;; run umod64_by_2(7) == 1
;; run umod64_by_2(-7) == 1
;; run umod64_by_2(-1) == 1
;; run umod64_by_2(100) == 0
;; run umod64_by_2(0x8000000000000000) == 0
;; run umod64_by_2(0x7fffffffffffffff) == 1
;; run umod64_by_2(0x3b9aca07) == 1

proc umod64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_3(0) == 0
;; run umod64_by_3(1) == 1
;; run umod64_by_3(7) == 1
;; run umod64_by_3(-7) == 0
;; run umod64_by_3(-1) == 0
;; run umod64_by_3(100) == 1
;; run umod64_by_3(0x8000000000000000) == 2
;; run umod64_by_3(0x7fffffffffffffff) == 1
;; run umod64_by_3(0x3b9aca07) == 2

proc umod64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_5(0) == 0
;; run umod64_by_5(1) == 1
;; run umod64_by_5(7) == 2
;; run umod64_by_5(-7) == 4
;; run umod64_by_5(-1) == 0
;; run umod64_by_5(100) == 0
;; run umod64_by_5(0x8000000000000000) == 3
;; run umod64_by_5(0x7fffffffffffffff) == 2
;; run umod64_by_5(0x3b9aca07) == 2

proc umod64_by_6(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 6L)
    Int64 @1 = Const64(6)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_6(0) == 0
;; run umod64_by_6(1) == 1
;; run umod64_by_6(7) == 1
;; run umod64_by_6(-7) == 3
;; run umod64_by_6(-1) == 3
;; run umod64_by_6(100) == 4
;; run umod64_by_6(0x8000000000000000) == 2
;; run umod64_by_6(0x7fffffffffffffff) == 1
;; run umod64_by_6(0x3b9aca07) == 5

proc umod64_by_7(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 7L)
    Int64 @1 = Const64(7)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_7(0) == 0
;; run umod64_by_7(1) == 1
;; run umod64_by_7(7) == 0
;; run umod64_by_7(-7) == 2
;; run umod64_by_7(-1) == 1
;; run umod64_by_7(100) == 2
;; run umod64_by_7(0x8000000000000000) == 1
;; run umod64_by_7(0x7fffffffffffffff) == 0
;; run umod64_by_7(0x3b9aca07) == 6

proc umod64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_10(0) == 0
;; run umod64_by_10(1) == 1
;; run umod64_by_10(7) == 7
;; run umod64_by_10(-7) == 9
;; run umod64_by_10(-1) == 5
;; run umod64_by_10(100) == 0
;; run umod64_by_10(0x8000000000000000) == 8
;; run umod64_by_10(0x7fffffffffffffff) == 7
;; run umod64_by_10(0x3b9aca07) == 7

proc umod64_by_16(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 16L)
    Int64 @1 = Const64(16)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_16(0) == 0
;; run umod64_by_16(1) == 1
;; run umod64_by_16(7) == 7
;; run umod64_by_16(-7) == 9
;; run umod64_by_16(-1) == 15
;; run umod64_by_16(100) == 4
;; run umod64_by_16(0x8000000000000000) == 0
;; run umod64_by_16(0x7fffffffffffffff) == 15
;; run umod64_by_16(0x3b9aca07) == 7
