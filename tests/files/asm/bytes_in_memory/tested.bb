barebones 1
; At O1 and O2, bytes and 16-bit words are compared, tested and changed in memory, if that width decides the result and
; the load has no other use. A 16-bit immediate is slow to decode.
;! asm x86_64-linux -O 2
;! run

data numbers = u64:0x8888838483848485

proc bits(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8S(@0)
    Int32 @2 = Const32(0x80)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; check: test byte ptr [rdi], 0x80
;; check: ret
;; run bits(@data:numbers) == 1

proc bits_of_word(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int64 @2 = Const64(0x80)
    Int64 @3 = BitAnd(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; check: test byte ptr [rdi], 0x80
;; check: ret
;; run bits_of_word(@data:numbers) == 1

; The access to the last byte may trap where one to the first does not.
proc bits_that_trap(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load(@0, traps)
    Int32 @2 = Const32(0x80)
    Int32 @3 = BitAnd(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Void @6 = Return(@5)
#2:
    Int64 @7 = Const64(2)
    Void @8 = Return(@7)
}
;; check: test dword ptr [rdi], 0x80
;; check: ret
;; run bits_that_trap(@data:numbers) == 1
