barebones 1
; A poll in a loop compares memory and branches; the call is cold, and needs no spills. Where nothing else is in the loop,
; it is not removed or moved.
;! asm x86_64-linux -O 2 as x64
;! asm aarch64-linux -O 2 as a64

extern handler(Int64) -> Void

proc spin(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@1, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Void @6 = Poll(handler, @0)
    Int64 @7 = Mul(@5, @5)
    Void @8 = Upsilon(@7, ^@5)
    Void @9 = Branch(@7, #1, #2)
#2:
    Void @10 = Return(@7)
}
;; check x64: cmp
;; check x64: jne
;; check a64: ldr
;; check a64: cbnz
