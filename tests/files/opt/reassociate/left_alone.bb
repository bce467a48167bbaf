barebones 1
; Terms that are available last are added last, and loop-carried sums after all others.
;! opt reassociate eliminate_dead_code
;! run

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
;; check: @24 = Add(@20,
;; check: @26 = Add(@24, @25)
;; run constant_stays(3, 5, 1) == 58
;; run constant_stays(3, -5, 4) == 48871005008445
;; run constant_stays(-7, 1099511627776, 3) == 2730752576355349162

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
;; check: @24 = BitXor(@23, @2)
;; run mixed(3, 5, 1) == 16
;; run mixed(3, -5, 4) == 18495
;; run mixed(-7, 1099511627776, 3) == 305537788687336028

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
;; check: @24 = Add(@23, @18)
;; run doubles(3, 5, 1) == 29
;; run doubles(2, 1, 3) == 4628

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
;; check: @100 = Add(@0, @1)
;; check: @101 = Add(@100, @25)
;; check: @27 = Mul(@1, @10)
;; check: @29 = Add(
;; run pairs_after_terms(3, 5, 1) == 32
;; run pairs_after_terms(3, -5, 4) == 39797158
;; run pairs_after_terms(-7, 1099511627776, 3) == -1900631192933007916

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
;; check: @24 = Add(@23, @2)
;; run reference(3, 5, 1) == 18
;; run reference(3, -5, 4) == 236544405
;; run reference(-7, 1099511627776, 3) == 404625776583795362
