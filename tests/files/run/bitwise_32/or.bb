barebones 1
; And, or, exclusive or of integers, with masks at the ends of the immediate ranges of machines. 32 bits.
;! run

proc or32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return BitOr(a, b)
    Int32 @4 = BitOr(@1, @3)
    Void @5 = Return(@4)
}
;; run or32(0, 0) == 0
;; run or32(0, -1) == -1
;; run or32(0, 65280) == 65280
;; run or32(-1, 0) == -1
;; run or32(-1, -1) == -1
;; run or32(-1, 65280) == -1
;; run or32(0x12345678, 0) == 0x12345678
;; run or32(0x12345678, -1) == -1
;; run or32(0x12345678, 65280) == 0x1234ff78
;; run or32(0x80000000, 0) == 0x80000000
;; run or32(0x80000000, -1) == -1
;; run or32(0x80000000, 65280) == 0x8000ff00
;; run or32(0x5555aaaa, 0) == 0x5555aaaa
;; run or32(0x5555aaaa, -1) == -1
;; run or32(0x5555aaaa, 65280) == 0x5555ffaa

proc or32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitOr(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = BitOr(@1, @2)
    Void @4 = Return(@3)
}
;; run or32_by_0(0) == 0
;; run or32_by_0(-1) == -1
;; run or32_by_0(0x12345678) == 0x12345678
;; run or32_by_0(0x80000000) == 0x80000000
;; run or32_by_0(0x5555aaaa) == 0x5555aaaa

proc or32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitOr(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = BitOr(@1, @2)
    Void @4 = Return(@3)
}
;; run or32_by_1(0) == 1
;; run or32_by_1(-1) == -1
;; run or32_by_1(0x12345678) == 0x12345679
;; run or32_by_1(0x80000000) == 0x80000001
;; run or32_by_1(0x5555aaaa) == 0x5555aaab

proc or32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitOr(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = BitOr(@1, @2)
    Void @4 = Return(@3)
}
;; run or32_by_minus_1(0) == -1
;; run or32_by_minus_1(-1) == -1
;; run or32_by_minus_1(0x12345678) == -1
;; run or32_by_minus_1(0x80000000) == -1
;; run or32_by_minus_1(0x5555aaaa) == -1

proc or32_by_255(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitOr(a, 255)
    Int32 @2 = Const32(255)
    Int32 @3 = BitOr(@1, @2)
    Void @4 = Return(@3)
}
;; run or32_by_255(0) == 255
;; run or32_by_255(-1) == -1
;; run or32_by_255(0x12345678) == 0x123456ff
;; run or32_by_255(0x80000000) == 0x800000ff
;; run or32_by_255(0x5555aaaa) == 0x5555aaff

proc or32_by_65535(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitOr(a, 65535)
    Int32 @2 = Const32(65535)
    Int32 @3 = BitOr(@1, @2)
    Void @4 = Return(@3)
}
;; run or32_by_65535(0) == 65535
;; run or32_by_65535(-1) == -1
;; run or32_by_65535(0x12345678) == 0x1234ffff
;; run or32_by_65535(0x80000000) == 0x8000ffff
;; run or32_by_65535(0x5555aaaa) == 0x5555ffff

proc or32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitOr(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = BitOr(@1, @2)
    Void @4 = Return(@3)
}
;; run or32_by_0x7fffffff(0) == 0x7fffffff
;; run or32_by_0x7fffffff(-1) == -1
;; run or32_by_0x7fffffff(0x12345678) == 0x7fffffff
;; run or32_by_0x7fffffff(0x80000000) == -1
;; run or32_by_0x7fffffff(0x5555aaaa) == 0x7fffffff

proc or32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitOr(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = BitOr(@1, @2)
    Void @4 = Return(@3)
}
;; run or32_by_0x80000000(0) == 0x80000000
;; run or32_by_0x80000000(-1) == -1
;; run or32_by_0x80000000(0x12345678) == 0x92345678
;; run or32_by_0x80000000(0x80000000) == 0x80000000
;; run or32_by_0x80000000(0x5555aaaa) == 0xd555aaaa

proc or32_by_minus_256(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitOr(a, -256)
    Int32 @2 = Const32(-256)
    Int32 @3 = BitOr(@1, @2)
    Void @4 = Return(@3)
}
;; run or32_by_minus_256(0) == -256
;; run or32_by_minus_256(-1) == -1
;; run or32_by_minus_256(0x12345678) == -136
;; run or32_by_minus_256(0x80000000) == -256
;; run or32_by_minus_256(0x5555aaaa) == -86

proc or32_by_0xff00ff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitOr(a, 16711935)
    Int32 @2 = Const32(16711935)
    Int32 @3 = BitOr(@1, @2)
    Void @4 = Return(@3)
}
;; run or32_by_0xff00ff(0) == 0xff00ff
;; run or32_by_0xff00ff(-1) == -1
;; run or32_by_0xff00ff(0x12345678) == 0x12ff56ff
;; run or32_by_0xff00ff(0x80000000) == 0x80ff00ff
;; run or32_by_0xff00ff(0x5555aaaa) == 0x55ffaaff

proc or32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return BitOr(a, b)
    Int32 @4 = BitOr(@1, @3)
    Void @5 = Return(@4)
}
;; run or32_k(0x12345678, -256) == -136
;; run or32_k(0x80000000, -1) == -1

proc or32_k_folded0() -> Int32 {
#0:
    ; return BitOr(305419896, -256)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-256)
    Int32 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or32_k_folded0() == -136

proc or32_k_folded1() -> Int32 {
#0:
    ; return BitOr(-2147483648, -1)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Const32(-1)
    Int32 @2 = BitOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or32_k_folded1() == -1
