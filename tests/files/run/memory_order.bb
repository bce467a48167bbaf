barebones 1
; Accesses to addresses that are or may be equal keep their order; a load is not folded past a store into its use.
;! run

data a = u32:1 u32:2 u32:3 u32:4
data b = u32:5 u32:6

; The load comes first, although its only use comes last.
proc load_before_store(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; old: i32 = i32[addr(a)]
    Int64 @2 = SymbolAddress(a)
    Int32 @3 = Load(@2)                             ; old
    ; i32[addr(a)] = x
    Int64 @4 = SymbolAddress(a)
    Void @5 = Store(@1, @4)
    ; return x + old
    Int32 @6 = Add(@1, @3)
    Void @7 = Return(@6)
}
;; run load_before_store(7) == 8

; Two addresses that may be equal.
proc may_alias(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    Int64 @1 = ArgumentReg(%a1)                     ; j
    ; p: i64 = addr(a) + (i << 2)
    Int64 @2 = SymbolAddress(a)
    Int32 @3 = Const32(2)
    Int64 @4 = Shl(@0, @3)
    Int64 @5 = Add(@2, @4)                          ; p
    ; q: i64 = addr(a) + (j << 2)
    Int64 @6 = SymbolAddress(a)
    Int64 @7 = Shl(@1, @3)
    Int64 @8 = Add(@6, @7)                          ; q
    ; i32[p] = 100
    Int32 @9 = Const32(100)
    Void @10 = Store(@9, @5)
    ; i32[q] = 200
    Int32 @11 = Const32(200)
    Void @12 = Store(@11, @8)
    ; return i32[p] * 1000 + i32[q]
    Int32 @13 = Load(@5)
    Int32 @14 = Const32(1000)
    Int32 @15 = Mul(@13, @14)
    Int32 @16 = Load(@8)
    Int32 @17 = Add(@15, @16)
    Void @18 = Return(@17)
}
;; run may_alias(0, 1) == 100200
;; run may_alias(2, 2) == 200200

; Swaps by two loads and two stores.
proc swap(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    Int64 @1 = ArgumentReg(%a1)                     ; j
    ; p: i64 = addr(a) + (i << 2)
    Int64 @2 = SymbolAddress(a)
    Int32 @3 = Const32(2)
    Int64 @4 = Shl(@0, @3)
    Int64 @5 = Add(@2, @4)                          ; p
    ; q: i64 = addr(a) + (j << 2)
    Int64 @6 = SymbolAddress(a)
    Int64 @7 = Shl(@1, @3)
    Int64 @8 = Add(@6, @7)                          ; q
    ; x: i32 = i32[p]
    Int32 @9 = Load(@5)                             ; x
    ; y: i32 = i32[q]
    Int32 @10 = Load(@8)                            ; y
    ; i32[p] = y
    Void @11 = Store(@10, @5)
    ; i32[q] = x
    Void @12 = Store(@9, @8)
    ; return i32[addr(a)] * 1000 + i32[addr(a), 4] * 100 + i32[addr(a), 8] * 10 + i32[addr(a), 12]
    Int64 @13 = SymbolAddress(a)
    Int32 @14 = Load(@13)
    Int32 @15 = Const32(1000)
    Int32 @16 = Mul(@14, @15)
    Int64 @17 = SymbolAddress(a)
    Int32 @18 = Load(@17, offset=4)
    Int32 @19 = Const32(100)
    Int32 @20 = Mul(@18, @19)
    Int32 @21 = Add(@16, @20)
    Int64 @22 = SymbolAddress(a)
    Int32 @23 = Load(@22, offset=8)
    Int32 @24 = Const32(10)
    Int32 @25 = Mul(@23, @24)
    Int32 @26 = Add(@21, @25)
    Int64 @27 = SymbolAddress(a)
    Int32 @28 = Load(@27, offset=12)
    Int32 @29 = Add(@26, @28)
    Void @30 = Return(@29)
}
;; run swap(0, 3) == 4231
;; run swap(1, 2) == 1324
;; run swap(2, 2) == 1234

; Heap ranges that do not overlap: these may be reordered without a visible difference.
proc ranges(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; old: i32 = i32[addr(a), 0, range=1..2]
    Int64 @2 = SymbolAddress(a)
    Int32 @3 = Load(@2, offset=0, range=1..2)       ; old
    ; i32[addr(b), 0, range=2..3] = x
    Int64 @4 = SymbolAddress(b)
    Void @5 = Store(@1, @4, offset=0, range=2..3)
    ; return old * 10 + i32[addr(b), 0, range=2..3] + i32[addr(a), 0, range=1..2]
    Int32 @6 = Const32(10)
    Int32 @7 = Mul(@3, @6)
    Int64 @8 = SymbolAddress(b)
    Int32 @9 = Load(@8, offset=0, range=2..3)
    Int32 @10 = Add(@7, @9)
    Int64 @11 = SymbolAddress(a)
    Int32 @12 = Load(@11, offset=0, range=1..2)
    Int32 @13 = Add(@10, @12)
    Void @14 = Return(@13)
}
;; run ranges(9) == 20

; A call writes the memory that is loaded before and after it.
proc set_first(Int32) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; i32[addr(a)] = x
    Int64 @2 = SymbolAddress(a)
    Void @3 = Store(@1, @2)
    Void @4 = Return()
}

proc around_a_call(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; before: i32 = i32[addr(a)]
    Int64 @2 = SymbolAddress(a)
    Int32 @3 = Load(@2)                             ; before
    ; call set_first(x)
    Void @4 = CCall(set_first, @1)
    ; return before * 100 + i32[addr(a)]
    Int32 @5 = Const32(100)
    Int32 @6 = Mul(@3, @5)
    Int64 @7 = SymbolAddress(a)
    Int32 @8 = Load(@7)
    Int32 @9 = Add(@6, @8)
    Void @10 = Return(@9)
}
;; run around_a_call(42) == 142

; A load in one branch only.
proc guarded(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)                            ; otherwise
    ; if p != 0
    Int64 @3 = Const64(0)
    Int32 @4 = NotEqual(@0, @3)
    Void @5 = Upsilon(@2, ^@10)
    Void @6 = Branch(@4, #1, #2)
#1:        ; then
    ; otherwise = i32[p]
    Int32 @7 = Load(@0)                             ; otherwise
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#2)
#2:        ; endif
    Int32 @10 = Phi()                               ; otherwise
    ; return otherwise
    Void @11 = Return(@10)
}
;; run guarded(0, 5) == 5
;; run guarded(@data:b, 7) == 5

; The same load in both branches, with a store in one.
proc stored_in_one(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; which
    ; x: i32 = i32[addr(a), 4]
    Int64 @2 = SymbolAddress(a)
    Int32 @3 = Load(@2, offset=4)                   ; x
    ; if which
    Void @4 = Branch(@1, #1, #2)
#1:        ; then
    ; i32[addr(a), 4] = 50
    Int64 @5 = SymbolAddress(a)
    Int32 @6 = Const32(50)
    Void @7 = Store(@6, @5, offset=4)
    ; x = x + i32[addr(a), 4]
    Int64 @8 = SymbolAddress(a)
    Int32 @9 = Load(@8, offset=4)
    Int32 @10 = Add(@3, @9)                         ; x
    Void @11 = Upsilon(@10, ^@18)
    Void @12 = Jump(#3)
#2:        ; else
    ; x = x + i32[addr(a), 4]
    Int64 @13 = SymbolAddress(a)
    Int32 @14 = Load(@13, offset=4)
    Int32 @15 = Add(@3, @14)                        ; x
    Void @16 = Upsilon(@15, ^@18)
    Void @17 = Jump(#3)
#3:        ; endif
    Int32 @18 = Phi()                               ; x
    ; return x
    Void @19 = Return(@18)
}
;; run stored_in_one(0) == 4
;; run stored_in_one(1) == 52

; A load in a loop that stores to the same address in the last iteration.
proc in_a_loop(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; sum: i32 = 0
    Int32 @2 = Const32(0)                           ; sum
    ; for i = 0 until n
    Void @3 = Upsilon(@2, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:        ; for i
    Int32 @6 = Phi()                                ; i
    Int32 @7 = Phi()                                ; sum
    Int32 @8 = LessThan(@6, @1)
    Void @9 = Branch(@8, #2, #6)
#2:        ; body
    ; sum = sum + i32[addr(a), 8]
    Int64 @10 = SymbolAddress(a)
    Int32 @11 = Load(@10, offset=8)
    Int32 @12 = Add(@7, @11)                        ; sum
    ; if i == n - 2
    Int32 @13 = Const32(2)
    Int32 @14 = Sub(@1, @13)
    Int32 @15 = Equal(@6, @14)
    Void @16 = Branch(@15, #3, #4)
#3:        ; then
    ; i32[addr(a), 8] = 1000
    Int64 @17 = SymbolAddress(a)
    Int32 @18 = Const32(1000)
    Void @19 = Store(@18, @17, offset=8)
    Void @20 = Jump(#4)
#4:        ; endif
    Void @21 = Jump(#5)
#5:        ; next i
    Int32 @22 = Const32(1)
    Int32 @23 = Add(@6, @22)
    Void @24 = Upsilon(@23, ^@6)
    Void @25 = Upsilon(@12, ^@7)
    Void @26 = Jump(#1)
#6:        ; done
    ; return sum
    Void @27 = Return(@7)
}
;; run in_a_loop(5) == 1012
;; run in_a_loop(1) == 3
;; run in_a_loop(0) == 0
