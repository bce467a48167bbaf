barebones 1
; Weights of edges and cold blocks determine the layout, the order of tests of a Switch, and which values have registers.
;! asm x86_64-linux -O 2 as x64
;! asm aarch64-linux -O 2 as a64
;! asm x86_64-linux -O 0 as x64-O0
;! run

data numbers = u64:1 u64:2 u64:3 u64:4 u64:5 u64:6 u64:7 u64:8 u64:9 u64:10 u64:11 u64:12 u64:13 u64:14 u64:15 u64:16 u64:17 u64:18 u64:19

; The likely block follows the branch, whichever comes first.
proc second_is_likely(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1000)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #1:1, #2:99)
#1:
    Int64 @4 = Const64(111)
    Int64 @5 = Mul(@0, @4)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(222)
    Int64 @8 = Mul(@0, @7)
    Void @9 = Return(@8)
}
;; check x64: 0xde
;; check x64: 0x6f
;; check a64: #0xde
;; check a64: #0x6f
;; run second_is_likely(3) == 333
;; run second_is_likely(2000) == 444000

proc first_is_likely(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1000)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #1:99, #2:1)
#2:
    Int64 @7 = Const64(222)
    Int64 @8 = Mul(@0, @7)
    Void @9 = Return(@8)
#1:
    Int64 @4 = Const64(111)
    Int64 @5 = Mul(@0, @4)
    Void @6 = Return(@5)
}
;; check x64: 0x6f
;; check x64: 0xde
;; check a64: #0x6f
;; check a64: #0xde
;; run first_is_likely(3) == 333
;; run first_is_likely(2000) == 444000

; A cold block is last at all levels.
proc cold(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@0, #1, #2)
#1 cold:
    Int64 @3 = Const64(111)
    Int64 @4 = Mul(@1, @3)
    Void @5 = Return(@4)
#2:
    Void @6 = Branch(@1, #3, #4)
#3:
    Int64 @7 = Const64(222)
    Int64 @8 = Add(@1, @7)
    Void @9 = Return(@8)
#4:
    Int64 @10 = Const64(273)
    Void @11 = Return(@10)
}
;; check x64: ret
;; check x64: ret
;; check x64: 0x6f
;; check x64: ret
;; check x64-O0: ret
;; check x64-O0: ret
;; check x64-O0: 0x6f
;; check x64-O0: ret
;; check a64: ret
;; check a64: ret
;; check a64: #0x6f
;; check a64: ret
;; run cold(1, 2) == 222
;; run cold(0, 2) == 224
;; run cold(0, 0) == 273

; The likely case is tested first.
proc mostly(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Switch(@1, 100: #1:5, 200: #2:5, 300: #3:5, 400: #4:5, 500: #5:70, default: #6:10)
#1:
    Int64 @3 = Const64(11)
    Void @4 = Return(@3)
#2:
    Int64 @5 = Const64(22)
    Void @6 = Return(@5)
#3:
    Int64 @7 = Const64(33)
    Void @8 = Return(@7)
#4:
    Int64 @9 = Const64(44)
    Void @10 = Return(@9)
#5:
    Int64 @11 = Const64(55)
    Void @12 = Return(@11)
#6:
    Int64 @13 = Const64(66)
    Void @14 = Return(@13)
}
;; check x64: cmp edi, 0x1f4
;; not x64: cmp edi, 0x1f4
;; check x64: cmp edi, 0x12c
;; check a64: cmp w0, #0x1f4
;; not a64: cmp w0, #0x1f4
;; check a64: cmp w0, #0x12c
;; run mostly(500) == 55
;; run mostly(100) == 11
;; run mostly(501) == 66

; The values of the likely side are in registers. (At the branch more are live than there are registers.)
proc left(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=0)
    Int64 @2 = Load(@0, offset=8)
    Int64 @3 = Load(@0, offset=16)
    Int64 @4 = Load(@0, offset=24)
    Int64 @5 = Load(@0, offset=32)
    Int64 @6 = Load(@0, offset=40)
    Int64 @7 = Load(@0, offset=48)
    Int64 @8 = Load(@0, offset=56)
    Int64 @9 = Load(@0, offset=64)
    Int64 @10 = Load(@0, offset=72)
    Int64 @11 = Load(@0, offset=80)
    Int64 @12 = Load(@0, offset=88)
    Int64 @13 = Load(@0, offset=96)
    Int64 @14 = Load(@0, offset=104)
    Int64 @15 = Load(@0, offset=112)
    Int64 @16 = Load(@0, offset=120)
    Int64 @17 = Load(@0, offset=128)
    Int64 @18 = Load(@0, offset=136)
    Int64 @50 = Load(@0, offset=144)
    Void @51 = Branch(@50, #1:99, #2:1)
#1:
    Int64 @100 = BitXor(@1, @2)
    Int64 @101 = BitXor(@100, @3)
    Int64 @102 = BitXor(@101, @4)
    Int64 @103 = BitXor(@102, @5)
    Int64 @104 = BitXor(@103, @6)
    Int64 @105 = BitXor(@104, @7)
    Int64 @106 = BitXor(@105, @8)
    Int64 @107 = BitXor(@106, @9)
    Void @108 = Return(@107)
#2:
    Int64 @109 = Add(@10, @11)
    Int64 @110 = Add(@109, @12)
    Int64 @111 = Add(@110, @13)
    Int64 @112 = Add(@111, @14)
    Int64 @113 = Add(@112, @15)
    Int64 @114 = Add(@113, @16)
    Int64 @115 = Add(@114, @17)
    Int64 @116 = Add(@115, @18)
    Void @117 = Return(@116)
}
;; check x64: xor rax, rcx
;; check x64: xor rax, rdx
;; check x64: mov rax, [rbp-0x18]
;; check x64: add rax, [rbp-0x20]
;; run left(@data:numbers) == 1
proc right(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=0)
    Int64 @2 = Load(@0, offset=8)
    Int64 @3 = Load(@0, offset=16)
    Int64 @4 = Load(@0, offset=24)
    Int64 @5 = Load(@0, offset=32)
    Int64 @6 = Load(@0, offset=40)
    Int64 @7 = Load(@0, offset=48)
    Int64 @8 = Load(@0, offset=56)
    Int64 @9 = Load(@0, offset=64)
    Int64 @10 = Load(@0, offset=72)
    Int64 @11 = Load(@0, offset=80)
    Int64 @12 = Load(@0, offset=88)
    Int64 @13 = Load(@0, offset=96)
    Int64 @14 = Load(@0, offset=104)
    Int64 @15 = Load(@0, offset=112)
    Int64 @16 = Load(@0, offset=120)
    Int64 @17 = Load(@0, offset=128)
    Int64 @18 = Load(@0, offset=136)
    Int64 @50 = Load(@0, offset=144)
    Void @51 = Branch(@50, #1:1, #2:99)
#1:
    Int64 @100 = BitXor(@1, @2)
    Int64 @101 = BitXor(@100, @3)
    Int64 @102 = BitXor(@101, @4)
    Int64 @103 = BitXor(@102, @5)
    Int64 @104 = BitXor(@103, @6)
    Int64 @105 = BitXor(@104, @7)
    Int64 @106 = BitXor(@105, @8)
    Int64 @107 = BitXor(@106, @9)
    Void @108 = Return(@107)
#2:
    Int64 @109 = Add(@10, @11)
    Int64 @110 = Add(@109, @12)
    Int64 @111 = Add(@110, @13)
    Int64 @112 = Add(@111, @14)
    Int64 @113 = Add(@112, @15)
    Int64 @114 = Add(@113, @16)
    Int64 @115 = Add(@114, @17)
    Int64 @116 = Add(@115, @18)
    Void @117 = Return(@116)
}
;; check x64: add r11, r10
;; check x64: add r11, r9
;; check x64: mov rax, [rbp-8]
;; check x64: xor rax, [rbp-0x10]
;; run right(@data:numbers) == 1
