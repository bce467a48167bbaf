barebones 1
; Calls: several results, both banks, no result, through addresses, arguments that cross, values live across calls.
;! run

data cell = u64:0

proc sub(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return a - b
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

; The arguments are swapped.
proc crossed(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return call sub(b, a)
    Int64 @2 = CCall(sub, @1, @0)
    Void @3 = Return(@2)
}
;; run crossed(10, 3) == -7

; One is passed twice, one not at all.
proc twice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return call sub(a, a) + call sub(b, 1)
    Int64 @2 = CCall(sub, @0, @0)
    Int64 @3 = Const64(1)
    Int64 @4 = CCall(sub, @1, @3)
    Int64 @5 = Add(@2, @4)
    Void @6 = Return(@5)
}
;; run twice(4, 9) == 8

; Two results in two registers.
proc divide(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return a / b, a % b
    Int64 @2 = Div(@0, @1)
    Int64 @3 = Mod(@0, @1)
    Void @4 = Return(@2, @3)
}

proc both_results(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; q, r = call divide(a, b)
    (Int64, Int64) @2 = CCall(divide, @0, @1)
    Int64 @3 = Extract(@2, 0)                       ; q
    Int64 @4 = Extract(@2, 1)                       ; r
    ; return q * 1000 + r
    Int64 @5 = Const64(1000)
    Int64 @6 = Mul(@3, @5)
    Int64 @7 = Add(@6, @4)
    Void @8 = Return(@7)
}
;; run both_results(47, 5) == 9002
;; run both_results(-47, 5) == -9002

proc second_result(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; q, r = call divide(a, b)
    (Int64, Int64) @2 = CCall(divide, @0, @1)
    Int64 @3 = Extract(@2, 0)                       ; q
    Int64 @4 = Extract(@2, 1)                       ; r
    ; return r
    Void @5 = Return(@4)
}
;; run second_result(47, 5) == 2

; An integer and a float.
proc split(Double) -> (Int64, Double) {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    ; whole: f64 = FTrunc(x)
    Double @1 = FTrunc(@0)                          ; whole
    ; return FToISat64(whole), x - whole
    Int64 @2 = FToISat(@1)
    Double @3 = Sub(@0, @1)
    Void @4 = Return(@2, @3)
}

proc joined(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    ; whole, part = call split(x)
    (Int64, Double) @1 = CCall(split, @0)
    Int64 @2 = Extract(@1, 0)                       ; whole
    Double @3 = Extract(@1, 1)                      ; part
    ; return IToD(whole) * 100.0 + part
    Double @4 = IToD(@2)
    Double @5 = ConstDouble(100.0)
    Double @6 = Mul(@4, @5)
    Double @7 = Add(@6, @3)
    Void @8 = Return(@7)
}
;; run joined(3.25) == 300.25
;; run joined(-3.25) == -300.25

; No result.
proc remember(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; i64[addr(cell)] = x
    Int64 @1 = SymbolAddress(cell)
    Void @2 = Store(@0, @1)
    Void @3 = Return()
}

proc no_result(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; call remember(x + 1)
    Int64 @1 = Const64(1)
    Int64 @2 = Add(@0, @1)
    Void @3 = CCall(remember, @2)
    ; return i64[addr(cell)]
    Int64 @4 = SymbolAddress(cell)
    Int64 @5 = Load(@4)
    Void @6 = Return(@5)
}
;; run no_result(41) == 42

; Many values live across a call, in both banks.
proc clobber(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    ; return x * 0.5
    Double @1 = ConstDouble(0.5)
    Double @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc live_across(Int64, Int64, Int64, Int64, Double, Double, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; c
    Int64 @3 = ArgumentReg(%a3)                     ; d
    Double @4 = ArgumentReg(%fa0)                   ; x
    Double @5 = ArgumentReg(%fa1)                   ; y
    Double @6 = ArgumentReg(%fa2)                   ; z
    ; e: i64 = a * b
    Int64 @7 = Mul(@0, @1)                          ; e
    ; f: i64 = c - d
    Int64 @8 = Sub(@2, @3)                          ; f
    ; g: i64 = a ^ d
    Int64 @9 = BitXor(@0, @3)                       ; g
    ; u: f64 = x + y
    Double @10 = Add(@4, @5)                        ; u
    ; v: f64 = y - z
    Double @11 = Sub(@5, @6)                        ; v
    ; w: f64 = call clobber(u)
    Double @12 = CCall(clobber, @10)                ; w
    ; return w + x * 2.0 + y * 4.0 + z * 8.0 + u + v + IToD(a + b * 2 + c * 3 + d * 4 + e + f + g)
    Double @13 = ConstDouble(2.0)
    Double @14 = Mul(@4, @13)
    Double @15 = Add(@12, @14)
    Double @16 = ConstDouble(4.0)
    Double @17 = Mul(@5, @16)
    Double @18 = Add(@15, @17)
    Double @19 = ConstDouble(8.0)
    Double @20 = Mul(@6, @19)
    Double @21 = Add(@18, @20)
    Double @22 = Add(@21, @10)
    Double @23 = Add(@22, @11)
    Int64 @24 = Const64(2)
    Int64 @25 = Mul(@1, @24)
    Int64 @26 = Add(@0, @25)
    Int64 @27 = Const64(3)
    Int64 @28 = Mul(@2, @27)
    Int64 @29 = Add(@26, @28)
    Int64 @30 = Const64(4)
    Int64 @31 = Mul(@3, @30)
    Int64 @32 = Add(@29, @31)
    Int64 @33 = Add(@32, @7)
    Int64 @34 = Add(@33, @8)
    Int64 @35 = Add(@34, @9)
    Double @36 = IToD(@35)
    Double @37 = Add(@23, @36)
    Void @38 = Return(@37)
}
;; run live_across(1, 2, 3, 4, 0.5, 1.5, 2.5) == 65.0
