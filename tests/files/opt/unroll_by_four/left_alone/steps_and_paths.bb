barebones 1
; Loops that are unrolled by four with one test, each with a twin that is not; and the frequencies of the copies.
;! opt unroll_by_four
;! run

data words = u64:7 u64:8

proc larger_steps(Int64, Int64) -> Int64 {
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
    Int64 @14 = Const64(65537)
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
;; run larger_steps(0, 0) == 3
;; run larger_steps(0, 600000) == 967188558
;; run larger_steps(5, 70000) == 65566

proc leaves_rarely(Int64, Int64) -> Int64 {
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
    Void @20 = Branch(@16, #1, #2:rare)
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
;; run leaves_rarely(0, 0) == 3
;; run leaves_rarely(0, 9) == 359
;; run leaves_rarely(0, 40) == 5230176581

proc rarely_iterates(Int64, Int64) -> Int64 {
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
    Void @20 = Branch(@16, #1:rare, #2)
#2:
    Void @22 = Return(@13)
}
;; check: Mul(
;; not: Mul(
;; run rarely_iterates(0, 0) == 3
;; run rarely_iterates(0, 9) == 359
;; run rarely_iterates(0, 40) == 5230176581

; An address is loop-carried.
proc addresses(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Opaque(@7)
    Int64 @11 = Mul(@9, @8)
    Int64 @12 = Add(@8, @2)
    Int32 @13 = LessThan(@12, @1)
    Void @14 = Upsilon(@10, ^@7)
    Void @15 = Upsilon(@12, ^@8)
    Void @16 = Upsilon(@11, ^@9)
    Void @17 = Branch(@13, #1, #2)
#2:
    Void @18 = Return(@11)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run addresses(@data:words, 3) == 2
;; run addresses(@data:words, 9) == 40320

; The same with references.
proc references(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@0, ^@7)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi(reference)
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @10 = Opaque(@7, reference)
    Int64 @11 = Mul(@9, @8)
    Int64 @12 = Add(@8, @2)
    Int32 @13 = LessThan(@12, @1)
    Void @14 = Upsilon(@10, ^@7)
    Void @15 = Upsilon(@12, ^@8)
    Void @16 = Upsilon(@11, ^@9)
    Void @17 = Branch(@13, #1, #2)
#2:
    Void @18 = Return(@11)
}
;; check: Mul(
;; not: Mul(
;; run references(@data:words, 3) == 2
;; run references(@data:words, 9) == 40320

; The counter is part of a reference.
proc derived(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(8)
    Void @4 = Upsilon(@2, ^@8)
    Void @5 = Upsilon(@2, ^@9)
    Void @6 = Jump(#1)
#1:
    Int64 @8 = Phi()
    Int64 @9 = Phi()
    Int64 @7 = BitAnd(@8, @3)
    Int64 @20 = Add(@0, @7, derived=@0)
    Int64 @10 = Load(@20)
    Int64 @11 = Mul(@9, @10)
    Int64 @12 = Add(@8, @2)
    Int32 @13 = LessThan(@12, @1)
    Void @15 = Upsilon(@12, ^@8)
    Void @16 = Upsilon(@11, ^@9)
    Void @17 = Branch(@13, #1, #2)
#2:
    Void @18 = Return(@11)
}
;; check: Mul(
;; not: Mul(
;; run derived(@data:words, 3) == 49
;; run derived(@data:words, 20) == 33174037869887488

proc tests_in_each_iteration(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Add(@7, @2)
    Int64 @10 = Mul(@8, @3)
    Int64 @11 = Add(@10, @7)
    Void @12 = Upsilon(@11, ^@30)
    Int64 @13 = BitAnd(@7, @2)
    Void @14 = Branch(@13, #2, #3)
#2:
    Int64 @15 = BitXor(@11, @9)
    Void @16 = Upsilon(@15, ^@18)
    Void @17 = Jump(#4)
#3:
    Void @20 = Upsilon(@11, ^@18)
    Void @21 = Jump(#4)
#4:
    Int64 @18 = Phi()
    Void @22 = Upsilon(@9, ^@7)
    Void @23 = Upsilon(@18, ^@8)
    Int32 @24 = LessThan(@9, @1)
    Void @25 = Branch(@24, #1, #5)
#5:
    Int64 @30 = Phi()
    Void @26 = Return(@30)
}
;; check: Mul(
;; not: Mul(
;; check: Return(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; check: Mul(
;; not: Mul(
;; run tests_in_each_iteration(0, 0) == 31
;; run tests_in_each_iteration(0, 9) == 26414088628511
;; run tests_in_each_iteration(0, 40) == 3343186503972239361

; Only odd numbers are compared with the limit.
proc tests_in_some_iterations(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Int64 @3 = Const64(31)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Phi()
    Int64 @9 = Add(@7, @2)
    Int64 @10 = Mul(@8, @3)
    Int64 @11 = Add(@10, @7)
    Void @12 = Upsilon(@11, ^@30)
    Int64 @13 = BitAnd(@7, @2)
    Void @14 = Branch(@13, #2, #3)
#2:
    Int64 @15 = BitXor(@11, @9)
    Int32 @16 = LessThan(@9, @1)
    Void @17 = Upsilon(@15, ^@18)
    Void @19 = Branch(@16, #4, #5)
#3:
    Void @20 = Upsilon(@11, ^@18)
    Void @21 = Jump(#4)
#4:
    Int64 @18 = Phi()
    Void @22 = Upsilon(@9, ^@7)
    Void @23 = Upsilon(@18, ^@8)
    Void @25 = Jump(#1)
#5:
    Int64 @30 = Phi()
    Void @26 = Return(@30)
}
;; check: Mul(
;; not: Mul(
;; run tests_in_some_iterations(0, 0) == 962
;; run tests_in_some_iterations(0, 9) == 818836747483850
;; run tests_in_some_iterations(0, 40) == 3343186503972239361
