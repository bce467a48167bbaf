barebones 1
; Branches that only choose between values become Selects.
;! opt infer_selects
;! run

data words = u64:0x8182838485868788

extern abs(Int32) -> Int32

; Values that may trap are not computed speculatively.
proc loads(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@2, ^@8)
    Void @4 = Branch(@2, #1, #2)
#1:
    Int32 @5 = Load(@0)
    Void @6 = Upsilon(@5, ^@8)
    Void @7 = Jump(#2)
#2:
    Int32 @8 = Phi()
    Void @9 = Return(@8)
}
;; check: Branch(@2, #1, #2)
;; run loads(0, 0) == 0
;; run loads(@data:words, 1) == -2054781048

proc divides(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@2, ^@9)
    Void @4 = Branch(@2, #1, #2)
#1:
    Int32 @5 = Const32(12)
    Int32 @6 = Div(@5, @2)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#2)
#2:
    Int32 @9 = Phi()
    Void @10 = Return(@9)
}
;; check: Branch(@2, #1, #2)
;; run divides(0, 0) == 0
;; run divides(0, 3) == 4

proc calls(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@2, ^@8)
    Void @4 = Branch(@2, #1, #2)
#1:
    Int32 @5 = CCall(abs, @2)
    Void @6 = Upsilon(@5, ^@8)
    Void @7 = Jump(#2)
#2:
    Int32 @8 = Phi()
    Void @9 = Return(@8)
}
;; check: Branch(@2, #1, #2)
;; run calls(0, 0) == 0
;; run calls(0, -3) == 3

proc stores(Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@2, ^@9)
    Void @4 = Branch(@2, #1, #2)
#1:
    Void @5 = Store(@2, @0)
    Int32 @6 = Const32(1)
    Void @7 = Upsilon(@6, ^@9)
    Void @8 = Jump(#2)
#2:
    Int32 @9 = Phi()
    Void @10 = Return(@9)
}
;; check: Branch(@2, #1, #2)
;; run stores(0, 0) == 0
;; run stores(@data:words, 3) == 1

proc three(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)
    Int32 @4 = LessThan(@1, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Void @6 = Upsilon(@1, ^@14)
    Void @7 = Upsilon(@3, ^@15)
    Void @8 = Upsilon(@1, ^@16)
    Void @9 = Jump(#3)
#2:
    Void @10 = Upsilon(@3, ^@14)
    Void @11 = Upsilon(@1, ^@15)
    Void @12 = Upsilon(@3, ^@16)
    Void @13 = Jump(#3)
#3:
    Int32 @14 = Phi()
    Int32 @15 = Phi()
    Int32 @16 = Phi()
    Int32 @17 = Sub(@14, @15)
    Int32 @18 = Mul(@17, @16)
    Void @19 = Return(@18)
}
;; check: Branch(@4, #1, #2)
;; run three(3, 5) == -6
;; run three(5, 3) == -6

proc floating(Double, Int32) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = Trunc(@1)
    Void @3 = Upsilon(@0, ^@8)
    Double @5 = ConstDouble(2.0)
    Void @4 = Branch(@2, #1, #2)
#1:
    Void @6 = Upsilon(@5, ^@8)
    Void @7 = Jump(#2)
#2:
    Double @8 = Phi()
    Void @9 = Return(@8)
}
;; check: Branch(@2, #1, #2)
;; run floating(1.0, 1) == 2.0
;; run floating(1.0, 0) == 1.0

; References are left to passes that track them.
proc reference(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1, reference)
    Void @2 = Upsilon(@0, ^@8)
    Int64 @3 = Const64(0)
    Int32 @4 = Equal(@0, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Void @6 = Upsilon(@1, ^@8)
    Void @7 = Jump(#2)
#2:
    Int64 @8 = Phi(reference)
    Void @9 = Return(@8)
}
;; check: Branch(@4, #1, #2)
;; run reference(0, 8) == 8
;; run reference(16, 8) == 16
