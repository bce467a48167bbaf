barebones 1
; A volatile access is executed as often as the program says, with its width: no pass removes, joins or moves it.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 1 as O1
;! asm aarch64-linux -O 2 as A64
;! run

data words = u64:7 u64:9

; Both are executed, though nothing uses the first.
proc loads(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, volatile)
    Int64 @2 = Load(@0, volatile)
    Void @3 = Return(@2)
}
;; check O2: mov rax, [
;; check O2: mov rax, [
;; check O2: ret
;; check O1: mov rcx, [
;; check O1: mov rax, [
;; check O1: ret
;; check A64: ldr x
;; check A64: ldr x
;; check A64: ret
;; run loads(@data:words) == 7

; An immutable load, too.
proc immutable(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, volatile, immutable, not_control_dependent)
    Int64 @2 = Load(@0, volatile, immutable, not_control_dependent)
    Int64 @3 = Sub(@1, @2)
    Void @4 = Return(@3)
}
;; check O2: [rdi]
;; check O2: [rdi]
;; check A64: ldr x
;; check A64: ldr x
;; run immutable(@data:words) == 0

; Neither is the first store removed, nor the load replaced by what was stored.
proc store_and_load(Int64) -> Int32 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = SlotBase(slot0)
    Int64 @9 = ArgumentReg(%a0)
    Int32 @1 = Const32(7)
    Int32 @2 = Const32(8)
    Void @3 = Store(@1, @0, volatile)
    Void @4 = Store(@2, @0, volatile)
    Void @5 = Store(@2, @0, volatile)
    Int32 @6 = Load(@0, volatile)
    Void @7 = Return(@6)
}
;; check O2: 7
;; check O2: 8
;; check O2: 8
;; check O2: mov eax, [
;; check O2: ret
;; check A64: stur w
;; check A64: stur w
;; check A64: stur w
;; check A64: ldur w
;; check A64: ret
;; run store_and_load(0) == 8

; The slot stays memory.
proc anonymous_slot(Int64) -> Int64 {
    slot0 = stack 8 anonymous
#0:
    Int64 @0 = SlotBase(slot0)
    Int64 @1 = ArgumentReg(%a0)
    Void @2 = Store(@1, @0, volatile)
    Int64 @3 = Load(@0)
    Void @4 = Return(@3)
}
;; check O2: ], rdi
;; check A64: stur x
;; run anonymous_slot(5) == 5

; Not a pair.
proc no_pair(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, volatile)
    Int64 @2 = Load(@0, offset=8, volatile)
    Int64 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
;; not A64: ldp x0
;; check A64: ldr x
;; check A64: ldr x
;; check A64: ret
;; run no_pair(@data:words) == 16

; The test of a byte keeps the width of the load, and the addition is not done in memory.
proc width(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, volatile)
    Int64 @2 = Const64(1)
    Int64 @3 = BitAnd(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Load(@0, offset=8, volatile)
    Int64 @6 = Add(@5, @2)
    Void @7 = Store(@6, @0, offset=8, volatile)
    Void @8 = Return(@6)
#2:
    Void @9 = Return(@2)
}
;; check O2: mov rax, [rdi]
;; check O2: test al
;; check O2: mov rax, [rdi+8]
;; check O2: mov [rdi+8], rax
;; check O2: ret
