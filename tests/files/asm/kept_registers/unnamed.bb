barebones 1
; A pinned register that a procedure neither names nor passes on must be preserved: it can be saved and used, also if it
; is only read without a use. Of two, one may be named. A procedure that calls one that shares them can use neither;
; calls of other conventions do not matter.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 0 as O0

proc free(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @10 = Load(@0, offset=0)
    Int64 @11 = Load(@0, offset=8)
    Int64 @12 = Load(@0, offset=16)
    Int64 @13 = Load(@0, offset=24)
    Int64 @14 = Load(@0, offset=32)
    Int64 @15 = Load(@0, offset=40)
    Int64 @16 = Load(@0, offset=48)
    Int64 @17 = Load(@0, offset=56)
    Int64 @18 = Load(@0, offset=64)
    Int64 @19 = Load(@0, offset=72)
    Int64 @20 = Load(@0, offset=80)
    Int64 @21 = Load(@0, offset=88)
    Int64 @22 = Load(@0, offset=96)
    Int64 @23 = Load(@0, offset=104)
    Int64 @24 = Load(@0, offset=112)
    Int64 @25 = Load(@0, offset=120)
    Int64 @26 = Mul(@10, @15)
    Int64 @27 = Mul(@11, @16)
    Int64 @28 = Mul(@12, @17)
    Int64 @29 = Mul(@13, @18)
    Int64 @30 = Mul(@14, @19)
    Int64 @31 = Mul(@15, @20)
    Int64 @32 = Mul(@16, @21)
    Int64 @33 = Mul(@17, @22)
    Int64 @34 = Mul(@18, @23)
    Int64 @35 = Mul(@19, @24)
    Int64 @36 = Mul(@20, @25)
    Int64 @37 = Mul(@21, @26)
    Int64 @38 = Mul(@22, @27)
    Int64 @39 = Mul(@23, @28)
    Int64 @40 = Mul(@24, @29)
    Int64 @41 = Mul(@25, @30)
    Int64 @42 = Add(@26, @27)
    Int64 @43 = Add(@42, @28)
    Int64 @44 = Add(@43, @29)
    Int64 @45 = Add(@44, @30)
    Int64 @46 = Add(@45, @31)
    Int64 @47 = Add(@46, @32)
    Int64 @48 = Add(@47, @33)
    Int64 @49 = Add(@48, @34)
    Int64 @50 = Add(@49, @35)
    Int64 @51 = Add(@50, @36)
    Int64 @52 = Add(@51, @37)
    Int64 @53 = Add(@52, @38)
    Int64 @54 = Add(@53, @39)
    Int64 @55 = Add(@54, @40)
    Int64 @56 = Add(@55, @41)
    Void @62 = Return(@56)
}
;; check O2: ], rbx
;; check O2: ], r14
;; check O2: mov rbx, [
;; check O2: mov r14, [
;; not O0: rbx
;; not O0: r14

proc unread(Int64) -> Int64 conv=internal target=x86_64-linux {
    pinned %rbx, %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = GetPinned(%rbx)
    Int64 @10 = Load(@0, offset=0)
    Int64 @11 = Load(@0, offset=8)
    Int64 @12 = Load(@0, offset=16)
    Int64 @13 = Load(@0, offset=24)
    Int64 @14 = Load(@0, offset=32)
    Int64 @15 = Load(@0, offset=40)
    Int64 @16 = Load(@0, offset=48)
    Int64 @17 = Load(@0, offset=56)
    Int64 @18 = Load(@0, offset=64)
    Int64 @19 = Load(@0, offset=72)
    Int64 @20 = Load(@0, offset=80)
    Int64 @21 = Load(@0, offset=88)
    Int64 @22 = Load(@0, offset=96)
    Int64 @23 = Load(@0, offset=104)
    Int64 @24 = Load(@0, offset=112)
    Int64 @25 = Load(@0, offset=120)
    Int64 @26 = Mul(@10, @15)
    Int64 @27 = Mul(@11, @16)
    Int64 @28 = Mul(@12, @17)
    Int64 @29 = Mul(@13, @18)
    Int64 @30 = Mul(@14, @19)
    Int64 @31 = Mul(@15, @20)
    Int64 @32 = Mul(@16, @21)
    Int64 @33 = Mul(@17, @22)
    Int64 @34 = Mul(@18, @23)
    Int64 @35 = Mul(@19, @24)
    Int64 @36 = Mul(@20, @25)
    Int64 @37 = Mul(@21, @26)
    Int64 @38 = Mul(@22, @27)
    Int64 @39 = Mul(@23, @28)
    Int64 @40 = Mul(@24, @29)
    Int64 @41 = Mul(@25, @30)
    Int64 @42 = Add(@26, @27)
    Int64 @43 = Add(@42, @28)
    Int64 @44 = Add(@43, @29)
    Int64 @45 = Add(@44, @30)
    Int64 @46 = Add(@45, @31)
    Int64 @47 = Add(@46, @32)
    Int64 @48 = Add(@47, @33)
    Int64 @49 = Add(@48, @34)
    Int64 @50 = Add(@49, @35)
    Int64 @51 = Add(@50, @36)
    Int64 @52 = Add(@51, @37)
    Int64 @53 = Add(@52, @38)
    Int64 @54 = Add(@53, @39)
    Int64 @55 = Add(@54, @40)
    Int64 @56 = Add(@55, @41)
    Void @62 = Return(@56)
}
;; check O2: ], rbx
;; check O2: mov rbx, [
