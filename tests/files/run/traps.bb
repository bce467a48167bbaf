barebones 1
; Trap and TrapIf: every code, on values of both sizes, and the effects before a trap are kept.
;! run

proc every_code(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; which
    ; switch which
    Void @2 = Switch(@1, 0: #1, 1: #2, 2: #3, 3: #4, 4: #5, 5: #6, 6: #7, 7: #8, 8: #9, default: #10)
#1:        ; case 0
    ; trap Unreachable
    Void @3 = Trap(Unreachable)
#2:        ; case 1
    ; trap HeapOutOfBounds
    Void @4 = Trap(HeapOutOfBounds)
#3:        ; case 2
    ; trap NullReference
    Void @5 = Trap(NullReference)
#4:        ; case 3
    ; trap IntegerDivisionByZero
    Void @6 = Trap(IntegerDivisionByZero)
#5:        ; case 4
    ; trap IntegerOverflow
    Void @7 = Trap(IntegerOverflow)
#6:        ; case 5
    ; trap BadConversion
    Void @8 = Trap(BadConversion)
#7:        ; case 6
    ; trap StackOverflow
    Void @9 = Trap(StackOverflow)
#8:        ; case 7
    ; trap User(0)
    Void @10 = Trap(User(0))
#9:        ; case 8
    ; trap User(65535)
    Void @11 = Trap(User(65535))
#10:        ; default
    ; return which
    Void @12 = Return(@1)
}
;; run every_code(0) traps Unreachable
;; run every_code(1) traps HeapOutOfBounds
;; run every_code(2) traps NullReference
;; run every_code(3) traps IntegerDivisionByZero
;; run every_code(4) traps IntegerOverflow
;; run every_code(5) traps BadConversion
;; run every_code(6) traps StackOverflow
;; run every_code(7) traps User(0)
;; run every_code(8) traps User(65535)
;; run every_code(9) == 9

proc if32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; trapif x User(1)
    Void @2 = TrapIf(@1, User(1))
    ; return 5
    Int32 @3 = Const32(5)
    Void @4 = Return(@3)
}
;; run if32(0) == 5
;; run if32(-1) traps User(1)
;; run if32(0x80000000) traps User(1)

proc if64(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; trapif x User(2)
    Void @1 = TrapIf(@0, User(2))
    ; return 6
    Int32 @2 = Const32(6)
    Void @3 = Return(@2)
}
;; run if64(0) == 6
;; run if64(0x100000000) traps User(2)
;; run if64(1) traps User(2)

proc of_compare(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; trapif a <u b IntegerOverflow
    Int32 @4 = Below(@1, @3)
    Void @5 = TrapIf(@4, IntegerOverflow)
    ; return a - b
    Int32 @6 = Sub(@1, @3)
    Void @7 = Return(@6)
}
;; run of_compare(3, 2) == 1
;; run of_compare(-1, 2) == -3
;; run of_compare(1, 2) traps IntegerOverflow

proc of_floats(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; a
    Double @1 = ArgumentReg(%fa1)                   ; b
    ; trapif a >= b BadConversion
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = TrapIf(@2, BadConversion)
    ; return a + b
    Double @4 = Add(@0, @1)
    Void @5 = Return(@4)
}
;; run of_floats(1.0, 2.0) == 3.0
;; run of_floats(2.0, 2.0) traps BadConversion

proc of_bits(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; trapif x & 0x10 User(3)
    Int32 @2 = Const32(16)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = TrapIf(@3, User(3))
    ; return x
    Void @5 = Return(@1)
}
;; run of_bits(15) == 15
;; run of_bits(0x11) traps User(3)

; The first one counts.
proc two(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; y
    ; trapif x User(4)
    Void @4 = TrapIf(@1, User(4))
    ; trapif y User(5)
    Void @5 = TrapIf(@3, User(5))
    ; return 7
    Int32 @6 = Const32(7)
    Void @7 = Return(@6)
}
;; run two(0, 0) == 7
;; run two(1, 1) traps User(4)
;; run two(0, 1) traps User(5)

; In a loop: in the fifth iteration.
proc in_a_loop(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; for i = 0 until n
    Int32 @2 = Const32(0)
    Void @3 = Upsilon(@2, ^@5)
    Void @4 = Jump(#1)
#1:        ; for i
    Int32 @5 = Phi()                                ; i
    Int32 @6 = LessThan(@5, @1)
    Void @7 = Branch(@6, #2, #4)
#2:        ; body
    ; trapif i == 5 User(6)
    Int32 @8 = Const32(5)
    Int32 @9 = Equal(@5, @8)
    Void @10 = TrapIf(@9, User(6))
    Void @11 = Jump(#3)
#3:        ; next i
    Int32 @12 = Const32(1)
    Int32 @13 = Add(@5, @12)
    Void @14 = Upsilon(@13, ^@5)
    Void @15 = Jump(#1)
#4:        ; done
    ; return n
    Void @16 = Return(@1)
}
;; run in_a_loop(5) == 5
;; run in_a_loop(6) traps User(6)

; In a callee, below two activations.
proc inner(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; trapif x == 0 IntegerDivisionByZero
    Int32 @2 = Const32(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = TrapIf(@3, IntegerDivisionByZero)
    ; return 100 / x
    Int32 @5 = Const32(100)
    Int32 @6 = Div(@5, @1)
    Void @7 = Return(@6)
}

proc outer(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; return call inner(x) + call inner(x - 1)
    Int32 @2 = CCall(inner, @1)
    Int32 @3 = Const32(1)
    Int32 @4 = Sub(@1, @3)
    Int32 @5 = CCall(inner, @4)
    Int32 @6 = Add(@2, @5)
    Void @7 = Return(@6)
}
;; run outer(3) == 83
;; run outer(0) traps IntegerDivisionByZero
;; run outer(1) traps IntegerDivisionByZero

; A division that only happens when it may.
proc guarded(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; r: i32 = 0
    Int32 @4 = Const32(0)                           ; r
    ; if b != 0
    Int32 @5 = NotEqual(@3, @4)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Branch(@5, #1, #2)
#1:        ; then
    ; r = a / b
    Int32 @8 = Div(@1, @3)                          ; r
    Void @9 = Upsilon(@8, ^@11)
    Void @10 = Jump(#2)
#2:        ; endif
    Int32 @11 = Phi()                               ; r
    ; return r
    Void @12 = Return(@11)
}
;; run guarded(7, 2) == 3
;; run guarded(7, 0) == 0

proc always(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; trapif 1 NullReference
    Int32 @2 = Const32(1)
    Void @3 = TrapIf(@2, NullReference)
    ; return x
    Void @4 = Return(@1)
}
;; run always(1) traps NullReference

proc never(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; trapif 0 NullReference
    Int32 @2 = Const32(0)
    Void @3 = TrapIf(@2, NullReference)
    ; return x
    Void @4 = Return(@1)
}
;; run never(1) == 1
