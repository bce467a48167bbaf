barebones 1
; Extensions use the low bits only, whatever is above them.
;! run

proc sext32(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SExt32(a)
    Int64 @2 = SExt32(@1)
    Void @3 = Return(@2)
}
;; run sext32(0) == 0
;; run sext32(1) == 1
;; run sext32(-1) == -1
;; run sext32(0x80000000) == 0xffffffff80000000
;; run sext32(0x7fffffff) == 0x7fffffff
;; run sext32(-16) == -16

proc sext32_folded0() -> Int64 {
#0:
    ; return SExt32(0)
    Int32 @0 = Const32(0)
    Int64 @1 = SExt32(@0)
    Void @2 = Return(@1)
}
;; run sext32_folded0() == 0

proc sext32_folded1() -> Int64 {
#0:
    ; return SExt32(1)
    Int32 @0 = Const32(1)
    Int64 @1 = SExt32(@0)
    Void @2 = Return(@1)
}
;; run sext32_folded1() == 1

proc sext32_folded2() -> Int64 {
#0:
    ; return SExt32(-1)
    Int32 @0 = Const32(-1)
    Int64 @1 = SExt32(@0)
    Void @2 = Return(@1)
}
;; run sext32_folded2() == -1

proc sext32_folded3() -> Int64 {
#0:
    ; return SExt32(-2147483648)
    Int32 @0 = Const32(-2147483648)
    Int64 @1 = SExt32(@0)
    Void @2 = Return(@1)
}
;; run sext32_folded3() == 0xffffffff80000000

proc zext32(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return ZExt32(a)
    Int64 @2 = ZExt32(@1)
    Void @3 = Return(@2)
}
;; run zext32(0) == 0
;; run zext32(1) == 1
;; run zext32(-1) == 0xffffffff
;; run zext32(0x80000000) == 0x80000000
;; run zext32(0x7fffffff) == 0x7fffffff
;; run zext32(-16) == 0xfffffff0

proc zext32_folded0() -> Int64 {
#0:
    ; return ZExt32(0)
    Int32 @0 = Const32(0)
    Int64 @1 = ZExt32(@0)
    Void @2 = Return(@1)
}
;; run zext32_folded0() == 0

proc zext32_folded1() -> Int64 {
#0:
    ; return ZExt32(1)
    Int32 @0 = Const32(1)
    Int64 @1 = ZExt32(@0)
    Void @2 = Return(@1)
}
;; run zext32_folded1() == 1

proc zext32_folded2() -> Int64 {
#0:
    ; return ZExt32(-1)
    Int32 @0 = Const32(-1)
    Int64 @1 = ZExt32(@0)
    Void @2 = Return(@1)
}
;; run zext32_folded2() == 0xffffffff

proc zext32_folded3() -> Int64 {
#0:
    ; return ZExt32(-2147483648)
    Int32 @0 = Const32(-2147483648)
    Int64 @1 = ZExt32(@0)
    Void @2 = Return(@1)
}
;; run zext32_folded3() == 0x80000000

proc trunc(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Trunc(a)
    Int32 @1 = Trunc(@0)
    Void @2 = Return(@1)
}
;; run trunc(0) == 0
;; run trunc(-1) == -1
;; run trunc(0x100000000) == 0
;; run trunc(0x80000000) == 0x80000000
;; run trunc(0x123456789abcdef0) == 0x9abcdef0
;; run trunc(0x8000000000000000) == 0

proc trunc_folded0() -> Int32 {
#0:
    ; return Trunc(0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Trunc(@0)
    Void @2 = Return(@1)
}
;; run trunc_folded0() == 0

proc trunc_folded1() -> Int32 {
#0:
    ; return Trunc(-1L)
    Int64 @0 = Const64(-1)
    Int32 @1 = Trunc(@0)
    Void @2 = Return(@1)
}
;; run trunc_folded1() == -1

proc trunc_folded2() -> Int32 {
#0:
    ; return Trunc(4294967296L)
    Int64 @0 = Const64(4294967296)
    Int32 @1 = Trunc(@0)
    Void @2 = Return(@1)
}
;; run trunc_folded2() == 0

proc trunc_folded3() -> Int32 {
#0:
    ; return Trunc(2147483648L)
    Int64 @0 = Const64(2147483648)
    Int32 @1 = Trunc(@0)
    Void @2 = Return(@1)
}
;; run trunc_folded3() == 0x80000000

; A 64-bit value, truncated and extended: the upper half must not reappear.
proc cut_and_zext(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return ZExt32(Trunc(x))
    Int32 @1 = Trunc(@0)
    Int64 @2 = ZExt32(@1)
    Void @3 = Return(@2)
}
;; run cut_and_zext(0) == 0
;; run cut_and_zext(-1) == 0xffffffff
;; run cut_and_zext(0x100000000) == 0
;; run cut_and_zext(0x80000000) == 0x80000000
;; run cut_and_zext(0x123456789abcdef0) == 0x9abcdef0
;; run cut_and_zext(0x8000000000000000) == 0

proc cut_and_sext(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return SExt32(Trunc(x))
    Int32 @1 = Trunc(@0)
    Int64 @2 = SExt32(@1)
    Void @3 = Return(@2)
}
;; run cut_and_sext(0) == 0
;; run cut_and_sext(-1) == -1
;; run cut_and_sext(0x100000000) == 0
;; run cut_and_sext(0x80000000) == 0xffffffff80000000
;; run cut_and_sext(0x123456789abcdef0) == 0xffffffff9abcdef0
;; run cut_and_sext(0x8000000000000000) == 0

; A sum of 32 bits overflows before it is extended.
proc sum_then_zext(Int32, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return ZExt32(a + b)
    Int32 @4 = Add(@1, @3)
    Int64 @5 = ZExt32(@4)
    Void @6 = Return(@5)
}
;; run sum_then_zext(-1, 1) == 0
;; run sum_then_zext(0x7fffffff, 1) == 0x80000000
;; run sum_then_zext(-1, -1) == 0xfffffffe

proc low_byte_as_index(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return ZExt32(Trunc(x) & 0xff) + SExt8To64(Trunc(x))
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(255)
    Int32 @3 = BitAnd(@1, @2)
    Int64 @4 = ZExt32(@3)
    Int32 @5 = Trunc(@0)
    Int64 @6 = SExt8To64(@5)
    Int64 @7 = Add(@4, @6)
    Void @8 = Return(@7)
}
;; run low_byte_as_index(0) == 0
;; run low_byte_as_index(-1) == 254
;; run low_byte_as_index(0x100000000) == 0
;; run low_byte_as_index(0x80000000) == 0
;; run low_byte_as_index(0x123456789abcdef0) == 224
;; run low_byte_as_index(0x8000000000000000) == 0
