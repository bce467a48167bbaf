barebones 1
; All integer comparisons, as values, with constants, and in branches. 32 bits.
;! run

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
;; run lessequal32(0, 0) == 1
;; run lessequal32(1, 0) == 0
;; run lessequal32(0, 1) == 1
;; run lessequal32(-1, 0) == 1
;; run lessequal32(0, -1) == 0
;; run lessequal32(0x80000000, 0x7fffffff) == 1
;; run lessequal32(0x7fffffff, 0x80000000) == 0
;; run lessequal32(-1, -1) == 1

proc lessequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = LessEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run lessequal32_by_0(0) == 1
;; run lessequal32_by_0(1) == 0
;; run lessequal32_by_0(-1) == 1
;; run lessequal32_by_0(0x80000000) == 1
;; run lessequal32_by_0(0x7fffffff) == 0

proc lessequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = LessEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run lessequal32_by_minus_1(0) == 0
;; run lessequal32_by_minus_1(1) == 0
;; run lessequal32_by_minus_1(-1) == 1
;; run lessequal32_by_minus_1(0x80000000) == 1
;; run lessequal32_by_minus_1(0x7fffffff) == 0

proc lessequal32_folded0() -> Int32 {
#0:
    ; return LessEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = LessEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run lessequal32_folded0() == 1

proc lessequal32_folded1() -> Int32 {
#0:
    ; return LessEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run lessequal32_folded1() == 0

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
;; run branch_lessequal32(0, 0) == 10
;; run branch_lessequal32(1, 0) == 20
;; run branch_lessequal32(0, 1) == 10
;; run branch_lessequal32(-1, 0) == 10
;; run branch_lessequal32(0, -1) == 20
;; run branch_lessequal32(0x80000000, 0x7fffffff) == 10
;; run branch_lessequal32(0x7fffffff, 0x80000000) == 20
;; run branch_lessequal32(-1, -1) == 10

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
;; run greaterequal32(0, 0) == 1
;; run greaterequal32(1, 0) == 1
;; run greaterequal32(0, 1) == 0
;; run greaterequal32(-1, 0) == 0
;; run greaterequal32(0, -1) == 1
;; run greaterequal32(0x80000000, 0x7fffffff) == 0
;; run greaterequal32(0x7fffffff, 0x80000000) == 1
;; run greaterequal32(-1, -1) == 1

proc greaterequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = GreaterEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run greaterequal32_by_0(0) == 1
;; run greaterequal32_by_0(1) == 1
;; run greaterequal32_by_0(-1) == 0
;; run greaterequal32_by_0(0x80000000) == 0
;; run greaterequal32_by_0(0x7fffffff) == 1

proc greaterequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = GreaterEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run greaterequal32_by_minus_1(0) == 1
;; run greaterequal32_by_minus_1(1) == 1
;; run greaterequal32_by_minus_1(-1) == 1
;; run greaterequal32_by_minus_1(0x80000000) == 0
;; run greaterequal32_by_minus_1(0x7fffffff) == 1

proc greaterequal32_folded0() -> Int32 {
#0:
    ; return GreaterEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = GreaterEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run greaterequal32_folded0() == 1

proc greaterequal32_folded1() -> Int32 {
#0:
    ; return GreaterEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterequal32_folded1() == 1

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
;; run branch_greaterequal32(0, 0) == 10
;; run branch_greaterequal32(1, 0) == 10
;; run branch_greaterequal32(0, 1) == 20
;; run branch_greaterequal32(-1, 0) == 20
;; run branch_greaterequal32(0, -1) == 10
;; run branch_greaterequal32(0x80000000, 0x7fffffff) == 20
;; run branch_greaterequal32(0x7fffffff, 0x80000000) == 10
;; run branch_greaterequal32(-1, -1) == 10
