barebones 1
; Redundant masks are removed, rotations and byte swaps are recognized; similar code that is not one stays.
;! opt reduce_strength eliminate_dead_code
;! run

data bytes = 0x80 0x81 0 0

proc redundant(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Load8Z(@0)
    Int32 @3 = Const32(255)
    Int32 @4 = BitAnd(@2, @3)
    Void @99 = Return(@4)
}
;; check: Return(@2)
;; run redundant(@data:bytes, 0) == 128

proc needed(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Load8S(@0)
    Int32 @3 = Const32(255)
    Int32 @4 = BitAnd(@2, @3)
    Void @99 = Return(@4)
}
;; check: BitAnd(@2, @3)
;; run needed(@data:bytes, 0) == 128

proc rotates(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(13)
    Int64 @3 = Shl(@0, @2)
    Int32 @4 = Const32(51)
    Int64 @5 = ZShr(@0, @4)
    Int64 @6 = BitXor(@3, @5)
    Void @99 = Return(@6)
}
;; check: RotL(@0, @2)
;; run rotates(7, 3) == 57344
;; run rotates(-1, 0x8000000000000000) == -1

proc rotates_not(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(13)
    Int64 @3 = Shl(@0, @2)
    Int32 @4 = Const32(50)
    Int64 @5 = ZShr(@0, @4)
    Int64 @6 = BitXor(@3, @5)
    Void @99 = Return(@6)
}
;; check: BitXor(
;; run rotates_not(7, 3) == 57344
;; run rotates_not(-1, 0x8000000000000000) == -8193

proc rotates_by(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = Shl(@0, @2)
    Int32 @4 = Neg(@2)
    Int64 @5 = ZShr(@0, @4)
    Int64 @6 = BitOr(@3, @5)
    Void @99 = Return(@6)
}
;; check: RotL(@0, @2)
;; run rotates_by(7, 3) == 56
;; run rotates_by(7, 0) == 7
;; run rotates_by(-2, 64) == -2

proc rotates_by_not(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = Shl(@0, @2)
    Int32 @4 = Neg(@2)
    Int64 @5 = ZShr(@0, @4)
    Int64 @6 = BitXor(@3, @5)
    Void @99 = Return(@6)
}
;; check: BitXor(
;; run rotates_by_not(7, 3) == 56
;; run rotates_by_not(7, 0) == 0
;; run rotates_by_not(-2, 64) == 0

proc swaps(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Const32(24)
    Int32 @4 = Const32(8)
    Int32 @5 = Const32(0xff00)
    Int32 @6 = Shl(@2, @3)
    Int32 @7 = BitAnd(@2, @5)
    Int32 @8 = Shl(@7, @4)
    Int32 @9 = ZShr(@2, @4)
    Int32 @10 = BitAnd(@9, @5)
    Int32 @11 = ZShr(@2, @3)
    Int32 @12 = BitOr(@6, @8)
    Int32 @13 = BitOr(@12, @10)
    Int32 @14 = BitOr(@13, @11)
    Void @99 = Return(@14)
}
;; check: ByteSwap(@2)
;; run swaps(0x12345678, 0) == 2018915346

proc swaps_not(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Const32(24)
    Int32 @4 = Const32(8)
    Int32 @5 = Const32(0xff00)
    Int32 @6 = Shl(@2, @3)
    Int32 @7 = BitAnd(@2, @5)
    Int32 @8 = Shl(@7, @4)
    Int32 @9 = SShr(@2, @4)
    Int32 @10 = BitAnd(@9, @5)
    Int32 @11 = SShr(@2, @3)
    Int32 @12 = BitOr(@6, @8)
    Int32 @13 = BitOr(@12, @10)
    Int32 @14 = BitOr(@13, @11)
    Void @99 = Return(@14)
}
;; check: BitOr(
;; check: BitOr(
;; check: BitOr(
;; run swaps_not(0x82345678, 0) == -126

proc extends(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(32)
    Int64 @3 = Shl(@0, @2)
    Int64 @4 = SShr(@3, @2)
    Void @99 = Return(@4)
}
;; check: SExt32(
;; run extends(7, 3) == 7
;; run extends(-1, 0x8000000000000000) == -1

proc extends_not(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(32)
    Int64 @3 = Shl(@0, @2)
    Int32 @5 = Const32(31)
    Int64 @4 = SShr(@3, @5)
    Void @99 = Return(@4)
}
;; check: SShr(
;; run extends_not(7, 3) == 14
;; run extends_not(-1, 0x8000000000000000) == -2

proc field(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0xff00)
    Int64 @3 = BitAnd(@0, @2)
    Int32 @4 = Const32(8)
    Int64 @5 = ZShr(@3, @4)
    Void @99 = Return(@5)
}
;; check: ZShr(@0, @4)
;; check: Const64(255)
;; check: BitAnd(
;; run field(7, 3) == 0
;; run field(-1, 0x8000000000000000) == 255
