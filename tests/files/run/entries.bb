barebones 1
; A procedure with two entries; a call comes in at the first one.
;! run
;! unsupported EntrySwitch cannot be compiled yet
;; run two_entries(5) == 15
;; run two_entries(-1) == 9

proc two_entries(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = EntrySwitch(#1, #2)
#1:
    Int64 @2 = Const64(10)
    Int64 @3 = Add(@0, @2)
    Void @4 = Return(@3)
#2:
    Int64 @5 = Const64(20)
    Int64 @6 = Add(@0, @5)
    Void @7 = Return(@6)
}
