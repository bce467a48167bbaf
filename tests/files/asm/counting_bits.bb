barebones 1
; Zeros and ones are counted by one instruction where the machine has it. On CPUs with a false dependency on the
; destination, it is cleared first, unless it is the operand. Elsewhere it is a bit scan, or arithmetic.
;! asm x86_64-linux+lzcnt+bmi1+popcnt -O 2
;; check: leading:
;; check: xor eax, eax
;; check: lzcnt rax, rdi
;; check: ret
;; check: trailing:
;; check: xor eax, eax
;; check: tzcnt eax, edi
;; check: ret
;; check: ones:
;; check: xor eax, eax
;; check: popcnt rax, rdi
;; check: ret
;; check: ones_of_quotient:
;; check: div
;; not: xor
;; check: popcnt rax, rax
;; check: ret
;; check: ones_in_memory:
;; check: xor eax, eax
;; check: popcnt eax, [rdi]
;; check: ret
;! asm x86_64-linux -O 2
;; check: leading:
;; not: lzcnt
;; check: bsr
;; check: ret
;; check: trailing:
;; not: tzcnt
;; check: bsf
;; check: ret
;; check: ones:
;; not: popcnt
;; check: shr
;; check: ret
;! run
;; run leading(1) == 63
;; run leading(0) == 64
;; run trailing(8) == 3
;; run trailing(0) == 32
;; run ones(0xff00ff) == 16
;; run ones_of_quotient(0xff00ff, 0x100) == 8
;; run ones_in_memory(@data:numbers) == 9

data numbers = u64:0xffffffff000001ff

proc leading(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Clz(@0)
    Void @2 = Return(@1)
}

proc trailing(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Ctz(@1)
    Void @3 = Return(@2)
}

proc ones(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = PopCount(@0)
    Void @2 = Return(@1)
}

; The operand has no other use, and so the result is in its register.
proc ones_of_quotient(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = UDiv(@0, @1)
    Int64 @3 = PopCount(@2)
    Void @4 = Return(@3)
}

proc ones_in_memory(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load(@0)
    Int32 @2 = PopCount(@1)
    Void @3 = Return(@2)
}
