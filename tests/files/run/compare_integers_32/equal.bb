barebones 1
; All integer comparisons, as values, with constants, and in branches. 32 bits.
;! run

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
;; run equal32(0, 0) == 1
;; run equal32(1, 0) == 0
;; run equal32(0, 1) == 0
;; run equal32(-1, 0) == 0
;; run equal32(0, -1) == 0
;; run equal32(0x80000000, 0x7fffffff) == 0
;; run equal32(0x7fffffff, 0x80000000) == 0
;; run equal32(-1, -1) == 1

proc equal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Equal(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Return(@3)
}
;; run equal32_by_0(0) == 1
;; run equal32_by_0(1) == 0
;; run equal32_by_0(-1) == 0
;; run equal32_by_0(0x80000000) == 0
;; run equal32_by_0(0x7fffffff) == 0

proc equal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Equal(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Return(@3)
}
;; run equal32_by_minus_1(0) == 0
;; run equal32_by_minus_1(1) == 0
;; run equal32_by_minus_1(-1) == 1
;; run equal32_by_minus_1(0x80000000) == 0
;; run equal32_by_minus_1(0x7fffffff) == 0

proc equal32_folded0() -> Int32 {
#0:
    ; return Equal(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = Equal(@0, @0)
    Void @2 = Return(@1)
}
;; run equal32_folded0() == 1

proc equal32_folded1() -> Int32 {
#0:
    ; return Equal(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}
;; run equal32_folded1() == 0

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
;; run branch_equal32(0, 0) == 10
;; run branch_equal32(1, 0) == 20
;; run branch_equal32(0, 1) == 20
;; run branch_equal32(-1, 0) == 20
;; run branch_equal32(0, -1) == 20
;; run branch_equal32(0x80000000, 0x7fffffff) == 20
;; run branch_equal32(0x7fffffff, 0x80000000) == 20
;; run branch_equal32(-1, -1) == 10

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
;; run notequal32(0, 0) == 0
;; run notequal32(1, 0) == 1
;; run notequal32(0, 1) == 1
;; run notequal32(-1, 0) == 1
;; run notequal32(0, -1) == 1
;; run notequal32(0x80000000, 0x7fffffff) == 1
;; run notequal32(0x7fffffff, 0x80000000) == 1
;; run notequal32(-1, -1) == 0

proc notequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return NotEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = NotEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run notequal32_by_0(0) == 0
;; run notequal32_by_0(1) == 1
;; run notequal32_by_0(-1) == 1
;; run notequal32_by_0(0x80000000) == 1
;; run notequal32_by_0(0x7fffffff) == 1

proc notequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return NotEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = NotEqual(@1, @2)
    Void @4 = Return(@3)
}
;; run notequal32_by_minus_1(0) == 1
;; run notequal32_by_minus_1(1) == 1
;; run notequal32_by_minus_1(-1) == 0
;; run notequal32_by_minus_1(0x80000000) == 1
;; run notequal32_by_minus_1(0x7fffffff) == 1

proc notequal32_folded0() -> Int32 {
#0:
    ; return NotEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = NotEqual(@0, @0)
    Void @2 = Return(@1)
}
;; run notequal32_folded0() == 0

proc notequal32_folded1() -> Int32 {
#0:
    ; return NotEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}
;; run notequal32_folded1() == 1

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
;; run branch_notequal32(0, 0) == 20
;; run branch_notequal32(1, 0) == 10
;; run branch_notequal32(0, 1) == 10
;; run branch_notequal32(-1, 0) == 10
;; run branch_notequal32(0, -1) == 10
;; run branch_notequal32(0x80000000, 0x7fffffff) == 10
;; run branch_notequal32(0x7fffffff, 0x80000000) == 10
;; run branch_notequal32(-1, -1) == 20
