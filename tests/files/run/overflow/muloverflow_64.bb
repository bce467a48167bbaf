barebones 1
; Arithmetic with its overflow as a value, and minima and maxima, 64 bits.
;! run

proc muloverflow(Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @2 = MulOverflow(@0, @1)
    Int64 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; run muloverflow(0, 0) == 0, 0
;; run muloverflow(0, 1) == 0, 0
;; run muloverflow(0, -1) == 0, 0
;; run muloverflow(0, -9223372036854775808) == 0, 0
;; run muloverflow(0, 9223372036854775807) == 0, 0
;; run muloverflow(0, 2) == 0, 0
;; run muloverflow(0, 4294967296) == 0, 0
;; run muloverflow(0, -4294967296) == 0, 0
;; run muloverflow(0, 3037000500) == 0, 0
;; run muloverflow(1, 0) == 0, 0
;; run muloverflow(1, 1) == 1, 0
;; run muloverflow(1, -1) == -1, 0
;; run muloverflow(1, -9223372036854775808) == -9223372036854775808, 0
;; run muloverflow(1, 9223372036854775807) == 9223372036854775807, 0
;; run muloverflow(1, 2) == 2, 0
;; run muloverflow(1, 4294967296) == 4294967296, 0
;; run muloverflow(1, -4294967296) == -4294967296, 0
;; run muloverflow(1, 3037000500) == 3037000500, 0
;; run muloverflow(-1, 0) == 0, 0
;; run muloverflow(-1, 1) == -1, 0
;; run muloverflow(-1, -1) == 1, 0
;; run muloverflow(-1, -9223372036854775808) == -9223372036854775808, 1
;; run muloverflow(-1, 9223372036854775807) == -9223372036854775807, 0
;; run muloverflow(-1, 2) == -2, 0
;; run muloverflow(-1, 4294967296) == -4294967296, 0
;; run muloverflow(-1, -4294967296) == 4294967296, 0
;; run muloverflow(-1, 3037000500) == -3037000500, 0
;; run muloverflow(-9223372036854775808, 0) == 0, 0
;; run muloverflow(-9223372036854775808, 1) == -9223372036854775808, 0
;; run muloverflow(-9223372036854775808, -1) == -9223372036854775808, 1
;; run muloverflow(-9223372036854775808, -9223372036854775808) == 0, 1
;; run muloverflow(-9223372036854775808, 9223372036854775807) == -9223372036854775808, 1
;; run muloverflow(-9223372036854775808, 2) == 0, 1
;; run muloverflow(-9223372036854775808, 4294967296) == 0, 1
;; run muloverflow(-9223372036854775808, -4294967296) == 0, 1
;; run muloverflow(-9223372036854775808, 3037000500) == 0, 1
;; run muloverflow(9223372036854775807, 0) == 0, 0
;; run muloverflow(9223372036854775807, 1) == 9223372036854775807, 0
;; run muloverflow(9223372036854775807, -1) == -9223372036854775807, 0
;; run muloverflow(9223372036854775807, -9223372036854775808) == -9223372036854775808, 1
;; run muloverflow(9223372036854775807, 9223372036854775807) == 1, 1
;; run muloverflow(9223372036854775807, 2) == -2, 1
;; run muloverflow(9223372036854775807, 4294967296) == -4294967296, 1
;; run muloverflow(9223372036854775807, -4294967296) == 4294967296, 1
;; run muloverflow(9223372036854775807, 3037000500) == -3037000500, 1
;; run muloverflow(2, 0) == 0, 0
;; run muloverflow(2, 1) == 2, 0
;; run muloverflow(2, -1) == -2, 0
;; run muloverflow(2, -9223372036854775808) == 0, 1
;; run muloverflow(2, 9223372036854775807) == -2, 1
;; run muloverflow(2, 2) == 4, 0
;; run muloverflow(2, 4294967296) == 8589934592, 0
;; run muloverflow(2, -4294967296) == -8589934592, 0
;; run muloverflow(2, 3037000500) == 6074001000, 0
;; run muloverflow(4294967296, 0) == 0, 0
;; run muloverflow(4294967296, 1) == 4294967296, 0
;; run muloverflow(4294967296, -1) == -4294967296, 0
;; run muloverflow(4294967296, -9223372036854775808) == 0, 1
;; run muloverflow(4294967296, 9223372036854775807) == -4294967296, 1
;; run muloverflow(4294967296, 2) == 8589934592, 0
;; run muloverflow(4294967296, 4294967296) == 0, 1
;; run muloverflow(4294967296, -4294967296) == 0, 1
;; run muloverflow(4294967296, 3037000500) == -5402926248273903616, 1
;; run muloverflow(-4294967296, 0) == 0, 0
;; run muloverflow(-4294967296, 1) == -4294967296, 0
;; run muloverflow(-4294967296, -1) == 4294967296, 0
;; run muloverflow(-4294967296, -9223372036854775808) == 0, 1
;; run muloverflow(-4294967296, 9223372036854775807) == 4294967296, 1
;; run muloverflow(-4294967296, 2) == -8589934592, 0
;; run muloverflow(-4294967296, 4294967296) == 0, 1
;; run muloverflow(-4294967296, -4294967296) == 0, 1
;; run muloverflow(-4294967296, 3037000500) == 5402926248273903616, 1
;; run muloverflow(3037000500, 0) == 0, 0
;; run muloverflow(3037000500, 1) == 3037000500, 0
;; run muloverflow(3037000500, -1) == -3037000500, 0
;; run muloverflow(3037000500, -9223372036854775808) == 0, 1
;; run muloverflow(3037000500, 9223372036854775807) == -3037000500, 1
;; run muloverflow(3037000500, 2) == 6074001000, 0
;; run muloverflow(3037000500, 4294967296) == -5402926248273903616, 1
;; run muloverflow(3037000500, -4294967296) == 5402926248273903616, 1
;; run muloverflow(3037000500, 3037000500) == -9223372036709301616, 1

proc muloverflow_c(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(2147483647)
    (Int64, Int32) @2 = MulOverflow(@0, @1)
    Int64 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; run muloverflow_c(0) == 0, 0
;; run muloverflow_c(1) == 2147483647, 0
;; run muloverflow_c(-1) == -2147483647, 0
;; run muloverflow_c(-9223372036854775808) == -9223372036854775808, 1
;; run muloverflow_c(9223372036854775807) == 9223372034707292161, 1
;; run muloverflow_c(2) == 4294967294, 0
;; run muloverflow_c(4294967296) == 9223372032559808512, 0
;; run muloverflow_c(-4294967296) == -9223372032559808512, 0
;; run muloverflow_c(3037000500) == 6521908909680823500, 0

proc muloverflow_n(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-1)
    (Int64, Int32) @2 = MulOverflow(@0, @1)
    Int64 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; run muloverflow_n(0) == 0, 0
;; run muloverflow_n(1) == -1, 0
;; run muloverflow_n(-1) == 1, 0
;; run muloverflow_n(-9223372036854775808) == -9223372036854775808, 1
;; run muloverflow_n(9223372036854775807) == -9223372036854775807, 0
;; run muloverflow_n(2) == -2, 0
;; run muloverflow_n(4294967296) == -4294967296, 0
;; run muloverflow_n(-4294967296) == 4294967296, 0
;; run muloverflow_n(3037000500) == -3037000500, 0
