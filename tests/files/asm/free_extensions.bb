barebones 1
; A 32-bit instruction clears the upper half of its register: zero-extending its result costs nothing. Values from
; elsewhere, or with unknown upper bits, are extended.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 0 as O0
;! run

data numbers = u32:1 u32:0xffffffff u64:0x99

proc sum(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Add(@2, @3)
    Int64 @5 = ZExt32(@4)
    Void @6 = Return(@5)
}
;; check O2: @4
;; not O2: @5
;; check O2: ret
;; check O0: @4
;; not O0: @5
;; check O0: ret
;; run sum(0xffffffff00000003, 0xffffffffffffffff) == 2

proc loaded(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load(@0)
    Int64 @2 = ZExt32(@1)
    Int32 @3 = Const32(3)
    Int64 @4 = Shl(@2, @3)
    Int64 @5 = Add(@0, @4)
    Int64 @6 = Load(@5)
    Void @7 = Return(@6)
}
;; not O2: @2
;; check O2: *8]
;; run loaded(@data:numbers) == 0x99

proc argument(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ZExt32(@1)
    Void @3 = Return(@2)
}
;; check O2: @2
;; check O2: ret
;; check O0: @2
;; check O0: ret
;; run argument(0xffffffff00000003) == 3

proc joined(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@6)
    Void @3 = Branch(@0, #1, #2)
#1:
    Void @4 = Upsilon(@1, ^@6)
    Void @5 = Jump(#2)
#2:
    Int32 @6 = Phi()
    Int64 @7 = ZExt32(@6)
    Void @8 = Return(@7)
}
;; check O2: @7
;; check O2: ret
;; check O0: @6
;; check O0: ret
;; run joined(0xffffffff00000003) == 3
;; run joined(0) == 0

proc chosen(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Select(@2, @2, @3)
    Int64 @5 = ZExt32(@4)
    Void @6 = Return(@5)
}
;; check O2: @5
;; check O2: ret
;; run chosen(0xffffffff00000003, 1) == 3
;; run chosen(3, 0xffffffff00000001) == 3

; An extension that another block uses.
proc elsewhere(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(-1)
    Int32 @3 = BitXor(@1, @2)
    Int64 @4 = ZExt32(@3)
    Void @5 = Branch(@3, #1, #2)
#1:
    Void @6 = Return(@4)
#2:
    Void @7 = Return(@4)
}
;; run elsewhere(0xfffffffffffffffe) == 1
;; run elsewhere(0xffffffffffffffff) == 0

; The extension is folded with a load of 32 bits, not with one of 64.
proc loaded_elsewhere(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load(@0)
    Int64 @2 = ZExt32(@1)
    Void @3 = Branch(@0, #1, #2)
#1:
    Void @4 = Return(@2)
#2:
    Void @5 = Return(@2)
}
;; run loaded_elsewhere(@data:numbers) == 1
