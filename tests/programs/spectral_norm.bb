barebones 1
; The spectral norm of the infinite matrix 1, 1/2, 1/3, 1/4 ... of the Computer Language Benchmarks Game.
;
; Known answers: 1.274219991 for 100 (from the benchmark's page; too long a run for here); exact doubles by
; Python in the same order of operations.
;! run

data u = zero:800
data v = zero:800
data t = zero:800

; The entry of the matrix, with an integer division by two.
proc entry(Int32, Int32) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; i
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; j
    ; k: i32 = i + j
    Int32 @4 = Add(@1, @3)                          ; k
    ; return 1.0 / IToD(((k * (k + 1)) >>> 1) + i + 1)
    Int32 @5 = Const32(1)
    Int32 @6 = Add(@4, @5)
    Int32 @7 = Mul(@4, @6)
    Int32 @8 = ZShr(@7, @5)
    Int32 @9 = Add(@8, @1)
    Int32 @10 = Add(@9, @5)
    Double @11 = IToD(@10)
    Double @12 = ConstDouble(1.0)
    Double @13 = Div(@12, @11)
    Void @14 = Return(@13)
}

; out = A in
proc times(Int64, Int64, Int32) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; out
    Int64 @1 = ArgumentReg(%a1)                     ; in
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; n
    ; for i = 0 until n
    Int32 @4 = Const32(0)
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#1)
#1:        ; for i
    Int32 @7 = Phi()                                ; i
    Int32 @8 = LessThan(@7, @3)
    Void @9 = Branch(@8, #2, #8)
#2:        ; body
    ; sum: f64 = 0.0
    Double @10 = ConstDouble(0.0)                   ; sum
    ; for j = 0 until n
    Int32 @11 = Const32(0)
    Void @12 = Upsilon(@11, ^@15)
    Void @13 = Upsilon(@10, ^@16)
    Void @14 = Jump(#3)
#3:        ; for j
    Int32 @15 = Phi()                               ; j
    Double @16 = Phi()                              ; sum
    Int32 @17 = LessThan(@15, @3)
    Void @18 = Branch(@17, #4, #6)
#4:        ; body
    ; sum = sum + call entry(i, j) * f64[in + (SExt32(j) << 3)]
    Double @19 = CCall(entry, @7, @15)
    Int64 @20 = SExt32(@15)
    Int32 @21 = Const32(3)
    Int64 @22 = Shl(@20, @21)
    Int64 @23 = Add(@1, @22)
    Double @24 = Load(@23)
    Double @25 = Mul(@19, @24)
    Double @26 = Add(@16, @25)                      ; sum
    Void @27 = Jump(#5)
#5:        ; next j
    Int32 @28 = Const32(1)
    Int32 @29 = Add(@15, @28)
    Void @30 = Upsilon(@29, ^@15)
    Void @31 = Upsilon(@26, ^@16)
    Void @32 = Jump(#3)
#6:        ; done
    ; f64[out + (SExt32(i) << 3)] = sum
    Int64 @33 = SExt32(@7)
    Int32 @34 = Const32(3)
    Int64 @35 = Shl(@33, @34)
    Int64 @36 = Add(@0, @35)
    Void @37 = Store(@16, @36)
    Void @38 = Jump(#7)
#7:        ; next i
    Int32 @39 = Const32(1)
    Int32 @40 = Add(@7, @39)
    Void @41 = Upsilon(@40, ^@7)
    Void @42 = Jump(#1)
#8:        ; done
    Void @43 = Return()
}

; out = transposed A in
proc times_transposed(Int64, Int64, Int32) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; out
    Int64 @1 = ArgumentReg(%a1)                     ; in
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; n
    ; for i = 0 until n
    Int32 @4 = Const32(0)
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#1)
#1:        ; for i
    Int32 @7 = Phi()                                ; i
    Int32 @8 = LessThan(@7, @3)
    Void @9 = Branch(@8, #2, #8)
#2:        ; body
    ; sum: f64 = 0.0
    Double @10 = ConstDouble(0.0)                   ; sum
    ; for j = 0 until n
    Int32 @11 = Const32(0)
    Void @12 = Upsilon(@11, ^@15)
    Void @13 = Upsilon(@10, ^@16)
    Void @14 = Jump(#3)
#3:        ; for j
    Int32 @15 = Phi()                               ; j
    Double @16 = Phi()                              ; sum
    Int32 @17 = LessThan(@15, @3)
    Void @18 = Branch(@17, #4, #6)
#4:        ; body
    ; sum = sum + call entry(j, i) * f64[in + (SExt32(j) << 3)]
    Double @19 = CCall(entry, @15, @7)
    Int64 @20 = SExt32(@15)
    Int32 @21 = Const32(3)
    Int64 @22 = Shl(@20, @21)
    Int64 @23 = Add(@1, @22)
    Double @24 = Load(@23)
    Double @25 = Mul(@19, @24)
    Double @26 = Add(@16, @25)                      ; sum
    Void @27 = Jump(#5)
#5:        ; next j
    Int32 @28 = Const32(1)
    Int32 @29 = Add(@15, @28)
    Void @30 = Upsilon(@29, ^@15)
    Void @31 = Upsilon(@26, ^@16)
    Void @32 = Jump(#3)
#6:        ; done
    ; f64[out + (SExt32(i) << 3)] = sum
    Int64 @33 = SExt32(@7)
    Int32 @34 = Const32(3)
    Int64 @35 = Shl(@33, @34)
    Int64 @36 = Add(@0, @35)
    Void @37 = Store(@16, @36)
    Void @38 = Jump(#7)
#7:        ; next i
    Int32 @39 = Const32(1)
    Int32 @40 = Add(@7, @39)
    Void @41 = Upsilon(@40, ^@7)
    Void @42 = Jump(#1)
#8:        ; done
    Void @43 = Return()
}

proc spectral_norm(Int32) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; trapif n >u 100 HeapOutOfBounds
    Int32 @2 = Const32(100)
    Int32 @3 = Above(@1, @2)
    Void @4 = TrapIf(@3, HeapOutOfBounds)
    ; for i = 0 until n
    Int32 @5 = Const32(0)
    Void @6 = Upsilon(@5, ^@8)
    Void @7 = Jump(#1)
#1:        ; for i
    Int32 @8 = Phi()                                ; i
    Int32 @9 = LessThan(@8, @1)
    Void @10 = Branch(@9, #2, #4)
#2:        ; body
    ; f64[addr(u) + (SExt32(i) << 3)] = 1.0
    Int64 @11 = SymbolAddress(u)
    Int64 @12 = SExt32(@8)
    Int32 @13 = Const32(3)
    Int64 @14 = Shl(@12, @13)
    Int64 @15 = Add(@11, @14)
    Double @16 = ConstDouble(1.0)
    Void @17 = Store(@16, @15)
    Void @18 = Jump(#3)
#3:        ; next i
    Int32 @19 = Const32(1)
    Int32 @20 = Add(@8, @19)
    Void @21 = Upsilon(@20, ^@8)
    Void @22 = Jump(#1)
#4:        ; done
    ; for k = 0 until 10
    Int32 @23 = Const32(0)
    Int32 @24 = Const32(10)
    Void @25 = Upsilon(@23, ^@27)
    Void @26 = Jump(#5)
#5:        ; for k
    Int32 @27 = Phi()                               ; k
    Int32 @28 = LessThan(@27, @24)
    Void @29 = Branch(@28, #6, #8)
#6:        ; body
    ; call times(addr(t), addr(u), n)
    Int64 @30 = SymbolAddress(t)
    Int64 @31 = SymbolAddress(u)
    Void @32 = CCall(times, @30, @31, @1)
    ; call times_transposed(addr(v), addr(t), n)
    Int64 @33 = SymbolAddress(v)
    Int64 @34 = SymbolAddress(t)
    Void @35 = CCall(times_transposed, @33, @34, @1)
    ; call times(addr(t), addr(v), n)
    Int64 @36 = SymbolAddress(t)
    Int64 @37 = SymbolAddress(v)
    Void @38 = CCall(times, @36, @37, @1)
    ; call times_transposed(addr(u), addr(t), n)
    Int64 @39 = SymbolAddress(u)
    Int64 @40 = SymbolAddress(t)
    Void @41 = CCall(times_transposed, @39, @40, @1)
    Void @42 = Jump(#7)
#7:        ; next k
    Int32 @43 = Const32(1)
    Int32 @44 = Add(@27, @43)
    Void @45 = Upsilon(@44, ^@27)
    Void @46 = Jump(#5)
#8:        ; done
    ; uv: f64 = 0.0
    Double @47 = ConstDouble(0.0)                   ; uv
    ; vv: f64 = 0.0
    ; for i = 0 until n
    Int32 @48 = Const32(0)
    Void @49 = Upsilon(@48, ^@53)
    Void @50 = Upsilon(@47, ^@54)
    Void @51 = Upsilon(@47, ^@55)
    Void @52 = Jump(#9)
#9:        ; for i
    Int32 @53 = Phi()                               ; i
    Double @54 = Phi()                              ; uv
    Double @55 = Phi()                              ; vv
    Int32 @56 = LessThan(@53, @1)
    Void @57 = Branch(@56, #10, #12)
#10:        ; body
    ; x: f64 = f64[addr(v) + (SExt32(i) << 3)]
    Int64 @58 = SymbolAddress(v)
    Int64 @59 = SExt32(@53)
    Int32 @60 = Const32(3)
    Int64 @61 = Shl(@59, @60)
    Int64 @62 = Add(@58, @61)
    Double @63 = Load(@62)                          ; x
    ; uv = uv + f64[addr(u) + (SExt32(i) << 3)] * x
    Int64 @64 = SymbolAddress(u)
    Int64 @65 = SExt32(@53)
    Int64 @66 = Shl(@65, @60)
    Int64 @67 = Add(@64, @66)
    Double @68 = Load(@67)
    Double @69 = Mul(@68, @63)
    Double @70 = Add(@54, @69)                      ; uv
    ; vv = vv + x * x
    Double @71 = Mul(@63, @63)
    Double @72 = Add(@55, @71)                      ; vv
    Void @73 = Jump(#11)
#11:        ; next i
    Int32 @74 = Const32(1)
    Int32 @75 = Add(@53, @74)
    Void @76 = Upsilon(@75, ^@53)
    Void @77 = Upsilon(@70, ^@54)
    Void @78 = Upsilon(@72, ^@55)
    Void @79 = Jump(#9)
#12:        ; done
    ; return Sqrt(uv / vv)
    Double @80 = Div(@54, @55)
    Double @81 = Sqrt(@80)
    Void @82 = Return(@81)
}
;; run spectral_norm(1) == 1.0
;; run spectral_norm(10) == 1.2718440192507248
;; run spectral_norm(30) == 1.274097380427097
;; run spectral_norm(101) traps HeapOutOfBounds
