barebones 1
; Comparisons of floats: false for a NaN, but NotEqual and EqualOrUnordered are true; zeros of both signs are equal. 64 bits.
;! run

proc equalorunordered64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return EqualOrUnordered(a, b)
    Int32 @2 = EqualOrUnordered(@0, @1)
    Void @3 = Return(@2)
}
;; run equalorunordered64(1.0, 1.0) == 1
;; run equalorunordered64(1.0, 2.0) == 0
;; run equalorunordered64(2.0, 1.0) == 0
;; run equalorunordered64(0.0, -0.0) == 1
;; run equalorunordered64(-inf, inf) == 0
;; run equalorunordered64(inf, inf) == 1
;; run equalorunordered64(nan:0x7ff8000000000000, 1.0) == 1
;; run equalorunordered64(1.0, nan:0xfff8000000000001) == 1
;; run equalorunordered64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 1

proc branch_equalorunordered64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if EqualOrUnordered(a, b)
    Int32 @2 = EqualOrUnordered(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}
;; run branch_equalorunordered64(1.0, 1.0) == 10
;; run branch_equalorunordered64(1.0, 2.0) == 20
;; run branch_equalorunordered64(2.0, 1.0) == 20
;; run branch_equalorunordered64(0.0, -0.0) == 10
;; run branch_equalorunordered64(-inf, inf) == 20
;; run branch_equalorunordered64(inf, inf) == 10
;; run branch_equalorunordered64(nan:0x7ff8000000000000, 1.0) == 10
;; run branch_equalorunordered64(1.0, nan:0xfff8000000000001) == 10
;; run branch_equalorunordered64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_equalorunordered64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if EqualOrUnordered(a, b) == 0
    Int32 @2 = EqualOrUnordered(@0, @1)
    Int32 @3 = Const32(0)
    Int32 @4 = Equal(@2, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}
;; run branch_not_equalorunordered64(1.0, 1.0) == 20
;; run branch_not_equalorunordered64(1.0, 2.0) == 10
;; run branch_not_equalorunordered64(2.0, 1.0) == 10
;; run branch_not_equalorunordered64(0.0, -0.0) == 20
;; run branch_not_equalorunordered64(-inf, inf) == 10
;; run branch_not_equalorunordered64(inf, inf) == 20
;; run branch_not_equalorunordered64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_not_equalorunordered64(1.0, nan:0xfff8000000000001) == 20
;; run branch_not_equalorunordered64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20

proc select_equalorunordered64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Select(EqualOrUnordered(a, b), 10, 20)
    Int32 @2 = EqualOrUnordered(@0, @1)
    Int32 @3 = Const32(10)
    Int32 @4 = Const32(20)
    Int32 @5 = Select(@2, @3, @4)
    Void @6 = Return(@5)
}
;; run select_equalorunordered64(1.0, 1.0) == 10
;; run select_equalorunordered64(1.0, 2.0) == 20
;; run select_equalorunordered64(2.0, 1.0) == 20
;; run select_equalorunordered64(0.0, -0.0) == 10
;; run select_equalorunordered64(-inf, inf) == 20
;; run select_equalorunordered64(inf, inf) == 10
;; run select_equalorunordered64(nan:0x7ff8000000000000, 1.0) == 10
;; run select_equalorunordered64(1.0, nan:0xfff8000000000001) == 10
;; run select_equalorunordered64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10

; A value compared with itself is a test for NaN.
proc is_nan64(Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return a != a
    Int32 @1 = NotEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run is_nan64(0.0) == 0
;; run is_nan64(inf) == 0
;; run is_nan64(nan:0x7ff8000000000000) == 1
;; run is_nan64(nan:0xfff8000000000001) == 1
