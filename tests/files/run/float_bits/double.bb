barebones 1
; Operations that keep or change single bits of floats, also of signalling NaNs.
;! run

proc neg64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Neg(a)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg64(1.5) == -1.5
;; run neg64(-1.5) == 1.5
;; run neg64(0.0) == -0.0
;; run neg64(-0.0) == 0.0
;; run neg64(inf) == -inf
;; run neg64(-inf) == inf
;; run neg64(nan:0x7ff4000000000001) == nan:0xfff4000000000001
;; run neg64(nan:0xfff8000000012345) == nan:0x7ff8000000012345

proc neg64_folded0() -> Double {
#0:
    ; return Neg(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg64_folded0() == -1.5

proc neg64_folded1() -> Double {
#0:
    ; return Neg(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg64_folded1() == 1.5

proc neg64_folded2() -> Double {
#0:
    ; return Neg(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg64_folded2() == -0.0

proc neg64_folded3() -> Double {
#0:
    ; return Neg(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg64_folded3() == 0.0

proc abs64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Abs(a)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}
;; run abs64(1.5) == 1.5
;; run abs64(-1.5) == 1.5
;; run abs64(0.0) == 0.0
;; run abs64(-0.0) == 0.0
;; run abs64(inf) == inf
;; run abs64(-inf) == inf
;; run abs64(nan:0x7ff4000000000001) == nan:0x7ff4000000000001
;; run abs64(nan:0xfff8000000012345) == nan:0x7ff8000000012345

proc abs64_folded0() -> Double {
#0:
    ; return Abs(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}
;; run abs64_folded0() == 1.5

proc abs64_folded1() -> Double {
#0:
    ; return Abs(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}
;; run abs64_folded1() == 1.5

proc abs64_folded2() -> Double {
#0:
    ; return Abs(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}
;; run abs64_folded2() == 0.0

proc abs64_folded3() -> Double {
#0:
    ; return Abs(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}
;; run abs64_folded3() == 0.0

proc copysign64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return CopySign(a, b)
    Double @2 = CopySign(@0, @1)
    Void @3 = Return(@2)
}
;; run copysign64(1.5, 1.0) == 1.5
;; run copysign64(1.5, -0.0) == -1.5
;; run copysign64(1.5, nan:0xfff8000000012345) == -1.5
;; run copysign64(-1.5, 1.0) == 1.5
;; run copysign64(-1.5, -0.0) == -1.5
;; run copysign64(-1.5, nan:0xfff8000000012345) == -1.5
;; run copysign64(0.0, 1.0) == 0.0
;; run copysign64(0.0, -0.0) == -0.0
;; run copysign64(0.0, nan:0xfff8000000012345) == -0.0
;; run copysign64(-0.0, 1.0) == 0.0
;; run copysign64(-0.0, -0.0) == -0.0
;; run copysign64(-0.0, nan:0xfff8000000012345) == -0.0
;; run copysign64(inf, 1.0) == inf
;; run copysign64(inf, -0.0) == -inf
;; run copysign64(inf, nan:0xfff8000000012345) == -inf
;; run copysign64(-inf, 1.0) == inf
;; run copysign64(-inf, -0.0) == -inf
;; run copysign64(-inf, nan:0xfff8000000012345) == -inf
;; run copysign64(nan:0x7ff4000000000001, 1.0) == nan:0x7ff4000000000001
;; run copysign64(nan:0x7ff4000000000001, -0.0) == nan:0xfff4000000000001
;; run copysign64(nan:0x7ff4000000000001, nan:0xfff8000000012345) == nan:0xfff4000000000001
;; run copysign64(nan:0xfff8000000012345, 1.0) == nan:0x7ff8000000012345
;; run copysign64(nan:0xfff8000000012345, -0.0) == nan:0xfff8000000012345
;; run copysign64(nan:0xfff8000000012345, nan:0xfff8000000012345) == nan:0xfff8000000012345

proc and64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return BitAnd(a, b)
    Double @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64(1.5, -2.0) == 0.0
;; run and64(-0.0, -1.0) == -0.0
;; run and64(nan:0x7ff4000000000001, inf) == inf

proc or64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return BitOr(a, b)
    Double @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64(1.5, -0.0) == -1.5
;; run or64(0.0, 2.0) == 2.0
;; run or64(nan:0x7ff4000000000001, -0.0) == nan:0xfff4000000000001

proc xor64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return BitXor(a, b)
    Double @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64(1.5, -0.0) == -1.5
;; run xor64(nan:0xfff8000000012345, nan:0xfff8000000012345) == 0.0
;; run xor64(1.5, 1.25) == 0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001668805393880401

proc to_bits64(Double) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return BitwiseCast(a)
    Int64 @1 = BitwiseCast(@0)
    Void @2 = Return(@1)
}
;; run to_bits64(1.5) == 0x3ff8000000000000
;; run to_bits64(-1.5) == 0xbff8000000000000
;; run to_bits64(0.0) == 0
;; run to_bits64(-0.0) == 0x8000000000000000
;; run to_bits64(inf) == 0x7ff0000000000000
;; run to_bits64(-inf) == 0xfff0000000000000
;; run to_bits64(nan:0x7ff4000000000001) == 0x7ff4000000000001
;; run to_bits64(nan:0xfff8000000012345) == 0xfff8000000012345

proc from_bits64(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitwiseCast(a)
    Double @1 = BitwiseCast(@0)
    Void @2 = Return(@1)
}
;; run from_bits64(0x3ff8000000000000) == 1.5
;; run from_bits64(0xbff8000000000000) == -1.5
;; run from_bits64(0) == 0.0
;; run from_bits64(0x8000000000000000) == -0.0
;; run from_bits64(0x7ff0000000000000) == inf
;; run from_bits64(0xfff0000000000000) == -inf
;; run from_bits64(0x7ff4000000000001) == nan:0x7ff4000000000001
;; run from_bits64(0xfff8000000012345) == nan:0xfff8000000012345

proc low_half(Double) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Trunc(a)
    Float @1 = Trunc(@0)
    Void @2 = Return(@1)
}
;; run low_half(0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000528426686) == 1.5f
;; run low_half(2.000000949949026) == inf
;; run low_half(nan:0x7ff4000080000000) == -0.0f
;; run low_half(0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005626348827829382) == nan:0x7fa00001
