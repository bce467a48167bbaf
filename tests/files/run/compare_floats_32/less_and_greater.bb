barebones 1
; Comparisons of floats: false for a NaN, but NotEqual and EqualOrUnordered are true; zeros of both signs are equal. 32 bits.
;! run

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
;; run lessthan32(1.0f, 1.0f) == 0
;; run lessthan32(1.0f, 2.0f) == 1
;; run lessthan32(2.0f, 1.0f) == 0
;; run lessthan32(0.0f, -0.0f) == 0
;; run lessthan32(-inf, inf) == 1
;; run lessthan32(inf, inf) == 0
;; run lessthan32(nan:0x7fc00000, 1.0f) == 0
;; run lessthan32(1.0f, nan:0xffc00001) == 0
;; run lessthan32(nan:0x7fc00000, nan:0x7fc00000) == 0

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
;; run branch_lessthan32(1.0f, 1.0f) == 20
;; run branch_lessthan32(1.0f, 2.0f) == 10
;; run branch_lessthan32(2.0f, 1.0f) == 20
;; run branch_lessthan32(0.0f, -0.0f) == 20
;; run branch_lessthan32(-inf, inf) == 10
;; run branch_lessthan32(inf, inf) == 20
;; run branch_lessthan32(nan:0x7fc00000, 1.0f) == 20
;; run branch_lessthan32(1.0f, nan:0xffc00001) == 20
;; run branch_lessthan32(nan:0x7fc00000, nan:0x7fc00000) == 20

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
;; run branch_not_lessthan32(1.0f, 1.0f) == 10
;; run branch_not_lessthan32(1.0f, 2.0f) == 20
;; run branch_not_lessthan32(2.0f, 1.0f) == 10
;; run branch_not_lessthan32(0.0f, -0.0f) == 10
;; run branch_not_lessthan32(-inf, inf) == 20
;; run branch_not_lessthan32(inf, inf) == 10
;; run branch_not_lessthan32(nan:0x7fc00000, 1.0f) == 10
;; run branch_not_lessthan32(1.0f, nan:0xffc00001) == 10
;; run branch_not_lessthan32(nan:0x7fc00000, nan:0x7fc00000) == 10

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
;; run select_lessthan32(1.0f, 1.0f) == 20
;; run select_lessthan32(1.0f, 2.0f) == 10
;; run select_lessthan32(2.0f, 1.0f) == 20
;; run select_lessthan32(0.0f, -0.0f) == 20
;; run select_lessthan32(-inf, inf) == 10
;; run select_lessthan32(inf, inf) == 20
;; run select_lessthan32(nan:0x7fc00000, 1.0f) == 20
;; run select_lessthan32(1.0f, nan:0xffc00001) == 20
;; run select_lessthan32(nan:0x7fc00000, nan:0x7fc00000) == 20

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
;; run greaterthan32(1.0f, 1.0f) == 0
;; run greaterthan32(1.0f, 2.0f) == 0
;; run greaterthan32(2.0f, 1.0f) == 1
;; run greaterthan32(0.0f, -0.0f) == 0
;; run greaterthan32(-inf, inf) == 0
;; run greaterthan32(inf, inf) == 0
;; run greaterthan32(nan:0x7fc00000, 1.0f) == 0
;; run greaterthan32(1.0f, nan:0xffc00001) == 0
;; run greaterthan32(nan:0x7fc00000, nan:0x7fc00000) == 0

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
;; run branch_greaterthan32(1.0f, 1.0f) == 20
;; run branch_greaterthan32(1.0f, 2.0f) == 20
;; run branch_greaterthan32(2.0f, 1.0f) == 10
;; run branch_greaterthan32(0.0f, -0.0f) == 20
;; run branch_greaterthan32(-inf, inf) == 20
;; run branch_greaterthan32(inf, inf) == 20
;; run branch_greaterthan32(nan:0x7fc00000, 1.0f) == 20
;; run branch_greaterthan32(1.0f, nan:0xffc00001) == 20
;; run branch_greaterthan32(nan:0x7fc00000, nan:0x7fc00000) == 20

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
;; run branch_not_greaterthan32(1.0f, 1.0f) == 10
;; run branch_not_greaterthan32(1.0f, 2.0f) == 10
;; run branch_not_greaterthan32(2.0f, 1.0f) == 20
;; run branch_not_greaterthan32(0.0f, -0.0f) == 10
;; run branch_not_greaterthan32(-inf, inf) == 10
;; run branch_not_greaterthan32(inf, inf) == 10
;; run branch_not_greaterthan32(nan:0x7fc00000, 1.0f) == 10
;; run branch_not_greaterthan32(1.0f, nan:0xffc00001) == 10
;; run branch_not_greaterthan32(nan:0x7fc00000, nan:0x7fc00000) == 10

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
;; run select_greaterthan32(1.0f, 1.0f) == 20
;; run select_greaterthan32(1.0f, 2.0f) == 20
;; run select_greaterthan32(2.0f, 1.0f) == 10
;; run select_greaterthan32(0.0f, -0.0f) == 20
;; run select_greaterthan32(-inf, inf) == 20
;; run select_greaterthan32(inf, inf) == 20
;; run select_greaterthan32(nan:0x7fc00000, 1.0f) == 20
;; run select_greaterthan32(1.0f, nan:0xffc00001) == 20
;; run select_greaterthan32(nan:0x7fc00000, nan:0x7fc00000) == 20
