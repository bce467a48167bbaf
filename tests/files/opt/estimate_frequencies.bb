barebones 1
; Weights of edges become frequencies of blocks; edges to cold blocks, and of weight 0, become rare.
;! opt estimate_frequencies
;! run

; A quarter of all calls, and the rest.
proc quarter(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1:1, #2:3)
#1:
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Jump(#3)
#2:
    Void @4 = Upsilon(@0, ^@5)
    Void @7 = Jump(#3)
#3:
    Int64 @5 = Phi()
    Void @6 = Return(@5)
}
;; check: #0:
;; check: Branch(@0, #1, #2)
;; check: #1 frequency=0.25:
;; check: #2 frequency=0.75:
;; check: #3:
;; run quarter(5) == 5

; Nine of ten iterations continue: ten iterations, of which half take a side without weights.
proc loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Int64 @5 = BitAnd(@4, @1)
    Void @6 = Branch(@5, #2, #3)
#2:
    Void @7 = Jump(#3)
#3:
    Int64 @8 = Sub(@4, @1)
    Void @9 = Upsilon(@8, ^@4)
    Void @10 = Branch(@8, #1:9, #4:1)
#4:
    Void @11 = Return(@8)
}
;; check: #1 frequency=10.
;; check: #2 frequency=5.
;; check: #3 frequency=10.
;; check: #4
;; run loop(4) == 0

; An inner loop of four iterations in an outer one whose exit has no weights: 8 and 32. The client's weight 0 is rare.
proc nested(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Void @2 = Upsilon(@0, ^@4)
    Void @3 = Jump(#1)
#1:
    Int64 @4 = Phi()
    Void @5 = Upsilon(@0, ^@7)
    Void @6 = Jump(#2)
#2:
    Int64 @7 = Phi()
    Int64 @8 = Sub(@7, @1)
    Void @9 = Upsilon(@8, ^@7)
    Void @10 = Branch(@8, #2:3, #3:1)
#3:
    Int64 @11 = Sub(@4, @1)
    Void @12 = Upsilon(@11, ^@4)
    Void @13 = Branch(@11, #1, #4)
#4:
    Void @14 = Switch(@0, 1: #5:5, 2: #6:0, default: #5:5)
#5:
    Void @15 = Return(@0)
#6:
    Void @16 = Return(@1)
}
;; check: #1 frequency=8.
;; check: #2 frequency=32.
;; check: Branch(@8, #2, #3)
;; check: #3 frequency=8.
;; check: 2: #6:rare, default: #5)
;; run nested(1) == 1
;; run nested(2) == 1
;; run nested(3) == 3

; A cold block changes no frequency.
proc cold(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1, #2)
#1 cold:
    Int64 @2 = Const64(7)
    Void @3 = Return(@2)
#2:
    Void @4 = Return(@0)
}
;; check: Branch(@0, #1:rare, #2)
;; check: #1:
;; check: #2:
;; run cold(1) == 7
;; run cold(0) == 0

; The client's frequencies are kept.
proc measured(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1:1, #2:3)
#1 frequency=0.5:
    Int64 @2 = Const64(7)
    Void @3 = Return(@2)
#2:
    Void @4 = Return(@0)
}
;; check: #1 frequency=0.5:
;; check: #2:
;; run measured(1) == 7

; The root is the header of a loop of five iterations: frequencies are relative to it.
proc around_the_root(Int64) -> Int64 {
    var0: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @2 = Const64(1)
    Int64 @3 = Sub(@0, @2)
    Void @4 = Set(@3, var0)
    Int64 @5 = Get(var0)
    Void @6 = Branch(@5, #0:4, #1:1)
#1:
    Void @7 = Return(@2)
}
;; check: #0:
;; check: #1 frequency=0.2
;; run around_the_root(1) == 1
