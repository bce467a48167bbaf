barebones 1
; Comparisons of floats: false for a NaN, but NotEqual and EqualOrUnordered are true; zeros of both signs are equal. 32 bits.
;! run

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
;; run equal32(1.0f, 1.0f) == 1
;; run equal32(1.0f, 2.0f) == 0
;; run equal32(2.0f, 1.0f) == 0
;; run equal32(0.0f, -0.0f) == 1
;; run equal32(-inf, inf) == 0
;; run equal32(inf, inf) == 1
;; run equal32(nan:0x7fc00000, 1.0f) == 0
;; run equal32(1.0f, nan:0xffc00001) == 0
;; run equal32(nan:0x7fc00000, nan:0x7fc00000) == 0

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
;; run branch_equal32(1.0f, 1.0f) == 10
;; run branch_equal32(1.0f, 2.0f) == 20
;; run branch_equal32(2.0f, 1.0f) == 20
;; run branch_equal32(0.0f, -0.0f) == 10
;; run branch_equal32(-inf, inf) == 20
;; run branch_equal32(inf, inf) == 10
;; run branch_equal32(nan:0x7fc00000, 1.0f) == 20
;; run branch_equal32(1.0f, nan:0xffc00001) == 20
;; run branch_equal32(nan:0x7fc00000, nan:0x7fc00000) == 20

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
;; run branch_not_equal32(1.0f, 1.0f) == 20
;; run branch_not_equal32(1.0f, 2.0f) == 10
;; run branch_not_equal32(2.0f, 1.0f) == 10
;; run branch_not_equal32(0.0f, -0.0f) == 20
;; run branch_not_equal32(-inf, inf) == 10
;; run branch_not_equal32(inf, inf) == 20
;; run branch_not_equal32(nan:0x7fc00000, 1.0f) == 10
;; run branch_not_equal32(1.0f, nan:0xffc00001) == 10
;; run branch_not_equal32(nan:0x7fc00000, nan:0x7fc00000) == 10

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
;; run select_equal32(1.0f, 1.0f) == 10
;; run select_equal32(1.0f, 2.0f) == 20
;; run select_equal32(2.0f, 1.0f) == 20
;; run select_equal32(0.0f, -0.0f) == 10
;; run select_equal32(-inf, inf) == 20
;; run select_equal32(inf, inf) == 10
;; run select_equal32(nan:0x7fc00000, 1.0f) == 20
;; run select_equal32(1.0f, nan:0xffc00001) == 20
;; run select_equal32(nan:0x7fc00000, nan:0x7fc00000) == 20

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
;; run notequal32(1.0f, 1.0f) == 0
;; run notequal32(1.0f, 2.0f) == 1
;; run notequal32(2.0f, 1.0f) == 1
;; run notequal32(0.0f, -0.0f) == 0
;; run notequal32(-inf, inf) == 1
;; run notequal32(inf, inf) == 0
;; run notequal32(nan:0x7fc00000, 1.0f) == 1
;; run notequal32(1.0f, nan:0xffc00001) == 1
;; run notequal32(nan:0x7fc00000, nan:0x7fc00000) == 1

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
;; run branch_notequal32(1.0f, 1.0f) == 20
;; run branch_notequal32(1.0f, 2.0f) == 10
;; run branch_notequal32(2.0f, 1.0f) == 10
;; run branch_notequal32(0.0f, -0.0f) == 20
;; run branch_notequal32(-inf, inf) == 10
;; run branch_notequal32(inf, inf) == 20
;; run branch_notequal32(nan:0x7fc00000, 1.0f) == 10
;; run branch_notequal32(1.0f, nan:0xffc00001) == 10
;; run branch_notequal32(nan:0x7fc00000, nan:0x7fc00000) == 10

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
;; run branch_not_notequal32(1.0f, 1.0f) == 10
;; run branch_not_notequal32(1.0f, 2.0f) == 20
;; run branch_not_notequal32(2.0f, 1.0f) == 20
;; run branch_not_notequal32(0.0f, -0.0f) == 10
;; run branch_not_notequal32(-inf, inf) == 20
;; run branch_not_notequal32(inf, inf) == 10
;; run branch_not_notequal32(nan:0x7fc00000, 1.0f) == 20
;; run branch_not_notequal32(1.0f, nan:0xffc00001) == 20
;; run branch_not_notequal32(nan:0x7fc00000, nan:0x7fc00000) == 20

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
;; run select_notequal32(1.0f, 1.0f) == 20
;; run select_notequal32(1.0f, 2.0f) == 10
;; run select_notequal32(2.0f, 1.0f) == 10
;; run select_notequal32(0.0f, -0.0f) == 20
;; run select_notequal32(-inf, inf) == 10
;; run select_notequal32(inf, inf) == 20
;; run select_notequal32(nan:0x7fc00000, 1.0f) == 10
;; run select_notequal32(1.0f, nan:0xffc00001) == 10
;; run select_notequal32(nan:0x7fc00000, nan:0x7fc00000) == 10
