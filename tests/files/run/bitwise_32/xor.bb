barebones 1
; And, or, exclusive or of integers, with masks at the ends of the immediate ranges of machines. 32 bits.
;! run

proc xor32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return BitXor(a, b)
    Int32 @4 = BitXor(@1, @3)
    Void @5 = Return(@4)
}
;; run xor32(0, 0) == 0
;; run xor32(0, -1) == -1
;; run xor32(0, 65280) == 65280
;; run xor32(-1, 0) == -1
;; run xor32(-1, -1) == 0
;; run xor32(-1, 65280) == -65281
;; run xor32(0x12345678, 0) == 0x12345678
;; run xor32(0x12345678, -1) == 0xedcba987
;; run xor32(0x12345678, 65280) == 0x1234a978
;; run xor32(0x80000000, 0) == 0x80000000
;; run xor32(0x80000000, -1) == 0x7fffffff
;; run xor32(0x80000000, 65280) == 0x8000ff00
;; run xor32(0x5555aaaa, 0) == 0x5555aaaa
;; run xor32(0x5555aaaa, -1) == 0xaaaa5555
;; run xor32(0x5555aaaa, 65280) == 0x555555aa

proc xor32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitXor(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = BitXor(@1, @2)
    Void @4 = Return(@3)
}
;; run xor32_by_0(0) == 0
;; run xor32_by_0(-1) == -1
;; run xor32_by_0(0x12345678) == 0x12345678
;; run xor32_by_0(0x80000000) == 0x80000000
;; run xor32_by_0(0x5555aaaa) == 0x5555aaaa

proc xor32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitXor(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = BitXor(@1, @2)
    Void @4 = Return(@3)
}
;; run xor32_by_1(0) == 1
;; run xor32_by_1(-1) == -2
;; run xor32_by_1(0x12345678) == 0x12345679
;; run xor32_by_1(0x80000000) == 0x80000001
;; run xor32_by_1(0x5555aaaa) == 0x5555aaab

proc xor32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitXor(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = BitXor(@1, @2)
    Void @4 = Return(@3)
}
;; run xor32_by_minus_1(0) == -1
;; run xor32_by_minus_1(-1) == 0
;; run xor32_by_minus_1(0x12345678) == 0xedcba987
;; run xor32_by_minus_1(0x80000000) == 0x7fffffff
;; run xor32_by_minus_1(0x5555aaaa) == 0xaaaa5555

proc xor32_by_255(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitXor(a, 255)
    Int32 @2 = Const32(255)
    Int32 @3 = BitXor(@1, @2)
    Void @4 = Return(@3)
}
;; run xor32_by_255(0) == 255
;; run xor32_by_255(-1) == -256
;; run xor32_by_255(0x12345678) == 0x12345687
;; run xor32_by_255(0x80000000) == 0x800000ff
;; run xor32_by_255(0x5555aaaa) == 0x5555aa55

proc xor32_by_65535(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitXor(a, 65535)
    Int32 @2 = Const32(65535)
    Int32 @3 = BitXor(@1, @2)
    Void @4 = Return(@3)
}
;; run xor32_by_65535(0) == 65535
;; run xor32_by_65535(-1) == -65536
;; run xor32_by_65535(0x12345678) == 0x1234a987
;; run xor32_by_65535(0x80000000) == 0x8000ffff
;; run xor32_by_65535(0x5555aaaa) == 0x55555555

proc xor32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitXor(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = BitXor(@1, @2)
    Void @4 = Return(@3)
}
;; run xor32_by_0x7fffffff(0) == 0x7fffffff
;; run xor32_by_0x7fffffff(-1) == 0x80000000
;; run xor32_by_0x7fffffff(0x12345678) == 0x6dcba987
;; run xor32_by_0x7fffffff(0x80000000) == -1
;; run xor32_by_0x7fffffff(0x5555aaaa) == 0x2aaa5555

proc xor32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitXor(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = BitXor(@1, @2)
    Void @4 = Return(@3)
}
;; run xor32_by_0x80000000(0) == 0x80000000
;; run xor32_by_0x80000000(-1) == 0x7fffffff
;; run xor32_by_0x80000000(0x12345678) == 0x92345678
;; run xor32_by_0x80000000(0x80000000) == 0
;; run xor32_by_0x80000000(0x5555aaaa) == 0xd555aaaa

proc xor32_by_minus_256(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitXor(a, -256)
    Int32 @2 = Const32(-256)
    Int32 @3 = BitXor(@1, @2)
    Void @4 = Return(@3)
}
;; run xor32_by_minus_256(0) == -256
;; run xor32_by_minus_256(-1) == 255
;; run xor32_by_minus_256(0x12345678) == 0xedcba978
;; run xor32_by_minus_256(0x80000000) == 0x7fffff00
;; run xor32_by_minus_256(0x5555aaaa) == 0xaaaa55aa

proc xor32_by_0xff00ff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitXor(a, 16711935)
    Int32 @2 = Const32(16711935)
    Int32 @3 = BitXor(@1, @2)
    Void @4 = Return(@3)
}
;; run xor32_by_0xff00ff(0) == 0xff00ff
;; run xor32_by_0xff00ff(-1) == 0xff00ff00
;; run xor32_by_0xff00ff(0x12345678) == 0x12cb5687
;; run xor32_by_0xff00ff(0x80000000) == 0x80ff00ff
;; run xor32_by_0xff00ff(0x5555aaaa) == 0x55aaaa55

proc xor32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return BitXor(a, b)
    Int32 @4 = BitXor(@1, @3)
    Void @5 = Return(@4)
}
;; run xor32_k(0x12345678, -256) == 0xedcba978
;; run xor32_k(0x80000000, -1) == 0x7fffffff

proc xor32_k_folded0() -> Int32 {
#0:
    ; return BitXor(305419896, -256)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-256)
    Int32 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor32_k_folded0() == 0xedcba978

proc xor32_k_folded1() -> Int32 {
#0:
    ; return BitXor(-2147483648, -1)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Const32(-1)
    Int32 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor32_k_folded1() == 0x7fffffff
