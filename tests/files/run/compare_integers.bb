barebones 1
; All integer comparisons, as values, with constants, and in branches.
;! run
;; run equal32(0, 0) == 1
;; run equal32(1, 0) == 0
;; run equal32(0, 1) == 0
;; run equal32(-1, 0) == 0
;; run equal32(0, -1) == 0
;; run equal32(0x80000000, 0x7fffffff) == 0
;; run equal32(0x7fffffff, 0x80000000) == 0
;; run equal32(-1, -1) == 1
;; run equal32_by_0(0) == 1
;; run equal32_by_0(1) == 0
;; run equal32_by_0(-1) == 0
;; run equal32_by_0(0x80000000) == 0
;; run equal32_by_0(0x7fffffff) == 0
;; run equal32_by_minus_1(0) == 0
;; run equal32_by_minus_1(1) == 0
;; run equal32_by_minus_1(-1) == 1
;; run equal32_by_minus_1(0x80000000) == 0
;; run equal32_by_minus_1(0x7fffffff) == 0
;; run equal32_folded0() == 1
;; run equal32_folded1() == 0
;; run branch_equal32(0, 0) == 10
;; run branch_equal32(1, 0) == 20
;; run branch_equal32(0, 1) == 20
;; run branch_equal32(-1, 0) == 20
;; run branch_equal32(0, -1) == 20
;; run branch_equal32(0x80000000, 0x7fffffff) == 20
;; run branch_equal32(0x7fffffff, 0x80000000) == 20
;; run branch_equal32(-1, -1) == 10
;; run notequal32(0, 0) == 0
;; run notequal32(1, 0) == 1
;; run notequal32(0, 1) == 1
;; run notequal32(-1, 0) == 1
;; run notequal32(0, -1) == 1
;; run notequal32(0x80000000, 0x7fffffff) == 1
;; run notequal32(0x7fffffff, 0x80000000) == 1
;; run notequal32(-1, -1) == 0
;; run notequal32_by_0(0) == 0
;; run notequal32_by_0(1) == 1
;; run notequal32_by_0(-1) == 1
;; run notequal32_by_0(0x80000000) == 1
;; run notequal32_by_0(0x7fffffff) == 1
;; run notequal32_by_minus_1(0) == 1
;; run notequal32_by_minus_1(1) == 1
;; run notequal32_by_minus_1(-1) == 0
;; run notequal32_by_minus_1(0x80000000) == 1
;; run notequal32_by_minus_1(0x7fffffff) == 1
;; run notequal32_folded0() == 0
;; run notequal32_folded1() == 1
;; run branch_notequal32(0, 0) == 20
;; run branch_notequal32(1, 0) == 10
;; run branch_notequal32(0, 1) == 10
;; run branch_notequal32(-1, 0) == 10
;; run branch_notequal32(0, -1) == 10
;; run branch_notequal32(0x80000000, 0x7fffffff) == 10
;; run branch_notequal32(0x7fffffff, 0x80000000) == 10
;; run branch_notequal32(-1, -1) == 20
;; run lessthan32(0, 0) == 0
;; run lessthan32(1, 0) == 0
;; run lessthan32(0, 1) == 1
;; run lessthan32(-1, 0) == 1
;; run lessthan32(0, -1) == 0
;; run lessthan32(0x80000000, 0x7fffffff) == 1
;; run lessthan32(0x7fffffff, 0x80000000) == 0
;; run lessthan32(-1, -1) == 0
;; run lessthan32_by_0(0) == 0
;; run lessthan32_by_0(1) == 0
;; run lessthan32_by_0(-1) == 1
;; run lessthan32_by_0(0x80000000) == 1
;; run lessthan32_by_0(0x7fffffff) == 0
;; run lessthan32_by_minus_1(0) == 0
;; run lessthan32_by_minus_1(1) == 0
;; run lessthan32_by_minus_1(-1) == 0
;; run lessthan32_by_minus_1(0x80000000) == 1
;; run lessthan32_by_minus_1(0x7fffffff) == 0
;; run lessthan32_folded0() == 0
;; run lessthan32_folded1() == 0
;; run branch_lessthan32(0, 0) == 20
;; run branch_lessthan32(1, 0) == 20
;; run branch_lessthan32(0, 1) == 10
;; run branch_lessthan32(-1, 0) == 10
;; run branch_lessthan32(0, -1) == 20
;; run branch_lessthan32(0x80000000, 0x7fffffff) == 10
;; run branch_lessthan32(0x7fffffff, 0x80000000) == 20
;; run branch_lessthan32(-1, -1) == 20
;; run greaterthan32(0, 0) == 0
;; run greaterthan32(1, 0) == 1
;; run greaterthan32(0, 1) == 0
;; run greaterthan32(-1, 0) == 0
;; run greaterthan32(0, -1) == 1
;; run greaterthan32(0x80000000, 0x7fffffff) == 0
;; run greaterthan32(0x7fffffff, 0x80000000) == 1
;; run greaterthan32(-1, -1) == 0
;; run greaterthan32_by_0(0) == 0
;; run greaterthan32_by_0(1) == 1
;; run greaterthan32_by_0(-1) == 0
;; run greaterthan32_by_0(0x80000000) == 0
;; run greaterthan32_by_0(0x7fffffff) == 1
;; run greaterthan32_by_minus_1(0) == 1
;; run greaterthan32_by_minus_1(1) == 1
;; run greaterthan32_by_minus_1(-1) == 0
;; run greaterthan32_by_minus_1(0x80000000) == 0
;; run greaterthan32_by_minus_1(0x7fffffff) == 1
;; run greaterthan32_folded0() == 0
;; run greaterthan32_folded1() == 1
;; run branch_greaterthan32(0, 0) == 20
;; run branch_greaterthan32(1, 0) == 10
;; run branch_greaterthan32(0, 1) == 20
;; run branch_greaterthan32(-1, 0) == 20
;; run branch_greaterthan32(0, -1) == 10
;; run branch_greaterthan32(0x80000000, 0x7fffffff) == 20
;; run branch_greaterthan32(0x7fffffff, 0x80000000) == 10
;; run branch_greaterthan32(-1, -1) == 20
;; run lessequal32(0, 0) == 1
;; run lessequal32(1, 0) == 0
;; run lessequal32(0, 1) == 1
;; run lessequal32(-1, 0) == 1
;; run lessequal32(0, -1) == 0
;; run lessequal32(0x80000000, 0x7fffffff) == 1
;; run lessequal32(0x7fffffff, 0x80000000) == 0
;; run lessequal32(-1, -1) == 1
;; run lessequal32_by_0(0) == 1
;; run lessequal32_by_0(1) == 0
;; run lessequal32_by_0(-1) == 1
;; run lessequal32_by_0(0x80000000) == 1
;; run lessequal32_by_0(0x7fffffff) == 0
;; run lessequal32_by_minus_1(0) == 0
;; run lessequal32_by_minus_1(1) == 0
;; run lessequal32_by_minus_1(-1) == 1
;; run lessequal32_by_minus_1(0x80000000) == 1
;; run lessequal32_by_minus_1(0x7fffffff) == 0
;; run lessequal32_folded0() == 1
;; run lessequal32_folded1() == 0
;; run branch_lessequal32(0, 0) == 10
;; run branch_lessequal32(1, 0) == 20
;; run branch_lessequal32(0, 1) == 10
;; run branch_lessequal32(-1, 0) == 10
;; run branch_lessequal32(0, -1) == 20
;; run branch_lessequal32(0x80000000, 0x7fffffff) == 10
;; run branch_lessequal32(0x7fffffff, 0x80000000) == 20
;; run branch_lessequal32(-1, -1) == 10
;; run greaterequal32(0, 0) == 1
;; run greaterequal32(1, 0) == 1
;; run greaterequal32(0, 1) == 0
;; run greaterequal32(-1, 0) == 0
;; run greaterequal32(0, -1) == 1
;; run greaterequal32(0x80000000, 0x7fffffff) == 0
;; run greaterequal32(0x7fffffff, 0x80000000) == 1
;; run greaterequal32(-1, -1) == 1
;; run greaterequal32_by_0(0) == 1
;; run greaterequal32_by_0(1) == 1
;; run greaterequal32_by_0(-1) == 0
;; run greaterequal32_by_0(0x80000000) == 0
;; run greaterequal32_by_0(0x7fffffff) == 1
;; run greaterequal32_by_minus_1(0) == 1
;; run greaterequal32_by_minus_1(1) == 1
;; run greaterequal32_by_minus_1(-1) == 1
;; run greaterequal32_by_minus_1(0x80000000) == 0
;; run greaterequal32_by_minus_1(0x7fffffff) == 1
;; run greaterequal32_folded0() == 1
;; run greaterequal32_folded1() == 1
;; run branch_greaterequal32(0, 0) == 10
;; run branch_greaterequal32(1, 0) == 10
;; run branch_greaterequal32(0, 1) == 20
;; run branch_greaterequal32(-1, 0) == 20
;; run branch_greaterequal32(0, -1) == 10
;; run branch_greaterequal32(0x80000000, 0x7fffffff) == 20
;; run branch_greaterequal32(0x7fffffff, 0x80000000) == 10
;; run branch_greaterequal32(-1, -1) == 10
;; run above32(0, 0) == 0
;; run above32(1, 0) == 1
;; run above32(0, 1) == 0
;; run above32(-1, 0) == 1
;; run above32(0, -1) == 0
;; run above32(0x80000000, 0x7fffffff) == 1
;; run above32(0x7fffffff, 0x80000000) == 0
;; run above32(-1, -1) == 0
;; run above32_by_0(0) == 0
;; run above32_by_0(1) == 1
;; run above32_by_0(-1) == 1
;; run above32_by_0(0x80000000) == 1
;; run above32_by_0(0x7fffffff) == 1
;; run above32_by_minus_1(0) == 0
;; run above32_by_minus_1(1) == 0
;; run above32_by_minus_1(-1) == 0
;; run above32_by_minus_1(0x80000000) == 0
;; run above32_by_minus_1(0x7fffffff) == 0
;; run above32_folded0() == 0
;; run above32_folded1() == 1
;; run branch_above32(0, 0) == 20
;; run branch_above32(1, 0) == 10
;; run branch_above32(0, 1) == 20
;; run branch_above32(-1, 0) == 10
;; run branch_above32(0, -1) == 20
;; run branch_above32(0x80000000, 0x7fffffff) == 10
;; run branch_above32(0x7fffffff, 0x80000000) == 20
;; run branch_above32(-1, -1) == 20
;; run below32(0, 0) == 0
;; run below32(1, 0) == 0
;; run below32(0, 1) == 1
;; run below32(-1, 0) == 0
;; run below32(0, -1) == 1
;; run below32(0x80000000, 0x7fffffff) == 0
;; run below32(0x7fffffff, 0x80000000) == 1
;; run below32(-1, -1) == 0
;; run below32_by_0(0) == 0
;; run below32_by_0(1) == 0
;; run below32_by_0(-1) == 0
;; run below32_by_0(0x80000000) == 0
;; run below32_by_0(0x7fffffff) == 0
;; run below32_by_minus_1(0) == 1
;; run below32_by_minus_1(1) == 1
;; run below32_by_minus_1(-1) == 0
;; run below32_by_minus_1(0x80000000) == 1
;; run below32_by_minus_1(0x7fffffff) == 1
;; run below32_folded0() == 0
;; run below32_folded1() == 0
;; run branch_below32(0, 0) == 20
;; run branch_below32(1, 0) == 20
;; run branch_below32(0, 1) == 10
;; run branch_below32(-1, 0) == 20
;; run branch_below32(0, -1) == 10
;; run branch_below32(0x80000000, 0x7fffffff) == 20
;; run branch_below32(0x7fffffff, 0x80000000) == 10
;; run branch_below32(-1, -1) == 20
;; run aboveequal32(0, 0) == 1
;; run aboveequal32(1, 0) == 1
;; run aboveequal32(0, 1) == 0
;; run aboveequal32(-1, 0) == 1
;; run aboveequal32(0, -1) == 0
;; run aboveequal32(0x80000000, 0x7fffffff) == 1
;; run aboveequal32(0x7fffffff, 0x80000000) == 0
;; run aboveequal32(-1, -1) == 1
;; run aboveequal32_by_0(0) == 1
;; run aboveequal32_by_0(1) == 1
;; run aboveequal32_by_0(-1) == 1
;; run aboveequal32_by_0(0x80000000) == 1
;; run aboveequal32_by_0(0x7fffffff) == 1
;; run aboveequal32_by_minus_1(0) == 0
;; run aboveequal32_by_minus_1(1) == 0
;; run aboveequal32_by_minus_1(-1) == 1
;; run aboveequal32_by_minus_1(0x80000000) == 0
;; run aboveequal32_by_minus_1(0x7fffffff) == 0
;; run aboveequal32_folded0() == 1
;; run aboveequal32_folded1() == 1
;; run branch_aboveequal32(0, 0) == 10
;; run branch_aboveequal32(1, 0) == 10
;; run branch_aboveequal32(0, 1) == 20
;; run branch_aboveequal32(-1, 0) == 10
;; run branch_aboveequal32(0, -1) == 20
;; run branch_aboveequal32(0x80000000, 0x7fffffff) == 10
;; run branch_aboveequal32(0x7fffffff, 0x80000000) == 20
;; run branch_aboveequal32(-1, -1) == 10
;; run belowequal32(0, 0) == 1
;; run belowequal32(1, 0) == 0
;; run belowequal32(0, 1) == 1
;; run belowequal32(-1, 0) == 0
;; run belowequal32(0, -1) == 1
;; run belowequal32(0x80000000, 0x7fffffff) == 0
;; run belowequal32(0x7fffffff, 0x80000000) == 1
;; run belowequal32(-1, -1) == 1
;; run belowequal32_by_0(0) == 1
;; run belowequal32_by_0(1) == 0
;; run belowequal32_by_0(-1) == 0
;; run belowequal32_by_0(0x80000000) == 0
;; run belowequal32_by_0(0x7fffffff) == 0
;; run belowequal32_by_minus_1(0) == 1
;; run belowequal32_by_minus_1(1) == 1
;; run belowequal32_by_minus_1(-1) == 1
;; run belowequal32_by_minus_1(0x80000000) == 1
;; run belowequal32_by_minus_1(0x7fffffff) == 1
;; run belowequal32_folded0() == 1
;; run belowequal32_folded1() == 0
;; run branch_belowequal32(0, 0) == 10
;; run branch_belowequal32(1, 0) == 20
;; run branch_belowequal32(0, 1) == 10
;; run branch_belowequal32(-1, 0) == 20
;; run branch_belowequal32(0, -1) == 10
;; run branch_belowequal32(0x80000000, 0x7fffffff) == 20
;; run branch_belowequal32(0x7fffffff, 0x80000000) == 10
;; run branch_belowequal32(-1, -1) == 10
;; run equal64(0, 0) == 1
;; run equal64(1, 0) == 0
;; run equal64(0, 1) == 0
;; run equal64(-1, 0) == 0
;; run equal64(0, -1) == 0
;; run equal64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run equal64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run equal64(-1, -1) == 1
;; run equal64_by_0(0) == 1
;; run equal64_by_0(1) == 0
;; run equal64_by_0(-1) == 0
;; run equal64_by_0(0x8000000000000000) == 0
;; run equal64_by_0(0x7fffffffffffffff) == 0
;; run equal64_by_minus_1(0) == 0
;; run equal64_by_minus_1(1) == 0
;; run equal64_by_minus_1(-1) == 1
;; run equal64_by_minus_1(0x8000000000000000) == 0
;; run equal64_by_minus_1(0x7fffffffffffffff) == 0
;; run equal64_folded0() == 1
;; run equal64_folded1() == 0
;; run branch_equal64(0, 0) == 10
;; run branch_equal64(1, 0) == 20
;; run branch_equal64(0, 1) == 20
;; run branch_equal64(-1, 0) == 20
;; run branch_equal64(0, -1) == 20
;; run branch_equal64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_equal64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_equal64(-1, -1) == 10
;; run notequal64(0, 0) == 0
;; run notequal64(1, 0) == 1
;; run notequal64(0, 1) == 1
;; run notequal64(-1, 0) == 1
;; run notequal64(0, -1) == 1
;; run notequal64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run notequal64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run notequal64(-1, -1) == 0
;; run notequal64_by_0(0) == 0
;; run notequal64_by_0(1) == 1
;; run notequal64_by_0(-1) == 1
;; run notequal64_by_0(0x8000000000000000) == 1
;; run notequal64_by_0(0x7fffffffffffffff) == 1
;; run notequal64_by_minus_1(0) == 1
;; run notequal64_by_minus_1(1) == 1
;; run notequal64_by_minus_1(-1) == 0
;; run notequal64_by_minus_1(0x8000000000000000) == 1
;; run notequal64_by_minus_1(0x7fffffffffffffff) == 1
;; run notequal64_folded0() == 0
;; run notequal64_folded1() == 1
;; run branch_notequal64(0, 0) == 20
;; run branch_notequal64(1, 0) == 10
;; run branch_notequal64(0, 1) == 10
;; run branch_notequal64(-1, 0) == 10
;; run branch_notequal64(0, -1) == 10
;; run branch_notequal64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_notequal64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_notequal64(-1, -1) == 20
;; run lessthan64(0, 0) == 0
;; run lessthan64(1, 0) == 0
;; run lessthan64(0, 1) == 1
;; run lessthan64(-1, 0) == 1
;; run lessthan64(0, -1) == 0
;; run lessthan64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run lessthan64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run lessthan64(-1, -1) == 0
;; run lessthan64_by_0(0) == 0
;; run lessthan64_by_0(1) == 0
;; run lessthan64_by_0(-1) == 1
;; run lessthan64_by_0(0x8000000000000000) == 1
;; run lessthan64_by_0(0x7fffffffffffffff) == 0
;; run lessthan64_by_minus_1(0) == 0
;; run lessthan64_by_minus_1(1) == 0
;; run lessthan64_by_minus_1(-1) == 0
;; run lessthan64_by_minus_1(0x8000000000000000) == 1
;; run lessthan64_by_minus_1(0x7fffffffffffffff) == 0
;; run lessthan64_folded0() == 0
;; run lessthan64_folded1() == 0
;; run branch_lessthan64(0, 0) == 20
;; run branch_lessthan64(1, 0) == 20
;; run branch_lessthan64(0, 1) == 10
;; run branch_lessthan64(-1, 0) == 10
;; run branch_lessthan64(0, -1) == 20
;; run branch_lessthan64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_lessthan64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_lessthan64(-1, -1) == 20
;; run greaterthan64(0, 0) == 0
;; run greaterthan64(1, 0) == 1
;; run greaterthan64(0, 1) == 0
;; run greaterthan64(-1, 0) == 0
;; run greaterthan64(0, -1) == 1
;; run greaterthan64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run greaterthan64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run greaterthan64(-1, -1) == 0
;; run greaterthan64_by_0(0) == 0
;; run greaterthan64_by_0(1) == 1
;; run greaterthan64_by_0(-1) == 0
;; run greaterthan64_by_0(0x8000000000000000) == 0
;; run greaterthan64_by_0(0x7fffffffffffffff) == 1
;; run greaterthan64_by_minus_1(0) == 1
;; run greaterthan64_by_minus_1(1) == 1
;; run greaterthan64_by_minus_1(-1) == 0
;; run greaterthan64_by_minus_1(0x8000000000000000) == 0
;; run greaterthan64_by_minus_1(0x7fffffffffffffff) == 1
;; run greaterthan64_folded0() == 0
;; run greaterthan64_folded1() == 1
;; run branch_greaterthan64(0, 0) == 20
;; run branch_greaterthan64(1, 0) == 10
;; run branch_greaterthan64(0, 1) == 20
;; run branch_greaterthan64(-1, 0) == 20
;; run branch_greaterthan64(0, -1) == 10
;; run branch_greaterthan64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_greaterthan64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_greaterthan64(-1, -1) == 20
;; run lessequal64(0, 0) == 1
;; run lessequal64(1, 0) == 0
;; run lessequal64(0, 1) == 1
;; run lessequal64(-1, 0) == 1
;; run lessequal64(0, -1) == 0
;; run lessequal64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run lessequal64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run lessequal64(-1, -1) == 1
;; run lessequal64_by_0(0) == 1
;; run lessequal64_by_0(1) == 0
;; run lessequal64_by_0(-1) == 1
;; run lessequal64_by_0(0x8000000000000000) == 1
;; run lessequal64_by_0(0x7fffffffffffffff) == 0
;; run lessequal64_by_minus_1(0) == 0
;; run lessequal64_by_minus_1(1) == 0
;; run lessequal64_by_minus_1(-1) == 1
;; run lessequal64_by_minus_1(0x8000000000000000) == 1
;; run lessequal64_by_minus_1(0x7fffffffffffffff) == 0
;; run lessequal64_folded0() == 1
;; run lessequal64_folded1() == 0
;; run branch_lessequal64(0, 0) == 10
;; run branch_lessequal64(1, 0) == 20
;; run branch_lessequal64(0, 1) == 10
;; run branch_lessequal64(-1, 0) == 10
;; run branch_lessequal64(0, -1) == 20
;; run branch_lessequal64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_lessequal64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_lessequal64(-1, -1) == 10
;; run greaterequal64(0, 0) == 1
;; run greaterequal64(1, 0) == 1
;; run greaterequal64(0, 1) == 0
;; run greaterequal64(-1, 0) == 0
;; run greaterequal64(0, -1) == 1
;; run greaterequal64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run greaterequal64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run greaterequal64(-1, -1) == 1
;; run greaterequal64_by_0(0) == 1
;; run greaterequal64_by_0(1) == 1
;; run greaterequal64_by_0(-1) == 0
;; run greaterequal64_by_0(0x8000000000000000) == 0
;; run greaterequal64_by_0(0x7fffffffffffffff) == 1
;; run greaterequal64_by_minus_1(0) == 1
;; run greaterequal64_by_minus_1(1) == 1
;; run greaterequal64_by_minus_1(-1) == 1
;; run greaterequal64_by_minus_1(0x8000000000000000) == 0
;; run greaterequal64_by_minus_1(0x7fffffffffffffff) == 1
;; run greaterequal64_folded0() == 1
;; run greaterequal64_folded1() == 1
;; run branch_greaterequal64(0, 0) == 10
;; run branch_greaterequal64(1, 0) == 10
;; run branch_greaterequal64(0, 1) == 20
;; run branch_greaterequal64(-1, 0) == 20
;; run branch_greaterequal64(0, -1) == 10
;; run branch_greaterequal64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_greaterequal64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_greaterequal64(-1, -1) == 10
;; run above64(0, 0) == 0
;; run above64(1, 0) == 1
;; run above64(0, 1) == 0
;; run above64(-1, 0) == 1
;; run above64(0, -1) == 0
;; run above64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run above64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run above64(-1, -1) == 0
;; run above64_by_0(0) == 0
;; run above64_by_0(1) == 1
;; run above64_by_0(-1) == 1
;; run above64_by_0(0x8000000000000000) == 1
;; run above64_by_0(0x7fffffffffffffff) == 1
;; run above64_by_minus_1(0) == 0
;; run above64_by_minus_1(1) == 0
;; run above64_by_minus_1(-1) == 0
;; run above64_by_minus_1(0x8000000000000000) == 0
;; run above64_by_minus_1(0x7fffffffffffffff) == 0
;; run above64_folded0() == 0
;; run above64_folded1() == 1
;; run branch_above64(0, 0) == 20
;; run branch_above64(1, 0) == 10
;; run branch_above64(0, 1) == 20
;; run branch_above64(-1, 0) == 10
;; run branch_above64(0, -1) == 20
;; run branch_above64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_above64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_above64(-1, -1) == 20
;; run below64(0, 0) == 0
;; run below64(1, 0) == 0
;; run below64(0, 1) == 1
;; run below64(-1, 0) == 0
;; run below64(0, -1) == 1
;; run below64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run below64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run below64(-1, -1) == 0
;; run below64_by_0(0) == 0
;; run below64_by_0(1) == 0
;; run below64_by_0(-1) == 0
;; run below64_by_0(0x8000000000000000) == 0
;; run below64_by_0(0x7fffffffffffffff) == 0
;; run below64_by_minus_1(0) == 1
;; run below64_by_minus_1(1) == 1
;; run below64_by_minus_1(-1) == 0
;; run below64_by_minus_1(0x8000000000000000) == 1
;; run below64_by_minus_1(0x7fffffffffffffff) == 1
;; run below64_folded0() == 0
;; run below64_folded1() == 0
;; run branch_below64(0, 0) == 20
;; run branch_below64(1, 0) == 20
;; run branch_below64(0, 1) == 10
;; run branch_below64(-1, 0) == 20
;; run branch_below64(0, -1) == 10
;; run branch_below64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_below64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_below64(-1, -1) == 20
;; run aboveequal64(0, 0) == 1
;; run aboveequal64(1, 0) == 1
;; run aboveequal64(0, 1) == 0
;; run aboveequal64(-1, 0) == 1
;; run aboveequal64(0, -1) == 0
;; run aboveequal64(0x8000000000000000, 0x7fffffffffffffff) == 1
;; run aboveequal64(0x7fffffffffffffff, 0x8000000000000000) == 0
;; run aboveequal64(-1, -1) == 1
;; run aboveequal64_by_0(0) == 1
;; run aboveequal64_by_0(1) == 1
;; run aboveequal64_by_0(-1) == 1
;; run aboveequal64_by_0(0x8000000000000000) == 1
;; run aboveequal64_by_0(0x7fffffffffffffff) == 1
;; run aboveequal64_by_minus_1(0) == 0
;; run aboveequal64_by_minus_1(1) == 0
;; run aboveequal64_by_minus_1(-1) == 1
;; run aboveequal64_by_minus_1(0x8000000000000000) == 0
;; run aboveequal64_by_minus_1(0x7fffffffffffffff) == 0
;; run aboveequal64_folded0() == 1
;; run aboveequal64_folded1() == 1
;; run branch_aboveequal64(0, 0) == 10
;; run branch_aboveequal64(1, 0) == 10
;; run branch_aboveequal64(0, 1) == 20
;; run branch_aboveequal64(-1, 0) == 10
;; run branch_aboveequal64(0, -1) == 20
;; run branch_aboveequal64(0x8000000000000000, 0x7fffffffffffffff) == 10
;; run branch_aboveequal64(0x7fffffffffffffff, 0x8000000000000000) == 20
;; run branch_aboveequal64(-1, -1) == 10
;; run belowequal64(0, 0) == 1
;; run belowequal64(1, 0) == 0
;; run belowequal64(0, 1) == 1
;; run belowequal64(-1, 0) == 0
;; run belowequal64(0, -1) == 1
;; run belowequal64(0x8000000000000000, 0x7fffffffffffffff) == 0
;; run belowequal64(0x7fffffffffffffff, 0x8000000000000000) == 1
;; run belowequal64(-1, -1) == 1
;; run belowequal64_by_0(0) == 1
;; run belowequal64_by_0(1) == 0
;; run belowequal64_by_0(-1) == 0
;; run belowequal64_by_0(0x8000000000000000) == 0
;; run belowequal64_by_0(0x7fffffffffffffff) == 0
;; run belowequal64_by_minus_1(0) == 1
;; run belowequal64_by_minus_1(1) == 1
;; run belowequal64_by_minus_1(-1) == 1
;; run belowequal64_by_minus_1(0x8000000000000000) == 1
;; run belowequal64_by_minus_1(0x7fffffffffffffff) == 1
;; run belowequal64_folded0() == 1
;; run belowequal64_folded1() == 0
;; run branch_belowequal64(0, 0) == 10
;; run branch_belowequal64(1, 0) == 20
;; run branch_belowequal64(0, 1) == 10
;; run branch_belowequal64(-1, 0) == 20
;; run branch_belowequal64(0, -1) == 10
;; run branch_belowequal64(0x8000000000000000, 0x7fffffffffffffff) == 20
;; run branch_belowequal64(0x7fffffffffffffff, 0x8000000000000000) == 10
;; run branch_belowequal64(-1, -1) == 10
;; run halves_differ(5, 5) == 7
;; run halves_differ(5, 0x100000005) == 2
;; run halves_differ(5, 6) == 4
;; run halves_differ(0x100000000, 0x200000000) == 2
;; run not_less(1, 2) == 0
;; run not_less(2, 1) == 1
;; run not_less(1, 1) == 1
;; run same_order(1, 2, 3) == 1
;; run same_order(1, 2, 2) == 0
;; run same_order(3, 2, 1) == 1
;; run in_range(9) == 0
;; run in_range(10) == 1
;; run in_range(29) == 1
;; run in_range(30) == 0
;; run in_range(0x80000000) == 0

proc equal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Equal(a, b)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Return(@4)
}

proc equal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Equal(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Return(@3)
}

proc equal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Equal(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Return(@3)
}

proc equal32_folded0() -> Int32 {
#0:
    ; return Equal(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = Equal(@0, @0)
    Void @2 = Return(@1)
}

proc equal32_folded1() -> Int32 {
#0:
    ; return Equal(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc branch_equal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if Equal(a, b)
    Int32 @4 = Equal(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc notequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return NotEqual(a, b)
    Int32 @4 = NotEqual(@1, @3)
    Void @5 = Return(@4)
}

proc notequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return NotEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = NotEqual(@1, @2)
    Void @4 = Return(@3)
}

proc notequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return NotEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = NotEqual(@1, @2)
    Void @4 = Return(@3)
}

proc notequal32_folded0() -> Int32 {
#0:
    ; return NotEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = NotEqual(@0, @0)
    Void @2 = Return(@1)
}

proc notequal32_folded1() -> Int32 {
#0:
    ; return NotEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_notequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if NotEqual(a, b)
    Int32 @4 = NotEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc lessthan32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return LessThan(a, b)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Return(@4)
}

proc lessthan32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessThan(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Return(@3)
}

proc lessthan32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessThan(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Return(@3)
}

proc lessthan32_folded0() -> Int32 {
#0:
    ; return LessThan(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = LessThan(@0, @0)
    Void @2 = Return(@1)
}

proc lessthan32_folded1() -> Int32 {
#0:
    ; return LessThan(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc branch_lessthan32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if LessThan(a, b)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc greaterthan32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return GreaterThan(a, b)
    Int32 @4 = GreaterThan(@1, @3)
    Void @5 = Return(@4)
}

proc greaterthan32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterThan(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = GreaterThan(@1, @2)
    Void @4 = Return(@3)
}

proc greaterthan32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterThan(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = GreaterThan(@1, @2)
    Void @4 = Return(@3)
}

proc greaterthan32_folded0() -> Int32 {
#0:
    ; return GreaterThan(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = GreaterThan(@0, @0)
    Void @2 = Return(@1)
}

proc greaterthan32_folded1() -> Int32 {
#0:
    ; return GreaterThan(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc branch_greaterthan32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if GreaterThan(a, b)
    Int32 @4 = GreaterThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc lessequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return LessEqual(a, b)
    Int32 @4 = LessEqual(@1, @3)
    Void @5 = Return(@4)
}

proc lessequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = LessEqual(@1, @2)
    Void @4 = Return(@3)
}

proc lessequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return LessEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = LessEqual(@1, @2)
    Void @4 = Return(@3)
}

proc lessequal32_folded0() -> Int32 {
#0:
    ; return LessEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = LessEqual(@0, @0)
    Void @2 = Return(@1)
}

proc lessequal32_folded1() -> Int32 {
#0:
    ; return LessEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_lessequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if LessEqual(a, b)
    Int32 @4 = LessEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc greaterequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return GreaterEqual(a, b)
    Int32 @4 = GreaterEqual(@1, @3)
    Void @5 = Return(@4)
}

proc greaterequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = GreaterEqual(@1, @2)
    Void @4 = Return(@3)
}

proc greaterequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return GreaterEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = GreaterEqual(@1, @2)
    Void @4 = Return(@3)
}

proc greaterequal32_folded0() -> Int32 {
#0:
    ; return GreaterEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = GreaterEqual(@0, @0)
    Void @2 = Return(@1)
}

proc greaterequal32_folded1() -> Int32 {
#0:
    ; return GreaterEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_greaterequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if GreaterEqual(a, b)
    Int32 @4 = GreaterEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc above32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Above(a, b)
    Int32 @4 = Above(@1, @3)
    Void @5 = Return(@4)
}

proc above32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Above(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Above(@1, @2)
    Void @4 = Return(@3)
}

proc above32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Above(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Above(@1, @2)
    Void @4 = Return(@3)
}

proc above32_folded0() -> Int32 {
#0:
    ; return Above(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = Above(@0, @0)
    Void @2 = Return(@1)
}

proc above32_folded1() -> Int32 {
#0:
    ; return Above(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc branch_above32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if Above(a, b)
    Int32 @4 = Above(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc below32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return Below(a, b)
    Int32 @4 = Below(@1, @3)
    Void @5 = Return(@4)
}

proc below32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Below(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = Below(@1, @2)
    Void @4 = Return(@3)
}

proc below32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Below(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = Below(@1, @2)
    Void @4 = Return(@3)
}

proc below32_folded0() -> Int32 {
#0:
    ; return Below(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = Below(@0, @0)
    Void @2 = Return(@1)
}

proc below32_folded1() -> Int32 {
#0:
    ; return Below(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc branch_below32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if Below(a, b)
    Int32 @4 = Below(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc aboveequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return AboveEqual(a, b)
    Int32 @4 = AboveEqual(@1, @3)
    Void @5 = Return(@4)
}

proc aboveequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return AboveEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = AboveEqual(@1, @2)
    Void @4 = Return(@3)
}

proc aboveequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return AboveEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = AboveEqual(@1, @2)
    Void @4 = Return(@3)
}

proc aboveequal32_folded0() -> Int32 {
#0:
    ; return AboveEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = AboveEqual(@0, @0)
    Void @2 = Return(@1)
}

proc aboveequal32_folded1() -> Int32 {
#0:
    ; return AboveEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_aboveequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if AboveEqual(a, b)
    Int32 @4 = AboveEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc belowequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return BelowEqual(a, b)
    Int32 @4 = BelowEqual(@1, @3)
    Void @5 = Return(@4)
}

proc belowequal32_by_0(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BelowEqual(a, 0)
    Int32 @2 = Const32(0)
    Int32 @3 = BelowEqual(@1, @2)
    Void @4 = Return(@3)
}

proc belowequal32_by_minus_1(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return BelowEqual(a, -1)
    Int32 @2 = Const32(-1)
    Int32 @3 = BelowEqual(@1, @2)
    Void @4 = Return(@3)
}

proc belowequal32_folded0() -> Int32 {
#0:
    ; return BelowEqual(0, 0)
    Int32 @0 = Const32(0)
    Int32 @1 = BelowEqual(@0, @0)
    Void @2 = Return(@1)
}

proc belowequal32_folded1() -> Int32 {
#0:
    ; return BelowEqual(1, 0)
    Int32 @0 = Const32(1)
    Int32 @1 = Const32(0)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_belowequal32(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; if BelowEqual(a, b)
    Int32 @4 = BelowEqual(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:        ; then
    ; return 10
    Int32 @6 = Const32(10)
    Void @7 = Return(@6)
#2:        ; endif
    ; return 20
    Int32 @8 = Const32(20)
    Void @9 = Return(@8)
}

proc equal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Equal(a, b)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc equal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Equal(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc equal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Equal(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc equal64_folded0() -> Int32 {
#0:
    ; return Equal(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Equal(@0, @0)
    Void @2 = Return(@1)
}

proc equal64_folded1() -> Int32 {
#0:
    ; return Equal(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Return(@2)
}

proc branch_equal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if Equal(a, b)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc notequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return NotEqual(a, b)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc notequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return NotEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc notequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return NotEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc notequal64_folded0() -> Int32 {
#0:
    ; return NotEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = NotEqual(@0, @0)
    Void @2 = Return(@1)
}

proc notequal64_folded1() -> Int32 {
#0:
    ; return NotEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_notequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if NotEqual(a, b)
    Int32 @2 = NotEqual(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc lessthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return LessThan(a, b)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc lessthan64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessThan(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc lessthan64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessThan(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc lessthan64_folded0() -> Int32 {
#0:
    ; return LessThan(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = LessThan(@0, @0)
    Void @2 = Return(@1)
}

proc lessthan64_folded1() -> Int32 {
#0:
    ; return LessThan(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Return(@2)
}

proc branch_lessthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if LessThan(a, b)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc greaterthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return GreaterThan(a, b)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc greaterthan64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterThan(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc greaterthan64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterThan(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc greaterthan64_folded0() -> Int32 {
#0:
    ; return GreaterThan(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = GreaterThan(@0, @0)
    Void @2 = Return(@1)
}

proc greaterthan64_folded1() -> Int32 {
#0:
    ; return GreaterThan(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Return(@2)
}

proc branch_greaterthan64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if GreaterThan(a, b)
    Int32 @2 = GreaterThan(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc lessequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return LessEqual(a, b)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc lessequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc lessequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return LessEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc lessequal64_folded0() -> Int32 {
#0:
    ; return LessEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = LessEqual(@0, @0)
    Void @2 = Return(@1)
}

proc lessequal64_folded1() -> Int32 {
#0:
    ; return LessEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_lessequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if LessEqual(a, b)
    Int32 @2 = LessEqual(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc greaterequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return GreaterEqual(a, b)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc greaterequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc greaterequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return GreaterEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc greaterequal64_folded0() -> Int32 {
#0:
    ; return GreaterEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = GreaterEqual(@0, @0)
    Void @2 = Return(@1)
}

proc greaterequal64_folded1() -> Int32 {
#0:
    ; return GreaterEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_greaterequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if GreaterEqual(a, b)
    Int32 @2 = GreaterEqual(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc above64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Above(a, b)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc above64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Above(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc above64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Above(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc above64_folded0() -> Int32 {
#0:
    ; return Above(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Above(@0, @0)
    Void @2 = Return(@1)
}

proc above64_folded1() -> Int32 {
#0:
    ; return Above(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = Above(@0, @1)
    Void @3 = Return(@2)
}

proc branch_above64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if Above(a, b)
    Int32 @2 = Above(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc below64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return Below(a, b)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc below64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Below(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc below64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Below(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc below64_folded0() -> Int32 {
#0:
    ; return Below(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = Below(@0, @0)
    Void @2 = Return(@1)
}

proc below64_folded1() -> Int32 {
#0:
    ; return Below(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = Below(@0, @1)
    Void @3 = Return(@2)
}

proc branch_below64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if Below(a, b)
    Int32 @2 = Below(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc aboveequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return AboveEqual(a, b)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc aboveequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return AboveEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc aboveequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return AboveEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc aboveequal64_folded0() -> Int32 {
#0:
    ; return AboveEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = AboveEqual(@0, @0)
    Void @2 = Return(@1)
}

proc aboveequal64_folded1() -> Int32 {
#0:
    ; return AboveEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_aboveequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if AboveEqual(a, b)
    Int32 @2 = AboveEqual(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

proc belowequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return BelowEqual(a, b)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc belowequal64_by_0(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BelowEqual(a, 0L)
    Int64 @1 = Const64(0)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc belowequal64_by_minus_1(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return BelowEqual(a, -1L)
    Int64 @1 = Const64(-1)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc belowequal64_folded0() -> Int32 {
#0:
    ; return BelowEqual(0L, 0L)
    Int64 @0 = Const64(0)
    Int32 @1 = BelowEqual(@0, @0)
    Void @2 = Return(@1)
}

proc belowequal64_folded1() -> Int32 {
#0:
    ; return BelowEqual(1L, 0L)
    Int64 @0 = Const64(1)
    Int64 @1 = Const64(0)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Return(@2)
}

proc branch_belowequal64(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; if BelowEqual(a, b)
    Int32 @2 = BelowEqual(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 10
    Int32 @4 = Const32(10)
    Void @5 = Return(@4)
#2:        ; endif
    ; return 20
    Int32 @6 = Const32(20)
    Void @7 = Return(@6)
}

; Only the lower halves differ, or only the upper ones.
proc halves_differ(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    ; return (a == b) + (Trunc(a) == Trunc(b)) * 2 + ((a >>> 32) == (b >>> 32)) * 4
    Int32 @2 = Equal(@0, @1)
    Int32 @3 = Trunc(@0)
    Int32 @4 = Trunc(@1)
    Int32 @5 = Equal(@3, @4)
    Int32 @6 = Const32(2)
    Int32 @7 = Mul(@5, @6)
    Int32 @8 = Add(@2, @7)
    Int32 @9 = Const32(32)
    Int64 @10 = ZShr(@0, @9)
    Int64 @11 = ZShr(@1, @9)
    Int32 @12 = Equal(@10, @11)
    Int32 @13 = Const32(4)
    Int32 @14 = Mul(@12, @13)
    Int32 @15 = Add(@8, @14)
    Void @16 = Return(@15)
}

; The negation of a comparison.
proc not_less(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return (a < b) == 0
    Int32 @4 = LessThan(@1, @3)
    Int32 @5 = Const32(0)
    Int32 @6 = Equal(@4, @5)
    Void @7 = Return(@6)
}

; A comparison of a comparison.
proc same_order(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; c
    ; return (a < b) == (b < c)
    Int32 @6 = LessThan(@1, @3)
    Int32 @7 = LessThan(@3, @5)
    Int32 @8 = Equal(@6, @7)
    Void @9 = Return(@8)
}

; Ranges by one unsigned comparison.
proc in_range(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return a - 10 <u 20
    Int32 @2 = Const32(10)
    Int32 @3 = Sub(@1, @2)
    Int32 @4 = Const32(20)
    Int32 @5 = Below(@3, @4)
    Void @6 = Return(@5)
}
