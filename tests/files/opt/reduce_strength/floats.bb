barebones 1
; Floats keep their bits: a zero has a sign, and a signalling NaN stays one until arithmetic uses it.
;! opt reduce_strength eliminate_dead_code
;! run

proc times_one(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = Add(@0, @1)
    Double @3 = ConstDouble(1.0)
    Double @4 = Mul(@2, @3)
    Void @99 = Return(@4)
}
;; check: Return(@2)
;; run times_one(1.5, -2.0) == -0.5
;; run times_one(-0.0, 0.0) == 0.0
;; run times_one(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000

proc times_one_of_any(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @3 = ConstDouble(1.0)
    Double @4 = Mul(@0, @3)
    Void @99 = Return(@4)
}
;; check: Mul(@0, @3)
;; run times_one_of_any(1.5, -2.0) == 1.5
;; run times_one_of_any(-0.0, 0.0) == -0.0
;; run times_one_of_any(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000

proc minus_zero(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = Add(@0, @1)
    Double @3 = ConstDouble(-0.0)
    Double @4 = Add(@2, @3)
    Void @99 = Return(@4)
}
;; check: Return(@2)
;; run minus_zero(1.5, -2.0) == -0.5
;; run minus_zero(-0.0, 0.0) == 0.0
;; run minus_zero(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000

proc plus_zero(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = Mul(@0, @1)
    Double @3 = ConstDouble(0.0)
    Double @4 = Add(@2, @3)
    Void @99 = Return(@4)
}
;; check: Add(@2, @3)
;; run plus_zero(1.5, -2.0) == -3.0
;; run plus_zero(-0.0, 0.0) == 0.0
;; run plus_zero(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000

proc reciprocal(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @3 = ConstDouble(8.0)
    Double @4 = Div(@0, @3)
    Void @99 = Return(@4)
}
;; check: ConstDouble(0.125)
;; check: Mul(@0,
;; run reciprocal(1.5, -2.0) == 0.1875
;; run reciprocal(-0.0, 0.0) == -0.0
;; run reciprocal(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000

proc no_reciprocal(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @3 = ConstDouble(10.0)
    Double @4 = Div(@0, @3)
    Void @99 = Return(@4)
}
;; check: Div(@0, @3)
;; run no_reciprocal(1.5, -2.0) == 0.15
;; run no_reciprocal(-0.0, 0.0) == -0.0
;; run no_reciprocal(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000

proc not_of_less(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Int32 @2 = LessThan(@0, @1)
    Int32 @3 = Const32(1)
    Int32 @4 = BitXor(@2, @3)
    Void @99 = Return(@4)
}
;; check: BitXor(@2, @3)
;; run not_of_less(1.5, -2.0) == 1
;; run not_of_less(-0.0, 0.0) == 1
;; run not_of_less(nan:0x7ff8000000000000, 1.0) == 1

proc not_of_equal(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Int32 @2 = Equal(@0, @1)
    Int32 @3 = Const32(1)
    Int32 @4 = BitXor(@2, @3)
    Void @99 = Return(@4)
}
;; check: NotEqual(@0, @1)
;; run not_of_equal(1.5, -2.0) == 1
;; run not_of_equal(-0.0, 0.0) == 0
;; run not_of_equal(nan:0x7ff8000000000000, 1.0) == 1

proc difference_of_itself(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = Sub(@0, @0)
    Void @99 = Return(@2)
}
;; check: Sub(@0, @0)
;; run difference_of_itself(1.5, -2.0) == 0.0
;; run difference_of_itself(-0.0, 0.0) == 0.0
;; run difference_of_itself(nan:0x7ff8000000000000, 1.0) == nan:0x7ff8000000000000

proc negated_difference(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = Sub(@0, @1)
    Double @3 = Neg(@2)
    Void @99 = Return(@3)
}
;; check: Neg(@2)
;; run negated_difference(1.5, 1.5) == -0.0
;; run negated_difference(1.0, 3.0) == 2.0

proc float_back(Double, Double) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Float @2 = DoubleToFloat(@0)
    Float @5 = DoubleToFloat(@1)
    Double @3 = FloatToDouble(@2)
    Double @6 = FloatToDouble(@5)
    Double @7 = Mul(@3, @6)
    Float @4 = DoubleToFloat(@7)
    Void @99 = Return(@4)
}
;; check: Float @4 = Mul(@2, @5)
;; run float_back(1.5, -2.0) == -3.0
;; run float_back(-0.0, 0.0) == -0.0
;; run float_back(nan:0x7ff8000000000000, 1.0) == nan:0x7fc00000

proc chosen(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Int32 @2 = Equal(@0, @1)
    Double @3 = Select(@2, @0, @1)
    Void @99 = Return(@3)
}
;; check: Select(@2, @0, @1)
;; run chosen(1.5, -2.0) == -2.0
;; run chosen(-0.0, 0.0) == -0.0
;; run chosen(nan:0x7ff8000000000000, 1.0) == 1.0
