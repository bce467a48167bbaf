barebones 1
; Two shifts, a shift and a mask, or a shift and an extension are a single bit-field instruction on machines that have
; one. The mask must be contiguous ones at the position to which the shift moves the field.
;! asm aarch64-linux -O 2
;! run

proc byte_of(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(13)
    Int32 @3 = ZShr(@1, @2)
    Int32 @4 = SExt8(@3)
    Void @5 = Return(@4)
}
;; check: sbfx w0, w0, #0xd, #0x8
;; run byte_of(0) == 0
;; run byte_of(-1) == -1
;; run byte_of(305419896) == -94
;; run byte_of(-2147483648) == 0
;; run byte_of(-559038737) == 109

proc byte_at_the_end(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(25)
    Int32 @3 = ZShr(@1, @2)
    Int32 @4 = SExt8(@3)
    Void @5 = Return(@4)
}
;; not: sbfx
;; run byte_at_the_end(0) == 0
;; run byte_at_the_end(-1) == 127
;; run byte_at_the_end(305419896) == 9
;; run byte_at_the_end(-2147483648) == 64
;; run byte_at_the_end(-559038737) == 111

proc half_of(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(16)
    Int32 @3 = SShr(@1, @2)
    Int32 @4 = SExt16(@3)
    Void @5 = Return(@4)
}
;; check: ret
;; run half_of(0) == 0
;; run half_of(-1) == -1
;; run half_of(305419896) == 4660
;; run half_of(-2147483648) == -32768
;; run half_of(-559038737) == -8531

proc extended_up(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = SExt32(@1)
    Int32 @3 = Const32(7)
    Int64 @4 = Shl(@2, @3)
    Void @5 = Return(@4)
}
;; check: sbfiz x0, x0, #0x7, #0x20
;; run extended_up(0) == 0
;; run extended_up(-1) == -128
;; run extended_up(305419896) == 39093746688
;; run extended_up(-2147483648) == -274877906944
;; run extended_up(-559038737) == -71556958336

proc extended_far_up(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ZExt32(@1)
    Int32 @3 = Const32(50)
    Int64 @4 = Shl(@2, @3)
    Void @5 = Return(@4)
}
;; check: lsl x
;; run extended_far_up(0) == 0
;; run extended_far_up(-1) == -1125899906842624
;; run extended_far_up(305419896) == 6476176264158773248
;; run extended_far_up(-2147483648) == 0
;; run extended_far_up(-559038737) == -307370674568036352
