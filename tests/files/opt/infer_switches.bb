barebones 1
; Consecutive comparisons of one value with constants become a Switch.
;! opt infer_switches
;; check: proc five(
;; check: Switch(@1, -3: #9, 1: #5, 5: #6, 9: #7, 100: #8, default: #10)
;; not: Branch
;; check: proc four(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc shared(
;; check: Switch(@1, 9: #3, 10: #4, 32: #3, default: #5)
;; not: Branch
;; check: proc three(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc two(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc not_equal(
;; check: Switch(@1, 9: #3, 10: #4, 32: #3, default: #5)
;; not: Branch
;; check: proc itself(
;; check: Switch(@1, 0: #3, 9: #3, 10: #4, default: #5)
;; not: Branch
;; check: proc itself_last(
;; check: Switch(@1, 0: #3, 9: #3, 10: #4, default: #5)
;; not: Branch
;; check: proc switch_last(
;; check: Switch(@1, 1: #2, 4: #3, 9: #2, default: #4)
;; not: Branch
;; check: proc switch_between(
;; check: Switch(@1, 1: #3, 4: #4, 9: #3, default: #5)
;; not: Branch
;; check: proc switch_first(
;; check: Switch(@1, 1: #2, 4: #3, 7: #2, default: #4)
;; not: Branch
;; check: proc case_goes_on(
;; check: Switch(@1, 1: #2, 4: #1, default: #2)
;; check: Branch(
;; check: proc equal_goes_on(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc of_64_bits(
;; check: Switch(@0, -1: #3, 0: #4, 4294967296: #3, default: #5)
;; not: Branch
;; check: proc moved(
;; check: = Add(@1, @1)
;; check: = Mul(
;; check: Switch(@1, 9: #3, 10: #4, 32: #3, default: #5)
;; not: Branch
;; check: proc rare_cases(
;; check: Switch(@1, 9: #3, 10: #4:rare, 32: #3:rare, default: #5)
;; not: Branch
;; check: proc rare_end(
;; check: Switch(@1, 9: #3, 10: #4, 32: #3, default: #5:rare)
;; not: Branch
;; check: proc another_value(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc rare_edge(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc seldom(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc half(
;; check: Switch(@1, 9: #3, 10: #4, 32: #3, default: #5)
;; not: Branch
;; check: proc effect(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc much(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc less(
;; check: Switch(@1, 9: #3, 10: #4, 32: #3, default: #5)
;; not: Branch
;; check: proc two_ways_in(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc upsilon(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc floats(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;; check: proc in_a_loop(
;; check: Switch(@4, 9: #5, 10: #6, 32: #5, default: #4)
;; not: Branch
;; check: proc one_after_another(
;; check: Switch(@1, 1: #6, 2: #6, 3: #6, default: #3)
;; check: Switch(@1, 4: #6, 5: #6, 6: #6, default: #7)
;; not: Branch
;; check: proc to_the_root(
;; check: Switch(@1, 1: #3, 2: #3, 3: #3, default: #0)
;; not: Branch
;; check: proc phi(
;; check: Branch(
;; check: Branch(
;; check: Branch(
;; not: Switch
;! run
;; run five(1) == 100
;; run five(5) == 101
;; run five(9) == 102
;; run five(100) == 103
;; run five(-3) == 104
;; run five(0) == 99
;; run five(4294967293) == 104
;; run four(1) == 100
;; run four(5) == 101
;; run four(9) == 102
;; run four(100) == 103
;; run four(0) == 99
;; run shared(32) == 1
;; run shared(9) == 1
;; run shared(10) == 2
;; run shared(11) == 0
;; run three(32) == 1
;; run three(9) == 3
;; run three(10) == 2
;; run three(11) == 0
;; run two(32) == 1
;; run two(9) == 1
;; run two(11) == 0
;; run not_equal(32) == 1
;; run not_equal(9) == 1
;; run not_equal(10) == 2
;; run not_equal(11) == 0
;; run itself(0) == 1
;; run itself(9) == 1
;; run itself(10) == 2
;; run itself(11) == 0
;; run itself_last(0) == 1
;; run itself_last(9) == 1
;; run itself_last(10) == 2
;; run itself_last(11) == 0
;; run switch_last(9) == 1
;; run switch_last(1) == 1
;; run switch_last(4) == 2
;; run switch_last(0) == 0
;; run switch_between(9) == 1
;; run switch_between(1) == 1
;; run switch_between(4) == 2
;; run switch_between(0) == 0
;; run switch_first(7) == 1
;; run switch_first(1) == 1
;; run switch_first(4) == 2
;; run switch_first(0) == 0
;; run case_goes_on(7) == 1
;; run case_goes_on(1) == 1
;; run case_goes_on(4) == 2
;; run equal_goes_on(9) == 1
;; run equal_goes_on(10) == 1
;; run equal_goes_on(11) == 1
;; run of_64_bits(4294967296) == 1
;; run of_64_bits(18446744073709551615) == 1
;; run of_64_bits(0) == 2
;; run of_64_bits(4294967295) == 0
;; run moved(32) == 1
;; run moved(9) == 1
;; run moved(10) == 20
;; run moved(3) == 18
;; run rare_cases(32) == 1
;; run rare_cases(9) == 1
;; run rare_cases(10) == 2
;; run rare_cases(11) == 0
;; run rare_end(32) == 1
;; run rare_end(9) == 1
;; run rare_end(10) == 2
;; run rare_end(11) == 0
;; run another_value(32) == 1
;; run another_value(9) == 1
;; run another_value(10) == 2
;; run another_value(11) == 0
;; run rare_edge(32) == 1
;; run rare_edge(9) == 1
;; run rare_edge(10) == 2
;; run rare_edge(11) == 0
;; run seldom(32) == 1
;; run seldom(9) == 1
;; run seldom(10) == 2
;; run seldom(11) == 0
;; run half(32) == 1
;; run half(9) == 1
;; run half(10) == 2
;; run half(11) == 0
;; run effect(32) == 1
;; run effect(9) == 1
;; run effect(10) == 2
;; run effect(11) == 0
;; run much(32) == 1
;; run much(9) == 1
;; run much(10) == 2
;; run much(11) == 0
;; run less(32) == 1
;; run less(9) == 1
;; run less(10) == 2
;; run less(11) == 0
;; run two_ways_in(32) == 0
;; run two_ways_in(9) == 1
;; run two_ways_in(10) == 2
;; run two_ways_in(11) == 0
;; run two_ways_in(3) == 0
;; run upsilon(32) == 1
;; run upsilon(9) == 1
;; run upsilon(10) == 2
;; run upsilon(11) == 11
;; run in_a_loop(3) == 1
;; run in_a_loop(10) == 2
;; run in_a_loop(11) == 1
;; run in_a_loop(32) == 1
;; run one_after_another(1) == 1
;; run one_after_another(2) == 1
;; run one_after_another(3) == 1
;; run one_after_another(4) == 1
;; run one_after_another(5) == 1
;; run one_after_another(6) == 1
;; run one_after_another(7) == 0
;; run to_the_root(1) == 1
;; run to_the_root(3) == 1
;; run phi(32) == 1
;; run phi(9) == 1
;; run phi(10) == 10
;; run phi(11) == 0

proc five(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #5, #1)
#1:
    Int32 @5 = Const32(5)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #6, #2)
#2:
    Int32 @8 = Const32(9)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #7, #3)
#3:
    Int32 @11 = Const32(100)
    Int32 @12 = Equal(@1, @11)
    Void @13 = Branch(@12, #8, #4)
#4:
    Int32 @14 = Const32(-3)
    Int32 @15 = Equal(@1, @14)
    Void @16 = Branch(@15, #9, #10)
#5:
    Int32 @17 = Const32(100)
    Void @18 = Return(@17)
#6:
    Int32 @19 = Const32(101)
    Void @20 = Return(@19)
#7:
    Int32 @21 = Const32(102)
    Void @22 = Return(@21)
#8:
    Int32 @23 = Const32(103)
    Void @24 = Return(@23)
#9:
    Int32 @25 = Const32(104)
    Void @26 = Return(@25)
#10:
    Int32 @27 = Const32(99)
    Void @28 = Return(@27)
}

; Too few.
proc four(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #4, #1)
#1:
    Int32 @5 = Const32(5)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #5, #2)
#2:
    Int32 @8 = Const32(9)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #6, #3)
#3:
    Int32 @11 = Const32(100)
    Int32 @12 = Equal(@1, @11)
    Void @13 = Branch(@12, #7, #8)
#4:
    Int32 @14 = Const32(100)
    Void @15 = Return(@14)
#5:
    Int32 @16 = Const32(101)
    Void @17 = Return(@16)
#6:
    Int32 @18 = Const32(102)
    Void @19 = Return(@18)
#7:
    Int32 @20 = Const32(103)
    Void @21 = Return(@20)
#8:
    Int32 @22 = Const32(99)
    Void @23 = Return(@22)
}

; Three are enough if two lead to one block.
proc shared(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Int32 @5 = Const32(9)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #3, #2)
#2:
    Int32 @8 = Const32(10)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #4, #5)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#4:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Const32(0)
    Void @16 = Return(@15)
}

proc three(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Int32 @5 = Const32(9)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #6, #2)
#2:
    Int32 @8 = Const32(10)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #4, #5)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#4:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Const32(0)
    Void @16 = Return(@15)
#6:
    Int32 @17 = Const32(3)
    Void @18 = Return(@17)
}

proc two(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #2, #1)
#1:
    Int32 @5 = Const32(9)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #2, #3)
#2:
    Int32 @8 = Const32(1)
    Void @9 = Return(@8)
#3:
    Int32 @10 = Const32(0)
    Void @11 = Return(@10)
}

proc not_equal(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = NotEqual(@1, @2)
    Void @4 = Branch(@3, #1, #3)
#1:
    Int32 @5 = Const32(9)
    Int32 @6 = NotEqual(@1, @5)
    Void @7 = Branch(@6, #2, #3)
#2:
    Int32 @8 = Const32(10)
    Int32 @9 = NotEqual(@1, @8)
    Void @10 = Branch(@9, #5, #4)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#4:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Const32(0)
    Void @16 = Return(@15)
}

; A Branch on a value compares with 0.
proc itself(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #3)
#1:
    Int32 @3 = Const32(9)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Branch(@4, #3, #2)
#2:
    Int32 @6 = Const32(10)
    Int32 @7 = Equal(@1, @6)
    Void @8 = Branch(@7, #4, #5)
#3:
    Int32 @9 = Const32(1)
    Void @10 = Return(@9)
#4:
    Int32 @11 = Const32(2)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(0)
    Void @14 = Return(@13)
}

proc itself_last(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(9)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Int32 @5 = Const32(10)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #4, #2)
#2:
    Void @8 = Branch(@1, #5, #3)
#3:
    Int32 @9 = Const32(1)
    Void @10 = Return(@9)
#4:
    Int32 @11 = Const32(2)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(0)
    Void @14 = Return(@13)
}

; Of equal constants the first one counts.
proc switch_last(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(9)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #2, #1)
#1:
    Void @5 = Switch(@1, 1: #2, 4: #3, 9: #3, default: #4)
#2:
    Int32 @6 = Const32(1)
    Void @7 = Return(@6)
#3:
    Int32 @8 = Const32(2)
    Void @9 = Return(@8)
#4:
    Int32 @10 = Const32(0)
    Void @11 = Return(@10)
}

proc switch_between(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(9)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Void @5 = Switch(@1, 1: #3, 4: #4, default: #2)
#2:
    Int32 @6 = Const32(4)
    Int32 @7 = Equal(@1, @6)
    Void @8 = Branch(@7, #3, #5)
#3:
    Int32 @9 = Const32(1)
    Void @10 = Return(@9)
#4:
    Int32 @11 = Const32(2)
    Void @12 = Return(@11)
#5:
    Int32 @13 = Const32(0)
    Void @14 = Return(@13)
}

proc switch_first(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Switch(@1, 1: #2, 4: #3, default: #1)
#1:
    Int32 @3 = Const32(7)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Branch(@4, #2, #4)
#2:
    Int32 @6 = Const32(1)
    Void @7 = Return(@6)
#3:
    Int32 @8 = Const32(2)
    Void @9 = Return(@8)
#4:
    Int32 @10 = Const32(0)
    Void @11 = Return(@10)
}

; The chain continues after a case, not after the default.
proc case_goes_on(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Switch(@1, 1: #2, 4: #1, default: #2)
#1:
    Int32 @3 = Const32(4)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Branch(@4, #3, #2)
#2:
    Int32 @6 = Const32(1)
    Void @7 = Return(@6)
#3:
    Int32 @8 = Const32(2)
    Void @9 = Return(@8)
}

proc equal_goes_on(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(9)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #1, #3)
#1:
    Int32 @5 = Const32(10)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #3, #2)
#2:
    Int32 @8 = Const32(11)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #4, #3)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#4:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
}

proc of_64_bits(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(4294967296)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Branch(@2, #3, #1)
#1:
    Int64 @4 = Const64(-1)
    Int32 @5 = Equal(@0, @4)
    Void @6 = Branch(@5, #3, #2)
#2:
    Int64 @7 = Const64(0)
    Int32 @8 = Equal(@0, @7)
    Void @9 = Branch(@8, #4, #5)
#3:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#4:
    Int32 @12 = Const32(2)
    Void @13 = Return(@12)
#5:
    Int32 @14 = Const32(0)
    Void @15 = Return(@14)
}

; Values between the comparisons move before the Switch.
proc moved(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Int32 @5 = Add(@1, @1)
    Int32 @6 = Const32(9)
    Int32 @7 = Equal(@1, @6)
    Void @8 = Branch(@7, #3, #2)
#2:
    Int32 @9 = Mul(@5, @1)
    Int32 @10 = Const32(10)
    Int32 @11 = Equal(@1, @10)
    Void @12 = Branch(@11, #4, #5)
#3:
    Int32 @13 = Const32(1)
    Void @14 = Return(@13)
#4:
    Void @15 = Return(@5)
#5:
    Void @16 = Return(@9)
}

; Edges keep their frequencies.
proc rare_cases(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3:rare, #1)
#1:
    Int32 @5 = Const32(9)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #3, #2)
#2:
    Int32 @8 = Const32(10)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #4:rare, #5)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#4:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Const32(0)
    Void @16 = Return(@15)
}

proc rare_end(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Int32 @5 = Const32(9)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #3, #2)
#2:
    Int32 @8 = Const32(10)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #4, #5:rare)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#4:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Const32(0)
    Void @16 = Return(@15)
}

; Another value is compared in between.
proc another_value(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Add(@1, @1)
    Int32 @3 = Const32(32)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Branch(@4, #3, #1)
#1:
    Int32 @6 = Const32(18)
    Int32 @7 = Equal(@2, @6)
    Void @8 = Branch(@7, #3, #2)
#2:
    Int32 @9 = Const32(10)
    Int32 @10 = Equal(@1, @9)
    Void @11 = Branch(@10, #4, #5)
#3:
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
#4:
    Int32 @14 = Const32(2)
    Void @15 = Return(@14)
#5:
    Int32 @16 = Const32(0)
    Void @17 = Return(@16)
}

; The most frequent case stays a Branch before the Switch.
proc rare_edge(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1:rare)
#1:
    Int32 @5 = Const32(9)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #3, #2)
#2:
    Int32 @8 = Const32(10)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #4, #5)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#4:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Const32(0)
    Void @16 = Return(@15)
}

proc seldom(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1 frequency=0.4:
    Int32 @5 = Const32(9)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #3, #2)
#2 frequency=0.4:
    Int32 @8 = Const32(10)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #4, #5)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#4:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Const32(0)
    Void @16 = Return(@15)
}

proc half(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1 frequency=0.5:
    Int32 @5 = Const32(9)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #3, #2)
#2 frequency=0.25:
    Int32 @8 = Const32(10)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #4, #5)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
#4:
    Int32 @13 = Const32(2)
    Void @14 = Return(@13)
#5:
    Int32 @15 = Const32(0)
    Void @16 = Return(@15)
}

; A side effect in between.
proc effect(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Void @5 = Fence()
    Int32 @6 = Const32(9)
    Int32 @7 = Equal(@1, @6)
    Void @8 = Branch(@7, #3, #2)
#2:
    Int32 @9 = Const32(10)
    Int32 @10 = Equal(@1, @9)
    Void @11 = Branch(@10, #4, #5)
#3:
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
#4:
    Int32 @14 = Const32(2)
    Void @15 = Return(@14)
#5:
    Int32 @16 = Const32(0)
    Void @17 = Return(@16)
}

; A block that does more than compare.
proc much(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Int32 @5 = Mul(@1, @1)
    Int32 @6 = Mul(@5, @5)
    Int32 @7 = Mul(@6, @6)
    Int32 @8 = Mul(@7, @7)
    Int32 @9 = Const32(9)
    Int32 @10 = Equal(@1, @9)
    Void @11 = Branch(@10, #3, #2)
#2:
    Int32 @12 = Const32(10)
    Int32 @13 = Equal(@1, @12)
    Void @14 = Branch(@13, #4, #5)
#3:
    Int32 @15 = Const32(1)
    Void @16 = Return(@15)
#4:
    Int32 @17 = Const32(2)
    Void @18 = Return(@17)
#5:
    Int32 @19 = Const32(0)
    Void @20 = Return(@19)
}

proc less(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Int32 @5 = Mul(@1, @1)
    Int32 @6 = Mul(@5, @5)
    Int32 @7 = Mul(@6, @6)
    Int32 @8 = Const32(9)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #3, #2)
#2:
    Int32 @11 = Const32(10)
    Int32 @12 = Equal(@1, @11)
    Void @13 = Branch(@12, #4, #5)
#3:
    Int32 @14 = Const32(1)
    Void @15 = Return(@14)
#4:
    Int32 @16 = Const32(2)
    Void @17 = Return(@16)
#5:
    Int32 @18 = Const32(0)
    Void @19 = Return(@18)
}

; The second comparison has another predecessor.
proc two_ways_in(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = BitAnd(@1, @1)
    Int32 @3 = Const32(5)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Int32 @6 = Const32(32)
    Int32 @7 = Equal(@1, @6)
    Void @8 = Branch(@7, #4, #2)
#2:
    Int32 @9 = Const32(9)
    Int32 @10 = Equal(@1, @9)
    Void @11 = Branch(@10, #4, #3)
#3:
    Int32 @12 = Const32(10)
    Int32 @13 = Equal(@1, @12)
    Void @14 = Branch(@13, #5, #6)
#4:
    Int32 @15 = Const32(1)
    Void @16 = Return(@15)
#5:
    Int32 @17 = Const32(2)
    Void @18 = Return(@17)
#6:
    Int32 @19 = Const32(0)
    Void @20 = Return(@19)
}

; An Upsilon in between is an effect.
proc upsilon(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(32)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Void @5 = Upsilon(@1, ^@16)
    Int32 @6 = Const32(9)
    Int32 @7 = Equal(@1, @6)
    Void @8 = Branch(@7, #3, #2)
#2:
    Int32 @9 = Const32(10)
    Int32 @10 = Equal(@1, @9)
    Void @11 = Branch(@10, #4, #5)
#3:
    Int32 @12 = Const32(1)
    Void @13 = Return(@12)
#4:
    Int32 @14 = Const32(2)
    Void @15 = Return(@14)
#5:
    Int32 @16 = Phi()
    Void @17 = Return(@16)
}

; Floats are not switched on.
proc floats(Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ConstDouble(1)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Branch(@2, #3, #1)
#1:
    Double @4 = ConstDouble(2)
    Int32 @5 = Equal(@0, @4)
    Void @6 = Branch(@5, #3, #2)
#2:
    Double @7 = ConstDouble(3)
    Int32 @8 = Equal(@0, @7)
    Void @9 = Branch(@8, #4, #5)
#3:
    Int32 @10 = Const32(1)
    Void @11 = Return(@10)
#4:
    Int32 @12 = Const32(2)
    Void @13 = Return(@12)
#5:
    Int32 @14 = Const32(0)
    Void @15 = Return(@14)
}

; The end leads back to the beginning.
proc in_a_loop(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int32 @4 = Phi()
    Int32 @5 = Const32(32)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Branch(@6, #5, #2)
#2:
    Int32 @8 = Const32(9)
    Int32 @9 = Equal(@4, @8)
    Void @10 = Branch(@9, #5, #3)
#3:
    Int32 @11 = Const32(10)
    Int32 @12 = Equal(@4, @11)
    Void @13 = Branch(@12, #6, #4)
#4:
    Int32 @14 = Const32(1)
    Int32 @15 = Add(@4, @14)
    Void @16 = Upsilon(@15, ^@4)
    Void @17 = Jump(#1)
#5:
    Int32 @18 = Const32(1)
    Void @19 = Return(@18)
#6:
    Int32 @20 = Const32(2)
    Void @21 = Return(@20)
}

; Two chains; one begins where the other ends.
proc one_after_another(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #6, #1)
#1:
    Int32 @5 = Const32(2)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #6, #2)
#2:
    Int32 @8 = Const32(3)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #6, #3)
#3:
    Void @11 = Fence()
    Int32 @12 = Const32(4)
    Int32 @13 = Equal(@1, @12)
    Void @14 = Branch(@13, #6, #4)
#4:
    Int32 @15 = Const32(5)
    Int32 @16 = Equal(@1, @15)
    Void @17 = Branch(@16, #6, #5)
#5:
    Int32 @18 = Const32(6)
    Int32 @19 = Equal(@1, @18)
    Void @20 = Branch(@19, #6, #7)
#6:
    Int32 @21 = Const32(1)
    Void @22 = Return(@21)
#7:
    Int32 @23 = Const32(0)
    Void @24 = Return(@23)
}

; The root starts a chain, whatever its predecessors.
proc to_the_root(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #3, #1)
#1:
    Int32 @5 = Const32(2)
    Int32 @6 = Equal(@1, @5)
    Void @7 = Branch(@6, #3, #2)
#2:
    Int32 @8 = Const32(3)
    Int32 @9 = Equal(@1, @8)
    Void @10 = Branch(@9, #3, #0)
#3:
    Int32 @11 = Const32(1)
    Void @12 = Return(@11)
}

; A Phi stays in its block.
proc phi(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@6)
    Int32 @3 = Const32(32)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Branch(@4, #3, #1)
#1:
    Int32 @6 = Phi()
    Int32 @7 = Const32(9)
    Int32 @8 = Equal(@1, @7)
    Void @9 = Branch(@8, #3, #2)
#2:
    Int32 @10 = Const32(10)
    Int32 @11 = Equal(@1, @10)
    Void @12 = Branch(@11, #4, #5)
#3:
    Int32 @13 = Const32(1)
    Void @14 = Return(@13)
#4:
    Void @15 = Return(@6)
#5:
    Int32 @16 = Const32(0)
    Void @17 = Return(@16)
}
