barebones 1
; A variable is read and written back in each iteration of a loop: both copies are removed, and the value is the one at
; entry to the block.
;! run

proc kept(Int64) -> Int64 {
    var0: Int64
    var1: Int32
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Set(@0, var0)
    Int32 @2 = Const32(7)
    Void @3 = Set(@2, var1)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Get(var0)
    Void @6 = Set(@5, var0)
    Int32 @7 = Get(var1)
    Int32 @8 = Const32(-1)
    Int32 @9 = Add(@7, @8)
    Void @10 = Set(@9, var1)
    Void @11 = Branch(@9, #1, #2)
#2:
    Int64 @12 = Get(var0)
    Void @13 = Return(@12)
}
;; run kept(5) == 5
;; run kept(-3) == -3
;; run kept(0x123456789abcdef0) == 0x123456789abcdef0
