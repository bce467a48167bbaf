barebones 1
; Divisions by constants are shifts and products: by powers of two, by others of both signs; those by the largest
; numbers stay divisions. Dividends are at the ends of the range and around the divisor.
;! run

proc div32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_2(-1) == 0
;; run div32_by_2(2147483647) == 1073741823
;; run div32_by_2(-2147483648) == -1073741824
;; run div32_by_2(1) == 0
;; run div32_by_2(-2) == -1
;; run div32_by_2(1608260661) == 804130330

proc mod32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_minus_2(-1) == -1
;; run mod32_by_minus_2(2147483647) == 1
;; run mod32_by_minus_2(-2147483648) == 0
;; run mod32_by_minus_2(1) == 1
;; run mod32_by_minus_2(-2) == 0
;; run mod32_by_minus_2(1608260661) == 1

proc div32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_2(-1) == 0
;; run div32_by_minus_2(2147483647) == -1073741823
;; run div32_by_minus_2(-2147483648) == 1073741824
;; run div32_by_minus_2(1) == 0
;; run div32_by_minus_2(-2) == 1
;; run div32_by_minus_2(1608260661) == -804130330

proc div32_by_8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(8)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_8(-1) == 0
;; run div32_by_8(2147483647) == 268435455
;; run div32_by_8(-2147483648) == -268435456
;; run div32_by_8(7) == 0
;; run div32_by_8(-8) == -1
;; run div32_by_8(1608260661) == 201032582

proc mod32_by_8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(8)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_8(-1) == -1
;; run mod32_by_8(2147483647) == 7
;; run mod32_by_8(-2147483648) == 0
;; run mod32_by_8(7) == 7
;; run mod32_by_8(-8) == 0
;; run mod32_by_8(1608260661) == 5

proc mod32_by_minus_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-7)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_minus_7(-1) == -1
;; run mod32_by_minus_7(2147483647) == 1
;; run mod32_by_minus_7(-2147483648) == -2
;; run mod32_by_minus_7(6) == 6
;; run mod32_by_minus_7(-7) == 0
;; run mod32_by_minus_7(1608260661) == 0

proc div32_by_minus_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-7)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_7(-1) == 0
;; run div32_by_minus_7(2147483647) == -306783378
;; run div32_by_minus_7(-2147483648) == 306783378
;; run div32_by_minus_7(6) == 0
;; run div32_by_minus_7(-7) == 1
;; run div32_by_minus_7(1608260661) == -229751523

proc div32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_10(-1) == 0
;; run div32_by_10(2147483647) == 214748364
;; run div32_by_10(-2147483648) == -214748364
;; run div32_by_10(9) == 0
;; run div32_by_10(-10) == -1
;; run div32_by_10(1608260661) == 160826066

proc mod32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_10(-1) == -1
;; run mod32_by_10(2147483647) == 7
;; run mod32_by_10(-2147483648) == -8
;; run mod32_by_10(9) == 9
;; run mod32_by_10(-10) == 0
;; run mod32_by_10(1608260661) == 1

proc mod32_by_1000000007(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1000000007)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_1000000007(-1) == -1
;; run mod32_by_1000000007(2147483647) == 147483633
;; run mod32_by_1000000007(-2147483648) == -147483634
;; run mod32_by_1000000007(1000000006) == 1000000006
;; run mod32_by_1000000007(-1000000007) == 0
;; run mod32_by_1000000007(1608260661) == 608260654

proc div32_by_1073741824(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1073741824)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_1073741824(-1) == 0
;; run div32_by_1073741824(2147483647) == 1
;; run div32_by_1073741824(-2147483648) == -2
;; run div32_by_1073741824(1073741823) == 0
;; run div32_by_1073741824(-1073741824) == -1
;; run div32_by_1073741824(1608260661) == 1

proc mod32_by_2147483647(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_2147483647(-1) == -1
;; run mod32_by_2147483647(2147483647) == 0
;; run mod32_by_2147483647(-2147483648) == -1
;; run mod32_by_2147483647(2147483646) == 2147483646
;; run mod32_by_2147483647(-2147483647) == 0
;; run mod32_by_2147483647(1608260661) == 1608260661

proc div32_by_minus_2147483647(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483647)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_minus_2147483647(-1) == 0
;; run div32_by_minus_2147483647(2147483647) == -1
;; run div32_by_minus_2147483647(-2147483648) == 1
;; run div32_by_minus_2147483647(2147483646) == 0
;; run div32_by_minus_2147483647(-2147483647) == 1
;; run div32_by_minus_2147483647(1608260661) == 0

proc mod32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_3(-1) == -1
;; run mod32_by_3(2147483647) == 1
;; run mod32_by_3(-2147483648) == -2
;; run mod32_by_3(2) == 2
;; run mod32_by_3(-3) == 0
;; run mod32_by_3(1608260661) == 0
