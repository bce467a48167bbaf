barebones 1
; More values live at once than any machine has registers: integers, doubles, both, across calls, in loops and Phis.
;! run

proc identity(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return x
    Void @1 = Return(@0)
}

proc scale(Double, Int64) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    Int64 @1 = ArgumentReg(%a0)                     ; k
    ; return x * IToD(k)
    Double @2 = IToD(@1)
    Double @3 = Mul(@0, @2)
    Void @4 = Return(@3)
}

; 14 integers and 14 doubles live across calls.
proc across_calls(Int64, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    Double @1 = ArgumentReg(%fa0)                   ; y
    ; i0: i64 = x + 0
    Int64 @2 = Const64(0)
    Int64 @3 = Add(@0, @2)                          ; i0
    ; d0: f64 = y - 0.0
    Double @4 = ConstDouble(0.0)
    Double @5 = Sub(@1, @4)                         ; d0
    ; i1: i64 = x + 1
    Int64 @6 = Const64(1)
    Int64 @7 = Add(@0, @6)                          ; i1
    ; d1: f64 = y - 1.0
    Double @8 = ConstDouble(1.0)
    Double @9 = Sub(@1, @8)                         ; d1
    ; i2: i64 = x + 2
    Int64 @10 = Const64(2)
    Int64 @11 = Add(@0, @10)                        ; i2
    ; d2: f64 = y - 2.0
    Double @12 = ConstDouble(2.0)
    Double @13 = Sub(@1, @12)                       ; d2
    ; i3: i64 = x + 3
    Int64 @14 = Const64(3)
    Int64 @15 = Add(@0, @14)                        ; i3
    ; d3: f64 = y - 3.0
    Double @16 = ConstDouble(3.0)
    Double @17 = Sub(@1, @16)                       ; d3
    ; i4: i64 = x + 4
    Int64 @18 = Const64(4)
    Int64 @19 = Add(@0, @18)                        ; i4
    ; d4: f64 = y - 4.0
    Double @20 = ConstDouble(4.0)
    Double @21 = Sub(@1, @20)                       ; d4
    ; i5: i64 = x + 5
    Int64 @22 = Const64(5)
    Int64 @23 = Add(@0, @22)                        ; i5
    ; d5: f64 = y - 5.0
    Double @24 = ConstDouble(5.0)
    Double @25 = Sub(@1, @24)                       ; d5
    ; i6: i64 = x + 6
    Int64 @26 = Const64(6)
    Int64 @27 = Add(@0, @26)                        ; i6
    ; d6: f64 = y - 6.0
    Double @28 = ConstDouble(6.0)
    Double @29 = Sub(@1, @28)                       ; d6
    ; i7: i64 = x + 7
    Int64 @30 = Const64(7)
    Int64 @31 = Add(@0, @30)                        ; i7
    ; d7: f64 = y - 7.0
    Double @32 = ConstDouble(7.0)
    Double @33 = Sub(@1, @32)                       ; d7
    ; i8: i64 = x + 8
    Int64 @34 = Const64(8)
    Int64 @35 = Add(@0, @34)                        ; i8
    ; d8: f64 = y - 8.0
    Double @36 = ConstDouble(8.0)
    Double @37 = Sub(@1, @36)                       ; d8
    ; i9: i64 = x + 9
    Int64 @38 = Const64(9)
    Int64 @39 = Add(@0, @38)                        ; i9
    ; d9: f64 = y - 9.0
    Double @40 = ConstDouble(9.0)
    Double @41 = Sub(@1, @40)                       ; d9
    ; i10: i64 = x + 10
    Int64 @42 = Const64(10)
    Int64 @43 = Add(@0, @42)                        ; i10
    ; d10: f64 = y - 10.0
    Double @44 = ConstDouble(10.0)
    Double @45 = Sub(@1, @44)                       ; d10
    ; i11: i64 = x + 11
    Int64 @46 = Const64(11)
    Int64 @47 = Add(@0, @46)                        ; i11
    ; d11: f64 = y - 11.0
    Double @48 = ConstDouble(11.0)
    Double @49 = Sub(@1, @48)                       ; d11
    ; i12: i64 = x + 12
    Int64 @50 = Const64(12)
    Int64 @51 = Add(@0, @50)                        ; i12
    ; d12: f64 = y - 12.0
    Double @52 = ConstDouble(12.0)
    Double @53 = Sub(@1, @52)                       ; d12
    ; i13: i64 = x + 13
    Int64 @54 = Const64(13)
    Int64 @55 = Add(@0, @54)                        ; i13
    ; d13: f64 = y - 13.0
    Double @56 = ConstDouble(13.0)
    Double @57 = Sub(@1, @56)                       ; d13
    ; z: i64 = call identity(x * 3)
    Int64 @58 = Mul(@0, @14)
    Int64 @59 = CCall(identity, @58)                ; z
    ; w: f64 = call scale(y, z)
    Double @60 = CCall(scale, @1, @59)              ; w
    ; sum: f64 = w
    ; sum = sum * 0.5 + d0 + IToD(i0 * z)
    Double @61 = ConstDouble(0.5)
    Double @62 = Mul(@60, @61)
    Double @63 = Add(@62, @5)
    Int64 @64 = Mul(@3, @59)
    Double @65 = IToD(@64)
    Double @66 = Add(@63, @65)                      ; sum
    ; sum = sum * 0.5 + d1 + IToD(i1 * z)
    Double @67 = Mul(@66, @61)
    Double @68 = Add(@67, @9)
    Int64 @69 = Mul(@7, @59)
    Double @70 = IToD(@69)
    Double @71 = Add(@68, @70)                      ; sum
    ; sum = sum * 0.5 + d2 + IToD(i2 * z)
    Double @72 = Mul(@71, @61)
    Double @73 = Add(@72, @13)
    Int64 @74 = Mul(@11, @59)
    Double @75 = IToD(@74)
    Double @76 = Add(@73, @75)                      ; sum
    ; sum = sum * 0.5 + d3 + IToD(i3 * z)
    Double @77 = Mul(@76, @61)
    Double @78 = Add(@77, @17)
    Int64 @79 = Mul(@15, @59)
    Double @80 = IToD(@79)
    Double @81 = Add(@78, @80)                      ; sum
    ; sum = sum * 0.5 + d4 + IToD(i4 * z)
    Double @82 = Mul(@81, @61)
    Double @83 = Add(@82, @21)
    Int64 @84 = Mul(@19, @59)
    Double @85 = IToD(@84)
    Double @86 = Add(@83, @85)                      ; sum
    ; sum = sum * 0.5 + d5 + IToD(i5 * z)
    Double @87 = Mul(@86, @61)
    Double @88 = Add(@87, @25)
    Int64 @89 = Mul(@23, @59)
    Double @90 = IToD(@89)
    Double @91 = Add(@88, @90)                      ; sum
    ; sum = sum * 0.5 + d6 + IToD(i6 * z)
    Double @92 = Mul(@91, @61)
    Double @93 = Add(@92, @29)
    Int64 @94 = Mul(@27, @59)
    Double @95 = IToD(@94)
    Double @96 = Add(@93, @95)                      ; sum
    ; sum = sum * 0.5 + d7 + IToD(i7 * z)
    Double @97 = Mul(@96, @61)
    Double @98 = Add(@97, @33)
    Int64 @99 = Mul(@31, @59)
    Double @100 = IToD(@99)
    Double @101 = Add(@98, @100)                    ; sum
    ; sum = sum * 0.5 + d8 + IToD(i8 * z)
    Double @102 = Mul(@101, @61)
    Double @103 = Add(@102, @37)
    Int64 @104 = Mul(@35, @59)
    Double @105 = IToD(@104)
    Double @106 = Add(@103, @105)                   ; sum
    ; sum = sum * 0.5 + d9 + IToD(i9 * z)
    Double @107 = Mul(@106, @61)
    Double @108 = Add(@107, @41)
    Int64 @109 = Mul(@39, @59)
    Double @110 = IToD(@109)
    Double @111 = Add(@108, @110)                   ; sum
    ; sum = sum * 0.5 + d10 + IToD(i10 * z)
    Double @112 = Mul(@111, @61)
    Double @113 = Add(@112, @45)
    Int64 @114 = Mul(@43, @59)
    Double @115 = IToD(@114)
    Double @116 = Add(@113, @115)                   ; sum
    ; sum = sum * 0.5 + d11 + IToD(i11 * z)
    Double @117 = Mul(@116, @61)
    Double @118 = Add(@117, @49)
    Int64 @119 = Mul(@47, @59)
    Double @120 = IToD(@119)
    Double @121 = Add(@118, @120)                   ; sum
    ; sum = sum * 0.5 + d12 + IToD(i12 * z)
    Double @122 = Mul(@121, @61)
    Double @123 = Add(@122, @53)
    Int64 @124 = Mul(@51, @59)
    Double @125 = IToD(@124)
    Double @126 = Add(@123, @125)                   ; sum
    ; sum = sum * 0.5 + d13 + IToD(i13 * z)
    Double @127 = Mul(@126, @61)
    Double @128 = Add(@127, @57)
    Int64 @129 = Mul(@55, @59)
    Double @130 = IToD(@129)
    Double @131 = Add(@128, @130)                   ; sum
    ; again: f64 = call scale(sum, i0)
    Double @132 = CCall(scale, @131, @3)            ; again
    ; return again + d0 + IToD(i13)
    Double @133 = Add(@132, @5)
    Double @134 = IToD(@55)
    Double @135 = Add(@133, @134)
    Void @136 = Return(@135)
}
;; run across_calls(1, 2.0) == 74.000244140625
;; run across_calls(-3, 0.5) == 565.5182189941406
;; run across_calls(100, -7.25) == 6715883.65222168
