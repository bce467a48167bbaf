barebones 1
; Violations of all procedures of a file are reported.
;! invalid
;; error: V22 in f at #0 @1 (Void @1 = Return(@0)): there are 1 operands, expected 0
;; error: V2 in g at #0 @0 (Int32 @0 = Const32(1)): the block ends with this
proc f() -> Void {
#0:
    Int32 @0 = Const32(1)
    Void @1 = Return(@0)
}
proc g() -> Void {
#0:
    Int32 @0 = Const32(1)
}
