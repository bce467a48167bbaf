barebones 1
; Constants of all types and sizes, for which machines have different sequences; floats by their bits.
;! run
;; run c0() == 0
;; run c1() == -1
;; run c2() == 1
;; run c3() == 0x7fffffff
;; run c4() == -2147483648
;; run c5() == -1
;; run c6() == 65535
;; run c7() == 65536
;; run c8() == 0x12345678
;; run c9() == 0
;; run c10() == -1
;; run c11() == 1
;; run c12() == 0x7fffffff
;; run c13() == 0x80000000
;; run c14() == 0xffffffff
;; run c15() == 0x100000000
;; run c16() == -2147483648
;; run c17() == -2147483649
;; run c18() == 0x7fffffffffffffff
;; run c19() == -9223372036854775808
;; run c20() == -1
;; run c21() == 0xffff0000ffff
;; run c22() == 0xffff000000000000
;; run c23() == 0x123456789abcdef0
;; run c24() == -65536
;; run c25() == 0x5555555555555555
;; run c26() == 0xff00ff00ff00ff00
;; run c27() == 0.0f
;; run c28() == -0.0f
;; run c29() == 1.0f
;; run c30() == -2.5f
;; run c31() == 0.1f
;; run c32() == inf
;; run c33() == -inf
;; run c34() == nan:0x7fc00000
;; run c35() == nan:0x7fa00001
;; run c36() == nan:0xffffffff
;; run c37() == 31.0f
;; run c38() == 0.125f
;; run c39() == 0.0
;; run c40() == -0.0
;; run c41() == 1.0
;; run c42() == -2.5
;; run c43() == 0.1
;; run c44() == inf
;; run c45() == -inf
;; run c46() == nan:0x7ff8000000000000
;; run c47() == nan:0x7ff4000000000001
;; run c48() == nan:0xffffffffffffffff
;; run c49() == 31.0
;; run c50() == 0.125
;; run c51() == 4503599627370497.0

proc c0() -> Int32 {
#0:
    Int32 @0 = Const32(0)
    Void @1 = Return(@0)
}

proc c1() -> Int32 {
#0:
    Int32 @0 = Const32(-1)
    Void @1 = Return(@0)
}

proc c2() -> Int32 {
#0:
    Int32 @0 = Const32(1)
    Void @1 = Return(@0)
}

proc c3() -> Int32 {
#0:
    Int32 @0 = Const32(0x7fffffff)
    Void @1 = Return(@0)
}

proc c4() -> Int32 {
#0:
    Int32 @0 = Const32(-2147483648)
    Void @1 = Return(@0)
}

proc c5() -> Int32 {
#0:
    Int32 @0 = Const32(0xffffffff)
    Void @1 = Return(@0)
}

proc c6() -> Int32 {
#0:
    Int32 @0 = Const32(65535)
    Void @1 = Return(@0)
}

proc c7() -> Int32 {
#0:
    Int32 @0 = Const32(65536)
    Void @1 = Return(@0)
}

proc c8() -> Int32 {
#0:
    Int32 @0 = Const32(0x12345678)
    Void @1 = Return(@0)
}

proc c9() -> Int64 {
#0:
    Int64 @0 = Const64(0)
    Void @1 = Return(@0)
}

proc c10() -> Int64 {
#0:
    Int64 @0 = Const64(-1)
    Void @1 = Return(@0)
}

proc c11() -> Int64 {
#0:
    Int64 @0 = Const64(1)
    Void @1 = Return(@0)
}

proc c12() -> Int64 {
#0:
    Int64 @0 = Const64(0x7fffffff)
    Void @1 = Return(@0)
}

proc c13() -> Int64 {
#0:
    Int64 @0 = Const64(0x80000000)
    Void @1 = Return(@0)
}

proc c14() -> Int64 {
#0:
    Int64 @0 = Const64(0xffffffff)
    Void @1 = Return(@0)
}

proc c15() -> Int64 {
#0:
    Int64 @0 = Const64(0x100000000)
    Void @1 = Return(@0)
}

proc c16() -> Int64 {
#0:
    Int64 @0 = Const64(-2147483648)
    Void @1 = Return(@0)
}

proc c17() -> Int64 {
#0:
    Int64 @0 = Const64(-2147483649)
    Void @1 = Return(@0)
}

proc c18() -> Int64 {
#0:
    Int64 @0 = Const64(0x7fffffffffffffff)
    Void @1 = Return(@0)
}

proc c19() -> Int64 {
#0:
    Int64 @0 = Const64(-9223372036854775808)
    Void @1 = Return(@0)
}

proc c20() -> Int64 {
#0:
    Int64 @0 = Const64(0xffffffffffffffff)
    Void @1 = Return(@0)
}

proc c21() -> Int64 {
#0:
    Int64 @0 = Const64(0xffff0000ffff)
    Void @1 = Return(@0)
}

proc c22() -> Int64 {
#0:
    Int64 @0 = Const64(0xffff000000000000)
    Void @1 = Return(@0)
}

proc c23() -> Int64 {
#0:
    Int64 @0 = Const64(0x123456789abcdef0)
    Void @1 = Return(@0)
}

proc c24() -> Int64 {
#0:
    Int64 @0 = Const64(-65536)
    Void @1 = Return(@0)
}

proc c25() -> Int64 {
#0:
    Int64 @0 = Const64(0x5555555555555555)
    Void @1 = Return(@0)
}

proc c26() -> Int64 {
#0:
    Int64 @0 = Const64(0xff00ff00ff00ff00)
    Void @1 = Return(@0)
}

proc c27() -> Float {
#0:
    Float @0 = ConstFloat(0.0)
    Void @1 = Return(@0)
}

proc c28() -> Float {
#0:
    Float @0 = ConstFloat(-0.0)
    Void @1 = Return(@0)
}

proc c29() -> Float {
#0:
    Float @0 = ConstFloat(1.0)
    Void @1 = Return(@0)
}

proc c30() -> Float {
#0:
    Float @0 = ConstFloat(-2.5)
    Void @1 = Return(@0)
}

proc c31() -> Float {
#0:
    Float @0 = ConstFloat(0.1)
    Void @1 = Return(@0)
}

proc c32() -> Float {
#0:
    Float @0 = ConstFloat(inf)
    Void @1 = Return(@0)
}

proc c33() -> Float {
#0:
    Float @0 = ConstFloat(-inf)
    Void @1 = Return(@0)
}

proc c34() -> Float {
#0:
    Float @0 = ConstFloat(nan:0x7fc00000)
    Void @1 = Return(@0)
}

proc c35() -> Float {
#0:
    Float @0 = ConstFloat(nan:0x7fa00001)
    Void @1 = Return(@0)
}

proc c36() -> Float {
#0:
    Float @0 = ConstFloat(nan:0xffffffff)
    Void @1 = Return(@0)
}

proc c37() -> Float {
#0:
    Float @0 = ConstFloat(31.0)
    Void @1 = Return(@0)
}

proc c38() -> Float {
#0:
    Float @0 = ConstFloat(0.125)
    Void @1 = Return(@0)
}

proc c39() -> Double {
#0:
    Double @0 = ConstDouble(0.0)
    Void @1 = Return(@0)
}

proc c40() -> Double {
#0:
    Double @0 = ConstDouble(-0.0)
    Void @1 = Return(@0)
}

proc c41() -> Double {
#0:
    Double @0 = ConstDouble(1.0)
    Void @1 = Return(@0)
}

proc c42() -> Double {
#0:
    Double @0 = ConstDouble(-2.5)
    Void @1 = Return(@0)
}

proc c43() -> Double {
#0:
    Double @0 = ConstDouble(0.1)
    Void @1 = Return(@0)
}

proc c44() -> Double {
#0:
    Double @0 = ConstDouble(inf)
    Void @1 = Return(@0)
}

proc c45() -> Double {
#0:
    Double @0 = ConstDouble(-inf)
    Void @1 = Return(@0)
}

proc c46() -> Double {
#0:
    Double @0 = ConstDouble(nan:0x7ff8000000000000)
    Void @1 = Return(@0)
}

proc c47() -> Double {
#0:
    Double @0 = ConstDouble(nan:0x7ff4000000000001)
    Void @1 = Return(@0)
}

proc c48() -> Double {
#0:
    Double @0 = ConstDouble(nan:0xffffffffffffffff)
    Void @1 = Return(@0)
}

proc c49() -> Double {
#0:
    Double @0 = ConstDouble(31.0)
    Void @1 = Return(@0)
}

proc c50() -> Double {
#0:
    Double @0 = ConstDouble(0.125)
    Void @1 = Return(@0)
}

proc c51() -> Double {
#0:
    Double @0 = ConstDouble(4503599627370497.0)
    Void @1 = Return(@0)
}
