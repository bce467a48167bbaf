barebones 1
; Comparisons of comparisons, of halves of values, of ranges; negated ones.
;! run

; Only the lower halves differ, or only the upper ones.
proc halves_differ(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return (a == b) + (Trunc(a) == Trunc(b)) * 2 + ((a >>> 32) == (b >>> 32)) * 4
    Int32 @2 = Equal(@0, @1)
    Int32 @3 = Trunc(@0)
    Int32 @4 = Trunc(@1)
    Int32 @5 = Equal(@3, @4)
    Int32 @6 = Const32(2)
    Int32 @7 = Mul(@5, @6)
    Int32 @8 = Add(@2, @7)
    Int32 @9 = Const32(32)
    Int64 @10 = ZShr(@0, @9)
    Int64 @11 = ZShr(@1, @9)
    Int32 @12 = Equal(@10, @11)
    Int32 @13 = Const32(4)
    Int32 @14 = Mul(@12, @13)
    Int32 @15 = Add(@8, @14)
    Void @16 = Return(@15)
}
;; run halves_differ(5, 5) == 7
;; run halves_differ(5, 0x100000005) == 2
;; run halves_differ(5, 6) == 4
;; run halves_differ(0x100000000, 0x200000000) == 2

; The negation of a comparison.
proc not_less(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return (a < b) == 0
    Int32 @4 = LessThan(@1, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Return(@6)
}
;; run not_less(1, 2) == 0
;; run not_less(2, 1) == 1
;; run not_less(1, 1) == 1

; A comparison of a comparison.
proc same_order(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; c
    ; return (a < b) == (b < c)
    Int32 @6 = LessThan(@1, @3)
    Int32 @7 = LessThan(@3, @5)
    Int32 @8 = Equal(@6, @7)
    Void @9 = Return(@8)
}
;; run same_order(1, 2, 3) == 1
;; run same_order(1, 2, 2) == 0
;; run same_order(3, 2, 1) == 1

; Ranges by one unsigned comparison.
proc in_range(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return a - 10 <u 20
    Int32 @2 = Const32(10)
    Int32 @3 = Sub(@1, @2)
    Int32 @4 = Const32(20)
    Int32 @5 = Below(@3, @4)
    Void @6 = Return(@5)
}
;; run in_range(9) == 0
;; run in_range(10) == 1
;; run in_range(29) == 1
;; run in_range(30) == 0
;; run in_range(0x80000000) == 0
