barebones 1
; Edges are threaded past blocks whose branch is decided on them.
;! opt thread_jumps
;! run

; Past two decisions.
proc twice(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Void @9 = Upsilon(@8, ^@14)
    Void @10 = Branch(@8, #4, #5)
#4:
    Int32 @11 = Const32(3)
    Void @12 = Upsilon(@11, ^@14)
    Void @13 = Jump(#5)
#5:
    Int32 @14 = Phi()
    Int32 @15 = Const32(2)
    Int32 @16 = LessThan(@14, @15)
    Void @17 = Branch(@16, #6, #7)
#6:
    Int32 @18 = Const32(1)
    Void @19 = Return(@18)
#7:
    Int32 @20 = Const32(2)
    Void @21 = Return(@20)
}
;; check: #1:
;; not: Upsilon
;; check: Jump(#6)
;; check: #2:
;; check: #4:
;; check: Jump(#7)
;; run twice(0) == 1
;; run twice(1) == 2
;; run twice(5) == 2

; Of several Upsilons the last one counts.
proc last_counts(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@10)
    Int32 @5 = Const32(4)
    Void @6 = Upsilon(@5, ^@10)
    Void @7 = Jump(#3)
#2:
    Void @8 = Upsilon(@1, ^@10)
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Void @11 = Branch(@10, #4, #5)
#4:
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
#5:
    Int32 @14 = Const32(2)
    Void @15 = Return(@14)
}
;; check: #1:
;; not: Upsilon
;; check: Jump(#4)
;; check: #2:
;; run last_counts(0) == 1
;; run last_counts(1) == 1

proc one_path_left(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@10)
    Void @5 = Jump(#3)
#2:
    Int32 @6 = Sub(@1, @1)
    Void @7 = Upsilon(@6, ^@10)
    Void @8 = Upsilon(@1, ^@10)
    Void @9 = Jump(#3)
#3:
    Int32 @10 = Phi()
    Void @11 = Branch(@10, #4, #5)
#4:
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
#5:
    Int32 @14 = Const32(2)
    Void @15 = Return(@14)
}
;; check: #1:
;; check: Jump(#5)
;; check: #3:
;; check: @10 = Identity(@1)
;; run one_path_left(0) == 2
;; run one_path_left(1) == 1

; An edge is rare if one on its threaded path was.
proc rare(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Void @9 = Branch(@8, #4, #5:rare)
#4:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#5:
    Int32 @12 = Const32(2)
    Void @13 = Return(@12)
}
;; check: #1:
;; check: Jump(#5:rare)
;; check: #2:
;; run rare(0) == 2
;; run rare(1) == 1

; The target is unknown.
proc unknown(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Int32 @9 = Add(@8, @1)
    Void @10 = Branch(@9, #4, #5)
#4:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
}
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: #2:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; run unknown(0) == 2
;; run unknown(1) == 1

; Another block uses its values.
proc used_elsewhere(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Void @9 = Branch(@8, #4, #5)
#4:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#5:
    Void @12 = Return(@8)
}
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; run used_elsewhere(0) == 0
;; run used_elsewhere(1) == 1

; An exit state uses its values.
proc in_a_state(Int32) -> Int32 {
    state0 = frame function=0 pc=0 [@8]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Void @9 = Branch(@8, #4, #5)
#4:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#5:
    Void @12 = Check(@1, state=state0)
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
}
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; run in_a_state(0) == 2
;; run in_a_state(1) == 1

; A threaded block has a value that another block uses.
proc threaded_before_it_is_passed(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #3, #4)
#1:
    Int32 @3 = Phi()
    Int32 @4 = Mul(@1, @1)
    Int32 @5 = Const32(0)
    Void @6 = Upsilon(@5, ^@10)
    Void @7 = Upsilon(@4, ^@11)
    Void @8 = Upsilon(@3, ^@12)
    Void @9 = Jump(#2)
#2:
    Int32 @10 = Phi()
    Int32 @11 = Phi()
    Int32 @12 = Phi()
    Int32 @13 = Add(@11, @11)
    Void @14 = Upsilon(@13, ^@22)
    Void @15 = Upsilon(@12, ^@23)
    Void @16 = Branch(@10, #7, #5)
#3:
    Int32 @17 = Const32(1)
    Void @18 = Upsilon(@17, ^@3)
    Void @19 = Jump(#1)
#4:
    Void @20 = Upsilon(@1, ^@3)
    Void @21 = Jump(#1)
#5:
    Int32 @22 = Phi()
    Int32 @23 = Phi()
    Void @24 = Branch(@23, #6, #7)
#6:
    Void @25 = Return(@4)
#7:
    Int32 @26 = Const32(3)
    Void @27 = Return(@26)
}
;; check: #1:
;; check: @3 = Phi()
;; check: @4 = Mul(
;; check: Jump(#5)
;; check: #3:
;; check: Jump(#1)
;; run threaded_before_it_is_passed(3) == 9
;; run threaded_before_it_is_passed(0) == 3
