barebones 1
; On AArch64, a constant that takes three or four instructions is loaded from the pool after the code, which equal ones
; share; one or two instructions compute it in place.
;! asm aarch64-linux -O 0 as O0
;! asm aarch64-linux -O 2 as O2
;! run

proc four(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1311768467463790320)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; check O0: ldr x
;; not O0: movk
;; check O2: ldr x
;; not O2: movk
;; run four(1) == 0x123456789abcdef1

proc three(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(20015998343868)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; check O0: ldr x
;; not O0: movk
;; run three(1) == 0x123456789abd

proc two(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(305419896)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; check O0: movk
;; run two(1) == 0x12345679

proc inverted(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-261456134187400)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; check O0: movk
;; run inverted(1) == 0xffff1234ffff5679

proc pattern(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(71777214294589695)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
;; check O0: mov x1, #0xff00ff00ff00ff
;; not O0: ldr
;; run pattern(1) == 0x00ff00ff00ff0100
