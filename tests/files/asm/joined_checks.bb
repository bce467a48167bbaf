barebones 1
; Two comparisons joined by Or decide about a trap or an exit, each by itself, at O1 and O2; on AArch64 also those
; joined by And. None is computed as a 0 or 1.
;! asm x86_64-linux -O 2 as x64
;! asm x86_64-linux -O 0 as O0
;! asm aarch64-linux -O 2 as a64
;! run

data numbers = u64:7

proc check_either(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(5)
    Int32 @5 = LessThan(@2, @4)
    Int32 @6 = GreaterThan(@3, @4)
    Int32 @7 = BitOr(@5, @6)
    Void @8 = Check(@7)
    Void @9 = Return(@4)
}
;; not x64: set
;; check x64: cmp
;; check x64: jl
;; check x64: cmp
;; check x64: jg
;; check x64: ret
;; check O0: set
;; check O0: set
;; check O0: ret
;; not a64: cset
;; check a64: cmp w0, #0x5
;; check a64: ccmp w1, #0x5
;; check a64: b.gt
;; check a64: ret
;; run check_either(5, 5) == 5
;; run check_either(4, 5) traps Unreachable
;; run check_either(5, 6) traps Unreachable
;; run check_either(4, 6) traps Unreachable

proc check_both(Int32, Double, Double) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Double @2 = ArgumentReg(%fa1)
    Int32 @3 = Trunc(@0)
    Int32 @4 = Const32(5)
    Int32 @5 = LessThan(@3, @4)
    Int32 @6 = LessThan(@1, @2)
    Int32 @7 = BitAnd(@5, @6)
    Void @8 = Check(@7)
    Void @9 = Return(@4)
}
;; check x64: set
;; check O0: set
;; not a64: cset
;; check a64: cmp w0, #0x5
;; check a64: fccmp
;; check a64: ret
;; run check_both(5, 1.0, 2.0) == 5
;; run check_both(4, 2.0, 2.0) == 5
;; run check_both(4, 1.0, nan:0x7ff8000000000000) == 5
;; run check_both(4, 1.0, 2.0) traps Unreachable

; Three of them. The load is not folded: it happens whichever condition traps.
proc trap(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(5)
    Int32 @4 = LessThan(@0, @3)
    Int32 @5 = GreaterThan(@1, @3)
    Int32 @6 = BitOr(@4, @5)
    Int64 @7 = Load(@2)
    Int32 @8 = Equal(@7, @3)
    Int32 @9 = BitOr(@6, @8)
    Void @10 = TrapIf(@9, HeapOutOfBounds)
    Void @11 = Return(@3)
}
;; not x64: set
;; check x64: mov rax, [rdx]
;; check x64: cmp
;; check x64: jl
;; check x64: cmp
;; check x64: jg
;; check x64: cmp rax, 5
;; check x64: je
;; check x64: ret
;; check O0: set
;; check O0: ret
;; not a64: cset
;; check a64: ccmp
;; check a64: ccmp
;; check a64: b.eq
;; check a64: ret
;; run trap(5, 5, @data:numbers) == 5
;; run trap(4, 5, @data:numbers) traps HeapOutOfBounds
;; run trap(5, 6, @data:numbers) traps HeapOutOfBounds

; A comparison with another use is a 0 or 1.
proc wanted(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int32 @3 = LessThan(@0, @2)
    Int32 @4 = GreaterThan(@1, @2)
    Int32 @5 = BitOr(@3, @4)
    Void @6 = TrapIf(@5, HeapOutOfBounds)
    Void @7 = Return(@5)
}
;; check x64: set
;; check x64: set
;; check x64: ret
;; check O0: set
;; check a64: cset
;; check a64: ret
;; run wanted(5, 5) == 0
;; run wanted(5, 6) traps HeapOutOfBounds
