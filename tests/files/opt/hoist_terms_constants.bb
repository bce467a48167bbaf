barebones 1
; Constants are hoisted terms where no instruction adds two values and a constant.
;! opt hoist_terms eliminate_dead_code
;; check: proc constant_added(
;; check: = Add(@1, @
;; check: @12 = Jump
;; check: @32 = Add(@22, @
;; check: proc equal_constants(
;; check: = Add(@1, @
;; not: Add
;; check: Jump
;; check: @32 = Add(@22, @
;; check: @36 = Add(@33, @
;; check: proc other_constants(
;; check: = Add(@1, @
;; check: = Add(@1, @
;; check: Jump
;; check: @32 = Add(@22, @
;; check: @36 = Add(@33, @
;; check: proc inner_constant(
;; check: = Sub(@2, @
;; check: Jump
;; check: @32 = Add(@22, @
;; check: proc from_a_constant(
;; check: Const64(5)
;; check: = Sub(@
;; check: Jump
;; check: @32 = Sub(@
;; check: @60
;; check: proc both_constants(
;; check: @32 = Add(@22, @30)
;; check: @33 = Add(@32, @31)
;; check: proc of_32_bits(
;; check: = Const32(-5)
;; check: = Add(@13, @
;; check: Jump
;; check: @33 = Add(@31, @
;! run
;; run constant_added(1, 7, -3) == 12
;; run constant_added(5, 1099511627776, 9) == 2199023255589
;; run constant_added(4, -5, 9223372036854775807) == 3
;; run equal_constants(1, 7, -3) == 144
;; run equal_constants(5, 1099511627776, 9) == 521168511567355
;; run equal_constants(4, -5, 9223372036854775807) == 603
;; run other_constants(1, 7, -3) == 156
;; run other_constants(5, 1099511627776, 9) == 518969488316976
;; run other_constants(4, -5, 9223372036854775807) == 622
;; run inner_constant(1, 7, -3) == -8
;; run inner_constant(5, 1099511627776, 9) == 81
;; run inner_constant(4, -5, 9223372036854775807) == -9223372036854775799
;; run from_a_constant(1, 7, -3) == -2
;; run from_a_constant(5, 1099511627776, 9) == 2199023255575
;; run from_a_constant(4, -5, 9223372036854775807) == 31
;; run both_constants(1, 7, -3) == 12
;; run both_constants(5, 1099511627776, 9) == 145
;; run both_constants(4, -5, 9223372036854775807) == 47
;; run of_32_bits(1, 7, -3) == 2
;; run of_32_bits(5, 1099511627776, 9) == 13
;; run of_32_bits(4, -5, 9223372036854775807) == -27
proc constant_added(Int64, Int64, Int64) -> Int64 target=aarch64-linux {
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
; Equal constants are the same term, even as different values.
proc equal_constants(Int64, Int64, Int64) -> Int64 target=aarch64-linux {
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
    Int64 @33 = Mul(@22, @22)
    Int64 @34 = Const64(5)
    Int64 @35 = Add(@33, @1)
    Int64 @36 = Add(@35, @34)
    Int64 @37 = Mul(@32, @36)
    Int64 @60 = BitXor(@21, @37)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc other_constants(Int64, Int64, Int64) -> Int64 target=aarch64-linux {
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
    Int64 @33 = Mul(@22, @22)
    Int64 @34 = Const64(6)
    Int64 @35 = Add(@33, @1)
    Int64 @36 = Add(@35, @34)
    Int64 @37 = Mul(@32, @36)
    Int64 @60 = BitXor(@21, @37)
    Int64 @61 = Mul(@60, @20)
    Int64 @62 = Add(@20, @4)
    Void @63 = Upsilon(@62, ^@20)
    Void @64 = Upsilon(@61, ^@21)
    Int32 @65 = LessThan(@62, @0)
    Void @66 = Branch(@65, #1, #2)
#2:
    Void @67 = Return(@60)
}
proc inner_constant(Int64, Int64, Int64) -> Int64 target=aarch64-linux {
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
proc from_a_constant(Int64, Int64, Int64) -> Int64 target=aarch64-linux {
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
    Int64 @32 = Sub(@30, @31)
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
; Only constants are invariant: `reduce_strength` folds them.
proc both_constants(Int64, Int64, Int64) -> Int64 target=aarch64-linux {
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
    Int64 @31 = Const64(7)
    Int64 @32 = Add(@22, @30)
    Int64 @33 = Add(@32, @31)
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
proc of_32_bits(Int64, Int64, Int64) -> Int64 target=aarch64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Int32 @13 = Trunc(@1)
    Void @10 = Upsilon(@3, ^@20)
    Void @11 = Upsilon(@3, ^@21)
    Void @12 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = Mul(@20, @20)
    Int32 @30 = Const32(-5)
    Int32 @31 = Trunc(@22)
    Int32 @32 = Add(@31, @13)
    Int32 @33 = Add(@32, @30)
    Int64 @34 = SExt32(@33)
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
