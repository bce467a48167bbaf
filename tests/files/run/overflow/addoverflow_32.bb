barebones 1
; Arithmetic with its overflow as a value, and minima and maxima, 32 bits.
;! run

proc addoverflow(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    (Int32, Int32) @4 = AddOverflow(@1, @3)
    Int32 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Void @7 = Return(@5, @6)
}
;; run addoverflow(0, 0) == 0, 0
;; run addoverflow(0, 1) == 1, 0
;; run addoverflow(0, -1) == -1, 0
;; run addoverflow(0, -2147483648) == -2147483648, 0
;; run addoverflow(0, 2147483647) == 2147483647, 0
;; run addoverflow(0, 2) == 2, 0
;; run addoverflow(0, 65536) == 65536, 0
;; run addoverflow(0, -65536) == -65536, 0
;; run addoverflow(0, 46341) == 46341, 0
;; run addoverflow(1, 0) == 1, 0
;; run addoverflow(1, 1) == 2, 0
;; run addoverflow(1, -1) == 0, 0
;; run addoverflow(1, -2147483648) == -2147483647, 0
;; run addoverflow(1, 2147483647) == -2147483648, 1
;; run addoverflow(1, 2) == 3, 0
;; run addoverflow(1, 65536) == 65537, 0
;; run addoverflow(1, -65536) == -65535, 0
;; run addoverflow(1, 46341) == 46342, 0
;; run addoverflow(-1, 0) == -1, 0
;; run addoverflow(-1, 1) == 0, 0
;; run addoverflow(-1, -1) == -2, 0
;; run addoverflow(-1, -2147483648) == 2147483647, 1
;; run addoverflow(-1, 2147483647) == 2147483646, 0
;; run addoverflow(-1, 2) == 1, 0
;; run addoverflow(-1, 65536) == 65535, 0
;; run addoverflow(-1, -65536) == -65537, 0
;; run addoverflow(-1, 46341) == 46340, 0
;; run addoverflow(-2147483648, 0) == -2147483648, 0
;; run addoverflow(-2147483648, 1) == -2147483647, 0
;; run addoverflow(-2147483648, -1) == 2147483647, 1
;; run addoverflow(-2147483648, -2147483648) == 0, 1
;; run addoverflow(-2147483648, 2147483647) == -1, 0
;; run addoverflow(-2147483648, 2) == -2147483646, 0
;; run addoverflow(-2147483648, 65536) == -2147418112, 0
;; run addoverflow(-2147483648, -65536) == 2147418112, 1
;; run addoverflow(-2147483648, 46341) == -2147437307, 0
;; run addoverflow(2147483647, 0) == 2147483647, 0
;; run addoverflow(2147483647, 1) == -2147483648, 1
;; run addoverflow(2147483647, -1) == 2147483646, 0
;; run addoverflow(2147483647, -2147483648) == -1, 0
;; run addoverflow(2147483647, 2147483647) == -2, 1
;; run addoverflow(2147483647, 2) == -2147483647, 1
;; run addoverflow(2147483647, 65536) == -2147418113, 1
;; run addoverflow(2147483647, -65536) == 2147418111, 0
;; run addoverflow(2147483647, 46341) == -2147437308, 1
;; run addoverflow(2, 0) == 2, 0
;; run addoverflow(2, 1) == 3, 0
;; run addoverflow(2, -1) == 1, 0
;; run addoverflow(2, -2147483648) == -2147483646, 0
;; run addoverflow(2, 2147483647) == -2147483647, 1
;; run addoverflow(2, 2) == 4, 0
;; run addoverflow(2, 65536) == 65538, 0
;; run addoverflow(2, -65536) == -65534, 0
;; run addoverflow(2, 46341) == 46343, 0
;; run addoverflow(65536, 0) == 65536, 0
;; run addoverflow(65536, 1) == 65537, 0
;; run addoverflow(65536, -1) == 65535, 0
;; run addoverflow(65536, -2147483648) == -2147418112, 0
;; run addoverflow(65536, 2147483647) == -2147418113, 1
;; run addoverflow(65536, 2) == 65538, 0
;; run addoverflow(65536, 65536) == 131072, 0
;; run addoverflow(65536, -65536) == 0, 0
;; run addoverflow(65536, 46341) == 111877, 0
;; run addoverflow(-65536, 0) == -65536, 0
;; run addoverflow(-65536, 1) == -65535, 0
;; run addoverflow(-65536, -1) == -65537, 0
;; run addoverflow(-65536, -2147483648) == 2147418112, 1
;; run addoverflow(-65536, 2147483647) == 2147418111, 0
;; run addoverflow(-65536, 2) == -65534, 0
;; run addoverflow(-65536, 65536) == 0, 0
;; run addoverflow(-65536, -65536) == -131072, 0
;; run addoverflow(-65536, 46341) == -19195, 0
;; run addoverflow(46341, 0) == 46341, 0
;; run addoverflow(46341, 1) == 46342, 0
;; run addoverflow(46341, -1) == 46340, 0
;; run addoverflow(46341, -2147483648) == -2147437307, 0
;; run addoverflow(46341, 2147483647) == -2147437308, 1
;; run addoverflow(46341, 2) == 46343, 0
;; run addoverflow(46341, 65536) == 111877, 0
;; run addoverflow(46341, -65536) == -19195, 0
;; run addoverflow(46341, 46341) == 92682, 0

proc addoverflow_c(Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2147483647)
    (Int32, Int32) @3 = AddOverflow(@1, @2)
    Int32 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; run addoverflow_c(0) == 2147483647, 0
;; run addoverflow_c(1) == -2147483648, 1
;; run addoverflow_c(-1) == 2147483646, 0
;; run addoverflow_c(-2147483648) == -1, 0
;; run addoverflow_c(2147483647) == -2, 1
;; run addoverflow_c(2) == -2147483647, 1
;; run addoverflow_c(65536) == -2147418113, 1
;; run addoverflow_c(-65536) == 2147418111, 0
;; run addoverflow_c(46341) == -2147437308, 1

proc addoverflow_n(Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    (Int32, Int32) @3 = AddOverflow(@1, @2)
    Int32 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; run addoverflow_n(0) == -1, 0
;; run addoverflow_n(1) == 0, 0
;; run addoverflow_n(-1) == -2, 0
;; run addoverflow_n(-2147483648) == 2147483647, 1
;; run addoverflow_n(2147483647) == 2147483646, 0
;; run addoverflow_n(2) == 1, 0
;; run addoverflow_n(65536) == 65535, 0
;; run addoverflow_n(-65536) == -65537, 0
;; run addoverflow_n(46341) == 46340, 0
