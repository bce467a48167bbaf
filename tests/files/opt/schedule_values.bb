barebones 1
; A value that overwrites another one is computed after the last use of that.
;! opt schedule_values
;; check: proc two_blocks(
;; check: #3:
;; check: @32 = Add(@23, @4)
;; check: @33 = Opaque(@23)
;; check: proc reference(
;; check: @30 = BitXor(@20, @0)
;; check: @31 = Mul(@21, @20)
;; check: proc carried(
;; check: #1:
;; check: @31 = Mul(@21, @20)
;; check: @30 = BitXor(@20, @0)
;; check: proc rotated(
;; check: #1:
;; check: @31 = Mul(@21, @20)
;; check: @30 = RotL(@20, @5)
;; check: proc of_what_was_computed(
;; check: #1:
;; check: @31 = Mul(@21, @32)
;; check: @30 = BitXor(@33, @32)
;; check: proc behind_the_later_use(
;; check: #1:
;; check: @32 = Mul(@21, @20)
;; check: @31 = BitXor(@32, @0)
;; check: @30 = Sub(@20, @0)
;; check: proc one_behind_the_other(
;; check: #1:
;; check: @32 = Sub(@20, @3)
;; check: @30 = Add(@20, @21)
;; check: @31 = Mul(@21, @0)
;; check: proc behind_an_exit(
;; check: #1:
;; check: @30 = BitXor(@20, @0)
;; check: @31 = Mul(@21, @20)
;; check: Check(
;; check: proc needed_before(
;; check: #1:
;; check: @30 = BitXor(@20, @0)
;; check: @32 = Mul(@21, @30)
;; check: proc copied_anyway(
;; check: #1:
;; check: @30 = BitXor(@20, @0)
;; check: Opaque(@21)
;; check: proc divided(
;; check: #1:
;; check: @30 = ChillDiv(@20, @0)
;; check: @31 = Mul(@21, @20)
;; check: proc loaded(
;; check: #1:
;; check: @30 = Add(@20, @16)
;; check: Store(@20
;; check: proc used_in_front(
;; check: #1:
;; check: @30 = BitXor(@20, @3)
;; check: Opaque(@0)
;; check: proc overwritten(
;; check: #1:
;; check: @33 = Mul(@20, @0)
;; check: @34 = Mul(@33, @21)
;; check: @32 = BitXor(@21, @20)
;; check: @31 = Add
;; check: proc with_a_free_operand(
;; check: #1:
;; check: @32 = BitXor(@21, @33)
;; check: @34 = Mul(@21, @20)
;; check: proc subtracted(
;; check: #1:
;; check: @34 = Mul(@21, @20)
;; check: @32 = Sub(@21, @33)
;; check: proc with_results_elsewhere(
;; check: #1:
;; check: @32 = BitXor(@21, @20)
;; check: @33 = Mul(@20, @0)
;! run
;; run two_blocks(3, 9) == 8105
;; run two_blocks(-77, 1000003) == 136900410705
;; run carried(3, 9) == 8105
;; run carried(-77, 1000003) == 136900410705
;; run rotated(3, 9) == 24739012967137280
;; run rotated(-77, 1000003) == 222448795827306496
;; run of_what_was_computed(3, 9) == 196112021
;; run of_what_was_computed(-77, 1000003) == 3094466746417340561
;; run behind_the_later_use(3, 9) == 372
;; run behind_the_later_use(-77, 1000003) == 15384653079284
;; run one_behind_the_other(3, 9) == 1094
;; run one_behind_the_other(-77, 1000003) == 34702465107088
;; run behind_an_exit(3, 9) == 8105
;; run behind_an_exit(-77, 1000003) == 136900410705
;; run needed_before(3, 9) == 9066
;; run needed_before(-77, 1000003) == 136900428786
;; run copied_anyway(3, 9) == 11
;; run copied_anyway(-77, 1000003) == -69
;; run divided(3, 9) == 0
;; run divided(-77, 1000003) == 0
;; run loaded(3, 9) == 25647989
;; run loaded(-77, 1000003) == -8819881818220890033
;; run used_in_front(3, 9) == 8105
;; run used_in_front(-77, 1000003) == 900002705

; In loops of several blocks nothing is delayed.
proc two_blocks(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @22 = Phi()
    Void @14 = Upsilon(@1, ^@21)
    Void @15 = Upsilon(@22, ^@23)
    Void @16 = Upsilon(@2, ^@20)
    Void @17 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @23 = Phi()
    Int64 @30 = BitXor(@20, @0)
    Int64 @31 = Mul(@21, @20)
    Int64 @40 = Add(@23, @4)
    Void @45 = Branch(@40, #3, #4)
#3:
    Int64 @32 = Add(@23, @4)
    Int64 @33 = Opaque(@23)
    Int64 @34 = Opaque(@33)
    Int64 @35 = BitAnd(@40, @3)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@32, ^@23)
    Void @46 = Upsilon(@32, ^@22)
    Void @44 = Branch(@35, #2, #1)
#4:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; With references, nothing is delayed: it might pass a safepoint.
proc reference(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1, reference)
    Int64 @2 = Const64(5)
    Int64 @4 = Const64(-1)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@0, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @30 = BitXor(@20, @0)
    Int64 @31 = Mul(@21, @20)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; The new value of @20 is computed after the last use of the old one.
proc carried(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @30 = BitXor(@20, @0)
    Int64 @31 = Mul(@21, @20)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; It is the only operand.
proc rotated(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @30 = RotL(@20, @5)
    Int64 @31 = Mul(@21, @20)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; The second operand, which is not a Phi, is used later; the first is not.
proc of_what_was_computed(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @32 = BitXor(@20, @1)
    Int64 @33 = Shl(@0, @5)
    Int64 @30 = BitXor(@33, @32)
    Int64 @31 = Mul(@21, @32)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; Both operands are used later, the second one further on.
proc behind_the_later_use(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @30 = Sub(@20, @0)
    Int64 @32 = Mul(@21, @20)
    Int64 @31 = BitXor(@32, @0)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; @31 is delayed to @30, which is delayed itself.
proc one_behind_the_other(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @31 = Mul(@21, @0)
    Int64 @30 = Add(@20, @21)
    Int64 @32 = Sub(@20, @3)
    Int64 @34 = Opaque(@32)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; A Check names the old value; the delayed value still comes before it.
proc behind_an_exit(Int64, Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@20]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @30 = BitXor(@20, @0)
    Int64 @31 = Mul(@21, @20)
    Int32 @35 = Equal(@31, @3)
    Void @36 = Check(@35, state=state0)
    Int64 @37 = Opaque(@20)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; The next value of @21 is computed from the new value of @20.
proc needed_before(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @30 = BitXor(@20, @0)
    Int64 @32 = Mul(@21, @30)
    Int64 @31 = Add(@32, @20)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; The old value is carried too.
proc copied_anyway(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @30 = BitXor(@20, @0)
    Int64 @32 = Opaque(@21)
    Int64 @40 = Add(@22, @4)
    Void @42 = Upsilon(@20, ^@21)
    Void @41 = Upsilon(@30, ^@20)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @20)
    Void @51 = Return(@50)
}

; A division cannot overwrite an arbitrary operand.
proc divided(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @30 = ChillDiv(@20, @0)
    Int64 @31 = Mul(@21, @20)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; A load is fused into the sum.
proc loaded(Int64, Int64) -> Int64 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @14 = SlotBase(slot0)
    Void @15 = Store(@21, @14)
    Int64 @16 = Load(@14)
    Int64 @30 = Add(@20, @16)
    Void @17 = Store(@20, @14)
    Int64 @31 = Mul(@21, @20)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; Its operands have no later uses.
proc used_in_front(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @31 = Mul(@21, @20)
    Int64 @30 = BitXor(@20, @3)
    Int64 @32 = Opaque(@0)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; An instruction would overwrite @21 or @20, which are used later.
proc overwritten(Int64, Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @32 = BitXor(@21, @20)
    Int64 @33 = Mul(@20, @0)
    Int64 @34 = Mul(@33, @21)
    Int64 @31 = Add(@34, @32)
    Int64 @30 = Add(@20, @3)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; It overwrites @33, which has no later uses.
proc with_a_free_operand(Int64, Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @33 = Mul(@20, @0)
    Int64 @32 = BitXor(@21, @33)
    Int64 @34 = Mul(@21, @20)
    Int64 @31 = Add(@34, @32)
    Int64 @30 = Add(@20, @3)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; A subtrahend is not overwritten, even without later uses.
proc subtracted(Int64, Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @33 = Mul(@20, @0)
    Int64 @32 = Sub(@21, @33)
    Int64 @34 = Mul(@21, @20)
    Int64 @31 = Add(@34, @32)
    Int64 @30 = Add(@20, @3)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}

; An instruction can have its result in any register.
proc with_results_elsewhere(Int64, Int64) -> Int64 target=aarch64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(-1)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(4)
    Void @10 = Upsilon(@2, ^@20)
    Void @11 = Upsilon(@1, ^@21)
    Void @12 = Upsilon(@6, ^@22)
    Void @13 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Phi()
    Int64 @32 = BitXor(@21, @20)
    Int64 @33 = Mul(@20, @0)
    Int64 @34 = Mul(@33, @21)
    Int64 @31 = Add(@34, @32)
    Int64 @30 = Add(@20, @3)
    Int64 @40 = Add(@22, @4)
    Void @41 = Upsilon(@30, ^@20)
    Void @42 = Upsilon(@31, ^@21)
    Void @43 = Upsilon(@40, ^@22)
    Void @44 = Branch(@40, #1, #2)
#2:
    Int64 @50 = Add(@30, @31)
    Void @51 = Return(@50)
}
