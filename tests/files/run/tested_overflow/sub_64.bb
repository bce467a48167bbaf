barebones 1
; Signed overflow of a difference of 64 bits that only a branch, a select, a trap or a check tests.
;! run

proc in_branch(Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @5 = Const32(0)
    (Int64, Int32) @4 = SubOverflow(@0, @1)
    Int64 @6 = Extract(@4, 0)
    Int32 @7 = Extract(@4, 1)
    Void @8 = Upsilon(@6, ^@12)
    Void @9 = Upsilon(@5, ^@13)
    Void @10 = Branch(@7, #1, #2)
#1:
    Int32 @14 = Const32(1)
    Void @15 = Upsilon(@14, ^@13)
    Void @16 = Jump(#2)
#2:
    Int64 @12 = Phi()
    Int32 @13 = Phi()
    Void @17 = Return(@12, @13)
}
;; run in_branch(0, 0) == 0, 0
;; run in_branch(1, -1) == 2, 0
;; run in_branch(9223372036854775807, 1) == 9223372036854775806, 0
;; run in_branch(9223372036854775807, 0) == 9223372036854775807, 0
;; run in_branch(-9223372036854775808, -1) == -9223372036854775807, 0
;; run in_branch(-9223372036854775808, 1) == 9223372036854775807, 1
;; run in_branch(-9223372036854775808, -9223372036854775808) == 0, 0
;; run in_branch(9223372036854775807, 9223372036854775807) == 0, 0
;; run in_branch(-1, -1) == 0, 0
;; run in_branch(0, 1) == -1, 0
;; run in_branch(0, -1) == 1, 0
;; run in_branch(0, -9223372036854775808) == -9223372036854775808, 1
;; run in_branch(4294967296, 4294967296) == 0, 0
;; run in_branch(4294967296, 2147483648) == 2147483648, 0
;; run in_branch(4294967295, 4294967295) == 0, 0
;; run in_branch(4294967297, 4294967295) == 2, 0
;; run in_branch(2147483648, -4294967296) == 6442450944, 0
;; run in_branch(-1, 2) == -3, 0
;; run in_branch(5, -7) == 12, 0

proc in_select(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @4 = SubOverflow(@0, @1)
    Int64 @6 = Extract(@4, 0)
    Int32 @7 = Extract(@4, 1)
    Int64 @8 = Const64(99)
    Int64 @9 = Select(@7, @8, @6)
    Void @10 = Return(@9)
}
;; run in_select(0, 0) == 0
;; run in_select(1, -1) == 2
;; run in_select(9223372036854775807, 1) == 9223372036854775806
;; run in_select(9223372036854775807, 0) == 9223372036854775807
;; run in_select(-9223372036854775808, -1) == -9223372036854775807
;; run in_select(-9223372036854775808, 1) == 99
;; run in_select(-9223372036854775808, -9223372036854775808) == 0
;; run in_select(9223372036854775807, 9223372036854775807) == 0
;; run in_select(-1, -1) == 0
;; run in_select(0, 1) == -1
;; run in_select(0, -1) == 1
;; run in_select(0, -9223372036854775808) == 99
;; run in_select(4294967296, 4294967296) == 0
;; run in_select(4294967296, 2147483648) == 2147483648
;; run in_select(4294967295, 4294967295) == 0
;; run in_select(4294967297, 4294967295) == 2
;; run in_select(2147483648, -4294967296) == 6442450944
;; run in_select(-1, 2) == -3
;; run in_select(5, -7) == 12

proc in_inverted_select(Int64, Int64, Double, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Double @11 = ArgumentReg(%fa0)
    Double @12 = ArgumentReg(%fa1)
    (Int64, Int32) @4 = SubOverflow(@0, @1)
    Int32 @7 = Extract(@4, 1)
    Int32 @8 = Const32(0)
    Int32 @9 = Equal(@7, @8)
    Double @10 = Select(@9, @11, @12)
    Void @13 = Return(@10)
}
;; run in_inverted_select(0, 0, 1.5, 2.5) == 1.5
;; run in_inverted_select(1, -1, 1.5, 2.5) == 1.5
;; run in_inverted_select(9223372036854775807, 1, 1.5, 2.5) == 1.5
;; run in_inverted_select(9223372036854775807, 0, 1.5, 2.5) == 1.5
;; run in_inverted_select(-9223372036854775808, -1, 1.5, 2.5) == 1.5
;; run in_inverted_select(-9223372036854775808, 1, 1.5, 2.5) == 2.5
;; run in_inverted_select(-9223372036854775808, -9223372036854775808, 1.5, 2.5) == 1.5
;; run in_inverted_select(9223372036854775807, 9223372036854775807, 1.5, 2.5) == 1.5

proc in_trap(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @4 = SubOverflow(@0, @1)
    Int64 @6 = Extract(@4, 0)
    Int32 @7 = Extract(@4, 1)
    Void @8 = TrapIf(@7, User(3))
    Void @9 = Return(@6)
}
;; run in_trap(0, 0) == 0
;; run in_trap(1, -1) == 2
;; run in_trap(9223372036854775807, 1) == 9223372036854775806
;; run in_trap(9223372036854775807, 0) == 9223372036854775807
;; run in_trap(-9223372036854775808, -1) == -9223372036854775807
;; run in_trap(-9223372036854775808, 1) traps User(3)
;; run in_trap(-9223372036854775808, -9223372036854775808) == 0
;; run in_trap(9223372036854775807, 9223372036854775807) == 0
;; run in_trap(-1, -1) == 0
;; run in_trap(0, 1) == -1
;; run in_trap(0, -1) == 1
;; run in_trap(0, -9223372036854775808) traps User(3)
;; run in_trap(4294967296, 4294967296) == 0
;; run in_trap(4294967296, 2147483648) == 2147483648
;; run in_trap(4294967295, 4294967295) == 0
;; run in_trap(4294967297, 4294967295) == 2
;; run in_trap(2147483648, -4294967296) == 6442450944
;; run in_trap(-1, 2) == -3
;; run in_trap(5, -7) == 12

proc in_check(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @4 = SubOverflow(@0, @1)
    Int64 @6 = Extract(@4, 0)
    Int32 @7 = Extract(@4, 1)
    Void @8 = Check(@7)
    Void @9 = Return(@6)
}
;; run in_check(0, 0) == 0
;; run in_check(1, -1) == 2
;; run in_check(9223372036854775807, 1) == 9223372036854775806
;; run in_check(9223372036854775807, 0) == 9223372036854775807
;; run in_check(-9223372036854775808, -1) == -9223372036854775807
;; run in_check(-9223372036854775808, 1) traps Unreachable
;; run in_check(-9223372036854775808, -9223372036854775808) == 0
;; run in_check(9223372036854775807, 9223372036854775807) == 0
;; run in_check(-1, -1) == 0
;; run in_check(0, 1) == -1
;; run in_check(0, -1) == 1
;; run in_check(0, -9223372036854775808) traps Unreachable
;; run in_check(4294967296, 4294967296) == 0
;; run in_check(4294967296, 2147483648) == 2147483648
;; run in_check(4294967295, 4294967295) == 0
;; run in_check(4294967297, 4294967295) == 2
;; run in_check(2147483648, -4294967296) == 6442450944
;; run in_check(-1, 2) == -3
;; run in_check(5, -7) == 12
