barebones 1
; The dispatch of an interpreter (a short block that ends in a jump table) is duplicated into the jumps to it at O1 and
; O2. All copies use one table. Programs are octal numbers whose digits are executed from the last one on; 5 and above
; end. Not duplicated: blocks that are long, call, or are outside a loop; jumps from outside the loop, rare or
; infrequent ones; fall-throughs, and blocks without a table. On AArch64 no switch has a table of its own.
;! asm x86_64-linux -O 2
;! run

extern labs(Int64) -> Int64

; The common dispatch block is long.
proc long(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@20)
    Void @3 = Upsilon(@1, ^@21)
    Void @4 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @50 = Mul(@20, @20)
    Int64 @51 = BitXor(@50, @20)
    Int64 @52 = Sub(@51, @21)
    Int64 @53 = Mul(@52, @20)
    Int64 @54 = BitXor(@53, @52)
    Int64 @55 = Sub(@54, @21)
    Int64 @56 = Mul(@55, @20)
    Int64 @57 = BitXor(@56, @55)
    Int64 @58 = Sub(@57, @21)
    Int64 @59 = Mul(@58, @20)
    Int64 @60 = BitXor(@59, @58)
    Int64 @61 = Sub(@60, @21)
    Int64 @30 = Const64(7)
    Int64 @31 = BitAnd(@61, @30)
    Void @40 = Switch(@31, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, default: #7)
#2:
    Int64 @100 = Const64(1)
    Int64 @101 = Add(@21, @100)
    Int32 @102 = Const32(3)
    Int64 @103 = ZShr(@20, @102)
    Void @104 = Upsilon(@103, ^@20)
    Void @105 = Upsilon(@101, ^@21)
    Void @106 = Jump(#1)
#3:
    Int64 @120 = Const64(3)
    Int64 @121 = Mul(@21, @120)
    Int32 @122 = Const32(3)
    Int64 @123 = ZShr(@20, @122)
    Void @124 = Upsilon(@123, ^@20)
    Void @125 = Upsilon(@121, ^@21)
    Void @126 = Jump(#1)
#4:
    Int64 @140 = Const64(7)
    Int64 @141 = Sub(@21, @140)
    Int32 @142 = Const32(3)
    Int64 @143 = ZShr(@20, @142)
    Void @144 = Upsilon(@143, ^@20)
    Void @145 = Upsilon(@141, ^@21)
    Void @146 = Jump(#1)
#5:
    Int64 @160 = Const64(9)
    Int64 @161 = BitXor(@21, @160)
    Int32 @162 = Const32(3)
    Int64 @163 = ZShr(@20, @162)
    Void @164 = Upsilon(@163, ^@20)
    Void @165 = Upsilon(@161, ^@21)
    Void @166 = Jump(#1)
#6:
    Int64 @180 = Const64(1000)
    Int64 @181 = Add(@21, @180)
    Int32 @182 = Const32(3)
    Int64 @183 = ZShr(@20, @182)
    Void @184 = Upsilon(@183, ^@20)
    Void @185 = Upsilon(@181, ^@21)
    Void @186 = Jump(#1)
#7:
    Void @300 = Return(@21)
}
;; not: jmp
;; check: jmp r
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; run long(247432) == 1
;; run long(344846238364) == 994

; It calls.
proc calling(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@20)
    Void @3 = Upsilon(@1, ^@21)
    Void @4 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @50 = CCall(labs, @20)
    Int64 @30 = Const64(7)
    Int64 @31 = BitAnd(@50, @30)
    Void @40 = Switch(@31, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, default: #7)
#2:
    Int64 @100 = Const64(1)
    Int64 @101 = Add(@21, @100)
    Int32 @102 = Const32(3)
    Int64 @103 = ZShr(@20, @102)
    Void @104 = Upsilon(@103, ^@20)
    Void @105 = Upsilon(@101, ^@21)
    Void @106 = Jump(#1)
#3:
    Int64 @120 = Const64(3)
    Int64 @121 = Mul(@21, @120)
    Int32 @122 = Const32(3)
    Int64 @123 = ZShr(@20, @122)
    Void @124 = Upsilon(@123, ^@20)
    Void @125 = Upsilon(@121, ^@21)
    Void @126 = Jump(#1)
#4:
    Int64 @140 = Const64(7)
    Int64 @141 = Sub(@21, @140)
    Int32 @142 = Const32(3)
    Int64 @143 = ZShr(@20, @142)
    Void @144 = Upsilon(@143, ^@20)
    Void @145 = Upsilon(@141, ^@21)
    Void @146 = Jump(#1)
#5:
    Int64 @160 = Const64(9)
    Int64 @161 = BitXor(@21, @160)
    Int32 @162 = Const32(3)
    Int64 @163 = ZShr(@20, @162)
    Void @164 = Upsilon(@163, ^@20)
    Void @165 = Upsilon(@161, ^@21)
    Void @166 = Jump(#1)
#6:
    Int64 @180 = Const64(1000)
    Int64 @181 = Add(@21, @180)
    Int32 @182 = Const32(3)
    Int64 @183 = ZShr(@20, @182)
    Void @184 = Upsilon(@183, ^@20)
    Void @185 = Upsilon(@181, ^@21)
    Void @186 = Jump(#1)
#7:
    Void @300 = Return(@21)
}
;; not: jmp
;; check: jmp r
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; run calling(7) == 0
;; run calling(40) == 1
;; run calling(2769) == -16
;; run calling(247432) == 989
;; run calling(344846238364) == 35515

; The fourth instruction is rare.
proc rare(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@20)
    Void @3 = Upsilon(@1, ^@21)
    Void @4 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Const64(7)
    Int64 @31 = BitAnd(@20, @30)
    Void @40 = Switch(@31, 0: #2, 1: #3, 2: #4, 3: #5:rare, 4: #6, default: #7)
#2:
    Int64 @100 = Const64(1)
    Int64 @101 = Add(@21, @100)
    Int32 @102 = Const32(3)
    Int64 @103 = ZShr(@20, @102)
    Void @104 = Upsilon(@103, ^@20)
    Void @105 = Upsilon(@101, ^@21)
    Void @106 = Jump(#1)
#3:
    Int64 @120 = Const64(3)
    Int64 @121 = Mul(@21, @120)
    Int32 @122 = Const32(3)
    Int64 @123 = ZShr(@20, @122)
    Void @124 = Upsilon(@123, ^@20)
    Void @125 = Upsilon(@121, ^@21)
    Void @126 = Jump(#1)
#4:
    Int64 @140 = Const64(7)
    Int64 @141 = Sub(@21, @140)
    Int32 @142 = Const32(3)
    Int64 @143 = ZShr(@20, @142)
    Void @144 = Upsilon(@143, ^@20)
    Void @145 = Upsilon(@141, ^@21)
    Void @146 = Jump(#1)
#5:
    Int64 @160 = Const64(9)
    Int64 @161 = BitXor(@21, @160)
    Int32 @162 = Const32(3)
    Int64 @163 = ZShr(@20, @162)
    Void @164 = Upsilon(@163, ^@20)
    Void @165 = Upsilon(@161, ^@21)
    Void @166 = Jump(#1)
#6:
    Int64 @180 = Const64(1000)
    Int64 @181 = Add(@21, @180)
    Int32 @182 = Const32(3)
    Int64 @183 = ZShr(@20, @182)
    Void @184 = Upsilon(@183, ^@20)
    Void @185 = Upsilon(@181, ^@21)
    Void @186 = Jump(#1)
#7:
    Void @300 = Return(@21)
}
;; not: jmp
;; check: jmp r
;; not: jmp
;; check: jmp r
;; not: jmp
;; check: jmp r
;; not: jmp
;; check: jmp r
;; not: jmp
;; check: jmp r
;; not: jmp
;; check: jmp L
;; not: jmp
;; run rare(7) == 0
;; run rare(40) == 1
;; run rare(2769) == -16
;; run rare(247432) == 989
;; run rare(344846238364) == 35515
