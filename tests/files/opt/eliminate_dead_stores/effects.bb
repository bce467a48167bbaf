barebones 1
; A store that is overwritten before any read is removed.
;! opt eliminate_dead_stores
;! run

data words = u64:7 u64:8
data others = u64:9 u64:10

extern abs(Int32) -> Int32

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
;; check: @9 = Store
;; run check(@data:words, 0) == 0
;; run check(@data:words, 1) traps User(1)

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
;; check: @9 = Store
;; run trapping(@data:words, 3) == 3

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
;; check: @9 = Store
;; run trapped(@data:words, 3) == 3

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
;; check: @9 = Store
;; run call(@data:words, 3) == 3

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
;; check: @9 = Nop
;; run call_without_effects(@data:words, 3) == 3

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
;; check: @9 = Store
;; run copy(@data:words, @data:others) == 5

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
;; check: @9 = Store
;; run fence(@data:words, 3) == 3
