barebones 1
; Induction variables stay between their start and the limit; each with a twin that does not.
;! opt propagate_ranges
;! run

proc up(Int64, Int64) -> Int32 {
    generator0 = "leave"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Void @6 = Upsilon(@4, ^@8)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int32 @9 = LessThan(@8, @2)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int32 @11 = AboveEqual(@8, @2)
    Void @12 = TrapIf(@11, User(1))
    Int32 @13 = CheckAdd(@8, @5, generator=generator0)
    Void @14 = Upsilon(@13, ^@8)
    Void @15 = Jump(#1)
#3:
    Int32 @16 = LessThan(@8, @4)
    Int32 @17 = Add(@16, @8)
    Void @18 = Return(@17)
}
;; check: @11 = Const32(0)
;; check: @13 = Add(@8, @5)
;; check: @16 = Const32(0)
;; run up(5, 0) == 5
;; run up(-5, 0) == 0

proc up_to_all(Int64, Int64) -> Int32 {
    generator0 = "leave"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Void @6 = Upsilon(@4, ^@8)
    Void @7 = Jump(#1)
#1:
    Int32 @8 = Phi()
    Int32 @9 = LessEqual(@8, @2)
    Void @10 = Branch(@9, #2, #3)
#2:
    Int32 @11 = AboveEqual(@8, @2)
    Void @12 = TrapIf(@11, User(1))
    Int32 @13 = CheckAdd(@8, @5, generator=generator0)
    Void @14 = Upsilon(@13, ^@8)
    Void @15 = Jump(#1)
#3:
    Void @18 = Return(@8)
}
;; check: @11 = AboveEqual(@8, @2)
;; check: @13 = CheckAdd(@8, @5
;; run up_to_all(5, 0) traps User(1)
;; run up_to_all(-5, 0) == 0

proc turned(Int64, Int64) -> Int32 {
    generator0 = "leave"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Int32 @6 = GreaterThan(@2, @4)
    Void @7 = Upsilon(@4, ^@9)
    Void @8 = Branch(@6, #1, #2)
#1:
    Int32 @9 = Phi()
    Int32 @10 = AboveEqual(@9, @2)
    Void @11 = TrapIf(@10, User(1))
    Int32 @12 = CheckAdd(@9, @5, generator=generator0)
    Int32 @20 = Add(@9, @3)
    Int32 @21 = AboveEqual(@20, @2)
    Void @22 = TrapIf(@21, User(2))
    Void @13 = Upsilon(@12, ^@9)
    Int32 @14 = LessThan(@12, @2)
    Void @15 = Branch(@14, #1, #2)
#2:
    Void @16 = Return(@2)
}
;; check: @10 = Const32(0)
;; check: @12 = Add(@9, @5)
;; check: @21 = AboveEqual(@20, @2)
;; run turned(5, 0) == 5
;; run turned(5, 1) traps User(2)
;; run turned(-5, 0) == -5

proc limit_that_moves(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Int32 @6 = Const32(5)
    Void @7 = Upsilon(@4, ^@9)
    Void @17 = Upsilon(@6, ^@18)
    Void @8 = Jump(#1)
#1:
    Int32 @18 = Phi()
    Int32 @9 = Phi()
    Int32 @10 = AboveEqual(@9, @18)
    Void @11 = TrapIf(@10, User(1))
    Int32 @12 = Add(@9, @5)
    Int32 @19 = Select(@3, @5, @6)
    Void @13 = Upsilon(@12, ^@9)
    Void @20 = Upsilon(@19, ^@18)
    Int32 @14 = LessThan(@12, @18)
    Void @15 = Branch(@14, #1, #2)
#2:
    Void @16 = Return(@9)
}
;; check: @10 = AboveEqual(@9, @18)
;; run limit_that_moves(5, 0) == 4
;; run limit_that_moves(5, 4) traps User(1)

proc guarded_by_another(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(1)
    Int32 @6 = GreaterThan(@3, @4)
    Void @7 = Upsilon(@4, ^@9)
    Void @8 = Branch(@6, #1, #2)
#1:
    Int32 @9 = Phi()
    Int32 @10 = AboveEqual(@9, @2)
    Void @11 = TrapIf(@10, User(1))
    Int32 @12 = Add(@9, @5)
    Void @13 = Upsilon(@12, ^@9)
    Int32 @14 = LessThan(@12, @2)
    Void @15 = Branch(@14, #1, #2)
#2:
    Void @16 = Return(@2)
}
;; check: @10 = AboveEqual(@9, @2)
;; run guarded_by_another(5, 1) == 5
;; run guarded_by_another(0, 1) traps User(1)
;; run guarded_by_another(5, 0) == 5

proc down(Int64, Int64) -> Int32 {
    generator0 = "leave"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(-1)
    Int32 @6 = Const32(1000)
    Int32 @7 = UMod(@2, @6)
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int32 @11 = GreaterThan(@10, @4)
    Void @12 = Branch(@11, #2, #3)
#2:
    Int32 @13 = CheckAdd(@10, @5, generator=generator0)
    Int32 @14 = Above(@13, @6)
    Void @15 = TrapIf(@14, User(1))
    Void @16 = Upsilon(@13, ^@10)
    Void @17 = Jump(#1)
#3:
    Void @18 = Return(@10)
}
;; check: @13 = Add(@10, @5)
;; check: @14 = Const32(0)
;; check: @18 = Return(@10)
;; run down(5, 0) == 0
;; run down(1999, 0) == 0

proc down_too_far(Int64, Int64) -> Int32 {
    generator0 = "leave"
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Const32(0)
    Int32 @5 = Const32(-1)
    Int32 @6 = Const32(1000)
    Int32 @7 = UMod(@2, @6)
    Void @8 = Upsilon(@7, ^@10)
    Void @9 = Jump(#1)
#1:
    Int32 @10 = Phi()
    Int32 @11 = GreaterEqual(@10, @4)
    Void @12 = Branch(@11, #2, #3)
#2:
    Int32 @13 = CheckAdd(@10, @5, generator=generator0)
    Int32 @14 = Above(@13, @6)
    Void @15 = TrapIf(@14, User(1))
    Void @16 = Upsilon(@13, ^@10)
    Void @17 = Jump(#1)
#3:
    Void @18 = Return(@10)
}
;; check: @13 = Add(@10, @5)
;; check: @14 = Above(@13, @6)
;; run down_too_far(5, 0) traps User(1)
