barebones 1
; Branches on constants become jumps, inverted conditions swap the successors; checks that cannot fail are removed, others stay.
;! opt reduce_strength eliminate_dead_code
;! run

proc known(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(3)
    Int32 @2 = Const32(2)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Void @5 = Return(@1)
#2:
    Void @6 = Return(@2)
}
;; check: Jump(#1)
;; run known(0, 0) == 3

proc inverted(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int32 @4 = Const32(1)
    Void @5 = Return(@4)
#2:
    Int32 @6 = Const32(2)
    Void @7 = Return(@6)
}
;; check: Branch(@0, #2, #1)
;; run inverted(0, 0) == 1
;; run inverted(5, 0) == 2
;; run inverted(0x100000000, 0) == 2

proc switches(Int64, Int64) -> Int32 {
#0:
    Int32 @1 = Const32(-3)
    Void @2 = Switch(@1, 7: #1, -3: #2, default: #3)
#1:
    Void @5 = Return(@1)
#2:
    Int32 @6 = Const32(2)
    Void @7 = Return(@6)
#3:
    Int32 @8 = Const32(4)
    Void @9 = Return(@8)
}
;; check: Jump(#2)
;; run switches(0, 0) == 2

proc traps_never(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(0)
    Void @3 = TrapIf(@2, User(1))
    Int32 @4 = Trunc(@0)
    Void @99 = Return(@4)
}
;; check: @4 = Trunc(@0)
;; run traps_never(4, 0) == 4

proc traps(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(1)
    Void @3 = TrapIf(@2, User(1))
    Int32 @4 = Trunc(@0)
    Void @99 = Return(@4)
}
;; check: TrapIf(
;; run traps(4, 0) traps User(1)

proc adds(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = SExt16(@2)
    Int32 @4 = Trunc(@1)
    Int32 @5 = SExt16(@4)
    Int32 @6 = CheckMul(@3, @5)
    Void @99 = Return(@6)
}
;; check: Int32 @6 = Mul(@3, @5)
;; run adds(-32768, -32768) == 1073741824

proc may_overflow(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = SExt16(@2)
    Int32 @4 = Trunc(@1)
    Int32 @6 = CheckAdd(@3, @4)
    Void @99 = Return(@6)
}
;; check: CheckAdd(@3, @4
;; run may_overflow(-32768, 5) == -32763
