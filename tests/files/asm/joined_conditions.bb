barebones 1
; A choice by two comparisons joined by And or Or makes neither of them a 0 or 1 at O1 and O2; unless somebody wants
; to have one.
;! asm x86_64-linux -O 2
;; check: both:
;; not: set
;; check: cmov
;; check: cmov
;; check: ret
;; check: either:
;; not: set
;; check: ucomisd
;; check: ret
;; check: wanted:
;; check: set
;; check: and
;; check: test
;; check: ret
;; check: bits:
;; not: cmp
;; check: test
;; check: cmov
;; check: ret
;! asm x86_64-linux -O 0
;; check: both:
;; check: set
;; check: set
;; check: ret
;! run
;; run both(3, 5) == 10
;; run both(3, 3) == 20
;; run both(-3, 5) == 20
;; run both(-3, -5) == 20
;; run either(1.0, 1) == 2.5
;; run either(-1.0, 0) == 2.5
;; run either(-1.0, 1) == 2.5
;; run either(1.0, 0) == 3.5
;; run either(nan:0x7ff8000000000000, 0) == 3.5
;; run wanted(3, 5) == 10, 1
;; run wanted(3, 3) == 20, 0
;; run bits(6, 1) == 20
;; run bits(6, 2) == 10

; 0 < a && a < b
proc both(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@0, @2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = BitAnd(@3, @4)
    Int64 @6 = Const64(10)
    Int64 @7 = Const64(20)
    Int64 @8 = Select(@5, @6, @7)
    Void @9 = Return(@8)
}

; a < 0 || b != 0
proc either(Double, Int64) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Double @2 = ConstDouble(0.0)
    Int32 @3 = LessThan(@0, @2)
    Int64 @4 = Const64(0)
    Int32 @5 = NotEqual(@1, @4)
    Int32 @6 = BitOr(@3, @5)
    Double @7 = ConstDouble(2.5)
    Double @8 = ConstDouble(3.5)
    Double @9 = Select(@6, @7, @8)
    Void @10 = Return(@9)
}

proc wanted(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@0, @2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = BitAnd(@3, @4)
    Int64 @6 = Const64(10)
    Int64 @7 = Const64(20)
    Int64 @8 = Select(@5, @6, @7)
    Int64 @9 = ZExt32(@5)
    Void @10 = Return(@8, @9)
}

; An And of what is not 0 or 1 is no conjunction.
proc bits(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = BitAnd(@0, @1)
    Int64 @3 = Const64(10)
    Int64 @4 = Const64(20)
    Int64 @5 = Select(@2, @3, @4)
    Void @6 = Return(@5)
}
