barebones 1
; And, or, exclusive or of integers, with masks at the ends of the immediate ranges of machines. 64 bits.
;! run

proc or64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return BitOr(a, b)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64(0, 0) == 0
;; run or64(0, -1) == -1
;; run or64(0, 65280) == 65280
;; run or64(-1, 0) == -1
;; run or64(-1, -1) == -1
;; run or64(-1, 65280) == -1
;; run or64(0x12345678, 0) == 0x12345678
;; run or64(0x12345678, -1) == -1
;; run or64(0x12345678, 65280) == 0x1234ff78
;; run or64(0x8000000000000000, 0) == 0x8000000000000000
;; run or64(0x8000000000000000, -1) == -1
;; run or64(0x8000000000000000, 65280) == 0x800000000000ff00
;; run or64(0x5555aaaa, 0) == 0x5555aaaa
;; run or64(0x5555aaaa, -1) == -1
;; run or64(0x5555aaaa, 65280) == 0x5555ffaa

proc or64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, 0L)
    Int64 @1 = Const64(0)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_0(0) == 0
;; run or64_by_0(-1) == -1
;; run or64_by_0(0x12345678) == 0x12345678
;; run or64_by_0(0x8000000000000000) == 0x8000000000000000
;; run or64_by_0(0x5555aaaa) == 0x5555aaaa

proc or64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_1(0) == 1
;; run or64_by_1(-1) == -1
;; run or64_by_1(0x12345678) == 0x12345679
;; run or64_by_1(0x8000000000000000) == 0x8000000000000001
;; run or64_by_1(0x5555aaaa) == 0x5555aaab

proc or64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_minus_1(0) == -1
;; run or64_by_minus_1(-1) == -1
;; run or64_by_minus_1(0x12345678) == -1
;; run or64_by_minus_1(0x8000000000000000) == -1
;; run or64_by_minus_1(0x5555aaaa) == -1

proc or64_by_255(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, 255L)
    Int64 @1 = Const64(255)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_255(0) == 255
;; run or64_by_255(-1) == -1
;; run or64_by_255(0x12345678) == 0x123456ff
;; run or64_by_255(0x8000000000000000) == 0x80000000000000ff
;; run or64_by_255(0x5555aaaa) == 0x5555aaff

proc or64_by_65535(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, 65535L)
    Int64 @1 = Const64(65535)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_65535(0) == 65535
;; run or64_by_65535(-1) == -1
;; run or64_by_65535(0x12345678) == 0x1234ffff
;; run or64_by_65535(0x8000000000000000) == 0x800000000000ffff
;; run or64_by_65535(0x5555aaaa) == 0x5555ffff

proc or64_by_0x7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, 2147483647L)
    Int64 @1 = Const64(2147483647)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_0x7fffffff(0) == 0x7fffffff
;; run or64_by_0x7fffffff(-1) == -1
;; run or64_by_0x7fffffff(0x12345678) == 0x7fffffff
;; run or64_by_0x7fffffff(0x8000000000000000) == 0x800000007fffffff
;; run or64_by_0x7fffffff(0x5555aaaa) == 0x7fffffff

proc or64_by_0xffffffff80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, -2147483648L)
    Int64 @1 = Const64(-2147483648)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_0xffffffff80000000(0) == 0xffffffff80000000
;; run or64_by_0xffffffff80000000(-1) == -1
;; run or64_by_0xffffffff80000000(0x12345678) == 0xffffffff92345678
;; run or64_by_0xffffffff80000000(0x8000000000000000) == 0xffffffff80000000
;; run or64_by_0xffffffff80000000(0x5555aaaa) == 0xffffffffd555aaaa

proc or64_by_minus_256(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, -256L)
    Int64 @1 = Const64(-256)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_minus_256(0) == -256
;; run or64_by_minus_256(-1) == -1
;; run or64_by_minus_256(0x12345678) == -136
;; run or64_by_minus_256(0x8000000000000000) == -256
;; run or64_by_minus_256(0x5555aaaa) == -86

proc or64_by_0xff00ff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, 16711935L)
    Int64 @1 = Const64(16711935)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_0xff00ff(0) == 0xff00ff
;; run or64_by_0xff00ff(-1) == -1
;; run or64_by_0xff00ff(0x12345678) == 0x12ff56ff
;; run or64_by_0xff00ff(0x8000000000000000) == 0x8000000000ff00ff
;; run or64_by_0xff00ff(0x5555aaaa) == 0x55ffaaff

proc or64_by_0xffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, 4294967295L)
    Int64 @1 = Const64(4294967295)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_0xffffffff(0) == 0xffffffff
;; run or64_by_0xffffffff(-1) == -1
;; run or64_by_0xffffffff(0x12345678) == 0xffffffff
;; run or64_by_0xffffffff(0x8000000000000000) == 0x80000000ffffffff
;; run or64_by_0xffffffff(0x5555aaaa) == 0xffffffff

proc or64_by_0xffffffff00000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, -4294967296L)
    Int64 @1 = Const64(-4294967296)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_0xffffffff00000000(0) == 0xffffffff00000000
;; run or64_by_0xffffffff00000000(-1) == -1
;; run or64_by_0xffffffff00000000(0x12345678) == 0xffffffff12345678
;; run or64_by_0xffffffff00000000(0x8000000000000000) == 0xffffffff00000000
;; run or64_by_0xffffffff00000000(0x5555aaaa) == 0xffffffff5555aaaa

proc or64_by_0xf0f0f0f0f0f0f0f(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, 1085102592571150095L)
    Int64 @1 = Const64(1085102592571150095)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_0xf0f0f0f0f0f0f0f(0) == 0xf0f0f0f0f0f0f0f
;; run or64_by_0xf0f0f0f0f0f0f0f(-1) == -1
;; run or64_by_0xf0f0f0f0f0f0f0f(0x12345678) == 0xf0f0f0f1f3f5f7f
;; run or64_by_0xf0f0f0f0f0f0f0f(0x8000000000000000) == 0x8f0f0f0f0f0f0f0f
;; run or64_by_0xf0f0f0f0f0f0f0f(0x5555aaaa) == 0xf0f0f0f5f5fafaf

proc or64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitOr(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_by_0x7fffffffffffffff(0) == 0x7fffffffffffffff
;; run or64_by_0x7fffffffffffffff(-1) == -1
;; run or64_by_0x7fffffffffffffff(0x12345678) == 0x7fffffffffffffff
;; run or64_by_0x7fffffffffffffff(0x8000000000000000) == -1
;; run or64_by_0x7fffffffffffffff(0x5555aaaa) == 0x7fffffffffffffff

proc or64_k(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return BitOr(a, b)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_k(0x12345678, -256) == -136
;; run or64_k(0x8000000000000000, -1) == -1

proc or64_k_folded0() -> Int64 {
#0:
    ; return BitOr(305419896L, -256L)
    Int64 @0 = Const64(305419896)
    Int64 @1 = Const64(-256)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_k_folded0() == -136

proc or64_k_folded1() -> Int64 {
#0:
    ; return BitOr(-9223372036854775808L, -1L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = Const64(-1)
    Int64 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or64_k_folded1() == -1
