barebones 1
; Collatz's problem: the start below a limit with the longest chain.
;
; Known answers: OEIS A006877 and A006878 (871, 2223, 3711 and 6171 set records; 6171 takes 261 steps).
;! run

; Steps to reach 1.
proc steps(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; count: i32 = 0
    Int32 @1 = Const32(0)                           ; count
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:        ; while
    Int64 @5 = Phi()                                ; n
    Int32 @6 = Phi()                                ; count
    ; while n != 1
    Int64 @7 = Const64(1)
    Int32 @8 = NotEqual(@5, @7)
    Void @9 = Branch(@8, #2, #3)
#2:        ; body
    ; n = Select(n & 1, n * 3 + 1, n >>> 1)
    Int64 @10 = Const64(1)
    Int64 @11 = BitAnd(@5, @10)
    Int64 @12 = Const64(3)
    Int64 @13 = Mul(@5, @12)
    Int64 @14 = Add(@13, @10)
    Int32 @15 = Const32(1)
    Int64 @16 = ZShr(@5, @15)
    Int64 @17 = Select(@11, @14, @16)               ; n
    ; count = count + 1
    Int32 @18 = Add(@6, @15)                        ; count
    Void @19 = Upsilon(@17, ^@5)
    Void @20 = Upsilon(@18, ^@6)
    Void @21 = Jump(#1)
#3:        ; done
    ; return count
    Void @22 = Return(@6)
}
;; run steps(1) == 0
;; run steps(27) == 111
;; run steps(6171) == 261

; The same, with all halvings in a row at once.
proc steps_by_zeros(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; zeros: i32 = Trunc(Ctz(n))
    Int64 @1 = Ctz(@0)
    Int32 @2 = Trunc(@1)                            ; zeros
    ; count: i32 = zeros
    ; n = n >>> zeros
    Int64 @3 = ZShr(@0, @2)                         ; n
    Void @4 = Upsilon(@3, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:        ; while
    Int64 @7 = Phi()                                ; n
    Int32 @8 = Phi()                                ; count
    ; while n != 1
    Int64 @9 = Const64(1)
    Int32 @10 = NotEqual(@7, @9)
    Void @11 = Branch(@10, #2, #3)
#2:        ; body
    ; n = n * 3 + 1
    Int64 @12 = Const64(3)
    Int64 @13 = Mul(@7, @12)
    Int64 @14 = Const64(1)
    Int64 @15 = Add(@13, @14)                       ; n
    ; zeros = Trunc(Ctz(n))
    Int64 @16 = Ctz(@15)
    Int32 @17 = Trunc(@16)                          ; zeros
    ; n = n >>> zeros
    Int64 @18 = ZShr(@15, @17)                      ; n
    ; count = count + zeros + 1
    Int32 @19 = Add(@8, @17)
    Int32 @20 = Const32(1)
    Int32 @21 = Add(@19, @20)                       ; count
    Void @22 = Upsilon(@18, ^@7)
    Void @23 = Upsilon(@21, ^@8)
    Void @24 = Jump(#1)
#3:        ; done
    ; return count
    Void @25 = Return(@8)
}
;; run steps_by_zeros(6171) == 261

proc longest_below(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; limit
    ; best: i64 = 1
    Int64 @1 = Const64(1)                           ; best
    ; most: i32 = 0
    Int32 @2 = Const32(0)                           ; most
    ; for n = 1L until limit
    Void @3 = Upsilon(@1, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@1, ^@9)
    Void @6 = Jump(#1)
#1:        ; for n
    Int64 @7 = Phi()                                ; n
    Int32 @8 = Phi()                                ; most
    Int64 @9 = Phi()                                ; best
    Int32 @10 = LessThan(@7, @0)
    Void @11 = Branch(@10, #2, #6)
#2:        ; body
    ; count: i32 = call steps(n)
    Int32 @12 = CCall(steps, @7)                    ; count
    ; if count > most
    Int32 @13 = GreaterThan(@12, @8)
    Void @14 = Upsilon(@8, ^@20)
    Void @15 = Upsilon(@9, ^@21)
    Void @16 = Branch(@13, #3, #4)
#3:        ; then
    ; most = count
    ; best = n
    Void @17 = Upsilon(@12, ^@20)
    Void @18 = Upsilon(@7, ^@21)
    Void @19 = Jump(#4)
#4:        ; endif
    Int32 @20 = Phi()                               ; most
    Int64 @21 = Phi()                               ; best
    Void @22 = Jump(#5)
#5:        ; next n
    Int64 @23 = Const64(1)
    Int64 @24 = Add(@7, @23)
    Void @25 = Upsilon(@24, ^@7)
    Void @26 = Upsilon(@20, ^@8)
    Void @27 = Upsilon(@21, ^@9)
    Void @28 = Jump(#1)
#6:        ; done
    ; return best
    Void @29 = Return(@9)
}
;; run longest_below(1000) == 871
;; run longest_below(2300) == 2223

; As above, without branches on the counts; local variables instead of SSA.
proc longest_below_by_zeros(Int64) -> Int64 {
    var0: Int64        ; limit
    var1: Int64        ; best
    var2: Int32        ; most
    var3: Int64        ; n
    var4: Int64        ; n.end
    var5: Int32        ; count
    var6: Int32        ; longer
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; limit
    Void @1 = Set(@0, var0)
    ; best: i64 = 1
    Int64 @2 = Const64(1)                           ; best
    Void @3 = Set(@2, var1)
    ; most: i32 = 0
    Int32 @4 = Const32(0)                           ; most
    Void @5 = Set(@4, var2)
    ; for n = 1L until limit
    Int64 @6 = Get(var0)
    Void @7 = Set(@2, var3)
    Void @8 = Set(@6, var4)
    Void @9 = Jump(#1)
#1:        ; for n
    Int64 @10 = Get(var3)
    Int64 @11 = Get(var4)
    Int32 @12 = LessThan(@10, @11)
    Void @13 = Branch(@12, #2, #4)
#2:        ; body
    ; count: i32 = call steps_by_zeros(n)
    Int64 @14 = Get(var3)
    Int32 @15 = CCall(steps_by_zeros, @14)          ; count
    Void @16 = Set(@15, var5)
    ; longer: i32 = count > most
    Int32 @17 = Get(var5)
    Int32 @18 = Get(var2)
    Int32 @19 = GreaterThan(@17, @18)               ; longer
    Void @20 = Set(@19, var6)
    ; best = Select(longer, n, best)
    Int32 @21 = Get(var6)
    Int64 @22 = Get(var3)
    Int64 @23 = Get(var1)
    Int64 @24 = Select(@21, @22, @23)               ; best
    Void @25 = Set(@24, var1)
    ; most = Select(longer, count, most)
    Int32 @26 = Get(var6)
    Int32 @27 = Get(var5)
    Int32 @28 = Get(var2)
    Int32 @29 = Select(@26, @27, @28)               ; most
    Void @30 = Set(@29, var2)
    Void @31 = Jump(#3)
#3:        ; next n
    Int64 @32 = Get(var3)
    Int64 @33 = Const64(1)
    Int64 @34 = Add(@32, @33)
    Void @35 = Set(@34, var3)
    Void @36 = Jump(#1)
#4:        ; done
    ; return best
    Int64 @37 = Get(var1)
    Void @38 = Return(@37)
}
;; run longest_below_by_zeros(5000) == 3711
