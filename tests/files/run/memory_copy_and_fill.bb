barebones 1
; MemoryCopy as memmove, MemoryFill as memset: overlaps, no bytes, constant sizes and unknown ones.
;! run

data letters = "abcdefghijklmnopqrstuvwxyz012345"
data room = zero:128

; Hashes the room: h = 31 h + byte, over 40 bytes.
proc hash() -> Int64 {
#0:
    ; h: i64 = 0
    Int64 @0 = Const64(0)                           ; h
    ; for i = 0L until 40L
    Int64 @1 = Const64(40)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@0, ^@6)
    Void @4 = Jump(#1)
#1:        ; for i
    Int64 @5 = Phi()                                ; i
    Int64 @6 = Phi()                                ; h
    Int32 @7 = LessThan(@5, @1)
    Void @8 = Branch(@7, #2, #4)
#2:        ; body
    ; h = h * 31 + ZExt32(u8[addr(room) + i])
    Int64 @9 = Const64(31)
    Int64 @10 = Mul(@6, @9)
    Int64 @11 = SymbolAddress(room)
    Int64 @12 = Add(@11, @5)
    Int32 @13 = Load8Z(@12)
    Int64 @14 = ZExt32(@13)
    Int64 @15 = Add(@10, @14)                       ; h
    Void @16 = Jump(#3)
#3:        ; next i
    Int64 @17 = Const64(1)
    Int64 @18 = Add(@5, @17)
    Void @19 = Upsilon(@18, ^@5)
    Void @20 = Upsilon(@15, ^@6)
    Void @21 = Jump(#1)
#4:        ; done
    ; return h
    Void @22 = Return(@6)
}

; Letters at the start of the room, then `count` bytes from one place in it to another.
proc move_inside(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; from
    Int64 @1 = ArgumentReg(%a1)                     ; to
    Int64 @2 = ArgumentReg(%a2)                     ; count
    ; MemoryCopy(addr(room), addr(letters), 32)
    Int64 @3 = SymbolAddress(room)
    Int64 @4 = SymbolAddress(letters)
    Int64 @5 = Const64(32)
    Void @6 = MemoryCopy(@3, @4, @5)
    ; MemoryCopy(addr(room) + to, addr(room) + from, count)
    Int64 @7 = SymbolAddress(room)
    Int64 @8 = Add(@7, @1)
    Int64 @9 = SymbolAddress(room)
    Int64 @10 = Add(@9, @0)
    Void @11 = MemoryCopy(@8, @10, @2)
    ; return call hash()
    Int64 @12 = CCall(hash)
    Void @13 = Return(@12)
}
;; run move_inside(0, 0, 0) == 0xdb03cf7f09ce5df0
;; run move_inside(0, 5, 20) == 0x4f9ef361715c2430
;; run move_inside(5, 0, 20) == 0x6ac9210b747a3c30
;; run move_inside(0, 1, 31) == 0xc433329f15b01e64
;; run move_inside(1, 0, 31) == 0x9e46ce9d99780fe4
;; run move_inside(0, 16, 16) == 0x8572844fab05c210
;; run move_inside(3, 3, 10) == 0xdb03cf7f09ce5df0
;; run move_inside(0, 8, 1) == 0xde61d4b2c84c5ef8

proc move_seven_up() -> Int64 {
#0:
    ; MemoryCopy(addr(room), addr(letters), 32)
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = SymbolAddress(letters)
    Int64 @2 = Const64(32)
    Void @3 = MemoryCopy(@0, @1, @2)
    ; MemoryCopy(addr(room) + 3, addr(room), 7)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = Const64(3)
    Int64 @6 = Add(@4, @5)
    Int64 @7 = SymbolAddress(room)
    Int64 @8 = Const64(7)
    Void @9 = MemoryCopy(@6, @7, @8)
    ; return call hash()
    Int64 @10 = CCall(hash)
    Void @11 = Return(@10)
}
;; run move_seven_up() == 0x6975b86e355d624d

proc move_sixteen_down() -> Int64 {
#0:
    ; MemoryCopy(addr(room), addr(letters), 32)
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = SymbolAddress(letters)
    Int64 @2 = Const64(32)
    Void @3 = MemoryCopy(@0, @1, @2)
    ; MemoryCopy(addr(room), addr(room) + 8, 16)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = SymbolAddress(room)
    Int64 @6 = Const64(8)
    Int64 @7 = Add(@5, @6)
    Int64 @8 = Const64(16)
    Void @9 = MemoryCopy(@4, @7, @8)
    ; return call hash()
    Int64 @10 = CCall(hash)
    Void @11 = Return(@10)
}
;; run move_sixteen_down() == 0xe7d4783c1d1f65f0

; The low byte is the filling.
proc fill(Int64, Int32, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; to
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)                            ; byte
    Int64 @3 = ArgumentReg(%a2)                     ; count
    ; MemoryCopy(addr(room), addr(letters), 32)
    Int64 @4 = SymbolAddress(room)
    Int64 @5 = SymbolAddress(letters)
    Int64 @6 = Const64(32)
    Void @7 = MemoryCopy(@4, @5, @6)
    ; MemoryFill(addr(room) + to, byte, count)
    Int64 @8 = SymbolAddress(room)
    Int64 @9 = Add(@8, @0)
    Void @10 = MemoryFill(@9, @2, @3)
    ; return call hash()
    Int64 @11 = CCall(hash)
    Void @12 = Return(@11)
}
;; run fill(0, 65, 0) == 0xdb03cf7f09ce5df0
;; run fill(1, 321, 9) == 0x77a948496e25548b
;; run fill(0, -1, 33) == 0xff25264438577021
;; run fill(7, 0, 1) == 0x2805fff3ea29fd88

proc fill_eleven() -> Int64 {
#0:
    ; MemoryFill(addr(room), 0x41, 11)
    Int64 @0 = SymbolAddress(room)
    Int32 @1 = Const32(65)
    Int64 @2 = Const64(11)
    Void @3 = MemoryFill(@0, @1, @2)
    ; return call hash()
    Int64 @4 = CCall(hash)
    Void @5 = Return(@4)
}
;; run fill_eleven() == 0xc5a3ed04048f93ff

; The arguments are still alive after the operation.
proc arguments_survive(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; to
    Int64 @1 = ArgumentReg(%a1)                     ; from
    Int64 @2 = ArgumentReg(%a2)                     ; count
    ; MemoryCopy(to, from, count)
    Void @3 = MemoryCopy(@0, @1, @2)
    ; MemoryFill(to, 7, count >>> 1)
    Int32 @4 = Const32(1)
    Int64 @5 = ZShr(@2, @4)
    Int32 @6 = Const32(7)
    Void @7 = MemoryFill(@0, @6, @5)
    ; return to - from + count + ZExt32(u8[to])
    Int64 @8 = Sub(@0, @1)
    Int64 @9 = Add(@8, @2)
    Int32 @10 = Load8Z(@0)
    Int64 @11 = ZExt32(@10)
    Int64 @12 = Add(@9, @11)
    Void @13 = Return(@12)
}
;; run arguments_survive(@data:room, @data:room, 16) == 23
