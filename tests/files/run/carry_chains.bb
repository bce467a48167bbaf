barebones 1
; Chains of carries and borrows over three words, and a carry that is used late.
;! run

; Numbers of three words: a has the words a0, a1, a2, b has b0, b0, b0. The word number `which` of the sum.
proc add192(Int64, Int64, Int64, Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a0
    Int64 @1 = ArgumentReg(%a1)                     ; a1
    Int64 @2 = ArgumentReg(%a2)                     ; a2
    Int64 @3 = ArgumentReg(%a3)                     ; b0
    Int64 @4 = ArgumentReg(%a4)
    Int32 @5 = Trunc(@4)                            ; which
    ; r0, c0 = AddCarry(a0, b0, 0)
    Int32 @6 = Const32(0)
    (Int64, Int32) @7 = AddCarry(@0, @3, @6)
    Int64 @8 = Extract(@7, 0)                       ; r0
    Int32 @9 = Extract(@7, 1)                       ; c0
    ; r1, c1 = AddCarry(a1, b0, c0)
    (Int64, Int32) @10 = AddCarry(@1, @3, @9)
    Int64 @11 = Extract(@10, 0)                     ; r1
    Int32 @12 = Extract(@10, 1)                     ; c1
    ; r2, c2 = AddCarry(a2, b0, c1)
    (Int64, Int32) @13 = AddCarry(@2, @3, @12)
    Int64 @14 = Extract(@13, 0)                     ; r2
    Int32 @15 = Extract(@13, 1)                     ; c2
    ; switch which
    Void @16 = Switch(@5, 0: #1, 1: #2, 2: #3, default: #4)
#1:        ; case 0
    ; return r0
    Void @17 = Return(@8)
#2:        ; case 1
    ; return r1
    Void @18 = Return(@11)
#3:        ; case 2
    ; return r2
    Void @19 = Return(@14)
#4:        ; default
    ; return ZExt32(c2)
    Int64 @20 = ZExt32(@15)
    Void @21 = Return(@20)
}
;; run add192(-1, -1, -1, 1, 0) == 0
;; run add192(-1, -1, -1, 1, 1) == 1
;; run add192(-1, -1, -1, 1, 2) == 1
;; run add192(-1, -1, -1, 1, 3) == 1
;; run add192(-1, -1, -1, 0, 0) == -1
;; run add192(-1, -1, -1, 0, 1) == -1
;; run add192(-1, -1, -1, 0, 2) == -1
;; run add192(-1, -1, -1, 0, 3) == 0
;; run add192(1, 2, 3, 4, 0) == 5
;; run add192(1, 2, 3, 4, 1) == 6
;; run add192(1, 2, 3, 4, 2) == 7
;; run add192(1, 2, 3, 4, 3) == 0
;; run add192(-1, 0, 0, 1, 0) == 0
;; run add192(-1, 0, 0, 1, 1) == 2
;; run add192(-1, 0, 0, 1, 2) == 1
;; run add192(-1, 0, 0, 1, 3) == 0
;; run add192(-1, -1, 0, -1, 0) == -2
;; run add192(-1, -1, 0, -1, 1) == -1
;; run add192(-1, -1, 0, -1, 2) == 0
;; run add192(-1, -1, 0, -1, 3) == 1
;; run add192(0, 0, 0, 1, 0) == 1
;; run add192(0, 0, 0, 1, 1) == 1
;; run add192(0, 0, 0, 1, 2) == 1
;; run add192(0, 0, 0, 1, 3) == 0

; The same with subtraction.
proc sub192(Int64, Int64, Int64, Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a0
    Int64 @1 = ArgumentReg(%a1)                     ; a1
    Int64 @2 = ArgumentReg(%a2)                     ; a2
    Int64 @3 = ArgumentReg(%a3)                     ; b0
    Int64 @4 = ArgumentReg(%a4)
    Int32 @5 = Trunc(@4)                            ; which
    ; r0, c0 = SubBorrow(a0, b0, 0)
    Int32 @6 = Const32(0)
    (Int64, Int32) @7 = SubBorrow(@0, @3, @6)
    Int64 @8 = Extract(@7, 0)                       ; r0
    Int32 @9 = Extract(@7, 1)                       ; c0
    ; r1, c1 = SubBorrow(a1, b0, c0)
    (Int64, Int32) @10 = SubBorrow(@1, @3, @9)
    Int64 @11 = Extract(@10, 0)                     ; r1
    Int32 @12 = Extract(@10, 1)                     ; c1
    ; r2, c2 = SubBorrow(a2, b0, c1)
    (Int64, Int32) @13 = SubBorrow(@2, @3, @12)
    Int64 @14 = Extract(@13, 0)                     ; r2
    Int32 @15 = Extract(@13, 1)                     ; c2
    ; return Select(which == 0, r0, Select(which == 1, r1, Select(which == 2, r2, ZExt32(c2))))
    Int32 @16 = Equal(@5, @6)
    Int32 @17 = Const32(1)
    Int32 @18 = Equal(@5, @17)
    Int32 @19 = Const32(2)
    Int32 @20 = Equal(@5, @19)
    Int64 @21 = ZExt32(@15)
    Int64 @22 = Select(@20, @14, @21)
    Int64 @23 = Select(@18, @11, @22)
    Int64 @24 = Select(@16, @8, @23)
    Void @25 = Return(@24)
}
;; run sub192(-1, -1, -1, 1, 0) == -2
;; run sub192(-1, -1, -1, 1, 1) == -2
;; run sub192(-1, -1, -1, 1, 2) == -2
;; run sub192(-1, -1, -1, 1, 3) == 0
;; run sub192(-1, -1, -1, 0, 0) == -1
;; run sub192(-1, -1, -1, 0, 1) == -1
;; run sub192(-1, -1, -1, 0, 2) == -1
;; run sub192(-1, -1, -1, 0, 3) == 0
;; run sub192(1, 2, 3, 4, 0) == -3
;; run sub192(1, 2, 3, 4, 1) == -3
;; run sub192(1, 2, 3, 4, 2) == -2
;; run sub192(1, 2, 3, 4, 3) == 1
;; run sub192(-1, 0, 0, 1, 0) == -2
;; run sub192(-1, 0, 0, 1, 1) == -1
;; run sub192(-1, 0, 0, 1, 2) == -2
;; run sub192(-1, 0, 0, 1, 3) == 1
;; run sub192(-1, -1, 0, -1, 0) == 0
;; run sub192(-1, -1, 0, -1, 1) == 0
;; run sub192(-1, -1, 0, -1, 2) == 1
;; run sub192(-1, -1, 0, -1, 3) == 1
;; run sub192(0, 0, 0, 1, 0) == -1
;; run sub192(0, 0, 0, 1, 1) == -2
;; run sub192(0, 0, 0, 1, 2) == -2
;; run sub192(0, 0, 0, 1, 3) == 1

; The carry is used late, after other arithmetic that would change the flags of a machine.
proc carry_used_late(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; c
    ; r, carry = AddCarry(a, b, 0)
    Int32 @3 = Const32(0)
    (Int64, Int32) @4 = AddCarry(@0, @1, @3)
    Int64 @5 = Extract(@4, 0)                       ; r
    Int32 @6 = Extract(@4, 1)                       ; carry
    ; x: i64 = (r ^ c) - (a << 3) + c * c
    Int64 @7 = BitXor(@5, @2)
    Int32 @8 = Const32(3)
    Int64 @9 = Shl(@0, @8)
    Int64 @10 = Sub(@7, @9)
    Int64 @11 = Mul(@2, @2)
    Int64 @12 = Add(@10, @11)                       ; x
    ; r2, carry2 = AddCarry(x, c, carry)
    (Int64, Int32) @13 = AddCarry(@12, @2, @6)
    Int64 @14 = Extract(@13, 0)                     ; r2
    Int32 @15 = Extract(@13, 1)                     ; carry2
    ; return r2 + SExt32(carry) * 1000 + SExt32(carry2) * 100000
    Int64 @16 = SExt32(@6)
    Int64 @17 = Const64(1000)
    Int64 @18 = Mul(@16, @17)
    Int64 @19 = Add(@14, @18)
    Int64 @20 = SExt32(@15)
    Int64 @21 = Const64(100000)
    Int64 @22 = Mul(@20, @21)
    Int64 @23 = Add(@19, @22)
    Void @24 = Return(@23)
}
;; run carry_used_late(-1, 1, 5) == 1044
;; run carry_used_late(1, 2, 3) == 4
;; run carry_used_late(-5, 5, -1) == 0x18ab0
