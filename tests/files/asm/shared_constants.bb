barebones 1
; On AArch64, a constant that is not an immediate is in a register of its own if several values use it; and a product is
; fused with the addition of such a constant. A constant with one use is computed next to it.
;! asm aarch64-linux -O 2 as O2
;! asm aarch64-linux -O 0 as O0
;! run

proc products(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(1664525)
    Int32 @3 = Mul(@0, @2)
    Int32 @4 = Mul(@1, @2)
    Int32 @5 = BitXor(@3, @4)
    Void @6 = Return(@5)
}
;; not O2: w16
;; check O2: mul w
;; check O2: mul w
;; check O2: ret
;; check O0: mul w
;; run products(3, 5) == 3329126

proc product(Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int32 @2 = Const32(1664525)
    Int32 @3 = Mul(@0, @2)
    Void @6 = Return(@3)
}
;; check O2: mul w0, w0, w16
;; run product(3) == 0x4c3227

proc sums(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(1280000000)
    Int32 @3 = Add(@0, @2)
    Int32 @4 = Add(@1, @2)
    Int32 @5 = Mul(@3, @4)
    Void @6 = Return(@5)
}
;; not O2: w16
;; check O2: ret
;; run sums(1, 2) == 1960951810

proc held(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(7)
    Int32 @3 = Add(@0, @2)
    Int32 @4 = Sub(@1, @2)
    Int32 @5 = BitXor(@3, @4)
    Void @6 = Return(@5)
}
;; check O2: add w0, w0, #0x7
;; check O2: sub w1, w1, #0x7
;; run held(1, 2) == -13

proc masks(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(74565)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @4 = BitXor(@1, @2)
    Int32 @5 = Add(@3, @4)
    Void @6 = Return(@5)
}
;; not O2: w16
;; check O2: ret
;; run masks(0x1ffff, 0x23456) == 277080

proc random(Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int32 @2 = Const32(1664525)
    Int32 @3 = Mul(@0, @2)
    Int32 @4 = Const32(1013904223)
    Int32 @5 = Add(@3, @4)
    Void @6 = Return(@5)
}
;; check O2: madd
;; check O2: ret
;; run random(1) == 0x3c88596c
