barebones 1
; A weight has 32 bits.
;! parse-error
;; error: found `4294967296`, expected an integer from 0 to 4294967295
proc f(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1:1, #1:4294967296)
#1:
    Void @2 = Return()
}
