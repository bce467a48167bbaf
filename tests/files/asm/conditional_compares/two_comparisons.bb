barebones 1
; On AArch64, comparisons joined by And or Or are conditional compares: later ones only count if the earlier ones have
; not decided. None computes a 0 or 1. Not if one has another use.
;! asm aarch64-linux -O 2 as O2
;! asm aarch64-linux -O 0 as O0
;; not O0: ccmp
;! run

; 0 < a && a < b
proc both(Int64, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@0, @2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = BitAnd(@3, @4)
    Int64 @6 = ArgumentReg(%a2)
    Int64 @7 = ArgumentReg(%a3)
    Int64 @8 = Select(@5, @6, @7)
    Void @9 = Return(@8)
}
;; check O2: cmp x0, #0x0
;; check O2: ccmp x0, x1, #0x0, gt
;; check O2: csel x0, x2, x3, lt
;; run both(3, 5, 10, 20) == 10
;; run both(3, 3, 10, 20) == 20
;; run both(-3, 5, 10, 20) == 20
;; run both(-3, -5, 10, 20) == 20

; a == 5 || b == 31
proc either(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(5)
    Int32 @3 = Const32(31)
    Int32 @4 = Equal(@0, @2)
    Int32 @5 = Equal(@1, @3)
    Int32 @6 = BitOr(@4, @5)
    Void @7 = Return(@6)
}
;; check O2: cmp w0, #0x5
;; check O2: ccmp w1, #0x1f, #0x4, ne
;; check O2: cset w0, eq
;; run either(5, 0) == 1
;; run either(5, 31) == 1
;; run either(4, 31) == 1
;; run either(4, 30) == 0

; a == b && b > -31, unsigned
proc negative(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @3 = Const32(-31)
    Int32 @4 = Equal(@0, @1)
    Int32 @5 = Above(@1, @3)
    Int32 @6 = BitAnd(@4, @5)
    Void @7 = Return(@6)
}
;; check O2: cmp w0, w1
;; check O2: ccmn w1, #0x1f, #0x0, eq
;; check O2: cset w0, hi
;; run negative(3, 3) == 0
;; run negative(-3, -3) == 1
;; run negative(-31, -31) == 0
;; run negative(-30, -31) == 0

; a == b && b < 99
proc too_large(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @3 = Const32(99)
    Int32 @4 = Equal(@0, @1)
    Int32 @5 = LessThan(@1, @3)
    Int32 @6 = BitAnd(@4, @5)
    Void @7 = Return(@6)
}
;; check O2: cmp w0, w1
;; check O2: ccmp w1, w
;; check O2: cset w0, lt
;; run too_large(5, 5) == 1
;; run too_large(5, 6) == 0
;; run too_large(100, 100) == 0

; a == b && b < 32
proc just_too_large(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @3 = Const32(32)
    Int32 @4 = Equal(@0, @1)
    Int32 @5 = LessThan(@1, @3)
    Int32 @6 = BitAnd(@4, @5)
    Void @7 = Return(@6)
}
;; check O2: mov x16, #0x20
;; check O2: ccmp w1, w16
;; run just_too_large(31, 31) == 1
;; run just_too_large(32, 32) == 0

; a < b && b > c
proc floats(Double, Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = ArgumentReg(%fa2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = GreaterThan(@1, @2)
    Int32 @6 = BitAnd(@4, @5)
    Void @7 = Return(@6)
}
;; check O2: fcmp d0, d1
;; check O2: fccmp d1, d2, #0x4, mi
;; check O2: cset w0, gt
;; run floats(1.0, 2.0, 1.0) == 1
;; run floats(1.0, 2.0, 2.0) == 0
;; run floats(2.0, 2.0, 1.0) == 0
;; run floats(nan:0x7ff8000000000000, 2.0, 1.0) == 0
;; run floats(1.0, 2.0, nan:0x7ff8000000000000) == 0

; a < 9, unsigned, || b < c
proc float_and_int(Int64, Float, Float, Double, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @51 = ArgumentReg(%fa0)
    Float @1 = Trunc(@51)
    Double @52 = ArgumentReg(%fa1)
    Float @2 = Trunc(@52)
    Double @3 = ArgumentReg(%fa2)
    Double @4 = ArgumentReg(%fa3)
    Int64 @5 = Const64(9)
    Int32 @6 = Below(@0, @5)
    Int32 @7 = LessThan(@1, @2)
    Int32 @8 = BitOr(@6, @7)
    Double @9 = Select(@8, @3, @4)
    Void @10 = Return(@9)
}
;; check O2: cmp x0, #0x9
;; check O2: fccmp s0, s1, #0x8, hs
;; check O2: fcsel d0, d2, d3, mi
;; run float_and_int(8, 2.0f, 1.0f, 1.5, 2.5) == 1.5
;; run float_and_int(9, 2.0f, 1.0f, 1.5, 2.5) == 2.5
;; run float_and_int(9, 1.0f, 2.0f, 1.5, 2.5) == 1.5
;; run float_and_int(9, nan:0x7fc00000, 2.0f, 1.5, 2.5) == 2.5
