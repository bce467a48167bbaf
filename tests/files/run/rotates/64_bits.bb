barebones 1
; Rotations by amounts of all sizes; the amount is masked to the width.
;! run

proc rotl64(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)                            ; b
    ; return RotL(a, b)
    Int64 @3 = RotL(@0, @2)
    Void @4 = Return(@3)
}
;; run rotl64(1, 0) == 1
;; run rotl64(1, 1) == 2
;; run rotl64(1, 8) == 256
;; run rotl64(1, 63) == 0x8000000000000000
;; run rotl64(1, 64) == 1
;; run rotl64(1, 69) == 32
;; run rotl64(1, -1) == 0x8000000000000000
;; run rotl64(1, -3) == 0x2000000000000000
;; run rotl64(0x123456789abcdef0, 0) == 0x123456789abcdef0
;; run rotl64(0x123456789abcdef0, 1) == 0x2468acf13579bde0
;; run rotl64(0x123456789abcdef0, 8) == 0x3456789abcdef012
;; run rotl64(0x123456789abcdef0, 63) == 0x91a2b3c4d5e6f78
;; run rotl64(0x123456789abcdef0, 64) == 0x123456789abcdef0
;; run rotl64(0x123456789abcdef0, 69) == 0x468acf13579bde02
;; run rotl64(0x123456789abcdef0, -1) == 0x91a2b3c4d5e6f78
;; run rotl64(0x123456789abcdef0, -3) == 0x2468acf13579bde
;; run rotl64(0x8000000000000001, 0) == 0x8000000000000001
;; run rotl64(0x8000000000000001, 1) == 3
;; run rotl64(0x8000000000000001, 8) == 384
;; run rotl64(0x8000000000000001, 63) == 0xc000000000000000
;; run rotl64(0x8000000000000001, 64) == 0x8000000000000001
;; run rotl64(0x8000000000000001, 69) == 48
;; run rotl64(0x8000000000000001, -1) == 0xc000000000000000
;; run rotl64(0x8000000000000001, -3) == 0x3000000000000000

proc rotl64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotL(a, 0)
    Int32 @1 = Const32(0)
    Int64 @2 = RotL(@0, @1)
    Void @3 = Return(@2)
}
;; run rotl64_by_0(1) == 1
;; run rotl64_by_0(0x123456789abcdef0) == 0x123456789abcdef0
;; run rotl64_by_0(0x8000000000000001) == 0x8000000000000001

proc rotl64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotL(a, 1)
    Int32 @1 = Const32(1)
    Int64 @2 = RotL(@0, @1)
    Void @3 = Return(@2)
}
;; run rotl64_by_1(1) == 2
;; run rotl64_by_1(0x123456789abcdef0) == 0x2468acf13579bde0
;; run rotl64_by_1(0x8000000000000001) == 3

proc rotl64_by_32(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotL(a, 32)
    Int32 @1 = Const32(32)
    Int64 @2 = RotL(@0, @1)
    Void @3 = Return(@2)
}
;; run rotl64_by_32(1) == 0x100000000
;; run rotl64_by_32(0x123456789abcdef0) == 0x9abcdef012345678
;; run rotl64_by_32(0x8000000000000001) == 0x180000000

proc rotl64_by_71(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotL(a, 71)
    Int32 @1 = Const32(71)
    Int64 @2 = RotL(@0, @1)
    Void @3 = Return(@2)
}
;; run rotl64_by_71(1) == 128
;; run rotl64_by_71(0x123456789abcdef0) == 0x1a2b3c4d5e6f7809
;; run rotl64_by_71(0x8000000000000001) == 192

proc rotl64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotL(a, -1)
    Int32 @1 = Const32(-1)
    Int64 @2 = RotL(@0, @1)
    Void @3 = Return(@2)
}
;; run rotl64_by_minus_1(1) == 0x8000000000000000
;; run rotl64_by_minus_1(0x123456789abcdef0) == 0x91a2b3c4d5e6f78
;; run rotl64_by_minus_1(0x8000000000000001) == 0xc000000000000000

proc rotl64_folded0() -> Int64 {
#0:
    ; return RotL(1L, 0)
    Int64 @0 = Const64(1)
    Int32 @1 = Const32(0)
    Int64 @2 = RotL(@0, @1)
    Void @3 = Return(@2)
}
;; run rotl64_folded0() == 1

proc rotl64_folded1() -> Int64 {
#0:
    ; return RotL(1L, 1)
    Int64 @0 = Const64(1)
    Int32 @1 = Const32(1)
    Int64 @2 = RotL(@0, @1)
    Void @3 = Return(@2)
}
;; run rotl64_folded1() == 2

proc rotr64(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)                            ; b
    ; return RotR(a, b)
    Int64 @3 = RotR(@0, @2)
    Void @4 = Return(@3)
}
;; run rotr64(1, 0) == 1
;; run rotr64(1, 1) == 0x8000000000000000
;; run rotr64(1, 8) == 0x100000000000000
;; run rotr64(1, 63) == 2
;; run rotr64(1, 64) == 1
;; run rotr64(1, 69) == 0x800000000000000
;; run rotr64(1, -1) == 2
;; run rotr64(1, -3) == 8
;; run rotr64(0x123456789abcdef0, 0) == 0x123456789abcdef0
;; run rotr64(0x123456789abcdef0, 1) == 0x91a2b3c4d5e6f78
;; run rotr64(0x123456789abcdef0, 8) == 0xf0123456789abcde
;; run rotr64(0x123456789abcdef0, 63) == 0x2468acf13579bde0
;; run rotr64(0x123456789abcdef0, 64) == 0x123456789abcdef0
;; run rotr64(0x123456789abcdef0, 69) == 0x8091a2b3c4d5e6f7
;; run rotr64(0x123456789abcdef0, -1) == 0x2468acf13579bde0
;; run rotr64(0x123456789abcdef0, -3) == 0x91a2b3c4d5e6f780
;; run rotr64(0x8000000000000001, 0) == 0x8000000000000001
;; run rotr64(0x8000000000000001, 1) == 0xc000000000000000
;; run rotr64(0x8000000000000001, 8) == 0x180000000000000
;; run rotr64(0x8000000000000001, 63) == 3
;; run rotr64(0x8000000000000001, 64) == 0x8000000000000001
;; run rotr64(0x8000000000000001, 69) == 0xc00000000000000
;; run rotr64(0x8000000000000001, -1) == 3
;; run rotr64(0x8000000000000001, -3) == 12

proc rotr64_by_0(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotR(a, 0)
    Int32 @1 = Const32(0)
    Int64 @2 = RotR(@0, @1)
    Void @3 = Return(@2)
}
;; run rotr64_by_0(1) == 1
;; run rotr64_by_0(0x123456789abcdef0) == 0x123456789abcdef0
;; run rotr64_by_0(0x8000000000000001) == 0x8000000000000001

proc rotr64_by_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotR(a, 1)
    Int32 @1 = Const32(1)
    Int64 @2 = RotR(@0, @1)
    Void @3 = Return(@2)
}
;; run rotr64_by_1(1) == 0x8000000000000000
;; run rotr64_by_1(0x123456789abcdef0) == 0x91a2b3c4d5e6f78
;; run rotr64_by_1(0x8000000000000001) == 0xc000000000000000

proc rotr64_by_32(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotR(a, 32)
    Int32 @1 = Const32(32)
    Int64 @2 = RotR(@0, @1)
    Void @3 = Return(@2)
}
;; run rotr64_by_32(1) == 0x100000000
;; run rotr64_by_32(0x123456789abcdef0) == 0x9abcdef012345678
;; run rotr64_by_32(0x8000000000000001) == 0x180000000

proc rotr64_by_71(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotR(a, 71)
    Int32 @1 = Const32(71)
    Int64 @2 = RotR(@0, @1)
    Void @3 = Return(@2)
}
;; run rotr64_by_71(1) == 0x200000000000000
;; run rotr64_by_71(0x123456789abcdef0) == 0xe02468acf13579bd
;; run rotr64_by_71(0x8000000000000001) == 0x300000000000000

proc rotr64_by_minus_1(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return RotR(a, -1)
    Int32 @1 = Const32(-1)
    Int64 @2 = RotR(@0, @1)
    Void @3 = Return(@2)
}
;; run rotr64_by_minus_1(1) == 2
;; run rotr64_by_minus_1(0x123456789abcdef0) == 0x2468acf13579bde0
;; run rotr64_by_minus_1(0x8000000000000001) == 3

proc rotr64_folded0() -> Int64 {
#0:
    ; return RotR(1L, 0)
    Int64 @0 = Const64(1)
    Int32 @1 = Const32(0)
    Int64 @2 = RotR(@0, @1)
    Void @3 = Return(@2)
}
;; run rotr64_folded0() == 1

proc rotr64_folded1() -> Int64 {
#0:
    ; return RotR(1L, 1)
    Int64 @0 = Const64(1)
    Int32 @1 = Const32(1)
    Int64 @2 = RotR(@0, @1)
    Void @3 = Return(@2)
}
;; run rotr64_folded1() == 0x8000000000000000
