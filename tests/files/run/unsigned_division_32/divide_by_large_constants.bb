barebones 1
; Unsigned division, also by constants, for which there are shorter sequences. 32 bits.
;! run

proc udiv32_by_641(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 641)
    Int32 @2 = Const32(641)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_641(0) == 0
;; run udiv32_by_641(1) == 0
;; run udiv32_by_641(7) == 0
;; run udiv32_by_641(-7) == 0x663d80
;; run udiv32_by_641(-1) == 0x663d80
;; run udiv32_by_641(100) == 0
;; run udiv32_by_641(0x80000000) == 0x331ec0
;; run udiv32_by_641(0x7fffffff) == 0x331ec0
;; run udiv32_by_641(0x3b9aca07) == 0x17cdfe

proc udiv32_by_1000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, 1000)
    Int32 @2 = Const32(1000)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_1000(0) == 0
;; run udiv32_by_1000(1) == 0
;; run udiv32_by_1000(7) == 0
;; run udiv32_by_1000(-7) == 0x418937
;; run udiv32_by_1000(-1) == 0x418937
;; run udiv32_by_1000(100) == 0
;; run udiv32_by_1000(0x80000000) == 0x20c49b
;; run udiv32_by_1000(0x7fffffff) == 0x20c49b
;; run udiv32_by_1000(0x3b9aca07) == 0xf4240

proc udiv32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_0x80000000(0) == 0
;; run udiv32_by_0x80000000(1) == 0
;; run udiv32_by_0x80000000(7) == 0
;; run udiv32_by_0x80000000(-7) == 1
;; run udiv32_by_0x80000000(-1) == 1
;; run udiv32_by_0x80000000(100) == 0
;; run udiv32_by_0x80000000(0x80000000) == 1
;; run udiv32_by_0x80000000(0x7fffffff) == 0
;; run udiv32_by_0x80000000(0x3b9aca07) == 0

proc udiv32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_minus_1(0) == 0
;; run udiv32_by_minus_1(1) == 0
;; run udiv32_by_minus_1(7) == 0
;; run udiv32_by_minus_1(-7) == 0
;; run udiv32_by_minus_1(-1) == 1
;; run udiv32_by_minus_1(100) == 0
;; run udiv32_by_minus_1(0x80000000) == 0
;; run udiv32_by_minus_1(0x7fffffff) == 0
;; run udiv32_by_minus_1(0x3b9aca07) == 0

proc udiv32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, -2)
    Int32 @2 = Const32(-2)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_minus_2(0) == 0
;; run udiv32_by_minus_2(1) == 0
;; run udiv32_by_minus_2(7) == 0
;; run udiv32_by_minus_2(-7) == 0
;; run udiv32_by_minus_2(-1) == 1
;; run udiv32_by_minus_2(100) == 0
;; run udiv32_by_minus_2(0x80000000) == 0
;; run udiv32_by_minus_2(0x7fffffff) == 0
;; run udiv32_by_minus_2(0x3b9aca07) == 0

proc udiv32_by_0x80000001(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UDiv(a, -2147483647)
    Int32 @2 = Const32(-2147483647)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_0x80000001(0) == 0
;; run udiv32_by_0x80000001(1) == 0
;; run udiv32_by_0x80000001(7) == 0
;; run udiv32_by_0x80000001(-7) == 1
;; run udiv32_by_0x80000001(-1) == 1
;; run udiv32_by_0x80000001(100) == 0
;; run udiv32_by_0x80000001(0x80000000) == 0
;; run udiv32_by_0x80000001(0x7fffffff) == 0
;; run udiv32_by_0x80000001(0x3b9aca07) == 0

proc udiv32_folded0() -> Int32 {
#0:
    ; return UDiv(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv32_folded0() == 0

proc udiv32_folded1() -> Int32 {
#0:
    ; return UDiv(0, 3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(3)
    Int32 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv32_folded1() == 0

proc udiv32_folded2() -> Int32 {
#0:
    ; return UDiv(0, -3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-3)
    Int32 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; run udiv32_folded2() == 0
