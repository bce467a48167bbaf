barebones 1
; The dispatch of an interpreter (a short block that ends in a jump table) is duplicated into the jumps to it at O1 and
; O2. All copies use one table. Programs are octal numbers whose digits are executed from the last one on; 5 and above
; end. Not duplicated: blocks that are long, call, or are outside a loop; jumps from outside the loop, rare or
; infrequent ones; fall-throughs, and blocks without a table. On AArch64 no switch has a table of its own.
;! asm x86_64-linux -O 2
;! run

; The fourth instruction has a low frequency.
proc seldom(Int64) -> Int64 {
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
#5 frequency=0.1:
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
;; run seldom(7) == 0
;; run seldom(40) == 1
;; run seldom(2769) == -16
;; run seldom(247432) == 989
;; run seldom(344846238364) == 35515

; One edge into the loop falls through to its header, the other jumps there.
proc entered(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #8, #9)
#8:
    Int64 @10 = Neg(@0)
    Void @11 = Upsilon(@10, ^@20)
    Void @12 = Upsilon(@1, ^@21)
    Void @13 = Jump(#1)
#9:
    Int64 @14 = Const64(5)
    Void @15 = Upsilon(@0, ^@20)
    Void @16 = Upsilon(@14, ^@21)
    Void @17 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @21 = Phi()
    Int64 @30 = Const64(7)
    Int64 @31 = BitAnd(@20, @30)
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
;; run entered(7) == 5
;; run entered(40) == 6
;; run entered(2769) == 1
;; run entered(247432) == 1002
;; run entered(344846238364) == 35722

; In the loop, one edge to the table jumps there, and the other falls through.
proc falling(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Upsilon(@0, ^@20)
    Void @3 = Upsilon(@1, ^@10)
    Void @4 = Jump(#1)
#1:
    Int64 @20 = Phi()
    Int64 @10 = Phi()
    Int64 @11 = Const64(8)
    Int64 @12 = BitAnd(@20, @11)
    Void @13 = Branch(@12, #8, #9)
#8:
    Int64 @14 = Const64(17)
    Int64 @15 = Mul(@10, @14)
    Void @16 = Upsilon(@15, ^@21)
    Void @17 = Jump(#10)
#9:
    Int64 @18 = Add(@10, @20)
    Void @19 = Upsilon(@18, ^@21)
    Void @22 = Jump(#10)
#10:
    Int64 @21 = Phi()
    Int64 @30 = Const64(7)
    Int64 @31 = BitAnd(@20, @30)
    Void @40 = Switch(@31, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, default: #7)
#2:
    Int64 @100 = Const64(1)
    Int64 @101 = Add(@21, @100)
    Int32 @102 = Const32(3)
    Int64 @103 = ZShr(@20, @102)
    Void @104 = Upsilon(@103, ^@20)
    Void @105 = Upsilon(@101, ^@10)
    Void @106 = Jump(#1)
#3:
    Int64 @120 = Const64(3)
    Int64 @121 = Mul(@21, @120)
    Int32 @122 = Const32(3)
    Int64 @123 = ZShr(@20, @122)
    Void @124 = Upsilon(@123, ^@20)
    Void @125 = Upsilon(@121, ^@10)
    Void @126 = Jump(#1)
#4:
    Int64 @140 = Const64(7)
    Int64 @141 = Sub(@21, @140)
    Int32 @142 = Const32(3)
    Int64 @143 = ZShr(@20, @142)
    Void @144 = Upsilon(@143, ^@20)
    Void @145 = Upsilon(@141, ^@10)
    Void @146 = Jump(#1)
#5:
    Int64 @160 = Const64(9)
    Int64 @161 = BitXor(@21, @160)
    Int32 @162 = Const32(3)
    Int64 @163 = ZShr(@20, @162)
    Void @164 = Upsilon(@163, ^@20)
    Void @165 = Upsilon(@161, ^@10)
    Void @166 = Jump(#1)
#6:
    Int64 @180 = Const64(1000)
    Int64 @181 = Add(@21, @180)
    Int32 @182 = Const32(3)
    Int64 @183 = ZShr(@20, @182)
    Void @184 = Upsilon(@183, ^@20)
    Void @185 = Upsilon(@181, ^@10)
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
;; check: jmp r
;; not: jmp
;; run falling(7) == 7
;; run falling(40) == 6
;; run falling(2769) == 2400602
;; run falling(247432) == 26825562
;; run falling(344846238364) == 1654099257661726722
