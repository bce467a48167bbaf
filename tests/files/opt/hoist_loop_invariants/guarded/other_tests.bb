barebones 1
; Loads and checks after the test in a loop header are hoisted to a guarded preheader, after a copy of the test.
;! opt hoist_loop_invariants
;! run

extern abs(Int32) -> Int32

data words = u64:7 u64:8
data cell = u64:100 u64:0

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
;; not: #7:
;; run only_some_iterations(0, 0) == 0
;; run only_some_iterations(0, 3) == 3

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
;; check: #0:
;; check: Load(@0
;; check: LessThan(@2, @1)
;; check: #4:
;; check: UDiv(@1, @0)
;; check: #5:
;; run read_at_the_head(@data:cell, 0) == 100

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
;; check: #2:
;; not: Load
;; check: AboveEqual(@7, @20)
;; check: #4:
;; check: Load(@0)
;; check: #5:
;; run length(0, 0) == 0
;; run length(@data:words, 3) == 3

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
;; check: #2:
;; check: @20 = Load(@0)
;; run compared(0, 0) == 0
;; run compared(@data:words, 9) == 2

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
;; check: #4:
;; check: CheckAdd(@0, @3, @1, generator=generator0, state=state0)
;; check: Upsilon(
;; check: #5:
;; check: @20 = Identity(
;; run checked_sum(-1, 0) == 0
;; run checked_sum(6, 3) == 21

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
;; check: #4:
;; check: UDiv(@1, @0)
;; check: CCall(abs, @
;; check: #5:
;; run call_of_hoisted_value(0, 0) == 0
;; run call_of_hoisted_value(1, 3) == 9
