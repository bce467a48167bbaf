barebones 1
; Procedures with several entries: code before the EntrySwitch is executed at each of them.
;! run

proc two_entries(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = EntrySwitch(#1, #2)
#1:
    Int64 @2 = Const64(10)
    Int64 @3 = Add(@0, @2)
    Void @4 = Return(@3)
#2:
    Int64 @5 = Const64(20)
    Int64 @6 = Add(@0, @5)
    Void @7 = Return(@6)
}
;; run two_entries(5) == 15
;; run two_entries@1(5) == 25
;; run two_entries(-1) == 9
;; run two_entries@1(-1) == 19

proc one_entry(Int64) -> Int64 {
    entries 1
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = EntrySwitch(#1)
#1:
    Int64 @2 = Const64(1)
    Int64 @3 = Add(@0, @2)
    Void @4 = Return(@3)
}
;; run one_entry(3) == 4

; Two entries share a block, and all end in one.
proc common_paths(Int64, Int64) -> Int64 {
    entries 4
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = EntrySwitch(#1, #2, #3, #1)
#1:
    Int64 @3 = Add(@0, @1)
    Void @4 = Upsilon(@3, ^@20)
    Void @5 = Jump(#4)
#2:
    Int64 @6 = Sub(@1, @0)
    Void @7 = Upsilon(@6, ^@20)
    Void @8 = Jump(#4)
#3:
    Int64 @9 = Mul(@0, @1)
    Void @10 = Upsilon(@9, ^@20)
    Void @11 = Jump(#4)
#4:
    Int64 @20 = Phi()
    Void @21 = Return(@20)
}
;; run common_paths@0(7, 100) == 107
;; run common_paths@1(7, 100) == 93
;; run common_paths@2(7, 100) == 700
;; run common_paths@3(7, 100) == 107

proc before_the_switch(Int64, Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(100)
    Int64 @7 = Const64(0)
    Int32 @8 = Equal(@1, @7)
    Void @10 = TrapIf(@8, Unreachable)
    Int64 @3 = Div(@2, @1)
    Void @9 = EntrySwitch(#1, #2)
#1:
    Int64 @4 = Mul(@3, @0)
    Void @5 = Return(@4)
#2:
    Void @6 = Return(@3)
}
;; run before_the_switch@0(10, 3) == 330
;; run before_the_switch@1(10, 3) == 33
;; run before_the_switch@1(10, 0) traps Unreachable
;; run before_the_switch@0(10, 0) traps Unreachable

; The second entry is in the middle of the first one's code.
proc into_a_loop(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(100)
    Int64 @3 = Const64(-1)
    Void @4 = EntrySwitch(#1, #2)
#1:
    Void @5 = Upsilon(@1, ^@20)
    Void @6 = Upsilon(@0, ^@21)
    Void @7 = Jump(#3)
#2:
    Void @8 = Upsilon(@2, ^@20)
    Void @9 = Upsilon(@0, ^@21)
    Void @10 = Jump(#3)
#3:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Void @22 = Branch(@21, #4, #5)
#4:
    Int64 @23 = Add(@20, @21)
    Int64 @24 = Add(@21, @3)
    Void @25 = Upsilon(@23, ^@20)
    Void @26 = Upsilon(@24, ^@21)
    Void @27 = Jump(#3)
#5:
    Void @28 = Return(@20)
}
;; run into_a_loop@0(5) == 15
;; run into_a_loop@1(5) == 115
;; run into_a_loop@1(0) == 100

proc phis(Double) -> Double {
    entries 3
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ConstDouble(1.0)
    Double @2 = Neg(@0)
    Double @3 = Add(@0, @1)
    Double @4 = Add(@0, @0)
    Void @5 = EntrySwitch(#1, #2, #3)
#1:
    Void @6 = Upsilon(@3, ^@20)
    Void @7 = Jump(#4)
#2:
    Void @8 = Upsilon(@2, ^@20)
    Void @9 = Jump(#4)
#3:
    Void @10 = Upsilon(@4, ^@20)
    Void @11 = Jump(#4)
#4:
    Double @20 = Phi()
    Void @21 = Return(@20)
}
;; run phis@0(2.5) == 3.5
;; run phis@1(2.5) == -2.5
;; run phis@2(2.5) == 5.0
