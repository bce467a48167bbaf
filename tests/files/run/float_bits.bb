barebones 1
; Operations that keep or change single bits of floats, also of signalling NaNs.
;! run
;; run neg32(1.5f) == -1.5f
;; run neg32(-1.5f) == 1.5f
;; run neg32(0.0f) == -0.0f
;; run neg32(-0.0f) == 0.0f
;; run neg32(inf) == -inf
;; run neg32(-inf) == inf
;; run neg32(nan:0x7fa00001) == nan:0xffa00001
;; run neg32(nan:0xffc12345) == nan:0x7fc12345
;; run neg32_folded0() == -1.5f
;; run neg32_folded1() == 1.5f
;; run neg32_folded2() == -0.0f
;; run neg32_folded3() == 0.0f
;; run abs32(1.5f) == 1.5f
;; run abs32(-1.5f) == 1.5f
;; run abs32(0.0f) == 0.0f
;; run abs32(-0.0f) == 0.0f
;; run abs32(inf) == inf
;; run abs32(-inf) == inf
;; run abs32(nan:0x7fa00001) == nan:0x7fa00001
;; run abs32(nan:0xffc12345) == nan:0x7fc12345
;; run abs32_folded0() == 1.5f
;; run abs32_folded1() == 1.5f
;; run abs32_folded2() == 0.0f
;; run abs32_folded3() == 0.0f
;; run copysign32(1.5f, 1.0f) == 1.5f
;; run copysign32(1.5f, -0.0f) == -1.5f
;; run copysign32(1.5f, nan:0xffc12345) == -1.5f
;; run copysign32(-1.5f, 1.0f) == 1.5f
;; run copysign32(-1.5f, -0.0f) == -1.5f
;; run copysign32(-1.5f, nan:0xffc12345) == -1.5f
;; run copysign32(0.0f, 1.0f) == 0.0f
;; run copysign32(0.0f, -0.0f) == -0.0f
;; run copysign32(0.0f, nan:0xffc12345) == -0.0f
;; run copysign32(-0.0f, 1.0f) == 0.0f
;; run copysign32(-0.0f, -0.0f) == -0.0f
;; run copysign32(-0.0f, nan:0xffc12345) == -0.0f
;; run copysign32(inf, 1.0f) == inf
;; run copysign32(inf, -0.0f) == -inf
;; run copysign32(inf, nan:0xffc12345) == -inf
;; run copysign32(-inf, 1.0f) == inf
;; run copysign32(-inf, -0.0f) == -inf
;; run copysign32(-inf, nan:0xffc12345) == -inf
;; run copysign32(nan:0x7fa00001, 1.0f) == nan:0x7fa00001
;; run copysign32(nan:0x7fa00001, -0.0f) == nan:0xffa00001
;; run copysign32(nan:0x7fa00001, nan:0xffc12345) == nan:0xffa00001
;; run copysign32(nan:0xffc12345, 1.0f) == nan:0x7fc12345
;; run copysign32(nan:0xffc12345, -0.0f) == nan:0xffc12345
;; run copysign32(nan:0xffc12345, nan:0xffc12345) == nan:0xffc12345
;; run and32(1.5f, -2.0f) == 0.0f
;; run and32(-0.0f, -1.0f) == -0.0f
;; run and32(nan:0x7fa00001, inf) == inf
;; run or32(1.5f, -0.0f) == -1.5f
;; run or32(0.0f, 2.0f) == 2.0f
;; run or32(nan:0x7fa00001, -0.0f) == nan:0xffa00001
;; run xor32(1.5f, -0.0f) == -1.5f
;; run xor32(nan:0xffc12345, nan:0xffc12345) == 0.0f
;; run xor32(1.5f, 1.25f) == 0.000000000000000000000000000000000000008816208f
;; run to_bits32(1.5f) == 0x3fc00000
;; run to_bits32(-1.5f) == 0xbfc00000
;; run to_bits32(0.0f) == 0
;; run to_bits32(-0.0f) == 0x80000000
;; run to_bits32(inf) == 0x7f800000
;; run to_bits32(-inf) == 0xff800000
;; run to_bits32(nan:0x7fa00001) == 0x7fa00001
;; run to_bits32(nan:0xffc12345) == 0xffc12345
;; run from_bits32(0x3fc00000) == 1.5f
;; run from_bits32(0xbfc00000) == -1.5f
;; run from_bits32(0) == 0.0f
;; run from_bits32(0x80000000) == -0.0f
;; run from_bits32(0x7f800000) == inf
;; run from_bits32(0xff800000) == -inf
;; run from_bits32(0x7fa00001) == nan:0x7fa00001
;; run from_bits32(0xffc12345) == nan:0xffc12345
;; run neg64(1.5) == -1.5
;; run neg64(-1.5) == 1.5
;; run neg64(0.0) == -0.0
;; run neg64(-0.0) == 0.0
;; run neg64(inf) == -inf
;; run neg64(-inf) == inf
;; run neg64(nan:0x7ff4000000000001) == nan:0xfff4000000000001
;; run neg64(nan:0xfff8000000012345) == nan:0x7ff8000000012345
;; run neg64_folded0() == -1.5
;; run neg64_folded1() == 1.5
;; run neg64_folded2() == -0.0
;; run neg64_folded3() == 0.0
;; run abs64(1.5) == 1.5
;; run abs64(-1.5) == 1.5
;; run abs64(0.0) == 0.0
;; run abs64(-0.0) == 0.0
;; run abs64(inf) == inf
;; run abs64(-inf) == inf
;; run abs64(nan:0x7ff4000000000001) == nan:0x7ff4000000000001
;; run abs64(nan:0xfff8000000012345) == nan:0x7ff8000000012345
;; run abs64_folded0() == 1.5
;; run abs64_folded1() == 1.5
;; run abs64_folded2() == 0.0
;; run abs64_folded3() == 0.0
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
;; run and64(1.5, -2.0) == 0.0
;; run and64(-0.0, -1.0) == -0.0
;; run and64(nan:0x7ff4000000000001, inf) == inf
;; run or64(1.5, -0.0) == -1.5
;; run or64(0.0, 2.0) == 2.0
;; run or64(nan:0x7ff4000000000001, -0.0) == nan:0xfff4000000000001
;; run xor64(1.5, -0.0) == -1.5
;; run xor64(nan:0xfff8000000012345, nan:0xfff8000000012345) == 0.0
;; run xor64(1.5, 1.25) == 0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001668805393880401
;; run to_bits64(1.5) == 0x3ff8000000000000
;; run to_bits64(-1.5) == 0xbff8000000000000
;; run to_bits64(0.0) == 0
;; run to_bits64(-0.0) == 0x8000000000000000
;; run to_bits64(inf) == 0x7ff0000000000000
;; run to_bits64(-inf) == 0xfff0000000000000
;; run to_bits64(nan:0x7ff4000000000001) == 0x7ff4000000000001
;; run to_bits64(nan:0xfff8000000012345) == 0xfff8000000012345
;; run from_bits64(0x3ff8000000000000) == 1.5
;; run from_bits64(0xbff8000000000000) == -1.5
;; run from_bits64(0) == 0.0
;; run from_bits64(0x8000000000000000) == -0.0
;; run from_bits64(0x7ff0000000000000) == inf
;; run from_bits64(0xfff0000000000000) == -inf
;; run from_bits64(0x7ff4000000000001) == nan:0x7ff4000000000001
;; run from_bits64(0xfff8000000012345) == nan:0xfff8000000012345
;; run low_half(0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000528426686) == 1.5f
;; run low_half(2.000000949949026) == inf
;; run low_half(nan:0x7ff4000080000000) == -0.0f
;; run low_half(0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005626348827829382) == nan:0x7fa00001

proc neg32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Neg(a)
    Float @2 = Neg(@1)
    Void @3 = Return(@2)
}

proc neg32_folded0() -> Float {
#0:
    ; return Neg(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg32_folded1() -> Float {
#0:
    ; return Neg(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg32_folded2() -> Float {
#0:
    ; return Neg(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg32_folded3() -> Float {
#0:
    ; return Neg(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc abs32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Abs(a)
    Float @2 = Abs(@1)
    Void @3 = Return(@2)
}

proc abs32_folded0() -> Float {
#0:
    ; return Abs(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Abs(@0)
    Void @2 = Return(@1)
}

proc abs32_folded1() -> Float {
#0:
    ; return Abs(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Abs(@0)
    Void @2 = Return(@1)
}

proc abs32_folded2() -> Float {
#0:
    ; return Abs(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Abs(@0)
    Void @2 = Return(@1)
}

proc abs32_folded3() -> Float {
#0:
    ; return Abs(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Abs(@0)
    Void @2 = Return(@1)
}

proc copysign32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return CopySign(a, b)
    Float @4 = CopySign(@1, @3)
    Void @5 = Return(@4)
}

proc and32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return BitAnd(a, b)
    Float @4 = BitAnd(@1, @3)
    Void @5 = Return(@4)
}

proc or32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return BitOr(a, b)
    Float @4 = BitOr(@1, @3)
    Void @5 = Return(@4)
}

proc xor32(Float, Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    ; return BitXor(a, b)
    Float @4 = BitXor(@1, @3)
    Void @5 = Return(@4)
}

proc to_bits32(Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return BitwiseCast(a)
    Int32 @2 = BitwiseCast(@1)
    Void @3 = Return(@2)
}

proc from_bits32(Int32) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitwiseCast(a)
    Float @2 = BitwiseCast(@1)
    Void @3 = Return(@2)
}

proc neg64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Neg(a)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg64_folded0() -> Double {
#0:
    ; return Neg(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg64_folded1() -> Double {
#0:
    ; return Neg(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg64_folded2() -> Double {
#0:
    ; return Neg(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg64_folded3() -> Double {
#0:
    ; return Neg(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc abs64(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Abs(a)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}

proc abs64_folded0() -> Double {
#0:
    ; return Abs(1.5)
    Double @0 = ConstDouble(1.5)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}

proc abs64_folded1() -> Double {
#0:
    ; return Abs(-1.5)
    Double @0 = ConstDouble(-1.5)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}

proc abs64_folded2() -> Double {
#0:
    ; return Abs(0.0)
    Double @0 = ConstDouble(0.0)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}

proc abs64_folded3() -> Double {
#0:
    ; return Abs(-0.0)
    Double @0 = ConstDouble(-0.0)
    Double @1 = Abs(@0)
    Void @2 = Return(@1)
}

proc copysign64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return CopySign(a, b)
    Double @2 = CopySign(@0, @1)
    Void @3 = Return(@2)
}

proc and64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return BitAnd(a, b)
    Double @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}

proc or64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return BitOr(a, b)
    Double @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}

proc xor64(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; return BitXor(a, b)
    Double @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}

proc to_bits64(Double) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return BitwiseCast(a)
    Int64 @1 = BitwiseCast(@0)
    Void @2 = Return(@1)
}

proc from_bits64(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitwiseCast(a)
    Double @1 = BitwiseCast(@0)
    Void @2 = Return(@1)
}

proc low_half(Double) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    ; return Trunc(a)
    Float @1 = Trunc(@0)
    Void @2 = Return(@1)
}
