barebones 1
; At O1 and O2, a carry that is known to be 0 is not added; an unknown one is computed by a comparison with 0.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 0 as O0
;! run

proc first(Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(0)
    (Int64, Int32) @3 = AddCarry(@0, @1, @2)
    Int64 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; not O2: adc
;; check O2: add
;; check O2: setb
;; check O2: ret
;; check O0: adc
;; check O0: ret
;; run first(-1, 1) == 0, 1
;; run first(1, 1) == 2, 0

proc borrow(Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(0)
    (Int64, Int32) @3 = SubBorrow(@0, @1, @2)
    Int64 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; not O2: sbb
;; check O2: sub
;; check O2: setb
;; check O2: ret
;; run borrow(1, 2) == -1, 1
;; run borrow(2, 2) == 0, 0

proc with_one(Int64, Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(-1)
    (Int64, Int32) @3 = AddCarry(@0, @1, @2)
    Int64 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; check O2: adc
;; check O2: ret
;; run with_one(-1, 0) == 0, 1

proc unknown(Int64, Int64, Int32) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @8 = ArgumentReg(%a2)
    Int32 @2 = Trunc(@8)
    (Int64, Int32) @3 = AddCarry(@0, @1, @2)
    Int64 @4 = Extract(@3, 0)
    Int32 @5 = Extract(@3, 1)
    Void @6 = Return(@4, @5)
}
;; check O2: cmp
;; check O2: adc
;; check O2: setb
;; check O2: ret
;; run unknown(-1, 0, 0) == -1, 0
;; run unknown(-1, 0, 2) == 0, 1
