barebones 1
; Procedures as values: a sort that takes a comparison, a table of operations, and the bisection of a function. The address of
; a procedure is a SymbolAddress, and a call through it has the address as its first operand.
;
; Known answers: Python's sorted(); the cube root of two is 1.25992104989487316 (OEIS A002580).
;! run

data array = zero:512
data operations = zero:32

proc ascending(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return a < b
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Return(@4)
}

proc descending(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return a > b
    Int32 @4 = GreaterThan(@1, @3)
    Void @5 = Return(@4)
}

; By the last digit, then by size; digits of negative numbers are negative.
proc by_last_digit(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; x: i32 = ChillMod(a, 10)
    Int32 @4 = Const32(10)
    Int32 @5 = ChillMod(@1, @4)                     ; x
    ; y: i32 = ChillMod(b, 10)
    Int32 @6 = ChillMod(@3, @4)                     ; y
    ; return Select(x == y, a < b, x < y)
    Int32 @7 = Equal(@5, @6)
    Int32 @8 = LessThan(@1, @3)
    Int32 @9 = LessThan(@5, @6)
    Int32 @10 = Select(@7, @8, @9)
    Void @11 = Return(@10)
}

; Shell's sort with Ciura's gaps 23, 10, 4, 1.
proc sort(Int64, Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; n
    Int64 @2 = ArgumentReg(%a2)                     ; before
    ; gap: i64 = 23
    Int64 @3 = Const64(23)                          ; gap
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Jump(#1)
#1:        ; loop
    Int64 @6 = Phi()                                ; gap
    ; for i = gap until n
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#2)
#2:        ; for i
    Int64 @9 = Phi()                                ; i
    Int32 @10 = LessThan(@9, @1)
    Void @11 = Branch(@10, #3, #10)
#3:        ; body
    ; v: i32 = i32[p + (i << 2)]
    Int32 @12 = Const32(2)
    Int64 @13 = Shl(@9, @12)
    Int64 @14 = Add(@0, @13)
    Int32 @15 = Load(@14)                           ; v
    Void @16 = Upsilon(@9, ^@18)
    Void @17 = Jump(#4)
#4:        ; while
    Int64 @18 = Phi()                               ; j
    ; j: i64 = i
    ; while j >= gap
    Int32 @19 = GreaterEqual(@18, @6)
    Void @20 = Branch(@19, #5, #8)
#5:        ; body
    ; w: i32 = i32[p + (j - gap << 2)]
    Int64 @21 = Sub(@18, @6)
    Int32 @22 = Const32(2)
    Int64 @23 = Shl(@21, @22)
    Int64 @24 = Add(@0, @23)
    Int32 @25 = Load(@24)                           ; w
    ; if (call *before:ascending(v, w)) == 0
    Int32 @26 = CCall(@2, @15, @25)
    Int32 @27 = Const32(0)
    Int32 @28 = Equal(@26, @27)
    Void @29 = Branch(@28, #6, #7)
#6:        ; then
    Void @30 = Jump(#8)
#7:        ; endif
    ; i32[p + (j << 2)] = w
    Int32 @31 = Const32(2)
    Int64 @32 = Shl(@18, @31)
    Int64 @33 = Add(@0, @32)
    Void @34 = Store(@25, @33)
    ; j = j - gap
    Int64 @35 = Sub(@18, @6)                        ; j
    Void @36 = Upsilon(@35, ^@18)
    Void @37 = Jump(#4)
#8:        ; done
    ; i32[p + (j << 2)] = v
    Int32 @38 = Const32(2)
    Int64 @39 = Shl(@18, @38)
    Int64 @40 = Add(@0, @39)
    Void @41 = Store(@15, @40)
    Void @42 = Jump(#9)
#9:        ; next i
    Int64 @43 = Const64(1)
    Int64 @44 = Add(@9, @43)
    Void @45 = Upsilon(@44, ^@9)
    Void @46 = Jump(#2)
#10:        ; done
    ; switch gap
    Void @47 = Switch(@6, 23: #11, 10: #12, 4: #13, default: #14)
#11:        ; case 23
    ; gap = 10
    Int64 @48 = Const64(10)                         ; gap
    Void @49 = Upsilon(@48, ^@58)
    Void @50 = Jump(#15)
#12:        ; case 10
    ; gap = 4
    Int64 @51 = Const64(4)                          ; gap
    Void @52 = Upsilon(@51, ^@58)
    Void @53 = Jump(#15)
#13:        ; case 4
    ; gap = 1
    Int64 @54 = Const64(1)                          ; gap
    Void @55 = Upsilon(@54, ^@58)
    Void @56 = Jump(#15)
#14:        ; default
    ; return
    Void @57 = Return()
#15:        ; endswitch
    Int64 @58 = Phi()                               ; gap
    Void @59 = Upsilon(@58, ^@6)
    Void @60 = Jump(#1)
}

; The numbers i * 37 % 101 - 50 in one of three orders: the one at `place`.
proc sorted_at(Int32, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; order
    Int64 @2 = ArgumentReg(%a1)                     ; place
    ; for i = 0L until 101L
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(101)
    Void @5 = Upsilon(@3, ^@7)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int32 @8 = LessThan(@7, @4)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; i32[addr(array) + (i << 2)] = Trunc(i * 37 % 101 - 50)
    Int64 @10 = SymbolAddress(array)
    Int32 @11 = Const32(2)
    Int64 @12 = Shl(@7, @11)
    Int64 @13 = Add(@10, @12)
    Int64 @14 = Const64(37)
    Int64 @15 = Mul(@7, @14)
    Int64 @16 = Const64(101)
    Int64 @17 = Mod(@15, @16)
    Int64 @18 = Const64(50)
    Int64 @19 = Sub(@17, @18)
    Int32 @20 = Trunc(@19)
    Void @21 = Store(@20, @13)
    Void @22 = Jump(#3)
#3:        ; next i
    Int64 @23 = Const64(1)
    Int64 @24 = Add(@7, @23)
    Void @25 = Upsilon(@24, ^@7)
    Void @26 = Jump(#1)
#4:        ; done
    ; before: i64 = addr(ascending)
    Int64 @27 = SymbolAddress(ascending)            ; before
    ; switch order
    Void @28 = Upsilon(@27, ^@36)
    Void @29 = Switch(@1, 1: #5, 2: #6, default: #7)
#5:        ; case 1
    ; before = addr(descending)
    Int64 @30 = SymbolAddress(descending)           ; before
    Void @31 = Upsilon(@30, ^@36)
    Void @32 = Jump(#7)
#6:        ; case 2
    ; before = addr(by_last_digit)
    Int64 @33 = SymbolAddress(by_last_digit)        ; before
    Void @34 = Upsilon(@33, ^@36)
    Void @35 = Jump(#7)
#7:        ; endswitch
    Int64 @36 = Phi()                               ; before
    ; call sort(addr(array), 101, before)
    Int64 @37 = SymbolAddress(array)
    Int64 @38 = Const64(101)
    Void @39 = CCall(sort, @37, @38, @36)
    ; return i32[addr(array) + (place << 2)]
    Int64 @40 = SymbolAddress(array)
    Int32 @41 = Const32(2)
    Int64 @42 = Shl(@2, @41)
    Int64 @43 = Add(@40, @42)
    Int32 @44 = Load(@43)
    Void @45 = Return(@44)
}
;; run sorted_at(0, 0) == -50
;; run sorted_at(0, 100) == 50
;; run sorted_at(1, 0) == 50
;; run sorted_at(2, 1) == -39
;; run sorted_at(2, 99) == 39

proc plus(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return a + b
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc minus(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return a - b
    Int64 @2 = Sub(@0, @1)
    Void @3 = Return(@2)
}

proc times(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return a * b
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc over(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return ChillDiv(a, b)
    Int64 @2 = ChillDiv(@0, @1)
    Void @3 = Return(@2)
}

proc make_operations() -> Void {
#0:
    ; t: i64 = addr(operations)
    Int64 @0 = SymbolAddress(operations)            ; t
    ; i64[t] = addr(plus)
    Int64 @1 = SymbolAddress(plus)
    Void @2 = Store(@1, @0)
    ; i64[t, 8] = addr(minus)
    Int64 @3 = SymbolAddress(minus)
    Void @4 = Store(@3, @0, offset=8)
    ; i64[t, 16] = addr(times)
    Int64 @5 = SymbolAddress(times)
    Void @6 = Store(@5, @0, offset=16)
    ; i64[t, 24] = addr(over)
    Int64 @7 = SymbolAddress(over)
    Void @8 = Store(@7, @0, offset=24)
    Void @9 = Return()
}

; Calls operation number `which`.
proc apply(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; which
    Int64 @1 = ArgumentReg(%a1)                     ; a
    Int64 @2 = ArgumentReg(%a2)                     ; b
    ; trapif which >=u 4 User(4)
    Int64 @3 = Const64(4)
    Int32 @4 = AboveEqual(@0, @3)
    Void @5 = TrapIf(@4, User(4))
    ; call make_operations()
    Void @6 = CCall(make_operations)
    ; f: i64 = i64[addr(operations) + (which << 3)]
    Int64 @7 = SymbolAddress(operations)
    Int32 @8 = Const32(3)
    Int64 @9 = Shl(@0, @8)
    Int64 @10 = Add(@7, @9)
    Int64 @11 = Load(@10)                           ; f
    ; return call *f:plus(a, b)
    Int64 @12 = CCall(@11, @1, @2)
    Void @13 = Return(@12)
}
;; run apply(0, 20, 3) == 23
;; run apply(1, 20, 3) == 17
;; run apply(2, 20, 3) == 60
;; run apply(3, -20, 3) == -6
;; run apply(3, 20, 0) == 0
;; run apply(4, 0, 0) traps User(4)

; x = f(x, i) with f changing in every iteration.
proc fold(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; call make_operations()
    Void @1 = CCall(make_operations)
    ; x: i64 = 1
    Int64 @2 = Const64(1)                           ; x
    ; for i = 1L until n + 1
    Int64 @3 = Add(@0, @2)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int64 @8 = Phi()                                ; x
    Int32 @9 = LessThan(@7, @3)
    Void @10 = Branch(@9, #2, #4)
#2:        ; body
    ; f: i64 = i64[addr(operations) + (((x ^ i) & 3) << 3)]
    Int64 @11 = SymbolAddress(operations)
    Int64 @12 = BitXor(@8, @7)
    Int64 @13 = Const64(3)
    Int64 @14 = BitAnd(@12, @13)
    Int32 @15 = Const32(3)
    Int64 @16 = Shl(@14, @15)
    Int64 @17 = Add(@11, @16)
    Int64 @18 = Load(@17)                           ; f
    ; x = call *f:plus(x, i)
    Int64 @19 = CCall(@18, @8, @7)                  ; x
    Void @20 = Jump(#3)
#3:        ; next i
    Int64 @21 = Const64(1)
    Int64 @22 = Add(@7, @21)
    Void @23 = Upsilon(@22, ^@7)
    Void @24 = Upsilon(@19, ^@8)
    Void @25 = Jump(#1)
#4:        ; done
    ; return x
    Void @26 = Return(@8)
}
;; run fold(30000) == -29999

proc cube_less_two(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    ; return x * x * x - 2.0
    Double @1 = Mul(@0, @0)
    Double @2 = Mul(@1, @0)
    Double @3 = ConstDouble(2.0)
    Double @4 = Sub(@2, @3)
    Void @5 = Return(@4)
}

; Where an increasing function crosses zero, by halving until the middle is an end.
proc bisect(Int64, Double, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; f
    Double @1 = ArgumentReg(%fa0)                   ; low
    Double @2 = ArgumentReg(%fa1)                   ; high
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:        ; loop
    Double @6 = Phi()                               ; low
    Double @7 = Phi()                               ; high
    ; middle: f64 = (low + high) * 0.5
    Double @8 = Add(@6, @7)
    Double @9 = ConstDouble(0.5)
    Double @10 = Mul(@8, @9)                        ; middle
    ; if middle == low or middle == high
    Int32 @11 = Equal(@10, @6)
    Void @12 = Branch(@11, #3, #2)
#2:        ; or
    Int32 @13 = Equal(@10, @7)
    Void @14 = Branch(@13, #3, #4)
#3:        ; then
    ; return middle
    Void @15 = Return(@10)
#4:        ; endif
    ; y: f64 = call *f:cube_less_two(middle)
    Double @16 = CCall(@0, @10)                     ; y
    ; below: i32 = y < 0.0
    Double @17 = ConstDouble(0.0)
    Int32 @18 = LessThan(@16, @17)                  ; below
    ; low = Select(below, middle, low)
    Double @19 = Select(@18, @10, @6)               ; low
    ; high = Select(below, high, middle)
    Double @20 = Select(@18, @7, @10)               ; high
    Void @21 = Upsilon(@19, ^@6)
    Void @22 = Upsilon(@20, ^@7)
    Void @23 = Jump(#1)
}

proc cube_root_of_two() -> Double {
#0:
    ; return call bisect(addr(cube_less_two), 1.0, 2.0)
    Int64 @0 = SymbolAddress(cube_less_two)
    Double @1 = ConstDouble(1.0)
    Double @2 = ConstDouble(2.0)
    Double @3 = CCall(bisect, @0, @1, @2)
    Void @4 = Return(@3)
}
;; run cube_root_of_two() == 1.259921049894873
