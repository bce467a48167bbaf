barebones 1
; FMin and FMax: a zero with sign is below one without; a NaN wins (which NaN is unspecified: it is made canonical here).
;! run

proc min64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return FMin(a, b)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min64(1.0, 2.0) == 1.0
;; run min64(2.0, 1.0) == 1.0
;; run min64(-1.0, 1.0) == -1.0
;; run min64(0.0, -0.0) == -0.0
;; run min64(-0.0, 0.0) == -0.0
;; run min64(-0.0, -0.0) == -0.0
;; run min64(0.0, 0.0) == 0.0
;; run min64(inf, 1.0) == 1.0
;; run min64(-inf, 1.0) == -inf
;; run min64(inf, -inf) == -inf

proc min64_by_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FMin(a, 0.0)
    Double @1 = ConstDouble(0.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min64_by_0_0(1.0) == 0.0
;; run min64_by_0_0(2.0) == 0.0
;; run min64_by_0_0(-1.0) == -1.0
;; run min64_by_0_0(0.0) == 0.0
;; run min64_by_0_0(inf) == 0.0
;; run min64_by_0_0(-inf) == -inf

proc min64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FMin(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min64_by_1_0(1.0) == 1.0
;; run min64_by_1_0(2.0) == 1.0
;; run min64_by_1_0(-1.0) == -1.0
;; run min64_by_1_0(0.0) == 0.0
;; run min64_by_1_0(inf) == 1.0
;; run min64_by_1_0(-inf) == -inf

proc min64_folded0() -> Double {
#0:
    ; return FMin(1.0, 2.0)
    Double @0 = ConstDouble(1.0)
    Double @1 = ConstDouble(2.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min64_folded0() == 1.0

proc min64_folded1() -> Double {
#0:
    ; return FMin(2.0, 1.0)
    Double @0 = ConstDouble(2.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min64_folded1() == 1.0

proc min64_folded2() -> Double {
#0:
    ; return FMin(-1.0, 1.0)
    Double @0 = ConstDouble(-1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min64_folded2() == -1.0

proc min64_folded3() -> Double {
#0:
    ; return FMin(0.0, -0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = ConstDouble(-0.0)
    Double @2 = FMin(@0, @1)
    Void @3 = Return(@2)
}
;; run min64_folded3() == -0.0

proc max64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return FMax(a, b)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max64(1.0, 2.0) == 2.0
;; run max64(2.0, 1.0) == 2.0
;; run max64(-1.0, 1.0) == 1.0
;; run max64(0.0, -0.0) == 0.0
;; run max64(-0.0, 0.0) == 0.0
;; run max64(-0.0, -0.0) == -0.0
;; run max64(0.0, 0.0) == 0.0
;; run max64(inf, 1.0) == inf
;; run max64(-inf, 1.0) == 1.0
;; run max64(inf, -inf) == inf

proc max64_by_0_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FMax(a, 0.0)
    Double @1 = ConstDouble(0.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max64_by_0_0(1.0) == 1.0
;; run max64_by_0_0(2.0) == 2.0
;; run max64_by_0_0(-1.0) == 0.0
;; run max64_by_0_0(0.0) == 0.0
;; run max64_by_0_0(inf) == inf
;; run max64_by_0_0(-inf) == 0.0

proc max64_by_1_0(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return FMax(a, 1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max64_by_1_0(1.0) == 1.0
;; run max64_by_1_0(2.0) == 2.0
;; run max64_by_1_0(-1.0) == 1.0
;; run max64_by_1_0(0.0) == 1.0
;; run max64_by_1_0(inf) == inf
;; run max64_by_1_0(-inf) == 1.0

proc max64_folded0() -> Double {
#0:
    ; return FMax(1.0, 2.0)
    Double @0 = ConstDouble(1.0)
    Double @1 = ConstDouble(2.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max64_folded0() == 2.0

proc max64_folded1() -> Double {
#0:
    ; return FMax(2.0, 1.0)
    Double @0 = ConstDouble(2.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max64_folded1() == 2.0

proc max64_folded2() -> Double {
#0:
    ; return FMax(-1.0, 1.0)
    Double @0 = ConstDouble(-1.0)
    Double @1 = ConstDouble(1.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max64_folded2() == 1.0

proc max64_folded3() -> Double {
#0:
    ; return FMax(0.0, -0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = ConstDouble(-0.0)
    Double @2 = FMax(@0, @1)
    Void @3 = Return(@2)
}
;; run max64_folded3() == 0.0

proc fmin_of_nan64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return PurifyNaN(FMin(a, b))
    Double @2 = FMin(@0, @1)
    Double @3 = PurifyNaN(@2)
    Void @4 = Return(@3)
}
;; run fmin_of_nan64(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000
;; run fmin_of_nan64(1.0, nan:0xfff8000000000001) == nan:0x7ff8000000000000
;; run fmin_of_nan64(nan:0xfff8000000000001, nan:0x7ff8000000000000) == nan:0x7ff8000000000000
;; run fmin_of_nan64(nan:0x7ff8000000000000, inf) == nan:0x7ff8000000000000

proc fmax_of_nan64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return PurifyNaN(FMax(a, b))
    Double @2 = FMax(@0, @1)
    Double @3 = PurifyNaN(@2)
    Void @4 = Return(@3)
}
;; run fmax_of_nan64(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000
;; run fmax_of_nan64(1.0, nan:0xfff8000000000001) == nan:0x7ff8000000000000
;; run fmax_of_nan64(nan:0xfff8000000000001, nan:0x7ff8000000000000) == nan:0x7ff8000000000000
;; run fmax_of_nan64(nan:0x7ff8000000000000, inf) == nan:0x7ff8000000000000
