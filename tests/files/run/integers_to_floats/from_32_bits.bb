barebones 1
; Integers to floats, signed and unsigned, to nearest with ties to even, in one rounding.
;! run

proc itod32(Int32) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return IToD(a)
    Double @2 = IToD(@1)
    Void @3 = Return(@2)
}
;; run itod32(0) == 0.0
;; run itod32(1) == 1.0
;; run itod32(-1) == -1.0
;; run itod32(0x7fffffff) == 2147483647.0
;; run itod32(0x80000000) == -2147483648.0
;; run itod32(0x1000001) == 16777217.0
;; run itod32(0x1000003) == 16777219.0
;; run itod32(0xfeffffff) == -16777217.0
;; run itod32(-128) == -128.0

proc itod32_folded0() -> Double {
#0:
    ; return IToD(0)
    Int32 @0 = Const32(0)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; run itod32_folded0() == 0.0

proc itod32_folded1() -> Double {
#0:
    ; return IToD(1)
    Int32 @0 = Const32(1)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; run itod32_folded1() == 1.0

proc itod32_folded2() -> Double {
#0:
    ; return IToD(-1)
    Int32 @0 = Const32(-1)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; run itod32_folded2() == -1.0

proc itod32_folded3() -> Double {
#0:
    ; return IToD(2147483647)
    Int32 @0 = Const32(2147483647)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; run itod32_folded3() == 2147483647.0

proc itof32(Int32) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return IToF(a)
    Float @2 = IToF(@1)
    Void @3 = Return(@2)
}
;; run itof32(0) == 0.0f
;; run itof32(1) == 1.0f
;; run itof32(-1) == -1.0f
;; run itof32(0x7fffffff) == 2147483600.0f
;; run itof32(0x80000000) == -2147483600.0f
;; run itof32(0x1000001) == 16777216.0f
;; run itof32(0x1000003) == 16777220.0f
;; run itof32(0xfeffffff) == -16777216.0f
;; run itof32(-128) == -128.0f

proc itof32_folded0() -> Float {
#0:
    ; return IToF(0)
    Int32 @0 = Const32(0)
    Float @1 = IToF(@0)
    Void @2 = Return(@1)
}
;; run itof32_folded0() == 0.0f

proc itof32_folded1() -> Float {
#0:
    ; return IToF(1)
    Int32 @0 = Const32(1)
    Float @1 = IToF(@0)
    Void @2 = Return(@1)
}
;; run itof32_folded1() == 1.0f

proc itof32_folded2() -> Float {
#0:
    ; return IToF(-1)
    Int32 @0 = Const32(-1)
    Float @1 = IToF(@0)
    Void @2 = Return(@1)
}
;; run itof32_folded2() == -1.0f

proc itof32_folded3() -> Float {
#0:
    ; return IToF(2147483647)
    Int32 @0 = Const32(2147483647)
    Float @1 = IToF(@0)
    Void @2 = Return(@1)
}
;; run itof32_folded3() == 2147483600.0f

proc utod32(Int32) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UToD(a)
    Double @2 = UToD(@1)
    Void @3 = Return(@2)
}
;; run utod32(0) == 0.0
;; run utod32(1) == 1.0
;; run utod32(-1) == 4294967295.0
;; run utod32(0x7fffffff) == 2147483647.0
;; run utod32(0x80000000) == 2147483648.0
;; run utod32(0x1000001) == 16777217.0
;; run utod32(0x1000003) == 16777219.0
;; run utod32(0xfeffffff) == 4278190079.0
;; run utod32(-128) == 4294967168.0

proc utod32_folded0() -> Double {
#0:
    ; return UToD(0)
    Int32 @0 = Const32(0)
    Double @1 = UToD(@0)
    Void @2 = Return(@1)
}
;; run utod32_folded0() == 0.0

proc utod32_folded1() -> Double {
#0:
    ; return UToD(1)
    Int32 @0 = Const32(1)
    Double @1 = UToD(@0)
    Void @2 = Return(@1)
}
;; run utod32_folded1() == 1.0

proc utod32_folded2() -> Double {
#0:
    ; return UToD(-1)
    Int32 @0 = Const32(-1)
    Double @1 = UToD(@0)
    Void @2 = Return(@1)
}
;; run utod32_folded2() == 4294967295.0

proc utod32_folded3() -> Double {
#0:
    ; return UToD(2147483647)
    Int32 @0 = Const32(2147483647)
    Double @1 = UToD(@0)
    Void @2 = Return(@1)
}
;; run utod32_folded3() == 2147483647.0

proc utof32(Int32) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UToF(a)
    Float @2 = UToF(@1)
    Void @3 = Return(@2)
}
;; run utof32(0) == 0.0f
;; run utof32(1) == 1.0f
;; run utof32(-1) == 4294967300.0f
;; run utof32(0x7fffffff) == 2147483600.0f
;; run utof32(0x80000000) == 2147483600.0f
;; run utof32(0x1000001) == 16777216.0f
;; run utof32(0x1000003) == 16777220.0f
;; run utof32(0xfeffffff) == 4278190000.0f
;; run utof32(-128) == 4294967300.0f

proc utof32_folded0() -> Float {
#0:
    ; return UToF(0)
    Int32 @0 = Const32(0)
    Float @1 = UToF(@0)
    Void @2 = Return(@1)
}
;; run utof32_folded0() == 0.0f

proc utof32_folded1() -> Float {
#0:
    ; return UToF(1)
    Int32 @0 = Const32(1)
    Float @1 = UToF(@0)
    Void @2 = Return(@1)
}
;; run utof32_folded1() == 1.0f

proc utof32_folded2() -> Float {
#0:
    ; return UToF(-1)
    Int32 @0 = Const32(-1)
    Float @1 = UToF(@0)
    Void @2 = Return(@1)
}
;; run utof32_folded2() == 4294967300.0f

proc utof32_folded3() -> Float {
#0:
    ; return UToF(2147483647)
    Int32 @0 = Const32(2147483647)
    Float @1 = UToF(@0)
    Void @2 = Return(@1)
}
;; run utof32_folded3() == 2147483600.0f
