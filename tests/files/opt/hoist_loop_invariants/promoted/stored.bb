barebones 1
; Loads of memory that the loop itself stores to: the value is loaded before the loop and carried by Phis.
;! opt hoist_loop_invariants eliminate_dead_code
;! run

extern abs(Int32) -> Int32

data words = u64:3 u64:0x4142434445464748 u64:5 u64:6 u64:7 u64:8 u64:9 u64:10 u64:11 u64:12

; The load returns the value that the previous iteration stored, or the initial one.
proc summed(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Load(@0, offset=8)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @0, offset=8)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #0:
;; check: = Load(@0, offset=8
;; check: #1:
;; not: Load(@0, offset=8
;; check: Branch(
;; run summed(@data:words, 5) == 4702394921427289943

; Stores of the same bytes; not every iteration reaches one of them.
proc stored_twice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(1)
    Void @3 = Upsilon(@1, ^@5)
    Void @4 = Jump(#1)
#1:
    Int64 @5 = Phi()
    Int64 @6 = Load(@0, offset=8)
    Int64 @7 = Add(@6, @5)
    Void @8 = Store(@7, @0, offset=8)
    Int64 @9 = BitAnd(@7, @2)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int64 @11 = Mul(@7, @7)
    Void @12 = Store(@11, @0, offset=8)
    Void @13 = Jump(#3)
#3:
    Int64 @14 = Const64(-1)
    Int64 @15 = Add(@5, @14)
    Void @16 = Upsilon(@15, ^@5)
    Void @17 = Branch(@15, #1, #4)
#4:
    Int64 @18 = Load(@0, offset=8)
    Void @19 = Return(@18)
}
;; check: #0:
;; check: = Load(@0, offset=8
;; check: #1:
;; check: = Phi()
;; not: Load(@0, offset=8
;; check: #4:
;; run stored_twice(@data:words, 5) == -9079138938920989407

; An adjacent store changes nothing.
proc stored_adjacent(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Load(@0, offset=8)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @0, offset=8)
    Void @8 = Store(@4, @0, offset=16)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #0:
;; check: = Load(@0, offset=8
;; check: #1:
;; not: Load(@0, offset=8
;; check: Branch(
;; run stored_adjacent(@data:words, 5) == 4702394921427289943

; A store to a part of it,
proc stored_into(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Load(@0, offset=8)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @0, offset=8)
    Int32 @9 = Trunc(@4)
    Void @8 = Store8(@9, @0, offset=9)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #1:
;; check: = Load(@0, offset=8
;; check: Branch(
;; run stored_into(@data:words, 5) == 4702394921427272023

; .. and an overlapping one.
proc stored_across(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Load(@0, offset=8)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @0, offset=8)
    Void @8 = Store(@4, @0, offset=12)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #1:
;; check: = Load(@0, offset=8
;; check: Branch(
;; run stored_across(@data:words, 5) == 5457200983

; A store through another address,
proc stored_elsewhere(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @8 = Const64(7)
    Int64 @9 = BitAnd(@4, @8)
    Int64 @10 = Const64(8)
    Int64 @11 = Mul(@9, @10)
    Int64 @12 = Add(@0, @11)
    Int64 @5 = Load(@0, offset=8)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @0, offset=8)
    Void @13 = Store(@4, @12)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #1:
;; check: = Load(@0, offset=8
;; check: Branch(
;; run stored_elsewhere(@data:words, 5) == 1

; .. and a call that may write there.
proc called(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Load(@0, offset=8)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @0, offset=8)
    Int32 @8 = Trunc(@4)
    Int32 @9 = CCall(abs, @8)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #1:
;; check: = Load(@0, offset=8
;; check: Branch(
;; run called(@data:words, 5) == 4702394921427289943

; A second type that is stored too:
proc stored_as_a_double(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Load(@0, offset=8)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @0, offset=8)
    Double @8 = BitwiseCast(@6)
    Void @9 = Store(@8, @0, offset=8)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #1:
;; check: = Load(@0, offset=8
;; check: Branch(
;; run stored_as_a_double(@data:words, 5) == 4702394921427289943

; .. or only loaded: that load stays.
proc loaded_as_a_double(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Load(@0, offset=8)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @0, offset=8)
    Double @8 = Load(@0, offset=8)
    Int64 @9 = BitwiseCast(@8)
    Void @10 = Store(@9, @0, offset=16)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #0:
;; check: Int64
;; check: #1:
;; not: Int64 @5 = Load
;; check: Double @8 = Load(@0, offset=8
;; check: Branch(
;; run loaded_as_a_double(@data:words, 5) == 4702394921427289943
