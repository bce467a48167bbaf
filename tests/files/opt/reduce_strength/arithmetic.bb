barebones 1
; Constants are moved out of sums, differences and negations are combined; operands with other uses stay.
;! opt reduce_strength eliminate_dead_code
;! run

proc constants(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Add(@0, @2)
    Int64 @4 = Const64(8)
    Int64 @5 = Sub(@3, @4)
    Void @99 = Return(@5)
}
;; check: Const64(-3)
;; check: Add(@0,
;; run constants(7, 3) == 4
;; run constants(-1, 0x8000000000000000) == -4

proc outward(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Add(@0, @2)
    Int64 @4 = Add(@3, @1)
    Void @99 = Return(@4)
}
;; check: Add(@1, @0)
;; check: @4 = Add(
;; run outward(7, 3) == 15
;; run outward(-1, 0x8000000000000000) == -9223372036854775804

proc shared_stays(Int64, Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Add(@0, @2)
    Int64 @4 = Add(@3, @1)
    Void @99 = Return(@3, @4)
}
;; check: @3 = Add(@0, @2)
;; check: @4 = Add(@3, @1)
;; run shared_stays(7, 3) == 12, 15
;; run shared_stays(-1, 0x8000000000000000) == 4, -9223372036854775804

proc cancels(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Sub(@0, @1)
    Int64 @3 = Add(@1, @2)
    Void @99 = Return(@3)
}
;; check: Return(@0)
;; run cancels(7, 3) == 7
;; run cancels(-1, 0x8000000000000000) == -1

proc cancels_not(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Sub(@1, @0)
    Int64 @3 = Add(@1, @2)
    Void @99 = Return(@3)
}
;; check: Sub(@1, @0)
;; check: Add(@1,
;; run cancels_not(7, 3) == -1
;; run cancels_not(-1, 0x8000000000000000) == 1

proc doubled(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @0)
    Void @99 = Return(@2)
}
;; check: Shl(@0,
;; run doubled(7, 3) == 14
;; run doubled(-1, 0x8000000000000000) == -2

proc distributes(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Mul(@0, @1)
    Int64 @5 = Const64(6)
    Int64 @3 = Mul(@0, @5)
    Int64 @4 = Add(@2, @3)
    Void @99 = Return(@4)
}
;; check: Add(@1, @5)
;; check: Mul(@0,
;; run distributes(7, 3) == 63
;; run distributes(-1, 0x8000000000000000) == 9223372036854775802

proc power(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(64)
    Int64 @3 = Mul(@0, @2)
    Void @99 = Return(@3)
}
;; check: Const32(6)
;; check: Shl(@0,
;; run power(7, 3) == 448
;; run power(-1, 0x8000000000000000) == -64

proc no_power(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(9)
    Int64 @3 = Mul(@0, @2)
    Void @99 = Return(@3)
}
;; check: Mul(@0, @2)
;; run no_power(7, 3) == 63
;; run no_power(-1, 0x8000000000000000) == -9

proc of_a_difference(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Sub(@0, @1)
    Int64 @3 = Neg(@2)
    Void @99 = Return(@3)
}
;; check: Sub(@1, @0)
;; run of_a_difference(7, 3) == -4
;; run of_a_difference(-1, 0x8000000000000000) == -9223372036854775807
