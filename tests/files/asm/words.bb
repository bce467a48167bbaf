barebones 1
; Operations on two words: both halves of a product, and a shift of both, are one instruction.
;! asm x86_64-linux -O 2 as O2
;! asm aarch64-linux -O 2 as A64
;! run

proc product(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Mul(@0, @1)
    Int64 @3 = UMulHigh(@0, @1)
    Void @4 = Return(@2, @3)
}
;; not O2: imul
;; check O2: mul
;; not O2: mul
;; check O2: ret
;; check A64: mul
;; check A64: ret
;; run product(-1, -1) == 1, -2
;; run product(3, 5) == 15, 0

proc product_with_the_high_half_first(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = UMulHigh(@1, @0)
    Int64 @3 = Mul(@0, @1)
    Int64 @4 = BitXor(@2, @3)
    Void @5 = Return(@4)
}
;; not O2: imul
;; check O2: mul
;; not O2: mul
;; check O2: ret
;; run product_with_the_high_half_first(-1, -1) == -1
;; run product_with_the_high_half_first(7, 5) == 35

proc signed_product(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = MulHigh(@0, @1)
    Int64 @3 = Mul(@0, @1)
    Void @4 = Return(@3, @2)
}
;; check O2: imul
;; not O2: mul
;; check O2: ret
;; check A64: mul
;; check A64: ret
;; run signed_product(-1, -1) == 1, 0
;; run signed_product(-3, 5) == -15, -1
;; run signed_product(0x4000000000000000, 6) == -0x8000000000000000, 1

; The first half is used before the second one is computed.
proc used_in_between(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Mul(@0, @1)
    Int64 @3 = Add(@2, @0)
    Int64 @4 = UMulHigh(@0, @1)
    Int64 @5 = BitXor(@4, @3)
    Int64 @6 = Sub(@5, @2)
    Void @7 = Return(@6)
}
;; check O2: imul
;; check O2: mul
;; check O2: ret
;; run used_in_between(3, 5) == 3
;; run used_in_between(-1, -1) == -3

proc shift(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(12)
    Int32 @3 = Const32(52)
    Int64 @4 = Shl(@0, @2)
    Int64 @5 = ZShr(@1, @3)
    Int64 @6 = BitOr(@5, @4)
    Void @7 = Return(@6)
}
;; check O2: shld
;; check O2: ret
;; check A64: extr
;; check A64: ret
;; run shift(1, -1) == 0x1fff
;; run shift(0x123456789abcdef0, 0x8000000000000000) == 0x456789abcdef0800

proc narrow_shift(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(31)
    Int32 @5 = Const32(1)
    Int32 @6 = Shl(@1, @5)
    Int32 @7 = ZShr(@3, @4)
    Int32 @8 = BitOr(@6, @7)
    Void @9 = Return(@8)
}
;; check O2: shld
;; check O2: ret
;; check A64: extr
;; check A64: ret
;; run narrow_shift(-1, 0) == -2
;; run narrow_shift(5, 0x80000000) == 11

; The amounts do not add up to the width.
proc other_shifts(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(12)
    Int32 @3 = Const32(51)
    Int64 @4 = Shl(@0, @2)
    Int64 @5 = ZShr(@1, @3)
    Int64 @6 = BitOr(@4, @5)
    Void @7 = Return(@6)
}
;; not O2: shld
;; check O2: ret
;; not A64: extr
;; check A64: ret
;; run other_shifts(1, -1) == 0x1fff
