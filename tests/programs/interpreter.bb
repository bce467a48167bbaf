barebones 1
; An interpreter of a small stack machine: a loop around one dense Switch.
;
; An instruction is an opcode and a signed operand byte: 0 halt (result: top of the stack), 1 push operand,
; 2 add, 3 subtract, 4 multiply, 5 duplicate, 6 get local, 7 set local, 8 jump by operand, 9 jump by operand if the top is
; not zero (pops), 10 less than, 11 remainder, 12 swap, 13 drop. Jumps count instructions from the next one.
;
; Known answers: 10! = 3628800; gcd(1071, 462) = 21; Project Euler 1 (multiples of 3 or 5 below 1000: 233168).
;! run

; local 1 = 1; while local 0 { local 1 *= local 0; local 0 -= 1 }
data factorial =
    1 1  7 1
    6 0  9 2  6 1  0 0
    6 1  6 0  4 0  7 1
    6 0  1 1  3 0  7 0
    8 0xf3

; while local 1 { (local 0, local 1) = (local 1, local 0 % local 1) }
data gcd =
    6 1  9 2  6 0  0 0
    6 0  6 1  11 0
    6 1  7 0  7 1
    8 0xf5

; local 2 = sum, local 1 = i: adds i if i % 3 == 0 or i % 5 == 0
data multiples =
    1 0  7 2  1 0  7 1
    6 1  6 0  10 0  9 2  6 2  0 0
    6 1  1 3  11 0  9 1  8 4
    6 1  1 5  11 0  9 4
    6 2  6 1  2 0  7 2
    6 1  1 1  2 0  7 1
    8 0xe8
data illegal = 1 1 77 0
data endless_push = 1 1 8 0xfe

proc interpret(Int64, Int64, Int64) -> Int64 {
    slot0 = stack 64 locked align=8
    slot1 = stack 256 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; code
    Int64 @1 = ArgumentReg(%a1)                     ; first
    Int64 @2 = ArgumentReg(%a2)                     ; second
    ; Eight locals, and a stack of 32 values.
    ; locals: i64 = SlotBase(slot0)
    Int64 @3 = SlotBase(slot0)                      ; locals
    ; stack: i64 = SlotBase(slot1)
    Int64 @4 = SlotBase(slot1)                      ; stack
    ; MemoryFill(locals, 0, 64)
    Int32 @5 = Const32(0)
    Int64 @6 = Const64(64)
    Void @7 = MemoryFill(@3, @5, @6)
    ; i64[locals] = first
    Void @8 = Store(@1, @3)
    ; i64[locals, 8] = second
    Void @9 = Store(@2, @3, offset=8)
    ; pc: i64 = code
    ; `sp` points past the top.
    ; sp: i64 = stack
    Void @10 = Upsilon(@0, ^@13)
    Void @11 = Upsilon(@4, ^@14)
    Void @12 = Jump(#1)
#1 frequency=50:        ; loop
    Int64 @13 = Phi()                               ; pc
    Int64 @14 = Phi()                               ; sp
    ; opcode: i32 = u8[pc]
    Int32 @15 = Load8Z(@13)                         ; opcode
    ; operand: i32 = s8[pc, 1]
    Int32 @16 = Load8S(@13, offset=1)               ; operand
    ; pc = pc + 2
    Int64 @17 = Const64(2)
    Int64 @18 = Add(@13, @17)                       ; pc
    ; switch opcode
    Void @19 = Switch(@15, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, 5: #7, 6: #8, 7: #9, 8: #10, 9: #11, 10: #12, 11: #13, 12: #14, 13: #15, default: #16:rare)
#2:        ; case 0
    ; halt
    ; return i64[sp, -8]
    Int64 @20 = Load(@14, offset=-8)
    Void @21 = Return(@20)
#3 frequency=4:        ; case 1
    ; push
    ; trapif sp == stack + 256 StackOverflow
    Int64 @22 = Const64(256)
    Int64 @23 = Add(@4, @22)
    Int32 @24 = Equal(@14, @23)
    Void @25 = TrapIf(@24, StackOverflow)
    ; i64[sp] = SExt32(operand)
    Int64 @26 = SExt32(@16)
    Void @27 = Store(@26, @14)
    ; sp = sp + 8
    Int64 @28 = Const64(8)
    Int64 @29 = Add(@14, @28)                       ; sp
    Void @30 = Upsilon(@18, ^@154)
    Void @31 = Upsilon(@29, ^@155)
    Void @32 = Jump(#17)
#4 frequency=4:        ; case 2
    ; add
    ; i64[sp, -16] = i64[sp, -16] + i64[sp, -8]
    Int64 @33 = Load(@14, offset=-16)
    Int64 @34 = Load(@14, offset=-8)
    Int64 @35 = Add(@33, @34)
    Void @36 = Store(@35, @14, offset=-16)
    ; sp = sp - 8
    Int64 @37 = Const64(8)
    Int64 @38 = Sub(@14, @37)                       ; sp
    Void @39 = Upsilon(@18, ^@154)
    Void @40 = Upsilon(@38, ^@155)
    Void @41 = Jump(#17)
#5 frequency=4:        ; case 3
    ; subtract
    ; i64[sp, -16] = i64[sp, -16] - i64[sp, -8]
    Int64 @42 = Load(@14, offset=-16)
    Int64 @43 = Load(@14, offset=-8)
    Int64 @44 = Sub(@42, @43)
    Void @45 = Store(@44, @14, offset=-16)
    ; sp = sp - 8
    Int64 @46 = Const64(8)
    Int64 @47 = Sub(@14, @46)                       ; sp
    Void @48 = Upsilon(@18, ^@154)
    Void @49 = Upsilon(@47, ^@155)
    Void @50 = Jump(#17)
#6 frequency=4:        ; case 4
    ; multiply
    ; i64[sp, -16] = i64[sp, -16] * i64[sp, -8]
    Int64 @51 = Load(@14, offset=-16)
    Int64 @52 = Load(@14, offset=-8)
    Int64 @53 = Mul(@51, @52)
    Void @54 = Store(@53, @14, offset=-16)
    ; sp = sp - 8
    Int64 @55 = Const64(8)
    Int64 @56 = Sub(@14, @55)                       ; sp
    Void @57 = Upsilon(@18, ^@154)
    Void @58 = Upsilon(@56, ^@155)
    Void @59 = Jump(#17)
#7 frequency=4:        ; case 5
    ; duplicate
    ; trapif sp == stack + 256 StackOverflow
    Int64 @60 = Const64(256)
    Int64 @61 = Add(@4, @60)
    Int32 @62 = Equal(@14, @61)
    Void @63 = TrapIf(@62, StackOverflow)
    ; i64[sp] = i64[sp, -8]
    Int64 @64 = Load(@14, offset=-8)
    Void @65 = Store(@64, @14)
    ; sp = sp + 8
    Int64 @66 = Const64(8)
    Int64 @67 = Add(@14, @66)                       ; sp
    Void @68 = Upsilon(@18, ^@154)
    Void @69 = Upsilon(@67, ^@155)
    Void @70 = Jump(#17)
#8 frequency=4:        ; case 6
    ; get local
    ; trapif sp == stack + 256 StackOverflow
    Int64 @71 = Const64(256)
    Int64 @72 = Add(@4, @71)
    Int32 @73 = Equal(@14, @72)
    Void @74 = TrapIf(@73, StackOverflow)
    ; i64[sp] = i64[locals + (SExt32(operand & 7) << 3)]
    Int32 @75 = Const32(7)
    Int32 @76 = BitAnd(@16, @75)
    Int64 @77 = SExt32(@76)
    Int32 @78 = Const32(3)
    Int64 @79 = Shl(@77, @78)
    Int64 @80 = Add(@3, @79)
    Int64 @81 = Load(@80)
    Void @82 = Store(@81, @14)
    ; sp = sp + 8
    Int64 @83 = Const64(8)
    Int64 @84 = Add(@14, @83)                       ; sp
    Void @85 = Upsilon(@18, ^@154)
    Void @86 = Upsilon(@84, ^@155)
    Void @87 = Jump(#17)
#9 frequency=4:        ; case 7
    ; set local
    ; sp = sp - 8
    Int64 @88 = Const64(8)
    Int64 @89 = Sub(@14, @88)                       ; sp
    ; i64[locals + (SExt32(operand & 7) << 3)] = i64[sp]
    Int32 @90 = Const32(7)
    Int32 @91 = BitAnd(@16, @90)
    Int64 @92 = SExt32(@91)
    Int32 @93 = Const32(3)
    Int64 @94 = Shl(@92, @93)
    Int64 @95 = Add(@3, @94)
    Int64 @96 = Load(@89)
    Void @97 = Store(@96, @95)
    Void @98 = Upsilon(@18, ^@154)
    Void @99 = Upsilon(@89, ^@155)
    Void @100 = Jump(#17)
#10 frequency=4:        ; case 8
    ; jump
    ; pc = pc + SExt32(operand * 2)
    Int32 @101 = Const32(2)
    Int32 @102 = Mul(@16, @101)
    Int64 @103 = SExt32(@102)
    Int64 @104 = Add(@18, @103)                     ; pc
    Void @105 = Upsilon(@104, ^@154)
    Void @106 = Upsilon(@14, ^@155)
    Void @107 = Jump(#17)
#11 frequency=4:        ; case 9
    ; jump if not zero
    ; sp = sp - 8
    Int64 @108 = Const64(8)
    Int64 @109 = Sub(@14, @108)                     ; sp
    ; pc = pc + SExt32(Select(i64[sp] != 0, operand * 2, 0))
    Int64 @110 = Load(@109)
    Int64 @111 = Const64(0)
    Int32 @112 = NotEqual(@110, @111)
    Int32 @113 = Const32(2)
    Int32 @114 = Mul(@16, @113)
    Int32 @115 = Const32(0)
    Int32 @116 = Select(@112, @114, @115)
    Int64 @117 = SExt32(@116)
    Int64 @118 = Add(@18, @117)                     ; pc
    Void @119 = Upsilon(@118, ^@154)
    Void @120 = Upsilon(@109, ^@155)
    Void @121 = Jump(#17)
#12 frequency=4:        ; case 10
    ; less than
    ; i64[sp, -16] = SExt32(i64[sp, -16] < i64[sp, -8])
    Int64 @122 = Load(@14, offset=-16)
    Int64 @123 = Load(@14, offset=-8)
    Int32 @124 = LessThan(@122, @123)
    Int64 @125 = SExt32(@124)
    Void @126 = Store(@125, @14, offset=-16)
    ; sp = sp - 8
    Int64 @127 = Const64(8)
    Int64 @128 = Sub(@14, @127)                     ; sp
    Void @129 = Upsilon(@18, ^@154)
    Void @130 = Upsilon(@128, ^@155)
    Void @131 = Jump(#17)
#13 frequency=4:        ; case 11
    ; remainder; zero for a zero divisor
    ; i64[sp, -16] = ChillMod(i64[sp, -16], i64[sp, -8])
    Int64 @132 = Load(@14, offset=-16)
    Int64 @133 = Load(@14, offset=-8)
    Int64 @134 = ChillMod(@132, @133)
    Void @135 = Store(@134, @14, offset=-16)
    ; sp = sp - 8
    Int64 @136 = Const64(8)
    Int64 @137 = Sub(@14, @136)                     ; sp
    Void @138 = Upsilon(@18, ^@154)
    Void @139 = Upsilon(@137, ^@155)
    Void @140 = Jump(#17)
#14 frequency=4:        ; case 12
    ; swap
    ; a: i64 = i64[sp, -8]
    Int64 @141 = Load(@14, offset=-8)               ; a
    ; i64[sp, -8] = i64[sp, -16]
    Int64 @142 = Load(@14, offset=-16)
    Void @143 = Store(@142, @14, offset=-8)
    ; i64[sp, -16] = a
    Void @144 = Store(@141, @14, offset=-16)
    Void @145 = Upsilon(@18, ^@154)
    Void @146 = Upsilon(@14, ^@155)
    Void @147 = Jump(#17)
#15 frequency=4:        ; case 13
    ; drop
    ; sp = sp - 8
    Int64 @148 = Const64(8)
    Int64 @149 = Sub(@14, @148)                     ; sp
    Void @150 = Upsilon(@18, ^@154)
    Void @151 = Upsilon(@149, ^@155)
    Void @152 = Jump(#17)
#16:        ; default
    ; trap User(99)
    Void @153 = Trap(User(99))
#17 frequency=49:        ; endswitch
    Int64 @154 = Phi()                              ; pc
    Int64 @155 = Phi()                              ; sp
    Void @156 = Upsilon(@154, ^@13)
    Void @157 = Upsilon(@155, ^@14)
    Void @158 = Jump(#1)
}
;; run interpret(@data:factorial, 10, 0) == 3628800
;; run interpret(@data:factorial, 0, 0) == 1
;; run interpret(@data:gcd, 1071, 462) == 21
;; run interpret(@data:multiples, 10, 0) == 23
;; run interpret(@data:multiples, 1000, 0) == 233168
;; run interpret(@data:multiples, 6000, 0) == 8397000
;; run interpret(@data:illegal, 0, 0) traps User(99)
;; run interpret(@data:endless_push, 0, 0) traps StackOverflow
