barebones 1
; Arithmetic with its overflow as a value, and minima and maxima, 32 bits.
;! run

proc umin(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = UMin(@1, @3)
    Void @5 = Return(@4)
}
;; run umin(0, 0) == 0
;; run umin(0, 1) == 0
;; run umin(0, -1) == 0
;; run umin(0, -2147483648) == 0
;; run umin(0, 2147483647) == 0
;; run umin(0, 2) == 0
;; run umin(0, 65536) == 0
;; run umin(0, -65536) == 0
;; run umin(0, 46341) == 0
;; run umin(1, 0) == 0
;; run umin(1, 1) == 1
;; run umin(1, -1) == 1
;; run umin(1, -2147483648) == 1
;; run umin(1, 2147483647) == 1
;; run umin(1, 2) == 1
;; run umin(1, 65536) == 1
;; run umin(1, -65536) == 1
;; run umin(1, 46341) == 1
;; run umin(-1, 0) == 0
;; run umin(-1, 1) == 1
;; run umin(-1, -1) == -1
;; run umin(-1, -2147483648) == -2147483648
;; run umin(-1, 2147483647) == 2147483647
;; run umin(-1, 2) == 2
;; run umin(-1, 65536) == 65536
;; run umin(-1, -65536) == -65536
;; run umin(-1, 46341) == 46341
;; run umin(-2147483648, 0) == 0
;; run umin(-2147483648, 1) == 1
;; run umin(-2147483648, -1) == -2147483648
;; run umin(-2147483648, -2147483648) == -2147483648
;; run umin(-2147483648, 2147483647) == 2147483647
;; run umin(-2147483648, 2) == 2
;; run umin(-2147483648, 65536) == 65536
;; run umin(-2147483648, -65536) == -2147483648
;; run umin(-2147483648, 46341) == 46341
;; run umin(2147483647, 0) == 0
;; run umin(2147483647, 1) == 1
;; run umin(2147483647, -1) == 2147483647
;; run umin(2147483647, -2147483648) == 2147483647
;; run umin(2147483647, 2147483647) == 2147483647
;; run umin(2147483647, 2) == 2
;; run umin(2147483647, 65536) == 65536
;; run umin(2147483647, -65536) == 2147483647
;; run umin(2147483647, 46341) == 46341
;; run umin(2, 0) == 0
;; run umin(2, 1) == 1
;; run umin(2, -1) == 2
;; run umin(2, -2147483648) == 2
;; run umin(2, 2147483647) == 2
;; run umin(2, 2) == 2
;; run umin(2, 65536) == 2
;; run umin(2, -65536) == 2
;; run umin(2, 46341) == 2
;; run umin(65536, 0) == 0
;; run umin(65536, 1) == 1
;; run umin(65536, -1) == 65536
;; run umin(65536, -2147483648) == 65536
;; run umin(65536, 2147483647) == 65536
;; run umin(65536, 2) == 2
;; run umin(65536, 65536) == 65536
;; run umin(65536, -65536) == 65536
;; run umin(65536, 46341) == 46341
;; run umin(-65536, 0) == 0
;; run umin(-65536, 1) == 1
;; run umin(-65536, -1) == -65536
;; run umin(-65536, -2147483648) == -2147483648
;; run umin(-65536, 2147483647) == 2147483647
;; run umin(-65536, 2) == 2
;; run umin(-65536, 65536) == 65536
;; run umin(-65536, -65536) == -65536
;; run umin(-65536, 46341) == 46341
;; run umin(46341, 0) == 0
;; run umin(46341, 1) == 1
;; run umin(46341, -1) == 46341
;; run umin(46341, -2147483648) == 46341
;; run umin(46341, 2147483647) == 46341
;; run umin(46341, 2) == 2
;; run umin(46341, 65536) == 46341
;; run umin(46341, -65536) == 46341
;; run umin(46341, 46341) == 46341

proc umin_c(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(100)
    Int32 @3 = UMin(@1, @2)
    Void @4 = Return(@3)
}
;; run umin_c(0) == 0
;; run umin_c(1) == 1
;; run umin_c(-1) == 100
;; run umin_c(-2147483648) == 100
;; run umin_c(2147483647) == 100
;; run umin_c(2) == 2
;; run umin_c(65536) == 100
;; run umin_c(-65536) == 100
;; run umin_c(46341) == 100

proc umin_e(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = UMin(@1, @2)
    Void @4 = Return(@3)
}
;; run umin_e(0) == 0
;; run umin_e(1) == 1
;; run umin_e(-1) == -2147483648
;; run umin_e(-2147483648) == -2147483648
;; run umin_e(2147483647) == 2147483647
;; run umin_e(2) == 2
;; run umin_e(65536) == 65536
;; run umin_e(-65536) == -2147483648
;; run umin_e(46341) == 46341
