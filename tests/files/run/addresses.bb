barebones 1
; Addresses made of a base, a scaled index and offsets of all sizes.
;! run

data table = u32:10 u32:20 u32:30 u32:40 u32:50 u32:60 u32:70 u32:80
data far = zero:4096 u64:77 zero:28672 u64:99

proc by_shift(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i32[addr(table) + (i << 2)]
    Int64 @1 = SymbolAddress(table)
    Int32 @2 = Const32(2)
    Int64 @3 = Shl(@0, @2)
    Int64 @4 = Add(@1, @3)
    Int32 @5 = Load(@4)
    Void @6 = Return(@5)
}
;; run by_shift(0) == 10
;; run by_shift(3) == 40
;; run by_shift(7) == 80

proc by_product(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i32[addr(table) + i * 4, 4]
    Int64 @1 = SymbolAddress(table)
    Int64 @2 = Const64(4)
    Int64 @3 = Mul(@0, @2)
    Int64 @4 = Add(@1, @3)
    Int32 @5 = Load(@4, offset=4)
    Void @6 = Return(@5)
}
;; run by_product(-1) == 10
;; run by_product(0) == 20
;; run by_product(6) == 80

; The index is signed, and has 32 bits.
proc by_signed(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; i
    ; return i32[addr(table) + 16 + (SExt32(i) << 2)]
    Int64 @2 = SymbolAddress(table)
    Int64 @3 = Const64(16)
    Int64 @4 = Add(@2, @3)
    Int64 @5 = SExt32(@1)
    Int32 @6 = Const32(2)
    Int64 @7 = Shl(@5, @6)
    Int64 @8 = Add(@4, @7)
    Int32 @9 = Load(@8)
    Void @10 = Return(@9)
}
;; run by_signed(-4) == 10
;; run by_signed(-1) == 40
;; run by_signed(0) == 50
;; run by_signed(3) == 80

proc by_unsigned(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; i
    ; return i32[addr(table) + (ZExt32(i) << 2)]
    Int64 @2 = SymbolAddress(table)
    Int64 @3 = ZExt32(@1)
    Int32 @4 = Const32(2)
    Int64 @5 = Shl(@3, @4)
    Int64 @6 = Add(@2, @5)
    Int32 @7 = Load(@6)
    Void @8 = Return(@7)
}
;; run by_unsigned(2) == 30

; The index overflows 32 bits before it is extended: it must not be folded as 64-bit arithmetic.
proc wrapped(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; i
    ; return i32[addr(table) + (ZExt32(i + 5) << 2)]
    Int64 @2 = SymbolAddress(table)
    Int32 @3 = Const32(5)
    Int32 @4 = Add(@1, @3)
    Int64 @5 = ZExt32(@4)
    Int32 @6 = Const32(2)
    Int64 @7 = Shl(@5, @6)
    Int64 @8 = Add(@2, @7)
    Int32 @9 = Load(@8)
    Void @10 = Return(@9)
}
;; run wrapped(-5) == 10
;; run wrapped(-1) == 50
;; run wrapped(2) == 80

; Two constants meet, and the sum of base and index is used, too.
proc two_offsets(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; p: i64 = addr(table) + 8 + (i << 2)
    Int64 @1 = SymbolAddress(table)
    Int64 @2 = Const64(8)
    Int64 @3 = Add(@1, @2)
    Int32 @4 = Const32(2)
    Int64 @5 = Shl(@0, @4)
    Int64 @6 = Add(@3, @5)                          ; p
    ; return ZExt32(i32[p, 4]) + (p - addr(table)) * 1000
    Int32 @7 = Load(@6, offset=4)
    Int64 @8 = ZExt32(@7)
    Int64 @9 = SymbolAddress(table)
    Int64 @10 = Sub(@6, @9)
    Int64 @11 = Const64(1000)
    Int64 @12 = Mul(@10, @11)
    Int64 @13 = Add(@8, @12)
    Void @14 = Return(@13)
}
;; run two_offsets(-3) == -3990
;; run two_offsets(0) == 8040
;; run two_offsets(4) == 24080

; Larger than a byte, larger than 12 bits, larger than 15 bits.
proc far_offset() -> Int64 {
#0:
    ; return i64[addr(far), 4096] + i64[addr(far), 32776]
    Int64 @0 = SymbolAddress(far)
    Int64 @1 = Load(@0, offset=4096)
    Int64 @2 = SymbolAddress(far)
    Int64 @3 = Load(@2, offset=32776)
    Int64 @4 = Add(@1, @3)
    Void @5 = Return(@4)
}
;; run far_offset() == 176

proc far_negative() -> Int64 {
#0:
    ; end: i64 = addr(far) + 32784
    Int64 @0 = SymbolAddress(far)
    Int64 @1 = Const64(32784)
    Int64 @2 = Add(@0, @1)                          ; end
    ; return i64[end, -28688] * 2 + i64[end, -8]
    Int64 @3 = Load(@2, offset=-28688)
    Int64 @4 = Const64(2)
    Int64 @5 = Mul(@3, @4)
    Int64 @6 = Load(@2, offset=-8)
    Int64 @7 = Add(@5, @6)
    Void @8 = Return(@7)
}
;; run far_negative() == 253

; An offset added by arithmetic that does not fit 32 bits, and replaced again.
proc huge(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; p: i64 = addr(table) + 0x123456789a
    Int64 @1 = SymbolAddress(table)
    Int64 @2 = Const64(78187493530)
    Int64 @3 = Add(@1, @2)                          ; p
    ; return i32[p - 0x123456789a + (x << 2)]
    Int64 @4 = Sub(@3, @2)
    Int32 @5 = Const32(2)
    Int64 @6 = Shl(@0, @5)
    Int64 @7 = Add(@4, @6)
    Int32 @8 = Load(@7)
    Void @9 = Return(@8)
}
;; run huge(5) == 60

; Read, change and write one place.
proc in_place(Int64, Int32) -> Int32 {
    slot0 = stack 32 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)                            ; x
    ; p: i64 = SlotBase(slot0)
    Int64 @3 = SlotBase(slot0)                      ; p
    ; MemoryCopy(p, addr(table), 32)
    Int64 @4 = SymbolAddress(table)
    Int64 @5 = Const64(32)
    Void @6 = MemoryCopy(@3, @4, @5)
    ; i32[p + (i << 2)] = i32[p + (i << 2)] + x
    Int32 @7 = Const32(2)
    Int64 @8 = Shl(@0, @7)
    Int64 @9 = Add(@3, @8)
    Int64 @10 = Shl(@0, @7)
    Int64 @11 = Add(@3, @10)
    Int32 @12 = Load(@11)
    Int32 @13 = Add(@12, @2)
    Void @14 = Store(@13, @9)
    ; i32[p + (i << 2)] = i32[p + (i << 2)] ^ 0xff
    Int64 @15 = Shl(@0, @7)
    Int64 @16 = Add(@3, @15)
    Int64 @17 = Shl(@0, @7)
    Int64 @18 = Add(@3, @17)
    Int32 @19 = Load(@18)
    Int32 @20 = Const32(255)
    Int32 @21 = BitXor(@19, @20)
    Void @22 = Store(@21, @16)
    ; i32[p + (i << 2)] = i32[p + (i << 2)] - 1
    Int64 @23 = Shl(@0, @7)
    Int64 @24 = Add(@3, @23)
    Int64 @25 = Shl(@0, @7)
    Int64 @26 = Add(@3, @25)
    Int32 @27 = Load(@26)
    Int32 @28 = Const32(1)
    Int32 @29 = Sub(@27, @28)
    Void @30 = Store(@29, @24)
    ; i32[p + (i << 2)] = -i32[p + (i << 2)]
    Int64 @31 = Shl(@0, @7)
    Int64 @32 = Add(@3, @31)
    Int64 @33 = Shl(@0, @7)
    Int64 @34 = Add(@3, @33)
    Int32 @35 = Load(@34)
    Int32 @36 = Neg(@35)
    Void @37 = Store(@36, @32)
    ; return i32[p + (i << 2)] + i32[p, 4]
    Int64 @38 = Shl(@0, @7)
    Int64 @39 = Add(@3, @38)
    Int32 @40 = Load(@39)
    Int32 @41 = Load(@3, offset=4)
    Int32 @42 = Add(@40, @41)
    Void @43 = Return(@42)
}
;; run in_place(0, 5) == -219
;; run in_place(1, -1) == -470
;; run in_place(7, 1000) == -1202
