barebones 1
; Operands of an addition are of one type.
;! invalid
;; error: V13 in f at #0 @2 (Int32 @2 = Add(@0, @1)): operand 2 has type Int64, expected Int32
proc f() -> Int32 {
#0:
    Int32 @0 = Const32(1)
    Int64 @1 = Const64(1)
    Int32 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
