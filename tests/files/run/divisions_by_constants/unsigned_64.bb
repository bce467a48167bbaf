barebones 1
; Divisions by constants are shifts and products: by powers of two, by others of both signs; those by the largest
; numbers stay divisions. Dividends are at the ends of the range and around the divisor.
;! run

proc udiv64_by_2(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(2)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv64_by_2(-1) == 9223372036854775807
;; run udiv64_by_2(9223372036854775807) == 4611686018427387903
;; run udiv64_by_2(-9223372036854775808) == 4611686018427387904
;; run udiv64_by_2(1) == 0
;; run udiv64_by_2(-2) == 9223372036854775807
;; run udiv64_by_2(12345678901) == 6172839450

proc umod64_by_16(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(16)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod64_by_16(-1) == 15
;; run umod64_by_16(9223372036854775807) == 15
;; run umod64_by_16(-9223372036854775808) == 0
;; run umod64_by_16(15) == 15
;; run umod64_by_16(-16) == 0
;; run umod64_by_16(12345678901) == 5

proc udiv64_by_3(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(3)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv64_by_3(-1) == 6148914691236517205
;; run udiv64_by_3(9223372036854775807) == 3074457345618258602
;; run udiv64_by_3(-9223372036854775808) == 3074457345618258602
;; run udiv64_by_3(2) == 0
;; run udiv64_by_3(-3) == 6148914691236517204
;; run udiv64_by_3(12345678901) == 4115226300

proc umod64_by_7(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(7)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod64_by_7(-1) == 1
;; run umod64_by_7(9223372036854775807) == 0
;; run umod64_by_7(-9223372036854775808) == 1
;; run umod64_by_7(6) == 6
;; run umod64_by_7(-7) == 2
;; run umod64_by_7(12345678901) == 3

proc udiv64_by_7(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(7)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv64_by_7(-1) == 2635249153387078802
;; run udiv64_by_7(9223372036854775807) == 1317624576693539401
;; run udiv64_by_7(-9223372036854775808) == 1317624576693539401
;; run udiv64_by_7(6) == 0
;; run udiv64_by_7(-7) == 2635249153387078801
;; run udiv64_by_7(12345678901) == 1763668414

proc udiv64_by_10(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(10)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv64_by_10(-1) == 1844674407370955161
;; run udiv64_by_10(9223372036854775807) == 922337203685477580
;; run udiv64_by_10(-9223372036854775808) == 922337203685477580
;; run udiv64_by_10(9) == 0
;; run udiv64_by_10(-10) == 1844674407370955160
;; run udiv64_by_10(12345678901) == 1234567890

proc umod64_by_641(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(641)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod64_by_641(-1) == 0
;; run umod64_by_641(9223372036854775807) == 320
;; run umod64_by_641(-9223372036854775808) == 321
;; run umod64_by_641(640) == 640
;; run umod64_by_641(-641) == 1
;; run umod64_by_641(12345678901) == 312

proc udiv64_by_4611686018427387904(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(4611686018427387904)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv64_by_4611686018427387904(-1) == 3
;; run udiv64_by_4611686018427387904(9223372036854775807) == 1
;; run udiv64_by_4611686018427387904(-9223372036854775808) == 2
;; run udiv64_by_4611686018427387904(4611686018427387903) == 0
;; run udiv64_by_4611686018427387904(-4611686018427387904) == 3
;; run udiv64_by_4611686018427387904(12345678901) == 0

proc umod64_by_9223372036854775807(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(9223372036854775807)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod64_by_9223372036854775807(-1) == 1
;; run umod64_by_9223372036854775807(9223372036854775807) == 0
;; run umod64_by_9223372036854775807(-9223372036854775808) == 1
;; run umod64_by_9223372036854775807(9223372036854775806) == 9223372036854775806
;; run umod64_by_9223372036854775807(-9223372036854775807) == 2
;; run umod64_by_9223372036854775807(12345678901) == 12345678901

proc udiv64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-1)
    Int64 @3 = UDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run udiv64_by_minus_1(-1) == 1
;; run udiv64_by_minus_1(9223372036854775807) == 0
;; run udiv64_by_minus_1(-9223372036854775808) == 0
;; run udiv64_by_minus_1(0) == 0
;; run udiv64_by_minus_1(12345678901) == 0

proc umod64_by_minus_9223372036854775808(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-9223372036854775808)
    Int64 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; run umod64_by_minus_9223372036854775808(-1) == 9223372036854775807
;; run umod64_by_minus_9223372036854775808(9223372036854775807) == 9223372036854775807
;; run umod64_by_minus_9223372036854775808(-9223372036854775808) == 0
;; run umod64_by_minus_9223372036854775808(12345678901) == 12345678901

proc div64_by_minus_9223372036854775808(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-9223372036854775808)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div64_by_minus_9223372036854775808(-1) == 0
;; run div64_by_minus_9223372036854775808(9223372036854775807) == 0
;; run div64_by_minus_9223372036854775808(-9223372036854775808) == 1
;; run div64_by_minus_9223372036854775808(12345678901) == 0

proc chilldiv64_by_5(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(5)
    Int64 @3 = ChillDiv(@1, @2)
    Void @4 = Return(@3)
}
;; run chilldiv64_by_5(-1) == 0
;; run chilldiv64_by_5(9223372036854775807) == 1844674407370955161
;; run chilldiv64_by_5(-9223372036854775808) == -1844674407370955161
;; run chilldiv64_by_5(4) == 0
;; run chilldiv64_by_5(-5) == -1
;; run chilldiv64_by_5(12345678901) == 2469135780

proc chillmod64_by_minus_8(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-8)
    Int64 @3 = ChillMod(@1, @2)
    Void @4 = Return(@3)
}
;; run chillmod64_by_minus_8(-1) == -1
;; run chillmod64_by_minus_8(9223372036854775807) == 7
;; run chillmod64_by_minus_8(-9223372036854775808) == 0
;; run chillmod64_by_minus_8(7) == 7
;; run chillmod64_by_minus_8(-8) == 0
;; run chillmod64_by_minus_8(12345678901) == 5
