barebones 1
; All integer comparisons, as values, with constants, and in branches. 64 bits.
;! run
;; run equal64(0, 0) == 1
;; run equal64(1, 0) == 0
;; run equal64(0, 1) == 0
;; run equal64(-1, 0) == 0
;; run equal64(0, -1) == 0
;; run equal64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run equal64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run equal64(-1, -1) == 1
;; run equal64_by_0(0) == 1
;; run equal64_by_0(1) == 0
;; run equal64_by_0(-1) == 0
;; run equal64_by_0(0x8000000000000000) == 0
;; run equal64_by_0(0x7fffffffffffffff) == 0
;; run equal64_by_minus_1(0) == 0
;; run equal64_by_minus_1(1) == 0
;; run equal64_by_minus_1(-1) == 1
;; run equal64_by_minus_1(0x8000000000000000) == 0
;; run equal64_by_minus_1(0x7fffffffffffffff) == 0
;; run equal64_folded0() == 1
;; run equal64_folded1() == 0
;; run branch_equal64(0, 0) == 10
;; run branch_equal64(1, 0) == 20
;; run branch_equal64(0, 1) == 20
;; run branch_equal64(-1, 0) == 20
;; run branch_equal64(0, -1) == 20
;; run branch_equal64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_equal64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_equal64(-1, -1) == 10
;; run notequal64(0, 0) == 0
;; run notequal64(1, 0) == 1
;; run notequal64(0, 1) == 1
;; run notequal64(-1, 0) == 1
;; run notequal64(0, -1) == 1
;; run notequal64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run notequal64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run notequal64(-1, -1) == 0
;; run notequal64_by_0(0) == 0
;; run notequal64_by_0(1) == 1
;; run notequal64_by_0(-1) == 1
;; run notequal64_by_0(0x8000000000000000) == 1
;; run notequal64_by_0(0x7fffffffffffffff) == 1
;; run notequal64_by_minus_1(0) == 1
;; run notequal64_by_minus_1(1) == 1
;; run notequal64_by_minus_1(-1) == 0
;; run notequal64_by_minus_1(0x8000000000000000) == 1
;; run notequal64_by_minus_1(0x7fffffffffffffff) == 1
;; run notequal64_folded0() == 0
;; run notequal64_folded1() == 1
;; run branch_notequal64(0, 0) == 20
;; run branch_notequal64(1, 0) == 10
;; run branch_notequal64(0, 1) == 10
;; run branch_notequal64(-1, 0) == 10
;; run branch_notequal64(0, -1) == 10
;; run branch_notequal64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_notequal64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_notequal64(-1, -1) == 20
;; run lessthan64(0, 0) == 0
;; run lessthan64(1, 0) == 0
;; run lessthan64(0, 1) == 1
;; run lessthan64(-1, 0) == 1
;; run lessthan64(0, -1) == 0
;; run lessthan64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run lessthan64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run lessthan64(-1, -1) == 0
;; run lessthan64_by_0(0) == 0
;; run lessthan64_by_0(1) == 0
;; run lessthan64_by_0(-1) == 1
;; run lessthan64_by_0(0x8000000000000000) == 1
;; run lessthan64_by_0(0x7fffffffffffffff) == 0
;; run lessthan64_by_minus_1(0) == 0
;; run lessthan64_by_minus_1(1) == 0
;; run lessthan64_by_minus_1(-1) == 0
;; run lessthan64_by_minus_1(0x8000000000000000) == 1
;; run lessthan64_by_minus_1(0x7fffffffffffffff) == 0
;; run lessthan64_folded0() == 0
;; run lessthan64_folded1() == 0
;; run branch_lessthan64(0, 0) == 20
;; run branch_lessthan64(1, 0) == 20
;; run branch_lessthan64(0, 1) == 10
;; run branch_lessthan64(-1, 0) == 10
;; run branch_lessthan64(0, -1) == 20
;; run branch_lessthan64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_lessthan64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_lessthan64(-1, -1) == 20
;; run greaterthan64(0, 0) == 0
;; run greaterthan64(1, 0) == 1
;; run greaterthan64(0, 1) == 0
;; run greaterthan64(-1, 0) == 0
;; run greaterthan64(0, -1) == 1
;; run greaterthan64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run greaterthan64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run greaterthan64(-1, -1) == 0
;; run greaterthan64_by_0(0) == 0
;; run greaterthan64_by_0(1) == 1
;; run greaterthan64_by_0(-1) == 0
;; run greaterthan64_by_0(0x8000000000000000) == 0
;; run greaterthan64_by_0(0x7fffffffffffffff) == 1
;; run greaterthan64_by_minus_1(0) == 1
;; run greaterthan64_by_minus_1(1) == 1
;; run greaterthan64_by_minus_1(-1) == 0
;; run greaterthan64_by_minus_1(0x8000000000000000) == 0
;; run greaterthan64_by_minus_1(0x7fffffffffffffff) == 1
;; run greaterthan64_folded0() == 0
;; run greaterthan64_folded1() == 1
;; run branch_greaterthan64(0, 0) == 20
;; run branch_greaterthan64(1, 0) == 10
;; run branch_greaterthan64(0, 1) == 20
;; run branch_greaterthan64(-1, 0) == 20
;; run branch_greaterthan64(0, -1) == 10
;; run branch_greaterthan64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_greaterthan64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_greaterthan64(-1, -1) == 20
;; run lessequal64(0, 0) == 1
;; run lessequal64(1, 0) == 0
;; run lessequal64(0, 1) == 1
;; run lessequal64(-1, 0) == 1
;; run lessequal64(0, -1) == 0
;; run lessequal64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run lessequal64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run lessequal64(-1, -1) == 1
;; run lessequal64_by_0(0) == 1
;; run lessequal64_by_0(1) == 0
;; run lessequal64_by_0(-1) == 1
;; run lessequal64_by_0(0x8000000000000000) == 1
;; run lessequal64_by_0(0x7fffffffffffffff) == 0
;; run lessequal64_by_minus_1(0) == 0
;; run lessequal64_by_minus_1(1) == 0
;; run lessequal64_by_minus_1(-1) == 1
;; run lessequal64_by_minus_1(0x8000000000000000) == 1
;; run lessequal64_by_minus_1(0x7fffffffffffffff) == 0
;; run lessequal64_folded0() == 1
;; run lessequal64_folded1() == 0
;; run branch_lessequal64(0, 0) == 10
;; run branch_lessequal64(1, 0) == 20
;; run branch_lessequal64(0, 1) == 10
;; run branch_lessequal64(-1, 0) == 10
;; run branch_lessequal64(0, -1) == 20
;; run branch_lessequal64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_lessequal64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_lessequal64(-1, -1) == 10
;; run greaterequal64(0, 0) == 1
;; run greaterequal64(1, 0) == 1
;; run greaterequal64(0, 1) == 0
;; run greaterequal64(-1, 0) == 0
;; run greaterequal64(0, -1) == 1
;; run greaterequal64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run greaterequal64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run greaterequal64(-1, -1) == 1
;; run greaterequal64_by_0(0) == 1
;; run greaterequal64_by_0(1) == 1
;; run greaterequal64_by_0(-1) == 0
;; run greaterequal64_by_0(0x8000000000000000) == 0
;; run greaterequal64_by_0(0x7fffffffffffffff) == 1
;; run greaterequal64_by_minus_1(0) == 1
;; run greaterequal64_by_minus_1(1) == 1
;; run greaterequal64_by_minus_1(-1) == 1
;; run greaterequal64_by_minus_1(0x8000000000000000) == 0
;; run greaterequal64_by_minus_1(0x7fffffffffffffff) == 1
;; run greaterequal64_folded0() == 1
;; run greaterequal64_folded1() == 1
;; run branch_greaterequal64(0, 0) == 10
;; run branch_greaterequal64(1, 0) == 10
;; run branch_greaterequal64(0, 1) == 20
;; run branch_greaterequal64(-1, 0) == 20
;; run branch_greaterequal64(0, -1) == 10
;; run branch_greaterequal64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_greaterequal64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_greaterequal64(-1, -1) == 10
;; run above64(0, 0) == 0
;; run above64(1, 0) == 1
;; run above64(0, 1) == 0
;; run above64(-1, 0) == 1
;; run above64(0, -1) == 0
;; run above64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run above64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run above64(-1, -1) == 0
;; run above64_by_0(0) == 0
;; run above64_by_0(1) == 1
;; run above64_by_0(-1) == 1
;; run above64_by_0(0x8000000000000000) == 1
;; run above64_by_0(0x7fffffffffffffff) == 1
;; run above64_by_minus_1(0) == 0
;; run above64_by_minus_1(1) == 0
;; run above64_by_minus_1(-1) == 0
;; run above64_by_minus_1(0x8000000000000000) == 0
;; run above64_by_minus_1(0x7fffffffffffffff) == 0
;; run above64_folded0() == 0
;; run above64_folded1() == 1
;; run branch_above64(0, 0) == 20
;; run branch_above64(1, 0) == 10
;; run branch_above64(0, 1) == 20
;; run branch_above64(-1, 0) == 10
;; run branch_above64(0, -1) == 20
;; run branch_above64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_above64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_above64(-1, -1) == 20
;; run below64(0, 0) == 0
;; run below64(1, 0) == 0
;; run below64(0, 1) == 1
;; run below64(-1, 0) == 0
;; run below64(0, -1) == 1
;; run below64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run below64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run below64(-1, -1) == 0
;; run below64_by_0(0) == 0
;; run below64_by_0(1) == 0
;; run below64_by_0(-1) == 0
;; run below64_by_0(0x8000000000000000) == 0
;; run below64_by_0(0x7fffffffffffffff) == 0
;; run below64_by_minus_1(0) == 1
;; run below64_by_minus_1(1) == 1
;; run below64_by_minus_1(-1) == 0
;; run below64_by_minus_1(0x8000000000000000) == 1
;; run below64_by_minus_1(0x7fffffffffffffff) == 1
;; run below64_folded0() == 0
;; run below64_folded1() == 0
;; run branch_below64(0, 0) == 20
;; run branch_below64(1, 0) == 20
;; run branch_below64(0, 1) == 10
;; run branch_below64(-1, 0) == 20
;; run branch_below64(0, -1) == 10
;; run branch_below64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_below64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_below64(-1, -1) == 20
;; run aboveequal64(0, 0) == 1
;; run aboveequal64(1, 0) == 1
;; run aboveequal64(0, 1) == 0
;; run aboveequal64(-1, 0) == 1
;; run aboveequal64(0, -1) == 0
;; run aboveequal64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run aboveequal64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run aboveequal64(-1, -1) == 1
;; run aboveequal64_by_0(0) == 1
;; run aboveequal64_by_0(1) == 1
;; run aboveequal64_by_0(-1) == 1
;; run aboveequal64_by_0(0x8000000000000000) == 1
;; run aboveequal64_by_0(0x7fffffffffffffff) == 1
;; run aboveequal64_by_minus_1(0) == 0
;; run aboveequal64_by_minus_1(1) == 0
;; run aboveequal64_by_minus_1(-1) == 1
;; run aboveequal64_by_minus_1(0x8000000000000000) == 0
;; run aboveequal64_by_minus_1(0x7fffffffffffffff) == 0
;; run aboveequal64_folded0() == 1
;; run aboveequal64_folded1() == 1
;; run branch_aboveequal64(0, 0) == 10
;; run branch_aboveequal64(1, 0) == 10
;; run branch_aboveequal64(0, 1) == 20
;; run branch_aboveequal64(-1, 0) == 10
;; run branch_aboveequal64(0, -1) == 20
;; run branch_aboveequal64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_aboveequal64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_aboveequal64(-1, -1) == 10
;; run belowequal64(0, 0) == 1
;; run belowequal64(1, 0) == 0
;; run belowequal64(0, 1) == 1
;; run belowequal64(-1, 0) == 0
;; run belowequal64(0, -1) == 1
;; run belowequal64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run belowequal64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run belowequal64(-1, -1) == 1
;; run belowequal64_by_0(0) == 1
;; run belowequal64_by_0(1) == 0
;; run belowequal64_by_0(-1) == 0
;; run belowequal64_by_0(0x8000000000000000) == 0
;; run belowequal64_by_0(0x7fffffffffffffff) == 0
;; run belowequal64_by_minus_1(0) == 1
;; run belowequal64_by_minus_1(1) == 1
;; run belowequal64_by_minus_1(-1) == 1
;; run belowequal64_by_minus_1(0x8000000000000000) == 1
;; run belowequal64_by_minus_1(0x7fffffffffffffff) == 1
;; run belowequal64_folded0() == 1
;; run belowequal64_folded1() == 0
;; run branch_belowequal64(0, 0) == 10
;; run branch_belowequal64(1, 0) == 20
;; run branch_belowequal64(0, 1) == 10
;; run branch_belowequal64(-1, 0) == 20
;; run branch_belowequal64(0, -1) == 10
;; run branch_belowequal64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_belowequal64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_belowequal64(-1, -1) == 10

proc equal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Equal(a, b)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc equal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Equal(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc equal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Equal(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc equal64_folded0() -> Int32 {
#0:
    ; return Equal(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Equal(@0, @0)
    Void @2 = Return(@1)
}

proc equal64_folded1() -> Int32 {
#0:
    ; return Equal(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc branch_equal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if Equal(a, b)
    Int32 @2 = Equal(@0, @1)
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

proc notequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return NotEqual(a, b)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc notequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return NotEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc notequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return NotEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc notequal64_folded0() -> Int32 {
#0:
    ; return NotEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = NotEqual(@0, @0)
    Void @2 = Return(@1)
}

proc notequal64_folded1() -> Int32 {
#0:
    ; return NotEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_notequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if NotEqual(a, b)
    Int32 @2 = NotEqual(@0, @1)
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

proc lessthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return LessThan(a, b)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc lessthan64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessThan(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc lessthan64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessThan(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc lessthan64_folded0() -> Int32 {
#0:
    ; return LessThan(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = LessThan(@0, @0)
    Void @2 = Return(@1)
}

proc lessthan64_folded1() -> Int32 {
#0:
    ; return LessThan(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

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

proc greaterthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return GreaterThan(a, b)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc greaterthan64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterThan(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc greaterthan64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterThan(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc greaterthan64_folded0() -> Int32 {
#0:
    ; return GreaterThan(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = GreaterThan(@0, @0)
    Void @2 = Return(@1)
}

proc greaterthan64_folded1() -> Int32 {
#0:
    ; return GreaterThan(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

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

proc lessequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return LessEqual(a, b)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc lessequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc lessequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc lessequal64_folded0() -> Int32 {
#0:
    ; return LessEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = LessEqual(@0, @0)
    Void @2 = Return(@1)
}

proc lessequal64_folded1() -> Int32 {
#0:
    ; return LessEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_lessequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if LessEqual(a, b)
    Int32 @2 = LessEqual(@0, @1)
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

proc greaterequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return GreaterEqual(a, b)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc greaterequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc greaterequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc greaterequal64_folded0() -> Int32 {
#0:
    ; return GreaterEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = GreaterEqual(@0, @0)
    Void @2 = Return(@1)
}

proc greaterequal64_folded1() -> Int32 {
#0:
    ; return GreaterEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_greaterequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if GreaterEqual(a, b)
    Int32 @2 = GreaterEqual(@0, @1)
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

proc above64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Above(a, b)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc above64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Above(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc above64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Above(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc above64_folded0() -> Int32 {
#0:
    ; return Above(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Above(@0, @0)
    Void @2 = Return(@1)
}

proc above64_folded1() -> Int32 {
#0:
    ; return Above(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc branch_above64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if Above(a, b)
    Int32 @2 = Above(@0, @1)
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

proc below64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Below(a, b)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc below64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Below(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc below64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Below(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc below64_folded0() -> Int32 {
#0:
    ; return Below(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Below(@0, @0)
    Void @2 = Return(@1)
}

proc below64_folded1() -> Int32 {
#0:
    ; return Below(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc branch_below64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if Below(a, b)
    Int32 @2 = Below(@0, @1)
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

proc aboveequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return AboveEqual(a, b)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc aboveequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return AboveEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc aboveequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return AboveEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc aboveequal64_folded0() -> Int32 {
#0:
    ; return AboveEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = AboveEqual(@0, @0)
    Void @2 = Return(@1)
}

proc aboveequal64_folded1() -> Int32 {
#0:
    ; return AboveEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_aboveequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if AboveEqual(a, b)
    Int32 @2 = AboveEqual(@0, @1)
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

proc belowequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return BelowEqual(a, b)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc belowequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BelowEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc belowequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BelowEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc belowequal64_folded0() -> Int32 {
#0:
    ; return BelowEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = BelowEqual(@0, @0)
    Void @2 = Return(@1)
}

proc belowequal64_folded1() -> Int32 {
#0:
    ; return BelowEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_belowequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if BelowEqual(a, b)
    Int32 @2 = BelowEqual(@0, @1)
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
