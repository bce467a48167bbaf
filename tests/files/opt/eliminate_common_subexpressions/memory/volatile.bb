barebones 1
; Volatile loads stay, also immutable ones and those after a store of the same value; they count as writes of everything.
;! opt eliminate_common_subexpressions
;! run

data words = u64:7 u64:9

proc loads(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, volatile)
    Int64 @2 = Load(@0, volatile)
    Int64 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; check: @1 = Load(
;; check: @2 = Load(
;; run loads(@data:words) == 14

proc immutable(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, volatile, immutable, not_control_dependent)
    Int64 @2 = Load(@0, volatile, immutable, not_control_dependent)
    Int64 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; check: @1 = Load(
;; check: @2 = Load(
;; run immutable(@data:words) == 14

; A volatile access may change what another address holds.
proc other_address(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=8)
    Int64 @2 = Load(@0, volatile)
    Int64 @3 = Load(@0, offset=8)
    Int64 @4 = Add(@1, @3)
    Int64 @5 = Add(@4, @2)
    Void @6 = Return(@5)
}
;; check: @1 = Load(
;; check: @2 = Load(
;; check: @3 = Load(
;; run other_address(@data:words) == 25

; Neither store is removed, and the load does not take the stored value.
proc stores(Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = SlotBase(slot0)
    Int64 @1 = ArgumentReg(%a0)
    Void @2 = Store(@1, @0, volatile)
    Void @3 = Store(@1, @0, volatile)
    Int64 @4 = Load(@0, volatile)
    Void @5 = Return(@4)
}
;; check: @2 = Store(
;; check: @3 = Store(
;; check: @4 = Load(
;; run stores(5) == 5
