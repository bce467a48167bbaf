barebones 1
; Arrays whose lengths are checked for each element: an index out of bounds exits with the counter.
;
; Known answers: sums of arithmetic series.
;! run

data numbers = zero:160000
data object = u64:20000 zero:160000
data others = zero:160000

; a[i] = 3 * i + 7, for i < n
proc fill(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=1 [@6]
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; length of a
    Int64 @2 = ArgumentReg(%a2)                     ; n
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Jump(#1)
#1:        ; do
    Int64 @6 = Phi()                                ; i
    Int32 @7 = LessThan(@6, @2)
    Void @8 = Branch(@7, #2, #3)
#2:
    Int32 @9 = AboveEqual(@6, @1)
    Void @10 = Check(@9, state=state0)
    Int64 @11 = Const64(3)
    Int64 @12 = Mul(@6, @11)
    Int64 @13 = Const64(7)
    Int64 @14 = Add(@12, @13)
    Int32 @15 = Const32(3)
    Int64 @16 = Shl(@6, @15)
    Int64 @17 = Add(@0, @16)
    Void @18 = Store(@14, @17)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@6, @19)
    Void @21 = Upsilon(@20, ^@6)
    Void @22 = Jump(#1)
#3:
    Void @23 = Return(@6)
}

; a[i] = b[i], for i < n
proc copy(Int64, Int64, Int64, Int64) -> Int64 {
    state0 = frame function=2 pc=1 [@9]
    state1 = frame function=2 pc=2 [@9]
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @2 = ArgumentReg(%a1)                     ; b
    Int64 @27 = ArgumentReg(%a2)                    ; lengths
    Int64 @4 = ArgumentReg(%a3)                     ; n
    Int32 @28 = Trunc(@27)
    Int64 @1 = ZExt32(@28)                          ; length of a
    Int32 @29 = Const32(32)
    Int64 @3 = ZShr(@27, @29)                       ; length of b
    Int64 @5 = Const64(0)
    Void @6 = Upsilon(@5, ^@9)
    Void @7 = Jump(#1)
#1:        ; do
    Int64 @9 = Phi()                                ; i
    Int32 @10 = LessThan(@9, @4)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int32 @12 = AboveEqual(@9, @3)
    Void @13 = Check(@12, state=state0)
    Int32 @14 = Const32(3)
    Int64 @15 = Shl(@9, @14)
    Int64 @16 = Add(@2, @15)
    Int64 @17 = Load(@16)
    Int32 @18 = AboveEqual(@9, @1)
    Void @19 = Check(@18, state=state1)
    Int64 @20 = Add(@0, @15)
    Void @21 = Store(@17, @20)
    Int64 @22 = Const64(1)
    Int64 @23 = Add(@9, @22)
    Void @24 = Upsilon(@23, ^@9)
    Void @25 = Jump(#1)
#3:
    Void @26 = Return(@9)
}

; The sum of a[i], for i < n
proc sum(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=3 pc=1 [@6, @7]
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; length of a
    Int64 @2 = ArgumentReg(%a2)                     ; n
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Upsilon(@3, ^@7)
    Void @8 = Jump(#1)
#1:        ; do
    Int64 @6 = Phi()                                ; i
    Int64 @7 = Phi()                                ; s
    Int32 @9 = LessThan(@6, @2)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int32 @11 = AboveEqual(@6, @1)
    Void @12 = Check(@11, state=state0)
    Int32 @13 = Const32(3)
    Int64 @14 = Shl(@6, @13)
    Int64 @15 = Add(@0, @14)
    Int64 @16 = Load(@15)
    Int64 @17 = Add(@7, @16)
    Int64 @18 = Const64(1)
    Int64 @19 = Add(@6, @18)
    Void @20 = Upsilon(@19, ^@6)
    Void @21 = Upsilon(@17, ^@7)
    Void @22 = Jump(#1)
#3:
    Void @23 = Return(@7)
}

; The same with a counter of 32 bits.
proc sum_narrow(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=4 pc=1 [@6, @7]
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@1)                            ; length of a
    Int32 @4 = Trunc(@2)                            ; n
    Int32 @5 = Const32(0)
    Int64 @8 = Const64(0)
    Void @9 = Upsilon(@5, ^@6)
    Void @10 = Upsilon(@8, ^@7)
    Void @11 = Jump(#1)
#1:        ; do
    Int32 @6 = Phi()                                ; i
    Int64 @7 = Phi()                                ; s
    Int32 @12 = LessThan(@6, @4)
    Void @13 = Branch(@12, #2, #3)
#2:
    Int32 @14 = AboveEqual(@6, @3)
    Void @15 = Check(@14, state=state0)
    Int64 @16 = SExt32(@6)
    Int32 @17 = Const32(3)
    Int64 @18 = Shl(@16, @17)
    Int64 @19 = Add(@0, @18)
    Int64 @20 = Load(@19)
    Int64 @21 = Add(@7, @20)
    Int32 @22 = Const32(1)
    Int32 @23 = Add(@6, @22)
    Void @24 = Upsilon(@23, ^@6)
    Void @25 = Upsilon(@21, ^@7)
    Void @26 = Jump(#1)
#3:
    Void @27 = Return(@7)
}

; The array is read after it was written.
proc filled(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = Const64(20000)
    Int64 @2 = SymbolAddress(numbers)
    Int64 @3 = CCall(fill, @2, @1, @0)
    Int64 @4 = CCall(sum, @2, @1, @3)
    Void @5 = Return(@4)
}
;; run filled(0) == 0
;; run filled(1) == 7
;; run filled(9) == 171
;; run filled(20000) == 600110000

; And copied in between.
proc copied(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = Const64(20000)
    Int64 @2 = SymbolAddress(numbers)
    Int64 @3 = SymbolAddress(others)
    Int64 @4 = CCall(fill, @2, @1, @0)
    Int64 @8 = Const64(85899345940000)              ; both are 20000
    Int64 @5 = CCall(copy, @3, @2, @8, @4)
    Int64 @6 = CCall(sum, @3, @1, @5)
    Void @7 = Return(@6)
}
;; run copied(0) == 0
;; run copied(3) == 30
;; run copied(20000) == 600110000

; And counted in 32 bits.
proc filled_narrow(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = Const64(20000)
    Int64 @2 = SymbolAddress(numbers)
    Int64 @3 = CCall(fill, @2, @1, @0)
    Int64 @4 = CCall(sum_narrow, @2, @1, @3)
    Void @5 = Return(@4)
}
;; run filled_narrow(6) == 87
;; run filled_narrow(20000) == 600110000

; o[i] = 3 * i + 7, for i < n, where o starts with its length, which each iteration loads
proc fill_object(Int64, Int64) -> Int64 {
    state0 = frame function=6 pc=1 [@6]
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; o
    Int64 @2 = ArgumentReg(%a1)                     ; n
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Jump(#1)
#1:        ; do
    Int64 @6 = Phi()                                ; i
    Int32 @7 = LessThan(@6, @2)
    Void @8 = Branch(@7, #2, #3)
#2:
    Int64 @1 = Load(@0, range=1..2)                 ; length of o
    Int32 @9 = AboveEqual(@6, @1)
    Void @10 = Check(@9, state=state0)
    Int64 @11 = Const64(3)
    Int64 @12 = Mul(@6, @11)
    Int64 @13 = Const64(7)
    Int64 @14 = Add(@12, @13)
    Int32 @15 = Const32(3)
    Int64 @16 = Shl(@6, @15)
    Int64 @17 = Add(@0, @16)
    Void @18 = Store(@14, @17, offset=8, range=2..3)
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@6, @19)
    Void @21 = Upsilon(@20, ^@6)
    Void @22 = Jump(#1)
#3:
    Void @23 = Return(@6)
}

; The sum of o[i], for i < n
proc sum_object(Int64, Int64) -> Int64 {
    state0 = frame function=7 pc=1 [@6, @7]
#0:        ; entry
    Int64 @0 = ArgumentReg(%a0)                     ; o
    Int64 @2 = ArgumentReg(%a1)                     ; n
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Upsilon(@3, ^@7)
    Void @8 = Jump(#1)
#1:        ; do
    Int64 @6 = Phi()                                ; i
    Int64 @7 = Phi()                                ; s
    Int32 @9 = LessThan(@6, @2)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int64 @1 = Load(@0, range=1..2)                 ; length of o
    Int32 @11 = AboveEqual(@6, @1)
    Void @12 = Check(@11, state=state0)
    Int32 @13 = Const32(3)
    Int64 @14 = Shl(@6, @13)
    Int64 @15 = Add(@0, @14)
    Int64 @16 = Load(@15, offset=8, range=2..3)
    Int64 @17 = Add(@7, @16)
    Int64 @18 = Const64(1)
    Int64 @19 = Add(@6, @18)
    Void @20 = Upsilon(@19, ^@6)
    Void @21 = Upsilon(@17, ^@7)
    Void @22 = Jump(#1)
#3:
    Void @23 = Return(@7)
}

proc filled_object(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(object)
    Int64 @2 = CCall(fill_object, @1, @0)
    Int64 @3 = CCall(sum_object, @1, @2)
    Void @4 = Return(@3)
}
;; run filled_object(0) == 0
;; run filled_object(9) == 171
;; run filled_object(20000) == 600110000
