barebones 1
; The predicate is any integer, zero or not; floats keep their bits.
;! run

proc select32_i32(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; c
    ; return Select(a, b, c)
    Int32 @6 = Select(@1, @3, @5)
    Void @7 = Return(@6)
}
;; run select32_i32(0, -5, 0x12345678) == 0x12345678
;; run select32_i32(1, -5, 0x12345678) == -5
;; run select32_i32(-1, -5, 0x12345678) == -5
;; run select32_i32(0x80000000, -5, 0x12345678) == -5

proc select32_i64(Int32, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)                     ; b
    Int64 @3 = ArgumentReg(%a2)                     ; c
    ; return Select(a, b, c)
    Int64 @4 = Select(@1, @2, @3)
    Void @5 = Return(@4)
}
;; run select32_i64(0, -5, 0x12345678) == 0x12345678
;; run select32_i64(1, -5, 0x12345678) == -5
;; run select32_i64(-1, -5, 0x12345678) == -5
;; run select32_i64(0x80000000, -5, 0x12345678) == -5

proc select32_f32(Int32, Float, Float) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa0)
    Float @3 = Trunc(@2)                            ; b
    Double @4 = ArgumentReg(%fa1)
    Float @5 = Trunc(@4)                            ; c
    ; return Select(a, b, c)
    Float @6 = Select(@1, @3, @5)
    Void @7 = Return(@6)
}
;; run select32_f32(0, nan:0x7fa12345, -0.0f) == -0.0f
;; run select32_f32(1, nan:0x7fa12345, -0.0f) == nan:0x7fa12345
;; run select32_f32(-1, nan:0x7fa12345, -0.0f) == nan:0x7fa12345
;; run select32_f32(0x80000000, nan:0x7fa12345, -0.0f) == nan:0x7fa12345

proc select32_f64(Int32, Double, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa0)                   ; b
    Double @3 = ArgumentReg(%fa1)                   ; c
    ; return Select(a, b, c)
    Double @4 = Select(@1, @2, @3)
    Void @5 = Return(@4)
}
;; run select32_f64(0, nan:0xfff4000000000001, -0.0) == -0.0
;; run select32_f64(1, nan:0xfff4000000000001, -0.0) == nan:0xfff4000000000001
;; run select32_f64(-1, nan:0xfff4000000000001, -0.0) == nan:0xfff4000000000001
;; run select32_f64(0x80000000, nan:0xfff4000000000001, -0.0) == nan:0xfff4000000000001

proc select64_i32(Int64, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)                            ; b
    Int64 @3 = ArgumentReg(%a2)
    Int32 @4 = Trunc(@3)                            ; c
    ; return Select(a, b, c)
    Int32 @5 = Select(@0, @2, @4)
    Void @6 = Return(@5)
}
;; run select64_i32(0, -5, 0x12345678) == 0x12345678
;; run select64_i32(1, -5, 0x12345678) == -5
;; run select64_i32(0x100000000, -5, 0x12345678) == -5
;; run select64_i32(0x8000000000000000, -5, 0x12345678) == -5

proc select64_i64(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; c
    ; return Select(a, b, c)
    Int64 @3 = Select(@0, @1, @2)
    Void @4 = Return(@3)
}
;; run select64_i64(0, -5, 0x12345678) == 0x12345678
;; run select64_i64(1, -5, 0x12345678) == -5
;; run select64_i64(0x100000000, -5, 0x12345678) == -5
;; run select64_i64(0x8000000000000000, -5, 0x12345678) == -5

proc select64_f32(Int64, Float, Float) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Double @1 = ArgumentReg(%fa0)
    Float @2 = Trunc(@1)                            ; b
    Double @3 = ArgumentReg(%fa1)
    Float @4 = Trunc(@3)                            ; c
    ; return Select(a, b, c)
    Float @5 = Select(@0, @2, @4)
    Void @6 = Return(@5)
}
;; run select64_f32(0, nan:0x7fa12345, -0.0f) == -0.0f
;; run select64_f32(1, nan:0x7fa12345, -0.0f) == nan:0x7fa12345
;; run select64_f32(0x100000000, nan:0x7fa12345, -0.0f) == nan:0x7fa12345
;; run select64_f32(0x8000000000000000, nan:0x7fa12345, -0.0f) == nan:0x7fa12345

proc select64_f64(Int64, Double, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Double @1 = ArgumentReg(%fa0)                   ; b
    Double @2 = ArgumentReg(%fa1)                   ; c
    ; return Select(a, b, c)
    Double @3 = Select(@0, @1, @2)
    Void @4 = Return(@3)
}
;; run select64_f64(0, nan:0xfff4000000000001, -0.0) == -0.0
;; run select64_f64(1, nan:0xfff4000000000001, -0.0) == nan:0xfff4000000000001
;; run select64_f64(0x100000000, nan:0xfff4000000000001, -0.0) == nan:0xfff4000000000001
;; run select64_f64(0x8000000000000000, nan:0xfff4000000000001, -0.0) == nan:0xfff4000000000001

; A maximum and a clamp.
proc clamp(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; low
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; high
    ; a: i32 = Select(x < low, low, x)
    Int32 @6 = LessThan(@1, @3)
    Int32 @7 = Select(@6, @3, @1)                   ; a
    ; return Select(a > high, high, a)
    Int32 @8 = GreaterThan(@7, @5)
    Int32 @9 = Select(@8, @5, @7)
    Void @10 = Return(@9)
}
;; run clamp(5, 0, 10) == 5
;; run clamp(-5, 0, 10) == 0
;; run clamp(50, 0, 10) == 10
;; run clamp(0, 0, 0) == 0

; Both arms are the same; one arm is zero; arms are one and zero.
proc degenerate(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; p
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; x
    ; return Select(p, x, x) + Select(p, x, 0) * 100 + Select(p, 1, 0) * 10000
    Int32 @4 = Select(@1, @3, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Select(@1, @3, @5)
    Int32 @7 = Const32(100)
    Int32 @8 = Mul(@6, @7)
    Int32 @9 = Add(@4, @8)
    Int32 @10 = Const32(1)
    Int32 @11 = Select(@1, @10, @5)
    Int32 @12 = Const32(10000)
    Int32 @13 = Mul(@11, @12)
    Int32 @14 = Add(@9, @13)
    Void @15 = Return(@14)
}
;; run degenerate(0, 7) == 7
;; run degenerate(3, 7) == 10707
;; run degenerate(-1, 0) == 10000

; The predicate is a float comparison and the values are integers, and vice versa.
proc mixed(Double, Double, Int64, Int64) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    Int64 @2 = ArgumentReg(%a0)                     ; i
    Int64 @3 = ArgumentReg(%a1)                     ; j
    ; chosen: i64 = Select(a < b, i, j)
    Int32 @4 = LessThan(@0, @1)
    Int64 @5 = Select(@4, @2, @3)                   ; chosen
    ; return Select(i < j, IToD(chosen), a)
    Int32 @6 = LessThan(@2, @3)
    Double @7 = IToD(@5)
    Double @8 = Select(@6, @7, @0)
    Void @9 = Return(@8)
}
;; run mixed(1.0, 2.0, 3, 4) == 3.0
;; run mixed(2.0, 1.0, 3, 4) == 4.0
;; run mixed(nan:0x7ff8000000000000, 1.0, 3, 4) == 4.0
;; run mixed(2.5, 1.0, 4, 3) == 2.5
