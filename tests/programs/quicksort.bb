barebones 1
; Quicksort of signed 32-bit integers: median of three, Hoare's partition, insertion sort for short pieces,
; recursion on the shorter side and a loop for the longer one.
;
; Known answers: Python's sorted() on the same pseudo-random numbers.
;! run

data array = zero:80000

; Fills the array with n numbers: x' = 1664525 x + 1013904223 (Numerical Recipes), from x = 1.
proc fill(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; trapif n >u 20000 HeapOutOfBounds
    Int64 @1 = Const64(20000)
    Int32 @2 = Above(@0, @1)
    Void @3 = TrapIf(@2, HeapOutOfBounds)
    ; x: i32 = 1
    Int32 @4 = Const32(1)                           ; x
    ; for i = 0L until n
    Int64 @5 = Const64(0)
    Void @6 = Upsilon(@5, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:        ; for i
    Int64 @9 = Phi()                                ; i
    Int32 @10 = Phi()                               ; x
    Int32 @11 = LessThan(@9, @0)
    Void @12 = Branch(@11, #2, #4)
#2:        ; body
    ; x = x * 1664525 + 1013904223
    Int32 @13 = Const32(1664525)
    Int32 @14 = Mul(@10, @13)
    Int32 @15 = Const32(1013904223)
    Int32 @16 = Add(@14, @15)                       ; x
    ; i32[addr(array) + (i << 2)] = x
    Int64 @17 = SymbolAddress(array)
    Int32 @18 = Const32(2)
    Int64 @19 = Shl(@9, @18)
    Int64 @20 = Add(@17, @19)
    Void @21 = Store(@16, @20)
    Void @22 = Jump(#3)
#3:        ; next i
    Int64 @23 = Const64(1)
    Int64 @24 = Add(@9, @23)
    Void @25 = Upsilon(@24, ^@9)
    Void @26 = Upsilon(@16, ^@10)
    Void @27 = Jump(#1)
#4:        ; done
    Void @28 = Return()
}

; Sorts from `low` to `high`, the addresses of the first and the last element.
proc sort(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; low
    Int64 @1 = ArgumentReg(%a1)                     ; high
    Void @2 = Upsilon(@1, ^@5)
    Void @3 = Upsilon(@0, ^@6)
    Void @4 = Jump(#1)
#1:        ; while
    Int64 @5 = Phi()                                ; high
    Int64 @6 = Phi()                                ; low
    ; while high - low > 60
    Int64 @7 = Sub(@5, @6)
    Int64 @8 = Const64(60)
    Int32 @9 = GreaterThan(@7, @8)
    Void @10 = Branch(@9, #2, #20)
#2:        ; body
    ; The median of the first, the middle and the last.
    ; middle: i64 = low + ((high - low) >> 3 << 2)
    Int64 @11 = Sub(@5, @6)
    Int32 @12 = Const32(3)
    Int64 @13 = SShr(@11, @12)
    Int32 @14 = Const32(2)
    Int64 @15 = Shl(@13, @14)
    Int64 @16 = Add(@6, @15)                        ; middle
    ; a: i32 = i32[low]
    Int32 @17 = Load(@6)                            ; a
    ; b: i32 = i32[middle]
    Int32 @18 = Load(@16)                           ; b
    ; c: i32 = i32[high]
    Int32 @19 = Load(@5)                            ; c
    ; if a > b
    Int32 @20 = GreaterThan(@17, @18)
    Void @21 = Upsilon(@18, ^@27)
    Void @22 = Upsilon(@17, ^@28)
    Void @23 = Branch(@20, #3, #4)
#3:        ; then
    ; t: i32 = a
    ; a = b
    ; b = t
    Void @24 = Upsilon(@17, ^@27)
    Void @25 = Upsilon(@18, ^@28)
    Void @26 = Jump(#4)
#4:        ; endif
    Int32 @27 = Phi()                               ; b
    Int32 @28 = Phi()                               ; a
    ; pivot: i32 = Select(b > c, Select(a > c, a, c), b)
    Int32 @29 = GreaterThan(@27, @19)
    Int32 @30 = GreaterThan(@28, @19)
    Int32 @31 = Select(@30, @28, @19)
    Int32 @32 = Select(@29, @31, @27)               ; pivot
    ; i: i64 = low
    ; j: i64 = high
    Void @33 = Upsilon(@6, ^@36)
    Void @34 = Upsilon(@5, ^@37)
    Void @35 = Jump(#5)
#5:        ; loop
    Int64 @36 = Phi()                               ; i
    Int64 @37 = Phi()                               ; j
    Void @38 = Upsilon(@36, ^@40)
    Void @39 = Jump(#6)
#6:        ; while
    Int64 @40 = Phi()                               ; i
    ; while i32[i] < pivot
    Int32 @41 = Load(@40)
    Int32 @42 = LessThan(@41, @32)
    Void @43 = Branch(@42, #7, #8)
#7:        ; body
    ; i = i + 4
    Int64 @44 = Const64(4)
    Int64 @45 = Add(@40, @44)                       ; i
    Void @46 = Upsilon(@45, ^@40)
    Void @47 = Jump(#6)
#8:        ; done
    Void @48 = Upsilon(@37, ^@50)
    Void @49 = Jump(#9)
#9:        ; while
    Int64 @50 = Phi()                               ; j
    ; while i32[j] > pivot
    Int32 @51 = Load(@50)
    Int32 @52 = GreaterThan(@51, @32)
    Void @53 = Branch(@52, #10, #11)
#10:        ; body
    ; j = j - 4
    Int64 @54 = Const64(4)
    Int64 @55 = Sub(@50, @54)                       ; j
    Void @56 = Upsilon(@55, ^@50)
    Void @57 = Jump(#9)
#11:        ; done
    ; if i > j
    Int32 @58 = GreaterThan(@40, @50)
    Void @59 = Branch(@58, #12, #13)
#12:        ; then
    Void @60 = Upsilon(@50, ^@78)
    Void @61 = Upsilon(@40, ^@79)
    Void @62 = Jump(#16)
#13:        ; endif
    ; x: i32 = i32[i]
    Int32 @63 = Load(@40)                           ; x
    ; i32[i] = i32[j]
    Int32 @64 = Load(@50)
    Void @65 = Store(@64, @40)
    ; i32[j] = x
    Void @66 = Store(@63, @50)
    ; i = i + 4
    Int64 @67 = Const64(4)
    Int64 @68 = Add(@40, @67)                       ; i
    ; j = j - 4
    Int64 @69 = Sub(@50, @67)                       ; j
    ; if i > j
    Int32 @70 = GreaterThan(@68, @69)
    Void @71 = Branch(@70, #14, #15)
#14:        ; then
    Void @72 = Upsilon(@69, ^@78)
    Void @73 = Upsilon(@68, ^@79)
    Void @74 = Jump(#16)
#15:        ; endif
    Void @75 = Upsilon(@68, ^@36)
    Void @76 = Upsilon(@69, ^@37)
    Void @77 = Jump(#5)
#16:        ; done
    Int64 @78 = Phi()                               ; j
    Int64 @79 = Phi()                               ; i
    ; The shorter side first.
    ; if j - low < high - i
    Int64 @80 = Sub(@78, @6)
    Int64 @81 = Sub(@5, @79)
    Int32 @82 = LessThan(@80, @81)
    Void @83 = Branch(@82, #17, #18)
#17:        ; then
    ; call sort(low, j)
    Void @84 = CCall(sort, @6, @78)
    ; low = i
    Void @85 = Upsilon(@5, ^@92)
    Void @86 = Upsilon(@79, ^@93)
    Void @87 = Jump(#19)
#18:        ; else
    ; call sort(i, high)
    Void @88 = CCall(sort, @79, @5)
    ; high = j
    Void @89 = Upsilon(@78, ^@92)
    Void @90 = Upsilon(@6, ^@93)
    Void @91 = Jump(#19)
#19:        ; endif
    Int64 @92 = Phi()                               ; high
    Int64 @93 = Phi()                               ; low
    Void @94 = Upsilon(@92, ^@5)
    Void @95 = Upsilon(@93, ^@6)
    Void @96 = Jump(#1)
#20:        ; done
    ; Insertion sort of at most sixteen.
    ; p: i64 = low + 4
    Int64 @97 = Const64(4)
    Int64 @98 = Add(@6, @97)                        ; p
    Void @99 = Upsilon(@98, ^@101)
    Void @100 = Jump(#21)
#21:        ; while
    Int64 @101 = Phi()                              ; p
    ; while p <= high
    Int32 @102 = LessEqual(@101, @5)
    Void @103 = Branch(@102, #22, #27)
#22:        ; body
    ; v: i32 = i32[p]
    Int32 @104 = Load(@101)                         ; v
    Void @105 = Upsilon(@101, ^@107)
    Void @106 = Jump(#23)
#23:        ; while
    Int64 @107 = Phi()                              ; q
    ; q: i64 = p
    ; while q > low and i32[q, -4] > v
    Int32 @108 = GreaterThan(@107, @6)
    Void @109 = Branch(@108, #24, #26)
#24:        ; and
    Int32 @110 = Load(@107, offset=-4)
    Int32 @111 = GreaterThan(@110, @104)
    Void @112 = Branch(@111, #25, #26)
#25:        ; body
    ; i32[q] = i32[q, -4]
    Int32 @113 = Load(@107, offset=-4)
    Void @114 = Store(@113, @107)
    ; q = q - 4
    Int64 @115 = Const64(4)
    Int64 @116 = Sub(@107, @115)                    ; q
    Void @117 = Upsilon(@116, ^@107)
    Void @118 = Jump(#23)
#26:        ; done
    ; i32[q] = v
    Void @119 = Store(@104, @107)
    ; p = p + 4
    Int64 @120 = Const64(4)
    Int64 @121 = Add(@101, @120)                    ; p
    Void @122 = Upsilon(@121, ^@101)
    Void @123 = Jump(#21)
#27:        ; done
    Void @124 = Return()
}

; 1 if n numbers are sorted.
proc quicksort(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; call fill(n)
    Void @1 = CCall(fill, @0)
    ; call sort(addr(array), addr(array) + (n << 2) - 4)
    Int64 @2 = SymbolAddress(array)
    Int64 @3 = SymbolAddress(array)
    Int32 @4 = Const32(2)
    Int64 @5 = Shl(@0, @4)
    Int64 @6 = Add(@3, @5)
    Int64 @7 = Const64(4)
    Int64 @8 = Sub(@6, @7)
    Void @9 = CCall(sort, @2, @8)
    ; for i = 1L until n
    Int64 @10 = Const64(1)
    Void @11 = Upsilon(@10, ^@13)
    Void @12 = Jump(#1)
#1:        ; for i
    Int64 @13 = Phi()                               ; i
    Int32 @14 = LessThan(@13, @0)
    Void @15 = Branch(@14, #2, #6)
#2:        ; body
    ; p: i64 = addr(array) + (i << 2)
    Int64 @16 = SymbolAddress(array)
    Int32 @17 = Const32(2)
    Int64 @18 = Shl(@13, @17)
    Int64 @19 = Add(@16, @18)                       ; p
    ; if i32[p, -4] > i32[p] rare
    Int32 @20 = Load(@19, offset=-4)
    Int32 @21 = Load(@19)
    Int32 @22 = GreaterThan(@20, @21)
    Void @23 = Branch(@22, #3:rare, #4)
#3:        ; then
    ; return 0
    Int32 @24 = Const32(0)
    Void @25 = Return(@24)
#4:        ; endif
    Void @26 = Jump(#5)
#5:        ; next i
    Int64 @27 = Const64(1)
    Int64 @28 = Add(@13, @27)
    Void @29 = Upsilon(@28, ^@13)
    Void @30 = Jump(#1)
#6:        ; done
    ; return 1
    Int32 @31 = Const32(1)
    Void @32 = Return(@31)
}
;; run quicksort(1) == 1
;; run quicksort(100) == 1
;; run quicksort(10000) == 1
;; run quicksort(20001) traps HeapOutOfBounds

; The sum of i * a[i] over the sorted array.
proc weighted_sum_of_sorted(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; call quicksort(n)
    Int32 @1 = CCall(quicksort, @0)
    ; sum: i64 = 0
    Int64 @2 = Const64(0)                           ; sum
    ; for i = 0L until n
    Void @3 = Upsilon(@2, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:        ; for i
    Int64 @6 = Phi()                                ; i
    Int64 @7 = Phi()                                ; sum
    Int32 @8 = LessThan(@6, @0)
    Void @9 = Branch(@8, #2, #4)
#2:        ; body
    ; sum = sum + i * SExt32(i32[addr(array) + (i << 2)])
    Int64 @10 = SymbolAddress(array)
    Int32 @11 = Const32(2)
    Int64 @12 = Shl(@6, @11)
    Int64 @13 = Add(@10, @12)
    Int32 @14 = Load(@13)
    Int64 @15 = SExt32(@14)
    Int64 @16 = Mul(@6, @15)
    Int64 @17 = Add(@7, @16)                        ; sum
    Void @18 = Jump(#3)
#3:        ; next i
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@6, @19)
    Void @21 = Upsilon(@20, ^@6)
    Void @22 = Upsilon(@17, ^@7)
    Void @23 = Jump(#1)
#4:        ; done
    ; return sum
    Void @24 = Return(@7)
}
;; run weighted_sum_of_sorted(10) == 23060235597
;; run weighted_sum_of_sorted(5000) == 8948869206343533
