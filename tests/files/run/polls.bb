barebones 1
; Polls of a word that is 0, and of one that is not. The function does nothing, so it preserves all registers.
;! run

proc nothing(Int64) -> Void {
#0:
    Void @0 = Return()
}

proc poll(Int32, Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @12 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@12)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SlotBase(slot0)
    Int64 @3 = SymbolAddress(nothing)
    Void @4 = Store(@0, @2)
    Int64 @5 = Mul(@1, @1)
    Void @6 = Poll(@3, @2)
    Int64 @7 = Add(@5, @1)
    Int32 @8 = Load(@2)
    Int64 @9 = ZExt32(@8)
    Int64 @10 = Add(@9, @7)
    Void @11 = Return(@10)
}
;; run poll(0, 7) == 56
;; run poll(1, 7) == 57
;; run poll(-1, 3) == 4294967307
