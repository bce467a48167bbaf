barebones 1
; Heap sort of doubles, after Williams and Floyd.
;
; Known answers: Python's sorted() on the same pseudo-random numbers.
;! run

data array = zero:65536

; Numbers of both signs from -1024 to 1024 with fractions: x' = 6364136223846793005 x + 1442695040888963407 (Knuth).
proc fill(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 8192 HeapOutOfBounds
    Int64 @1 = Const64(8192)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; x: i64 = 42
    Int64 @4 = Const64(42)                          ; x
    ; for i = 0L until n
    Int64 @5 = Const64(0)
    Void @6 = Upsilon(@5, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:        ; for i
    Int64 @9 = Phi()                                ; i
    Int64 @10 = Phi()                               ; x
    Int32 @11 = LessThan(@9, @0)
    Void @12 = Branch(@11, #2, #4)
#2:        ; body
    ; x = x * 6364136223846793005 + 1442695040888963407
    Int64 @13 = Const64(6364136223846793005)
    Int64 @14 = Mul(@10, @13)
    Int64 @15 = Const64(1442695040888963407)
    Int64 @16 = Add(@14, @15)                       ; x
    ; f64[addr(array) + (i << 3)] = IToD(x >> 33) * 0.00000095367431640625
    Int64 @17 = SymbolAddress(array)
    Int32 @18 = Const32(3)
    Int64 @19 = Shl(@9, @18)
    Int64 @20 = Add(@17, @19)
    Int32 @21 = Const32(33)
    Int64 @22 = SShr(@16, @21)
    Double @23 = IToD(@22)
    Double @24 = ConstDouble(0.00000095367431640625)
    Double @25 = Mul(@23, @24)
    Void @26 = Store(@25, @20)
    Void @27 = Jump(#3)
#3:        ; next i
    Int64 @28 = Const64(1)
    Int64 @29 = Add(@9, @28)
    Void @30 = Upsilon(@29, ^@9)
    Void @31 = Upsilon(@16, ^@10)
    Void @32 = Jump(#1)
#4:        ; done
    Void @33 = Return()
}

; Sinks a[start] in the heap a[0..end].
proc sift_down(Int64, Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; start
    Int64 @2 = ArgumentReg(%a2)                     ; end
    ; root: i64 = start
    ; value: f64 = f64[a + (root << 3)]
    Int32 @3 = Const32(3)
    Int64 @4 = Shl(@1, @3)
    Int64 @5 = Add(@0, @4)
    Double @6 = Load(@5)                            ; value
    Void @7 = Upsilon(@1, ^@9)
    Void @8 = Jump(#1)
#1:        ; loop
    Int64 @9 = Phi()                                ; root
    ; child: i64 = root * 2 + 1
    Int64 @10 = Const64(2)
    Int64 @11 = Mul(@9, @10)
    Int64 @12 = Const64(1)
    Int64 @13 = Add(@11, @12)                       ; child
    ; if child >= end
    Int32 @14 = GreaterEqual(@13, @2)
    Void @15 = Branch(@14, #2, #3)
#2:        ; then
    Void @16 = Jump(#10)
#3:        ; endif
    ; x: f64 = f64[a + (child << 3)]
    Int32 @17 = Const32(3)
    Int64 @18 = Shl(@13, @17)
    Int64 @19 = Add(@0, @18)
    Double @20 = Load(@19)                          ; x
    ; The larger of two children.
    ; if child + 1 < end
    Int64 @21 = Const64(1)
    Int64 @22 = Add(@13, @21)
    Int32 @23 = LessThan(@22, @2)
    Void @24 = Upsilon(@20, ^@45)
    Void @25 = Upsilon(@13, ^@46)
    Void @26 = Branch(@23, #4, #7)
#4:        ; then
    ; y: f64 = f64[a + (child << 3), 8]
    Int32 @27 = Const32(3)
    Int64 @28 = Shl(@13, @27)
    Int64 @29 = Add(@0, @28)
    Double @30 = Load(@29, offset=8)                ; y
    ; if x < y
    Int32 @31 = LessThan(@20, @30)
    Void @32 = Upsilon(@20, ^@40)
    Void @33 = Upsilon(@13, ^@41)
    Void @34 = Branch(@31, #5, #6)
#5:        ; then
    ; child = child + 1
    Int64 @35 = Const64(1)
    Int64 @36 = Add(@13, @35)                       ; child
    ; x = y
    Void @37 = Upsilon(@30, ^@40)
    Void @38 = Upsilon(@36, ^@41)
    Void @39 = Jump(#6)
#6:        ; endif
    Double @40 = Phi()                              ; x
    Int64 @41 = Phi()                               ; child
    Void @42 = Upsilon(@40, ^@45)
    Void @43 = Upsilon(@41, ^@46)
    Void @44 = Jump(#7)
#7:        ; endif
    Double @45 = Phi()                              ; x
    Int64 @46 = Phi()                               ; child
    ; if value >= x
    Int32 @47 = GreaterEqual(@6, @45)
    Void @48 = Branch(@47, #8, #9)
#8:        ; then
    Void @49 = Jump(#10)
#9:        ; endif
    ; f64[a + (root << 3)] = x
    Int32 @50 = Const32(3)
    Int64 @51 = Shl(@9, @50)
    Int64 @52 = Add(@0, @51)
    Void @53 = Store(@45, @52)
    ; root = child
    Void @54 = Upsilon(@46, ^@9)
    Void @55 = Jump(#1)
#10:        ; done
    ; f64[a + (root << 3)] = value
    Int32 @56 = Const32(3)
    Int64 @57 = Shl(@9, @56)
    Int64 @58 = Add(@0, @57)
    Void @59 = Store(@6, @58)
    Void @60 = Return()
}

proc heapsort(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; n
    ; Builds a heap.
    ; start: i64 = n /u 2
    Int64 @2 = Const64(2)
    Int64 @3 = UDiv(@1, @2)                         ; start
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Jump(#1)
#1:        ; while
    Int64 @6 = Phi()                                ; start
    ; while start != 0
    Int64 @7 = Const64(0)
    Int32 @8 = NotEqual(@6, @7)
    Void @9 = Branch(@8, #2, #3)
#2:        ; body
    ; start = start - 1
    Int64 @10 = Const64(1)
    Int64 @11 = Sub(@6, @10)                        ; start
    ; call sift_down(a, start, n)
    Void @12 = CCall(sift_down, @0, @11, @1)
    Void @13 = Upsilon(@11, ^@6)
    Void @14 = Jump(#1)
#3:        ; done
    Void @15 = Upsilon(@1, ^@17)
    Void @16 = Jump(#4)
#4:        ; while
    Int64 @17 = Phi()                               ; end
    ; Takes the largest away, again and again.
    ; end: i64 = n
    ; while end > 1
    Int64 @18 = Const64(1)
    Int32 @19 = GreaterThan(@17, @18)
    Void @20 = Branch(@19, #5, #6)
#5:        ; body
    ; end = end - 1
    Int64 @21 = Const64(1)
    Int64 @22 = Sub(@17, @21)                       ; end
    ; top: f64 = f64[a]
    Double @23 = Load(@0)                           ; top
    ; f64[a] = f64[a + (end << 3)]
    Int32 @24 = Const32(3)
    Int64 @25 = Shl(@22, @24)
    Int64 @26 = Add(@0, @25)
    Double @27 = Load(@26)
    Void @28 = Store(@27, @0)
    ; f64[a + (end << 3)] = top
    Int64 @29 = Shl(@22, @24)
    Int64 @30 = Add(@0, @29)
    Void @31 = Store(@23, @30)
    ; call sift_down(a, 0, end)
    Int64 @32 = Const64(0)
    Void @33 = CCall(sift_down, @0, @32, @22)
    Void @34 = Upsilon(@22, ^@17)
    Void @35 = Jump(#4)
#6:        ; done
    Void @36 = Return()
}

proc kth_smallest(Int64, Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; k
    ; trapif k >=u n HeapOutOfBounds
    Int32 @2 = AboveEqual(@1, @0)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; call fill(n)
    Void @4 = CCall(fill, @0)
    ; call heapsort(addr(array), n)
    Int64 @5 = SymbolAddress(array)
    Void @6 = CCall(heapsort, @5, @0)
    ; return f64[addr(array) + (k << 3)]
    Int64 @7 = SymbolAddress(array)
    Int32 @8 = Const32(3)
    Int64 @9 = Shl(@1, @8)
    Int64 @10 = Add(@7, @9)
    Double @11 = Load(@10)
    Void @12 = Return(@11)
}
;; run kth_smallest(1000, 0) == -1023.7941761016846
;; run kth_smallest(1000, 500) == -9.723888397216797
;; run kth_smallest(1000, 999) == 1023.4668264389038
;; run kth_smallest(10, 10) traps HeapOutOfBounds

proc is_sorted_after(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; call fill(n)
    Void @1 = CCall(fill, @0)
    ; call heapsort(addr(array), n)
    Int64 @2 = SymbolAddress(array)
    Void @3 = CCall(heapsort, @2, @0)
    ; good: i32 = 1
    Int32 @4 = Const32(1)                           ; good
    ; for i = 1L until n
    Int64 @5 = Const64(1)
    Void @6 = Upsilon(@5, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:        ; for i
    Int64 @9 = Phi()                                ; i
    Int32 @10 = Phi()                               ; good
    Int32 @11 = LessThan(@9, @0)
    Void @12 = Branch(@11, #2, #4)
#2:        ; body
    ; p: i64 = addr(array) + (i << 3)
    Int64 @13 = SymbolAddress(array)
    Int32 @14 = Const32(3)
    Int64 @15 = Shl(@9, @14)
    Int64 @16 = Add(@13, @15)                       ; p
    ; good = good & (f64[p, -8] <= f64[p])
    Double @17 = Load(@16, offset=-8)
    Double @18 = Load(@16)
    Int32 @19 = LessEqual(@17, @18)
    Int32 @20 = BitAnd(@10, @19)                    ; good
    Void @21 = Jump(#3)
#3:        ; next i
    Int64 @22 = Const64(1)
    Int64 @23 = Add(@9, @22)
    Void @24 = Upsilon(@23, ^@9)
    Void @25 = Upsilon(@20, ^@10)
    Void @26 = Jump(#1)
#4:        ; done
    ; return good
    Void @27 = Return(@10)
}
;; run is_sorted_after(5000) == 1
