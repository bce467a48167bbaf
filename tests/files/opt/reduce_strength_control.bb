barebones 1
; Branches on constants become jumps, inverted conditions swap the successors; checks that cannot fail are removed, others stay.
;! opt reduce_strength eliminate_dead_code
;; check: proc known(
;; check: Jump(#1)
;; check: proc inverted(
;; check: Branch(@0, #2, #1)
;; check: proc switches(
;; check: Jump(#2)
;; check: proc traps_never(
;; check: @4 = Trunc(@0)
;; check: proc traps(
;; check: TrapIf(
;; check: proc adds(
;; check: Int32 @6 = Mul(@3, @5)
;; check: proc may_overflow(
;; check: CheckAdd(@3, @4
;! run
;; run known(0, 0) == 3
;; run inverted(0, 0) == 1
;; run inverted(5, 0) == 2
;; run inverted(0x100000000, 0) == 2
;; run switches(0, 0) == 2
;; run traps_never(4, 0) == 4
;; run traps(4, 0) traps User(1)
;; run adds(-32768, -32768) == 1073741824
;; run may_overflow(-32768, 5) == -32763

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

proc traps_never(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(0)
    Void @3 = TrapIf(@2, User(1))
    Int32 @4 = Trunc(@0)
    Void @99 = Return(@4)
}

proc traps(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(1)
    Void @3 = TrapIf(@2, User(1))
    Int32 @4 = Trunc(@0)
    Void @99 = Return(@4)
}

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
