barebones 1
; Counters of 32 bits that have 64, where what is extended wraps in every turn or in none.
;! opt widen_induction_variables eliminate_dead_code
;; check: proc until_equal(
;; not: Ext32(
;; check: Return(
;; check: proc compared_in_64_bits(
;; not: Ext32(
;; check: Const64(64)
;; check: Branch(
;; check: Return(
;; check: proc another_ends_it(
;; not: Ext32(
;; check: Return(
;; check: proc its_truth(
;; not: Ext32(
;; not: Trunc
;; check: Branch(
;; check: Return(
;; check: proc wraps_always(
;; not: Ext32(
;; check: Return(
;; check: proc wraps_just_always(
;; not: Ext32(
;; check: Return(
;; check: proc wraps_but_once(
;; check: Ext32(
;; check: Return(
;; check: proc up_to_the_last(
;; not: Ext32(
;; check: Return(
;; check: proc over_the_last(
;; check: Ext32(
;; check: Return(
;; check: proc down_signed(
;; not: Ext32(
;; check: Return(
;; check: proc down_unsigned(
;; check: Ext32(
;; check: Return(
;; check: proc down_over_zero(
;; check: Ext32(
;; check: Return(
;; check: proc up_to_an_argument(
;; not: Ext32(
;; check: Return(
;; check: proc up_by_two(
;; check: Ext32(
;; check: Return(
;; check: proc up_to_and_with(
;; check: Ext32(
;; check: Return(
;; check: proc limit_on_the_left(
;; not: Ext32(
;; check: Return(
;; check: proc before_the_sum(
;; not: Ext32(
;; check: Return(
;; check: proc before_the_sum_too_far(
;; check: Ext32(
;; check: Return(
;; check: proc shifted(
;; not: Ext32(
;; check: Return(
;; check: proc shifted_too_far(
;; check: Ext32(
;; check: Return(
;; check: proc shifted_out(
;; check: Ext32(
;; check: Return(
;; check: proc from_an_argument(
;; check: Ext32(
;; check: Return(
;; check: proc from_few_bits(
;; check: ZExt32(
;; check: Jump(
;; not: Ext32(
;; check: Return(
;; check: proc no_immediate(
;; check: Ext32(
;; check: Return(
;; check: proc of_no_end(
;; check: Ext32(
;; check: Return(
;; check: proc truth_beyond_the_word(
;; not: Ext32(
;; check: = Trunc(
;; check: Branch(
;; check: Return(
;; check: proc two_ways_in(
;; not: Ext32(
;; check: Return(
;; check: proc nested(
;; not: Ext32(
;; check: Return(
;; check: proc nested_negative(
;; check: SExt32(@5)
;; not: Ext32(
;; check: Return(
;; check: proc ends_at_its_head(
;; not: Ext32(
;; check: Return(
;; check: proc ends_sometimes(
;; check: Ext32(
;; check: Return(
;; check: proc ends_in_an_inner_loop(
;; check: Ext32(
;; check: Return(
;; check: proc written_in_the_middle(
;; check: Ext32(
;; check: Return(
;; check: proc written_twice(
;; check: Ext32(
;; check: Return(
;; check: proc two_ways_back(
;; check: Ext32(
;; check: Return(
;; check: proc extended_behind(
;; check: Int32 @5 = Phi()
;; check: Ext32(
;; check: Return(
;; check: proc not_written(
;; check: Ext32(
;; check: Return(
;! run
;; run written_in_the_middle(0) == 180
;; run written_in_the_middle(5) == 180
;; run until_equal() == -804011657889382368
;; run compared_in_64_bits() == 176789011869836572
;; run another_ends_it() == 8970458115384546192
;; run its_truth() == 4654317858697117824
;; run wraps_always() == 3824538481188339840
;; run wraps_just_always() == 799013168453451904
;; run wraps_but_once() == 8637350929966423936
;; run up_to_the_last() == -6069441045227319697
;; run over_the_last() == 1342707582832742800
;; run down_signed(0) == 1027
;; run down_signed(100) == 1487676774562067632
;; run down_signed(2000) == -5516874731010772217
;; run down_signed(-5) == 1027
;; run down_unsigned(100) == 2858774153542178016
;; run down_unsigned(2000) == 3651304172539933547
;; run down_over_zero(4) == 1027
;; run down_over_zero(100) == 404907894854367503
;; run up_to_an_argument(0) == 4
;; run up_to_an_argument(9) == -2245894122869456732
;; run up_to_an_argument(-3) == 4
;; run up_by_two(0) == 4
;; run up_by_two(9) == 3880840
;; run up_to_and_with(0) == 4
;; run up_to_and_with(9) == 110194469694085
;; run limit_on_the_left() == 78041737478861555
;; run before_the_sum() == -6069441045227319697
;; run before_the_sum_too_far() == -3685231667098878080
;; run shifted() == 5060495049207517404
;; run shifted_too_far() == 310463561284855584
;; run shifted_out() == -7448199506036916096
;; run from_an_argument(0) == 3642792386580
;; run from_an_argument(-4) == 117509431824
;; run from_few_bits(0) == 3642792386580
;; run from_few_bits(70) == 8930716818714
;; run no_immediate() == -636082472362979296
;; run of_no_end(4) == 4
;; run of_no_end(9) == 4
;; run truth_beyond_the_word() == 3723098450804342784
;; run two_ways_in(0) == 140
;; run two_ways_in(1) == 156
;; run nested() == 39204
;; run nested_negative() == 27840
;; run ends_at_its_head(0) == 0
;; run ends_at_its_head(20) == 2490
;; run ends_sometimes(3) == 843
;; run ends_sometimes(60) == 100860
;; run ends_in_an_inner_loop(0) == 0
;; run ends_in_an_inner_loop(400) == 440
;; run written_twice(0) == 180
;; run written_twice(5) == 180
;; run extended_behind(2) == 42
;; run not_written(1) == 180
; Until it is equal to something.
proc until_equal() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(64)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = ZExt32(@8)
    Int64 @11 = Mul(@9, @4)
    Int64 @12 = Add(@11, @10)
    Int32 @13 = Const32(16)
    Int32 @14 = Add(@8, @13)
    Int64 @15 = ZExt32(@14)
    Int64 @16 = Mul(@12, @4)
    Int64 @17 = Add(@16, @15)
    Int32 @18 = Const32(-4)
    Int32 @19 = Add(@8, @18)
    Int64 @20 = SExt32(@19)
    Int64 @21 = Mul(@17, @4)
    Int64 @22 = Add(@21, @20)
    Int32 @23 = Add(@8, @1)
    Int32 @24 = NotEqual(@23, @2)
    Void @25 = Upsilon(@23, ^@8)
    Void @26 = Upsilon(@22, ^@9)
    Void @27 = Branch(@24, #1, #2)
#2:
    Void @28 = Return(@22)
}
; The comparison is one of 64 bits, too.
proc compared_in_64_bits() -> Int64 {
#0:
    Int32 @0 = Const32(8)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(64)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(16)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; Another counter ends the loop.
proc another_ends_it() -> Int64 {
#0:
    Int32 @0 = Const32(1024)
    Int32 @1 = Const32(100)
    Int32 @2 = Const32(8)
    Int32 @3 = Const32(-1)
    Int32 @4 = Const32(0)
    Int64 @5 = Const64(0)
    Int64 @6 = Const64(31)
    Void @7 = Upsilon(@0, ^@11)
    Void @8 = Upsilon(@5, ^@12)
    Void @9 = Upsilon(@1, ^@13)
    Void @10 = Jump(#1)
#1:
    Int32 @11 = Phi()
    Int64 @12 = Phi()
    Int32 @13 = Phi()
    Int32 @14 = Const32(8)
    Int32 @15 = Add(@11, @14)
    Int64 @16 = ZExt32(@15)
    Int64 @17 = Mul(@12, @6)
    Int64 @18 = Add(@17, @16)
    Int32 @19 = Add(@11, @2)
    Int32 @20 = Add(@13, @3)
    Int32 @21 = NotEqual(@20, @4)
    Void @22 = Upsilon(@19, ^@11)
    Void @23 = Upsilon(@18, ^@12)
    Void @24 = Upsilon(@20, ^@13)
    Void @25 = Branch(@21, #1, #2)
#2:
    Void @26 = Return(@18)
}
; A Branch on the sum itself.
proc its_truth() -> Int64 {
#0:
    Int32 @0 = Const32(-256)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = SExt32(@8)
    Int64 @11 = Mul(@9, @4)
    Int64 @12 = Add(@11, @10)
    Int32 @13 = Add(@8, @1)
    Void @14 = Upsilon(@13, ^@8)
    Void @15 = Upsilon(@12, ^@9)
    Void @16 = Branch(@13, #1, #2)
#2:
    Void @17 = Return(@12)
}
; What is extended wraps in every turn,
proc wraps_always() -> Int64 {
#0:
    Int32 @0 = Const32(-256)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(1280)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; .. just so,
proc wraps_just_always() -> Int64 {
#0:
    Int32 @0 = Const32(-256)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(256)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; .. and in all but one.
proc wraps_but_once() -> Int64 {
#0:
    Int32 @0 = Const32(-256)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(255)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; The last turn is just in the word,
proc up_to_the_last() -> Int64 {
#0:
    Int32 @0 = Const32(2147483392)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(2147483632)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(31)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = SExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; .. or just not.
proc over_the_last() -> Int64 {
#0:
    Int32 @0 = Const32(2147483392)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(2147483632)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(32)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = SExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; Down to a signed number, from one that nobody knows: at most 2^29 turns.
proc down_signed(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1024)
    Int32 @3 = Const32(4)
    Int32 @4 = Const32(-4)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(31)
    Void @8 = Upsilon(@2, ^@12)
    Void @9 = Upsilon(@6, ^@13)
    Void @10 = Upsilon(@1, ^@14)
    Void @11 = Jump(#1)
#1:
    Int32 @12 = Phi()
    Int64 @13 = Phi()
    Int32 @14 = Phi()
    Int32 @15 = Const32(3)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Mul(@13, @7)
    Int64 @19 = Add(@18, @17)
    Int32 @20 = Add(@12, @3)
    Int32 @21 = Add(@14, @4)
    Int32 @22 = GreaterThan(@21, @5)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@19, ^@13)
    Void @25 = Upsilon(@21, ^@14)
    Void @26 = Branch(@22, #1, #2)
#2:
    Void @27 = Return(@19)
}
; Down to an unsigned number: as many as there may be are too many.
proc down_unsigned(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1024)
    Int32 @3 = Const32(8)
    Int32 @4 = Const32(-4)
    Int32 @5 = Const32(7)
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(31)
    Void @8 = Upsilon(@2, ^@12)
    Void @9 = Upsilon(@6, ^@13)
    Void @10 = Upsilon(@1, ^@14)
    Void @11 = Jump(#1)
#1:
    Int32 @12 = Phi()
    Int64 @13 = Phi()
    Int32 @14 = Phi()
    Int32 @15 = Const32(3)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Mul(@13, @7)
    Int64 @19 = Add(@18, @17)
    Int32 @20 = Add(@12, @3)
    Int32 @21 = Add(@14, @4)
    Int32 @22 = Above(@21, @5)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@19, ^@13)
    Void @25 = Upsilon(@21, ^@14)
    Void @26 = Branch(@22, #1, #2)
#2:
    Void @27 = Return(@19)
}
; A step that leads past 0, from where it goes on.
proc down_over_zero(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(1024)
    Int32 @3 = Const32(1)
    Int32 @4 = Const32(-4)
    Int32 @5 = Const32(2)
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(31)
    Void @8 = Upsilon(@2, ^@12)
    Void @9 = Upsilon(@6, ^@13)
    Void @10 = Upsilon(@1, ^@14)
    Void @11 = Jump(#1)
#1:
    Int32 @12 = Phi()
    Int64 @13 = Phi()
    Int32 @14 = Phi()
    Int32 @15 = Const32(3)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Mul(@13, @7)
    Int64 @19 = Add(@18, @17)
    Int32 @20 = Add(@12, @3)
    Int32 @21 = Add(@14, @4)
    Int32 @22 = Above(@21, @5)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@19, ^@13)
    Void @25 = Upsilon(@21, ^@14)
    Void @26 = Branch(@22, #1, #2)
#2:
    Void @27 = Return(@19)
}
; Up to what nobody knows, by one.
proc up_to_an_argument(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(1)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(31)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int64 @11 = SExt32(@9)
    Int64 @12 = Mul(@10, @5)
    Int64 @13 = Add(@12, @11)
    Int32 @14 = Const32(4)
    Int32 @15 = Add(@9, @14)
    Int64 @16 = ZExt32(@15)
    Int64 @17 = Mul(@13, @5)
    Int64 @18 = Add(@17, @16)
    Int32 @19 = Add(@9, @3)
    Int32 @20 = LessThan(@19, @1)
    Void @21 = Upsilon(@19, ^@9)
    Void @22 = Upsilon(@18, ^@10)
    Void @23 = Branch(@20, #1, #2)
#2:
    Void @24 = Return(@18)
}
; By two it may step over it.
proc up_by_two(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(2)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(31)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int32 @11 = Const32(4)
    Int32 @12 = Add(@9, @11)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Mul(@10, @5)
    Int64 @15 = Add(@14, @13)
    Int32 @16 = Add(@9, @3)
    Int32 @17 = LessThan(@16, @1)
    Void @18 = Upsilon(@16, ^@9)
    Void @19 = Upsilon(@15, ^@10)
    Void @20 = Branch(@17, #1, #2)
#2:
    Void @21 = Return(@15)
}
; With the last one it may be the last there is.
proc up_to_and_with(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(1)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(31)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int32 @11 = Const32(4)
    Int32 @12 = Add(@9, @11)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Mul(@10, @5)
    Int64 @15 = Add(@14, @13)
    Int32 @16 = Add(@9, @3)
    Int32 @17 = BelowEqual(@16, @1)
    Void @18 = Upsilon(@16, ^@9)
    Void @19 = Upsilon(@15, ^@10)
    Void @20 = Branch(@17, #1, #2)
#2:
    Void @21 = Return(@15)
}
; The limit is on the left, and the loop goes on where that is not so.
proc limit_on_the_left() -> Int64 {
#0:
    Int32 @0 = Const32(5)
    Int32 @1 = Const32(3)
    Int32 @2 = Const32(300)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(-5)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = BelowEqual(@2, @15)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #2, #1)
#2:
    Void @20 = Return(@14)
}
; The counter is compared before it is counted: there is one turn more,
proc before_the_sum() -> Int64 {
#0:
    Int32 @0 = Const32(2147483392)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(2147483616)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(31)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = SExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@8, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; .. which is too many.
proc before_the_sum_too_far() -> Int64 {
#0:
    Int32 @0 = Const32(2147483392)
    Int32 @1 = Const32(16)
    Int32 @2 = Const32(2147483632)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(31)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = SExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@8, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; Shifted as far as an index is,
proc shifted() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = Const32(100)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(2)
    Int32 @11 = Shl(@8, @10)
    Int32 @12 = Const32(16)
    Int32 @13 = Add(@11, @12)
    Int64 @14 = ZExt32(@13)
    Int64 @15 = Mul(@9, @4)
    Int64 @16 = Add(@15, @14)
    Int32 @17 = Const32(3)
    Int32 @18 = Shl(@8, @17)
    Int64 @19 = ZExt32(@18)
    Int64 @20 = Mul(@16, @4)
    Int64 @21 = Add(@20, @19)
    Int32 @22 = Const32(1)
    Int32 @23 = Shl(@8, @22)
    Int32 @24 = Const32(-1)
    Int32 @25 = Add(@23, @24)
    Int64 @26 = SExt32(@25)
    Int64 @27 = Mul(@21, @4)
    Int64 @28 = Add(@27, @26)
    Int32 @29 = Add(@8, @1)
    Int32 @30 = NotEqual(@29, @2)
    Void @31 = Upsilon(@29, ^@8)
    Void @32 = Upsilon(@28, ^@9)
    Void @33 = Branch(@30, #1, #2)
#2:
    Void @34 = Return(@28)
}
; .. and further.
proc shifted_too_far() -> Int64 {
#0:
    Int32 @0 = Const32(0)
    Int32 @1 = Const32(1)
    Int32 @2 = Const32(100)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(4)
    Int32 @11 = Shl(@8, @10)
    Int32 @12 = Const32(16)
    Int32 @13 = Add(@11, @12)
    Int64 @14 = ZExt32(@13)
    Int64 @15 = Mul(@9, @4)
    Int64 @16 = Add(@15, @14)
    Int32 @17 = Add(@8, @1)
    Int32 @18 = NotEqual(@17, @2)
    Void @19 = Upsilon(@17, ^@8)
    Void @20 = Upsilon(@16, ^@9)
    Void @21 = Branch(@18, #1, #2)
#2:
    Void @22 = Return(@16)
}
; What is shifted out is lost.
proc shifted_out() -> Int64 {
#0:
    Int32 @0 = Const32(536870896)
    Int32 @1 = Const32(1)
    Int32 @2 = Const32(536870928)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(3)
    Int32 @11 = Shl(@8, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; It begins with what nobody knows.
proc from_an_argument(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(9)
    Int32 @3 = Const32(4)
    Int32 @4 = Const32(-1)
    Int32 @5 = Const32(0)
    Int64 @6 = Const64(0)
    Int64 @7 = Const64(31)
    Void @8 = Upsilon(@1, ^@12)
    Void @9 = Upsilon(@6, ^@13)
    Void @10 = Upsilon(@2, ^@14)
    Void @11 = Jump(#1)
#1:
    Int32 @12 = Phi()
    Int64 @13 = Phi()
    Int32 @14 = Phi()
    Int32 @15 = Const32(4)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Mul(@13, @7)
    Int64 @19 = Add(@18, @17)
    Int32 @20 = Add(@12, @3)
    Int32 @21 = Add(@14, @4)
    Int32 @22 = NotEqual(@21, @5)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@19, ^@13)
    Void @25 = Upsilon(@21, ^@14)
    Void @26 = Branch(@22, #1, #2)
#2:
    Void @27 = Return(@19)
}
; It begins with less than 32.
proc from_few_bits(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(31)
    Int32 @3 = BitAnd(@1, @2)
    Int32 @4 = Const32(9)
    Int32 @5 = Const32(4)
    Int32 @6 = Const32(-1)
    Int32 @7 = Const32(0)
    Int64 @8 = Const64(0)
    Int64 @9 = Const64(31)
    Void @10 = Upsilon(@3, ^@14)
    Void @11 = Upsilon(@8, ^@15)
    Void @12 = Upsilon(@4, ^@16)
    Void @13 = Jump(#1)
#1:
    Int32 @14 = Phi()
    Int64 @15 = Phi()
    Int32 @16 = Phi()
    Int32 @17 = Const32(4)
    Int32 @18 = Add(@14, @17)
    Int64 @19 = ZExt32(@18)
    Int64 @20 = Mul(@15, @9)
    Int64 @21 = Add(@20, @19)
    Int32 @22 = Add(@14, @5)
    Int32 @23 = Add(@16, @6)
    Int32 @24 = NotEqual(@23, @7)
    Void @25 = Upsilon(@22, ^@14)
    Void @26 = Upsilon(@21, ^@15)
    Void @27 = Upsilon(@23, ^@16)
    Void @28 = Branch(@24, #1, #2)
#2:
    Void @29 = Return(@21)
}
; The constant would be none of 32 bits.
proc no_immediate() -> Int64 {
#0:
    Int32 @0 = Const32(16)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(80)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int32 @10 = Const32(-2147483648)
    Int32 @11 = Add(@8, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Mul(@9, @4)
    Int64 @14 = Add(@13, @12)
    Int32 @15 = Add(@8, @1)
    Int32 @16 = NotEqual(@15, @2)
    Void @17 = Upsilon(@15, ^@8)
    Void @18 = Upsilon(@14, ^@9)
    Void @19 = Branch(@16, #1, #2)
#2:
    Void @20 = Return(@14)
}
; Nothing says how often it turns.
proc of_no_end(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(4)
    Int64 @4 = Const64(0)
    Int64 @5 = Const64(31)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Upsilon(@4, ^@10)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int32 @11 = Const32(4)
    Int32 @12 = Add(@9, @11)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Mul(@10, @5)
    Int64 @15 = Add(@14, @13)
    Int32 @16 = Add(@9, @3)
    Int32 @17 = GreaterThan(@16, @1)
    Void @18 = Upsilon(@16, ^@9)
    Void @19 = Upsilon(@15, ^@10)
    Void @20 = Branch(@17, #1, #2)
#2:
    Void @21 = Return(@15)
}
; The sum becomes 2^32, which is 0 in 32 bits only.
proc truth_beyond_the_word() -> Int64 {
#0:
    Int32 @0 = Const32(1879048192)
    Int32 @1 = Const32(268435456)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(31)
    Void @5 = Upsilon(@0, ^@8)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = ZExt32(@8)
    Int64 @11 = Mul(@9, @4)
    Int64 @12 = Add(@11, @10)
    Int32 @13 = Add(@8, @1)
    Void @14 = Upsilon(@13, ^@8)
    Void @15 = Upsilon(@12, ^@9)
    Void @16 = Branch(@13, #1, #2)
#2:
    Void @17 = Return(@12)
}
; Two ways in, each with a constant.
proc two_ways_in(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = Const32(4)
    Void @3 = Upsilon(@1, ^@12)
    Void @4 = Branch(@0, #1, #2)
#1:
    Int32 @5 = Const32(16)
    Void @6 = Upsilon(@5, ^@11)
    Void @7 = Jump(#3)
#2:
    Int32 @8 = Const32(-16)
    Void @9 = Upsilon(@8, ^@11)
    Void @10 = Jump(#3)
#3:
    Int32 @11 = Phi()
    Int64 @12 = Phi()
    Int64 @13 = SExt32(@11)
    Int64 @14 = Add(@12, @13)
    Int32 @15 = Add(@11, @2)
    Int32 @16 = Const32(40)
    Int32 @17 = LessThan(@15, @16)
    Void @18 = Upsilon(@15, ^@11)
    Void @19 = Upsilon(@14, ^@12)
    Void @20 = Branch(@17, #3, #4)
#4:
    Void @21 = Return(@14)
}
; An inner loop begins with what an outer one counts: nothing is extended in front of it.
proc nested() -> Int64 {
#0:
    Int32 @0 = Const32(1024)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()
    Int64 @6 = Phi()
    Int32 @7 = Const32(4)
    Int32 @8 = Add(@5, @7)
    Int64 @9 = ZExt32(@8)
    Int32 @10 = Const32(5)
    Void @11 = Upsilon(@8, ^@16)
    Void @12 = Upsilon(@10, ^@17)
    Void @13 = Upsilon(@6, ^@18)
    Void @14 = Jump(#2)
#2:
    Int32 @16 = Phi()
    Int32 @17 = Phi()
    Int64 @18 = Phi()
    Int32 @19 = Const32(12)
    Int32 @20 = Add(@16, @19)
    Int64 @21 = ZExt32(@20)
    Int64 @22 = Add(@18, @21)
    Int32 @23 = Const32(8)
    Int32 @24 = Add(@16, @23)
    Int32 @25 = Const32(-1)
    Int32 @26 = Add(@17, @25)
    Void @27 = Upsilon(@24, ^@16)
    Void @28 = Upsilon(@26, ^@17)
    Void @29 = Upsilon(@22, ^@18)
    Void @30 = Branch(@26, #2, #3)
#3:
    Int64 @31 = BitXor(@22, @9)
    Int32 @32 = Const32(256)
    Int32 @33 = Add(@5, @32)
    Int32 @34 = Const32(2304)
    Int32 @35 = NotEqual(@33, @34)
    Void @36 = Upsilon(@33, ^@5)
    Void @37 = Upsilon(@31, ^@6)
    Void @38 = Branch(@35, #1, #4)
#4:
    Void @39 = Return(@31)
}
; The outer counter is negative, and nothing of it is extended but for the inner one.
proc nested_negative() -> Int64 {
#0:
    Int32 @0 = Const32(-1024)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()
    Int64 @6 = Phi()
    Int32 @7 = Const32(5)
    Void @8 = Upsilon(@5, ^@12)
    Void @9 = Upsilon(@7, ^@13)
    Void @10 = Upsilon(@6, ^@14)
    Void @11 = Jump(#2)
#2:
    Int32 @12 = Phi()
    Int32 @13 = Phi()
    Int64 @14 = Phi()
    Int32 @15 = Const32(2048)
    Int32 @16 = Add(@12, @15)
    Int64 @17 = ZExt32(@16)
    Int64 @18 = Add(@14, @17)
    Int32 @19 = Const32(-8)
    Int32 @20 = Add(@12, @19)
    Int32 @21 = Const32(-1)
    Int32 @22 = Add(@13, @21)
    Void @23 = Upsilon(@20, ^@12)
    Void @24 = Upsilon(@22, ^@13)
    Void @25 = Upsilon(@18, ^@14)
    Void @26 = Branch(@22, #2, #3)
#3:
    Int32 @27 = Const32(256)
    Int32 @28 = Add(@5, @27)
    Int32 @29 = Const32(0)
    Int32 @30 = NotEqual(@28, @29)
    Void @31 = Upsilon(@28, ^@5)
    Void @32 = Upsilon(@18, ^@6)
    Void @33 = Branch(@30, #1, #4)
#4:
    Void @34 = Return(@18)
}
; The loop ends in front of what it does.
proc ends_at_its_head(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int64 @7 = Phi()
    Int32 @8 = Trunc(@0)
    Int32 @9 = Below(@6, @8)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int64 @11 = ZExt32(@6)
    Int64 @12 = Mul(@11, @11)
    Int64 @13 = Add(@7, @12)
    Int32 @14 = Const32(1)
    Int32 @15 = Add(@6, @14)
    Void @16 = Upsilon(@15, ^@6)
    Void @17 = Upsilon(@13, ^@7)
    Void @18 = Jump(#1)
#3:
    Int64 @19 = ZExt32(@6)
    Int64 @20 = Add(@7, @19)
    Void @21 = Return(@20)
}
; Not each turn comes to the branch that ends it.
proc ends_sometimes(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int64 @7 = Phi()
    Int32 @8 = Const32(4)
    Int32 @9 = Add(@6, @8)
    Int64 @10 = ZExt32(@9)
    Int64 @11 = Add(@7, @10)
    Int64 @12 = Const64(64)
    Int64 @13 = BitAnd(@11, @12)
    Void @14 = Branch(@13, #2, #3)
#2:
    Int32 @15 = Const32(80)
    Int32 @16 = NotEqual(@9, @15)
    Void @17 = Branch(@16, #3, #4)
#3:
    Void @18 = Upsilon(@9, ^@6)
    Void @19 = Upsilon(@11, ^@7)
    Int64 @20 = Const64(100000)
    Int32 @21 = Below(@11, @20)
    Void @22 = Branch(@21, #1, #4)
#4:
    Void @23 = Return(@11)
}
; The branch is in an inner loop, and the inner counter another one.
proc ends_in_an_inner_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Upsilon(@2, ^@7)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @8 = ZExt32(@6)
    Int64 @9 = Add(@7, @8)
    Int32 @10 = Const32(8)
    Int32 @11 = Const32(4)
    Void @12 = Upsilon(@11, ^@14)
    Void @13 = Jump(#2)
#2:
    Int32 @14 = Phi()
    Int32 @15 = Const32(-1)
    Int32 @16 = Add(@14, @15)
    Void @17 = Upsilon(@16, ^@14)
    Void @18 = Branch(@16, #2, #3)
#3:
    Int32 @19 = Add(@6, @10)
    Void @20 = Upsilon(@19, ^@6)
    Void @21 = Upsilon(@9, ^@7)
    Int32 @22 = Below(@9, @0)
    Void @23 = Branch(@22, #1, #4)
#4:
    Void @24 = Return(@9)
}
; Something else writes the counter in the middle of the loop, which means nothing.
proc written_in_the_middle(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Int32 @3 = Const32(4)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int32 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = ZExt32(@7)
    Int64 @10 = Add(@8, @9)
    Int32 @11 = Add(@7, @3)
    Void @12 = Upsilon(@10, ^@8)
    Void @13 = Branch(@0, #2, #3)
#2:
    Void @14 = Upsilon(@3, ^@7)
    Void @15 = Jump(#3)
#3:
    Int32 @16 = Const32(40)
    Int32 @17 = NotEqual(@11, @16)
    Void @18 = Upsilon(@11, ^@7)
    Void @19 = Branch(@17, #1, #4)
#4:
    Void @20 = Return(@10)
}
; Something else writes the counter besides: at the end of the block, and in its middle.
proc written_twice(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Int32 @3 = Const32(4)
    Int32 @4 = Trunc(@0)
    Void @5 = Upsilon(@1, ^@9)
    Void @6 = Upsilon(@2, ^@10)
    Void @7 = Upsilon(@1, ^@11)
    Void @8 = Jump(#1)
#1:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int32 @11 = Phi()
    Int64 @12 = ZExt32(@9)
    Int64 @13 = Add(@10, @12)
    Int32 @14 = Add(@9, @3)
    Int32 @15 = Add(@11, @3)
    Void @16 = Upsilon(@14, ^@9)
    Void @17 = Upsilon(@15, ^@11)
    Void @18 = Upsilon(@13, ^@10)
    Void @19 = Branch(@0, #2, #3)
#2:
    Void @20 = Upsilon(@4, ^@9)
    Void @21 = Jump(#3)
#3:
    Int32 @22 = Const32(40)
    Int32 @23 = NotEqual(@15, @22)
    Void @24 = Upsilon(@14, ^@9)
    Void @25 = Branch(@23, #1, #4)
#4:
    Void @26 = Return(@13)
}
; Two edges lead back.
proc two_ways_back(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Int32 @3 = Const32(4)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int32 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = ZExt32(@7)
    Int64 @10 = Add(@8, @9)
    Int32 @11 = Add(@7, @3)
    Int32 @12 = Const32(40)
    Int32 @13 = NotEqual(@11, @12)
    Void @14 = Upsilon(@11, ^@7)
    Void @15 = Upsilon(@10, ^@8)
    Void @16 = Branch(@13, #2, #3)
#2:
    Int64 @17 = Const64(7)
    Int64 @18 = BitAnd(@10, @17)
    Void @19 = Branch(@18, #1, #4)
#3:
    Void @20 = Return(@10)
#4:
    Int32 @21 = Const32(8)
    Int32 @22 = Add(@11, @21)
    Void @23 = Upsilon(@22, ^@7)
    Void @24 = Jump(#1)
}
; Nothing of it is extended in a loop.
proc extended_behind(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int32 @2 = Const32(4)
    Void @3 = Upsilon(@1, ^@5)
    Void @4 = Jump(#1)
#1:
    Int32 @5 = Phi()
    Int32 @6 = Add(@5, @2)
    Int32 @7 = Const32(40)
    Int32 @8 = NotEqual(@6, @7)
    Void @9 = Upsilon(@6, ^@5)
    Void @10 = Branch(@8, #1, #2)
#2:
    Int64 @11 = ZExt32(@6)
    Int64 @12 = Add(@11, @0)
    Void @13 = Return(@12)
}
; It was not written on one of the ways in.
proc not_written(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(0)
    Int64 @2 = Const64(0)
    Int32 @3 = Const32(4)
    Void @4 = Upsilon(@2, ^@10)
    Void @5 = Branch(@0, #1, #2)
#1:
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Jump(#3)
#2:
    Void @8 = Jump(#3)
#3:
    Int32 @9 = Phi()
    Int64 @10 = Phi()
    Int64 @11 = ZExt32(@9)
    Int64 @12 = Add(@10, @11)
    Int32 @13 = Add(@9, @3)
    Int32 @14 = Const32(40)
    Int32 @15 = LessThan(@13, @14)
    Void @16 = Upsilon(@13, ^@9)
    Void @17 = Upsilon(@12, ^@10)
    Void @18 = Branch(@15, #3, #4)
#4:
    Void @19 = Return(@12)
}
