barebones 1
; A frame of many pages is touched page by page, and both of its ends are memory.
;! run

proc large(Int64) -> Int64 {
    slot0 = stack 100000 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Void @3 = Store(@0, @1, offset=99992)
    Int64 @4 = Load(@1)
    Int64 @5 = Load(@1, offset=99992)
    Int64 @6 = Add(@4, @5)
    Void @7 = Return(@6)
}
;; run large(7) == 14
;; run large(-1) == -2
