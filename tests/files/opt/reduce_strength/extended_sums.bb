barebones 1
; Fields of one record: a constant added to bits that are known to be zero is added to the extension, which they share.
;! opt reduce_strength eliminate_common_subexpressions eliminate_dead_code
;! run

; Two fields.
proc fields(Int64, Int64) -> Int32 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Int64 @1 = ArgumentReg(%rsi)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Const32(3)
    Int32 @4 = Shl(@2, @3)
    Int32 @5 = Const32(1024)
    Int32 @6 = Add(@4, @5)
    Int64 @7 = ZExt32(@6)
    Int64 @8 = Add(@0, @7)
    Int32 @9 = Load8Z(@8)
    Int32 @10 = Const32(1029)
    Int32 @11 = Add(@4, @10)
    Int64 @12 = ZExt32(@11)
    Int64 @13 = Add(@0, @12)
    Int32 @14 = Load8Z(@13)
    Int32 @15 = Add(@9, @14)
    Void @16 = Return(@15)
}
;; check: = Const32(1024)
;; check: = ZExt32(
;; check: offset=5

; A number with three zero bits.
proc masked(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-8)
    Int32 @3 = BitAnd(@1, @2)
    Int32 @4 = Const32(11)
    Int32 @5 = Add(@3, @4)
    Int64 @6 = ZExt32(@5)
    Void @7 = Return(@6)
}
;; check: = Const32(8)
;; check: = ZExt32(
;; check: = Const64(3)
;; run masked(0x1234) == 0x123b
;; run masked(0xfffffff0) == 0xfffffffb
;; run masked(0xfffffff8) == 3

; The lowest bit of another may be 1.
proc of_odd_numbers(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = Add(@1, @2)
    Int64 @4 = ZExt32(@3)
    Void @5 = Return(@4)
}
;; check: @3 = Add(@1, @2)
;; check: @4 = ZExt32(@3)
;; run of_odd_numbers(0xffffffff) == 2

; No bit of the constant is in the known zero bits.
proc nothing_low(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = Shl(@1, @2)
    Int32 @4 = Const32(16)
    Int32 @5 = Add(@3, @4)
    Int64 @6 = ZExt32(@5)
    Void @7 = Return(@6)
}
;; check: @5 = Add(@3, @4)
;; check: @6 = ZExt32(@5)
;; run nothing_low(0x1fffffff) == 8

; The sum has another use.
proc sum_used_elsewhere(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = Shl(@1, @2)
    Int32 @4 = Const32(3)
    Int32 @5 = Add(@3, @4)
    Int64 @6 = ZExt32(@5)
    Int64 @7 = SExt32(@5)
    Int64 @8 = Add(@6, @7)
    Void @9 = Return(@8)
}
;; check: @5 = Add(@3, @4)
;; check: @6 = ZExt32(@5)
;; run sum_used_elsewhere(2) == 38
