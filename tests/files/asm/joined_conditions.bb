barebones 1
; A Select by two comparisons joined by And or Or computes neither of them as a 0 or 1 at O1 and O2, unless one has
; another use.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 0 as O0
;! run

data numbers = u64:7

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
;; not O2: set
;; check O2: cmov
;; check O2: cmov
;; check O2: ret
;; check O0: set
;; check O0: set
;; check O0: ret
;; run both(3, 5) == 10
;; run both(3, 3) == 20
;; run both(-3, 5) == 20
;; run both(-3, -5) == 20

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
;; not O2: set
;; check O2: ucomisd
;; check O2: ret
;; run either(1.0, 1) == 2.5
;; run either(-1.0, 0) == 2.5
;; run either(-1.0, 1) == 2.5
;; run either(1.0, 0) == 3.5
;; run either(nan:0x7ff8000000000000, 0) == 3.5

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
;; check O2: set
;; check O2: and
;; check O2: test
;; check O2: ret
;; run wanted(3, 5) == 10, 1
;; run wanted(3, 3) == 20, 0

; An And of values other than 0 or 1 is not a conjunction.
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
;; not O2: cmp
;; check O2: test
;; check O2: cmov
;; check O2: ret
;; run bits(6, 1) == 20
;; run bits(6, 2) == 10

; 0 < a && a < b, almost always.
proc both_likely(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@0, @2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Branch(@5, #1, #2:rare)
#1:
    Int64 @7 = Const64(10)
    Void @8 = Return(@7)
#2:
    Int64 @9 = Const64(20)
    Void @10 = Return(@9)
}
;; not O2: set
;; check O2: jle
;; check O2: jge
;; not O2: j
;; check O2: ret
;; run both_likely(3, 5) == 10
;; run both_likely(3, 3) == 20
;; run both_likely(-3, 5) == 20
;; run both_likely(-3, -5) == 20

proc either_likely(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@0, @2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = BitOr(@3, @4)
    Void @6 = Branch(@5, #1, #2:rare)
#1:
    Int64 @7 = Const64(10)
    Void @8 = Return(@7)
#2:
    Int64 @9 = Const64(20)
    Void @10 = Return(@9)
}
;; not O2: set
;; check O2: jg
;; check O2: jge
;; not O2: set
;; run either_likely(3, 5) == 10
;; run either_likely(3, 3) == 10
;; run either_likely(-3, 5) == 10
;; run either_likely(-3, -5) == 20

; The load of the second condition may trap: it is done regardless of the first one.
proc trap_is_kept(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @1 = Load(@0, traps)
    Int64 @3 = Const64(0)
    Int32 @4 = GreaterThan(@2, @3)
    Int32 @5 = LessThan(@2, @1)
    Int32 @6 = BitAnd(@4, @5)
    Void @7 = Branch(@6, #1, #2:rare)
#1:
    Int64 @8 = Const64(10)
    Void @9 = Return(@8)
#2:
    Int64 @10 = Const64(20)
    Void @11 = Return(@10)
}
;; not O2: set
;; check O2: @1
;; check O2: jle
;; not O2: @1
;; check O2: cmp
;; check O2: j
;; run trap_is_kept(@data:numbers, 1) == 10
;; run trap_is_kept(@data:numbers, -1) == 20
;; run trap_is_kept(@data:numbers, 9) == 20

; The client gives the frequencies.
proc often(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@0, @2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Branch(@5, #1, #2)
#1 frequency=0.9:
    Int64 @7 = Const64(10)
    Void @8 = Return(@7)
#2 frequency=0.1:
    Int64 @9 = Const64(20)
    Void @10 = Return(@9)
}
;; not O2: set
;; check O2: ret
;; run often(3, 5) == 10
;; run often(3, 3) == 20

; Without frequencies: one jump is mispredicted less often than two.
proc unknown(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@0, @2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int64 @7 = Const64(10)
    Void @8 = Return(@7)
#2:
    Int64 @9 = Const64(20)
    Void @10 = Return(@9)
}
;; check O2: set
;; check O2: set
;; check O2: ret
;; run unknown(3, 5) == 10
;; run unknown(-3, 5) == 20

; One of the two conditions is used as a number.
proc one_condition_used(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@0, @2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = BitAnd(@3, @4)
    Void @6 = Branch(@5, #1, #2:rare)
#1:
    Int64 @7 = Const64(10)
    Void @8 = Return(@7)
#2:
    Int64 @9 = ZExt32(@4)
    Void @10 = Return(@9)
}
;; check O2: set
;; check O2: set
;; check O2: ret
;; run one_condition_used(3, 5) == 10
;; run one_condition_used(5, 3) == 0

; Values that merge after the two branches.
proc merged(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@0, @2)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = BitOr(@3, @4)
    Void @6 = Upsilon(@1, ^@10)
    Void @7 = Branch(@5, #1, #2:rare)
#1:
    Int64 @8 = Select(@4, @1, @0)
    Void @9 = Upsilon(@8, ^@10)
    Void @11 = Jump(#2)
#2:
    Int64 @10 = Phi()
    Void @12 = Return(@10)
}
;; run merged(3, 5) == 5
;; run merged(5, 3) == 5
;; run merged(-3, 3) == 3
