barebones 1
; A quotient and a remainder of the same operands are one division; by a constant, the remainder uses the quotient.
;! asm x86_64-linux -O 2 as O2
;! asm aarch64-linux -O 2 as A64
;! run

proc signed(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Div(@2, @3)
    Int32 @5 = Mod(@2, @3)
    Void @6 = Return(@4, @5)
}
;; check O2: idiv
;; not O2: idiv
;; check O2: ret
;; check A64: sdiv
;; check A64: msub
;; not A64: sdiv
;; check A64: ret
;; run signed(17, 5) == 3, 2
;; run signed(-17, 5) == -3, -2
;; run signed(17, -5) == -3, 2
;; run signed(-0x80000000, 3) == -715827882, -2

proc unsigned(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = UMod(@0, @1)
    Int64 @3 = UDiv(@0, @1)
    Void @4 = Return(@3, @2)
}
;; check O2: div
;; not O2: div
;; check O2: ret
;; check A64: udiv
;; check A64: msub
;; not A64: udiv
;; check A64: ret
;; run unsigned(17, 5) == 3, 2
;; run unsigned(-1, 10) == 1844674407370955161, 5

; The remainder is used before the quotient is computed.
proc used_in_between(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Mod(@0, @1)
    Int64 @3 = BitXor(@2, @0)
    Int64 @4 = Div(@0, @1)
    Int64 @5 = Sub(@4, @3)
    Int64 @6 = Add(@5, @2)
    Void @7 = Return(@6)
}
;; check O2: idiv
;; not O2: idiv
;; check O2: ret
;; run used_in_between(17, 5) == -14
;; run used_in_between(-17, 5) == -22

; The remainder is used before the trap, and has to be there by then.
proc total_used_in_between(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = ChillMod(@2, @3)
    Int32 @5 = BitXor(@4, @2)
    Int32 @6 = Const32(0)
    Int32 @7 = Equal(@3, @6)
    Void @8 = TrapIf(@7, User(3))
    Int32 @9 = Div(@2, @3)
    Int32 @10 = Add(@9, @5)
    Int32 @11 = Mul(@10, @4)
    Void @12 = Return(@11)
}
;; run total_used_in_between(17, 5) == 44
;; run total_used_in_between(-17, 5) == -28
;; run total_used_in_between(7, 0) traps User(3)

; The remainder is defined for all operands, but the trap protects the quotient only.
proc guarded(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = ChillMod(@2, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@3, @5)
    Void @7 = TrapIf(@6, User(3))
    Int32 @8 = Div(@2, @3)
    Int32 @9 = Add(@8, @4)
    Void @10 = Return(@9)
}
;; not O2: cmp
;; check O2: idiv
;; not O2: idiv
;; check O2: ret
;; check A64: sdiv
;; not A64: sdiv
;; check A64: ret
;; run guarded(17, 5) == 5
;; run guarded(17, 0) traps User(3)

; Here the result of the remainder is stored before the trap.
proc guarded_after_a_use(Int32, Int32) -> Int32 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int64 @10 = SlotBase(slot0)
    Int32 @4 = ChillMod(@2, @3)
    Void @11 = Store(@4, @10)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@3, @5)
    Void @7 = TrapIf(@6, User(3))
    Int32 @8 = Div(@2, @3)
    Int32 @12 = Load(@10)
    Int32 @9 = Add(@8, @12)
    Void @13 = Return(@9)
}
;; run guarded_after_a_use(17, 5) == 5
;; run guarded_after_a_use(17, 0) traps User(3)

proc by_ten(Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = UDiv(@1, @2)
    Int32 @4 = UMod(@1, @2)
    Void @5 = Return(@3, @4)
}
;; check O2: imul
;; check O2: imul
;; not O2: imul
;; check O2: ret
;; check A64: umull
;; not A64: umull
;; check A64: msub
;; check A64: ret
;; run by_ten(-1) == 429496729, 5

proc by_minus_seven(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-7)
    Int64 @2 = Mod(@0, @1)
    Int64 @3 = Div(@0, @1)
    Void @4 = Return(@3, @2)
}
;; check O2: imul
;; check O2: imul
;; not O2: imul
;; check O2: ret
;; run by_minus_seven(100) == -14, 2
;; run by_minus_seven(-100) == 14, -2
;; run by_minus_seven(-0x8000000000000000) == 1317624576693539401, -1

proc by_sixteen(Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(16)
    Int32 @3 = Div(@1, @2)
    Int32 @4 = Mod(@1, @2)
    Void @5 = Return(@3, @4)
}
;; check O2: sar
;; check O2: sar
;; not O2: sar
;; check O2: ret
;; run by_sixteen(-17) == -1, -1
;; run by_sixteen(33) == 2, 1
;; run by_sixteen(-0x80000000) == -134217728, 0

; Another divisor.
proc other_divisor(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Div(@0, @1)
    Int64 @4 = Mod(@0, @2)
    Int64 @5 = Add(@3, @4)
    Void @6 = Return(@5)
}
;; check O2: idiv
;; check O2: idiv
;; check O2: ret
;; run other_divisor(17, 5, 4) == 4

; Both results are defined for all operands.
proc total(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = ChillDiv(@2, @3)
    Int32 @5 = ChillMod(@2, @3)
    Void @6 = Return(@4, @5)
}
;; check O2: idiv
;; not O2: idiv
;; check O2: ret
;; check A64: sdiv
;; not A64: sdiv
;; check A64: csel
;; check A64: ret
;; run total(17, 5) == 3, 2
;; run total(-17, 5) == -3, -2
;; run total(17, 0) == 0, 0
;; run total(17, -1) == -17, 0
;; run total(-0x80000000, -1) == -0x80000000, 0

proc total_of_words(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ChillMod(@0, @1)
    Int64 @3 = BitXor(@2, @0)
    Int64 @4 = ChillDiv(@0, @1)
    Void @5 = Return(@4, @3)
}
;; check O2: idiv
;; not O2: idiv
;; check O2: ret
;; check A64: sdiv
;; not A64: sdiv
;; check A64: ret
;; run total_of_words(17, 5) == 3, 19
;; run total_of_words(17, 0) == 0, 17
;; run total_of_words(5, -1) == -5, 5
;; run total_of_words(-0x8000000000000000, -1) == -0x8000000000000000, -0x8000000000000000

; The upper halves of a remainder of 32 bits are zero.
proc widened(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = ChillDiv(@2, @3)
    Int32 @5 = ChillMod(@2, @3)
    Int64 @6 = ZExt32(@5)
    Int64 @7 = ZExt32(@4)
    Int64 @8 = Add(@6, @7)
    Void @9 = Return(@8)
}
;; run widened(-17, 5) == 8589934587
;; run widened(-1, 0x100000000) == 0
;; run widened(1, -1) == 4294967295
