barebones 1
; Loads of known memory contents: parts of a value, at merges, and next to stores to other addresses.
;! opt eliminate_common_subexpressions
;! run

data words = u64:0x8182838485868788 u64:0 u64:0 u64:0
data inside = u64:0 u64:1 u64:2 u64:3 u64:4 u64:5 u64:6 u64:7 u64:8 u64:9 u64:10

; The last byte is overwritten.
proc overwritten(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@1, @0)
    Void @4 = Store8(@2, @0, offset=7)
    Int64 @5 = Load(@0)
    Void @6 = Return(@5)
}
;; check: @5 = Load(
;; run overwritten(@data:words, 0x11) == 0x1100000000000011

proc beside(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@1, @0, offset=8)
    Void @4 = Store8(@2, @0, offset=16)
    Void @5 = Store8(@2, @0, offset=7)
    Int64 @6 = Load(@0, offset=8)
    Void @7 = Return(@6)
}
;; check: @6 = Identity(@1)
;; run beside(@data:inside, 0x11) == 0x11

; Another base may be the same address.
proc other_base(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Store(@2, @1, offset=8)
    Int64 @4 = Load(@0)
    Int64 @5 = Sub(@2, @4)
    Void @6 = Return(@5)
}
;; check: @4 = Load(
;; run other_base(@data:words, @data:words) == 0

; A value that is already in memory is not stored again.
proc stored_back(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Store(@1, @0, offset=8)
    Void @4 = Store(@2, @0)
    Int32 @5 = Trunc(@2)
    Void @6 = Store(@5, @0)
    Int64 @7 = Load(@0)
    Void @8 = Return(@7)
}
;; check: @3 = Store(
;; check: @4 = Nop
;; check: @6 = Store(
;; check: @7 = Load(
;; run stored_back(@data:words, 3) == 0x8182838485868788

proc stored_twice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@2, @0)
    Void @4 = Store8(@2, @0)
    Void @5 = Store(@2, @0)
    Void @6 = Store16(@2, @0)
    Int64 @7 = Load(@0)
    Void @8 = Return(@7)
}
;; check: @3 = Store(
;; check: @4 = Nop
;; check: @5 = Nop
;; check: @6 = Nop
;; run stored_twice(@data:words, 3) == 0x8182838400000003

; A known byte does not make a two-byte store redundant.
proc stored_wider(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store8(@2, @0)
    Void @4 = Store16(@2, @0)
    Int64 @5 = Load(@0)
    Void @6 = Return(@5)
}
;; check: @3 = Store8(
;; check: @4 = Store16(
;; run stored_wider(@data:words, 0x1234) == 0x8182838485861234

proc changed_between(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Store(@1, @0)
    Void @4 = Store(@2, @0)
    Int64 @5 = Load(@0)
    Void @6 = Return(@5)
}
;; check: @3 = Store(
;; check: @4 = Store(
;; run changed_between(@data:words, 3) == 0x8182838485868788

; Readable memory may trap when it is written.
proc store_traps(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Store(@2, @0, traps)
    Void @4 = Return(@2)
}
;; check: @3 = Store(
;; run store_traps(@data:words, 3) == 0x8182838485868788
