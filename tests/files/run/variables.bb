barebones 1
; Get and Set: variables are not in SSA form; they are swapped, live across loops and calls, and hold all types.
;! run

proc swap(Int32, Int32, Int32) -> Int32 {
    var0: Int32        ; a
    var1: Int32        ; b
    var2: Int32        ; n
    var3: Int32        ; t
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Void @2 = Set(@1, var0)
    Int64 @3 = ArgumentReg(%a1)
    Int32 @4 = Trunc(@3)                            ; b
    Void @5 = Set(@4, var1)
    Int64 @6 = ArgumentReg(%a2)
    Int32 @7 = Trunc(@6)                            ; n
    Void @8 = Set(@7, var2)
    Void @9 = Jump(#1)
#1:        ; while
    ; while n > 0
    Int32 @10 = Get(var2)
    Int32 @11 = Const32(0)
    Int32 @12 = GreaterThan(@10, @11)
    Void @13 = Branch(@12, #2, #3)
#2:        ; body
    ; t: i32 = a
    Int32 @14 = Get(var0)                           ; t
    Void @15 = Set(@14, var3)
    ; a = b
    Int32 @16 = Get(var1)                           ; a
    Void @17 = Set(@16, var0)
    ; b = t
    Int32 @18 = Get(var3)                           ; b
    Void @19 = Set(@18, var1)
    ; n = n - 1
    Int32 @20 = Get(var2)
    Int32 @21 = Const32(1)
    Int32 @22 = Sub(@20, @21)                       ; n
    Void @23 = Set(@22, var2)
    Void @24 = Jump(#1)
#3:        ; done
    ; return a * 100 + b
    Int32 @25 = Get(var0)
    Int32 @26 = Const32(100)
    Int32 @27 = Mul(@25, @26)
    Int32 @28 = Get(var1)
    Int32 @29 = Add(@27, @28)
    Void @30 = Return(@29)
}
;; run swap(1, 2, 0) == 102
;; run swap(1, 2, 1) == 201
;; run swap(1, 2, 7) == 201

proc one_branch(Int64) -> Int64 {
    var0: Int64        ; x
    var1: Int64        ; y
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    Void @1 = Set(@0, var0)
    ; y: i64 = 1
    Int64 @2 = Const64(1)                           ; y
    Void @3 = Set(@2, var1)
    ; if x > 10
    Int64 @4 = Get(var0)
    Int64 @5 = Const64(10)
    Int32 @6 = GreaterThan(@4, @5)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; y = x
    Int64 @8 = Get(var0)                            ; y
    Void @9 = Set(@8, var1)
    Void @10 = Jump(#2)
#2:        ; endif
    ; return y * 2
    Int64 @11 = Get(var1)
    Int64 @12 = Const64(2)
    Int64 @13 = Mul(@11, @12)
    Void @14 = Return(@13)
}
;; run one_branch(5) == 2
;; run one_branch(50) == 100

; A Get before a Set keeps the old value.
proc got_before_set(Int32) -> Int32 {
    var0: Int32        ; x
    var1: Int32        ; y
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    Void @2 = Set(@1, var0)
    ; y: i32 = x + (x + 1) * 10
    Int32 @3 = Get(var0)
    Int32 @4 = Get(var0)
    Int32 @5 = Const32(1)
    Int32 @6 = Add(@4, @5)
    Int32 @7 = Const32(10)
    Int32 @8 = Mul(@6, @7)
    Int32 @9 = Add(@3, @8)                          ; y
    Void @10 = Set(@9, var1)
    ; x = 3
    Int32 @11 = Const32(3)                          ; x
    Void @12 = Set(@11, var0)
    ; return y * 10 + x
    Int32 @13 = Get(var1)
    Int32 @14 = Mul(@13, @7)
    Int32 @15 = Get(var0)
    Int32 @16 = Add(@14, @15)
    Void @17 = Return(@16)
}
;; run got_before_set(4) == 543

proc all_types(Int32) -> Double {
    var0: Int32        ; n
    var1: Int32        ; a
    var2: Int64        ; b
    var3: Float        ; c
    var4: Double        ; d
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    Void @2 = Set(@1, var0)
    ; a: i32 = n
    Int32 @3 = Get(var0)                            ; a
    Void @4 = Set(@3, var1)
    ; b: i64 = SExt32(n) * 3
    Int32 @5 = Get(var0)
    Int64 @6 = SExt32(@5)
    Int64 @7 = Const64(3)
    Int64 @8 = Mul(@6, @7)                          ; b
    Void @9 = Set(@8, var2)
    ; c: f32 = IToF(n)
    Int32 @10 = Get(var0)
    Float @11 = IToF(@10)                           ; c
    Void @12 = Set(@11, var3)
    ; d: f64 = 0.5
    Double @13 = ConstDouble(0.5)                   ; d
    Void @14 = Set(@13, var4)
    Void @15 = Jump(#1)
#1:        ; while
    ; while a > 0
    Int32 @16 = Get(var1)
    Int32 @17 = Const32(0)
    Int32 @18 = GreaterThan(@16, @17)
    Void @19 = Branch(@18, #2, #3)
#2:        ; body
    ; a = a - 1
    Int32 @20 = Get(var1)
    Int32 @21 = Const32(1)
    Int32 @22 = Sub(@20, @21)                       ; a
    Void @23 = Set(@22, var1)
    ; b = b + 2
    Int64 @24 = Get(var2)
    Int64 @25 = Const64(2)
    Int64 @26 = Add(@24, @25)                       ; b
    Void @27 = Set(@26, var2)
    ; c = c * 2.0f
    Float @28 = Get(var3)
    Float @29 = ConstFloat(2.0)
    Float @30 = Mul(@28, @29)                       ; c
    Void @31 = Set(@30, var3)
    ; d = d + FloatToDouble(c) + IToD(b)
    Double @32 = Get(var4)
    Float @33 = Get(var3)
    Double @34 = FloatToDouble(@33)
    Double @35 = Add(@32, @34)
    Int64 @36 = Get(var2)
    Double @37 = IToD(@36)
    Double @38 = Add(@35, @37)                      ; d
    Void @39 = Set(@38, var4)
    Void @40 = Jump(#1)
#3:        ; done
    ; return d
    Double @41 = Get(var4)
    Void @42 = Return(@41)
}
;; run all_types(3) == 81.5
;; run all_types(0) == 0.5
;; run all_types(12) == 98868.5

proc double(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return x * 2
    Int64 @1 = Const64(2)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc across_calls(Int64) -> Int64 {
    var0: Int64        ; x
    var1: Int64        ; i
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    Void @1 = Set(@0, var0)
    ; i: i64 = 0
    Int64 @2 = Const64(0)                           ; i
    Void @3 = Set(@2, var1)
    Void @4 = Jump(#1)
#1:        ; while
    ; while i < 5
    Int64 @5 = Get(var1)
    Int64 @6 = Const64(5)
    Int32 @7 = LessThan(@5, @6)
    Void @8 = Branch(@7, #2, #3)
#2:        ; body
    ; x = call double(x) + i
    Int64 @9 = Get(var0)
    Int64 @10 = CCall(double, @9)
    Int64 @11 = Get(var1)
    Int64 @12 = Add(@10, @11)                       ; x
    Void @13 = Set(@12, var0)
    ; i = i + 1
    Int64 @14 = Get(var1)
    Int64 @15 = Const64(1)
    Int64 @16 = Add(@14, @15)                       ; i
    Void @17 = Set(@16, var1)
    Void @18 = Jump(#1)
#3:        ; done
    ; return x
    Int64 @19 = Get(var0)
    Void @20 = Return(@19)
}
;; run across_calls(1) == 58
;; run across_calls(-7) == -198
