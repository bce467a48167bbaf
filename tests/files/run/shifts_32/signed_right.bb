barebones 1
; Shift amounts are masked to the width, also when they are constants. 32 bits.
;! run

proc sshr32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return SShr(a, b)
    Int32 @4 = SShr(@1, @3)
    Void @5 = Return(@4)
}
;; run sshr32(1, 0) == 1
;; run sshr32(1, 1) == 0
;; run sshr32(1, 15) == 0
;; run sshr32(1, 31) == 0
;; run sshr32(1, 32) == 1
;; run sshr32(1, 33) == 0
;; run sshr32(1, -1) == 0
;; run sshr32(1, -32) == 1
;; run sshr32(1, 100) == 0
;; run sshr32(-2, 0) == -2
;; run sshr32(-2, 1) == -1
;; run sshr32(-2, 15) == -1
;; run sshr32(-2, 31) == -1
;; run sshr32(-2, 32) == -2
;; run sshr32(-2, 33) == -1
;; run sshr32(-2, -1) == -1
;; run sshr32(-2, -32) == -2
;; run sshr32(-2, 100) == -1
;; run sshr32(0x12345678, 0) == 0x12345678
;; run sshr32(0x12345678, 1) == 0x91a2b3c
;; run sshr32(0x12345678, 15) == 9320
;; run sshr32(0x12345678, 31) == 0
;; run sshr32(0x12345678, 32) == 0x12345678
;; run sshr32(0x12345678, 33) == 0x91a2b3c
;; run sshr32(0x12345678, -1) == 0
;; run sshr32(0x12345678, -32) == 0x12345678
;; run sshr32(0x12345678, 100) == 0x1234567
;; run sshr32(0x80000000, 0) == 0x80000000
;; run sshr32(0x80000000, 1) == 0xc0000000
;; run sshr32(0x80000000, 15) == -65536
;; run sshr32(0x80000000, 31) == -1
;; run sshr32(0x80000000, 32) == 0x80000000
;; run sshr32(0x80000000, 33) == 0xc0000000
;; run sshr32(0x80000000, -1) == -1
;; run sshr32(0x80000000, -32) == 0x80000000
;; run sshr32(0x80000000, 100) == 0xf8000000

proc sshr32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SShr(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = SShr(@1, @2)
    Void @4 = Return(@3)
}
;; run sshr32_by_0(1) == 1
;; run sshr32_by_0(-2) == -2
;; run sshr32_by_0(0x12345678) == 0x12345678
;; run sshr32_by_0(0x80000000) == 0x80000000

proc sshr32_by_31(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SShr(a, 31)
    Int32 @2 = Const32(31)
    Int32 @3 = SShr(@1, @2)
    Void @4 = Return(@3)
}
;; run sshr32_by_31(1) == 0
;; run sshr32_by_31(-2) == -1
;; run sshr32_by_31(0x12345678) == 0
;; run sshr32_by_31(0x80000000) == -1

proc sshr32_by_32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SShr(a, 32)
    Int32 @2 = Const32(32)
    Int32 @3 = SShr(@1, @2)
    Void @4 = Return(@3)
}
;; run sshr32_by_32(1) == 1
;; run sshr32_by_32(-2) == -2
;; run sshr32_by_32(0x12345678) == 0x12345678
;; run sshr32_by_32(0x80000000) == 0x80000000

proc sshr32_by_35(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SShr(a, 35)
    Int32 @2 = Const32(35)
    Int32 @3 = SShr(@1, @2)
    Void @4 = Return(@3)
}
;; run sshr32_by_35(1) == 0
;; run sshr32_by_35(-2) == -1
;; run sshr32_by_35(0x12345678) == 0x2468acf
;; run sshr32_by_35(0x80000000) == 0xf0000000

proc sshr32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SShr(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = SShr(@1, @2)
    Void @4 = Return(@3)
}
;; run sshr32_by_minus_1(1) == 0
;; run sshr32_by_minus_1(-2) == -1
;; run sshr32_by_minus_1(0x12345678) == 0
;; run sshr32_by_minus_1(0x80000000) == -1

proc sshr32_k(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return SShr(a, b)
    Int32 @4 = SShr(@1, @3)
    Void @5 = Return(@4)
}
;; run sshr32_k(-2, 33) == -1
;; run sshr32_k(0x12345678, -1) == 0
;; run sshr32_k(0x80000000, 31) == -1

proc sshr32_k_folded0() -> Int32 {
#0:
    ; return SShr(-2, 33)
    Int32 @0 = Const32(-2)
    Int32 @1 = Const32(33)
    Int32 @2 = SShr(@0, @1)
    Void @3 = Return(@2)
}
;; run sshr32_k_folded0() == -1

proc sshr32_k_folded1() -> Int32 {
#0:
    ; return SShr(305419896, -1)
    Int32 @0 = Const32(305419896)
    Int32 @1 = Const32(-1)
    Int32 @2 = SShr(@0, @1)
    Void @3 = Return(@2)
}
;; run sshr32_k_folded1() == 0

proc sshr32_k_folded2() -> Int32 {
#0:
    ; return SShr(-2147483648, 31)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = Const32(31)
    Int32 @2 = SShr(@0, @1)
    Void @3 = Return(@2)
}
;; run sshr32_k_folded2() == -1
