barebones 1
; And, or, exclusive or of integers, with masks at the ends of the immediate ranges of machines. 64 bits.
;! run

proc and64(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return BitAnd(a, b)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64(0, 0) == 0
;; run and64(0, -1) == 0
;; run and64(0, 65280) == 0
;; run and64(-1, 0) == 0
;; run and64(-1, -1) == -1
;; run and64(-1, 65280) == 65280
;; run and64(0x12345678, 0) == 0
;; run and64(0x12345678, -1) == 0x12345678
;; run and64(0x12345678, 65280) == 22016
;; run and64(0x8000000000000000, 0) == 0
;; run and64(0x8000000000000000, -1) == 0x8000000000000000
;; run and64(0x8000000000000000, 65280) == 0
;; run and64(0x5555aaaa, 0) == 0
;; run and64(0x5555aaaa, -1) == 0x5555aaaa
;; run and64(0x5555aaaa, 65280) == 43520

proc and64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, 0L)
    Int64 @1 = Const64(0)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_0(0) == 0
;; run and64_by_0(-1) == 0
;; run and64_by_0(0x12345678) == 0
;; run and64_by_0(0x8000000000000000) == 0
;; run and64_by_0(0x5555aaaa) == 0

proc and64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, 1L)
    Int64 @1 = Const64(1)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_1(0) == 0
;; run and64_by_1(-1) == 1
;; run and64_by_1(0x12345678) == 0
;; run and64_by_1(0x8000000000000000) == 0
;; run and64_by_1(0x5555aaaa) == 0

proc and64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, -1L)
    Int64 @1 = Const64(-1)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_minus_1(0) == 0
;; run and64_by_minus_1(-1) == -1
;; run and64_by_minus_1(0x12345678) == 0x12345678
;; run and64_by_minus_1(0x8000000000000000) == 0x8000000000000000
;; run and64_by_minus_1(0x5555aaaa) == 0x5555aaaa

proc and64_by_255(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, 255L)
    Int64 @1 = Const64(255)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_255(0) == 0
;; run and64_by_255(-1) == 255
;; run and64_by_255(0x12345678) == 120
;; run and64_by_255(0x8000000000000000) == 0
;; run and64_by_255(0x5555aaaa) == 170

proc and64_by_65535(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, 65535L)
    Int64 @1 = Const64(65535)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_65535(0) == 0
;; run and64_by_65535(-1) == 65535
;; run and64_by_65535(0x12345678) == 22136
;; run and64_by_65535(0x8000000000000000) == 0
;; run and64_by_65535(0x5555aaaa) == 43690

proc and64_by_0x7fffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, 2147483647L)
    Int64 @1 = Const64(2147483647)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_0x7fffffff(0) == 0
;; run and64_by_0x7fffffff(-1) == 0x7fffffff
;; run and64_by_0x7fffffff(0x12345678) == 0x12345678
;; run and64_by_0x7fffffff(0x8000000000000000) == 0
;; run and64_by_0x7fffffff(0x5555aaaa) == 0x5555aaaa

proc and64_by_0xffffffff80000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, -2147483648L)
    Int64 @1 = Const64(-2147483648)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_0xffffffff80000000(0) == 0
;; run and64_by_0xffffffff80000000(-1) == 0xffffffff80000000
;; run and64_by_0xffffffff80000000(0x12345678) == 0
;; run and64_by_0xffffffff80000000(0x8000000000000000) == 0x8000000000000000
;; run and64_by_0xffffffff80000000(0x5555aaaa) == 0

proc and64_by_minus_256(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, -256L)
    Int64 @1 = Const64(-256)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_minus_256(0) == 0
;; run and64_by_minus_256(-1) == -256
;; run and64_by_minus_256(0x12345678) == 0x12345600
;; run and64_by_minus_256(0x8000000000000000) == 0x8000000000000000
;; run and64_by_minus_256(0x5555aaaa) == 0x5555aa00

proc and64_by_0xff00ff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, 16711935L)
    Int64 @1 = Const64(16711935)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_0xff00ff(0) == 0
;; run and64_by_0xff00ff(-1) == 0xff00ff
;; run and64_by_0xff00ff(0x12345678) == 0x340078
;; run and64_by_0xff00ff(0x8000000000000000) == 0
;; run and64_by_0xff00ff(0x5555aaaa) == 0x5500aa

proc and64_by_0xffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, 4294967295L)
    Int64 @1 = Const64(4294967295)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_0xffffffff(0) == 0
;; run and64_by_0xffffffff(-1) == 0xffffffff
;; run and64_by_0xffffffff(0x12345678) == 0x12345678
;; run and64_by_0xffffffff(0x8000000000000000) == 0
;; run and64_by_0xffffffff(0x5555aaaa) == 0x5555aaaa

proc and64_by_0xffffffff00000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, -4294967296L)
    Int64 @1 = Const64(-4294967296)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_0xffffffff00000000(0) == 0
;; run and64_by_0xffffffff00000000(-1) == 0xffffffff00000000
;; run and64_by_0xffffffff00000000(0x12345678) == 0
;; run and64_by_0xffffffff00000000(0x8000000000000000) == 0x8000000000000000
;; run and64_by_0xffffffff00000000(0x5555aaaa) == 0

proc and64_by_0xf0f0f0f0f0f0f0f(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, 1085102592571150095L)
    Int64 @1 = Const64(1085102592571150095)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_0xf0f0f0f0f0f0f0f(0) == 0
;; run and64_by_0xf0f0f0f0f0f0f0f(-1) == 0xf0f0f0f0f0f0f0f
;; run and64_by_0xf0f0f0f0f0f0f0f(0x12345678) == 0x2040608
;; run and64_by_0xf0f0f0f0f0f0f0f(0x8000000000000000) == 0
;; run and64_by_0xf0f0f0f0f0f0f0f(0x5555aaaa) == 0x5050a0a

proc and64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitAnd(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_by_0x7fffffffffffffff(0) == 0
;; run and64_by_0x7fffffffffffffff(-1) == 0x7fffffffffffffff
;; run and64_by_0x7fffffffffffffff(0x12345678) == 0x12345678
;; run and64_by_0x7fffffffffffffff(0x8000000000000000) == 0
;; run and64_by_0x7fffffffffffffff(0x5555aaaa) == 0x5555aaaa

proc and64_k(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return BitAnd(a, b)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_k(0x12345678, -256) == 0x12345600
;; run and64_k(0x8000000000000000, -1) == 0x8000000000000000

proc and64_k_folded0() -> Int64 {
#0:
    ; return BitAnd(305419896L, -256L)
    Int64 @0 = Const64(305419896)
    Int64 @1 = Const64(-256)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_k_folded0() == 0x12345600

proc and64_k_folded1() -> Int64 {
#0:
    ; return BitAnd(-9223372036854775808L, -1L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = Const64(-1)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and64_k_folded1() == 0x8000000000000000
