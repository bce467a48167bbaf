barebones 1
; A merge loads a value that every path to it has loaded or stored.
;! opt eliminate_common_subexpressions
;! run

data words = u64:0x8182838485868788 u64:0 u64:0 u64:0

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
;; check: @14 = Load(
;; run five_paths(@data:words, 5, 1) == 5
;; run five_paths(@data:words, 5, 2) == 2

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
;; check: #2:
;; check: @7 = Identity(
;; check: Upsilon(
;; check: #3:
;; check: Upsilon(@10, ^
;; check: #4:
;; check: = Phi()
;; check: @13 = Identity(
;; run merged_again(@data:words, 5, 5) == 9
;; run merged_again(@data:words, 5, 4) == 5

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
;; not: Upsilon
;; check: #3:
;; check: @9 = Identity(@1)
;; run same_on_both(@data:words, 5, 1) == 5
;; run same_on_both(@data:words, 5, 0) == 5

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
;; not: Upsilon
;; check: #3:
;; check: @8 = Load(
;; run unknown_on_one(@data:words, 5, 1) == 5
;; run unknown_on_one(@data:words, 5, 0) == 0x8182838485868788

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
;; not: Upsilon
;; check: #3:
;; check: @10 = Load(
;; run overwritten_on_one(@data:words, 5, 1) == 5
;; run overwritten_on_one(@data:words, 5, 0) == 0x0500000000000000

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
;; not: Upsilon
;; check: #3:
;; check: @10 = Load(
;; run written_at_the_merge(@data:words, 5, 1) == 0x0500000000000005
;; run written_at_the_merge(@data:words, 5, 0) == 0x0500000000000000

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
;; not: Upsilon
;; check: #3:
;; check: @10 = Load(
;; run written_before(@data:words, @data:words, 0) == 0

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
;; check: #1:
;; check: @8 = Load(
;; run loop(@data:words, 5, 3) == 11
