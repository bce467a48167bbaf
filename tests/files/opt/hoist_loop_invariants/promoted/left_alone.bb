barebones 1
; Loads of memory that the loop itself stores to: the value is loaded before the loop and carried by Phis.
;! opt hoist_loop_invariants eliminate_dead_code
;! run

data words = u64:3 u64:0x4142434445464748 u64:5 u64:6 u64:7 u64:8 u64:9 u64:10 u64:11 u64:12

; A part of it is loaded from memory.
proc loaded_in_part(Int64, Int64) -> Int64 {
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
    Int32 @8 = Load8Z(@0, offset=8)
    Int64 @9 = ZExt32(@8)
    Void @10 = Store(@9, @0, offset=16)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #1:
;; not: Int64 @5 = Load(
;; check: Load8Z(@0, offset=8
;; check: Branch(
;; run loaded_in_part(@data:words, 5) == 4702394921427289943

; Nothing writes it: it is loaded before the loop.
proc only_loaded(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Load(@0, offset=8)
    Void @7 = Store(@5, @0, offset=16)
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
;; run only_loaded(@data:words, 5) == 4702394921427289928

; A load that not every iteration reaches stays.
proc not_certain(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Const64(3)
    Int64 @6 = BitAnd(@4, @5)
    Void @7 = Branch(@6, #2, #3)
#2:
    Int64 @8 = Load(@0, offset=8)
    Int64 @9 = Add(@8, @4)
    Void @10 = Store(@9, @0, offset=8)
    Void @11 = Jump(#3)
#3:
    Int64 @12 = Const64(-1)
    Int64 @13 = Add(@4, @12)
    Void @14 = Upsilon(@13, ^@4)
    Void @15 = Branch(@13, #1, #4)
#4:
    Int64 @16 = Load(@0, offset=8)
    Void @17 = Return(@16)
}
;; check: #2:
;; check: @8 = Load(@0, offset=8
;; check: #3:
;; run not_certain(@data:words, 5) == 4702394921427289939

; A load that traps stays after a visible effect.
proc traps_after_a_store(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Void @8 = Store(@4, @0, offset=24)
    Int64 @5 = Load(@0, offset=8, traps)
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
;; check: #1:
;; check: = Load(@0, offset=8
;; check: Branch(
;; run traps_after_a_store(@data:words, 5) == 4702394921427289943

; .. and is hoisted if it is the first effect.
proc traps_first(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Load(@0, offset=8, traps)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @0, offset=8, traps)
    Void @8 = Store(@4, @0, offset=24)
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
;; run traps_first(@data:words, 5) == 4702394921427289943

; The address differs in each iteration.
proc variant_address(Int64, Int64) -> Int64 {
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
    Int64 @5 = Load(@12, offset=8)
    Int64 @6 = Add(@5, @4)
    Void @7 = Store(@6, @12, offset=8)
    Int64 @30 = Const64(-1)
    Int64 @31 = Add(@4, @30)
    Void @32 = Upsilon(@31, ^@4)
    Void @33 = Branch(@31, #1, #2)
#2:
    Int64 @34 = Load(@0, offset=8)
    Void @35 = Return(@34)
}
;; check: #1:
;; check: = Load(@12, offset=8
;; check: Branch(
;; run variant_address(@data:words, 5) == 4702394921427289928

; After a fence another thread may have written.
proc fenced(Int64, Int64) -> Int64 {
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
    Void @8 = Fence()
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
;; run fenced(@data:words, 5) == 4702394921427289943

; Out of both enclosing loops.
proc in_two_loops(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = Const64(3)
    Void @6 = Upsilon(@5, ^@8)
    Void @7 = Jump(#2)
#2:
    Int64 @8 = Phi()
    Int64 @9 = Load(@0, offset=8)
    Int64 @10 = Mul(@9, @8)
    Void @11 = Store(@10, @0, offset=8)
    Int64 @12 = Const64(-1)
    Int64 @13 = Add(@8, @12)
    Void @14 = Upsilon(@13, ^@8)
    Void @15 = Branch(@13, #2, #3)
#3:
    Int64 @16 = Add(@10, @4)
    Void @17 = Store(@16, @0, offset=8)
    Int64 @18 = Const64(-1)
    Int64 @19 = Add(@4, @18)
    Void @20 = Upsilon(@19, ^@4)
    Void @21 = Branch(@19, #1, #4)
#4:
    Int64 @22 = Load(@0, offset=8)
    Void @23 = Return(@22)
}
;; check: #0:
;; check: = Load(@0, offset=8
;; check: #1:
;; not: Load(@0, offset=8
;; check: #4:
;; run in_two_loops(@data:words, 5) == 4376154926275184681
