barebones 1
; A ray tracer: two spheres over a checkered floor, one light, shadows; grey levels as bytes.
;
; Known answers: the checksums are Python's, with the same order of operations.
;! run

; x, y, z, radius.
data spheres = f64:0.0 f64:0.0 f64:4.0 f64:1.0
    f64:-1.5 f64:0.5 f64:5.0 f64:0.75

; The distance along a ray (of any length) to a sphere, or infinity.
proc hit_sphere(Int64, Double, Double, Double, Double, Double, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; sphere
    Double @1 = ArgumentReg(%fa0)                   ; ox
    Double @2 = ArgumentReg(%fa1)                   ; oy
    Double @3 = ArgumentReg(%fa2)                   ; oz
    Double @4 = ArgumentReg(%fa3)                   ; dx
    Double @5 = ArgumentReg(%fa4)                   ; dy
    Double @6 = ArgumentReg(%fa5)                   ; dz
    ; cx: f64 = ox - f64[sphere]
    Double @7 = Load(@0)
    Double @8 = Sub(@1, @7)                         ; cx
    ; cy: f64 = oy - f64[sphere, 8]
    Double @9 = Load(@0, offset=8)
    Double @10 = Sub(@2, @9)                        ; cy
    ; cz: f64 = oz - f64[sphere, 16]
    Double @11 = Load(@0, offset=16)
    Double @12 = Sub(@3, @11)                       ; cz
    ; r: f64 = f64[sphere, 24]
    Double @13 = Load(@0, offset=24)                ; r
    ; a: f64 = dx * dx + dy * dy + dz * dz
    Double @14 = Mul(@4, @4)
    Double @15 = Mul(@5, @5)
    Double @16 = Add(@14, @15)
    Double @17 = Mul(@6, @6)
    Double @18 = Add(@16, @17)                      ; a
    ; b: f64 = cx * dx + cy * dy + cz * dz
    Double @19 = Mul(@8, @4)
    Double @20 = Mul(@10, @5)
    Double @21 = Add(@19, @20)
    Double @22 = Mul(@12, @6)
    Double @23 = Add(@21, @22)                      ; b
    ; c: f64 = cx * cx + cy * cy + cz * cz - r * r
    Double @24 = Mul(@8, @8)
    Double @25 = Mul(@10, @10)
    Double @26 = Add(@24, @25)
    Double @27 = Mul(@12, @12)
    Double @28 = Add(@26, @27)
    Double @29 = Mul(@13, @13)
    Double @30 = Sub(@28, @29)                      ; c
    ; square: f64 = b * b - a * c
    Double @31 = Mul(@23, @23)
    Double @32 = Mul(@18, @30)
    Double @33 = Sub(@31, @32)                      ; square
    ; if square < 0.0
    Double @34 = ConstDouble(0.0)
    Int32 @35 = LessThan(@33, @34)
    Void @36 = Branch(@35, #1, #2)
#1:        ; then
    ; return inf
    Double @37 = ConstDouble(inf)
    Void @38 = Return(@37)
#2:        ; endif
    ; t: f64 = (-b - Sqrt(square)) / a
    Double @39 = Neg(@23)
    Double @40 = Sqrt(@33)
    Double @41 = Sub(@39, @40)
    Double @42 = Div(@41, @18)                      ; t
    ; return Select(t > 0.000001, t, inf)
    Double @43 = ConstDouble(0.000001)
    Int32 @44 = GreaterThan(@42, @43)
    Double @45 = ConstDouble(inf)
    Double @46 = Select(@44, @42, @45)
    Void @47 = Return(@46)
}

; 1 if a sphere is between the point and the light.
proc in_shadow(Double, Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    Double @1 = ArgumentReg(%fa1)                   ; y
    Double @2 = ArgumentReg(%fa2)                   ; z
    ; lx: f64 = 3.0 - x
    Double @3 = ConstDouble(3.0)
    Double @4 = Sub(@3, @0)                         ; lx
    ; ly: f64 = 5.0 - y
    Double @5 = ConstDouble(5.0)
    Double @6 = Sub(@5, @1)                         ; ly
    ; lz: f64 = 0.0 - z
    Double @7 = ConstDouble(0.0)
    Double @8 = Sub(@7, @2)                         ; lz
    ; near: f64 = FMin(call hit_sphere(addr(spheres), x, y, z, lx, ly, lz), call hit_sphere(addr(spheres) + 32, x, y, z, lx, ly, lz))
    Int64 @9 = SymbolAddress(spheres)
    Double @10 = CCall(hit_sphere, @9, @0, @1, @2, @4, @6, @8)
    Int64 @11 = SymbolAddress(spheres)
    Int64 @12 = Const64(32)
    Int64 @13 = Add(@11, @12)
    Double @14 = CCall(hit_sphere, @13, @0, @1, @2, @4, @6, @8)
    Double @15 = FMin(@10, @14)                     ; near
    ; return near < 1.0
    Double @16 = ConstDouble(1.0)
    Int32 @17 = LessThan(@15, @16)
    Void @18 = Return(@17)
}

; The light on a surface: the cosine between the normal and the direction of the light, plus ambient light.
proc shade(Double, Double, Double, Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; x
    Double @1 = ArgumentReg(%fa1)                   ; y
    Double @2 = ArgumentReg(%fa2)                   ; z
    Double @3 = ArgumentReg(%fa3)                   ; nx
    Double @4 = ArgumentReg(%fa4)                   ; ny
    Double @5 = ArgumentReg(%fa5)                   ; nz
    ; if call in_shadow(x, y, z)
    Int32 @6 = CCall(in_shadow, @0, @1, @2)
    Void @7 = Branch(@6, #1, #2)
#1:        ; then
    ; return 0.1
    Double @8 = ConstDouble(0.1)
    Void @9 = Return(@8)
#2:        ; endif
    ; lx: f64 = 3.0 - x
    Double @10 = ConstDouble(3.0)
    Double @11 = Sub(@10, @0)                       ; lx
    ; ly: f64 = 5.0 - y
    Double @12 = ConstDouble(5.0)
    Double @13 = Sub(@12, @1)                       ; ly
    ; lz: f64 = 0.0 - z
    Double @14 = ConstDouble(0.0)
    Double @15 = Sub(@14, @2)                       ; lz
    ; cosine: f64 = (nx * lx + ny * ly + nz * lz) / Sqrt(lx * lx + ly * ly + lz * lz)
    Double @16 = Mul(@3, @11)
    Double @17 = Mul(@4, @13)
    Double @18 = Add(@16, @17)
    Double @19 = Mul(@5, @15)
    Double @20 = Add(@18, @19)
    Double @21 = Mul(@11, @11)
    Double @22 = Mul(@13, @13)
    Double @23 = Add(@21, @22)
    Double @24 = Mul(@15, @15)
    Double @25 = Add(@23, @24)
    Double @26 = Sqrt(@25)
    Double @27 = Div(@20, @26)                      ; cosine
    ; return FMax(cosine, 0.0) * 0.9 + 0.1
    Double @28 = FMax(@27, @14)
    Double @29 = ConstDouble(0.9)
    Double @30 = Mul(@28, @29)
    Double @31 = ConstDouble(0.1)
    Double @32 = Add(@30, @31)
    Void @33 = Return(@32)
}

; The grey level seen through a point of the window -1 .. 1; the eye is the origin.
proc pixel(Double, Double) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; px
    Double @1 = ArgumentReg(%fa1)                   ; py
    ; t0: f64 = call hit_sphere(addr(spheres), 0.0, 0.0, 0.0, px, py, 1.5)
    Int64 @2 = SymbolAddress(spheres)
    Double @3 = ConstDouble(0.0)
    Double @4 = ConstDouble(1.5)
    Double @5 = CCall(hit_sphere, @2, @3, @3, @3, @0, @1, @4); t0
    ; t1: f64 = call hit_sphere(addr(spheres) + 32, 0.0, 0.0, 0.0, px, py, 1.5)
    Int64 @6 = SymbolAddress(spheres)
    Int64 @7 = Const64(32)
    Int64 @8 = Add(@6, @7)
    Double @9 = CCall(hit_sphere, @8, @3, @3, @3, @0, @1, @4); t1
    ; The floor is at y = -1.
    ; t2: f64 = Select(py < 0.0, -1.0 / py, inf)
    Int32 @10 = LessThan(@1, @3)
    Double @11 = ConstDouble(-1.0)
    Double @12 = Div(@11, @1)
    Double @13 = ConstDouble(inf)
    Double @14 = Select(@10, @12, @13)              ; t2
    ; t: f64 = FMin(FMin(t0, t1), t2)
    Double @15 = FMin(@5, @9)
    Double @16 = FMin(@15, @14)                     ; t
    ; if t == inf
    Int32 @17 = Equal(@16, @13)
    Void @18 = Branch(@17, #1, #2)
#1:        ; then
    ; The sky is darker above.
    ; return FToUSat32(Ceil(128.0 - Abs(py) * 90.0))
    Double @19 = Abs(@1)
    Double @20 = ConstDouble(90.0)
    Double @21 = Mul(@19, @20)
    Double @22 = ConstDouble(128.0)
    Double @23 = Sub(@22, @21)
    Double @24 = Ceil(@23)
    Int32 @25 = FToUSat(@24)
    Void @26 = Return(@25)
#2:        ; endif
    ; x: f64 = px * t
    Double @27 = Mul(@0, @16)                       ; x
    ; y: f64 = py * t
    Double @28 = Mul(@1, @16)                       ; y
    ; z: f64 = 1.5 * t
    Double @29 = ConstDouble(1.5)
    Double @30 = Mul(@29, @16)                      ; z
    ; light: f64 = 0.0
    Double @31 = ConstDouble(0.0)                   ; light
    ; if t == t2
    Int32 @32 = Equal(@16, @14)
    Void @33 = Branch(@32, #3, #4)
#3:        ; then
    ; Black and white squares.
    ; square: i32 = Trunc(FToISat64(Floor(x)) + FToISat64(Floor(z)))
    Double @34 = Floor(@27)
    Int64 @35 = FToISat(@34)
    Double @36 = Floor(@30)
    Int64 @37 = FToISat(@36)
    Int64 @38 = Add(@35, @37)
    Int32 @39 = Trunc(@38)                          ; square
    ; light = call shade(x, y, z, 0.0, 1.0, 0.0) * Select(square & 1, 0.25, 1.0)
    Double @40 = ConstDouble(0.0)
    Double @41 = ConstDouble(1.0)
    Double @42 = CCall(shade, @27, @28, @30, @40, @41, @40)
    Int32 @43 = Const32(1)
    Int32 @44 = BitAnd(@39, @43)
    Double @45 = ConstDouble(0.25)
    Double @46 = Select(@44, @45, @41)
    Double @47 = Mul(@42, @46)                      ; light
    Void @48 = Upsilon(@47, ^@69)
    Void @49 = Jump(#5)
#4:        ; else
    ; sphere: i64 = addr(spheres) + Select(t == t0, 0L, 32L)
    Int64 @50 = SymbolAddress(spheres)
    Int32 @51 = Equal(@16, @5)
    Int64 @52 = Const64(0)
    Int64 @53 = Const64(32)
    Int64 @54 = Select(@51, @52, @53)
    Int64 @55 = Add(@50, @54)                       ; sphere
    ; r: f64 = f64[sphere, 24]
    Double @56 = Load(@55, offset=24)               ; r
    ; light = call shade(x, y, z, (x - f64[sphere]) / r, (y - f64[sphere, 8]) / r, (z - f64[sphere, 16]) / r)
    Double @57 = Load(@55)
    Double @58 = Sub(@27, @57)
    Double @59 = Div(@58, @56)
    Double @60 = Load(@55, offset=8)
    Double @61 = Sub(@28, @60)
    Double @62 = Div(@61, @56)
    Double @63 = Load(@55, offset=16)
    Double @64 = Sub(@30, @63)
    Double @65 = Div(@64, @56)
    Double @66 = CCall(shade, @27, @28, @30, @59, @62, @65); light
    Void @67 = Upsilon(@66, ^@69)
    Void @68 = Jump(#5)
#5:        ; endif
    Double @69 = Phi()                              ; light
    ; level: i32 = FToUSat32(light * 256.0)
    Double @70 = ConstDouble(256.0)
    Double @71 = Mul(@69, @70)
    Int32 @72 = FToUSat(@71)                        ; level
    ; return Select(level <=u 255, level, 255)
    Int32 @73 = Const32(255)
    Int32 @74 = BelowEqual(@72, @73)
    Int32 @75 = Select(@74, @72, @73)
    Void @76 = Return(@75)
}
;; run pixel(0.0, 0.0) == 131
;; run pixel(-0.4, 0.2) == 216
;; run pixel(0.3, -0.6) == 224
;; run pixel(0.0, 0.9) == 47

; All grey levels of a square image, added.
proc image_sum(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; size
    ; sum: i64 = 0
    Int64 @2 = Const64(0)                           ; sum
    ; step: f64 = 2.0 / UToD(size)
    Double @3 = UToD(@1)
    Double @4 = ConstDouble(2.0)
    Double @5 = Div(@4, @3)                         ; step
    ; for row = 0 until size
    Int32 @6 = Const32(0)
    Void @7 = Upsilon(@6, ^@10)
    Void @8 = Upsilon(@2, ^@11)
    Void @9 = Jump(#1)
#1:        ; for row
    Int32 @10 = Phi()                               ; row
    Int64 @11 = Phi()                               ; sum
    Int32 @12 = LessThan(@10, @1)
    Void @13 = Branch(@12, #2, #8)
#2:        ; body
    ; for column = 0 until size
    Int32 @14 = Const32(0)
    Void @15 = Upsilon(@14, ^@18)
    Void @16 = Upsilon(@11, ^@19)
    Void @17 = Jump(#3)
#3:        ; for column
    Int32 @18 = Phi()                               ; column
    Int64 @19 = Phi()                               ; sum
    Int32 @20 = LessThan(@18, @1)
    Void @21 = Branch(@20, #4, #6)
#4:        ; body
    ; sum = sum + ZExt32(call pixel(UToD(column) * step - 1.0, 1.0 - UToD(row) * step))
    Double @22 = UToD(@18)
    Double @23 = Mul(@22, @5)
    Double @24 = ConstDouble(1.0)
    Double @25 = Sub(@23, @24)
    Double @26 = UToD(@10)
    Double @27 = Mul(@26, @5)
    Double @28 = Sub(@24, @27)
    Int32 @29 = CCall(pixel, @25, @28)
    Int64 @30 = ZExt32(@29)
    Int64 @31 = Add(@19, @30)                       ; sum
    Void @32 = Jump(#5)
#5:        ; next column
    Int32 @33 = Const32(1)
    Int32 @34 = Add(@18, @33)
    Void @35 = Upsilon(@34, ^@18)
    Void @36 = Upsilon(@31, ^@19)
    Void @37 = Jump(#3)
#6:        ; done
    Void @38 = Jump(#7)
#7:        ; next row
    Int32 @39 = Const32(1)
    Int32 @40 = Add(@10, @39)
    Void @41 = Upsilon(@40, ^@10)
    Void @42 = Upsilon(@19, ^@11)
    Void @43 = Jump(#1)
#8:        ; done
    ; return sum
    Void @44 = Return(@11)
}
;; run image_sum(24) == 56839
;; run image_sum(64) == 407338

; Hashes the levels in order (FNV-1a).
proc image_mix(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; size
    ; hash: i64 = 0xcbf29ce484222325
    Int64 @2 = Const64(0xcbf29ce484222325)          ; hash
    ; step: f64 = 2.0 / UToD(size)
    Double @3 = UToD(@1)
    Double @4 = ConstDouble(2.0)
    Double @5 = Div(@4, @3)                         ; step
    ; for row = 0 until size
    Int32 @6 = Const32(0)
    Void @7 = Upsilon(@6, ^@10)
    Void @8 = Upsilon(@2, ^@11)
    Void @9 = Jump(#1)
#1:        ; for row
    Int32 @10 = Phi()                               ; row
    Int64 @11 = Phi()                               ; hash
    Int32 @12 = LessThan(@10, @1)
    Void @13 = Branch(@12, #2, #8)
#2:        ; body
    ; for column = 0 until size
    Int32 @14 = Const32(0)
    Void @15 = Upsilon(@14, ^@18)
    Void @16 = Upsilon(@11, ^@19)
    Void @17 = Jump(#3)
#3:        ; for column
    Int32 @18 = Phi()                               ; column
    Int64 @19 = Phi()                               ; hash
    Int32 @20 = LessThan(@18, @1)
    Void @21 = Branch(@20, #4, #6)
#4:        ; body
    ; level: i32 = call pixel(UToD(column) * step - 1.0, 1.0 - UToD(row) * step)
    Double @22 = UToD(@18)
    Double @23 = Mul(@22, @5)
    Double @24 = ConstDouble(1.0)
    Double @25 = Sub(@23, @24)
    Double @26 = UToD(@10)
    Double @27 = Mul(@26, @5)
    Double @28 = Sub(@24, @27)
    Int32 @29 = CCall(pixel, @25, @28)              ; level
    ; hash = (hash ^ ZExt32(level)) * 0x100000001b3
    Int64 @30 = ZExt32(@29)
    Int64 @31 = BitXor(@19, @30)
    Int64 @32 = Const64(0x100000001b3)
    Int64 @33 = Mul(@31, @32)                       ; hash
    Void @34 = Jump(#5)
#5:        ; next column
    Int32 @35 = Const32(1)
    Int32 @36 = Add(@18, @35)
    Void @37 = Upsilon(@36, ^@18)
    Void @38 = Upsilon(@33, ^@19)
    Void @39 = Jump(#3)
#6:        ; done
    Void @40 = Jump(#7)
#7:        ; next row
    Int32 @41 = Const32(1)
    Int32 @42 = Add(@10, @41)
    Void @43 = Upsilon(@42, ^@10)
    Void @44 = Upsilon(@19, ^@11)
    Void @45 = Jump(#1)
#8:        ; done
    ; return hash
    Void @46 = Return(@11)
}
;; run image_mix(40) == 0x567eabaebea5858b
