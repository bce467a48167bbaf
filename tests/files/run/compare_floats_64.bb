barebones 1
; Comparisons of floats: false for a NaN, but NotEqual and EqualOrUnordered are true; zeros of both signs are equal. 64 bits.
;! run
;; run equal64(1.0, 1.0) == 1
;; run equal64(1.0, 2.0) == 0
;; run equal64(2.0, 1.0) == 0
;; run equal64(0.0, -0.0) == 1
;; run equal64(-inf, inf) == 0
;; run equal64(inf, inf) == 1
;; run equal64(nan:0x7ff8000000000000, 1.0) == 0
;; run equal64(1.0, nan:0xfff8000000000001) == 0
;; run equal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 0
;; run branch_equal64(1.0, 1.0) == 10
;; run branch_not_equal64(1.0, 1.0) == 20
;; run select_equal64(1.0, 1.0) == 10
;; run branch_equal64(1.0, 2.0) == 20
;; run branch_not_equal64(1.0, 2.0) == 10
;; run select_equal64(1.0, 2.0) == 20
;; run branch_equal64(2.0, 1.0) == 20
;; run branch_not_equal64(2.0, 1.0) == 10
;; run select_equal64(2.0, 1.0) == 20
;; run branch_equal64(0.0, -0.0) == 10
;; run branch_not_equal64(0.0, -0.0) == 20
;; run select_equal64(0.0, -0.0) == 10
;; run branch_equal64(-inf, inf) == 20
;; run branch_not_equal64(-inf, inf) == 10
;; run select_equal64(-inf, inf) == 20
;; run branch_equal64(inf, inf) == 10
;; run branch_not_equal64(inf, inf) == 20
;; run select_equal64(inf, inf) == 10
;; run branch_equal64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_not_equal64(nan:0x7ff8000000000000, 1.0) == 10
;; run select_equal64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_equal64(1.0, nan:0xfff8000000000001) == 20
;; run branch_not_equal64(1.0, nan:0xfff8000000000001) == 10
;; run select_equal64(1.0, nan:0xfff8000000000001) == 20
;; run branch_equal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run branch_not_equal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10
;; run select_equal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run notequal64(1.0, 1.0) == 0
;; run notequal64(1.0, 2.0) == 1
;; run notequal64(2.0, 1.0) == 1
;; run notequal64(0.0, -0.0) == 0
;; run notequal64(-inf, inf) == 1
;; run notequal64(inf, inf) == 0
;; run notequal64(nan:0x7ff8000000000000, 1.0) == 1
;; run notequal64(1.0, nan:0xfff8000000000001) == 1
;; run notequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 1
;; run branch_notequal64(1.0, 1.0) == 20
;; run branch_not_notequal64(1.0, 1.0) == 10
;; run select_notequal64(1.0, 1.0) == 20
;; run branch_notequal64(1.0, 2.0) == 10
;; run branch_not_notequal64(1.0, 2.0) == 20
;; run select_notequal64(1.0, 2.0) == 10
;; run branch_notequal64(2.0, 1.0) == 10
;; run branch_not_notequal64(2.0, 1.0) == 20
;; run select_notequal64(2.0, 1.0) == 10
;; run branch_notequal64(0.0, -0.0) == 20
;; run branch_not_notequal64(0.0, -0.0) == 10
;; run select_notequal64(0.0, -0.0) == 20
;; run branch_notequal64(-inf, inf) == 10
;; run branch_not_notequal64(-inf, inf) == 20
;; run select_notequal64(-inf, inf) == 10
;; run branch_notequal64(inf, inf) == 20
;; run branch_not_notequal64(inf, inf) == 10
;; run select_notequal64(inf, inf) == 20
;; run branch_notequal64(nan:0x7ff8000000000000, 1.0) == 10
;; run branch_not_notequal64(nan:0x7ff8000000000000, 1.0) == 20
;; run select_notequal64(nan:0x7ff8000000000000, 1.0) == 10
;; run branch_notequal64(1.0, nan:0xfff8000000000001) == 10
;; run branch_not_notequal64(1.0, nan:0xfff8000000000001) == 20
;; run select_notequal64(1.0, nan:0xfff8000000000001) == 10
;; run branch_notequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10
;; run branch_not_notequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run select_notequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10
;; run lessthan64(1.0, 1.0) == 0
;; run lessthan64(1.0, 2.0) == 1
;; run lessthan64(2.0, 1.0) == 0
;; run lessthan64(0.0, -0.0) == 0
;; run lessthan64(-inf, inf) == 1
;; run lessthan64(inf, inf) == 0
;; run lessthan64(nan:0x7ff8000000000000, 1.0) == 0
;; run lessthan64(1.0, nan:0xfff8000000000001) == 0
;; run lessthan64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 0
;; run branch_lessthan64(1.0, 1.0) == 20
;; run branch_not_lessthan64(1.0, 1.0) == 10
;; run select_lessthan64(1.0, 1.0) == 20
;; run branch_lessthan64(1.0, 2.0) == 10
;; run branch_not_lessthan64(1.0, 2.0) == 20
;; run select_lessthan64(1.0, 2.0) == 10
;; run branch_lessthan64(2.0, 1.0) == 20
;; run branch_not_lessthan64(2.0, 1.0) == 10
;; run select_lessthan64(2.0, 1.0) == 20
;; run branch_lessthan64(0.0, -0.0) == 20
;; run branch_not_lessthan64(0.0, -0.0) == 10
;; run select_lessthan64(0.0, -0.0) == 20
;; run branch_lessthan64(-inf, inf) == 10
;; run branch_not_lessthan64(-inf, inf) == 20
;; run select_lessthan64(-inf, inf) == 10
;; run branch_lessthan64(inf, inf) == 20
;; run branch_not_lessthan64(inf, inf) == 10
;; run select_lessthan64(inf, inf) == 20
;; run branch_lessthan64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_not_lessthan64(nan:0x7ff8000000000000, 1.0) == 10
;; run select_lessthan64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_lessthan64(1.0, nan:0xfff8000000000001) == 20
;; run branch_not_lessthan64(1.0, nan:0xfff8000000000001) == 10
;; run select_lessthan64(1.0, nan:0xfff8000000000001) == 20
;; run branch_lessthan64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run branch_not_lessthan64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10
;; run select_lessthan64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run greaterthan64(1.0, 1.0) == 0
;; run greaterthan64(1.0, 2.0) == 0
;; run greaterthan64(2.0, 1.0) == 1
;; run greaterthan64(0.0, -0.0) == 0
;; run greaterthan64(-inf, inf) == 0
;; run greaterthan64(inf, inf) == 0
;; run greaterthan64(nan:0x7ff8000000000000, 1.0) == 0
;; run greaterthan64(1.0, nan:0xfff8000000000001) == 0
;; run greaterthan64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 0
;; run branch_greaterthan64(1.0, 1.0) == 20
;; run branch_not_greaterthan64(1.0, 1.0) == 10
;; run select_greaterthan64(1.0, 1.0) == 20
;; run branch_greaterthan64(1.0, 2.0) == 20
;; run branch_not_greaterthan64(1.0, 2.0) == 10
;; run select_greaterthan64(1.0, 2.0) == 20
;; run branch_greaterthan64(2.0, 1.0) == 10
;; run branch_not_greaterthan64(2.0, 1.0) == 20
;; run select_greaterthan64(2.0, 1.0) == 10
;; run branch_greaterthan64(0.0, -0.0) == 20
;; run branch_not_greaterthan64(0.0, -0.0) == 10
;; run select_greaterthan64(0.0, -0.0) == 20
;; run branch_greaterthan64(-inf, inf) == 20
;; run branch_not_greaterthan64(-inf, inf) == 10
;; run select_greaterthan64(-inf, inf) == 20
;; run branch_greaterthan64(inf, inf) == 20
;; run branch_not_greaterthan64(inf, inf) == 10
;; run select_greaterthan64(inf, inf) == 20
;; run branch_greaterthan64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_not_greaterthan64(nan:0x7ff8000000000000, 1.0) == 10
;; run select_greaterthan64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_greaterthan64(1.0, nan:0xfff8000000000001) == 20
;; run branch_not_greaterthan64(1.0, nan:0xfff8000000000001) == 10
;; run select_greaterthan64(1.0, nan:0xfff8000000000001) == 20
;; run branch_greaterthan64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run branch_not_greaterthan64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10
;; run select_greaterthan64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run lessequal64(1.0, 1.0) == 1
;; run lessequal64(1.0, 2.0) == 1
;; run lessequal64(2.0, 1.0) == 0
;; run lessequal64(0.0, -0.0) == 1
;; run lessequal64(-inf, inf) == 1
;; run lessequal64(inf, inf) == 1
;; run lessequal64(nan:0x7ff8000000000000, 1.0) == 0
;; run lessequal64(1.0, nan:0xfff8000000000001) == 0
;; run lessequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 0
;; run branch_lessequal64(1.0, 1.0) == 10
;; run branch_not_lessequal64(1.0, 1.0) == 20
;; run select_lessequal64(1.0, 1.0) == 10
;; run branch_lessequal64(1.0, 2.0) == 10
;; run branch_not_lessequal64(1.0, 2.0) == 20
;; run select_lessequal64(1.0, 2.0) == 10
;; run branch_lessequal64(2.0, 1.0) == 20
;; run branch_not_lessequal64(2.0, 1.0) == 10
;; run select_lessequal64(2.0, 1.0) == 20
;; run branch_lessequal64(0.0, -0.0) == 10
;; run branch_not_lessequal64(0.0, -0.0) == 20
;; run select_lessequal64(0.0, -0.0) == 10
;; run branch_lessequal64(-inf, inf) == 10
;; run branch_not_lessequal64(-inf, inf) == 20
;; run select_lessequal64(-inf, inf) == 10
;; run branch_lessequal64(inf, inf) == 10
;; run branch_not_lessequal64(inf, inf) == 20
;; run select_lessequal64(inf, inf) == 10
;; run branch_lessequal64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_not_lessequal64(nan:0x7ff8000000000000, 1.0) == 10
;; run select_lessequal64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_lessequal64(1.0, nan:0xfff8000000000001) == 20
;; run branch_not_lessequal64(1.0, nan:0xfff8000000000001) == 10
;; run select_lessequal64(1.0, nan:0xfff8000000000001) == 20
;; run branch_lessequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run branch_not_lessequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10
;; run select_lessequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run greaterequal64(1.0, 1.0) == 1
;; run greaterequal64(1.0, 2.0) == 0
;; run greaterequal64(2.0, 1.0) == 1
;; run greaterequal64(0.0, -0.0) == 1
;; run greaterequal64(-inf, inf) == 0
;; run greaterequal64(inf, inf) == 1
;; run greaterequal64(nan:0x7ff8000000000000, 1.0) == 0
;; run greaterequal64(1.0, nan:0xfff8000000000001) == 0
;; run greaterequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 0
;; run branch_greaterequal64(1.0, 1.0) == 10
;; run branch_not_greaterequal64(1.0, 1.0) == 20
;; run select_greaterequal64(1.0, 1.0) == 10
;; run branch_greaterequal64(1.0, 2.0) == 20
;; run branch_not_greaterequal64(1.0, 2.0) == 10
;; run select_greaterequal64(1.0, 2.0) == 20
;; run branch_greaterequal64(2.0, 1.0) == 10
;; run branch_not_greaterequal64(2.0, 1.0) == 20
;; run select_greaterequal64(2.0, 1.0) == 10
;; run branch_greaterequal64(0.0, -0.0) == 10
;; run branch_not_greaterequal64(0.0, -0.0) == 20
;; run select_greaterequal64(0.0, -0.0) == 10
;; run branch_greaterequal64(-inf, inf) == 20
;; run branch_not_greaterequal64(-inf, inf) == 10
;; run select_greaterequal64(-inf, inf) == 20
;; run branch_greaterequal64(inf, inf) == 10
;; run branch_not_greaterequal64(inf, inf) == 20
;; run select_greaterequal64(inf, inf) == 10
;; run branch_greaterequal64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_not_greaterequal64(nan:0x7ff8000000000000, 1.0) == 10
;; run select_greaterequal64(nan:0x7ff8000000000000, 1.0) == 20
;; run branch_greaterequal64(1.0, nan:0xfff8000000000001) == 20
;; run branch_not_greaterequal64(1.0, nan:0xfff8000000000001) == 10
;; run select_greaterequal64(1.0, nan:0xfff8000000000001) == 20
;; run branch_greaterequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run branch_not_greaterequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10
;; run select_greaterequal64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run equalorunordered64(1.0, 1.0) == 1
;; run equalorunordered64(1.0, 2.0) == 0
;; run equalorunordered64(2.0, 1.0) == 0
;; run equalorunordered64(0.0, -0.0) == 1
;; run equalorunordered64(-inf, inf) == 0
;; run equalorunordered64(inf, inf) == 1
;; run equalorunordered64(nan:0x7ff8000000000000, 1.0) == 1
;; run equalorunordered64(1.0, nan:0xfff8000000000001) == 1
;; run equalorunordered64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 1
;; run branch_equalorunordered64(1.0, 1.0) == 10
;; run branch_not_equalorunordered64(1.0, 1.0) == 20
;; run select_equalorunordered64(1.0, 1.0) == 10
;; run branch_equalorunordered64(1.0, 2.0) == 20
;; run branch_not_equalorunordered64(1.0, 2.0) == 10
;; run select_equalorunordered64(1.0, 2.0) == 20
;; run branch_equalorunordered64(2.0, 1.0) == 20
;; run branch_not_equalorunordered64(2.0, 1.0) == 10
;; run select_equalorunordered64(2.0, 1.0) == 20
;; run branch_equalorunordered64(0.0, -0.0) == 10
;; run branch_not_equalorunordered64(0.0, -0.0) == 20
;; run select_equalorunordered64(0.0, -0.0) == 10
;; run branch_equalorunordered64(-inf, inf) == 20
;; run branch_not_equalorunordered64(-inf, inf) == 10
;; run select_equalorunordered64(-inf, inf) == 20
;; run branch_equalorunordered64(inf, inf) == 10
;; run branch_not_equalorunordered64(inf, inf) == 20
;; run select_equalorunordered64(inf, inf) == 10
;; run branch_equalorunordered64(nan:0x7ff8000000000000, 1.0) == 10
;; run branch_not_equalorunordered64(nan:0x7ff8000000000000, 1.0) == 20
;; run select_equalorunordered64(nan:0x7ff8000000000000, 1.0) == 10
;; run branch_equalorunordered64(1.0, nan:0xfff8000000000001) == 10
;; run branch_not_equalorunordered64(1.0, nan:0xfff8000000000001) == 20
;; run select_equalorunordered64(1.0, nan:0xfff8000000000001) == 10
;; run branch_equalorunordered64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10
;; run branch_not_equalorunordered64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 20
;; run select_equalorunordered64(nan:0x7ff8000000000000, nan:0x7ff8000000000000) == 10
;; run is_nan64(0.0) == 0
;; run is_nan64(inf) == 0
;; run is_nan64(nan:0x7ff8000000000000) == 1
;; run is_nan64(nan:0xfff8000000000001) == 1

proc equal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Equal(a, b)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc branch_equal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if Equal(a, b)
    Int32 @2 = Equal(@0, @1)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_equal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if Equal(a, b) == 0
    Int32 @2 = Equal(@0, @1)
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

proc select_equal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Select(Equal(a, b), 10, 20)
    Int32 @2 = Equal(@0, @1)
    Int32 @3 = Const32(10)
    Int32 @4 = Const32(20)
    Int32 @5 = Select(@2, @3, @4)
    Void @6 = Return(@5)
}

proc notequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return NotEqual(a, b)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_notequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if NotEqual(a, b)
    Int32 @2 = NotEqual(@0, @1)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_notequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if NotEqual(a, b) == 0
    Int32 @2 = NotEqual(@0, @1)
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

proc select_notequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Select(NotEqual(a, b), 10, 20)
    Int32 @2 = NotEqual(@0, @1)
    Int32 @3 = Const32(10)
    Int32 @4 = Const32(20)
    Int32 @5 = Select(@2, @3, @4)
    Void @6 = Return(@5)
}

proc lessthan64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return LessThan(a, b)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc branch_lessthan64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if LessThan(a, b)
    Int32 @2 = LessThan(@0, @1)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_lessthan64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if LessThan(a, b) == 0
    Int32 @2 = LessThan(@0, @1)
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

proc select_lessthan64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Select(LessThan(a, b), 10, 20)
    Int32 @2 = LessThan(@0, @1)
    Int32 @3 = Const32(10)
    Int32 @4 = Const32(20)
    Int32 @5 = Select(@2, @3, @4)
    Void @6 = Return(@5)
}

proc greaterthan64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return GreaterThan(a, b)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc branch_greaterthan64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if GreaterThan(a, b)
    Int32 @2 = GreaterThan(@0, @1)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_greaterthan64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if GreaterThan(a, b) == 0
    Int32 @2 = GreaterThan(@0, @1)
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

proc select_greaterthan64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Select(GreaterThan(a, b), 10, 20)
    Int32 @2 = GreaterThan(@0, @1)
    Int32 @3 = Const32(10)
    Int32 @4 = Const32(20)
    Int32 @5 = Select(@2, @3, @4)
    Void @6 = Return(@5)
}

proc lessequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return LessEqual(a, b)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_lessequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if LessEqual(a, b)
    Int32 @2 = LessEqual(@0, @1)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_lessequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if LessEqual(a, b) == 0
    Int32 @2 = LessEqual(@0, @1)
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

proc select_lessequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Select(LessEqual(a, b), 10, 20)
    Int32 @2 = LessEqual(@0, @1)
    Int32 @3 = Const32(10)
    Int32 @4 = Const32(20)
    Int32 @5 = Select(@2, @3, @4)
    Void @6 = Return(@5)
}

proc greaterequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return GreaterEqual(a, b)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_greaterequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if GreaterEqual(a, b)
    Int32 @2 = GreaterEqual(@0, @1)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_greaterequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; if GreaterEqual(a, b) == 0
    Int32 @2 = GreaterEqual(@0, @1)
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

proc select_greaterequal64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Select(GreaterEqual(a, b), 10, 20)
    Int32 @2 = GreaterEqual(@0, @1)
    Int32 @3 = Const32(10)
    Int32 @4 = Const32(20)
    Int32 @5 = Select(@2, @3, @4)
    Void @6 = Return(@5)
}

proc equalorunordered64(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return EqualOrUnordered(a, b)
    Int32 @2 = EqualOrUnordered(@0, @1)
    Void @3 = Return(@2)
}

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

; A value compared with itself is a test for NaN.
proc is_nan64(Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return a != a
    Int32 @1 = NotEqual(@0, @0)
    Void @2 = Return(@1)
}
