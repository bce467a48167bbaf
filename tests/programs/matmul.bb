barebones 1
; Multiplication of square matrices of doubles, plain and with fused multiply-add.
;
; a[i][j] = i + 2j + 1 and b[i][j] = i - j: every sum is a small integer, so both are exact; known answers by Python's
; integers. With the Hilbert matrix, results depend on each rounding: computed in C.
;! run

data a = zero:32768
data b = zero:32768
data c = zero:32768

proc fill(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 64 HeapOutOfBounds
    Int64 @1 = Const64(64)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; for i = 0L until n
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#1)
#1:        ; for i
    Int64 @7 = Phi()                                ; i
    Int32 @8 = LessThan(@7, @0)
    Void @9 = Branch(@8, #2, #8)
#2:        ; body
    ; for j = 0L until n
    Int64 @10 = Const64(0)
    Void @11 = Upsilon(@10, ^@13)
    Void @12 = Jump(#3)
#3:        ; for j
    Int64 @13 = Phi()                               ; j
    Int32 @14 = LessThan(@13, @0)
    Void @15 = Branch(@14, #4, #6)
#4:        ; body
    ; at: i64 = (i * n + j) << 3
    Int64 @16 = Mul(@7, @0)
    Int64 @17 = Add(@16, @13)
    Int32 @18 = Const32(3)
    Int64 @19 = Shl(@17, @18)                       ; at
    ; f64[addr(a) + at] = IToD(i + 2 * j + 1)
    Int64 @20 = SymbolAddress(a)
    Int64 @21 = Add(@20, @19)
    Int64 @22 = Const64(2)
    Int64 @23 = Mul(@22, @13)
    Int64 @24 = Add(@7, @23)
    Int64 @25 = Const64(1)
    Int64 @26 = Add(@24, @25)
    Double @27 = IToD(@26)
    Void @28 = Store(@27, @21)
    ; f64[addr(b) + at] = IToD(i - j)
    Int64 @29 = SymbolAddress(b)
    Int64 @30 = Add(@29, @19)
    Int64 @31 = Sub(@7, @13)
    Double @32 = IToD(@31)
    Void @33 = Store(@32, @30)
    Void @34 = Jump(#5)
#5:        ; next j
    Int64 @35 = Const64(1)
    Int64 @36 = Add(@13, @35)
    Void @37 = Upsilon(@36, ^@13)
    Void @38 = Jump(#3)
#6:        ; done
    Void @39 = Jump(#7)
#7:        ; next i
    Int64 @40 = Const64(1)
    Int64 @41 = Add(@7, @40)
    Void @42 = Upsilon(@41, ^@7)
    Void @43 = Jump(#1)
#8:        ; done
    Void @44 = Return()
}

; c = a * b, with the loops in the order i, j, k.
proc multiply(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; for i = 0L until n
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:        ; for i
    Int64 @4 = Phi()                                ; i
    Int32 @5 = LessThan(@4, @0)
    Void @6 = Branch(@5, #2, #12)
#2:        ; body
    ; for j = 0L until n
    Int64 @7 = Const64(0)
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#3)
#3:        ; for j
    Int64 @10 = Phi()                               ; j
    Int32 @11 = LessThan(@10, @0)
    Void @12 = Branch(@11, #4, #10)
#4:        ; body
    ; p: i64 = addr(a) + (i * n << 3)
    Int64 @13 = SymbolAddress(a)
    Int64 @14 = Mul(@4, @0)
    Int32 @15 = Const32(3)
    Int64 @16 = Shl(@14, @15)
    Int64 @17 = Add(@13, @16)                       ; p
    ; q: i64 = addr(b) + (j << 3)
    Int64 @18 = SymbolAddress(b)
    Int64 @19 = Shl(@10, @15)
    Int64 @20 = Add(@18, @19)                       ; q
    ; sum: f64 = 0.0
    Double @21 = ConstDouble(0.0)                   ; sum
    ; for k = 0L until n
    Int64 @22 = Const64(0)
    Void @23 = Upsilon(@22, ^@28)
    Void @24 = Upsilon(@21, ^@29)
    Void @25 = Upsilon(@17, ^@30)
    Void @26 = Upsilon(@20, ^@31)
    Void @27 = Jump(#5)
#5:        ; for k
    Int64 @28 = Phi()                               ; k
    Double @29 = Phi()                              ; sum
    Int64 @30 = Phi()                               ; p
    Int64 @31 = Phi()                               ; q
    Int32 @32 = LessThan(@28, @0)
    Void @33 = Branch(@32, #6, #8)
#6:        ; body
    ; sum = sum + f64[p] * f64[q]
    Double @34 = Load(@30)
    Double @35 = Load(@31)
    Double @36 = Mul(@34, @35)
    Double @37 = Add(@29, @36)                      ; sum
    ; p = p + 8
    Int64 @38 = Const64(8)
    Int64 @39 = Add(@30, @38)                       ; p
    ; q = q + (n << 3)
    Int32 @40 = Const32(3)
    Int64 @41 = Shl(@0, @40)
    Int64 @42 = Add(@31, @41)                       ; q
    Void @43 = Jump(#7)
#7:        ; next k
    Int64 @44 = Const64(1)
    Int64 @45 = Add(@28, @44)
    Void @46 = Upsilon(@45, ^@28)
    Void @47 = Upsilon(@37, ^@29)
    Void @48 = Upsilon(@39, ^@30)
    Void @49 = Upsilon(@42, ^@31)
    Void @50 = Jump(#5)
#8:        ; done
    ; f64[addr(c) + ((i * n + j) << 3)] = sum
    Int64 @51 = SymbolAddress(c)
    Int64 @52 = Mul(@4, @0)
    Int64 @53 = Add(@52, @10)
    Int32 @54 = Const32(3)
    Int64 @55 = Shl(@53, @54)
    Int64 @56 = Add(@51, @55)
    Void @57 = Store(@29, @56)
    Void @58 = Jump(#9)
#9:        ; next j
    Int64 @59 = Const64(1)
    Int64 @60 = Add(@10, @59)
    Void @61 = Upsilon(@60, ^@10)
    Void @62 = Jump(#3)
#10:        ; done
    Void @63 = Jump(#11)
#11:        ; next i
    Int64 @64 = Const64(1)
    Int64 @65 = Add(@4, @64)
    Void @66 = Upsilon(@65, ^@4)
    Void @67 = Jump(#1)
#12:        ; done
    Void @68 = Return()
}

; The same with one rounding per step, and the loops in the order i, k, j.
proc multiply_fma(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; MemoryFill(addr(c), 0, n * n << 3)
    Int64 @1 = SymbolAddress(c)
    Int64 @2 = Mul(@0, @0)
    Int32 @3 = Const32(3)
    Int64 @4 = Shl(@2, @3)
    Int32 @5 = Const32(0)
    Void @6 = MemoryFill(@1, @5, @4)
    ; for i = 0L until n
    Int64 @7 = Const64(0)
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#1)
#1:        ; for i
    Int64 @10 = Phi()                               ; i
    Int32 @11 = LessThan(@10, @0)
    Void @12 = Branch(@11, #2, #12)
#2:        ; body
    ; row: i64 = addr(c) + (i * n << 3)
    Int64 @13 = SymbolAddress(c)
    Int64 @14 = Mul(@10, @0)
    Int32 @15 = Const32(3)
    Int64 @16 = Shl(@14, @15)
    Int64 @17 = Add(@13, @16)                       ; row
    ; for k = 0L until n
    Int64 @18 = Const64(0)
    Void @19 = Upsilon(@18, ^@21)
    Void @20 = Jump(#3)
#3:        ; for k
    Int64 @21 = Phi()                               ; k
    Int32 @22 = LessThan(@21, @0)
    Void @23 = Branch(@22, #4, #10)
#4:        ; body
    ; x: f64 = f64[addr(a) + ((i * n + k) << 3)]
    Int64 @24 = SymbolAddress(a)
    Int64 @25 = Mul(@10, @0)
    Int64 @26 = Add(@25, @21)
    Int32 @27 = Const32(3)
    Int64 @28 = Shl(@26, @27)
    Int64 @29 = Add(@24, @28)
    Double @30 = Load(@29)                          ; x
    ; q: i64 = addr(b) + (k * n << 3)
    Int64 @31 = SymbolAddress(b)
    Int64 @32 = Mul(@21, @0)
    Int64 @33 = Shl(@32, @27)
    Int64 @34 = Add(@31, @33)                       ; q
    ; for j = 0L until n
    Int64 @35 = Const64(0)
    Void @36 = Upsilon(@35, ^@38)
    Void @37 = Jump(#5)
#5:        ; for j
    Int64 @38 = Phi()                               ; j
    Int32 @39 = LessThan(@38, @0)
    Void @40 = Branch(@39, #6, #8)
#6:        ; body
    ; f64[row + (j << 3)] = Fma(x, f64[q + (j << 3)], f64[row + (j << 3)])
    Int32 @41 = Const32(3)
    Int64 @42 = Shl(@38, @41)
    Int64 @43 = Add(@17, @42)
    Int64 @44 = Shl(@38, @41)
    Int64 @45 = Add(@34, @44)
    Double @46 = Load(@45)
    Int64 @47 = Shl(@38, @41)
    Int64 @48 = Add(@17, @47)
    Double @49 = Load(@48)
    Double @50 = Fma(@30, @46, @49)
    Void @51 = Store(@50, @43)
    Void @52 = Jump(#7)
#7:        ; next j
    Int64 @53 = Const64(1)
    Int64 @54 = Add(@38, @53)
    Void @55 = Upsilon(@54, ^@38)
    Void @56 = Jump(#5)
#8:        ; done
    Void @57 = Jump(#9)
#9:        ; next k
    Int64 @58 = Const64(1)
    Int64 @59 = Add(@21, @58)
    Void @60 = Upsilon(@59, ^@21)
    Void @61 = Jump(#3)
#10:        ; done
    Void @62 = Jump(#11)
#11:        ; next i
    Int64 @63 = Const64(1)
    Int64 @64 = Add(@10, @63)
    Void @65 = Upsilon(@64, ^@10)
    Void @66 = Jump(#1)
#12:        ; done
    Void @67 = Return()
}

proc trace(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; sum: f64 = 0.0
    Double @1 = ConstDouble(0.0)                    ; sum
    ; for i = 0L until n
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@2, ^@6)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Jump(#1)
#1:        ; for i
    Int64 @6 = Phi()                                ; i
    Double @7 = Phi()                               ; sum
    Int32 @8 = LessThan(@6, @0)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; sum = sum + f64[addr(c) + (i * (n + 1) << 3)]
    Int64 @10 = SymbolAddress(c)
    Int64 @11 = Const64(1)
    Int64 @12 = Add(@0, @11)
    Int64 @13 = Mul(@6, @12)
    Int32 @14 = Const32(3)
    Int64 @15 = Shl(@13, @14)
    Int64 @16 = Add(@10, @15)
    Double @17 = Load(@16)
    Double @18 = Add(@7, @17)                       ; sum
    Void @19 = Jump(#3)
#3:        ; next i
    Int64 @20 = Const64(1)
    Int64 @21 = Add(@6, @20)
    Void @22 = Upsilon(@21, ^@6)
    Void @23 = Upsilon(@18, ^@7)
    Void @24 = Jump(#1)
#4:        ; done
    ; return sum
    Void @25 = Return(@7)
}

proc matmul_entry(Int64, Int64, Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; i
    Int64 @2 = ArgumentReg(%a2)                     ; j
    ; call fill(n)
    Void @3 = CCall(fill, @0)
    ; call multiply(n)
    Void @4 = CCall(multiply, @0)
    ; return f64[addr(c) + ((i * n + j) << 3)]
    Int64 @5 = SymbolAddress(c)
    Int64 @6 = Mul(@1, @0)
    Int64 @7 = Add(@6, @2)
    Int32 @8 = Const32(3)
    Int64 @9 = Shl(@7, @8)
    Int64 @10 = Add(@5, @9)
    Double @11 = Load(@10)
    Void @12 = Return(@11)
}
;; run matmul_entry(3, 0, 0) == 13.0
;; run matmul_entry(8, 3, 5) == -48.0

proc matmul_trace(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; call fill(n)
    Void @1 = CCall(fill, @0)
    ; call multiply(n)
    Void @2 = CCall(multiply, @0)
    ; return call trace(n)
    Double @3 = CCall(trace, @0)
    Void @4 = Return(@3)
}
;; run matmul_trace(32) == 87296.0
;; run matmul_trace(65) traps HeapOutOfBounds

proc matmul_fma_trace(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; call fill(n)
    Void @1 = CCall(fill, @0)
    ; call multiply_fma(n)
    Void @2 = CCall(multiply_fma, @0)
    ; return call trace(n)
    Double @3 = CCall(trace, @0)
    Void @4 = Return(@3)
}
;; run matmul_fma_trace(32) == 87296.0

; An entry of the square of the Hilbert matrix 1 / (i + j + 1).
proc hilbert_square_entry(Int64, Int64, Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; row
    Int64 @2 = ArgumentReg(%a2)                     ; column
    ; trapif n >u 64 HeapOutOfBounds
    Int64 @3 = Const64(64)
    Int32 @4 = Above(@0, @3)
    Void @5 = TrapIf(@4, HeapOutOfBounds)
    ; for i = 0L until n
    Int64 @6 = Const64(0)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#1)
#1:        ; for i
    Int64 @9 = Phi()                                ; i
    Int32 @10 = LessThan(@9, @0)
    Void @11 = Branch(@10, #2, #8)
#2:        ; body
    ; for j = 0L until n
    Int64 @12 = Const64(0)
    Void @13 = Upsilon(@12, ^@15)
    Void @14 = Jump(#3)
#3:        ; for j
    Int64 @15 = Phi()                               ; j
    Int32 @16 = LessThan(@15, @0)
    Void @17 = Branch(@16, #4, #6)
#4:        ; body
    ; f64[addr(a) + ((i * n + j) << 3)] = 1.0 / IToD(i + j + 1)
    Int64 @18 = SymbolAddress(a)
    Int64 @19 = Mul(@9, @0)
    Int64 @20 = Add(@19, @15)
    Int32 @21 = Const32(3)
    Int64 @22 = Shl(@20, @21)
    Int64 @23 = Add(@18, @22)
    Int64 @24 = Add(@9, @15)
    Int64 @25 = Const64(1)
    Int64 @26 = Add(@24, @25)
    Double @27 = IToD(@26)
    Double @28 = ConstDouble(1.0)
    Double @29 = Div(@28, @27)
    Void @30 = Store(@29, @23)
    Void @31 = Jump(#5)
#5:        ; next j
    Int64 @32 = Const64(1)
    Int64 @33 = Add(@15, @32)
    Void @34 = Upsilon(@33, ^@15)
    Void @35 = Jump(#3)
#6:        ; done
    Void @36 = Jump(#7)
#7:        ; next i
    Int64 @37 = Const64(1)
    Int64 @38 = Add(@9, @37)
    Void @39 = Upsilon(@38, ^@9)
    Void @40 = Jump(#1)
#8:        ; done
    ; MemoryCopy(addr(b), addr(a), n * n << 3)
    Int64 @41 = SymbolAddress(b)
    Int64 @42 = SymbolAddress(a)
    Int64 @43 = Mul(@0, @0)
    Int32 @44 = Const32(3)
    Int64 @45 = Shl(@43, @44)
    Void @46 = MemoryCopy(@41, @42, @45)
    ; call multiply(n)
    Void @47 = CCall(multiply, @0)
    ; return f64[addr(c) + ((row * n + column) << 3)]
    Int64 @48 = SymbolAddress(c)
    Int64 @49 = Mul(@1, @0)
    Int64 @50 = Add(@49, @2)
    Int64 @51 = Shl(@50, @44)
    Int64 @52 = Add(@48, @51)
    Double @53 = Load(@52)
    Void @54 = Return(@53)
}
;; run hilbert_square_entry(12, 4, 7) == 0.11417104853637361
