barebones 1
; @2 has three names: its own, var1 and, until it is set again, var0. A later read of var1 must not read var0.
;! run

proc main(Int64, Int64) -> Int64 {
    var0: Int64
    var1: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Set(@2, var1)
    Void @4 = Set(@2, var0)
    Int64 @5 = Mul(@2, @0)
    Void @6 = Set(@1, var0)
    Int64 @7 = Get(var1)
    Int64 @8 = Mul(@7, @5)
    Void @9 = Jump(#1)
#1:
    Int64 @10 = Get(var0)
    Int64 @11 = BitXor(@8, @10)
    Void @12 = Return(@11)
}
;; run main(3, 4) == 151
;; run main(-5, 9) == -71
