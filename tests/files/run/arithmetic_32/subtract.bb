barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 32 bits.
;! run

proc sub32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Sub(a, b)
    Int32 @4 = Sub(@1, @3)
    Void @5 = Return(@4)
}
;; run sub32(0, 1) == -1
;; run sub32(0, -1) == 1
;; run sub32(0, 0x80000000) == 0x80000000
;; run sub32(0, 0x7fffffff) == 0x80000001
;; run sub32(1, 1) == 0
;; run sub32(1, -1) == 2
;; run sub32(1, 0x80000000) == 0x80000001
;; run sub32(1, 0x7fffffff) == 0x80000002
;; run sub32(-1, 1) == -2
;; run sub32(-1, -1) == 0
;; run sub32(-1, 0x80000000) == 0x7fffffff
;; run sub32(-1, 0x7fffffff) == 0x80000000
;; run sub32(0x80000000, 1) == 0x7fffffff
;; run sub32(0x80000000, -1) == 0x80000001
;; run sub32(0x80000000, 0x80000000) == 0
;; run sub32(0x80000000, 0x7fffffff) == 1
;; run sub32(0x7fffffff, 1) == 0x7ffffffe
;; run sub32(0x7fffffff, -1) == 0x80000000
;; run sub32(0x7fffffff, 0x80000000) == -1
;; run sub32(0x7fffffff, 0x7fffffff) == 0
;; run sub32(0x12345678, 1) == 0x12345677
;; run sub32(0x12345678, -1) == 0x12345679
;; run sub32(0x12345678, 0x80000000) == 0x92345678
;; run sub32(0x12345678, 0x7fffffff) == 0x92345679

proc sub32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_0(0) == 0
;; run sub32_by_0(1) == 1
;; run sub32_by_0(-1) == -1
;; run sub32_by_0(0x80000000) == 0x80000000
;; run sub32_by_0(0x7fffffff) == 0x7fffffff
;; run sub32_by_0(0x12345678) == 0x12345678

proc sub32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_1(0) == -1
;; run sub32_by_1(1) == 0
;; run sub32_by_1(-1) == -2
;; run sub32_by_1(0x80000000) == 0x7fffffff
;; run sub32_by_1(0x7fffffff) == 0x7ffffffe
;; run sub32_by_1(0x12345678) == 0x12345677

proc sub32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_minus_1(0) == 1
;; run sub32_by_minus_1(1) == 2
;; run sub32_by_minus_1(-1) == 0
;; run sub32_by_minus_1(0x80000000) == 0x80000001
;; run sub32_by_minus_1(0x7fffffff) == 0x80000000
;; run sub32_by_minus_1(0x12345678) == 0x12345679

proc sub32_by_127(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 127)
    Int32 @2 = Const32(127)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_127(0) == -127
;; run sub32_by_127(1) == -126
;; run sub32_by_127(-1) == -128
;; run sub32_by_127(0x80000000) == 0x7fffff81
;; run sub32_by_127(0x7fffffff) == 0x7fffff80
;; run sub32_by_127(0x12345678) == 0x123455f9

proc sub32_by_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 128)
    Int32 @2 = Const32(128)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_128(0) == -128
;; run sub32_by_128(1) == -127
;; run sub32_by_128(-1) == -129
;; run sub32_by_128(0x80000000) == 0x7fffff80
;; run sub32_by_128(0x7fffffff) == 0x7fffff7f
;; run sub32_by_128(0x12345678) == 0x123455f8

proc sub32_by_minus_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, -128)
    Int32 @2 = Const32(-128)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_minus_128(0) == 128
;; run sub32_by_minus_128(1) == 129
;; run sub32_by_minus_128(-1) == 127
;; run sub32_by_minus_128(0x80000000) == 0x80000080
;; run sub32_by_minus_128(0x7fffffff) == 0x8000007f
;; run sub32_by_minus_128(0x12345678) == 0x123456f8

proc sub32_by_minus_129(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, -129)
    Int32 @2 = Const32(-129)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_minus_129(0) == 129
;; run sub32_by_minus_129(1) == 130
;; run sub32_by_minus_129(-1) == 128
;; run sub32_by_minus_129(0x80000000) == 0x80000081
;; run sub32_by_minus_129(0x7fffffff) == 0x80000080
;; run sub32_by_minus_129(0x12345678) == 0x123456f9

proc sub32_by_2047(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 2047)
    Int32 @2 = Const32(2047)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_2047(0) == -2047
;; run sub32_by_2047(1) == -2046
;; run sub32_by_2047(-1) == -2048
;; run sub32_by_2047(0x80000000) == 0x7ffff801
;; run sub32_by_2047(0x7fffffff) == 0x7ffff800
;; run sub32_by_2047(0x12345678) == 0x12344e79

proc sub32_by_4095(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 4095)
    Int32 @2 = Const32(4095)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_4095(0) == -4095
;; run sub32_by_4095(1) == -4094
;; run sub32_by_4095(-1) == -4096
;; run sub32_by_4095(0x80000000) == 0x7ffff001
;; run sub32_by_4095(0x7fffffff) == 0x7ffff000
;; run sub32_by_4095(0x12345678) == 0x12344679

proc sub32_by_4096(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 4096)
    Int32 @2 = Const32(4096)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_4096(0) == -4096
;; run sub32_by_4096(1) == -4095
;; run sub32_by_4096(-1) == -4097
;; run sub32_by_4096(0x80000000) == 0x7ffff000
;; run sub32_by_4096(0x7fffffff) == 0x7fffefff
;; run sub32_by_4096(0x12345678) == 0x12344678

proc sub32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_0x7fffffff(0) == 0x80000001
;; run sub32_by_0x7fffffff(1) == 0x80000002
;; run sub32_by_0x7fffffff(-1) == 0x80000000
;; run sub32_by_0x7fffffff(0x80000000) == 1
;; run sub32_by_0x7fffffff(0x7fffffff) == 0
;; run sub32_by_0x7fffffff(0x12345678) == 0x92345679

proc sub32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; run sub32_by_0x80000000(0) == 0x80000000
;; run sub32_by_0x80000000(1) == 0x80000001
;; run sub32_by_0x80000000(-1) == 0x7fffffff
;; run sub32_by_0x80000000(0x80000000) == 0
;; run sub32_by_0x80000000(0x7fffffff) == -1
;; run sub32_by_0x80000000(0x12345678) == 0x92345678

proc sub32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Sub(a, b)
    Int32 @4 = Sub(@1, @3)
    Void @5 = Return(@4)
}
;; run sub32_k(0x7fffffff, 1) == 0x7ffffffe
;; run sub32_k(0x80000000, 0x80000000) == 0
;; run sub32_k(0x12345678, -1) == 0x12345679

proc sub32_k_folded0() -> Int32 {
#0:
    ; return Sub(2147483647, 1)
    Int32 @0 = Const32(2147483647)
    Int32 @1 = Const32(1)
    Int32 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub32_k_folded0() == 0x7ffffffe

proc sub32_k_folded1() -> Int32 {
#0:
    ; return Sub(-2147483648, -2147483648)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Sub(@0, @0)
    Void @2 = Return(@1)
}
;; run sub32_k_folded1() == 0

proc sub32_k_folded2() -> Int32 {
#0:
    ; return Sub(305419896, -1)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-1)
    Int32 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}
;; run sub32_k_folded2() == 0x12345679
