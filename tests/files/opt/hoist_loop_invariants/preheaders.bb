barebones 1
; Loop-invariant values are hoisted to the preheader if their effects allow it.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8

; Two edges enter the loop, one of them critical: a new preheader is on both.
proc pure(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @13 = Const64(0)
    Void @4 = Upsilon(@13, ^@6)
    Void @14 = Upsilon(@13, ^@15)
    Void @5 = Branch(@2, #2, #1)
#1:
    Void @7 = Jump(#2)
#2:
    Int64 @6 = Phi()
    Int64 @15 = Phi()
    Int64 @8 = Mul(@0, @1)
    Int64 @9 = Add(@15, @8)
    Int64 @10 = Add(@6, @3)
    Void @11 = Upsilon(@10, ^@6)
    Void @16 = Upsilon(@9, ^@15)
    Int32 @12 = LessEqual(@10, @2)
    Void @17 = Branch(@12, #2, #3)
#3:
    Void @18 = Return(@9)
}
;; check: #2:
;; not: Mul
;; check: #4:
;; check: @8 = Mul(@0, @1)
;; check: Jump(#2)
;; run pure(3, 5, 0) == 15
;; run pure(3, 5, 4) == 75

; The block that jumps to the loop is its preheader.
proc has_preheader(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @13 = Const64(0)
    Void @5 = Branch(@2, #1, #3)
#1:
    Void @4 = Upsilon(@13, ^@6)
    Void @14 = Upsilon(@13, ^@15)
    Void @7 = Jump(#2)
#2:
    Int64 @6 = Phi()
    Int64 @15 = Phi()
    Int64 @8 = Mul(@0, @1)
    Int64 @9 = Add(@15, @8)
    Int64 @10 = Add(@6, @3)
    Void @11 = Upsilon(@10, ^@6)
    Void @16 = Upsilon(@9, ^@15)
    Int32 @12 = LessEqual(@10, @2)
    Void @17 = Branch(@12, #2, #4)
#3:
    Void @18 = Return(@13)
#4:
    Void @19 = Return(@9)
}
;; check: #1:
;; check: @8 = Mul(@0, @1)
;; check: Jump(#2)
;; check: #2:
;; not: #5:
;; run has_preheader(3, 5, 4) == 75

; Hoisting a value allows others to be hoisted.
proc chain(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @3 = Const64(-1)
    Void @4 = Upsilon(@1, ^@6)
    Void @5 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @8 = Mul(@0, @1)
    Int64 @9 = MulHigh(@8, @0)
    Int64 @10 = Add(@6, @3)
    Void @11 = Upsilon(@10, ^@6)
    Void @12 = Branch(@10, #1, #2)
#2:
    Void @13 = Return(@9)
}
;; check: #0:
;; check: @8 = Mul(@0, @1)
;; check: @9 = MulHigh(@8, @0)
;; check: Jump(#1)
;; run chain(5, 3) == 0

; A loop with two entries of the procedure is not changed: no block can be added before it.
proc entries_into_a_loop(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-1)
    Void @2 = Upsilon(@0, ^@6)
    Void @3 = EntrySwitch(#1, #1)
#1:
    Int64 @6 = Phi()
    Int64 @8 = Mul(@0, @0)
    Int64 @9 = Add(@6, @1)
    Void @10 = Upsilon(@9, ^@6)
    Void @11 = Branch(@9, #1, #2)
#2:
    Void @12 = Return(@8)
}
;; check: #1:
;; check: @8 = Mul(
;; check: #2:
;; not: #3:
;; run entries_into_a_loop@0(3) == 9
;; run entries_into_a_loop@1(3) == 9

; Nor is one that starts at the root.
proc root_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @4 = Mul(@0, @1)
    Int64 @2 = Const64(0)
    Void @3 = Branch(@2, #0, #1)
#1:
    Void @5 = Return(@4)
}
;; check: @4 = Mul(
;; check: @3 = Branch(
;; run root_loop(3, 4) == 12

; Irreducible control flow with two entries is not a loop here.
proc irreducible(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Void @3 = Upsilon(@0, ^@6)
    Void @4 = Branch(@1, #1, #2)
#1:
    Int64 @8 = Mul(@0, @1)
    Void @9 = Jump(#2)
#2:
    Int64 @6 = Phi()
    Int64 @10 = Add(@6, @2)
    Void @11 = Upsilon(@10, ^@6)
    Void @12 = Branch(@10, #1, #3)
#3:
    Void @13 = Return(@6)
}
;; check: #1:
;; check: @8 = Mul(
;; check: #2:
;; not: #4:
;; run irreducible(3, 4) == 1
;; run irreducible(3, 0) == 1

; Values that cost nothing as an address or an operand stay at their use.
proc cheap(Int64, Int64) -> Int64 {
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
    Int64 @8 = Add(@0, @1)
    Int64 @9 = Load(@8, range=1..2)
    Void @10 = Store(@6, @8, range=1..2)
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
;; run cheap(@data:words, 0) == 12

; An operand that stays, because it is cheap for its other uses, is copied along.
proc taken_along(Int64, Int64) -> Int64 {
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
    Int64 @8 = Add(@0, @3)
    Int64 @9 = Load(@8, offset=-3, range=1..2)
    Void @10 = Store(@6, @8, offset=5, range=2..3)
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
;; check: = Add(@0, @3)
;; check: @9 = Load(
;; check: Jump(#1)
;; check: #1:
;; check: @8 = Add(@0, @3)
;; check: Store(@6, @8
;; run taken_along(@data:words, 0) == 21
