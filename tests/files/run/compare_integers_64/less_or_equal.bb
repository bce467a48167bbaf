barebones 1
; All integer comparisons, as values, with constants, and in branches. 64 bits.
;! run

proc lessequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return LessEqual(a, b)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run lessequal64(0, 0) == 1
;; run lessequal64(1, 0) == 0
;; run lessequal64(0, 1) == 1
;; run lessequal64(-1, 0) == 1
;; run lessequal64(0, -1) == 0
;; run lessequal64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run lessequal64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run lessequal64(-1, -1) == 1

proc lessequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run lessequal64_by_0(0) == 1
;; run lessequal64_by_0(1) == 0
;; run lessequal64_by_0(-1) == 1
;; run lessequal64_by_0(0x8000000000000000) == 1
;; run lessequal64_by_0(0x7fffffffffffffff) == 0

proc lessequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run lessequal64_by_minus_1(0) == 0
;; run lessequal64_by_minus_1(1) == 0
;; run lessequal64_by_minus_1(-1) == 1
;; run lessequal64_by_minus_1(0x8000000000000000) == 1
;; run lessequal64_by_minus_1(0x7fffffffffffffff) == 0

proc lessequal64_folded0() -> Int32 {
#0:
    ; return LessEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = LessEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run lessequal64_folded0() == 1

proc lessequal64_folded1() -> Int32 {
#0:
    ; return LessEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run lessequal64_folded1() == 0

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
;; run branch_lessequal64(0, 0) == 10
;; run branch_lessequal64(1, 0) == 20
;; run branch_lessequal64(0, 1) == 10
;; run branch_lessequal64(-1, 0) == 10
;; run branch_lessequal64(0, -1) == 20
;; run branch_lessequal64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_lessequal64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_lessequal64(-1, -1) == 10

proc greaterequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return GreaterEqual(a, b)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterequal64(0, 0) == 1
;; run greaterequal64(1, 0) == 1
;; run greaterequal64(0, 1) == 0
;; run greaterequal64(-1, 0) == 0
;; run greaterequal64(0, -1) == 1
;; run greaterequal64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run greaterequal64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run greaterequal64(-1, -1) == 1

proc greaterequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterequal64_by_0(0) == 1
;; run greaterequal64_by_0(1) == 1
;; run greaterequal64_by_0(-1) == 0
;; run greaterequal64_by_0(0x8000000000000000) == 0
;; run greaterequal64_by_0(0x7fffffffffffffff) == 1

proc greaterequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterequal64_by_minus_1(0) == 1
;; run greaterequal64_by_minus_1(1) == 1
;; run greaterequal64_by_minus_1(-1) == 1
;; run greaterequal64_by_minus_1(0x8000000000000000) == 0
;; run greaterequal64_by_minus_1(0x7fffffffffffffff) == 1

proc greaterequal64_folded0() -> Int32 {
#0:
    ; return GreaterEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = GreaterEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run greaterequal64_folded0() == 1

proc greaterequal64_folded1() -> Int32 {
#0:
    ; return GreaterEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run greaterequal64_folded1() == 1

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
;; run branch_greaterequal64(0, 0) == 10
;; run branch_greaterequal64(1, 0) == 10
;; run branch_greaterequal64(0, 1) == 20
;; run branch_greaterequal64(-1, 0) == 20
;; run branch_greaterequal64(0, -1) == 10
;; run branch_greaterequal64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_greaterequal64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_greaterequal64(-1, -1) == 10
