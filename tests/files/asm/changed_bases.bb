barebones 1
; A load or store and an addition to its base are one instruction on machines with pre- and post-index, if the address
; is that of the base before or after the change, and nothing in between uses the base.
;! asm aarch64-linux -O 2
;; check: forward:
;; check: #1:
;; check: ], #0x8
;; not: #0x8
;; check: #2:
;; check: backward:
;; check: #1:
;; check: , #-0x8]!
;; not: #0x8
;; check: #2:
;; check: copy:
;; check: #1:
;; check: ], #0x1
;; check: ], #0x1
;; not: #0x1
;; check: #2:
;; check: unrolled:
;; check: #1:
;; check: ], #0x4
;; check: #-0x3]
;; check: #-0x2]
;; check: #-0x1]
;; not: #0x4
;; check: #2:
;; check: paired:
;; check: #1:
;; check: ], #0x10
;; not: #0x10
;; check: #2:
;; check: too_far:
;; check: #1:
;; not: ], #
;; check: , #0x100
;; check: #2:
;; check: itself:
;; check: #1:
;; not: ], #
;; check: , #0x8
;; check: #2:
;! asm aarch64-linux -O 0
;; check: forward:
;; not: ], #0x8
;; check: backward:
;! run
;; run test_forward() == 1298186885379465030
;; run test_backward() == 1298186885379465030
;; run test_copy() == 72623946060341024
;; run test_unrolled() == 191367930761
;; run test_paired() == 1298186885379465030
;; run test_too_far() == 6
;; run test_itself() == 56

data table = u64:0x0102030405868788 u64:0x1112131415969798 u64:7 u64:0xfff0000000000003 u64:5 u64:6 u64:8 u64:9
data long = u64:1 zero:248 u64:2 zero:248 u64:3 zero:248
data target = zero:64

proc forward(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(8)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Load(@7)
    Int64 @10 = Add(@8, @9)
    Int64 @11 = Add(@7, @3)
    Void @12 = Upsilon(@11, ^@7)
    Void @13 = Upsilon(@10, ^@8)
    Int32 @14 = NotEqual(@11, @1)
    Void @15 = Branch(@14, #1, #2)
#2:
    Void @16 = Return(@10)
}

proc backward(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(-8)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Load(@7, offset=-8)
    Int64 @10 = Add(@8, @9)
    Int64 @11 = Add(@7, @3)
    Void @12 = Upsilon(@11, ^@7)
    Void @13 = Upsilon(@10, ^@8)
    Int32 @14 = NotEqual(@11, @1)
    Void @15 = Branch(@14, #1, #2)
#2:
    Void @16 = Return(@10)
}

proc copy(Int64, Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @9 = Load8Z(@7)
    Void @10 = Store8(@9, @8)
    Int64 @11 = Add(@7, @3)
    Int64 @12 = Add(@8, @3)
    Void @13 = Upsilon(@11, ^@7)
    Void @14 = Upsilon(@12, ^@8)
    Int32 @15 = NotEqual(@11, @1)
    Void @16 = Branch(@15, #1, #2)
#2:
    Void @17 = Return()
}

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

proc too_far(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(256)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Load(@7)
    Int64 @10 = Add(@8, @9)
    Int64 @11 = Add(@7, @3)
    Void @12 = Upsilon(@11, ^@7)
    Void @13 = Upsilon(@10, ^@8)
    Int32 @14 = NotEqual(@11, @1)
    Void @15 = Branch(@14, #1, #2)
#2:
    Void @16 = Return(@10)
}

; The stored value is the base, which then changes.
proc itself(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(8)
    Void @3 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Void @6 = Store(@5, @5)
    Int64 @7 = Add(@5, @2)
    Void @8 = Upsilon(@7, ^@5)
    Int32 @9 = NotEqual(@7, @1)
    Void @10 = Branch(@9, #1, #2)
#2:
    Void @11 = Return()
}

proc test_forward() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(table)
    Int64 @1 = Const64(0)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Const64(64)
    Int64 @4 = Add(@0, @3)
    Int64 @6 = CCall(forward, @2, @4)
    Void @7 = Return(@6)
}

proc test_backward() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(table)
    Int64 @1 = Const64(64)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Const64(0)
    Int64 @4 = Add(@0, @3)
    Int64 @6 = CCall(backward, @2, @4)
    Void @7 = Return(@6)
}

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

proc test_too_far() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(long)
    Int64 @1 = Const64(0)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Const64(768)
    Int64 @4 = Add(@0, @3)
    Int64 @6 = CCall(too_far, @2, @4)
    Void @7 = Return(@6)
}

proc test_copy() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(table)
    Int64 @1 = Const64(13)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = SymbolAddress(target)
    Void @5 = CCall(copy, @0, @2, @3)
    Int64 @7 = Load(@3)
    Int64 @8 = Load(@3, offset=8)
    Int64 @9 = Add(@7, @8)
    Void @11 = Return(@9)
}

proc test_itself() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(target)
    Int64 @1 = Const64(64)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Const64(0)
    Void @4 = CCall(itself, @0, @2)
    Int64 @5 = Load(@0, offset=56)
    Int64 @6 = Sub(@5, @0)
    Void @7 = Return(@6)
}
