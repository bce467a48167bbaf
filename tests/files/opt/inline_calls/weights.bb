barebones 1
; The weights of a callee determine the frequencies of its copy. Those after the call stay with the terminal.
;! opt inline_calls
;! run

proc sign(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #1:1, #2:3)
#1:
    Int64 @4 = Const64(-1)
    Void @5 = Return(@4)
#2:
    Int64 @6 = Const64(1)
    Void @7 = Return(@6)
}

proc caller(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(sign, @0)
    Int64 @2 = Const64(0)
    Int32 @3 = GreaterThan(@1, @2)
    Void @4 = Branch(@3, #1:9, #2:5)
#1:
    Int64 @5 = Const64(10)
    Void @6 = Return(@5)
#2 cold:
    Int64 @7 = Const64(20)
    Void @8 = Return(@7)
}
;; not: CCall
;; check: #2 cold:
;; check: frequency=0.25:
;; check: frequency=0.75:
;; check: :9, #2:5)
;; run caller(3) == 10
;; run caller(-3) == 20
