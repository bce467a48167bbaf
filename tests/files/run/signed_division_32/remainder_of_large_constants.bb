barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 32 bits.
;! run

proc mod32_by_641(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 641)
    Int32 @2 = Const32(641)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_641(0) == 0
;; run mod32_by_641(1) == 1
;; run mod32_by_641(7) == 7
;; run mod32_by_641(-7) == -7
;; run mod32_by_641(-1) == -1
;; run mod32_by_641(100) == 100
;; run mod32_by_641(0x80000001) == -319
;; run mod32_by_641(0x7fffffff) == 319
;; run mod32_by_641(0x3b9aca07) == 265

proc mod32_by_1000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 1000)
    Int32 @2 = Const32(1000)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_1000(0) == 0
;; run mod32_by_1000(1) == 1
;; run mod32_by_1000(7) == 7
;; run mod32_by_1000(-7) == -7
;; run mod32_by_1000(-1) == -1
;; run mod32_by_1000(100) == 100
;; run mod32_by_1000(0x80000001) == -647
;; run mod32_by_1000(0x7fffffff) == 647
;; run mod32_by_1000(0x3b9aca07) == 7

proc mod32_by_0x40000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 1073741824)
    Int32 @2 = Const32(1073741824)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_0x40000000(0) == 0
;; run mod32_by_0x40000000(1) == 1
;; run mod32_by_0x40000000(7) == 7
;; run mod32_by_0x40000000(-7) == -7
;; run mod32_by_0x40000000(-1) == -1
;; run mod32_by_0x40000000(100) == 100
;; run mod32_by_0x40000000(0x80000001) == 0xc0000001
;; run mod32_by_0x40000000(0x7fffffff) == 0x3fffffff
;; run mod32_by_0x40000000(0x3b9aca07) == 0x3b9aca07

proc mod32_by_0x7fffffff(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, 2147483647)
    Int32 @2 = Const32(2147483647)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_0x7fffffff(0) == 0
;; run mod32_by_0x7fffffff(1) == 1
;; run mod32_by_0x7fffffff(7) == 7
;; run mod32_by_0x7fffffff(-7) == -7
;; run mod32_by_0x7fffffff(-1) == -1
;; run mod32_by_0x7fffffff(100) == 100
;; run mod32_by_0x7fffffff(0x80000001) == 0
;; run mod32_by_0x7fffffff(0x7fffffff) == 0
;; run mod32_by_0x7fffffff(0x3b9aca07) == 0x3b9aca07

proc mod32_by_0x80000000(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Mod(a, -2147483648)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Mod(@1, @2)
    Void @4 = Return(@3)
}
;; run mod32_by_0x80000000(0) == 0
;; run mod32_by_0x80000000(1) == 1
;; run mod32_by_0x80000000(7) == 7
;; run mod32_by_0x80000000(-7) == -7
;; run mod32_by_0x80000000(-1) == -1
;; run mod32_by_0x80000000(100) == 100
;; run mod32_by_0x80000000(0x80000001) == 0x80000001
;; run mod32_by_0x80000000(0x7fffffff) == 0x7fffffff
;; run mod32_by_0x80000000(0x3b9aca07) == 0x3b9aca07

proc mod32_folded0() -> Int32 {
#0:
    ; return Mod(0, 1)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod32_folded0() == 0

proc mod32_folded1() -> Int32 {
#0:
    ; return Mod(0, 3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(3)
    Int32 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod32_folded1() == 0

proc mod32_folded2() -> Int32 {
#0:
    ; return Mod(0, -3)
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(-3)
    Int32 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod32_folded2() == 0

proc div32_min(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Div(a, b)
    Int32 @4 = Div(@1, @3)
    Void @5 = Return(@4)
}
;; run div32_min(0x80000000, 1) == 0x80000000
;; run div32_min(0x80000000, 2) == 0xc0000000
;; run div32_min(0x80000000, -2) == 0x40000000
;; run div32_min(0x80000000, 3) == 0xd5555556
;; run div32_min(0x80000000, 10) == 0xf3333334
;; run div32_min(0x80000000, 0x80000000) == 1
