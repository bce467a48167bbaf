barebones 1
; At O1 and O2, bytes and 16-bit words are compared, tested and changed in memory, if that width decides the result and
; the load has no other use. A 16-bit immediate is slow to decode.
;! asm x86_64-linux -O 2
;! run

data numbers = u64:0x8888838483848485

proc change(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Load8Z(@0)
    Int32 @4 = Const32(-1)
    Int32 @5 = Add(@4, @3)
    Void @6 = Store8(@5, @0)
    Int32 @7 = Load8S(@0, offset=1)
    Int32 @8 = Sub(@7, @2)
    Void @9 = Store8(@8, @0, offset=1)
    Int32 @10 = Load16Z(@0, offset=2)
    Int32 @11 = Const32(0x40)
    Int32 @12 = BitOr(@10, @11)
    Void @13 = Store16(@12, @0, offset=2)
    Int32 @14 = Load16S(@0, offset=4)
    Int32 @15 = BitXor(@2, @14)
    Void @16 = Store16(@15, @0, offset=4)
    Int64 @17 = Load(@0)
    Int64 @18 = Const64(0xffffffffffffff)
    Int64 @19 = BitAnd(@17, @18)
    Void @20 = Return(@19)
}
;; not: movzx
;; check: add byte ptr [rdi], 0xff
;; check: sub [rdi+1], sil
;; check: or word ptr [rdi+2], 0x40
;; check: xor [rdi+4], si
;; check: ret
;; run change(@data:numbers, 1) == 0x88838583c48384

; From one address to another, and from a byte to 16 bits.
proc change_elsewhere(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8Z(@0)
    Int32 @2 = Const32(0)
    Int32 @3 = Const32(1)
    Int32 @4 = Add(@1, @2)
    Void @5 = Store8(@4, @0, offset=1)
    Int32 @6 = Load8Z(@0, offset=2)
    Int32 @7 = Const32(-0x8402)
    Int32 @8 = Sub(@6, @7)
    Void @9 = Store16(@8, @0, offset=2)
    Int64 @10 = Load(@0)
    Void @11 = Return(@10)
}
;; check: movzx
;; check: add e
;; check: mov [rdi+1]
;; check: movzx
;; check: add e
;; check: mov [rdi+2]
;; check: ret
;; run change_elsewhere(@data:numbers) == 0x8888838484868585

proc change_by_many(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load16Z(@0)
    Int32 @2 = Const32(0x1234)
    Int32 @3 = Add(@1, @2)
    Void @4 = Store16(@3, @0)
    Int64 @5 = Load(@0)
    Void @6 = Return(@5)
}
;; not: word ptr [rdi], 0x1234
;; check: mov [rdi]
;; check: ret
;; run change_by_many(@data:numbers) == 0x88888384838496b9

proc past_store(Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Load8Z(@0)
    Void @3 = Store(@1, @0)
    Int32 @4 = Const32(5)
    Int32 @5 = LessThan(@2, @4)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int64 @7 = Const64(1)
    Void @8 = Return(@7)
#2:
    Int64 @9 = Const64(2)
    Void @10 = Return(@9)
}
;; check: @2
;; check: @3
;; check: cmp
;; check: ret
;; run past_store(@data:numbers, 1) == 2
