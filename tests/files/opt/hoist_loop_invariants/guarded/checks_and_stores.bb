barebones 1
; Loads and checks after the test in a loop header are hoisted to a guarded preheader, after a copy of the test.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8

; Its state is loop-invariant.
proc check_with_invariant_state(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@0, @1]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
    Void @20 = Check(@0, generator=generator0, state=state0)
    Int64 @80 = Add(@8, @3)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}
;; check: #4:
;; check: @20 = Check(
;; check: #5:

; Its state has a value of the iteration: it stays.
proc check_with_variant_state(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@0, @7]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
    Void @20 = Check(@0, generator=generator0, state=state0)
    Int64 @80 = Add(@8, @3)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}
;; not: #4:

; Its state has a value that was hoisted and is another one there: it stays.
proc check_of_hoisted_value(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@0, @20]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int64 @20 = Load(@0)
    Int64 @21 = Mul(@20, @20)
    Void @22 = Check(@0, generator=generator0, state=state0)
    Int64 @80 = Add(@8, @21)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}
;; check: #2:
;; check: @22 = Check(
;; check: #4:
;; check: Load(
;; check: #5:

; It would exit before the store.
proc after_a_store(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
    Void @20 = Store(@8, @0)
    Void @21 = TrapIf(@1, User(1))
    Int64 @80 = Add(@8, @3)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}
;; not: #4:
;; run after_a_store(@data:words, 0) == 0
;; run after_a_store(@data:words, 3) traps User(1)

; The header stores before its test.
proc after_a_store_in_the_header(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Void @19 = Store(@8, @0)
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
    Void @21 = TrapIf(@1, User(1))
    Int64 @80 = Add(@8, @3)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}
;; not: #4:
;; run after_a_store_in_the_header(@data:words, 0) == 0
;; run after_a_store_in_the_header(@data:words, 3) traps User(1)

; It differs in each iteration.
proc load_of_what_is_stored(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int64 @20 = Load(@0)
    Int64 @21 = Mul(@20, @20)
    Int64 @22 = Add(@20, @20)
    Void @23 = Store(@22, @0)
    Int64 @24 = Add(@21, @20)
    Int64 @80 = Add(@8, @24)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}
;; not: #4:
;; run load_of_what_is_stored(0, 0) == 0
;; run load_of_what_is_stored(@data:words, 2) == 266

; An earlier exit may come first.
proc after_an_exit(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int32 @30 = Equal(@7, @1)
    Void @31 = TrapIf(@30, User(3))
    Int64 @20 = Load(@0)
    Int64 @21 = Mul(@20, @20)
    Int64 @80 = Add(@8, @21)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}
;; not: #4:
;; run after_an_exit(0, 0) == 0
;; run after_an_exit(@data:words, 3) == 147
