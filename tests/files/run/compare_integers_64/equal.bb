barebones 1
; All integer comparisons, as values, with constants, and in branches. 64 bits.
;! run

proc equal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Equal(a, b)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}
;; run equal64(0, 0) == 1
;; run equal64(1, 0) == 0
;; run equal64(0, 1) == 0
;; run equal64(-1, 0) == 0
;; run equal64(0, -1) == 0
;; run equal64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run equal64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run equal64(-1, -1) == 1

proc equal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Equal(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}
;; run equal64_by_0(0) == 1
;; run equal64_by_0(1) == 0
;; run equal64_by_0(-1) == 0
;; run equal64_by_0(0x8000000000000000) == 0
;; run equal64_by_0(0x7fffffffffffffff) == 0

proc equal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Equal(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}
;; run equal64_by_minus_1(0) == 0
;; run equal64_by_minus_1(1) == 0
;; run equal64_by_minus_1(-1) == 1
;; run equal64_by_minus_1(0x8000000000000000) == 0
;; run equal64_by_minus_1(0x7fffffffffffffff) == 0

proc equal64_folded0() -> Int32 {
#0:
    ; return Equal(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Equal(@0, @0)
    Void @2 = Return(@1)
}
;; run equal64_folded0() == 1

proc equal64_folded1() -> Int32 {
#0:
    ; return Equal(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}
;; run equal64_folded1() == 0

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
;; run branch_equal64(0, 0) == 10
;; run branch_equal64(1, 0) == 20
;; run branch_equal64(0, 1) == 20
;; run branch_equal64(-1, 0) == 20
;; run branch_equal64(0, -1) == 20
;; run branch_equal64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_equal64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_equal64(-1, -1) == 10

proc notequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return NotEqual(a, b)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run notequal64(0, 0) == 0
;; run notequal64(1, 0) == 1
;; run notequal64(0, 1) == 1
;; run notequal64(-1, 0) == 1
;; run notequal64(0, -1) == 1
;; run notequal64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run notequal64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run notequal64(-1, -1) == 0

proc notequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return NotEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run notequal64_by_0(0) == 0
;; run notequal64_by_0(1) == 1
;; run notequal64_by_0(-1) == 1
;; run notequal64_by_0(0x8000000000000000) == 1
;; run notequal64_by_0(0x7fffffffffffffff) == 1

proc notequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return NotEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run notequal64_by_minus_1(0) == 1
;; run notequal64_by_minus_1(1) == 1
;; run notequal64_by_minus_1(-1) == 0
;; run notequal64_by_minus_1(0x8000000000000000) == 1
;; run notequal64_by_minus_1(0x7fffffffffffffff) == 1

proc notequal64_folded0() -> Int32 {
#0:
    ; return NotEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = NotEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run notequal64_folded0() == 0

proc notequal64_folded1() -> Int32 {
#0:
    ; return NotEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run notequal64_folded1() == 1

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
;; run branch_notequal64(0, 0) == 20
;; run branch_notequal64(1, 0) == 10
;; run branch_notequal64(0, 1) == 10
;; run branch_notequal64(-1, 0) == 10
;; run branch_notequal64(0, -1) == 10
;; run branch_notequal64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_notequal64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_notequal64(-1, -1) == 20
