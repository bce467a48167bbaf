barebones 1
; Loads and checks after the test in a loop header are hoisted to a guarded preheader, after a copy of the test.
;! opt hoist_loop_invariants
;; check: proc load(
;; check: #0:
;; check: LessThan(@2, @1)
;; check: Branch(@
;; check: #1:
;; not: Load
;; check: #4:
;; check: Load(@0)
;; check: #5:
;; check: @20 = Identity(
;; check: Upsilon(@2, ^@7)
;; check: Jump(#1)
;; check: proc leaves_if_true(
;; check: #0:
;; check: GreaterEqual(@2, @1)
;; check: #4:
;; check: Load(@0)
;; check: #5:
;; check: proc chain(
;; check: #4:
;; check: Load(@0)
;; check: Load(@
;; check: Mul(
;; check: #5:
;; check: @20 = Identity(
;; check: @22 = Identity(
;; check: @23 = Identity(
;; check: proc division(
;; check: #4:
;; check: UDiv(@1, @0)
;; check: #5:
;; check: proc trap(
;; check: #4:
;; check: TrapIf(@0, User(1))
;; check: #5:
;; check: proc two_traps(
;; check: #4:
;; check: TrapIf(@0, User(1))
;; check: TrapIf(@1, User(2))
;; check: #5:
;; check: proc check_with_invariant_state(
;; check: #4:
;; check: @20 = Check(
;; check: #5:
;; check: proc check_with_variant_state(
;; not: #4:
;; check: proc check_of_hoisted_value(
;; check: #2:
;; check: @22 = Check(
;; check: #4:
;; check: Load(
;; check: #5:
;; check: proc after_a_store(
;; not: #4:
;; check: proc after_a_store_in_the_header(
;; not: #4:
;; check: proc load_of_what_is_stored(
;; not: #4:
;; check: proc after_an_exit(
;; not: #4:
;; check: proc folded(
;; not: #4:
;; check: proc folded_float(
;; not: #4:
;; check: proc no_preheader(
;; not: #5:
;; check: proc test_reads_memory(
;; not: #4:
;; check: proc long_test(
;; not: #4:
;; check: proc short_test(
;; check: #4:
;; check: Load(@0)
;; check: #5:
;; check: proc rarely_iterates(
;; not: #4:
;; check: proc only_some_iterations(
;; not: #7:
;; check: proc read_at_the_head(
;; check: #0:
;; check: Load(@0
;; check: LessThan(@2, @1)
;; check: #4:
;; check: UDiv(@1, @0)
;; check: #5:
;; check: proc length(
;; check: #2:
;; not: Load
;; check: AboveEqual(@7, @20)
;; check: #4:
;; check: Load(@0)
;; check: #5:
;; check: proc compared(
;; check: #2:
;; check: @20 = Load(@0)
;; check: proc checked_sum(
;; check: #4:
;; check: CheckAdd(@0, @3, @1, generator=generator0, state=state0)
;; check: Upsilon(
;; check: #5:
;; check: @20 = Identity(
;; check: proc call_of_hoisted_value(
;; check: #4:
;; check: UDiv(@1, @0)
;; check: CCall(abs, @
;; check: #5:
;! run
;; run load(0, 0) == 0
;; run load(@data:words, 1) == 49
;; run load(@data:words, 3) == 147
;; run leaves_if_true(0, 0) == 0
;; run leaves_if_true(@data:words, 3) == 147
;; run chain(0, 0) == 0
;; run division(0, 0) == 0
;; run division(2, 5) == 10
;; run trap(1, 0) == 0
;; run trap(0, 3) == 3
;; run trap(1, 3) traps User(1)
;; run two_traps(1, 0) == 0
;; run two_traps(1, 3) traps User(1)
;; run two_traps(0, 3) traps User(2)
;; run after_a_store(@data:words, 0) == 0
;; run after_a_store(@data:words, 3) traps User(1)
;; run after_a_store_in_the_header(@data:words, 0) == 0
;; run after_a_store_in_the_header(@data:words, 3) traps User(1)
;; run load_of_what_is_stored(0, 0) == 0
;; run load_of_what_is_stored(@data:words, 2) == 266
;; run after_an_exit(0, 0) == 0
;; run after_an_exit(@data:words, 3) == 147
;; run folded(0, 0) == 0
;; run folded(@data:words, 3) == 21
;; run folded_float(0, 0) == 0
;; run folded_float(@data:words, 1) == 4609434218613702656
;; run no_preheader(0, 0) == 0
;; run no_preheader(@data:words, 3) == 147
;; run test_reads_memory(@data:words, @data:words) == 49
;; run long_test(0, 0) == 0
;; run short_test(0, 0) == 0
;; run rarely_iterates(0, 0) == 0
;; run only_some_iterations(0, 0) == 0
;; run only_some_iterations(0, 3) == 3
;; run read_at_the_head(@data:cell, 0) == 100
;; run length(0, 0) == 0
;; run length(@data:words, 3) == 3
;; run compared(0, 0) == 0
;; run compared(@data:words, 9) == 2
;; run checked_sum(-1, 0) == 0
;; run checked_sum(6, 3) == 21
;; run call_of_hoisted_value(0, 0) == 0
;; run call_of_hoisted_value(1, 3) == 9

extern abs(Int32) -> Int32

data words = u64:7 u64:8
data cell = u64:100 u64:0

; The address may be invalid if there is no iteration.
proc load(Int64, Int64) -> Int64 {
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
    Int64 @80 = Add(@8, @21)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; The exit edge is the true one.
proc leaves_if_true(Int64, Int64) -> Int64 {
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
    Int32 @9 = GreaterEqual(@7, @1)
    Void @10 = Branch(@9, #3, #2)
#2:
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

; Values computed from the load are hoisted too, and loads from those.
proc chain(Int64, Int64) -> Int64 {
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
    Int64 @22 = Load(@20)
    Int64 @23 = Mul(@22, @22)
    Int64 @24 = BitAnd(@22, @22)
    Int64 @25 = Add(@23, @24)
    Int64 @80 = Add(@8, @25)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; A division faults, so it is executed only if there is an iteration.
proc division(Int64, Int64) -> Int64 {
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
    Int64 @20 = UDiv(@1, @0)
    Int64 @80 = Add(@8, @20)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; A check is hoisted, and exits as before.
proc trap(Int64, Int64) -> Int64 {
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
    Void @20 = TrapIf(@0, User(1))
    Int64 @80 = Add(@8, @3)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; Their order is preserved.
proc two_traps(Int64, Int64) -> Int64 {
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
    Void @20 = TrapIf(@0, User(1))
    Void @21 = TrapIf(@1, User(2))
    Int64 @80 = Add(@8, @3)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

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

; A load fused into an addition is cheap: it stays.
proc folded(Int64, Int64) -> Int64 {
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
    Int64 @80 = Add(@8, @20)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; So is a floating-point load.
proc folded_float(Int64, Int64) -> Int64 {
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
    Double @20 = Load(@0)
    Double @21 = ConstDouble(1.5)
    Double @22 = Add(@21, @20)
    Int64 @23 = BitwiseCast(@22)
    Int64 @80 = Add(@8, @23)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; The preheader has other successors: there is no place for a test.
proc no_preheader(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Branch(@1, #1, #4)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int64 @20 = Load(@0)
    Int64 @21 = Mul(@20, @20)
    Int64 @80 = Add(@8, @21)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
#4:
    Void @91 = Return(@2)
}

; The test reads memory: it is not copied.
proc test_reads_memory(Int64, Int64) -> Int64 {
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
    Int64 @19 = Load(@1)
    Int64 @18 = Sub(@19, @3)
    Void @10 = Branch(@18, #2, #3)
#2:
    Int64 @20 = Load(@0)
    Int64 @21 = Mul(@20, @20)
    Void @22 = Store(@3, @1)
    Int64 @80 = Add(@8, @21)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; The test has more values than a copy may have.
proc long_test(Int64, Int64) -> Int64 {
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
    Int64 @11 = Mul(@7, @1)
    Int64 @12 = BitXor(@11, @1)
    Int64 @13 = Mul(@12, @1)
    Int64 @14 = BitXor(@13, @1)
    Int64 @15 = Mul(@14, @1)
    Int32 @9 = LessThan(@15, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
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

; It has as many as are allowed.
proc short_test(Int64, Int64) -> Int64 {
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
    Int64 @11 = Mul(@7, @1)
    Int64 @12 = BitXor(@11, @1)
    Int64 @13 = Mul(@12, @1)
    Int32 @9 = LessThan(@13, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
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

; Iterations are rare.
proc rarely_iterates(Int64, Int64) -> Int64 {
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
    Void @10 = Branch(@9, #2:rare, #3)
#2:
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

; Not every iteration reaches it.
proc only_some_iterations(Int64, Int64) -> Int64 {
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
    Void @10 = Branch(@9, #2, #6)
#2:
    Void @19 = Branch(@0, #3, #4)
#3:
    Int64 @20 = Load(@0)
    Int64 @21 = Mul(@20, @20)
    Void @30 = Upsilon(@21, ^@32)
    Void @31 = Jump(#5)
#4:
    Void @33 = Upsilon(@3, ^@32)
    Void @34 = Jump(#5)
#5:
    Int64 @32 = Phi()
    Int64 @80 = Add(@8, @32)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#6:
    Void @90 = Return(@8)
}

; A variable read in the header is read before the test; one read after it, after it.
proc read_at_the_head(Int64, Int64) -> Int64 {
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
    Int64 @19 = Load(@0)
    Int64 @18 = Add(@19, @3)
    Void @17 = Store(@18, @0)
    Int32 @9 = LessThan(@7, @1)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int64 @20 = UDiv(@1, @0)
    Int64 @80 = Add(@8, @20)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Int64 @91 = Add(@8, @19)
    Void @90 = Return(@91)
}

; The limit of a check deserves a register: later passes may remove the check from iterations.
proc length(Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@7]
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
    Int32 @21 = AboveEqual(@7, @20)
    Void @22 = Check(@21, state=state0)
    Int64 @80 = Add(@8, @7)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; A limit compared for another purpose does not.
proc compared(Int64, Int64) -> Int64 {
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
    Int32 @21 = AboveEqual(@7, @20)
    Int64 @22 = ZExt32(@21)
    Int64 @80 = Add(@8, @22)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; Known ranges of a sum hold after the test; so do other operands of the check.
proc checked_sum(Int64, Int64) -> Int64 {
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
    Int64 @20 = CheckAdd(@0, @3, @1, generator=generator0, state=state0)
    Int64 @80 = Add(@8, @20)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}

; A call that may be executed anywhere is hoisted with its operands.
proc call_of_hoisted_value(Int64, Int64) -> Int64 {
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
    Int64 @20 = UDiv(@1, @0)
    Int32 @21 = Trunc(@20)
    Int32 @22 = CCall(abs, @21, effects={})
    Int64 @23 = SExt32(@22)
    Int64 @80 = Add(@8, @23)
    Int64 @81 = Add(@7, @3)
    Void @82 = Upsilon(@81, ^@7)
    Void @83 = Upsilon(@80, ^@8)
    Void @84 = Jump(#1)
#3:
    Void @90 = Return(@8)
}
