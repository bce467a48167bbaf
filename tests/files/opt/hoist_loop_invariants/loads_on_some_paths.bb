barebones 1
; Loop-invariant values are hoisted to the preheader if their effects allow it.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8
data others = u64:9 u64:10

extern abs(Int32) -> Int32

; A call may write to all memory, and need not return.
proc load_after_a_call(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @40 = Branch(@1, #2:rare, #3)
#2:
    Int32 @8 = Trunc(@6)
    Int32 @10 = CCall(abs, @8)
    Void @41 = Jump(#3)
#3:
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #3:
;; check: @9 = Load(
;; run load_after_a_call(@data:words, 0) == 21
;; run load_after_a_call(@data:words, 1) == 21

; The first iteration may exit before the load: its address may be invalid.
proc load_in_some_iterations(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Branch(@0, #2, #3)
#2:
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#3:
    Void @58 = Return(@7)
#4:
    Void @57 = Return(@52)
}
;; check: #5:
;; check: = Load(@0)
;; check: #6:
;; check: @9 = Identity(
;; run load_in_some_iterations(0, 0) == 0
;; run load_in_some_iterations(@data:words, 0) == 21

; One side of a branch has the load.
proc load_of_one_side(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Upsilon(@4, ^@10)
    Void @11 = Branch(@0, #2, #3)
#2:
    Int64 @9 = Load(@0)
    Void @12 = Upsilon(@9, ^@10)
    Void @13 = Jump(#3)
#3:
    Int64 @10 = Phi()
    Int64 @52 = Add(@7, @10)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #2:
;; check: @9 = Load(
;; run load_of_one_side(0, 0) == 0
;; run load_of_one_side(@data:words, 0) == 21

; Both sides reach it.
proc load_after_both_sides(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = Branch(@1, #2, #3)
#2:
    Void @11 = Jump(#4)
#3:
    Void @12 = Jump(#4)
#4:
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #5)
#5:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run load_after_both_sides(@data:words, 0) == 21
;; run load_after_both_sides(@data:words, 1) == 21

; An exit before the load protects it.
proc load_after_an_exit(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = TrapIf(@7, User(2))
    Void @10 = TrapIf(@1, User(1))
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =
;; run load_after_an_exit(0, 1) traps User(1)
;; run load_after_an_exit(@data:words, 0) traps User(2)

; Here both are hoisted, in this order.
proc load_with_an_exit(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @10 = TrapIf(@1, User(1))
    Int64 @9 = Load(@0)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @10 = TrapIf(
;; check: @9 = Load(
;; check: Jump(#1)
;; run load_with_an_exit(0, 1) traps User(1)
;; run load_with_an_exit(@data:words, 0) == 21

; The load is marked as safe to execute anywhere.
proc free_load(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Void @8 = TrapIf(@7, User(2))
    Int64 @9 = Load(@0, not_control_dependent)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run free_load(@data:words, 0) traps User(2)

; The memory is immutable, independent of stores.
proc immutable(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, immutable)
    Void @10 = Store(@6, @1)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run immutable(@data:words, @data:others) == 21
