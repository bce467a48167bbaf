barebones 1
; A store that is overwritten before any read is removed.
;! opt eliminate_dead_stores
;; check: proc again(
;; check: @9 = Nop
;; check: proc wider(
;; check: @9 = Nop
;; check: proc narrower(
;; check: @9 = Store
;; check: proc narrower_at_the_same_address(
;; check: @9 = Store
;; check: proc beside(
;; check: @9 = Store
;; check: proc read(
;; check: @9 = Store
;; check: proc read_in_part(
;; check: @9 = Store
;; check: proc adjacent_read(
;; check: @9 = Nop
;; check: proc read_anywhere(
;; check: @9 = Store
;; check: proc read_of_another_range(
;; check: @9 = Nop
;; check: proc smaller_range(
;; check: @9 = Store
;; check: proc other_slot(
;; check: @9 = Nop
;; check: proc check(
;; check: @9 = Store
;; check: proc trapping(
;; check: @9 = Store
;; check: proc trapped(
;; check: @9 = Store
;; check: proc call(
;; check: @9 = Store
;; check: proc call_without_effects(
;; check: @9 = Nop
;; check: proc copy(
;; check: @9 = Store
;; check: proc fence(
;; check: @9 = Store
;; check: proc both_sides(
;; check: @9 = Nop
;; check: @12 = Store
;; check: @14 = Nop
;; check: @15 = Store
;; check: proc one_side(
;; check: @9 = Store
;; check: proc after_the_merge(
;; check: @9 = Nop
;; check: @12 = Nop
;; check: @14 = Store
;; check: proc next_iteration(
;; check: @9 = Store
;; check: proc endless(
;; check: @9 = Store
;! run
;; run again(@data:words, 3) == 3
;; run wider(@data:words, 3) == 3
;; run narrower(@data:words, 3) == 25769803781
;; run narrower_at_the_same_address(@data:words, 3) == 6
;; run beside(@data:words, 3) == 5
;; run read(@data:words, 3) == 8
;; run read_in_part(@data:words, 3) == 5
;; run adjacent_read(@data:words, 3) == 8
;; run read_anywhere(@data:words, @data:words) == 5
;; run read_of_another_range(@data:words, @data:others) == 9
;; run smaller_range(@data:words, 3) == 3
;; run check(@data:words, 0) == 0
;; run check(@data:words, 1) traps User(1)
;; run trapping(@data:words, 3) == 3
;; run trapped(@data:words, 3) == 3
;; run call(@data:words, 3) == 3
;; run call_without_effects(@data:words, 3) == 3
;; run copy(@data:words, @data:others) == 5
;; run fence(@data:words, 3) == 3
;; run both_sides(@data:words, 3) == 3
;; run both_sides(@data:words, 0) == 0
;; run one_side(@data:words, 3) == 3
;; run one_side(@data:words, 0) == 5
;; run after_the_merge(@data:words, 3) == 3
;; run next_iteration(@data:words, 3) == 5
;; run endless(@data:words, 3) == 3

data words = u64:7 u64:8
data others = u64:9 u64:10
extern abs(Int32) -> Int32

; The same bytes are stored again.
proc again(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @10 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; These and more.
proc wider(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store8(@3, @0, offset=4)
    Void @10 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; Some bytes remain.
proc narrower(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @10 = Store(@3, @0, offset=4)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; The last bytes remain.
proc narrower_at_the_same_address(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @10 = Store(@3, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; Other bytes.
proc beside(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @10 = Store(@1, @0, offset=8)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; They are read before.
proc read(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Int64 @11 = Load(@0)
    Int64 @12 = Add(@11, @1)
    Void @10 = Store(@12, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; One of them is.
proc read_in_part(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Int32 @11 = Load8Z(@0)
    Int64 @12 = ZExt32(@11)
    Void @10 = Store(@12, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; Others are.
proc adjacent_read(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Int64 @12 = Load(@0, offset=8)
    Void @10 = Store(@12, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; A load from an unknown address may read them.
proc read_anywhere(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Int64 @12 = Load(@1)
    Void @10 = Store(@12, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; The heap ranges show that it does not.
proc read_of_another_range(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0, range=1..2)
    Int64 @12 = Load(@1, range=2..3)
    Void @10 = Store(@12, @0, range=1..2)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; The later store has a smaller heap range, so fewer readers are excluded.
proc smaller_range(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0, range=1..3)
    Void @10 = Store(@1, @0, range=2..3)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; Slots are different memory.
proc other_slot(Int64, Int64) -> Int64 {
    slot0 = stack 8 locked
    slot1 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Int64 @7 = SlotBase(slot0)
    Int64 @8 = SlotBase(slot1)
    Void @9 = Store(@2, @7)
    Int64 @11 = Load(@8)
    Void @10 = Store(@11, @7)
    Int64 @12 = Load(@7)
    Void @13 = Store(@12, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; A trap makes memory visible.
proc check(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = TrapIf(@1, User(1))
    Void @10 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; So does a store that may trap: earlier stores are visible then.
proc trapping(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @10 = Store(@1, @0, traps)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; And a store that would have trapped must stay.
proc trapped(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0, traps)
    Void @10 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; A call reads.
proc call(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Int32 @11 = CCall(abs, @3)
    Void @10 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; This one does not.
proc call_without_effects(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Int32 @11 = CCall(abs, @3, effects={})
    Void @10 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; A copy reads its source, and may store anywhere.
proc copy(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Int64 @13 = Const64(8)
    Void @11 = MemoryCopy(@1, @0, @13, reads=1..2, writes=1..2)
    Void @10 = Store(@2, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; After a fence other threads see it.
proc fence(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = Fence(reads=3..4, writes=3..4)
    Void @10 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; Overwritten on both sides of a branch.
proc both_sides(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = Branch(@1, #1, #2)
#1:
    Void @12 = Store(@1, @0)
    Void @13 = Jump(#3)
#2:
    Void @14 = Store(@0, @0)
    Void @15 = Store(@1, @0)
    Void @16 = Jump(#3)
#3:
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; On the other side it is read.
proc one_side(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = Branch(@1, #1, #2)
#1:
    Void @12 = Store(@1, @0)
    Void @13 = Jump(#2)
#2:
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; Overwritten after the merge.
proc after_the_merge(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = Branch(@1, #1, #2)
#1:
    Void @12 = Store(@0, @0)
    Void @13 = Jump(#2)
#2:
    Void @14 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; The next iteration stores again, but at another address.
proc next_iteration(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @20 = Upsilon(@0, ^@21)
    Void @22 = Jump(#1)
#1:
    Int64 @21 = Phi()
    Void @9 = Store(@2, @21)
    Int64 @23 = Const64(8)
    Int64 @24 = Add(@21, @23)
    Void @25 = Upsilon(@24, ^@21)
    Int64 @26 = Sub(@24, @0)
    Int64 @27 = Const64(16)
    Int32 @28 = Below(@26, @27)
    Void @29 = Branch(@28, #1, #2)
#2:
    Void @30 = Store(@1, @21)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}

; An infinite loop reads it.
proc endless(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = Const32(6)
    Void @9 = Store(@2, @0)
    Void @11 = Jump(#1)
#1:
    Int64 @12 = Load(@0)
    Int64 @13 = Sub(@12, @2)
    Void @14 = Branch(@13, #1, #2)
#2:
    Void @15 = Store(@1, @0)
    Int64 @90 = Load(@0)
    Void @91 = Return(@90)
}
