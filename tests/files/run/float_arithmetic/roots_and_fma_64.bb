barebones 1
; Sums, products, quotients, roots and remainders, rounded once in their own type.
;! run

proc sqrt64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Sqrt(a)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt64(0.0) == 0.0
;; run sqrt64(-0.0) == -0.0
;; run sqrt64(1.0) == 1.0
;; run sqrt64(2.0) == 1.4142135623730951
;; run sqrt64(4.0) == 2.0
;; run sqrt64(0.1) == 0.31622776601683794
;; run sqrt64(inf) == inf

proc sqrt64_folded0() -> Double {
#0:
    ; return Sqrt(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt64_folded0() == 0.0

proc sqrt64_folded1() -> Double {
#0:
    ; return Sqrt(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt64_folded1() == -0.0

proc sqrt64_folded2() -> Double {
#0:
    ; return Sqrt(1.0)
    Double @0 = ConstDouble(1.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt64_folded2() == 1.0

proc sqrt64_folded3() -> Double {
#0:
    ; return Sqrt(2.0)
    Double @0 = ConstDouble(2.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt64_folded3() == 1.4142135623730951

proc sqrt64_folded4() -> Double {
#0:
    ; return Sqrt(4.0)
    Double @0 = ConstDouble(4.0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; run sqrt64_folded4() == 2.0

proc mod64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Mod(a, b)
    Double @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64(5.5, 2.0) == 1.5
;; run mod64(-5.5, 2.0) == -1.5
;; run mod64(5.5, -2.0) == 1.5
;; run mod64(1.0, inf) == 1.0
;; run mod64(-0.0, 1.0) == -0.0
;; run mod64(10000000000.0, 0.1) == 0.09999944488848769
;; run mod64(-4.0, 2.0) == -0.0

; The smallest number, halved: to even, which is zero, with the sign.
proc halve64(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; bits
    ; return BitwiseCast(bits) * 0.5
    Double @1 = BitwiseCast(@0)
    Double @2 = ConstDouble(0.5)
    Double @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}
;; run halve64(1) == 0.0
;; run halve64(0x8000000000000001) == -0.0

proc fma64(Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    Double @2 = ArgumentReg(%fa2)                   ; c
    ; return Fma(a, b, c)
    Double @3 = Fma(@0, @1, @2)
    Void @4 = Return(@3)
}
;; run fma64(1.0, 2.0, 3.0) == 5.0
;; run fma64(0.1, 10.0, -1.0) == 0.00000000000000005551115123125783
;; run fma64(1.000244140625, 1.000244140625, -1.0) == 0.0004883408546447754
;; run fma64(1.0000000074505806, 1.0, -1.0) == 0.000000007450580596923828
;; run fma64(2.0, -3.0, 6.5) == 0.5

; Two operations with two roundings: they must not be contracted into one.
proc not_contracted(Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    Double @2 = ArgumentReg(%fa2)                   ; c
    ; return a * b + c
    Double @3 = Mul(@0, @1)
    Double @4 = Add(@3, @2)
    Void @5 = Return(@4)
}
;; run not_contracted(1.0000000074505806, 0.9999999925494194, -1.0) == 0.0

; Additions are not associative.
proc in_order(Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    Double @2 = ArgumentReg(%fa2)                   ; c
    ; return a + b + c
    Double @3 = Add(@0, @1)
    Double @4 = Add(@3, @2)
    Void @5 = Return(@4)
}
;; run in_order(10000000000000000000000.0, -10000000000000000000000.0, 1.0) == 1.0
;; run in_order(1.0, 10000000000000000000000.0, -10000000000000000000000.0) == 0.0

; Zero minus x is not -x.
proc zero_minus(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    ; return 0.0 - x
    Double @1 = ConstDouble(0.0)
    Double @2 = Sub(@1, @0)
    Void @3 = Return(@2)
}
;; run zero_minus(0.0) == 0.0
;; run zero_minus(2.0) == -2.0
