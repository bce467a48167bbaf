barebones 1
; Casts that cancel out are removed, and 64-bit operations become 32-bit ones where only the low half is used.
;! opt reduce_strength eliminate_dead_code
;! run

data bytes = 0xff 0xff

proc back(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int64 @3 = SExt32(@2)
    Int32 @4 = Trunc(@3)
    Void @99 = Return(@4)
}
;; check: Return(@2)
;; run back(7, 3) == 7
;; run back(-1, 0x8000000000000000) == -1

proc narrow(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @6 = Trunc(@1)
    Int64 @3 = SExt32(@2)
    Int64 @4 = ZExt32(@6)
    Int64 @5 = Mul(@3, @4)
    Int32 @7 = Trunc(@5)
    Void @99 = Return(@7)
}
;; check: Int32 @7 = Mul(@2, @6)
;; run narrow(7, 3) == 21
;; run narrow(-1, 0x8000000000000000) == 0

proc narrow_not(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @6 = Trunc(@1)
    Int64 @3 = SExt32(@2)
    Int64 @4 = ZExt32(@6)
    Int64 @5 = Mul(@3, @4)
    Void @99 = Return(@5)
}
;; check: Int64 @5 = Mul(@3, @4)
;; run narrow_not(7, 3) == 21
;; run narrow_not(-1, 0x8000000000000000) == 0

proc no_sign(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Load16Z(@0)
    Int64 @3 = SExt32(@2)
    Void @99 = Return(@3)
}
;; check: ZExt32(@2)
;; run no_sign(@data:bytes, 0) == 65535

proc sign(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Load16S(@0)
    Int64 @3 = SExt32(@2)
    Void @99 = Return(@3)
}
;; check: SExt32(@2)
;; run sign(@data:bytes, 0) == -1

proc converts(Int64, Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int64 @3 = ZExt32(@2)
    Double @4 = UToD(@3)
    Void @99 = Return(@4)
}
;; check: UToD(@2)
;; run converts(7, 3) == 7.0
;; run converts(-1, 0x8000000000000000) == 4294967295.0
