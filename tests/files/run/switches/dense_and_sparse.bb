barebones 1
; Switches: dense, sparse, negative, the limits of the types, many cases for one block, only a default, nested.
;! run

proc dense(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; switch x
    Void @2 = Switch(@1, 0: #1, 1: #2, 2: #3, 3: #4, 4: #5, 5: #6, 6: #7, 7: #8, default: #9)
#1:        ; case 0
    ; return 10
    Int32 @3 = Const32(10)
    Void @4 = Return(@3)
#2:        ; case 1
    ; return 11
    Int32 @5 = Const32(11)
    Void @6 = Return(@5)
#3:        ; case 2
    ; return 12
    Int32 @7 = Const32(12)
    Void @8 = Return(@7)
#4:        ; case 3
    ; return 13
    Int32 @9 = Const32(13)
    Void @10 = Return(@9)
#5:        ; case 4
    ; return 14
    Int32 @11 = Const32(14)
    Void @12 = Return(@11)
#6:        ; case 5
    ; return 15
    Int32 @13 = Const32(15)
    Void @14 = Return(@13)
#7:        ; case 6
    ; return 16
    Int32 @15 = Const32(16)
    Void @16 = Return(@15)
#8:        ; case 7
    ; return 17
    Int32 @17 = Const32(17)
    Void @18 = Return(@17)
#9:        ; default
    ; return -1
    Int32 @19 = Const32(-1)
    Void @20 = Return(@19)
}
;; run dense(-1) == -1
;; run dense(0) == 10
;; run dense(3) == 13
;; run dense(7) == 17
;; run dense(8) == -1
;; run dense(0x7fffffff) == -1
;; run dense(0x80000000) == -1

; Dense, but not from zero, and with a hole.
proc shifted(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; switch x
    Void @1 = Switch(@0, -3: #1, -2: #2, -1: #3, 0: #4, 2: #5, 3: #6, default: #7)
#1:        ; case -3
    ; return 1
    Int32 @2 = Const32(1)
    Void @3 = Return(@2)
#2:        ; case -2
    ; return 2
    Int32 @4 = Const32(2)
    Void @5 = Return(@4)
#3:        ; case -1
    ; return 3
    Int32 @6 = Const32(3)
    Void @7 = Return(@6)
#4:        ; case 0
    ; return 4
    Int32 @8 = Const32(4)
    Void @9 = Return(@8)
#5:        ; case 2
    ; return 5
    Int32 @10 = Const32(5)
    Void @11 = Return(@10)
#6:        ; case 3
    ; return 6
    Int32 @12 = Const32(6)
    Void @13 = Return(@12)
#7:        ; default
    ; return 0
    Int32 @14 = Const32(0)
    Void @15 = Return(@14)
}
;; run shifted(-4) == 0
;; run shifted(-3) == 1
;; run shifted(-1) == 3
;; run shifted(0) == 4
;; run shifted(1) == 0
;; run shifted(2) == 5
;; run shifted(3) == 6
;; run shifted(4) == 0
;; run shifted(0x100000000) == 0
;; run shifted(0x100000002) == 0
;; run shifted(0x8000000000000000) == 0

proc sparse(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; switch x
    Void @2 = Switch(@1, 1: #1, 100: #2, 10000: #3, 1000000: #4, -1: #5, -1000000: #6, 2147483647: #7, -2147483648: #8, default: #9:rare)
#1:        ; case 1
    ; return 1
    Int32 @3 = Const32(1)
    Void @4 = Return(@3)
#2:        ; case 100
    ; return 2
    Int32 @5 = Const32(2)
    Void @6 = Return(@5)
#3:        ; case 10000
    ; return 3
    Int32 @7 = Const32(3)
    Void @8 = Return(@7)
#4:        ; case 1000000
    ; return 4
    Int32 @9 = Const32(4)
    Void @10 = Return(@9)
#5:        ; case -1
    ; return 5
    Int32 @11 = Const32(5)
    Void @12 = Return(@11)
#6:        ; case -1000000
    ; return 6
    Int32 @13 = Const32(6)
    Void @14 = Return(@13)
#7:        ; case 2147483647
    ; return 7
    Int32 @15 = Const32(7)
    Void @16 = Return(@15)
#8:        ; case -2147483648
    ; return 8
    Int32 @17 = Const32(8)
    Void @18 = Return(@17)
#9:        ; default
    ; return 0
    Int32 @19 = Const32(0)
    Void @20 = Return(@19)
}
;; run sparse(1) == 1
;; run sparse(100) == 2
;; run sparse(10000) == 3
;; run sparse(0xf4240) == 4
;; run sparse(-1) == 5
;; run sparse(0xfff0bdc0) == 6
;; run sparse(0x7fffffff) == 7
;; run sparse(0x80000000) == 8
;; run sparse(0) == 0
;; run sparse(99) == 0
;; run sparse(2) == 0

proc ends64(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; switch x
    Void @1 = Switch(@0, 9223372036854775807: #1, -9223372036854775808: #2, 4294967296: #3, 0: #4, 2147483648: #5, -2147483648: #6, default: #7)
#1:        ; case 9223372036854775807
    ; return 1
    Int32 @2 = Const32(1)
    Void @3 = Return(@2)
#2:        ; case -9223372036854775808
    ; return 2
    Int32 @4 = Const32(2)
    Void @5 = Return(@4)
#3:        ; case 4294967296
    ; return 3
    Int32 @6 = Const32(3)
    Void @7 = Return(@6)
#4:        ; case 0
    ; return 4
    Int32 @8 = Const32(4)
    Void @9 = Return(@8)
#5:        ; case 2147483648
    ; return 5
    Int32 @10 = Const32(5)
    Void @11 = Return(@10)
#6:        ; case -2147483648
    ; return 6
    Int32 @12 = Const32(6)
    Void @13 = Return(@12)
#7:        ; default
    ; return 0
    Int32 @14 = Const32(0)
    Void @15 = Return(@14)
}
;; run ends64(0x7fffffffffffffff) == 1
;; run ends64(0x8000000000000000) == 2
;; run ends64(0x100000000) == 3
;; run ends64(0) == 4
;; run ends64(0x80000000) == 5
;; run ends64(0xffffffff80000000) == 6
;; run ends64(-1) == 0
;; run ends64(0x180000000) == 0
;; run ends64(1) == 0
