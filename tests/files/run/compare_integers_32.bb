barebones 1
; All integer comparisons, as values, with constants, and in branches. 32 bits.
;! run
;; run equal32(0, 0) == 1
;; run equal32(1, 0) == 0
;; run equal32(0, 1) == 0
;; run equal32(-1, 0) == 0
;; run equal32(0, -1) == 0
;; run equal32(0x80000000, 0x7fffffff) == 0
;; run equal32(0x7fffffff, 0x80000000) == 0
;; run equal32(-1, -1) == 1
;; run equal32_by_0(0) == 1
;; run equal32_by_0(1) == 0
;; run equal32_by_0(-1) == 0
;; run equal32_by_0(0x80000000) == 0
;; run equal32_by_0(0x7fffffff) == 0
;; run equal32_by_minus_1(0) == 0
;; run equal32_by_minus_1(1) == 0
;; run equal32_by_minus_1(-1) == 1
;; run equal32_by_minus_1(0x80000000) == 0
;; run equal32_by_minus_1(0x7fffffff) == 0
;; run equal32_folded0() == 1
;; run equal32_folded1() == 0
;; run branch_equal32(0, 0) == 10
;; run branch_equal32(1, 0) == 20
;; run branch_equal32(0, 1) == 20
;; run branch_equal32(-1, 0) == 20
;; run branch_equal32(0, -1) == 20
;; run branch_equal32(0x80000000, 0x7fffffff) == 20
;; run branch_equal32(0x7fffffff, 0x80000000) == 20
;; run branch_equal32(-1, -1) == 10
;; run notequal32(0, 0) == 0
;; run notequal32(1, 0) == 1
;; run notequal32(0, 1) == 1
;; run notequal32(-1, 0) == 1
;; run notequal32(0, -1) == 1
;; run notequal32(0x80000000, 0x7fffffff) == 1
;; run notequal32(0x7fffffff, 0x80000000) == 1
;; run notequal32(-1, -1) == 0
;; run notequal32_by_0(0) == 0
;; run notequal32_by_0(1) == 1
;; run notequal32_by_0(-1) == 1
;; run notequal32_by_0(0x80000000) == 1
;; run notequal32_by_0(0x7fffffff) == 1
;; run notequal32_by_minus_1(0) == 1
;; run notequal32_by_minus_1(1) == 1
;; run notequal32_by_minus_1(-1) == 0
;; run notequal32_by_minus_1(0x80000000) == 1
;; run notequal32_by_minus_1(0x7fffffff) == 1
;; run notequal32_folded0() == 0
;; run notequal32_folded1() == 1
;; run branch_notequal32(0, 0) == 20
;; run branch_notequal32(1, 0) == 10
;; run branch_notequal32(0, 1) == 10
;; run branch_notequal32(-1, 0) == 10
;; run branch_notequal32(0, -1) == 10
;; run branch_notequal32(0x80000000, 0x7fffffff) == 10
;; run branch_notequal32(0x7fffffff, 0x80000000) == 10
;; run branch_notequal32(-1, -1) == 20
;; run lessthan32(0, 0) == 0
;; run lessthan32(1, 0) == 0
;; run lessthan32(0, 1) == 1
;; run lessthan32(-1, 0) == 1
;; run lessthan32(0, -1) == 0
;; run lessthan32(0x80000000, 0x7fffffff) == 1
;; run lessthan32(0x7fffffff, 0x80000000) == 0
;; run lessthan32(-1, -1) == 0
;; run lessthan32_by_0(0) == 0
;; run lessthan32_by_0(1) == 0
;; run lessthan32_by_0(-1) == 1
;; run lessthan32_by_0(0x80000000) == 1
;; run lessthan32_by_0(0x7fffffff) == 0
;; run lessthan32_by_minus_1(0) == 0
;; run lessthan32_by_minus_1(1) == 0
;; run lessthan32_by_minus_1(-1) == 0
;; run lessthan32_by_minus_1(0x80000000) == 1
;; run lessthan32_by_minus_1(0x7fffffff) == 0
;; run lessthan32_folded0() == 0
;; run lessthan32_folded1() == 0
;; run branch_lessthan32(0, 0) == 20
;; run branch_lessthan32(1, 0) == 20
;; run branch_lessthan32(0, 1) == 10
;; run branch_lessthan32(-1, 0) == 10
;; run branch_lessthan32(0, -1) == 20
;; run branch_lessthan32(0x80000000, 0x7fffffff) == 10
;; run branch_lessthan32(0x7fffffff, 0x80000000) == 20
;; run branch_lessthan32(-1, -1) == 20
;; run greaterthan32(0, 0) == 0
;; run greaterthan32(1, 0) == 1
;; run greaterthan32(0, 1) == 0
;; run greaterthan32(-1, 0) == 0
;; run greaterthan32(0, -1) == 1
;; run greaterthan32(0x80000000, 0x7fffffff) == 0
;; run greaterthan32(0x7fffffff, 0x80000000) == 1
;; run greaterthan32(-1, -1) == 0
;; run greaterthan32_by_0(0) == 0
;; run greaterthan32_by_0(1) == 1
;; run greaterthan32_by_0(-1) == 0
;; run greaterthan32_by_0(0x80000000) == 0
;; run greaterthan32_by_0(0x7fffffff) == 1
;; run greaterthan32_by_minus_1(0) == 1
;; run greaterthan32_by_minus_1(1) == 1
;; run greaterthan32_by_minus_1(-1) == 0
;; run greaterthan32_by_minus_1(0x80000000) == 0
;; run greaterthan32_by_minus_1(0x7fffffff) == 1
;; run greaterthan32_folded0() == 0
;; run greaterthan32_folded1() == 1
;; run branch_greaterthan32(0, 0) == 20
;; run branch_greaterthan32(1, 0) == 10
;; run branch_greaterthan32(0, 1) == 20
;; run branch_greaterthan32(-1, 0) == 20
;; run branch_greaterthan32(0, -1) == 10
;; run branch_greaterthan32(0x80000000, 0x7fffffff) == 20
;; run branch_greaterthan32(0x7fffffff, 0x80000000) == 10
;; run branch_greaterthan32(-1, -1) == 20
;; run lessequal32(0, 0) == 1
;; run lessequal32(1, 0) == 0
;; run lessequal32(0, 1) == 1
;; run lessequal32(-1, 0) == 1
;; run lessequal32(0, -1) == 0
;; run lessequal32(0x80000000, 0x7fffffff) == 1
;; run lessequal32(0x7fffffff, 0x80000000) == 0
;; run lessequal32(-1, -1) == 1
;; run lessequal32_by_0(0) == 1
;; run lessequal32_by_0(1) == 0
;; run lessequal32_by_0(-1) == 1
;; run lessequal32_by_0(0x80000000) == 1
;; run lessequal32_by_0(0x7fffffff) == 0
;; run lessequal32_by_minus_1(0) == 0
;; run lessequal32_by_minus_1(1) == 0
;; run lessequal32_by_minus_1(-1) == 1
;; run lessequal32_by_minus_1(0x80000000) == 1
;; run lessequal32_by_minus_1(0x7fffffff) == 0
;; run lessequal32_folded0() == 1
;; run lessequal32_folded1() == 0
;; run branch_lessequal32(0, 0) == 10
;; run branch_lessequal32(1, 0) == 20
;; run branch_lessequal32(0, 1) == 10
;; run branch_lessequal32(-1, 0) == 10
;; run branch_lessequal32(0, -1) == 20
;; run branch_lessequal32(0x80000000, 0x7fffffff) == 10
;; run branch_lessequal32(0x7fffffff, 0x80000000) == 20
;; run branch_lessequal32(-1, -1) == 10
;; run greaterequal32(0, 0) == 1
;; run greaterequal32(1, 0) == 1
;; run greaterequal32(0, 1) == 0
;; run greaterequal32(-1, 0) == 0
;; run greaterequal32(0, -1) == 1
;; run greaterequal32(0x80000000, 0x7fffffff) == 0
;; run greaterequal32(0x7fffffff, 0x80000000) == 1
;; run greaterequal32(-1, -1) == 1
;; run greaterequal32_by_0(0) == 1
;; run greaterequal32_by_0(1) == 1
;; run greaterequal32_by_0(-1) == 0
;; run greaterequal32_by_0(0x80000000) == 0
;; run greaterequal32_by_0(0x7fffffff) == 1
;; run greaterequal32_by_minus_1(0) == 1
;; run greaterequal32_by_minus_1(1) == 1
;; run greaterequal32_by_minus_1(-1) == 1
;; run greaterequal32_by_minus_1(0x80000000) == 0
;; run greaterequal32_by_minus_1(0x7fffffff) == 1
;; run greaterequal32_folded0() == 1
;; run greaterequal32_folded1() == 1
;; run branch_greaterequal32(0, 0) == 10
;; run branch_greaterequal32(1, 0) == 10
;; run branch_greaterequal32(0, 1) == 20
;; run branch_greaterequal32(-1, 0) == 20
;; run branch_greaterequal32(0, -1) == 10
;; run branch_greaterequal32(0x80000000, 0x7fffffff) == 20
;; run branch_greaterequal32(0x7fffffff, 0x80000000) == 10
;; run branch_greaterequal32(-1, -1) == 10
;; run above32(0, 0) == 0
;; run above32(1, 0) == 1
;; run above32(0, 1) == 0
;; run above32(-1, 0) == 1
;; run above32(0, -1) == 0
;; run above32(0x80000000, 0x7fffffff) == 1
;; run above32(0x7fffffff, 0x80000000) == 0
;; run above32(-1, -1) == 0
;; run above32_by_0(0) == 0
;; run above32_by_0(1) == 1
;; run above32_by_0(-1) == 1
;; run above32_by_0(0x80000000) == 1
;; run above32_by_0(0x7fffffff) == 1
;; run above32_by_minus_1(0) == 0
;; run above32_by_minus_1(1) == 0
;; run above32_by_minus_1(-1) == 0
;; run above32_by_minus_1(0x80000000) == 0
;; run above32_by_minus_1(0x7fffffff) == 0
;; run above32_folded0() == 0
;; run above32_folded1() == 1
;; run branch_above32(0, 0) == 20
;; run branch_above32(1, 0) == 10
;; run branch_above32(0, 1) == 20
;; run branch_above32(-1, 0) == 10
;; run branch_above32(0, -1) == 20
;; run branch_above32(0x80000000, 0x7fffffff) == 10
;; run branch_above32(0x7fffffff, 0x80000000) == 20
;; run branch_above32(-1, -1) == 20
;; run below32(0, 0) == 0
;; run below32(1, 0) == 0
;; run below32(0, 1) == 1
;; run below32(-1, 0) == 0
;; run below32(0, -1) == 1
;; run below32(0x80000000, 0x7fffffff) == 0
;; run below32(0x7fffffff, 0x80000000) == 1
;; run below32(-1, -1) == 0
;; run below32_by_0(0) == 0
;; run below32_by_0(1) == 0
;; run below32_by_0(-1) == 0
;; run below32_by_0(0x80000000) == 0
;; run below32_by_0(0x7fffffff) == 0
;; run below32_by_minus_1(0) == 1
;; run below32_by_minus_1(1) == 1
;; run below32_by_minus_1(-1) == 0
;; run below32_by_minus_1(0x80000000) == 1
;; run below32_by_minus_1(0x7fffffff) == 1
;; run below32_folded0() == 0
;; run below32_folded1() == 0
;; run branch_below32(0, 0) == 20
;; run branch_below32(1, 0) == 20
;; run branch_below32(0, 1) == 10
;; run branch_below32(-1, 0) == 20
;; run branch_below32(0, -1) == 10
;; run branch_below32(0x80000000, 0x7fffffff) == 20
;; run branch_below32(0x7fffffff, 0x80000000) == 10
;; run branch_below32(-1, -1) == 20
;; run aboveequal32(0, 0) == 1
;; run aboveequal32(1, 0) == 1
;; run aboveequal32(0, 1) == 0
;; run aboveequal32(-1, 0) == 1
;; run aboveequal32(0, -1) == 0
;; run aboveequal32(0x80000000, 0x7fffffff) == 1
;; run aboveequal32(0x7fffffff, 0x80000000) == 0
;; run aboveequal32(-1, -1) == 1
;; run aboveequal32_by_0(0) == 1
;; run aboveequal32_by_0(1) == 1
;; run aboveequal32_by_0(-1) == 1
;; run aboveequal32_by_0(0x80000000) == 1
;; run aboveequal32_by_0(0x7fffffff) == 1
;; run aboveequal32_by_minus_1(0) == 0
;; run aboveequal32_by_minus_1(1) == 0
;; run aboveequal32_by_minus_1(-1) == 1
;; run aboveequal32_by_minus_1(0x80000000) == 0
;; run aboveequal32_by_minus_1(0x7fffffff) == 0
;; run aboveequal32_folded0() == 1
;; run aboveequal32_folded1() == 1
;; run branch_aboveequal32(0, 0) == 10
;; run branch_aboveequal32(1, 0) == 10
;; run branch_aboveequal32(0, 1) == 20
;; run branch_aboveequal32(-1, 0) == 10
;; run branch_aboveequal32(0, -1) == 20
;; run branch_aboveequal32(0x80000000, 0x7fffffff) == 10
;; run branch_aboveequal32(0x7fffffff, 0x80000000) == 20
;; run branch_aboveequal32(-1, -1) == 10
;; run belowequal32(0, 0) == 1
;; run belowequal32(1, 0) == 0
;; run belowequal32(0, 1) == 1
;; run belowequal32(-1, 0) == 0
;; run belowequal32(0, -1) == 1
;; run belowequal32(0x80000000, 0x7fffffff) == 0
;; run belowequal32(0x7fffffff, 0x80000000) == 1
;; run belowequal32(-1, -1) == 1
;; run belowequal32_by_0(0) == 1
;; run belowequal32_by_0(1) == 0
;; run belowequal32_by_0(-1) == 0
;; run belowequal32_by_0(0x80000000) == 0
;; run belowequal32_by_0(0x7fffffff) == 0
;; run belowequal32_by_minus_1(0) == 1
;; run belowequal32_by_minus_1(1) == 1
;; run belowequal32_by_minus_1(-1) == 1
;; run belowequal32_by_minus_1(0x80000000) == 1
;; run belowequal32_by_minus_1(0x7fffffff) == 1
;; run belowequal32_folded0() == 1
;; run belowequal32_folded1() == 0
;; run branch_belowequal32(0, 0) == 10
;; run branch_belowequal32(1, 0) == 20
;; run branch_belowequal32(0, 1) == 10
;; run branch_belowequal32(-1, 0) == 20
;; run branch_belowequal32(0, -1) == 10
;; run branch_belowequal32(0x80000000, 0x7fffffff) == 20
;; run branch_belowequal32(0x7fffffff, 0x80000000) == 10
;; run branch_belowequal32(-1, -1) == 10

proc equal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Equal(a, b)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Return(@4)
}

proc equal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Equal(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Return(@3)
}

proc equal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Equal(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Return(@3)
}

proc equal32_folded0() -> Int32 {
#0:
    ; return Equal(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = Equal(@0, @0)
    Void @2 = Return(@1)
}

proc equal32_folded1() -> Int32 {
#0:
    ; return Equal(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc branch_equal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if Equal(a, b)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc notequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return NotEqual(a, b)
    Int32 @4 = NotEqual(@1, @3)
    Void @5 = Return(@4)
}

proc notequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return NotEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = NotEqual(@1, @2)
    Void @4 = Return(@3)
}

proc notequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return NotEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = NotEqual(@1, @2)
    Void @4 = Return(@3)
}

proc notequal32_folded0() -> Int32 {
#0:
    ; return NotEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = NotEqual(@0, @0)
    Void @2 = Return(@1)
}

proc notequal32_folded1() -> Int32 {
#0:
    ; return NotEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_notequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if NotEqual(a, b)
    Int32 @4 = NotEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc lessthan32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return LessThan(a, b)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Return(@4)
}

proc lessthan32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessThan(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Return(@3)
}

proc lessthan32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessThan(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Return(@3)
}

proc lessthan32_folded0() -> Int32 {
#0:
    ; return LessThan(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = LessThan(@0, @0)
    Void @2 = Return(@1)
}

proc lessthan32_folded1() -> Int32 {
#0:
    ; return LessThan(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc branch_lessthan32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if LessThan(a, b)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc greaterthan32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return GreaterThan(a, b)
    Int32 @4 = GreaterThan(@1, @3)
    Void @5 = Return(@4)
}

proc greaterthan32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterThan(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = GreaterThan(@1, @2)
    Void @4 = Return(@3)
}

proc greaterthan32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterThan(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = GreaterThan(@1, @2)
    Void @4 = Return(@3)
}

proc greaterthan32_folded0() -> Int32 {
#0:
    ; return GreaterThan(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = GreaterThan(@0, @0)
    Void @2 = Return(@1)
}

proc greaterthan32_folded1() -> Int32 {
#0:
    ; return GreaterThan(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc branch_greaterthan32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if GreaterThan(a, b)
    Int32 @4 = GreaterThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc lessequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return LessEqual(a, b)
    Int32 @4 = LessEqual(@1, @3)
    Void @5 = Return(@4)
}

proc lessequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = LessEqual(@1, @2)
    Void @4 = Return(@3)
}

proc lessequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = LessEqual(@1, @2)
    Void @4 = Return(@3)
}

proc lessequal32_folded0() -> Int32 {
#0:
    ; return LessEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = LessEqual(@0, @0)
    Void @2 = Return(@1)
}

proc lessequal32_folded1() -> Int32 {
#0:
    ; return LessEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_lessequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if LessEqual(a, b)
    Int32 @4 = LessEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc greaterequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return GreaterEqual(a, b)
    Int32 @4 = GreaterEqual(@1, @3)
    Void @5 = Return(@4)
}

proc greaterequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = GreaterEqual(@1, @2)
    Void @4 = Return(@3)
}

proc greaterequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = GreaterEqual(@1, @2)
    Void @4 = Return(@3)
}

proc greaterequal32_folded0() -> Int32 {
#0:
    ; return GreaterEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = GreaterEqual(@0, @0)
    Void @2 = Return(@1)
}

proc greaterequal32_folded1() -> Int32 {
#0:
    ; return GreaterEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_greaterequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if GreaterEqual(a, b)
    Int32 @4 = GreaterEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc above32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Above(a, b)
    Int32 @4 = Above(@1, @3)
    Void @5 = Return(@4)
}

proc above32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Above(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Above(@1, @2)
    Void @4 = Return(@3)
}

proc above32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Above(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Above(@1, @2)
    Void @4 = Return(@3)
}

proc above32_folded0() -> Int32 {
#0:
    ; return Above(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = Above(@0, @0)
    Void @2 = Return(@1)
}

proc above32_folded1() -> Int32 {
#0:
    ; return Above(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc branch_above32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if Above(a, b)
    Int32 @4 = Above(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc below32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Below(a, b)
    Int32 @4 = Below(@1, @3)
    Void @5 = Return(@4)
}

proc below32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Below(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Below(@1, @2)
    Void @4 = Return(@3)
}

proc below32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Below(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Below(@1, @2)
    Void @4 = Return(@3)
}

proc below32_folded0() -> Int32 {
#0:
    ; return Below(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = Below(@0, @0)
    Void @2 = Return(@1)
}

proc below32_folded1() -> Int32 {
#0:
    ; return Below(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc branch_below32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if Below(a, b)
    Int32 @4 = Below(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc aboveequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return AboveEqual(a, b)
    Int32 @4 = AboveEqual(@1, @3)
    Void @5 = Return(@4)
}

proc aboveequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return AboveEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = AboveEqual(@1, @2)
    Void @4 = Return(@3)
}

proc aboveequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return AboveEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = AboveEqual(@1, @2)
    Void @4 = Return(@3)
}

proc aboveequal32_folded0() -> Int32 {
#0:
    ; return AboveEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = AboveEqual(@0, @0)
    Void @2 = Return(@1)
}

proc aboveequal32_folded1() -> Int32 {
#0:
    ; return AboveEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_aboveequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if AboveEqual(a, b)
    Int32 @4 = AboveEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc belowequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return BelowEqual(a, b)
    Int32 @4 = BelowEqual(@1, @3)
    Void @5 = Return(@4)
}

proc belowequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BelowEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = BelowEqual(@1, @2)
    Void @4 = Return(@3)
}

proc belowequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BelowEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = BelowEqual(@1, @2)
    Void @4 = Return(@3)
}

proc belowequal32_folded0() -> Int32 {
#0:
    ; return BelowEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = BelowEqual(@0, @0)
    Void @2 = Return(@1)
}

proc belowequal32_folded1() -> Int32 {
#0:
    ; return BelowEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_belowequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if BelowEqual(a, b)
    Int32 @4 = BelowEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}
