barebones 1
; Calls are printed with the callee's name, for procedures and extern functions alike.
;! asm x86_64-linux -O 0 as x64
;! asm x86_64-windows -O 0 as win64
;! run

extern strlen(Int64) -> Int64

data text = "hello\x00"

proc outer(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(inner, @0)
    Int64 @2 = CCall(strlen, @0)
    Int64 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; check x64: call inner
;; check x64: strlen
;; check win64: call inner
;; run outer(@data:text) == 11

proc inner(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(6)
    Void @2 = Return(@1)
}
;; not x64: call
