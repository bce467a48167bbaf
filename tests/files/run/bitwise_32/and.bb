barebones 1
; And, or, exclusive or of integers, with masks at the ends of the immediate ranges of machines. 32 bits.
;! run

proc and32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return BitAnd(a, b)
    Int32 @4 = BitAnd(@1, @3)
    Void @5 = Return(@4)
}
;; run and32(0, 0) == 0
;; run and32(0, -1) == 0
;; run and32(0, 65280) == 0
;; run and32(-1, 0) == 0
;; run and32(-1, -1) == -1
;; run and32(-1, 65280) == 65280
;; run and32(0x12345678, 0) == 0
;; run and32(0x12345678, -1) == 0x12345678
;; run and32(0x12345678, 65280) == 22016
;; run and32(0x80000000, 0) == 0
;; run and32(0x80000000, -1) == 0x80000000
;; run and32(0x80000000, 65280) == 0
;; run and32(0x5555aaaa, 0) == 0
;; run and32(0x5555aaaa, -1) == 0x5555aaaa
;; run and32(0x5555aaaa, 65280) == 43520

proc and32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitAnd(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; run and32_by_0(0) == 0
;; run and32_by_0(-1) == 0
;; run and32_by_0(0x12345678) == 0
;; run and32_by_0(0x80000000) == 0
;; run and32_by_0(0x5555aaaa) == 0

proc and32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitAnd(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; run and32_by_1(0) == 0
;; run and32_by_1(-1) == 1
;; run and32_by_1(0x12345678) == 0
;; run and32_by_1(0x80000000) == 0
;; run and32_by_1(0x5555aaaa) == 0

proc and32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitAnd(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; run and32_by_minus_1(0) == 0
;; run and32_by_minus_1(-1) == -1
;; run and32_by_minus_1(0x12345678) == 0x12345678
;; run and32_by_minus_1(0x80000000) == 0x80000000
;; run and32_by_minus_1(0x5555aaaa) == 0x5555aaaa

proc and32_by_255(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitAnd(a, 255)
    Int32 @2 = Const32(255)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; run and32_by_255(0) == 0
;; run and32_by_255(-1) == 255
;; run and32_by_255(0x12345678) == 120
;; run and32_by_255(0x80000000) == 0
;; run and32_by_255(0x5555aaaa) == 170

proc and32_by_65535(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitAnd(a, 65535)
    Int32 @2 = Const32(65535)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; run and32_by_65535(0) == 0
;; run and32_by_65535(-1) == 65535
;; run and32_by_65535(0x12345678) == 22136
;; run and32_by_65535(0x80000000) == 0
;; run and32_by_65535(0x5555aaaa) == 43690

proc and32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitAnd(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; run and32_by_0x7fffffff(0) == 0
;; run and32_by_0x7fffffff(-1) == 0x7fffffff
;; run and32_by_0x7fffffff(0x12345678) == 0x12345678
;; run and32_by_0x7fffffff(0x80000000) == 0
;; run and32_by_0x7fffffff(0x5555aaaa) == 0x5555aaaa

proc and32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitAnd(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; run and32_by_0x80000000(0) == 0
;; run and32_by_0x80000000(-1) == 0x80000000
;; run and32_by_0x80000000(0x12345678) == 0
;; run and32_by_0x80000000(0x80000000) == 0x80000000
;; run and32_by_0x80000000(0x5555aaaa) == 0

proc and32_by_minus_256(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitAnd(a, -256)
    Int32 @2 = Const32(-256)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; run and32_by_minus_256(0) == 0
;; run and32_by_minus_256(-1) == -256
;; run and32_by_minus_256(0x12345678) == 0x12345600
;; run and32_by_minus_256(0x80000000) == 0x80000000
;; run and32_by_minus_256(0x5555aaaa) == 0x5555aa00

proc and32_by_0xff00ff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitAnd(a, 16711935)
    Int32 @2 = Const32(16711935)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; run and32_by_0xff00ff(0) == 0
;; run and32_by_0xff00ff(-1) == 0xff00ff
;; run and32_by_0xff00ff(0x12345678) == 0x340078
;; run and32_by_0xff00ff(0x80000000) == 0
;; run and32_by_0xff00ff(0x5555aaaa) == 0x5500aa

proc and32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return BitAnd(a, b)
    Int32 @4 = BitAnd(@1, @3)
    Void @5 = Return(@4)
}
;; run and32_k(0x12345678, -256) == 0x12345600
;; run and32_k(0x80000000, -1) == 0x80000000

proc and32_k_folded0() -> Int32 {
#0:
    ; return BitAnd(305419896, -256)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-256)
    Int32 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and32_k_folded0() == 0x12345600

proc and32_k_folded1() -> Int32 {
#0:
    ; return BitAnd(-2147483648, -1)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Const32(-1)
    Int32 @2 = BitAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and32_k_folded1() == 0x80000000
