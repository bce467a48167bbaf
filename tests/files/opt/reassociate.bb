barebones 1
; Terms that are available last are added last, and loop-carried sums after all others.
;! opt reassociate eliminate_dead_code
;; check: proc known_last(
;; check: @24 = Add(@20,
;; check: proc known_last_xor(
;; check: @24 = BitXor(@20,
;; check: proc carried(
;; not: Add(@11
;; check: , @11)
;; check: proc three_terms(
;; check: @22 = Add(@21, @10)
;; check: proc in_order(
;; check: @24 = Add(@23, @20)
;; check: proc intermediate_sum_used(
;; check: @24 = Add(@23, @2)
;; check: proc constant_stays(
;; check: @24 = Add(@20,
;; check: @26 = Add(@24, @25)
;; check: proc mixed(
;; check: @24 = BitXor(@23, @2)
;; check: proc doubles(
;; check: @24 = Add(@23, @18)
;; check: proc pairs_after_terms(
;; check: @100 = Add(@0, @1)
;; check: @101 = Add(@100, @25)
;; check: @27 = Mul(@1, @10)
;; check: @29 = Add(
;; check: proc reference(
;; check: @24 = Add(@23, @2)
;! run
;; run known_last(3, 5, 1) == 18
;; run known_last(3, -5, 4) == 236544405
;; run known_last(-7, 1099511627776, 3) == 404625776583795362
;; run known_last_xor(3, 5, 1) == 14
;; run known_last_xor(3, -5, 4) == -236482885
;; run known_last_xor(-7, 1099511627776, 3) == -662122603719742468
;; run carried(3, 5, 1) == 12
;; run carried(3, -5, 4) == 17
;; run carried(-7, 1099511627776, 3) == 3298534883312
;; run three_terms(3, 5, 1) == 14
;; run three_terms(3, -5, 4) == 19879
;; run three_terms(-7, 1099511627776, 3) == 522924431641151878
;; run in_order(3, 5, 1) == 18
;; run in_order(3, -5, 4) == 236544405
;; run in_order(-7, 1099511627776, 3) == 404625776583795362
;; run intermediate_sum_used(3, 5, 1) == 13
;; run intermediate_sum_used(3, -5, 4) == 16719915
;; run intermediate_sum_used(-7, 1099511627776, 3) == 696550511809190811
;; run constant_stays(3, 5, 1) == 58
;; run constant_stays(3, -5, 4) == 48871005008445
;; run constant_stays(-7, 1099511627776, 3) == 2730752576355349162
;; run mixed(3, 5, 1) == 16
;; run mixed(3, -5, 4) == 18495
;; run mixed(-7, 1099511627776, 3) == 305537788687336028
;; run doubles(3, 5, 1) == 29
;; run doubles(2, 1, 3) == 4628
;; run pairs_after_terms(3, 5, 1) == 32
;; run pairs_after_terms(3, -5, 4) == 39797158
;; run pairs_after_terms(-7, 1099511627776, 3) == -1900631192933007916
;; run reference(3, 5, 1) == 18
;; run reference(3, -5, 4) == 236544405
;; run reference(-7, 1099511627776, 3) == 404625776583795362

proc known_last(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @20 = Mul(@11, @11)
    Int64 @21 = Add(@20, @1)
    Int64 @22 = Add(@21, @10)
    Int64 @23 = Add(@22, @0)
    Int64 @24 = Add(@23, @2)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@24, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@24)
}

proc known_last_xor(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @20 = Mul(@11, @11)
    Int64 @21 = BitXor(@20, @1)
    Int64 @22 = BitXor(@21, @10)
    Int64 @23 = BitXor(@22, @0)
    Int64 @24 = BitXor(@23, @2)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@24, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@24)
}

proc carried(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @21 = Add(@11, @1)
    Int64 @22 = Add(@21, @10)
    Int64 @23 = Add(@22, @0)
    Int64 @24 = Add(@23, @2)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@24, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@24)
}

proc three_terms(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @20 = Mul(@11, @11)
    Int64 @21 = Add(@20, @1)
    Int64 @22 = Add(@21, @10)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@22, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@22)
}

proc in_order(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @20 = Mul(@11, @11)
    Int64 @21 = Add(@1, @10)
    Int64 @22 = Add(@21, @0)
    Int64 @23 = Add(@22, @2)
    Int64 @24 = Add(@23, @20)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@24, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@24)
}

proc intermediate_sum_used(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @20 = Mul(@11, @11)
    Int64 @21 = Add(@20, @1)
    Int64 @22 = Add(@21, @10)
    Int64 @23 = Add(@22, @0)
    Int64 @24 = Add(@23, @2)
    Int64 @25 = BitXor(@24, @22)
    Int64 @26 = BitXor(@25, @23)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@26, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@26)
}

proc constant_stays(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @20 = Mul(@11, @11)
    Int64 @21 = Add(@20, @1)
    Int64 @22 = Add(@21, @10)
    Int64 @23 = Add(@22, @0)
    Int64 @24 = Add(@23, @2)
    Int64 @25 = Const64(40)
    Int64 @26 = Add(@24, @25)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@26, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@26)
}

proc mixed(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @20 = Mul(@11, @11)
    Int64 @21 = Add(@20, @1)
    Int64 @22 = BitXor(@21, @10)
    Int64 @23 = Add(@22, @0)
    Int64 @24 = BitXor(@23, @2)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@24, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@24)
}

proc doubles(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Double @19 = IToD(@11)
    Double @18 = IToD(@1)
    Double @20 = Mul(@19, @19)
    Double @21 = Add(@20, @18)
    Double @22 = Add(@21, @18)
    Double @23 = Add(@22, @18)
    Double @24 = Add(@23, @18)
    Int64 @25 = FToISat(@24)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@25, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@25)
}

proc pairs_after_terms(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @20 = Add(@11, @10)
    Int64 @21 = Mul(@20, @20)
    Int64 @22 = Mul(@20, @1)
    Int64 @23 = Add(@21, @22)
    Int64 @24 = Add(@23, @0)
    Int64 @25 = Mul(@0, @10)
    Int64 @26 = Add(@24, @25)
    Int64 @27 = Mul(@1, @10)
    Int64 @28 = Add(@26, @27)
    Int64 @29 = Add(@28, @1)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@29, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@29)
}

proc reference(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1, reference)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(1)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@4, ^@10)
    Void @6 = Upsilon(@0, ^@11)
    Void @7 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @20 = Mul(@11, @11)
    Int64 @21 = Add(@20, @1)
    Int64 @22 = Add(@21, @10)
    Int64 @23 = Add(@22, @0)
    Int64 @24 = Add(@23, @2)
    Int64 @90 = Add(@10, @3)
    Void @91 = Upsilon(@90, ^@10)
    Void @92 = Upsilon(@24, ^@11)
    Int32 @93 = LessThan(@90, @2)
    Void @94 = Branch(@93, #1, #2)
#2:
    Void @99 = Return(@24)
}
