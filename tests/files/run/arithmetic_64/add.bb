barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 64 bits.
;! run

proc add64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Add(a, b)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
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

proc add64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 0L)
    Int64 @1 = Const64(0)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_0(0) == 0
;; run add64_by_0(1) == 1
;; run add64_by_0(-1) == -1
;; run add64_by_0(0x8000000000000000) == 0x8000000000000000
;; run add64_by_0(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run add64_by_0(0x12345678) == 0x12345678

proc add64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_1(0) == 1
;; run add64_by_1(1) == 2
;; run add64_by_1(-1) == 0
;; run add64_by_1(0x8000000000000000) == 0x8000000000000001
;; run add64_by_1(0x7fffffffffffffff) == 0x8000000000000000
;; run add64_by_1(0x12345678) == 0x12345679

proc add64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_minus_1(0) == -1
;; run add64_by_minus_1(1) == 0
;; run add64_by_minus_1(-1) == -2
;; run add64_by_minus_1(0x8000000000000000) == 0x7fffffffffffffff
;; run add64_by_minus_1(0x7fffffffffffffff) == 0x7ffffffffffffffe
;; run add64_by_minus_1(0x12345678) == 0x12345677

proc add64_by_127(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 127L)
    Int64 @1 = Const64(127)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_127(0) == 127
;; run add64_by_127(1) == 128
;; run add64_by_127(-1) == 126
;; run add64_by_127(0x8000000000000000) == 0x800000000000007f
;; run add64_by_127(0x7fffffffffffffff) == 0x800000000000007e
;; run add64_by_127(0x12345678) == 0x123456f7

proc add64_by_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 128L)
    Int64 @1 = Const64(128)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_128(0) == 128
;; run add64_by_128(1) == 129
;; run add64_by_128(-1) == 127
;; run add64_by_128(0x8000000000000000) == 0x8000000000000080
;; run add64_by_128(0x7fffffffffffffff) == 0x800000000000007f
;; run add64_by_128(0x12345678) == 0x123456f8

proc add64_by_minus_128(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, -128L)
    Int64 @1 = Const64(-128)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_minus_128(0) == -128
;; run add64_by_minus_128(1) == -127
;; run add64_by_minus_128(-1) == -129
;; run add64_by_minus_128(0x8000000000000000) == 0x7fffffffffffff80
;; run add64_by_minus_128(0x7fffffffffffffff) == 0x7fffffffffffff7f
;; run add64_by_minus_128(0x12345678) == 0x123455f8

proc add64_by_minus_129(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, -129L)
    Int64 @1 = Const64(-129)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_minus_129(0) == -129
;; run add64_by_minus_129(1) == -128
;; run add64_by_minus_129(-1) == -130
;; run add64_by_minus_129(0x8000000000000000) == 0x7fffffffffffff7f
;; run add64_by_minus_129(0x7fffffffffffffff) == 0x7fffffffffffff7e
;; run add64_by_minus_129(0x12345678) == 0x123455f7

proc add64_by_2047(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 2047L)
    Int64 @1 = Const64(2047)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_2047(0) == 2047
;; run add64_by_2047(1) == 2048
;; run add64_by_2047(-1) == 2046
;; run add64_by_2047(0x8000000000000000) == 0x80000000000007ff
;; run add64_by_2047(0x7fffffffffffffff) == 0x80000000000007fe
;; run add64_by_2047(0x12345678) == 0x12345e77

proc add64_by_4095(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 4095L)
    Int64 @1 = Const64(4095)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_4095(0) == 4095
;; run add64_by_4095(1) == 4096
;; run add64_by_4095(-1) == 4094
;; run add64_by_4095(0x8000000000000000) == 0x8000000000000fff
;; run add64_by_4095(0x7fffffffffffffff) == 0x8000000000000ffe
;; run add64_by_4095(0x12345678) == 0x12346677

proc add64_by_4096(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Add(a, 4096L)
    Int64 @1 = Const64(4096)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; run add64_by_4096(0) == 4096
;; run add64_by_4096(1) == 4097
;; run add64_by_4096(-1) == 4095
;; run add64_by_4096(0x8000000000000000) == 0x8000000000001000
;; run add64_by_4096(0x7fffffffffffffff) == 0x8000000000000fff
;; run add64_by_4096(0x12345678) == 0x12346678
