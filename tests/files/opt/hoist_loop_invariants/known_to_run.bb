barebones 1
; Values of a loop that is known to run at least once need no guard.
;! opt hoist_loop_invariants
;! run

proc runs(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(3)
    Int64 @2 = Const64(10)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@7)
    Void @6 = Upsilon(@3, ^@8)
    Void @9 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @10 = LessThan(@7, @1)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int64 @20 = UDiv(@2, @0)
    Int64 @21 = Add(@8, @20)
    Int64 @22 = Add(@7, @4)
    Void @23 = Upsilon(@22, ^@7)
    Void @24 = Upsilon(@21, ^@8)
    Void @25 = Jump(#1)
#3:
    Void @30 = Return(@8)
}
;; check: #0:
;; check: @20 = UDiv(@2, @0)
;; check: Jump(#1)
;; check: #1:
;; not: #4:
;; run runs(2) == 15

; The test in the header fails at once.
proc never_runs(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(3)
    Int64 @2 = Const64(10)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@2, ^@7)
    Void @6 = Upsilon(@3, ^@8)
    Void @9 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @10 = LessThan(@7, @1)
    Void @11 = Branch(@10, #2, #3)
#2:
    Int64 @20 = UDiv(@2, @0)
    Int64 @21 = Add(@8, @20)
    Int64 @22 = Add(@7, @4)
    Void @23 = Upsilon(@22, ^@7)
    Void @24 = Upsilon(@21, ^@8)
    Void @25 = Jump(#1)
#3:
    Void @30 = Return(@8)
}
;; check: #0:
;; not: UDiv
;; check: Branch(
;; check: #4:
;; check: UDiv(@2, @0)
;; check: #5:
;; run never_runs(0) == 0

; The header's test continues in the first iteration, but the body may leave before the division.
proc may_leave_later(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @40 = ArgumentReg(%a1)
    Int64 @1 = Const64(3)
    Int64 @2 = Const64(10)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@7)
    Void @6 = Upsilon(@3, ^@8)
    Void @9 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int32 @10 = LessThan(@7, @1)
    Void @11 = Branch(@10, #2, #4)
#2:
    Void @12 = Branch(@40, #3, #4)
#3:
    Int64 @20 = UDiv(@2, @0)
    Int64 @21 = Add(@8, @20)
    Int64 @22 = Add(@7, @4)
    Void @23 = Upsilon(@22, ^@7)
    Void @24 = Upsilon(@21, ^@8)
    Void @25 = Jump(#1)
#4:
    Void @30 = Return(@8)
}
;; check: #0:
;; not: UDiv
;; check: Jump(#1)
;; check: #3:
;; check: @20 = UDiv(@2, @0)
;; run may_leave_later(0, 0) == 0
;; run may_leave_later(2, 1) == 15
