barebones 1
; At O1 and O2, bytes and 16-bit words are compared, tested and changed in memory, if that width decides the result and
; the load has no other use. A 16-bit immediate is slow to decode.
;! asm x86_64-linux -O 2 as O2
;! asm x86_64-linux -O 0 as O0
;! run

data numbers = u64:0x8888838483848485

proc unsigned(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8Z(@0, offset=3)
    Int32 @2 = Const32(200)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; not O2: movzx
;; check O2: cmp byte ptr [rdi+3], 0xc8
;; check O2: jae
;; check O2: ret
;; check O0: movzx
;; not O0: cmp byte
;; run unsigned(@data:numbers) == 1

proc signed(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8S(@0)
    Int32 @2 = Const32(-50)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; not O2: movsx
;; check O2: cmp byte ptr [rdi], 0xce
;; check O2: jge
;; check O2: ret
;; run signed(@data:numbers) == 1

; 256 is not a byte.
proc beyond(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8Z(@0)
    Int32 @2 = Const32(256)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; check O2: movzx
;; check O2: cmp e
;; check O2: ret
;; run beyond(@data:numbers) == 1

proc zero(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8Z(@0)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @3 = Const64(1)
    Void @4 = Return(@3)
#2:
    Int64 @5 = Const64(2)
    Void @6 = Return(@5)
}
;; check O2: cmp byte ptr [rdi], 0
;; check O2: ret
;; run zero(@data:numbers) == 1

proc two_bytes(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8Z(@0)
    Int32 @2 = Load8Z(@0, offset=1)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; check O2: movzx
;; not O2: movzx
;; check O2: cmp [r
;; check O2: ret
;; run two_bytes(@data:numbers) == 2

; A sign-extended and a zero-extended byte differ.
proc byte_and_word(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8Z(@0)
    Int32 @2 = Load8S(@0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; check O2: movzx
;; check O2: @2
;; check O2: cmp e
;; check O2: ret
;; run byte_and_word(@data:numbers) == 2

proc words(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load16Z(@0)
    Int64 @2 = ZExt32(@1)
    Int64 @3 = Const64(5)
    Int32 @4 = LessThan(@2, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Int64 @6 = Const64(1)
    Void @7 = Return(@6)
#2:
    Int64 @8 = Const64(2)
    Void @9 = Return(@8)
}
;; check O2: cmp word ptr [rdi], 5
;; check O2: ret
;; run words(@data:numbers) == 2

proc long_words(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load16Z(@0)
    Int32 @2 = Const32(0x1234)
    Int32 @3 = LessThan(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; not O2: cmp word
;; check O2: ret
;; run long_words(@data:numbers) == 2

proc shared(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8Z(@0)
    Int32 @2 = Const32(5)
    Int32 @3 = LessThan(@1, @2)
    Int32 @4 = Select(@3, @2, @1)
    Void @5 = Return(@4)
}
;; check O2: movzx
;; not O2: cmp byte
;; check O2: ret
;; run shared(@data:numbers) == 0x85
