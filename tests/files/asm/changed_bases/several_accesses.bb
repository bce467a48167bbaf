barebones 1
; A load or store and an addition to its base are one instruction on machines with pre- and post-index, if the address
; is that of the base before or after the change, and nothing in between uses the base.
;! asm aarch64-linux -O 2
;! run

data table = u64:0x0102030405868788 u64:0x1112131415969798 u64:7 u64:0xfff0000000000003 u64:5 u64:6 u64:8 u64:9

proc unrolled(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(4)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @9 = Load8Z(@7)
    Int64 @10 = ZExt32(@9)
    Int64 @11 = Mul(@8, @3)
    Int64 @12 = Add(@11, @10)
    Int32 @13 = Load8Z(@7, offset=1)
    Int64 @14 = ZExt32(@13)
    Int64 @15 = Mul(@12, @3)
    Int64 @16 = Add(@15, @14)
    Int32 @17 = Load8Z(@7, offset=2)
    Int64 @18 = ZExt32(@17)
    Int64 @19 = Mul(@16, @3)
    Int64 @20 = Add(@19, @18)
    Int32 @21 = Load8Z(@7, offset=3)
    Int64 @22 = ZExt32(@21)
    Int64 @23 = Mul(@20, @3)
    Int64 @24 = Add(@23, @22)
    Int64 @25 = Add(@7, @3)
    Void @26 = Upsilon(@25, ^@7)
    Void @27 = Upsilon(@24, ^@8)
    Int32 @28 = NotEqual(@25, @1)
    Void @29 = Branch(@28, #1, #2)
#2:
    Void @30 = Return(@24)
}
;; check: #1:
;; check: ], #0x4
;; check: #-0x3]
;; check: #-0x2]
;; check: #-0x1]
;; not: #0x4
;; check: #2:

proc paired(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(16)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Load(@7)
    Int64 @11 = Load(@7, offset=8)
    Int64 @10 = Add(@8, @9)
    Int64 @12 = Add(@10, @11)
    Int64 @13 = Add(@7, @3)
    Void @14 = Upsilon(@13, ^@7)
    Void @15 = Upsilon(@12, ^@8)
    Int32 @16 = NotEqual(@13, @1)
    Void @17 = Branch(@16, #1, #2)
#2:
    Void @18 = Return(@12)
}
;; check: #1:
;; check: ], #0x10
;; not: #0x10
;; check: #2:

proc test_unrolled() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(table)
    Int64 @1 = Const64(0)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Const64(16)
    Int64 @4 = Add(@0, @3)
    Int64 @6 = CCall(unrolled, @2, @4)
    Void @7 = Return(@6)
}
;; run test_unrolled() == 191367930761

proc test_paired() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(table)
    Int64 @1 = Const64(0)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Const64(64)
    Int64 @4 = Add(@0, @3)
    Int64 @6 = CCall(paired, @2, @4)
    Void @7 = Return(@6)
}
;; run test_paired() == 1298186885379465030
