barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 32 bits.
;! run

proc add32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Add(a, b)
    Int32 @4 = Add(@1, @3)
    Void @5 = Return(@4)
}
;; run add32(0, 1) == 1
;; run add32(0, -1) == -1
;; run add32(0, 0x80000000) == 0x80000000
;; run add32(0, 0x7fffffff) == 0x7fffffff
;; run add32(1, 1) == 2
;; run add32(1, -1) == 0
;; run add32(1, 0x80000000) == 0x80000001
;; run add32(1, 0x7fffffff) == 0x80000000
;; run add32(-1, 1) == 0
;; run add32(-1, -1) == -2
;; run add32(-1, 0x80000000) == 0x7fffffff
;; run add32(-1, 0x7fffffff) == 0x7ffffffe
;; run add32(0x80000000, 1) == 0x80000001
;; run add32(0x80000000, -1) == 0x7fffffff
;; run add32(0x80000000, 0x80000000) == 0
;; run add32(0x80000000, 0x7fffffff) == -1
;; run add32(0x7fffffff, 1) == 0x80000000
;; run add32(0x7fffffff, -1) == 0x7ffffffe
;; run add32(0x7fffffff, 0x80000000) == -1
;; run add32(0x7fffffff, 0x7fffffff) == -2
;; run add32(0x12345678, 1) == 0x12345679
;; run add32(0x12345678, -1) == 0x12345677
;; run add32(0x12345678, 0x80000000) == 0x92345678
;; run add32(0x12345678, 0x7fffffff) == 0x92345677

proc add32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_0(0) == 0
;; run add32_by_0(1) == 1
;; run add32_by_0(-1) == -1
;; run add32_by_0(0x80000000) == 0x80000000
;; run add32_by_0(0x7fffffff) == 0x7fffffff
;; run add32_by_0(0x12345678) == 0x12345678

proc add32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_1(0) == 1
;; run add32_by_1(1) == 2
;; run add32_by_1(-1) == 0
;; run add32_by_1(0x80000000) == 0x80000001
;; run add32_by_1(0x7fffffff) == 0x80000000
;; run add32_by_1(0x12345678) == 0x12345679

proc add32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_minus_1(0) == -1
;; run add32_by_minus_1(1) == 0
;; run add32_by_minus_1(-1) == -2
;; run add32_by_minus_1(0x80000000) == 0x7fffffff
;; run add32_by_minus_1(0x7fffffff) == 0x7ffffffe
;; run add32_by_minus_1(0x12345678) == 0x12345677

proc add32_by_127(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 127)
    Int32 @2 = Const32(127)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_127(0) == 127
;; run add32_by_127(1) == 128
;; run add32_by_127(-1) == 126
;; run add32_by_127(0x80000000) == 0x8000007f
;; run add32_by_127(0x7fffffff) == 0x8000007e
;; run add32_by_127(0x12345678) == 0x123456f7

proc add32_by_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 128)
    Int32 @2 = Const32(128)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_128(0) == 128
;; run add32_by_128(1) == 129
;; run add32_by_128(-1) == 127
;; run add32_by_128(0x80000000) == 0x80000080
;; run add32_by_128(0x7fffffff) == 0x8000007f
;; run add32_by_128(0x12345678) == 0x123456f8

proc add32_by_minus_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, -128)
    Int32 @2 = Const32(-128)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_minus_128(0) == -128
;; run add32_by_minus_128(1) == -127
;; run add32_by_minus_128(-1) == -129
;; run add32_by_minus_128(0x80000000) == 0x7fffff80
;; run add32_by_minus_128(0x7fffffff) == 0x7fffff7f
;; run add32_by_minus_128(0x12345678) == 0x123455f8

proc add32_by_minus_129(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, -129)
    Int32 @2 = Const32(-129)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_minus_129(0) == -129
;; run add32_by_minus_129(1) == -128
;; run add32_by_minus_129(-1) == -130
;; run add32_by_minus_129(0x80000000) == 0x7fffff7f
;; run add32_by_minus_129(0x7fffffff) == 0x7fffff7e
;; run add32_by_minus_129(0x12345678) == 0x123455f7

proc add32_by_2047(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 2047)
    Int32 @2 = Const32(2047)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_2047(0) == 2047
;; run add32_by_2047(1) == 2048
;; run add32_by_2047(-1) == 2046
;; run add32_by_2047(0x80000000) == 0x800007ff
;; run add32_by_2047(0x7fffffff) == 0x800007fe
;; run add32_by_2047(0x12345678) == 0x12345e77

proc add32_by_4095(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 4095)
    Int32 @2 = Const32(4095)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_4095(0) == 4095
;; run add32_by_4095(1) == 4096
;; run add32_by_4095(-1) == 4094
;; run add32_by_4095(0x80000000) == 0x80000fff
;; run add32_by_4095(0x7fffffff) == 0x80000ffe
;; run add32_by_4095(0x12345678) == 0x12346677

proc add32_by_4096(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 4096)
    Int32 @2 = Const32(4096)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_4096(0) == 4096
;; run add32_by_4096(1) == 4097
;; run add32_by_4096(-1) == 4095
;; run add32_by_4096(0x80000000) == 0x80001000
;; run add32_by_4096(0x7fffffff) == 0x80000fff
;; run add32_by_4096(0x12345678) == 0x12346678

proc add32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_0x7fffffff(0) == 0x7fffffff
;; run add32_by_0x7fffffff(1) == 0x80000000
;; run add32_by_0x7fffffff(-1) == 0x7ffffffe
;; run add32_by_0x7fffffff(0x80000000) == -1
;; run add32_by_0x7fffffff(0x7fffffff) == -2
;; run add32_by_0x7fffffff(0x12345678) == 0x92345677

proc add32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; run add32_by_0x80000000(0) == 0x80000000
;; run add32_by_0x80000000(1) == 0x80000001
;; run add32_by_0x80000000(-1) == 0x7fffffff
;; run add32_by_0x80000000(0x80000000) == 0
;; run add32_by_0x80000000(0x7fffffff) == -1
;; run add32_by_0x80000000(0x12345678) == 0x92345678

proc add32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Add(a, b)
    Int32 @4 = Add(@1, @3)
    Void @5 = Return(@4)
}
;; run add32_k(0x7fffffff, 1) == 0x80000000
;; run add32_k(0x80000000, 0x80000000) == 0
;; run add32_k(0x12345678, -1) == 0x12345677

proc add32_k_folded0() -> Int32 {
#0:
    ; return Add(2147483647, 1)
    Int32 @0 = Const32(2147483647)
    Int32 @1 = Const32(1)
    Int32 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add32_k_folded0() == 0x80000000

proc add32_k_folded1() -> Int32 {
#0:
    ; return Add(-2147483648, -2147483648)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Add(@0, @0)
    Void @2 = Return(@1)
}
;; run add32_k_folded1() == 0

proc add32_k_folded2() -> Int32 {
#0:
    ; return Add(305419896, -1)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-1)
    Int32 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add32_k_folded2() == 0x12345677
