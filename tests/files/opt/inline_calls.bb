barebones 1
; A call of a small procedure becomes a copy of it.
;! opt inline_calls
;; check: proc one_return
;; check: Mul(@0, @1)
;; check: @2 = Identity(
;! run
;; run one_return(3, 4) == 12

proc product(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}

proc one_return(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CCall(product, @0, @1)
    Void @3 = Return(@2)
}
