barebones 1
; Attributes that hold do not change the results: origins, heap ranges, traps, immutable loads, effects of calls,
; fences, frequencies, rare edges; and values that do nothing.
;! run

data words = u32:3 u32:10
data cell = u64:0

proc memory(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1, origin=7)
    Int32 @3 = Load(@0, immutable, not_control_dependent, range=4..5)
    Int32 @4 = Load(@0, offset=4, traps, range=5..6, origin=8)
    Int64 @5 = SymbolAddress(cell)
    Void @6 = Store(@2, @5, range=6..7, traps)
    Int32 @7 = Load(@5, range=6..7)
    Int32 @8 = Add(@3, @4)
    Int32 @9 = Add(@8, @7)
    Void @10 = Return(@9)
}
;; run memory(@data:words, 5) == 18

proc pure(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(10)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc store_to_cell(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(cell)
    Void @2 = Store(@0, @1, range=6..7)
    Void @3 = Return()
}

; A call without effects whose result is used, one whose result is not, and one that writes memory that is read.
proc calls(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(pure, @0, effects={})
    Int64 @2 = CCall(pure, @1, effects={})
    Void @3 = CCall(store_to_cell, @0, effects={writes=6..7})
    Int64 @4 = SymbolAddress(cell)
    Int64 @5 = Load(@4, range=6..7)
    Int64 @6 = Add(@1, @5)
    Void @7 = Return(@6)
}
;; run calls(4) == 44

proc edges(Int32) -> Int32 {
#0 frequency=100:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1:rare, #2)
#1 frequency=0.001:
    Int32 @3 = Const32(2)
    Void @4 = Return(@3)
#2 frequency=99.999:
    Int32 @5 = Const32(1)
    Void @6 = Return(@5)
}
;; run edges(0) == 1
;; run edges(5) == 2

; Values that do nothing, and values without uses.
proc nothing(Int32) -> Int32 {
#0:
    Void @0 = Nop()
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Identity(@2)
    Int32 @4 = Add(@3, @3)
    Void @5 = Nop()
    Int32 @6 = Opaque(@4)
    Int32 @7 = Identity(@3)
    Void @8 = Return(@7)
}
;; run nothing(9) == 9

proc fences(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(cell)
    Void @2 = Store(@0, @1)
    Void @3 = Fence()
    Int64 @4 = Load(@1)
    Void @5 = Fence(reads=none, writes=3..7)
    Int64 @6 = Const64(1)
    Int64 @7 = Add(@4, @6)
    Void @8 = Return(@7)
}
;; run fences(3) == 4

; The default of a Switch over two masked bits, and the code after it, are never reached.
proc not_reached(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = BitAnd(@1, @2)
    Int32 @4 = Const32(1)
    Void @5 = Switch(@3, 0: #1, 1: #1, 2: #2, 3: #1, default: #3:rare)
#1:
    Void @6 = Return(@3)
#2:
    Int32 @7 = Add(@3, @4)
    Void @8 = Return(@7)
#3:
    Void @9 = Oops()
}
;; run not_reached(2) == 3

; No stack is below zero, and every stack is below the other limit.
proc stack_limit(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = StackLimitCheck(@0)
    Int32 @2 = Const32(0)
    Void @3 = Return(@2)
}
;; run stack_limit(0) == 0
;; run stack_limit(0x7fffffffffff0000) traps StackOverflow
