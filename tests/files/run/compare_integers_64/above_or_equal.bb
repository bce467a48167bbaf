barebones 1
; All integer comparisons, as values, with constants, and in branches. 64 bits.
;! run

proc aboveequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return AboveEqual(a, b)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run aboveequal64(0, 0) == 1
;; run aboveequal64(1, 0) == 1
;; run aboveequal64(0, 1) == 0
;; run aboveequal64(-1, 0) == 1
;; run aboveequal64(0, -1) == 0
;; run aboveequal64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run aboveequal64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run aboveequal64(-1, -1) == 1

proc aboveequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return AboveEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run aboveequal64_by_0(0) == 1
;; run aboveequal64_by_0(1) == 1
;; run aboveequal64_by_0(-1) == 1
;; run aboveequal64_by_0(0x8000000000000000) == 1
;; run aboveequal64_by_0(0x7fffffffffffffff) == 1

proc aboveequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return AboveEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run aboveequal64_by_minus_1(0) == 0
;; run aboveequal64_by_minus_1(1) == 0
;; run aboveequal64_by_minus_1(-1) == 1
;; run aboveequal64_by_minus_1(0x8000000000000000) == 0
;; run aboveequal64_by_minus_1(0x7fffffffffffffff) == 0

proc aboveequal64_folded0() -> Int32 {
#0:
    ; return AboveEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = AboveEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run aboveequal64_folded0() == 1

proc aboveequal64_folded1() -> Int32 {
#0:
    ; return AboveEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run aboveequal64_folded1() == 1

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
;; run branch_aboveequal64(0, 0) == 10
;; run branch_aboveequal64(1, 0) == 10
;; run branch_aboveequal64(0, 1) == 20
;; run branch_aboveequal64(-1, 0) == 10
;; run branch_aboveequal64(0, -1) == 20
;; run branch_aboveequal64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_aboveequal64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_aboveequal64(-1, -1) == 10

proc belowequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return BelowEqual(a, b)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run belowequal64(0, 0) == 1
;; run belowequal64(1, 0) == 0
;; run belowequal64(0, 1) == 1
;; run belowequal64(-1, 0) == 0
;; run belowequal64(0, -1) == 1
;; run belowequal64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run belowequal64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run belowequal64(-1, -1) == 1

proc belowequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BelowEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run belowequal64_by_0(0) == 1
;; run belowequal64_by_0(1) == 0
;; run belowequal64_by_0(-1) == 0
;; run belowequal64_by_0(0x8000000000000000) == 0
;; run belowequal64_by_0(0x7fffffffffffffff) == 0

proc belowequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BelowEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run belowequal64_by_minus_1(0) == 1
;; run belowequal64_by_minus_1(1) == 1
;; run belowequal64_by_minus_1(-1) == 1
;; run belowequal64_by_minus_1(0x8000000000000000) == 1
;; run belowequal64_by_minus_1(0x7fffffffffffffff) == 1

proc belowequal64_folded0() -> Int32 {
#0:
    ; return BelowEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = BelowEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run belowequal64_folded0() == 1

proc belowequal64_folded1() -> Int32 {
#0:
    ; return BelowEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run belowequal64_folded1() == 0

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
;; run branch_belowequal64(0, 0) == 10
;; run branch_belowequal64(1, 0) == 20
;; run branch_belowequal64(0, 1) == 10
;; run branch_belowequal64(-1, 0) == 20
;; run branch_belowequal64(0, -1) == 10
;; run branch_belowequal64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_belowequal64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_belowequal64(-1, -1) == 10
