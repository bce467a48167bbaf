barebones 1
; A negated comparison is a mask of ones or zeros: one instruction after the comparison where flags can be read so.
;! asm aarch64-linux -O 2 as A64
;! asm x86_64-linux -O 2 as O2
;! run

proc signed(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = LessThan(@2, @3)
    Int32 @5 = Neg(@4)
    Void @6 = Return(@5)
}
;; check A64: cmp w
;; check A64: csetm w0, lt
;; check A64: ret
;; check O2: setl
;; check O2: neg
;; run signed(1, 2) == -1
;; run signed(2, 1) == 0

proc extended_before(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Below(@0, @1)
    Int64 @3 = ZExt32(@2)
    Int64 @4 = Neg(@3)
    Void @5 = Return(@4)
}
;; check A64: cmp x
;; check A64: csetm x0, lo
;; check A64: ret
;; run extended_before(1, -1) == -1
;; run extended_before(-1, 1) == 0

proc extended_after(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Equal(@0, @1)
    Int32 @3 = Neg(@2)
    Int64 @4 = SExt32(@3)
    Void @5 = Return(@4)
}
;; check A64: cmp x
;; check A64: csetm x0, eq
;; check A64: ret
;; run extended_after(5, 5) == -1
;; run extended_after(5, 6) == 0

; The comparison has another user.
proc used_twice(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = LessThan(@2, @3)
    Int32 @5 = Neg(@4)
    Int32 @6 = Const32(6)
    Int32 @7 = Shl(@4, @6)
    Int32 @8 = BitXor(@5, @7)
    Void @9 = Return(@8)
}
;; check A64: cset w
;; check A64: ret
;; run used_twice(1, 2) == -65
;; run used_twice(2, 1) == 0

; Joined comparisons, and one with two condition codes.
proc joined(Int32, Int32, Double, Double) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Double @10 = ArgumentReg(%fa0)
    Double @11 = ArgumentReg(%fa1)
    Int32 @4 = LessThan(@2, @3)
    Int32 @5 = Equal(@10, @11)
    Int32 @6 = BitAnd(@4, @5)
    Int32 @7 = Neg(@6)
    Int32 @8 = EqualOrUnordered(@10, @11)
    Int32 @9 = Neg(@8)
    Int32 @12 = Const32(1)
    Int32 @13 = Shl(@9, @12)
    Int32 @14 = BitXor(@7, @13)
    Void @15 = Return(@14)
}
;; check A64: csetm w
;; run joined(1, 2, 1.5, 1.5) == 1
;; run joined(2, 1, 1.5, 1.5) == -2
;; run joined(1, 2, nan:0x7ff8000000000000, 1.5) == -2
;; run joined(1, 2, 2.5, 1.5) == 0
