barebones 1
; Two loads or stores of adjacent 32 or 64 bits are one instruction on machines that have it, if both have the same
; base, are near it, and the second does not use the result of the first.
;! asm aarch64-linux -O 2
;! run

data table = u64:1 u64:2 u64:0 u64:0
data links = u64:0 u64:77

proc copy(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Load(@0, offset=8)
    Void @3 = Store(@1, @0, offset=16)
    Void @4 = Store(@2, @0, offset=24)
    Void @5 = Return()
}
;; check: ldp x1, x2, [x0]
;; check: stp x1, x2, [x0, #0x10]

proc downward(Int64, Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Store(@1, @0, offset=16)
    Void @4 = Store(@2, @0, offset=8)
    Void @5 = Return()
}
;; check: stp x2, x1, [x0, #0x8]

proc floats(Int64, Double, Double) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Double @2 = ArgumentReg(%fa1)
    Void @3 = Store(@1, @0, offset=32)
    Void @4 = Store(@2, @0, offset=40)
    Void @5 = Return()
}
;; check: stp d0, d1, [x0, #0x20]

proc zeros(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Void @2 = Store(@1, @0)
    Void @3 = Store(@1, @0, offset=8)
    Void @4 = Return()
}
;; check: stp xzr, xzr, [x0]

proc apart(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Void @3 = Store(@1, @0, offset=16)
    Void @4 = Return()
}
;; not: stp x1
;; check: str x1, [x0, #0x10]

proc narrow(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@2, @0)
    Void @4 = Store(@2, @0, offset=8)
    Void @5 = Return()
}
;; not: stp w1
;; check: str w1, [x0, #0x8]

proc words(Int64, Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Trunc(@2)
    Void @5 = Store(@3, @0, offset=4)
    Void @6 = Store(@4, @0, offset=8)
    Void @7 = Return()
}
;; check: stp w1, w2, [x0, #0x4]

proc widths(Int64, Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@1)
    Void @4 = Store(@3, @0, offset=4)
    Void @5 = Store(@2, @0, offset=8)
    Void @6 = Return()
}
;; not: stp w1
;; check: str x2, [x0, #0x8]

proc chained(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Load(@1, offset=8)
    Void @3 = Return(@2)
}
;; not: ldp x0
;; check: ldr x0, [x0, #0x8]

proc chained_and_used(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Load(@1, offset=8)
    Int64 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; not: ldp x0
;; check: ldr x1, [x0, #0x8]

proc over_the_base(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=8)
    Int64 @2 = Load(@0, offset=16)
    Int64 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; check: ldp x1, x0, [x0, #0x8]

proc too_far(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0, offset=512)
    Void @3 = Store(@1, @0, offset=520)
    Void @4 = Return()
}
;; not: stp x1
;; check: str x1, [x0, #0x208]

proc uneven(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0, offset=4)
    Void @3 = Store(@1, @0, offset=12)
    Void @4 = Return()
}
;; not: stp x1
;; check: stur x1, [x0, #0xc]

proc test_copy() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(table)
    Int64 @1 = Load(@0)
    Int64 @2 = Load(@0, offset=8)
    Void @3 = Store(@2, @0, offset=16)
    Int64 @4 = Const64(3)
    Void @5 = Store(@4, @0, offset=24)
    Int64 @6 = Load(@0, offset=24)
    Int64 @7 = Const64(100000000)
    Int64 @8 = Mul(@6, @7)
    Int64 @9 = Load(@0, offset=16)
    Int64 @10 = Const64(10000)
    Int64 @11 = Mul(@9, @10)
    Int64 @12 = Add(@8, @11)
    Int64 @13 = Add(@12, @1)
    Void @14 = Return(@13)
}
;; run test_copy() == 300020001

proc test_chained() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(links)
    Void @1 = Store(@0, @0)
    Int64 @2 = Load(@0)
    Int64 @3 = Load(@2, offset=8)
    Void @4 = Return(@3)
}
;; run test_chained() == 77
