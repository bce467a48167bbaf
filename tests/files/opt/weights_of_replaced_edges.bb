barebones 1
; A pass that replaces the edges of a block before weights are used forgets the weights.
;! opt simplify_cfg
;! run

proc constant(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(1)
    Void @2 = Branch(@1, #1:1, #2:99)
#1:
    Void @3 = Branch(@0, #3:70, #4:30)
#2:
    Void @4 = Return(@0)
#3:
    Int64 @5 = Const64(5)
    Void @6 = Return(@5)
#4:
    Int64 @7 = Const64(7)
    Void @8 = Return(@7)
}
;; not: :99
;; check: #0:
;; not: :70
;; check: Branch(@0, #3, #4)
;; run constant(1) == 5
;; run constant(0) == 7
