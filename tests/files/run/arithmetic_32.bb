barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 32 bits.
;! run
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
;; run add32_by_0(0) == 0
;; run add32_by_0(1) == 1
;; run add32_by_0(-1) == -1
;; run add32_by_0(0x80000000) == 0x80000000
;; run add32_by_0(0x7fffffff) == 0x7fffffff
;; run add32_by_0(0x12345678) == 0x12345678
;; run add32_by_1(0) == 1
;; run add32_by_1(1) == 2
;; run add32_by_1(-1) == 0
;; run add32_by_1(0x80000000) == 0x80000001
;; run add32_by_1(0x7fffffff) == 0x80000000
;; run add32_by_1(0x12345678) == 0x12345679
;; run add32_by_minus_1(0) == -1
;; run add32_by_minus_1(1) == 0
;; run add32_by_minus_1(-1) == -2
;; run add32_by_minus_1(0x80000000) == 0x7fffffff
;; run add32_by_minus_1(0x7fffffff) == 0x7ffffffe
;; run add32_by_minus_1(0x12345678) == 0x12345677
;; run add32_by_127(0) == 127
;; run add32_by_127(1) == 128
;; run add32_by_127(-1) == 126
;; run add32_by_127(0x80000000) == 0x8000007f
;; run add32_by_127(0x7fffffff) == 0x8000007e
;; run add32_by_127(0x12345678) == 0x123456f7
;; run add32_by_128(0) == 128
;; run add32_by_128(1) == 129
;; run add32_by_128(-1) == 127
;; run add32_by_128(0x80000000) == 0x80000080
;; run add32_by_128(0x7fffffff) == 0x8000007f
;; run add32_by_128(0x12345678) == 0x123456f8
;; run add32_by_minus_128(0) == -128
;; run add32_by_minus_128(1) == -127
;; run add32_by_minus_128(-1) == -129
;; run add32_by_minus_128(0x80000000) == 0x7fffff80
;; run add32_by_minus_128(0x7fffffff) == 0x7fffff7f
;; run add32_by_minus_128(0x12345678) == 0x123455f8
;; run add32_by_minus_129(0) == -129
;; run add32_by_minus_129(1) == -128
;; run add32_by_minus_129(-1) == -130
;; run add32_by_minus_129(0x80000000) == 0x7fffff7f
;; run add32_by_minus_129(0x7fffffff) == 0x7fffff7e
;; run add32_by_minus_129(0x12345678) == 0x123455f7
;; run add32_by_2047(0) == 2047
;; run add32_by_2047(1) == 2048
;; run add32_by_2047(-1) == 2046
;; run add32_by_2047(0x80000000) == 0x800007ff
;; run add32_by_2047(0x7fffffff) == 0x800007fe
;; run add32_by_2047(0x12345678) == 0x12345e77
;; run add32_by_4095(0) == 4095
;; run add32_by_4095(1) == 4096
;; run add32_by_4095(-1) == 4094
;; run add32_by_4095(0x80000000) == 0x80000fff
;; run add32_by_4095(0x7fffffff) == 0x80000ffe
;; run add32_by_4095(0x12345678) == 0x12346677
;; run add32_by_4096(0) == 4096
;; run add32_by_4096(1) == 4097
;; run add32_by_4096(-1) == 4095
;; run add32_by_4096(0x80000000) == 0x80001000
;; run add32_by_4096(0x7fffffff) == 0x80000fff
;; run add32_by_4096(0x12345678) == 0x12346678
;; run add32_by_0x7fffffff(0) == 0x7fffffff
;; run add32_by_0x7fffffff(1) == 0x80000000
;; run add32_by_0x7fffffff(-1) == 0x7ffffffe
;; run add32_by_0x7fffffff(0x80000000) == -1
;; run add32_by_0x7fffffff(0x7fffffff) == -2
;; run add32_by_0x7fffffff(0x12345678) == 0x92345677
;; run add32_by_0x80000000(0) == 0x80000000
;; run add32_by_0x80000000(1) == 0x80000001
;; run add32_by_0x80000000(-1) == 0x7fffffff
;; run add32_by_0x80000000(0x80000000) == 0
;; run add32_by_0x80000000(0x7fffffff) == -1
;; run add32_by_0x80000000(0x12345678) == 0x92345678
;; run add32_k(0x7fffffff, 1) == 0x80000000
;; run add32_k(0x80000000, 0x80000000) == 0
;; run add32_k(0x12345678, -1) == 0x12345677
;; run add32_k_folded0() == 0x80000000
;; run add32_k_folded1() == 0
;; run add32_k_folded2() == 0x12345677
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
;; run sub32_by_0(0) == 0
;; run sub32_by_0(1) == 1
;; run sub32_by_0(-1) == -1
;; run sub32_by_0(0x80000000) == 0x80000000
;; run sub32_by_0(0x7fffffff) == 0x7fffffff
;; run sub32_by_0(0x12345678) == 0x12345678
;; run sub32_by_1(0) == -1
;; run sub32_by_1(1) == 0
;; run sub32_by_1(-1) == -2
;; run sub32_by_1(0x80000000) == 0x7fffffff
;; run sub32_by_1(0x7fffffff) == 0x7ffffffe
;; run sub32_by_1(0x12345678) == 0x12345677
;; run sub32_by_minus_1(0) == 1
;; run sub32_by_minus_1(1) == 2
;; run sub32_by_minus_1(-1) == 0
;; run sub32_by_minus_1(0x80000000) == 0x80000001
;; run sub32_by_minus_1(0x7fffffff) == 0x80000000
;; run sub32_by_minus_1(0x12345678) == 0x12345679
;; run sub32_by_127(0) == -127
;; run sub32_by_127(1) == -126
;; run sub32_by_127(-1) == -128
;; run sub32_by_127(0x80000000) == 0x7fffff81
;; run sub32_by_127(0x7fffffff) == 0x7fffff80
;; run sub32_by_127(0x12345678) == 0x123455f9
;; run sub32_by_128(0) == -128
;; run sub32_by_128(1) == -127
;; run sub32_by_128(-1) == -129
;; run sub32_by_128(0x80000000) == 0x7fffff80
;; run sub32_by_128(0x7fffffff) == 0x7fffff7f
;; run sub32_by_128(0x12345678) == 0x123455f8
;; run sub32_by_minus_128(0) == 128
;; run sub32_by_minus_128(1) == 129
;; run sub32_by_minus_128(-1) == 127
;; run sub32_by_minus_128(0x80000000) == 0x80000080
;; run sub32_by_minus_128(0x7fffffff) == 0x8000007f
;; run sub32_by_minus_128(0x12345678) == 0x123456f8
;; run sub32_by_minus_129(0) == 129
;; run sub32_by_minus_129(1) == 130
;; run sub32_by_minus_129(-1) == 128
;; run sub32_by_minus_129(0x80000000) == 0x80000081
;; run sub32_by_minus_129(0x7fffffff) == 0x80000080
;; run sub32_by_minus_129(0x12345678) == 0x123456f9
;; run sub32_by_2047(0) == -2047
;; run sub32_by_2047(1) == -2046
;; run sub32_by_2047(-1) == -2048
;; run sub32_by_2047(0x80000000) == 0x7ffff801
;; run sub32_by_2047(0x7fffffff) == 0x7ffff800
;; run sub32_by_2047(0x12345678) == 0x12344e79
;; run sub32_by_4095(0) == -4095
;; run sub32_by_4095(1) == -4094
;; run sub32_by_4095(-1) == -4096
;; run sub32_by_4095(0x80000000) == 0x7ffff001
;; run sub32_by_4095(0x7fffffff) == 0x7ffff000
;; run sub32_by_4095(0x12345678) == 0x12344679
;; run sub32_by_4096(0) == -4096
;; run sub32_by_4096(1) == -4095
;; run sub32_by_4096(-1) == -4097
;; run sub32_by_4096(0x80000000) == 0x7ffff000
;; run sub32_by_4096(0x7fffffff) == 0x7fffefff
;; run sub32_by_4096(0x12345678) == 0x12344678
;; run sub32_by_0x7fffffff(0) == 0x80000001
;; run sub32_by_0x7fffffff(1) == 0x80000002
;; run sub32_by_0x7fffffff(-1) == 0x80000000
;; run sub32_by_0x7fffffff(0x80000000) == 1
;; run sub32_by_0x7fffffff(0x7fffffff) == 0
;; run sub32_by_0x7fffffff(0x12345678) == 0x92345679
;; run sub32_by_0x80000000(0) == 0x80000000
;; run sub32_by_0x80000000(1) == 0x80000001
;; run sub32_by_0x80000000(-1) == 0x7fffffff
;; run sub32_by_0x80000000(0x80000000) == 0
;; run sub32_by_0x80000000(0x7fffffff) == -1
;; run sub32_by_0x80000000(0x12345678) == 0x92345678
;; run sub32_k(0x7fffffff, 1) == 0x7ffffffe
;; run sub32_k(0x80000000, 0x80000000) == 0
;; run sub32_k(0x12345678, -1) == 0x12345679
;; run sub32_k_folded0() == 0x7ffffffe
;; run sub32_k_folded1() == 0
;; run sub32_k_folded2() == 0x12345679
;; run mul32(0, 1) == 0
;; run mul32(0, -1) == 0
;; run mul32(0, 0x80000000) == 0
;; run mul32(0, 0x7fffffff) == 0
;; run mul32(1, 1) == 1
;; run mul32(1, -1) == -1
;; run mul32(1, 0x80000000) == 0x80000000
;; run mul32(1, 0x7fffffff) == 0x7fffffff
;; run mul32(-1, 1) == -1
;; run mul32(-1, -1) == 1
;; run mul32(-1, 0x80000000) == 0x80000000
;; run mul32(-1, 0x7fffffff) == 0x80000001
;; run mul32(0x80000000, 1) == 0x80000000
;; run mul32(0x80000000, -1) == 0x80000000
;; run mul32(0x80000000, 0x80000000) == 0
;; run mul32(0x80000000, 0x7fffffff) == 0x80000000
;; run mul32(0x7fffffff, 1) == 0x7fffffff
;; run mul32(0x7fffffff, -1) == 0x80000001
;; run mul32(0x7fffffff, 0x80000000) == 0x80000000
;; run mul32(0x7fffffff, 0x7fffffff) == 1
;; run mul32(0x12345678, 1) == 0x12345678
;; run mul32(0x12345678, -1) == 0xedcba988
;; run mul32(0x12345678, 0x80000000) == 0
;; run mul32(0x12345678, 0x7fffffff) == 0xedcba988
;; run mul32_by_0(0) == 0
;; run mul32_by_0(1) == 0
;; run mul32_by_0(-1) == 0
;; run mul32_by_0(0x80000000) == 0
;; run mul32_by_0(0x7fffffff) == 0
;; run mul32_by_0(0x12345678) == 0
;; run mul32_by_1(0) == 0
;; run mul32_by_1(1) == 1
;; run mul32_by_1(-1) == -1
;; run mul32_by_1(0x80000000) == 0x80000000
;; run mul32_by_1(0x7fffffff) == 0x7fffffff
;; run mul32_by_1(0x12345678) == 0x12345678
;; run mul32_by_minus_1(0) == 0
;; run mul32_by_minus_1(1) == -1
;; run mul32_by_minus_1(-1) == 1
;; run mul32_by_minus_1(0x80000000) == 0x80000000
;; run mul32_by_minus_1(0x7fffffff) == 0x80000001
;; run mul32_by_minus_1(0x12345678) == 0xedcba988
;; run mul32_by_127(0) == 0
;; run mul32_by_127(1) == 127
;; run mul32_by_127(-1) == -127
;; run mul32_by_127(0x80000000) == 0x80000000
;; run mul32_by_127(0x7fffffff) == 0x7fffff81
;; run mul32_by_127(0x12345678) == 0x7f6e588
;; run mul32_by_128(0) == 0
;; run mul32_by_128(1) == 128
;; run mul32_by_128(-1) == -128
;; run mul32_by_128(0x80000000) == 0
;; run mul32_by_128(0x7fffffff) == -128
;; run mul32_by_128(0x12345678) == 0x1a2b3c00
;; run mul32_by_minus_128(0) == 0
;; run mul32_by_minus_128(1) == -128
;; run mul32_by_minus_128(-1) == 128
;; run mul32_by_minus_128(0x80000000) == 0
;; run mul32_by_minus_128(0x7fffffff) == 128
;; run mul32_by_minus_128(0x12345678) == 0xe5d4c400
;; run mul32_by_minus_129(0) == 0
;; run mul32_by_minus_129(1) == -129
;; run mul32_by_minus_129(-1) == 129
;; run mul32_by_minus_129(0x80000000) == 0x80000000
;; run mul32_by_minus_129(0x7fffffff) == 0x80000081
;; run mul32_by_minus_129(0x12345678) == 0xd3a06d88
;; run mul32_by_2047(0) == 0
;; run mul32_by_2047(1) == 2047
;; run mul32_by_2047(-1) == -2047
;; run mul32_by_2047(0x80000000) == 0x80000000
;; run mul32_by_2047(0x7fffffff) == 0x7ffff801
;; run mul32_by_2047(0x12345678) == 0x907f6988
;; run mul32_by_4095(0) == 0
;; run mul32_by_4095(1) == 4095
;; run mul32_by_4095(-1) == -4095
;; run mul32_by_4095(0x80000000) == 0x80000000
;; run mul32_by_4095(0x7fffffff) == 0x7ffff001
;; run mul32_by_4095(0x12345678) == 0x33332988
;; run mul32_by_4096(0) == 0
;; run mul32_by_4096(1) == 4096
;; run mul32_by_4096(-1) == -4096
;; run mul32_by_4096(0x80000000) == 0
;; run mul32_by_4096(0x7fffffff) == -4096
;; run mul32_by_4096(0x12345678) == 0x45678000
;; run mul32_by_0x7fffffff(0) == 0
;; run mul32_by_0x7fffffff(1) == 0x7fffffff
;; run mul32_by_0x7fffffff(-1) == 0x80000001
;; run mul32_by_0x7fffffff(0x80000000) == 0x80000000
;; run mul32_by_0x7fffffff(0x7fffffff) == 1
;; run mul32_by_0x7fffffff(0x12345678) == 0xedcba988
;; run mul32_by_0x80000000(0) == 0
;; run mul32_by_0x80000000(1) == 0x80000000
;; run mul32_by_0x80000000(-1) == 0x80000000
;; run mul32_by_0x80000000(0x80000000) == 0
;; run mul32_by_0x80000000(0x7fffffff) == 0x80000000
;; run mul32_by_0x80000000(0x12345678) == 0
;; run mul32_by_3(0) == 0
;; run mul32_by_3(1) == 3
;; run mul32_by_3(-1) == -3
;; run mul32_by_3(0x80000000) == 0x80000000
;; run mul32_by_3(0x7fffffff) == 0x7ffffffd
;; run mul32_by_3(0x12345678) == 0x369d0368
;; run mul32_by_5(0) == 0
;; run mul32_by_5(1) == 5
;; run mul32_by_5(-1) == -5
;; run mul32_by_5(0x80000000) == 0x80000000
;; run mul32_by_5(0x7fffffff) == 0x7ffffffb
;; run mul32_by_5(0x12345678) == 0x5b05b058
;; run mul32_by_9(0) == 0
;; run mul32_by_9(1) == 9
;; run mul32_by_9(-1) == -9
;; run mul32_by_9(0x80000000) == 0x80000000
;; run mul32_by_9(0x7fffffff) == 0x7ffffff7
;; run mul32_by_9(0x12345678) == 0xa3d70a38
;; run mul32_by_10(0) == 0
;; run mul32_by_10(1) == 10
;; run mul32_by_10(-1) == -10
;; run mul32_by_10(0x80000000) == 0
;; run mul32_by_10(0x7fffffff) == -10
;; run mul32_by_10(0x12345678) == 0xb60b60b0
;; run mul32_by_12(0) == 0
;; run mul32_by_12(1) == 12
;; run mul32_by_12(-1) == -12
;; run mul32_by_12(0x80000000) == 0
;; run mul32_by_12(0x7fffffff) == -12
;; run mul32_by_12(0x12345678) == 0xda740da0
;; run mul32_by_minus_3(0) == 0
;; run mul32_by_minus_3(1) == -3
;; run mul32_by_minus_3(-1) == 3
;; run mul32_by_minus_3(0x80000000) == 0x80000000
;; run mul32_by_minus_3(0x7fffffff) == 0x80000003
;; run mul32_by_minus_3(0x12345678) == 0xc962fc98
;; run mul32_k(0x7fffffff, 1) == 0x7fffffff
;; run mul32_k(0x80000000, 0x80000000) == 0
;; run mul32_k(0x12345678, -1) == 0xedcba988
;; run mul32_k_folded0() == 0x7fffffff
;; run mul32_k_folded1() == 0
;; run mul32_k_folded2() == 0xedcba988
;; run neg32(0) == 0
;; run neg32(1) == -1
;; run neg32(-1) == 1
;; run neg32(0x80000000) == 0x80000000
;; run neg32(0x7fffffff) == 0x80000001
;; run neg32(0x12345678) == 0xedcba988
;; run neg32_folded0() == 0
;; run neg32_folded1() == -1
;; run neg32_folded2() == 1
;; run from_ten32(0) == 10
;; run from_ten32(1) == 9
;; run from_ten32(-1) == 11
;; run from_ten32(0x80000000) == 0x8000000a
;; run from_ten32(0x7fffffff) == 0x8000000b
;; run from_ten32(0x12345678) == 0xedcba992

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

proc add32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_127(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 127)
    Int32 @2 = Const32(127)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 128)
    Int32 @2 = Const32(128)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_minus_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, -128)
    Int32 @2 = Const32(-128)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_minus_129(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, -129)
    Int32 @2 = Const32(-129)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_2047(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 2047)
    Int32 @2 = Const32(2047)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_4095(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 4095)
    Int32 @2 = Const32(4095)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_4096(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 4096)
    Int32 @2 = Const32(4096)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

proc add32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Add(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}

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

proc add32_k_folded0() -> Int32 {
#0:
    ; return Add(2147483647, 1)
    Int32 @0 = Const32(2147483647)
    Int32 @1 = Const32(1)
    Int32 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add32_k_folded1() -> Int32 {
#0:
    ; return Add(-2147483648, -2147483648)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Add(@0, @0)
    Void @2 = Return(@1)
}

proc add32_k_folded2() -> Int32 {
#0:
    ; return Add(305419896, -1)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-1)
    Int32 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

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

proc sub32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_127(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 127)
    Int32 @2 = Const32(127)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 128)
    Int32 @2 = Const32(128)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_minus_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, -128)
    Int32 @2 = Const32(-128)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_minus_129(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, -129)
    Int32 @2 = Const32(-129)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_2047(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 2047)
    Int32 @2 = Const32(2047)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_4095(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 4095)
    Int32 @2 = Const32(4095)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_4096(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 4096)
    Int32 @2 = Const32(4096)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

proc sub32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Sub(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}

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

proc sub32_k_folded0() -> Int32 {
#0:
    ; return Sub(2147483647, 1)
    Int32 @0 = Const32(2147483647)
    Int32 @1 = Const32(1)
    Int32 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub32_k_folded1() -> Int32 {
#0:
    ; return Sub(-2147483648, -2147483648)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Sub(@0, @0)
    Void @2 = Return(@1)
}

proc sub32_k_folded2() -> Int32 {
#0:
    ; return Sub(305419896, -1)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-1)
    Int32 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc mul32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Mul(a, b)
    Int32 @4 = Mul(@1, @3)
    Void @5 = Return(@4)
}

proc mul32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_127(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 127)
    Int32 @2 = Const32(127)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 128)
    Int32 @2 = Const32(128)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_minus_128(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -128)
    Int32 @2 = Const32(-128)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_minus_129(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -129)
    Int32 @2 = Const32(-129)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_2047(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 2047)
    Int32 @2 = Const32(2047)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_4095(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 4095)
    Int32 @2 = Const32(4095)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_4096(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 4096)
    Int32 @2 = Const32(4096)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 3)
    Int32 @2 = Const32(3)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_5(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 5)
    Int32 @2 = Const32(5)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_9(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 9)
    Int32 @2 = Const32(9)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_10(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 10)
    Int32 @2 = Const32(10)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_12(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, 12)
    Int32 @2 = Const32(12)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_by_minus_3(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mul(a, -3)
    Int32 @2 = Const32(-3)
    Int32 @3 = Mul(@1, @2)
    Void @4 = Return(@3)
}

proc mul32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Mul(a, b)
    Int32 @4 = Mul(@1, @3)
    Void @5 = Return(@4)
}

proc mul32_k_folded0() -> Int32 {
#0:
    ; return Mul(2147483647, 1)
    Int32 @0 = Const32(2147483647)
    Int32 @1 = Const32(1)
    Int32 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul32_k_folded1() -> Int32 {
#0:
    ; return Mul(-2147483648, -2147483648)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Mul(@0, @0)
    Void @2 = Return(@1)
}

proc mul32_k_folded2() -> Int32 {
#0:
    ; return Mul(305419896, -1)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-1)
    Int32 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc neg32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Neg(a)
    Int32 @2 = Neg(@1)
    Void @3 = Return(@2)
}

proc neg32_folded0() -> Int32 {
#0:
    ; return Neg(0)
    Int32 @0 = Const32(0)
    Int32 @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg32_folded1() -> Int32 {
#0:
    ; return Neg(1)
    Int32 @0 = Const32(1)
    Int32 @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg32_folded2() -> Int32 {
#0:
    ; return Neg(-1)
    Int32 @0 = Const32(-1)
    Int32 @1 = Neg(@0)
    Void @2 = Return(@1)
}

; A constant on the left.
proc from_ten32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return 10 - a
    Int32 @2 = Const32(10)
    Int32 @3 = Sub(@2, @1)
    Void @4 = Return(@3)
}
