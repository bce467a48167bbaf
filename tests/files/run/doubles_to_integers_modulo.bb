barebones 1
; Doubles to integers modulo 2^32, toward zero, as ToInt32 of JavaScript; infinities and NaN become 0.
;! run

proc wrap(Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Int32 @1 = DoubleToInt32(@0)
    Void @2 = Return(@1)
}
;; run wrap(0.0) == 0
;; run wrap(-0.0) == 0
;; run wrap(0.9) == 0
;; run wrap(-1.9) == -1
;; run wrap(2147483647.5) == 2147483647
;; run wrap(2147483648.0) == -2147483648
;; run wrap(-2147483649.0) == 2147483647
;; run wrap(4294967296.0) == 0
;; run wrap(4294967301.5) == 5
;; run wrap(-4294967301.5) == -5
;; run wrap(9007199254740991.0) == -1
;; run wrap(9223372036854775808.0) == 0
;; run wrap(9223372036854777856.0) == 2048
;; run wrap(-18446744073709555712.0) == -4096
;; run wrap(-9223372036854775808.0) == 0
;; run wrap(1.2345678e15) == 925601280
;; run wrap(1e25) == -2147483648
;; run wrap(-1e25) == -2147483648
;; run wrap(1e300) == 0
;; run wrap(inf) == 0
;; run wrap(-inf) == 0
;; run wrap(nan:0x7ff8000000000000) == 0
;; run wrap(nan:0xfff0000000000001) == 0

; The source stays live over the conversion.
proc rest(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Int32 @1 = DoubleToInt32(@0)
    Double @2 = IToD(@1)
    Double @3 = Sub(@0, @2)
    Void @4 = Return(@3)
}
;; run rest(4294967301.5) == 4294967296.5
;; run rest(1e300) == 1e300

; The sum of integers needs no conversion.
proc sum(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Double @4 = IToD(@2)
    Double @5 = UToD(@3)
    Double @6 = Sub(@4, @5)
    Int32 @7 = DoubleToInt32(@6)
    Void @8 = Return(@7)
}
;; run sum(0x80000000, -1) == 0x80000001
;; run sum(5, 7) == -2

; A sum of 64-bit integers is rounded before it is converted.
proc wide_sum(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Double @2 = IToD(@0)
    Double @3 = IToD(@1)
    Double @4 = Add(@2, @3)
    Int32 @5 = DoubleToInt32(@4)
    Void @6 = Return(@5)
}
;; run wide_sum(9007199254740992, 1) == 0
;; run wide_sum(9007199254740992, 3) == 4
;; run wide_sum(-1, 3) == 2
