barebones 1
; The counter's value in the last iteration is recomputed after the loop from its final value; and other old values are
; read before the new ones are computed.
;! opt shorten_phi_live_ranges eliminate_dead_code
;! run

proc last(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
;; check: #2:
;; check: = Const64(-3)
;; check: = Add(@5,
;; not: Return(@4)
;; run last(0) == 0
;; run last(1) == 0
;; run last(7) == 6
;; run last(-9) == 0

; Subtraction, 32 bits, and a use through an Identity.
proc down(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-2147483648)
    Int32 @11 = Const32(7)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int32 @4 = Phi()
    Int32 @5 = Sub(@4, @2)
    Int32 @7 = GreaterThan(@5, @11)
    Void @8 = Upsilon(@5, ^@4)
    Int32 @12 = Identity(@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Int32 @13 = BitXor(@12, @11)
    Void @10 = Return(@13)
}
;; check: #2:
;; check: = Const32(-2147483648)
;; check: = Add(@5,
;; not: (@4,
;; run down(5) == 2
;; run down(-3) == 2147483642

proc steps_down(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Sub(@4, @2)
    Int32 @7 = GreaterThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
;; check: = Const64(3)
;; check: #2:
;; check: = Const64(3)
;; check: = Add(@5,
;; run steps_down(0) == 0
;; run steps_down(-7) == -6

; The old value is used in the iteration after the new one is computed.
proc after_the_sum(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @14 = ArgumentReg(%a1)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Void @15 = Store(@4, @14)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
;; check: Return(@4)

; Here it is used before: in another block of the iteration, and in an inner loop.
proc before_the_sum(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @14 = ArgumentReg(%a1)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Void @15 = Store(@4, @14)
    Void @20 = Upsilon(@0, ^@16)
    Void @17 = Jump(#3)
#3:
    Int64 @16 = Phi()
    Int64 @21 = Sub(@16, @4)
    Int64 @22 = BitAnd(@21, @2)
    Void @18 = Upsilon(@22, ^@16)
    Void @19 = Branch(@22, #3, #4)
#4:
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
;; check: #2:
;; check: = Add(@5,
;; not: Return(@4)

; The loop exits before the sum.
proc left_early(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int32 @7 = LessThan(@4, @0)
    Void @9 = Branch(@7, #3, #2)
#3:
    Int64 @5 = Add(@4, @2)
    Void @8 = Upsilon(@5, ^@4)
    Void @11 = Jump(#1)
#2:
    Void @10 = Return(@4)
}
;; check: Return(@4)
;; run left_early(7) == 9
;; run left_early(0) == 0

; It gets another value too.
proc other_value(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int64 @12 = BitAnd(@5, @2)
    Void @11 = Branch(@12, #3, #4)
#3:
    Int64 @13 = Add(@5, @2)
    Void @14 = Upsilon(@13, ^@4)
    Int32 @17 = LessThan(@13, @0)
    Void @15 = Branch(@17, #1, #2)
#4:
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
;; check: Return(@4)
;; run other_value(0) == 0
;; run other_value(20) == 18

; One value is computed for two uses, before a loop.
proc two_loops(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @12 = Upsilon(@0, ^@13)
    Void @11 = Jump(#3)
#3:
    Int64 @13 = Phi()
    Int64 @14 = Sub(@13, @4)
    Int64 @18 = BitXor(@14, @4)
    Int32 @15 = GreaterThan(@14, @1)
    Void @16 = Upsilon(@14, ^@13)
    Void @17 = Branch(@15, #3, #4)
#4:
    Void @10 = Return(@18)
}
;; check: #2:
;; check: = Add(@5,
;; check: Upsilon(@0, ^@13)
;; check: #3:
;; not: @4)
;; check: Return(@18)
;; run two_loops(0) == 0
;; run two_loops(17) == -4

; Two exits, and no common block after them but the loop's own.
proc two_exits(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @14 = ArgumentReg(%a1)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = Equal(@5, @14)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #2, #3)
#2:
    Void @10 = Return(@4)
#3:
    Int32 @11 = LessThan(@5, @0)
    Void @12 = Branch(@11, #1, #4)
#4:
    Int64 @13 = Mul(@4, @2)
    Void @15 = Return(@13)
}
;; check: Return(@4)
;; check: = Mul(@4,
;; run two_exits(20, 6) == 3
;; run two_exits(20, 7) == 54

; An exit state in the loop needs it.
proc in_a_state(Int64, Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@4]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @14 = ArgumentReg(%a1)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Int32 @15 = Equal(@5, @14)
    Void @16 = Check(@15, state=state0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@4)
}
;; check: Return(@4)

; The exit block runs more often than the loop.
proc hot_exit(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = Const64(3)
    Void @3 = Upsilon(@1, ^@4)
    Void @6 = Jump(#1)
#1 frequency=10:
    Int64 @4 = Phi()
    Int64 @5 = Add(@4, @2)
    Int32 @7 = LessThan(@5, @0)
    Void @8 = Upsilon(@5, ^@4)
    Void @9 = Branch(@7, #1, #2)
#2 frequency=11:
    Void @10 = Return(@4)
}
;; check: Return(@4)
;; run hot_exit(10) == 9
