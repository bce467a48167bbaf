barebones 1
; All integer comparisons, as values, with constants, and in branches. 32 bits.
;! run

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
;; run above32(0, 0) == 0
;; run above32(1, 0) == 1
;; run above32(0, 1) == 0
;; run above32(-1, 0) == 1
;; run above32(0, -1) == 0
;; run above32(0x80000000, 0x7fffffff) == 1
;; run above32(0x7fffffff, 0x80000000) == 0
;; run above32(-1, -1) == 0

proc above32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Above(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Above(@1, @2)
    Void @4 = Return(@3)
}
;; run above32_by_0(0) == 0
;; run above32_by_0(1) == 1
;; run above32_by_0(-1) == 1
;; run above32_by_0(0x80000000) == 1
;; run above32_by_0(0x7fffffff) == 1

proc above32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Above(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Above(@1, @2)
    Void @4 = Return(@3)
}
;; run above32_by_minus_1(0) == 0
;; run above32_by_minus_1(1) == 0
;; run above32_by_minus_1(-1) == 0
;; run above32_by_minus_1(0x80000000) == 0
;; run above32_by_minus_1(0x7fffffff) == 0

proc above32_folded0() -> Int32 {
#0:
    ; return Above(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = Above(@0, @0)
    Void @2 = Return(@1)
}
;; run above32_folded0() == 0

proc above32_folded1() -> Int32 {
#0:
    ; return Above(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}
;; run above32_folded1() == 1

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
;; run branch_above32(0, 0) == 20
;; run branch_above32(1, 0) == 10
;; run branch_above32(0, 1) == 20
;; run branch_above32(-1, 0) == 10
;; run branch_above32(0, -1) == 20
;; run branch_above32(0x80000000, 0x7fffffff) == 10
;; run branch_above32(0x7fffffff, 0x80000000) == 20
;; run branch_above32(-1, -1) == 20

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
;; run below32(0, 0) == 0
;; run below32(1, 0) == 0
;; run below32(0, 1) == 1
;; run below32(-1, 0) == 0
;; run below32(0, -1) == 1
;; run below32(0x80000000, 0x7fffffff) == 0
;; run below32(0x7fffffff, 0x80000000) == 1
;; run below32(-1, -1) == 0

proc below32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Below(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Below(@1, @2)
    Void @4 = Return(@3)
}
;; run below32_by_0(0) == 0
;; run below32_by_0(1) == 0
;; run below32_by_0(-1) == 0
;; run below32_by_0(0x80000000) == 0
;; run below32_by_0(0x7fffffff) == 0

proc below32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Below(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Below(@1, @2)
    Void @4 = Return(@3)
}
;; run below32_by_minus_1(0) == 1
;; run below32_by_minus_1(1) == 1
;; run below32_by_minus_1(-1) == 0
;; run below32_by_minus_1(0x80000000) == 1
;; run below32_by_minus_1(0x7fffffff) == 1

proc below32_folded0() -> Int32 {
#0:
    ; return Below(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = Below(@0, @0)
    Void @2 = Return(@1)
}
;; run below32_folded0() == 0

proc below32_folded1() -> Int32 {
#0:
    ; return Below(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}
;; run below32_folded1() == 0

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
;; run branch_below32(0, 0) == 20
;; run branch_below32(1, 0) == 20
;; run branch_below32(0, 1) == 10
;; run branch_below32(-1, 0) == 20
;; run branch_below32(0, -1) == 10
;; run branch_below32(0x80000000, 0x7fffffff) == 20
;; run branch_below32(0x7fffffff, 0x80000000) == 10
;; run branch_below32(-1, -1) == 20
