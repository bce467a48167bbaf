barebones 1
; Switches: dense, sparse, negative, the limits of the types, many cases for one block, only a default, nested.
;! run

; Vowels.
proc shared_blocks(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; c
    ; kind: i32 = 0
    Int32 @2 = Const32(0)                           ; kind
    ; switch c
    Void @3 = Switch(@1, 97: #1, 101: #1, 105: #1, 111: #1, 117: #1, 121: #2, 48: #3, 49: #3, 50: #3, 51: #3, 52: #3, 53: #3, 54: #3, 55: #3, 56: #3, 57: #3, default: #4)
#1:        ; case 97, 101, 105, 111, 117
    ; kind = 1
    Int32 @4 = Const32(1)                           ; kind
    Void @5 = Upsilon(@4, ^@16)
    Void @6 = Jump(#5)
#2:        ; case 121
    ; kind = 2
    Int32 @7 = Const32(2)                           ; kind
    Void @8 = Upsilon(@7, ^@16)
    Void @9 = Jump(#5)
#3:        ; case 48, 49, 50, 51, 52, 53, 54, 55, 56, 57
    ; kind = 3
    Int32 @10 = Const32(3)                          ; kind
    Void @11 = Upsilon(@10, ^@16)
    Void @12 = Jump(#5)
#4:        ; default
    ; kind = 4
    Int32 @13 = Const32(4)                          ; kind
    Void @14 = Upsilon(@13, ^@16)
    Void @15 = Jump(#5)
#5:        ; endswitch
    Int32 @16 = Phi()                               ; kind
    ; return kind * 100 + c
    Int32 @17 = Const32(100)
    Int32 @18 = Mul(@16, @17)
    Int32 @19 = Add(@18, @1)
    Void @20 = Return(@19)
}
;; run shared_blocks(97) == 197
;; run shared_blocks(98) == 498
;; run shared_blocks(101) == 201
;; run shared_blocks(117) == 217
;; run shared_blocks(121) == 321
;; run shared_blocks(48) == 348
;; run shared_blocks(57) == 357
;; run shared_blocks(58) == 458
;; run shared_blocks(0) == 400

proc only_default(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; switch x
    Void @2 = Switch(@1, default: #1)
#1:        ; default
    ; return x + 1
    Int32 @3 = Const32(1)
    Int32 @4 = Add(@1, @3)
    Void @5 = Return(@4)
}
;; run only_default(5) == 6

proc one_case(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; y: i32 = x
    ; switch x
    Void @2 = Upsilon(@1, ^@7)
    Void @3 = Switch(@1, 7: #1, default: #2)
#1:        ; case 7
    ; y = 70
    Int32 @4 = Const32(70)                          ; y
    Void @5 = Upsilon(@4, ^@7)
    Void @6 = Jump(#2)
#2:        ; endswitch
    Int32 @7 = Phi()                                ; y
    ; return y
    Void @8 = Return(@7)
}
;; run one_case(7) == 70
;; run one_case(8) == 8

; The value is also used in the blocks, and merges after them.
proc merge(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; y
    ; r: i32 = 0
    Int32 @4 = Const32(0)                           ; r
    ; switch x & 3
    Int32 @5 = Const32(3)
    Int32 @6 = BitAnd(@1, @5)
    Void @7 = Upsilon(@4, ^@21)
    Void @8 = Switch(@6, 0: #1, 1: #2, 2: #3, 3: #4, default: #5)
#1:        ; case 0
    ; r = x + y
    Int32 @9 = Add(@1, @3)                          ; r
    Void @10 = Upsilon(@9, ^@21)
    Void @11 = Jump(#5)
#2:        ; case 1
    ; r = x - y
    Int32 @12 = Sub(@1, @3)                         ; r
    Void @13 = Upsilon(@12, ^@21)
    Void @14 = Jump(#5)
#3:        ; case 2
    ; r = x * y
    Int32 @15 = Mul(@1, @3)                         ; r
    Void @16 = Upsilon(@15, ^@21)
    Void @17 = Jump(#5)
#4:        ; case 3
    ; r = y - x
    Int32 @18 = Sub(@3, @1)                         ; r
    Void @19 = Upsilon(@18, ^@21)
    Void @20 = Jump(#5)
#5:        ; endswitch
    Int32 @21 = Phi()                               ; r
    ; return r * 10 + (x & 3)
    Int32 @22 = Const32(10)
    Int32 @23 = Mul(@21, @22)
    Int32 @24 = Const32(3)
    Int32 @25 = BitAnd(@1, @24)
    Int32 @26 = Add(@23, @25)
    Void @27 = Return(@26)
}
;; run merge(4, 3) == 70
;; run merge(5, 3) == 21
;; run merge(6, 3) == 182
;; run merge(7, 3) == -37

proc nested(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; y
    ; switch x
    Void @4 = Switch(@1, 0: #1, 1: #5, default: #8)
#1:        ; case 0
    ; switch y
    Void @5 = Switch(@3, 0: #2, 1: #3, default: #4)
#2:        ; case 0
    ; return 0
    Int32 @6 = Const32(0)
    Void @7 = Return(@6)
#3:        ; case 1
    ; return 1
    Int32 @8 = Const32(1)
    Void @9 = Return(@8)
#4:        ; default
    ; return 2
    Int32 @10 = Const32(2)
    Void @11 = Return(@10)
#5:        ; case 1
    ; switch y
    Void @12 = Switch(@3, 5: #6, default: #7)
#6:        ; case 5
    ; return 15
    Int32 @13 = Const32(15)
    Void @14 = Return(@13)
#7:        ; endswitch
    Void @15 = Jump(#9)
#8:        ; default
    ; return 9
    Int32 @16 = Const32(9)
    Void @17 = Return(@16)
#9:        ; endswitch
    ; return 3
    Int32 @18 = Const32(3)
    Void @19 = Return(@18)
}
;; run nested(0, 0) == 0
;; run nested(0, 1) == 1
;; run nested(0, 7) == 2
;; run nested(1, 5) == 15
;; run nested(1, 6) == 3
;; run nested(2, 5) == 9

; As the engine of a loop.
proc in_a_loop(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; state: i32 = 0
    Int32 @2 = Const32(0)                           ; state
    Void @3 = Upsilon(@1, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:        ; while
    Int32 @7 = Phi()                                ; n
    Int32 @8 = Phi()                                ; state
    Int32 @9 = Phi()                                ; sum
    ; sum: i32 = 0
    ; while n > 0
    Int32 @10 = Const32(0)
    Int32 @11 = GreaterThan(@7, @10)
    Void @12 = Branch(@11, #2, #7)
#2:        ; body
    ; switch state
    Void @13 = Upsilon(@8, ^@34)
    Void @14 = Upsilon(@9, ^@35)
    Void @15 = Switch(@8, 0: #3, 1: #4, 2: #5, default: #6)
#3:        ; case 0
    ; sum = sum + 1
    Int32 @16 = Const32(1)
    Int32 @17 = Add(@9, @16)                        ; sum
    ; state = 2
    Int32 @18 = Const32(2)                          ; state
    Void @19 = Upsilon(@18, ^@34)
    Void @20 = Upsilon(@17, ^@35)
    Void @21 = Jump(#6)
#4:        ; case 1
    ; sum = sum * 2
    Int32 @22 = Const32(2)
    Int32 @23 = Mul(@9, @22)                        ; sum
    ; state = 0
    Int32 @24 = Const32(0)                          ; state
    Void @25 = Upsilon(@24, ^@34)
    Void @26 = Upsilon(@23, ^@35)
    Void @27 = Jump(#6)
#5:        ; case 2
    ; sum = sum + 3
    Int32 @28 = Const32(3)
    Int32 @29 = Add(@9, @28)                        ; sum
    ; state = 1
    Int32 @30 = Const32(1)                          ; state
    Void @31 = Upsilon(@30, ^@34)
    Void @32 = Upsilon(@29, ^@35)
    Void @33 = Jump(#6)
#6:        ; endswitch
    Int32 @34 = Phi()                               ; state
    Int32 @35 = Phi()                               ; sum
    ; n = n - 1
    Int32 @36 = Const32(1)
    Int32 @37 = Sub(@7, @36)                        ; n
    Void @38 = Upsilon(@37, ^@7)
    Void @39 = Upsilon(@34, ^@8)
    Void @40 = Upsilon(@35, ^@9)
    Void @41 = Jump(#1)
#7:        ; done
    ; return sum
    Void @42 = Return(@9)
}
;; run in_a_loop(0) == 0
;; run in_a_loop(1) == 1
;; run in_a_loop(3) == 8
;; run in_a_loop(10) == 57
;; run in_a_loop(20) == 508
