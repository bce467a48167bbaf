barebones 1
; Switch cases that are decided together.
;! asm x86_64-linux -O 2 as x64
;! asm aarch64-linux -O 2 as a64
;! run

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
;; check x64: cmp
;; check x64: ja
;; check x64: bt
;; not x64: cmp
;; check a64: b.hi
;; check a64: lsr
;; not a64: cmp
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
;; check x64: cmp
;; check x64: jbe
;; not x64: cmp
;; check a64: cmp
;; check a64: b.ls
;; not a64: cmp
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
;; check x64: bt
;; check x64: bt
;; not x64: bt
;; check a64: lsr
;; check a64: lsr
;; not a64: lsr
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
;; check x64: bt
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
