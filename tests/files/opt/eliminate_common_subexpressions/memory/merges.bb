barebones 1
; Loads of known memory contents: parts of a value, at merges, and next to stores to other addresses.
;! opt eliminate_common_subexpressions
;! run

data words = u64:0x8182838485868788 u64:0 u64:0 u64:0
data inside = u64:0 u64:1 u64:2 u64:3 u64:4 u64:5 u64:6 u64:7 u64:8 u64:9 u64:10
data odd = u64:7

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
;; check: @7 = Identity(@2)
;; check: @8 = Load(
;; run merged(@data:words, 0) == 9
;; run merged(@data:words, 1) == 0

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
;; check: @7 = Identity(@21)
;; run merged_left(@data:words, 0) == 0x8182838485868788
;; run merged_left(@data:words, 1) == 9

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
;; check: @7 = Identity(@21)
;; run merged_right(@data:words, 1) == 0x8182838485868788
;; run merged_right(@data:words, 0) == 9

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
;; check: @8 = Load(
;; run loaded_on_one_path(@data:words, 1) == 0x8182838485868788

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
;; check: @11 = Load(
;; run merged_twice(@data:words, 0) == 0x8182838485868788
;; run merged_twice(@data:words, 9) == 0x8182838485868788
;; run merged_twice(@data:words, 1) == 9

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
;; check: @8 = Load(
;; check: @15 = Identity(@17)
;; run around(@data:words, 0) == 0x8182838485868788
;; run around(@data:words, 3) == 0x818283848586878b

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
;; check: @7 = Identity(@2)
;; run eight_merged(@data:inside, 1) == 0

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
;; check: @7 = Load(
;; run nine_merged(@data:inside, 1) == 0

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
;; check: @2 = Load(
;; run to_the_root(@data:odd, 0) == 6
