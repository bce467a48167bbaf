barebones 1
; Arithmetic with its overflow as a value, and minima and maxima, 32 bits.
;! run

proc smin(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = SMin(@1, @3)
    Void @5 = Return(@4)
}
;; run smin(0, 0) == 0
;; run smin(0, 1) == 0
;; run smin(0, -1) == -1
;; run smin(0, -2147483648) == -2147483648
;; run smin(0, 2147483647) == 0
;; run smin(0, 2) == 0
;; run smin(0, 65536) == 0
;; run smin(0, -65536) == -65536
;; run smin(0, 46341) == 0
;; run smin(1, 0) == 0
;; run smin(1, 1) == 1
;; run smin(1, -1) == -1
;; run smin(1, -2147483648) == -2147483648
;; run smin(1, 2147483647) == 1
;; run smin(1, 2) == 1
;; run smin(1, 65536) == 1
;; run smin(1, -65536) == -65536
;; run smin(1, 46341) == 1
;; run smin(-1, 0) == -1
;; run smin(-1, 1) == -1
;; run smin(-1, -1) == -1
;; run smin(-1, -2147483648) == -2147483648
;; run smin(-1, 2147483647) == -1
;; run smin(-1, 2) == -1
;; run smin(-1, 65536) == -1
;; run smin(-1, -65536) == -65536
;; run smin(-1, 46341) == -1
;; run smin(-2147483648, 0) == -2147483648
;; run smin(-2147483648, 1) == -2147483648
;; run smin(-2147483648, -1) == -2147483648
;; run smin(-2147483648, -2147483648) == -2147483648
;; run smin(-2147483648, 2147483647) == -2147483648
;; run smin(-2147483648, 2) == -2147483648
;; run smin(-2147483648, 65536) == -2147483648
;; run smin(-2147483648, -65536) == -2147483648
;; run smin(-2147483648, 46341) == -2147483648
;; run smin(2147483647, 0) == 0
;; run smin(2147483647, 1) == 1
;; run smin(2147483647, -1) == -1
;; run smin(2147483647, -2147483648) == -2147483648
;; run smin(2147483647, 2147483647) == 2147483647
;; run smin(2147483647, 2) == 2
;; run smin(2147483647, 65536) == 65536
;; run smin(2147483647, -65536) == -65536
;; run smin(2147483647, 46341) == 46341
;; run smin(2, 0) == 0
;; run smin(2, 1) == 1
;; run smin(2, -1) == -1
;; run smin(2, -2147483648) == -2147483648
;; run smin(2, 2147483647) == 2
;; run smin(2, 2) == 2
;; run smin(2, 65536) == 2
;; run smin(2, -65536) == -65536
;; run smin(2, 46341) == 2
;; run smin(65536, 0) == 0
;; run smin(65536, 1) == 1
;; run smin(65536, -1) == -1
;; run smin(65536, -2147483648) == -2147483648
;; run smin(65536, 2147483647) == 65536
;; run smin(65536, 2) == 2
;; run smin(65536, 65536) == 65536
;; run smin(65536, -65536) == -65536
;; run smin(65536, 46341) == 46341
;; run smin(-65536, 0) == -65536
;; run smin(-65536, 1) == -65536
;; run smin(-65536, -1) == -65536
;; run smin(-65536, -2147483648) == -2147483648
;; run smin(-65536, 2147483647) == -65536
;; run smin(-65536, 2) == -65536
;; run smin(-65536, 65536) == -65536
;; run smin(-65536, -65536) == -65536
;; run smin(-65536, 46341) == -65536
;; run smin(46341, 0) == 0
;; run smin(46341, 1) == 1
;; run smin(46341, -1) == -1
;; run smin(46341, -2147483648) == -2147483648
;; run smin(46341, 2147483647) == 46341
;; run smin(46341, 2) == 2
;; run smin(46341, 65536) == 46341
;; run smin(46341, -65536) == -65536
;; run smin(46341, 46341) == 46341

proc smin_c(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(100)
    Int32 @3 = SMin(@1, @2)
    Void @4 = Return(@3)
}
;; run smin_c(0) == 0
;; run smin_c(1) == 1
;; run smin_c(-1) == -1
;; run smin_c(-2147483648) == -2147483648
;; run smin_c(2147483647) == 100
;; run smin_c(2) == 2
;; run smin_c(65536) == 100
;; run smin_c(-65536) == -65536
;; run smin_c(46341) == 100

proc smin_e(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = SMin(@1, @2)
    Void @4 = Return(@3)
}
;; run smin_e(0) == -2147483648
;; run smin_e(1) == -2147483648
;; run smin_e(-1) == -2147483648
;; run smin_e(-2147483648) == -2147483648
;; run smin_e(2147483647) == -2147483648
;; run smin_e(2) == -2147483648
;; run smin_e(65536) == -2147483648
;; run smin_e(-65536) == -2147483648
;; run smin_e(46341) == -2147483648
