barebones 1
; A load with a single use is a memory operand at O1 and O2: of arithmetic, comparisons, conversions, floating point. A
; load, an operation and a store to the same address are one instruction.
;! asm x86_64-linux+avx -O 2 as O2
;! asm x86_64-linux+avx -O 0 as O0
;! run

data numbers = u64:7 u64:9
data bytes = u64:0xfffdfe
data floats = f64:2.5

extern abs(Int32) -> Int32

proc arithmetic(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Add(@2, @1)
    Void @4 = Return(@3)
}
;; not O2: @2
;; check O2: @3
;; check O0: @2
;; check O0: @3
;; run arithmetic(@data:numbers, 10) == 17

proc comparison(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Const64(7)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Return(@3)
}
;; not O2: @1
;; check O2: ], 7
;; run comparison(@data:numbers) == 1

; The comparison is emitted for each branch; the load is done once.
proc comparison_twice(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Const64(9)
    Int32 @3 = LessThan(@1, @2)
    Int64 @4 = Const64(1)
    Int64 @5 = Select(@3, @4, @2)
    Int64 @6 = Const64(2)
    Int64 @7 = Select(@3, @6, @2)
    Int64 @8 = Add(@5, @7)
    Void @9 = Return(@8)
}
;; check O2: @1
;; check O2: @5
;; check O2: @7
;; run comparison_twice(@data:numbers) == 3

proc float(Int64, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Double @2 = Load(@0)
    Double @3 = Mul(@2, @1)
    Void @4 = Return(@3)
}
;; not O2: @2
;; check O2: mulsd
;; run float(@data:floats, 3.0) == 7.5

proc in_place(Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Sub(@2, @1)
    Void @4 = Store(@3, @0)
    Int32 @5 = Load(@0, offset=8)
    Int32 @6 = Const32(1)
    Int32 @7 = BitXor(@6, @5)
    Void @8 = Store(@7, @0, offset=8)
    Int64 @9 = Load(@0)
    Int32 @10 = Load(@0, offset=8)
    Void @11 = Return(@9, @10)
}
;; check O2: sub [
;; check O2: xor dword ptr [
;; check O2: @9
;; check O0: @2
;; check O0: @3
;; check O0: @4
;; run in_place(@data:numbers, 2) == 5, 8

; x - memory is not memory - x.
proc sub_from(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Sub(@1, @2)
    Void @4 = Store(@3, @0)
    Int64 @5 = Load(@0)
    Void @6 = Return(@5)
}
;; not O2: @2
;; check O2: sub r
;; check O2: @4
;; run sub_from(@data:numbers, 2) == -5

; The store may change what is loaded.
proc past_store(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Store(@1, @0)
    Int64 @4 = Add(@1, @2)
    Void @5 = Return(@4)
}
;; check O2: @2
;; check O2: @3
;; check O2: @4
;; run past_store(@data:numbers, 1) == 8

; The store has another heap range.
proc past_other_store(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0, range=1..2)
    Void @3 = Store(@1, @0, offset=8, range=2..3)
    Int64 @4 = Add(@1, @2)
    Void @5 = Return(@4)
}
;; not O2: @2
;; check O2: @3
;; check O2: @4
;; run past_other_store(@data:numbers, 1) == 8

proc past_call(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load(@0)
    Int32 @2 = Const32(-7)
    Int32 @3 = CCall(abs, @2)
    Int32 @4 = Add(@3, @1)
    Void @5 = Return(@4)
}
;; check O2: @1
;; check O2: call
;; check O2: @4
;; run past_call(@data:numbers) == 14

proc two_users(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Add(@1, @1)
    Void @3 = Return(@2)
}
;; check O2: @1
;; check O2: @2
;; run two_users(@data:numbers) == 14

proc trapping(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0, traps)
    Int64 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; not O2: @3
;; check O2: @2
;; check O2: @4
;; run trapping(@data:numbers, 1) == 8

; Of two accesses that may trap, the first one does.
proc trapping_late(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0, traps)
    Int64 @3 = Const64(5)
    Int32 @4 = Above(@1, @3)
    Void @5 = TrapIf(@4, User(3))
    Int64 @6 = Mul(@1, @2)
    Void @7 = Return(@6)
}
;; check O2: @2
;; check O2: ja
;; check O2: @6
;; run trapping_late(@data:numbers, 1) == 7

; A byte is not a word.
proc narrow(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Load8Z(@0)
    Int32 @4 = Add(@2, @3)
    Void @5 = Return(@4)
}
;; check O2: @3
;; check O2: @4
;; run narrow(@data:numbers, 1) == 8

proc sign(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8S(@0)
    Int64 @2 = SExt32(@1)
    Void @3 = Return(@2)
}
;; not O2: @1
;; check O2: movsx r
;; run sign(@data:bytes) == -2

proc sign_shared(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load16S(@0, offset=1)
    Int64 @2 = SExt32(@1)
    Int32 @3 = Const32(0)
    Int32 @4 = Add(@1, @3)
    Int64 @5 = SExt32(@4)
    Void @6 = Return(@2, @5)
}
;; check O2: @1
;; check O2: movsxd
;; run sign_shared(@data:bytes) == -3, -3

proc branches(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @3 = Const64(1)
    Void @4 = Return(@3)
#2:
    Int64 @5 = Const64(2)
    Void @6 = Return(@5)
}
;; not O2: @1
;; check O2: ], 0
;; run branches(@data:numbers) == 1
