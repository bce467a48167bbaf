barebones 1
; All integer comparisons, as values, with constants, and in branches. 32 bits.
;! run

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
;; run lessthan32(0, 0) == 0
;; run lessthan32(1, 0) == 0
;; run lessthan32(0, 1) == 1
;; run lessthan32(-1, 0) == 1
;; run lessthan32(0, -1) == 0
;; run lessthan32(0x80000000, 0x7fffffff) == 1
;; run lessthan32(0x7fffffff, 0x80000000) == 0
;; run lessthan32(-1, -1) == 0

proc lessthan32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessThan(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Return(@3)
}
;; run lessthan32_by_0(0) == 0
;; run lessthan32_by_0(1) == 0
;; run lessthan32_by_0(-1) == 1
;; run lessthan32_by_0(0x80000000) == 1
;; run lessthan32_by_0(0x7fffffff) == 0

proc lessthan32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessThan(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Return(@3)
}
;; run lessthan32_by_minus_1(0) == 0
;; run lessthan32_by_minus_1(1) == 0
;; run lessthan32_by_minus_1(-1) == 0
;; run lessthan32_by_minus_1(0x80000000) == 1
;; run lessthan32_by_minus_1(0x7fffffff) == 0

proc lessthan32_folded0() -> Int32 {
#0:
    ; return LessThan(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = LessThan(@0, @0)
    Void @2 = Return(@1)
}
;; run lessthan32_folded0() == 0

proc lessthan32_folded1() -> Int32 {
#0:
    ; return LessThan(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}
;; run lessthan32_folded1() == 0

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
;; run branch_lessthan32(0, 0) == 20
;; run branch_lessthan32(1, 0) == 20
;; run branch_lessthan32(0, 1) == 10
;; run branch_lessthan32(-1, 0) == 10
;; run branch_lessthan32(0, -1) == 20
;; run branch_lessthan32(0x80000000, 0x7fffffff) == 10
;; run branch_lessthan32(0x7fffffff, 0x80000000) == 20
;; run branch_lessthan32(-1, -1) == 20

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
;; run greaterthan32(0, 0) == 0
;; run greaterthan32(1, 0) == 1
;; run greaterthan32(0, 1) == 0
;; run greaterthan32(-1, 0) == 0
;; run greaterthan32(0, -1) == 1
;; run greaterthan32(0x80000000, 0x7fffffff) == 0
;; run greaterthan32(0x7fffffff, 0x80000000) == 1
;; run greaterthan32(-1, -1) == 0

proc greaterthan32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterThan(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = GreaterThan(@1, @2)
    Void @4 = Return(@3)
}
;; run greaterthan32_by_0(0) == 0
;; run greaterthan32_by_0(1) == 1
;; run greaterthan32_by_0(-1) == 0
;; run greaterthan32_by_0(0x80000000) == 0
;; run greaterthan32_by_0(0x7fffffff) == 1

proc greaterthan32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterThan(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = GreaterThan(@1, @2)
    Void @4 = Return(@3)
}
;; run greaterthan32_by_minus_1(0) == 1
;; run greaterthan32_by_minus_1(1) == 1
;; run greaterthan32_by_minus_1(-1) == 0
;; run greaterthan32_by_minus_1(0x80000000) == 0
;; run greaterthan32_by_minus_1(0x7fffffff) == 1

proc greaterthan32_folded0() -> Int32 {
#0:
    ; return GreaterThan(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = GreaterThan(@0, @0)
    Void @2 = Return(@1)
}
;; run greaterthan32_folded0() == 0

proc greaterthan32_folded1() -> Int32 {
#0:
    ; return GreaterThan(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterthan32_folded1() == 1

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
;; run branch_greaterthan32(0, 0) == 20
;; run branch_greaterthan32(1, 0) == 10
;; run branch_greaterthan32(0, 1) == 20
;; run branch_greaterthan32(-1, 0) == 20
;; run branch_greaterthan32(0, -1) == 10
;; run branch_greaterthan32(0x80000000, 0x7fffffff) == 20
;; run branch_greaterthan32(0x7fffffff, 0x80000000) == 10
;; run branch_greaterthan32(-1, -1) == 20
