barebones 1
; Unsigned divisions by powers of two become shifts; others stay, because selection uses multiplication.
;! opt reduce_strength eliminate_dead_code
;! run

proc unsigned(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(8)
    Int64 @3 = UDiv(@0, @2)
    Int64 @4 = UMod(@1, @2)
    Int64 @5 = Add(@3, @4)
    Void @99 = Return(@5)
}
;; check: ZShr(@0,
;; check: BitAnd(@1,
;; run unsigned(7, 3) == 3
;; run unsigned(-1, 0x8000000000000000) == 2305843009213693951

proc signed_stays(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(8)
    Int64 @3 = Div(@0, @2)
    Int64 @4 = Mod(@1, @2)
    Int64 @5 = Add(@3, @4)
    Void @99 = Return(@5)
}
;; check: Div(@0, @2)
;; check: Mod(@1, @2)
;; run signed_stays(7, 3) == 3
;; run signed_stays(-1, 0x8000000000000000) == 0

proc no_sign(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @6 = Const32(1)
    Int64 @7 = ZShr(@0, @6)
    Int64 @2 = Const64(8)
    Int64 @3 = Div(@7, @2)
    Void @99 = Return(@3)
}
;; check: Const32(4)
;; check: ZShr(@0,
;; run no_sign(7, 3) == 0
;; run no_sign(-1, 0x8000000000000000) == 1152921504606846975

proc chill_zero(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0)
    Int64 @3 = ChillDiv(@0, @2)
    Void @99 = Return(@3)
}
;; check: Const64(0)
;; check: Return(
;; run chill_zero(7, 3) == 0
;; run chill_zero(-1, 0x8000000000000000) == 0

proc chill_unknown(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @3 = ChillDiv(@0, @1)
    Void @99 = Return(@3)
}
;; check: ChillDiv(@0, @1)
;; run chill_unknown(7, 3) == 2
;; run chill_unknown(-1, 0x8000000000000000) == 0

proc least(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0x8000000000000000)
    Int64 @3 = ChillDiv(@1, @2)
    Void @99 = Return(@3)
}
;; check: Equal(@1, @2)
;; run least(7, 3) == 0
;; run least(-1, 0x8000000000000000) == 1

proc large(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-3)
    Int64 @3 = UDiv(@0, @2)
    Void @99 = Return(@3)
}
;; check: AboveEqual(@0, @2)
;; run large(7, 3) == 0
;; run large(-1, 0x8000000000000000) == 1

proc twice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(6)
    Int64 @3 = UDiv(@0, @2)
    Int64 @4 = Const64(10)
    Int64 @5 = UDiv(@3, @4)
    Void @99 = Return(@5)
}
;; check: Const64(60)
;; check: UDiv(@0,
;; run twice(7, 3) == 0
;; run twice(-1, 0x8000000000000000) == 307445734561825860

proc twice_too_large(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(0x100000001)
    Int64 @3 = UDiv(@0, @2)
    Int64 @4 = Const64(0x100000003)
    Int64 @5 = UDiv(@3, @4)
    Void @99 = Return(@5)
}
;; check: Const64(0)
;; check: Return(
;; run twice_too_large(7, 3) == 0
;; run twice_too_large(-1, 0x8000000000000000) == 0

proc by_shifted(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @6 = Trunc(@1)
    Int64 @2 = Const64(1)
    Int64 @3 = Shl(@2, @6)
    Int64 @4 = UDiv(@0, @3)
    Void @99 = Return(@4)
}
;; check: ZShr(@0, @6)
;; run by_shifted(7, 3) == 0
;; run by_shifted(-1, 0x8000000000000000) == -1

proc by_shifted_with_sign(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @6 = Trunc(@1)
    Int64 @2 = Const64(1)
    Int64 @3 = Shl(@2, @6)
    Int64 @4 = ChillDiv(@0, @3)
    Void @99 = Return(@4)
}
;; check: ChillDiv(@0, @3)
;; run by_shifted_with_sign(7, 3) == 0
;; run by_shifted_with_sign(-1, 0x8000000000000000) == -1
