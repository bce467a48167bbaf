barebones 1
; A 32-bit computation that is then extended is part of an address if it cannot wrap.
;! opt reduce_strength eliminate_dead_code
;! run

data words = u64:0x0877665544332211 u64:0x00ffeeddccbbaa99 u64:0x21436587

proc table(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Const32(3)
    Int32 @4 = BitAnd(@2, @3)
    Int32 @5 = Const32(2)
    Int32 @6 = Shl(@4, @5)
    Int32 @7 = Const32(8)
    Int32 @8 = Add(@6, @7)
    Int64 @9 = ZExt32(@8)
    Int64 @10 = Add(@0, @9)
    Int32 @11 = Load(@10)
    Void @99 = Return(@11)
}
;; check: ZExt32(@4)
;; check: Shl(
;; check: Add(@0,
;; check: offset=8
;; run table(@data:words, 0x102) == 0x21436587

proc scaled_only(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Const32(3)
    Int32 @4 = BitAnd(@2, @3)
    Int32 @5 = Const32(3)
    Int32 @6 = Shl(@4, @5)
    Int64 @9 = ZExt32(@6)
    Int64 @10 = Add(@0, @9)
    Int32 @11 = Load(@10)
    Void @99 = Return(@11)
}
;; check: ZExt32(@4)
;; check: Shl(
;; check: Add(@0,
;; run scaled_only(@data:words, 0x102) == 0x21436587

proc may_wrap(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @7 = Const32(8)
    Int32 @8 = Add(@2, @7)
    Int64 @9 = ZExt32(@8)
    Int64 @10 = Add(@0, @9)
    Int32 @11 = Load(@10)
    Void @99 = Return(@11)
}
;; check: Int32 @8 = Add(@2, @7)
;; check: ZExt32(@8)
;; run may_wrap(@data:words, -8) == 0x44332211

proc loses_bits(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @5 = Const32(2)
    Int32 @6 = Shl(@2, @5)
    Int64 @9 = ZExt32(@6)
    Int64 @10 = Add(@0, @9)
    Int32 @11 = Load(@10)
    Void @99 = Return(@11)
}
;; check: Int32 @6 = Shl(@2, @5)
;; check: ZExt32(@6)
;; run loses_bits(@data:words, 0x40000001) == 0x08776655

proc scale_of_sixteen(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Const32(3)
    Int32 @4 = BitAnd(@2, @3)
    Int32 @5 = Const32(4)
    Int32 @6 = Shl(@4, @5)
    Int64 @9 = ZExt32(@6)
    Int64 @10 = Add(@0, @9)
    Int32 @11 = Load(@10)
    Void @99 = Return(@11)
}
;; check: Int32 @6 = Shl(@4, @5)
;; check: ZExt32(@6)
;; run scale_of_sixteen(@data:words, 5) == 0x21436587

proc used_elsewhere(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Const32(3)
    Int32 @4 = BitAnd(@2, @3)
    Int32 @5 = Const32(2)
    Int32 @6 = Shl(@4, @5)
    Int64 @9 = ZExt32(@6)
    Int64 @10 = Add(@0, @9)
    Int32 @11 = Load(@10)
    Int32 @12 = Add(@11, @6)
    Void @99 = Return(@12)
}
;; check: Int32 @6 = Shl(@4, @5)
;; check: ZExt32(@6)
;; run used_elsewhere(@data:words, 5) == 0x08776659

proc all_that_fits(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Const32(0x7fffffff)
    Int32 @4 = BitAnd(@2, @3)
    Int32 @7 = Const32(0x80000000)
    Int32 @8 = Add(@4, @7)
    Int64 @9 = ZExt32(@8)
    Int64 @10 = Add(@0, @9)
    Int32 @11 = Load(@10)
    Void @99 = Return(@11)
}
;; check: ZExt32(@4)
;; check: Const64(2147483648)

proc one_too_many(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Const32(0x7fffffff)
    Int32 @4 = BitAnd(@2, @3)
    Int32 @7 = Const32(0x80000001)
    Int32 @8 = Add(@4, @7)
    Int64 @9 = ZExt32(@8)
    Int64 @10 = Add(@0, @9)
    Int32 @11 = Load(@10)
    Void @99 = Return(@11)
}
;; check: Int32 @8 = Add(@4, @7)
;; check: ZExt32(@8)
;; run one_too_many(@data:words, 0x7fffffff) == 0x44332211
