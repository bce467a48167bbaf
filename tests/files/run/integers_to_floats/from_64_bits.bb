barebones 1
; Integers to floats, signed and unsigned, to nearest with ties to even, in one rounding.
;! run

proc itod64(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return IToD(a)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; run itod64(0) == 0.0
;; run itod64(1) == 1.0
;; run itod64(-1) == -1.0
;; run itod64(0x7fffffffffffffff) == 9223372036854776000.0
;; run itod64(0x8000000000000000) == -9223372036854776000.0
;; run itod64(0x1000001) == 16777217.0
;; run itod64(0x1000003) == 16777219.0
;; run itod64(0xfffffffffeffffff) == -16777217.0
;; run itod64(0x20000000000001) == 9007199254740992.0
;; run itod64(0x20000000000003) == 9007199254740996.0
;; run itod64(0x40000040000000) == 18014399583223810.0
;; run itod64(0x7ffffffffffffdff) == 9223372036854775000.0
;; run itod64(-1024) == -1024.0
;; run itod64(-1025) == -1025.0
;; run itod64(0x7fffff4000000001) == 9223371212221055000.0
;; run itod64(0x800000bfffffffff) == -9223371212221055000.0

proc itod64_folded0() -> Double {
#0:
    ; return IToD(0L)
    Int64 @0 = Const64(0)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; run itod64_folded0() == 0.0

proc itod64_folded1() -> Double {
#0:
    ; return IToD(1L)
    Int64 @0 = Const64(1)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; run itod64_folded1() == 1.0

proc itod64_folded2() -> Double {
#0:
    ; return IToD(-1L)
    Int64 @0 = Const64(-1)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; run itod64_folded2() == -1.0

proc itod64_folded3() -> Double {
#0:
    ; return IToD(9223372036854775807L)
    Int64 @0 = Const64(9223372036854775807)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; run itod64_folded3() == 9223372036854776000.0

proc itof64(Int64) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return IToF(a)
    Float @1 = IToF(@0)
    Void @2 = Return(@1)
}
;; run itof64(0) == 0.0f
;; run itof64(1) == 1.0f
;; run itof64(-1) == -1.0f
;; run itof64(0x7fffffffffffffff) == 9223372000000000000.0f
;; run itof64(0x8000000000000000) == -9223372000000000000.0f
;; run itof64(0x1000001) == 16777216.0f
;; run itof64(0x1000003) == 16777220.0f
;; run itof64(0xfffffffffeffffff) == -16777216.0f
;; run itof64(0x20000000000001) == 9007199000000000.0f
;; run itof64(0x20000000000003) == 9007199000000000.0f
;; run itof64(0x40000040000000) == 18014399000000000.0f
;; run itof64(0x7ffffffffffffdff) == 9223372000000000000.0f
;; run itof64(-1024) == -1024.0f
;; run itof64(-1025) == -1025.0f
;; run itof64(0x7fffff4000000001) == 9223371500000000000.0f
;; run itof64(0x800000bfffffffff) == -9223371500000000000.0f

proc itof64_folded0() -> Float {
#0:
    ; return IToF(0L)
    Int64 @0 = Const64(0)
    Float @1 = IToF(@0)
    Void @2 = Return(@1)
}
;; run itof64_folded0() == 0.0f

proc itof64_folded1() -> Float {
#0:
    ; return IToF(1L)
    Int64 @0 = Const64(1)
    Float @1 = IToF(@0)
    Void @2 = Return(@1)
}
;; run itof64_folded1() == 1.0f

proc itof64_folded2() -> Float {
#0:
    ; return IToF(-1L)
    Int64 @0 = Const64(-1)
    Float @1 = IToF(@0)
    Void @2 = Return(@1)
}
;; run itof64_folded2() == -1.0f

proc itof64_folded3() -> Float {
#0:
    ; return IToF(9223372036854775807L)
    Int64 @0 = Const64(9223372036854775807)
    Float @1 = IToF(@0)
    Void @2 = Return(@1)
}
;; run itof64_folded3() == 9223372000000000000.0f

proc utod64(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UToD(a)
    Double @1 = UToD(@0)
    Void @2 = Return(@1)
}
;; run utod64(0) == 0.0
;; run utod64(1) == 1.0
;; run utod64(-1) == 18446744073709552000.0
;; run utod64(0x7fffffffffffffff) == 9223372036854776000.0
;; run utod64(0x8000000000000000) == 9223372036854776000.0
;; run utod64(0x1000001) == 16777217.0
;; run utod64(0x1000003) == 16777219.0
;; run utod64(0xfffffffffeffffff) == 18446744073692774000.0
;; run utod64(0x20000000000001) == 9007199254740992.0
;; run utod64(0x20000000000003) == 9007199254740996.0
;; run utod64(0x40000040000000) == 18014399583223810.0
;; run utod64(0x7ffffffffffffdff) == 9223372036854775000.0
;; run utod64(-1024) == 18446744073709552000.0
;; run utod64(-1025) == 18446744073709550000.0
;; run utod64(0x7fffff4000000001) == 9223371212221055000.0
;; run utod64(0x800000bfffffffff) == 9223372861488497000.0

proc utod64_folded0() -> Double {
#0:
    ; return UToD(0L)
    Int64 @0 = Const64(0)
    Double @1 = UToD(@0)
    Void @2 = Return(@1)
}
;; run utod64_folded0() == 0.0

proc utod64_folded1() -> Double {
#0:
    ; return UToD(1L)
    Int64 @0 = Const64(1)
    Double @1 = UToD(@0)
    Void @2 = Return(@1)
}
;; run utod64_folded1() == 1.0

proc utod64_folded2() -> Double {
#0:
    ; return UToD(-1L)
    Int64 @0 = Const64(-1)
    Double @1 = UToD(@0)
    Void @2 = Return(@1)
}
;; run utod64_folded2() == 18446744073709552000.0

proc utod64_folded3() -> Double {
#0:
    ; return UToD(9223372036854775807L)
    Int64 @0 = Const64(9223372036854775807)
    Double @1 = UToD(@0)
    Void @2 = Return(@1)
}
;; run utod64_folded3() == 9223372036854776000.0

proc utof64(Int64) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    ; return UToF(a)
    Float @1 = UToF(@0)
    Void @2 = Return(@1)
}
;; run utof64(0) == 0.0f
;; run utof64(1) == 1.0f
;; run utof64(-1) == 18446744000000000000.0f
;; run utof64(0x7fffffffffffffff) == 9223372000000000000.0f
;; run utof64(0x8000000000000000) == 9223372000000000000.0f
;; run utof64(0x1000001) == 16777216.0f
;; run utof64(0x1000003) == 16777220.0f
;; run utof64(0xfffffffffeffffff) == 18446744000000000000.0f
;; run utof64(0x20000000000001) == 9007199000000000.0f
;; run utof64(0x20000000000003) == 9007199000000000.0f
;; run utof64(0x40000040000000) == 18014399000000000.0f
;; run utof64(0x7ffffffffffffdff) == 9223372000000000000.0f
;; run utof64(-1024) == 18446744000000000000.0f
;; run utof64(-1025) == 18446744000000000000.0f
;; run utof64(0x7fffff4000000001) == 9223371500000000000.0f
;; run utof64(0x800000bfffffffff) == 9223373000000000000.0f

proc utof64_folded0() -> Float {
#0:
    ; return UToF(0L)
    Int64 @0 = Const64(0)
    Float @1 = UToF(@0)
    Void @2 = Return(@1)
}
;; run utof64_folded0() == 0.0f

proc utof64_folded1() -> Float {
#0:
    ; return UToF(1L)
    Int64 @0 = Const64(1)
    Float @1 = UToF(@0)
    Void @2 = Return(@1)
}
;; run utof64_folded1() == 1.0f

proc utof64_folded2() -> Float {
#0:
    ; return UToF(-1L)
    Int64 @0 = Const64(-1)
    Float @1 = UToF(@0)
    Void @2 = Return(@1)
}
;; run utof64_folded2() == 18446744000000000000.0f

proc utof64_folded3() -> Float {
#0:
    ; return UToF(9223372036854775807L)
    Int64 @0 = Const64(9223372036854775807)
    Float @1 = UToF(@0)
    Void @2 = Return(@1)
}
;; run utof64_folded3() == 9223372000000000000.0f
