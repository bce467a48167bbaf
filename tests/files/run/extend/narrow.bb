barebones 1
; Extensions use the low bits only, whatever is above them.
;! run

proc sext8(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SExt8(a)
    Int32 @2 = SExt8(@1)
    Void @3 = Return(@2)
}
;; run sext8(0) == 0
;; run sext8(1) == 1
;; run sext8(-1) == -1
;; run sext8(127) == 127
;; run sext8(128) == -128
;; run sext8(255) == -1
;; run sext8(256) == 0
;; run sext8(32767) == -1
;; run sext8(32768) == 0
;; run sext8(65535) == -1
;; run sext8(0x12345680) == -128
;; run sext8(0x1234ff80) == -128
;; run sext8(-128) == -128

proc sext8_folded0() -> Int32 {
#0:
    ; return SExt8(0)
    Int32 @0 = Const32(0)
    Int32 @1 = SExt8(@0)
    Void @2 = Return(@1)
}
;; run sext8_folded0() == 0

proc sext8_folded1() -> Int32 {
#0:
    ; return SExt8(1)
    Int32 @0 = Const32(1)
    Int32 @1 = SExt8(@0)
    Void @2 = Return(@1)
}
;; run sext8_folded1() == 1

proc sext8_folded2() -> Int32 {
#0:
    ; return SExt8(-1)
    Int32 @0 = Const32(-1)
    Int32 @1 = SExt8(@0)
    Void @2 = Return(@1)
}
;; run sext8_folded2() == -1

proc sext8_folded3() -> Int32 {
#0:
    ; return SExt8(127)
    Int32 @0 = Const32(127)
    Int32 @1 = SExt8(@0)
    Void @2 = Return(@1)
}
;; run sext8_folded3() == 127

proc sext16(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SExt16(a)
    Int32 @2 = SExt16(@1)
    Void @3 = Return(@2)
}
;; run sext16(0) == 0
;; run sext16(1) == 1
;; run sext16(-1) == -1
;; run sext16(127) == 127
;; run sext16(128) == 128
;; run sext16(255) == 255
;; run sext16(256) == 256
;; run sext16(32767) == 32767
;; run sext16(32768) == -32768
;; run sext16(65535) == -1
;; run sext16(0x12345680) == 22144
;; run sext16(0x1234ff80) == -128
;; run sext16(-128) == -128

proc sext16_folded0() -> Int32 {
#0:
    ; return SExt16(0)
    Int32 @0 = Const32(0)
    Int32 @1 = SExt16(@0)
    Void @2 = Return(@1)
}
;; run sext16_folded0() == 0

proc sext16_folded1() -> Int32 {
#0:
    ; return SExt16(1)
    Int32 @0 = Const32(1)
    Int32 @1 = SExt16(@0)
    Void @2 = Return(@1)
}
;; run sext16_folded1() == 1

proc sext16_folded2() -> Int32 {
#0:
    ; return SExt16(-1)
    Int32 @0 = Const32(-1)
    Int32 @1 = SExt16(@0)
    Void @2 = Return(@1)
}
;; run sext16_folded2() == -1

proc sext8to64(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SExt8To64(a)
    Int64 @2 = SExt8To64(@1)
    Void @3 = Return(@2)
}
;; run sext8to64(0) == 0
;; run sext8to64(1) == 1
;; run sext8to64(-1) == -1
;; run sext8to64(127) == 127
;; run sext8to64(128) == -128
;; run sext8to64(255) == -1
;; run sext8to64(256) == 0
;; run sext8to64(32767) == -1
;; run sext8to64(32768) == 0
;; run sext8to64(65535) == -1
;; run sext8to64(0x12345680) == -128
;; run sext8to64(0x1234ff80) == -128
;; run sext8to64(-128) == -128

proc sext8to64_folded0() -> Int64 {
#0:
    ; return SExt8To64(0)
    Int32 @0 = Const32(0)
    Int64 @1 = SExt8To64(@0)
    Void @2 = Return(@1)
}
;; run sext8to64_folded0() == 0

proc sext8to64_folded1() -> Int64 {
#0:
    ; return SExt8To64(1)
    Int32 @0 = Const32(1)
    Int64 @1 = SExt8To64(@0)
    Void @2 = Return(@1)
}
;; run sext8to64_folded1() == 1

proc sext8to64_folded2() -> Int64 {
#0:
    ; return SExt8To64(-1)
    Int32 @0 = Const32(-1)
    Int64 @1 = SExt8To64(@0)
    Void @2 = Return(@1)
}
;; run sext8to64_folded2() == -1

proc sext8to64_folded3() -> Int64 {
#0:
    ; return SExt8To64(127)
    Int32 @0 = Const32(127)
    Int64 @1 = SExt8To64(@0)
    Void @2 = Return(@1)
}
;; run sext8to64_folded3() == 127

proc sext8to64_folded4() -> Int64 {
#0:
    ; return SExt8To64(128)
    Int32 @0 = Const32(128)
    Int64 @1 = SExt8To64(@0)
    Void @2 = Return(@1)
}
;; run sext8to64_folded4() == -128

proc sext16to64(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    ; return SExt16To64(a)
    Int64 @2 = SExt16To64(@1)
    Void @3 = Return(@2)
}
;; run sext16to64(0) == 0
;; run sext16to64(1) == 1
;; run sext16to64(-1) == -1
;; run sext16to64(127) == 127
;; run sext16to64(128) == 128
;; run sext16to64(255) == 255
;; run sext16to64(256) == 256
;; run sext16to64(32767) == 32767
;; run sext16to64(32768) == -32768
;; run sext16to64(65535) == -1
;; run sext16to64(0x12345680) == 22144
;; run sext16to64(0x1234ff80) == -128
;; run sext16to64(-128) == -128

proc sext16to64_folded0() -> Int64 {
#0:
    ; return SExt16To64(0)
    Int32 @0 = Const32(0)
    Int64 @1 = SExt16To64(@0)
    Void @2 = Return(@1)
}
;; run sext16to64_folded0() == 0

proc sext16to64_folded1() -> Int64 {
#0:
    ; return SExt16To64(1)
    Int32 @0 = Const32(1)
    Int64 @1 = SExt16To64(@0)
    Void @2 = Return(@1)
}
;; run sext16to64_folded1() == 1

proc sext16to64_folded2() -> Int64 {
#0:
    ; return SExt16To64(-1)
    Int32 @0 = Const32(-1)
    Int64 @1 = SExt16To64(@0)
    Void @2 = Return(@1)
}
;; run sext16to64_folded2() == -1
