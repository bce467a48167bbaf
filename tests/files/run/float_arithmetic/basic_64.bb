barebones 1
; Sums, products, quotients, roots and remainders, rounded once in their own type.
;! run

proc add64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Add(a, b)
    Double @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64(0.1, 0.2) == 0.30000000000000004
;; run add64(1.0, 3.0) == 4.0
;; run add64(-0.0, 0.0) == 0.0
;; run add64(16777216.0, 1.0) == 16777217.0
;; run add64(10000000000.0, -0.0000000001) == 10000000000.0
;; run add64(1.0, 0.1) == 1.1
;; run add64(inf, 1.0) == inf
;; run add64(-0.0, -0.0) == -0.0
;; run add64(179769313486231570000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0, 179769313486231570000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0) == inf

proc add64_by_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Add(a, 0.0)
    Double @1 = ConstDouble(0.0)
    Double @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_0_0(0.1) == 0.1
;; run add64_by_0_0(1.0) == 1.0
;; run add64_by_0_0(-0.0) == 0.0
;; run add64_by_0_0(16777216.0) == 16777216.0
;; run add64_by_0_0(10000000000.0) == 10000000000.0
;; run add64_by_0_0(inf) == inf

proc add64_by_minus_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Add(a, -0.0)
    Double @1 = ConstDouble(-0.0)
    Double @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_minus_0_0(0.1) == 0.1
;; run add64_by_minus_0_0(1.0) == 1.0
;; run add64_by_minus_0_0(-0.0) == -0.0
;; run add64_by_minus_0_0(16777216.0) == 16777216.0
;; run add64_by_minus_0_0(10000000000.0) == 10000000000.0
;; run add64_by_minus_0_0(inf) == inf

proc add64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Add(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_1_0(0.1) == 1.1
;; run add64_by_1_0(1.0) == 2.0
;; run add64_by_1_0(-0.0) == 1.0
;; run add64_by_1_0(16777216.0) == 16777217.0
;; run add64_by_1_0(10000000000.0) == 10000000001.0
;; run add64_by_1_0(inf) == inf

proc sub64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Sub(a, b)
    Double @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64(0.1, 0.2) == -0.1
;; run sub64(1.0, 3.0) == -2.0
;; run sub64(-0.0, 0.0) == -0.0
;; run sub64(16777216.0, 1.0) == 16777215.0
;; run sub64(10000000000.0, -0.0000000001) == 10000000000.0
;; run sub64(1.0, 0.1) == 0.9
;; run sub64(0.0, 0.0) == 0.0
;; run sub64(1.0, 1.0) == 0.0

proc sub64_by_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Sub(a, 0.0)
    Double @1 = ConstDouble(0.0)
    Double @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_0_0(0.1) == 0.1
;; run sub64_by_0_0(1.0) == 1.0
;; run sub64_by_0_0(-0.0) == -0.0
;; run sub64_by_0_0(16777216.0) == 16777216.0
;; run sub64_by_0_0(10000000000.0) == 10000000000.0

proc sub64_by_minus_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Sub(a, -0.0)
    Double @1 = ConstDouble(-0.0)
    Double @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_minus_0_0(0.1) == 0.1
;; run sub64_by_minus_0_0(1.0) == 1.0
;; run sub64_by_minus_0_0(-0.0) == 0.0
;; run sub64_by_minus_0_0(16777216.0) == 16777216.0
;; run sub64_by_minus_0_0(10000000000.0) == 10000000000.0

proc sub64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Sub(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub64_by_1_0(0.1) == -0.9
;; run sub64_by_1_0(1.0) == 0.0
;; run sub64_by_1_0(-0.0) == -1.0
;; run sub64_by_1_0(16777216.0) == 16777215.0
;; run sub64_by_1_0(10000000000.0) == 9999999999.0

proc mul64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Mul(a, b)
    Double @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64(0.1, 0.2) == 0.020000000000000004
;; run mul64(1.0, 3.0) == 3.0
;; run mul64(-0.0, 0.0) == -0.0
;; run mul64(16777216.0, 1.0) == 16777216.0
;; run mul64(10000000000.0, -0.0000000001) == -1.0
;; run mul64(1.0, 0.1) == 0.1
;; run mul64(-1.0, 0.0) == -0.0
;; run mul64(inf, -2.0) == -inf

proc mul64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Mul(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_1_0(0.1) == 0.1
;; run mul64_by_1_0(1.0) == 1.0
;; run mul64_by_1_0(-0.0) == -0.0
;; run mul64_by_1_0(16777216.0) == 16777216.0
;; run mul64_by_1_0(10000000000.0) == 10000000000.0
;; run mul64_by_1_0(-1.0) == -1.0
;; run mul64_by_1_0(inf) == inf

proc mul64_by_minus_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Mul(a, -1.0)
    Double @1 = ConstDouble(-1.0)
    Double @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_minus_1_0(0.1) == -0.1
;; run mul64_by_minus_1_0(1.0) == -1.0
;; run mul64_by_minus_1_0(-0.0) == 0.0
;; run mul64_by_minus_1_0(16777216.0) == -16777216.0
;; run mul64_by_minus_1_0(10000000000.0) == -10000000000.0
;; run mul64_by_minus_1_0(-1.0) == 1.0
;; run mul64_by_minus_1_0(inf) == -inf

proc mul64_by_2_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Mul(a, 2.0)
    Double @1 = ConstDouble(2.0)
    Double @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; run mul64_by_2_0(0.1) == 0.2
;; run mul64_by_2_0(1.0) == 2.0
;; run mul64_by_2_0(-0.0) == -0.0
;; run mul64_by_2_0(16777216.0) == 33554432.0
;; run mul64_by_2_0(10000000000.0) == 20000000000.0
;; run mul64_by_2_0(-1.0) == -2.0
;; run mul64_by_2_0(inf) == inf

proc div64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return Div(a, b)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64(0.1, 0.2) == 0.5
;; run div64(1.0, 3.0) == 0.3333333333333333
;; run div64(16777216.0, 1.0) == 16777216.0
;; run div64(10000000000.0, -0.0000000001) == -100000000000000000000.0
;; run div64(1.0, 0.1) == 10.0
;; run div64(1.0, 0.0) == inf
;; run div64(1.0, -0.0) == -inf
;; run div64(1.0, inf) == 0.0

proc div64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Div(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_1_0(0.1) == 0.1
;; run div64_by_1_0(1.0) == 1.0
;; run div64_by_1_0(16777216.0) == 16777216.0
;; run div64_by_1_0(10000000000.0) == 10000000000.0

proc div64_by_minus_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Div(a, -1.0)
    Double @1 = ConstDouble(-1.0)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_minus_1_0(0.1) == -0.1
;; run div64_by_minus_1_0(1.0) == -1.0
;; run div64_by_minus_1_0(16777216.0) == -16777216.0
;; run div64_by_minus_1_0(10000000000.0) == -10000000000.0

proc div64_by_2_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Div(a, 2.0)
    Double @1 = ConstDouble(2.0)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_2_0(0.1) == 0.05
;; run div64_by_2_0(1.0) == 0.5
;; run div64_by_2_0(16777216.0) == 8388608.0
;; run div64_by_2_0(10000000000.0) == 5000000000.0

proc div64_by_3_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Div(a, 3.0)
    Double @1 = ConstDouble(3.0)
    Double @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_3_0(0.1) == 0.03333333333333333
;; run div64_by_3_0(1.0) == 0.3333333333333333
;; run div64_by_3_0(16777216.0) == 5592405.333333333
;; run div64_by_3_0(10000000000.0) == 3333333333.3333335
