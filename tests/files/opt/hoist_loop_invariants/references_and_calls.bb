barebones 1
; Loop-invariant values are hoisted to the preheader if their effects allow it.
;! opt hoist_loop_invariants
;! run

data words = u64:7 u64:8

extern abs(Int32) -> Int32

; A reference is not live across a call that may move it.
proc reference(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, range=1..2)
    Void @40 = Branch(@1, #2:rare, #3)
#2:
    Int32 @8 = Trunc(@6)
    Int32 @10 = CCall(abs, @8, effects={safepoint})
    Void @41 = Jump(#3)
#3:
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =
;; run reference(@data:words, 0) == 21

; Nor is a value computed from one, even indirectly.
proc address(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @8 = Add(@0, @1)
    Int64 @11 = Load(@8, range=1..2)
    Int64 @9 = Mul(@11, @11)
    Void @40 = Branch(@1, #2:rare, #3)
#2:
    Int32 @12 = Trunc(@6)
    Int32 @10 = CCall(abs, @12, effects={safepoint})
    Void @41 = Jump(#3)
#3:
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =
;; run address(@data:words, 0) == 147

; No call in the loop moves it.
proc reference_where_nothing_moves(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Int32 @30 = Trunc(@1)
    Int32 @31 = CCall(abs, @30, effects={safepoint})
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, range=1..2)
    Void @40 = Branch(@1, #2:rare, #3)
#2:
    Int32 @8 = Trunc(@6)
    Int32 @10 = CCall(abs, @8, effects={writes_pinned})
    Void @41 = Jump(#3)
#3:
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #4)
#4:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @9 =
;; check: Jump(#1)
;; run reference_where_nothing_moves(@data:words, 0) == 21

; A fence orders loads, so they stay.
proc fence(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = Load(@0, range=1..2)
    Void @8 = Fence(reads=3..4, writes=3..4)
    Int64 @45 = BitOr(@9, @9)
    Int64 @52 = Add(@7, @45)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: @9 =
;; run fence(@data:words, 0) == 21

; A call clobbers registers: cheap values stay, a division is hoisted.
proc calls(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @9 = UDiv(@0, @1)
    Int64 @11 = Mul(@0, @1)
    Int64 @14 = Sub(@9, @11)
    Int32 @8 = Trunc(@6)
    Int32 @12 = CCall(abs, @8, effects={writes=1..2})
    Int64 @52 = Add(@7, @14)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #0:
;; check: @9 = UDiv(
;; not: Mul(
;; check: Jump(#1)
;; check: @11 = Mul(
;; run calls(20, 4) == -225

; There are not enough registers for all.
proc many(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(-1)
    Int32 @140 = Const32(1)
    Int32 @141 = Const32(2)
    Int32 @142 = Const32(3)
    Int32 @143 = Const32(4)
    Int32 @144 = Const32(5)
    Int32 @145 = Const32(6)
    Int32 @146 = Const32(7)
    Int32 @147 = Const32(8)
    Int32 @148 = Const32(9)
    Int32 @149 = Const32(10)
    Int32 @150 = Const32(11)
    Int32 @151 = Const32(12)
    Int64 @3 = Const64(3)
    Int64 @4 = Const64(0)
    Int64 @120 = RotL(@1, @140)
    Int64 @121 = RotL(@1, @141)
    Int64 @122 = RotL(@1, @142)
    Int64 @123 = RotL(@1, @143)
    Int64 @124 = RotL(@1, @144)
    Int64 @125 = RotL(@1, @145)
    Int64 @126 = RotL(@1, @146)
    Int64 @127 = RotL(@1, @147)
    Int64 @128 = RotL(@1, @148)
    Int64 @129 = RotL(@1, @149)
    Int64 @130 = RotL(@1, @150)
    Int64 @131 = RotL(@1, @151)
    Void @5 = Upsilon(@3, ^@6)
    Void @50 = Upsilon(@4, ^@7)
    Void @51 = Jump(#1)
#1:
    Int64 @6 = Phi()
    Int64 @7 = Phi()
    Int64 @60 = Mul(@0, @120)
    Int64 @80 = Sub(@60, @7)
    Int64 @61 = Mul(@0, @121)
    Int64 @81 = Sub(@61, @80)
    Int64 @62 = Mul(@0, @122)
    Int64 @82 = Sub(@62, @81)
    Int64 @63 = Mul(@0, @123)
    Int64 @83 = Sub(@63, @82)
    Int64 @64 = Mul(@0, @124)
    Int64 @84 = Sub(@64, @83)
    Int64 @65 = Mul(@0, @125)
    Int64 @85 = Sub(@65, @84)
    Int64 @66 = Mul(@0, @126)
    Int64 @86 = Sub(@66, @85)
    Int64 @67 = Mul(@0, @127)
    Int64 @87 = Sub(@67, @86)
    Int64 @68 = Mul(@0, @128)
    Int64 @88 = Sub(@68, @87)
    Int64 @69 = Mul(@0, @129)
    Int64 @89 = Sub(@69, @88)
    Int64 @70 = Mul(@0, @130)
    Int64 @90 = Sub(@70, @89)
    Int64 @71 = Mul(@0, @131)
    Int64 @91 = Sub(@71, @90)
    Int64 @52 = Add(@7, @91)
    Int64 @53 = Add(@6, @2)
    Void @54 = Upsilon(@53, ^@6)
    Void @55 = Upsilon(@52, ^@7)
    Void @56 = Branch(@53, #1, #2)
#2:
    Void @57 = Return(@52)
}
;; check: #1:
;; check: Mul(@0
;; check: Mul(@0
;; run many(1, 2) == 38220
