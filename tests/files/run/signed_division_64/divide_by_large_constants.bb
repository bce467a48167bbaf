barebones 1
; Signed division rounds toward zero, also by constants, for which there are shorter sequences. 64 bits.
;! run

proc div64_by_641(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 641L)
    Int64 @1 = Const64(641)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_641(0) == 0
;; run div64_by_641(1) == 0
;; run div64_by_641(7) == 0
;; run div64_by_641(-7) == 0
;; run div64_by_641(-1) == 0
;; run div64_by_641(100) == 0
;; run div64_by_641(0x8000000000000001) == 0xffcce13f80331ec1
;; run div64_by_641(0x7fffffffffffffff) == 0x331ec07fcce13f
;; run div64_by_641(0x3b9aca07) == 0x17cdfe

proc div64_by_1000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 1000L)
    Int64 @1 = Const64(1000)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_1000(0) == 0
;; run div64_by_1000(1) == 0
;; run div64_by_1000(7) == 0
;; run div64_by_1000(-7) == 0
;; run div64_by_1000(-1) == 0
;; run div64_by_1000(100) == 0
;; run div64_by_1000(0x8000000000000001) == 0xffdf3b645a1cac09
;; run div64_by_1000(0x7fffffffffffffff) == 0x20c49ba5e353f7
;; run div64_by_1000(0x3b9aca07) == 0xf4240

proc div64_by_0x4000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 4611686018427387904L)
    Int64 @1 = Const64(4611686018427387904)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_0x4000000000000000(0) == 0
;; run div64_by_0x4000000000000000(1) == 0
;; run div64_by_0x4000000000000000(7) == 0
;; run div64_by_0x4000000000000000(-7) == 0
;; run div64_by_0x4000000000000000(-1) == 0
;; run div64_by_0x4000000000000000(100) == 0
;; run div64_by_0x4000000000000000(0x8000000000000001) == -1
;; run div64_by_0x4000000000000000(0x7fffffffffffffff) == 1
;; run div64_by_0x4000000000000000(0x3b9aca07) == 0

proc div64_by_0x7fffffffffffffff(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, 9223372036854775807L)
    Int64 @1 = Const64(9223372036854775807)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_0x7fffffffffffffff(0) == 0
;; run div64_by_0x7fffffffffffffff(1) == 0
;; run div64_by_0x7fffffffffffffff(7) == 0
;; run div64_by_0x7fffffffffffffff(-7) == 0
;; run div64_by_0x7fffffffffffffff(-1) == 0
;; run div64_by_0x7fffffffffffffff(100) == 0
;; run div64_by_0x7fffffffffffffff(0x8000000000000001) == -1
;; run div64_by_0x7fffffffffffffff(0x7fffffffffffffff) == 1
;; run div64_by_0x7fffffffffffffff(0x3b9aca07) == 0

proc div64_by_0x8000000000000000(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Div(a, -9223372036854775808L)
    Int64 @1 = Const64(-9223372036854775808)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_by_0x8000000000000000(0) == 0
;; run div64_by_0x8000000000000000(1) == 0
;; run div64_by_0x8000000000000000(7) == 0
;; run div64_by_0x8000000000000000(-7) == 0
;; run div64_by_0x8000000000000000(-1) == 0
;; run div64_by_0x8000000000000000(100) == 0
;; run div64_by_0x8000000000000000(0x8000000000000001) == 0
;; run div64_by_0x8000000000000000(0x7fffffffffffffff) == 0
;; run div64_by_0x8000000000000000(0x3b9aca07) == 0

proc div64_folded0() -> Int64 {
#0:
    ; return Div(0L, 1L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(1)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_folded0() == 0

proc div64_folded1() -> Int64 {
#0:
    ; return Div(0L, 3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(3)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_folded1() == 0

proc div64_folded2() -> Int64 {
#0:
    ; return Div(0L, -3L)
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(-3)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; run div64_folded2() == 0
