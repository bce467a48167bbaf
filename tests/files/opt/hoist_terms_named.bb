barebones 1
; The intermediate sum has no use any more except an Identity without uses, whose operand must still have its
; type.
;! opt hoist_terms
;; check: = Add(@1, @2)
;; check: @12 = Jump
;; check: Int64 @30 = Identity(@22)
;; check: Int64 @40 = Identity(@30)
;; check: @31 = Add(@22, @
;! opt hoist_terms eliminate_dead_code
;; not: @40
;; check: @31 = Add(@22, @
;! run
;; run named(4, 3, 5) == 27

proc named(Int64, Int64, Int64) -> Int64 {
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
    Int64 @40 = Identity(@30)
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
