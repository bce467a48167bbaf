barebones 1
; Ceil, Floor, FTrunc and Nearest (ties to even) keep the sign of zero, infinities and numbers too large for fractions.
;! run

proc ceil64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Ceil(a)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil64(0.0) == 0.0
;; run ceil64(-0.0) == -0.0
;; run ceil64(0.5) == 1.0
;; run ceil64(-0.5) == -0.0
;; run ceil64(1.5) == 2.0
;; run ceil64(2.5) == 3.0
;; run ceil64(-1.5) == -1.0
;; run ceil64(-2.5) == -2.0
;; run ceil64(0.25) == 1.0
;; run ceil64(-0.25) == -0.0
;; run ceil64(0.75) == 1.0
;; run ceil64(-0.75) == -0.0
;; run ceil64(3.0) == 3.0
;; run ceil64(-3.0) == -3.0
;; run ceil64(inf) == inf
;; run ceil64(-inf) == -inf
;; run ceil64(4503599627370495.5) == 4503599627370496.0
;; run ceil64(4503599627370497.0) == 4503599627370497.0
;; run ceil64(0.49999999999999994) == 1.0
;; run ceil64(-4503599627370495.5) == -4503599627370495.0
;; run ceil64(9007199254740992.0) == 9007199254740992.0

proc ceil64_folded0() -> Double {
#0:
    ; return Ceil(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil64_folded0() == 0.0

proc ceil64_folded1() -> Double {
#0:
    ; return Ceil(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil64_folded1() == -0.0

proc ceil64_folded2() -> Double {
#0:
    ; return Ceil(0.5)
    Double @0 = ConstDouble(0.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil64_folded2() == 1.0

proc ceil64_folded3() -> Double {
#0:
    ; return Ceil(-0.5)
    Double @0 = ConstDouble(-0.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil64_folded3() == -0.0

proc ceil64_folded4() -> Double {
#0:
    ; return Ceil(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil64_folded4() == 2.0

proc ceil64_folded5() -> Double {
#0:
    ; return Ceil(2.5)
    Double @0 = ConstDouble(2.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil64_folded5() == 3.0

proc ceil64_folded6() -> Double {
#0:
    ; return Ceil(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil64_folded6() == -1.0

proc ceil64_folded7() -> Double {
#0:
    ; return Ceil(-2.5)
    Double @0 = ConstDouble(-2.5)
    Double @1 = Ceil(@0)
    Void @2 = Return(@1)
}
;; run ceil64_folded7() == -2.0

proc floor64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Floor(a)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor64(0.0) == 0.0
;; run floor64(-0.0) == -0.0
;; run floor64(0.5) == 0.0
;; run floor64(-0.5) == -1.0
;; run floor64(1.5) == 1.0
;; run floor64(2.5) == 2.0
;; run floor64(-1.5) == -2.0
;; run floor64(-2.5) == -3.0
;; run floor64(0.25) == 0.0
;; run floor64(-0.25) == -1.0
;; run floor64(0.75) == 0.0
;; run floor64(-0.75) == -1.0
;; run floor64(3.0) == 3.0
;; run floor64(-3.0) == -3.0
;; run floor64(inf) == inf
;; run floor64(-inf) == -inf
;; run floor64(4503599627370495.5) == 4503599627370495.0
;; run floor64(4503599627370497.0) == 4503599627370497.0
;; run floor64(0.49999999999999994) == 0.0
;; run floor64(-4503599627370495.5) == -4503599627370496.0
;; run floor64(9007199254740992.0) == 9007199254740992.0

proc floor64_folded0() -> Double {
#0:
    ; return Floor(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor64_folded0() == 0.0

proc floor64_folded1() -> Double {
#0:
    ; return Floor(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor64_folded1() == -0.0

proc floor64_folded2() -> Double {
#0:
    ; return Floor(0.5)
    Double @0 = ConstDouble(0.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor64_folded2() == 0.0

proc floor64_folded3() -> Double {
#0:
    ; return Floor(-0.5)
    Double @0 = ConstDouble(-0.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor64_folded3() == -1.0

proc floor64_folded4() -> Double {
#0:
    ; return Floor(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor64_folded4() == 1.0

proc floor64_folded5() -> Double {
#0:
    ; return Floor(2.5)
    Double @0 = ConstDouble(2.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor64_folded5() == 2.0

proc floor64_folded6() -> Double {
#0:
    ; return Floor(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor64_folded6() == -2.0

proc floor64_folded7() -> Double {
#0:
    ; return Floor(-2.5)
    Double @0 = ConstDouble(-2.5)
    Double @1 = Floor(@0)
    Void @2 = Return(@1)
}
;; run floor64_folded7() == -3.0
