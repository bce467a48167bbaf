barebones 1
; A call of a constant address on x86-64 reads the address from memory near the code: no register, no 64-bit immediate.
;! asm x86_64-linux -O 2 as o2
;! asm x86_64-linux -O 0 as o0

proc twice(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Int64 @1 = Const64(0x7f0012345678)
    Int64 @2 = CCall(@1, @0)
    Int64 @3 = CCall(@1, @2)
    Void @4 = Return(@3)
}
;; check o2: call qword
;; check o2: call qword
;; not o2: call r
;; not o2: mov r
;; check o0: call qword
;; check o0: call qword

; The address is also a value.
proc itself(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Int64 @1 = Const64(0x7f0012345678)
    Int64 @2 = CCall(@1, @1, @0)
    Void @3 = Return(@2)
}
;; check o2: 7f0012345678
;; check o2: call qword
;; check o0: call qword
