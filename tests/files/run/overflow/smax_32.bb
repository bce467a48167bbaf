barebones 1
; Arithmetic with its overflow as a value, and minima and maxima, 32 bits.
;! run

proc smax(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = SMax(@1, @3)
    Void @5 = Return(@4)
}
;; run smax(0, 0) == 0
;; run smax(0, 1) == 1
;; run smax(0, -1) == 0
;; run smax(0, -2147483648) == 0
;; run smax(0, 2147483647) == 2147483647
;; run smax(0, 2) == 2
;; run smax(0, 65536) == 65536
;; run smax(0, -65536) == 0
;; run smax(0, 46341) == 46341
;; run smax(1, 0) == 1
;; run smax(1, 1) == 1
;; run smax(1, -1) == 1
;; run smax(1, -2147483648) == 1
;; run smax(1, 2147483647) == 2147483647
;; run smax(1, 2) == 2
;; run smax(1, 65536) == 65536
;; run smax(1, -65536) == 1
;; run smax(1, 46341) == 46341
;; run smax(-1, 0) == 0
;; run smax(-1, 1) == 1
;; run smax(-1, -1) == -1
;; run smax(-1, -2147483648) == -1
;; run smax(-1, 2147483647) == 2147483647
;; run smax(-1, 2) == 2
;; run smax(-1, 65536) == 65536
;; run smax(-1, -65536) == -1
;; run smax(-1, 46341) == 46341
;; run smax(-2147483648, 0) == 0
;; run smax(-2147483648, 1) == 1
;; run smax(-2147483648, -1) == -1
;; run smax(-2147483648, -2147483648) == -2147483648
;; run smax(-2147483648, 2147483647) == 2147483647
;; run smax(-2147483648, 2) == 2
;; run smax(-2147483648, 65536) == 65536
;; run smax(-2147483648, -65536) == -65536
;; run smax(-2147483648, 46341) == 46341
;; run smax(2147483647, 0) == 2147483647
;; run smax(2147483647, 1) == 2147483647
;; run smax(2147483647, -1) == 2147483647
;; run smax(2147483647, -2147483648) == 2147483647
;; run smax(2147483647, 2147483647) == 2147483647
;; run smax(2147483647, 2) == 2147483647
;; run smax(2147483647, 65536) == 2147483647
;; run smax(2147483647, -65536) == 2147483647
;; run smax(2147483647, 46341) == 2147483647
;; run smax(2, 0) == 2
;; run smax(2, 1) == 2
;; run smax(2, -1) == 2
;; run smax(2, -2147483648) == 2
;; run smax(2, 2147483647) == 2147483647
;; run smax(2, 2) == 2
;; run smax(2, 65536) == 65536
;; run smax(2, -65536) == 2
;; run smax(2, 46341) == 46341
;; run smax(65536, 0) == 65536
;; run smax(65536, 1) == 65536
;; run smax(65536, -1) == 65536
;; run smax(65536, -2147483648) == 65536
;; run smax(65536, 2147483647) == 2147483647
;; run smax(65536, 2) == 65536
;; run smax(65536, 65536) == 65536
;; run smax(65536, -65536) == 65536
;; run smax(65536, 46341) == 65536
;; run smax(-65536, 0) == 0
;; run smax(-65536, 1) == 1
;; run smax(-65536, -1) == -1
;; run smax(-65536, -2147483648) == -65536
;; run smax(-65536, 2147483647) == 2147483647
;; run smax(-65536, 2) == 2
;; run smax(-65536, 65536) == 65536
;; run smax(-65536, -65536) == -65536
;; run smax(-65536, 46341) == 46341
;; run smax(46341, 0) == 46341
;; run smax(46341, 1) == 46341
;; run smax(46341, -1) == 46341
;; run smax(46341, -2147483648) == 46341
;; run smax(46341, 2147483647) == 2147483647
;; run smax(46341, 2) == 46341
;; run smax(46341, 65536) == 65536
;; run smax(46341, -65536) == 46341
;; run smax(46341, 46341) == 46341

proc smax_c(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(100)
    Int32 @3 = SMax(@1, @2)
    Void @4 = Return(@3)
}
;; run smax_c(0) == 100
;; run smax_c(1) == 100
;; run smax_c(-1) == 100
;; run smax_c(-2147483648) == 100
;; run smax_c(2147483647) == 2147483647
;; run smax_c(2) == 100
;; run smax_c(65536) == 65536
;; run smax_c(-65536) == 100
;; run smax_c(46341) == 46341

proc smax_e(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = SMax(@1, @2)
    Void @4 = Return(@3)
}
;; run smax_e(0) == 0
;; run smax_e(1) == 1
;; run smax_e(-1) == -1
;; run smax_e(-2147483648) == -2147483648
;; run smax_e(2147483647) == 2147483647
;; run smax_e(2) == 2
;; run smax_e(65536) == 65536
;; run smax_e(-65536) == -65536
;; run smax_e(46341) == 46341
