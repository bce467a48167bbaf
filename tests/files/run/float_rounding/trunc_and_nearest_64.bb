barebones 1
; Ceil, Floor, FTrunc and Nearest (ties to even) keep the sign of zero, infinities and numbers too large for fractions.
;! run

proc ftrunc64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FTrunc(a)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc64(0.0) == 0.0
;; run ftrunc64(-0.0) == -0.0
;; run ftrunc64(0.5) == 0.0
;; run ftrunc64(-0.5) == -0.0
;; run ftrunc64(1.5) == 1.0
;; run ftrunc64(2.5) == 2.0
;; run ftrunc64(-1.5) == -1.0
;; run ftrunc64(-2.5) == -2.0
;; run ftrunc64(0.25) == 0.0
;; run ftrunc64(-0.25) == -0.0
;; run ftrunc64(0.75) == 0.0
;; run ftrunc64(-0.75) == -0.0
;; run ftrunc64(3.0) == 3.0
;; run ftrunc64(-3.0) == -3.0
;; run ftrunc64(inf) == inf
;; run ftrunc64(-inf) == -inf
;; run ftrunc64(4503599627370495.5) == 4503599627370495.0
;; run ftrunc64(4503599627370497.0) == 4503599627370497.0
;; run ftrunc64(0.49999999999999994) == 0.0
;; run ftrunc64(-4503599627370495.5) == -4503599627370495.0
;; run ftrunc64(9007199254740992.0) == 9007199254740992.0

proc ftrunc64_folded0() -> Double {
#0:
    ; return FTrunc(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc64_folded0() == 0.0

proc ftrunc64_folded1() -> Double {
#0:
    ; return FTrunc(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc64_folded1() == -0.0

proc ftrunc64_folded2() -> Double {
#0:
    ; return FTrunc(0.5)
    Double @0 = ConstDouble(0.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc64_folded2() == 0.0

proc ftrunc64_folded3() -> Double {
#0:
    ; return FTrunc(-0.5)
    Double @0 = ConstDouble(-0.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc64_folded3() == -0.0

proc ftrunc64_folded4() -> Double {
#0:
    ; return FTrunc(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc64_folded4() == 1.0

proc ftrunc64_folded5() -> Double {
#0:
    ; return FTrunc(2.5)
    Double @0 = ConstDouble(2.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc64_folded5() == 2.0

proc ftrunc64_folded6() -> Double {
#0:
    ; return FTrunc(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc64_folded6() == -1.0

proc ftrunc64_folded7() -> Double {
#0:
    ; return FTrunc(-2.5)
    Double @0 = ConstDouble(-2.5)
    Double @1 = FTrunc(@0)
    Void @2 = Return(@1)
}
;; run ftrunc64_folded7() == -2.0

proc nearest64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Nearest(a)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest64(0.0) == 0.0
;; run nearest64(-0.0) == -0.0
;; run nearest64(0.5) == 0.0
;; run nearest64(-0.5) == -0.0
;; run nearest64(1.5) == 2.0
;; run nearest64(2.5) == 2.0
;; run nearest64(-1.5) == -2.0
;; run nearest64(-2.5) == -2.0
;; run nearest64(0.25) == 0.0
;; run nearest64(-0.25) == -0.0
;; run nearest64(0.75) == 1.0
;; run nearest64(-0.75) == -1.0
;; run nearest64(3.0) == 3.0
;; run nearest64(-3.0) == -3.0
;; run nearest64(inf) == inf
;; run nearest64(-inf) == -inf
;; run nearest64(4503599627370495.5) == 4503599627370496.0
;; run nearest64(4503599627370497.0) == 4503599627370497.0
;; run nearest64(0.49999999999999994) == 0.0
;; run nearest64(-4503599627370495.5) == -4503599627370496.0
;; run nearest64(9007199254740992.0) == 9007199254740992.0

proc nearest64_folded0() -> Double {
#0:
    ; return Nearest(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest64_folded0() == 0.0

proc nearest64_folded1() -> Double {
#0:
    ; return Nearest(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest64_folded1() == -0.0

proc nearest64_folded2() -> Double {
#0:
    ; return Nearest(0.5)
    Double @0 = ConstDouble(0.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest64_folded2() == 0.0

proc nearest64_folded3() -> Double {
#0:
    ; return Nearest(-0.5)
    Double @0 = ConstDouble(-0.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest64_folded3() == -0.0

proc nearest64_folded4() -> Double {
#0:
    ; return Nearest(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest64_folded4() == 2.0

proc nearest64_folded5() -> Double {
#0:
    ; return Nearest(2.5)
    Double @0 = ConstDouble(2.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest64_folded5() == 2.0

proc nearest64_folded6() -> Double {
#0:
    ; return Nearest(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest64_folded6() == -2.0

proc nearest64_folded7() -> Double {
#0:
    ; return Nearest(-2.5)
    Double @0 = ConstDouble(-2.5)
    Double @1 = Nearest(@0)
    Void @2 = Return(@1)
}
;; run nearest64_folded7() == -2.0
