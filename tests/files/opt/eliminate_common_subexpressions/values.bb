barebones 1
; Values that every path has computed, checked or loaded are not computed again.
;! opt eliminate_common_subexpressions
;! run

data words = u64:7 u64:8

extern abs(Int32) -> Int32

proc same(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Add(@0, @1)
    Void @4 = Return(@2, @3)
}
;; check: @3 = Identity(@2)
;; run same(3, 4) == 7, 7

; Commutative operands, and comparisons with swapped sides.
proc other_order(Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Add(@1, @0)
    Int64 @4 = Sub(@0, @1)
    Int64 @5 = Sub(@1, @0)
    Int32 @6 = LessThan(@0, @1)
    Int32 @7 = GreaterThan(@1, @0)
    Int64 @8 = Add(@2, @3)
    Int64 @9 = BitOr(@4, @5)
    Int64 @10 = Sub(@8, @9)
    Int32 @11 = Add(@6, @7)
    Void @12 = Return(@10, @11)
}
;; check: @3 = Identity(@2)
;; check: @5 = Sub(
;; check: @7 = Identity(@6)
;; run other_order(3, 4) == 15, 2

; A constant is materialized at its use: others are equal to it, and it stays.
proc of_constants(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(8)
    Int64 @2 = Const64(8)
    Int64 @3 = Add(@0, @1)
    Int64 @4 = Add(@0, @2)
    Void @5 = Return(@3, @4)
}
;; check: @2 = Const64(8)
;; check: @4 = Identity(@3)
;; run of_constants(3) == 11, 11

proc dominating(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @3 = Add(@0, @1)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @4 = Add(@0, @1)
    Void @5 = Return(@4)
#2:
    Int64 @6 = Add(@0, @1)
    Void @7 = Return(@6)
}
;; check: @4 = Identity(@3)
;; check: #2:
;; check: @6 = Identity(@3)
;; run dominating(3, 1) == 4

proc siblings(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @4 = Add(@0, @1)
    Void @5 = Return(@4)
#2:
    Int64 @6 = Add(@0, @1)
    Void @7 = Return(@6)
}
;; check: @6 = Add(
;; run siblings(3, 1) == 4
;; run siblings(3, 0) == 3

; The second trap with the same condition cannot trap, with any code.
proc traps(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = TrapIf(@0, User(1))
    Void @3 = TrapIf(@0, User(2))
    Void @4 = TrapIf(@1, User(3))
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
}
;; check: @2 = TrapIf(
;; check: @3 = Nop
;; check: @4 = TrapIf(
;; run traps(0, 0) == 1
;; run traps(1, 0) traps User(1)
;; run traps(0, 1) traps User(3)

proc traps_elsewhere(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(5)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Branch(@2, #2, #1)
#1:
    Void @4 = TrapIf(@0, User(1))
    Void @5 = Jump(#2)
#2:
    Void @6 = TrapIf(@0, User(2))
    Int64 @7 = Const64(1)
    Void @8 = Return(@7)
}
;; check: TrapIf(
;; check: TrapIf(
;; run traps_elsewhere(0) == 1
;; run traps_elsewhere(5) traps User(2)

proc checks(Int64, Int64) -> Int64 {
    generator0 = "leave"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CheckAdd(@0, @1, generator=generator0)
    Int64 @3 = CheckAdd(@1, @0, @2, generator=generator0)
    Int64 @4 = CheckAdd(@0, @0, generator=generator0)
    Int64 @5 = Add(@0, @1)
    Void @6 = Check(@0, generator=generator0)
    Void @7 = Check(@0, @5, generator=generator0)
    Int64 @8 = BitXor(@3, @4)
    Void @9 = Return(@8)
}
;; check: @3 = Identity(@2)
;; check: @4 = CheckAdd(
;; check: @5 = Identity(@2)
;; check: @7 = Nop

; @9 is loaded after a store to another address.
proc loads(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Load(@0)
    Void @4 = Store(@1, @0)
    Int64 @5 = Load(@0)
    Double @6 = Load(@0)
    Int64 @7 = BitwiseCast(@6)
    Void @8 = Store(@7, @0, offset=8)
    Int64 @9 = Load(@0)
    Int64 @10 = Sub(@2, @3)
    Int64 @11 = Add(@5, @9)
    Void @12 = Return(@11, @10)
}
;; check: @3 = Identity(@2)
;; check: @5 = Identity(@1)
;; check: @6 = BitwiseCast(@1)
;; check: @9 = Identity(@1)
;; run loads(@data:words, 9) == 18, 0

; A stored byte is not the entire value that was stored.
proc narrow_store(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store8(@2, @0)
    Int32 @4 = Load8Z(@0)
    Void @5 = Return(@4)
}
;; check: @4 = BitAnd(@2, @6)
;; run narrow_store(@data:words, 0x1ff) == 255

proc ranges(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0, range=1..2)
    Void @3 = Store(@1, @0, offset=8, range=2..3)
    Int64 @4 = Load(@0, range=1..2)
    Void @5 = Store(@1, @0, range=1..3)
    Double @7 = Load(@0, range=1..2)
    Int64 @6 = Load(@0, range=0..9)
    Int64 @8 = Add(@2, @4)
    Void @9 = Return(@8, @6)
}
;; check: @4 = Identity(@2)
;; check: @6 = Identity(@1)
;; run ranges(@data:words, 9) == 14, 9

; Memory contents are known in a block with a single predecessor, and unknown at merges.
proc through_blocks(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Branch(@1, #1, #2)
#1:
    Int64 @4 = Load(@0)
    Int64 @5 = Add(@4, @1)
    Int64 @6 = Sub(@5, @2)
    Void @7 = Store(@6, @0)
    Void @10 = Jump(#2)
#2:
    Int64 @8 = Load(@0)
    Void @9 = Return(@8)
}
;; check: #1:
;; check: @4 = Identity(@2)
;; check: #2:
;; check: @8 = Identity(@11)
;; run through_blocks(@data:words, 5) == 5
;; run through_blocks(@data:words, 0) == 7

; At a safepoint a reference may move, and addresses computed from it change.
proc moved(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = Const64(8)
    Int32 @2 = Load(@0)
    Int64 @3 = Add(@0, @1)
    Int64 @4 = Identity(@3)
    Int64 @5 = Load(@4)
    Int32 @6 = CCall(abs, @2)
    Int64 @7 = Add(@0, @1)
    Int64 @8 = Load(@7)
    Int64 @9 = Add(@5, @8)
    Void @10 = Return(@9)
}
;; check: @4 = Identity(@3)
;; check: @7 = Add(@0, @1)
