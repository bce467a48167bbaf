barebones 1
; Switch cases that are decided together.
;! run

; Ranges at the limits of the type.
proc lowest(Int64) -> Int32 {
#0:
    Int64 @100 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@100)
    Void @1 = Switch(@0, -2147483648: #1, -2147483647: #1, 2147483646: #2, 2147483647: #2, default: #3)
#1:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#2:
    Int32 @20 = Const32(2)
    Void @21 = Return(@20)
#3:
    Int32 @30 = Const32(0)
    Void @31 = Return(@30)
}
;; run lowest(-2147483712) == 0
;; run lowest(-2147483649) == 2
;; run lowest(-2147483648) == 1
;; run lowest(-2147483647) == 1
;; run lowest(-2147483646) == 0
;; run lowest(-2147483616) == 0
;; run lowest(-2147483584) == 0
;; run lowest(-1) == 0
;; run lowest(0) == 0
;; run lowest(2147483645) == 0
;; run lowest(2147483646) == 2
;; run lowest(2147483647) == 2
;; run lowest(2147483648) == 1
;; run lowest(2147483711) == 0
;; run lowest(4294967295) == 0

; Bits at the limit of the larger type.
proc wide(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Switch(@0, 9223372036854775767: #1, 9223372036854775770: #1, 9223372036854775780: #1, 9223372036854775807: #1, default: #2)
#1:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#2:
    Int32 @20 = Const32(0)
    Void @21 = Return(@20)
}
;; run wide(-1) == 0
;; run wide(0) == 0
;; run wide(9223372036854775703) == 0
;; run wide(9223372036854775766) == 0
;; run wide(9223372036854775767) == 1
;; run wide(9223372036854775768) == 0
;; run wide(9223372036854775769) == 0
;; run wide(9223372036854775770) == 1
;; run wide(9223372036854775771) == 0
;; run wide(9223372036854775779) == 0
;; run wide(9223372036854775780) == 1
;; run wide(9223372036854775781) == 0
;; run wide(9223372036854775799) == 0
;; run wide(9223372036854775806) == 0
;; run wide(9223372036854775807) == 1
;; run wide(-9223372036854775808) == 0
;; run wide(-9223372036854775785) == 0
;; run wide(-9223372036854775745) == 0
;; run wide(-9223372034707292161) == 0
;; run wide(-9223372032559808553) == 0

; And far from 0.
proc far(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Switch(@0, 4294967296: #1, 4294967298: #1, 4294967301: #2, 4294967303: #2, 4294967306: #1, 4294967309: #2, default: #3)
#1:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#2:
    Int32 @20 = Const32(2)
    Void @21 = Return(@20)
#3:
    Int32 @30 = Const32(0)
    Void @31 = Return(@30)
}
;; run far(-1) == 0
;; run far(0) == 0
;; run far(4294967232) == 0
;; run far(4294967295) == 0
;; run far(4294967296) == 1
;; run far(4294967297) == 0
;; run far(4294967298) == 1
;; run far(4294967299) == 0
;; run far(4294967300) == 0
;; run far(4294967301) == 2
;; run far(4294967302) == 0
;; run far(4294967303) == 2
;; run far(4294967304) == 0
;; run far(4294967305) == 0
;; run far(4294967306) == 1
;; run far(4294967307) == 0
;; run far(4294967308) == 0
;; run far(4294967309) == 2
;; run far(4294967310) == 0
;; run far(4294967328) == 0
;; run far(4294967360) == 0
;; run far(4294967373) == 0
;; run far(6442450957) == 0
;; run far(8589934592) == 0

; A range, a table, bits and a case.
proc mixed(Int64) -> Int32 {
#0:
    Int64 @100 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@100)
    Void @1 = Switch(@0, -100: #1, -99: #1, -98: #1, 0: #1, 1: #2, 2: #3, 3: #1, 4: #2, 5: #3, 1000: #2, 1003: #2, 1007: #2, 5000: #3, default: #4)
#1:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#2:
    Int32 @20 = Const32(2)
    Void @21 = Return(@20)
#3:
    Int32 @30 = Const32(3)
    Void @31 = Return(@30)
#4:
    Int32 @40 = Const32(0)
    Void @41 = Return(@40)
}
;; run mixed(-164) == 0
;; run mixed(-101) == 0
;; run mixed(-100) == 1
;; run mixed(-99) == 1
;; run mixed(-98) == 1
;; run mixed(-97) == 0
;; run mixed(-68) == 0
;; run mixed(-36) == 0
;; run mixed(-1) == 0
;; run mixed(0) == 1
;; run mixed(1) == 2
;; run mixed(2) == 3
;; run mixed(3) == 1
;; run mixed(4) == 2
;; run mixed(5) == 3
;; run mixed(6) == 0
;; run mixed(999) == 0
;; run mixed(1000) == 2
;; run mixed(1001) == 0
;; run mixed(1002) == 0
;; run mixed(1003) == 2
;; run mixed(1004) == 0
;; run mixed(1006) == 0
;; run mixed(1007) == 2
;; run mixed(1008) == 0
;; run mixed(4999) == 0
;; run mixed(5000) == 3
;; run mixed(5001) == 0
;; run mixed(5064) == 0
;; run mixed(2147488648) == 0
;; run mixed(4294967196) == 1
