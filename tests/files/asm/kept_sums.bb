barebones 1
; AArch64 has no access with base, index and offset. Their sum is computed once for accesses at several offsets, and
; two of them next to each other are one access.
;! asm aarch64-linux -O 2
;! run

data numbers = u64:1 u64:20 u64:300 u64:4000 u64:50000 u64:600000

proc four(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(3)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Add(@0, @3)
    Int64 @5 = Load(@4)
    Int64 @6 = Const64(1)
    Int64 @7 = Add(@1, @6)
    Int64 @8 = Shl(@7, @2)
    Int64 @9 = Add(@0, @8)
    Int64 @10 = Load(@9)
    Int64 @11 = Mul(@5, @10)
    Int64 @12 = Const64(3)
    Int64 @13 = Add(@1, @12)
    Int64 @14 = Shl(@13, @2)
    Int64 @15 = Add(@0, @14)
    Int64 @16 = Load(@15)
    Int64 @17 = Const64(4)
    Int64 @18 = Add(@1, @17)
    Int64 @19 = Shl(@18, @2)
    Int64 @20 = Add(@0, @19)
    Int64 @21 = Load(@20)
    Int64 @22 = Add(@16, @21)
    Int64 @23 = Add(@11, @22)
    Void @24 = Return(@23)
}
;; check: add x16, x0,
;; check: ldp
;; not: add x16
;; check: ldp
;; not: add x16
;; check: ret
;; run four(@data:numbers, 0) == 54020
;; run four(@data:numbers, 1) == 656000

; Between the accesses, the index gets another value in its register.

proc changed(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(3)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@1, ^@10)
    Int64 @5 = Const64(0)
    Void @6 = Upsilon(@5, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @12 = Shl(@10, @2)
    Int64 @13 = Add(@0, @12)
    Int64 @14 = Load(@13, offset=8)
    Int64 @15 = Load(@13, offset=16)
    Int64 @16 = Add(@10, @14)
    Int64 @17 = Const64(1)
    Int64 @18 = BitAnd(@16, @17)
    Int64 @19 = Shl(@18, @2)
    Int64 @20 = Add(@0, @19)
    Int64 @21 = Load(@20, offset=8)
    Int64 @22 = Load(@20, offset=32)
    Int64 @23 = Add(@21, @22)
    Int64 @24 = Add(@15, @23)
    Int64 @25 = Add(@11, @24)
    Void @26 = Upsilon(@18, ^@10)
    Void @27 = Upsilon(@25, ^@11)
    Int64 @28 = Const64(60000)
    Int32 @29 = LessThan(@25, @28)
    Void @30 = Branch(@29, #1, #2)
#2:
    Void @31 = Return(@25)
}
;; run changed(@data:numbers, 0) == 100640
