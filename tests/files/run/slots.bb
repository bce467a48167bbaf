barebones 1
; Stack slots: anonymous and locked, accessed entirely and in part, their addresses passed to others, alignment.
;! run

; An anonymous slot is a variable whose address does not escape.
proc anonymous(Int64) -> Int64 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; i64[SlotBase(slot0)] = x
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    ; i64[SlotBase(slot0)] = i64[SlotBase(slot0)] * 3
    Int64 @3 = SlotBase(slot0)
    Int64 @4 = SlotBase(slot0)
    Int64 @5 = Load(@4)
    Int64 @6 = Const64(3)
    Int64 @7 = Mul(@5, @6)
    Void @8 = Store(@7, @3)
    ; return i64[SlotBase(slot0)] + 1
    Int64 @9 = SlotBase(slot0)
    Int64 @10 = Load(@9)
    Int64 @11 = Const64(1)
    Int64 @12 = Add(@10, @11)
    Void @13 = Return(@12)
}
;; run anonymous(5) == 16

; In a loop.
proc anonymous_in_a_loop(Int32) -> Int32 {
    slot0 = stack 4 anonymous
    slot1 = stack 4 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; i32[SlotBase(slot0)] = 0
    Int64 @2 = SlotBase(slot0)
    Int32 @3 = Const32(0)
    Void @4 = Store(@3, @2)
    ; i32[SlotBase(slot1)] = 1
    Int64 @5 = SlotBase(slot1)
    Int32 @6 = Const32(1)
    Void @7 = Store(@6, @5)
    Void @8 = Upsilon(@1, ^@10)
    Void @9 = Jump(#1)
#1:        ; while
    Int32 @10 = Phi()                               ; n
    ; while n != 0
    Int32 @11 = Const32(0)
    Int32 @12 = NotEqual(@10, @11)
    Void @13 = Branch(@12, #2, #3)
#2:        ; body
    ; t: i32 = i32[SlotBase(slot0)]
    Int64 @14 = SlotBase(slot0)
    Int32 @15 = Load(@14)                           ; t
    ; i32[SlotBase(slot0)] = i32[SlotBase(slot1)]
    Int64 @16 = SlotBase(slot0)
    Int64 @17 = SlotBase(slot1)
    Int32 @18 = Load(@17)
    Void @19 = Store(@18, @16)
    ; i32[SlotBase(slot1)] = t + i32[SlotBase(slot1)]
    Int64 @20 = SlotBase(slot1)
    Int64 @21 = SlotBase(slot1)
    Int32 @22 = Load(@21)
    Int32 @23 = Add(@15, @22)
    Void @24 = Store(@23, @20)
    ; n = n - 1
    Int32 @25 = Const32(1)
    Int32 @26 = Sub(@10, @25)                       ; n
    Void @27 = Upsilon(@26, ^@10)
    Void @28 = Jump(#1)
#3:        ; done
    ; return i32[SlotBase(slot0)]
    Int64 @29 = SlotBase(slot0)
    Int32 @30 = Load(@29)
    Void @31 = Return(@30)
}
;; run anonymous_in_a_loop(10) == 55
;; run anonymous_in_a_loop(0) == 0

; A float is stored, its bits are read.
proc as_bits(Double) -> Int64 {
    slot0 = stack 8 anonymous
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    ; f64[SlotBase(slot0)] = x
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    ; return i64[SlotBase(slot0)]
    Int64 @3 = SlotBase(slot0)
    Int64 @4 = Load(@3)
    Void @5 = Return(@4)
}
;; run as_bits(-0.0) == 0x8000000000000000
;; run as_bits(1.5) == 0x3ff8000000000000

; The upper half of the stored value.
proc upper_half(Int64) -> Int32 {
    slot0 = stack 8 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; i64[SlotBase(slot0)] = x
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    ; return i32[SlotBase(slot0), 4]
    Int64 @3 = SlotBase(slot0)
    Int32 @4 = Load(@3, offset=4)
    Void @5 = Return(@4)
}
;; run upper_half(0x123456789abcdef0) == 0x12345678

; A locked slot is memory: a callee writes to it.
proc write_through(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; p
    Int64 @1 = ArgumentReg(%a1)                     ; x
    ; i64[p] = x
    Void @2 = Store(@1, @0)
    Void @3 = Return()
}

proc written_by_a_callee(Int64) -> Int64 {
    slot0 = stack 16 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; i64[SlotBase(slot0)] = 1
    Int64 @1 = SlotBase(slot0)
    Int64 @2 = Const64(1)
    Void @3 = Store(@2, @1)
    ; i64[SlotBase(slot0), 8] = 2
    Int64 @4 = SlotBase(slot0)
    Int64 @5 = Const64(2)
    Void @6 = Store(@5, @4, offset=8)
    ; call write_through(SlotBase(slot0) + 8, x)
    Int64 @7 = SlotBase(slot0)
    Int64 @8 = Const64(8)
    Int64 @9 = Add(@7, @8)
    Void @10 = CCall(write_through, @9, @0)
    ; return i64[SlotBase(slot0)] * 1000 + i64[SlotBase(slot0), 8]
    Int64 @11 = SlotBase(slot0)
    Int64 @12 = Load(@11)
    Int64 @13 = Const64(1000)
    Int64 @14 = Mul(@12, @13)
    Int64 @15 = SlotBase(slot0)
    Int64 @16 = Load(@15, offset=8)
    Int64 @17 = Add(@14, @16)
    Void @18 = Return(@17)
}
;; run written_by_a_callee(77) == 1077

; Slots do not overlap.
proc apart() -> Int64 {
    slot0 = stack 8 locked
    slot1 = stack 24 locked
    slot2 = stack 1 locked
    slot3 = stack 2 locked
#0:
    ; i64[SlotBase(slot0)] = -1
    Int64 @0 = SlotBase(slot0)
    Int64 @1 = Const64(-1)
    Void @2 = Store(@1, @0)
    ; MemoryFill(SlotBase(slot1), 2, 24)
    Int64 @3 = SlotBase(slot1)
    Int32 @4 = Const32(2)
    Int64 @5 = Const64(24)
    Void @6 = MemoryFill(@3, @4, @5)
    ; u8[SlotBase(slot2)] = 3
    Int64 @7 = SlotBase(slot2)
    Int32 @8 = Const32(3)
    Void @9 = Store8(@8, @7)
    ; u16[SlotBase(slot3)] = 0x0404
    Int64 @10 = SlotBase(slot3)
    Int32 @11 = Const32(1028)
    Void @12 = Store16(@11, @10)
    ; return i64[SlotBase(slot0)] ^ i64[SlotBase(slot1), 16] ^ ZExt32(u8[SlotBase(slot2)]) ^ ZExt32(u16[SlotBase(slot3)])
    Int64 @13 = SlotBase(slot0)
    Int64 @14 = Load(@13)
    Int64 @15 = SlotBase(slot1)
    Int64 @16 = Load(@15, offset=16)
    Int64 @17 = BitXor(@14, @16)
    Int64 @18 = SlotBase(slot2)
    Int32 @19 = Load8Z(@18)
    Int64 @20 = ZExt32(@19)
    Int64 @21 = BitXor(@17, @20)
    Int64 @22 = SlotBase(slot3)
    Int32 @23 = Load16Z(@22)
    Int64 @24 = ZExt32(@23)
    Int64 @25 = BitXor(@21, @24)
    Void @26 = Return(@25)
}
;; run apart() == 0xfdfdfdfdfdfdf9fa

; The addresses have the requested alignment: no bit below it is set.
proc aligned() -> Int64 {
    slot0 = stack 3 locked align=1
    slot1 = stack 16 locked align=16
    slot2 = stack 5 locked align=8
#0:
    ; u8[SlotBase(slot0)] = 0
    Int64 @0 = SlotBase(slot0)
    Int32 @1 = Const32(0)
    Void @2 = Store8(@1, @0)
    ; return (SlotBase(slot1) & 15) | (SlotBase(slot2) & 7)
    Int64 @3 = SlotBase(slot1)
    Int64 @4 = Const64(15)
    Int64 @5 = BitAnd(@3, @4)
    Int64 @6 = SlotBase(slot2)
    Int64 @7 = Const64(7)
    Int64 @8 = BitAnd(@6, @7)
    Int64 @9 = BitOr(@5, @8)
    Void @10 = Return(@9)
}
;; run aligned() == 0

; Each activation has its own slot.
proc depth(Int64, Int64) -> Int64 {
    slot0 = stack 8 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    Int64 @1 = ArgumentReg(%a1)                     ; outer
    ; i64[SlotBase(slot0)] = n
    Int64 @2 = SlotBase(slot0)
    Void @3 = Store(@0, @2)
    ; if n == 0
    Int64 @4 = Const64(0)
    Int32 @5 = Equal(@0, @4)
    Void @6 = Branch(@5, #1, #2)
#1:        ; then
    ; return SExt32(SlotBase(slot0) != outer)
    Int64 @7 = SlotBase(slot0)
    Int32 @8 = NotEqual(@7, @1)
    Int64 @9 = SExt32(@8)
    Void @10 = Return(@9)
#2:        ; endif
    ; result: i64 = call depth(n - 1, SlotBase(slot0))
    Int64 @11 = Const64(1)
    Int64 @12 = Sub(@0, @11)
    Int64 @13 = SlotBase(slot0)
    Int64 @14 = CCall(depth, @12, @13)              ; result
    ; return result * 10 + i64[SlotBase(slot0)]
    Int64 @15 = Const64(10)
    Int64 @16 = Mul(@14, @15)
    Int64 @17 = SlotBase(slot0)
    Int64 @18 = Load(@17)
    Int64 @19 = Add(@16, @18)
    Void @20 = Return(@19)
}
;; run depth(4, 0) == 11234

; An array on the stack with a computed index, larger than a page.
proc large(Int64) -> Int64 {
    slot0 = stack 20000 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; MemoryFill(SlotBase(slot0), 0, 20000)
    Int64 @1 = SlotBase(slot0)
    Int32 @2 = Const32(0)
    Int64 @3 = Const64(20000)
    Void @4 = MemoryFill(@1, @2, @3)
    ; for k = 0L until 2500L
    Int64 @5 = Const64(0)
    Int64 @6 = Const64(2500)
    Void @7 = Upsilon(@5, ^@9)
    Void @8 = Jump(#1)
#1:        ; for k
    Int64 @9 = Phi()                                ; k
    Int32 @10 = LessThan(@9, @6)
    Void @11 = Branch(@10, #2, #4)
#2:        ; body
    ; i64[SlotBase(slot0) + (k << 3)] = k * k
    Int64 @12 = SlotBase(slot0)
    Int32 @13 = Const32(3)
    Int64 @14 = Shl(@9, @13)
    Int64 @15 = Add(@12, @14)
    Int64 @16 = Mul(@9, @9)
    Void @17 = Store(@16, @15)
    Void @18 = Jump(#3)
#3:        ; next k
    Int64 @19 = Const64(1)
    Int64 @20 = Add(@9, @19)
    Void @21 = Upsilon(@20, ^@9)
    Void @22 = Jump(#1)
#4:        ; done
    ; return i64[SlotBase(slot0) + (i << 3)]
    Int64 @23 = SlotBase(slot0)
    Int32 @24 = Const32(3)
    Int64 @25 = Shl(@0, @24)
    Int64 @26 = Add(@23, @25)
    Int64 @27 = Load(@26)
    Void @28 = Return(@27)
}
;; run large(0) == 0
;; run large(2499) == 6245001
;; run large(600) == 360000
