barebones 1
; Operands that become equal, as parts of stored values, decide comparisons, and these decide branches.
;! opt eliminate_common_subexpressions
;! run

data bytes = u64:0x807060504030201
data nan = u64:0x7ff8000000000000

proc ne(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @11 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@11)
    Void @2 = Store8(@1, @0)
    Int32 @3 = Load8S(@0)
    Int32 @4 = SExt8(@1)
    Int32 @5 = NotEqual(@3, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int32 @7 = Const32(1)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Const32(2)
    Void @10 = Return(@9)
}
;; check: @5 = Const32(0)
;; check: @6 = Jump(#2)
;; run ne(@data:bytes, 200) == 2
;; run ne(@data:bytes, 5) == 2

; The differences of two equal loads, and each comparison of them.
proc all(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Load(@0)
    Int64 @3 = Sub(@1, @2)
    Int64 @4 = BitXor(@1, @2)
    Int32 @5 = Equal(@1, @2)
    Int32 @6 = LessThan(@1, @2)
    Int32 @7 = LessEqual(@1, @2)
    Int32 @8 = GreaterThan(@1, @2)
    Int32 @9 = GreaterEqual(@1, @2)
    Int32 @10 = Above(@1, @2)
    Int32 @11 = AboveEqual(@1, @2)
    Int32 @12 = Below(@1, @2)
    Int32 @13 = BelowEqual(@1, @2)
    Int32 @20 = Const32(1)
    Int32 @21 = Shl(@6, @20)
    Int32 @22 = BitOr(@5, @21)
    Int32 @23 = Const32(2)
    Int32 @24 = Shl(@7, @23)
    Int32 @25 = BitOr(@22, @24)
    Int32 @26 = Const32(3)
    Int32 @27 = Shl(@8, @26)
    Int32 @28 = BitOr(@25, @27)
    Int32 @29 = Const32(4)
    Int32 @30 = Shl(@9, @29)
    Int32 @31 = BitOr(@28, @30)
    Int32 @32 = Const32(5)
    Int32 @33 = Shl(@10, @32)
    Int32 @34 = BitOr(@31, @33)
    Int32 @35 = Const32(6)
    Int32 @36 = Shl(@11, @35)
    Int32 @37 = BitOr(@34, @36)
    Int64 @38 = ZExt32(@37)
    Int64 @39 = Add(@38, @3)
    Int64 @40 = Add(@39, @4)
    Int32 @41 = Sub(@12, @12)
    Int64 @42 = ZExt32(@41)
    Int64 @43 = Add(@40, @42)
    Void @44 = Return(@43)
}
;; check: @3 = Const64(0)
;; check: @4 = Const64(0)
;; check: @5 = Const32(1)
;; check: @6 = Const32(0)
;; check: @7 = Const32(1)
;; check: @8 = Const32(0)
;; check: @9 = Const32(1)
;; check: @10 = Const32(0)
;; check: @11 = Const32(1)
;; check: @12 = Const32(0)
;; check: @13 = Const32(1)
;; run all(@data:bytes) == 85

; A NaN is not equal to itself.
proc same(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = Load(@0)
    Double @2 = Load(@0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Return(@3)
}
;; check: @3 = Equal(
;; run same(@data:nan) == 0
