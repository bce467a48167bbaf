barebones 1
; A merge loads a value that every path to it has loaded or stored.
;! opt eliminate_common_subexpressions
;! run

data words = u64:0x8182838485868788 u64:0 u64:0 u64:0

; The values stored on each path are merged by a Phi.
proc both_store(Int64, Int64, Int64) -> Int64 {
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
    Int64 @8 = Load(@0)
    Void @9 = Return(@8)
}
;; check: #1:
;; check: Upsilon(@1, ^
;; check: Jump(#3)
;; check: #2:
;; check: Upsilon(@2, ^
;; check: #3:
;; check: = Phi()
;; check: @8 = Identity(
;; run both_store(@data:words, 5, 1) == 5
;; run both_store(@data:words, 5, 0) == 0

proc one_stores(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Load(@0)
    Void @4 = Branch(@2, #1, #2)
#1:
    Void @5 = Store(@1, @0)
    Void @6 = Jump(#2)
#2:
    Int64 @7 = Load(@0)
    Int64 @8 = Add(@3, @7)
    Void @9 = Return(@8)
}
;; check: Upsilon(@3, ^
;; check: Branch(
;; check: #1:
;; check: Upsilon(@1, ^
;; check: #2:
;; check: = Phi()
;; check: @7 = Identity(
;; run one_stores(@data:words, 5, 1) == 0x818283848586878d
;; run one_stores(@data:words, 5, 0) == 0x030507090b0d0f10

; A store to another base may have changed it.
proc loaded_or_stored(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = Load(@0)
    Void @5 = Store(@4, @1)
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
;; run loaded_or_stored(@data:words, @data:words, 1) == 0x8182838485868788
;; run loaded_or_stored(@data:words, @data:words, 0) == 0

; Stores to other offsets change nothing.
proc loaded(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = Load(@0)
    Void @5 = Store(@4, @0, offset=8)
    Void @6 = Jump(#3)
#2:
    Void @7 = Store(@2, @0)
    Void @8 = Jump(#3)
#3:
    Void @9 = Store(@1, @0, offset=16)
    Int64 @10 = Load(@0)
    Int64 @11 = Load(@0)
    Int64 @12 = Sub(@10, @11)
    Void @13 = Return(@12)
}
;; check: #1:
;; check: Upsilon(@4, ^
;; check: #2:
;; check: Upsilon(@2, ^
;; check: #3:
;; check: = Phi()
;; check: @10 = Identity(
;; check: @11 = Identity(
;; run loaded(@data:words, 5, 1) == 0
;; run loaded(@data:words, 5, 0) == 0

proc narrow_load8z(Int64, Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int32 @4 = Load8Z(@0)
    Void @5 = Store(@4, @0, offset=8)
    Void @6 = Jump(#3)
#2:
    Int32 @7 = Load8Z(@0)
    Void @8 = Jump(#3)
#3:
    Int32 @9 = Load8Z(@0)
    Void @10 = Return(@9)
}
;; check: #3:
;; check: = Phi()
;; check: @9 = Identity(
;; run narrow_load8z(@data:words, 5, 1) == 136
;; run narrow_load8z(@data:words, 5, 0) == 136

proc narrow_load16s(Int64, Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int32 @4 = Load16S(@0)
    Void @5 = Store(@4, @0, offset=8)
    Void @6 = Jump(#3)
#2:
    Int32 @7 = Load16S(@0)
    Void @8 = Jump(#3)
#3:
    Int32 @9 = Load16S(@0)
    Void @10 = Return(@9)
}
;; check: #3:
;; check: = Phi()
;; check: @9 = Identity(
;; run narrow_load16s(@data:words, 5, 1) == -30840
;; run narrow_load16s(@data:words, 5, 0) == -30840

; A part is still loaded.
proc part_of_one(Int64, Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@1)
    Void @4 = Branch(@2, #1, #2)
#1:
    Void @5 = Store(@3, @0)
    Void @6 = Jump(#3)
#2:
    Void @7 = Store(@1, @0)
    Void @8 = Jump(#3)
#3:
    Int32 @9 = Load(@0)
    Void @10 = Return(@9)
}
;; check: #3:
;; check: @9 = Load(
;; run part_of_one(@data:words, 5, 1) == 5
;; run part_of_one(@data:words, 7, 0) == 7

proc three_paths(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Switch(@2, 1: #1, 2: #2, default: #3)
#1:
    Void @4 = Store(@1, @0)
    Void @5 = Jump(#4)
#2:
    Void @6 = Store(@2, @0)
    Void @7 = Jump(#4)
#3:
    Void @8 = Store(@0, @0)
    Void @9 = Jump(#4)
#4:
    Int64 @10 = Load(@0)
    Void @11 = Return(@10)
}
;; check: #1:
;; check: Upsilon(@1, ^
;; check: #2:
;; check: Upsilon(@2, ^
;; check: #3:
;; check: Upsilon(@0, ^
;; check: #4:
;; check: = Phi()
;; run three_paths(@data:words, 5, 1) == 5
;; run three_paths(@data:words, 5, 2) == 2
