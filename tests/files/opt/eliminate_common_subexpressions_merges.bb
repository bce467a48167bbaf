barebones 1
; A merge loads a value that every path to it has loaded or stored.
;! opt eliminate_common_subexpressions
;; check: proc both_store(
;; check: #1:
;; check: Upsilon(@1, ^
;; check: Jump(#3)
;; check: #2:
;; check: Upsilon(@2, ^
;; check: #3:
;; check: = Phi()
;; check: @8 = Identity(
;; check: proc one_stores(
;; check: Upsilon(@3, ^
;; check: Branch(
;; check: #1:
;; check: Upsilon(@1, ^
;; check: #2:
;; check: = Phi()
;; check: @7 = Identity(
;; check: proc loaded_or_stored(
;; not: Upsilon
;; check: #3:
;; check: @9 = Load(
;; check: proc loaded(
;; check: #1:
;; check: Upsilon(@4, ^
;; check: #2:
;; check: Upsilon(@2, ^
;; check: #3:
;; check: = Phi()
;; check: @10 = Identity(
;; check: @11 = Identity(
;; check: proc narrow_load8z(
;; check: #3:
;; check: = Phi()
;; check: @9 = Identity(
;; check: proc narrow_load16s(
;; check: #3:
;; check: = Phi()
;; check: @9 = Identity(
;; check: proc part_of_one(
;; check: #3:
;; check: @9 = Load(
;; check: proc three_paths(
;; check: #1:
;; check: Upsilon(@1, ^
;; check: #2:
;; check: Upsilon(@2, ^
;; check: #3:
;; check: Upsilon(@0, ^
;; check: #4:
;; check: = Phi()
;; check: proc five_paths(
;; check: @14 = Load(
;; check: proc merged_again(
;; check: #2:
;; check: @7 = Identity(
;; check: Upsilon(
;; check: #3:
;; check: Upsilon(@10, ^
;; check: #4:
;; check: = Phi()
;; check: @13 = Identity(
;; check: proc same_on_both(
;; not: Upsilon
;; check: #3:
;; check: @9 = Identity(@1)
;; check: proc unknown_on_one(
;; not: Upsilon
;; check: #3:
;; check: @8 = Load(
;; check: proc overwritten_on_one(
;; not: Upsilon
;; check: #3:
;; check: @10 = Load(
;; check: proc written_at_the_merge(
;; not: Upsilon
;; check: #3:
;; check: @10 = Load(
;; check: proc written_before(
;; not: Upsilon
;; check: #3:
;; check: @10 = Load(
;; check: proc loop(
;; check: #1:
;; check: @8 = Load(
;; check: proc rare_path(
;; check: #3 frequency
;; check: @9 = Load(
;; check: proc likely_path(
;; check: #3 frequency
;; check: @9 = Identity(
;; check: proc often(
;; check: #2 frequency
;; check: @7 = Identity(
;; check: proc seldom(
;; check: #2 frequency
;; check: @7 = Load(
;; check: proc called(
;; not: Upsilon
;; check: #3:
;; check: @10 = Load(
;; check: proc reference(
;; not: Upsilon
;; check: #3:
;; check: @8 = Load(
;; check: proc reference_loaded_on_a_path(
;; not: Upsilon
;; check: #3:
;; check: @9 = Load(
;; check: proc reference_loaded(
;; not: Upsilon
;; check: #3:
;; check: @8 = Load(

;! run
;; run both_store(@data:words, 5, 1) == 5
;; run both_store(@data:words, 5, 0) == 0
;; run one_stores(@data:words, 5, 1) == 0x818283848586878d
;; run one_stores(@data:words, 5, 0) == 0x030507090b0d0f10
;; run loaded_or_stored(@data:words, @data:words, 1) == 0x8182838485868788
;; run loaded_or_stored(@data:words, @data:words, 0) == 0
;; run loaded(@data:words, 5, 1) == 0
;; run loaded(@data:words, 5, 0) == 0
;; run narrow_load8z(@data:words, 5, 1) == 136
;; run narrow_load8z(@data:words, 5, 0) == 136
;; run narrow_load16s(@data:words, 5, 1) == -30840
;; run narrow_load16s(@data:words, 5, 0) == -30840
;; run part_of_one(@data:words, 5, 1) == 5
;; run part_of_one(@data:words, 7, 0) == 7
;; run three_paths(@data:words, 5, 1) == 5
;; run three_paths(@data:words, 5, 2) == 2
;; run five_paths(@data:words, 5, 1) == 5
;; run five_paths(@data:words, 5, 2) == 2
;; run merged_again(@data:words, 5, 5) == 9
;; run merged_again(@data:words, 5, 4) == 5
;; run same_on_both(@data:words, 5, 1) == 5
;; run same_on_both(@data:words, 5, 0) == 5
;; run unknown_on_one(@data:words, 5, 1) == 5
;; run unknown_on_one(@data:words, 5, 0) == 0x8182838485868788
;; run overwritten_on_one(@data:words, 5, 1) == 5
;; run overwritten_on_one(@data:words, 5, 0) == 0x0500000000000000
;; run written_at_the_merge(@data:words, 5, 1) == 0x0500000000000005
;; run written_at_the_merge(@data:words, 5, 0) == 0x0500000000000000
;; run written_before(@data:words, @data:words, 0) == 0
;; run loop(@data:words, 5, 3) == 11
;; run rare_path(@data:words, 5, 5) == 5
;; run rare_path(@data:words, 0, 0) == 0
;; run likely_path(@data:words, 5, 5) == 5
;; run likely_path(@data:words, 0, 0) == 0
;; run often(@data:words, 5, 1) == 1
;; run often(@data:words, 5, 2) == 5
;; run seldom(@data:words, 5, 1) == 1
;; run seldom(@data:words, 5, 2) == 5
;; run called(@data:words, 5, 1) == 5
;; run called(@data:words, 5, 0) == 0
;; run reference(@data:words, 5, 1) == 5
;; run reference(@data:words, 5, 0) == 0
;; run reference_loaded(@data:words, 5, 1) == 5
;; run reference_loaded(@data:words, 5, 0) == 0

data words = u64:0x8182838485868788 u64:0 u64:0 u64:0
extern abs(Int32) -> Int32

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

proc five_paths(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Switch(@2, 1: #1, 2: #2, 3: #3, 4: #4, default: #5)
#1:
    Void @4 = Store(@1, @0)
    Void @5 = Jump(#6)
#2:
    Void @6 = Store(@2, @0)
    Void @7 = Jump(#6)
#3:
    Void @8 = Store(@0, @0)
    Void @9 = Jump(#6)
#4:
    Void @10 = Store(@2, @0)
    Void @11 = Jump(#6)
#5:
    Void @12 = Store(@1, @0)
    Void @13 = Jump(#6)
#6:
    Int64 @14 = Load(@0)
    Void @15 = Return(@14)
}

proc merged_again(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Store(@0, @0)
    Void @4 = Branch(@2, #1, #2)
#1:
    Void @5 = Store(@1, @0)
    Void @6 = Jump(#2)
#2:
    Int64 @7 = Load(@0)
    Int32 @8 = Equal(@7, @2)
    Void @9 = Branch(@8, #3, #4)
#3:
    Int64 @10 = Const64(9)
    Void @11 = Store(@10, @0)
    Void @12 = Jump(#4)
#4:
    Int64 @13 = Load(@0)
    Void @14 = Return(@13)
}

proc same_on_both(Int64, Int64, Int64) -> Int64 {
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
    Void @7 = Store(@1, @0)
    Void @8 = Jump(#3)
#3:
    Int64 @9 = Load(@0)
    Void @10 = Return(@9)
}

; It is unknown on one path.
proc unknown_on_one(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@2, #1, #2)
#1:
    Void @4 = Store(@1, @0)
    Void @5 = Jump(#3)
#2:
    Void @6 = Store(@2, @0, offset=8)
    Void @7 = Jump(#3)
#3:
    Int64 @8 = Load(@0)
    Void @9 = Return(@8)
}

proc overwritten_on_one(Int64, Int64, Int64) -> Int64 {
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
    Int32 @7 = Trunc(@1)
    Void @8 = Store8(@7, @0, offset=7)
    Void @9 = Jump(#3)
#3:
    Int64 @10 = Load(@0)
    Void @11 = Return(@10)
}

proc written_at_the_merge(Int64, Int64, Int64) -> Int64 {
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
    Int32 @8 = Trunc(@1)
    Void @9 = Store8(@8, @0, offset=7)
    Int64 @10 = Load(@0)
    Void @11 = Return(@10)
}

proc written_before(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Store(@1, @0)
    Void @4 = Store(@1, @1)
    Void @5 = Branch(@2, #1, #2)
#1:
    Int32 @6 = Const32(1)
    Void @7 = Jump(#3)
#2:
    Void @8 = Store(@2, @0)
    Void @9 = Jump(#3)
#3:
    Int64 @10 = Load(@0)
    Void @11 = Return(@10)
}

; At a loop header, memory is not known yet.
proc loop(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Store(@1, @0)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@2, ^@7)
    Void @6 = Jump(#1)
#1:
    Int64 @7 = Phi()
    Int64 @8 = Load(@0)
    Int64 @9 = Add(@8, @7)
    Void @10 = Store(@9, @0)
    Int64 @11 = Const64(1)
    Int64 @12 = Sub(@7, @11)
    Void @13 = Upsilon(@12, ^@7)
    Void @14 = Branch(@12, #1, #2)
#2:
    Void @15 = Return(@9)
}

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
