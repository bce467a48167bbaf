barebones 1
; Calls: several results, both banks, no result, through addresses, arguments that cross, values live across calls.
;! run

proc sub(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return a - b
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

; Nested: a call in the arguments of a call.
proc nested(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return call sub(call sub(a, 1), call sub(1, call sub(a, 5)))
    Int64 @1 = Const64(1)
    Int64 @2 = CCall(sub, @0, @1)
    Int64 @3 = Const64(5)
    Int64 @4 = CCall(sub, @0, @3)
    Int64 @5 = CCall(sub, @1, @4)
    Int64 @6 = CCall(sub, @2, @5)
    Void @7 = Return(@6)
}
;; run nested(7) == 7

; Through addresses.
proc add(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return a + b
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc either(Int32, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; which
    Int64 @2 = ArgumentReg(%a1)                     ; a
    Int64 @3 = ArgumentReg(%a2)                     ; b
    ; f: i64 = Select(which, addr(add), addr(sub))
    Int64 @4 = SymbolAddress(add)
    Int64 @5 = SymbolAddress(sub)
    Int64 @6 = Select(@1, @4, @5)                   ; f
    ; return call *f:add(a, b)
    Int64 @7 = CCall(@6, @2, @3)
    Void @8 = Return(@7)
}
;; run either(1, 5, 3) == 8
;; run either(0, 5, 3) == 2

; Eight floats in registers, in another order.
proc weigh(Double, Float, Double, Float, Double, Float, Double, Float) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)
    Float @2 = Trunc(@1)                            ; b
    Double @3 = ArgumentReg(%fa2)                   ; c
    Double @4 = ArgumentReg(%fa3)
    Float @5 = Trunc(@4)                            ; d
    Double @6 = ArgumentReg(%fa4)                   ; e
    Double @7 = ArgumentReg(%fa5)
    Float @8 = Trunc(@7)                            ; f
    Double @9 = ArgumentReg(%fa6)                   ; g
    Double @10 = ArgumentReg(%fa7)
    Float @11 = Trunc(@10)                          ; h
    ; return a + FloatToDouble(b) * 2.0 + c * 3.0 + FloatToDouble(d) * 4.0 + e * 5.0 + FloatToDouble(f) * 6.0 + g * 7.0 + FloatToDouble(h) * 8.0
    Double @12 = FloatToDouble(@2)
    Double @13 = ConstDouble(2.0)
    Double @14 = Mul(@12, @13)
    Double @15 = Add(@0, @14)
    Double @16 = ConstDouble(3.0)
    Double @17 = Mul(@3, @16)
    Double @18 = Add(@15, @17)
    Double @19 = FloatToDouble(@5)
    Double @20 = ConstDouble(4.0)
    Double @21 = Mul(@19, @20)
    Double @22 = Add(@18, @21)
    Double @23 = ConstDouble(5.0)
    Double @24 = Mul(@6, @23)
    Double @25 = Add(@22, @24)
    Double @26 = FloatToDouble(@8)
    Double @27 = ConstDouble(6.0)
    Double @28 = Mul(@26, @27)
    Double @29 = Add(@25, @28)
    Double @30 = ConstDouble(7.0)
    Double @31 = Mul(@9, @30)
    Double @32 = Add(@29, @31)
    Double @33 = FloatToDouble(@11)
    Double @34 = ConstDouble(8.0)
    Double @35 = Mul(@33, @34)
    Double @36 = Add(@32, @35)
    Void @37 = Return(@36)
}
;; run weigh(1.0, 2.0f, 3.0, 4.0f, 5.0, 6.0f, 7.0, 8.0f) == 204.0

proc reversed(Double, Float, Double, Float, Double, Float, Double, Float) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)
    Float @2 = Trunc(@1)                            ; b
    Double @3 = ArgumentReg(%fa2)                   ; c
    Double @4 = ArgumentReg(%fa3)
    Float @5 = Trunc(@4)                            ; d
    Double @6 = ArgumentReg(%fa4)                   ; e
    Double @7 = ArgumentReg(%fa5)
    Float @8 = Trunc(@7)                            ; f
    Double @9 = ArgumentReg(%fa6)                   ; g
    Double @10 = ArgumentReg(%fa7)
    Float @11 = Trunc(@10)                          ; h
    ; return call weigh(g, h, e, f, c, d, a, b)
    Double @12 = CCall(weigh, @9, @11, @6, @8, @3, @5, @0, @2)
    Void @13 = Return(@12)
}
;; run reversed(1.0, 2.0f, 3.0, 4.0f, 5.0, 6.0f, 7.0, 8.0f) == 124.0

; The upper half of an argument register is not part of an Int32.
proc high_half_is_garbage(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; return ZExt32(x)
    Int64 @2 = ZExt32(@1)
    Void @3 = Return(@2)
}

proc passes_truncated(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return call high_half_is_garbage(Trunc(x)) + (x >>> 32)
    Int32 @1 = Trunc(@0)
    Int64 @2 = CCall(high_half_is_garbage, @1)
    Int32 @3 = Const32(32)
    Int64 @4 = ZShr(@0, @3)
    Int64 @5 = Add(@2, @4)
    Void @6 = Return(@5)
}
;; run passes_truncated(0x500000007) == 12
;; run passes_truncated(-1) == 0x1fffffffe

; Mutual recursion (Hofstadter).
proc female(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; if n == 0
    Int32 @2 = Const32(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:        ; then
    ; return 1
    Int32 @5 = Const32(1)
    Void @6 = Return(@5)
#2:        ; endif
    ; return n - call male(call female(n - 1))
    Int32 @7 = Const32(1)
    Int32 @8 = Sub(@1, @7)
    Int32 @9 = CCall(female, @8)
    Int32 @10 = CCall(male, @9)
    Int32 @11 = Sub(@1, @10)
    Void @12 = Return(@11)
}
;; run female(8) == 5
;; run female(12) == 8

proc male(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; if n == 0
    Int32 @2 = Const32(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:        ; then
    ; return 0
    Int32 @5 = Const32(0)
    Void @6 = Return(@5)
#2:        ; endif
    ; return n - call female(call male(n - 1))
    Int32 @7 = Const32(1)
    Int32 @8 = Sub(@1, @7)
    Int32 @9 = CCall(male, @8)
    Int32 @10 = CCall(female, @9)
    Int32 @11 = Sub(@1, @10)
    Void @12 = Return(@11)
}
;; run male(9) == 6
