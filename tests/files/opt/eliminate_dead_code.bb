barebones 1
; Values without uses are removed, and values with effects stay.
;! opt eliminate_dead_code
;! run

data words = u64:7 u64:8

proc unused(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Load(@0)
    Int64 @4 = Div(@0, @1)
    Void @5 = Nop()
    Void @6 = Return(@1)
}
;; not: Add
;; not: Load
;; not: Div
;; check: Return(@1)
;; run unused(@data:words, 3) == 3

proc needed(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Void @3 = TrapIf(@1, User(1))
    Int64 @4 = Const64(1)
    Void @5 = Return(@4)
}
;; check: Store
;; check: TrapIf
;; check: Return
;; run needed(@data:words, 0) == 1
;; run needed(@data:words, 1) traps User(1)

; Phis that only use each other.
proc dead_phis(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@0, ^@6)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Phi()
    Int64 @7 = Add(@5, @1)
    Void @8 = Upsilon(@7, ^@5)
    Int64 @9 = Sub(@0, @0)
    Void @10 = Branch(@9, #1, #2)
#2:
    Void @11 = Return(@9)
}
;; not: Phi
;; not: Upsilon
;; check: Return
;; run dead_phis(4) == 0

proc live_phi(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @2 = Upsilon(@0, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Void @11 = Return(@5)
}
;; check: Upsilon(@0
;; check: Phi
;; run live_phi(4) == 4

proc dead_variables(Int64) -> Int64 {
    var0: Int64
    var1: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Set(@0, var0)
    Void @2 = Set(@0, var1)
    Int64 @3 = Get(var1)
    Int64 @4 = Get(var0)
    Void @5 = Return(@4)
}
;; check: Set(@0, var0)
;; not: Set
;; check: Get(var0)
;; run dead_variables(4) == 4

proc chain(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Identity(@0)
    Int64 @2 = Identity(@1)
    Void @3 = Return(@2)
}
;; not: Identity
;; not: Nop
;; check: Return(@0)
;; run chain(4) == 4

proc in_state(Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@2]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Sub(@0, @1)
    Void @4 = Check(@0, state=state0)
    Void @5 = Return(@0)
}
;; check: @2 = Add
;; not: @3
;; check: Check
