barebones 1
; A load or store and an addition to its base are one instruction on machines with pre- and post-index, if the address
; is that of the base before or after the change, and nothing in between uses the base.
;! asm aarch64-linux -O 2 as O2
;! asm aarch64-linux -O 0 as O0
;! run

data table = u64:0x0102030405868788 u64:0x1112131415969798 u64:7 u64:0xfff0000000000003 u64:5 u64:6 u64:8 u64:9
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
;; check O2: #1:
;; check O2: ], #0x8
;; not O2: #0x8
;; check O2: #2:
;; not O0: ], #0x8

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
;; check O2: #1:
;; check O2: , #-0x8]!
;; not O2: #0x8
;; check O2: #2:

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
;; check O2: #1:
;; check O2: ], #0x1
;; check O2: ], #0x1
;; not O2: #0x1
;; check O2: #2:

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
;; run test_forward() == 1298186885379465030

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
;; run test_backward() == 1298186885379465030

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
;; run test_copy() == 72623946060341024
