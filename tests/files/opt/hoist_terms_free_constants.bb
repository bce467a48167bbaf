barebones 1
; Sums with constants stay where one instruction adds two values and a constant.
;! opt hoist_terms eliminate_dead_code
;; check: proc constant(
;; check: @31 = Add(@22, @1)
;; check: @32 = Add(@31, @30)
;; check: proc inner_constant(
;; check: @31 = Sub(@22, @30)
;; check: @32 = Add(@31, @2)
;! run
;; run constant(1, 7, -3) == 12
;; run constant(5, 1099511627776, 9) == 2199023255589
;; run constant(4, -5, 9223372036854775807) == 3
;; run inner_constant(1, 7, -3) == -8
;; run inner_constant(5, 1099511627776, 9) == 81
;; run inner_constant(4, -5, 9223372036854775807) == -9223372036854775799
; An address takes in the constant.
proc constant(Int64, Int64, Int64) -> Int64 target=x86_64-linux {
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
    Int64 @30 = Const64(5)
    Int64 @31 = Add(@22, @1)
    Int64 @32 = Add(@31, @30)
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
proc inner_constant(Int64, Int64, Int64) -> Int64 target=x86_64-linux {
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
    Int64 @30 = Const64(5)
    Int64 @31 = Sub(@22, @30)
    Int64 @32 = Add(@31, @2)
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
