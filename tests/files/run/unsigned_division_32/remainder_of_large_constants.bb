barebones 1
; Unsigned division, also by constants, for which there are shorter sequences. 32 bits.
;! run

proc umod32_by_641(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 641)
    Int32 @2 = Const32(641)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_641(0) == 0
;; run umod32_by_641(1) == 1
;; run umod32_by_641(7) == 7
;; run umod32_by_641(-7) == 633
;; run umod32_by_641(-1) == 639
;; run umod32_by_641(100) == 100
;; run umod32_by_641(0x80000000) == 320
;; run umod32_by_641(0x7fffffff) == 319
;; run umod32_by_641(0x3b9aca07) == 265

proc umod32_by_1000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, 1000)
    Int32 @2 = Const32(1000)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_1000(0) == 0
;; run umod32_by_1000(1) == 1
;; run umod32_by_1000(7) == 7
;; run umod32_by_1000(-7) == 289
;; run umod32_by_1000(-1) == 295
;; run umod32_by_1000(100) == 100
;; run umod32_by_1000(0x80000000) == 648
;; run umod32_by_1000(0x7fffffff) == 647
;; run umod32_by_1000(0x3b9aca07) == 7

proc umod32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_0x80000000(0) == 0
;; run umod32_by_0x80000000(1) == 1
;; run umod32_by_0x80000000(7) == 7
;; run umod32_by_0x80000000(-7) == 0x7ffffff9
;; run umod32_by_0x80000000(-1) == 0x7fffffff
;; run umod32_by_0x80000000(100) == 100
;; run umod32_by_0x80000000(0x80000000) == 0
;; run umod32_by_0x80000000(0x7fffffff) == 0x7fffffff
;; run umod32_by_0x80000000(0x3b9aca07) == 0x3b9aca07

proc umod32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_minus_1(0) == 0
;; run umod32_by_minus_1(1) == 1
;; run umod32_by_minus_1(7) == 7
;; run umod32_by_minus_1(-7) == -7
;; run umod32_by_minus_1(-1) == 0
;; run umod32_by_minus_1(100) == 100
;; run umod32_by_minus_1(0x80000000) == 0x80000000
;; run umod32_by_minus_1(0x7fffffff) == 0x7fffffff
;; run umod32_by_minus_1(0x3b9aca07) == 0x3b9aca07

proc umod32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, -2)
    Int32 @2 = Const32(-2)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_minus_2(0) == 0
;; run umod32_by_minus_2(1) == 1
;; run umod32_by_minus_2(7) == 7
;; run umod32_by_minus_2(-7) == -7
;; run umod32_by_minus_2(-1) == 1
;; run umod32_by_minus_2(100) == 100
;; run umod32_by_minus_2(0x80000000) == 0x80000000
;; run umod32_by_minus_2(0x7fffffff) == 0x7fffffff
;; run umod32_by_minus_2(0x3b9aca07) == 0x3b9aca07

proc umod32_by_0x80000001(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMod(a, -2147483647)
    Int32 @2 = Const32(-2147483647)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_0x80000001(0) == 0
;; run umod32_by_0x80000001(1) == 1
;; run umod32_by_0x80000001(7) == 7
;; run umod32_by_0x80000001(-7) == 0x7ffffff8
;; run umod32_by_0x80000001(-1) == 0x7ffffffe
;; run umod32_by_0x80000001(100) == 100
;; run umod32_by_0x80000001(0x80000000) == 0x80000000
;; run umod32_by_0x80000001(0x7fffffff) == 0x7fffffff
;; run umod32_by_0x80000001(0x3b9aca07) == 0x3b9aca07

proc umod32_folded0() -> Int32 {
#0:
    ; return UMod(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod32_folded0() == 0

proc umod32_folded1() -> Int32 {
#0:
    ; return UMod(0, 3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(3)
    Int32 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod32_folded1() == 0

proc umod32_folded2() -> Int32 {
#0:
    ; return UMod(0, -3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-3)
    Int32 @2 = UMod(@0, @1)
    Void @3 = Return(@2)
}
;; run umod32_folded2() == 0
