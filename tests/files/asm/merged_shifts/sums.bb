barebones 1
; A shift by a constant that one addition, subtraction or bitwise operation uses is part of it on machines that can, if
; it is the second operand and has no other use. So is an inversion.
;! asm aarch64-linux -O 2
;! run

proc add_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = Add(@1, @5)
    Void @7 = Return(@6)
}
;; check: add w0, w0, w1, lsl #7
;; run add_left(0, 1) == 128
;; run add_left(5, -7) == -891
;; run add_left(-1, -2147483648) == -1
;; run add_left(1234567, 987654321) == 1866936071

proc add_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Add(@0, @3)
    Void @5 = Return(@4)
}
;; check: add x0, x0, x1, lsl #43
;; run add_left_wide(0, 1) == 8796093022208
;; run add_left_wide(5, -7) == -61572651155451
;; run add_left_wide(-1, -9223372036854775808) == -1
;; run add_left_wide(1234567890123, 987654321098765) == -4431426449555389237

proc add_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = Add(@1, @5)
    Void @7 = Return(@6)
}
;; check: add w0, w0, w1, asr #7
;; run add_right(0, 1) == 0
;; run add_right(5, -7) == 4
;; run add_right(-1, -2147483648) == -16777217
;; run add_right(1234567, 987654321) == 8950616

proc add_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = Add(@0, @3)
    Void @5 = Return(@4)
}
;; check: add x0, x0, x1, asr #43
;; run add_right_wide(0, 1) == 0
;; run add_right_wide(5, -7) == 4
;; run add_right_wide(-1, -9223372036854775808) == -1048577
;; run add_right_wide(1234567890123, 987654321098765) == 1234567890235

proc add_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = Add(@1, @5)
    Void @7 = Return(@6)
}
;; check: add w0, w0, w1, lsr #7
;; run add_unsigned(0, 1) == 0
;; run add_unsigned(5, -7) == 33554436
;; run add_unsigned(-1, -2147483648) == 16777215
;; run add_unsigned(1234567, 987654321) == 8950616

proc add_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = Add(@0, @3)
    Void @5 = Return(@4)
}
;; check: add x0, x0, x1, lsr #43
;; run add_unsigned_wide(0, 1) == 0
;; run add_unsigned_wide(5, -7) == 2097156
;; run add_unsigned_wide(-1, -9223372036854775808) == 1048575
;; run add_unsigned_wide(1234567890123, 987654321098765) == 1234567890235

proc sub_left(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = Shl(@3, @4)
    Int32 @6 = Sub(@1, @5)
    Void @7 = Return(@6)
}
;; check: sub w0, w0, w1, lsl #7
;; run sub_left(0, 1) == -128
;; run sub_left(5, -7) == 901
;; run sub_left(-1, -2147483648) == -1
;; run sub_left(1234567, 987654321) == -1864466937

proc sub_left_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Sub(@0, @3)
    Void @5 = Return(@4)
}
;; check: sub x0, x0, x1, lsl #43
;; run sub_left_wide(0, 1) == -8796093022208
;; run sub_left_wide(5, -7) == 61572651155461
;; run sub_left_wide(-1, -9223372036854775808) == -1
;; run sub_left_wide(1234567890123, 987654321098765) == 4431428918691169483

proc sub_right(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = SShr(@3, @4)
    Int32 @6 = Sub(@1, @5)
    Void @7 = Return(@6)
}
;; check: sub w0, w0, w1, asr #7
;; run sub_right(0, 1) == 0
;; run sub_right(5, -7) == 6
;; run sub_right(-1, -2147483648) == 16777215
;; run sub_right(1234567, 987654321) == -6481482

proc sub_right_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = SShr(@1, @2)
    Int64 @4 = Sub(@0, @3)
    Void @5 = Return(@4)
}
;; check: sub x0, x0, x1, asr #43
;; run sub_right_wide(0, 1) == 0
;; run sub_right_wide(5, -7) == 6
;; run sub_right_wide(-1, -9223372036854775808) == 1048575
;; run sub_right_wide(1234567890123, 987654321098765) == 1234567890011

proc sub_unsigned(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = Const32(7)
    Int32 @5 = ZShr(@3, @4)
    Int32 @6 = Sub(@1, @5)
    Void @7 = Return(@6)
}
;; check: sub w0, w0, w1, lsr #7
;; run sub_unsigned(0, 1) == 0
;; run sub_unsigned(5, -7) == -33554426
;; run sub_unsigned(-1, -2147483648) == -16777217
;; run sub_unsigned(1234567, 987654321) == -6481482

proc sub_unsigned_wide(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(43)
    Int64 @3 = ZShr(@1, @2)
    Int64 @4 = Sub(@0, @3)
    Void @5 = Return(@4)
}
;; check: sub x0, x0, x1, lsr #43
;; run sub_unsigned_wide(0, 1) == 0
;; run sub_unsigned_wide(5, -7) == -2097146
;; run sub_unsigned_wide(-1, -9223372036854775808) == -1048577
;; run sub_unsigned_wide(1234567890123, 987654321098765) == 1234567890011
