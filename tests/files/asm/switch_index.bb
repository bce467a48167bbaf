barebones 1
; A value whose upper half is zero is used directly as the index of a table. Not with a case below zero, which is a
; different 64-bit value; nor if the upper half is unknown.
;! asm x86_64-linux -O 2 as x64
;! asm aarch64-linux -O 2 as a64
;! run

proc byte(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @4 = Const32(255)
    Int32 @2 = BitAnd(@1, @4)
    Void @3 = Switch(@2, 0: #1, 1: #2, 2: #3, 3: #4, 4: #5, 5: #6, default: #7)
#1:
    Int32 @10 = Const32(10)
    Void @11 = Return(@10)
#2:
    Int32 @12 = Const32(11)
    Void @13 = Return(@12)
#3:
    Int32 @14 = Const32(12)
    Void @15 = Return(@14)
#4:
    Int32 @16 = Const32(13)
    Void @17 = Return(@16)
#5:
    Int32 @18 = Const32(14)
    Void @19 = Return(@18)
#6:
    Int32 @20 = Const32(15)
    Void @21 = Return(@20)
#7:
    Int32 @22 = Const32(0)
    Void @23 = Return(@22)
}
;; check x64: movzx
;; not x64: lea e
;; check x64: lea r
;; check x64: jmp r
;; check a64: uxtb
;; not a64: mov
;; check a64: br
;; run byte(0) == 10
;; run byte(0x104) == 14
;; run byte(5) == 15
;; run byte(6) == 0
;; run byte(-1) == 0

proc below(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @4 = Const32(1)
    Int32 @2 = Add(@1, @4)
    Void @3 = Switch(@2, -1: #1, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, default: #7)
#1:
    Int32 @10 = Const32(10)
    Void @11 = Return(@10)
#2:
    Int32 @12 = Const32(11)
    Void @13 = Return(@12)
#3:
    Int32 @14 = Const32(12)
    Void @15 = Return(@14)
#4:
    Int32 @16 = Const32(13)
    Void @17 = Return(@16)
#5:
    Int32 @18 = Const32(14)
    Void @19 = Return(@18)
#6:
    Int32 @20 = Const32(15)
    Void @21 = Return(@20)
#7:
    Int32 @22 = Const32(0)
    Void @23 = Return(@22)
}
;; check x64: lea e
;; check x64: jmp r
;; check a64: br
;; run below(-2) == 10
;; run below(-1) == 11
;; run below(0xfffffffe) == 10
;; run below(3) == 15
;; run below(4) == 0

proc unknown(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @3 = Switch(@1, 0: #1, 1: #2, 2: #3, 3: #4, 4: #5, 5: #6, default: #7)
#1:
    Int32 @10 = Const32(10)
    Void @11 = Return(@10)
#2:
    Int32 @12 = Const32(11)
    Void @13 = Return(@12)
#3:
    Int32 @14 = Const32(12)
    Void @15 = Return(@14)
#4:
    Int32 @16 = Const32(13)
    Void @17 = Return(@16)
#5:
    Int32 @18 = Const32(14)
    Void @19 = Return(@18)
#6:
    Int32 @20 = Const32(15)
    Void @21 = Return(@20)
#7:
    Int32 @22 = Const32(0)
    Void @23 = Return(@22)
}
;; check x64: lea e
;; check x64: jmp r
;; check a64: mov
;; check a64: br
;; run unknown(0x100000002) == 12
;; run unknown(6) == 0
;; run unknown(-1) == 0
