barebones 1
; Arithmetic with its overflow as a value, and minima and maxima, 32 bits.
;! run

proc muloverflow(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    (Int32, Int32) @4 = MulOverflow(@1, @3)
    Int32 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Void @7 = Return(@5, @6)
}
;; run muloverflow(0, 0) == 0, 0
;; run muloverflow(0, 1) == 0, 0
;; run muloverflow(0, -1) == 0, 0
;; run muloverflow(0, -2147483648) == 0, 0
;; run muloverflow(0, 2147483647) == 0, 0
;; run muloverflow(0, 2) == 0, 0
;; run muloverflow(0, 65536) == 0, 0
;; run muloverflow(0, -65536) == 0, 0
;; run muloverflow(0, 46341) == 0, 0
;; run muloverflow(1, 0) == 0, 0
;; run muloverflow(1, 1) == 1, 0
;; run muloverflow(1, -1) == -1, 0
;; run muloverflow(1, -2147483648) == -2147483648, 0
;; run muloverflow(1, 2147483647) == 2147483647, 0
;; run muloverflow(1, 2) == 2, 0
;; run muloverflow(1, 65536) == 65536, 0
;; run muloverflow(1, -65536) == -65536, 0
;; run muloverflow(1, 46341) == 46341, 0
;; run muloverflow(-1, 0) == 0, 0
;; run muloverflow(-1, 1) == -1, 0
;; run muloverflow(-1, -1) == 1, 0
;; run muloverflow(-1, -2147483648) == -2147483648, 1
;; run muloverflow(-1, 2147483647) == -2147483647, 0
;; run muloverflow(-1, 2) == -2, 0
;; run muloverflow(-1, 65536) == -65536, 0
;; run muloverflow(-1, -65536) == 65536, 0
;; run muloverflow(-1, 46341) == -46341, 0
;; run muloverflow(-2147483648, 0) == 0, 0
;; run muloverflow(-2147483648, 1) == -2147483648, 0
;; run muloverflow(-2147483648, -1) == -2147483648, 1
;; run muloverflow(-2147483648, -2147483648) == 0, 1
;; run muloverflow(-2147483648, 2147483647) == -2147483648, 1
;; run muloverflow(-2147483648, 2) == 0, 1
;; run muloverflow(-2147483648, 65536) == 0, 1
;; run muloverflow(-2147483648, -65536) == 0, 1
;; run muloverflow(-2147483648, 46341) == -2147483648, 1
;; run muloverflow(2147483647, 0) == 0, 0
;; run muloverflow(2147483647, 1) == 2147483647, 0
;; run muloverflow(2147483647, -1) == -2147483647, 0
;; run muloverflow(2147483647, -2147483648) == -2147483648, 1
;; run muloverflow(2147483647, 2147483647) == 1, 1
;; run muloverflow(2147483647, 2) == -2, 1
;; run muloverflow(2147483647, 65536) == -65536, 1
;; run muloverflow(2147483647, -65536) == 65536, 1
;; run muloverflow(2147483647, 46341) == 2147437307, 1
;; run muloverflow(2, 0) == 0, 0
;; run muloverflow(2, 1) == 2, 0
;; run muloverflow(2, -1) == -2, 0
;; run muloverflow(2, -2147483648) == 0, 1
;; run muloverflow(2, 2147483647) == -2, 1
;; run muloverflow(2, 2) == 4, 0
;; run muloverflow(2, 65536) == 131072, 0
;; run muloverflow(2, -65536) == -131072, 0
;; run muloverflow(2, 46341) == 92682, 0
;; run muloverflow(65536, 0) == 0, 0
;; run muloverflow(65536, 1) == 65536, 0
;; run muloverflow(65536, -1) == -65536, 0
;; run muloverflow(65536, -2147483648) == 0, 1
;; run muloverflow(65536, 2147483647) == -65536, 1
;; run muloverflow(65536, 2) == 131072, 0
;; run muloverflow(65536, 65536) == 0, 1
;; run muloverflow(65536, -65536) == 0, 1
;; run muloverflow(65536, 46341) == -1257963520, 1
;; run muloverflow(-65536, 0) == 0, 0
;; run muloverflow(-65536, 1) == -65536, 0
;; run muloverflow(-65536, -1) == 65536, 0
;; run muloverflow(-65536, -2147483648) == 0, 1
;; run muloverflow(-65536, 2147483647) == 65536, 1
;; run muloverflow(-65536, 2) == -131072, 0
;; run muloverflow(-65536, 65536) == 0, 1
;; run muloverflow(-65536, -65536) == 0, 1
;; run muloverflow(-65536, 46341) == 1257963520, 1
;; run muloverflow(46341, 0) == 0, 0
;; run muloverflow(46341, 1) == 46341, 0
;; run muloverflow(46341, -1) == -46341, 0
;; run muloverflow(46341, -2147483648) == -2147483648, 1
;; run muloverflow(46341, 2147483647) == 2147437307, 1
;; run muloverflow(46341, 2) == 92682, 0
;; run muloverflow(46341, 65536) == -1257963520, 1
;; run muloverflow(46341, -65536) == 1257963520, 1
;; run muloverflow(46341, 46341) == -2147479015, 1

proc muloverflow_c(Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2147483647)
    (Int32, Int32) @3 = MulOverflow(@1, @2)
    Int32 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; run muloverflow_c(0) == 0, 0
;; run muloverflow_c(1) == 2147483647, 0
;; run muloverflow_c(-1) == -2147483647, 0
;; run muloverflow_c(-2147483648) == -2147483648, 1
;; run muloverflow_c(2147483647) == 1, 1
;; run muloverflow_c(2) == -2, 1
;; run muloverflow_c(65536) == -65536, 1
;; run muloverflow_c(-65536) == 65536, 1
;; run muloverflow_c(46341) == 2147437307, 1

proc muloverflow_n(Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    (Int32, Int32) @3 = MulOverflow(@1, @2)
    Int32 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; run muloverflow_n(0) == 0, 0
;; run muloverflow_n(1) == -1, 0
;; run muloverflow_n(-1) == 1, 0
;; run muloverflow_n(-2147483648) == -2147483648, 1
;; run muloverflow_n(2147483647) == -2147483647, 0
;; run muloverflow_n(2) == -2, 0
;; run muloverflow_n(65536) == -65536, 0
;; run muloverflow_n(-65536) == 65536, 0
;; run muloverflow_n(46341) == -46341, 0
