barebones 1
; Reversed bytes and bits.
;! run

proc byteswap32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ByteSwap(a)
    Int32 @2 = ByteSwap(@1)
    Void @3 = Return(@2)
}
;; run byteswap32(0) == 0
;; run byteswap32(1) == 0x1000000
;; run byteswap32(-1) == -1
;; run byteswap32(0x80000000) == 128
;; run byteswap32(0x1020304) == 0x4030201
;; run byteswap32(240) == 0xf0000000
;; run byteswap32(0xcafebabe) == 0xbebafeca

proc byteswap32_folded0() -> Int32 {
#0:
    ; return ByteSwap(0)
    Int32 @0 = Const32(0)
    Int32 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap32_folded0() == 0

proc byteswap32_folded1() -> Int32 {
#0:
    ; return ByteSwap(1)
    Int32 @0 = Const32(1)
    Int32 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap32_folded1() == 0x1000000

proc byteswap32_folded2() -> Int32 {
#0:
    ; return ByteSwap(-1)
    Int32 @0 = Const32(-1)
    Int32 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap32_folded2() == -1

proc byteswap32_folded3() -> Int32 {
#0:
    ; return ByteSwap(-2147483648)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap32_folded3() == 128

proc byteswap32_folded4() -> Int32 {
#0:
    ; return ByteSwap(16909060)
    Int32 @0 = Const32(16909060)
    Int32 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap32_folded4() == 0x4030201

proc bitreverse32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BitReverse(a)
    Int32 @2 = BitReverse(@1)
    Void @3 = Return(@2)
}
;; run bitreverse32(0) == 0
;; run bitreverse32(1) == 0x80000000
;; run bitreverse32(-1) == -1
;; run bitreverse32(0x80000000) == 1
;; run bitreverse32(0x1020304) == 0x20c04080
;; run bitreverse32(240) == 0xf000000
;; run bitreverse32(0xcafebabe) == 0x7d5d7f53

proc bitreverse32_folded0() -> Int32 {
#0:
    ; return BitReverse(0)
    Int32 @0 = Const32(0)
    Int32 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse32_folded0() == 0

proc bitreverse32_folded1() -> Int32 {
#0:
    ; return BitReverse(1)
    Int32 @0 = Const32(1)
    Int32 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse32_folded1() == 0x80000000

proc bitreverse32_folded2() -> Int32 {
#0:
    ; return BitReverse(-1)
    Int32 @0 = Const32(-1)
    Int32 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse32_folded2() == -1

proc bitreverse32_folded3() -> Int32 {
#0:
    ; return BitReverse(-2147483648)
    Int32 @0 = Const32(-2147483648)
    Int32 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse32_folded3() == 1

proc bitreverse32_folded4() -> Int32 {
#0:
    ; return BitReverse(16909060)
    Int32 @0 = Const32(16909060)
    Int32 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse32_folded4() == 0x20c04080

proc byteswap64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return ByteSwap(a)
    Int64 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap64(0) == 0
;; run byteswap64(1) == 0x100000000000000
;; run byteswap64(-1) == -1
;; run byteswap64(0x8000000000000000) == 128
;; run byteswap64(0x102030405060708) == 0x807060504030201
;; run byteswap64(240) == 0xf000000000000000
;; run byteswap64(0xcafebabe) == 0xbebafeca00000000

proc byteswap64_folded0() -> Int64 {
#0:
    ; return ByteSwap(0L)
    Int64 @0 = Const64(0)
    Int64 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap64_folded0() == 0

proc byteswap64_folded1() -> Int64 {
#0:
    ; return ByteSwap(1L)
    Int64 @0 = Const64(1)
    Int64 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap64_folded1() == 0x100000000000000

proc byteswap64_folded2() -> Int64 {
#0:
    ; return ByteSwap(-1L)
    Int64 @0 = Const64(-1)
    Int64 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap64_folded2() == -1

proc byteswap64_folded3() -> Int64 {
#0:
    ; return ByteSwap(-9223372036854775808L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap64_folded3() == 128

proc byteswap64_folded4() -> Int64 {
#0:
    ; return ByteSwap(72623859790382856L)
    Int64 @0 = Const64(72623859790382856)
    Int64 @1 = ByteSwap(@0)
    Void @2 = Return(@1)
}
;; run byteswap64_folded4() == 0x807060504030201

proc bitreverse64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BitReverse(a)
    Int64 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse64(0) == 0
;; run bitreverse64(1) == 0x8000000000000000
;; run bitreverse64(-1) == -1
;; run bitreverse64(0x8000000000000000) == 1
;; run bitreverse64(0x102030405060708) == 0x10e060a020c04080
;; run bitreverse64(240) == 0xf00000000000000
;; run bitreverse64(0xcafebabe) == 0x7d5d7f5300000000

proc bitreverse64_folded0() -> Int64 {
#0:
    ; return BitReverse(0L)
    Int64 @0 = Const64(0)
    Int64 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse64_folded0() == 0

proc bitreverse64_folded1() -> Int64 {
#0:
    ; return BitReverse(1L)
    Int64 @0 = Const64(1)
    Int64 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse64_folded1() == 0x8000000000000000

proc bitreverse64_folded2() -> Int64 {
#0:
    ; return BitReverse(-1L)
    Int64 @0 = Const64(-1)
    Int64 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse64_folded2() == -1

proc bitreverse64_folded3() -> Int64 {
#0:
    ; return BitReverse(-9223372036854775808L)
    Int64 @0 = Const64(-9223372036854775808)
    Int64 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse64_folded3() == 1

proc bitreverse64_folded4() -> Int64 {
#0:
    ; return BitReverse(72623859790382856L)
    Int64 @0 = Const64(72623859790382856)
    Int64 @1 = BitReverse(@0)
    Void @2 = Return(@1)
}
;; run bitreverse64_folded4() == 0x10e060a020c04080
