barebones 1
; On AArch64, a Select between a value and an operation on another is one instruction, and zero needs no register. Not
; if the operation has another use.
;! asm aarch64-linux -O 2 as O2
;! asm aarch64-linux -O 0 as O0
;; not O0: csinc
;! run

; a < b ? c : b + 1
proc increment(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int32 @4 = LessThan(@0, @1)
    Int64 @5 = Add(@1, @3)
    Int64 @6 = Select(@4, @2, @5)
    Void @7 = Return(@6)
}
;; check O2: cmp x0, x1
;; check O2: csinc x0, x2, x1, lt
;; run increment(1, 2, 7) == 7
;; run increment(2, 2, 7) == 3
;; run increment(3, -1, 7) == 0

; a != 0 ? b + 1 : b
proc count(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(1)
    Int32 @3 = Add(@1, @2)
    Int32 @4 = Select(@0, @3, @1)
    Void @5 = Return(@4)
}
;; check O2: tst w0, w0
;; check O2: cinc w0, w1, ne
;; run count(5, 9) == 10
;; run count(0, 9) == 9
;; run count(0, -1) == -1
;; run count(1, -1) == 0

; a < b ? c : ~b
proc invert(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(-1)
    Int32 @4 = LessThan(@0, @1)
    Int64 @5 = BitXor(@1, @3)
    Int64 @6 = Select(@4, @2, @5)
    Void @7 = Return(@6)
}
;; check O2: csinv x0, x2, x1, lt
;; run invert(1, 2, 7) == 7
;; run invert(2, 2, 7) == -3

; a < 0 ? b : -a, with a unknown
proc negate(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(0)
    Int32 @3 = LessThan(@0, @2)
    Int32 @4 = Neg(@0)
    Int32 @5 = Select(@3, @1, @4)
    Void @6 = Return(@5)
}
;; check O2: csneg w0, w1, w0, lt
;; run negate(1, 2) == -1
;; run negate(-3, 2) == 2
;; run negate(0x80000000, 2) == 2

; a < 0 ? -a : a
proc absolute(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @2 = Const64(0)
    Int32 @3 = LessThan(@0, @2)
    Int64 @4 = Neg(@0)
    Int64 @5 = Select(@3, @4, @0)
    Void @6 = Return(@5)
}
;; check O2: cneg x0, x0, lt
;; run absolute(-5) == 5
;; run absolute(5) == 5
;; run absolute(0x8000000000000000) == 0x8000000000000000

; a != 0 ? b : 0
proc or_zero(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = NotEqual(@0, @2)
    Int64 @5 = Select(@3, @1, @2)
    Void @6 = Return(@5)
}
;; check O2: csel x0, x1, xzr, ne
;; run or_zero(1, 5) == 5
;; run or_zero(0, 5) == 0

; a == 0 ? 0 : b
proc zero_or(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(0)
    Int32 @3 = Equal(@0, @2)
    Int32 @5 = Select(@3, @2, @1)
    Void @6 = Return(@5)
}
;; check O2: csel x0, xzr, x1, eq
;; run zero_or(0, 5) == 0
;; run zero_or(2, 5) == 5

; (a & 6) != 0 ? c : b + 1
proc by_bits(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(6)
    Int64 @4 = BitAnd(@0, @3)
    Int64 @8 = Const64(1)
    Int64 @5 = Add(@1, @8)
    Int64 @6 = Select(@4, @2, @5)
    Void @7 = Return(@6)
}
;; check O2: tst x0, #0x6
;; check O2: csinc
;; run by_bits(2, 5, 9) == 9
;; run by_bits(1, 5, 9) == 6

; x < y ? a : b + 1
proc by_floats(Double, Double, Int64, Int64) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Int64 @2 = ArgumentReg(%a0)
    Int64 @3 = ArgumentReg(%a1)
    Int64 @4 = Const64(1)
    Int32 @5 = LessThan(@0, @1)
    Int64 @6 = Add(@3, @4)
    Int64 @7 = Select(@5, @2, @6)
    Void @8 = Return(@7)
}
;; check O2: fcmp
;; check O2: csinc x0, x0, x1, mi
;; run by_floats(1.0, 2.0, 5, 9) == 5
;; run by_floats(3.0, 2.0, 5, 9) == 10
;; run by_floats(nan:0x7ff8000000000000, 2.0, 5, 9) == 10

; x == y or unordered ? a : b + 1
proc by_two_questions(Double, Double, Int64, Int64) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Int64 @2 = ArgumentReg(%a0)
    Int64 @3 = ArgumentReg(%a1)
    Int64 @4 = Const64(1)
    Int32 @5 = EqualOrUnordered(@0, @1)
    Int64 @6 = Add(@3, @4)
    Int64 @7 = Select(@5, @2, @6)
    Void @8 = Return(@7)
}
;; check O2: cset
;; check O2: csinc
;; run by_two_questions(1.0, 1.0, 5, 9) == 5
;; run by_two_questions(1.0, nan:0x7ff8000000000000, 5, 9) == 5
;; run by_two_questions(1.0, 2.0, 5, 9) == 10

; a == 1 && b == 2 ? c : b + 1
proc joined(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(2)
    Int32 @5 = Equal(@0, @3)
    Int32 @6 = Equal(@1, @4)
    Int32 @7 = BitAnd(@5, @6)
    Int64 @8 = Add(@1, @3)
    Int64 @9 = Select(@7, @2, @8)
    Void @10 = Return(@9)
}
;; check O2: ccmp
;; check O2: csinc
;; run joined(1, 2, 5) == 5
;; run joined(1, 3, 5) == 4
;; run joined(2, 2, 5) == 3

; a < b ? c : b + 2
proc by_two(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(2)
    Int32 @4 = LessThan(@0, @1)
    Int64 @5 = Add(@1, @3)
    Int64 @6 = Select(@4, @2, @5)
    Void @7 = Return(@6)
}
;; not O2: csinc
;; check O2: ret
;; run by_two(1, 2, 7) == 7
;; run by_two(2, 2, 7) == 4

; a < b ? b : b + 1, and b + 1
proc wanted(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @3 = Const64(1)
    Int32 @4 = LessThan(@0, @1)
    Int64 @5 = Add(@1, @3)
    Int64 @6 = Select(@4, @1, @5)
    Void @7 = Return(@6, @5)
}
;; not O2: cinc
;; check O2: ret
;; run wanted(1, 2) == 2, 3
;; run wanted(2, 2) == 3, 3
