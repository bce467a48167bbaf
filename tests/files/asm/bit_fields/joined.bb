barebones 1
; Two shifts, a shift and a mask, or a shift and an extension are a single bit-field instruction on machines that have
; one. The mask must be contiguous ones at the position to which the shift moves the field.
;! asm aarch64-linux -O 2
;! run

proc joined(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@1, @4)
    Int32 @6 = Const32(25)
    Int32 @7 = ZShr(@3, @6)
    Int32 @8 = BitOr(@5, @7)
    Void @9 = Return(@8)
}
;; check: extr w0, w0, w1, #0x19
;; run joined(0, 1) == 0
;; run joined(5, -7) == 767
;; run joined(-1, -2147483648) == -64
;; run joined(1234567, 987654321) == 158024605

proc joined_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(20)
    Int64 @3 = ZShr(@1, @2)
    Int32 @4 = Const32(44)
    Int64 @5 = Shl(@0, @4)
    Int64 @6 = BitOr(@3, @5)
    Void @7 = Return(@6)
}
;; check: extr x0, x0, x1, #0x14
;; run joined_wide(0, 1) == 0
;; run joined_wide(5, -7) == 105553116266495
;; run joined_wide(-1, -9223372036854775808) == -8796093022208
;; run joined_wide(1234567890123, 987654321098765) == -5743021909815835889

proc joined_with_overlap(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@1, @4)
    Int32 @6 = Const32(24)
    Int32 @7 = ZShr(@3, @6)
    Int32 @8 = BitOr(@5, @7)
    Void @9 = Return(@8)
}
;; not: extr
;; run joined_with_overlap(0, 1) == 0
;; run joined_with_overlap(5, -7) == 767
;; run joined_with_overlap(-1, -2147483648) == -128
;; run joined_with_overlap(1234567, 987654321) == 158024634

proc joined_with_sign(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@1, @4)
    Int32 @6 = Const32(25)
    Int32 @7 = SShr(@3, @6)
    Int32 @8 = BitOr(@5, @7)
    Void @9 = Return(@8)
}
;; not: extr
;; run joined_with_sign(0, 1) == 0
;; run joined_with_sign(5, -7) == -1
;; run joined_with_sign(-1, -2147483648) == -64
;; run joined_with_sign(1234567, 987654321) == 158024605

proc shared(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = ZShr(@1, @2)
    Int32 @4 = Const32(63)
    Int32 @5 = BitAnd(@3, @4)
    Int32 @6 = Add(@5, @3)
    Void @7 = Return(@6)
}
;; not: ubfx
;; run shared(0) == 0
;; run shared(-1) == 134217790
;; run shared(305419896) == 9544422
;; run shared(-2147483648) == 67108864
;; run shared(-559038737) == 116747822

proc all_of_it(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = ZShr(@0, @1)
    Int64 @3 = Const64(-1)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}
;; not: ubfx
;; run all_of_it(-2) == -2

proc product_of_one(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Mul(@0, @1)
    Int64 @3 = Const64(-1)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}
;; not: ubfiz
;; run product_of_one(7) == 7

proc shifted_by_all(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(64)
    Int64 @2 = Shl(@0, @1)
    Int64 @3 = Const64(-1)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Return(@4)
}
;; not: ubfx
;; run shifted_by_all(7) == 7
