barebones 1
; Constants of all types and sizes, for which machines have different sequences; floats by their bits.
;! run

proc c0() -> Int32 {
#0:
    Int32 @0 = Const32(0)
    Void @1 = Return(@0)
}
;; run c0() == 0

proc c1() -> Int32 {
#0:
    Int32 @0 = Const32(-1)
    Void @1 = Return(@0)
}
;; run c1() == -1

proc c2() -> Int32 {
#0:
    Int32 @0 = Const32(1)
    Void @1 = Return(@0)
}
;; run c2() == 1

proc c3() -> Int32 {
#0:
    Int32 @0 = Const32(0x7fffffff)
    Void @1 = Return(@0)
}
;; run c3() == 0x7fffffff

proc c4() -> Int32 {
#0:
    Int32 @0 = Const32(-2147483648)
    Void @1 = Return(@0)
}
;; run c4() == -2147483648

proc c5() -> Int32 {
#0:
    Int32 @0 = Const32(0xffffffff)
    Void @1 = Return(@0)
}
;; run c5() == -1

proc c6() -> Int32 {
#0:
    Int32 @0 = Const32(65535)
    Void @1 = Return(@0)
}
;; run c6() == 65535

proc c7() -> Int32 {
#0:
    Int32 @0 = Const32(65536)
    Void @1 = Return(@0)
}
;; run c7() == 65536

proc c8() -> Int32 {
#0:
    Int32 @0 = Const32(0x12345678)
    Void @1 = Return(@0)
}
;; run c8() == 0x12345678

proc c9() -> Int64 {
#0:
    Int64 @0 = Const64(0)
    Void @1 = Return(@0)
}
;; run c9() == 0

proc c10() -> Int64 {
#0:
    Int64 @0 = Const64(-1)
    Void @1 = Return(@0)
}
;; run c10() == -1

proc c11() -> Int64 {
#0:
    Int64 @0 = Const64(1)
    Void @1 = Return(@0)
}
;; run c11() == 1

proc c12() -> Int64 {
#0:
    Int64 @0 = Const64(0x7fffffff)
    Void @1 = Return(@0)
}
;; run c12() == 0x7fffffff

proc c13() -> Int64 {
#0:
    Int64 @0 = Const64(0x80000000)
    Void @1 = Return(@0)
}
;; run c13() == 0x80000000

proc c14() -> Int64 {
#0:
    Int64 @0 = Const64(0xffffffff)
    Void @1 = Return(@0)
}
;; run c14() == 0xffffffff

proc c15() -> Int64 {
#0:
    Int64 @0 = Const64(0x100000000)
    Void @1 = Return(@0)
}
;; run c15() == 0x100000000

proc c16() -> Int64 {
#0:
    Int64 @0 = Const64(-2147483648)
    Void @1 = Return(@0)
}
;; run c16() == -2147483648

proc c17() -> Int64 {
#0:
    Int64 @0 = Const64(-2147483649)
    Void @1 = Return(@0)
}
;; run c17() == -2147483649

proc c18() -> Int64 {
#0:
    Int64 @0 = Const64(0x7fffffffffffffff)
    Void @1 = Return(@0)
}
;; run c18() == 0x7fffffffffffffff

proc c19() -> Int64 {
#0:
    Int64 @0 = Const64(-9223372036854775808)
    Void @1 = Return(@0)
}
;; run c19() == -9223372036854775808

proc c20() -> Int64 {
#0:
    Int64 @0 = Const64(0xffffffffffffffff)
    Void @1 = Return(@0)
}
;; run c20() == -1

proc c21() -> Int64 {
#0:
    Int64 @0 = Const64(0xffff0000ffff)
    Void @1 = Return(@0)
}
;; run c21() == 0xffff0000ffff

proc c22() -> Int64 {
#0:
    Int64 @0 = Const64(0xffff000000000000)
    Void @1 = Return(@0)
}
;; run c22() == 0xffff000000000000

proc c23() -> Int64 {
#0:
    Int64 @0 = Const64(0x123456789abcdef0)
    Void @1 = Return(@0)
}
;; run c23() == 0x123456789abcdef0

proc c24() -> Int64 {
#0:
    Int64 @0 = Const64(-65536)
    Void @1 = Return(@0)
}
;; run c24() == -65536

proc c25() -> Int64 {
#0:
    Int64 @0 = Const64(0x5555555555555555)
    Void @1 = Return(@0)
}
;; run c25() == 0x5555555555555555

proc c26() -> Int64 {
#0:
    Int64 @0 = Const64(0xff00ff00ff00ff00)
    Void @1 = Return(@0)
}
;; run c26() == 0xff00ff00ff00ff00
