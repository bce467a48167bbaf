barebones 1
; Divisions by constants are shifts and products: by powers of two, by others of both signs; those by the largest
; numbers stay divisions. Dividends are at the ends of the range and around the divisor.
;! run

proc div64_by_2(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(2)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div64_by_2(-1) == 0
;; run div64_by_2(9223372036854775807) == 4611686018427387903
;; run div64_by_2(-9223372036854775808) == -4611686018427387904
;; run div64_by_2(1) == 0
;; run div64_by_2(-2) == -1
;; run div64_by_2(12345678901) == 6172839450

proc mod64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-2)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod64_by_minus_2(-1) == -1
;; run mod64_by_minus_2(9223372036854775807) == 1
;; run mod64_by_minus_2(-9223372036854775808) == 0
;; run mod64_by_minus_2(1) == 1
;; run mod64_by_minus_2(-2) == 0
;; run mod64_by_minus_2(12345678901) == 1

proc div64_by_minus_2(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-2)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div64_by_minus_2(-1) == 0
;; run div64_by_minus_2(9223372036854775807) == -4611686018427387903
;; run div64_by_minus_2(-9223372036854775808) == 4611686018427387904
;; run div64_by_minus_2(1) == 0
;; run div64_by_minus_2(-2) == 1
;; run div64_by_minus_2(12345678901) == -6172839450

proc div64_by_8(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(8)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div64_by_8(-1) == 0
;; run div64_by_8(9223372036854775807) == 1152921504606846975
;; run div64_by_8(-9223372036854775808) == -1152921504606846976
;; run div64_by_8(7) == 0
;; run div64_by_8(-8) == -1
;; run div64_by_8(12345678901) == 1543209862

proc mod64_by_8(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(8)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod64_by_8(-1) == -1
;; run mod64_by_8(9223372036854775807) == 7
;; run mod64_by_8(-9223372036854775808) == 0
;; run mod64_by_8(7) == 7
;; run mod64_by_8(-8) == 0
;; run mod64_by_8(12345678901) == 5

proc mod64_by_minus_7(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-7)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod64_by_minus_7(-1) == -1
;; run mod64_by_minus_7(9223372036854775807) == 0
;; run mod64_by_minus_7(-9223372036854775808) == -1
;; run mod64_by_minus_7(6) == 6
;; run mod64_by_minus_7(-7) == 0
;; run mod64_by_minus_7(12345678901) == 3

proc div64_by_minus_7(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-7)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div64_by_minus_7(-1) == 0
;; run div64_by_minus_7(9223372036854775807) == -1317624576693539401
;; run div64_by_minus_7(-9223372036854775808) == 1317624576693539401
;; run div64_by_minus_7(6) == 0
;; run div64_by_minus_7(-7) == 1
;; run div64_by_minus_7(12345678901) == -1763668414

proc div64_by_10(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(10)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div64_by_10(-1) == 0
;; run div64_by_10(9223372036854775807) == 922337203685477580
;; run div64_by_10(-9223372036854775808) == -922337203685477580
;; run div64_by_10(9) == 0
;; run div64_by_10(-10) == -1
;; run div64_by_10(12345678901) == 1234567890

proc mod64_by_10(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(10)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod64_by_10(-1) == -1
;; run mod64_by_10(9223372036854775807) == 7
;; run mod64_by_10(-9223372036854775808) == -8
;; run mod64_by_10(9) == 9
;; run mod64_by_10(-10) == 0
;; run mod64_by_10(12345678901) == 1

proc mod64_by_1000000007(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(1000000007)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod64_by_1000000007(-1) == -1
;; run mod64_by_1000000007(9223372036854775807) == 291172003
;; run mod64_by_1000000007(-9223372036854775808) == -291172004
;; run mod64_by_1000000007(1000000006) == 1000000006
;; run mod64_by_1000000007(-1000000007) == 0
;; run mod64_by_1000000007(12345678901) == 345678817

proc div64_by_4611686018427387904(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(4611686018427387904)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div64_by_4611686018427387904(-1) == 0
;; run div64_by_4611686018427387904(9223372036854775807) == 1
;; run div64_by_4611686018427387904(-9223372036854775808) == -2
;; run div64_by_4611686018427387904(4611686018427387903) == 0
;; run div64_by_4611686018427387904(-4611686018427387904) == -1
;; run div64_by_4611686018427387904(12345678901) == 0

proc mod64_by_9223372036854775807(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(9223372036854775807)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod64_by_9223372036854775807(-1) == -1
;; run mod64_by_9223372036854775807(9223372036854775807) == 0
;; run mod64_by_9223372036854775807(-9223372036854775808) == -1
;; run mod64_by_9223372036854775807(9223372036854775806) == 9223372036854775806
;; run mod64_by_9223372036854775807(-9223372036854775807) == 0
;; run mod64_by_9223372036854775807(12345678901) == 12345678901

proc div64_by_minus_9223372036854775807(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(-9223372036854775807)
    Int64 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div64_by_minus_9223372036854775807(-1) == 0
;; run div64_by_minus_9223372036854775807(9223372036854775807) == -1
;; run div64_by_minus_9223372036854775807(-9223372036854775808) == 1
;; run div64_by_minus_9223372036854775807(9223372036854775806) == 0
;; run div64_by_minus_9223372036854775807(-9223372036854775807) == 1
;; run div64_by_minus_9223372036854775807(12345678901) == 0

proc mod64_by_3(Int64) -> Int64 {
#0:
    Int64 @1 = ArgumentReg(%a0)
    Int64 @2 = Const64(3)
    Int64 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod64_by_3(-1) == -1
;; run mod64_by_3(9223372036854775807) == 1
;; run mod64_by_3(-9223372036854775808) == -2
;; run mod64_by_3(2) == 2
;; run mod64_by_3(-3) == 0
;; run mod64_by_3(12345678901) == 1
