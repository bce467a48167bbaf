barebones 1
; Comparisons of floats: false for a NaN, but NotEqual and EqualOrUnordered are true; zeros of both signs are equal. 32 bits.
;! run

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
;; run equalorunordered32(1.0f, 1.0f) == 1
;; run equalorunordered32(1.0f, 2.0f) == 0
;; run equalorunordered32(2.0f, 1.0f) == 0
;; run equalorunordered32(0.0f, -0.0f) == 1
;; run equalorunordered32(-inf, inf) == 0
;; run equalorunordered32(inf, inf) == 1
;; run equalorunordered32(nan:0x7fc00000, 1.0f) == 1
;; run equalorunordered32(1.0f, nan:0xffc00001) == 1
;; run equalorunordered32(nan:0x7fc00000, nan:0x7fc00000) == 1

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
;; run branch_equalorunordered32(1.0f, 1.0f) == 10
;; run branch_equalorunordered32(1.0f, 2.0f) == 20
;; run branch_equalorunordered32(2.0f, 1.0f) == 20
;; run branch_equalorunordered32(0.0f, -0.0f) == 10
;; run branch_equalorunordered32(-inf, inf) == 20
;; run branch_equalorunordered32(inf, inf) == 10
;; run branch_equalorunordered32(nan:0x7fc00000, 1.0f) == 10
;; run branch_equalorunordered32(1.0f, nan:0xffc00001) == 10
;; run branch_equalorunordered32(nan:0x7fc00000, nan:0x7fc00000) == 10

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
;; run branch_not_equalorunordered32(1.0f, 1.0f) == 20
;; run branch_not_equalorunordered32(1.0f, 2.0f) == 10
;; run branch_not_equalorunordered32(2.0f, 1.0f) == 10
;; run branch_not_equalorunordered32(0.0f, -0.0f) == 20
;; run branch_not_equalorunordered32(-inf, inf) == 10
;; run branch_not_equalorunordered32(inf, inf) == 20
;; run branch_not_equalorunordered32(nan:0x7fc00000, 1.0f) == 20
;; run branch_not_equalorunordered32(1.0f, nan:0xffc00001) == 20
;; run branch_not_equalorunordered32(nan:0x7fc00000, nan:0x7fc00000) == 20

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
;; run select_equalorunordered32(1.0f, 1.0f) == 10
;; run select_equalorunordered32(1.0f, 2.0f) == 20
;; run select_equalorunordered32(2.0f, 1.0f) == 20
;; run select_equalorunordered32(0.0f, -0.0f) == 10
;; run select_equalorunordered32(-inf, inf) == 20
;; run select_equalorunordered32(inf, inf) == 10
;; run select_equalorunordered32(nan:0x7fc00000, 1.0f) == 10
;; run select_equalorunordered32(1.0f, nan:0xffc00001) == 10
;; run select_equalorunordered32(nan:0x7fc00000, nan:0x7fc00000) == 10

; A value compared with itself is a test for NaN.
proc is_nan32(Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return a != a
    Int32 @2 = NotEqual(@1, @1)
    Void @3 = Return(@2)
}
;; run is_nan32(0.0f) == 0
;; run is_nan32(inf) == 0
;; run is_nan32(nan:0x7fc00000) == 1
;; run is_nan32(nan:0xffc00001) == 1
