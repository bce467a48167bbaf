barebones 1
; Unsigned division, also by constants, for which there are shorter sequences. 64 bits.
;! run

proc udiv64_by_641(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 641L)
    Int64 @1 = Const64(641)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_641(0) == 0
;; run udiv64_by_641(1) == 0
;; run udiv64_by_641(7) == 0
;; run udiv64_by_641(-7) == 0x663d80ff99c27e
;; run udiv64_by_641(-1) == 0x663d80ff99c27f
;; run udiv64_by_641(100) == 0
;; run udiv64_by_641(0x8000000000000000) == 0x331ec07fcce13f
;; run udiv64_by_641(0x7fffffffffffffff) == 0x331ec07fcce13f
;; run udiv64_by_641(0x3b9aca07) == 0x17cdfe

proc udiv64_by_1000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, 1000L)
    Int64 @1 = Const64(1000)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_1000(0) == 0
;; run udiv64_by_1000(1) == 0
;; run udiv64_by_1000(7) == 0
;; run udiv64_by_1000(-7) == 0x4189374bc6a7ef
;; run udiv64_by_1000(-1) == 0x4189374bc6a7ef
;; run udiv64_by_1000(100) == 0
;; run udiv64_by_1000(0x8000000000000000) == 0x20c49ba5e353f7
;; run udiv64_by_1000(0x7fffffffffffffff) == 0x20c49ba5e353f7
;; run udiv64_by_1000(0x3b9aca07) == 0xf4240

proc udiv64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_0x8000000000000000(0) == 0
;; run udiv64_by_0x8000000000000000(1) == 0
;; run udiv64_by_0x8000000000000000(7) == 0
;; run udiv64_by_0x8000000000000000(-7) == 1
;; run udiv64_by_0x8000000000000000(-1) == 1
;; run udiv64_by_0x8000000000000000(100) == 0
;; run udiv64_by_0x8000000000000000(0x8000000000000000) == 1
;; run udiv64_by_0x8000000000000000(0x7fffffffffffffff) == 0
;; run udiv64_by_0x8000000000000000(0x3b9aca07) == 0

proc udiv64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_minus_1(0) == 0
;; run udiv64_by_minus_1(1) == 0
;; run udiv64_by_minus_1(7) == 0
;; run udiv64_by_minus_1(-7) == 0
;; run udiv64_by_minus_1(-1) == 1
;; run udiv64_by_minus_1(100) == 0
;; run udiv64_by_minus_1(0x8000000000000000) == 0
;; run udiv64_by_minus_1(0x7fffffffffffffff) == 0
;; run udiv64_by_minus_1(0x3b9aca07) == 0

proc udiv64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, -2L)
    Int64 @1 = Const64(-2)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_minus_2(0) == 0
;; run udiv64_by_minus_2(1) == 0
;; run udiv64_by_minus_2(7) == 0
;; run udiv64_by_minus_2(-7) == 0
;; run udiv64_by_minus_2(-1) == 1
;; run udiv64_by_minus_2(100) == 0
;; run udiv64_by_minus_2(0x8000000000000000) == 0
;; run udiv64_by_minus_2(0x7fffffffffffffff) == 0
;; run udiv64_by_minus_2(0x3b9aca07) == 0

proc udiv64_by_0x8000000000000001(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UDiv(a, -9223372036854775807L)
    Int64 @1 = Const64(-9223372036854775807)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_by_0x8000000000000001(0) == 0
;; run udiv64_by_0x8000000000000001(1) == 0
;; run udiv64_by_0x8000000000000001(7) == 0
;; run udiv64_by_0x8000000000000001(-7) == 1
;; run udiv64_by_0x8000000000000001(-1) == 1
;; run udiv64_by_0x8000000000000001(100) == 0
;; run udiv64_by_0x8000000000000001(0x8000000000000000) == 0
;; run udiv64_by_0x8000000000000001(0x7fffffffffffffff) == 0
;; run udiv64_by_0x8000000000000001(0x3b9aca07) == 0

proc udiv64_folded0() -> Int64 {
#0:
    ; return UDiv(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_folded0() == 0

proc udiv64_folded1() -> Int64 {
#0:
    ; return UDiv(0L, 3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(3)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_folded1() == 0

proc udiv64_folded2() -> Int64 {
#0:
    ; return UDiv(0L, -3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-3)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv64_folded2() == 0
