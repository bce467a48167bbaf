barebones 1
; Weights are not all 0.
;! invalid
;; error: V54 in f at #0
proc f(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1:0, #1:0)
#1:
    Void @2 = Return()
}
