barebones 1
; Offsets take in additions to addresses, narrow stores ignore extensions, and short copies become loads and stores.
;! opt reduce_strength eliminate_dead_code
;! run

data words = u64:0x1122334455667788 u64:0x99aabbccddeeff00 zero:32

proc offset(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(4)
    Int64 @3 = Add(@0, @2)
    Int32 @4 = Load(@3, offset=-2)
    Void @99 = Return(@4)
}
;; check: Load(@0, offset=2)
;; run offset(@data:words, 0) == 860116326

proc offset_too_large(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0x7fffffff)
    Int64 @3 = Sub(@0, @2)
    Int64 @4 = Add(@3, @2)
    Int32 @5 = Load(@4, offset=2)
    Void @99 = Return(@5)
}
;; check: Load(@0, offset=2)
;; run offset_too_large(@data:words, 0) == 860116326

proc stays_in_slot(Int64, Int64) -> Int32 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SlotBase(slot0)
    Int64 @3 = Const64(4)
    Int64 @4 = Add(@2, @3)
    Int32 @5 = Trunc(@0)
    Void @6 = Store(@5, @4)
    Int32 @7 = Load(@2, offset=4)
    Void @99 = Return(@7)
}
;; check: Store(@5, @2, offset=4)
;; run stays_in_slot(77, 0) == 77

proc low_byte(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = SExt16(@2)
    Void @4 = Store8(@3, @0)
    Int32 @5 = Load(@0)
    Void @99 = Return(@5)
}
;; check: Store8(@2, @0)
;; run low_byte(@data:words, 0x1ff) == 1432778751

proc low_half(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = SExt8(@2)
    Void @4 = Store16(@3, @0)
    Int32 @5 = Load(@0)
    Void @99 = Return(@5)
}
;; check: Store16(@3, @0)
;; run low_half(@data:words, 0x1ff) == 1432813567

proc copies(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(13)
    Int64 @3 = Const64(3)
    Int64 @4 = Add(@0, @3)
    Void @5 = MemoryCopy(@4, @0, @2)
    Int64 @6 = Load(@0, offset=8)
    Void @99 = Return(@6)
}
;; check: Load(@0
;; check: Load(@0, offset=8
;; check: Load8Z(@0, offset=12
;; check: Store(
;; check: Store(
;; check: Store8(
;; run copies(@data:words, 0) == -3684526141134003661

proc copies_many(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(33)
    Void @5 = MemoryCopy(@0, @0, @2)
    Int64 @6 = Load(@0, offset=8)
    Void @99 = Return(@6)
}
;; check: MemoryCopy(
;; run copies_many(@data:words, 0) == -7373874951294615808

proc fills(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(3)
    Int32 @3 = Const32(0x1fe)
    Void @5 = MemoryFill(@0, @3, @2)
    Int64 @6 = Load(@0)
    Void @99 = Return(@6)
}
;; check: Store16(
;; check: Store8(
;; run fills(@data:words, 0) == 1234605616446504702
