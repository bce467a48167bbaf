barebones 1
; Offsets that one instruction of AArch64 adds to the base of an access.
;! opt move_constants eliminate_dead_code
;; check: proc reach(
;; check: Store(@10, @15, offset=32760)
;; check: Store(@10, @3)
;; check: proc odd(
;; check: Store(@10, @15, offset=255)
;; check: Store(@10, @3)
; A multiple of the size is within reach up to 4095 times the size.
proc reach(Int64) -> Int64 target=aarch64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(139716164221072)
    Int64 @2 = Const64(139716164253832)
    Int64 @3 = Const64(139716164253840)
    Int64 @10 = Load(@1)
    Void @11 = Store(@10, @2)
    Void @12 = Store(@10, @3)
    Void @14 = Return(@10)
}
; An offset that is not a multiple of the size is near, or has its own base.
proc odd(Int64) -> Int64 target=aarch64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(139716164221072)
    Int64 @2 = Const64(139716164221327)
    Int64 @3 = Const64(139716164221329)
    Int64 @10 = Load(@1)
    Void @11 = Store(@10, @2)
    Void @12 = Store(@10, @3)
    Void @14 = Return(@10)
}
