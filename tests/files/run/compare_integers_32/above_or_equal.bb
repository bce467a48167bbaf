barebones 1
; All integer comparisons, as values, with constants, and in branches. 32 bits.
;! run

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
;; run aboveequal32(0, 0) == 1
;; run aboveequal32(1, 0) == 1
;; run aboveequal32(0, 1) == 0
;; run aboveequal32(-1, 0) == 1
;; run aboveequal32(0, -1) == 0
;; run aboveequal32(0x80000000, 0x7fffffff) == 1
;; run aboveequal32(0x7fffffff, 0x80000000) == 0
;; run aboveequal32(-1, -1) == 1

proc aboveequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return AboveEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = AboveEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run aboveequal32_by_0(0) == 1
;; run aboveequal32_by_0(1) == 1
;; run aboveequal32_by_0(-1) == 1
;; run aboveequal32_by_0(0x80000000) == 1
;; run aboveequal32_by_0(0x7fffffff) == 1

proc aboveequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return AboveEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = AboveEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run aboveequal32_by_minus_1(0) == 0
;; run aboveequal32_by_minus_1(1) == 0
;; run aboveequal32_by_minus_1(-1) == 1
;; run aboveequal32_by_minus_1(0x80000000) == 0
;; run aboveequal32_by_minus_1(0x7fffffff) == 0

proc aboveequal32_folded0() -> Int32 {
#0:
    ; return AboveEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = AboveEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run aboveequal32_folded0() == 1

proc aboveequal32_folded1() -> Int32 {
#0:
    ; return AboveEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run aboveequal32_folded1() == 1

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
;; run branch_aboveequal32(0, 0) == 10
;; run branch_aboveequal32(1, 0) == 10
;; run branch_aboveequal32(0, 1) == 20
;; run branch_aboveequal32(-1, 0) == 10
;; run branch_aboveequal32(0, -1) == 20
;; run branch_aboveequal32(0x80000000, 0x7fffffff) == 10
;; run branch_aboveequal32(0x7fffffff, 0x80000000) == 20
;; run branch_aboveequal32(-1, -1) == 10

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
;; run belowequal32(0, 0) == 1
;; run belowequal32(1, 0) == 0
;; run belowequal32(0, 1) == 1
;; run belowequal32(-1, 0) == 0
;; run belowequal32(0, -1) == 1
;; run belowequal32(0x80000000, 0x7fffffff) == 0
;; run belowequal32(0x7fffffff, 0x80000000) == 1
;; run belowequal32(-1, -1) == 1

proc belowequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BelowEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = BelowEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run belowequal32_by_0(0) == 1
;; run belowequal32_by_0(1) == 0
;; run belowequal32_by_0(-1) == 0
;; run belowequal32_by_0(0x80000000) == 0
;; run belowequal32_by_0(0x7fffffff) == 0

proc belowequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BelowEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = BelowEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run belowequal32_by_minus_1(0) == 1
;; run belowequal32_by_minus_1(1) == 1
;; run belowequal32_by_minus_1(-1) == 1
;; run belowequal32_by_minus_1(0x80000000) == 1
;; run belowequal32_by_minus_1(0x7fffffff) == 1

proc belowequal32_folded0() -> Int32 {
#0:
    ; return BelowEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = BelowEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run belowequal32_folded0() == 1

proc belowequal32_folded1() -> Int32 {
#0:
    ; return BelowEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run belowequal32_folded1() == 0

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
;; run branch_belowequal32(0, 0) == 10
;; run branch_belowequal32(1, 0) == 20
;; run branch_belowequal32(0, 1) == 10
;; run branch_belowequal32(-1, 0) == 20
;; run branch_belowequal32(0, -1) == 10
;; run branch_belowequal32(0x80000000, 0x7fffffff) == 20
;; run branch_belowequal32(0x7fffffff, 0x80000000) == 10
;; run branch_belowequal32(-1, -1) == 10
