barebones 1
; Arithmetic with its overflow as a value, and minima and maxima, 32 bits.
;! run

proc suboverflow(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    (Int32, Int32) @4 = SubOverflow(@1, @3)
    Int32 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Void @7 = Return(@5, @6)
}
;; run suboverflow(0, 0) == 0, 0
;; run suboverflow(0, 1) == -1, 0
;; run suboverflow(0, -1) == 1, 0
;; run suboverflow(0, -2147483648) == -2147483648, 1
;; run suboverflow(0, 2147483647) == -2147483647, 0
;; run suboverflow(0, 2) == -2, 0
;; run suboverflow(0, 65536) == -65536, 0
;; run suboverflow(0, -65536) == 65536, 0
;; run suboverflow(0, 46341) == -46341, 0
;; run suboverflow(1, 0) == 1, 0
;; run suboverflow(1, 1) == 0, 0
;; run suboverflow(1, -1) == 2, 0
;; run suboverflow(1, -2147483648) == -2147483647, 1
;; run suboverflow(1, 2147483647) == -2147483646, 0
;; run suboverflow(1, 2) == -1, 0
;; run suboverflow(1, 65536) == -65535, 0
;; run suboverflow(1, -65536) == 65537, 0
;; run suboverflow(1, 46341) == -46340, 0
;; run suboverflow(-1, 0) == -1, 0
;; run suboverflow(-1, 1) == -2, 0
;; run suboverflow(-1, -1) == 0, 0
;; run suboverflow(-1, -2147483648) == 2147483647, 0
;; run suboverflow(-1, 2147483647) == -2147483648, 0
;; run suboverflow(-1, 2) == -3, 0
;; run suboverflow(-1, 65536) == -65537, 0
;; run suboverflow(-1, -65536) == 65535, 0
;; run suboverflow(-1, 46341) == -46342, 0
;; run suboverflow(-2147483648, 0) == -2147483648, 0
;; run suboverflow(-2147483648, 1) == 2147483647, 1
;; run suboverflow(-2147483648, -1) == -2147483647, 0
;; run suboverflow(-2147483648, -2147483648) == 0, 0
;; run suboverflow(-2147483648, 2147483647) == 1, 1
;; run suboverflow(-2147483648, 2) == 2147483646, 1
;; run suboverflow(-2147483648, 65536) == 2147418112, 1
;; run suboverflow(-2147483648, -65536) == -2147418112, 0
;; run suboverflow(-2147483648, 46341) == 2147437307, 1
;; run suboverflow(2147483647, 0) == 2147483647, 0
;; run suboverflow(2147483647, 1) == 2147483646, 0
;; run suboverflow(2147483647, -1) == -2147483648, 1
;; run suboverflow(2147483647, -2147483648) == -1, 1
;; run suboverflow(2147483647, 2147483647) == 0, 0
;; run suboverflow(2147483647, 2) == 2147483645, 0
;; run suboverflow(2147483647, 65536) == 2147418111, 0
;; run suboverflow(2147483647, -65536) == -2147418113, 1
;; run suboverflow(2147483647, 46341) == 2147437306, 0
;; run suboverflow(2, 0) == 2, 0
;; run suboverflow(2, 1) == 1, 0
;; run suboverflow(2, -1) == 3, 0
;; run suboverflow(2, -2147483648) == -2147483646, 1
;; run suboverflow(2, 2147483647) == -2147483645, 0
;; run suboverflow(2, 2) == 0, 0
;; run suboverflow(2, 65536) == -65534, 0
;; run suboverflow(2, -65536) == 65538, 0
;; run suboverflow(2, 46341) == -46339, 0
;; run suboverflow(65536, 0) == 65536, 0
;; run suboverflow(65536, 1) == 65535, 0
;; run suboverflow(65536, -1) == 65537, 0
;; run suboverflow(65536, -2147483648) == -2147418112, 1
;; run suboverflow(65536, 2147483647) == -2147418111, 0
;; run suboverflow(65536, 2) == 65534, 0
;; run suboverflow(65536, 65536) == 0, 0
;; run suboverflow(65536, -65536) == 131072, 0
;; run suboverflow(65536, 46341) == 19195, 0
;; run suboverflow(-65536, 0) == -65536, 0
;; run suboverflow(-65536, 1) == -65537, 0
;; run suboverflow(-65536, -1) == -65535, 0
;; run suboverflow(-65536, -2147483648) == 2147418112, 0
;; run suboverflow(-65536, 2147483647) == 2147418113, 1
;; run suboverflow(-65536, 2) == -65538, 0
;; run suboverflow(-65536, 65536) == -131072, 0
;; run suboverflow(-65536, -65536) == 0, 0
;; run suboverflow(-65536, 46341) == -111877, 0
;; run suboverflow(46341, 0) == 46341, 0
;; run suboverflow(46341, 1) == 46340, 0
;; run suboverflow(46341, -1) == 46342, 0
;; run suboverflow(46341, -2147483648) == -2147437307, 1
;; run suboverflow(46341, 2147483647) == -2147437306, 0
;; run suboverflow(46341, 2) == 46339, 0
;; run suboverflow(46341, 65536) == -19195, 0
;; run suboverflow(46341, -65536) == 111877, 0
;; run suboverflow(46341, 46341) == 0, 0

proc suboverflow_c(Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2147483647)
    (Int32, Int32) @3 = SubOverflow(@1, @2)
    Int32 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; run suboverflow_c(0) == -2147483647, 0
;; run suboverflow_c(1) == -2147483646, 0
;; run suboverflow_c(-1) == -2147483648, 0
;; run suboverflow_c(-2147483648) == 1, 1
;; run suboverflow_c(2147483647) == 0, 0
;; run suboverflow_c(2) == -2147483645, 0
;; run suboverflow_c(65536) == -2147418111, 0
;; run suboverflow_c(-65536) == 2147418113, 1
;; run suboverflow_c(46341) == -2147437306, 0

proc suboverflow_n(Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    (Int32, Int32) @3 = SubOverflow(@1, @2)
    Int32 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; run suboverflow_n(0) == 1, 0
;; run suboverflow_n(1) == 2, 0
;; run suboverflow_n(-1) == 0, 0
;; run suboverflow_n(-2147483648) == -2147483647, 0
;; run suboverflow_n(2147483647) == -2147483648, 1
;; run suboverflow_n(2) == 3, 0
;; run suboverflow_n(65536) == 65537, 0
;; run suboverflow_n(-65536) == -65535, 0
;; run suboverflow_n(46341) == 46342, 0
