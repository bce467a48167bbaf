barebones 1
; Shifts by a variable amount need cl, except with BMI2.
;! asm x86_64-linux -O 2 as baseline
;! asm x86_64-linux+bmi2 -O 2 as bmi2
;! run

proc shift(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int64 @3 = Shl(@0, @2)
    Void @4 = Return(@3)
}
;; check baseline: cl
;; check baseline: ret
;; not bmi2: cl
;; check bmi2: shlx
;; not bmi2: cl
;; run shift(3, 4) == 48
;; run shift(3, 63) == 0x8000000000000000

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
;; check baseline: sar
;; check baseline: ret
;; check bmi2: sarx
;; check bmi2: shrx
;; not bmi2: cl
;; run shift_right(-8, 1) == 3
