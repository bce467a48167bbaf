barebones 1
; Testing the sign of a byte or of 16 bits is a test of one bit; other uses of the extended value keep it.
;! asm x86_64-linux -O 2
;! run

proc byte(Int32) -> Int32 {
#0:
    Int64 @10 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@10)
    Int32 @1 = SExt8(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Return(@3)
}
;; not: movsx
;; check: test edi, 0x80
;; check: ret
;; run byte(0x80) == 1
;; run byte(0x17f) == 0
;; run byte(-1) == 1

proc shifted(Int32) -> Int32 {
#0:
    Int64 @10 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@10)
    Int32 @1 = Const32(24)
    Int32 @2 = Shl(@0, @1)
    Int32 @3 = SShr(@2, @1)
    Int32 @4 = Const32(-1)
    Int32 @5 = GreaterThan(@3, @4)
    Void @6 = Return(@5)
}
;; not: sar
;; not: shl
;; check: test edi, 0x80
;; check: ret
;; run shifted(0x80) == 0
;; run shifted(0x7f) == 1
;; run shifted(0x7fffff7f) == 1
;; run shifted(0x180) == 0

proc sixteen(Int32) -> Int32 {
#0:
    Int64 @10 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@10)
    Int32 @1 = SExt16(@0)
    Int32 @2 = Const32(-1)
    Int32 @3 = LessEqual(@1, @2)
    Void @4 = Return(@3)
}
;; not: movsx
;; check: test edi, 0x8000
;; check: ret
;; run sixteen(0x8000) == 1
;; run sixteen(0x17fff) == 0

proc wide(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(58)
    Int64 @2 = Shl(@0, @1)
    Int64 @3 = Const64(0)
    Int32 @4 = GreaterEqual(@2, @3)
    Void @5 = Return(@4)
}
;; not: shl
;; check: test dil, 0x20
;; check: ret
;; run wide(0x20) == 0
;; run wide(0xffffffffffffffdf) == 1

proc half(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(32)
    Int64 @2 = Shl(@0, @1)
    Int64 @3 = Const64(0)
    Int32 @4 = LessThan(@2, @3)
    Void @5 = Return(@4)
}
;; not: shl
;; check: test edi, 0x80000000
;; check: ret
;; run half(0x80000000) == 1
;; run half(0xffffffff7fffffff) == 0

proc wanted(Int32) -> Int32 {
#0:
    Int64 @10 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@10)
    Int32 @1 = SExt8(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = LessThan(@1, @2)
    Int32 @4 = Add(@1, @1)
    Int32 @5 = Select(@3, @1, @4)
    Void @6 = Return(@5)
}
;; check: movsx
;; check: test
;; check: ret
;; run wanted(0x80) == -128
;; run wanted(0x7f) == 254

proc other_limit(Int32) -> Int32 {
#0:
    Int64 @10 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@10)
    Int32 @1 = SExt8(@0)
    Int32 @2 = Const32(1)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Return(@3)
}
;; check: movsx
;; check: cmp
;; check: ret
;; run other_limit(0x80) == 1
;; run other_limit(0) == 1
;; run other_limit(1) == 0

proc unsigned(Int32) -> Int32 {
#0:
    Int64 @10 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@10)
    Int32 @1 = Const32(24)
    Int32 @2 = Shl(@0, @1)
    Int32 @3 = ZShr(@2, @1)
    Int32 @4 = Const32(0)
    Int32 @5 = LessThan(@3, @4)
    Void @6 = Return(@5)
}
;; check: shl
;; check: shr
;; check: ret
;; run unsigned(0x80) == 0
;; run unsigned(0) == 0
