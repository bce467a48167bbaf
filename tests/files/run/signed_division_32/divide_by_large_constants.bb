barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 32 bits.
;! run

proc div32_by_641(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 641)
    Int32 @2 = Const32(641)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_641(0) == 0
;; run div32_by_641(1) == 0
;; run div32_by_641(7) == 0
;; run div32_by_641(-7) == 0
;; run div32_by_641(-1) == 0
;; run div32_by_641(100) == 0
;; run div32_by_641(0x80000001) == 0xffcce140
;; run div32_by_641(0x7fffffff) == 0x331ec0
;; run div32_by_641(0x3b9aca07) == 0x17cdfe

proc div32_by_1000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 1000)
    Int32 @2 = Const32(1000)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_1000(0) == 0
;; run div32_by_1000(1) == 0
;; run div32_by_1000(7) == 0
;; run div32_by_1000(-7) == 0
;; run div32_by_1000(-1) == 0
;; run div32_by_1000(100) == 0
;; run div32_by_1000(0x80000001) == 0xffdf3b65
;; run div32_by_1000(0x7fffffff) == 0x20c49b
;; run div32_by_1000(0x3b9aca07) == 0xf4240

proc div32_by_0x40000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 1073741824)
    Int32 @2 = Const32(1073741824)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_0x40000000(0) == 0
;; run div32_by_0x40000000(1) == 0
;; run div32_by_0x40000000(7) == 0
;; run div32_by_0x40000000(-7) == 0
;; run div32_by_0x40000000(-1) == 0
;; run div32_by_0x40000000(100) == 0
;; run div32_by_0x40000000(0x80000001) == -1
;; run div32_by_0x40000000(0x7fffffff) == 1
;; run div32_by_0x40000000(0x3b9aca07) == 0

proc div32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_0x7fffffff(0) == 0
;; run div32_by_0x7fffffff(1) == 0
;; run div32_by_0x7fffffff(7) == 0
;; run div32_by_0x7fffffff(-7) == 0
;; run div32_by_0x7fffffff(-1) == 0
;; run div32_by_0x7fffffff(100) == 0
;; run div32_by_0x7fffffff(0x80000001) == -1
;; run div32_by_0x7fffffff(0x7fffffff) == 1
;; run div32_by_0x7fffffff(0x3b9aca07) == 0

proc div32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Div(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; run div32_by_0x80000000(0) == 0
;; run div32_by_0x80000000(1) == 0
;; run div32_by_0x80000000(7) == 0
;; run div32_by_0x80000000(-7) == 0
;; run div32_by_0x80000000(-1) == 0
;; run div32_by_0x80000000(100) == 0
;; run div32_by_0x80000000(0x80000001) == 0
;; run div32_by_0x80000000(0x7fffffff) == 0
;; run div32_by_0x80000000(0x3b9aca07) == 0

proc div32_folded0() -> Int32 {
#0:
    ; return Div(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div32_folded0() == 0

proc div32_folded1() -> Int32 {
#0:
    ; return Div(0, 3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(3)
    Int32 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div32_folded1() == 0

proc div32_folded2() -> Int32 {
#0:
    ; return Div(0, -3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-3)
    Int32 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div32_folded2() == 0
