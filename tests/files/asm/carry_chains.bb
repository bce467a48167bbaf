barebones 1
; Sums and differences of several limbs: the carry between two limbs stays in the flag.
;! asm x86_64-linux -O 2 as O2
;! asm aarch64-linux -O 2 as A64
;! run

proc add_128(Int64, Int64, Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int32 @4 = Const32(0)
    (Int64, Int32) @5 = AddCarry(@0, @2, @4)
    Int32 @6 = Extract(@5, 1)
    (Int64, Int32) @7 = AddCarry(@1, @3, @6)
    Int64 @8 = Extract(@5, 0)
    Int64 @9 = Extract(@7, 0)
    Void @10 = Return(@8, @9)
}
;; not O2: set
;; not O2: cmp
;; check O2: add
;; not O2: set
;; not O2: cmp
;; check O2: adc
;; not O2: set
;; check O2: ret
;; not A64: cset
;; check A64: adds
;; check A64: adcs
;; not A64: cset
;; check A64: ret
;; run add_128(-1, 5, 1, 6) == 0, 12
;; run add_128(-2, 5, 1, 6) == -1, 11

proc subtract_128(Int64, Int64, Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    (Int64, Int32) @5 = USubOverflow(@0, @2)
    Int32 @6 = Extract(@5, 1)
    (Int64, Int32) @7 = SubBorrow(@1, @3, @6)
    Int64 @8 = Extract(@5, 0)
    Int64 @9 = Extract(@7, 0)
    Void @10 = Return(@8, @9)
}
;; not O2: set
;; check O2: sub
;; not O2: set
;; check O2: sbb
;; not O2: set
;; check O2: ret
;; not A64: cset
;; check A64: subs
;; check A64: sbcs
;; check A64: ret
;; run subtract_128(0, 5, 1, 6) == -1, -2
;; run subtract_128(3, 5, 1, 6) == 2, -1

; The carry out is a result.
proc add_with_carry(Int64, Int64, Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int32 @4 = Const32(1)
    (Int64, Int32) @5 = AddCarry(@0, @2, @4)
    Int32 @6 = Extract(@5, 1)
    (Int64, Int32) @7 = AddCarry(@1, @3, @6)
    Int64 @8 = Extract(@5, 0)
    Int64 @9 = Extract(@7, 0)
    Int32 @10 = Extract(@7, 1)
    Int64 @11 = BitXor(@8, @9)
    Void @12 = Return(@11, @10)
}
;; check O2: adc
;; not O2: cmp
;; check O2: adc
;; check O2: setb
;; check O2: ret
;; check A64: adcs
;; not A64: cmp
;; check A64: adcs
;; check A64: cset
;; check A64: ret
;; run add_with_carry(-1, -1, 0, 0) == 0, 1
;; run add_with_carry(-1, 5, 1, 6) == 13, 0

; The low limb is used in between, so it has an instruction of its own.
proc used_in_between(Int64, Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @4 = Const32(0)
    (Int64, Int32) @5 = AddCarry(@0, @1, @4)
    Int64 @8 = Extract(@5, 0)
    Int64 @3 = Mul(@8, @2)
    Int32 @6 = Extract(@5, 1)
    (Int64, Int32) @7 = AddCarry(@3, @2, @6)
    Int64 @9 = Extract(@7, 0)
    Void @10 = Return(@8, @9)
}
;; check O2: setb
;; check O2: ret
;; check A64: cset
;; check A64: ret
;; run used_in_between(-1, 2, 3) == 1, 7

; Its sum is an operand of the high limb.
proc of_its_own_sum(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @4 = Const32(0)
    (Int64, Int32) @5 = AddCarry(@0, @1, @4)
    Int64 @8 = Extract(@5, 0)
    Int32 @6 = Extract(@5, 1)
    (Int64, Int32) @7 = AddCarry(@8, @1, @6)
    Int64 @9 = Extract(@7, 0)
    Void @10 = Return(@8, @9)
}
;; check O2: setb
;; check O2: ret
;; check A64: cset
;; check A64: ret
;; run of_its_own_sum(-1, 2) == 1, 4
