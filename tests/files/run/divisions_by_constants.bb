barebones 1
; Divisions by constants are shifts and products: by powers of two, by others of both signs; those by the largest
; numbers stay divisions. Dividends are at the ends of the range and around the divisor.
;! run
;; run div32_by_2(-1) == 0
;; run div32_by_2(2147483647) == 1073741823
;; run div32_by_2(-2147483648) == -1073741824
;; run div32_by_2(1) == 0
;; run div32_by_2(-2) == -1
;; run div32_by_2(1608260661) == 804130330
;; run mod32_by_minus_2(-1) == -1
;; run mod32_by_minus_2(2147483647) == 1
;; run mod32_by_minus_2(-2147483648) == 0
;; run mod32_by_minus_2(1) == 1
;; run mod32_by_minus_2(-2) == 0
;; run mod32_by_minus_2(1608260661) == 1
;; run div32_by_minus_2(-1) == 0
;; run div32_by_minus_2(2147483647) == -1073741823
;; run div32_by_minus_2(-2147483648) == 1073741824
;; run div32_by_minus_2(1) == 0
;; run div32_by_minus_2(-2) == 1
;; run div32_by_minus_2(1608260661) == -804130330
;; run div32_by_8(-1) == 0
;; run div32_by_8(2147483647) == 268435455
;; run div32_by_8(-2147483648) == -268435456
;; run div32_by_8(7) == 0
;; run div32_by_8(-8) == -1
;; run div32_by_8(1608260661) == 201032582
;; run mod32_by_8(-1) == -1
;; run mod32_by_8(2147483647) == 7
;; run mod32_by_8(-2147483648) == 0
;; run mod32_by_8(7) == 7
;; run mod32_by_8(-8) == 0
;; run mod32_by_8(1608260661) == 5
;; run mod32_by_minus_7(-1) == -1
;; run mod32_by_minus_7(2147483647) == 1
;; run mod32_by_minus_7(-2147483648) == -2
;; run mod32_by_minus_7(6) == 6
;; run mod32_by_minus_7(-7) == 0
;; run mod32_by_minus_7(1608260661) == 0
;; run div32_by_minus_7(-1) == 0
;; run div32_by_minus_7(2147483647) == -306783378
;; run div32_by_minus_7(-2147483648) == 306783378
;; run div32_by_minus_7(6) == 0
;; run div32_by_minus_7(-7) == 1
;; run div32_by_minus_7(1608260661) == -229751523
;; run div32_by_10(-1) == 0
;; run div32_by_10(2147483647) == 214748364
;; run div32_by_10(-2147483648) == -214748364
;; run div32_by_10(9) == 0
;; run div32_by_10(-10) == -1
;; run div32_by_10(1608260661) == 160826066
;; run mod32_by_10(-1) == -1
;; run mod32_by_10(2147483647) == 7
;; run mod32_by_10(-2147483648) == -8
;; run mod32_by_10(9) == 9
;; run mod32_by_10(-10) == 0
;; run mod32_by_10(1608260661) == 1
;; run mod32_by_1000000007(-1) == -1
;; run mod32_by_1000000007(2147483647) == 147483633
;; run mod32_by_1000000007(-2147483648) == -147483634
;; run mod32_by_1000000007(1000000006) == 1000000006
;; run mod32_by_1000000007(-1000000007) == 0
;; run mod32_by_1000000007(1608260661) == 608260654
;; run div32_by_1073741824(-1) == 0
;; run div32_by_1073741824(2147483647) == 1
;; run div32_by_1073741824(-2147483648) == -2
;; run div32_by_1073741824(1073741823) == 0
;; run div32_by_1073741824(-1073741824) == -1
;; run div32_by_1073741824(1608260661) == 1
;; run mod32_by_2147483647(-1) == -1
;; run mod32_by_2147483647(2147483647) == 0
;; run mod32_by_2147483647(-2147483648) == -1
;; run mod32_by_2147483647(2147483646) == 2147483646
;; run mod32_by_2147483647(-2147483647) == 0
;; run mod32_by_2147483647(1608260661) == 1608260661
;; run div32_by_minus_2147483647(-1) == 0
;; run div32_by_minus_2147483647(2147483647) == -1
;; run div32_by_minus_2147483647(-2147483648) == 1
;; run div32_by_minus_2147483647(2147483646) == 0
;; run div32_by_minus_2147483647(-2147483647) == 1
;; run div32_by_minus_2147483647(1608260661) == 0
;; run mod32_by_3(-1) == -1
;; run mod32_by_3(2147483647) == 1
;; run mod32_by_3(-2147483648) == -2
;; run mod32_by_3(2) == 2
;; run mod32_by_3(-3) == 0
;; run mod32_by_3(1608260661) == 0
;; run udiv32_by_2(-1) == 2147483647
;; run udiv32_by_2(2147483647) == 1073741823
;; run udiv32_by_2(-2147483648) == 1073741824
;; run udiv32_by_2(1) == 0
;; run udiv32_by_2(-2) == 2147483647
;; run udiv32_by_2(1608260661) == 804130330
;; run umod32_by_16(-1) == 15
;; run umod32_by_16(2147483647) == 15
;; run umod32_by_16(-2147483648) == 0
;; run umod32_by_16(15) == 15
;; run umod32_by_16(-16) == 0
;; run umod32_by_16(1608260661) == 5
;; run udiv32_by_3(-1) == 1431655765
;; run udiv32_by_3(2147483647) == 715827882
;; run udiv32_by_3(-2147483648) == 715827882
;; run udiv32_by_3(2) == 0
;; run udiv32_by_3(-3) == 1431655764
;; run udiv32_by_3(1608260661) == 536086887
;; run umod32_by_7(-1) == 3
;; run umod32_by_7(2147483647) == 1
;; run umod32_by_7(-2147483648) == 2
;; run umod32_by_7(6) == 6
;; run umod32_by_7(-7) == 4
;; run umod32_by_7(1608260661) == 0
;; run udiv32_by_7(-1) == 613566756
;; run udiv32_by_7(2147483647) == 306783378
;; run udiv32_by_7(-2147483648) == 306783378
;; run udiv32_by_7(6) == 0
;; run udiv32_by_7(-7) == 613566755
;; run udiv32_by_7(1608260661) == 229751523
;; run udiv32_by_10(-1) == 429496729
;; run udiv32_by_10(2147483647) == 214748364
;; run udiv32_by_10(-2147483648) == 214748364
;; run udiv32_by_10(9) == 0
;; run udiv32_by_10(-10) == 429496728
;; run udiv32_by_10(1608260661) == 160826066
;; run umod32_by_641(-1) == 639
;; run umod32_by_641(2147483647) == 319
;; run umod32_by_641(-2147483648) == 320
;; run umod32_by_641(640) == 640
;; run umod32_by_641(-641) == 640
;; run umod32_by_641(1608260661) == 635
;; run udiv32_by_1073741824(-1) == 3
;; run udiv32_by_1073741824(2147483647) == 1
;; run udiv32_by_1073741824(-2147483648) == 2
;; run udiv32_by_1073741824(1073741823) == 0
;; run udiv32_by_1073741824(-1073741824) == 3
;; run udiv32_by_1073741824(1608260661) == 1
;; run umod32_by_2147483647(-1) == 1
;; run umod32_by_2147483647(2147483647) == 0
;; run umod32_by_2147483647(-2147483648) == 1
;; run umod32_by_2147483647(2147483646) == 2147483646
;; run umod32_by_2147483647(-2147483647) == 2
;; run umod32_by_2147483647(1608260661) == 1608260661
;; run udiv32_by_minus_1(-1) == 1
;; run udiv32_by_minus_1(2147483647) == 0
;; run udiv32_by_minus_1(-2147483648) == 0
;; run udiv32_by_minus_1(0) == 0
;; run udiv32_by_minus_1(1608260661) == 0
;; run umod32_by_minus_2147483648(-1) == 2147483647
;; run umod32_by_minus_2147483648(2147483647) == 2147483647
;; run umod32_by_minus_2147483648(-2147483648) == 0
;; run umod32_by_minus_2147483648(1608260661) == 1608260661
;; run div32_by_minus_2147483648(-1) == 0
;; run div32_by_minus_2147483648(2147483647) == 0
;; run div32_by_minus_2147483648(-2147483648) == 1
;; run div32_by_minus_2147483648(1608260661) == 0
;; run chilldiv32_by_5(-1) == 0
;; run chilldiv32_by_5(2147483647) == 429496729
;; run chilldiv32_by_5(-2147483648) == -429496729
;; run chilldiv32_by_5(4) == 0
;; run chilldiv32_by_5(-5) == -1
;; run chilldiv32_by_5(1608260661) == 321652132
;; run chillmod32_by_minus_8(-1) == -1
;; run chillmod32_by_minus_8(2147483647) == 7
;; run chillmod32_by_minus_8(-2147483648) == 0
;; run chillmod32_by_minus_8(7) == 7
;; run chillmod32_by_minus_8(-8) == 0
;; run chillmod32_by_minus_8(1608260661) == 5
;; run div64_by_2(-1) == 0
;; run div64_by_2(9223372036854775807) == 4611686018427387903
;; run div64_by_2(-9223372036854775808) == -4611686018427387904
;; run div64_by_2(1) == 0
;; run div64_by_2(-2) == -1
;; run div64_by_2(12345678901) == 6172839450
;; run mod64_by_minus_2(-1) == -1
;; run mod64_by_minus_2(9223372036854775807) == 1
;; run mod64_by_minus_2(-9223372036854775808) == 0
;; run mod64_by_minus_2(1) == 1
;; run mod64_by_minus_2(-2) == 0
;; run mod64_by_minus_2(12345678901) == 1
;; run div64_by_minus_2(-1) == 0
;; run div64_by_minus_2(9223372036854775807) == -4611686018427387903
;; run div64_by_minus_2(-9223372036854775808) == 4611686018427387904
;; run div64_by_minus_2(1) == 0
;; run div64_by_minus_2(-2) == 1
;; run div64_by_minus_2(12345678901) == -6172839450
;; run div64_by_8(-1) == 0
;; run div64_by_8(9223372036854775807) == 1152921504606846975
;; run div64_by_8(-9223372036854775808) == -1152921504606846976
;; run div64_by_8(7) == 0
;; run div64_by_8(-8) == -1
;; run div64_by_8(12345678901) == 1543209862
;; run mod64_by_8(-1) == -1
;; run mod64_by_8(9223372036854775807) == 7
;; run mod64_by_8(-9223372036854775808) == 0
;; run mod64_by_8(7) == 7
;; run mod64_by_8(-8) == 0
;; run mod64_by_8(12345678901) == 5
;; run mod64_by_minus_7(-1) == -1
;; run mod64_by_minus_7(9223372036854775807) == 0
;; run mod64_by_minus_7(-9223372036854775808) == -1
;; run mod64_by_minus_7(6) == 6
;; run mod64_by_minus_7(-7) == 0
;; run mod64_by_minus_7(12345678901) == 3
;; run div64_by_minus_7(-1) == 0
;; run div64_by_minus_7(9223372036854775807) == -1317624576693539401
;; run div64_by_minus_7(-9223372036854775808) == 1317624576693539401
;; run div64_by_minus_7(6) == 0
;; run div64_by_minus_7(-7) == 1
;; run div64_by_minus_7(12345678901) == -1763668414
;; run div64_by_10(-1) == 0
;; run div64_by_10(9223372036854775807) == 922337203685477580
;; run div64_by_10(-9223372036854775808) == -922337203685477580
;; run div64_by_10(9) == 0
;; run div64_by_10(-10) == -1
;; run div64_by_10(12345678901) == 1234567890
;; run mod64_by_10(-1) == -1
;; run mod64_by_10(9223372036854775807) == 7
;; run mod64_by_10(-9223372036854775808) == -8
;; run mod64_by_10(9) == 9
;; run mod64_by_10(-10) == 0
;; run mod64_by_10(12345678901) == 1
;; run mod64_by_1000000007(-1) == -1
;; run mod64_by_1000000007(9223372036854775807) == 291172003
;; run mod64_by_1000000007(-9223372036854775808) == -291172004
;; run mod64_by_1000000007(1000000006) == 1000000006
;; run mod64_by_1000000007(-1000000007) == 0
;; run mod64_by_1000000007(12345678901) == 345678817
;; run div64_by_4611686018427387904(-1) == 0
;; run div64_by_4611686018427387904(9223372036854775807) == 1
;; run div64_by_4611686018427387904(-9223372036854775808) == -2
;; run div64_by_4611686018427387904(4611686018427387903) == 0
;; run div64_by_4611686018427387904(-4611686018427387904) == -1
;; run div64_by_4611686018427387904(12345678901) == 0
;; run mod64_by_9223372036854775807(-1) == -1
;; run mod64_by_9223372036854775807(9223372036854775807) == 0
;; run mod64_by_9223372036854775807(-9223372036854775808) == -1
;; run mod64_by_9223372036854775807(9223372036854775806) == 9223372036854775806
;; run mod64_by_9223372036854775807(-9223372036854775807) == 0
;; run mod64_by_9223372036854775807(12345678901) == 12345678901
;; run div64_by_minus_9223372036854775807(-1) == 0
;; run div64_by_minus_9223372036854775807(9223372036854775807) == -1
;; run div64_by_minus_9223372036854775807(-9223372036854775808) == 1
;; run div64_by_minus_9223372036854775807(9223372036854775806) == 0
;; run div64_by_minus_9223372036854775807(-9223372036854775807) == 1
;; run div64_by_minus_9223372036854775807(12345678901) == 0
;; run mod64_by_3(-1) == -1
;; run mod64_by_3(9223372036854775807) == 1
;; run mod64_by_3(-9223372036854775808) == -2
;; run mod64_by_3(2) == 2
;; run mod64_by_3(-3) == 0
;; run mod64_by_3(12345678901) == 1
;; run udiv64_by_2(-1) == 9223372036854775807
;; run udiv64_by_2(9223372036854775807) == 4611686018427387903
;; run udiv64_by_2(-9223372036854775808) == 4611686018427387904
;; run udiv64_by_2(1) == 0
;; run udiv64_by_2(-2) == 9223372036854775807
;; run udiv64_by_2(12345678901) == 6172839450
;; run umod64_by_16(-1) == 15
;; run umod64_by_16(9223372036854775807) == 15
;; run umod64_by_16(-9223372036854775808) == 0
;; run umod64_by_16(15) == 15
;; run umod64_by_16(-16) == 0
;; run umod64_by_16(12345678901) == 5
;; run udiv64_by_3(-1) == 6148914691236517205
;; run udiv64_by_3(9223372036854775807) == 3074457345618258602
;; run udiv64_by_3(-9223372036854775808) == 3074457345618258602
;; run udiv64_by_3(2) == 0
;; run udiv64_by_3(-3) == 6148914691236517204
;; run udiv64_by_3(12345678901) == 4115226300
;; run umod64_by_7(-1) == 1
;; run umod64_by_7(9223372036854775807) == 0
;; run umod64_by_7(-9223372036854775808) == 1
;; run umod64_by_7(6) == 6
;; run umod64_by_7(-7) == 2
;; run umod64_by_7(12345678901) == 3
;; run udiv64_by_7(-1) == 2635249153387078802
;; run udiv64_by_7(9223372036854775807) == 1317624576693539401
;; run udiv64_by_7(-9223372036854775808) == 1317624576693539401
;; run udiv64_by_7(6) == 0
;; run udiv64_by_7(-7) == 2635249153387078801
;; run udiv64_by_7(12345678901) == 1763668414
;; run udiv64_by_10(-1) == 1844674407370955161
;; run udiv64_by_10(9223372036854775807) == 922337203685477580
;; run udiv64_by_10(-9223372036854775808) == 922337203685477580
;; run udiv64_by_10(9) == 0
;; run udiv64_by_10(-10) == 1844674407370955160
;; run udiv64_by_10(12345678901) == 1234567890
;; run umod64_by_641(-1) == 0
;; run umod64_by_641(9223372036854775807) == 320
;; run umod64_by_641(-9223372036854775808) == 321
;; run umod64_by_641(640) == 640
;; run umod64_by_641(-641) == 1
;; run umod64_by_641(12345678901) == 312
;; run udiv64_by_4611686018427387904(-1) == 3
;; run udiv64_by_4611686018427387904(9223372036854775807) == 1
;; run udiv64_by_4611686018427387904(-9223372036854775808) == 2
;; run udiv64_by_4611686018427387904(4611686018427387903) == 0
;; run udiv64_by_4611686018427387904(-4611686018427387904) == 3
;; run udiv64_by_4611686018427387904(12345678901) == 0
;; run umod64_by_9223372036854775807(-1) == 1
;; run umod64_by_9223372036854775807(9223372036854775807) == 0
;; run umod64_by_9223372036854775807(-9223372036854775808) == 1
;; run umod64_by_9223372036854775807(9223372036854775806) == 9223372036854775806
;; run umod64_by_9223372036854775807(-9223372036854775807) == 2
;; run umod64_by_9223372036854775807(12345678901) == 12345678901
;; run udiv64_by_minus_1(-1) == 1
;; run udiv64_by_minus_1(9223372036854775807) == 0
;; run udiv64_by_minus_1(-9223372036854775808) == 0
;; run udiv64_by_minus_1(0) == 0
;; run udiv64_by_minus_1(12345678901) == 0
;; run umod64_by_minus_9223372036854775808(-1) == 9223372036854775807
;; run umod64_by_minus_9223372036854775808(9223372036854775807) == 9223372036854775807
;; run umod64_by_minus_9223372036854775808(-9223372036854775808) == 0
;; run umod64_by_minus_9223372036854775808(12345678901) == 12345678901
;; run div64_by_minus_9223372036854775808(-1) == 0
;; run div64_by_minus_9223372036854775808(9223372036854775807) == 0
;; run div64_by_minus_9223372036854775808(-9223372036854775808) == 1
;; run div64_by_minus_9223372036854775808(12345678901) == 0
;; run chilldiv64_by_5(-1) == 0
;; run chilldiv64_by_5(9223372036854775807) == 1844674407370955161
;; run chilldiv64_by_5(-9223372036854775808) == -1844674407370955161
;; run chilldiv64_by_5(4) == 0
;; run chilldiv64_by_5(-5) == -1
;; run chilldiv64_by_5(12345678901) == 2469135780
;; run chillmod64_by_minus_8(-1) == -1
;; run chillmod64_by_minus_8(9223372036854775807) == 7
;; run chillmod64_by_minus_8(-9223372036854775808) == 0
;; run chillmod64_by_minus_8(7) == 7
;; run chillmod64_by_minus_8(-8) == 0
;; run chillmod64_by_minus_8(12345678901) == 5

proc div32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_minus_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(8)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(8)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_minus_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-7)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_minus_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-7)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_1000000007(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1000000007)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_1073741824(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1073741824)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_2147483647(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_minus_2147483647(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483647)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv32_by_2(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(16)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(7)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv32_by_7(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(7)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc udiv32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod32_by_641(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(641)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv32_by_1073741824(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1073741824)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod32_by_2147483647(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    Int32 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod32_by_minus_2147483648(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc div32_by_minus_2147483648(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc chilldiv32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}

proc chillmod32_by_minus_8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-8)
    Int32 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}

proc div64_by_2(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(2)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-2)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc div64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-2)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div64_by_8(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(8)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod64_by_8(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(8)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod64_by_minus_7(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-7)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc div64_by_minus_7(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-7)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc div64_by_10(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(10)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod64_by_10(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(10)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc mod64_by_1000000007(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(1000000007)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc div64_by_4611686018427387904(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(4611686018427387904)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod64_by_9223372036854775807(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(9223372036854775807)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc div64_by_minus_9223372036854775807(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-9223372036854775807)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc mod64_by_3(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(3)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv64_by_2(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(2)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod64_by_16(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(16)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv64_by_3(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(3)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod64_by_7(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(7)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv64_by_7(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(7)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc udiv64_by_10(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(10)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod64_by_641(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(641)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv64_by_4611686018427387904(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(4611686018427387904)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod64_by_9223372036854775807(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(9223372036854775807)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc udiv64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-1)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}

proc umod64_by_minus_9223372036854775808(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-9223372036854775808)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc div64_by_minus_9223372036854775808(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-9223372036854775808)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc chilldiv64_by_5(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(5)
    Int64 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}

proc chillmod64_by_minus_8(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-8)
    Int64 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
