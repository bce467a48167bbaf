barebones 1
; The high half of products, signed and unsigned. 32 bits.
;! run

proc mulhigh32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return MulHigh(a, b)
    Int32 @4 = MulHigh(@1, @3)
    Void @5 = Return(@4)
}
;; run mulhigh32(0, 0) == 0
;; run mulhigh32(0, 1) == 0
;; run mulhigh32(0, -1) == 0
;; run mulhigh32(0, 3) == 0
;; run mulhigh32(0, 65536) == 0
;; run mulhigh32(0, 0x80000000) == 0
;; run mulhigh32(0, 0x7fffffff) == 0
;; run mulhigh32(1, 0) == 0
;; run mulhigh32(1, 1) == 0
;; run mulhigh32(1, -1) == -1
;; run mulhigh32(1, 3) == 0
;; run mulhigh32(1, 65536) == 0
;; run mulhigh32(1, 0x80000000) == -1
;; run mulhigh32(1, 0x7fffffff) == 0
;; run mulhigh32(-1, 0) == 0
;; run mulhigh32(-1, 1) == -1
;; run mulhigh32(-1, -1) == 0
;; run mulhigh32(-1, 3) == -1
;; run mulhigh32(-1, 65536) == -1
;; run mulhigh32(-1, 0x80000000) == 0
;; run mulhigh32(-1, 0x7fffffff) == -1
;; run mulhigh32(65536, 0) == 0
;; run mulhigh32(65536, 1) == 0
;; run mulhigh32(65536, -1) == -1
;; run mulhigh32(65536, 3) == 0
;; run mulhigh32(65536, 65536) == 1
;; run mulhigh32(65536, 0x80000000) == -32768
;; run mulhigh32(65536, 0x7fffffff) == 32767
;; run mulhigh32(0x80000000, 0) == 0
;; run mulhigh32(0x80000000, 1) == -1
;; run mulhigh32(0x80000000, -1) == 0
;; run mulhigh32(0x80000000, 3) == -2
;; run mulhigh32(0x80000000, 65536) == -32768
;; run mulhigh32(0x80000000, 0x80000000) == 0x40000000
;; run mulhigh32(0x80000000, 0x7fffffff) == 0xc0000000
;; run mulhigh32(0x7fffffff, 0) == 0
;; run mulhigh32(0x7fffffff, 1) == 0
;; run mulhigh32(0x7fffffff, -1) == -1
;; run mulhigh32(0x7fffffff, 3) == 1
;; run mulhigh32(0x7fffffff, 65536) == 32767
;; run mulhigh32(0x7fffffff, 0x80000000) == 0xc0000000
;; run mulhigh32(0x7fffffff, 0x7fffffff) == 0x3fffffff
;; run mulhigh32(0x12345678, 0) == 0
;; run mulhigh32(0x12345678, 1) == 0
;; run mulhigh32(0x12345678, -1) == -1
;; run mulhigh32(0x12345678, 3) == 0
;; run mulhigh32(0x12345678, 65536) == 4660
;; run mulhigh32(0x12345678, 0x80000000) == 0xf6e5d4c4
;; run mulhigh32(0x12345678, 0x7fffffff) == 0x91a2b3b

proc mulhigh32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return MulHigh(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = MulHigh(@1, @2)
    Void @4 = Return(@3)
}
;; run mulhigh32_by_minus_1(0) == 0
;; run mulhigh32_by_minus_1(1) == -1
;; run mulhigh32_by_minus_1(-1) == 0
;; run mulhigh32_by_minus_1(65536) == -1
;; run mulhigh32_by_minus_1(0x80000000) == 0
;; run mulhigh32_by_minus_1(0x7fffffff) == -1
;; run mulhigh32_by_minus_1(0x12345678) == -1

proc mulhigh32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return MulHigh(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = MulHigh(@1, @2)
    Void @4 = Return(@3)
}
;; run mulhigh32_by_10(0) == 0
;; run mulhigh32_by_10(1) == 0
;; run mulhigh32_by_10(-1) == -1
;; run mulhigh32_by_10(65536) == 0
;; run mulhigh32_by_10(0x80000000) == -5
;; run mulhigh32_by_10(0x7fffffff) == 4
;; run mulhigh32_by_10(0x12345678) == 0

proc mulhigh32_folded0() -> Int32 {
#0:
    ; return MulHigh(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = MulHigh(@0, @0)
    Void @2 = Return(@1)
}
;; run mulhigh32_folded0() == 0

proc mulhigh32_folded1() -> Int32 {
#0:
    ; return MulHigh(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = MulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run mulhigh32_folded1() == 0

proc mulhigh32_folded2() -> Int32 {
#0:
    ; return MulHigh(0, -1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-1)
    Int32 @2 = MulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run mulhigh32_folded2() == 0

proc umulhigh32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return UMulHigh(a, b)
    Int32 @4 = UMulHigh(@1, @3)
    Void @5 = Return(@4)
}
;; run umulhigh32(0, 0) == 0
;; run umulhigh32(0, 1) == 0
;; run umulhigh32(0, -1) == 0
;; run umulhigh32(0, 3) == 0
;; run umulhigh32(0, 65536) == 0
;; run umulhigh32(0, 0x80000000) == 0
;; run umulhigh32(0, 0x7fffffff) == 0
;; run umulhigh32(1, 0) == 0
;; run umulhigh32(1, 1) == 0
;; run umulhigh32(1, -1) == 0
;; run umulhigh32(1, 3) == 0
;; run umulhigh32(1, 65536) == 0
;; run umulhigh32(1, 0x80000000) == 0
;; run umulhigh32(1, 0x7fffffff) == 0
;; run umulhigh32(-1, 0) == 0
;; run umulhigh32(-1, 1) == 0
;; run umulhigh32(-1, -1) == -2
;; run umulhigh32(-1, 3) == 2
;; run umulhigh32(-1, 65536) == 65535
;; run umulhigh32(-1, 0x80000000) == 0x7fffffff
;; run umulhigh32(-1, 0x7fffffff) == 0x7ffffffe
;; run umulhigh32(65536, 0) == 0
;; run umulhigh32(65536, 1) == 0
;; run umulhigh32(65536, -1) == 65535
;; run umulhigh32(65536, 3) == 0
;; run umulhigh32(65536, 65536) == 1
;; run umulhigh32(65536, 0x80000000) == 32768
;; run umulhigh32(65536, 0x7fffffff) == 32767
;; run umulhigh32(0x80000000, 0) == 0
;; run umulhigh32(0x80000000, 1) == 0
;; run umulhigh32(0x80000000, -1) == 0x7fffffff
;; run umulhigh32(0x80000000, 3) == 1
;; run umulhigh32(0x80000000, 65536) == 32768
;; run umulhigh32(0x80000000, 0x80000000) == 0x40000000
;; run umulhigh32(0x80000000, 0x7fffffff) == 0x3fffffff
;; run umulhigh32(0x7fffffff, 0) == 0
;; run umulhigh32(0x7fffffff, 1) == 0
;; run umulhigh32(0x7fffffff, -1) == 0x7ffffffe
;; run umulhigh32(0x7fffffff, 3) == 1
;; run umulhigh32(0x7fffffff, 65536) == 32767
;; run umulhigh32(0x7fffffff, 0x80000000) == 0x3fffffff
;; run umulhigh32(0x7fffffff, 0x7fffffff) == 0x3fffffff
;; run umulhigh32(0x12345678, 0) == 0
;; run umulhigh32(0x12345678, 1) == 0
;; run umulhigh32(0x12345678, -1) == 0x12345677
;; run umulhigh32(0x12345678, 3) == 0
;; run umulhigh32(0x12345678, 65536) == 4660
;; run umulhigh32(0x12345678, 0x80000000) == 0x91a2b3c
;; run umulhigh32(0x12345678, 0x7fffffff) == 0x91a2b3b

proc umulhigh32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMulHigh(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = UMulHigh(@1, @2)
    Void @4 = Return(@3)
}
;; run umulhigh32_by_minus_1(0) == 0
;; run umulhigh32_by_minus_1(1) == 0
;; run umulhigh32_by_minus_1(-1) == -2
;; run umulhigh32_by_minus_1(65536) == 65535
;; run umulhigh32_by_minus_1(0x80000000) == 0x7fffffff
;; run umulhigh32_by_minus_1(0x7fffffff) == 0x7ffffffe
;; run umulhigh32_by_minus_1(0x12345678) == 0x12345677

proc umulhigh32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return UMulHigh(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = UMulHigh(@1, @2)
    Void @4 = Return(@3)
}
;; run umulhigh32_by_10(0) == 0
;; run umulhigh32_by_10(1) == 0
;; run umulhigh32_by_10(-1) == 9
;; run umulhigh32_by_10(65536) == 0
;; run umulhigh32_by_10(0x80000000) == 5
;; run umulhigh32_by_10(0x7fffffff) == 4
;; run umulhigh32_by_10(0x12345678) == 0

proc umulhigh32_folded0() -> Int32 {
#0:
    ; return UMulHigh(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = UMulHigh(@0, @0)
    Void @2 = Return(@1)
}
;; run umulhigh32_folded0() == 0

proc umulhigh32_folded1() -> Int32 {
#0:
    ; return UMulHigh(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = UMulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run umulhigh32_folded1() == 0

proc umulhigh32_folded2() -> Int32 {
#0:
    ; return UMulHigh(0, -1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-1)
    Int32 @2 = UMulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run umulhigh32_folded2() == 0
