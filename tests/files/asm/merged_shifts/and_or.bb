barebones 1
; A shift by a constant that one addition, subtraction or bitwise operation uses is part of it on machines that can, if
; it is the second operand and has no other use. So is an inversion.
;! asm aarch64-linux -O 2
;! run

proc and_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = BitAnd(@1, @5)
    Void @7 = Return(@6)
}
;; check: and w0, w0, w1, lsl #7
;; run and_left(0, 1) == 0
;; run and_left(5, -7) == 0
;; run and_left(-1, -2147483648) == 0
;; run and_left(1234567, 987654321) == 1069184

proc and_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = BitAnd(@0, @3)
    Void @5 = Return(@4)
}
;; check: and x0, x0, x1, lsl #43
;; run and_left_wide(0, 1) == 0
;; run and_left_wide(5, -7) == 0
;; run and_left_wide(-1, -9223372036854775808) == 0
;; run and_left_wide(1234567890123, 987654321098765) == 0

proc and_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = BitAnd(@1, @5)
    Void @7 = Return(@6)
}
;; check: and w0, w0, w1, asr #7
;; run and_right(0, 1) == 0
;; run and_right(5, -7) == 5
;; run and_right(-1, -2147483648) == -16777216
;; run and_right(1234567, 987654321) == 1086593

proc and_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = BitAnd(@0, @3)
    Void @5 = Return(@4)
}
;; check: and x0, x0, x1, asr #43
;; run and_right_wide(0, 1) == 0
;; run and_right_wide(5, -7) == 5
;; run and_right_wide(-1, -9223372036854775808) == -1048576
;; run and_right_wide(1234567890123, 987654321098765) == 64

proc and_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = BitAnd(@1, @5)
    Void @7 = Return(@6)
}
;; check: and w0, w0, w1, lsr #7
;; run and_unsigned(0, 1) == 0
;; run and_unsigned(5, -7) == 5
;; run and_unsigned(-1, -2147483648) == 16777216
;; run and_unsigned(1234567, 987654321) == 1086593

proc and_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = BitAnd(@0, @3)
    Void @5 = Return(@4)
}
;; check: and x0, x0, x1, lsr #43
;; run and_unsigned_wide(0, 1) == 0
;; run and_unsigned_wide(5, -7) == 5
;; run and_unsigned_wide(-1, -9223372036854775808) == 1048576
;; run and_unsigned_wide(1234567890123, 987654321098765) == 64

proc and_rotated(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(9)
    Int32 @5 = RotR(@3, @4)
    Int32 @6 = BitAnd(@1, @5)
    Void @7 = Return(@6)
}
;; check: and w0, w0, w1, ror #9
;; run and_rotated(0, 1) == 0
;; run and_rotated(5, -7) == 5
;; run and_rotated(-1, -2147483648) == 4194304
;; run and_rotated(1234567, 987654321) == 1066500

proc and_rotated_left(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(9)
    Int64 @3 = RotL(@1, @2)
    Int64 @4 = BitAnd(@3, @0)
    Void @5 = Return(@4)
}
;; check: and x0, x0, x1, ror #55
;; run and_rotated_left(0, 1) == 0
;; run and_rotated_left(5, -7) == 5
;; run and_rotated_left(-1, -9223372036854775808) == 256
;; run and_rotated_left(1234567890123, 987654321098765) == 6184501248

proc orr_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = BitOr(@1, @5)
    Void @7 = Return(@6)
}
;; check: orr w0, w0, w1, lsl #7
;; run orr_left(0, 1) == 128
;; run orr_left(5, -7) == -891
;; run orr_left(-1, -2147483648) == -1
;; run orr_left(1234567, 987654321) == 1865866887

proc orr_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}
;; check: orr x0, x0, x1, lsl #43
;; run orr_left_wide(0, 1) == 8796093022208
;; run orr_left_wide(5, -7) == -61572651155451
;; run orr_left_wide(-1, -9223372036854775808) == -1
;; run orr_left_wide(1234567890123, 987654321098765) == -4431426449555389237

proc orr_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = BitOr(@1, @5)
    Void @7 = Return(@6)
}
;; check: orr w0, w0, w1, asr #7
;; run orr_right(0, 1) == 0
;; run orr_right(5, -7) == -1
;; run orr_right(-1, -2147483648) == -1
;; run orr_right(1234567, 987654321) == 7864023

proc orr_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}
;; check: orr x0, x0, x1, asr #43
;; run orr_right_wide(0, 1) == 0
;; run orr_right_wide(5, -7) == -1
;; run orr_right_wide(-1, -9223372036854775808) == -1
;; run orr_right_wide(1234567890123, 987654321098765) == 1234567890171

proc orr_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = BitOr(@1, @5)
    Void @7 = Return(@6)
}
;; check: orr w0, w0, w1, lsr #7
;; run orr_unsigned(0, 1) == 0
;; run orr_unsigned(5, -7) == 33554431
;; run orr_unsigned(-1, -2147483648) == -1
;; run orr_unsigned(1234567, 987654321) == 7864023

proc orr_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = BitOr(@0, @3)
    Void @5 = Return(@4)
}
;; check: orr x0, x0, x1, lsr #43
;; run orr_unsigned_wide(0, 1) == 0
;; run orr_unsigned_wide(5, -7) == 2097151
;; run orr_unsigned_wide(-1, -9223372036854775808) == -1
;; run orr_unsigned_wide(1234567890123, 987654321098765) == 1234567890171

proc orr_rotated(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(9)
    Int32 @5 = RotR(@3, @4)
    Int32 @6 = BitOr(@1, @5)
    Void @7 = Return(@6)
}
;; check: orr w0, w0, w1, ror #9
;; run orr_rotated(0, 1) == 8388608
;; run orr_rotated(5, -7) == -50331649
;; run orr_rotated(-1, -2147483648) == -1
;; run orr_rotated(1234567, 987654321) == 1486880695

proc orr_rotated_left(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(9)
    Int64 @3 = RotL(@1, @2)
    Int64 @4 = BitOr(@3, @0)
    Void @5 = Return(@4)
}
;; check: orr x0, x0, x1, ror #55
;; run orr_rotated_left(0, 1) == 512
;; run orr_rotated_left(5, -7) == -3073
;; run orr_rotated_left(-1, -9223372036854775808) == -1
;; run orr_rotated_left(1234567890123, 987654321098765) == 505680240785956555
