barebones 1
; Atomic accesses: memory and immediates as operands if the old value is not used, a loop otherwise, and branches on the
; success of a compare-and-swap without a comparison.
;! asm x86_64-linux -O 2 as O2
;! run

data room = zero:16

proc count() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(room)
    Int64 @1 = Const64(1)
    Int64 @2 = AtomicXchgAdd(@1, @0, offset=8)
    Int64 @3 = Load(@0, offset=8)
    Void @4 = Return(@3)
}
;; not O2: xadd
;; check O2: lock add qword ptr
;; check O2: ret
;; run count() == 1

proc subtract(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = AtomicXchgSub(@0, @1)
    Void @3 = Return(@2)
}
;; check O2: neg
;; check O2: lock xadd
;; check O2: ret
;; run subtract(5) == 0

proc mask(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = AtomicXchgAnd(@0, @1)
    Void @3 = Return(@2)
}
;; check O2: mov
;; check O2: and
;; check O2: lock cmpxchg
;; check O2: jne
;; check O2: ret
;; run mask(5) == 0

proc lock(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Int64 @2 = Const64(0)
    Int64 @3 = AtomicStrongCAS(@2, @0, @1)
    Int32 @4 = Equal(@3, @2)
    Void @5 = Branch(@4, #1, #2)
#1:
    Int64 @6 = Const64(10)
    Void @7 = Return(@6)
#2:
    Int64 @8 = Const64(20)
    Void @9 = Return(@8)
}
;; not O2: cmp 
;; not O2: test
;; check O2: lock cmpxchg
;; not O2: cmp 
;; not O2: test
;; not O2: set
;; check O2: jne
;; check O2: ret
;; run lock(7) == 10

proc store(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(room)
    Void @2 = AtomicStore(@0, @1)
    Void @3 = AtomicStore(@0, @1, order=release)
    Int64 @4 = AtomicLoad(@1)
    Void @5 = Return(@4)
}
;; not O2: mfence
;; check O2: xchg
;; check O2: mov
;; check O2: mov
;; check O2: ret
;; run store(-4) == -4
