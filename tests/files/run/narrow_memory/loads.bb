barebones 1
; Loads and stores of 8 and 16 bits: extension, truncation, positive and negative offsets, addresses without alignment.
;! run

data bytes = 0x00 0x7f 0x80 0xff 0x01 0x80 0xfe 0x7f 0xff 0xff 0x12 0x34 0x56 0x78 0x9a 0xbc

proc load_u8(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u8[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8Z(@2)
    Void @4 = Return(@3)
}
;; run load_u8(0) == 0
;; run load_u8(1) == 127
;; run load_u8(2) == 128
;; run load_u8(3) == 255
;; run load_u8(5) == 128
;; run load_u8(6) == 254
;; run load_u8(8) == 255

proc load_u8_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u8[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8Z(@2, offset=3)
    Void @4 = Return(@3)
}
;; run load_u8_offset(0) == 255
;; run load_u8_offset(1) == 1
;; run load_u8_offset(2) == 128
;; run load_u8_offset(3) == 254
;; run load_u8_offset(5) == 255
;; run load_u8_offset(6) == 255
;; run load_u8_offset(8) == 52

proc load_u8_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u8[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8Z(@2, offset=-5)
    Void @4 = Return(@3)
}
;; run load_u8_below(5) == 0
;; run load_u8_below(6) == 127
;; run load_u8_below(8) == 255

proc load_s8(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s8[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8S(@2)
    Void @4 = Return(@3)
}
;; run load_s8(0) == 0
;; run load_s8(1) == 127
;; run load_s8(2) == -128
;; run load_s8(3) == -1
;; run load_s8(5) == -128
;; run load_s8(6) == -2
;; run load_s8(8) == -1

proc load_s8_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s8[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8S(@2, offset=3)
    Void @4 = Return(@3)
}
;; run load_s8_offset(0) == -1
;; run load_s8_offset(1) == 1
;; run load_s8_offset(2) == -128
;; run load_s8_offset(3) == -2
;; run load_s8_offset(5) == -1
;; run load_s8_offset(6) == -1
;; run load_s8_offset(8) == 52

proc load_s8_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s8[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load8S(@2, offset=-5)
    Void @4 = Return(@3)
}
;; run load_s8_below(5) == 0
;; run load_s8_below(6) == 127
;; run load_s8_below(8) == -1

proc load_u16(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u16[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16Z(@2)
    Void @4 = Return(@3)
}
;; run load_u16(0) == 32512
;; run load_u16(1) == 32895
;; run load_u16(2) == 65408
;; run load_u16(3) == 511
;; run load_u16(5) == 65152
;; run load_u16(6) == 32766
;; run load_u16(8) == 65535

proc load_u16_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u16[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16Z(@2, offset=3)
    Void @4 = Return(@3)
}
;; run load_u16_offset(0) == 511
;; run load_u16_offset(1) == 32769
;; run load_u16_offset(2) == 65152
;; run load_u16_offset(3) == 32766
;; run load_u16_offset(5) == 65535
;; run load_u16_offset(6) == 4863
;; run load_u16_offset(8) == 22068

proc load_u16_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return u16[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16Z(@2, offset=-5)
    Void @4 = Return(@3)
}
;; run load_u16_below(5) == 32512
;; run load_u16_below(6) == 32895
;; run load_u16_below(8) == 511

proc load_s16(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s16[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16S(@2)
    Void @4 = Return(@3)
}
;; run load_s16(0) == 32512
;; run load_s16(1) == -32641
;; run load_s16(2) == -128
;; run load_s16(3) == 511
;; run load_s16(5) == -384
;; run load_s16(6) == 32766
;; run load_s16(8) == -1

proc load_s16_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s16[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16S(@2, offset=3)
    Void @4 = Return(@3)
}
;; run load_s16_offset(0) == 511
;; run load_s16_offset(1) == -32767
;; run load_s16_offset(2) == -384
;; run load_s16_offset(3) == 32766
;; run load_s16_offset(5) == -1
;; run load_s16_offset(6) == 4863
;; run load_s16_offset(8) == 22068

proc load_s16_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return s16[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load16S(@2, offset=-5)
    Void @4 = Return(@3)
}
;; run load_s16_below(5) == 32512
;; run load_s16_below(6) == -32641
;; run load_s16_below(8) == 511

proc load_i32(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i32[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load(@2)
    Void @4 = Return(@3)
}
;; run load_i32(0) == 0xff807f00
;; run load_i32(1) == 0x1ff807f
;; run load_i32(2) == 0x8001ff80
;; run load_i32(3) == 0xfe8001ff
;; run load_i32(5) == 0xff7ffe80
;; run load_i32(6) == -32770
;; run load_i32(8) == 0x3412ffff

proc load_i32_offset(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i32[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load(@2, offset=3)
    Void @4 = Return(@3)
}
;; run load_i32_offset(0) == 0xfe8001ff
;; run load_i32_offset(1) == 0x7ffe8001
;; run load_i32_offset(2) == 0xff7ffe80
;; run load_i32_offset(3) == -32770
;; run load_i32_offset(5) == 0x3412ffff
;; run load_i32_offset(6) == 0x563412ff
;; run load_i32_offset(8) == 0x9a785634

proc load_i32_below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i32[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int32 @3 = Load(@2, offset=-5)
    Void @4 = Return(@3)
}
;; run load_i32_below(5) == 0xff807f00
;; run load_i32_below(6) == 0x1ff807f
;; run load_i32_below(8) == 0xfe8001ff

proc load_i64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i64[addr(bytes) + i]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int64 @3 = Load(@2)
    Void @4 = Return(@3)
}
;; run load_i64(0) == 0x7ffe8001ff807f00
;; run load_i64(1) == 0xff7ffe8001ff807f
;; run load_i64(2) == 0xffff7ffe8001ff80
;; run load_i64(3) == 0x12ffff7ffe8001ff
;; run load_i64(5) == 0x563412ffff7ffe80
;; run load_i64(6) == 0x78563412ffff7ffe
;; run load_i64(8) == 0xbc9a78563412ffff

proc load_i64_offset(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i64[addr(bytes) + i, 3]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int64 @3 = Load(@2, offset=3)
    Void @4 = Return(@3)
}
;; run load_i64_offset(0) == 0x12ffff7ffe8001ff
;; run load_i64_offset(1) == 0x3412ffff7ffe8001
;; run load_i64_offset(2) == 0x563412ffff7ffe80
;; run load_i64_offset(3) == 0x78563412ffff7ffe
;; run load_i64_offset(5) == 0xbc9a78563412ffff

proc load_i64_below(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; i
    ; return i64[addr(bytes) + i, -5]
    Int64 @1 = SymbolAddress(bytes)
    Int64 @2 = Add(@1, @0)
    Int64 @3 = Load(@2, offset=-5)
    Void @4 = Return(@3)
}
;; run load_i64_below(5) == 0x7ffe8001ff807f00
;; run load_i64_below(6) == 0xff7ffe8001ff807f
;; run load_i64_below(8) == 0x12ffff7ffe8001ff
