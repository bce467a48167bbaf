barebones 1
; Edges are threaded past blocks whose branch is decided on them.
;! opt thread_jumps
;; check: proc and(
;; not: Upsilon
;; check: #1:
;; check: Jump(#5)
;; check: #3:
;; check: @10 = Identity(@3)
;; check: Branch(@10, #4, #5)
;; check: proc both(
;; not: Upsilon
;; check: #1:
;; check: Jump(#5)
;; check: #2:
;; check: Jump(#4)
;; check: #3:
;; check: Oops()
;; not: Phi
;; check: proc computed(
;; check: #1:
;; check: Jump(#4)
;; check: #2:
;; check: Jump(#3)
;; check: proc switched(
;; check: #1:
;; check: Jump(#5)
;; check: #2:
;; check: Jump(#7)
;; check: #3:
;; check: Jump(#4)
;; check: proc switched_64(
;; check: #1:
;; check: Jump(#5)
;; check: #2:
;; check: Jump(#3)
;; check: proc in_passed_block(
;; check: #1:
;; check: = Mul(@1, @1)
;; check: = Add(
;; check: , ^@15)
;; check: Jump(#5)
;; check: #2:
;; check: proc constant_in_passed_block(
;; check: #1:
;; check: = Const32(9)
;; check: = Upsilon(
;; not: Add
;; check: Jump(#5)
;; check: #2:
;; check: proc further(
;; check: #1:
;; check: Jump(#6)
;; check: #2:
;; check: Jump(#3)
;; check: proc twice(
;; check: #1:
;; not: Upsilon
;; check: Jump(#6)
;; check: #2:
;; check: #4:
;; check: Jump(#7)
;; check: proc last_counts(
;; check: #1:
;; not: Upsilon
;; check: Jump(#4)
;; check: #2:
;; check: proc one_path_left(
;; check: #1:
;; check: Jump(#5)
;; check: #3:
;; check: @10 = Identity(@1)
;; check: proc rare(
;; check: #1:
;; check: Jump(#5:rare)
;; check: #2:
;; check: proc unknown(
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: #2:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; check: proc used_elsewhere(
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; check: proc in_a_state(
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; check: proc threaded_before_it_is_passed(
;; check: #1:
;; check: @3 = Phi()
;; check: @4 = Mul(
;; check: Jump(#5)
;; check: #3:
;; check: Jump(#1)
;; check: proc effect(
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; check: proc five_and_an_upsilon(
;; check: #1:
;; check: = Mul(
;; check: Jump(#5)
;; check: #2:
;; check: proc six_and_an_upsilon(
;; check: #1:
;; not: Mul
;; check: Jump(#3)
;; check: #2:
;; check: proc not_written_by_all(
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @8 = Phi()
;; check: proc loop_head(
;; check: Jump(#1)
;; check: #1:
;; check: @5 = Phi()
;; check: #2:
;; check: Jump(#1)
;; check: proc to_the_root(
;; check: #1:
;; check: Jump(#0)
;; check: #2:
;; check: Jump(#4)
;; check: proc after_a_threaded_block(
;; check: #1:
;; check: Upsilon(@6, ^@13)
;; check: Jump(#3)
;; check: #2:
;; check: Oops()
;; check: #5:
;; check: Jump(#1)
;; check: proc phi_after_another_value(
;; check: #1:
;; check: Upsilon(
;; check: Jump(#3)
;; check: @9 = Phi()
;! run
;; run after_a_threaded_block(0, 0) == 2
;; run after_a_threaded_block(0, 1) == 1
;; run after_a_threaded_block(1, 0) == 1
;; run and(1, 1) == 1
;; run and(1, 0) == 2
;; run and(0, 1) == 2
;; run and(0, 0) == 2
;; run both(1) == 1
;; run both(0) == 2
;; run computed(0) == 1
;; run computed(3) == 1
;; run computed(4) == 2
;; run switched(1) == 1
;; run switched(2) == 3
;; run switched(3) == 3
;; run switched(6) == 2
;; run switched(4294967293) == 1
;; run switched_64(1) == 2
;; run switched_64(18446744073709551613) == 1
;; run switched_64(7) == 2
;; run in_passed_block(0) == 0
;; run in_passed_block(1) == 1
;; run constant_in_passed_block(0) == 9
;; run constant_in_passed_block(1) == 1
;; run further(0) == 1
;; run further(1) == 1
;; run further(5) == 2
;; run twice(0) == 1
;; run twice(1) == 2
;; run twice(5) == 2
;; run last_counts(0) == 1
;; run last_counts(1) == 1
;; run one_path_left(0) == 2
;; run one_path_left(1) == 1
;; run rare(0) == 2
;; run rare(1) == 1
;; run unknown(0) == 2
;; run unknown(1) == 1
;; run used_elsewhere(0) == 0
;; run used_elsewhere(1) == 1
;; run in_a_state(0) == 2
;; run in_a_state(1) == 1
;; run threaded_before_it_is_passed(3) == 9
;; run threaded_before_it_is_passed(0) == 3
;; run effect(0) == 2
;; run effect(1) == 1
;; run five_and_an_upsilon(0) == 0
;; run five_and_an_upsilon(1) == 1
;; run six_and_an_upsilon(0) == 0
;; run six_and_an_upsilon(1) == 1
;; run not_written_by_all(0) == 2
;; run not_written_by_all(1) == 1
;; run loop_head(0) == 5
;; run loop_head(1) == 5
;; run to_the_root(1) == 1
;; run phi_after_another_value(0) == 2
;; run phi_after_another_value(1) == 1

proc and(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Void @4 = Branch(@1, #2, #1)
#1:
    Int32 @5 = Const32(0)
    Void @6 = Upsilon(@5, ^@10)
    Void @7 = Jump(#3)
#2:
    Void @8 = Upsilon(@3, ^@10)
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

; The merge has no predecessors any more.
proc both(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@9)
    Void @5 = Jump(#3)
#2:
    Int32 @6 = Const32(7)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#3)
#3:
    Int32 @9 = Phi()
    Void @10 = Branch(@9, #4, #5)
#4:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
}

; The predicate is computed from the constant.
proc computed(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(3)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Int32 @9 = Const32(5)
    Int32 @10 = Add(@8, @9)
    Int32 @11 = Const32(8)
    Int32 @12 = Equal(@10, @11)
    Void @13 = Branch(@12, #4, #5)
#4:
    Int32 @14 = Const32(1)
    Void @15 = Return(@14)
#5:
    Int32 @16 = Const32(2)
    Void @17 = Return(@16)
}

proc switched(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Switch(@1, 1: #1, 2: #2, default: #3)
#1:
    Int32 @3 = Const32(-3)
    Void @4 = Upsilon(@3, ^@11)
    Void @5 = Jump(#4)
#2:
    Int32 @6 = Const32(100)
    Void @7 = Upsilon(@6, ^@11)
    Void @8 = Jump(#4)
#3:
    Void @9 = Upsilon(@1, ^@11)
    Void @10 = Jump(#4)
#4:
    Int32 @11 = Phi()
    Void @12 = Switch(@11, -3: #5, 6: #6, default: #7)
#5:
    Int32 @13 = Const32(1)
    Void @14 = Return(@13)
#6:
    Int32 @15 = Const32(2)
    Void @16 = Return(@15)
#7:
    Int32 @17 = Const32(3)
    Void @18 = Return(@17)
}

proc switched_64(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Switch(@0, 1: #1, default: #2)
#1:
    Int64 @2 = Const64(4294967293)
    Void @3 = Upsilon(@2, ^@7)
    Void @4 = Jump(#3)
#2:
    Void @5 = Upsilon(@0, ^@7)
    Void @6 = Jump(#3)
#3:
    Int64 @7 = Phi()
    Void @8 = Switch(@7, -3: #4, default: #5)
#4:
    Int32 @9 = Const32(1)
    Void @10 = Return(@9)
#5:
    Int32 @11 = Const32(2)
    Void @12 = Return(@11)
}

; Values of the passed block are copied to the predecessor.
proc in_passed_block(Int32) -> Int32 {
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
    Int32 @9 = Mul(@1, @1)
    Int32 @10 = Add(@9, @8)
    Void @11 = Upsilon(@10, ^@15)
    Void @12 = Branch(@8, #4, #5)
#4:
    Int32 @13 = Const32(1)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Phi()
    Void @16 = Return(@15)
}

proc constant_in_passed_block(Int32) -> Int32 {
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
    Int32 @9 = Const32(9)
    Int32 @10 = Add(@8, @9)
    Void @11 = Upsilon(@10, ^@15)
    Void @12 = Branch(@8, #4, #5)
#4:
    Int32 @13 = Const32(1)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Phi()
    Void @16 = Return(@15)
}

; Past a block that jumps, to one that decides.
proc further(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(1)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Void @9 = Upsilon(@8, ^@13)
    Void @10 = Jump(#5)
#4:
    Void @11 = Upsilon(@1, ^@13)
    Void @12 = Jump(#5)
#5:
    Int32 @13 = Phi()
    Int32 @14 = Const32(1)
    Int32 @15 = Equal(@13, @14)
    Void @16 = Branch(@15, #6, #7)
#6:
    Int32 @17 = Const32(1)
    Void @18 = Return(@17)
#7:
    Int32 @19 = Const32(2)
    Void @20 = Return(@19)
}

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

; It has a side effect.
proc effect(Int32) -> Int32 {
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
    Void @9 = Fence()
    Void @10 = Branch(@8, #4, #5)
#4:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
}

proc five_and_an_upsilon(Int32) -> Int32 {
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
    Int32 @9 = Mul(@1, @1)
    Int32 @10 = Mul(@9, @9)
    Int32 @11 = Mul(@10, @10)
    Int32 @12 = Mul(@11, @11)
    Int32 @13 = Mul(@12, @12)
    Void @14 = Upsilon(@13, ^@18)
    Void @15 = Branch(@8, #4, #5)
#4:
    Int32 @16 = Const32(1)
    Void @17 = Return(@16)
#5:
    Int32 @18 = Phi()
    Void @19 = Return(@18)
}

; This is more than is copied.
proc six_and_an_upsilon(Int32) -> Int32 {
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
    Int32 @9 = Mul(@1, @1)
    Int32 @10 = Mul(@9, @9)
    Int32 @11 = Mul(@10, @10)
    Int32 @12 = Mul(@11, @11)
    Int32 @13 = Mul(@12, @12)
    Int32 @14 = Mul(@13, @13)
    Void @15 = Upsilon(@14, ^@19)
    Void @16 = Branch(@8, #4, #5)
#4:
    Int32 @17 = Const32(1)
    Void @18 = Return(@17)
#5:
    Int32 @19 = Phi()
    Void @20 = Return(@19)
}

; A predecessor has not written the Phi.
proc not_written_by_all(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@8)
    Void @3 = Branch(@1, #2, #1)
#1:
    Int32 @4 = Const32(0)
    Void @5 = Upsilon(@4, ^@8)
    Void @6 = Jump(#3)
#2:
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Phi()
    Void @9 = Branch(@8, #4, #5)
#4:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#5:
    Int32 @12 = Const32(2)
    Void @13 = Return(@12)
}

; Threading does not pass a loop header.
proc loop_head(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Void @3 = Upsilon(@2, ^@5)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()
    Void @6 = Branch(@5, #2, #3)
#2:
    Int32 @7 = Sub(@1, @1)
    Void @8 = Upsilon(@7, ^@5)
    Void @9 = Jump(#1)
#3:
    Int32 @10 = Const32(5)
    Void @11 = Return(@10)
}

; Back to the root, but not through it.
proc to_the_root(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@9)
    Void @5 = Jump(#3)
#2:
    Int32 @6 = Const32(9)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#3)
#3:
    Int32 @9 = Phi()
    Void @10 = Branch(@9, #4, #0)
#4:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
}

; One block is threaded past another one; its copies did not exist when uses were counted.
proc after_a_threaded_block(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @7 = Const32(1)
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Branch(@1, #5, #1)
#1:
    Int32 @6 = Phi()
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#2)
#2:
    Int32 @10 = Phi()
    Void @11 = Upsilon(@6, ^@13)
    Void @12 = Branch(@10, #3, #4)
#3:
    Int32 @13 = Phi()
    Void @14 = Branch(@13, #6, #4)
#4:
    Int32 @15 = Const32(2)
    Void @16 = Return(@15)
#5:
    Int32 @17 = Const32(1)
    Void @18 = Upsilon(@17, ^@6)
    Void @19 = Jump(#1)
#6:
    Int32 @20 = Const32(1)
    Void @21 = Return(@20)
}

; A Phi after another value.
proc phi_after_another_value(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #2, #1)
#1:
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@9)
    Void @5 = Jump(#3)
#2:
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#3)
#3:
    Int32 @8 = Const32(7)
    Int32 @9 = Phi()
    Void @10 = Branch(@9, #4, #5)
#4:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
}
