barebones 1
; Loads and checks after the test in a loop header are hoisted to a guarded preheader, after a copy of the test.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8

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
;; not: #4:
;; run folded(0, 0) == 0
;; run folded(@data:words, 3) == 21

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
;; not: #4:
;; run folded_float(0, 0) == 0
;; run folded_float(@data:words, 1) == 4609434218613702656

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
;; not: #5:
;; run no_preheader(0, 0) == 0
;; run no_preheader(@data:words, 3) == 147

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
;; not: #4:
;; run test_reads_memory(@data:words, @data:words) == 49

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
;; not: #4:
;; run long_test(0, 0) == 0

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
;; check: #4:
;; check: Load(@0)
;; check: #5:
;; run short_test(0, 0) == 0

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
;; not: #4:
;; run rarely_iterates(0, 0) == 0
