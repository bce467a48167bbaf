barebones 1
; Constants of all types and sizes, for which machines have different sequences; floats by their bits.
;! run

proc c27() -> Float {
#0:
    Float @0 = ConstFloat(0.0)
    Void @1 = Return(@0)
}
;; run c27() == 0.0f

proc c28() -> Float {
#0:
    Float @0 = ConstFloat(-0.0)
    Void @1 = Return(@0)
}
;; run c28() == -0.0f

proc c29() -> Float {
#0:
    Float @0 = ConstFloat(1.0)
    Void @1 = Return(@0)
}
;; run c29() == 1.0f

proc c30() -> Float {
#0:
    Float @0 = ConstFloat(-2.5)
    Void @1 = Return(@0)
}
;; run c30() == -2.5f

proc c31() -> Float {
#0:
    Float @0 = ConstFloat(0.1)
    Void @1 = Return(@0)
}
;; run c31() == 0.1f

proc c32() -> Float {
#0:
    Float @0 = ConstFloat(inf)
    Void @1 = Return(@0)
}
;; run c32() == inf

proc c33() -> Float {
#0:
    Float @0 = ConstFloat(-inf)
    Void @1 = Return(@0)
}
;; run c33() == -inf

proc c34() -> Float {
#0:
    Float @0 = ConstFloat(nan:0x7fc00000)
    Void @1 = Return(@0)
}
;; run c34() == nan:0x7fc00000

proc c35() -> Float {
#0:
    Float @0 = ConstFloat(nan:0x7fa00001)
    Void @1 = Return(@0)
}
;; run c35() == nan:0x7fa00001

proc c36() -> Float {
#0:
    Float @0 = ConstFloat(nan:0xffffffff)
    Void @1 = Return(@0)
}
;; run c36() == nan:0xffffffff

proc c37() -> Float {
#0:
    Float @0 = ConstFloat(31.0)
    Void @1 = Return(@0)
}
;; run c37() == 31.0f

proc c38() -> Float {
#0:
    Float @0 = ConstFloat(0.125)
    Void @1 = Return(@0)
}
;; run c38() == 0.125f

proc c39() -> Double {
#0:
    Double @0 = ConstDouble(0.0)
    Void @1 = Return(@0)
}
;; run c39() == 0.0

proc c40() -> Double {
#0:
    Double @0 = ConstDouble(-0.0)
    Void @1 = Return(@0)
}
;; run c40() == -0.0

proc c41() -> Double {
#0:
    Double @0 = ConstDouble(1.0)
    Void @1 = Return(@0)
}
;; run c41() == 1.0

proc c42() -> Double {
#0:
    Double @0 = ConstDouble(-2.5)
    Void @1 = Return(@0)
}
;; run c42() == -2.5

proc c43() -> Double {
#0:
    Double @0 = ConstDouble(0.1)
    Void @1 = Return(@0)
}
;; run c43() == 0.1

proc c44() -> Double {
#0:
    Double @0 = ConstDouble(inf)
    Void @1 = Return(@0)
}
;; run c44() == inf

proc c45() -> Double {
#0:
    Double @0 = ConstDouble(-inf)
    Void @1 = Return(@0)
}
;; run c45() == -inf

proc c46() -> Double {
#0:
    Double @0 = ConstDouble(nan:0x7ff8000000000000)
    Void @1 = Return(@0)
}
;; run c46() == nan:0x7ff8000000000000

proc c47() -> Double {
#0:
    Double @0 = ConstDouble(nan:0x7ff4000000000001)
    Void @1 = Return(@0)
}
;; run c47() == nan:0x7ff4000000000001

proc c48() -> Double {
#0:
    Double @0 = ConstDouble(nan:0xffffffffffffffff)
    Void @1 = Return(@0)
}
;; run c48() == nan:0xffffffffffffffff

proc c49() -> Double {
#0:
    Double @0 = ConstDouble(31.0)
    Void @1 = Return(@0)
}
;; run c49() == 31.0

proc c50() -> Double {
#0:
    Double @0 = ConstDouble(0.125)
    Void @1 = Return(@0)
}
;; run c50() == 0.125

proc c51() -> Double {
#0:
    Double @0 = ConstDouble(4503599627370497.0)
    Void @1 = Return(@0)
}
;; run c51() == 4503599627370497.0
