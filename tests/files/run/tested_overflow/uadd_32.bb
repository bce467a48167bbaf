barebones 1
; Unsigned overflow of a sum of 32 bits that only a branch, a select, a trap or a check tests.
;! run

proc in_branch(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @5 = Const32(0)
    (Int32, Int32) @4 = UAddOverflow(@2, @3)
    Int32 @6 = Extract(@4, 0)
    Int32 @7 = Extract(@4, 1)
    Void @8 = Upsilon(@6, ^@12)
    Void @9 = Upsilon(@5, ^@13)
    Void @10 = Branch(@7, #1, #2)
#1:
    Int32 @14 = Const32(1)
    Void @15 = Upsilon(@14, ^@13)
    Void @16 = Jump(#2)
#2:
    Int32 @12 = Phi()
    Int32 @13 = Phi()
    Void @17 = Return(@12, @13)
}
;; run in_branch(0, 0) == 0, 0
;; run in_branch(1, -1) == 0, 1
;; run in_branch(2147483647, 1) == -2147483648, 0
;; run in_branch(2147483647, 0) == 2147483647, 0
;; run in_branch(-2147483648, -1) == 2147483647, 1
;; run in_branch(-2147483648, 1) == -2147483647, 0
;; run in_branch(-2147483648, -2147483648) == 0, 1
;; run in_branch(2147483647, 2147483647) == -2, 0
;; run in_branch(-1, -1) == -2, 1
;; run in_branch(0, 1) == 1, 0
;; run in_branch(0, -1) == -1, 0
;; run in_branch(0, -2147483648) == -2147483648, 0
;; run in_branch(65536, 65536) == 131072, 0
;; run in_branch(65536, 32768) == 98304, 0
;; run in_branch(65535, 65535) == 131070, 0
;; run in_branch(65537, 65535) == 131072, 0
;; run in_branch(32768, -65536) == -32768, 0
;; run in_branch(-1, 2) == 1, 1
;; run in_branch(5, -7) == -2, 0

proc in_select(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    (Int32, Int32) @4 = UAddOverflow(@2, @3)
    Int32 @6 = Extract(@4, 0)
    Int32 @7 = Extract(@4, 1)
    Int32 @8 = Const32(99)
    Int32 @9 = Select(@7, @8, @6)
    Void @10 = Return(@9)
}
;; run in_select(0, 0) == 0
;; run in_select(1, -1) == 99
;; run in_select(2147483647, 1) == -2147483648
;; run in_select(2147483647, 0) == 2147483647
;; run in_select(-2147483648, -1) == 99
;; run in_select(-2147483648, 1) == -2147483647
;; run in_select(-2147483648, -2147483648) == 99
;; run in_select(2147483647, 2147483647) == -2
;; run in_select(-1, -1) == 99
;; run in_select(0, 1) == 1
;; run in_select(0, -1) == -1
;; run in_select(0, -2147483648) == -2147483648
;; run in_select(65536, 65536) == 131072
;; run in_select(65536, 32768) == 98304
;; run in_select(65535, 65535) == 131070
;; run in_select(65537, 65535) == 131072
;; run in_select(32768, -65536) == -32768
;; run in_select(-1, 2) == 99
;; run in_select(5, -7) == -2

proc in_inverted_select(Int32, Int32, Double, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Double @11 = ArgumentReg(%fa0)
    Double @12 = ArgumentReg(%fa1)
    (Int32, Int32) @4 = UAddOverflow(@2, @3)
    Int32 @7 = Extract(@4, 1)
    Int32 @8 = Const32(0)
    Int32 @9 = Equal(@7, @8)
    Double @10 = Select(@9, @11, @12)
    Void @13 = Return(@10)
}
;; run in_inverted_select(0, 0, 1.5, 2.5) == 1.5
;; run in_inverted_select(1, -1, 1.5, 2.5) == 2.5
;; run in_inverted_select(2147483647, 1, 1.5, 2.5) == 1.5
;; run in_inverted_select(2147483647, 0, 1.5, 2.5) == 1.5
;; run in_inverted_select(-2147483648, -1, 1.5, 2.5) == 2.5
;; run in_inverted_select(-2147483648, 1, 1.5, 2.5) == 1.5
;; run in_inverted_select(-2147483648, -2147483648, 1.5, 2.5) == 2.5
;; run in_inverted_select(2147483647, 2147483647, 1.5, 2.5) == 1.5

proc in_trap(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    (Int32, Int32) @4 = UAddOverflow(@2, @3)
    Int32 @6 = Extract(@4, 0)
    Int32 @7 = Extract(@4, 1)
    Void @8 = TrapIf(@7, User(3))
    Void @9 = Return(@6)
}
;; run in_trap(0, 0) == 0
;; run in_trap(1, -1) traps User(3)
;; run in_trap(2147483647, 1) == -2147483648
;; run in_trap(2147483647, 0) == 2147483647
;; run in_trap(-2147483648, -1) traps User(3)
;; run in_trap(-2147483648, 1) == -2147483647
;; run in_trap(-2147483648, -2147483648) traps User(3)
;; run in_trap(2147483647, 2147483647) == -2
;; run in_trap(-1, -1) traps User(3)
;; run in_trap(0, 1) == 1
;; run in_trap(0, -1) == -1
;; run in_trap(0, -2147483648) == -2147483648
;; run in_trap(65536, 65536) == 131072
;; run in_trap(65536, 32768) == 98304
;; run in_trap(65535, 65535) == 131070
;; run in_trap(65537, 65535) == 131072
;; run in_trap(32768, -65536) == -32768
;; run in_trap(-1, 2) traps User(3)
;; run in_trap(5, -7) == -2

proc in_check(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    (Int32, Int32) @4 = UAddOverflow(@2, @3)
    Int32 @6 = Extract(@4, 0)
    Int32 @7 = Extract(@4, 1)
    Void @8 = Check(@7)
    Void @9 = Return(@6)
}
;; run in_check(0, 0) == 0
;; run in_check(1, -1) traps Unreachable
;; run in_check(2147483647, 1) == -2147483648
;; run in_check(2147483647, 0) == 2147483647
;; run in_check(-2147483648, -1) traps Unreachable
;; run in_check(-2147483648, 1) == -2147483647
;; run in_check(-2147483648, -2147483648) traps Unreachable
;; run in_check(2147483647, 2147483647) == -2
;; run in_check(-1, -1) traps Unreachable
;; run in_check(0, 1) == 1
;; run in_check(0, -1) == -1
;; run in_check(0, -2147483648) == -2147483648
;; run in_check(65536, 65536) == 131072
;; run in_check(65536, 32768) == 98304
;; run in_check(65535, 65535) == 131070
;; run in_check(65537, 65535) == 131072
;; run in_check(32768, -65536) == -32768
;; run in_check(-1, 2) traps Unreachable
;; run in_check(5, -7) == -2
