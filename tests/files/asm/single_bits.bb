barebones 1
; A test of one bit by number is bt at O1 and O2; also for a bit or mask that is not a 64-bit immediate, unless half the
; register is enough. Other uses of the shifted value keep it.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 0 as O0
;! run

proc one_shifted(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = Const64(1)
    Int64 @4 = Shl(@3, @2)
    Int64 @5 = BitAnd(@0, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Void @7 = Return(@3)
#2:
    Int64 @8 = Const64(2)
    Void @9 = Return(@8)
}
;; not O2: shl
;; check O2: bt
;; check O2: jae
;; check O2: ret
;; check O0: shl
;; not O0: bt
;; check O0: ret
;; run one_shifted(0x100000000, 32) == 1
;; run one_shifted(0x100000000, 96) == 1
;; run one_shifted(0x100000000, 0) == 2

proc shifted_one(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = ZShr(@2, @3)
    Int32 @5 = Const32(1)
    Int32 @6 = BitAnd(@4, @5)
    Int32 @7 = Const32(0)
    Int32 @8 = NotEqual(@6, @7)
    Void @9 = Return(@8)
}
;; not O2: shr
;; not O2: and
;; check O2: bt
;; check O2: setb
;; check O2: ret
;; run shifted_one(0x80000000, 31) == 1
;; run shifted_one(0x80000000, 63) == 1
;; run shifted_one(0x7fffffff, 31) == 0

proc known_amount(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(4)
    Int64 @2 = SShr(@0, @1)
    Int64 @3 = Const64(1)
    Int64 @4 = BitAnd(@2, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Void @6 = Return(@3)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; not O2: bt
;; check O2: test dil, 0x10
;; check O2: ret
;; run known_amount(0x10) == 1
;; run known_amount(0x20) == 2

; The inverted test.
proc clear(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = ZShr(@0, @2)
    Int64 @4 = Const64(1)
    Int64 @5 = BitAnd(@3, @4)
    Int64 @6 = BitXor(@5, @4)
    Int64 @7 = Const64(10)
    Int64 @8 = Const64(20)
    Int64 @9 = Select(@6, @7, @8)
    Void @10 = Return(@9)
}
;; check O2: bt
;; check O2: cmovae
;; check O2: ret
;; run clear(4, 2) == 20
;; run clear(4, 3) == 10

proc high_bit(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0x10000000000)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = Const64(1)
    Void @5 = Return(@4)
#2:
    Int64 @6 = Const64(2)
    Void @7 = Return(@6)
}
;; not O2: movabs
;; check O2: bt rdi, 0x28
;; check O2: ret
;; run high_bit(0x10000000000) == 1
;; run high_bit(0xfffffeffffffffff) == 2

proc lower_half(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0xf0000000)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = Const64(1)
    Void @5 = Return(@4)
#2:
    Int64 @6 = Const64(2)
    Void @7 = Return(@6)
}
;; check O2: test edi, 0xf0000000
;; check O2: ret
;; run lower_half(0x80000000) == 1
;; run lower_half(0xffffffff0fffffff) == 2

; Several bits are not a single bit.
proc upper_half(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0xff0000000000)
    Int64 @2 = BitAnd(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = Const64(1)
    Void @5 = Return(@4)
#2:
    Int64 @6 = Const64(2)
    Void @7 = Return(@6)
}
;; check O2: 0xff0000000000
;; not O2: bt
;; check O2: test
;; check O2: ret
;; run upper_half(0x800000000000) == 1
;; run upper_half(0xffff00ffffffffff) == 2

proc wanted(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = Const64(1)
    Int64 @4 = Shl(@3, @2)
    Int64 @5 = BitAnd(@0, @4)
    Int64 @6 = Const64(1002)
    Int64 @7 = Select(@5, @4, @6)
    Void @8 = Return(@7)
}
;; check O2: shl
;; not O2: bt
;; check O2: test
;; check O2: ret
;; run wanted(6, 1) == 2
;; run wanted(4, 1) == 1002

; Two bits are not one.
proc two_bits(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = ZShr(@0, @2)
    Int64 @4 = Const64(3)
    Int64 @5 = BitAnd(@3, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int64 @7 = Const64(1)
    Void @8 = Return(@7)
#2:
    Int64 @9 = Const64(2)
    Void @10 = Return(@9)
}
;; check O2: shr
;; not O2: bt
;; check O2: test
;; check O2: ret
;; run two_bits(6, 1) == 1
;; run two_bits(8, 1) == 2
