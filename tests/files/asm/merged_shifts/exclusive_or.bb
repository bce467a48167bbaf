barebones 1
; A shift by a constant that one addition, subtraction or bitwise operation uses is part of it on machines that can, if
; it is the second operand and has no other use. So is an inversion.
;! asm aarch64-linux -O 2
;! run

proc eor_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = BitXor(@1, @5)
    Void @7 = Return(@6)
}
;; check: eor w0, w0, w1, lsl #7
;; run eor_left(0, 1) == 128
;; run eor_left(5, -7) == -891
;; run eor_left(-1, -2147483648) == -1
;; run eor_left(1234567, 987654321) == 1864797703

proc eor_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = BitXor(@0, @3)
    Void @5 = Return(@4)
}
;; check: eor x0, x0, x1, lsl #43
;; run eor_left_wide(0, 1) == 8796093022208
;; run eor_left_wide(5, -7) == -61572651155451
;; run eor_left_wide(-1, -9223372036854775808) == -1
;; run eor_left_wide(1234567890123, 987654321098765) == -4431426449555389237

proc eor_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = BitXor(@1, @5)
    Void @7 = Return(@6)
}
;; check: eor w0, w0, w1, asr #7
;; run eor_right(0, 1) == 0
;; run eor_right(5, -7) == -6
;; run eor_right(-1, -2147483648) == 16777215
;; run eor_right(1234567, 987654321) == 6777430

proc eor_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = BitXor(@0, @3)
    Void @5 = Return(@4)
}
;; check: eor x0, x0, x1, asr #43
;; run eor_right_wide(0, 1) == 0
;; run eor_right_wide(5, -7) == -6
;; run eor_right_wide(-1, -9223372036854775808) == 1048575
;; run eor_right_wide(1234567890123, 987654321098765) == 1234567890107

proc eor_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = BitXor(@1, @5)
    Void @7 = Return(@6)
}
;; check: eor w0, w0, w1, lsr #7
;; run eor_unsigned(0, 1) == 0
;; run eor_unsigned(5, -7) == 33554426
;; run eor_unsigned(-1, -2147483648) == -16777217
;; run eor_unsigned(1234567, 987654321) == 6777430

proc eor_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = BitXor(@0, @3)
    Void @5 = Return(@4)
}
;; check: eor x0, x0, x1, lsr #43
;; run eor_unsigned_wide(0, 1) == 0
;; run eor_unsigned_wide(5, -7) == 2097146
;; run eor_unsigned_wide(-1, -9223372036854775808) == -1048577
;; run eor_unsigned_wide(1234567890123, 987654321098765) == 1234567890107

proc eor_rotated(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(9)
    Int32 @5 = RotR(@3, @4)
    Int32 @6 = BitXor(@1, @5)
    Void @7 = Return(@6)
}
;; check: eor w0, w0, w1, ror #9
;; run eor_rotated(0, 1) == 8388608
;; run eor_rotated(5, -7) == -50331654
;; run eor_rotated(-1, -2147483648) == -4194305
;; run eor_rotated(1234567, 987654321) == 1485814195

proc eor_rotated_left(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(9)
    Int64 @3 = RotL(@1, @2)
    Int64 @4 = BitXor(@3, @0)
    Void @5 = Return(@4)
}
;; check: eor x0, x0, x1, ror #55
;; run eor_rotated_left(0, 1) == 512
;; run eor_rotated_left(5, -7) == -3078
;; run eor_rotated_left(-1, -9223372036854775808) == -257
;; run eor_rotated_left(1234567890123, 987654321098765) == 505680234601455307
