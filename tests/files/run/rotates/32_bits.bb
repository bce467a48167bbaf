barebones 1
; Rotations by amounts of all sizes; the amount is masked to the width.
;! run

proc rotl32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return RotL(a, b)
    Int32 @4 = RotL(@1, @3)
    Void @5 = Return(@4)
}
;; run rotl32(1, 0) == 1
;; run rotl32(1, 1) == 2
;; run rotl32(1, 8) == 256
;; run rotl32(1, 31) == 0x80000000
;; run rotl32(1, 32) == 1
;; run rotl32(1, 37) == 32
;; run rotl32(1, -1) == 0x80000000
;; run rotl32(1, -3) == 0x20000000
;; run rotl32(0x12345678, 0) == 0x12345678
;; run rotl32(0x12345678, 1) == 0x2468acf0
;; run rotl32(0x12345678, 8) == 0x34567812
;; run rotl32(0x12345678, 31) == 0x91a2b3c
;; run rotl32(0x12345678, 32) == 0x12345678
;; run rotl32(0x12345678, 37) == 0x468acf02
;; run rotl32(0x12345678, -1) == 0x91a2b3c
;; run rotl32(0x12345678, -3) == 0x2468acf
;; run rotl32(0x80000001, 0) == 0x80000001
;; run rotl32(0x80000001, 1) == 3
;; run rotl32(0x80000001, 8) == 384
;; run rotl32(0x80000001, 31) == 0xc0000000
;; run rotl32(0x80000001, 32) == 0x80000001
;; run rotl32(0x80000001, 37) == 48
;; run rotl32(0x80000001, -1) == 0xc0000000
;; run rotl32(0x80000001, -3) == 0x30000000

proc rotl32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotL(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = RotL(@1, @2)
    Void @4 = Return(@3)
}
;; run rotl32_by_0(1) == 1
;; run rotl32_by_0(0x12345678) == 0x12345678
;; run rotl32_by_0(0x80000001) == 0x80000001

proc rotl32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotL(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = RotL(@1, @2)
    Void @4 = Return(@3)
}
;; run rotl32_by_1(1) == 2
;; run rotl32_by_1(0x12345678) == 0x2468acf0
;; run rotl32_by_1(0x80000001) == 3

proc rotl32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotL(a, 16)
    Int32 @2 = Const32(16)
    Int32 @3 = RotL(@1, @2)
    Void @4 = Return(@3)
}
;; run rotl32_by_16(1) == 65536
;; run rotl32_by_16(0x12345678) == 0x56781234
;; run rotl32_by_16(0x80000001) == 98304

proc rotl32_by_39(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotL(a, 39)
    Int32 @2 = Const32(39)
    Int32 @3 = RotL(@1, @2)
    Void @4 = Return(@3)
}
;; run rotl32_by_39(1) == 128
;; run rotl32_by_39(0x12345678) == 0x1a2b3c09
;; run rotl32_by_39(0x80000001) == 192

proc rotl32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotL(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = RotL(@1, @2)
    Void @4 = Return(@3)
}
;; run rotl32_by_minus_1(1) == 0x80000000
;; run rotl32_by_minus_1(0x12345678) == 0x91a2b3c
;; run rotl32_by_minus_1(0x80000001) == 0xc0000000

proc rotl32_folded0() -> Int32 {
#0:
    ; return RotL(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = RotL(@0, @1)
    Void @3 = Return(@2)
}
;; run rotl32_folded0() == 1

proc rotl32_folded1() -> Int32 {
#0:
    ; return RotL(1, 1)
    Int32 @0 = Const32(1)
    Int32 @1 = RotL(@0, @0)
    Void @2 = Return(@1)
}
;; run rotl32_folded1() == 2

proc rotr32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return RotR(a, b)
    Int32 @4 = RotR(@1, @3)
    Void @5 = Return(@4)
}
;; run rotr32(1, 0) == 1
;; run rotr32(1, 1) == 0x80000000
;; run rotr32(1, 8) == 0x1000000
;; run rotr32(1, 31) == 2
;; run rotr32(1, 32) == 1
;; run rotr32(1, 37) == 0x8000000
;; run rotr32(1, -1) == 2
;; run rotr32(1, -3) == 8
;; run rotr32(0x12345678, 0) == 0x12345678
;; run rotr32(0x12345678, 1) == 0x91a2b3c
;; run rotr32(0x12345678, 8) == 0x78123456
;; run rotr32(0x12345678, 31) == 0x2468acf0
;; run rotr32(0x12345678, 32) == 0x12345678
;; run rotr32(0x12345678, 37) == 0xc091a2b3
;; run rotr32(0x12345678, -1) == 0x2468acf0
;; run rotr32(0x12345678, -3) == 0x91a2b3c0
;; run rotr32(0x80000001, 0) == 0x80000001
;; run rotr32(0x80000001, 1) == 0xc0000000
;; run rotr32(0x80000001, 8) == 0x1800000
;; run rotr32(0x80000001, 31) == 3
;; run rotr32(0x80000001, 32) == 0x80000001
;; run rotr32(0x80000001, 37) == 0xc000000
;; run rotr32(0x80000001, -1) == 3
;; run rotr32(0x80000001, -3) == 12

proc rotr32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotR(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = RotR(@1, @2)
    Void @4 = Return(@3)
}
;; run rotr32_by_0(1) == 1
;; run rotr32_by_0(0x12345678) == 0x12345678
;; run rotr32_by_0(0x80000001) == 0x80000001

proc rotr32_by_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotR(a, 1)
    Int32 @2 = Const32(1)
    Int32 @3 = RotR(@1, @2)
    Void @4 = Return(@3)
}
;; run rotr32_by_1(1) == 0x80000000
;; run rotr32_by_1(0x12345678) == 0x91a2b3c
;; run rotr32_by_1(0x80000001) == 0xc0000000

proc rotr32_by_16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotR(a, 16)
    Int32 @2 = Const32(16)
    Int32 @3 = RotR(@1, @2)
    Void @4 = Return(@3)
}
;; run rotr32_by_16(1) == 65536
;; run rotr32_by_16(0x12345678) == 0x56781234
;; run rotr32_by_16(0x80000001) == 98304

proc rotr32_by_39(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotR(a, 39)
    Int32 @2 = Const32(39)
    Int32 @3 = RotR(@1, @2)
    Void @4 = Return(@3)
}
;; run rotr32_by_39(1) == 0x2000000
;; run rotr32_by_39(0x12345678) == 0xf02468ac
;; run rotr32_by_39(0x80000001) == 0x3000000

proc rotr32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return RotR(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = RotR(@1, @2)
    Void @4 = Return(@3)
}
;; run rotr32_by_minus_1(1) == 2
;; run rotr32_by_minus_1(0x12345678) == 0x2468acf0
;; run rotr32_by_minus_1(0x80000001) == 3

proc rotr32_folded0() -> Int32 {
#0:
    ; return RotR(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = RotR(@0, @1)
    Void @3 = Return(@2)
}
;; run rotr32_folded0() == 1

proc rotr32_folded1() -> Int32 {
#0:
    ; return RotR(1, 1)
    Int32 @0 = Const32(1)
    Int32 @1 = RotR(@0, @0)
    Void @2 = Return(@1)
}
;; run rotr32_folded1() == 0x80000000
