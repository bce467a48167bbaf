barebones 1
; A store that is overwritten before any read is removed.
;! opt eliminate_dead_stores
;! run

data words = u64:7 u64:8
data others = u64:9 u64:10

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
;; check: @9 = Nop
;; run again(@data:words, 3) == 3

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
;; check: @9 = Nop
;; run wider(@data:words, 3) == 3

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
;; check: @9 = Store
;; run narrower(@data:words, 3) == 25769803781

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
;; check: @9 = Store
;; run narrower_at_the_same_address(@data:words, 3) == 6

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
;; check: @9 = Store
;; run beside(@data:words, 3) == 5

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
;; check: @9 = Store
;; run read(@data:words, 3) == 8

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
;; check: @9 = Store
;; run read_in_part(@data:words, 3) == 5

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
;; check: @9 = Nop
;; run adjacent_read(@data:words, 3) == 8

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
;; check: @9 = Store
;; run read_anywhere(@data:words, @data:words) == 5

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
;; check: @9 = Nop
;; run read_of_another_range(@data:words, @data:others) == 9

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
;; check: @9 = Store
;; run smaller_range(@data:words, 3) == 3

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
;; check: @9 = Nop
