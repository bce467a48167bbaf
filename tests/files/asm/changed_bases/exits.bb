barebones 1
; The exit state of a check has the base: it is not changed between the load and the check.
;! asm aarch64-linux -O 2

proc handed_over(Int64, Int64) -> Int64 {
    state0 = frame function=0 pc=0 [@7]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = Const64(8)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Load(@7)
    Int64 @10 = Add(@8, @9)
    Void @11 = Check(@9, state=state0)
    Int64 @12 = Add(@7, @3)
    Void @13 = Upsilon(@10, ^@8)
    Void @14 = Upsilon(@12, ^@7)
    Int32 @15 = NotEqual(@12, @1)
    Void @16 = Branch(@15, #1, #2)
#2:
    Void @17 = Return(@10)
}
;; check: #1:
;; not: ], #
;; check: , #0x8
;; check: #2:
