barebones 1
; Sums and differences of two limbs of 32 bits: the carry between them stays in the flag. Both halves of a product are one
; instruction on x86-64.
;! asm x86_64-linux -O 2 as O2
;! asm aarch64-linux -O 2 as A64
;! run

proc add_64(Int32, Int32, Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int32 @10 = Trunc(@0)
    Int32 @11 = Trunc(@1)
    Int32 @12 = Trunc(@2)
    Int32 @13 = Trunc(@3)
    (Int32, Int32) @20 = UAddOverflow(@10, @12)
    Int32 @21 = Extract(@20, 1)
    (Int32, Int32) @22 = AddCarry(@11, @13, @21)
    Int32 @23 = Extract(@20, 0)
    Int32 @24 = Extract(@22, 0)
    Void @25 = Return(@23, @24)
}
;; not O2: set
;; check O2: add e
;; check O2: adc e
;; not O2: set
;; check O2: ret
;; not A64: cset
;; check A64: adds w
;; check A64: adcs w
;; not A64: cset
;; check A64: ret
;; run add_64(-1, 5, 1, 6) == 0, 12
;; run add_64(-2, 5, 1, 6) == -1, 11
;; run add_64(-0x80000000, 0x7fffffff, -0x80000000, 0) == 0, -0x80000000
;; run add_64(-1, -1, -1, -1) == -2, -1

proc subtract_64(Int32, Int32, Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int32 @10 = Trunc(@0)
    Int32 @11 = Trunc(@1)
    Int32 @12 = Trunc(@2)
    Int32 @13 = Trunc(@3)
    Int32 @30 = Const32(0)
    (Int32, Int32) @20 = SubBorrow(@10, @12, @30)
    Int32 @21 = Extract(@20, 1)
    (Int32, Int32) @22 = SubBorrow(@11, @13, @21)
    Int32 @23 = Extract(@20, 0)
    Int32 @24 = Extract(@22, 0)
    Void @25 = Return(@23, @24)
}
;; not O2: set
;; check O2: sub e
;; check O2: sbb e
;; not O2: set
;; check O2: ret
;; not A64: cset
;; check A64: subs w
;; check A64: sbcs w
;; not A64: cset
;; check A64: ret
;; run subtract_64(0, 5, 1, 6) == -1, -2
;; run subtract_64(3, 5, 1, 6) == 2, -1
;; run subtract_64(0, -0x80000000, 1, 0) == -1, 0x7fffffff

; A carry in and a carry out.
proc add_with_carry(Int32, Int32, Int32, Int32) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int32 @10 = Trunc(@0)
    Int32 @11 = Trunc(@1)
    Int32 @12 = Trunc(@2)
    Int32 @13 = Trunc(@3)
    (Int32, Int32) @20 = AddCarry(@10, @12, @13)
    Int32 @21 = Extract(@20, 1)
    (Int32, Int32) @22 = AddCarry(@11, @12, @21)
    Int32 @23 = Extract(@20, 0)
    Int32 @24 = Extract(@22, 0)
    Int32 @25 = Extract(@22, 1)
    Int64 @26 = ZExt32(@23)
    Int64 @27 = ZExt32(@24)
    Int32 @28 = Const32(32)
    Int64 @29 = Shl(@27, @28)
    Int64 @31 = BitOr(@26, @29)
    Void @32 = Return(@31, @25)
}
;; check O2: adc e
;; not O2: cmp
;; check O2: adc
;; check O2: setb
;; check O2: ret
;; check A64: adcs w
;; not A64: cmp
;; check A64: adcs w
;; check A64: cset
;; check A64: ret
;; run add_with_carry(-1, -1, 0, 1) == 0, 1
;; run add_with_carry(-1, -1, -1, 7) == -1, 1
;; run add_with_carry(1, 2, 3, 0) == 21474836484, 0
;; run add_with_carry(0, 0, 0, 1) == 1, 0
;; run add_with_carry(3, 3, 3, 0) == 25769803782, 0
;; run add_with_carry(3, 3, 3, 1) == 25769803783, 0
;; run add_with_carry(-2147483648, 2147483647, -2147483648, 0) == 0, 1
;; run add_with_carry(0, 0, -1, -1) == 0, 1

proc subtract_with_borrow(Int32, Int32, Int32, Int32) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int32 @10 = Trunc(@0)
    Int32 @11 = Trunc(@1)
    Int32 @12 = Trunc(@2)
    Int32 @13 = Trunc(@3)
    (Int32, Int32) @20 = SubBorrow(@10, @12, @13)
    Int32 @21 = Extract(@20, 1)
    (Int32, Int32) @22 = SubBorrow(@11, @12, @21)
    Int32 @23 = Extract(@20, 0)
    Int32 @24 = Extract(@22, 0)
    Int32 @25 = Extract(@22, 1)
    Int64 @26 = ZExt32(@23)
    Int64 @27 = ZExt32(@24)
    Int32 @28 = Const32(32)
    Int64 @29 = Shl(@27, @28)
    Int64 @31 = BitOr(@26, @29)
    Void @32 = Return(@31, @25)
}
;; check O2: sbb e
;; not O2: cmp
;; check O2: sbb
;; check O2: setb
;; check O2: ret
;; check A64: sbcs w
;; not A64: cmp
;; check A64: sbcs w
;; check A64: cset
;; check A64: ret
;; run subtract_with_borrow(-1, -1, 0, 1) == -2, 0
;; run subtract_with_borrow(-1, -1, -1, 7) == -1, 1
;; run subtract_with_borrow(1, 2, 3, 0) == -4294967298, 1
;; run subtract_with_borrow(0, 0, 0, 1) == -1, 1
;; run subtract_with_borrow(3, 3, 3, 0) == 0, 0
;; run subtract_with_borrow(3, 3, 3, 1) == -1, 1
;; run subtract_with_borrow(-2147483648, 2147483647, -2147483648, 0) == -4294967296, 1
;; run subtract_with_borrow(0, 0, -1, -1) == 0, 1

; Limbs of different widths are not joined.
proc of_two_widths(Int32, Int32, Int32, Int32) -> (Int32, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int32 @10 = Trunc(@0)
    Int32 @11 = Trunc(@1)
    Int32 @12 = Trunc(@2)
    Int32 @13 = Trunc(@3)
    (Int32, Int32) @20 = UAddOverflow(@10, @12)
    Int32 @21 = Extract(@20, 1)
    (Int64, Int32) @22 = AddCarry(@1, @3, @21)
    Int32 @23 = Extract(@20, 0)
    Int64 @24 = Extract(@22, 0)
    Void @25 = Return(@23, @24)
}
;; check O2: set
;; check O2: adc r
;; check O2: ret
;; check A64: cset
;; check A64: adcs x
;; check A64: ret
;; run of_two_widths(-1, 5, 1, 6) == 0, 12
;; run of_two_widths(1, 0x7fffffff, 1, 1) == 2, 0x80000000

proc product(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @10 = Trunc(@0)
    Int32 @11 = Trunc(@1)
    Int32 @20 = Mul(@10, @11)
    Int32 @21 = UMulHigh(@10, @11)
    Void @22 = Return(@20, @21)
}
;; not O2: imul
;; check O2: mul e
;; not O2: mul
;; check O2: ret
;; check A64: mul
;; check A64: ret
;; run product(-1, -1) == 1, -2
;; run product(3, 5) == 15, 0
;; run product(-0x80000000, 6) == 0, 3

proc signed_product(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @10 = Trunc(@0)
    Int32 @11 = Trunc(@1)
    Int32 @20 = MulHigh(@10, @11)
    Int32 @21 = Mul(@10, @11)
    Void @22 = Return(@21, @20)
}
;; check O2: imul e
;; not O2: mul
;; check O2: ret
;; run signed_product(-1, -1) == 1, 0
;; run signed_product(-3, 5) == -15, -1
;; run signed_product(0x40000000, 6) == -0x80000000, 1
