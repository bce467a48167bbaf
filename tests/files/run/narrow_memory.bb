barebones 1
; Loads and stores of 8 and 16 bits: extension, truncation, positive and negative offsets, addresses without alignment.
;! run
;; run load_u8(0) == 0
;; run load_u8_offset(0) == 255
;; run load_u8(1) == 127
;; run load_u8_offset(1) == 1
;; run load_u8(2) == 128
;; run load_u8_offset(2) == 128
;; run load_u8(3) == 255
;; run load_u8_offset(3) == 254
;; run load_u8(5) == 128
;; run load_u8_offset(5) == 255
;; run load_u8_below(5) == 0
;; run load_u8(6) == 254
;; run load_u8_offset(6) == 255
;; run load_u8_below(6) == 127
;; run load_u8(8) == 255
;; run load_u8_offset(8) == 52
;; run load_u8_below(8) == 255
;; run load_s8(0) == 0
;; run load_s8_offset(0) == -1
;; run load_s8(1) == 127
;; run load_s8_offset(1) == 1
;; run load_s8(2) == -128
;; run load_s8_offset(2) == -128
;; run load_s8(3) == -1
;; run load_s8_offset(3) == -2
;; run load_s8(5) == -128
;; run load_s8_offset(5) == -1
;; run load_s8_below(5) == 0
;; run load_s8(6) == -2
;; run load_s8_offset(6) == -1
;; run load_s8_below(6) == 127
;; run load_s8(8) == -1
;; run load_s8_offset(8) == 52
;; run load_s8_below(8) == -1
;; run load_u16(0) == 32512
;; run load_u16_offset(0) == 511
;; run load_u16(1) == 32895
;; run load_u16_offset(1) == 32769
;; run load_u16(2) == 65408
;; run load_u16_offset(2) == 65152
;; run load_u16(3) == 511
;; run load_u16_offset(3) == 32766
;; run load_u16(5) == 65152
;; run load_u16_offset(5) == 65535
;; run load_u16_below(5) == 32512
;; run load_u16(6) == 32766
;; run load_u16_offset(6) == 4863
;; run load_u16_below(6) == 32895
;; run load_u16(8) == 65535
;; run load_u16_offset(8) == 22068
;; run load_u16_below(8) == 511
;; run load_s16(0) == 32512
;; run load_s16_offset(0) == 511
;; run load_s16(1) == -32641
;; run load_s16_offset(1) == -32767
;; run load_s16(2) == -128
;; run load_s16_offset(2) == -384
;; run load_s16(3) == 511
;; run load_s16_offset(3) == 32766
;; run load_s16(5) == -384
;; run load_s16_offset(5) == -1
;; run load_s16_below(5) == 32512
;; run load_s16(6) == 32766
;; run load_s16_offset(6) == 4863
;; run load_s16_below(6) == -32641
;; run load_s16(8) == -1
;; run load_s16_offset(8) == 22068
;; run load_s16_below(8) == 511
;; run load_i32(0) == 0xff807f00
;; run load_i32_offset(0) == 0xfe8001ff
;; run load_i32(1) == 0x1ff807f
;; run load_i32_offset(1) == 0x7ffe8001
;; run load_i32(2) == 0x8001ff80
;; run load_i32_offset(2) == 0xff7ffe80
;; run load_i32(3) == 0xfe8001ff
;; run load_i32_offset(3) == -32770
;; run load_i32(5) == 0xff7ffe80
;; run load_i32_offset(5) == 0x3412ffff
;; run load_i32_below(5) == 0xff807f00
;; run load_i32(6) == -32770
;; run load_i32_offset(6) == 0x563412ff
;; run load_i32_below(6) == 0x1ff807f
;; run load_i32(8) == 0x3412ffff
;; run load_i32_offset(8) == 0x9a785634
;; run load_i32_below(8) == 0xfe8001ff
;; run load_i64(0) == 0x7ffe8001ff807f00
;; run load_i64_offset(0) == 0x12ffff7ffe8001ff
;; run load_i64(1) == 0xff7ffe8001ff807f
;; run load_i64_offset(1) == 0x3412ffff7ffe8001
;; run load_i64(2) == 0xffff7ffe8001ff80
;; run load_i64_offset(2) == 0x563412ffff7ffe80
;; run load_i64(3) == 0x12ffff7ffe8001ff
;; run load_i64_offset(3) == 0x78563412ffff7ffe
;; run load_i64(5) == 0x563412ffff7ffe80
;; run load_i64_offset(5) == 0xbc9a78563412ffff
;; run load_i64_below(5) == 0x7ffe8001ff807f00
;; run load_i64(6) == 0x78563412ffff7ffe
;; run load_i64_below(6) == 0xff7ffe8001ff807f
;; run load_i64(8) == 0xbc9a78563412ffff
;; run load_i64_below(8) == 0x12ffff7ffe8001ff
;; run store_u8(0) == 0xffffffff00ffffff
;; run store_u16(0) == 0xffffff0000ffffff
;; run store_i32(0) == 0xff00000000ffffff
;; run store_u8(0x12345678) == 0xffffffff78ffffff
;; run store_u16(0x12345678) == 0xffffff5678ffffff
;; run store_i32(0x12345678) == 0xff12345678ffffff
;; run store_u8(-1) == -1
;; run store_u16(-1) == -1
;; run store_i32(-1) == -1
;; run store_u8(511) == -1
;; run store_u16(511) == 0xffffff01ffffffff
;; run store_i32(511) == 0xff000001ffffffff
;; run bytes_of(0x123456789abcdef, 0) == 239
;; run bytes_of(0x123456789abcdef, 1) == 205
;; run bytes_of(0x123456789abcdef, 2) == 171
;; run bytes_of(0x123456789abcdef, 3) == 137
;; run bytes_of(0x123456789abcdef, 4) == 103
;; run bytes_of(0x123456789abcdef, 5) == 69
;; run bytes_of(0x123456789abcdef, 6) == 35
;; run bytes_of(0x123456789abcdef, 7) == 1
;; run mixed_widths(0x123456789abcdef) == 0x8100000000000000
;; run store_and_load8(127) == 0x1f097
;; run store_and_load8(128) == 0xfffe0c80
;; run store_and_load8(4660) == 52052
;; run store_and_load16(32767) == 0
;; run store_and_load16(32768) == -65536
;; run store_and_load16(-1) == -65536
;; run float_bits(0x7fa00001) == 0x7fa00001
;; run float_bits(-1) == -1
;; run float_bits(0x80000000) == 0x80000000
;; run double_bits(0x7ff4000000000001) == 0x7ff4000000000001
;; run double_bits(0x8000000000000000) == 0x8000000000000000

data bytes = 0x00 0x7f 0x80 0xff 0x01 0x80 0xfe 0x7f 0xff 0xff 0x12 0x34 0x56 0x78 0x9a 0xbc
data room = zero:64

proc load_u8(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u8[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8Z(@2)
    Void @4 = Return(@3)
}

proc load_u8_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u8[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8Z(@2, offset=3)
    Void @4 = Return(@3)
}

proc load_u8_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u8[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8Z(@2, offset=-5)
    Void @4 = Return(@3)
}

proc load_s8(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s8[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8S(@2)
    Void @4 = Return(@3)
}

proc load_s8_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s8[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8S(@2, offset=3)
    Void @4 = Return(@3)
}

proc load_s8_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s8[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8S(@2, offset=-5)
    Void @4 = Return(@3)
}

proc load_u16(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u16[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16Z(@2)
    Void @4 = Return(@3)
}

proc load_u16_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u16[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16Z(@2, offset=3)
    Void @4 = Return(@3)
}

proc load_u16_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u16[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16Z(@2, offset=-5)
    Void @4 = Return(@3)
}

proc load_s16(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s16[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16S(@2)
    Void @4 = Return(@3)
}

proc load_s16_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s16[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16S(@2, offset=3)
    Void @4 = Return(@3)
}

proc load_s16_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s16[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16S(@2, offset=-5)
    Void @4 = Return(@3)
}

proc load_i32(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i32[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load(@2)
    Void @4 = Return(@3)
}

proc load_i32_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i32[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load(@2, offset=3)
    Void @4 = Return(@3)
}

proc load_i32_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i32[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load(@2, offset=-5)
    Void @4 = Return(@3)
}

proc load_i64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i64[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int64 @3 = Load(@2)
    Void @4 = Return(@3)
}

proc load_i64_offset(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i64[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int64 @3 = Load(@2, offset=3)
    Void @4 = Return(@3)
}

proc load_i64_below(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i64[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int64 @3 = Load(@2, offset=-5)
    Void @4 = Return(@3)
}

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
