barebones 1
; A pinned register is a base of addresses if nothing in the loop sets it.
;! opt carry_addresses eliminate_dead_code
;; check: proc pinned(
;; check: = GetPinned(%r14)
;; check: = Add(@
;; check: Jump
;; check: = BitXor(@30, @20)
;; check: #2
;; check: = GetPinned(%r14)
;; check: = Sub(@40, @
;; check: proc pinned_and_set(
;; check: @22 = Add(@28, @20)
;; check: proc pinned_and_set_within(
;; check: @22 = Add(@28, @20)
;! run
;; run pinned(100, 9) == 114
;; run pinned(-7, 45) == -41659
;; run pinned(9223372036854775807, 41) == -9223372036854772819
;; run pinned_and_set(100, 9) == 105
;; run pinned_and_set(-7, 45) == 5313
;; run pinned_and_set(9223372036854775807, 41) == 5557
;; run pinned_and_set_within(100, 9) == 105
;; run pinned_and_set_within(-7, 45) == -44
;; run pinned_and_set_within(9223372036854775807, 41) == -9223372036854775804

; The value of a pinned register is a base.
proc pinned(Int64, Int64) -> Int64 target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @7 = SetPinned(@0, %r14)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @28 = GetPinned(%r14)
    Int64 @22 = Add(@28, @20)
    Int64 @31 = BitXor(@30, @22)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Int64 @51 = Add(@31, @40)
    Void @50 = Return(@51)
}

; Not if something in the loop sets it.
proc pinned_and_set(Int64, Int64) -> Int64 target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @7 = SetPinned(@0, %r14)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(29)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Mul(@21, @5)
    Int64 @28 = GetPinned(%r14)
    Int64 @22 = Add(@28, @20)
    Int64 @31 = BitXor(@30, @22)
    Void @29 = SetPinned(@31, %r14)
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #2)
#2:
    Void @50 = Return(@31)
}

; Nor in an inner loop.
proc pinned_and_set_within(Int64, Int64) -> Int64 target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @7 = SetPinned(@0, %r14)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(3)
    Int64 @6 = Const64(-1)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @28 = GetPinned(%r14)
    Int64 @22 = Add(@28, @20)
    Int64 @31 = BitXor(@21, @22)
    Void @13 = Upsilon(@5, ^@25)
    Void @15 = Jump(#2)
#2:
    Int64 @25 = Phi()
    Void @29 = SetPinned(@25, %r14)
    Int64 @32 = Add(@25, @6)
    Void @33 = Upsilon(@32, ^@25)
    Void @35 = Branch(@32, #2, #3)
#3:
    Int64 @40 = Add(@20, @3)
    Int32 @41 = NotEqual(@40, @1)
    Void @42 = Upsilon(@40, ^@20)
    Void @43 = Upsilon(@31, ^@21)
    Void @44 = Branch(@41, #1, #4)
#4:
    Void @50 = Return(@31)
}
