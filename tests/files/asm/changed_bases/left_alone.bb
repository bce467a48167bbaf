barebones 1
; A load or store and an addition to its base are one instruction on machines with pre- and post-index, if the address
; is that of the base before or after the change, and nothing in between uses the base.
;! asm aarch64-linux -O 2
;! run

data long = u64:1 zero:248 u64:2 zero:248 u64:3 zero:248
data target = zero:64

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
;; check: #1:
;; not: ], #
;; check: , #0x100
;; check: #2:

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
;; check: #1:
;; not: ], #
;; check: , #0x8
;; check: #2:

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
;; run test_too_far() == 6

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
;; run test_itself() == 56
