barebones 1
; A value dominates its uses.
;! invalid
;; error: V11 in f at #2 @4 (Int64 @4 = Add(@2, @0)): @2 is defined in #1, which does not dominate #2
proc f(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1, #2)
#1:
    Int64 @2 = Add(@0, @0)
    Void @3 = Jump(#2)
#2:
    Int64 @4 = Add(@2, @0)
    Void @5 = Return(@4)
}
