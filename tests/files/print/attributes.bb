barebones 1
; Attributes are printed in a fixed order, defaults are not printed, and blocks are in order of their numbers.
;! print

data bytes = 0x61 "bc" zero:2
proc f(Int64) -> Int32 {
#1 frequency=0.5:
    Int32 @4 = Const32(0xffffffff)
    Void @5 = Return(@4)
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load(@0, traps, range=top, offset=0x10)
    Int32 @2 = Load(@0, immutable, range=3..7, origin=12)
    Double @6 = ConstDouble(nan:0x7ff8000000000001)
    Void @3 = Branch(@1, #1:rare, #2)
#2:
    Void @7 = Return(@2)
}
;; output
; barebones 1
;
; data bytes = "abc\x00\x00"
;
; proc f(Int64) -> Int32 target=x86_64-linux conv=system_v {
; #0:
;     Int64 @0 = ArgumentReg(%rdi)
;     Int32 @1 = Load(@0, offset=16, traps)
;     Int32 @2 = Load(@0, range=3..7, immutable, origin=12)
;     Double @6 = ConstDouble(nan:0x7ff8000000000001)
;     Void @3 = Branch(@1, #1:rare, #2)
; #1 frequency=0.5:
;     Int32 @4 = Const32(-1)
;     Void @5 = Return(@4)
; #2:
;     Void @7 = Return(@2)
; }
