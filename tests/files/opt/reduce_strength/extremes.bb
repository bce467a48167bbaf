barebones 1
; Minima and maxima with the ends of their type, and arithmetic with overflow on constants, which become constants.
;! opt reduce_strength eliminate_dead_code
;! run

proc neutral(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int64 @2 = UMax(@0, @1)
    Int64 @3 = Const64(0x7fffffffffffffff)
    Int64 @4 = SMin(@3, @2)
    Void @5 = Return(@4)
}
;; not: UMax
;; not: SMin
;; check: Return(@0)
;; run neutral(-5) == -5

proc absorbing(Int64) -> (Int64, Int64) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-1)
    Int64 @2 = UMax(@0, @1)
    Int64 @3 = Const64(0)
    Int64 @4 = UMin(@0, @3)
    Void @5 = Return(@2, @4)
}
;; not: UMax
;; not: UMin
;; check: Return(
;; run absorbing(77) == -1, 0

proc other_constants_stay(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-2)
    Int64 @2 = UMax(@0, @1)
    Void @3 = Return(@2)
}
;; check: UMax(
;; run other_constants_stay(-1) == -1
;; run other_constants_stay(5) == -2

proc overflow_of_constants() -> (Int32, Int32) {
#0:
    Int32 @0 = Const32(0x7fffffff)
    Int32 @1 = Const32(1)
    (Int32, Int32) @2 = AddOverflow(@0, @1)
    Int32 @3 = Extract(@2, 0)
    Int32 @4 = Extract(@2, 1)
    Void @5 = Return(@3, @4)
}
;; not: AddOverflow
;; check: Return(
;; run overflow_of_constants() == 0x80000000, 1

proc carry_of_constants() -> (Int64, Int32) {
#0:
    Int64 @0 = Const64(-1)
    Int64 @1 = Const64(0)
    Int32 @2 = Const32(3)
    (Int64, Int32) @3 = AddCarry(@0, @1, @2)
    Int64 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; not: AddCarry
;; check: Return(
;; run carry_of_constants() == 0, 1
