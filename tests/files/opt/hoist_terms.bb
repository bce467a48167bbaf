barebones 1
; Loop-invariant terms of sums are added before the loop.
;! opt hoist_terms eliminate_dead_code
;; check: proc added(
;; check: = Add(@1, @2)
;; check: @12 = Jump
;; check: @31 = Add(@22, @
;; check: proc in_another_order(
;; check: = Add(@1, @2)
;; check: @12 = Jump
;; check: @31 = Add(@22, @
;; check: proc outer_subtracted(
;; check: = Sub(@1, @2)
;; check: @12 = Jump
;; check: @31 = Add(@22, @
;; check: proc inner_subtracted(
;; check: = Sub(@2, @1)
;; check: @12 = Jump
;; check: @31 = Add(@22, @
;; check: proc both_subtracted(
;; check: = Add(@1, @2)
;; check: @12 = Jump
;; check: @31 = Sub(@22, @
;; check: proc own_subtracted(
;; check: = Add(@1, @2)
;; check: @12 = Jump
;; check: , @22)
;; check: proc own_and_outer_subtracted(
;; check: = Sub(@1, @2)
;; check: @12 = Jump
;; check: , @22)
;; check: proc sum_subtracted(
;; check: = Sub(@2, @1)
;; check: @12 = Jump
;; check: , @22)
;; check: proc difference_subtracted(
;; check: = Sub(@2, @1)
;; check: @12 = Jump
;; check: @31 = Add(@22, @
;; check: proc of_three(
;; check: = Add(@1, @2)
;; check: = Add(
;; check: Jump
;; check: @32 = Add(@22, @
;; check: proc of_32_bits(
;; check: = Add(@13, @14)
;; check: @12 = Jump
;; check: @32 = Add(@30, @
;; check: proc shared(
;; check: = Add(@1, @2)
;; not: Add
;; check: Jump
;; check: = Add(@22, @
;; check: = Add(@30, @
;; check: proc too_many(
;; check: = Add(@1, @2)
;; check: = Add(@1, @3)
;; check: = Add(@1, @4)
;; check: = Add(@1, @5)
;; not: Add
;; check: Jump
;; check: @42 = Add(@41, @2)
;; check: @43 = Add(@42, @3)
;; check: proc used_twice(
;; check: @30 = Add(@22, @1)
;; check: @31 = Add(@30, @2)
;; check: proc used_as_another(
;; check: @30 = Add(@22, @1)
;; check: @31 = Add(@30, @2)
;; check: proc in_a_state(
;; check: @30 = Add(@22, @1)
;; check: @31 = Add(@30, @2)
;; check: proc two_of_this_turn(
;; check: @30 = Add(@22, @20)
;; check: @31 = Add(@30, @2)
;; check: proc nothing_of_this_turn(
;; check: @30 = Add(@1, @2)
;; check: @31 = Add(@30, @0)
;; check: proc all_subtracted(
;; check: = Add(@1, @2)
;; check: @32 = Sub(@30, @
;; check: proc out_of_two_loops(
;; check: = Add(@1, @2)
;; check: @7 = Jump
;; check: @13 = Add(@10, @
;; check: @24 = Add(@22, @
;; not: = Add(@1, @2)
;; check: Return
;; check: proc out_of_one_loop(
;; check: #1:
;; check: = Sub(@1, @10)
;; check: @17 = Jump
;; check: @24 = Add(@22, @
;; check: proc rare(
;; check: @17 = Add(@10, @1)
;; check: @18 = Add(@17, @2)
;; check: proc behind_another_loop(
;; check: @21 = Add(@20, @1)
;; check: @22 = Add(@21, @2)
;; check: proc doubles(
;; check: @8 = Add(@7, @20)
;; check: @9 = Add(@8, @21)
;; check: proc reference(
;; check: @8 = Add(@6, @1)
;; check: @9 = Add(@8, @2)
;; check: proc made_by_the_terminal(
;; check: @8 = Add(@6, @5)
;; check: @9 = Add(@8, @2)
;! run
;; run added(1, 7, -3) == 4
;; run added(5, 1099511627776, 9) == 2199023255629
;; run added(4, -5, 9223372036854775807) == -9223372036854775799
;; run in_another_order(1, 7, -3) == 4
;; run in_another_order(5, 1099511627776, 9) == 2199023255629
;; run in_another_order(4, -5, 9223372036854775807) == -9223372036854775799
;; run outer_subtracted(1, 7, -3) == 10
;; run outer_subtracted(5, 1099511627776, 9) == 2199023255573
;; run outer_subtracted(4, -5, 9223372036854775807) == 9223372036854775807
;; run inner_subtracted(1, 7, -3) == -10
;; run inner_subtracted(5, 1099511627776, 9) == 2199023255629
;; run inner_subtracted(4, -5, 9223372036854775807) == -9223372036854775785
;; run both_subtracted(1, 7, -3) == -4
;; run both_subtracted(5, 1099511627776, 9) == 2199023255573
;; run both_subtracted(4, -5, 9223372036854775807) == -9223372036854775787
;; run own_subtracted(1, 7, -3) == 4
;; run own_subtracted(5, 1099511627776, 9) == 4398046511031
;; run own_subtracted(4, -5, 9223372036854775807) == 9223372036854775791
;; run own_and_outer_subtracted(1, 7, -3) == 10
;; run own_and_outer_subtracted(5, 1099511627776, 9) == 2199023255627
;; run own_and_outer_subtracted(4, -5, 9223372036854775807) == 9223372036854775797
;; run sum_subtracted(1, 7, -3) == -10
;; run sum_subtracted(5, 1099511627776, 9) == 4398046511031
;; run sum_subtracted(4, -5, 9223372036854775807) == 9223372036854775805
;; run difference_subtracted(1, 7, -3) == -10
;; run difference_subtracted(5, 1099511627776, 9) == 2199023255629
;; run difference_subtracted(4, -5, 9223372036854775807) == -9223372036854775785
;; run of_three(1, 7, -3, 11) == 15
;; run of_three(5, 1099511627776, 9, 2) == 2199023255597
;; run of_three(4, -5, 9223372036854775807, -1) == -9223372036854775796
;; run of_32_bits(1, 7, -3) == 4
;; run of_32_bits(5, 1099511627776, 9) == 77
;; run of_32_bits(4, -5, 9223372036854775807) == 9
;; run shared(1, 7, -3) == 16
;; run shared(5, 1099511627776, 9) == 185817465094837
;; run shared(4, -5, 9223372036854775807) == -9223372036854775750
;; run too_many(1, 7, -3, 11, 13, -17) == -115200
;; run too_many(5, 1099511627776, 9, 2, 4, 6) == 6232141793075016056
;; run too_many(4, -5, 9223372036854775807, -1, -2, -4) == 62847497597888
;; run used_twice(1, 7, -3) == 784
;; run used_twice(5, 1099511627776, 9) == 3074234511469380
;; run used_twice(4, -5, 9223372036854775807) == 952
;; run used_as_another(1, 7, -3) == 784
;; run used_as_another(5, 1099511627776, 9) == 3074234511469380
;; run used_as_another(4, -5, 9223372036854775807) == 952
;; run two_of_this_turn(1, 7, -3) == -3
;; run two_of_this_turn(5, 1099511627776, 9) == 74
;; run two_of_this_turn(4, -5, 9223372036854775807) == -9223372036854775805
;; run nothing_of_this_turn(1, 7, -3) == 5
;; run nothing_of_this_turn(5, 1099511627776, 9) == 2199023255588
;; run nothing_of_this_turn(4, -5, 9223372036854775807) == 9223372036854775806
;; run all_subtracted(1, 7, -3) == -4
;; run all_subtracted(5, 1099511627776, 9) == 2199023255627
;; run all_subtracted(4, -5, 9223372036854775807) == 9223372036854775795
;; run out_of_two_loops(2, 5, 7) == 271596
;; run out_of_two_loops(3, -5, 1099511627776) == -959223839675868039
;; run out_of_one_loop(3, 5) == 3628800
;; run out_of_one_loop(4, -20) == -8852987368131706880
;; run rare(3, 5, 9) == 0
;; run rare(5, 3, 9) == 14
;; run behind_another_loop(3, 5, 9) == 64
;; run behind_another_loop(5, 3, 9) == 32
;; run doubles(4846369599423283200, -4377002437431492608, 7) == 0
;; run doubles(4607182418800017408, 4367597403136100796, 3) == 4611686018427387904
;; run reference(3, 5, 9) == 15
; Each of the three is added or subtracted.
proc added(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @1)
    Int64 @31 = Add(@30, @2)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc in_another_order(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@1, @22)
    Int64 @31 = Add(@2, @30)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc outer_subtracted(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @1)
    Int64 @31 = Sub(@30, @2)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc inner_subtracted(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Sub(@22, @1)
    Int64 @31 = Add(@30, @2)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc both_subtracted(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Sub(@22, @1)
    Int64 @31 = Sub(@30, @2)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc own_subtracted(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Sub(@1, @22)
    Int64 @31 = Add(@30, @2)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc own_and_outer_subtracted(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Sub(@1, @22)
    Int64 @31 = Sub(@30, @2)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc sum_subtracted(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @1)
    Int64 @31 = Sub(@2, @30)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc difference_subtracted(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Sub(@1, @22)
    Int64 @31 = Sub(@2, @30)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
; A sum of a sum of a sum: invariant terms of the first are so for the second.
proc of_three(Int64, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(1)
    Void @10 = Upsilon(@4, ^@20)
    Void @11 = Upsilon(@4, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @1)
    Int64 @31 = Add(@30, @2)
    Int64 @32 = Add(@31, @3)
    Int64 @60 = BitXor(@21, @32)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @5)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc of_32_bits(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Int32 @13 = Trunc(@1)
    Int32 @14 = Trunc(@2)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int32 @30 = Trunc(@22)
    Int32 @31 = Add(@30, @13)
    Int32 @32 = Add(@31, @14)
    Int64 @33 = SExt32(@32)
    Int64 @60 = BitXor(@21, @33)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
; One sum before the loop for two in it.
proc shared(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @20)
    Int64 @31 = Add(@22, @1)
    Int64 @32 = Add(@31, @2)
    Int64 @33 = Add(@30, @1)
    Int64 @34 = Add(@33, @2)
    Int64 @35 = Mul(@32, @34)
    Int64 @60 = BitXor(@21, @35)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
; At most four of them.
proc too_many(Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int64 @4 = ArgumentReg(%a4)
    Int64 @5 = ArgumentReg(%a5)
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(1)
    Void @10 = Upsilon(@6, ^@20)
    Void @11 = Upsilon(@6, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @1)
    Int64 @31 = Add(@30, @2)
    Int64 @32 = Mul(@22, @22)
    Int64 @33 = Add(@32, @1)
    Int64 @34 = Add(@33, @3)
    Int64 @35 = Mul(@32, @22)
    Int64 @36 = Add(@35, @1)
    Int64 @37 = Add(@36, @4)
    Int64 @38 = Mul(@35, @22)
    Int64 @39 = Add(@38, @1)
    Int64 @40 = Add(@39, @5)
    Int64 @41 = Mul(@38, @22)
    Int64 @42 = Add(@41, @2)
    Int64 @43 = Add(@42, @3)
    Int64 @44 = Mul(@31, @34)
    Int64 @45 = Mul(@44, @37)
    Int64 @46 = Mul(@45, @40)
    Int64 @47 = Mul(@46, @43)
    Int64 @60 = BitXor(@21, @47)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @7)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
; The intermediate sum has another use.
proc used_twice(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @1)
    Int64 @31 = Add(@30, @2)
    Int64 @32 = Mul(@31, @30)
    Int64 @33 = Mul(@32, @32)
    Int64 @60 = BitXor(@21, @33)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc used_as_another(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @1)
    Int64 @31 = Add(@30, @2)
    Int64 @32 = Identity(@30)
    Int64 @33 = Mul(@31, @32)
    Int64 @34 = Mul(@33, @33)
    Int64 @60 = BitXor(@21, @34)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
; And here, in an exit state.
proc in_a_state(Int64, Int64, Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@30]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @1)
    Int64 @31 = Add(@30, @2)
    Int32 @32 = LessThan(@0, @1)
    Void @33 = Check(@32, state=state0)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
; Only one term is loop-invariant.
proc two_of_this_turn(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@22, @20)
    Int64 @31 = Add(@30, @2)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
; All are loop-invariant: hoisting moves the entire sum.
proc nothing_of_this_turn(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Add(@1, @2)
    Int64 @31 = Add(@30, @0)
    Int64 @60 = BitXor(@21, @31)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
; A negation is a term of the iteration.
proc all_subtracted(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @30 = Neg(@22)
    Int64 @31 = Sub(@30, @1)
    Int64 @32 = Sub(@31, @2)
    Int64 @60 = BitXor(@21, @32)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
; Out of both loops, and the sum of the outer one shares it.
proc out_of_two_loops(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@3, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @12 = Add(@10, @1)
    Int64 @13 = Add(@12, @2)
    Int64 @14 = BitXor(@11, @13)
    Void @15 = Upsilon(@3, ^@20)
    Void @16 = Upsilon(@14, ^@21)
    Void @17 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @10)
    Int64 @23 = Add(@22, @1)
    Int64 @24 = Add(@23, @2)
    Int64 @25 = Mul(@21, @24)
    Int64 @26 = Add(@20, @4)
    Void @27 = Upsilon(@25, ^@21)
    Void @28 = Upsilon(@26, ^@20)
    Int32 @29 = LessThan(@26, @0)
    Void @30 = Branch(@29, #2, #3)
#3:
    Int64 @31 = Add(@10, @4)
    Void @32 = Upsilon(@31, ^@10)
    Void @33 = Upsilon(@25, ^@11)
    Int32 @34 = LessThan(@31, @0)
    Void @35 = Branch(@34, #1, #4)
#4:
    Void @36 = Return(@25)
}
; One term varies in the outer loop.
proc out_of_one_loop(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Void @15 = Upsilon(@3, ^@20)
    Void @16 = Upsilon(@11, ^@21)
    Void @17 = Jump(#2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int64 @23 = Sub(@22, @10)
    Int64 @24 = Add(@23, @1)
    Int64 @25 = Mul(@21, @24)
    Int64 @26 = Add(@20, @4)
    Void @27 = Upsilon(@25, ^@21)
    Void @28 = Upsilon(@26, ^@20)
    Int32 @29 = LessThan(@26, @0)
    Void @30 = Branch(@29, #2, #3)
#3:
    Int64 @31 = Add(@10, @4)
    Void @32 = Upsilon(@31, ^@10)
    Void @33 = Upsilon(@25, ^@11)
    Int32 @34 = LessThan(@31, @0)
    Void @35 = Branch(@34, #1, #4)
#4:
    Void @36 = Return(@25)
}
; A rare sum stays, because the loop is entered more often.
proc rare(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Upsilon(@3, ^@11)
    Void @7 = Jump(#1)
#1 frequency=4:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @12 = Add(@10, @4)
    Void @13 = Upsilon(@12, ^@10)
    Int32 @14 = Equal(@12, @1)
    Void @15 = Upsilon(@11, ^@20)
    Void @16 = Branch(@14, #2:rare, #3)
#2 frequency=0.5:
    Int64 @17 = Add(@10, @1)
    Int64 @18 = Add(@17, @2)
    Void @19 = Upsilon(@18, ^@20)
    Void @21 = Jump(#3)
#3 frequency=4:
    Int64 @20 = Phi()
    Void @22 = Upsilon(@20, ^@11)
    Int32 @23 = LessThan(@12, @0)
    Void @24 = Branch(@23, #1, #4)
#4:
    Void @25 = Return(@20)
}
; The preheader is in another loop, and runs in each of its iterations.
proc behind_another_loop(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@10)
    Void @6 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Add(@10, @4)
    Void @12 = Upsilon(@11, ^@10)
    Int32 @13 = LessThan(@11, @1)
    Void @14 = Upsilon(@3, ^@20)
    Void @15 = Branch(@13, #1, #2)
#2:
    Int64 @20 = Phi()
    Int64 @21 = Add(@20, @1)
    Int64 @22 = Add(@21, @2)
    Int64 @23 = Add(@20, @4)
    Void @24 = Upsilon(@23, ^@20)
    Int32 @25 = LessThan(@23, @0)
    Void @26 = Branch(@25, #2, #3)
#3:
    Int64 @27 = Mul(@22, @10)
    Void @28 = Return(@27)
}
; Sums of floats depend on their order.
proc doubles(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Double @20 = BitwiseCast(@0)
    Double @21 = BitwiseCast(@1)
    Void @4 = Upsilon(@2, ^@6)
    Void @5 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Double @7 = IToD(@6)
    Double @8 = Add(@7, @20)
    Double @9 = Add(@8, @21)
    Int64 @10 = Sub(@6, @3)
    Void @11 = Upsilon(@10, ^@6)
    Void @12 = Branch(@10, #1, #2)
#2:
    Int64 @14 = BitwiseCast(@9)
    Void @13 = Return(@14)
}
; With references, nothing is reassociated.
proc reference(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1, reference)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@0, ^@6)
    Void @5 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @8 = Add(@6, @1)
    Int64 @9 = Add(@8, @2)
    Int64 @10 = Sub(@6, @3)
    Void @11 = Upsilon(@10, ^@6)
    Void @12 = Branch(@10, #1, #2)
#2:
    Void @13 = Return(@9)
}
; The terminal of the preheader defines a term.
proc made_by_the_terminal(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@0, ^@6)
    Int64 @5 = Patchpoint(@1: WarmAny, #1, effects={terminal})
#1:
    Int64 @6 = Phi()
    Int64 @8 = Add(@6, @5)
    Int64 @9 = Add(@8, @2)
    Int64 @10 = Sub(@6, @3)
    Void @11 = Upsilon(@10, ^@6)
    Void @12 = Branch(@10, #1, #2)
#2:
    Void @13 = Return(@9)
}
