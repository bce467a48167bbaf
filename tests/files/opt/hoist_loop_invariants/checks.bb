barebones 1
; Loop-invariant values are hoisted to the preheader if their effects allow it.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8
data others = u64:9 u64:10

; The comparison is hoisted with the check.
proc compared(Int64, Int64) -> Int64 {
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
    Int32 @8 = Below(@0, @1)
    Void @9 = TrapIf(@8, User(1))
    Int64 @52 = Add(@7, @6)
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
;; run compared(4, 4) == 6
;; run compared(3, 4) traps User(1)

; A load that traps is a check.
proc trapping_load(Int64, Int64) -> Int64 {
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
    Int64 @9 = Load(@0, traps)
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
;; run trapping_load(@data:words, 0) == 21

; This one traps after a store.
proc trapping_load_after_a_store(Int64, Int64) -> Int64 {
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
    Void @8 = Store(@6, @1, range=1..2)
    Int64 @9 = Load(@0, traps, range=2..3)
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
;; run trapping_load_after_a_store(@data:words, @data:others) == 21

; All of its exit state is defined outside the loop.
proc check(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@0, @1]
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
    Int64 @9 = CheckAdd(@0, @1, generator=generator0, state=state0)
    Int64 @52 = Add(@7, @9)
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

; The store must be done when the check exits.
proc check_after_an_effect(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@0, @1]
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
    Void @8 = Store(@6, @0)
    Int64 @9 = CheckAdd(@1, @1, generator=generator0, state=state0)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =

; Its exit state differs in each iteration.
proc check_with_a_state(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@0, @6]
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
    Int64 @9 = CheckAdd(@0, @1, generator=generator0, state=state0)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =

; So does an operand for its generator.
proc check_with_an_operand(Int64, Int64) -> Int64 {
    generator0 = "leave"
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
    Int64 @9 = CheckAdd(@0, @1, @6, generator=generator0)
    Int64 @52 = Add(@7, @9)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =
