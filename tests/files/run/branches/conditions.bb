barebones 1
; Branches take any integer that is not zero; only the upper half may be set; conditions made of other conditions.
;! run

proc on_int32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; if x
    Void @2 = Branch(@1, #1, #2)
#1:        ; then
    ; return 1
    Int32 @3 = Const32(1)
    Void @4 = Return(@3)
#2:        ; endif
    ; return 2
    Int32 @5 = Const32(2)
    Void @6 = Return(@5)
}
;; run on_int32(0) == 2
;; run on_int32(-1) == 1
;; run on_int32(0x80000000) == 1

proc on_int64(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; if x
    Void @1 = Branch(@0, #1, #2)
#1:        ; then
    ; return 1
    Int32 @2 = Const32(1)
    Void @3 = Return(@2)
#2:        ; endif
    ; return 2
    Int32 @4 = Const32(2)
    Void @5 = Return(@4)
}
;; run on_int64(0) == 2
;; run on_int64(0x100000000) == 1
;; run on_int64(0x8000000000000000) == 1

; Only the low half of a register counts.
proc on_truncated(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; if Trunc(x)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #2)
#1:        ; then
    ; return 1
    Int32 @3 = Const32(1)
    Void @4 = Return(@3)
#2:        ; endif
    ; return 2
    Int32 @5 = Const32(2)
    Void @6 = Return(@5)
}
;; run on_truncated(0x100000000) == 2
;; run on_truncated(0x100000001) == 1

; A test of bits.
proc on_bits(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    Int64 @1 = ArgumentReg(%a1)                     ; mask
    ; if x & mask
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 1
    Int32 @4 = Const32(1)
    Void @5 = Return(@4)
#2:        ; endif
    ; if x & 0x8000000000000000 rare
    Int64 @6 = Const64(0x8000000000000000)
    Int64 @7 = BitAnd(@0, @6)
    Void @8 = Branch(@7, #3:rare, #4)
#3:        ; then
    ; return 2
    Int32 @9 = Const32(2)
    Void @10 = Return(@9)
#4:        ; endif
    ; return 3
    Int32 @11 = Const32(3)
    Void @12 = Return(@11)
}
;; run on_bits(6, 2) == 1
;; run on_bits(-1, 0) == 2
;; run on_bits(4, 3) == 3
;; run on_bits(0x100000000, 0x100000000) == 1

proc on_bytes(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; if x & 0x80
    Int32 @2 = Const32(128)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:        ; then
    ; return 1
    Int32 @5 = Const32(1)
    Void @6 = Return(@5)
#2:        ; endif
    ; if (x & 0xff00) == 0x1200 likely
    Int32 @7 = Const32(0xff00)
    Int32 @8 = BitAnd(@1, @7)
    Int32 @9 = Const32(0x1200)
    Int32 @10 = Equal(@8, @9)
    Void @11 = Branch(@10, #3, #4:rare)
#3:        ; then
    ; return 2
    Int32 @12 = Const32(2)
    Void @13 = Return(@12)
#4:        ; endif
    ; return 3
    Int32 @14 = Const32(3)
    Void @15 = Return(@14)
}
;; run on_bytes(0x80) == 1
;; run on_bytes(0x1234) == 2
;; run on_bytes(0x99991200) == 2
;; run on_bytes(0x2200) == 3

; The condition is used as a value, too, and again later.
proc condition_is_a_value(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; c: i32 = a < b
    Int32 @4 = LessThan(@1, @3)                     ; c
    ; r: i32 = c * 10
    Int32 @5 = Const32(10)
    Int32 @6 = Mul(@4, @5)                          ; r
    ; if c
    Void @7 = Upsilon(@6, ^@13)
    Void @8 = Branch(@4, #1, #2)
#1:        ; then
    ; r = r + 1
    Int32 @9 = Const32(1)
    Int32 @10 = Add(@6, @9)                         ; r
    Void @11 = Upsilon(@10, ^@13)
    Void @12 = Jump(#2)
#2:        ; endif
    Int32 @13 = Phi()                               ; r
    ; a = a - b
    Int32 @14 = Sub(@1, @3)                         ; a
    ; if c
    Void @15 = Upsilon(@13, ^@21)
    Void @16 = Branch(@4, #3, #4)
#3:        ; then
    ; r = r + 2
    Int32 @17 = Const32(2)
    Int32 @18 = Add(@13, @17)                       ; r
    Void @19 = Upsilon(@18, ^@21)
    Void @20 = Jump(#4)
#4:        ; endif
    Int32 @21 = Phi()                               ; r
    ; return r + a * 100
    Int32 @22 = Const32(100)
    Int32 @23 = Mul(@14, @22)
    Int32 @24 = Add(@21, @23)
    Void @25 = Return(@24)
}
;; run condition_is_a_value(1, 2) == -87
;; run condition_is_a_value(2, 1) == 100
