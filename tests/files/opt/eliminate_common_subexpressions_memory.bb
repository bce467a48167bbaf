barebones 1
; Loads of known memory contents: parts of a value, at merges, and next to stores to other addresses.
;! opt eliminate_common_subexpressions
;; check: proc low_half
;; check: @3 = Trunc(@1)
;; check: proc low_half_loaded
;; check: @2 = Trunc(@1)
;; check: proc high_half
;; check: @3 = Load(
;; check: proc wider
;; check: @4 = Load(
;; check: proc other_type
;; check: @3 = BitwiseCast(@1)
;; check: proc other_type_back
;; check: @3 = BitwiseCast(@1)
;; check: proc single
;; check: @4 = BitwiseCast(@2)
;; check: proc single_back
;; check: @2 = BitwiseCast(@1)
;; check: proc half_of_double
;; check: @3 = Load(
;; check: @4 = BitwiseCast(@3)
;; check: proc stored8
;; check: @7 = Const32(255)
;; check: @4 = BitAnd(@2, @7)
;; check: @5 = SExt8(@2)
;; check: proc stored16
;; check: @7 = Const32(65535)
;; check: @4 = BitAnd(@2, @7)
;; check: @5 = SExt16(@2)
;; check: proc of_words
;; check: @4 = SExt16(@2)
;; check: @5 = BitAnd(@2, @7)
;; check: proc of_bytes
;; check: @2 = BitAnd(@1, @6)
;; check: @3 = Load16Z(
;; check: proc of_long
;; check: @3 = Load8Z(
;; check: proc overwritten
;; check: @5 = Load(
;; check: proc beside
;; check: @6 = Identity(@1)
;; check: proc other_base
;; check: @4 = Load(
;; check: proc stored_back
;; check: @3 = Store(
;; check: @4 = Nop
;; check: @6 = Store(
;; check: @7 = Load(
;; check: proc stored_twice
;; check: @3 = Store(
;; check: @4 = Nop
;; check: @5 = Nop
;; check: @6 = Nop
;; check: proc stored_wider
;; check: @3 = Store8(
;; check: @4 = Store16(
;; check: proc changed_between
;; check: @3 = Store(
;; check: @4 = Store(
;; check: proc store_traps
;; check: @3 = Store(
;; check: proc merged
;; check: @7 = Identity(@2)
;; check: @8 = Load(
;; check: proc merged_left
;; check: @7 = Identity(@21)
;; check: proc merged_right
;; check: @7 = Identity(@21)
;; check: proc loaded_on_one_path
;; check: @8 = Load(
;; check: proc merged_twice
;; check: @11 = Load(
;; check: proc around
;; check: @8 = Load(
;; check: @15 = Identity(@17)
;; check: proc eight_merged
;; check: @7 = Identity(@2)
;; check: proc nine_merged
;; check: @7 = Load(
;; check: proc to_the_root
;; check: @2 = Load(
;! run
;; run low_half(@data:words, 0x1ffffffff) == -1
;; run low_half_loaded(@data:words) == 0x8182838485868788, 0x85868788
;; run high_half(@data:words, 0x1ffffffff) == 1
;; run wider(@data:words, 5) == 0x8182838400000005
;; run other_type(@data:words, 0x3ff0000000000000) == 1.0
;; run other_type_back(@data:words, 1.0) == 0x3ff0000000000000
;; run single(@data:words, 0x3f800000) == 1.0
;; run single_back(@data:words) == 0
;; run half_of_double(@data:words, 1.0) == 0.0, 0
;; run stored8(@data:words, 0x1fe) == 0xfe, -2
;; run stored8(@data:words, 0x17e) == 0x7e, 0x7e
;; run stored16(@data:words, 0x1fffe) == 0xfffe, -2
;; run of_words(@data:words, 0x12348182) == 0xffff8182, 0x82
;; run of_bytes(@data:words) == 0x88, 0x8800
;; run of_long(@data:words, 0x1234) == 0x34
;; run overwritten(@data:words, 0x11) == 0x1100000000000011
;; run beside(@data:inside, 0x11) == 0x11
;; run other_base(@data:words, @data:words) == 0
;; run stored_back(@data:words, 3) == 0x8182838485868788
;; run stored_twice(@data:words, 3) == 0x8182838400000003
;; run stored_wider(@data:words, 0x1234) == 0x8182838485861234
;; run changed_between(@data:words, 3) == 0x8182838485868788
;; run store_traps(@data:words, 3) == 0x8182838485868788
;; run merged(@data:words, 0) == 9
;; run merged(@data:words, 1) == 0
;; run merged_left(@data:words, 0) == 0x8182838485868788
;; run merged_left(@data:words, 1) == 9
;; run merged_right(@data:words, 1) == 0x8182838485868788
;; run merged_right(@data:words, 0) == 9
;; run loaded_on_one_path(@data:words, 1) == 0x8182838485868788
;; run merged_twice(@data:words, 0) == 0x8182838485868788
;; run merged_twice(@data:words, 9) == 0x8182838485868788
;; run merged_twice(@data:words, 1) == 9
;; run around(@data:words, 0) == 0x8182838485868788
;; run around(@data:words, 3) == 0x818283848586878b
;; run eight_merged(@data:inside, 1) == 0
;; run nine_merged(@data:inside, 1) == 0
;; run to_the_root(@data:odd, 0) == 6

data words = u64:0x8182838485868788 u64:0 u64:0 u64:0
data inside = u64:0 u64:1 u64:2 u64:3 u64:4 u64:5 u64:6 u64:7 u64:8 u64:9 u64:10
data odd = u64:7

; A narrower load is a part of the known value.
proc low_half(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Int32 @3 = Load(@0)
    Void @4 = Return(@3)
}

proc low_half_loaded(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int32 @2 = Load(@0)
    Void @3 = Return(@1, @2)
}

; The upper half is at another offset.
proc high_half(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Int32 @3 = Load(@0, offset=4)
    Void @4 = Return(@3)
}

; Only part of a wider load is known.
proc wider(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@2, @0)
    Int64 @4 = Load(@0)
    Void @5 = Return(@4)
}

proc other_type(Int64, Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Double @3 = Load(@0)
    Void @4 = Return(@3)
}

proc other_type_back(Int64, Double) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Void @2 = Store(@1, @0)
    Int64 @3 = Load(@0)
    Void @4 = Return(@3)
}

proc single(Int64, Int64) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@2, @0)
    Float @4 = Load(@0)
    Void @5 = Return(@4)
}

proc single_back(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Float @1 = Load(@0)
    Int32 @2 = Load(@0)
    Int32 @3 = BitwiseCast(@1)
    Int32 @4 = Sub(@3, @2)
    Void @5 = Return(@4)
}

; No operation extracts half of a double.
proc half_of_double(Int64, Double) -> (Float, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Void @2 = Store(@1, @0)
    Float @3 = Load(@0)
    Int32 @4 = Load(@0)
    Void @5 = Return(@3, @4)
}

proc stored8(Int64, Int64) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store8(@2, @0)
    Int32 @4 = Load8Z(@0)
    Int32 @5 = Load8S(@0)
    Void @6 = Return(@4, @5)
}

proc stored16(Int64, Int64) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store16(@2, @0)
    Int32 @4 = Load16Z(@0)
    Int32 @5 = Load16S(@0)
    Void @6 = Return(@4, @5)
}

proc of_words(Int64, Int64) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@2, @0)
    Int32 @4 = Load16S(@0)
    Int32 @5 = Load8Z(@0)
    Void @6 = Return(@4, @5)
}

; A byte does not determine its neighbour.
proc of_bytes(Int64) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8S(@0)
    Int32 @2 = Load8Z(@0)
    Int32 @3 = Load16Z(@0)
    Int32 @4 = Sub(@3, @1)
    Void @5 = Return(@2, @4)
}

; That would be two operations.
proc of_long(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Int32 @3 = Load8Z(@0)
    Void @4 = Return(@3)
}

; The last byte is overwritten.
proc overwritten(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@1, @0)
    Void @4 = Store8(@2, @0, offset=7)
    Int64 @5 = Load(@0)
    Void @6 = Return(@5)
}

proc beside(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@1, @0, offset=8)
    Void @4 = Store8(@2, @0, offset=16)
    Void @5 = Store8(@2, @0, offset=7)
    Int64 @6 = Load(@0, offset=8)
    Void @7 = Return(@6)
}

; Another base may be the same address.
proc other_base(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Store(@2, @1, offset=8)
    Int64 @4 = Load(@0)
    Int64 @5 = Sub(@2, @4)
    Void @6 = Return(@5)
}

; A value that is already in memory is not stored again.
proc stored_back(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Store(@1, @0, offset=8)
    Void @4 = Store(@2, @0)
    Int32 @5 = Trunc(@2)
    Void @6 = Store(@5, @0)
    Int64 @7 = Load(@0)
    Void @8 = Return(@7)
}

proc stored_twice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@2, @0)
    Void @4 = Store8(@2, @0)
    Void @5 = Store(@2, @0)
    Void @6 = Store16(@2, @0)
    Int64 @7 = Load(@0)
    Void @8 = Return(@7)
}

; A known byte does not make a two-byte store redundant.
proc stored_wider(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store8(@2, @0)
    Void @4 = Store16(@2, @0)
    Int64 @5 = Load(@0)
    Void @6 = Return(@5)
}

proc changed_between(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Store(@1, @0)
    Void @4 = Store(@2, @0)
    Int64 @5 = Load(@0)
    Void @6 = Return(@5)
}

; Readable memory may trap when it is written.
proc store_traps(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Void @3 = Store(@2, @0, traps)
    Void @4 = Return(@2)
}

; At a merge, memory that no path from the dominator writes is known.
proc merged(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Const64(9)
    Void @4 = Branch(@1, #1, #2)
#1:
    Void @5 = Store(@3, @0, offset=8)
    Void @10 = Jump(#3)
#2:
    Void @6 = Store(@3, @0, offset=16)
    Void @20 = Jump(#3)
#3:
    Int64 @7 = Load(@0)
    Int64 @8 = Load(@0, offset=16)
    Int64 @9 = Sub(@8, @2)
    Int64 @11 = Add(@9, @7)
    Void @12 = Return(@11)
}

proc merged_left(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Const64(9)
    Void @4 = Branch(@1, #1, #2)
#1:
    Void @5 = Store(@3, @0)
    Void @10 = Jump(#3)
#2:
    Void @20 = Jump(#3)
#3:
    Int64 @7 = Load(@0)
    Void @12 = Return(@7)
}

proc merged_right(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Const64(9)
    Void @4 = Branch(@1, #1, #2)
#1:
    Void @10 = Jump(#3)
#2:
    Void @5 = Store(@3, @0)
    Void @20 = Jump(#3)
#3:
    Int64 @7 = Load(@0)
    Void @12 = Return(@7)
}

; A load on one path only.
proc loaded_on_one_path(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @4 = Branch(@1, #1, #2)
#1:
    Int64 @5 = Load(@0)
    Void @6 = Jump(#3)
#2:
    Void @7 = Jump(#3)
#3:
    Int64 @8 = Load(@0)
    Void @9 = Return(@8)
}

; A store on a path that merges with another before.
proc merged_twice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Const64(9)
    Void @4 = Branch(@1, #1, #5)
#1:
    Int64 @21 = Sub(@1, @3)
    Void @5 = Branch(@21, #2, #3)
#2:
    Void @6 = Store(@3, @0)
    Void @7 = Jump(#4)
#3:
    Void @8 = Jump(#4)
#4:
    Void @9 = Jump(#6)
#5:
    Void @10 = Jump(#6)
#6:
    Int64 @11 = Load(@0)
    Void @12 = Return(@11)
}

; One of the paths has a loop, in whose header nothing is known.
proc around(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Const64(1)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Branch(@1, #1, #4)
#1:
    Void @6 = Jump(#2)
#2:
    Int64 @7 = Phi()
    Int64 @8 = Load(@0)
    Int64 @9 = Add(@8, @3)
    Void @10 = Store(@9, @0)
    Int64 @11 = Sub(@7, @3)
    Void @12 = Upsilon(@11, ^@7)
    Void @13 = Branch(@11, #2, #3)
#3:
    Void @14 = Jump(#4)
#4:
    Int64 @15 = Load(@0)
    Void @16 = Return(@15)
}

proc eight_merged(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Const64(9)
    Void @4 = Branch(@1, #1, #2)
#1:
    Void @30 = Store(@3, @0, offset=8)
    Void @31 = Store(@3, @0, offset=16)
    Void @32 = Store(@3, @0, offset=24)
    Void @33 = Store(@3, @0, offset=32)
    Void @34 = Store(@3, @0, offset=40)
    Void @10 = Jump(#3)
#2:
    Void @35 = Store(@3, @0, offset=48)
    Void @36 = Store(@3, @0, offset=56)
    Void @37 = Store(@3, @0, offset=64)
    Void @20 = Jump(#3)
#3:
    Int64 @7 = Load(@0)
    Int64 @8 = Sub(@7, @2)
    Void @12 = Return(@8)
}

; Beyond the limit of writes that are tracked.
proc nine_merged(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Const64(9)
    Void @4 = Branch(@1, #1, #2)
#1:
    Void @30 = Store(@3, @0, offset=8)
    Void @31 = Store(@3, @0, offset=16)
    Void @32 = Store(@3, @0, offset=24)
    Void @33 = Store(@3, @0, offset=32)
    Void @34 = Store(@3, @0, offset=40)
    Void @10 = Jump(#3)
#2:
    Void @35 = Store(@3, @0, offset=48)
    Void @36 = Store(@3, @0, offset=56)
    Void @37 = Store(@3, @0, offset=64)
    Void @39 = Store(@3, @0, offset=72)
    Void @20 = Jump(#3:rare)
#3:
    Int64 @7 = Load(@0)
    Int64 @8 = Sub(@7, @2)
    Void @12 = Return(@8)
}

proc to_the_root(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@0)
    Int64 @3 = Const64(1)
    Int64 @4 = BitAnd(@2, @3)
    Int64 @5 = Sub(@2, @4)
    Void @6 = Store(@5, @0)
    Void @7 = Branch(@4, #0, #1)
#1:
    Void @8 = Return(@2)
}
