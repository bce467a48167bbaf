barebones 1
; Conway's game of life on a torus of 64 x 64 cells: a row is one Int64, neighbours are counted for all cells of a row at
; once by adders made of bit operations.
;
; Known answers: a glider has five cells and moves by one cell in four generations; a pulsar has 48, 56 and 72 cells in
; its three phases; a block stays. The R-pentomino on this torus: Python.
;! run

; Rows of patterns, from the top.
data glider = u64:0x2 u64:0x4 u64:0x7
data block = u64:3 u64:3
data r_pentomino = u64:0x6 u64:0x3 u64:0x2
data pulsar = u64:0x71c u64:0 u64:0x10a1 u64:0x10a1 u64:0x10a1 u64:0x71c u64:0 u64:0x71c u64:0x10a1 u64:0x10a1 u64:0x10a1
    u64:0 u64:0x71c
data now = zero:512
data then = zero:512

; a + b + c for each bit: the sum and the carry.
proc full_adder(Int64, Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; c
    ; half: i64 = a ^ b
    Int64 @3 = BitXor(@0, @1)                       ; half
    ; return half ^ c, (a & b) | (half & c)
    Int64 @4 = BitXor(@3, @2)
    Int64 @5 = BitAnd(@0, @1)
    Int64 @6 = BitAnd(@3, @2)
    Int64 @7 = BitOr(@5, @6)
    Void @8 = Return(@4, @7)
}

; One generation, from `now` to `then` and back.
proc step() -> Void {
#0:
    ; for y = 0L until 64L
    Int64 @0 = Const64(0)
    Int64 @1 = Const64(64)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Jump(#1)
#1:        ; for y
    Int64 @4 = Phi()                                ; y
    Int32 @5 = LessThan(@4, @1)
    Void @6 = Branch(@5, #2, #4)
#2:        ; body
    ; above: i64 = i64[addr(now) + (((y - 1) & 63) << 3)]
    Int64 @7 = SymbolAddress(now)
    Int64 @8 = Const64(1)
    Int64 @9 = Sub(@4, @8)
    Int64 @10 = Const64(63)
    Int64 @11 = BitAnd(@9, @10)
    Int32 @12 = Const32(3)
    Int64 @13 = Shl(@11, @12)
    Int64 @14 = Add(@7, @13)
    Int64 @15 = Load(@14)                           ; above
    ; row: i64 = i64[addr(now) + (y << 3)]
    Int64 @16 = SymbolAddress(now)
    Int64 @17 = Shl(@4, @12)
    Int64 @18 = Add(@16, @17)
    Int64 @19 = Load(@18)                           ; row
    ; below: i64 = i64[addr(now) + (((y + 1) & 63) << 3)]
    Int64 @20 = SymbolAddress(now)
    Int64 @21 = Add(@4, @8)
    Int64 @22 = BitAnd(@21, @10)
    Int64 @23 = Shl(@22, @12)
    Int64 @24 = Add(@20, @23)
    Int64 @25 = Load(@24)                           ; below
    ; Three neighbours above, three below, two on the sides.
    ; a0, a1 = call full_adder(RotL(above, 1), above, RotR(above, 1))
    Int32 @26 = Const32(1)
    Int64 @27 = RotL(@15, @26)
    Int64 @28 = RotR(@15, @26)
    (Int64, Int64) @29 = CCall(full_adder, @27, @15, @28)
    Int64 @30 = Extract(@29, 0)                     ; a0
    Int64 @31 = Extract(@29, 1)                     ; a1
    ; b0, b1 = call full_adder(RotL(below, 1), below, RotR(below, 1))
    Int64 @32 = RotL(@25, @26)
    Int64 @33 = RotR(@25, @26)
    (Int64, Int64) @34 = CCall(full_adder, @32, @25, @33)
    Int64 @35 = Extract(@34, 0)                     ; b0
    Int64 @36 = Extract(@34, 1)                     ; b1
    ; c0: i64 = RotL(row, 1) ^ RotR(row, 1)
    Int64 @37 = RotL(@19, @26)
    Int64 @38 = RotR(@19, @26)
    Int64 @39 = BitXor(@37, @38)                    ; c0
    ; c1: i64 = RotL(row, 1) & RotR(row, 1)
    Int64 @40 = RotL(@19, @26)
    Int64 @41 = RotR(@19, @26)
    Int64 @42 = BitAnd(@40, @41)                    ; c1
    ; ones, carry = call full_adder(a0, b0, c0)
    (Int64, Int64) @43 = CCall(full_adder, @30, @35, @39)
    Int64 @44 = Extract(@43, 0)                     ; ones
    Int64 @45 = Extract(@43, 1)                     ; carry
    ; The twos: four numbers of weight two; three cells need exactly one of them to be set.
    ; t0, t1 = call full_adder(a1, b1, c1)
    (Int64, Int64) @46 = CCall(full_adder, @31, @36, @42)
    Int64 @47 = Extract(@46, 0)                     ; t0
    Int64 @48 = Extract(@46, 1)                     ; t1
    ; twos: i64 = t0 ^ carry
    Int64 @49 = BitXor(@47, @45)                    ; twos
    ; fours: i64 = t1 | (t0 & carry)
    Int64 @50 = BitAnd(@47, @45)
    Int64 @51 = BitOr(@48, @50)                     ; fours
    ; Alive with three neighbours, or with two if alive before.
    ; i64[addr(then) + (y << 3)] = twos & ~fours & (ones | row)
    Int64 @52 = SymbolAddress(then)
    Int64 @53 = Shl(@4, @12)
    Int64 @54 = Add(@52, @53)
    Int64 @55 = Const64(-1)
    Int64 @56 = BitXor(@51, @55)
    Int64 @57 = BitAnd(@49, @56)
    Int64 @58 = BitOr(@44, @19)
    Int64 @59 = BitAnd(@57, @58)
    Void @60 = Store(@59, @54)
    Void @61 = Jump(#3)
#3:        ; next y
    Int64 @62 = Const64(1)
    Int64 @63 = Add(@4, @62)
    Void @64 = Upsilon(@63, ^@4)
    Void @65 = Jump(#1)
#4:        ; done
    ; MemoryCopy(addr(now), addr(then), 512)
    Int64 @66 = SymbolAddress(now)
    Int64 @67 = SymbolAddress(then)
    Int64 @68 = Const64(512)
    Void @69 = MemoryCopy(@66, @67, @68)
    Void @70 = Return()
}

; Puts the pattern in the middle and lets it live.
proc run(Int64, Int64, Int32) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; pattern
    Int64 @1 = ArgumentReg(%a1)                     ; rows
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; generations
    ; MemoryFill(addr(now), 0, 512)
    Int64 @4 = SymbolAddress(now)
    Int32 @5 = Const32(0)
    Int64 @6 = Const64(512)
    Void @7 = MemoryFill(@4, @5, @6)
    ; for y = 0L until rows
    Int64 @8 = Const64(0)
    Void @9 = Upsilon(@8, ^@11)
    Void @10 = Jump(#1)
#1:        ; for y
    Int64 @11 = Phi()                               ; y
    Int32 @12 = LessThan(@11, @1)
    Void @13 = Branch(@12, #2, #4)
#2:        ; body
    ; i64[addr(now) + (y + 28 << 3)] = i64[pattern + (y << 3)] << 28
    Int64 @14 = SymbolAddress(now)
    Int64 @15 = Const64(28)
    Int64 @16 = Add(@11, @15)
    Int32 @17 = Const32(3)
    Int64 @18 = Shl(@16, @17)
    Int64 @19 = Add(@14, @18)
    Int64 @20 = Shl(@11, @17)
    Int64 @21 = Add(@0, @20)
    Int64 @22 = Load(@21)
    Int32 @23 = Const32(28)
    Int64 @24 = Shl(@22, @23)
    Void @25 = Store(@24, @19)
    Void @26 = Jump(#3)
#3:        ; next y
    Int64 @27 = Const64(1)
    Int64 @28 = Add(@11, @27)
    Void @29 = Upsilon(@28, ^@11)
    Void @30 = Jump(#1)
#4:        ; done
    ; for g = 0 until generations
    Int32 @31 = Const32(0)
    Void @32 = Upsilon(@31, ^@34)
    Void @33 = Jump(#5)
#5:        ; for g
    Int32 @34 = Phi()                               ; g
    Int32 @35 = LessThan(@34, @3)
    Void @36 = Branch(@35, #6, #8)
#6:        ; body
    ; call step()
    Void @37 = CCall(step)
    Void @38 = Jump(#7)
#7:        ; next g
    Int32 @39 = Const32(1)
    Int32 @40 = Add(@34, @39)
    Void @41 = Upsilon(@40, ^@34)
    Void @42 = Jump(#5)
#8:        ; done
    Void @43 = Return()
}

; Cells alive after some generations.
proc population(Int64, Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; pattern
    Int64 @1 = ArgumentReg(%a1)                     ; rows
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; generations
    ; call run(pattern, rows, generations)
    Void @4 = CCall(run, @0, @1, @3)
    ; count: i64 = 0
    Int64 @5 = Const64(0)                           ; count
    ; for y = 0L until 64L
    Int64 @6 = Const64(64)
    Void @7 = Upsilon(@5, ^@10)
    Void @8 = Upsilon(@5, ^@11)
    Void @9 = Jump(#1)
#1:        ; for y
    Int64 @10 = Phi()                               ; y
    Int64 @11 = Phi()                               ; count
    Int32 @12 = LessThan(@10, @6)
    Void @13 = Branch(@12, #2, #4)
#2:        ; body
    ; count = count + PopCount(i64[addr(now) + (y << 3)])
    Int64 @14 = SymbolAddress(now)
    Int32 @15 = Const32(3)
    Int64 @16 = Shl(@10, @15)
    Int64 @17 = Add(@14, @16)
    Int64 @18 = Load(@17)
    Int64 @19 = PopCount(@18)
    Int64 @20 = Add(@11, @19)                       ; count
    Void @21 = Jump(#3)
#3:        ; next y
    Int64 @22 = Const64(1)
    Int64 @23 = Add(@10, @22)
    Void @24 = Upsilon(@23, ^@10)
    Void @25 = Upsilon(@20, ^@11)
    Void @26 = Jump(#1)
#4:        ; done
    ; return count
    Void @27 = Return(@11)
}
;; run population(@data:glider, 3, 0) == 5
;; run population(@data:glider, 3, 101) == 5
;; run population(@data:pulsar, 13, 0) == 48
;; run population(@data:pulsar, 13, 1) == 56
;; run population(@data:pulsar, 13, 2) == 72
;; run population(@data:pulsar, 13, 30) == 48
;; run population(@data:block, 2, 10) == 4
;; run population(@data:r_pentomino, 3, 10) == 11
;; run population(@data:r_pentomino, 3, 450) == 236

; How far the pattern has moved down and left, 1 to 64; 0 if it is not there.
proc moved(Int64, Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; pattern
    Int64 @1 = ArgumentReg(%a1)                     ; rows
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; generations
    ; call run(pattern, rows, generations)
    Void @4 = CCall(run, @0, @1, @3)
    ; for by = 1 until 65
    Int32 @5 = Const32(1)
    Int32 @6 = Const32(65)
    Void @7 = Upsilon(@5, ^@9)
    Void @8 = Jump(#1)
#1:        ; for by
    Int32 @9 = Phi()                                ; by
    Int32 @10 = LessThan(@9, @6)
    Void @11 = Branch(@10, #2, #10)
#2:        ; body
    ; same: i32 = 1
    Int32 @12 = Const32(1)                          ; same
    ; for y = 0L until rows
    Int64 @13 = Const64(0)
    Void @14 = Upsilon(@13, ^@17)
    Void @15 = Upsilon(@12, ^@18)
    Void @16 = Jump(#3)
#3:        ; for y
    Int64 @17 = Phi()                               ; y
    Int32 @18 = Phi()                               ; same
    Int32 @19 = LessThan(@17, @1)
    Void @20 = Branch(@19, #4, #6)
#4:        ; body
    ; at: i64 = (y + 28 + SExt32(by)) & 63
    Int64 @21 = Const64(28)
    Int64 @22 = Add(@17, @21)
    Int64 @23 = SExt32(@9)
    Int64 @24 = Add(@22, @23)
    Int64 @25 = Const64(63)
    Int64 @26 = BitAnd(@24, @25)                    ; at
    ; same = same & (i64[addr(now) + (at << 3)] == RotL(i64[pattern + (y << 3)], 28 + by))
    Int64 @27 = SymbolAddress(now)
    Int32 @28 = Const32(3)
    Int64 @29 = Shl(@26, @28)
    Int64 @30 = Add(@27, @29)
    Int64 @31 = Load(@30)
    Int64 @32 = Shl(@17, @28)
    Int64 @33 = Add(@0, @32)
    Int64 @34 = Load(@33)
    Int32 @35 = Const32(28)
    Int32 @36 = Add(@35, @9)
    Int64 @37 = RotL(@34, @36)
    Int32 @38 = Equal(@31, @37)
    Int32 @39 = BitAnd(@18, @38)                    ; same
    Void @40 = Jump(#5)
#5:        ; next y
    Int64 @41 = Const64(1)
    Int64 @42 = Add(@17, @41)
    Void @43 = Upsilon(@42, ^@17)
    Void @44 = Upsilon(@39, ^@18)
    Void @45 = Jump(#3)
#6:        ; done
    ; if same
    Void @46 = Branch(@18, #7, #8)
#7:        ; then
    ; return by
    Void @47 = Return(@9)
#8:        ; endif
    Void @48 = Jump(#9)
#9:        ; next by
    Int32 @49 = Const32(1)
    Int32 @50 = Add(@9, @49)
    Void @51 = Upsilon(@50, ^@9)
    Void @52 = Jump(#1)
#10:        ; done
    ; return 0
    Int32 @53 = Const32(0)
    Void @54 = Return(@53)
}
;; run moved(@data:glider, 3, 4) == 1
;; run moved(@data:glider, 3, 256) == 64
