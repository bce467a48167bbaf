barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 32 bits.
;! run

proc neg32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Neg(a)
    Int32 @2 = Neg(@1)
    Void @3 = Return(@2)
}
;; run neg32(0) == 0
;; run neg32(1) == -1
;; run neg32(-1) == 1
;; run neg32(0x80000000) == 0x80000000
;; run neg32(0x7fffffff) == 0x80000001
;; run neg32(0x12345678) == 0xedcba988

proc neg32_folded0() -> Int32 {
#0:
    ; return Neg(0)
    Int32 @0 = Const32(0)
    Int32 @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg32_folded0() == 0

proc neg32_folded1() -> Int32 {
#0:
    ; return Neg(1)
    Int32 @0 = Const32(1)
    Int32 @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg32_folded1() == -1

proc neg32_folded2() -> Int32 {
#0:
    ; return Neg(-1)
    Int32 @0 = Const32(-1)
    Int32 @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg32_folded2() == 1

; A constant on the left.
proc from_ten32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return 10 - a
    Int32 @2 = Const32(10)
    Int32 @3 = Sub(@2, @1)
    Void @4 = Return(@3)
}
;; run from_ten32(0) == 10
;; run from_ten32(1) == 9
;; run from_ten32(-1) == 11
;; run from_ten32(0x80000000) == 0x8000000a
;; run from_ten32(0x7fffffff) == 0x8000000b
;; run from_ten32(0x12345678) == 0xedcba992
