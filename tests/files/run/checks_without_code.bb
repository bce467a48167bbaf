barebones 1
; A check without the code of a generator and without an exit state traps. Text only names generators.
;! run

proc named(Int32) -> Int32 {
    generator0 = "nothing"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Check(@1, generator=generator0)
    Void @3 = Return(@1)
}
;; run named(0) == 0
;; run named(1) traps Unreachable

proc sum(Int32, Int32) -> Int32 {
    generator0 = "nothing"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = CheckAdd(@2, @3, @2: ColdAny, generator=generator0)
    Void @5 = Return(@4)
}
;; run sum(1, 2) == 3
;; run sum(2147483647, 1) traps IntegerOverflow

proc unnamed(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CheckMul(@0, @1)
    Void @3 = Return(@2)
}
;; run unnamed(-3, 5) == -15
;; run unnamed(4611686018427387904, 2) traps IntegerOverflow

proc difference(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CheckSub(@0, @1)
    Void @3 = Return(@2)
}
;; run difference(3, 5) == -2
;; run difference(-9223372036854775808, 1) traps IntegerOverflow

proc invalidated(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = InvalidationPoint()
    Void @2 = Return(@0)
}
;; run invalidated(7) == 7
