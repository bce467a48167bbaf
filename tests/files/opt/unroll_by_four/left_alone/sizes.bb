barebones 1
; Loops that are unrolled by four with one test, each with a twin that is not; and the frequencies of the copies.
;! opt unroll_by_four
;! run

; Five values that compute something in any case, and nineteen more.
proc of_the_size(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @30 = BitXor(@13, @7)
    Int64 @31 = BitXor(@30, @7)
    Int64 @32 = BitXor(@31, @7)
    Int64 @33 = BitXor(@32, @7)
    Int64 @34 = BitXor(@33, @7)
    Int64 @35 = BitXor(@34, @7)
    Int64 @36 = BitXor(@35, @7)
    Int64 @37 = BitXor(@36, @7)
    Int64 @38 = BitXor(@37, @7)
    Int64 @39 = BitXor(@38, @7)
    Int64 @40 = BitXor(@39, @7)
    Int64 @41 = BitXor(@40, @7)
    Int64 @42 = BitXor(@41, @7)
    Int64 @43 = BitXor(@42, @7)
    Int64 @44 = BitXor(@43, @7)
    Int64 @45 = BitXor(@44, @7)
    Int64 @46 = BitXor(@45, @7)
    Int64 @47 = BitXor(@46, @7)
    Int64 @48 = BitXor(@47, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@48, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@48)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run of_the_size(0, 0) == 3
;; run of_the_size(0, 9) == 243
;; run of_the_size(0, 40) == 3589748977

; One more.
proc too_large(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @30 = BitXor(@13, @7)
    Int64 @31 = BitXor(@30, @7)
    Int64 @32 = BitXor(@31, @7)
    Int64 @33 = BitXor(@32, @7)
    Int64 @34 = BitXor(@33, @7)
    Int64 @35 = BitXor(@34, @7)
    Int64 @36 = BitXor(@35, @7)
    Int64 @37 = BitXor(@36, @7)
    Int64 @38 = BitXor(@37, @7)
    Int64 @39 = BitXor(@38, @7)
    Int64 @40 = BitXor(@39, @7)
    Int64 @41 = BitXor(@40, @7)
    Int64 @42 = BitXor(@41, @7)
    Int64 @43 = BitXor(@42, @7)
    Int64 @44 = BitXor(@43, @7)
    Int64 @45 = BitXor(@44, @7)
    Int64 @46 = BitXor(@45, @7)
    Int64 @47 = BitXor(@46, @7)
    Int64 @48 = BitXor(@47, @7)
    Int64 @49 = BitXor(@48, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@49, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@49)
}
;; check: Mul(
;; not: Mul(
;; run too_large(0, 0) == 3
;; run too_large(0, 9) == 359
;; run too_large(0, 40) == 5230176581

; The state has no value of the loop.
proc names_another(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@1]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @21 = Check(@0, generator=generator0, state=state0)
    Void @22 = Return(@13)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run names_another(0, 9) == 359
;; run names_another(0, 40) == 5230176581

; The state has a value of the last iteration, which is one of the original loop.
proc named(Int64, Int64) -> Int64 {
    generator0 = "leave"
    state0 = frame function=1 pc=2 [@15]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @21 = Check(@0, generator=generator0, state=state0)
    Void @22 = Return(@13)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run named(0, 9) == 359
;; run named(0, 40) == 5230176581

; The trip count is measured.
proc often(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1 frequency=8:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@13)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run often(0, 0) == 3
;; run often(0, 9) == 359
;; run often(0, 40) == 5230176581

proc seldom(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1 frequency=7:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(2)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@13)
}
;; check: Mul(
;; not: Mul(
;; run seldom(0, 0) == 3
;; run seldom(0, 9) == 359
;; run seldom(0, 40) == 5230176581

proc large_steps(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @10 = Const64(3)
    Int64 @11 = Mul(@8, @10)
    Int64 @13 = Add(@11, @7)
    Int64 @14 = Const64(65536)
    Int64 @15 = Add(@7, @14)
    Int32 @16 = Below(@15, @1)
    Void @17 = Upsilon(@15, ^@7)
    Void @19 = Upsilon(@13, ^@8)
    Void @20 = Branch(@16, #1, #2)
#2:
    Void @22 = Return(@13)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run large_steps(0, 0) == 3
;; run large_steps(0, 600000) == 967173801
;; run large_steps(5, 70000) == 65565
