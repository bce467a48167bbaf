barebones 1
; A division by a constant becomes shifts for a power of two, or a product for others. It stays a division if the
; divisor is unknown, is 1 (left to constant folding), or so large that the quotient is 0 or 1.
;! asm x86_64-linux -O 2
;; check: half:
;; not: idiv
;; check: shr
;; check: sar
;; check: eighth:
;; not: div
;; check: shr
;; check: rest:
;; not: div
;; check: imul
;; not: div
;; check: wide:
;; not: div
;; check: mul
;; check: unknown:
;; check: idiv
;; check: one:
;; check: idiv
;; check: largest:
;; check: div
;! asm x86_64-linux -O 0
;; check: half:
;; check: idiv
;; check: eighth:
;; check: div
;; check: rest:
;; check: div
;; check: wide:
;; check: div

proc half(Int32) -> Int32 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(2)
    Int32 @3 = Div(@1, @2)
    Void @4 = Return(@3)
}

proc eighth(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(8)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}

proc rest(Int32) -> Int32 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(10)
    Int32 @3 = UMod(@1, @2)
    Void @4 = Return(@3)
}

proc wide(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(10)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc unknown(Int64, Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc one(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Div(@0, @1)
    Void @3 = Return(@2)
}

proc largest(Int64) -> Int64 target=x86_64-linux {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(-1)
    Int64 @2 = UDiv(@0, @1)
    Void @3 = Return(@2)
}
