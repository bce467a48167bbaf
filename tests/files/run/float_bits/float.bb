barebones 1
; Operations that keep or change single bits of floats, also of signalling NaNs.
;! run

proc neg32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Neg(a)
    Float @2 = Neg(@1)
    Void @3 = Return(@2)
}
;; run neg32(1.5f) == -1.5f
;; run neg32(-1.5f) == 1.5f
;; run neg32(0.0f) == -0.0f
;; run neg32(-0.0f) == 0.0f
;; run neg32(inf) == -inf
;; run neg32(-inf) == inf
;; run neg32(nan:0x7fa00001) == nan:0xffa00001
;; run neg32(nan:0xffc12345) == nan:0x7fc12345

proc neg32_folded0() -> Float {
#0:
    ; return Neg(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg32_folded0() == -1.5f

proc neg32_folded1() -> Float {
#0:
    ; return Neg(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg32_folded1() == 1.5f

proc neg32_folded2() -> Float {
#0:
    ; return Neg(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg32_folded2() == -0.0f

proc neg32_folded3() -> Float {
#0:
    ; return Neg(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg32_folded3() == 0.0f

proc abs32(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return Abs(a)
    Float @2 = Abs(@1)
    Void @3 = Return(@2)
}
;; run abs32(1.5f) == 1.5f
;; run abs32(-1.5f) == 1.5f
;; run abs32(0.0f) == 0.0f
;; run abs32(-0.0f) == 0.0f
;; run abs32(inf) == inf
;; run abs32(-inf) == inf
;; run abs32(nan:0x7fa00001) == nan:0x7fa00001
;; run abs32(nan:0xffc12345) == nan:0x7fc12345

proc abs32_folded0() -> Float {
#0:
    ; return Abs(1.5f)
    Float @0 = ConstFloat(1.5)
    Float @1 = Abs(@0)
    Void @2 = Return(@1)
}
;; run abs32_folded0() == 1.5f

proc abs32_folded1() -> Float {
#0:
    ; return Abs(-1.5f)
    Float @0 = ConstFloat(-1.5)
    Float @1 = Abs(@0)
    Void @2 = Return(@1)
}
;; run abs32_folded1() == 1.5f

proc abs32_folded2() -> Float {
#0:
    ; return Abs(0.0f)
    Float @0 = ConstFloat(0.0)
    Float @1 = Abs(@0)
    Void @2 = Return(@1)
}
;; run abs32_folded2() == 0.0f

proc abs32_folded3() -> Float {
#0:
    ; return Abs(-0.0f)
    Float @0 = ConstFloat(-0.0)
    Float @1 = Abs(@0)
    Void @2 = Return(@1)
}
;; run abs32_folded3() == 0.0f

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
;; run and32(1.5f, -2.0f) == 0.0f
;; run and32(-0.0f, -1.0f) == -0.0f
;; run and32(nan:0x7fa00001, inf) == inf

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
;; run or32(1.5f, -0.0f) == -1.5f
;; run or32(0.0f, 2.0f) == 2.0f
;; run or32(nan:0x7fa00001, -0.0f) == nan:0xffa00001

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
;; run xor32(1.5f, -0.0f) == -1.5f
;; run xor32(nan:0xffc12345, nan:0xffc12345) == 0.0f
;; run xor32(1.5f, 1.25f) == 0.000000000000000000000000000000000000008816208f

proc to_bits32(Float) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    ; return BitwiseCast(a)
    Int32 @2 = BitwiseCast(@1)
    Void @3 = Return(@2)
}
;; run to_bits32(1.5f) == 0x3fc00000
;; run to_bits32(-1.5f) == 0xbfc00000
;; run to_bits32(0.0f) == 0
;; run to_bits32(-0.0f) == 0x80000000
;; run to_bits32(inf) == 0x7f800000
;; run to_bits32(-inf) == 0xff800000
;; run to_bits32(nan:0x7fa00001) == 0x7fa00001
;; run to_bits32(nan:0xffc12345) == 0xffc12345

proc from_bits32(Int32) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitwiseCast(a)
    Float @2 = BitwiseCast(@1)
    Void @3 = Return(@2)
}
;; run from_bits32(0x3fc00000) == 1.5f
;; run from_bits32(0xbfc00000) == -1.5f
;; run from_bits32(0) == 0.0f
;; run from_bits32(0x80000000) == -0.0f
;; run from_bits32(0x7f800000) == inf
;; run from_bits32(0xff800000) == -inf
;; run from_bits32(0x7fa00001) == nan:0x7fa00001
;; run from_bits32(0xffc12345) == nan:0xffc12345
