barebones 1
; Leading, trailing and one bits; zero has as many leading and trailing zeros as the type has bits.
;! run

proc clz32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Clz(a)
    Int32 @2 = Clz(@1)
    Void @3 = Return(@2)
}
;; run clz32(0) == 32
;; run clz32(1) == 31
;; run clz32(2) == 30
;; run clz32(-1) == 0
;; run clz32(0x80000000) == 0
;; run clz32(0x7fffffff) == 1
;; run clz32(0xff0000) == 8
;; run clz32(0x80000000) == 0
;; run clz32(-256) == 0
;; run clz32(21845) == 17

proc clz32_folded0() -> Int32 {
#0:
    ; return Clz(0)
    Int32 @0 = Const32(0)
    Int32 @1 = Clz(@0)
    Void @2 = Return(@1)
}
;; run clz32_folded0() == 32

proc clz32_folded1() -> Int32 {
#0:
    ; return Clz(1)
    Int32 @0 = Const32(1)
    Int32 @1 = Clz(@0)
    Void @2 = Return(@1)
}
;; run clz32_folded1() == 31

proc ctz32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return Ctz(a)
    Int32 @2 = Ctz(@1)
    Void @3 = Return(@2)
}
;; run ctz32(0) == 32
;; run ctz32(1) == 0
;; run ctz32(2) == 1
;; run ctz32(-1) == 0
;; run ctz32(0x80000000) == 31
;; run ctz32(0x7fffffff) == 0
;; run ctz32(0xff0000) == 16
;; run ctz32(0x80000000) == 31
;; run ctz32(-256) == 8
;; run ctz32(21845) == 0

proc ctz32_folded0() -> Int32 {
#0:
    ; return Ctz(0)
    Int32 @0 = Const32(0)
    Int32 @1 = Ctz(@0)
    Void @2 = Return(@1)
}
;; run ctz32_folded0() == 32

proc ctz32_folded1() -> Int32 {
#0:
    ; return Ctz(1)
    Int32 @0 = Const32(1)
    Int32 @1 = Ctz(@0)
    Void @2 = Return(@1)
}
;; run ctz32_folded1() == 0

proc popcount32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return PopCount(a)
    Int32 @2 = PopCount(@1)
    Void @3 = Return(@2)
}
;; run popcount32(0) == 0
;; run popcount32(1) == 1
;; run popcount32(2) == 1
;; run popcount32(-1) == 32
;; run popcount32(0x80000000) == 1
;; run popcount32(0x7fffffff) == 31
;; run popcount32(0xff0000) == 8
;; run popcount32(0x80000000) == 1
;; run popcount32(-256) == 24
;; run popcount32(21845) == 8

proc popcount32_folded0() -> Int32 {
#0:
    ; return PopCount(0)
    Int32 @0 = Const32(0)
    Int32 @1 = PopCount(@0)
    Void @2 = Return(@1)
}
;; run popcount32_folded0() == 0

proc popcount32_folded1() -> Int32 {
#0:
    ; return PopCount(1)
    Int32 @0 = Const32(1)
    Int32 @1 = PopCount(@0)
    Void @2 = Return(@1)
}
;; run popcount32_folded1() == 1

proc popcount32_folded2() -> Int32 {
#0:
    ; return PopCount(2)
    Int32 @0 = Const32(2)
    Int32 @1 = PopCount(@0)
    Void @2 = Return(@1)
}
;; run popcount32_folded2() == 1

proc clz64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Clz(a)
    Int64 @1 = Clz(@0)
    Void @2 = Return(@1)
}
;; run clz64(0) == 64
;; run clz64(1) == 63
;; run clz64(2) == 62
;; run clz64(-1) == 0
;; run clz64(0x8000000000000000) == 0
;; run clz64(0x7fffffffffffffff) == 1
;; run clz64(0xff0000) == 40
;; run clz64(0x80000000) == 32
;; run clz64(-256) == 0
;; run clz64(21845) == 49

proc clz64_folded0() -> Int64 {
#0:
    ; return Clz(0L)
    Int64 @0 = Const64(0)
    Int64 @1 = Clz(@0)
    Void @2 = Return(@1)
}
;; run clz64_folded0() == 64

proc clz64_folded1() -> Int64 {
#0:
    ; return Clz(1L)
    Int64 @0 = Const64(1)
    Int64 @1 = Clz(@0)
    Void @2 = Return(@1)
}
;; run clz64_folded1() == 63

proc ctz64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return Ctz(a)
    Int64 @1 = Ctz(@0)
    Void @2 = Return(@1)
}
;; run ctz64(0) == 64
;; run ctz64(1) == 0
;; run ctz64(2) == 1
;; run ctz64(-1) == 0
;; run ctz64(0x8000000000000000) == 63
;; run ctz64(0x7fffffffffffffff) == 0
;; run ctz64(0xff0000) == 16
;; run ctz64(0x80000000) == 31
;; run ctz64(-256) == 8
;; run ctz64(21845) == 0

proc ctz64_folded0() -> Int64 {
#0:
    ; return Ctz(0L)
    Int64 @0 = Const64(0)
    Int64 @1 = Ctz(@0)
    Void @2 = Return(@1)
}
;; run ctz64_folded0() == 64

proc ctz64_folded1() -> Int64 {
#0:
    ; return Ctz(1L)
    Int64 @0 = Const64(1)
    Int64 @1 = Ctz(@0)
    Void @2 = Return(@1)
}
;; run ctz64_folded1() == 0

proc popcount64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return PopCount(a)
    Int64 @1 = PopCount(@0)
    Void @2 = Return(@1)
}
;; run popcount64(0) == 0
;; run popcount64(1) == 1
;; run popcount64(2) == 1
;; run popcount64(-1) == 64
;; run popcount64(0x8000000000000000) == 1
;; run popcount64(0x7fffffffffffffff) == 63
;; run popcount64(0xff0000) == 8
;; run popcount64(0x80000000) == 1
;; run popcount64(-256) == 56
;; run popcount64(21845) == 8

proc popcount64_folded0() -> Int64 {
#0:
    ; return PopCount(0L)
    Int64 @0 = Const64(0)
    Int64 @1 = PopCount(@0)
    Void @2 = Return(@1)
}
;; run popcount64_folded0() == 0

proc popcount64_folded1() -> Int64 {
#0:
    ; return PopCount(1L)
    Int64 @0 = Const64(1)
    Int64 @1 = PopCount(@0)
    Void @2 = Return(@1)
}
;; run popcount64_folded1() == 1

proc popcount64_folded2() -> Int64 {
#0:
    ; return PopCount(2L)
    Int64 @0 = Const64(2)
    Int64 @1 = PopCount(@0)
    Void @2 = Return(@1)
}
;; run popcount64_folded2() == 1
