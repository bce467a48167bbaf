barebones 1
; A division by a constant becomes shifts for a power of two, or a product for others. It stays a division if the
; divisor is unknown, is 1 (left to constant folding), or so large that the quotient is 0 or 1.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 0 as O0

proc half(Int32) -> Int32 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}
;; not O2: idiv
;; check O2: shr
;; check O2: sar
;; check O0: idiv

proc eighth(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(8)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; not O2: div
;; check O2: shr
;; check O0: div

proc rest(Int32) -> Int32 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}
;; not O2: div
;; check O2: imul
;; not O2: div
;; check O0: div

proc wide(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(10)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; not O2: div
;; check O2: mul
;; check O0: div

proc unknown(Int64, Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; check O2: idiv

proc one(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}
;; check O2: idiv

proc largest(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-1)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
;; check O2: div
