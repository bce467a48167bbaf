barebones 1
; Bit operations are one instruction where the machine has it, and a short sequence otherwise.
;! asm x86_64-linux+bmi1+bmi2 -O 2 as bmi1-O2
;! asm x86_64-linux -O 2 as baseline-O2
;! asm x86_64-linux+bmi1+bmi2 -O 0 as bmi1-O0
;! run

data numbers = u64:0x1122334455667788

proc and_not(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = BitXor(@1, @2)
    Int64 @4 = BitAnd(@3, @0)
    Void @5 = Return(@4)
}
;; not bmi1-O2: xor
;; check bmi1-O2: andn
;; check bmi1-O2: ret
;; check baseline-O2: not
;; check baseline-O2: and
;; not baseline-O2: andn
;; check bmi1-O0: xor
;; check bmi1-O0: and
;; not bmi1-O0: andn
;; check bmi1-O0: ret
;; run and_not(0xff, 0x0f) == 0xf0

proc and_not_shared(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = BitXor(@1, @2)
    Int64 @4 = BitAnd(@3, @0)
    Void @5 = Return(@4, @3)
}
;; check bmi1-O2: not
;; check bmi1-O2: and
;; not bmi1-O2: andn
;; check bmi1-O2: ret
;; run and_not_shared(0xff, 0x0f) == 0xf0, 0xfffffffffffffff0

proc lowest(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Neg(@0)
    Int64 @2 = BitAnd(@1, @0)
    Void @3 = Return(@2)
}
;; not bmi1-O2: neg
;; check bmi1-O2: blsi
;; check bmi1-O2: ret
;; check baseline-O2: neg
;; run lowest(0x58) == 8
;; run lowest(0) == 0

proc clear_lowest(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Sub(@0, @1)
    Int64 @3 = BitAnd(@0, @2)
    Void @4 = Return(@3)
}
;; check bmi1-O2: blsr
;; check bmi1-O2: ret
;; check baseline-O2: and
;; run clear_lowest(0x58) == 0x50
;; run clear_lowest(0) == 0

; Two different values.
proc not_lowest(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Sub(@1, @2)
    Int64 @4 = BitAnd(@0, @3)
    Void @5 = Return(@4)
}
;; not bmi1-O2: bls
;; check bmi1-O2: and r
;; not bmi1-O2: bls
;; check bmi1-O2: ret
;; run not_lowest(0x58, 0x10) == 0x8

proc rotate(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(1)
    Int64 @2 = RotR(@0, @1)
    Int64 @3 = BitOr(@2, @0)
    Void @4 = Return(@3)
}
;; check bmi1-O2: rorx
;; check bmi1-O2: ret
;; not baseline-O2: rorx
;; run rotate(1) == 0x8000000000000001

proc flip(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    Int32 @3 = BitXor(@1, @2)
    Int64 @4 = ZExt32(@3)
    Void @5 = Return(@4)
}
;; not bmi1-O2: xor
;; check bmi1-O2: not
;; check bmi1-O2: ret
;; check baseline-O2: not
;; check baseline-O2: ret
;; run flip(0) == 0xffffffff

; (x & 0xff) + (x & 0xffff) + (x & 0xffff_ffff)
proc low_bytes(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0xff)
    Int64 @2 = BitAnd(@0, @1)
    Int64 @3 = Const64(0xffff)
    Int64 @4 = BitAnd(@0, @3)
    Int64 @5 = Const64(0xffffffff)
    Int64 @6 = BitAnd(@0, @5)
    Int64 @7 = Add(@2, @4)
    Int64 @8 = Add(@7, @6)
    Void @9 = Return(@8)
}
;; check bmi1-O2: movzx
;; not bmi1-O2: and
;; check bmi1-O2: ret
;; run low_bytes(0x123456789abcdef0) == 0x9abdbed0

proc low_byte_of_memory(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Const64(0xff)
    Int64 @3 = BitAnd(@1, @2)
    Void @4 = Return(@3)
}
;; not bmi1-O2: @1
;; check bmi1-O2: movzx
;; check bmi1-O2: ret
;; run low_byte_of_memory(@data:numbers) == 0x88
