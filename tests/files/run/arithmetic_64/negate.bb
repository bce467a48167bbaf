barebones 1
; Addition, subtraction, multiplication and negation wrap; constants at the ends of the immediate ranges of machines. 64 bits.
;! run

proc neg64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Neg(a)
    Int64 @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg64(0) == 0
;; run neg64(1) == -1
;; run neg64(-1) == 1
;; run neg64(0x8000000000000000) == 0x8000000000000000
;; run neg64(0x7fffffffffffffff) == 0x8000000000000001
;; run neg64(0x12345678) == 0xffffffffedcba988

proc neg64_folded0() -> Int64 {
#0:
    ; return Neg(0L)
    Int64 @0 = Const64(0)
    Int64 @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg64_folded0() == 0

proc neg64_folded1() -> Int64 {
#0:
    ; return Neg(1L)
    Int64 @0 = Const64(1)
    Int64 @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg64_folded1() == -1

proc neg64_folded2() -> Int64 {
#0:
    ; return Neg(-1L)
    Int64 @0 = Const64(-1)
    Int64 @1 = Neg(@0)
    Void @2 = Return(@1)
}
;; run neg64_folded2() == 1

; A constant on the left.
proc from_ten64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return 10 - a
    Int64 @1 = Const64(10)
    Int64 @2 = Sub(@1, @0)
    Void @3 = Return(@2)
}
;; run from_ten64(0) == 10
;; run from_ten64(1) == 9
;; run from_ten64(-1) == 11
;; run from_ten64(0x8000000000000000) == 0x800000000000000a
;; run from_ten64(0x7fffffffffffffff) == 0x800000000000000b
;; run from_ten64(0x12345678) == 0xffffffffedcba992
