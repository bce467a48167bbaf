barebones 1
; Loads and stores of 8 and 16 bits: extension, truncation, positive and negative offsets, addresses without alignment.
;! run

data room = zero:64

; The low bits are stored, the neighbours stay.
proc store_u8(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; i64[addr(room)] = -1
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-1)
    Void @4 = Store(@3, @2)
    ; u8[addr(room), 3] = x
    Int64 @5 = SymbolAddress(room)
    Void @6 = Store8(@1, @5, offset=3)
    ; return i64[addr(room)]
    Int64 @7 = SymbolAddress(room)
    Int64 @8 = Load(@7)
    Void @9 = Return(@8)
}
;; run store_u8(0) == 0xffffffff00ffffff
;; run store_u8(0x12345678) == 0xffffffff78ffffff
;; run store_u8(-1) == -1
;; run store_u8(511) == -1

proc store_u16(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; i64[addr(room)] = -1
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-1)
    Void @4 = Store(@3, @2)
    ; u16[addr(room) + 8, -5] = x
    Int64 @5 = SymbolAddress(room)
    Int64 @6 = Const64(8)
    Int64 @7 = Add(@5, @6)
    Void @8 = Store16(@1, @7, offset=-5)
    ; return i64[addr(room)]
    Int64 @9 = SymbolAddress(room)
    Int64 @10 = Load(@9)
    Void @11 = Return(@10)
}
;; run store_u16(0) == 0xffffff0000ffffff
;; run store_u16(0x12345678) == 0xffffff5678ffffff
;; run store_u16(-1) == -1
;; run store_u16(511) == 0xffffff01ffffffff

proc store_i32(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; i64[addr(room)] = -1
    Int64 @2 = SymbolAddress(room)
    Int64 @3 = Const64(-1)
    Void @4 = Store(@3, @2)
    ; i32[addr(room), 3] = x
    Int64 @5 = SymbolAddress(room)
    Void @6 = Store(@1, @5, offset=3)
    ; return i64[addr(room)]
    Int64 @7 = SymbolAddress(room)
    Int64 @8 = Load(@7)
    Void @9 = Return(@8)
}
;; run store_i32(0) == 0xff00000000ffffff
;; run store_i32(0x12345678) == 0xff12345678ffffff
;; run store_i32(-1) == -1
;; run store_i32(511) == 0xff000001ffffffff

; A store of 64 bits is read by its bytes.
proc bytes_of(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    Int64 @1 = ArgumentReg(%a1)                     ; i
    ; i64[addr(room), 17] = x
    Int64 @2 = SymbolAddress(room)
    Void @3 = Store(@0, @2, offset=17)
    ; return u8[addr(room) + i, 17]
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Add(@4, @1)
    Int32 @6 = Load8Z(@5, offset=17)
    Void @7 = Return(@6)
}
;; run bytes_of(0x123456789abcdef, 0) == 239
;; run bytes_of(0x123456789abcdef, 1) == 205
;; run bytes_of(0x123456789abcdef, 2) == 171
;; run bytes_of(0x123456789abcdef, 3) == 137
;; run bytes_of(0x123456789abcdef, 4) == 103
;; run bytes_of(0x123456789abcdef, 5) == 69
;; run bytes_of(0x123456789abcdef, 6) == 35
;; run bytes_of(0x123456789abcdef, 7) == 1

; Wide, then narrow, then wide again: a load must not use part of an older store.
proc mixed_widths(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; p: i64 = addr(room)
    Int64 @1 = SymbolAddress(room)                  ; p
    ; i64[p, 8] = x
    Void @2 = Store(@0, @1, offset=8)
    ; u16[p, 10] = 0x1234
    Int32 @3 = Const32(4660)
    Void @4 = Store16(@3, @1, offset=10)
    ; y: i64 = i64[p, 8]
    Int64 @5 = Load(@1, offset=8)                   ; y
    ; u8[p, 15] = 0x80
    Int32 @6 = Const32(128)
    Void @7 = Store8(@6, @1, offset=15)
    ; return y ^ i64[p, 8]
    Int64 @8 = Load(@1, offset=8)
    Int64 @9 = BitXor(@5, @8)
    Void @10 = Return(@9)
}
;; run mixed_widths(0x123456789abcdef) == 0x8100000000000000

; A stored value is loaded with a smaller width.
proc store_and_load8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; u8[addr(room)] = x
    Int64 @2 = SymbolAddress(room)
    Void @3 = Store8(@1, @2)
    ; return s8[addr(room)] * 1000 + u8[addr(room)]
    Int64 @4 = SymbolAddress(room)
    Int32 @5 = Load8S(@4)
    Int32 @6 = Const32(1000)
    Int32 @7 = Mul(@5, @6)
    Int64 @8 = SymbolAddress(room)
    Int32 @9 = Load8Z(@8)
    Int32 @10 = Add(@7, @9)
    Void @11 = Return(@10)
}
;; run store_and_load8(127) == 0x1f097
;; run store_and_load8(128) == 0xfffe0c80
;; run store_and_load8(4660) == 52052

proc store_and_load16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; u16[addr(room)] = x
    Int64 @2 = SymbolAddress(room)
    Void @3 = Store16(@1, @2)
    ; return s16[addr(room)] - u16[addr(room)]
    Int64 @4 = SymbolAddress(room)
    Int32 @5 = Load16S(@4)
    Int64 @6 = SymbolAddress(room)
    Int32 @7 = Load16Z(@6)
    Int32 @8 = Sub(@5, @7)
    Void @9 = Return(@8)
}
;; run store_and_load16(32767) == 0
;; run store_and_load16(32768) == -65536
;; run store_and_load16(-1) == -65536

; Floats through memory keep their bits.
proc float_bits(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; i32[addr(room)] = x
    Int64 @2 = SymbolAddress(room)
    Void @3 = Store(@1, @2)
    ; y: f32 = f32[addr(room)]
    Int64 @4 = SymbolAddress(room)
    Float @5 = Load(@4)                             ; y
    ; f32[addr(room), 4] = y
    Int64 @6 = SymbolAddress(room)
    Void @7 = Store(@5, @6, offset=4)
    ; return i32[addr(room), 4]
    Int64 @8 = SymbolAddress(room)
    Int32 @9 = Load(@8, offset=4)
    Void @10 = Return(@9)
}
;; run float_bits(0x7fa00001) == 0x7fa00001
;; run float_bits(-1) == -1
;; run float_bits(0x80000000) == 0x80000000

proc double_bits(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; i64[addr(room)] = x
    Int64 @1 = SymbolAddress(room)
    Void @2 = Store(@0, @1)
    ; f64[addr(room), 24] = f64[addr(room)]
    Int64 @3 = SymbolAddress(room)
    Int64 @4 = SymbolAddress(room)
    Double @5 = Load(@4)
    Void @6 = Store(@5, @3, offset=24)
    ; return i64[addr(room), 24]
    Int64 @7 = SymbolAddress(room)
    Int64 @8 = Load(@7, offset=24)
    Void @9 = Return(@8)
}
;; run double_bits(0x7ff4000000000001) == 0x7ff4000000000001
;; run double_bits(0x8000000000000000) == 0x8000000000000000
