barebones 1
; All successors have weights, or none.
;! parse-error
;; error: found `)`, expected a weight for each successor, or for none
proc f(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1:1, #1)
#1:
    Void @2 = Return()
}
