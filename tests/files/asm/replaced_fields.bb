barebones 1
; Replacing some bits of a value by bits of another is one instruction on AArch64. The replaced bits must be contiguous,
; and all of them inserted.
;! asm aarch64-linux -O 2 as O2
;! asm aarch64-linux -O 0 as O0
;; not O0: bfi
;! asm aarch64-linux -O 1 as O1
;! run

; (a & ~0xff00) | ((b & 0xff) << 8)
proc mask_and_shift(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-65281)
    Int64 @3 = BitAnd(@0, @2)
    Int64 @4 = Const64(255)
    Int64 @5 = BitAnd(@1, @4)
    Int32 @6 = Const32(8)
    Int64 @7 = Shl(@5, @6)
    Int64 @8 = BitOr(@3, @7)
    Void @9 = Return(@8)
}
;; check O2: bfi x0, x1, #0x8, #0x8
;; run mask_and_shift(0x1122334455667788, 0x99aabbccddeeff00) == 0x1122334455660088
;; run mask_and_shift(0x1122334455667788, 0x99aabbccddeeffab) == 0x112233445566ab88

; ((b << 8) & 0xff00) | (a & ~0xff00)
proc shift_and_mask(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(-65281)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @4 = Const32(65280)
    Int32 @6 = Const32(8)
    Int32 @5 = Shl(@1, @6)
    Int32 @7 = BitAnd(@5, @4)
    Int32 @8 = BitOr(@7, @3)
    Void @9 = Return(@8)
}
;; check O2: bfi w0, w1, #0x8, #0x8
;; run shift_and_mask(0x11223344, 0xab) == 0x1122ab44
;; run shift_and_mask(0x11223344, 0xfab) == 0x1122ab44

; (a & 0xfffff) | (b << 20)
proc upper(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(1048575)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @6 = Const32(20)
    Int32 @5 = Shl(@1, @6)
    Int32 @8 = BitOr(@3, @5)
    Void @9 = Return(@8)
}
;; check O2: bfi w0, w1, #0x14, #0xc
;; run upper(0x11223344, 0xabcdef) == 0xdef23344

; ZExt32(a) | (b << 32)
proc of_halves(Int32, Int64) -> Int64 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @3 = ZExt32(@0)
    Int32 @6 = Const32(32)
    Int64 @5 = Shl(@1, @6)
    Int64 @8 = BitOr(@3, @5)
    Void @9 = Return(@8)
}
;; check O2: bfi x0, x1, #0x20, #0x20
;; run of_halves(0x11223344, 0xabcdef) == 0x00abcdef11223344
;; run of_halves(0xf1223344, 0xffffffffabcdef01) == 0xabcdef01f1223344

; (a & ~0xfff) | (b & 0xfff)
proc low(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-4096)
    Int64 @3 = BitAnd(@0, @2)
    Int64 @4 = Const64(4095)
    Int64 @5 = BitAnd(@1, @4)
    Int64 @8 = BitOr(@3, @5)
    Void @9 = Return(@8)
}
;; check O2: bfxil x0, x1, #0x0, #0xc
;; run low(0x1122334455667788, 0xabcdef) == 0x1122334455667def

; (a & ~0xfff) | ((b >> 5) & 0xfff)
proc low_of_shifted(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(-4096)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @4 = Const32(4095)
    Int32 @5 = Const32(5)
    Int32 @6 = ZShr(@1, @5)
    Int32 @7 = BitAnd(@6, @4)
    Int32 @8 = BitOr(@3, @7)
    Void @9 = Return(@8)
}
;; check O2: bfxil w0, w1, #0x5, #0xc
;; run low_of_shifted(0x11223344, 0xabcde0) == 0x11223e6f

; (a & ~0xfff) | (b >> 20)
proc low_of_upper(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(-4096)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @5 = Const32(20)
    Int32 @6 = ZShr(@1, @5)
    Int32 @8 = BitOr(@3, @6)
    Void @9 = Return(@8)
}
;; check O2: bfxil w0, w1, #0x14, #0xc
;; run low_of_upper(0x11223344, 0xabcdef01) == 0x11223abc

; The sign bits are not among them.
proc low_with_sign(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(-4096)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @4 = Const32(4095)
    Int32 @5 = Const32(5)
    Int32 @6 = SShr(@1, @5)
    Int32 @7 = BitAnd(@6, @4)
    Int32 @8 = BitOr(@3, @7)
    Void @9 = Return(@8)
}
;; check O2: bfxil w0, w1, #0x5, #0xc
;; run low_with_sign(0x11223344, 0x80000000) == 0x11223000

; (a & ~0xee) | (b & 0xee)
proc with_a_hole(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(-239)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @4 = Const32(238)
    Int32 @5 = BitAnd(@1, @4)
    Int32 @8 = BitOr(@3, @5)
    Void @9 = Return(@8)
}
;; not O2: bf
;; check O2: ret
;; run with_a_hole(0x11223344, 0xff) == 0x112233ee

; (a & ~0xff00) | ((b & 0x1ff) << 8): one bit too many
proc with_overlap(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(-65281)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @4 = Const32(511)
    Int32 @5 = BitAnd(@1, @4)
    Int32 @6 = Const32(8)
    Int32 @7 = Shl(@5, @6)
    Int32 @8 = BitOr(@3, @7)
    Void @9 = Return(@8)
}
;; not O2: bf
;; check O2: ret
;; run with_overlap(0x11223344, 0xff) == 0x1122ff44

; (a & ~0xff00) | ((b & 0xf) << 8): the upper four are zero
proc too_few(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(-65281)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @4 = Const32(15)
    Int32 @5 = BitAnd(@1, @4)
    Int32 @6 = Const32(8)
    Int32 @7 = Shl(@5, @6)
    Int32 @8 = BitOr(@3, @7)
    Void @9 = Return(@8)
}
;; not O2: bfi
;; check O2: ret
;; run too_few(0x11223344, 0xff) == 0x11220f44

; (a & ~0xfff) | (b >> 20), which includes sign bits
proc with_signs(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(-4096)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @5 = Const32(20)
    Int32 @6 = SShr(@1, @5)
    Int32 @8 = BitOr(@3, @6)
    Void @9 = Return(@8)
}
;; not O2: bf
;; check O2: ret
;; run with_signs(0x11223344, 0x80000000) == -2048

; The field has another use.
proc wanted(Int32, Int32) -> (Int32, Int32) {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(-65281)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @4 = Const32(255)
    Int32 @5 = BitAnd(@1, @4)
    Int32 @6 = Const32(8)
    Int32 @7 = Shl(@5, @6)
    Int32 @8 = BitOr(@3, @7)
    Void @9 = Return(@8, @7)
}
;; check O2: ubfiz
;; check O2: orr
;; check O2: ret
;; run wanted(0x11223344, 0xab) == 0x1122ab44, 0xab00

; Replacing all bits is not a bit-field insertion. At O2 none of this reaches selection.
proc everything(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = BitAnd(@0, @2)
    Int64 @4 = Const64(-1)
    Int64 @5 = BitAnd(@1, @4)
    Int64 @6 = BitOr(@3, @5)
    Void @7 = Return(@6)
}
;; check O1: orr x0
;; run everything(0x1122334455667788, 0x99aabbccddeeff00) == 0x99aabbccddeeff00

proc everything_of_32(Int32, Int32) -> Int32 {
#0:
    Int64 @40 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@40)
    Int64 @41 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@41)
    Int32 @2 = Const32(0)
    Int32 @3 = BitAnd(@0, @2)
    Int32 @4 = Const32(8)
    Int32 @5 = SShr(@1, @4)
    Int32 @6 = Const32(-1)
    Int32 @7 = BitAnd(@5, @6)
    Int32 @8 = BitOr(@3, @7)
    Void @9 = Return(@8)
}
;; check O1: orr w0
;; run everything_of_32(0x55667788, 0xddeeff00) == 0xffddeeff
