barebones 1
; Bits of sums and differences that follow from those of their operands.
;! opt reduce_strength eliminate_dead_code
;! run

proc sum(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-16)
    Int64 @3 = BitAnd(@0, @2)
    Int64 @4 = BitAnd(@1, @2)
    Int64 @5 = Const64(14)
    Int64 @6 = BitOr(@4, @5)
    Int64 @7 = Add(@3, @6)
    Int64 @8 = Const64(14)
    Int64 @9 = BitAnd(@7, @8)
    Void @10 = Return(@9)
}
;; check: Const64(14)
;; run sum(0, 0) == 14
;; run sum(123456, -789) == 14

proc difference(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-16)
    Int64 @3 = BitAnd(@0, @2)
    Int64 @4 = BitAnd(@1, @2)
    Int64 @5 = Const64(1)
    Int64 @6 = BitOr(@4, @5)
    Int64 @7 = Sub(@3, @6)
    Int64 @8 = Const64(14)
    Int64 @9 = BitAnd(@7, @8)
    Void @10 = Return(@9)
}
;; check: Const64(14)
;; run difference(0, 0) == 14
;; run difference(123456, -789) == 14
