barebones 1
; Unsigned division, also by constants, for which there are shorter sequences. 64 bits.
;! run

proc umod64_by_641(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 641L)
    Int64 @1 = Const64(641)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_641(0) == 0
;; run umod64_by_641(1) == 1
;; run umod64_by_641(7) == 7
;; run umod64_by_641(-7) == 635
;; run umod64_by_641(-1) == 0
;; run umod64_by_641(100) == 100
;; run umod64_by_641(0x8000000000000000) == 321
;; run umod64_by_641(0x7fffffffffffffff) == 320
;; run umod64_by_641(0x3b9aca07) == 265

proc umod64_by_1000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, 1000L)
    Int64 @1 = Const64(1000)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_1000(0) == 0
;; run umod64_by_1000(1) == 1
;; run umod64_by_1000(7) == 7
;; run umod64_by_1000(-7) == 609
;; run umod64_by_1000(-1) == 615
;; run umod64_by_1000(100) == 100
;; run umod64_by_1000(0x8000000000000000) == 808
;; run umod64_by_1000(0x7fffffffffffffff) == 807
;; run umod64_by_1000(0x3b9aca07) == 7

proc umod64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_0x8000000000000000(0) == 0
;; run umod64_by_0x8000000000000000(1) == 1
;; run umod64_by_0x8000000000000000(7) == 7
;; run umod64_by_0x8000000000000000(-7) == 0x7ffffffffffffff9
;; run umod64_by_0x8000000000000000(-1) == 0x7fffffffffffffff
;; run umod64_by_0x8000000000000000(100) == 100
;; run umod64_by_0x8000000000000000(0x8000000000000000) == 0
;; run umod64_by_0x8000000000000000(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run umod64_by_0x8000000000000000(0x3b9aca07) == 0x3b9aca07

proc umod64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_minus_1(0) == 0
;; run umod64_by_minus_1(1) == 1
;; run umod64_by_minus_1(7) == 7
;; run umod64_by_minus_1(-7) == -7
;; run umod64_by_minus_1(-1) == 0
;; run umod64_by_minus_1(100) == 100
;; run umod64_by_minus_1(0x8000000000000000) == 0x8000000000000000
;; run umod64_by_minus_1(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run umod64_by_minus_1(0x3b9aca07) == 0x3b9aca07

proc umod64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, -2L)
    Int64 @1 = Const64(-2)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_minus_2(0) == 0
;; run umod64_by_minus_2(1) == 1
;; run umod64_by_minus_2(7) == 7
;; run umod64_by_minus_2(-7) == -7
;; run umod64_by_minus_2(-1) == 1
;; run umod64_by_minus_2(100) == 100
;; run umod64_by_minus_2(0x8000000000000000) == 0x8000000000000000
;; run umod64_by_minus_2(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run umod64_by_minus_2(0x3b9aca07) == 0x3b9aca07

proc umod64_by_0x8000000000000001(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMod(a, -9223372036854775807L)
    Int64 @1 = Const64(-9223372036854775807)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_by_0x8000000000000001(0) == 0
;; run umod64_by_0x8000000000000001(1) == 1
;; run umod64_by_0x8000000000000001(7) == 7
;; run umod64_by_0x8000000000000001(-7) == 0x7ffffffffffffff8
;; run umod64_by_0x8000000000000001(-1) == 0x7ffffffffffffffe
;; run umod64_by_0x8000000000000001(100) == 100
;; run umod64_by_0x8000000000000001(0x8000000000000000) == 0x8000000000000000
;; run umod64_by_0x8000000000000001(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run umod64_by_0x8000000000000001(0x3b9aca07) == 0x3b9aca07

proc umod64_folded0() -> Int64 {
#0:
    ; return UMod(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_folded0() == 0

proc umod64_folded1() -> Int64 {
#0:
    ; return UMod(0L, 3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(3)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_folded1() == 0

proc umod64_folded2() -> Int64 {
#0:
    ; return UMod(0L, -3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-3)
    Int64 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod64_folded2() == 0
