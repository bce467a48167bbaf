barebones 1
; A comparison that only a branch uses is fused into the branch: no 0 or 1 is computed.
;! asm x86_64-linux -O 0
;; check: branches:
;; not: set
;; check: cmp
;; not: test
;; check: j
;; not: set
;! asm x86_64-linux -O 2
;; check: branches:
;; not: set
;; check: cmp
;; not: test
;; check: j
;; not: set
;! run
;; run branches(1, 2) == 10
;; run branches(2, 1) == 20

proc branches(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = LessThan(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = Const64(10)
    Void @5 = Return(@4)
#2:
    Int64 @6 = Const64(20)
    Void @7 = Return(@6)
}
