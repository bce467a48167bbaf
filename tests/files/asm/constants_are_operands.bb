barebones 1
; A constant is an immediate operand if it fits, and needs a register otherwise.
;! asm x86_64-linux -O 2
;! run

proc small(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0x7fffffff)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; check: 0x7fffffff
;; not: movabs
;; check: ret
;; run small(1) == 0x80000000

proc large(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0x80000000)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; check: 0x80000000
;; check: ret
;; run large(1) == 0x80000001
