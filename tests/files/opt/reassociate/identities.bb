barebones 1
; Uses of an Identity count for its source; an Identity without uses may name a sum that goes.
;! opt reassociate eliminate_dead_code
;! run

; The sum @21 is used by the chain, and through an Identity: it stays.
proc used_through_an_identity(Int64, Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Upsilon(@0, ^@10)
    Void @4 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @20 = Mul(@10, @10)
    Int64 @21 = Add(@20, @1)
    Int64 @30 = Identity(@21)
    Int64 @22 = Add(@21, @0)
    Int64 @23 = Add(@22, @2)
    Int64 @24 = Add(@23, @1)
    Int64 @25 = Add(@24, @0)
    Void @26 = Upsilon(@25, ^@10)
    Int32 @27 = LessThan(@25, @2)
    Void @28 = Branch(@27, #1, #2)
#2:
    Void @29 = Return(@25, @30)
}
;; check: @21 = Add(@20, @1)
;; check: @25 = Add(
;; run used_through_an_identity(3, 5, 7) == 32, 14

; The sum @21 has one use besides that Identity, which has none.
proc named_by_an_identity(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Upsilon(@0, ^@10)
    Void @4 = Jump(#1)
#1:
    Int64 @10 = Phi()
    Int64 @20 = Mul(@10, @10)
    Int64 @21 = Add(@20, @1)
    Int64 @30 = Identity(@21)
    Int64 @22 = Add(@21, @0)
    Int64 @23 = Add(@22, @2)
    Int64 @24 = Add(@23, @1)
    Int64 @25 = Add(@24, @0)
    Void @26 = Upsilon(@25, ^@10)
    Int32 @27 = LessThan(@25, @2)
    Void @28 = Branch(@27, #1, #2)
#2:
    Void @29 = Return(@25)
}
;; not: @21 = Add
;; check: @25 = Add(
;; run named_by_an_identity(3, 5, 7) == 32
