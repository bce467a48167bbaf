barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 64 bits.
;! run
;; run add64(0, 1) == 1
;; run add64(0, -1) == -1
;; run add64(0, 0x8000000000000000) == 0x8000000000000000
;; run add64(0, 0x7fffffffffffffff) == 0x7fffffffffffffff
;; run add64(1, 1) == 2
;; run add64(1, -1) == 0
;; run add64(1, 0x8000000000000000) == 0x8000000000000001
;; run add64(1, 0x7fffffffffffffff) == 0x8000000000000000
;; run add64(-1, 1) == 0
;; run add64(-1, -1) == -2
;; run add64(-1, 0x8000000000000000) == 0x7fffffffffffffff
;; run add64(-1, 0x7fffffffffffffff) == 0x7ffffffffffffffe
;; run add64(0x8000000000000000, 1) == 0x8000000000000001
;; run add64(0x8000000000000000, -1) == 0x7fffffffffffffff
;; run add64(0x8000000000000000, 0x8000000000000000) == 0
;; run add64(0x8000000000000000, 0x7fffffffffffffff) == -1
;; run add64(0x7fffffffffffffff, 1) == 0x8000000000000000
;; run add64(0x7fffffffffffffff, -1) == 0x7ffffffffffffffe
;; run add64(0x7fffffffffffffff, 0x8000000000000000) == -1
;; run add64(0x7fffffffffffffff, 0x7fffffffffffffff) == -2
;; run add64(0x12345678, 1) == 0x12345679
;; run add64(0x12345678, -1) == 0x12345677
;; run add64(0x12345678, 0x8000000000000000) == 0x8000000012345678
;; run add64(0x12345678, 0x7fffffffffffffff) == 0x8000000012345677
;; run add64_by_0(0) == 0
;; run add64_by_0(1) == 1
;; run add64_by_0(-1) == -1
;; run add64_by_0(0x8000000000000000) == 0x8000000000000000
;; run add64_by_0(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run add64_by_0(0x12345678) == 0x12345678
;; run add64_by_1(0) == 1
;; run add64_by_1(1) == 2
;; run add64_by_1(-1) == 0
;; run add64_by_1(0x8000000000000000) == 0x8000000000000001
;; run add64_by_1(0x7fffffffffffffff) == 0x8000000000000000
;; run add64_by_1(0x12345678) == 0x12345679
;; run add64_by_minus_1(0) == -1
;; run add64_by_minus_1(1) == 0
;; run add64_by_minus_1(-1) == -2
;; run add64_by_minus_1(0x8000000000000000) == 0x7fffffffffffffff
;; run add64_by_minus_1(0x7fffffffffffffff) == 0x7ffffffffffffffe
;; run add64_by_minus_1(0x12345678) == 0x12345677
;; run add64_by_127(0) == 127
;; run add64_by_127(1) == 128
;; run add64_by_127(-1) == 126
;; run add64_by_127(0x8000000000000000) == 0x800000000000007f
;; run add64_by_127(0x7fffffffffffffff) == 0x800000000000007e
;; run add64_by_127(0x12345678) == 0x123456f7
;; run add64_by_128(0) == 128
;; run add64_by_128(1) == 129
;; run add64_by_128(-1) == 127
;; run add64_by_128(0x8000000000000000) == 0x8000000000000080
;; run add64_by_128(0x7fffffffffffffff) == 0x800000000000007f
;; run add64_by_128(0x12345678) == 0x123456f8
;; run add64_by_minus_128(0) == -128
;; run add64_by_minus_128(1) == -127
;; run add64_by_minus_128(-1) == -129
;; run add64_by_minus_128(0x8000000000000000) == 0x7fffffffffffff80
;; run add64_by_minus_128(0x7fffffffffffffff) == 0x7fffffffffffff7f
;; run add64_by_minus_128(0x12345678) == 0x123455f8
;; run add64_by_minus_129(0) == -129
;; run add64_by_minus_129(1) == -128
;; run add64_by_minus_129(-1) == -130
;; run add64_by_minus_129(0x8000000000000000) == 0x7fffffffffffff7f
;; run add64_by_minus_129(0x7fffffffffffffff) == 0x7fffffffffffff7e
;; run add64_by_minus_129(0x12345678) == 0x123455f7
;; run add64_by_2047(0) == 2047
;; run add64_by_2047(1) == 2048
;; run add64_by_2047(-1) == 2046
;; run add64_by_2047(0x8000000000000000) == 0x80000000000007ff
;; run add64_by_2047(0x7fffffffffffffff) == 0x80000000000007fe
;; run add64_by_2047(0x12345678) == 0x12345e77
;; run add64_by_4095(0) == 4095
;; run add64_by_4095(1) == 4096
;; run add64_by_4095(-1) == 4094
;; run add64_by_4095(0x8000000000000000) == 0x8000000000000fff
;; run add64_by_4095(0x7fffffffffffffff) == 0x8000000000000ffe
;; run add64_by_4095(0x12345678) == 0x12346677
;; run add64_by_4096(0) == 4096
;; run add64_by_4096(1) == 4097
;; run add64_by_4096(-1) == 4095
;; run add64_by_4096(0x8000000000000000) == 0x8000000000001000
;; run add64_by_4096(0x7fffffffffffffff) == 0x8000000000000fff
;; run add64_by_4096(0x12345678) == 0x12346678
;; run add64_by_0x7fffffff(0) == 0x7fffffff
;; run add64_by_0x7fffffff(1) == 0x80000000
;; run add64_by_0x7fffffff(-1) == 0x7ffffffe
;; run add64_by_0x7fffffff(0x8000000000000000) == 0x800000007fffffff
;; run add64_by_0x7fffffff(0x7fffffffffffffff) == 0x800000007ffffffe
;; run add64_by_0x7fffffff(0x12345678) == 0x92345677
;; run add64_by_0xffffffff80000000(0) == 0xffffffff80000000
;; run add64_by_0xffffffff80000000(1) == 0xffffffff80000001
;; run add64_by_0xffffffff80000000(-1) == 0xffffffff7fffffff
;; run add64_by_0xffffffff80000000(0x8000000000000000) == 0x7fffffff80000000
;; run add64_by_0xffffffff80000000(0x7fffffffffffffff) == 0x7fffffff7fffffff
;; run add64_by_0xffffffff80000000(0x12345678) == 0xffffffff92345678
;; run add64_by_0x80000000(0) == 0x80000000
;; run add64_by_0x80000000(1) == 0x80000001
;; run add64_by_0x80000000(-1) == 0x7fffffff
;; run add64_by_0x80000000(0x8000000000000000) == 0x8000000080000000
;; run add64_by_0x80000000(0x7fffffffffffffff) == 0x800000007fffffff
;; run add64_by_0x80000000(0x12345678) == 0x92345678
;; run add64_by_0xffffffff(0) == 0xffffffff
;; run add64_by_0xffffffff(1) == 0x100000000
;; run add64_by_0xffffffff(-1) == 0xfffffffe
;; run add64_by_0xffffffff(0x8000000000000000) == 0x80000000ffffffff
;; run add64_by_0xffffffff(0x7fffffffffffffff) == 0x80000000fffffffe
;; run add64_by_0xffffffff(0x12345678) == 0x112345677
;; run add64_by_0x100000000(0) == 0x100000000
;; run add64_by_0x100000000(1) == 0x100000001
;; run add64_by_0x100000000(-1) == 0xffffffff
;; run add64_by_0x100000000(0x8000000000000000) == 0x8000000100000000
;; run add64_by_0x100000000(0x7fffffffffffffff) == 0x80000000ffffffff
;; run add64_by_0x100000000(0x12345678) == 0x112345678
;; run add64_by_0xffffffff7fffffff(0) == 0xffffffff7fffffff
;; run add64_by_0xffffffff7fffffff(1) == 0xffffffff80000000
;; run add64_by_0xffffffff7fffffff(-1) == 0xffffffff7ffffffe
;; run add64_by_0xffffffff7fffffff(0x8000000000000000) == 0x7fffffff7fffffff
;; run add64_by_0xffffffff7fffffff(0x7fffffffffffffff) == 0x7fffffff7ffffffe
;; run add64_by_0xffffffff7fffffff(0x12345678) == 0xffffffff92345677
;; run add64_by_0x7fffffffffffffff(0) == 0x7fffffffffffffff
;; run add64_by_0x7fffffffffffffff(1) == 0x8000000000000000
;; run add64_by_0x7fffffffffffffff(-1) == 0x7ffffffffffffffe
;; run add64_by_0x7fffffffffffffff(0x8000000000000000) == -1
;; run add64_by_0x7fffffffffffffff(0x7fffffffffffffff) == -2
;; run add64_by_0x7fffffffffffffff(0x12345678) == 0x8000000012345677
;; run add64_by_0x8000000000000000(0) == 0x8000000000000000
;; run add64_by_0x8000000000000000(1) == 0x8000000000000001
;; run add64_by_0x8000000000000000(-1) == 0x7fffffffffffffff
;; run add64_by_0x8000000000000000(0x8000000000000000) == 0
;; run add64_by_0x8000000000000000(0x7fffffffffffffff) == -1
;; run add64_by_0x8000000000000000(0x12345678) == 0x8000000012345678
;; run add64_k(0x7fffffffffffffff, 1) == 0x8000000000000000
;; run add64_k(0x8000000000000000, 0x8000000000000000) == 0
;; run add64_k(0x12345678, -1) == 0x12345677
;; run add64_k_folded0() == 0x8000000000000000
;; run add64_k_folded1() == 0
;; run add64_k_folded2() == 0x12345677
;; run sub64(0, 1) == -1
;; run sub64(0, -1) == 1
;; run sub64(0, 0x8000000000000000) == 0x8000000000000000
;; run sub64(0, 0x7fffffffffffffff) == 0x8000000000000001
;; run sub64(1, 1) == 0
;; run sub64(1, -1) == 2
;; run sub64(1, 0x8000000000000000) == 0x8000000000000001
;; run sub64(1, 0x7fffffffffffffff) == 0x8000000000000002
;; run sub64(-1, 1) == -2
;; run sub64(-1, -1) == 0
;; run sub64(-1, 0x8000000000000000) == 0x7fffffffffffffff
;; run sub64(-1, 0x7fffffffffffffff) == 0x8000000000000000
;; run sub64(0x8000000000000000, 1) == 0x7fffffffffffffff
;; run sub64(0x8000000000000000, -1) == 0x8000000000000001
;; run sub64(0x8000000000000000, 0x8000000000000000) == 0
;; run sub64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run sub64(0x7fffffffffffffff, 1) == 0x7ffffffffffffffe
;; run sub64(0x7fffffffffffffff, -1) == 0x8000000000000000
;; run sub64(0x7fffffffffffffff, 0x8000000000000000) == -1
;; run sub64(0x7fffffffffffffff, 0x7fffffffffffffff) == 0
;; run sub64(0x12345678, 1) == 0x12345677
;; run sub64(0x12345678, -1) == 0x12345679
;; run sub64(0x12345678, 0x8000000000000000) == 0x8000000012345678
;; run sub64(0x12345678, 0x7fffffffffffffff) == 0x8000000012345679
;; run sub64_by_0(0) == 0
;; run sub64_by_0(1) == 1
;; run sub64_by_0(-1) == -1
;; run sub64_by_0(0x8000000000000000) == 0x8000000000000000
;; run sub64_by_0(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run sub64_by_0(0x12345678) == 0x12345678
;; run sub64_by_1(0) == -1
;; run sub64_by_1(1) == 0
;; run sub64_by_1(-1) == -2
;; run sub64_by_1(0x8000000000000000) == 0x7fffffffffffffff
;; run sub64_by_1(0x7fffffffffffffff) == 0x7ffffffffffffffe
;; run sub64_by_1(0x12345678) == 0x12345677
;; run sub64_by_minus_1(0) == 1
;; run sub64_by_minus_1(1) == 2
;; run sub64_by_minus_1(-1) == 0
;; run sub64_by_minus_1(0x8000000000000000) == 0x8000000000000001
;; run sub64_by_minus_1(0x7fffffffffffffff) == 0x8000000000000000
;; run sub64_by_minus_1(0x12345678) == 0x12345679
;; run sub64_by_127(0) == -127
;; run sub64_by_127(1) == -126
;; run sub64_by_127(-1) == -128
;; run sub64_by_127(0x8000000000000000) == 0x7fffffffffffff81
;; run sub64_by_127(0x7fffffffffffffff) == 0x7fffffffffffff80
;; run sub64_by_127(0x12345678) == 0x123455f9
;; run sub64_by_128(0) == -128
;; run sub64_by_128(1) == -127
;; run sub64_by_128(-1) == -129
;; run sub64_by_128(0x8000000000000000) == 0x7fffffffffffff80
;; run sub64_by_128(0x7fffffffffffffff) == 0x7fffffffffffff7f
;; run sub64_by_128(0x12345678) == 0x123455f8
;; run sub64_by_minus_128(0) == 128
;; run sub64_by_minus_128(1) == 129
;; run sub64_by_minus_128(-1) == 127
;; run sub64_by_minus_128(0x8000000000000000) == 0x8000000000000080
;; run sub64_by_minus_128(0x7fffffffffffffff) == 0x800000000000007f
;; run sub64_by_minus_128(0x12345678) == 0x123456f8
;; run sub64_by_minus_129(0) == 129
;; run sub64_by_minus_129(1) == 130
;; run sub64_by_minus_129(-1) == 128
;; run sub64_by_minus_129(0x8000000000000000) == 0x8000000000000081
;; run sub64_by_minus_129(0x7fffffffffffffff) == 0x8000000000000080
;; run sub64_by_minus_129(0x12345678) == 0x123456f9
;; run sub64_by_2047(0) == -2047
;; run sub64_by_2047(1) == -2046
;; run sub64_by_2047(-1) == -2048
;; run sub64_by_2047(0x8000000000000000) == 0x7ffffffffffff801
;; run sub64_by_2047(0x7fffffffffffffff) == 0x7ffffffffffff800
;; run sub64_by_2047(0x12345678) == 0x12344e79
;; run sub64_by_4095(0) == -4095
;; run sub64_by_4095(1) == -4094
;; run sub64_by_4095(-1) == -4096
;; run sub64_by_4095(0x8000000000000000) == 0x7ffffffffffff001
;; run sub64_by_4095(0x7fffffffffffffff) == 0x7ffffffffffff000
;; run sub64_by_4095(0x12345678) == 0x12344679
;; run sub64_by_4096(0) == -4096
;; run sub64_by_4096(1) == -4095
;; run sub64_by_4096(-1) == -4097
;; run sub64_by_4096(0x8000000000000000) == 0x7ffffffffffff000
;; run sub64_by_4096(0x7fffffffffffffff) == 0x7fffffffffffefff
;; run sub64_by_4096(0x12345678) == 0x12344678
;; run sub64_by_0x7fffffff(0) == 0xffffffff80000001
;; run sub64_by_0x7fffffff(1) == 0xffffffff80000002
;; run sub64_by_0x7fffffff(-1) == 0xffffffff80000000
;; run sub64_by_0x7fffffff(0x8000000000000000) == 0x7fffffff80000001
;; run sub64_by_0x7fffffff(0x7fffffffffffffff) == 0x7fffffff80000000
;; run sub64_by_0x7fffffff(0x12345678) == 0xffffffff92345679
;; run sub64_by_0xffffffff80000000(0) == 0x80000000
;; run sub64_by_0xffffffff80000000(1) == 0x80000001
;; run sub64_by_0xffffffff80000000(-1) == 0x7fffffff
;; run sub64_by_0xffffffff80000000(0x8000000000000000) == 0x8000000080000000
;; run sub64_by_0xffffffff80000000(0x7fffffffffffffff) == 0x800000007fffffff
;; run sub64_by_0xffffffff80000000(0x12345678) == 0x92345678
;; run sub64_by_0x80000000(0) == 0xffffffff80000000
;; run sub64_by_0x80000000(1) == 0xffffffff80000001
;; run sub64_by_0x80000000(-1) == 0xffffffff7fffffff
;; run sub64_by_0x80000000(0x8000000000000000) == 0x7fffffff80000000
;; run sub64_by_0x80000000(0x7fffffffffffffff) == 0x7fffffff7fffffff
;; run sub64_by_0x80000000(0x12345678) == 0xffffffff92345678
;; run sub64_by_0xffffffff(0) == 0xffffffff00000001
;; run sub64_by_0xffffffff(1) == 0xffffffff00000002
;; run sub64_by_0xffffffff(-1) == 0xffffffff00000000
;; run sub64_by_0xffffffff(0x8000000000000000) == 0x7fffffff00000001
;; run sub64_by_0xffffffff(0x7fffffffffffffff) == 0x7fffffff00000000
;; run sub64_by_0xffffffff(0x12345678) == 0xffffffff12345679
;; run sub64_by_0x100000000(0) == 0xffffffff00000000
;; run sub64_by_0x100000000(1) == 0xffffffff00000001
;; run sub64_by_0x100000000(-1) == 0xfffffffeffffffff
;; run sub64_by_0x100000000(0x8000000000000000) == 0x7fffffff00000000
;; run sub64_by_0x100000000(0x7fffffffffffffff) == 0x7ffffffeffffffff
;; run sub64_by_0x100000000(0x12345678) == 0xffffffff12345678
;; run sub64_by_0xffffffff7fffffff(0) == 0x80000001
;; run sub64_by_0xffffffff7fffffff(1) == 0x80000002
;; run sub64_by_0xffffffff7fffffff(-1) == 0x80000000
;; run sub64_by_0xffffffff7fffffff(0x8000000000000000) == 0x8000000080000001
;; run sub64_by_0xffffffff7fffffff(0x7fffffffffffffff) == 0x8000000080000000
;; run sub64_by_0xffffffff7fffffff(0x12345678) == 0x92345679
;; run sub64_by_0x7fffffffffffffff(0) == 0x8000000000000001
;; run sub64_by_0x7fffffffffffffff(1) == 0x8000000000000002
;; run sub64_by_0x7fffffffffffffff(-1) == 0x8000000000000000
;; run sub64_by_0x7fffffffffffffff(0x8000000000000000) == 1
;; run sub64_by_0x7fffffffffffffff(0x7fffffffffffffff) == 0
;; run sub64_by_0x7fffffffffffffff(0x12345678) == 0x8000000012345679
;; run sub64_by_0x8000000000000000(0) == 0x8000000000000000
;; run sub64_by_0x8000000000000000(1) == 0x8000000000000001
;; run sub64_by_0x8000000000000000(-1) == 0x7fffffffffffffff
;; run sub64_by_0x8000000000000000(0x8000000000000000) == 0
;; run sub64_by_0x8000000000000000(0x7fffffffffffffff) == -1
;; run sub64_by_0x8000000000000000(0x12345678) == 0x8000000012345678
;; run sub64_k(0x7fffffffffffffff, 1) == 0x7ffffffffffffffe
;; run sub64_k(0x8000000000000000, 0x8000000000000000) == 0
;; run sub64_k(0x12345678, -1) == 0x12345679
;; run sub64_k_folded0() == 0x7ffffffffffffffe
;; run sub64_k_folded1() == 0
;; run sub64_k_folded2() == 0x12345679
;; run mul64(0, 1) == 0
;; run mul64(0, -1) == 0
;; run mul64(0, 0x8000000000000000) == 0
;; run mul64(0, 0x7fffffffffffffff) == 0
;; run mul64(1, 1) == 1
;; run mul64(1, -1) == -1
;; run mul64(1, 0x8000000000000000) == 0x8000000000000000
;; run mul64(1, 0x7fffffffffffffff) == 0x7fffffffffffffff
;; run mul64(-1, 1) == -1
;; run mul64(-1, -1) == 1
;; run mul64(-1, 0x8000000000000000) == 0x8000000000000000
;; run mul64(-1, 0x7fffffffffffffff) == 0x8000000000000001
;; run mul64(0x8000000000000000, 1) == 0x8000000000000000
;; run mul64(0x8000000000000000, -1) == 0x8000000000000000
;; run mul64(0x8000000000000000, 0x8000000000000000) == 0
;; run mul64(0x8000000000000000, 0x7fffffffffffffff) == 0x8000000000000000
;; run mul64(0x7fffffffffffffff, 1) == 0x7fffffffffffffff
;; run mul64(0x7fffffffffffffff, -1) == 0x8000000000000001
;; run mul64(0x7fffffffffffffff, 0x8000000000000000) == 0x8000000000000000
;; run mul64(0x7fffffffffffffff, 0x7fffffffffffffff) == 1
;; run mul64(0x12345678, 1) == 0x12345678
;; run mul64(0x12345678, -1) == 0xffffffffedcba988
;; run mul64(0x12345678, 0x8000000000000000) == 0
;; run mul64(0x12345678, 0x7fffffffffffffff) == 0xffffffffedcba988
;; run mul64_by_0(0) == 0
;; run mul64_by_0(1) == 0
;; run mul64_by_0(-1) == 0
;; run mul64_by_0(0x8000000000000000) == 0
;; run mul64_by_0(0x7fffffffffffffff) == 0
;; run mul64_by_0(0x12345678) == 0
;; run mul64_by_1(0) == 0
;; run mul64_by_1(1) == 1
;; run mul64_by_1(-1) == -1
;; run mul64_by_1(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_1(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run mul64_by_1(0x12345678) == 0x12345678
;; run mul64_by_minus_1(0) == 0
;; run mul64_by_minus_1(1) == -1
;; run mul64_by_minus_1(-1) == 1
;; run mul64_by_minus_1(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_minus_1(0x7fffffffffffffff) == 0x8000000000000001
;; run mul64_by_minus_1(0x12345678) == 0xffffffffedcba988
;; run mul64_by_127(0) == 0
;; run mul64_by_127(1) == 127
;; run mul64_by_127(-1) == -127
;; run mul64_by_127(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_127(0x7fffffffffffffff) == 0x7fffffffffffff81
;; run mul64_by_127(0x12345678) == 0x907f6e588
;; run mul64_by_128(0) == 0
;; run mul64_by_128(1) == 128
;; run mul64_by_128(-1) == -128
;; run mul64_by_128(0x8000000000000000) == 0
;; run mul64_by_128(0x7fffffffffffffff) == -128
;; run mul64_by_128(0x12345678) == 0x91a2b3c00
;; run mul64_by_minus_128(0) == 0
;; run mul64_by_minus_128(1) == -128
;; run mul64_by_minus_128(-1) == 128
;; run mul64_by_minus_128(0x8000000000000000) == 0
;; run mul64_by_minus_128(0x7fffffffffffffff) == 128
;; run mul64_by_minus_128(0x12345678) == 0xfffffff6e5d4c400
;; run mul64_by_minus_129(0) == 0
;; run mul64_by_minus_129(1) == -129
;; run mul64_by_minus_129(-1) == 129
;; run mul64_by_minus_129(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_minus_129(0x7fffffffffffffff) == 0x8000000000000081
;; run mul64_by_minus_129(0x12345678) == 0xfffffff6d3a06d88
;; run mul64_by_2047(0) == 0
;; run mul64_by_2047(1) == 2047
;; run mul64_by_2047(-1) == -2047
;; run mul64_by_2047(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_2047(0x7fffffffffffffff) == 0x7ffffffffffff801
;; run mul64_by_2047(0x12345678) == 0x91907f6988
;; run mul64_by_4095(0) == 0
;; run mul64_by_4095(1) == 4095
;; run mul64_by_4095(-1) == -4095
;; run mul64_by_4095(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_4095(0x7fffffffffffffff) == 0x7ffffffffffff001
;; run mul64_by_4095(0x12345678) == 0x12333332988
;; run mul64_by_4096(0) == 0
;; run mul64_by_4096(1) == 4096
;; run mul64_by_4096(-1) == -4096
;; run mul64_by_4096(0x8000000000000000) == 0
;; run mul64_by_4096(0x7fffffffffffffff) == -4096
;; run mul64_by_4096(0x12345678) == 0x12345678000
;; run mul64_by_0x7fffffff(0) == 0
;; run mul64_by_0x7fffffff(1) == 0x7fffffff
;; run mul64_by_0x7fffffff(-1) == 0xffffffff80000001
;; run mul64_by_0x7fffffff(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_0x7fffffff(0x7fffffffffffffff) == 0x7fffffff80000001
;; run mul64_by_0x7fffffff(0x12345678) == 0x91a2b3bedcba988
;; run mul64_by_0xffffffff80000000(0) == 0
;; run mul64_by_0xffffffff80000000(1) == 0xffffffff80000000
;; run mul64_by_0xffffffff80000000(-1) == 0x80000000
;; run mul64_by_0xffffffff80000000(0x8000000000000000) == 0
;; run mul64_by_0xffffffff80000000(0x7fffffffffffffff) == 0x80000000
;; run mul64_by_0xffffffff80000000(0x12345678) == 0xf6e5d4c400000000
;; run mul64_by_0x80000000(0) == 0
;; run mul64_by_0x80000000(1) == 0x80000000
;; run mul64_by_0x80000000(-1) == 0xffffffff80000000
;; run mul64_by_0x80000000(0x8000000000000000) == 0
;; run mul64_by_0x80000000(0x7fffffffffffffff) == 0xffffffff80000000
;; run mul64_by_0x80000000(0x12345678) == 0x91a2b3c00000000
;; run mul64_by_0xffffffff(0) == 0
;; run mul64_by_0xffffffff(1) == 0xffffffff
;; run mul64_by_0xffffffff(-1) == 0xffffffff00000001
;; run mul64_by_0xffffffff(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_0xffffffff(0x7fffffffffffffff) == 0x7fffffff00000001
;; run mul64_by_0xffffffff(0x12345678) == 0x12345677edcba988
;; run mul64_by_0x100000000(0) == 0
;; run mul64_by_0x100000000(1) == 0x100000000
;; run mul64_by_0x100000000(-1) == 0xffffffff00000000
;; run mul64_by_0x100000000(0x8000000000000000) == 0
;; run mul64_by_0x100000000(0x7fffffffffffffff) == 0xffffffff00000000
;; run mul64_by_0x100000000(0x12345678) == 0x1234567800000000
;; run mul64_by_0xffffffff7fffffff(0) == 0
;; run mul64_by_0xffffffff7fffffff(1) == 0xffffffff7fffffff
;; run mul64_by_0xffffffff7fffffff(-1) == 0x80000001
;; run mul64_by_0xffffffff7fffffff(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_0xffffffff7fffffff(0x7fffffffffffffff) == 0x8000000080000001
;; run mul64_by_0xffffffff7fffffff(0x12345678) == 0xf6e5d4c3edcba988
;; run mul64_by_0x7fffffffffffffff(0) == 0
;; run mul64_by_0x7fffffffffffffff(1) == 0x7fffffffffffffff
;; run mul64_by_0x7fffffffffffffff(-1) == 0x8000000000000001
;; run mul64_by_0x7fffffffffffffff(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_0x7fffffffffffffff(0x7fffffffffffffff) == 1
;; run mul64_by_0x7fffffffffffffff(0x12345678) == 0xffffffffedcba988
;; run mul64_by_0x8000000000000000(0) == 0
;; run mul64_by_0x8000000000000000(1) == 0x8000000000000000
;; run mul64_by_0x8000000000000000(-1) == 0x8000000000000000
;; run mul64_by_0x8000000000000000(0x8000000000000000) == 0
;; run mul64_by_0x8000000000000000(0x7fffffffffffffff) == 0x8000000000000000
;; run mul64_by_0x8000000000000000(0x12345678) == 0
;; run mul64_by_3(0) == 0
;; run mul64_by_3(1) == 3
;; run mul64_by_3(-1) == -3
;; run mul64_by_3(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_3(0x7fffffffffffffff) == 0x7ffffffffffffffd
;; run mul64_by_3(0x12345678) == 0x369d0368
;; run mul64_by_5(0) == 0
;; run mul64_by_5(1) == 5
;; run mul64_by_5(-1) == -5
;; run mul64_by_5(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_5(0x7fffffffffffffff) == 0x7ffffffffffffffb
;; run mul64_by_5(0x12345678) == 0x5b05b058
;; run mul64_by_9(0) == 0
;; run mul64_by_9(1) == 9
;; run mul64_by_9(-1) == -9
;; run mul64_by_9(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_9(0x7fffffffffffffff) == 0x7ffffffffffffff7
;; run mul64_by_9(0x12345678) == 0xa3d70a38
;; run mul64_by_10(0) == 0
;; run mul64_by_10(1) == 10
;; run mul64_by_10(-1) == -10
;; run mul64_by_10(0x8000000000000000) == 0
;; run mul64_by_10(0x7fffffffffffffff) == -10
;; run mul64_by_10(0x12345678) == 0xb60b60b0
;; run mul64_by_12(0) == 0
;; run mul64_by_12(1) == 12
;; run mul64_by_12(-1) == -12
;; run mul64_by_12(0x8000000000000000) == 0
;; run mul64_by_12(0x7fffffffffffffff) == -12
;; run mul64_by_12(0x12345678) == 0xda740da0
;; run mul64_by_minus_3(0) == 0
;; run mul64_by_minus_3(1) == -3
;; run mul64_by_minus_3(-1) == 3
;; run mul64_by_minus_3(0x8000000000000000) == 0x8000000000000000
;; run mul64_by_minus_3(0x7fffffffffffffff) == 0x8000000000000003
;; run mul64_by_minus_3(0x12345678) == 0xffffffffc962fc98
;; run mul64_k(0x7fffffffffffffff, 1) == 0x7fffffffffffffff
;; run mul64_k(0x8000000000000000, 0x8000000000000000) == 0
;; run mul64_k(0x12345678, -1) == 0xffffffffedcba988
;; run mul64_k_folded0() == 0x7fffffffffffffff
;; run mul64_k_folded1() == 0
;; run mul64_k_folded2() == 0xffffffffedcba988
;; run neg64(0) == 0
;; run neg64(1) == -1
;; run neg64(-1) == 1
;; run neg64(0x8000000000000000) == 0x8000000000000000
;; run neg64(0x7fffffffffffffff) == 0x8000000000000001
;; run neg64(0x12345678) == 0xffffffffedcba988
;; run neg64_folded0() == 0
;; run neg64_folded1() == -1
;; run neg64_folded2() == 1
;; run from_ten64(0) == 10
;; run from_ten64(1) == 9
;; run from_ten64(-1) == 11
;; run from_ten64(0x8000000000000000) == 0x800000000000000a
;; run from_ten64(0x7fffffffffffffff) == 0x800000000000000b
;; run from_ten64(0x12345678) == 0xffffffffedcba992

proc add64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Add(a, b)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 0L)
    Int64 @1 = Const64(0)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_127(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 127L)
    Int64 @1 = Const64(127)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 128L)
    Int64 @1 = Const64(128)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_minus_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, -128L)
    Int64 @1 = Const64(-128)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_minus_129(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, -129L)
    Int64 @1 = Const64(-129)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_2047(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 2047L)
    Int64 @1 = Const64(2047)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_4095(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 4095L)
    Int64 @1 = Const64(4095)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_4096(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 4096L)
    Int64 @1 = Const64(4096)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0x7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 2147483647L)
    Int64 @1 = Const64(2147483647)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0xffffffff80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, -2147483648L)
    Int64 @1 = Const64(-2147483648)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0x80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 2147483648L)
    Int64 @1 = Const64(2147483648)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0xffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 4294967295L)
    Int64 @1 = Const64(4294967295)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0x100000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 4294967296L)
    Int64 @1 = Const64(4294967296)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0xffffffff7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, -2147483649L)
    Int64 @1 = Const64(-2147483649)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_k(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Add(a, b)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_k_folded0() -> Int64 {
#0:
    ; return Add(9223372036854775807L, 1L)
    Int64 @0 = Const64(9223372036854775807)
    Int64 @1 = Const64(1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc add64_k_folded1() -> Int64 {
#0:
    ; return Add(-9223372036854775808L, -9223372036854775808L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = Add(@0, @0)
    Void @2 = Return(@1)
}

proc add64_k_folded2() -> Int64 {
#0:
    ; return Add(305419896L, -1L)
    Int64 @0 = Const64(305419896)
    Int64 @1 = Const64(-1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc sub64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Sub(a, b)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 0L)
    Int64 @1 = Const64(0)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_127(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 127L)
    Int64 @1 = Const64(127)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 128L)
    Int64 @1 = Const64(128)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_minus_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, -128L)
    Int64 @1 = Const64(-128)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_minus_129(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, -129L)
    Int64 @1 = Const64(-129)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_2047(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 2047L)
    Int64 @1 = Const64(2047)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_4095(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 4095L)
    Int64 @1 = Const64(4095)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_4096(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 4096L)
    Int64 @1 = Const64(4096)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0x7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 2147483647L)
    Int64 @1 = Const64(2147483647)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0xffffffff80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, -2147483648L)
    Int64 @1 = Const64(-2147483648)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0x80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 2147483648L)
    Int64 @1 = Const64(2147483648)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0xffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 4294967295L)
    Int64 @1 = Const64(4294967295)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0x100000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 4294967296L)
    Int64 @1 = Const64(4294967296)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0xffffffff7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, -2147483649L)
    Int64 @1 = Const64(-2147483649)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Sub(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_k(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Sub(a, b)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_k_folded0() -> Int64 {
#0:
    ; return Sub(9223372036854775807L, 1L)
    Int64 @0 = Const64(9223372036854775807)
    Int64 @1 = Const64(1)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc sub64_k_folded1() -> Int64 {
#0:
    ; return Sub(-9223372036854775808L, -9223372036854775808L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = Sub(@0, @0)
    Void @2 = Return(@1)
}

proc sub64_k_folded2() -> Int64 {
#0:
    ; return Sub(305419896L, -1L)
    Int64 @0 = Const64(305419896)
    Int64 @1 = Const64(-1)
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc mul64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Mul(a, b)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 0L)
    Int64 @1 = Const64(0)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_127(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 127L)
    Int64 @1 = Const64(127)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 128L)
    Int64 @1 = Const64(128)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_minus_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -128L)
    Int64 @1 = Const64(-128)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_minus_129(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -129L)
    Int64 @1 = Const64(-129)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_2047(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 2047L)
    Int64 @1 = Const64(2047)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_4095(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 4095L)
    Int64 @1 = Const64(4095)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_4096(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 4096L)
    Int64 @1 = Const64(4096)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_0x7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 2147483647L)
    Int64 @1 = Const64(2147483647)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_0xffffffff80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -2147483648L)
    Int64 @1 = Const64(-2147483648)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_0x80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 2147483648L)
    Int64 @1 = Const64(2147483648)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_0xffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 4294967295L)
    Int64 @1 = Const64(4294967295)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_0x100000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 4294967296L)
    Int64 @1 = Const64(4294967296)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_0xffffffff7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -2147483649L)
    Int64 @1 = Const64(-2147483649)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 3L)
    Int64 @1 = Const64(3)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_5(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 5L)
    Int64 @1 = Const64(5)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_9(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 9L)
    Int64 @1 = Const64(9)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_10(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 10L)
    Int64 @1 = Const64(10)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_12(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, 12L)
    Int64 @1 = Const64(12)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_by_minus_3(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mul(a, -3L)
    Int64 @1 = Const64(-3)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_k(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Mul(a, b)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_k_folded0() -> Int64 {
#0:
    ; return Mul(9223372036854775807L, 1L)
    Int64 @0 = Const64(9223372036854775807)
    Int64 @1 = Const64(1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc mul64_k_folded1() -> Int64 {
#0:
    ; return Mul(-9223372036854775808L, -9223372036854775808L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = Mul(@0, @0)
    Void @2 = Return(@1)
}

proc mul64_k_folded2() -> Int64 {
#0:
    ; return Mul(305419896L, -1L)
    Int64 @0 = Const64(305419896)
    Int64 @1 = Const64(-1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc neg64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Neg(a)
    Int64 @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg64_folded0() -> Int64 {
#0:
    ; return Neg(0L)
    Int64 @0 = Const64(0)
    Int64 @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg64_folded1() -> Int64 {
#0:
    ; return Neg(1L)
    Int64 @0 = Const64(1)
    Int64 @1 = Neg(@0)
    Void @2 = Return(@1)
}

proc neg64_folded2() -> Int64 {
#0:
    ; return Neg(-1L)
    Int64 @0 = Const64(-1)
    Int64 @1 = Neg(@0)
    Void @2 = Return(@1)
}

; A constant on the left.
proc from_ten64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return 10 - a
    Int64 @1 = Const64(10)
    Int64 @2 = Sub(@1, @0)
    Void @3 = Return(@2)
}
