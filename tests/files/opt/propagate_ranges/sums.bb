barebones 1
; Sums of 32 bits that cannot wrap become sums of 64 bits of one extended value; each with a twin that is not profitable,
; or may wrap. A counter with a power of two as step that stops at equality does not pass a limit that it reaches.
;! opt propagate_ranges
;! run

proc shared() -> Int64 {
#0:
    Int32 @0 = Const32(3)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(67)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@0, ^@10)
    Void @5 = Upsilon(@3, ^@11)
    Int32 @6 = Const32(5)
    Int32 @7 = Const32(9)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = Add(@10, @6)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Add(@11, @13)
    Int32 @15 = Add(@10, @7)
    Int64 @16 = ZExt32(@15)
    Int64 @17 = Add(@14, @16)
    Int32 @30 = Add(@10, @1)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@17, ^@11)
    Int32 @33 = NotEqual(@30, @2)
    Void @34 = Branch(@33, #1, #2)
#2:
    Void @35 = Return(@17)
}
;; check: ZExt32(@10)
;; check: Int64 @13 = Add(
;; check: Int64 @16 = Add(
;; run shared() == 1280

proc once() -> Int64 {
#0:
    Int32 @0 = Const32(3)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(67)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@0, ^@10)
    Void @5 = Upsilon(@3, ^@11)
    Int32 @6 = Const32(5)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = Add(@10, @6)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Add(@11, @13)
    Int32 @30 = Add(@10, @1)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@14, ^@11)
    Int32 @33 = NotEqual(@30, @2)
    Void @34 = Branch(@33, #1, #2)
#2:
    Void @35 = Return(@14)
}
;; check: Int64 @13 = ZExt32(@12)
;; run once() == 608

proc extended_already() -> Int64 {
#0:
    Int32 @0 = Const32(3)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(67)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@0, ^@10)
    Void @5 = Upsilon(@3, ^@11)
    Int32 @6 = Const32(5)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int64 @12 = ZExt32(@10)
    Int64 @13 = BitXor(@11, @12)
    Int32 @14 = Add(@10, @6)
    Int64 @15 = ZExt32(@14)
    Int64 @16 = Add(@13, @15)
    Int32 @30 = Add(@10, @1)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@16, ^@11)
    Int32 @33 = NotEqual(@30, @2)
    Void @34 = Branch(@33, #1, #2)
#2:
    Void @35 = Return(@16)
}
;; check: Int64 @12 = ZExt32(@10)
;; check: Int64 @15 = Add(@12,
;; run extended_already() == 640

proc less() -> Int64 {
#0:
    Int32 @0 = Const32(8)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(68)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@0, ^@10)
    Void @5 = Upsilon(@3, ^@11)
    Int32 @6 = Const32(-4)
    Int32 @7 = Const32(-8)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = Add(@10, @6)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Add(@11, @13)
    Int32 @15 = Add(@10, @7)
    Int64 @16 = ZExt32(@15)
    Int64 @17 = Add(@14, @16)
    Int32 @30 = Add(@10, @1)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@17, ^@11)
    Int32 @33 = NotEqual(@30, @2)
    Void @34 = Branch(@33, #1, #2)
#2:
    Void @35 = Return(@17)
}
;; check: ZExt32(@10)
;; check: Const64(-4)
;; check: Int64 @13 = Add(
;; check: Const64(-8)
;; check: Int64 @16 = Add(
;; run less() == 900

proc less_than_none() -> Int64 {
#0:
    Int32 @0 = Const32(8)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(68)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@0, ^@10)
    Void @5 = Upsilon(@3, ^@11)
    Int32 @6 = Const32(-12)
    Int32 @7 = Const32(-4)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = Add(@10, @6)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Add(@11, @13)
    Int32 @15 = Add(@10, @7)
    Int64 @16 = ZExt32(@15)
    Int64 @17 = Add(@14, @16)
    Int32 @30 = Add(@10, @1)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@17, ^@11)
    Int32 @33 = NotEqual(@30, @2)
    Void @34 = Branch(@33, #1, #2)
#2:
    Void @35 = Return(@17)
}
;; check: Int64 @13 = ZExt32(@12)
;; run less_than_none() == 4294968136

proc wraps() -> Int64 {
#0:
    Int32 @0 = Const32(3)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(66)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@0, ^@10)
    Void @5 = Upsilon(@3, ^@11)
    Int32 @6 = Const32(5)
    Int32 @7 = Const32(9)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = Add(@10, @6)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Add(@11, @13)
    Int32 @15 = Add(@10, @7)
    Int64 @16 = ZExt32(@15)
    Int64 @17 = Add(@14, @16)
    Int32 @30 = Add(@10, @1)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@17, ^@11)
    Int32 @33 = NotEqual(@30, @2)
    Void @34 = Branch(@33, #1, #2)
#2:
    Void @35 = Return(@17)
}
;; check: Int64 @13 = ZExt32(@12)
;; check: Int64 @16 = ZExt32(@15)

proc too_large() -> Int64 {
#0:
    Int32 @0 = Const32(3)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(67)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@0, ^@10)
    Void @5 = Upsilon(@3, ^@11)
    Int32 @6 = Const32(-60)
    Int32 @7 = Const32(-68)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = Add(@10, @6)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Add(@11, @13)
    Int32 @15 = Add(@10, @7)
    Int64 @16 = ZExt32(@15)
    Int64 @17 = Add(@14, @16)
    Int32 @30 = Add(@10, @1)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@17, ^@11)
    Int32 @33 = NotEqual(@30, @2)
    Void @34 = Branch(@33, #1, #2)
#2:
    Void @35 = Return(@17)
}
;; check: Int64 @13 = ZExt32(@12)
;; check: Int64 @16 = ZExt32(@15)
;; run too_large() == 133143985184

proc extended_later() -> Int64 {
#0:
    Int32 @0 = Const32(3)
    Int32 @1 = Const32(4)
    Int32 @2 = Const32(67)
    Int64 @3 = Const64(0)
    Void @4 = Upsilon(@0, ^@10)
    Void @5 = Upsilon(@3, ^@11)
    Int32 @6 = Const32(5)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int64 @11 = Phi()
    Int32 @12 = Add(@10, @6)
    Int64 @13 = ZExt32(@12)
    Int64 @14 = Add(@11, @13)
    Int64 @15 = ZExt32(@10)
    Int64 @16 = BitXor(@14, @15)
    Int32 @30 = Add(@10, @1)
    Void @31 = Upsilon(@30, ^@10)
    Void @32 = Upsilon(@16, ^@11)
    Int32 @33 = NotEqual(@30, @2)
    Void @34 = Branch(@33, #1, #2)
#2:
    Void @35 = Return(@16)
}
;; check: Int64 @13 = ZExt32(@12)
;; check: Int64 @15 = ZExt32(@10)
;; run extended_later() == 576
