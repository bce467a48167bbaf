barebones 1
; Divisions by constants are shifts and products: by powers of two, by others of both signs; those by the largest
; numbers stay divisions. Dividends are at the ends of the range and around the divisor.
;! run

proc udiv32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_2(-1) == 2147483647
;; run udiv32_by_2(2147483647) == 1073741823
;; run udiv32_by_2(-2147483648) == 1073741824
;; run udiv32_by_2(1) == 0
;; run udiv32_by_2(-2) == 2147483647
;; run udiv32_by_2(1608260661) == 804130330

proc umod32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(16)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_16(-1) == 15
;; run umod32_by_16(2147483647) == 15
;; run umod32_by_16(-2147483648) == 0
;; run umod32_by_16(15) == 15
;; run umod32_by_16(-16) == 0
;; run umod32_by_16(1608260661) == 5

proc udiv32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_3(-1) == 1431655765
;; run udiv32_by_3(2147483647) == 715827882
;; run udiv32_by_3(-2147483648) == 715827882
;; run udiv32_by_3(2) == 0
;; run udiv32_by_3(-3) == 1431655764
;; run udiv32_by_3(1608260661) == 536086887

proc umod32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(7)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_7(-1) == 3
;; run umod32_by_7(2147483647) == 1
;; run umod32_by_7(-2147483648) == 2
;; run umod32_by_7(6) == 6
;; run umod32_by_7(-7) == 4
;; run umod32_by_7(1608260661) == 0

proc udiv32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(7)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_7(-1) == 613566756
;; run udiv32_by_7(2147483647) == 306783378
;; run udiv32_by_7(-2147483648) == 306783378
;; run udiv32_by_7(6) == 0
;; run udiv32_by_7(-7) == 613566755
;; run udiv32_by_7(1608260661) == 229751523

proc udiv32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_10(-1) == 429496729
;; run udiv32_by_10(2147483647) == 214748364
;; run udiv32_by_10(-2147483648) == 214748364
;; run udiv32_by_10(9) == 0
;; run udiv32_by_10(-10) == 429496728
;; run udiv32_by_10(1608260661) == 160826066

proc umod32_by_641(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(641)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_641(-1) == 639
;; run umod32_by_641(2147483647) == 319
;; run umod32_by_641(-2147483648) == 320
;; run umod32_by_641(640) == 640
;; run umod32_by_641(-641) == 640
;; run umod32_by_641(1608260661) == 635

proc udiv32_by_1073741824(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1073741824)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_1073741824(-1) == 3
;; run udiv32_by_1073741824(2147483647) == 1
;; run udiv32_by_1073741824(-2147483648) == 2
;; run udiv32_by_1073741824(1073741823) == 0
;; run udiv32_by_1073741824(-1073741824) == 3
;; run udiv32_by_1073741824(1608260661) == 1

proc umod32_by_2147483647(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_2147483647(-1) == 1
;; run umod32_by_2147483647(2147483647) == 0
;; run umod32_by_2147483647(-2147483648) == 1
;; run umod32_by_2147483647(2147483646) == 2147483646
;; run umod32_by_2147483647(-2147483647) == 2
;; run umod32_by_2147483647(1608260661) == 1608260661

proc udiv32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv32_by_minus_1(-1) == 1
;; run udiv32_by_minus_1(2147483647) == 0
;; run udiv32_by_minus_1(-2147483648) == 0
;; run udiv32_by_minus_1(0) == 0
;; run udiv32_by_minus_1(1608260661) == 0

proc umod32_by_minus_2147483648(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod32_by_minus_2147483648(-1) == 2147483647
;; run umod32_by_minus_2147483648(2147483647) == 2147483647
;; run umod32_by_minus_2147483648(-2147483648) == 0
;; run umod32_by_minus_2147483648(1608260661) == 1608260661

proc div32_by_minus_2147483648(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_2147483648(-1) == 0
;; run div32_by_minus_2147483648(2147483647) == 0
;; run div32_by_minus_2147483648(-2147483648) == 1
;; run div32_by_minus_2147483648(1608260661) == 0

proc chilldiv32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run chilldiv32_by_5(-1) == 0
;; run chilldiv32_by_5(2147483647) == 429496729
;; run chilldiv32_by_5(-2147483648) == -429496729
;; run chilldiv32_by_5(4) == 0
;; run chilldiv32_by_5(-5) == -1
;; run chilldiv32_by_5(1608260661) == 321652132

proc chillmod32_by_minus_8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-8)
    Int32 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
;; run chillmod32_by_minus_8(-1) == -1
;; run chillmod32_by_minus_8(2147483647) == 7
;; run chillmod32_by_minus_8(-2147483648) == 0
;; run chillmod32_by_minus_8(7) == 7
;; run chillmod32_by_minus_8(-8) == 0
;; run chillmod32_by_minus_8(1608260661) == 5
