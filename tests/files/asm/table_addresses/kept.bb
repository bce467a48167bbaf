barebones 1
; The address of a jump table is a value: in a loop it stays in a register if one is free, and otherwise it is computed
; at the jump, once for all paths around the loop. A value outside the table branches to the default at once. On AArch64
; the address takes one instruction, and no register.
;! asm x86_64-linux -O 2 as x64-O2
;! asm x86_64-linux -O 1 as x64-O1
;! asm x86_64-linux -O 0 as x64-O0
;! asm aarch64-linux -O 2 as a64-O2
;! run

extern labs(Int64) -> Int64

; Without a loop: next to the jump.
proc once(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @10 = Switch(@0, 0: #1, 1: #2, 2: #3, 3: #4, 4: #5, default: #6)
#1:
    Int64 @20 = Const64(1)
    Void @21 = Return(@20)
#2:
    Int64 @22 = Const64(20)
    Void @23 = Return(@22)
#3:
    Int64 @24 = Const64(300)
    Void @25 = Return(@24)
#4:
    Int64 @26 = Const64(4000)
    Void @27 = Return(@26)
#5:
    Int64 @28 = Const64(50000)
    Void @29 = Return(@28)
#6:
    Int64 @30 = Const64(3)
    Void @31 = Return(@30)
}
;; check x64-O2: lea
;; check x64-O2: cmp
;; check x64-O2: ja L
;; check x64-O2: movsxd
;; check x64-O2: add
;; check x64-O2: jmp r
;; not x64-O2: jmp
;; check a64-O2: b.hi
;; check a64-O2: adr x16
;; check a64-O2: ldrsw
;; check a64-O2: br x17
;; run once(0) == 1
;; run once(1) == 20
;; run once(3) == 4000
;; run once(4) == 50000
;; run once(5) == 3
;; run once(-1) == 3

; With a free register.
proc kept(Int64) -> Int64 {
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
    Void @114 = Switch(@113, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, default: #7)
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
;; check x64-O2: lea rcx, [0x
;; check x64-O2: L0:
;; not x64-O2: lea rcx
;; check x64-O2: cmp
;; check x64-O2: ja L
;; check x64-O2: movsxd
;; check x64-O2: jmp r
;; check x64-O1: L0:
;; check x64-O1: , [0x
;; check x64-O1: ja L
;; check x64-O1: movsxd
;; check x64-O1: jmp r
;; check x64-O0: ja L
;; check x64-O0: , [0x
;; check x64-O0: movsxd
;; check x64-O0: jmp r
;; check a64-O2: and
;; check a64-O2: b.hi
;; check a64-O2: adr x16
;; check a64-O2: br x17
;; run kept(1) == 20
;; run kept(5) == 54320
;; run kept(6) == 54320
;; run kept(7) == 54320
;; run kept(8) == 54347
;; run kept(9) == 54887
;; run kept(40) == 29993076707
;; run kept(1001) == 6979844213957534223

; The only path on which it is clobbered is rare: it is rematerialized there.
proc rarely_clobbered(Int64) -> Int64 {
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
    Void @114 = Switch(@113, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, default: #7:rare)
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
    Int64 @175 = CCall(labs, @172)
    Void @173 = Upsilon(@175, ^@181)
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
;; check x64-O2: lea
;; check x64-O2: L0:
;; not x64-O2: lea
;; check x64-O2: jmp r
;; run rarely_clobbered(1) == 20
;; run rarely_clobbered(8) == 54347
;; run rarely_clobbered(40) == 29993076707
