barebones 1
; Opaque and Identity return their operand. Opaque hides a constant, so that its uses are computed at run time.
;! run

proc opaque32(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; x
    ; return Opaque(x) + Identity(x)
    Int32 @2 = Opaque(@1)
    Int32 @3 = Identity(@1)
    Int32 @4 = Add(@2, @3)
    Void @5 = Return(@4)
}
;; run opaque32(21) == 42

proc opaque64(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; x
    ; return Opaque(x) ^ Identity(1L)
    Int64 @1 = Opaque(@0)
    Int64 @2 = Const64(1)
    Int64 @3 = Identity(@2)
    Int64 @4 = BitXor(@1, @3)
    Void @5 = Return(@4)
}
;; run opaque64(6) == 7

proc opaque_float(Float) -> Float {
#0:
    Double @0 = ArgumentReg(%fa0)
    Float @1 = Trunc(@0)                            ; x
    ; return Opaque(x)
    Float @2 = Opaque(@1)
    Void @3 = Return(@2)
}
;; run opaque_float(nan:0x7fa00001) == nan:0x7fa00001
;; run opaque_float(-0.0f) == -0.0f

proc opaque_double(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    ; return Identity(Opaque(x))
    Double @1 = Opaque(@0)
    Double @2 = Identity(@1)
    Void @3 = Return(@2)
}
;; run opaque_double(nan:0xfff4000000000001) == nan:0xfff4000000000001

; Constants behind an Opaque are not folded.
proc hidden_constants() -> Int32 {
#0:
    ; return Opaque(6) * Opaque(7) + (Opaque(1) << Opaque(33)) + ChillDiv(Opaque(5), Opaque(0))
    Int32 @0 = Const32(6)
    Int32 @1 = Opaque(@0)
    Int32 @2 = Const32(7)
    Int32 @3 = Opaque(@2)
    Int32 @4 = Mul(@1, @3)
    Int32 @5 = Const32(1)
    Int32 @6 = Opaque(@5)
    Int32 @7 = Const32(33)
    Int32 @8 = Opaque(@7)
    Int32 @9 = Shl(@6, @8)
    Int32 @10 = Add(@4, @9)
    Int32 @11 = Const32(5)
    Int32 @12 = Opaque(@11)
    Int32 @13 = Const32(0)
    Int32 @14 = Opaque(@13)
    Int32 @15 = ChillDiv(@12, @14)
    Int32 @16 = Add(@10, @15)
    Void @17 = Return(@16)
}
;; run hidden_constants() == 44

proc hidden_condition() -> Int32 {
#0:
    ; if Opaque(0)
    Int32 @0 = Const32(0)
    Int32 @1 = Opaque(@0)
    Void @2 = Branch(@1, #1, #2)
#1:        ; then
    ; return 1
    Int32 @3 = Const32(1)
    Void @4 = Return(@3)
#2:        ; endif
    ; return 2
    Int32 @5 = Const32(2)
    Void @6 = Return(@5)
}
;; run hidden_condition() == 2
