barebones 1
; Comparisons of floats: false for a NaN, but NotEqual and EqualOrUnordered are true; zeros of both signs are equal. 32 bits.
;! run
;; run equal32(1.0f, 1.0f) == 1
;; run equal32(1.0f, 2.0f) == 0
;; run equal32(2.0f, 1.0f) == 0
;; run equal32(0.0f, -0.0f) == 1
;; run equal32(-inf, inf) == 0
;; run equal32(inf, inf) == 1
;; run equal32(nan:0x7fc00000, 1.0f) == 0
;; run equal32(1.0f, nan:0xffc00001) == 0
;; run equal32(nan:0x7fc00000, nan:0x7fc00000) == 0
;; run branch_equal32(1.0f, 1.0f) == 10
;; run branch_not_equal32(1.0f, 1.0f) == 20
;; run select_equal32(1.0f, 1.0f) == 10
;; run branch_equal32(1.0f, 2.0f) == 20
;; run branch_not_equal32(1.0f, 2.0f) == 10
;; run select_equal32(1.0f, 2.0f) == 20
;; run branch_equal32(2.0f, 1.0f) == 20
;; run branch_not_equal32(2.0f, 1.0f) == 10
;; run select_equal32(2.0f, 1.0f) == 20
;; run branch_equal32(0.0f, -0.0f) == 10
;; run branch_not_equal32(0.0f, -0.0f) == 20
;; run select_equal32(0.0f, -0.0f) == 10
;; run branch_equal32(-inf, inf) == 20
;; run branch_not_equal32(-inf, inf) == 10
;; run select_equal32(-inf, inf) == 20
;; run branch_equal32(inf, inf) == 10
;; run branch_not_equal32(inf, inf) == 20
;; run select_equal32(inf, inf) == 10
;; run branch_equal32(nan:0x7fc00000, 1.0f) == 20
;; run branch_not_equal32(nan:0x7fc00000, 1.0f) == 10
;; run select_equal32(nan:0x7fc00000, 1.0f) == 20
;; run branch_equal32(1.0f, nan:0xffc00001) == 20
;; run branch_not_equal32(1.0f, nan:0xffc00001) == 10
;; run select_equal32(1.0f, nan:0xffc00001) == 20
;; run branch_equal32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run branch_not_equal32(nan:0x7fc00000, nan:0x7fc00000) == 10
;; run select_equal32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run notequal32(1.0f, 1.0f) == 0
;; run notequal32(1.0f, 2.0f) == 1
;; run notequal32(2.0f, 1.0f) == 1
;; run notequal32(0.0f, -0.0f) == 0
;; run notequal32(-inf, inf) == 1
;; run notequal32(inf, inf) == 0
;; run notequal32(nan:0x7fc00000, 1.0f) == 1
;; run notequal32(1.0f, nan:0xffc00001) == 1
;; run notequal32(nan:0x7fc00000, nan:0x7fc00000) == 1
;; run branch_notequal32(1.0f, 1.0f) == 20
;; run branch_not_notequal32(1.0f, 1.0f) == 10
;; run select_notequal32(1.0f, 1.0f) == 20
;; run branch_notequal32(1.0f, 2.0f) == 10
;; run branch_not_notequal32(1.0f, 2.0f) == 20
;; run select_notequal32(1.0f, 2.0f) == 10
;; run branch_notequal32(2.0f, 1.0f) == 10
;; run branch_not_notequal32(2.0f, 1.0f) == 20
;; run select_notequal32(2.0f, 1.0f) == 10
;; run branch_notequal32(0.0f, -0.0f) == 20
;; run branch_not_notequal32(0.0f, -0.0f) == 10
;; run select_notequal32(0.0f, -0.0f) == 20
;; run branch_notequal32(-inf, inf) == 10
;; run branch_not_notequal32(-inf, inf) == 20
;; run select_notequal32(-inf, inf) == 10
;; run branch_notequal32(inf, inf) == 20
;; run branch_not_notequal32(inf, inf) == 10
;; run select_notequal32(inf, inf) == 20
;; run branch_notequal32(nan:0x7fc00000, 1.0f) == 10
;; run branch_not_notequal32(nan:0x7fc00000, 1.0f) == 20
;; run select_notequal32(nan:0x7fc00000, 1.0f) == 10
;; run branch_notequal32(1.0f, nan:0xffc00001) == 10
;; run branch_not_notequal32(1.0f, nan:0xffc00001) == 20
;; run select_notequal32(1.0f, nan:0xffc00001) == 10
;; run branch_notequal32(nan:0x7fc00000, nan:0x7fc00000) == 10
;; run branch_not_notequal32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run select_notequal32(nan:0x7fc00000, nan:0x7fc00000) == 10
;; run lessthan32(1.0f, 1.0f) == 0
;; run lessthan32(1.0f, 2.0f) == 1
;; run lessthan32(2.0f, 1.0f) == 0
;; run lessthan32(0.0f, -0.0f) == 0
;; run lessthan32(-inf, inf) == 1
;; run lessthan32(inf, inf) == 0
;; run lessthan32(nan:0x7fc00000, 1.0f) == 0
;; run lessthan32(1.0f, nan:0xffc00001) == 0
;; run lessthan32(nan:0x7fc00000, nan:0x7fc00000) == 0
;; run branch_lessthan32(1.0f, 1.0f) == 20
;; run branch_not_lessthan32(1.0f, 1.0f) == 10
;; run select_lessthan32(1.0f, 1.0f) == 20
;; run branch_lessthan32(1.0f, 2.0f) == 10
;; run branch_not_lessthan32(1.0f, 2.0f) == 20
;; run select_lessthan32(1.0f, 2.0f) == 10
;; run branch_lessthan32(2.0f, 1.0f) == 20
;; run branch_not_lessthan32(2.0f, 1.0f) == 10
;; run select_lessthan32(2.0f, 1.0f) == 20
;; run branch_lessthan32(0.0f, -0.0f) == 20
;; run branch_not_lessthan32(0.0f, -0.0f) == 10
;; run select_lessthan32(0.0f, -0.0f) == 20
;; run branch_lessthan32(-inf, inf) == 10
;; run branch_not_lessthan32(-inf, inf) == 20
;; run select_lessthan32(-inf, inf) == 10
;; run branch_lessthan32(inf, inf) == 20
;; run branch_not_lessthan32(inf, inf) == 10
;; run select_lessthan32(inf, inf) == 20
;; run branch_lessthan32(nan:0x7fc00000, 1.0f) == 20
;; run branch_not_lessthan32(nan:0x7fc00000, 1.0f) == 10
;; run select_lessthan32(nan:0x7fc00000, 1.0f) == 20
;; run branch_lessthan32(1.0f, nan:0xffc00001) == 20
;; run branch_not_lessthan32(1.0f, nan:0xffc00001) == 10
;; run select_lessthan32(1.0f, nan:0xffc00001) == 20
;; run branch_lessthan32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run branch_not_lessthan32(nan:0x7fc00000, nan:0x7fc00000) == 10
;; run select_lessthan32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run greaterthan32(1.0f, 1.0f) == 0
;; run greaterthan32(1.0f, 2.0f) == 0
;; run greaterthan32(2.0f, 1.0f) == 1
;; run greaterthan32(0.0f, -0.0f) == 0
;; run greaterthan32(-inf, inf) == 0
;; run greaterthan32(inf, inf) == 0
;; run greaterthan32(nan:0x7fc00000, 1.0f) == 0
;; run greaterthan32(1.0f, nan:0xffc00001) == 0
;; run greaterthan32(nan:0x7fc00000, nan:0x7fc00000) == 0
;; run branch_greaterthan32(1.0f, 1.0f) == 20
;; run branch_not_greaterthan32(1.0f, 1.0f) == 10
;; run select_greaterthan32(1.0f, 1.0f) == 20
;; run branch_greaterthan32(1.0f, 2.0f) == 20
;; run branch_not_greaterthan32(1.0f, 2.0f) == 10
;; run select_greaterthan32(1.0f, 2.0f) == 20
;; run branch_greaterthan32(2.0f, 1.0f) == 10
;; run branch_not_greaterthan32(2.0f, 1.0f) == 20
;; run select_greaterthan32(2.0f, 1.0f) == 10
;; run branch_greaterthan32(0.0f, -0.0f) == 20
;; run branch_not_greaterthan32(0.0f, -0.0f) == 10
;; run select_greaterthan32(0.0f, -0.0f) == 20
;; run branch_greaterthan32(-inf, inf) == 20
;; run branch_not_greaterthan32(-inf, inf) == 10
;; run select_greaterthan32(-inf, inf) == 20
;; run branch_greaterthan32(inf, inf) == 20
;; run branch_not_greaterthan32(inf, inf) == 10
;; run select_greaterthan32(inf, inf) == 20
;; run branch_greaterthan32(nan:0x7fc00000, 1.0f) == 20
;; run branch_not_greaterthan32(nan:0x7fc00000, 1.0f) == 10
;; run select_greaterthan32(nan:0x7fc00000, 1.0f) == 20
;; run branch_greaterthan32(1.0f, nan:0xffc00001) == 20
;; run branch_not_greaterthan32(1.0f, nan:0xffc00001) == 10
;; run select_greaterthan32(1.0f, nan:0xffc00001) == 20
;; run branch_greaterthan32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run branch_not_greaterthan32(nan:0x7fc00000, nan:0x7fc00000) == 10
;; run select_greaterthan32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run lessequal32(1.0f, 1.0f) == 1
;; run lessequal32(1.0f, 2.0f) == 1
;; run lessequal32(2.0f, 1.0f) == 0
;; run lessequal32(0.0f, -0.0f) == 1
;; run lessequal32(-inf, inf) == 1
;; run lessequal32(inf, inf) == 1
;; run lessequal32(nan:0x7fc00000, 1.0f) == 0
;; run lessequal32(1.0f, nan:0xffc00001) == 0
;; run lessequal32(nan:0x7fc00000, nan:0x7fc00000) == 0
;; run branch_lessequal32(1.0f, 1.0f) == 10
;; run branch_not_lessequal32(1.0f, 1.0f) == 20
;; run select_lessequal32(1.0f, 1.0f) == 10
;; run branch_lessequal32(1.0f, 2.0f) == 10
;; run branch_not_lessequal32(1.0f, 2.0f) == 20
;; run select_lessequal32(1.0f, 2.0f) == 10
;; run branch_lessequal32(2.0f, 1.0f) == 20
;; run branch_not_lessequal32(2.0f, 1.0f) == 10
;; run select_lessequal32(2.0f, 1.0f) == 20
;; run branch_lessequal32(0.0f, -0.0f) == 10
;; run branch_not_lessequal32(0.0f, -0.0f) == 20
;; run select_lessequal32(0.0f, -0.0f) == 10
;; run branch_lessequal32(-inf, inf) == 10
;; run branch_not_lessequal32(-inf, inf) == 20
;; run select_lessequal32(-inf, inf) == 10
;; run branch_lessequal32(inf, inf) == 10
;; run branch_not_lessequal32(inf, inf) == 20
;; run select_lessequal32(inf, inf) == 10
;; run branch_lessequal32(nan:0x7fc00000, 1.0f) == 20
;; run branch_not_lessequal32(nan:0x7fc00000, 1.0f) == 10
;; run select_lessequal32(nan:0x7fc00000, 1.0f) == 20
;; run branch_lessequal32(1.0f, nan:0xffc00001) == 20
;; run branch_not_lessequal32(1.0f, nan:0xffc00001) == 10
;; run select_lessequal32(1.0f, nan:0xffc00001) == 20
;; run branch_lessequal32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run branch_not_lessequal32(nan:0x7fc00000, nan:0x7fc00000) == 10
;; run select_lessequal32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run greaterequal32(1.0f, 1.0f) == 1
;; run greaterequal32(1.0f, 2.0f) == 0
;; run greaterequal32(2.0f, 1.0f) == 1
;; run greaterequal32(0.0f, -0.0f) == 1
;; run greaterequal32(-inf, inf) == 0
;; run greaterequal32(inf, inf) == 1
;; run greaterequal32(nan:0x7fc00000, 1.0f) == 0
;; run greaterequal32(1.0f, nan:0xffc00001) == 0
;; run greaterequal32(nan:0x7fc00000, nan:0x7fc00000) == 0
;; run branch_greaterequal32(1.0f, 1.0f) == 10
;; run branch_not_greaterequal32(1.0f, 1.0f) == 20
;; run select_greaterequal32(1.0f, 1.0f) == 10
;; run branch_greaterequal32(1.0f, 2.0f) == 20
;; run branch_not_greaterequal32(1.0f, 2.0f) == 10
;; run select_greaterequal32(1.0f, 2.0f) == 20
;; run branch_greaterequal32(2.0f, 1.0f) == 10
;; run branch_not_greaterequal32(2.0f, 1.0f) == 20
;; run select_greaterequal32(2.0f, 1.0f) == 10
;; run branch_greaterequal32(0.0f, -0.0f) == 10
;; run branch_not_greaterequal32(0.0f, -0.0f) == 20
;; run select_greaterequal32(0.0f, -0.0f) == 10
;; run branch_greaterequal32(-inf, inf) == 20
;; run branch_not_greaterequal32(-inf, inf) == 10
;; run select_greaterequal32(-inf, inf) == 20
;; run branch_greaterequal32(inf, inf) == 10
;; run branch_not_greaterequal32(inf, inf) == 20
;; run select_greaterequal32(inf, inf) == 10
;; run branch_greaterequal32(nan:0x7fc00000, 1.0f) == 20
;; run branch_not_greaterequal32(nan:0x7fc00000, 1.0f) == 10
;; run select_greaterequal32(nan:0x7fc00000, 1.0f) == 20
;; run branch_greaterequal32(1.0f, nan:0xffc00001) == 20
;; run branch_not_greaterequal32(1.0f, nan:0xffc00001) == 10
;; run select_greaterequal32(1.0f, nan:0xffc00001) == 20
;; run branch_greaterequal32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run branch_not_greaterequal32(nan:0x7fc00000, nan:0x7fc00000) == 10
;; run select_greaterequal32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run equalorunordered32(1.0f, 1.0f) == 1
;; run equalorunordered32(1.0f, 2.0f) == 0
;; run equalorunordered32(2.0f, 1.0f) == 0
;; run equalorunordered32(0.0f, -0.0f) == 1
;; run equalorunordered32(-inf, inf) == 0
;; run equalorunordered32(inf, inf) == 1
;; run equalorunordered32(nan:0x7fc00000, 1.0f) == 1
;; run equalorunordered32(1.0f, nan:0xffc00001) == 1
;; run equalorunordered32(nan:0x7fc00000, nan:0x7fc00000) == 1
;; run branch_equalorunordered32(1.0f, 1.0f) == 10
;; run branch_not_equalorunordered32(1.0f, 1.0f) == 20
;; run select_equalorunordered32(1.0f, 1.0f) == 10
;; run branch_equalorunordered32(1.0f, 2.0f) == 20
;; run branch_not_equalorunordered32(1.0f, 2.0f) == 10
;; run select_equalorunordered32(1.0f, 2.0f) == 20
;; run branch_equalorunordered32(2.0f, 1.0f) == 20
;; run branch_not_equalorunordered32(2.0f, 1.0f) == 10
;; run select_equalorunordered32(2.0f, 1.0f) == 20
;; run branch_equalorunordered32(0.0f, -0.0f) == 10
;; run branch_not_equalorunordered32(0.0f, -0.0f) == 20
;; run select_equalorunordered32(0.0f, -0.0f) == 10
;; run branch_equalorunordered32(-inf, inf) == 20
;; run branch_not_equalorunordered32(-inf, inf) == 10
;; run select_equalorunordered32(-inf, inf) == 20
;; run branch_equalorunordered32(inf, inf) == 10
;; run branch_not_equalorunordered32(inf, inf) == 20
;; run select_equalorunordered32(inf, inf) == 10
;; run branch_equalorunordered32(nan:0x7fc00000, 1.0f) == 10
;; run branch_not_equalorunordered32(nan:0x7fc00000, 1.0f) == 20
;; run select_equalorunordered32(nan:0x7fc00000, 1.0f) == 10
;; run branch_equalorunordered32(1.0f, nan:0xffc00001) == 10
;; run branch_not_equalorunordered32(1.0f, nan:0xffc00001) == 20
;; run select_equalorunordered32(1.0f, nan:0xffc00001) == 10
;; run branch_equalorunordered32(nan:0x7fc00000, nan:0x7fc00000) == 10
;; run branch_not_equalorunordered32(nan:0x7fc00000, nan:0x7fc00000) == 20
;; run select_equalorunordered32(nan:0x7fc00000, nan:0x7fc00000) == 10
;; run is_nan32(0.0f) == 0
;; run is_nan32(inf) == 0
;; run is_nan32(nan:0x7fc00000) == 1
;; run is_nan32(nan:0xffc00001) == 1

proc equal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Equal(a, b)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Return(@4)
}

proc branch_equal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if Equal(a, b)
    Int32 @4 = Equal(@1, @3)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_equal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if Equal(a, b) == 0
    Int32 @4 = Equal(@1, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 10
    Int32 @8 = Const32(10)
    Void @9 = Return(@8)
#2:        ; endif
    ; return 20
    Int32 @10 = Const32(20)
    Void @11 = Return(@10)
}

proc select_equal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Select(Equal(a, b), 10, 20)
    Int32 @4 = Equal(@1, @3)
    Int32 @5 = Const32(10)
    Int32 @6 = Const32(20)
    Int32 @7 = Select(@4, @5, @6)
    Void @8 = Return(@7)
}

proc notequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return NotEqual(a, b)
    Int32 @4 = NotEqual(@1, @3)
    Void @5 = Return(@4)
}

proc branch_notequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if NotEqual(a, b)
    Int32 @4 = NotEqual(@1, @3)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_notequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if NotEqual(a, b) == 0
    Int32 @4 = NotEqual(@1, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 10
    Int32 @8 = Const32(10)
    Void @9 = Return(@8)
#2:        ; endif
    ; return 20
    Int32 @10 = Const32(20)
    Void @11 = Return(@10)
}

proc select_notequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Select(NotEqual(a, b), 10, 20)
    Int32 @4 = NotEqual(@1, @3)
    Int32 @5 = Const32(10)
    Int32 @6 = Const32(20)
    Int32 @7 = Select(@4, @5, @6)
    Void @8 = Return(@7)
}

proc lessthan32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return LessThan(a, b)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Return(@4)
}

proc branch_lessthan32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if LessThan(a, b)
    Int32 @4 = LessThan(@1, @3)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_lessthan32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if LessThan(a, b) == 0
    Int32 @4 = LessThan(@1, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 10
    Int32 @8 = Const32(10)
    Void @9 = Return(@8)
#2:        ; endif
    ; return 20
    Int32 @10 = Const32(20)
    Void @11 = Return(@10)
}

proc select_lessthan32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Select(LessThan(a, b), 10, 20)
    Int32 @4 = LessThan(@1, @3)
    Int32 @5 = Const32(10)
    Int32 @6 = Const32(20)
    Int32 @7 = Select(@4, @5, @6)
    Void @8 = Return(@7)
}

proc greaterthan32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return GreaterThan(a, b)
    Int32 @4 = GreaterThan(@1, @3)
    Void @5 = Return(@4)
}

proc branch_greaterthan32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if GreaterThan(a, b)
    Int32 @4 = GreaterThan(@1, @3)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_greaterthan32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if GreaterThan(a, b) == 0
    Int32 @4 = GreaterThan(@1, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 10
    Int32 @8 = Const32(10)
    Void @9 = Return(@8)
#2:        ; endif
    ; return 20
    Int32 @10 = Const32(20)
    Void @11 = Return(@10)
}

proc select_greaterthan32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Select(GreaterThan(a, b), 10, 20)
    Int32 @4 = GreaterThan(@1, @3)
    Int32 @5 = Const32(10)
    Int32 @6 = Const32(20)
    Int32 @7 = Select(@4, @5, @6)
    Void @8 = Return(@7)
}

proc lessequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return LessEqual(a, b)
    Int32 @4 = LessEqual(@1, @3)
    Void @5 = Return(@4)
}

proc branch_lessequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if LessEqual(a, b)
    Int32 @4 = LessEqual(@1, @3)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_lessequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if LessEqual(a, b) == 0
    Int32 @4 = LessEqual(@1, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 10
    Int32 @8 = Const32(10)
    Void @9 = Return(@8)
#2:        ; endif
    ; return 20
    Int32 @10 = Const32(20)
    Void @11 = Return(@10)
}

proc select_lessequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Select(LessEqual(a, b), 10, 20)
    Int32 @4 = LessEqual(@1, @3)
    Int32 @5 = Const32(10)
    Int32 @6 = Const32(20)
    Int32 @7 = Select(@4, @5, @6)
    Void @8 = Return(@7)
}

proc greaterequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return GreaterEqual(a, b)
    Int32 @4 = GreaterEqual(@1, @3)
    Void @5 = Return(@4)
}

proc branch_greaterequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if GreaterEqual(a, b)
    Int32 @4 = GreaterEqual(@1, @3)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_greaterequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if GreaterEqual(a, b) == 0
    Int32 @4 = GreaterEqual(@1, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 10
    Int32 @8 = Const32(10)
    Void @9 = Return(@8)
#2:        ; endif
    ; return 20
    Int32 @10 = Const32(20)
    Void @11 = Return(@10)
}

proc select_greaterequal32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Select(GreaterEqual(a, b), 10, 20)
    Int32 @4 = GreaterEqual(@1, @3)
    Int32 @5 = Const32(10)
    Int32 @6 = Const32(20)
    Int32 @7 = Select(@4, @5, @6)
    Void @8 = Return(@7)
}

proc equalorunordered32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return EqualOrUnordered(a, b)
    Int32 @4 = EqualOrUnordered(@1, @3)
    Void @5 = Return(@4)
}

proc branch_equalorunordered32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if EqualOrUnordered(a, b)
    Int32 @4 = EqualOrUnordered(@1, @3)
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

; The opposite is not another comparison: both are false for a NaN.
proc branch_not_equalorunordered32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; if EqualOrUnordered(a, b) == 0
    Int32 @4 = EqualOrUnordered(@1, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 10
    Int32 @8 = Const32(10)
    Void @9 = Return(@8)
#2:        ; endif
    ; return 20
    Int32 @10 = Const32(20)
    Void @11 = Return(@10)
}

proc select_equalorunordered32(Float, Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return Select(EqualOrUnordered(a, b), 10, 20)
    Int32 @4 = EqualOrUnordered(@1, @3)
    Int32 @5 = Const32(10)
    Int32 @6 = Const32(20)
    Int32 @7 = Select(@4, @5, @6)
    Void @8 = Return(@7)
}

; A value compared with itself is a test for NaN.
proc is_nan32(Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return a != a
    Int32 @2 = NotEqual(@1, @1)
    Void @3 = Return(@2)
}
