barebones 1
; Shifts by a variable amount need cl, except with BMI2.
;! asm x86_64-linux -O 2
;; check: shift:
;; check: cl
;; check: ret
;! asm x86_64-linux+bmi2 -O 2
;; check: shift:
;; not: cl
;; check: shlx
;; not: cl
;! run
;; run shift(3, 4) == 48
;; run shift(3, 63) == 0x8000000000000000

proc shift(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = Shl(@0, @2)
    Void @4 = Return(@3)
}
