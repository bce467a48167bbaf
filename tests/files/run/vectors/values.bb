;! run
; A vector passes through everything that holds a value: Phis, variables, Select, Identity, Opaque, memory, slots, tuples.

barebones 1

; The sum of n times the step, lane by lane: a vector in a Phi of a loop, and in a variable.
proc repeated(V128, Int32) -> V128 target=host conv=internal {
    var0: V128
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    V128 @3 = Const128(0x0, 0x0)
    Int32 @4 = Const32(0)
    Void @5 = Set(@3, var0)
    Void @6 = Upsilon(@3, ^@9)
    Void @7 = Upsilon(@2, ^@10)
    Void @8 = Jump(#1)
#1:
    V128 @9 = Phi()
    Int32 @10 = Phi()
    V128 @11 = VectorAdd(@9, @0, i16x8)
    V128 @12 = Get(var0)
    V128 @13 = VectorXor(@12, @11)
    Void @14 = Set(@13, var0)
    Int32 @15 = Const32(-1)
    Int32 @16 = Add(@10, @15)
    Void @17 = Upsilon(@11, ^@9)
    Void @18 = Upsilon(@16, ^@10)
    Void @19 = Branch(@16, #1, #2)
#2:
    V128 @20 = Get(var0)
    V128 @21 = VectorXor(@20, @20)
    V128 @22 = VectorOr(@21, @11)
    Void @23 = Return(@22)
}
;; run repeated(i16x8:1:2:3:4:5:6:-1:-2, 3) == i16x8:3:6:9:12:15:18:-3:-6
;; run repeated(i16x8:0x7fff:0x8000:0:0:0:0:0:1, 2) == i16x8:-2:0:0:0:0:0:0:2

; Select by an Int32 and by an Int64.
proc select(Int32, Int64, V128, V128) -> (V128, V128) target=host conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    V128 @3 = ArgumentReg(%fa0)
    V128 @4 = ArgumentReg(%fa1)
    V128 @5 = Select(@1, @3, @4)
    V128 @6 = Select(@2, @4, @3)
    Void @7 = Return(@5, @6)
}
;; run select(1, 0, 0x11111111111111112222222222222222, 0x3) == 0x11111111111111112222222222222222, 0x11111111111111112222222222222222
;; run select(0, 0x100000000, 0x11111111111111112222222222222222, 0x3) == 0x3, 0x3
;; run select(-1, -1, i64x2:5:6, i64x2:7:8) == i64x2:5:6, i64x2:7:8

; Memory at any alignment, and a slot that is written in halves.
proc memory(V128) -> (V128, Int64, Int32) target=host conv=internal {
    slot0 = stack 64 locked
    slot1 = stack 16 anonymous
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1, offset=3)
    V128 @3 = Load(@1, offset=3)
    Int64 @4 = Load(@1, offset=11)
    Int32 @5 = Load(@1, offset=7)
    Int64 @6 = SlotBase(slot1)
    Void @7 = Store(@3, @6)
    V128 @8 = Load(@6)
    V128 @9 = Opaque(@8)
    V128 @10 = Identity(@9)
    Void @11 = Return(@10, @4, @5)
}
;; run memory(0x0f0e0d0c0b0a09080706050403020100) == 0x0f0e0d0c0b0a09080706050403020100, 0x0f0e0d0c0b0a0908, 0x07060504

; Tuples of vectors and scalars, through a Phi.
proc tuples(Int32) -> (V128, Int32, V128) target=host conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #2)
#1:
    (V128, Int32, V128) @3 = CCall(pair, @1)
    Void @4 = Upsilon(@3, ^@8)
    Void @5 = Jump(#3)
#2:
    (V128, Int32, V128) @6 = BottomTuple()
    Void @7 = Upsilon(@6, ^@8)
    Void @14 = Jump(#3)
#3:
    (V128, Int32, V128) @8 = Phi()
    V128 @9 = Extract(@8, 0)
    Int32 @10 = Extract(@8, 1)
    V128 @11 = Extract(@8, 2)
    Void @12 = Return(@9, @10, @11)
}
;; run tuples(0) == 0x0, 0, 0x0
;; run tuples(9) == 0x33333333444444441111111122222222, 9, 0xffffffffffffffffffffffffffffffff

proc pair(Int32) -> (V128, Int32, V128) target=host conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    V128 @2 = Const128(0x1111111122222222, 0x3333333344444444)
    V128 @3 = Const128(0xffffffffffffffff, 0xffffffffffffffff)
    Void @4 = Return(@2, @1, @3)
}

; A vector that is used only in the next block, by its Return.
proc returned_in_the_next_block(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorXor(@0, @1)
    Void @3 = Jump(#1)
#1:
    Void @4 = Return(@2)
}
;; run returned_in_the_next_block(0xf0f0f0f0f0f0f0f00f0f0f0f0f0f0f0f, 0xff) == 0xf0f0f0f0f0f0f0f00f0f0f0f0f0f0ff0
