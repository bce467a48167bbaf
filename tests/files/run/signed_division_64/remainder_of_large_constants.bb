barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 64 bits.
;! run

proc mod64_by_641(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 641L)
    Int64 @1 = Const64(641)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_641(0) == 0
;; run mod64_by_641(1) == 1
;; run mod64_by_641(7) == 7
;; run mod64_by_641(-7) == -7
;; run mod64_by_641(-1) == -1
;; run mod64_by_641(100) == 100
;; run mod64_by_641(0x8000000000000001) == -320
;; run mod64_by_641(0x7fffffffffffffff) == 320
;; run mod64_by_641(0x3b9aca07) == 265

proc mod64_by_1000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 1000L)
    Int64 @1 = Const64(1000)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_1000(0) == 0
;; run mod64_by_1000(1) == 1
;; run mod64_by_1000(7) == 7
;; run mod64_by_1000(-7) == -7
;; run mod64_by_1000(-1) == -1
;; run mod64_by_1000(100) == 100
;; run mod64_by_1000(0x8000000000000001) == -807
;; run mod64_by_1000(0x7fffffffffffffff) == 807
;; run mod64_by_1000(0x3b9aca07) == 7

proc mod64_by_0x4000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 4611686018427387904L)
    Int64 @1 = Const64(4611686018427387904)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_0x4000000000000000(0) == 0
;; run mod64_by_0x4000000000000000(1) == 1
;; run mod64_by_0x4000000000000000(7) == 7
;; run mod64_by_0x4000000000000000(-7) == -7
;; run mod64_by_0x4000000000000000(-1) == -1
;; run mod64_by_0x4000000000000000(100) == 100
;; run mod64_by_0x4000000000000000(0x8000000000000001) == 0xc000000000000001
;; run mod64_by_0x4000000000000000(0x7fffffffffffffff) == 0x3fffffffffffffff
;; run mod64_by_0x4000000000000000(0x3b9aca07) == 0x3b9aca07

proc mod64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_0x7fffffffffffffff(0) == 0
;; run mod64_by_0x7fffffffffffffff(1) == 1
;; run mod64_by_0x7fffffffffffffff(7) == 7
;; run mod64_by_0x7fffffffffffffff(-7) == -7
;; run mod64_by_0x7fffffffffffffff(-1) == -1
;; run mod64_by_0x7fffffffffffffff(100) == 100
;; run mod64_by_0x7fffffffffffffff(0x8000000000000001) == 0
;; run mod64_by_0x7fffffffffffffff(0x7fffffffffffffff) == 0
;; run mod64_by_0x7fffffffffffffff(0x3b9aca07) == 0x3b9aca07

proc mod64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Mod(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_by_0x8000000000000000(0) == 0
;; run mod64_by_0x8000000000000000(1) == 1
;; run mod64_by_0x8000000000000000(7) == 7
;; run mod64_by_0x8000000000000000(-7) == -7
;; run mod64_by_0x8000000000000000(-1) == -1
;; run mod64_by_0x8000000000000000(100) == 100
;; run mod64_by_0x8000000000000000(0x8000000000000001) == 0x8000000000000001
;; run mod64_by_0x8000000000000000(0x7fffffffffffffff) == 0x7fffffffffffffff
;; run mod64_by_0x8000000000000000(0x3b9aca07) == 0x3b9aca07

proc mod64_folded0() -> Int64 {
#0:
    ; return Mod(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_folded0() == 0

proc mod64_folded1() -> Int64 {
#0:
    ; return Mod(0L, 3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(3)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_folded1() == 0

proc mod64_folded2() -> Int64 {
#0:
    ; return Mod(0L, -3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-3)
    Int64 @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
;; run mod64_folded2() == 0

proc div64_min(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Div(a, b)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_min(0x8000000000000000, 1) == 0x8000000000000000
;; run div64_min(0x8000000000000000, 2) == 0xc000000000000000
;; run div64_min(0x8000000000000000, -2) == 0x4000000000000000
;; run div64_min(0x8000000000000000, 3) == 0xd555555555555556
;; run div64_min(0x8000000000000000, 10) == 0xf333333333333334
;; run div64_min(0x8000000000000000, 0x8000000000000000) == 1
