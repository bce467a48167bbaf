barebones 1
; Stack arguments: narrow, both banks, outgoing ones computed from incoming ones. They are read from the frame, so the target is named.
;! run

; Six in registers, four on the stack, of both sizes.
proc ten(Int32, Int64, Int32, Int64, Int32, Int64, Int32, Int64, Int32, Int64) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)                     ; b
    Int64 @3 = ArgumentReg(%a2)
    Int32 @4 = Trunc(@3)                            ; c
    Int64 @5 = ArgumentReg(%a3)                     ; d
    Int64 @6 = ArgumentReg(%a4)
    Int32 @7 = Trunc(@6)                            ; e
    Int64 @8 = ArgumentReg(%a5)                     ; f
    Int64 @9 = FramePointer()
    Int32 @10 = Load(@9, offset=16)                 ; g
    Int64 @11 = FramePointer()
    Int64 @12 = Load(@11, offset=24)                ; h
    Int64 @13 = FramePointer()
    Int32 @14 = Load(@13, offset=32)                ; i
    Int64 @15 = FramePointer()
    Int64 @16 = Load(@15, offset=40)                ; j
    ; x: i64 = SExt32(a) + b * 10 + SExt32(c) * 100 + d * 1000 + SExt32(e) * 10000
    Int64 @17 = SExt32(@1)
    Int64 @18 = Const64(10)
    Int64 @19 = Mul(@2, @18)
    Int64 @20 = Add(@17, @19)
    Int64 @21 = SExt32(@4)
    Int64 @22 = Const64(100)
    Int64 @23 = Mul(@21, @22)
    Int64 @24 = Add(@20, @23)
    Int64 @25 = Const64(1000)
    Int64 @26 = Mul(@5, @25)
    Int64 @27 = Add(@24, @26)
    Int64 @28 = SExt32(@7)
    Int64 @29 = Const64(10000)
    Int64 @30 = Mul(@28, @29)
    Int64 @31 = Add(@27, @30)                       ; x
    ; return x + f * 100000 + SExt32(g) * 1000000 + h * 10000000 + SExt32(i) * 100000000 + j * 1000000000
    Int64 @32 = Const64(100000)
    Int64 @33 = Mul(@8, @32)
    Int64 @34 = Add(@31, @33)
    Int64 @35 = SExt32(@10)
    Int64 @36 = Const64(1000000)
    Int64 @37 = Mul(@35, @36)
    Int64 @38 = Add(@34, @37)
    Int64 @39 = Const64(10000000)
    Int64 @40 = Mul(@12, @39)
    Int64 @41 = Add(@38, @40)
    Int64 @42 = SExt32(@14)
    Int64 @43 = Const64(100000000)
    Int64 @44 = Mul(@42, @43)
    Int64 @45 = Add(@41, @44)
    Int64 @46 = Const64(1000000000)
    Int64 @47 = Mul(@16, @46)
    Int64 @48 = Add(@45, @47)
    Void @49 = Return(@48)
}
;; run ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 1) == 0x767932b1
;; run ten(-1, 2, -3, 4, -5, 6, -7, 8, -9, 1) == 0xa583837

; All of them in reverse order.
proc reversed(Int32, Int64, Int32, Int64, Int32, Int64, Int32, Int64, Int32, Int64) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)                     ; b
    Int64 @3 = ArgumentReg(%a2)
    Int32 @4 = Trunc(@3)                            ; c
    Int64 @5 = ArgumentReg(%a3)                     ; d
    Int64 @6 = ArgumentReg(%a4)
    Int32 @7 = Trunc(@6)                            ; e
    Int64 @8 = ArgumentReg(%a5)                     ; f
    Int64 @9 = FramePointer()
    Int32 @10 = Load(@9, offset=16)                 ; g
    Int64 @11 = FramePointer()
    Int64 @12 = Load(@11, offset=24)                ; h
    Int64 @13 = FramePointer()
    Int32 @14 = Load(@13, offset=32)                ; i
    Int64 @15 = FramePointer()
    Int64 @16 = Load(@15, offset=40)                ; j
    ; return call ten(Trunc(j), SExt32(i), Trunc(h), SExt32(g), Trunc(f), SExt32(e), Trunc(d), SExt32(c), Trunc(b), SExt32(a))
    Int32 @17 = Trunc(@16)
    Int64 @18 = SExt32(@14)
    Int32 @19 = Trunc(@12)
    Int64 @20 = SExt32(@10)
    Int32 @21 = Trunc(@8)
    Int64 @22 = SExt32(@7)
    Int32 @23 = Trunc(@5)
    Int64 @24 = SExt32(@4)
    Int32 @25 = Trunc(@2)
    Int64 @26 = SExt32(@1)
    Int64 @27 = CCall(ten, @17, @18, @19, @20, @21, @22, @23, @24, @25, @26)
    Void @28 = Return(@27)
}
;; run reversed(1, 2, 3, 4, 5, 6, 7, 8, 9, 1) == 0x499602d3
;; run reversed(-1, 2, -3, 4, -5, 6, -7, 8, -9, 1) == 0xffffffffcebd6e2f

; A narrow argument has no upper half.
proc narrow(Int64, Int64, Int64, Int64, Int64, Int64, Int32) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; c
    Int64 @3 = ArgumentReg(%a3)                     ; d
    Int64 @4 = ArgumentReg(%a4)                     ; e
    Int64 @5 = ArgumentReg(%a5)                     ; f
    Int64 @6 = FramePointer()
    Int32 @7 = Load(@6, offset=16)                  ; g
    ; return ZExt32(g) + a + f
    Int64 @8 = ZExt32(@7)
    Int64 @9 = Add(@8, @0)
    Int64 @10 = Add(@9, @5)
    Void @11 = Return(@10)
}
;; run narrow(1, 2, 3, 4, 5, 6, -1) == 0x100000006

; Ten floats, two on the stack.
proc floats(Float, Float, Float, Float, Float, Float, Float, Float, Float, Float) -> Float target=x86_64-linux conv=system_v {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; a
    Double @2 = ArgumentReg(%fa1)
    Float @3 = Trunc(@2)                            ; b
    Double @4 = ArgumentReg(%fa2)
    Float @5 = Trunc(@4)                            ; c
    Double @6 = ArgumentReg(%fa3)
    Float @7 = Trunc(@6)                            ; d
    Double @8 = ArgumentReg(%fa4)
    Float @9 = Trunc(@8)                            ; e
    Double @10 = ArgumentReg(%fa5)
    Float @11 = Trunc(@10)                          ; f
    Double @12 = ArgumentReg(%fa6)
    Float @13 = Trunc(@12)                          ; g
    Double @14 = ArgumentReg(%fa7)
    Float @15 = Trunc(@14)                          ; h
    Int64 @16 = FramePointer()
    Float @17 = Load(@16, offset=16)                ; i
    Int64 @18 = FramePointer()
    Float @19 = Load(@18, offset=24)                ; j
    ; return a - b + c - d + e - f + g - h + i * j
    Float @20 = Sub(@1, @3)
    Float @21 = Add(@20, @5)
    Float @22 = Sub(@21, @7)
    Float @23 = Add(@22, @9)
    Float @24 = Sub(@23, @11)
    Float @25 = Add(@24, @13)
    Float @26 = Sub(@25, @15)
    Float @27 = Mul(@17, @19)
    Float @28 = Add(@26, @27)
    Void @29 = Return(@28)
}
;; run floats(0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f, 8.5f, 9.5f) == 76.75f

; The incoming stack arguments are still there after a call with outgoing ones.
proc still_there(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)                     ; c
    Int64 @3 = ArgumentReg(%a3)                     ; d
    Int64 @4 = ArgumentReg(%a4)                     ; e
    Int64 @5 = ArgumentReg(%a5)                     ; f
    Int64 @6 = FramePointer()
    Int64 @7 = Load(@6, offset=16)                  ; g
    Int64 @8 = FramePointer()
    Int64 @9 = Load(@8, offset=24)                  ; h
    ; x: i64 = call ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 1)
    Int32 @10 = Const32(1)
    Int64 @11 = Const64(2)
    Int32 @12 = Const32(3)
    Int64 @13 = Const64(4)
    Int32 @14 = Const32(5)
    Int64 @15 = Const64(6)
    Int32 @16 = Const32(7)
    Int64 @17 = Const64(8)
    Int32 @18 = Const32(9)
    Int64 @19 = Const64(1)
    Int64 @20 = CCall(ten, @10, @11, @12, @13, @14, @15, @16, @17, @18, @19); x
    ; return x + g * 2 + h * 3
    Int64 @21 = Mul(@7, @11)
    Int64 @22 = Add(@20, @21)
    Int64 @23 = Const64(3)
    Int64 @24 = Mul(@9, @23)
    Int64 @25 = Add(@22, @24)
    Void @26 = Return(@25)
}
;; run still_there(0, 0, 0, 0, 0, 0, 5, 6) == 0x767932cd

; Calls within the arguments of a call.
proc nested(Int64) -> Int64 target=x86_64-linux conv=system_v {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return call still_there(x, 1, 2, 3, 4, 5, call still_there(0, 0, 0, 0, 0, 0, x, 1), call narrow(x, 0, 0, 0, 0, 1, -1))
    Int64 @1 = Const64(1)
    Int64 @2 = Const64(2)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(4)
    Int64 @5 = Const64(5)
    Int64 @6 = Const64(0)
    Int64 @7 = CCall(still_there, @6, @6, @6, @6, @6, @6, @0, @1)
    Int32 @8 = Const32(-1)
    Int64 @9 = CCall(narrow, @0, @6, @6, @6, @6, @1, @8)
    Int64 @10 = CCall(still_there, @0, @1, @2, @3, @4, @5, @7, @9)
    Void @11 = Return(@10)
}
;; run nested(9) == 0x4636b9858
