barebones 1
; On AArch64, comparisons joined by And or Or are conditional compares: later ones only count if the earlier ones have
; not decided. None computes a 0 or 1. Not if one has another use.
;! asm aarch64-linux -O 2 as O2
;! asm aarch64-linux -O 0 as O0
;; not O0: ccmp
;! run

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
;; check O2: cmp x0, x1
;; check O2: ccmp x1, x2, #0x0, lt
;; check O2: ccmp x2, x3, #0x0, lt
;; check O2: cset w0, lt
;; run three(1, 2, 3, 4) == 1
;; run three(2, 2, 3, 4) == 0
;; run three(1, 3, 3, 4) == 0
;; run three(1, 2, 4, 4) == 0

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
;; check O2: tst w1, #0x6
;; check O2: ccmp w0, #0x3, #0x0, ne
;; check O2: cset w0, eq
;; run test_first(3, 2) == 1
;; run test_first(3, 1) == 0
;; run test_first(2, 2) == 0

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
;; check O2: tst
;; check O2: cset
;; check O2: tst
;; check O2: ccmp w
;; check O2: cset
;; run two_tests(1, 2) == 1
;; run two_tests(2, 2) == 0
;; run two_tests(1, 1) == 0

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
;; check O2: cset
;; check O2: ccmp
;; run two_questions(1, 2.0, 2.0) == 1
;; run two_questions(1, 2.0, nan:0x7ff8000000000000) == 1
;; run two_questions(1, 2.0, 3.0) == 0
;; run two_questions(0, 2.0, 2.0) == 0

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
;; check O2: cmp w0, w1
;; check O2: ccmp w1, #0xc, #0x0, eq
;; check O2: b.ne
;; not O2: b.
;; run branch(12, 12) == 1
;; run branch(11, 11) == 2
;; run branch(11, 12) == 2

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
;; check O2: ccmp w1, #0x9, #0x4, gt
;; check O2: b.gt
;; not O2: b.
;; run trap(1, 2) == 7
;; run trap(2, 2) == 7
;; run trap(1, 5) == 7

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
;; not O2: ccmp
;; check O2: ret
;; run wanted(1, 2) == 1, 1
;; run wanted(3, 2) == 0, 0
