barebones 1
; A value is loaded into a register before the instruction that takes that register from it (@0, at UMulHigh): its slot
; is written at its definition, not among the moves that load it.
;! run

data words = u64:3 u64:7 zero:64
data few = u64:1 zero:72

proc main(Int64, Int32) -> Void target=x86_64-linux conv=windows_x64 features={sse4.1, popcnt, lzcnt, bmi1, bmi2, avx, fma} {
    var0: (Int64, Int32)
#0:
    Int64 @2 = ArgumentReg(%rcx)
    Int64 @3 = ArgumentReg(%rdx)
    Int32 @4 = Trunc(@3)
    Int32 @5 = Load16Z(@2, offset=64)
    Int64 @6 = ZExt32(@5)
    Int64 @7 = Const64(8589934591)
    Int64 @8 = Const64(-4611686018427387905)
    (Int64, Int32) @9 = AddCarry(@7, @8, @4)
    Void @10 = Set(@9, var0)
    Void @11 = Jump(#5)
#1 frequency=8.0:
    Void @79 = StackLimitCheck(@6)
    Int32 @80 = Const32(-5)
    (Int64, Int32) @81 = AddCarry(@14, @14, @80)
    Void @82 = Set(@81, var0)
    Void @83 = Return()
#2:
    Int64 @49 = Load(@2, offset=8)
    Int64 @50 = Const64(1099511628211)
    Int64 @51 = SExt32(@4)
    Int64 @52 = Mul(@49, @50)
    Int64 @53 = BitXor(@52, @51)
    Int64 @54 = ZExt32(@15)
    Int64 @55 = Mul(@53, @50)
    Int64 @56 = BitXor(@55, @54)
    Int64 @57 = SExt32(@0)
    Int64 @58 = Mul(@56, @50)
    Int64 @59 = BitXor(@58, @57)
    Int64 @60 = ZExt32(@1)
    Int64 @61 = Mul(@59, @50)
    Int64 @62 = BitXor(@61, @60)
    Int64 @63 = SExt32(@33)
    Int64 @64 = Mul(@62, @50)
    Int64 @65 = BitXor(@64, @63)
    Int64 @66 = ZExt32(@35)
    Int64 @67 = Mul(@65, @50)
    Int64 @68 = BitXor(@67, @66)
    Int64 @69 = SExt32(@38)
    Int64 @70 = Mul(@68, @50)
    Int64 @71 = BitXor(@70, @69)
    Int64 @72 = ZExt32(@39)
    Int64 @73 = Mul(@71, @50)
    Int64 @74 = BitXor(@73, @72)
    Int64 @75 = Mul(@74, @50)
    Int64 @76 = BitXor(@75, @14)
    Void @77 = Store(@76, @2, offset=8)
    Void @78 = Return()
#3:
    Void @85 = Return()
#4 frequency=8.0:
    Int32 @0 = Phi()
    Int32 @1 = Phi()
    Double @27 = ConstDouble(0.0)
    Double @28 = ConstDouble(-2147483648.0)
    Int32 @29 = EqualOrUnordered(@27, @28)
    Int32 @30 = Const32(0)
    Int32 @31 = Equal(@29, @30)
    Int32 @32 = Equal(@31, @30)
    Int32 @33 = Select(@32, @0, @1)
    Int32 @34 = Const32(0)
    Int32 @35 = UMulHigh(@34, @0)
    Int32 @36 = Const32(0)
    Int32 @37 = Const32(0)
    Int32 @38 = Add(@36, @37)
    Int32 @39 = Clz(@1)
    Int32 @40 = Load(@2, range=1..2)
    Int32 @41 = Const32(-1)
    Int32 @42 = Add(@40, @41)
    Void @43 = Store(@42, @2, range=1..2)
    Int32 @44 = Const32(0)
    Int32 @45 = GreaterThan(@42, @44)
    Void @46 = Branch(@45, #8, #7:rare)
#5:
    (Int64, Int32) @13 = Get(var0)
    Int64 @14 = Extract(@13, 0)
    Int32 @15 = Extract(@13, 1)
    Int32 @16 = Load(@2, range=1..2)
    Int32 @17 = Const32(-1)
    Int32 @18 = Add(@16, @17)
    Void @19 = Store(@18, @2, range=1..2)
    Int32 @20 = Const32(0)
    Int32 @21 = GreaterThan(@18, @20)
    Void @22 = Branch(@21, #9, #7:rare)
#6:
    Void @12 = Return()
#7 frequency=8.0:
    Void @84 = Return()
#8 frequency=8.0:
    Int32 @47 = Const32(0)
    Void @48 = Branch(@47, #2, #1)
#9:
    Int32 @23 = Const32(2)
    Void @24 = Upsilon(@23, ^@0)
    Void @25 = Upsilon(@4, ^@1)
    Void @26 = Jump(#4:rare)
}
;; run main(@data:words, 5) == Void
;; run main(@data:few, -7) == Void
;; run main(@data:words, 0) == Void
