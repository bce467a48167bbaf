barebones 1
; One bit is set, cleared or inverted by one instruction on machines that have it; its number is masked.
;! asm x86_64-linux -O 2 as O2
;! asm aarch64-linux -O 2 as A64
;! run

proc set(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(1)
    Int32 @5 = Shl(@4, @3)
    Int32 @6 = BitOr(@2, @5)
    Void @7 = Return(@6)
}
;; not O2: sh
;; check O2: bts
;; check O2: ret
;; check A64: orr
;; run set(0, 5) == 32
;; run set(1, 37) == 33
;; run set(0, -1) == -0x80000000

proc clear(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@1)
    Int64 @4 = Const64(1)
    Int64 @5 = Shl(@4, @3)
    Int64 @6 = Const64(-1)
    Int64 @7 = BitXor(@5, @6)
    Int64 @8 = BitAnd(@7, @0)
    Void @9 = Return(@8)
}
;; not O2: sh
;; check O2: btr
;; check O2: ret
;; run clear(-1, 5) == -33
;; run clear(-1, 63) == 0x7fffffffffffffff
;; run clear(-1, 64) == -2

proc complement(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@1)
    Int64 @4 = Const64(1)
    Int64 @5 = Shl(@4, @3)
    Int64 @6 = BitXor(@0, @5)
    Void @7 = Return(@6)
}
;; check O2: btc
;; check O2: ret
;; run complement(-1, 5) == -33
;; run complement(0, 62) == 0x4000000000000000

; A constant that is no immediate.
proc sign(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-0x8000000000000000)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; check O2: btc
;; check O2: ret
;; run sign(1) == -0x7fffffffffffffff

; The mask has another user.
proc used_twice(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(1)
    Int32 @5 = Shl(@4, @3)
    Int32 @6 = BitOr(@2, @5)
    Int32 @7 = Sub(@6, @5)
    Void @8 = Return(@7)
}
;; not O2: bts
;; check O2: ret
;; run used_twice(1, 1) == 1

; A mask of one bit selects it.
proc selected(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(1)
    Int32 @5 = Shl(@4, @3)
    Int32 @6 = BitAnd(@2, @5)
    Void @7 = Return(@6)
}
;; not O2: btr
;; check O2: and
;; check O2: ret
;; run selected(0xff, 3) == 8
;; run selected(0xff, 9) == 0
;; run selected(-1, 63) == -0x80000000

proc cleared(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(1)
    Int32 @5 = Shl(@4, @3)
    Int32 @6 = Const32(-1)
    Int32 @7 = BitXor(@5, @6)
    Int32 @8 = BitAnd(@2, @7)
    Void @9 = Return(@8)
}
;; not O2: sh
;; check O2: btr
;; check O2: ret
;; run cleared(0xff, 3) == 0xf7
;; run cleared(-1, 63) == 0x7fffffff

; A constant with two bits needs another instruction.
proc two_bits(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0x4000000100000000)
    Int64 @2 = BitXor(@0, @1)
    Void @3 = Return(@2)
}
;; not O2: btc
;; check O2: xor
;; check O2: ret
;; run two_bits(1) == 0x4000000100000001
;; run two_bits(-1) == -0x4000000100000001
