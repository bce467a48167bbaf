barebones 1
; All integer comparisons, as values, with constants, and in branches. 64 bits.
;! run

proc lessthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return LessThan(a, b)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}
;; run lessthan64(0, 0) == 0
;; run lessthan64(1, 0) == 0
;; run lessthan64(0, 1) == 1
;; run lessthan64(-1, 0) == 1
;; run lessthan64(0, -1) == 0
;; run lessthan64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run lessthan64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run lessthan64(-1, -1) == 0

proc lessthan64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessThan(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}
;; run lessthan64_by_0(0) == 0
;; run lessthan64_by_0(1) == 0
;; run lessthan64_by_0(-1) == 1
;; run lessthan64_by_0(0x8000000000000000) == 1
;; run lessthan64_by_0(0x7fffffffffffffff) == 0

proc lessthan64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessThan(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}
;; run lessthan64_by_minus_1(0) == 0
;; run lessthan64_by_minus_1(1) == 0
;; run lessthan64_by_minus_1(-1) == 0
;; run lessthan64_by_minus_1(0x8000000000000000) == 1
;; run lessthan64_by_minus_1(0x7fffffffffffffff) == 0

proc lessthan64_folded0() -> Int32 {
#0:
    ; return LessThan(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = LessThan(@0, @0)
    Void @2 = Return(@1)
}
;; run lessthan64_folded0() == 0

proc lessthan64_folded1() -> Int32 {
#0:
    ; return LessThan(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}
;; run lessthan64_folded1() == 0

proc branch_lessthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if LessThan(a, b)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}
;; run branch_lessthan64(0, 0) == 20
;; run branch_lessthan64(1, 0) == 20
;; run branch_lessthan64(0, 1) == 10
;; run branch_lessthan64(-1, 0) == 10
;; run branch_lessthan64(0, -1) == 20
;; run branch_lessthan64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_lessthan64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_lessthan64(-1, -1) == 20

proc greaterthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return GreaterThan(a, b)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterthan64(0, 0) == 0
;; run greaterthan64(1, 0) == 1
;; run greaterthan64(0, 1) == 0
;; run greaterthan64(-1, 0) == 0
;; run greaterthan64(0, -1) == 1
;; run greaterthan64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run greaterthan64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run greaterthan64(-1, -1) == 0

proc greaterthan64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterThan(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterthan64_by_0(0) == 0
;; run greaterthan64_by_0(1) == 1
;; run greaterthan64_by_0(-1) == 0
;; run greaterthan64_by_0(0x8000000000000000) == 0
;; run greaterthan64_by_0(0x7fffffffffffffff) == 1

proc greaterthan64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterThan(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterthan64_by_minus_1(0) == 1
;; run greaterthan64_by_minus_1(1) == 1
;; run greaterthan64_by_minus_1(-1) == 0
;; run greaterthan64_by_minus_1(0x8000000000000000) == 0
;; run greaterthan64_by_minus_1(0x7fffffffffffffff) == 1

proc greaterthan64_folded0() -> Int32 {
#0:
    ; return GreaterThan(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = GreaterThan(@0, @0)
    Void @2 = Return(@1)
}
;; run greaterthan64_folded0() == 0

proc greaterthan64_folded1() -> Int32 {
#0:
    ; return GreaterThan(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterthan64_folded1() == 1

proc branch_greaterthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if GreaterThan(a, b)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}
;; run branch_greaterthan64(0, 0) == 20
;; run branch_greaterthan64(1, 0) == 10
;; run branch_greaterthan64(0, 1) == 20
;; run branch_greaterthan64(-1, 0) == 20
;; run branch_greaterthan64(0, -1) == 10
;; run branch_greaterthan64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_greaterthan64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_greaterthan64(-1, -1) == 20
