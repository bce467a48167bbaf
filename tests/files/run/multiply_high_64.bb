barebones 1
; The high half of products, signed and unsigned. 64 bits.
;! run

proc mulhigh64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return MulHigh(a, b)
    Int64 @2 = MulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run mulhigh64(0, 0) == 0
;; run mulhigh64(0, 1) == 0
;; run mulhigh64(0, -1) == 0
;; run mulhigh64(0, 3) == 0
;; run mulhigh64(0, 0x100000000) == 0
;; run mulhigh64(0, 0x8000000000000000) == 0
;; run mulhigh64(0, 0x7fffffffffffffff) == 0
;; run mulhigh64(1, 0) == 0
;; run mulhigh64(1, 1) == 0
;; run mulhigh64(1, -1) == -1
;; run mulhigh64(1, 3) == 0
;; run mulhigh64(1, 0x100000000) == 0
;; run mulhigh64(1, 0x8000000000000000) == -1
;; run mulhigh64(1, 0x7fffffffffffffff) == 0
;; run mulhigh64(-1, 0) == 0
;; run mulhigh64(-1, 1) == -1
;; run mulhigh64(-1, -1) == 0
;; run mulhigh64(-1, 3) == -1
;; run mulhigh64(-1, 0x100000000) == -1
;; run mulhigh64(-1, 0x8000000000000000) == 0
;; run mulhigh64(-1, 0x7fffffffffffffff) == -1
;; run mulhigh64(0x100000000, 0) == 0
;; run mulhigh64(0x100000000, 1) == 0
;; run mulhigh64(0x100000000, -1) == -1
;; run mulhigh64(0x100000000, 3) == 0
;; run mulhigh64(0x100000000, 0x100000000) == 1
;; run mulhigh64(0x100000000, 0x8000000000000000) == 0xffffffff80000000
;; run mulhigh64(0x100000000, 0x7fffffffffffffff) == 0x7fffffff
;; run mulhigh64(0x8000000000000000, 0) == 0
;; run mulhigh64(0x8000000000000000, 1) == -1
;; run mulhigh64(0x8000000000000000, -1) == 0
;; run mulhigh64(0x8000000000000000, 3) == -2
;; run mulhigh64(0x8000000000000000, 0x100000000) == 0xffffffff80000000
;; run mulhigh64(0x8000000000000000, 0x8000000000000000) == 0x4000000000000000
;; run mulhigh64(0x8000000000000000, 0x7fffffffffffffff) == 0xc000000000000000
;; run mulhigh64(0x7fffffffffffffff, 0) == 0
;; run mulhigh64(0x7fffffffffffffff, 1) == 0
;; run mulhigh64(0x7fffffffffffffff, -1) == -1
;; run mulhigh64(0x7fffffffffffffff, 3) == 1
;; run mulhigh64(0x7fffffffffffffff, 0x100000000) == 0x7fffffff
;; run mulhigh64(0x7fffffffffffffff, 0x8000000000000000) == 0xc000000000000000
;; run mulhigh64(0x7fffffffffffffff, 0x7fffffffffffffff) == 0x3fffffffffffffff
;; run mulhigh64(0x12345678, 0) == 0
;; run mulhigh64(0x12345678, 1) == 0
;; run mulhigh64(0x12345678, -1) == -1
;; run mulhigh64(0x12345678, 3) == 0
;; run mulhigh64(0x12345678, 0x100000000) == 0
;; run mulhigh64(0x12345678, 0x8000000000000000) == 0xfffffffff6e5d4c4
;; run mulhigh64(0x12345678, 0x7fffffffffffffff) == 0x91a2b3b

proc mulhigh64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return MulHigh(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = MulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run mulhigh64_by_minus_1(0) == 0
;; run mulhigh64_by_minus_1(1) == -1
;; run mulhigh64_by_minus_1(-1) == 0
;; run mulhigh64_by_minus_1(0x100000000) == -1
;; run mulhigh64_by_minus_1(0x8000000000000000) == 0
;; run mulhigh64_by_minus_1(0x7fffffffffffffff) == -1
;; run mulhigh64_by_minus_1(0x12345678) == -1

proc mulhigh64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return MulHigh(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = MulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run mulhigh64_by_10(0) == 0
;; run mulhigh64_by_10(1) == 0
;; run mulhigh64_by_10(-1) == -1
;; run mulhigh64_by_10(0x100000000) == 0
;; run mulhigh64_by_10(0x8000000000000000) == -5
;; run mulhigh64_by_10(0x7fffffffffffffff) == 4
;; run mulhigh64_by_10(0x12345678) == 0

proc mulhigh64_folded0() -> Int64 {
#0:
    ; return MulHigh(0L, 0L)
    Int64 @0 = Const64(0)
    Int64 @1 = MulHigh(@0, @0)
    Void @2 = Return(@1)
}
;; run mulhigh64_folded0() == 0

proc mulhigh64_folded1() -> Int64 {
#0:
    ; return MulHigh(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = MulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run mulhigh64_folded1() == 0

proc mulhigh64_folded2() -> Int64 {
#0:
    ; return MulHigh(0L, -1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-1)
    Int64 @2 = MulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run mulhigh64_folded2() == 0

proc umulhigh64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return UMulHigh(a, b)
    Int64 @2 = UMulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run umulhigh64(0, 0) == 0
;; run umulhigh64(0, 1) == 0
;; run umulhigh64(0, -1) == 0
;; run umulhigh64(0, 3) == 0
;; run umulhigh64(0, 0x100000000) == 0
;; run umulhigh64(0, 0x8000000000000000) == 0
;; run umulhigh64(0, 0x7fffffffffffffff) == 0
;; run umulhigh64(1, 0) == 0
;; run umulhigh64(1, 1) == 0
;; run umulhigh64(1, -1) == 0
;; run umulhigh64(1, 3) == 0
;; run umulhigh64(1, 0x100000000) == 0
;; run umulhigh64(1, 0x8000000000000000) == 0
;; run umulhigh64(1, 0x7fffffffffffffff) == 0
;; run umulhigh64(-1, 0) == 0
;; run umulhigh64(-1, 1) == 0
;; run umulhigh64(-1, -1) == -2
;; run umulhigh64(-1, 3) == 2
;; run umulhigh64(-1, 0x100000000) == 0xffffffff
;; run umulhigh64(-1, 0x8000000000000000) == 0x7fffffffffffffff
;; run umulhigh64(-1, 0x7fffffffffffffff) == 0x7ffffffffffffffe
;; run umulhigh64(0x100000000, 0) == 0
;; run umulhigh64(0x100000000, 1) == 0
;; run umulhigh64(0x100000000, -1) == 0xffffffff
;; run umulhigh64(0x100000000, 3) == 0
;; run umulhigh64(0x100000000, 0x100000000) == 1
;; run umulhigh64(0x100000000, 0x8000000000000000) == 0x80000000
;; run umulhigh64(0x100000000, 0x7fffffffffffffff) == 0x7fffffff
;; run umulhigh64(0x8000000000000000, 0) == 0
;; run umulhigh64(0x8000000000000000, 1) == 0
;; run umulhigh64(0x8000000000000000, -1) == 0x7fffffffffffffff
;; run umulhigh64(0x8000000000000000, 3) == 1
;; run umulhigh64(0x8000000000000000, 0x100000000) == 0x80000000
;; run umulhigh64(0x8000000000000000, 0x8000000000000000) == 0x4000000000000000
;; run umulhigh64(0x8000000000000000, 0x7fffffffffffffff) == 0x3fffffffffffffff
;; run umulhigh64(0x7fffffffffffffff, 0) == 0
;; run umulhigh64(0x7fffffffffffffff, 1) == 0
;; run umulhigh64(0x7fffffffffffffff, -1) == 0x7ffffffffffffffe
;; run umulhigh64(0x7fffffffffffffff, 3) == 1
;; run umulhigh64(0x7fffffffffffffff, 0x100000000) == 0x7fffffff
;; run umulhigh64(0x7fffffffffffffff, 0x8000000000000000) == 0x3fffffffffffffff
;; run umulhigh64(0x7fffffffffffffff, 0x7fffffffffffffff) == 0x3fffffffffffffff
;; run umulhigh64(0x12345678, 0) == 0
;; run umulhigh64(0x12345678, 1) == 0
;; run umulhigh64(0x12345678, -1) == 0x12345677
;; run umulhigh64(0x12345678, 3) == 0
;; run umulhigh64(0x12345678, 0x100000000) == 0
;; run umulhigh64(0x12345678, 0x8000000000000000) == 0x91a2b3c
;; run umulhigh64(0x12345678, 0x7fffffffffffffff) == 0x91a2b3b

proc umulhigh64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMulHigh(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = UMulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run umulhigh64_by_minus_1(0) == 0
;; run umulhigh64_by_minus_1(1) == 0
;; run umulhigh64_by_minus_1(-1) == -2
;; run umulhigh64_by_minus_1(0x100000000) == 0xffffffff
;; run umulhigh64_by_minus_1(0x8000000000000000) == 0x7fffffffffffffff
;; run umulhigh64_by_minus_1(0x7fffffffffffffff) == 0x7ffffffffffffffe
;; run umulhigh64_by_minus_1(0x12345678) == 0x12345677

proc umulhigh64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UMulHigh(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = UMulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run umulhigh64_by_10(0) == 0
;; run umulhigh64_by_10(1) == 0
;; run umulhigh64_by_10(-1) == 9
;; run umulhigh64_by_10(0x100000000) == 0
;; run umulhigh64_by_10(0x8000000000000000) == 5
;; run umulhigh64_by_10(0x7fffffffffffffff) == 4
;; run umulhigh64_by_10(0x12345678) == 0

proc umulhigh64_folded0() -> Int64 {
#0:
    ; return UMulHigh(0L, 0L)
    Int64 @0 = Const64(0)
    Int64 @1 = UMulHigh(@0, @0)
    Void @2 = Return(@1)
}
;; run umulhigh64_folded0() == 0

proc umulhigh64_folded1() -> Int64 {
#0:
    ; return UMulHigh(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = UMulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run umulhigh64_folded1() == 0

proc umulhigh64_folded2() -> Int64 {
#0:
    ; return UMulHigh(0L, -1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-1)
    Int64 @2 = UMulHigh(@0, @1)
    Void @3 = Return(@2)
}
;; run umulhigh64_folded2() == 0
