barebones 1
; Tuples: results of AddCarry and of calls, zeros, through Phis, variables and Opaque; elements are taken more than once.
;! run

proc zeros(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    (Int64, Double, Int32) @1 = BottomTuple()
    Int64 @2 = Extract(@1, 0)
    Double @3 = Extract(@1, 1)
    Int32 @4 = Extract(@1, 2)
    Int64 @5 = BitwiseCast(@3)
    Int64 @6 = SExt32(@4)
    Int64 @7 = Add(@0, @2)
    Int64 @8 = Add(@7, @5)
    Int64 @9 = Add(@8, @6)
    Void @10 = Return(@9)
}
;; run zeros(5) == 5

; sum + carry * 1000 + carry: the carry is taken twice.
proc extracted_twice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(0)
    (Int64, Int32) @3 = AddCarry(@0, @1, @2)
    Int32 @4 = Extract(@3, 1)
    Int64 @5 = Extract(@3, 0)
    Int32 @6 = Extract(@3, 1)
    Int64 @7 = ZExt32(@4)
    Int64 @8 = ZExt32(@6)
    Int64 @9 = Const64(1000)
    Int64 @10 = Mul(@7, @9)
    Int64 @11 = Add(@10, @8)
    Int64 @12 = Add(@11, @5)
    Void @13 = Return(@12)
}
;; run extracted_twice(-1, 1) == 1001

; The elements are extracted in other blocks than the sum is computed.
proc extracted_far_away(Int64, Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(0)
    (Int64, Int32) @5 = AddCarry(@0, @1, @4)
    Void @6 = Branch(@3, #1, #2)
#1:
    Int32 @7 = Extract(@5, 1)
    Int64 @8 = ZExt32(@7)
    Void @9 = Return(@8)
#2:
    Int64 @10 = Extract(@5, 0)
    Void @11 = Return(@10)
}
;; run extracted_far_away(-1, 3, 0) == 2
;; run extracted_far_away(-1, 3, 1) == 1

; The merge of a sum and a tuple of zeros: 100 * carry + sum.
proc through_a_phi(Int64, Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)
    Void @4 = Branch(@3, #1, #2)
#1:
    (Int64, Int32) @5 = BottomTuple()
    Void @6 = Upsilon(@5, ^@11)
    Void @7 = Jump(#3)
#2:
    (Int64, Int32) @8 = AddCarry(@0, @1, @3)
    Void @9 = Upsilon(@8, ^@11)
    Void @10 = Jump(#3)
#3:
    (Int64, Int32) @11 = Phi()
    Int64 @12 = Extract(@11, 0)
    Int32 @13 = Extract(@11, 1)
    Int64 @14 = ZExt32(@13)
    Int64 @15 = Const64(100)
    Int64 @16 = Mul(@14, @15)
    Int64 @17 = Add(@16, @12)
    Void @18 = Return(@17)
}
;; run through_a_phi(-1, 2, 0) == 101
;; run through_a_phi(-1, 2, 1) == 0

; A borrow and a difference, through a variable and Opaque: 200 * difference + borrow, with a borrow in.
proc through_a_variable(Int64, Int64) -> Int64 {
    var0: (Int64, Int32)
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(1)
    (Int64, Int32) @3 = SubBorrow(@0, @1, @2)
    (Int64, Int32) @4 = Opaque(@3)
    Void @5 = Set(@4, var0)
    Void @6 = Jump(#1)
#1:
    (Int64, Int32) @7 = Get(var0)
    Int64 @8 = Extract(@7, 0)
    Int32 @9 = Extract(@7, 1)
    Int64 @10 = Const64(200)
    Int64 @11 = Mul(@8, @10)
    Int64 @12 = ZExt32(@9)
    Int64 @13 = Add(@11, @12)
    Void @14 = Return(@13)
}
;; run through_a_variable(-1, -1) == -199
