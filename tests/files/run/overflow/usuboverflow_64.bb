barebones 1
; Arithmetic with its overflow as a value, and minima and maxima, 64 bits.
;! run

proc usuboverflow(Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @2 = USubOverflow(@0, @1)
    Int64 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; run usuboverflow(0, 0) == 0, 0
;; run usuboverflow(0, 1) == -1, 1
;; run usuboverflow(0, -1) == 1, 1
;; run usuboverflow(0, -9223372036854775808) == -9223372036854775808, 1
;; run usuboverflow(0, 9223372036854775807) == -9223372036854775807, 1
;; run usuboverflow(0, 2) == -2, 1
;; run usuboverflow(0, 4294967296) == -4294967296, 1
;; run usuboverflow(0, -4294967296) == 4294967296, 1
;; run usuboverflow(0, 3037000500) == -3037000500, 1
;; run usuboverflow(1, 0) == 1, 0
;; run usuboverflow(1, 1) == 0, 0
;; run usuboverflow(1, -1) == 2, 1
;; run usuboverflow(1, -9223372036854775808) == -9223372036854775807, 1
;; run usuboverflow(1, 9223372036854775807) == -9223372036854775806, 1
;; run usuboverflow(1, 2) == -1, 1
;; run usuboverflow(1, 4294967296) == -4294967295, 1
;; run usuboverflow(1, -4294967296) == 4294967297, 1
;; run usuboverflow(1, 3037000500) == -3037000499, 1
;; run usuboverflow(-1, 0) == -1, 0
;; run usuboverflow(-1, 1) == -2, 0
;; run usuboverflow(-1, -1) == 0, 0
;; run usuboverflow(-1, -9223372036854775808) == 9223372036854775807, 0
;; run usuboverflow(-1, 9223372036854775807) == -9223372036854775808, 0
;; run usuboverflow(-1, 2) == -3, 0
;; run usuboverflow(-1, 4294967296) == -4294967297, 0
;; run usuboverflow(-1, -4294967296) == 4294967295, 0
;; run usuboverflow(-1, 3037000500) == -3037000501, 0
;; run usuboverflow(-9223372036854775808, 0) == -9223372036854775808, 0
;; run usuboverflow(-9223372036854775808, 1) == 9223372036854775807, 0
;; run usuboverflow(-9223372036854775808, -1) == -9223372036854775807, 1
;; run usuboverflow(-9223372036854775808, -9223372036854775808) == 0, 0
;; run usuboverflow(-9223372036854775808, 9223372036854775807) == 1, 0
;; run usuboverflow(-9223372036854775808, 2) == 9223372036854775806, 0
;; run usuboverflow(-9223372036854775808, 4294967296) == 9223372032559808512, 0
;; run usuboverflow(-9223372036854775808, -4294967296) == -9223372032559808512, 1
;; run usuboverflow(-9223372036854775808, 3037000500) == 9223372033817775308, 0
;; run usuboverflow(9223372036854775807, 0) == 9223372036854775807, 0
;; run usuboverflow(9223372036854775807, 1) == 9223372036854775806, 0
;; run usuboverflow(9223372036854775807, -1) == -9223372036854775808, 1
;; run usuboverflow(9223372036854775807, -9223372036854775808) == -1, 1
;; run usuboverflow(9223372036854775807, 9223372036854775807) == 0, 0
;; run usuboverflow(9223372036854775807, 2) == 9223372036854775805, 0
;; run usuboverflow(9223372036854775807, 4294967296) == 9223372032559808511, 0
;; run usuboverflow(9223372036854775807, -4294967296) == -9223372032559808513, 1
;; run usuboverflow(9223372036854775807, 3037000500) == 9223372033817775307, 0
;; run usuboverflow(2, 0) == 2, 0
;; run usuboverflow(2, 1) == 1, 0
;; run usuboverflow(2, -1) == 3, 1
;; run usuboverflow(2, -9223372036854775808) == -9223372036854775806, 1
;; run usuboverflow(2, 9223372036854775807) == -9223372036854775805, 1
;; run usuboverflow(2, 2) == 0, 0
;; run usuboverflow(2, 4294967296) == -4294967294, 1
;; run usuboverflow(2, -4294967296) == 4294967298, 1
;; run usuboverflow(2, 3037000500) == -3037000498, 1
;; run usuboverflow(4294967296, 0) == 4294967296, 0
;; run usuboverflow(4294967296, 1) == 4294967295, 0
;; run usuboverflow(4294967296, -1) == 4294967297, 1
;; run usuboverflow(4294967296, -9223372036854775808) == -9223372032559808512, 1
;; run usuboverflow(4294967296, 9223372036854775807) == -9223372032559808511, 1
;; run usuboverflow(4294967296, 2) == 4294967294, 0
;; run usuboverflow(4294967296, 4294967296) == 0, 0
;; run usuboverflow(4294967296, -4294967296) == 8589934592, 1
;; run usuboverflow(4294967296, 3037000500) == 1257966796, 0
;; run usuboverflow(-4294967296, 0) == -4294967296, 0
;; run usuboverflow(-4294967296, 1) == -4294967297, 0
;; run usuboverflow(-4294967296, -1) == -4294967295, 1
;; run usuboverflow(-4294967296, -9223372036854775808) == 9223372032559808512, 0
;; run usuboverflow(-4294967296, 9223372036854775807) == 9223372032559808513, 0
;; run usuboverflow(-4294967296, 2) == -4294967298, 0
;; run usuboverflow(-4294967296, 4294967296) == -8589934592, 0
;; run usuboverflow(-4294967296, -4294967296) == 0, 0
;; run usuboverflow(-4294967296, 3037000500) == -7331967796, 0
;; run usuboverflow(3037000500, 0) == 3037000500, 0
;; run usuboverflow(3037000500, 1) == 3037000499, 0
;; run usuboverflow(3037000500, -1) == 3037000501, 1
;; run usuboverflow(3037000500, -9223372036854775808) == -9223372033817775308, 1
;; run usuboverflow(3037000500, 9223372036854775807) == -9223372033817775307, 1
;; run usuboverflow(3037000500, 2) == 3037000498, 0
;; run usuboverflow(3037000500, 4294967296) == -1257966796, 1
;; run usuboverflow(3037000500, -4294967296) == 7331967796, 1
;; run usuboverflow(3037000500, 3037000500) == 0, 0

proc usuboverflow_c(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(2147483647)
    (Int64, Int32) @2 = USubOverflow(@0, @1)
    Int64 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; run usuboverflow_c(0) == -2147483647, 1
;; run usuboverflow_c(1) == -2147483646, 1
;; run usuboverflow_c(-1) == -2147483648, 0
;; run usuboverflow_c(-9223372036854775808) == 9223372034707292161, 0
;; run usuboverflow_c(9223372036854775807) == 9223372034707292160, 0
;; run usuboverflow_c(2) == -2147483645, 1
;; run usuboverflow_c(4294967296) == 2147483649, 0
;; run usuboverflow_c(-4294967296) == -6442450943, 0
;; run usuboverflow_c(3037000500) == 889516853, 0

proc usuboverflow_n(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-1)
    (Int64, Int32) @2 = USubOverflow(@0, @1)
    Int64 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; run usuboverflow_n(0) == 1, 1
;; run usuboverflow_n(1) == 2, 1
;; run usuboverflow_n(-1) == 0, 0
;; run usuboverflow_n(-9223372036854775808) == -9223372036854775807, 1
;; run usuboverflow_n(9223372036854775807) == -9223372036854775808, 1
;; run usuboverflow_n(2) == 3, 1
;; run usuboverflow_n(4294967296) == 4294967297, 1
;; run usuboverflow_n(-4294967296) == -4294967295, 1
;; run usuboverflow_n(3037000500) == 3037000501, 1
