barebones 1
; Terminals with a single target, blocks that only jump, blocks with one incoming edge, and unreachable blocks.
;! opt simplify_cfg
;! run

proc constant_branch() -> Int32 {
#0:
    Int32 @0 = Const32(0)
    Void @1 = Branch(@0, #1, #2)
#1:
    Int32 @2 = Const32(1)
    Void @3 = Return(@2)
#2:
    Int32 @4 = Const32(2)
    Void @5 = Return(@4)
}
;; not: Branch
;; not: Const32(1)
;; check: Const32(2)
;; check: Return(
;; check: Oops
;; run constant_branch() == 2

proc other_branch(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int32 @3 = Const32(1)
    Void @4 = Return(@3)
#2:
    Int32 @5 = Const32(2)
    Void @6 = Return(@5)
}
;; check: Branch(
;; run other_branch(1) == 1
;; run other_branch(0) == 2

proc constant_switch() -> Int32 {
#0:
    Int32 @0 = Const32(-3)
    Void @1 = Switch(@0, 1: #1, -3: #2, default: #3)
#1:
    Int32 @2 = Const32(10)
    Void @3 = Return(@2)
#2:
    Int32 @4 = Const32(30)
    Void @5 = Return(@4)
#3:
    Int32 @6 = Const32(99)
    Void @7 = Return(@6)
}
;; not: Switch
;; check: Const32(30)
;; check: Return(
;; run constant_switch() == 30

proc default_switch() -> Int32 {
#0:
    Int64 @0 = Const64(4294967297)
    Void @1 = Switch(@0, 1: #1, default: #2)
#1:
    Int32 @2 = Const32(10)
    Void @3 = Return(@2)
#2:
    Int32 @4 = Const32(99)
    Void @5 = Return(@4)
}
;; not: Switch
;; check: Const32(99)
;; check: Return(
;; run default_switch() == 99

proc one_target(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #1:rare)
#1:
    Int32 @3 = Const32(7)
    Void @4 = Return(@3)
}
;; not: Branch
;; check: Return(
;; run one_target(0) == 7

; An edge is rare if any edge on the threaded path was.
proc threaded(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #2:rare)
#1:
    Void @3 = Jump(#3)
#2:
    Void @4 = Jump(#4)
#3:
    Int32 @5 = Const32(6)
    Void @6 = Return(@5)
#4:
    Int32 @7 = Const32(5)
    Void @8 = Return(@7)
}
;; check: Branch(@1, #3, #4:rare)
;; run threaded(0) == 5
;; run threaded(1) == 6

; Jumps in a cycle stay.
proc circle(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Branch(@1, #1, #3)
#1:
    Void @3 = Jump(#2)
#2:
    Void @4 = Jump(#1)
#3:
    Int32 @5 = Const32(3)
    Void @6 = Return(@5)
}
;; check: Branch(
;; run circle(0) == 3

proc merged(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Upsilon(@0, ^@4)
    Void @2 = Jump(#1)
#1:
    Void @3 = Jump(#2)
#2:
    Int64 @4 = Phi()
    Void @5 = Return(@4)
}
;; check: #0:
;; not: Jump
;; check: Upsilon(@0, ^@4)
;; check: @4 = Phi()
;; check: Return(
;; run merged(8) == 8

; A block with two incoming edges stays, and so do blocks that do more than jump.
proc two_edges(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int32 @7 = Const32(9)
    Void @2 = Branch(@1, #1, #3)
#1:
    Void @3 = Upsilon(@7, ^@5)
    Void @4 = Jump(#2)
#3:
    Void @8 = Upsilon(@7, ^@5)
    Void @9 = Jump(#2)
#2:
    Int32 @5 = Phi()
    Void @6 = Return(@5)
}
;; check: Jump(#2)
;; check: #2:
;; run two_edges(0) == 9
;; run two_edges(1) == 9

proc loops(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Upsilon(@1, ^@4)
    Void @3 = Jump(#1)
#1:
    Int32 @4 = Phi()
    Int32 @5 = Const32(1)
    Int32 @6 = Sub(@4, @5)
    Void @7 = Upsilon(@6, ^@4)
    Void @8 = Branch(@6, #1, #2)
#2:
    Void @9 = Return(@6)
}
;; check: Jump(#1)
;; run loops(5) == 0

; The Upsilons of an unreachable Phi are removed.
proc dead_phi(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Upsilon(@0, ^@4)
    Int32 @2 = Const32(0)
    Void @3 = Branch(@2, #1, #2)
#1:
    Int64 @4 = Phi()
    Void @5 = Return(@4)
#2:
    Void @6 = Return(@0)
}
;; not: Upsilon
;; check: Return(
;; run dead_phi(4) == 4
