barebones 1
; Accesses outside a stack slot are undefined if executed. A pass that finds that an address is the slot's removes them.
;! opt inline_calls as inlined
;! opt fix_ssa as promoted
;! opt simplify_ssa as phis
;! opt infer_selects simplify_ssa reduce_strength eliminate_dead_code as selected
;! opt fully_unroll_loops reduce_strength eliminate_dead_code as unrolled
;! run

; Known answers: no access outside a slot is executed.

data words = u64:7 u64:8

proc load_at(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=8)
    Void @2 = Return(@1)
}

proc argument(Int32) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SlotBase(slot0)
    Void @3 = Branch(@1, #1, #2)
#1:
    Int64 @4 = CCall(load_at, @2)
    Void @5 = Return(@4)
#2:
    Int64 @6 = Const64(5)
    Void @7 = Return(@6)
}
;; not inlined: CCall(
;; not inlined: Load(
;; check inlined: Return(
;; run argument(0) == 5

; The slot is the callee's.
proc local(Int32) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @3 = SlotBase(slot0)
    Int64 @4 = Const64(0)
    Int64 @5 = Add(@3, @4)
    Int64 @6 = Load(@5, offset=8)
    Void @7 = Return(@6)
#2:
    Int64 @8 = Const64(5)
    Void @9 = Return(@8)
}

proc slot_of_callee(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = CCall(local, @1)
    Void @3 = Return(@2)
}
;; run slot_of_callee(0) == 5

proc variable(Int32) -> Int64 {
    slot0 = stack 8 locked
    var0: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SlotBase(slot0)
    Void @3 = Set(@2, var0)
    Void @4 = Branch(@1, #1, #2)
#1:
    Int64 @5 = Get(var0)
    Void @6 = Store(@5, @5, offset=4)
    Int64 @7 = AtomicLoad(@5, offset=8)
    Void @8 = Return(@7)
#2:
    Int64 @9 = Const64(5)
    Void @10 = Return(@9)
}
;; not promoted: Get(
;; not promoted: Store(
;; not promoted: AtomicLoad(
;; check promoted: Return(@7)
;; run variable(0) == 5

; The address is in another slot.
proc in_a_slot(Int32) -> Int64 {
    slot0 = stack 8 locked
    slot1 = stack 8 anonymous
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SlotBase(slot0)
    Int64 @3 = SlotBase(slot1)
    Void @4 = Store(@2, @3)
    Void @5 = Branch(@1, #1, #2)
#1:
    Int64 @6 = Load(@3)
    Int64 @7 = Load(@6, offset=8)
    Void @8 = Return(@7)
#2:
    Int64 @9 = Const64(5)
    Void @10 = Return(@9)
}
;; not promoted: Load(
;; check promoted: Return(@7)
;; run in_a_slot(0) == 5

proc phi(Int32, Int32) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SlotBase(slot0)
    Void @5 = Branch(@1, #1, #4)
#1:
    Void @6 = Upsilon(@4, ^@11)
    Void @7 = Branch(@3, #2, #3)
#2:
    Void @8 = Upsilon(@4, ^@11)
    Void @9 = Jump(#3)
#3:
    Int64 @11 = Phi()
    Int64 @12 = Load(@11, offset=8)
    Void @13 = Return(@12)
#4:
    Int64 @14 = Const64(5)
    Void @15 = Return(@14)
}
;; not phis: Load(
;; check phis: Return(@12)
;; run phi(0, 1) == 5

; If-conversion makes a Select of two equal addresses.
proc if_converted(Int32, Int32) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int64 @4 = SlotBase(slot0)
    Int64 @5 = Const64(0)
    Void @6 = Branch(@1, #1, #5)
#1:
    Void @7 = Branch(@3, #2, #3)
#2:
    Void @8 = Upsilon(@4, ^@13)
    Void @9 = Jump(#4)
#3:
    Int64 @10 = Add(@4, @5)
    Void @11 = Upsilon(@10, ^@13)
    Void @12 = Jump(#4)
#4:
    Int64 @13 = Phi()
    Int64 @14 = Load(@13, offset=8)
    Void @15 = Return(@14)
#5:
    Int64 @16 = Const64(5)
    Void @17 = Return(@16)
}
;; not selected: Load(
;; check selected: Return(
;; run if_converted(0, 1) == 5

; Jump threading separates the edge with the slot's address.
proc threaded(Int32, Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = SlotBase(slot0)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Void @6 = Branch(@1, #1, #2)
#1:
    Void @7 = Upsilon(@3, ^@13)
    Void @8 = Upsilon(@4, ^@14)
    Void @9 = Jump(#3)
#2:
    Void @10 = Upsilon(@2, ^@13)
    Void @11 = Upsilon(@5, ^@14)
    Void @12 = Jump(#3)
#3:
    Int64 @13 = Phi()
    Int32 @14 = Phi()
    Void @15 = Branch(@14, #4, #5)
#4:
    Int64 @16 = Load(@13, offset=8)
    Void @17 = Return(@16)
#5:
    Int64 @18 = Load(@13, offset=8)
    Void @19 = Return(@18)
}
;; run threaded(0, @data:words) == 8

; The second iteration has the address of the slot, and does not load from it.
proc unrolled(Int32, Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int64 @3 = SlotBase(slot0)
    Int32 @4 = Const32(2)
    Int32 @5 = Const32(-1)
    Int64 @6 = Const64(0)
    Void @7 = Upsilon(@4, ^@11)
    Void @8 = Upsilon(@2, ^@12)
    Void @9 = Upsilon(@6, ^@13)
    Void @10 = Jump(#1)
#1:
    Int32 @11 = Phi()
    Int64 @12 = Phi()
    Int64 @13 = Phi()
    Void @14 = Upsilon(@13, ^@20)
    Void @15 = Branch(@1, #2, #3)
#2:
    Int64 @16 = Load(@12, offset=8)
    Int64 @17 = Add(@13, @16)
    Void @18 = Upsilon(@17, ^@20)
    Void @19 = Jump(#3)
#3:
    Int64 @20 = Phi()
    Int32 @21 = Add(@11, @5)
    Void @22 = Upsilon(@21, ^@11)
    Void @23 = Upsilon(@3, ^@12)
    Void @24 = Upsilon(@20, ^@13)
    Void @25 = Branch(@21, #1, #4)
#4:
    Void @26 = Return(@20)
}
;; check unrolled: Load(@2, offset=8)
;; not unrolled: Load(
;; check unrolled: Return(
;; run unrolled(0, @data:words) == 0
