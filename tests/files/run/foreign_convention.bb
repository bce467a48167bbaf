barebones 1
; A procedure with a convention other than the target's preserves the registers of its own convention: here rdi, rsi and
; xmm6, which the caller does not expect to survive but a Windows caller would. Its callees in the target's convention
; clobber them, so it saves them; some of its arguments are in them. The callers have both conventions, and rely on what
; these guarantee.
;! run

proc busy(Int64) -> Int64 target=x86_64-linux conv=windows_x64 {
#0:
    Int64 @0 = ArgumentReg(%rcx)
    Int64 @1 = Const64(3)
    Int64 @2 = Mul(@0, @1)
    Int64 @3 = Add(@2, @0)
    Int64 @4 = BitXor(@3, @2)
    Int64 @5 = Mul(@4, @3)
    Int64 @6 = Sub(@5, @4)
    Int64 @7 = BitOr(@6, @5)
    Int64 @8 = Add(@7, @6)
    Int64 @9 = Add(@8, @5)
    Int64 @10 = Add(@9, @4)
    Int64 @11 = Add(@10, @3)
    Int64 @12 = Add(@11, @2)
    Void @13 = Return(@12)
}

proc main(Int64) -> Int64 target=x86_64-linux conv=windows_x64 {
#0:
    Int64 @0 = ArgumentReg(%rcx)
    Int64 @1 = Const64(7)
    Int64 @2 = Mul(@0, @1)
    Int64 @3 = CCall(busy, @0)
    Int64 @4 = CCall(busy, @2)
    Int64 @5 = Const64(17)
    Int64 @6 = Add(@2, @5)
    Int64 @7 = BitXor(@3, @4)
    Int64 @8 = Const64(127)
    Int64 @9 = BitAnd(@7, @8)
    Int64 @10 = Add(@6, @9)
    Void @11 = Return(@10)
}
;; run main(1) == 140
;; run main(-3) == 96

proc plain(Int64, Double) -> Double target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Double @1 = ArgumentReg(%xmm0)
    Double @2 = IToD(@0)
    Double @3 = Add(@2, @1)
    Void @4 = Return(@3)
}

proc mixed(Int64, Double) -> Double target=x86_64-linux conv=windows_x64 {
#0:
    Int64 @0 = ArgumentReg(%rcx)
    Double @1 = ArgumentReg(%xmm1)
    Int64 @2 = Const64(9)
    Int64 @3 = Add(@0, @2)
    Double @4 = CCall(plain, @3, @1, conv=system_v)
    Double @5 = CCall(plain, @0, @1, conv=system_v)
    Double @6 = Sub(@4, @5)
    Double @7 = CCall(plain, @0, @5, conv=system_v)
    Double @8 = Add(@6, @7)
    Void @9 = Return(@8)
}
;; run mixed(5, 0.5) == 19.5
;; run mixed(-2, 8.0) == 13.0

proc twice(Int64) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Double @1 = ConstDouble(1.5)
    Double @2 = CCall(mixed, @0, @1, conv=windows_x64)
    Double @3 = CCall(mixed, @0, @2, conv=windows_x64)
    Double @4 = Add(@2, @3)
    Int64 @5 = FToISat(@4)
    Void @6 = Return(@5)
}
;; run twice(3) == 48
