barebones 1
; And, or, exclusive or of integers, with masks at the ends of the immediate ranges of machines. 64 bits.
;! run

proc xor64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return BitXor(a, b)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64(0, 0) == 0
;; run xor64(0, -1) == -1
;; run xor64(0, 65280) == 65280
;; run xor64(-1, 0) == -1
;; run xor64(-1, -1) == 0
;; run xor64(-1, 65280) == -65281
;; run xor64(0x12345678, 0) == 0x12345678
;; run xor64(0x12345678, -1) == 0xffffffffedcba987
;; run xor64(0x12345678, 65280) == 0x1234a978
;; run xor64(0x8000000000000000, 0) == 0x8000000000000000
;; run xor64(0x8000000000000000, -1) == 0x7fffffffffffffff
;; run xor64(0x8000000000000000, 65280) == 0x800000000000ff00
;; run xor64(0x5555aaaa, 0) == 0x5555aaaa
;; run xor64(0x5555aaaa, -1) == 0xffffffffaaaa5555
;; run xor64(0x5555aaaa, 65280) == 0x555555aa

proc xor64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, 0L)
    Int64 @1 = Const64(0)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_0(0) == 0
;; run xor64_by_0(-1) == -1
;; run xor64_by_0(0x12345678) == 0x12345678
;; run xor64_by_0(0x8000000000000000) == 0x8000000000000000
;; run xor64_by_0(0x5555aaaa) == 0x5555aaaa

proc xor64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_1(0) == 1
;; run xor64_by_1(-1) == -2
;; run xor64_by_1(0x12345678) == 0x12345679
;; run xor64_by_1(0x8000000000000000) == 0x8000000000000001
;; run xor64_by_1(0x5555aaaa) == 0x5555aaab

proc xor64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_minus_1(0) == -1
;; run xor64_by_minus_1(-1) == 0
;; run xor64_by_minus_1(0x12345678) == 0xffffffffedcba987
;; run xor64_by_minus_1(0x8000000000000000) == 0x7fffffffffffffff
;; run xor64_by_minus_1(0x5555aaaa) == 0xffffffffaaaa5555

proc xor64_by_255(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, 255L)
    Int64 @1 = Const64(255)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_255(0) == 255
;; run xor64_by_255(-1) == -256
;; run xor64_by_255(0x12345678) == 0x12345687
;; run xor64_by_255(0x8000000000000000) == 0x80000000000000ff
;; run xor64_by_255(0x5555aaaa) == 0x5555aa55

proc xor64_by_65535(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, 65535L)
    Int64 @1 = Const64(65535)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_65535(0) == 65535
;; run xor64_by_65535(-1) == -65536
;; run xor64_by_65535(0x12345678) == 0x1234a987
;; run xor64_by_65535(0x8000000000000000) == 0x800000000000ffff
;; run xor64_by_65535(0x5555aaaa) == 0x55555555

proc xor64_by_0x7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, 2147483647L)
    Int64 @1 = Const64(2147483647)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_0x7fffffff(0) == 0x7fffffff
;; run xor64_by_0x7fffffff(-1) == 0xffffffff80000000
;; run xor64_by_0x7fffffff(0x12345678) == 0x6dcba987
;; run xor64_by_0x7fffffff(0x8000000000000000) == 0x800000007fffffff
;; run xor64_by_0x7fffffff(0x5555aaaa) == 0x2aaa5555

proc xor64_by_0xffffffff80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, -2147483648L)
    Int64 @1 = Const64(-2147483648)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_0xffffffff80000000(0) == 0xffffffff80000000
;; run xor64_by_0xffffffff80000000(-1) == 0x7fffffff
;; run xor64_by_0xffffffff80000000(0x12345678) == 0xffffffff92345678
;; run xor64_by_0xffffffff80000000(0x8000000000000000) == 0x7fffffff80000000
;; run xor64_by_0xffffffff80000000(0x5555aaaa) == 0xffffffffd555aaaa

proc xor64_by_minus_256(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, -256L)
    Int64 @1 = Const64(-256)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_minus_256(0) == -256
;; run xor64_by_minus_256(-1) == 255
;; run xor64_by_minus_256(0x12345678) == 0xffffffffedcba978
;; run xor64_by_minus_256(0x8000000000000000) == 0x7fffffffffffff00
;; run xor64_by_minus_256(0x5555aaaa) == 0xffffffffaaaa55aa

proc xor64_by_0xff00ff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, 16711935L)
    Int64 @1 = Const64(16711935)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_0xff00ff(0) == 0xff00ff
;; run xor64_by_0xff00ff(-1) == 0xffffffffff00ff00
;; run xor64_by_0xff00ff(0x12345678) == 0x12cb5687
;; run xor64_by_0xff00ff(0x8000000000000000) == 0x8000000000ff00ff
;; run xor64_by_0xff00ff(0x5555aaaa) == 0x55aaaa55

proc xor64_by_0xffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, 4294967295L)
    Int64 @1 = Const64(4294967295)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_0xffffffff(0) == 0xffffffff
;; run xor64_by_0xffffffff(-1) == 0xffffffff00000000
;; run xor64_by_0xffffffff(0x12345678) == 0xedcba987
;; run xor64_by_0xffffffff(0x8000000000000000) == 0x80000000ffffffff
;; run xor64_by_0xffffffff(0x5555aaaa) == 0xaaaa5555

proc xor64_by_0xffffffff00000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, -4294967296L)
    Int64 @1 = Const64(-4294967296)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_0xffffffff00000000(0) == 0xffffffff00000000
;; run xor64_by_0xffffffff00000000(-1) == 0xffffffff
;; run xor64_by_0xffffffff00000000(0x12345678) == 0xffffffff12345678
;; run xor64_by_0xffffffff00000000(0x8000000000000000) == 0x7fffffff00000000
;; run xor64_by_0xffffffff00000000(0x5555aaaa) == 0xffffffff5555aaaa

proc xor64_by_0xf0f0f0f0f0f0f0f(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, 1085102592571150095L)
    Int64 @1 = Const64(1085102592571150095)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_0xf0f0f0f0f0f0f0f(0) == 0xf0f0f0f0f0f0f0f
;; run xor64_by_0xf0f0f0f0f0f0f0f(-1) == 0xf0f0f0f0f0f0f0f0
;; run xor64_by_0xf0f0f0f0f0f0f0f(0x12345678) == 0xf0f0f0f1d3b5977
;; run xor64_by_0xf0f0f0f0f0f0f0f(0x8000000000000000) == 0x8f0f0f0f0f0f0f0f
;; run xor64_by_0xf0f0f0f0f0f0f0f(0x5555aaaa) == 0xf0f0f0f5a5aa5a5

proc xor64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitXor(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_by_0x7fffffffffffffff(0) == 0x7fffffffffffffff
;; run xor64_by_0x7fffffffffffffff(-1) == 0x8000000000000000
;; run xor64_by_0x7fffffffffffffff(0x12345678) == 0x7fffffffedcba987
;; run xor64_by_0x7fffffffffffffff(0x8000000000000000) == -1
;; run xor64_by_0x7fffffffffffffff(0x5555aaaa) == 0x7fffffffaaaa5555

proc xor64_k(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return BitXor(a, b)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_k(0x12345678, -256) == 0xffffffffedcba978
;; run xor64_k(0x8000000000000000, -1) == 0x7fffffffffffffff

proc xor64_k_folded0() -> Int64 {
#0:
    ; return BitXor(305419896L, -256L)
    Int64 @0 = Const64(305419896)
    Int64 @1 = Const64(-256)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_k_folded0() == 0xffffffffedcba978

proc xor64_k_folded1() -> Int64 {
#0:
    ; return BitXor(-9223372036854775808L, -1L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = Const64(-1)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor64_k_folded1() == 0x7fffffffffffffff
