barebones 1
; Cases that lead to frequent blocks are tested first.
;! asm x86_64-linux -O 2 as x64
;! asm aarch64-linux -O 2 as a64
;! run

; Half the time it is 500.
proc mostly(Int32) -> Int32 {
#0 frequency=100.0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Switch(@1, 100: #1, 200: #2, 300: #3, 400: #4, 500: #5, default: #6)
#1 frequency=5.0:
    Int32 @3 = Const32(11)
    Void @4 = Return(@3)
#2 frequency=5.0:
    Int32 @5 = Const32(22)
    Void @6 = Return(@5)
#3 frequency=5.0:
    Int32 @7 = Const32(33)
    Void @8 = Return(@7)
#4 frequency=5.0:
    Int32 @9 = Const32(44)
    Void @10 = Return(@9)
#5 frequency=70.0:
    Int32 @11 = Const32(55)
    Void @12 = Return(@11)
#6 frequency=10.0:
    Int32 @13 = Const32(66)
    Void @14 = Return(@13)
}
;; check x64: cmp edi, 0x1f4
;; not x64: cmp edi, 0x1f4
;; check x64: cmp edi, 0x12c
;; check a64: cmp w0, #0x1f4
;; not a64: cmp w0, #0x1f4
;; check a64: cmp w0, #0x12c
;; run mostly(99) == 66
;; run mostly(100) == 11
;; run mostly(101) == 66
;; run mostly(200) == 22
;; run mostly(300) == 33
;; run mostly(400) == 44
;; run mostly(500) == 55
;; run mostly(501) == 66
;; run mostly(-500) == 66

; The frequency of a block shared by four cases is not that of each of them.
proc shared(Int32) -> Int32 {
#0 frequency=100.0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Switch(@1, 600: #2, 100: #1, 200: #1, 300: #1, 400: #1, default: #3)
#1 frequency=40.0:
    Int32 @3 = Const32(11)
    Void @4 = Return(@3)
#2 frequency=50.0:
    Int32 @5 = Const32(22)
    Void @6 = Return(@5)
#3 frequency=10.0:
    Int32 @7 = Const32(33)
    Void @8 = Return(@7)
}
;; not x64: cmp edi, 0x64
;; not x64: cmp edi, 0x12c
;; not x64: cmp edi, 0x190
;; check x64: cmp edi, 0x258
;; not a64: cmp w0, #0x64
;; not a64: cmp w0, #0x12c
;; not a64: cmp w0, #0x190
;; check a64: cmp w0, #0x258
;; run shared(0) == 33
;; run shared(100) == 11
;; run shared(200) == 11
;; run shared(300) == 11
;; run shared(400) == 11
;; run shared(500) == 33
;; run shared(600) == 22
;; run shared(700) == 33

; Rare cases are tested last.
proc rare_case(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Switch(@1, 100: #1:rare, 200: #2, default: #3)
#1:
    Int32 @3 = Const32(11)
    Void @4 = Return(@3)
#2:
    Int32 @5 = Const32(22)
    Void @6 = Return(@5)
#3:
    Int32 @7 = Const32(33)
    Void @8 = Return(@7)
}
;; check x64: cmp edi, 0xc8
;; check x64: cmp edi, 0x64
;; check a64: cmp w0, #0xc8
;; check a64: cmp w0, #0x64
;; run rare_case(0) == 33
;; run rare_case(100) == 11
;; run rare_case(200) == 22
