barebones 1
; Operations with fixed registers on some machines (division, shifts, wide products), between many live values and next to each other.
;! run

; Quotient and remainder of the same operands, and the operands afterwards.
proc both(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return a / b * 1000000 + a % b * 1000 + a + b
    Int64 @2 = Div(@0, @1)
    Int64 @3 = Const64(1000000)
    Int64 @4 = Mul(@2, @3)
    Int64 @5 = Mod(@0, @1)
    Int64 @6 = Const64(1000)
    Int64 @7 = Mul(@5, @6)
    Int64 @8 = Add(@4, @7)
    Int64 @9 = Add(@8, @0)
    Int64 @10 = Add(@9, @1)
    Void @11 = Return(@10)
}
;; run both(47, 5) == 0x895c44
;; run both(-47, 5) == 0xffffffffff76a3c6
;; run both(1000, -7) == 0xfffffffff7895bd1

; Divisions in a row, each by a part of the one before.
proc chain(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; c
    ; x: i64 = a / b
    Int64 @3 = Div(@0, @1)                          ; x
    ; y: i64 = a %u c
    Int64 @4 = UMod(@0, @2)                         ; y
    ; z: i64 = (x + y) / (b - c)
    Int64 @5 = Add(@3, @4)
    Int64 @6 = Sub(@1, @2)
    Int64 @7 = Div(@5, @6)                          ; z
    ; return (x ^ y) + z * 100 + b %u 7 + c
    Int64 @8 = BitXor(@3, @4)
    Int64 @9 = Const64(100)
    Int64 @10 = Mul(@7, @9)
    Int64 @11 = Add(@8, @10)
    Int64 @12 = Const64(7)
    Int64 @13 = UMod(@1, @12)
    Int64 @14 = Add(@11, @13)
    Int64 @15 = Add(@14, @2)
    Void @16 = Return(@15)
}
;; run chain(1000, 7, 3) == 3646
;; run chain(-1000, 9, 4) == -2305
;; run chain(5, 100, 2) == 5

; The arguments are in the registers that these operations need, in all positions.
proc shift_by_fourth(Int64, Int64, Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; c
    Int64 @3 = ArgumentReg(%a3)
    Int32 @4 = Trunc(@3)                            ; d
    ; return ((a << d) ^ (b >> d)) + (c >>> d) + RotL(a, d) + SExt32(d)
    Int64 @5 = Shl(@0, @4)
    Int64 @6 = SShr(@1, @4)
    Int64 @7 = BitXor(@5, @6)
    Int64 @8 = ZShr(@2, @4)
    Int64 @9 = Add(@7, @8)
    Int64 @10 = RotL(@0, @4)
    Int64 @11 = Add(@9, @10)
    Int64 @12 = SExt32(@4)
    Int64 @13 = Add(@11, @12)
    Void @14 = Return(@13)
}
;; run shift_by_fourth(3, -100, 0x8000000000000005, 4) == 0x7fffffffffffffd
;; run shift_by_fourth(1, -1, -1, 63) == 63
;; run shift_by_fourth(5, 6, 7, 0) == 15
;; run shift_by_fourth(5, 6, 7, 65) == 87

proc shift_by_first(Int32, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; d
    Int64 @2 = ArgumentReg(%a1)                     ; a
    Int64 @3 = ArgumentReg(%a2)                     ; b
    Int64 @4 = ArgumentReg(%a3)                     ; c
    ; return ((a << d) ^ (b >> d)) + (c >>> d) + RotR(a, d) + SExt32(d)
    Int64 @5 = Shl(@2, @1)
    Int64 @6 = SShr(@3, @1)
    Int64 @7 = BitXor(@5, @6)
    Int64 @8 = ZShr(@4, @1)
    Int64 @9 = Add(@7, @8)
    Int64 @10 = RotR(@2, @1)
    Int64 @11 = Add(@9, @10)
    Int64 @12 = SExt32(@1)
    Int64 @13 = Add(@11, @12)
    Void @14 = Return(@13)
}
;; run shift_by_first(4, 3, -100, 0x8000000000000005) == 0x37ffffffffffffcd
;; run shift_by_first(63, 1, -1, -1) == 0x8000000000000041
;; run shift_by_first(0, 5, 6, 7) == 15
;; run shift_by_first(65, 5, 6, 7) == 0x800000000000004f

proc divide_by_third(Int32, Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; c
    Int64 @6 = ArgumentReg(%a3)
    Int32 @7 = Trunc(@6)                            ; d
    ; return d / c + (a << c) % b * 100
    Int32 @8 = Div(@7, @5)
    Int32 @9 = Shl(@1, @5)
    Int32 @10 = Mod(@9, @3)
    Int32 @11 = Const32(100)
    Int32 @12 = Mul(@10, @11)
    Int32 @13 = Add(@8, @12)
    Void @14 = Return(@13)
}
;; run divide_by_third(5, 7, 3, 100) == 533
;; run divide_by_third(-5, 7, 2, -9) == -604
;; run divide_by_third(1, 3, 30, 60) == 102

; The amount is the shifted value.
proc by_itself(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; return (x << x) + (x >>> x) * 3
    Int32 @2 = Shl(@1, @1)
    Int32 @3 = ZShr(@1, @1)
    Int32 @4 = Const32(3)
    Int32 @5 = Mul(@3, @4)
    Int32 @6 = Add(@2, @5)
    Void @7 = Return(@6)
}
;; run by_itself(1) == 2
;; run by_itself(5) == 160
;; run by_itself(31) == 0x80000000
;; run by_itself(33) == 114

; The divisor is the dividend, or both are computed from one value.
proc divided_by_itself(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return x / x + (x + 10) % x
    Int64 @1 = Div(@0, @0)
    Int64 @2 = Const64(10)
    Int64 @3 = Add(@0, @2)
    Int64 @4 = Mod(@3, @0)
    Int64 @5 = Add(@1, @4)
    Void @6 = Return(@5)
}
;; run divided_by_itself(1) == 1
;; run divided_by_itself(7) == 4
;; run divided_by_itself(-3) == 2
