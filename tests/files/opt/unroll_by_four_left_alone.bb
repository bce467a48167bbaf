barebones 1
; Loops that are unrolled by four with one test, each with a twin that is not; and the frequencies of the copies.
;! opt unroll_by_four
;; check: proc of_the_size(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc too_large(
;; check: Mul(
;; not: Mul(
;; check: proc names_another(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc named(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc often(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc seldom(
;; check: Mul(
;; not: Mul(
;; check: proc large_steps(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc larger_steps(
;; check: Mul(
;; not: Mul(
;; check: proc leaves_rarely(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc rarely_iterates(
;; check: Mul(
;; not: Mul(
;; check: proc addresses(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc references(
;; check: Mul(
;; not: Mul(
;; check: proc derived(
;; check: Mul(
;; not: Mul(
;; check: proc tests_in_each_iteration(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc tests_in_some_iterations(
;; check: Mul(
;; not: Mul(
;; check: proc writes_on_both_paths(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc used_on_both_paths(
;; check: Mul(
;; not: Mul(
;; check: proc in_another(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc to_the_outer_counter(
;; check: Mul(
;; not: Mul(
;; check: proc from_a_number_to_another(
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; check: proc from_the_outer_counter(
;; check: Mul(
;; not: Mul(
;; check: proc measured(
;; not: frequency
;; check: #1 frequency=2.0:
;; not: frequency
;; check: #4 frequency=3.5:
;; not: frequency
;; check: #6 frequency=3.5:
;; check: Jump(#4)
;! run
;; run of_the_size(0, 0) == 3
;; run of_the_size(0, 9) == 243
;; run of_the_size(0, 40) == 3589748977
;; run too_large(0, 0) == 3
;; run too_large(0, 9) == 359
;; run too_large(0, 40) == 5230176581
;; run names_another(0, 9) == 359
;; run names_another(0, 40) == 5230176581
;; run named(0, 9) == 359
;; run named(0, 40) == 5230176581
;; run often(0, 0) == 3
;; run often(0, 9) == 359
;; run often(0, 40) == 5230176581
;; run seldom(0, 0) == 3
;; run seldom(0, 9) == 359
;; run seldom(0, 40) == 5230176581
;; run large_steps(0, 0) == 3
;; run large_steps(0, 600000) == 967173801
;; run large_steps(5, 70000) == 65565
;; run larger_steps(0, 0) == 3
;; run larger_steps(0, 600000) == 967188558
;; run larger_steps(5, 70000) == 65566
;; run leaves_rarely(0, 0) == 3
;; run leaves_rarely(0, 9) == 359
;; run leaves_rarely(0, 40) == 5230176581
;; run rarely_iterates(0, 0) == 3
;; run rarely_iterates(0, 9) == 359
;; run rarely_iterates(0, 40) == 5230176581
;; run addresses(@data:words, 3) == 2
;; run addresses(@data:words, 9) == 40320
;; run references(@data:words, 3) == 2
;; run references(@data:words, 9) == 40320
;; run derived(@data:words, 3) == 49
;; run derived(@data:words, 20) == 33174037869887488
;; run tests_in_each_iteration(0, 0) == 31
;; run tests_in_each_iteration(0, 9) == 26414088628511
;; run tests_in_each_iteration(0, 40) == 3343186503972239361
;; run tests_in_some_iterations(0, 0) == 962
;; run tests_in_some_iterations(0, 9) == 818836747483850
;; run tests_in_some_iterations(0, 40) == 3343186503972239361
;; run writes_on_both_paths(0, 0) == 31
;; run writes_on_both_paths(0, 3) == 29824
;; run writes_on_both_paths(0, 9) == 28660961
;; run writes_on_both_paths(0, 40) == 28660961
;; run used_on_both_paths(0, 0) == 31
;; run used_on_both_paths(0, 3) == 29824
;; run used_on_both_paths(0, 9) == 28660961
;; run used_on_both_paths(0, 40) == 28660961
;; run in_another(0, 3) == 26468910765280
;; run in_another(2, 12) == -3429436656398241037
;; run to_the_outer_counter(0, 3) == 923522
;; run to_the_outer_counter(2, 12) == 473953837706241793
;; run from_a_number_to_another(0, 3) == -7162071152609407977
;; run from_a_number_to_another(2, 12) == -5955656471052805461
;; run from_the_outer_counter(0, 3) == 1883619804771558480
;; run from_the_outer_counter(2, 12) == -6227852058742219003
;; run measured(0, 0) == 3
;; run measured(0, 9) == 359
;; run measured(0, 40) == 5230176581

data words = u64:7 u64:8

; Five values that compute something in any case, and nineteen more.
proc of_the_size(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @30 = BitXor(@13, @7)
    Int64 @31 = BitXor(@30, @7)
    Int64 @32 = BitXor(@31, @7)
    Int64 @33 = BitXor(@32, @7)
    Int64 @34 = BitXor(@33, @7)
    Int64 @35 = BitXor(@34, @7)
    Int64 @36 = BitXor(@35, @7)
    Int64 @37 = BitXor(@36, @7)
    Int64 @38 = BitXor(@37, @7)
    Int64 @39 = BitXor(@38, @7)
    Int64 @40 = BitXor(@39, @7)
    Int64 @41 = BitXor(@40, @7)
    Int64 @42 = BitXor(@41, @7)
    Int64 @43 = BitXor(@42, @7)
    Int64 @44 = BitXor(@43, @7)
    Int64 @45 = BitXor(@44, @7)
    Int64 @46 = BitXor(@45, @7)
    Int64 @47 = BitXor(@46, @7)
    Int64 @48 = BitXor(@47, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@48, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@48)
}

; One more.
proc too_large(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @30 = BitXor(@13, @7)
    Int64 @31 = BitXor(@30, @7)
    Int64 @32 = BitXor(@31, @7)
    Int64 @33 = BitXor(@32, @7)
    Int64 @34 = BitXor(@33, @7)
    Int64 @35 = BitXor(@34, @7)
    Int64 @36 = BitXor(@35, @7)
    Int64 @37 = BitXor(@36, @7)
    Int64 @38 = BitXor(@37, @7)
    Int64 @39 = BitXor(@38, @7)
    Int64 @40 = BitXor(@39, @7)
    Int64 @41 = BitXor(@40, @7)
    Int64 @42 = BitXor(@41, @7)
    Int64 @43 = BitXor(@42, @7)
    Int64 @44 = BitXor(@43, @7)
    Int64 @45 = BitXor(@44, @7)
    Int64 @46 = BitXor(@45, @7)
    Int64 @47 = BitXor(@46, @7)
    Int64 @48 = BitXor(@47, @7)
    Int64 @49 = BitXor(@48, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@49, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@49)
}

; The state has no value of the loop.
proc names_another(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@1]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @21 = Check(@0, generator=generator0, state=state0)
    Void @22 = Return(@13)
}

; The state has a value of the last iteration, which is one of the original loop.
proc named(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@15]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @21 = Check(@0, generator=generator0, state=state0)
    Void @22 = Return(@13)
}

; The trip count is measured.
proc often(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1 frequency=8:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@13)
}

proc seldom(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1 frequency=7:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@13)
}

proc large_steps(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(65536)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@13)
}

proc larger_steps(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(65537)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@13)
}

proc leaves_rarely(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2:rare)
#2:
    Void @22 = Return(@13)
}

proc rarely_iterates(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1:rare, #2)
#2:
    Void @22 = Return(@13)
}

; An address is loop-carried.
proc addresses(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Opaque(@7)
    Int64 @11 = Mul(@9, @8)
    Int64 @12 = Add(@8, @2)
    Int32 @13 = LessThan(@12, @1)
    Void @14 = Upsilon(@10, ^@7)
    Void @15 = Upsilon(@12, ^@8)
    Void @16 = Upsilon(@11, ^@9)
    Void @17 = Branch(@13, #1, #2)
#2:
    Void @18 = Return(@11)
}

; The same with references.
proc references(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi(reference)
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Opaque(@7, reference)
    Int64 @11 = Mul(@9, @8)
    Int64 @12 = Add(@8, @2)
    Int32 @13 = LessThan(@12, @1)
    Void @14 = Upsilon(@10, ^@7)
    Void @15 = Upsilon(@12, ^@8)
    Void @16 = Upsilon(@11, ^@9)
    Void @17 = Branch(@13, #1, #2)
#2:
    Void @18 = Return(@11)
}

; The counter is part of a reference.
proc derived(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(8)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @7 = BitAnd(@8, @3)
    Int64 @20 = Add(@0, @7, derived=@0)
    Int64 @10 = Load(@20)
    Int64 @11 = Mul(@9, @10)
    Int64 @12 = Add(@8, @2)
    Int32 @13 = LessThan(@12, @1)
    Void @15 = Upsilon(@12, ^@8)
    Void @16 = Upsilon(@11, ^@9)
    Void @17 = Branch(@13, #1, #2)
#2:
    Void @18 = Return(@11)
}

proc tests_in_each_iteration(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Add(@7, @2)
    Int64 @10 = Mul(@8, @3)
    Int64 @11 = Add(@10, @7)
    Void @12 = Upsilon(@11, ^@30)
    Int64 @13 = BitAnd(@7, @2)
    Void @14 = Branch(@13, #2, #3)
#2:
    Int64 @15 = BitXor(@11, @9)
    Void @16 = Upsilon(@15, ^@18)
    Void @17 = Jump(#4)
#3:
    Void @20 = Upsilon(@11, ^@18)
    Void @21 = Jump(#4)
#4:
    Int64 @18 = Phi()
    Void @22 = Upsilon(@9, ^@7)
    Void @23 = Upsilon(@18, ^@8)
    Int32 @24 = LessThan(@9, @1)
    Void @25 = Branch(@24, #1, #5)
#5:
    Int64 @30 = Phi()
    Void @26 = Return(@30)
}

; Only odd numbers are compared with the limit.
proc tests_in_some_iterations(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Add(@7, @2)
    Int64 @10 = Mul(@8, @3)
    Int64 @11 = Add(@10, @7)
    Void @12 = Upsilon(@11, ^@30)
    Int64 @13 = BitAnd(@7, @2)
    Void @14 = Branch(@13, #2, #3)
#2:
    Int64 @15 = BitXor(@11, @9)
    Int32 @16 = LessThan(@9, @1)
    Void @17 = Upsilon(@15, ^@18)
    Void @19 = Branch(@16, #4, #5)
#3:
    Void @20 = Upsilon(@11, ^@18)
    Void @21 = Jump(#4)
#4:
    Int64 @18 = Phi()
    Void @22 = Upsilon(@9, ^@7)
    Void @23 = Upsilon(@18, ^@8)
    Void @25 = Jump(#1)
#5:
    Int64 @30 = Phi()
    Void @26 = Return(@30)
}

; A number that is too large ends it as well.
proc writes_on_both_paths(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(1000000)
    Void @5 = Upsilon(@0, ^@7)
    Void @6 = Upsilon(@2, ^@8)
    Void @9 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Mul(@8, @3)
    Int64 @11 = Add(@10, @7)
    Void @12 = Upsilon(@11, ^@30)
    Int32 @13 = GreaterThan(@11, @4)
    Void @14 = Branch(@13, #3, #2)
#2:
    Int64 @15 = Add(@7, @2)
    Int32 @16 = LessThan(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @18 = Upsilon(@11, ^@8)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @30 = Phi()
    Void @31 = Return(@30)
}

; A value used outside may be of any of the iterations.
proc used_on_both_paths(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(1000000)
    Void @5 = Upsilon(@0, ^@7)
    Void @6 = Upsilon(@2, ^@8)
    Void @9 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Mul(@8, @3)
    Int64 @11 = Add(@10, @7)
    Void @12 = Upsilon(@11, ^@30)
    Int32 @13 = GreaterThan(@11, @4)
    Void @14 = Branch(@13, #3, #2)
#2:
    Int64 @15 = Add(@7, @2)
    Int32 @16 = LessThan(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @18 = Upsilon(@11, ^@8)
    Void @19 = Branch(@16, #1, #3)
#3:
    Int64 @30 = Phi()
    Void @31 = Return(@11)
}

; The inner loop has the same trip count in each iteration of the outer one.
proc in_another(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(100)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@2, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Void @12 = Upsilon(@0, ^@20)
    Void @13 = Upsilon(@11, ^@21)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@21, @3)
    Int64 @23 = Add(@22, @20)
    Int64 @24 = Add(@20, @2)
    Int32 @25 = LessThan(@24, @1)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@23, ^@21)
    Void @28 = Branch(@25, #2, #3)
#3:
    Int64 @30 = Add(@10, @2)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@23, ^@11)
    Int32 @33 = LessThan(@30, @1)
    Void @34 = Branch(@33, #1, #4)
#4:
    Void @35 = Return(@23)
}

; Its trip count is the outer counter.
proc to_the_outer_counter(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(100)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@2, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Void @12 = Upsilon(@0, ^@20)
    Void @13 = Upsilon(@11, ^@21)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@21, @3)
    Int64 @23 = Add(@22, @20)
    Int64 @24 = Add(@20, @2)
    Int32 @25 = LessThan(@24, @10)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@23, ^@21)
    Void @28 = Branch(@25, #2, #3)
#3:
    Int64 @30 = Add(@10, @2)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@23, ^@11)
    Int32 @33 = LessThan(@30, @1)
    Void @34 = Branch(@33, #1, #4)
#4:
    Void @35 = Return(@23)
}

proc from_a_number_to_another(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(100)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@2, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Void @12 = Upsilon(@0, ^@20)
    Void @13 = Upsilon(@11, ^@21)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@21, @3)
    Int64 @23 = Add(@22, @20)
    Int64 @24 = Add(@20, @2)
    Int32 @25 = LessThan(@24, @4)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@23, ^@21)
    Void @28 = Branch(@25, #2, #3)
#3:
    Int64 @30 = Add(@10, @2)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@23, ^@11)
    Int32 @33 = LessThan(@30, @1)
    Void @34 = Branch(@33, #1, #4)
#4:
    Void @35 = Return(@23)
}

; Its trip count is what remains of the outer loop.
proc from_the_outer_counter(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Int64 @4 = Const64(100)
    Void @5 = Upsilon(@0, ^@10)
    Void @6 = Upsilon(@2, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Void @12 = Upsilon(@10, ^@20)
    Void @13 = Upsilon(@11, ^@21)
    Void @14 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@21, @3)
    Int64 @23 = Add(@22, @20)
    Int64 @24 = Add(@20, @2)
    Int32 @25 = LessThan(@24, @4)
    Void @26 = Upsilon(@24, ^@20)
    Void @27 = Upsilon(@23, ^@21)
    Void @28 = Branch(@25, #2, #3)
#3:
    Int64 @30 = Add(@10, @2)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@23, ^@11)
    Int32 @33 = LessThan(@30, @1)
    Void @34 = Branch(@33, #1, #4)
#4:
    Void @35 = Return(@23)
}

; Two iterations of sixteen remain, and three and a half times four share a test.
proc measured(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1 frequency=16:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@13)
}
