barebones 1
; Zeros and ones are counted by one instruction where the machine has it. On CPUs with a false dependency on the
; destination, it is cleared first, unless it is the operand. Elsewhere it is a bit scan, or arithmetic.
;! asm x86_64-linux+lzcnt+bmi1+popcnt -O 2 as lzcnt
;! asm x86_64-linux -O 2 as baseline
;! run

data numbers = u64:0xffffffff000001ff

proc leading(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Clz(@0)
    Void @2 = Return(@1)
}
;; check lzcnt: xor eax, eax
;; check lzcnt: lzcnt rax, rdi
;; check lzcnt: ret
;; not baseline: lzcnt
;; check baseline: bsr
;; check baseline: ret
;; run leading(1) == 63
;; run leading(0) == 64

proc trailing(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Ctz(@1)
    Void @3 = Return(@2)
}
;; check lzcnt: xor eax, eax
;; check lzcnt: tzcnt eax, edi
;; check lzcnt: ret
;; not baseline: tzcnt
;; check baseline: bsf
;; check baseline: ret
;; run trailing(8) == 3
;; run trailing(0) == 32

proc ones(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = PopCount(@0)
    Void @2 = Return(@1)
}
;; check lzcnt: xor eax, eax
;; check lzcnt: popcnt rax, rdi
;; check lzcnt: ret
;; not baseline: popcnt
;; check baseline: shr
;; check baseline: ret
;; run ones(0xff00ff) == 16

; The operand has no other use, and so the result is in its register.
proc ones_of_quotient(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = UDiv(@0, @1)
    Int64 @3 = PopCount(@2)
    Void @4 = Return(@3)
}
;; check lzcnt: div
;; not lzcnt: xor
;; check lzcnt: popcnt rax, rax
;; check lzcnt: ret
;; run ones_of_quotient(0xff00ff, 0x100) == 8

proc ones_in_memory(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load(@0)
    Int32 @2 = PopCount(@1)
    Void @3 = Return(@2)
}
;; check lzcnt: xor eax, eax
;; check lzcnt: popcnt eax, [rdi]
;; check lzcnt: ret
;; run ones_in_memory(@data:numbers) == 9
