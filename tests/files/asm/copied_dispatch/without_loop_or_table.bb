barebones 1
; The dispatch of an interpreter (a short block that ends in a jump table) is duplicated into the jumps to it at O1 and
; O2. All copies use one table. Programs are octal numbers whose digits are executed from the last one on; 5 and above
; end. Not duplicated: blocks that are long, call, or are outside a loop; jumps from outside the loop, rare or
; infrequent ones; fall-throughs, and blocks without a table. On AArch64 no switch has a table of its own.
;! asm x86_64-linux -O 2
;! run

; No back edge leads to the table: the loop is before it.
proc once(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(8)
    Void @2 = Upsilon(@1, ^@50)
    Void @3 = Jump(#10)
#1:
    Int64 @21 = Phi()
    Int64 @30 = Const64(7)
    Int64 @31 = BitAnd(@0, @30)
    Void @40 = Switch(@31, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, default: #7)
#2:
    Int64 @100 = Const64(1)
    Int64 @101 = Add(@21, @100)
    Void @102 = Return(@101)
#3:
    Int64 @120 = Const64(3)
    Int64 @121 = Mul(@21, @120)
    Void @122 = Return(@121)
#4:
    Int64 @140 = Const64(7)
    Int64 @141 = Sub(@21, @140)
    Void @142 = Return(@141)
#5:
    Int64 @160 = Const64(9)
    Int64 @161 = BitXor(@21, @160)
    Void @162 = Return(@161)
#6:
    Int64 @180 = Const64(1000)
    Int64 @181 = Add(@21, @180)
    Void @182 = Return(@181)
#7:
    Void @300 = Return(@21)
#8:
    Int64 @14 = Const64(17)
    Int64 @15 = Mul(@0, @14)
    Void @16 = Upsilon(@15, ^@21)
    Void @17 = Jump(#1)
#9:
    Int64 @18 = Add(@0, @1)
    Void @19 = Upsilon(@18, ^@21)
    Void @23 = Jump(#1)
#10:
    Int64 @50 = Phi()
    Int64 @51 = Const64(1)
    Int64 @52 = Sub(@50, @51)
    Void @53 = Upsilon(@52, ^@50)
    Void @54 = Branch(@52, #10, #11)
#11:
    Int64 @55 = BitAnd(@0, @1)
    Void @56 = Branch(@55, #8, #9)
}
;; not: jmp
;; check: jmp r
;; not: jmp
;; check: jmp short L
;; not: jmp
;; run once(7) == 15
;; run once(40) == 681
;; run once(2769) == 8331
;; run once(247432) == 4206345
;; run once(344846238364) == 5862386053188

; Three cases are compared.
proc compared(Int64) -> Int64 {
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
    Void @40 = Switch(@31, 0: #2, 1: #3, 2: #4, default: #5)
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
    Void @300 = Return(@21)
}
;; not: jmp
;; check: jmp L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; check: jmp short L
;; not: jmp
;; run compared(7) == 0
;; run compared(40) == 1
;; run compared(2769) == -7
;; run compared(247432) == -4
;; run compared(344846238364) == 0
