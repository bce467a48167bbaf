barebones 1
; Switch cases that are decided together.
;! asm x86_64-linux -O 2
;; check: spaces
;; check: cmp
;; check: ja
;; check: bt
;; not: cmp
;; check: digits
;; check: cmp
;; check: jbe
;; not: cmp
;; check: two_blocks
;; check: bt
;; check: bt
;; not: bt
;; check: below_zero
;; check: bt
;! asm aarch64-linux -O 2
;; check: spaces
;; check: b.hi
;; check: lsr
;; not: cmp
;; check: digits
;; check: cmp
;; check: b.ls
;; not: cmp
;; check: two_blocks
;; check: lsr
;; check: lsr
;; not: lsr
;; check: below_zero
;! run
;; run spaces(-55) == 0
;; run spaces(-1) == 0
;; run spaces(0) == 0
;; run spaces(8) == 0
;; run spaces(9) == 1
;; run spaces(10) == 1
;; run spaces(11) == 0
;; run spaces(12) == 0
;; run spaces(13) == 1
;; run spaces(14) == 0
;; run spaces(31) == 0
;; run spaces(32) == 1
;; run spaces(33) == 0
;; run spaces(41) == 0
;; run spaces(73) == 0
;; run spaces(96) == 0
;; run spaces(2147483680) == 0
;; run spaces(4294967305) == 1
;; run digits(-16) == 0
;; run digits(-1) == 0
;; run digits(0) == 0
;; run digits(47) == 0
;; run digits(48) == 1
;; run digits(49) == 1
;; run digits(50) == 1
;; run digits(51) == 1
;; run digits(52) == 1
;; run digits(53) == 1
;; run digits(54) == 1
;; run digits(55) == 1
;; run digits(56) == 1
;; run digits(57) == 1
;; run digits(58) == 0
;; run digits(80) == 0
;; run digits(112) == 0
;; run digits(121) == 0
;; run digits(2147483705) == 0
;; run digits(4294967344) == 1
;; run two_blocks(-63) == 0
;; run two_blocks(-1) == 0
;; run two_blocks(0) == 0
;; run two_blocks(1) == 1
;; run two_blocks(2) == 0
;; run two_blocks(3) == 2
;; run two_blocks(4) == 0
;; run two_blocks(5) == 1
;; run two_blocks(6) == 0
;; run two_blocks(7) == 2
;; run two_blocks(8) == 0
;; run two_blocks(33) == 0
;; run two_blocks(39) == 0
;; run two_blocks(40) == 1
;; run two_blocks(41) == 0
;; run two_blocks(65) == 0
;; run two_blocks(104) == 0
;; run two_blocks(2147483688) == 0
;; run two_blocks(4294967297) == 1
;; run below_zero(-67) == 0
;; run below_zero(-4) == 0
;; run below_zero(-3) == 1
;; run below_zero(-2) == 0
;; run below_zero(-1) == 0
;; run below_zero(0) == 0
;; run below_zero(29) == 0
;; run below_zero(30) == 1
;; run below_zero(31) == 0
;; run below_zero(59) == 0
;; run below_zero(60) == 1
;; run below_zero(61) == 0
;; run below_zero(124) == 0
;; run below_zero(2147483708) == 0
;; run below_zero(4294967293) == 1
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
; Many cases for one block: a bit for each.
proc spaces(Int64) -> Int32 {
#0:
    Int64 @100 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@100)
    Void @1 = Switch(@0, 9: #1, 10: #1, 13: #1, 32: #1, default: #2)
#1:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#2:
    Int32 @20 = Const32(0)
    Void @21 = Return(@20)
}
; Contiguous cases: a range check.
proc digits(Int64) -> Int32 {
#0:
    Int64 @100 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@100)
    Void @1 = Switch(@0, 48: #1, 49: #1, 50: #1, 51: #1, 52: #1, 53: #1, 54: #1, 55: #1, 56: #1, 57: #1, default: #2)
#1:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#2:
    Int32 @20 = Const32(0)
    Void @21 = Return(@20)
}
; Two words of bits.
proc two_blocks(Int64) -> Int32 {
#0:
    Int64 @100 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@100)
    Void @1 = Switch(@0, 1: #1, 3: #2, 5: #1, 7: #2, 40: #1, default: #3)
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
; Bits from a negative case on, up to one word.
proc below_zero(Int64) -> Int32 {
#0:
    Int64 @100 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@100)
    Void @1 = Switch(@0, -3: #1, 30: #1, 60: #1, default: #2)
#1:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#2:
    Int32 @20 = Const32(0)
    Void @21 = Return(@20)
}
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
