barebones 1
; A Phi takes over the Float that is the lower half of a Double, and the entire Double is read afterwards.
;! run

; Returns the bits of the Double without those of its upper half.
proc halves(Double, Int64) -> Int64 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Float @2 = Trunc(@0)
    Void @3 = Upsilon(@2, ^@4)
    Float @4 = Phi()
    Int32 @5 = BitwiseCast(@2)
    Int64 @6 = ZExt32(@5)
    Int32 @7 = BitwiseCast(@4)
    Int64 @8 = ZExt32(@7)
    Int64 @9 = BitwiseCast(@0)
    Int64 @10 = BitXor(@9, @1)
    Int64 @11 = BitXor(@6, @8)
    Int64 @12 = BitOr(@10, @11)
    Void @13 = Return(@12)
}
;; run halves(1.5, 0x3ff8000000000000) == 0
;; run halves(nan:0x7ff8000012345678, 0x7ff8000000000000) == 0x12345678
