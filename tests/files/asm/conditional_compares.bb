barebones 1
; On AArch64, comparisons joined by And or Or are conditional compares: later ones only count if the earlier ones have
; not decided. None computes a 0 or 1. Not if one has another use.
;! asm aarch64-linux -O 2
;; check: both:
;; check: cmp x0, #0x0
;; check: ccmp x0, x1, #0x0, gt
;; check: csel x0, x2, x3, lt
;; check: either:
;; check: cmp w0, #0x5
;; check: ccmp w1, #0x1f, #0x4, ne
;; check: cset w0, eq
;; check: negative:
;; check: cmp w0, w1
;; check: ccmn w1, #0x1f, #0x0, eq
;; check: cset w0, hi
;; check: too_large:
;; check: cmp w0, w1
;; check: ccmp w1, w
;; check: cset w0, lt
;; check: just_too_large:
;; check: mov x16, #0x20
;; check: ccmp w1, w16
;; check: floats:
;; check: fcmp d0, d1
;; check: fccmp d1, d2, #0x4, mi
;; check: cset w0, gt
;; check: float_and_int:
;; check: cmp x0, #0x9
;; check: fccmp s0, s1, #0x8, hs
;; check: fcsel d0, d2, d3, mi
;; check: three:
;; check: cmp x0, x1
;; check: ccmp x1, x2, #0x0, lt
;; check: ccmp x2, x3, #0x0, lt
;; check: cset w0, lt
;; check: test_first:
;; check: tst w1, #0x6
;; check: ccmp w0, #0x3, #0x0, ne
;; check: cset w0, eq
;; check: two_tests:
;; check: tst
;; check: cset
;; check: tst
;; check: ccmp w
;; check: cset
;; check: two_questions:
;; check: cset
;; check: ccmp
;; check: branch:
;; check: cmp w0, w1
;; check: ccmp w1, #0xc, #0x0, eq
;; check: b.ne
;; not: b.
;; check: trap:
;; check: ccmp w1, #0x9, #0x4, gt
;; check: b.gt
;; not: b.
;; check: wanted:
;; not: ccmp
;; check: ret
;! asm aarch64-linux -O 0
;; not: ccmp
;! run
;; run both(3, 5, 10, 20) == 10
;; run both(3, 3, 10, 20) == 20
;; run both(-3, 5, 10, 20) == 20
;; run both(-3, -5, 10, 20) == 20
;; run either(5, 0) == 1
;; run either(5, 31) == 1
;; run either(4, 31) == 1
;; run either(4, 30) == 0
;; run negative(3, 3) == 0
;; run negative(-3, -3) == 1
;; run negative(-31, -31) == 0
;; run negative(-30, -31) == 0
;; run too_large(5, 5) == 1
;; run too_large(5, 6) == 0
;; run too_large(100, 100) == 0
;; run just_too_large(31, 31) == 1
;; run just_too_large(32, 32) == 0
;; run floats(1.0, 2.0, 1.0) == 1
;; run floats(1.0, 2.0, 2.0) == 0
;; run floats(2.0, 2.0, 1.0) == 0
;; run floats(nan:0x7ff8000000000000, 2.0, 1.0) == 0
;; run floats(1.0, 2.0, nan:0x7ff8000000000000) == 0
;; run float_and_int(8, 2.0f, 1.0f, 1.5, 2.5) == 1.5
;; run float_and_int(9, 2.0f, 1.0f, 1.5, 2.5) == 2.5
;; run float_and_int(9, 1.0f, 2.0f, 1.5, 2.5) == 1.5
;; run float_and_int(9, nan:0x7fc00000, 2.0f, 1.5, 2.5) == 2.5
;; run three(1, 2, 3, 4) == 1
;; run three(2, 2, 3, 4) == 0
;; run three(1, 3, 3, 4) == 0
;; run three(1, 2, 4, 4) == 0
;; run test_first(3, 2) == 1
;; run test_first(3, 1) == 0
;; run test_first(2, 2) == 0
;; run two_tests(1, 2) == 1
;; run two_tests(2, 2) == 0
;; run two_tests(1, 1) == 0
;; run two_questions(1, 2.0, 2.0) == 1
;; run two_questions(1, 2.0, nan:0x7ff8000000000000) == 1
;; run two_questions(1, 2.0, 3.0) == 0
;; run two_questions(0, 2.0, 2.0) == 0
;; run branch(12, 12) == 1
;; run branch(11, 11) == 2
;; run branch(11, 12) == 2
;; run trap(1, 2) == 7
;; run trap(2, 2) == 7
;; run trap(1, 5) == 7
;; run wanted(1, 2) == 1, 1
;; run wanted(3, 2) == 0, 0

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

; a < b && b < c && c < d
proc three(Int64, Int64, Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = LessThan(@1, @2)
    Int32 @6 = LessThan(@2, @3)
    Int32 @7 = BitAnd(@4, @5)
    Int32 @8 = BitAnd(@7, @6)
    Void @9 = Return(@8)
}

; a == 3 && (b & 6) != 0
proc test_first(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(3)
    Int32 @3 = Const32(6)
    Int32 @4 = Const32(0)
    Int32 @5 = Equal(@0, @2)
    Int32 @6 = BitAnd(@1, @3)
    Int32 @7 = NotEqual(@6, @4)
    Int32 @8 = BitAnd(@5, @7)
    Void @9 = Return(@8)
}

; (a & 5) != 0 && (b & 6) != 0
proc two_tests(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(5)
    Int32 @3 = Const32(6)
    Int32 @4 = Const32(0)
    Int32 @10 = BitAnd(@0, @2)
    Int32 @5 = NotEqual(@10, @4)
    Int32 @6 = BitAnd(@1, @3)
    Int32 @7 = NotEqual(@6, @4)
    Int32 @8 = BitAnd(@5, @7)
    Void @9 = Return(@8)
}

; a == 1 && (b == c, or unordered): two conditions of the flags
proc two_questions(Int32, Double, Double) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Double @1 = ArgumentReg(%fa0)
    Double @2 = ArgumentReg(%fa1)
    Int32 @3 = Const32(1)
    Int32 @4 = Equal(@0, @3)
    Int32 @5 = EqualOrUnordered(@1, @2)
    Int32 @6 = BitAnd(@4, @5)
    Void @7 = Return(@6)
}

; if a == b && b == 12
proc branch(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(12)
    Int32 @3 = Equal(@0, @1)
    Int32 @4 = Equal(@1, @2)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int32 @7 = Const32(1)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Const32(2)
    Void @10 = Return(@9)
}

; Traps if a > b && b > 9.
proc trap(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(9)
    Int32 @3 = GreaterThan(@0, @1)
    Int32 @4 = GreaterThan(@1, @2)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = TrapIf(@5, User(3))
    Int32 @7 = Const32(7)
    Void @8 = Return(@7)
}

; a == 1 && b == 2, and a == 1.
proc wanted(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(1)
    Int32 @3 = Const32(2)
    Int32 @4 = Equal(@0, @2)
    Int32 @5 = Equal(@1, @3)
    Int32 @6 = BitAnd(@4, @5)
    Void @7 = Return(@6, @4)
}
