barebones 1
; Shifts by a variable amount need cl, except with BMI2.
;! asm x86_64-linux -O 2
;; check: shift:
;; check: cl
;; check: ret
;; check: shift_right:
;; check: sar
;; check: ret
;! asm x86_64-linux+bmi2 -O 2
;; check: shift:
;; not: cl
;; check: shlx
;; not: cl
;; check: shift_right:
;; check: sarx
;; check: shrx
;; not: cl
;! run
;; run shift(3, 4) == 48
;; run shift(3, 63) == 0x8000000000000000
;; run shift_right(-8, 1) == 3

proc shift(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = Shl(@0, @2)
    Void @4 = Return(@3)
}

proc shift_right(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = SShr(@0, @2)
    Int64 @4 = ZShr(@3, @2)
    Int32 @5 = Const32(61)
    Int64 @6 = ZShr(@4, @5)
    Void @7 = Return(@6)
}
