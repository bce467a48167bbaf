barebones 1
; Sums that an address can compute are one lea, or part of the access, at O1 and O2. A sum that has other uses, while
; its operands have none, is computed once and used from its register.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 0 as O0
;! run

data numbers = u64:1 u64:2 u64:3 u64:4 u64:5

proc scaled(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(3)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Add(@3, @0)
    Void @5 = Return(@4)
}
;; check O2: lea r
;; not O2: shl
;; check O2: ret
;; check O0: shl
;; check O0: ret
;; run scaled(100, 3) == 124
;; run scaled(-1, -1) == -9

proc with_constant(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Const64(7)
    Int64 @4 = Add(@2, @3)
    Void @5 = Return(@4)
}
;; not O2: add
;; check O2: +7]
;; not O2: add
;; check O2: ret
;; run with_constant(1, 2) == 10

; a + b * 4 wraps at 32 bits.
proc narrow(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(2)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = Add(@2, @5)
    Int64 @7 = ZExt32(@6)
    Void @8 = Return(@7)
}
;; check O2: lea e
;; check O2: ret
;; run narrow(0x7fffffff, 1) == 0x80000003
;; run narrow(0xffffffff, 0xffffffff) == 0xfffffffb

proc products(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(3)
    Int64 @2 = Mul(@0, @1)
    Int64 @3 = Const64(5)
    Int64 @4 = Mul(@0, @3)
    Int64 @5 = Const64(9)
    Int64 @6 = Mul(@0, @5)
    Int64 @7 = Const64(2)
    Int64 @8 = Mul(@0, @7)
    Int64 @9 = Const64(16)
    Int64 @10 = Mul(@0, @9)
    Int64 @11 = BitXor(@2, @4)
    Int64 @12 = BitXor(@11, @6)
    Int64 @13 = BitXor(@8, @10)
    Void @14 = Return(@12, @13)
}
;; not O2: imul
;; check O2: ret
;; run products(7) == 9, 126
;; run products(0x5555555555555556) == 0xaaaaaaaaaaaaaaaa, 0xffffffffffffffcc

proc other_product(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(7)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
;; check O2: imul
;; check O2: ret
;; run other_product(7) == 49

; The shift has another use, and its operand has none.
proc shared_shift(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(3)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Add(@3, @0)
    Void @5 = Return(@4, @3)
}
;; check O2: shl
;; not O2: lea r
;; not O2: *8
;; check O2: ret
;; run shared_shift(100, 3) == 124, 24

; (base + 8) + (i + 2) * 8
proc table(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(2)
    Int64 @3 = Add(@1, @2)
    Int32 @4 = Const32(3)
    Int64 @5 = Shl(@3, @4)
    Int64 @6 = Const64(8)
    Int64 @7 = Add(@0, @6)
    Int64 @8 = Add(@7, @5)
    Int64 @9 = Load(@8)
    Void @10 = Return(@9)
}
;; not O2: @5
;; check O2: *8+0x18]
;; check O2: ret
;; run table(@data:numbers, 1) == 5

; The constant times eight does not fit a displacement.
proc too_far(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0x20000000)
    Int64 @3 = Sub(@1, @2)
    Int64 @4 = Add(@3, @2)
    Int64 @5 = Const64(0x60000000)
    Int64 @6 = Add(@4, @5)
    Int64 @7 = Sub(@6, @5)
    Int32 @8 = Const32(3)
    Int64 @9 = Shl(@7, @8)
    Int64 @10 = Add(@0, @9)
    Int64 @11 = Load(@10)
    Void @12 = Return(@11)
}
;; check O2: @7
;; check O2: ret
;; run too_far(@data:numbers, 1) == 2

; The advanced pointer is in a register anyway; the old one need not stay live.
proc pointer_moves(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(8)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Load(@2)
    Int64 @4 = BitXor(@2, @2)
    Void @5 = Return(@3, @4)
}
;; check O2: @2
;; not O2: +8]
;; check O2: ret
;; run pointer_moves(@data:numbers) == 2, 0

proc minus(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(32)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Const64(16)
    Int64 @4 = Sub(@2, @3)
    Int64 @5 = Const64(8)
    Int64 @6 = Sub(@4, @5)
    Int64 @7 = Load(@6, offset=8)
    Void @8 = Return(@7)
}
;; not O2: sub r
;; check O2: +0x10]
;; not O2: sub r
;; check O2: ret
;; run minus(@data:numbers) == 3
