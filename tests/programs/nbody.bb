barebones 1
; Sun, Jupiter, Saturn, Uranus and Neptune: the n-body problem of the Computer Language Benchmarks Game.
;
; Known answers: the energy is -0.169075164 at the start, -0.169087605 after 1,000 steps of 0.01 (rounded; from the
; benchmark's page). The exact doubles: the same order of operations in C, without contraction.
;! run

; x, y, z, vx, vy, vz, mass; lengths in astronomical units, times in days. Velocities and masses are scaled at the start.
data planets =
    f64:0.0 f64:0.0 f64:0.0 f64:0.0 f64:0.0 f64:0.0 f64:1.0
    f64:4.84143144246472090 f64:-1.16032004402742839 f64:-0.103622044471123109
    f64:0.00166007664274403694 f64:0.00769901118419740425 f64:-0.0000690460016972063023 f64:0.000954791938424326609
    f64:8.34336671824457987 f64:4.12479856412430479 f64:-0.403523417114321381
    f64:-0.00276742510726411 f64:0.00499852801234917238 f64:0.0000230417297573763929 f64:0.000285885980666130812
    f64:12.8943695621391310 f64:-15.1111514016986312 f64:-0.223307578892655734
    f64:0.00296460137564761618 f64:0.00237847173959480950 f64:-0.0000296589568540237556 f64:0.0000436624404335156298
    f64:15.3796971148509165 f64:-25.9193146099879641 f64:0.179258772950371181
    f64:0.00268067772490389322 f64:0.00162824170038242295 f64:-0.0000951592254519715870 f64:0.0000515138902046611451
data bodies = zero:280

; Copies the planets, scales them, and sets the sun's momentum so that the total is zero.
proc prepare() -> Void {
#0:
    ; MemoryCopy(addr(bodies), addr(planets), 280)
    Int64 @0 = SymbolAddress(bodies)
    Int64 @1 = SymbolAddress(planets)
    Int64 @2 = Const64(280)
    Void @3 = MemoryCopy(@0, @1, @2)
    ; sun: i64 = addr(bodies)
    Int64 @4 = SymbolAddress(bodies)                ; sun
    ; px: f64 = 0.0
    Double @5 = ConstDouble(0.0)                    ; px
    ; py: f64 = 0.0
    ; pz: f64 = 0.0
    ; solar_mass: f64 = 39.47841760435743
    Double @6 = ConstDouble(39.47841760435743)      ; solar_mass
    ; year: f64 = 365.24
    Double @7 = ConstDouble(365.24)                 ; year
    ; for i = 0L until 5L
    Int64 @8 = Const64(0)
    Int64 @9 = Const64(5)
    Void @10 = Upsilon(@8, ^@15)
    Void @11 = Upsilon(@5, ^@16)
    Void @12 = Upsilon(@5, ^@17)
    Void @13 = Upsilon(@5, ^@18)
    Void @14 = Jump(#1)
#1:        ; for i
    Int64 @15 = Phi()                               ; i
    Double @16 = Phi()                              ; px
    Double @17 = Phi()                              ; py
    Double @18 = Phi()                              ; pz
    Int32 @19 = LessThan(@15, @9)
    Void @20 = Branch(@19, #2, #4)
#2:        ; body
    ; p: i64 = sun + i * 56
    Int64 @21 = Const64(56)
    Int64 @22 = Mul(@15, @21)
    Int64 @23 = Add(@4, @22)                        ; p
    ; vx: f64 = f64[p, 24] * year
    Double @24 = Load(@23, offset=24)
    Double @25 = Mul(@24, @7)                       ; vx
    ; vy: f64 = f64[p, 32] * year
    Double @26 = Load(@23, offset=32)
    Double @27 = Mul(@26, @7)                       ; vy
    ; vz: f64 = f64[p, 40] * year
    Double @28 = Load(@23, offset=40)
    Double @29 = Mul(@28, @7)                       ; vz
    ; mass: f64 = f64[p, 48] * solar_mass
    Double @30 = Load(@23, offset=48)
    Double @31 = Mul(@30, @6)                       ; mass
    ; f64[p, 24] = vx
    Void @32 = Store(@25, @23, offset=24)
    ; f64[p, 32] = vy
    Void @33 = Store(@27, @23, offset=32)
    ; f64[p, 40] = vz
    Void @34 = Store(@29, @23, offset=40)
    ; f64[p, 48] = mass
    Void @35 = Store(@31, @23, offset=48)
    ; px = px + vx * mass
    Double @36 = Mul(@25, @31)
    Double @37 = Add(@16, @36)                      ; px
    ; py = py + vy * mass
    Double @38 = Mul(@27, @31)
    Double @39 = Add(@17, @38)                      ; py
    ; pz = pz + vz * mass
    Double @40 = Mul(@29, @31)
    Double @41 = Add(@18, @40)                      ; pz
    Void @42 = Jump(#3)
#3:        ; next i
    Int64 @43 = Const64(1)
    Int64 @44 = Add(@15, @43)
    Void @45 = Upsilon(@44, ^@15)
    Void @46 = Upsilon(@37, ^@16)
    Void @47 = Upsilon(@39, ^@17)
    Void @48 = Upsilon(@41, ^@18)
    Void @49 = Jump(#1)
#4:        ; done
    ; f64[sun, 24] = -px / solar_mass
    Double @50 = Neg(@16)
    Double @51 = Div(@50, @6)
    Void @52 = Store(@51, @4, offset=24)
    ; f64[sun, 32] = -py / solar_mass
    Double @53 = Neg(@17)
    Double @54 = Div(@53, @6)
    Void @55 = Store(@54, @4, offset=32)
    ; f64[sun, 40] = -pz / solar_mass
    Double @56 = Neg(@18)
    Double @57 = Div(@56, @6)
    Void @58 = Store(@57, @4, offset=40)
    Void @59 = Return()
}

; One step of dt.
proc advance(Double) -> Void {
#0:
    Double @0 = ArgumentReg(%fa0)                   ; dt
    ; p: i64 = addr(bodies)
    Int64 @1 = SymbolAddress(bodies)                ; p
    ; end: i64 = p + 280
    Int64 @2 = Const64(280)
    Int64 @3 = Add(@1, @2)                          ; end
    Void @4 = Upsilon(@1, ^@6)
    Void @5 = Jump(#1)
#1:        ; while
    Int64 @6 = Phi()                                ; p
    ; while p != end
    Int32 @7 = NotEqual(@6, @3)
    Void @8 = Branch(@7, #2, #6)
#2:        ; body
    ; This body against the ones after it.
    ; x: f64 = f64[p]
    Double @9 = Load(@6)                            ; x
    ; y: f64 = f64[p, 8]
    Double @10 = Load(@6, offset=8)                 ; y
    ; z: f64 = f64[p, 16]
    Double @11 = Load(@6, offset=16)                ; z
    ; vx: f64 = f64[p, 24]
    Double @12 = Load(@6, offset=24)                ; vx
    ; vy: f64 = f64[p, 32]
    Double @13 = Load(@6, offset=32)                ; vy
    ; vz: f64 = f64[p, 40]
    Double @14 = Load(@6, offset=40)                ; vz
    ; mass: f64 = f64[p, 48]
    Double @15 = Load(@6, offset=48)                ; mass
    ; q: i64 = p + 56
    Int64 @16 = Const64(56)
    Int64 @17 = Add(@6, @16)                        ; q
    Void @18 = Upsilon(@17, ^@23)
    Void @19 = Upsilon(@12, ^@24)
    Void @20 = Upsilon(@13, ^@25)
    Void @21 = Upsilon(@14, ^@26)
    Void @22 = Jump(#3)
#3:        ; while
    Int64 @23 = Phi()                               ; q
    Double @24 = Phi()                              ; vx
    Double @25 = Phi()                              ; vy
    Double @26 = Phi()                              ; vz
    ; while q != end
    Int32 @27 = NotEqual(@23, @3)
    Void @28 = Branch(@27, #4, #5)
#4:        ; body
    ; dx: f64 = x - f64[q]
    Double @29 = Load(@23)
    Double @30 = Sub(@9, @29)                       ; dx
    ; dy: f64 = y - f64[q, 8]
    Double @31 = Load(@23, offset=8)
    Double @32 = Sub(@10, @31)                      ; dy
    ; dz: f64 = z - f64[q, 16]
    Double @33 = Load(@23, offset=16)
    Double @34 = Sub(@11, @33)                      ; dz
    ; d2: f64 = dx * dx + dy * dy + dz * dz
    Double @35 = Mul(@30, @30)
    Double @36 = Mul(@32, @32)
    Double @37 = Add(@35, @36)
    Double @38 = Mul(@34, @34)
    Double @39 = Add(@37, @38)                      ; d2
    ; mag: f64 = dt / (d2 * Sqrt(d2))
    Double @40 = Sqrt(@39)
    Double @41 = Mul(@39, @40)
    Double @42 = Div(@0, @41)                       ; mag
    ; theirs: f64 = f64[q, 48] * mag
    Double @43 = Load(@23, offset=48)
    Double @44 = Mul(@43, @42)                      ; theirs
    ; vx = vx - dx * theirs
    Double @45 = Mul(@30, @44)
    Double @46 = Sub(@24, @45)                      ; vx
    ; vy = vy - dy * theirs
    Double @47 = Mul(@32, @44)
    Double @48 = Sub(@25, @47)                      ; vy
    ; vz = vz - dz * theirs
    Double @49 = Mul(@34, @44)
    Double @50 = Sub(@26, @49)                      ; vz
    ; ours: f64 = mass * mag
    Double @51 = Mul(@15, @42)                      ; ours
    ; f64[q, 24] = f64[q, 24] + dx * ours
    Double @52 = Load(@23, offset=24)
    Double @53 = Mul(@30, @51)
    Double @54 = Add(@52, @53)
    Void @55 = Store(@54, @23, offset=24)
    ; f64[q, 32] = f64[q, 32] + dy * ours
    Double @56 = Load(@23, offset=32)
    Double @57 = Mul(@32, @51)
    Double @58 = Add(@56, @57)
    Void @59 = Store(@58, @23, offset=32)
    ; f64[q, 40] = f64[q, 40] + dz * ours
    Double @60 = Load(@23, offset=40)
    Double @61 = Mul(@34, @51)
    Double @62 = Add(@60, @61)
    Void @63 = Store(@62, @23, offset=40)
    ; q = q + 56
    Int64 @64 = Const64(56)
    Int64 @65 = Add(@23, @64)                       ; q
    Void @66 = Upsilon(@65, ^@23)
    Void @67 = Upsilon(@46, ^@24)
    Void @68 = Upsilon(@48, ^@25)
    Void @69 = Upsilon(@50, ^@26)
    Void @70 = Jump(#3)
#5:        ; done
    ; f64[p, 24] = vx
    Void @71 = Store(@24, @6, offset=24)
    ; f64[p, 32] = vy
    Void @72 = Store(@25, @6, offset=32)
    ; f64[p, 40] = vz
    Void @73 = Store(@26, @6, offset=40)
    ; p = p + 56
    Int64 @74 = Const64(56)
    Int64 @75 = Add(@6, @74)                        ; p
    Void @76 = Upsilon(@75, ^@6)
    Void @77 = Jump(#1)
#6:        ; done
    ; b: i64 = addr(bodies)
    Int64 @78 = SymbolAddress(bodies)               ; b
    Void @79 = Upsilon(@78, ^@81)
    Void @80 = Jump(#7)
#7:        ; do
    Int64 @81 = Phi()                               ; b
    ; f64[b] = f64[b] + dt * f64[b, 24]
    Double @82 = Load(@81)
    Double @83 = Load(@81, offset=24)
    Double @84 = Mul(@0, @83)
    Double @85 = Add(@82, @84)
    Void @86 = Store(@85, @81)
    ; f64[b, 8] = f64[b, 8] + dt * f64[b, 32]
    Double @87 = Load(@81, offset=8)
    Double @88 = Load(@81, offset=32)
    Double @89 = Mul(@0, @88)
    Double @90 = Add(@87, @89)
    Void @91 = Store(@90, @81, offset=8)
    ; f64[b, 16] = f64[b, 16] + dt * f64[b, 40]
    Double @92 = Load(@81, offset=16)
    Double @93 = Load(@81, offset=40)
    Double @94 = Mul(@0, @93)
    Double @95 = Add(@92, @94)
    Void @96 = Store(@95, @81, offset=16)
    ; b = b + 56
    Int64 @97 = Const64(56)
    Int64 @98 = Add(@81, @97)                       ; b
    Void @99 = Jump(#8)
#8:        ; again?
    ; while b != end
    Int32 @100 = NotEqual(@98, @3)
    Void @101 = Upsilon(@98, ^@81)
    Void @102 = Branch(@100, #7, #9)
#9:        ; done
    Void @103 = Return()
}

; The energy after this many steps.
proc energy(Int32) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; steps
    ; call prepare()
    Void @2 = CCall(prepare)
    ; for step = 0 until steps
    Int32 @3 = Const32(0)
    Void @4 = Upsilon(@3, ^@6)
    Void @5 = Jump(#1)
#1:        ; for step
    Int32 @6 = Phi()                                ; step
    Int32 @7 = LessThan(@6, @1)
    Void @8 = Branch(@7, #2, #4)
#2:        ; body
    ; call advance(0.01)
    Double @9 = ConstDouble(0.01)
    Void @10 = CCall(advance, @9)
    Void @11 = Jump(#3)
#3:        ; next step
    Int32 @12 = Const32(1)
    Int32 @13 = Add(@6, @12)
    Void @14 = Upsilon(@13, ^@6)
    Void @15 = Jump(#1)
#4:        ; done
    ; e: f64 = 0.0
    Double @16 = ConstDouble(0.0)                   ; e
    ; for i = 0L until 5L
    Int64 @17 = Const64(0)
    Int64 @18 = Const64(5)
    Void @19 = Upsilon(@17, ^@22)
    Void @20 = Upsilon(@16, ^@23)
    Void @21 = Jump(#5)
#5:        ; for i
    Int64 @22 = Phi()                               ; i
    Double @23 = Phi()                              ; e
    Int32 @24 = LessThan(@22, @18)
    Void @25 = Branch(@24, #6, #12)
#6:        ; body
    ; p: i64 = addr(bodies) + i * 56
    Int64 @26 = SymbolAddress(bodies)
    Int64 @27 = Const64(56)
    Int64 @28 = Mul(@22, @27)
    Int64 @29 = Add(@26, @28)                       ; p
    ; vx: f64 = f64[p, 24]
    Double @30 = Load(@29, offset=24)               ; vx
    ; vy: f64 = f64[p, 32]
    Double @31 = Load(@29, offset=32)               ; vy
    ; vz: f64 = f64[p, 40]
    Double @32 = Load(@29, offset=40)               ; vz
    ; e = e + 0.5 * f64[p, 48] * (vx * vx + vy * vy + vz * vz)
    Double @33 = Load(@29, offset=48)
    Double @34 = ConstDouble(0.5)
    Double @35 = Mul(@34, @33)
    Double @36 = Mul(@30, @30)
    Double @37 = Mul(@31, @31)
    Double @38 = Add(@36, @37)
    Double @39 = Mul(@32, @32)
    Double @40 = Add(@38, @39)
    Double @41 = Mul(@35, @40)
    Double @42 = Add(@23, @41)                      ; e
    ; for j = i + 1 until 5L
    Int64 @43 = Const64(1)
    Int64 @44 = Add(@22, @43)
    Int64 @45 = Const64(5)
    Void @46 = Upsilon(@44, ^@49)
    Void @47 = Upsilon(@42, ^@50)
    Void @48 = Jump(#7)
#7:        ; for j
    Int64 @49 = Phi()                               ; j
    Double @50 = Phi()                              ; e
    Int32 @51 = LessThan(@49, @45)
    Void @52 = Branch(@51, #8, #10)
#8:        ; body
    ; q: i64 = addr(bodies) + j * 56
    Int64 @53 = SymbolAddress(bodies)
    Int64 @54 = Const64(56)
    Int64 @55 = Mul(@49, @54)
    Int64 @56 = Add(@53, @55)                       ; q
    ; dx: f64 = f64[p] - f64[q]
    Double @57 = Load(@29)
    Double @58 = Load(@56)
    Double @59 = Sub(@57, @58)                      ; dx
    ; dy: f64 = f64[p, 8] - f64[q, 8]
    Double @60 = Load(@29, offset=8)
    Double @61 = Load(@56, offset=8)
    Double @62 = Sub(@60, @61)                      ; dy
    ; dz: f64 = f64[p, 16] - f64[q, 16]
    Double @63 = Load(@29, offset=16)
    Double @64 = Load(@56, offset=16)
    Double @65 = Sub(@63, @64)                      ; dz
    ; e = e - f64[p, 48] * f64[q, 48] / Sqrt(dx * dx + dy * dy + dz * dz)
    Double @66 = Load(@29, offset=48)
    Double @67 = Load(@56, offset=48)
    Double @68 = Mul(@66, @67)
    Double @69 = Mul(@59, @59)
    Double @70 = Mul(@62, @62)
    Double @71 = Add(@69, @70)
    Double @72 = Mul(@65, @65)
    Double @73 = Add(@71, @72)
    Double @74 = Sqrt(@73)
    Double @75 = Div(@68, @74)
    Double @76 = Sub(@50, @75)                      ; e
    Void @77 = Jump(#9)
#9:        ; next j
    Int64 @78 = Const64(1)
    Int64 @79 = Add(@49, @78)
    Void @80 = Upsilon(@79, ^@49)
    Void @81 = Upsilon(@76, ^@50)
    Void @82 = Jump(#7)
#10:        ; done
    Void @83 = Jump(#11)
#11:        ; next i
    Int64 @84 = Const64(1)
    Int64 @85 = Add(@22, @84)
    Void @86 = Upsilon(@85, ^@22)
    Void @87 = Upsilon(@50, ^@23)
    Void @88 = Jump(#5)
#12:        ; done
    ; return e
    Void @89 = Return(@23)
}
;; run energy(0) == -0.1690751638285433
;; run energy(1) == -0.1690749540250862
;; run energy(1000) == -0.16908760523462465
