barebones 1
; Loads and checks after the test in a loop header are hoisted to a guarded preheader, after a copy of the test.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8

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
;; run load(0, 0) == 0
;; run load(@data:words, 1) == 49
;; run load(@data:words, 3) == 147

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
;; check: #0:
;; check: GreaterEqual(@2, @1)
;; check: #4:
;; check: Load(@0)
;; check: #5:
;; run leaves_if_true(0, 0) == 0
;; run leaves_if_true(@data:words, 3) == 147

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
;; check: #4:
;; check: Load(@0)
;; check: Load(@
;; check: Mul(
;; check: #5:
;; check: @20 = Identity(
;; check: @22 = Identity(
;; check: @23 = Identity(
;; run chain(0, 0) == 0

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
;; check: #4:
;; check: UDiv(@1, @0)
;; check: #5:
;; run division(0, 0) == 0
;; run division(2, 5) == 10

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
;; check: #4:
;; check: TrapIf(@0, User(1))
;; check: #5:
;; run trap(1, 0) == 0
;; run trap(0, 3) == 3
;; run trap(1, 3) traps User(1)

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
;; check: #4:
;; check: TrapIf(@0, User(1))
;; check: TrapIf(@1, User(2))
;; check: #5:
;; run two_traps(1, 0) == 0
;; run two_traps(1, 3) traps User(1)
;; run two_traps(0, 3) traps User(2)
