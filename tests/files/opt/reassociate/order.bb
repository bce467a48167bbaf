barebones 1
; Terms that are available last are added last, and loop-carried sums after all others.
;! opt reassociate eliminate_dead_code
;! run

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
;; check: @24 = Add(@20,
;; run known_last(3, 5, 1) == 18
;; run known_last(3, -5, 4) == 236544405
;; run known_last(-7, 1099511627776, 3) == 404625776583795362

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
;; check: @24 = BitXor(@20,
;; run known_last_xor(3, 5, 1) == 14
;; run known_last_xor(3, -5, 4) == -236482885
;; run known_last_xor(-7, 1099511627776, 3) == -662122603719742468

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
;; not: Add(@11
;; check: , @11)
;; run carried(3, 5, 1) == 12
;; run carried(3, -5, 4) == 17
;; run carried(-7, 1099511627776, 3) == 3298534883312

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
;; check: @22 = Add(@21, @10)
;; run three_terms(3, 5, 1) == 14
;; run three_terms(3, -5, 4) == 19879
;; run three_terms(-7, 1099511627776, 3) == 522924431641151878

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
;; check: @24 = Add(@23, @20)
;; run in_order(3, 5, 1) == 18
;; run in_order(3, -5, 4) == 236544405
;; run in_order(-7, 1099511627776, 3) == 404625776583795362

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
;; check: @24 = Add(@23, @2)
;; run intermediate_sum_used(3, 5, 1) == 13
;; run intermediate_sum_used(3, -5, 4) == 16719915
;; run intermediate_sum_used(-7, 1099511627776, 3) == 696550511809190811
