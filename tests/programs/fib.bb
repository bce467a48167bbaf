barebones 1
; Fibonacci numbers by the doubly recursive definition: a test of calls, and nothing but calls.
;
; Known answers: OEIS A000045.
;! run

proc fib(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; The recursion ends at 0 and 1.
    ; if n < 2
    Int32 @2 = Const32(2)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:        ; then
    ; return SExt32(n)
    Int64 @5 = SExt32(@1)
    Void @6 = Return(@5)
#2:        ; endif
    ; return call fib(n - 1) + call fib(n - 2)
    Int32 @7 = Const32(1)
    Int32 @8 = Sub(@1, @7)
    Int64 @9 = CCall(fib, @8)
    Int32 @10 = Const32(2)
    Int32 @11 = Sub(@1, @10)
    Int64 @12 = CCall(fib, @11)
    Int64 @13 = Add(@9, @12)
    Void @14 = Return(@13)
}
;; run fib(0) == 0
;; run fib(1) == 1
;; run fib(10) == 55
;; run fib(22) == 17711

; The same by iteration: two values that are swapped in every iteration.
proc fib_loop(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; a: i64 = 0
    Int64 @2 = Const64(0)                           ; a
    ; b: i64 = 1
    Int64 @3 = Const64(1)                           ; b
    Void @4 = Upsilon(@1, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Upsilon(@3, ^@10)
    Void @7 = Jump(#1)
#1:        ; while
    Int32 @8 = Phi()                                ; n
    Int64 @9 = Phi()                                ; a
    Int64 @10 = Phi()                               ; b
    ; while n > 0
    Int32 @11 = Const32(0)
    Int32 @12 = GreaterThan(@8, @11)
    Void @13 = Branch(@12, #2, #3)
#2:        ; body
    ; next: i64 = a + b
    Int64 @14 = Add(@9, @10)                        ; next
    ; a = b
    ; b = next
    ; n = n - 1
    Int32 @15 = Const32(1)
    Int32 @16 = Sub(@8, @15)                        ; n
    Void @17 = Upsilon(@16, ^@8)
    Void @18 = Upsilon(@10, ^@9)
    Void @19 = Upsilon(@14, ^@10)
    Void @20 = Jump(#1)
#3:        ; done
    ; return a
    Void @21 = Return(@9)
}
;; run fib_loop(90) == 2880067194370816120
