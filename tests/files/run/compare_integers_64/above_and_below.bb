barebones 1
; All integer comparisons, as values, with constants, and in branches. 64 bits.
;! run

proc above64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Above(a, b)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}
;; run above64(0, 0) == 0
;; run above64(1, 0) == 1
;; run above64(0, 1) == 0
;; run above64(-1, 0) == 1
;; run above64(0, -1) == 0
;; run above64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run above64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run above64(-1, -1) == 0

proc above64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Above(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}
;; run above64_by_0(0) == 0
;; run above64_by_0(1) == 1
;; run above64_by_0(-1) == 1
;; run above64_by_0(0x8000000000000000) == 1
;; run above64_by_0(0x7fffffffffffffff) == 1

proc above64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Above(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}
;; run above64_by_minus_1(0) == 0
;; run above64_by_minus_1(1) == 0
;; run above64_by_minus_1(-1) == 0
;; run above64_by_minus_1(0x8000000000000000) == 0
;; run above64_by_minus_1(0x7fffffffffffffff) == 0

proc above64_folded0() -> Int32 {
#0:
    ; return Above(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Above(@0, @0)
    Void @2 = Return(@1)
}
;; run above64_folded0() == 0

proc above64_folded1() -> Int32 {
#0:
    ; return Above(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}
;; run above64_folded1() == 1

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
;; run branch_above64(0, 0) == 20
;; run branch_above64(1, 0) == 10
;; run branch_above64(0, 1) == 20
;; run branch_above64(-1, 0) == 10
;; run branch_above64(0, -1) == 20
;; run branch_above64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_above64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_above64(-1, -1) == 20

proc below64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Below(a, b)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}
;; run below64(0, 0) == 0
;; run below64(1, 0) == 0
;; run below64(0, 1) == 1
;; run below64(-1, 0) == 0
;; run below64(0, -1) == 1
;; run below64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run below64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run below64(-1, -1) == 0

proc below64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Below(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}
;; run below64_by_0(0) == 0
;; run below64_by_0(1) == 0
;; run below64_by_0(-1) == 0
;; run below64_by_0(0x8000000000000000) == 0
;; run below64_by_0(0x7fffffffffffffff) == 0

proc below64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Below(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}
;; run below64_by_minus_1(0) == 1
;; run below64_by_minus_1(1) == 1
;; run below64_by_minus_1(-1) == 0
;; run below64_by_minus_1(0x8000000000000000) == 1
;; run below64_by_minus_1(0x7fffffffffffffff) == 1

proc below64_folded0() -> Int32 {
#0:
    ; return Below(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Below(@0, @0)
    Void @2 = Return(@1)
}
;; run below64_folded0() == 0

proc below64_folded1() -> Int32 {
#0:
    ; return Below(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}
;; run below64_folded1() == 0

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
;; run branch_below64(0, 0) == 20
;; run branch_below64(1, 0) == 20
;; run branch_below64(0, 1) == 10
;; run branch_below64(-1, 0) == 20
;; run branch_below64(0, -1) == 10
;; run branch_below64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_below64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_below64(-1, -1) == 20
