barebones 1
; On a machine whose accesses add a base and an index, or an offset, but not both, a sum that several accesses with
; offsets share is computed once; a single access computes it for itself, and without offsets none needs it.
;! asm aarch64-linux -O 2 as a64
;! asm x86_64-linux -O 2 as x64
;! run

data table = u64:1 u64:20 u64:300 u64:4000 u64:50000 u64:600000

proc shared(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Load(@2, offset=8)
    Int64 @4 = Load(@2, offset=16)
    Int64 @5 = Sub(@3, @4)
    Void @6 = Return(@5)
}
;; check a64: add x0, x0, x1
;; check a64: ldp x1, x0, [x0, #0x8]

proc once(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Load(@2, offset=8)
    Void @4 = Return(@3)
}
;; check a64: add x16, x0, x1
;; check a64: ldr x0, [x16, #0x8]
;; check x64: [rdi+rsi+8]

proc without_offset(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Load(@2)
    Int64 @4 = Add(@3, @1)
    Void @5 = Return(@4)
}
;; not a64: add x0, x0, x1
;; check a64: ldr x0, [x0, x1]

proc extended(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = ZExt32(@2)
    Int64 @4 = Add(@0, @3)
    Int64 @5 = Load(@4, offset=8)
    Void @6 = Return(@5)
}
;; check a64: add x0, x0, w1, uxtw
;; check a64: ldr x0, [x0, #0x8]

proc of_all(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(table)
    Int64 @2 = Add(@1, @0)
    Int64 @3 = Load(@2, offset=8)
    Int64 @4 = Load(@2, offset=16)
    Int64 @5 = Load(@2)
    Int64 @6 = Add(@3, @4)
    Int64 @7 = Sub(@6, @5)
    Void @8 = Return(@7)
}
;; run of_all(16) == 53700
