barebones 1
; Overflow that one branch, select, trap or check tests stays in the flags if only moves are between the two.
;! asm x86_64-linux -O 2 as O2
;! asm aarch64-linux -O 2 as A64
;! run

proc sum_in_branch(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    (Int32, Int32) @4 = AddOverflow(@2, @3)
    Int32 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Void @7 = Branch(@6, #1, #2)
#1:
    Int32 @8 = Const32(7)
    Void @9 = Return(@8)
#2:
    Void @10 = Return(@5)
}
;; not O2: set
;; check O2: add
;; check O2: jno
;; not O2: set
;; not A64: cset
;; check A64: adds w
;; check A64: b.vc
;; run sum_in_branch(1, 2) == 3
;; run sum_in_branch(0x7fffffff, 1) == 7

proc no_overflow_in_branch(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @4 = USubOverflow(@0, @1)
    Int64 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Int32 @12 = Const32(0)
    Int32 @11 = Equal(@6, @12)
    Void @7 = Branch(@11, #1, #2)
#1:
    Int64 @8 = Const64(7)
    Void @9 = Return(@8)
#2:
    Void @10 = Return(@5)
}
;; not O2: set
;; check O2: sub
;; check O2: jb
;; not O2: set
;; not A64: cset
;; check A64: subs x
;; check A64: b.lo
;; run no_overflow_in_branch(5, 2) == 7
;; run no_overflow_in_branch(2, 5) == -3

proc product_in_trap(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @4 = MulOverflow(@0, @1)
    Int64 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Void @7 = TrapIf(@6, User(3))
    Void @8 = Return(@5)
}
;; not O2: set
;; check O2: imul
;; check O2: jo
;; not O2: test
;; check O2: ret
;; not A64: cset
;; check A64: smulh
;; check A64: cmp
;; check A64: b.ne
;; check A64: ret
;; run product_in_trap(-3, 2) == -6
;; run product_in_trap(0x4000000000000000, 2) traps User(3)

proc product_in_check(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    (Int32, Int32) @4 = UMulOverflow(@2, @3)
    Int32 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Void @7 = Check(@6)
    Void @8 = Return(@5)
}
;; not O2: set
;; check O2: mul
;; check O2: jo
;; not O2: test
;; check O2: ret
;; not A64: cset
;; check A64: umull
;; check A64: b.ne
;; check A64: ret
;; run product_in_check(3, 5) == 15
;; run product_in_check(-1, 2) traps Unreachable

proc sum_in_select(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @4 = UAddOverflow(@0, @1)
    Int64 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Int64 @7 = Const64(7)
    Int64 @8 = Select(@6, @7, @5)
    Void @9 = Return(@8)
}
;; not O2: set
;; check O2: add
;; check O2: cmovb
;; not O2: test
;; check O2: ret
;; not A64: cset
;; check A64: adds x
;; check A64: csel
;; check A64: ret
;; run sum_in_select(3, 5) == 8
;; run sum_in_select(-1, 1) == 7

; A move of zero that is between the two changes no flags.
proc zero_in_between(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    (Int32, Int32) @4 = SubOverflow(@2, @3)
    Int32 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Int32 @7 = Const32(0)
    Void @8 = Upsilon(@5, ^@14)
    Void @9 = Upsilon(@7, ^@15)
    Void @10 = Branch(@6, #1, #2)
#1:
    Int32 @11 = Const32(1)
    Void @12 = Upsilon(@11, ^@15)
    Void @13 = Jump(#2)
#2:
    Int32 @14 = Phi()
    Int32 @15 = Phi()
    Void @16 = Return(@14, @15)
}
;; not O2: set
;; check O2: sub
;; not O2: xor
;; check O2: jno
;; run zero_in_between(5, 7) == -2, 0
;; run zero_in_between(-0x80000000, 1) == 0x7fffffff, 1

; The overflow is also a value.
proc two_uses(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    (Int32, Int32) @4 = AddOverflow(@2, @3)
    Int32 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Void @7 = TrapIf(@6, User(3))
    Int32 @8 = Add(@5, @6)
    Void @9 = Return(@8)
}
;; check O2: seto
;; check O2: test
;; check O2: ret
;; check A64: cset
;; check A64: ret
;; run two_uses(5, 7) == 12
;; run two_uses(0x7fffffff, 1) traps User(3)

; A sum between the two changes the flags.
proc flags_changed(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    (Int64, Int32) @4 = AddOverflow(@0, @1)
    Int64 @5 = Extract(@4, 0)
    Int32 @6 = Extract(@4, 1)
    Int64 @7 = BitXor(@5, @1)
    Int64 @11 = Opaque(@7)
    Void @8 = TrapIf(@6, User(3))
    Int64 @9 = BitXor(@7, @11)
    Void @10 = Return(@9)
}
;; check O2: seto
;; check O2: xor
;; check O2: test
;; check O2: ret
;; run flags_changed(5, 7) == 0
;; run flags_changed(0x7fffffffffffffff, 1) traps User(3)

; The tuple has another user, which reads the overflow.
proc part_of_a_tuple(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    (Int32, Int32) @4 = AddOverflow(@2, @3)
    Int32 @5 = Extract(@4, 1)
    Void @6 = TrapIf(@5, User(3))
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Branch(@2, #1, #2)
#1:
    (Int32, Int32) @11 = SubOverflow(@2, @3)
    Void @12 = Upsilon(@11, ^@10)
    Void @9 = Jump(#2)
#2:
    (Int32, Int32) @10 = Phi()
    Int32 @13 = Extract(@10, 0)
    Int32 @14 = Extract(@10, 1)
    Void @15 = Return(@13, @14)
}
;; check O2: seto
;; check O2: test
;; check O2: ret
;; check A64: cset
;; check A64: ret
;; run part_of_a_tuple(0, 7) == 7, 0
;; run part_of_a_tuple(3, -5) == 8, 0
;; run part_of_a_tuple(-0x80000000, 5) == 0x7ffffffb, 1
;; run part_of_a_tuple(0x7fffffff, 1) traps User(3)
