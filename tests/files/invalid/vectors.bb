barebones 1
; An operation on lanes has the lanes that it admits, and vectors as operands.
;! invalid
;; error: V59 in f at #0 @1 (V128 @1 = VectorAdd(@0, @0, u16x8)): 
;; error: V13 in f at #0 @3 (V128 @3 = VectorAnd(@0, @2)): operand 2 has type Int32, expected V128
proc f() -> V128 {
#0:
    V128 @0 = Const128(1, 2)
    V128 @1 = VectorAdd(@0, @0, u16x8)
    Int32 @2 = Const32(1)
    V128 @3 = VectorAnd(@0, @2)
    Void @4 = Return(@3)
}
