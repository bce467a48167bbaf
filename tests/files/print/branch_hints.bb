barebones 1
; Weights follow successors, of any terminal; a cold block is marked in its header. The interpreter ignores both.
;! print

proc f(Int64) -> Int64 {
    entries 2
#0:
    Void @0 = EntrySwitch(#1:3, #2:0x10)
#1:
    Int64 @1 = ArgumentReg(%a0)
    Void @2 = Branch(@1, #2:90, #3:rare:10)
#2 cold:
    Int64 @3 = Const64(1)
    Void @4 = Switch(@3, 1: #3:0, 2: #4:4294967295, default: #3:rare:7)
#3 frequency=2.0 cold:
    Int64 @5 = Const64(2)
    Void @6 = CCall(f, @5, #4:99, #5:rare:1)
#4:
    Void @7 = Jump(#5:1)
#5:
    Int64 @8 = Const64(3)
    Void @9 = Return(@8)
}
;; output
; barebones 1
;
; proc f(Int64) -> Int64 target=x86_64-linux conv=system_v {
;     entries 2
; #0:
;     Void @0 = EntrySwitch(#1:3, #2:16)
; #1:
;     Int64 @1 = ArgumentReg(%rdi)
;     Void @2 = Branch(@1, #2:90, #3:rare:10)
; #2 cold:
;     Int64 @3 = Const64(1)
;     Void @4 = Switch(@3, 1: #3:0, 2: #4:4294967295, default: #3:rare:7)
; #3 frequency=2.0 cold:
;     Int64 @5 = Const64(2)
;     Void @6 = CCall(f, @5, #4:99, #5:rare:1)
; #4:
;     Void @7 = Jump(#5:1)
; #5:
;     Int64 @8 = Const64(3)
;     Void @9 = Return(@8)
; }
