barebones 1
; Equal long constants of a small loop are merged, and accesses at absolute addresses share a base.
;! opt move_constants eliminate_dead_code
;; check: proc joined(
;; check: @57 = Const64(139785437018256)
;; check: #2:
;; not: Const64
;; check: @31 = BitXor(@21, @57)
;; check: #3:
;; not: Const64
;; check: @41 = Mul(@21, @57)
;; check: proc apart(
;; check: @31 = BitXor(@21, @30)
;; check: @41 = Mul(@21, @40)
;; check: proc different(
;; check: @31 = BitXor(@21, @30)
;; check: @41 = Mul(@21, @40)
;; check: proc large(
;; check: @31 = BitXor(@21, @30)
;; check: @41 = Mul(@21, @40)
;; check: proc shared(
;; check: @15 = Const64(139716164221072)
;; check: @10 = Load(@15, offset=8)
;; check: @11 = Load(@15, offset=-16)
;; check: Store(@12, @15, offset=28)
;; check: proc operand(
;; check: Store(@2, @0)
;; check: Load8Z(@2)
;; check: proc operand_is_base(
;; check: BitXor(@0, @15)
;; check: Store(@10, @15, offset=8)
;; check: proc far(
;; check: Load(@1)
;; check: Store(@10, @2)
;; check: proc reference(
;; check: Load(@1)
;; check: Store(@10, @2)
;; check: proc two_blocks(
;; check: Load(@1)
;; check: Store(@10, @2)
;! run
;; run joined(1) == 1
;; run joined(2) == 139785437018257
;; run joined(5) == 4818703797985282193
;; run large(1) == 1
;; run large(2) == 139785437018497
;; run large(5) == 6938757845661516305
;; run apart(1) == 1
;; run apart(2) == 1
;; run apart(5) == 1
;; run different(1) == 1
;; run different(3) == -7227406031204498910
;; run different(5) == -2597845566171795757
; Both arms are in the loop, which needs the constant once.
proc joined(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@20)
    Void @6 = Upsilon(@3, ^@21)
    Void @7 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = BitAnd(@20, @4)
    Void @23 = Branch(@22, #2, #3)
#2:
    Int64 @30 = Const64(139785437018256)
    Int64 @31 = BitXor(@21, @30)
    Void @32 = Upsilon(@31, ^@50)
    Void @38 = Jump(#4)
#3:
    Int64 @40 = Const64(139785437018256)
    Int64 @41 = Mul(@21, @40)
    Int64 @42 = Add(@41, @4)
    Void @43 = Upsilon(@42, ^@50)
    Void @48 = Jump(#4)
#4:
    Int64 @50 = Phi()
    Int64 @51 = Add(@20, @4)
    Void @52 = Upsilon(@51, ^@20)
    Void @53 = Upsilon(@50, ^@21)
    Int32 @54 = LessThan(@51, @0)
    Void @55 = Branch(@54, #1, #5)
#5:
    Void @56 = Return(@50)
}
; Outside of loops each arm has its own.
proc apart(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@20)
    Void @6 = Upsilon(@3, ^@21)
    Void @7 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = BitAnd(@20, @4)
    Void @23 = Branch(@22, #2, #3)
#2:
    Int64 @30 = Const64(139785437018256)
    Int64 @31 = BitXor(@21, @30)
    Void @32 = Upsilon(@31, ^@50)
    Void @38 = Jump(#4)
#3:
    Int64 @40 = Const64(139785437018256)
    Int64 @41 = Mul(@21, @40)
    Int64 @42 = Add(@41, @4)
    Void @43 = Upsilon(@42, ^@50)
    Void @48 = Jump(#4)
#4:
    Int64 @50 = Phi()
    Int64 @51 = Add(@20, @4)
    Void @52 = Upsilon(@51, ^@20)
    Void @53 = Upsilon(@50, ^@21)
    Int32 @54 = LessThan(@51, @0)
    Void @55 = Branch(@54, #5, #5)
#5:
    Void @56 = Return(@50)
}
; The constant plus one is another constant.
proc different(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@20)
    Void @6 = Upsilon(@3, ^@21)
    Void @7 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = BitAnd(@20, @4)
    Void @23 = Branch(@22, #2, #3)
#2:
    Int64 @30 = Const64(139785437018256)
    Int64 @31 = BitXor(@21, @30)
    Void @32 = Upsilon(@31, ^@50)
    Void @38 = Jump(#4)
#3:
    Int64 @40 = Const64(139785437018257)
    Int64 @41 = Mul(@21, @40)
    Int64 @42 = Add(@41, @4)
    Void @43 = Upsilon(@42, ^@50)
    Void @48 = Jump(#4)
#4:
    Int64 @50 = Phi()
    Int64 @51 = Add(@20, @4)
    Void @52 = Upsilon(@51, ^@20)
    Void @53 = Upsilon(@50, ^@21)
    Int32 @54 = LessThan(@51, @0)
    Void @55 = Branch(@54, #1, #5)
#5:
    Void @56 = Return(@50)
}
; So is one in a loop with many values.
proc large(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @3 = Const64(0)
    Int64 @4 = Const64(1)
    Void @5 = Upsilon(@3, ^@20)
    Void @6 = Upsilon(@3, ^@21)
    Void @7 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @22 = BitAnd(@20, @4)
    Void @23 = Branch(@22, #2, #3)
#2:
    Int64 @30 = Const64(139785437018256)
    Int64 @31 = BitXor(@21, @30)
    Int64 @100 = Add(@31, @0)
    Int64 @101 = Add(@100, @0)
    Int64 @102 = Add(@101, @0)
    Int64 @103 = Add(@102, @0)
    Int64 @104 = Add(@103, @0)
    Int64 @105 = Add(@104, @0)
    Int64 @106 = Add(@105, @0)
    Int64 @107 = Add(@106, @0)
    Int64 @108 = Add(@107, @0)
    Int64 @109 = Add(@108, @0)
    Int64 @110 = Add(@109, @0)
    Int64 @111 = Add(@110, @0)
    Int64 @112 = Add(@111, @0)
    Int64 @113 = Add(@112, @0)
    Int64 @114 = Add(@113, @0)
    Int64 @115 = Add(@114, @0)
    Int64 @116 = Add(@115, @0)
    Int64 @117 = Add(@116, @0)
    Int64 @118 = Add(@117, @0)
    Int64 @119 = Add(@118, @0)
    Int64 @120 = Add(@119, @0)
    Int64 @121 = Add(@120, @0)
    Int64 @122 = Add(@121, @0)
    Int64 @123 = Add(@122, @0)
    Int64 @124 = Add(@123, @0)
    Int64 @125 = Add(@124, @0)
    Int64 @126 = Add(@125, @0)
    Int64 @127 = Add(@126, @0)
    Int64 @128 = Add(@127, @0)
    Int64 @129 = Add(@128, @0)
    Int64 @130 = Add(@129, @0)
    Int64 @131 = Add(@130, @0)
    Int64 @132 = Add(@131, @0)
    Int64 @133 = Add(@132, @0)
    Int64 @134 = Add(@133, @0)
    Int64 @135 = Add(@134, @0)
    Int64 @136 = Add(@135, @0)
    Int64 @137 = Add(@136, @0)
    Int64 @138 = Add(@137, @0)
    Int64 @139 = Add(@138, @0)
    Int64 @140 = Add(@139, @0)
    Int64 @141 = Add(@140, @0)
    Int64 @142 = Add(@141, @0)
    Int64 @143 = Add(@142, @0)
    Int64 @144 = Add(@143, @0)
    Int64 @145 = Add(@144, @0)
    Int64 @146 = Add(@145, @0)
    Int64 @147 = Add(@146, @0)
    Int64 @148 = Add(@147, @0)
    Int64 @149 = Add(@148, @0)
    Int64 @150 = Add(@149, @0)
    Int64 @151 = Add(@150, @0)
    Int64 @152 = Add(@151, @0)
    Int64 @153 = Add(@152, @0)
    Int64 @154 = Add(@153, @0)
    Int64 @155 = Add(@154, @0)
    Int64 @156 = Add(@155, @0)
    Int64 @157 = Add(@156, @0)
    Int64 @158 = Add(@157, @0)
    Int64 @159 = Add(@158, @0)
    Int64 @160 = Add(@159, @0)
    Int64 @161 = Add(@160, @0)
    Int64 @162 = Add(@161, @0)
    Int64 @163 = Add(@162, @0)
    Int64 @164 = Add(@163, @0)
    Int64 @165 = Add(@164, @0)
    Int64 @166 = Add(@165, @0)
    Int64 @167 = Add(@166, @0)
    Int64 @168 = Add(@167, @0)
    Int64 @169 = Add(@168, @0)
    Int64 @170 = Add(@169, @0)
    Int64 @171 = Add(@170, @0)
    Int64 @172 = Add(@171, @0)
    Int64 @173 = Add(@172, @0)
    Int64 @174 = Add(@173, @0)
    Int64 @175 = Add(@174, @0)
    Int64 @176 = Add(@175, @0)
    Int64 @177 = Add(@176, @0)
    Int64 @178 = Add(@177, @0)
    Int64 @179 = Add(@178, @0)
    Int64 @180 = Add(@179, @0)
    Int64 @181 = Add(@180, @0)
    Int64 @182 = Add(@181, @0)
    Int64 @183 = Add(@182, @0)
    Int64 @184 = Add(@183, @0)
    Int64 @185 = Add(@184, @0)
    Int64 @186 = Add(@185, @0)
    Int64 @187 = Add(@186, @0)
    Int64 @188 = Add(@187, @0)
    Int64 @189 = Add(@188, @0)
    Int64 @190 = Add(@189, @0)
    Int64 @191 = Add(@190, @0)
    Int64 @192 = Add(@191, @0)
    Int64 @193 = Add(@192, @0)
    Int64 @194 = Add(@193, @0)
    Int64 @195 = Add(@194, @0)
    Int64 @196 = Add(@195, @0)
    Int64 @197 = Add(@196, @0)
    Int64 @198 = Add(@197, @0)
    Int64 @199 = Add(@198, @0)
    Int64 @200 = Add(@199, @0)
    Int64 @201 = Add(@200, @0)
    Int64 @202 = Add(@201, @0)
    Int64 @203 = Add(@202, @0)
    Int64 @204 = Add(@203, @0)
    Int64 @205 = Add(@204, @0)
    Int64 @206 = Add(@205, @0)
    Int64 @207 = Add(@206, @0)
    Int64 @208 = Add(@207, @0)
    Int64 @209 = Add(@208, @0)
    Int64 @210 = Add(@209, @0)
    Int64 @211 = Add(@210, @0)
    Int64 @212 = Add(@211, @0)
    Int64 @213 = Add(@212, @0)
    Int64 @214 = Add(@213, @0)
    Int64 @215 = Add(@214, @0)
    Int64 @216 = Add(@215, @0)
    Int64 @217 = Add(@216, @0)
    Int64 @218 = Add(@217, @0)
    Int64 @219 = Add(@218, @0)
    Void @32 = Upsilon(@219, ^@50)
    Void @38 = Jump(#4)
#3:
    Int64 @40 = Const64(139785437018256)
    Int64 @41 = Mul(@21, @40)
    Int64 @42 = Add(@41, @4)
    Void @43 = Upsilon(@42, ^@50)
    Void @48 = Jump(#4)
#4:
    Int64 @50 = Phi()
    Int64 @51 = Add(@20, @4)
    Void @52 = Upsilon(@51, ^@20)
    Void @53 = Upsilon(@50, ^@21)
    Int32 @54 = LessThan(@51, @0)
    Void @55 = Branch(@54, #1, #5)
#5:
    Void @56 = Return(@50)
}
; The lowest address is the base, in any order, and an offset is a part of an address.
proc shared(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(139716164221080)
    Int64 @2 = Const64(139716164221072)
    Int64 @3 = Const64(139716164221096)
    Int64 @10 = Load(@1)
    Int64 @11 = Load(@2, offset=-16)
    Int64 @12 = Add(@10, @11)
    Void @13 = Store(@12, @3, offset=4)
    Void @14 = Return(@12)
}
; A constant that is stored is in a register: it is the base of its own accesses.
proc operand(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(139716164221072)
    Int64 @2 = Const64(139716164221080)
    Int64 @10 = Load(@1)
    Void @11 = Store(@2, @0)
    Int32 @12 = Load8Z(@2)
    Void @13 = Store(@12, @0, offset=8)
    Void @14 = Return(@10)
}
; A constant operand of arithmetic can be a base too.
proc operand_is_base(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(139716164221072)
    Int64 @2 = Const64(139716164221080)
    Int64 @10 = BitXor(@0, @1)
    Void @11 = Store(@10, @2)
    Void @14 = Return(@10)
}
; An offset has 32 bits.
proc far(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(139716164221072)
    Int64 @2 = Const64(139720459188368)
    Int64 @10 = Load(@1)
    Void @11 = Store(@10, @2)
    Void @14 = Return(@10)
}
; A reference may move.
proc reference(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(139716164221072, reference)
    Int64 @2 = Const64(139716164221080)
    Int64 @10 = Load(@1)
    Void @11 = Store(@10, @2)
    Void @14 = Return(@10)
}
; Each block has one constant, which is not shared.
proc two_blocks(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(139716164221072)
    Int64 @2 = Const64(139716164221080)
    Int64 @10 = Load(@1)
    Void @11 = Branch(@0, #1, #2)
#1:
    Void @12 = Store(@10, @2)
    Void @13 = Return(@10)
#2:
    Void @14 = Return(@0)
}
