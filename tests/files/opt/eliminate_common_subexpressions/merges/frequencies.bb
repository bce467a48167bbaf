barebones 1
; A merge loads a value that every path to it has loaded or stored.
;! opt eliminate_common_subexpressions
;! run

data words = u64:0x8182838485868788 u64:0 u64:0 u64:0

extern abs(Int32) -> Int32

; An Upsilon on a rarely taken path is not worth it.
proc rare_path(Int64, Int64, Int64) -> Int64 {
#0 frequency=10:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Store(@1, @0)
    Int32 @4 = Equal(@1, @2)
    Void @5 = Branch(@4, #1, #4)
#1 frequency=10:
    Void @6 = Branch(@2, #2, #3:rare)
#2 frequency=10:
    Void @7 = Store(@2, @0)
    Void @8 = Jump(#3)
#3 frequency=10:
    Int64 @9 = Load(@0)
    Void @10 = Return(@9)
#4 frequency=10:
    Void @11 = Return(@1)
}
;; check: #3 frequency
;; check: @9 = Load(
;; run rare_path(@data:words, 5, 5) == 5
;; run rare_path(@data:words, 0, 0) == 0

proc likely_path(Int64, Int64, Int64) -> Int64 {
#0 frequency=10:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Store(@1, @0)
    Int32 @4 = Equal(@1, @2)
    Void @5 = Branch(@4, #1, #4)
#1 frequency=10:
    Void @6 = Branch(@2, #2, #3)
#2 frequency=10:
    Void @7 = Store(@2, @0)
    Void @8 = Jump(#3)
#3 frequency=10:
    Int64 @9 = Load(@0)
    Void @10 = Return(@9)
#4 frequency=10:
    Void @11 = Return(@1)
}
;; check: #3 frequency
;; check: @9 = Identity(
;; run likely_path(@data:words, 5, 5) == 5
;; run likely_path(@data:words, 0, 0) == 0

proc often(Int64, Int64, Int64) -> Int64 {
#0 frequency=10:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Store(@1, @0)
    Void @4 = Switch(@2, 1: #1, 2: #2, default: #3)
#1 frequency=5:
    Void @5 = Store(@2, @0)
    Void @6 = Jump(#2)
#2 frequency=5:
    Int64 @7 = Load(@0)
    Void @8 = Return(@7)
#3 frequency=10:
    Void @9 = Return(@1)
}
;; check: #2 frequency
;; check: @7 = Identity(
;; run often(@data:words, 5, 1) == 1
;; run often(@data:words, 5, 2) == 5

proc seldom(Int64, Int64, Int64) -> Int64 {
#0 frequency=10:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Store(@1, @0)
    Void @4 = Switch(@2, 1: #1, 2: #2, default: #3)
#1 frequency=4:
    Void @5 = Store(@2, @0)
    Void @6 = Jump(#2)
#2 frequency=4:
    Int64 @7 = Load(@0)
    Void @8 = Return(@7)
#3 frequency=10:
    Void @9 = Return(@1)
}
;; check: #2 frequency
;; check: @7 = Load(
;; run seldom(@data:words, 5, 1) == 1
;; run seldom(@data:words, 5, 2) == 5

proc called(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Void @4 = Store(@1, @0)
    Int32 @5 = Trunc(@1)
    Int32 @6 = CCall(abs, @5)
    Void @7 = Jump(#3)
#2:
    Void @8 = Store(@2, @0)
    Void @9 = Jump(#3)
#3:
    Int64 @10 = Load(@0)
    Void @11 = Return(@10)
}
;; not: Upsilon
;; check: #3:
;; check: @10 = Load(
;; run called(@data:words, 5, 1) == 5
;; run called(@data:words, 5, 0) == 0

proc reference(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1, reference)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Void @4 = Store(@1, @0)
    Void @5 = Jump(#3)
#2:
    Void @6 = Store(@2, @0)
    Void @7 = Jump(#3)
#3:
    Int64 @8 = Load(@0)
    Void @9 = Return(@8)
}
;; not: Upsilon
;; check: #3:
;; check: @8 = Load(
;; run reference(@data:words, 5, 1) == 5
;; run reference(@data:words, 5, 0) == 0

proc reference_loaded_on_a_path(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = Load(@0, reference)
    Int64 @5 = Opaque(@4)
    Void @6 = Jump(#3)
#2:
    Void @7 = Store(@2, @0)
    Void @8 = Jump(#3)
#3:
    Int64 @9 = Load(@0)
    Void @10 = Return(@9)
}
;; not: Upsilon
;; check: #3:
;; check: @9 = Load(

proc reference_loaded(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Void @4 = Store(@1, @0)
    Void @5 = Jump(#3)
#2:
    Void @6 = Store(@2, @0)
    Void @7 = Jump(#3)
#3:
    Int64 @8 = Load(@0, reference)
    Void @9 = Return(@8)
}
;; not: Upsilon
;; check: #3:
;; check: @8 = Load(
;; run reference_loaded(@data:words, 5, 1) == 5
;; run reference_loaded(@data:words, 5, 0) == 0
