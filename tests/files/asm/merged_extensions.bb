barebones 1
; A 32-bit extension, also shifted by up to 4, is part of a 64-bit addition or subtraction on machines that can, unless
; it has another use or costs nothing.
;! asm aarch64-linux -O 2
;! run

proc signed(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = SExt32(@2)
    Int64 @4 = Add(@0, @3)
    Void @5 = Return(@4)
}
;; check: add x0, x0, w1, sxtw
;; run signed(10, -7) == 3
;; run signed(-1, -2147483648) == -2147483649
;; run signed(1234567890123, 2147483647) == 1236715373770

proc unsigned(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = ZExt32(@2)
    Int64 @4 = Add(@3, @0)
    Void @5 = Return(@4)
}
;; check: add x0, x0, w1, uxtw
;; run unsigned(10, -7) == 4294967299
;; run unsigned(-1, -2147483648) == 2147483647
;; run unsigned(1234567890123, 2147483647) == 1236715373770

proc signed_less(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = SExt32(@2)
    Int64 @4 = Sub(@0, @3)
    Void @5 = Return(@4)
}
;; check: sub x0, x0, w1, sxtw
;; run signed_less(10, -7) == 17
;; run signed_less(-1, -2147483648) == 2147483647
;; run signed_less(1234567890123, 2147483647) == 1232420406476

proc unsigned_less(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = ZExt32(@2)
    Int64 @4 = Sub(@0, @3)
    Void @5 = Return(@4)
}
;; check: sub x0, x0, w1, uxtw
;; run unsigned_less(10, -7) == -4294967279
;; run unsigned_less(-1, -2147483648) == -2147483649
;; run unsigned_less(1234567890123, 2147483647) == 1232420406476

proc shifted(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = SExt32(@2)
    Int32 @4 = Const32(4)
    Int64 @5 = Shl(@3, @4)
    Int64 @6 = Add(@0, @5)
    Void @7 = Return(@6)
}
;; check: add x0, x0, w1, sxtw #4
;; run shifted(10, -7) == -102
;; run shifted(-1, -2147483648) == -34359738369
;; run shifted(1234567890123, 2147483647) == 1268927628475

proc shifted_too_far(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = SExt32(@2)
    Int32 @4 = Const32(5)
    Int64 @5 = Shl(@3, @4)
    Int64 @6 = Add(@0, @5)
    Void @7 = Return(@6)
}
;; not: sxtw #
;; run shifted_too_far(10, -7) == -214
;; run shifted_too_far(-1, -2147483648) == -68719476737
;; run shifted_too_far(1234567890123, 2147483647) == 1303287366827

proc other_less(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = SExt32(@2)
    Int64 @4 = Sub(@3, @0)
    Void @5 = Return(@4)
}
;; check: sxtw x
;; check: sub x
;; run other_less(10, -7) == -17
;; run other_less(-1, -2147483648) == -2147483647
;; run other_less(1234567890123, 2147483647) == -1232420406476

proc beside_a_constant(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SExt32(@1)
    Int64 @3 = Const64(12)
    Int64 @4 = Add(@2, @3)
    Void @5 = Return(@4)
}
;; check: sxtw x
;; check: add x
;; run beside_a_constant(-5) == 7
;; run beside_a_constant(2147483647) == 2147483659

proc shared(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = SExt32(@2)
    Int64 @4 = Add(@0, @3)
    Int64 @5 = BitXor(@4, @3)
    Void @6 = Return(@5)
}
;; check: sxtw x
;; run shared(10, -7) == -6
;; run shared(-1, -2147483648) == 4294967295
;; run shared(1234567890123, 2147483647) == 1235038305077

proc free(Int64, Int32, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = ArgumentReg(%a2)
    Int32 @4 = Trunc(@3)
    Int32 @5 = Sub(@2, @4)
    Int64 @6 = ZExt32(@5)
    Int64 @7 = Add(@0, @6)
    Void @8 = Return(@7)
}
;; check: sub w
;; not: uxtw
;; check: add x
;; run free(10, -7, 3) == 4294967296
;; run free(-1, 0, 1) == 4294967294
