barebones 1
; The address of a jump table is a value: in a loop it stays in a register if one is free, and otherwise it is computed
; at the jump, once for all paths around the loop. A value outside the table branches to the default at once. On AArch64
; the address takes one instruction, and no register.
;! asm x86_64-linux -O 2
;! run

extern labs(Int64) -> Int64

; Calls, and the values live across them, leave no register.
proc crowded(Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = ArgumentReg(%a3)
    Int64 @4 = ArgumentReg(%a4)
    Int64 @5 = ArgumentReg(%a5)
    Int64 @100 = Const64(0)
    Void @101 = Upsilon(@0, ^@110)
    Void @102 = Upsilon(@100, ^@111)
    Void @103 = Jump(#1)
#1:
    Int64 @110 = Phi()
    Int64 @111 = Phi()
    Int64 @112 = Const64(7)
    Int64 @113 = BitAnd(@110, @112)
    Void @114 = Switch(@113, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, default: #7)
#2:
    Int64 @120 = Const64(1)
    Int64 @121 = Add(@111, @120)
    Int64 @122 = CCall(labs, @121)
    Void @123 = Upsilon(@122, ^@181)
    Void @124 = Jump(#8)
#3:
    Int64 @130 = Const64(20)
    Int64 @131 = Add(@111, @130)
    Int64 @132 = CCall(labs, @131)
    Void @133 = Upsilon(@132, ^@181)
    Void @134 = Jump(#8)
#4:
    Int64 @140 = Const64(300)
    Int64 @141 = Add(@111, @140)
    Int64 @142 = CCall(labs, @141)
    Void @143 = Upsilon(@142, ^@181)
    Void @144 = Jump(#8)
#5:
    Int64 @150 = Const64(4000)
    Int64 @151 = Add(@111, @150)
    Int64 @152 = CCall(labs, @151)
    Void @153 = Upsilon(@152, ^@181)
    Void @154 = Jump(#8)
#6:
    Int64 @160 = Const64(50000)
    Int64 @161 = Add(@111, @160)
    Int64 @162 = CCall(labs, @161)
    Void @163 = Upsilon(@162, ^@181)
    Void @164 = Jump(#8)
#7:
    Int64 @171 = Const64(3)
    Int64 @172 = Mul(@111, @171)
    Void @173 = Upsilon(@172, ^@181)
    Void @174 = Jump(#8)
#8:
    Int64 @181 = Phi()
    Int64 @182 = Const64(-1)
    Int64 @183 = Add(@110, @182)
    Void @184 = Upsilon(@183, ^@110)
    Void @185 = Upsilon(@181, ^@111)
    Void @186 = Branch(@183, #1, #9)
#9:
    Int64 @190 = Add(@181, @1)
    Int64 @191 = Add(@190, @2)
    Int64 @192 = Add(@191, @3)
    Int64 @193 = Add(@192, @4)
    Int64 @194 = Add(@193, @5)
    Void @199 = Return(@194)
}
;; not: , [0x
;; check: L0:
;; check: , [0x
;; check: movsxd
;; check: jmp r
;; not: , [0x
;; run crowded(1, 2, 3, 4, 5, 6) == 40
;; run crowded(8, 2, 3, 4, 5, 6) == 54367
;; run crowded(40, 2, 3, 4, 5, 6) == 29993076727

; A search over a table and a distant case.
proc searched(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @100 = Const64(0)
    Void @101 = Upsilon(@0, ^@110)
    Void @102 = Upsilon(@100, ^@111)
    Void @103 = Jump(#1)
#1:
    Int64 @110 = Phi()
    Int64 @111 = Phi()
    Int64 @112 = Const64(1023)
    Int64 @113 = BitAnd(@110, @112)
    Void @114 = Switch(@113, 0: #2, 1: #3, 2: #4, 3: #5, 4: #3, 1000: #6, default: #7)
#2:
    Int64 @120 = Const64(1)
    Int64 @121 = Add(@111, @120)
    Void @123 = Upsilon(@121, ^@181)
    Void @124 = Jump(#8)
#3:
    Int64 @130 = Const64(20)
    Int64 @131 = Add(@111, @130)
    Void @133 = Upsilon(@131, ^@181)
    Void @134 = Jump(#8)
#4:
    Int64 @140 = Const64(300)
    Int64 @141 = Add(@111, @140)
    Void @143 = Upsilon(@141, ^@181)
    Void @144 = Jump(#8)
#5:
    Int64 @150 = Const64(4000)
    Int64 @151 = Add(@111, @150)
    Void @153 = Upsilon(@151, ^@181)
    Void @154 = Jump(#8)
#6:
    Int64 @160 = Const64(50000)
    Int64 @161 = Add(@111, @160)
    Void @163 = Upsilon(@161, ^@181)
    Void @164 = Jump(#8)
#7:
    Int64 @171 = Const64(3)
    Int64 @172 = Mul(@111, @171)
    Void @173 = Upsilon(@172, ^@181)
    Void @174 = Jump(#8)
#8:
    Int64 @181 = Phi()
    Int64 @182 = Const64(-1)
    Int64 @183 = Add(@110, @182)
    Void @184 = Upsilon(@183, ^@110)
    Void @185 = Upsilon(@181, ^@111)
    Void @186 = Branch(@183, #1, #9)
#9:
    Void @199 = Return(@181)
}
;; not: , [0x
;; check: L0:
;; check: ja L
;; check: , [0x
;; check: jmp r
;; check: 0x3e8
;; not: , [0x
;; run searched(1) == 20
;; run searched(8) == 4340
;; run searched(40) == 4340
;; run searched(1003) == 5852795382353220196

; An index of 32 bits.
proc half(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @100 = Const64(0)
    Void @101 = Upsilon(@0, ^@110)
    Void @102 = Upsilon(@100, ^@111)
    Void @103 = Jump(#1)
#1:
    Int64 @110 = Phi()
    Int64 @111 = Phi()
    Int64 @112 = Const64(7)
    Int64 @113 = BitAnd(@110, @112)
    Int32 @115 = Trunc(@110)
    Void @114 = Switch(@115, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, default: #7)
#2:
    Int64 @120 = Const64(1)
    Int64 @121 = Add(@111, @120)
    Void @123 = Upsilon(@121, ^@181)
    Void @124 = Jump(#8)
#3:
    Int64 @130 = Const64(20)
    Int64 @131 = Add(@111, @130)
    Void @133 = Upsilon(@131, ^@181)
    Void @134 = Jump(#8)
#4:
    Int64 @140 = Const64(300)
    Int64 @141 = Add(@111, @140)
    Void @143 = Upsilon(@141, ^@181)
    Void @144 = Jump(#8)
#5:
    Int64 @150 = Const64(4000)
    Int64 @151 = Add(@111, @150)
    Void @153 = Upsilon(@151, ^@181)
    Void @154 = Jump(#8)
#6:
    Int64 @160 = Const64(50000)
    Int64 @161 = Add(@111, @160)
    Void @163 = Upsilon(@161, ^@181)
    Void @164 = Jump(#8)
#7:
    Int64 @171 = Const64(3)
    Int64 @172 = Mul(@111, @171)
    Void @173 = Upsilon(@172, ^@181)
    Void @174 = Jump(#8)
#8:
    Int64 @181 = Phi()
    Int64 @182 = Const64(-1)
    Int64 @183 = Add(@110, @182)
    Void @184 = Upsilon(@183, ^@110)
    Void @185 = Upsilon(@181, ^@111)
    Void @186 = Branch(@183, #1, #9)
#9:
    Void @199 = Return(@181)
}
;; check: lea
;; check: L0:
;; check: lea e
;; check: ja L
;; check: jmp r
;; run half(1) == 20
;; run half(8) == 54320
;; run half(40) == 54320
