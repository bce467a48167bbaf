barebones 1
; A comparison that only a branch uses is fused into the branch: no 0 or 1 is computed.
;! asm x86_64-linux -O 0 as O0
;! asm x86_64-linux -O 2 as O2
;! run

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
;; not O0: set
;; check O0: cmp
;; not O0: test
;; check O0: j
;; not O0: set
;; not O2: set
;; check O2: cmp
;; not O2: test
;; check O2: j
;; not O2: set
;; run branches(1, 2) == 10
;; run branches(2, 1) == 20
