barebones 1
; A product that one addition, subtraction or negation uses is part of it on machines that can; one with another use, or
; added to a constant, is not. An extension of both factors is merged too, if it is the same.
;! asm aarch64-linux -O 2
;! run

proc signed(Int32, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SExt32(@1)
    Int64 @5 = SExt32(@3)
    Int64 @6 = Mul(@4, @5)
    Void @7 = Return(@6)
}
;; check: smull x
;; not: sxtw
;; run signed(0, 5) == 0
;; run signed(-1, -1) == 1
;; run signed(-2147483648, -2147483648) == 4611686018427387904
;; run signed(2147483647, -2147483648) == -4611686016279904256
;; run signed(65537, 65537) == 4295098369

proc unsigned(Int32, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ZExt32(@1)
    Int64 @5 = ZExt32(@3)
    Int64 @6 = Mul(@4, @5)
    Void @7 = Return(@6)
}
;; check: umull x
;; run unsigned(0, 5) == 0
;; run unsigned(-1, -1) == -8589934591
;; run unsigned(-2147483648, -2147483648) == 4611686018427387904
;; run unsigned(2147483647, -2147483648) == 4611686016279904256
;; run unsigned(65537, 65537) == 4295098369

proc square(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SExt32(@1)
    Int64 @3 = Mul(@2, @2)
    Void @4 = Return(@3)
}
;; check: smull x
;; run square(-2147483648) == 4611686018427387904
;; run square(7) == 49

proc signed_by_constant(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SExt32(@1)
    Int64 @3 = Const64(-1000003)
    Int64 @4 = Mul(@2, @3)
    Void @5 = Return(@4)
}
;; check: smull x
;; run signed_by_constant(-2147483648) == 2147490090450944
;; run signed_by_constant(7) == -7000021

proc unsigned_by_constant(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ZExt32(@1)
    Int64 @3 = Const64(4294967293)
    Int64 @4 = Mul(@2, @3)
    Void @5 = Return(@4)
}
;; check: umull x
;; run unsigned_by_constant(-1) == -17179869181
;; run unsigned_by_constant(7) == 30064771051

proc by_too_much(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SExt32(@1)
    Int64 @3 = Const64(2147483653)
    Int64 @4 = Mul(@2, @3)
    Void @5 = Return(@4)
}
;; check: sxtw x
;; check: mul x
;; run by_too_much(-2147483648) == -4611686029164806144
;; run by_too_much(7) == 15032385571

proc different(Int32, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SExt32(@1)
    Int64 @5 = ZExt32(@3)
    Int64 @6 = Mul(@4, @5)
    Void @7 = Return(@6)
}
;; check: sxtw x
;; check: mul x
;; run different(0, 5) == 0
;; run different(-1, -1) == -4294967295
;; run different(-2147483648, -2147483648) == -4611686018427387904
;; run different(2147483647, -2147483648) == 4611686016279904256
;; run different(65537, 65537) == 4295098369

proc one_extended(Int32, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = SExt32(@1)
    Int64 @4 = Mul(@3, @2)
    Void @5 = Return(@4)
}
;; check: sxtw x
;; check: mul x
;; run one_extended(-5, 7) == -35
;; run one_extended(-1, 9223372036854775807) == -9223372036854775807

proc shared_extension(Int32, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SExt32(@1)
    Int64 @5 = SExt32(@3)
    Int64 @6 = Mul(@4, @5)
    Int64 @7 = BitXor(@6, @4)
    Void @8 = Return(@7)
}
;; check: sxtw x
;; check: mul x
;; run shared_extension(0, 5) == 0
;; run shared_extension(-1, -1) == -2
;; run shared_extension(-2147483648, -2147483648) == -4611686020574871552
;; run shared_extension(2147483647, -2147483648) == -4611686014132420609
;; run shared_extension(65537, 65537) == 4295163904

proc signed_sum(Int32, Int32, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ArgumentReg(%a2)
    Int64 @5 = SExt32(@1)
    Int64 @6 = SExt32(@3)
    Int64 @7 = Mul(@5, @6)
    Int64 @8 = Add(@7, @4)
    Void @9 = Return(@8)
}
;; check: smaddl x
;; not: sxtw
;; run signed_sum(-1, 5, 3) == -2
;; run signed_sum(-2147483648, -2147483648, 1) == 4611686018427387905

proc unsigned_sum(Int32, Int32, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ArgumentReg(%a2)
    Int64 @5 = ZExt32(@1)
    Int64 @6 = ZExt32(@3)
    Int64 @7 = Mul(@5, @6)
    Int64 @8 = Add(@4, @7)
    Void @9 = Return(@8)
}
;; check: umaddl x
;; run unsigned_sum(-1, -1, 1) == -8589934590

proc signed_difference(Int32, Int32, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ArgumentReg(%a2)
    Int64 @5 = SExt32(@1)
    Int64 @6 = SExt32(@3)
    Int64 @7 = Mul(@5, @6)
    Int64 @8 = Sub(@4, @7)
    Void @9 = Return(@8)
}
;; check: smsubl x
;; run signed_difference(-1, 5, 3) == 8

proc unsigned_difference(Int32, Int32, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = ArgumentReg(%a2)
    Int64 @5 = ZExt32(@1)
    Int64 @6 = ZExt32(@3)
    Int64 @7 = Mul(@5, @6)
    Int64 @8 = Sub(@4, @7)
    Void @9 = Return(@8)
}
;; check: umsubl x
;; run unsigned_difference(-1, -1, 0) == 8589934591
