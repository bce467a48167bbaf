barebones 1
; Arithmetic with its overflow as a value, and minima and maxima, 64 bits.
;! run

proc addoverflow(Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @2 = AddOverflow(@0, @1)
    Int64 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; run addoverflow(0, 0) == 0, 0
;; run addoverflow(0, 1) == 1, 0
;; run addoverflow(0, -1) == -1, 0
;; run addoverflow(0, -9223372036854775808) == -9223372036854775808, 0
;; run addoverflow(0, 9223372036854775807) == 9223372036854775807, 0
;; run addoverflow(0, 2) == 2, 0
;; run addoverflow(0, 4294967296) == 4294967296, 0
;; run addoverflow(0, -4294967296) == -4294967296, 0
;; run addoverflow(0, 3037000500) == 3037000500, 0
;; run addoverflow(1, 0) == 1, 0
;; run addoverflow(1, 1) == 2, 0
;; run addoverflow(1, -1) == 0, 0
;; run addoverflow(1, -9223372036854775808) == -9223372036854775807, 0
;; run addoverflow(1, 9223372036854775807) == -9223372036854775808, 1
;; run addoverflow(1, 2) == 3, 0
;; run addoverflow(1, 4294967296) == 4294967297, 0
;; run addoverflow(1, -4294967296) == -4294967295, 0
;; run addoverflow(1, 3037000500) == 3037000501, 0
;; run addoverflow(-1, 0) == -1, 0
;; run addoverflow(-1, 1) == 0, 0
;; run addoverflow(-1, -1) == -2, 0
;; run addoverflow(-1, -9223372036854775808) == 9223372036854775807, 1
;; run addoverflow(-1, 9223372036854775807) == 9223372036854775806, 0
;; run addoverflow(-1, 2) == 1, 0
;; run addoverflow(-1, 4294967296) == 4294967295, 0
;; run addoverflow(-1, -4294967296) == -4294967297, 0
;; run addoverflow(-1, 3037000500) == 3037000499, 0
;; run addoverflow(-9223372036854775808, 0) == -9223372036854775808, 0
;; run addoverflow(-9223372036854775808, 1) == -9223372036854775807, 0
;; run addoverflow(-9223372036854775808, -1) == 9223372036854775807, 1
;; run addoverflow(-9223372036854775808, -9223372036854775808) == 0, 1
;; run addoverflow(-9223372036854775808, 9223372036854775807) == -1, 0
;; run addoverflow(-9223372036854775808, 2) == -9223372036854775806, 0
;; run addoverflow(-9223372036854775808, 4294967296) == -9223372032559808512, 0
;; run addoverflow(-9223372036854775808, -4294967296) == 9223372032559808512, 1
;; run addoverflow(-9223372036854775808, 3037000500) == -9223372033817775308, 0
;; run addoverflow(9223372036854775807, 0) == 9223372036854775807, 0
;; run addoverflow(9223372036854775807, 1) == -9223372036854775808, 1
;; run addoverflow(9223372036854775807, -1) == 9223372036854775806, 0
;; run addoverflow(9223372036854775807, -9223372036854775808) == -1, 0
;; run addoverflow(9223372036854775807, 9223372036854775807) == -2, 1
;; run addoverflow(9223372036854775807, 2) == -9223372036854775807, 1
;; run addoverflow(9223372036854775807, 4294967296) == -9223372032559808513, 1
;; run addoverflow(9223372036854775807, -4294967296) == 9223372032559808511, 0
;; run addoverflow(9223372036854775807, 3037000500) == -9223372033817775309, 1
;; run addoverflow(2, 0) == 2, 0
;; run addoverflow(2, 1) == 3, 0
;; run addoverflow(2, -1) == 1, 0
;; run addoverflow(2, -9223372036854775808) == -9223372036854775806, 0
;; run addoverflow(2, 9223372036854775807) == -9223372036854775807, 1
;; run addoverflow(2, 2) == 4, 0
;; run addoverflow(2, 4294967296) == 4294967298, 0
;; run addoverflow(2, -4294967296) == -4294967294, 0
;; run addoverflow(2, 3037000500) == 3037000502, 0
;; run addoverflow(4294967296, 0) == 4294967296, 0
;; run addoverflow(4294967296, 1) == 4294967297, 0
;; run addoverflow(4294967296, -1) == 4294967295, 0
;; run addoverflow(4294967296, -9223372036854775808) == -9223372032559808512, 0
;; run addoverflow(4294967296, 9223372036854775807) == -9223372032559808513, 1
;; run addoverflow(4294967296, 2) == 4294967298, 0
;; run addoverflow(4294967296, 4294967296) == 8589934592, 0
;; run addoverflow(4294967296, -4294967296) == 0, 0
;; run addoverflow(4294967296, 3037000500) == 7331967796, 0
;; run addoverflow(-4294967296, 0) == -4294967296, 0
;; run addoverflow(-4294967296, 1) == -4294967295, 0
;; run addoverflow(-4294967296, -1) == -4294967297, 0
;; run addoverflow(-4294967296, -9223372036854775808) == 9223372032559808512, 1
;; run addoverflow(-4294967296, 9223372036854775807) == 9223372032559808511, 0
;; run addoverflow(-4294967296, 2) == -4294967294, 0
;; run addoverflow(-4294967296, 4294967296) == 0, 0
;; run addoverflow(-4294967296, -4294967296) == -8589934592, 0
;; run addoverflow(-4294967296, 3037000500) == -1257966796, 0
;; run addoverflow(3037000500, 0) == 3037000500, 0
;; run addoverflow(3037000500, 1) == 3037000501, 0
;; run addoverflow(3037000500, -1) == 3037000499, 0
;; run addoverflow(3037000500, -9223372036854775808) == -9223372033817775308, 0
;; run addoverflow(3037000500, 9223372036854775807) == -9223372033817775309, 1
;; run addoverflow(3037000500, 2) == 3037000502, 0
;; run addoverflow(3037000500, 4294967296) == 7331967796, 0
;; run addoverflow(3037000500, -4294967296) == -1257966796, 0
;; run addoverflow(3037000500, 3037000500) == 6074001000, 0

proc addoverflow_c(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(2147483647)
    (Int64, Int32) @2 = AddOverflow(@0, @1)
    Int64 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; run addoverflow_c(0) == 2147483647, 0
;; run addoverflow_c(1) == 2147483648, 0
;; run addoverflow_c(-1) == 2147483646, 0
;; run addoverflow_c(-9223372036854775808) == -9223372034707292161, 0
;; run addoverflow_c(9223372036854775807) == -9223372034707292162, 1
;; run addoverflow_c(2) == 2147483649, 0
;; run addoverflow_c(4294967296) == 6442450943, 0
;; run addoverflow_c(-4294967296) == -2147483649, 0
;; run addoverflow_c(3037000500) == 5184484147, 0

proc addoverflow_n(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-1)
    (Int64, Int32) @2 = AddOverflow(@0, @1)
    Int64 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; run addoverflow_n(0) == -1, 0
;; run addoverflow_n(1) == 0, 0
;; run addoverflow_n(-1) == -2, 0
;; run addoverflow_n(-9223372036854775808) == 9223372036854775807, 1
;; run addoverflow_n(9223372036854775807) == 9223372036854775806, 0
;; run addoverflow_n(2) == 1, 0
;; run addoverflow_n(4294967296) == 4294967295, 0
;; run addoverflow_n(-4294967296) == -4294967297, 0
;; run addoverflow_n(3037000500) == 3037000499, 0
