//! The table of rules, each with its picture.
//!
//! A row is: name, left sides, right side. The tests parse each left side as a sample. They reduce it with all
//! constants for c, d and e, and all amounts for k and j. They compare the results before and after for all x, y, z and
//! n of few bits, then for corner cases of 32 and 64 bits. A rule that applies to none of its samples fails the tests.
//! In samples x, y, z and the constants have any type that fits, n and k are Int32; `x:double` has that type. [`Place`]
//! selects how a sample is tested.

/// How a rule is tested.
#[cfg(test)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// On integers of few bits, an Int32 having 4; then at full width, and on floats.
    Any,
    /// The same, with an Int32 of 8 bits.
    Bytes,
    /// At full width only, and on floats.
    FullWidth,
    /// In a procedure of its own, in the tests: a rule for memory, checks or control flow.
    Procedure,
}

#[cfg(test)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) place: Place,
    pub(super) from: &'static [&'static str],
    pub(super) to: &'static str,
}

macro_rules! rules {
    ($($place:ident { $($name:ident: $($from:literal),+ => $to:literal;)* })*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Rule {
            $($($name,)*)*
        }

        /// All rules, in order.
        #[cfg(test)]
        pub(super) static ROWS: &[Row] = &[
            $($(Row { name: stringify!($name), place: Place::$place, from: &[$($from),+], to: $to },)*)*
        ];

        impl Rule {
            pub(super) const COUNT: usize = [$($(Rule::$name,)*)*].len();
        }
    };
}

rules! {
Any {
    Fold: "Add(c, d)", "Mul(c, d)", "SShr(c, k)", "Below(c, d)", "Sqrt(c)", "Select(c, d, e)" => "a constant";
    ConstantRight: "Add(c, x)", "Mul(c, x)", "BitAnd(c, x)", "BitOr(c, x)", "BitXor(c, x)" => "Add(x, c)";

    // ---- extremes.rs: minima and maxima ---------------------------------------------------------------
    IntegerExtremeOfSame: "SMin(x, x)", "SMax(x, x)", "UMin(x, x)", "UMax(x, x)" => "x";
    IntegerExtremeNeutral: "SMin(x, c)", "SMax(x, c)", "UMin(x, c)", "UMax(x, c)" => "x, for the largest or smallest c";
    IntegerExtremeAbsorbing: "SMin(x, c)", "SMax(x, c)", "UMin(x, c)", "UMax(x, c)" => "c, for the smallest or largest";

    // ---- sums.rs: additions ---------------------------------------------------------------------------
    AddZero: "Add(x, 0)" => "x";
    AddItself: "Add(x, x)" => "Shl(x, 1)";
    AddAddConstant: "Add(Add(x, c), d)" => "Add(x, c + d)";
    AddSubConstant: "Add(Sub(c, x), d)" => "Sub(c + d, x)";
    AddNegConstant: "Add(Neg(x), c)" => "Sub(c, x)";
    AddNotOne: "Add(BitXor(x, -1), 1)" => "Neg(x)";
    AddNotConstant: "Add(BitXor(x, -1), c)" => "Sub(c - 1, x)";
    AddFlippedSign: "Add(BitXor(BitAnd(x, c), d), e)" => "SShr(Shl(x, k), k)";
    AddNeg: "Add(x, Neg(y))", "Add(Neg(x), y)" => "Sub(x, y)";
    AddSubSame: "Add(x, Sub(y, x))", "Add(Sub(y, x), x)" => "y";
    AddConstantMinus: "Add(x, Sub(c, y))" => "Add(Sub(x, y), c)";
    AddConstantOut: "Add(Add(x, c), y)", "Add(y, Add(x, c))" => "Add(Add(y, x), c)";
    AddMultiple: "Add(Mul(x, c), x)", "Add(x, Mul(x, c))" => "Mul(x, c + 1)";
    AddExtendedSum: "Add(x, ZExt32(Add(BitAnd(n, c), d)))", "Add(ZExt32(Add(ZShr(n, k), c)), x)",
        "Add(x, ZExt32(Add(Shl(BitAnd(n, c), k), d)))" => "Add(Add(x, ZExt32(n)), c)";
    AddExtendedShl: "Add(x, ZExt32(Shl(BitAnd(n, c), k)))", "Add(ZExt32(Shl(ZShr(n, k), j)), x)"
        => "Add(x, Shl(ZExt32(n), k))";
    AddProducts: "Add(Mul(x, y), Mul(x, z))", "Add(Mul(x, y), Mul(z, y))", "Add(Mul(x, y), Mul(z, x))"
        => "Mul(x, Add(y, z))";
    AddAndOr: "Add(BitAnd(x, y), BitOr(y, x))" => "Add(x, y)";
    AddAndXor: "Add(BitXor(x, y), BitAnd(x, y))" => "BitOr(x, y)";

    // ---- sums.rs: differences -------------------------------------------------------------------------
    SubConstant: "Sub(x, c)" => "Add(x, -c)";
    SubItself: "Sub(x, x)" => "0";
    SubFromZero: "Sub(0, x)" => "Neg(x)";
    SubFromOnes: "Sub(-1, x)" => "BitXor(x, -1)";
    SubFromConstantAdd: "Sub(c, Add(x, d))" => "Sub(c - d, x)";
    SubFromConstantSub: "Sub(c, Sub(d, x))" => "Add(x, c - d)";
    SubFromConstantNot: "Sub(c, BitXor(x, -1))" => "Add(x, c + 1)";
    SubNeg: "Sub(x, Neg(y))", "Sub(c, Neg(y))" => "Add(x, y)";
    SubOfSum: "Sub(Add(x, y), x)", "Sub(Add(x, y), y)" => "y";
    SubConstantOut: "Sub(Add(x, c), y)" => "Add(Sub(x, y), c)";
    SubOfDifference: "Sub(Sub(x, y), x)" => "Neg(y)";
    SubOfNeg: "Sub(Neg(x), y)" => "Neg(Add(x, y))";
    SubProducts: "Sub(Mul(x, y), Mul(x, z))", "Sub(Mul(y, x), Mul(z, x))", "Sub(Mul(x, y), Mul(z, x))"
        => "Mul(x, Sub(y, z))";
    SubOrAnd: "Sub(BitOr(x, y), BitAnd(y, x))" => "BitXor(x, y)";
    SubSumOfSame: "Sub(x, Add(x, y))", "Sub(y, Add(x, y))" => "Neg(y)";
    SubOfAddedConstant: "Sub(x, Add(y, c))" => "Add(Sub(x, y), -c)";
    SubDifferenceOfSame: "Sub(x, Sub(x, y))" => "y";
    SubMasked: "Sub(x, BitAnd(x, c))" => "BitAnd(x, ~c)";

    // ---- sums.rs: negations ---------------------------------------------------------------------------
    NegNeg: "Neg(Neg(x))" => "x";
    NegSub: "Neg(Sub(x, y))", "Neg(Sub(c, x))" => "Sub(y, x)";
    NegAdd: "Neg(Add(x, c))" => "Sub(-c, x)";
    NegNot: "Neg(BitXor(x, -1))" => "Add(x, 1)";
    NegMul: "Neg(Mul(x, c))" => "Mul(x, -c)";
    NegSign: "Neg(SShr(x, k))", "Neg(ZShr(x, k))" => "ZShr(x, k), SShr(x, k), for all but the sign";

    // ---- products.rs ----------------------------------------------------------------------------------
    MulZero: "Mul(x, 0)" => "0";
    MulOne: "Mul(x, 1)" => "x";
    MulMinusOne: "Mul(x, -1)" => "Neg(x)";
    MulPower: "Mul(x, c)" => "Shl(x, log2(c))";
    MulMulConstant: "Mul(Mul(x, c), d)" => "Mul(x, c * d)";
    MulShlConstant: "Mul(Shl(x, k), d)" => "Mul(x, d << k)";
    MulNegConstant: "Mul(Neg(x), c)" => "Mul(x, -c)";
    MulAddConstant: "Mul(Add(x, c), d)" => "Add(Mul(x, d), c * d)";
    MulNegs: "Mul(Neg(x), Neg(y))" => "Mul(x, y)";
    MulNeg: "Mul(Neg(x), y)", "Mul(x, Neg(y))" => "Neg(Mul(x, y))";
    MulHighNothing: "MulHigh(x, 0)", "UMulHigh(x, 1)", "UMulHigh(x, 0)" => "0";
    MulHighPower: "MulHigh(x, c)", "UMulHigh(x, c)", "UMulHigh(c, x)" => "SShr(x, w - log2(c)), ZShr";

    // ---- divisions.rs ---------------------------------------------------------------------------------
    DivItself: "Div(x, x)", "UDiv(x, x)" => "1";
    ModItself: "Mod(x, x)", "UMod(x, x)", "ChillMod(x, x)" => "0";
    DivOfZero: "Div(0, x)", "UMod(0, x)", "ChillDiv(0, x)" => "0";
    UDivShifted: "UDiv(x, Shl(1, n))" => "ZShr(x, n)";
    UModShifted: "UMod(x, Shl(1, n))" => "BitAnd(x, Add(Shl(1, n), -1))";
    DivOne: "Div(x, 1)", "UDiv(x, 1)", "ChillDiv(x, 1)" => "x";
    UDivPower: "UDiv(x, c)" => "ZShr(x, log2(c))";
    UDivSmall: "UDiv(BitAnd(x, c), d)" => "0";
    UDivLarge: "UDiv(x, c)" => "AboveEqual(x, c)";
    UDivTwice: "UDiv(UDiv(x, c), d)", "UDiv(ZShr(x, k), d)" => "UDiv(x, c * d)";
    UDivTwiceTooLarge: "UDiv(UDiv(x, c), d)" => "0";
    ModOne: "Mod(x, 1)", "Mod(x, -1)", "ChillMod(x, -1)", "UMod(x, 1)" => "0";
    UModPower: "UMod(x, c)" => "BitAnd(x, c - 1)";
    UModSmall: "UMod(BitAnd(x, c), d)" => "BitAnd(x, c)";
    UModLarge: "UMod(x, c)" => "Select(AboveEqual(x, c), Sub(x, c), x)";
    UModTwice: "UMod(UMod(x, c), d)" => "UMod(x, d)";
    ChillZero: "ChillDiv(x, 0)", "ChillMod(x, 0)" => "0";
    ChillConstant: "ChillDiv(x, c)", "ChillMod(x, c)" => "Div(x, c), Mod(x, c)";
    DivMinusOne: "Div(x, -1)", "ChillDiv(x, -1)" => "Neg(x)";
    DivLeast: "Div(x, c)", "ChillDiv(x, c)" => "Equal(x, c), for the minimum";
    DivNonNegative: "Div(ZShr(x, 1), c)" => "UDiv(ZShr(x, 1), c)";
    DivTwice: "Div(Div(x, c), d)" => "Div(x, c * d)";
    ModNegative: "Mod(x, c)" => "Mod(x, -c)";
    ModNonNegative: "Mod(ZShr(x, 1), c)" => "UMod(ZShr(x, 1), c)";

    // ---- bits.rs --------------------------------------------------------------------------------------
    AndOrItself: "BitAnd(x, x)", "BitOr(x, x)" => "x";
    AndOnes: "BitAnd(x, -1)" => "x";
    AndNothing: "BitAnd(x, 0)", "BitAnd(Shl(x, k), c)", "BitAnd(ZShr(x, k), c)", "BitAnd(BitAnd(x, c), d)" => "0";
    AndRedundant: "BitAnd(ZShr(x, k), c)", "BitAnd(Equal(x, y), c)", "BitAnd(Clz(x), c)", "BitAnd(Mul(x, c), d)",
        "BitAnd(Add(BitAnd(x, c), BitAnd(y, d)), e)", "BitAnd(UMod(x, c), d)", "BitAnd(SShr(x, k), c)",
        "BitAnd(Sub(Shl(x, k), Shl(y, j)), c)", "BitAnd(Select(x, c, d), e)", "BitAnd(Neg(Shl(x, k)), c)",
        "BitAnd(Shl(BitAnd(x, c), n), d)", "BitAnd(UDiv(BitAnd(x, c), y), d)", "BitAnd(ZShr(BitAnd(x, c), n), d)"
        => "the masked value";
    AndOfOnes: "BitAnd(BitOr(x, c), d)", "BitAnd(SShr(BitOr(x, c), k), d)" => "d";
    AndUnderMask: "BitAnd(BitOr(x, c), d)", "BitAnd(BitXor(x, c), d)", "BitAnd(Add(x, c), d)", "BitAnd(SExt8(x), c)",
        "BitAnd(SExt16(x), c)", "BitAnd(BitOr(x, Shl(y, k)), c)", "BitAnd(BitXor(ZShr(x, k), y), c)" => "BitAnd(x, d)";
    AndAndConstant: "BitAnd(BitAnd(x, c), d)" => "BitAnd(x, c & d)";
    AndOfSShr: "BitAnd(SShr(x, k), c)" => "BitAnd(ZShr(x, k), c)";
    AndOfShl: "BitAnd(Shl(x, k), c)" => "Shl(BitAnd(x, c >> k), k)";
    AndOfZExt: "BitAnd(ZExt32(x), c)" => "ZExt32(BitAnd(x, c))";
    AndLowHalf: "BitAnd(x:int64, c)" => "ZExt32(Trunc(x))";
    AndInverse: "BitAnd(x, BitXor(x, -1))", "BitAnd(BitXor(x, -1), x)" => "0";
    AndAbsorbs: "BitAnd(x, BitOr(x, y))", "BitAnd(BitOr(x, y), y)" => "x";
    AndAgain: "BitAnd(x, BitAnd(x, y))", "BitAnd(x, BitAnd(y, x))" => "BitAnd(x, y)";
    DeMorgan: "BitAnd(BitXor(x, -1), BitXor(y, -1))", "BitOr(BitXor(x, -1), BitXor(y, -1))"
        => "BitXor(BitOr(x, y), -1)";
    OrZero: "BitOr(x, 0)" => "x";
    OrOnes: "BitOr(x, -1)" => "-1";
    OrOrConstant: "BitOr(BitOr(x, c), d)" => "BitOr(x, c | d)";
    OrOfMasked: "BitOr(BitAnd(x, c), d)" => "BitOr(x, d)";
    OrRedundant: "BitOr(SShr(BitOr(x, c), k), d)", "BitOr(BitXor(BitOr(x, c), d), e)" => "the left operand";
    OrInverse: "BitOr(x, BitXor(x, -1))" => "-1";
    OrAbsorbs: "BitOr(x, BitAnd(x, y))", "BitOr(BitAnd(y, x), x)" => "x";
    OrAgain: "BitOr(x, BitOr(x, y))" => "BitOr(x, y)";
    OrOfXor: "BitOr(x, BitXor(x, y))", "BitOr(x, BitXor(y, x))" => "BitOr(x, y)";
    MasksTogether: "BitOr(BitAnd(x, c), BitAnd(x, d))", "BitXor(BitAnd(x, y), BitAnd(z, x))",
        "BitOr(BitAnd(x, y), BitAnd(z, y))", "BitOr(BitAnd(x, y), BitAnd(y, z))" => "BitAnd(x, c | d)";
    XorItself: "BitXor(x, x)" => "0";
    XorZero: "BitXor(x, 0)" => "x";
    XorCompare: "BitXor(LessThan(x, y), 1)", "BitXor(Equal(x, y), 1)", "BitXor(Above(x, y), 1)",
        "BitXor(LessEqual(x, y), c)", "BitXor(AboveEqual(x, y), 1)", "BitXor(EqualOrUnordered(x, y), 1)"
        => "GreaterEqual(x, y)";
    XorXorConstant: "BitXor(BitXor(x, c), d)" => "BitXor(x, c ^ d)";
    NotNeg: "BitXor(Neg(x), -1)" => "Add(x, -1)";
    NotAdd: "BitXor(Add(x, c), -1)" => "Sub(~c, x)";
    NotSub: "BitXor(Sub(c, x), -1)" => "Add(x, ~c)";
    XorAgain: "BitXor(x, BitXor(x, y))", "BitXor(BitXor(y, x), x)" => "y";
    XorConstantOut: "BitXor(x, BitXor(y, c))" => "BitXor(BitXor(x, y), c)";
    XorMasked: "BitXor(x, BitAnd(x, y))", "BitXor(BitAnd(x, y), y)" => "BitAnd(x, BitXor(y, -1))";

    // ---- conditions.rs --------------------------------------------------------------------------------
    JoinSame: "BitOr(LessThan(x, y), Equal(x, y))", "BitAnd(LessEqual(x, y), NotEqual(y, x))",
        "BitXor(Below(x, y), Above(x, y))", "BitAnd(BelowEqual(x, y), BelowEqual(y, x))",
        "BitOr(GreaterThan(x, y), LessThan(x, y))", "BitAnd(GreaterEqual(x, y), NotEqual(x, y))",
        "BitAnd(AboveEqual(x, y), NotEqual(x, y))", "BitOr(LessThan(x, y), Below(x, y))",
        "BitOr(GreaterThan(x, y), Equal(x, y))", "BitXor(EqualOrUnordered(x, y), NotEqual(x, y))" => "LessEqual(x, y)";
    JoinToConstant: "BitAnd(LessThan(x, y), Equal(x, y))", "BitOr(LessThan(x, y), GreaterEqual(x, y))",
        "BitOr(Above(x, y), AboveEqual(y, x))", "BitOr(Equal(x, y), NotEqual(x, y))" => "0 or 1";
    JoinZeros: "BitAnd(Equal(x, 0), Equal(y, 0))", "BitOr(NotEqual(x, 0), NotEqual(y, 0))"
        => "Equal(BitOr(x, y), 0)";
    JoinBounds: "BitAnd(GreaterEqual(x, c), LessThan(x, d))", "BitOr(LessThan(x, c), GreaterThan(x, d))",
        "BitAnd(AboveEqual(x, c), BelowEqual(x, d))", "BitOr(Equal(x, c), Equal(x, d))",
        "BitAnd(NotEqual(x, c), NotEqual(x, d))", "BitAnd(LessEqual(x, c), Above(x, d))",
        "BitOr(Below(x, c), GreaterEqual(x, d))", "BitAnd(NotEqual(x, c), LessThan(x, d))"
        => "BelowEqual(Add(x, -c), d - c - 1)";
    TruthCompare: "Select(NotEqual(x, 0), y, z)", "Select(Equal(x, 0), y, z)" => "Select(x, y, z)";
    TruthInverted: "Select(BitXor(BitAnd(n, 1), 1), y, z)" => "Select(BitAnd(n, 1), z, y)";
    TruthExtended: "Select(ZExt32(n), y, z)", "Select(SExt32(n), y, z)", "Equal(ZExt32(n), 0)" => "Select(n, y, z)";
    TruthPermuted: "Select(Neg(n), y, z)", "Select(RotL(n, k), y, z)", "NotEqual(RotR(x, n), 0)", "Equal(Neg(x), 0)",
        "Equal(BitReverse(x), 0)" => "Select(n, y, z)";
    TruthOdd: "Equal(Mul(x, c), 0)", "Select(Mul(n, c), y, z)" => "Equal(x, 0)";

    // ---- shifts.rs ------------------------------------------------------------------------------------
    AmountMasked: "Shl(x, k)", "RotR(x, k)" => "Shl(x, k & w - 1)";
    ShiftByZero: "Shl(x, 0)", "SShr(x, 0)", "ZShr(x, 0)", "RotL(x, 0)", "RotR(x, 0)" => "x";
    AmountUnderMask: "Shl(x, BitAnd(n, c))", "SShr(x, Add(n, c))", "RotL(x, BitOr(n, c))", "ZShr(x, Sub(n, c))"
        => "Shl(x, n)";
    ShiftOfSame: "Shl(0, n)", "SShr(-1, n)", "RotL(-1, n)", "ZShr(-1, n)", "Shl(-1, n)" => "0, -1";
    RotateByNegated: "RotL(x, Neg(n))", "RotR(x, Neg(n))" => "RotR(x, n)";
    RotateToLeft: "RotR(x, k)" => "RotL(x, w - k)";
    RotateTwice: "RotL(RotL(x, k), j)", "RotR(RotL(x, k), j)" => "RotL(x, k + j)";
    ShlShl: "Shl(Shl(x, k), j)" => "Shl(x, k + j)";
    ShiftOut: "Shl(Shl(x, k), j)", "ZShr(ZShr(x, k), j)", "ZShr(ZExt32(x), k)" => "0";
    ShlOfShr: "Shl(ZShr(x, k), k)", "Shl(SShr(x, k), k)", "Shl(SShr(x, k), j)" => "BitAnd(x, -1 << k)";
    ShlOfMul: "Shl(Mul(x, c), k)" => "Mul(x, c << k)";
    ShlOfAdd: "Shl(Add(x, c), k)" => "Add(Shl(x, k), c << k)";
    ShlUnderMask: "Shl(BitAnd(x, c), k)", "Shl(BitOr(x, c), k)", "Shl(SExt8(x), k)" => "Shl(x, k)";
    ZShrZShr: "ZShr(ZShr(x, k), j)" => "ZShr(x, k + j)";
    ZShrOfShl: "ZShr(Shl(x, k), k)" => "BitAnd(x, -1 >> k)";
    ZShrOfSign: "ZShr(SShr(x, k), j)" => "ZShr(x, w - 1)";
    ZShrOfMasked: "ZShr(BitAnd(x, c), k)" => "BitAnd(ZShr(x, k), c >> k)";
    ZShrOfZExt: "ZShr(ZExt32(x), k)" => "ZExt32(ZShr(x, k))";
    SShrSShr: "SShr(SShr(x, k), j)" => "SShr(x, k + j)";
    SShrOfSExt: "SShr(SExt32(x), k)" => "SExt32(SShr(x, k))";
    SShrNonNegative: "SShr(ZShr(x, j), k)", "SShr(BitAnd(x, c), k)" => "ZShr(ZShr(x, j), k)";
    CountReversed: "Ctz(BitReverse(x))", "Clz(BitReverse(x))" => "Clz(x)";
    PopCountPermuted: "PopCount(BitReverse(x))", "PopCount(RotL(x, n))" => "PopCount(x)";
    PopCountOfZExt: "PopCount(ZExt32(x))" => "ZExt32(PopCount(x))";

    // ---- casts.rs -------------------------------------------------------------------------------------
    SExtNonNegative: "SExt32(ZShr(x, 1))", "SExt32(BitAnd(x, c))", "SExt16To64(BitAnd(x, c))" => "ZExt32";
    SExtSExt: "SExt32(SExt8(x))", "SExt32(SExt16(x))" => "SExt8To64(x)";
    ExtendTruncated: "ZExt32(Trunc(BitAnd(x, c)))", "SExt32(Trunc(SShr(x, k)))", "ZExt32(Trunc(ZExt32(n)))" => "x";
    ExtendSum: "ZExt32(Add(Shl(n, k), c))", "ZExt32(Add(BitAnd(n, c), d))" => "Add(ZExt32(Add(n, d)), e)";
    TruncExtended: "Trunc(ZExt32(x))", "Trunc(SExt32(x))" => "x";
    TruncNarrow: "Trunc(SExt8To64(x))", "Trunc(SExt16To64(x))" => "SExt8(x)";
    TruncOperation: "Trunc(Add(ZExt32(x), SExt32(y)))", "Trunc(Mul(ZExt32(x), c))", "Trunc(BitOr(c, SExt32(x)))",
        "Trunc(Sub(ZExt32(x), ZExt32(y)))", "Trunc(BitAnd(SExt32(x), ZExt32(y)))", "Trunc(Sub(c, ZExt32(x)))"
        => "Add(x, y)";
    TruncShl: "Trunc(Shl(ZExt32(x), k))" => "Shl(x, k)";
    TruncUnderMask: "Trunc(BitAnd(x, c))", "Trunc(BitOr(x, c))", "Trunc(Add(x, c))" => "Trunc(x)";

    // ---- compares.rs ----------------------------------------------------------------------------------
    CompareItself: "Equal(x, x)", "LessThan(x, x)", "BelowEqual(x, x)", "GreaterEqual(x, x)", "Above(x, x)" => "0 or 1";
    CompareConstantRight: "LessThan(c, x)", "Equal(c, x)", "BelowEqual(c, x)", "GreaterEqual(c, x)" => "GreaterThan(x, c)";
    CompareExtended: "LessThan(ZExt32(x), ZExt32(y))", "Below(SExt32(x), SExt32(y))", "Equal(ZExt32(x), ZExt32(y))",
        "LessEqual(SExt32(x), SExt32(y))", "LessThan(ZExt32(x), SExt32(y))" => "Below(x, y)";
    CompareExtendedConstant: "LessThan(ZExt32(x), c)", "GreaterThan(SExt32(x), c)", "Equal(SExt32(x), c)",
        "AboveEqual(SExt32(x), c)", "NotEqual(ZExt32(x), c)" => "Below(x, c)";
    EqualPermuted: "Equal(Neg(x), Neg(y))", "NotEqual(BitReverse(x), BitReverse(y))" => "Equal(x, y)";
    EqualSums: "Equal(Add(x, y), Add(x, z))", "NotEqual(BitXor(x, y), BitXor(z, y))", "Equal(Add(x, y), Add(z, x))",
        "Equal(Add(x, y), Add(y, z))" => "Equal(y, z)";
    EqualToPart: "Equal(x, Add(x, y))", "Equal(BitXor(x, y), y)", "NotEqual(x, Sub(x, y))", "Equal(x, Sub(y, x))"
        => "Equal(y, 0)";
    CompareDecided: "Below(BitAnd(x, c), d)", "LessThan(ZShr(x, k), c)", "Equal(BitOr(x, c), d)", "LessThan(x, c)",
        "AboveEqual(x, 0)", "GreaterEqual(SExt8(x), c)", "LessEqual(SShr(x, k), c)", "Above(BitOr(x, c), d)",
        "GreaterThan(Add(SExt8(x), c), d)", "LessThan(Mul(SExt8(x), c), d)", "Equal(Mod(x, c), d)",
        "LessThan(Sub(c, SExt16(x)), d)", "GreaterThan(Neg(SExt8(x)), c)", "BelowEqual(UMod(x, c), d)",
        "GreaterEqual(Select(y, c, d), e)", "LessThan(ChillMod(x, c), d)", "GreaterThan(BitOr(x, c), d)", "LessThan(Mod(SExt8(x), c), d)"
        => "0 or 1";
    CompareAtEnd: "Below(x, 1)", "AboveEqual(x, 1)", "LessThan(x, 1)", "GreaterThan(x, -1)", "Below(x, c)",
        "Above(x, c)", "BelowEqual(x, c)", "AboveEqual(x, c)", "LessEqual(x, c)", "GreaterEqual(x, c)" => "Equal(x, 0)";
    EqualCompare: "Equal(LessThan(x, y), 0)", "NotEqual(Above(x, y), 0)", "Equal(Equal(x, y), 1)",
        "NotEqual(GreaterEqual(x, y), 1)" => "GreaterEqual(x, y)";
    EqualBool: "NotEqual(BitAnd(n, 1), 0)", "Equal(BitAnd(n, 1), 1)", "NotEqual(LessThan(x:double, y), 0)"
        => "BitAnd(n, 1)";
    EqualNotOne: "NotEqual(BitAnd(n, 1), 1)" => "Equal(BitAnd(n, 1), 0)";
    EqualAdd: "Equal(Add(x, c), d)", "NotEqual(Add(x, c), d)" => "Equal(x, d - c)";
    EqualDifference: "Equal(Sub(x, y), 0)", "NotEqual(BitXor(x, y), 0)" => "Equal(x, y)";
    EqualSub: "Equal(Sub(c, x), d)" => "Equal(x, c - d)";
    EqualXor: "Equal(BitXor(x, c), d)" => "Equal(x, c ^ d)";
    EqualNeg: "Equal(Neg(x), c)" => "Equal(x, -c)";
    EqualOneBit: "Equal(BitAnd(x, c), c)", "NotEqual(BitAnd(x, c), d)" => "NotEqual(BitAnd(x, c), 0)";
    EqualSelected: "Equal(Select(x, c, d), e)", "NotEqual(Select(n, c, d), c)" => "NotEqual(x, 0)";

    // ---- selects.rs -----------------------------------------------------------------------------------
    SelectKnown: "Select(0, x, y)", "Select(1, x, y)", "Select(BitOr(n, c), x, y)" => "x";
    SelectSame: "Select(n, x, x)" => "x";
    SelectNested: "Select(n, Select(n, x, y), z)", "Select(n, x, Select(n, y, z))" => "Select(n, x, z)";
    SelectEqual: "Select(Equal(x, y), x, y)", "Select(NotEqual(x, y), x, y)", "Select(Equal(x, y), y, x)",
        "Select(NotEqual(x, c), x, c)" => "y";
    SelectToBool: "Select(n, 1, 0)", "Select(LessThan(x, y), 0, 1)", "Select(n, c, d)" => "NotEqual(n, 0)";
    SelectToNeg: "Select(Below(x, y), -1, 0)", "Select(n, 0, -1)" => "Neg(Below(x, y))";
    SelectToShl: "Select(n, c, 0)", "Select(Below(x, y), 0, c)" => "Shl(NotEqual(n, 0), log2(c))";
    SelectToAdd: "Select(n, c, d)", "Select(LessThan(x, y), c, d)" => "Add(NotEqual(n, 0), d)";

    // ---- floats.rs ------------------------------------------------------------------------------------
    AbsAbs: "Abs(Abs(x))" => "Abs(x)";
    AbsOfSign: "Abs(Neg(x))", "Abs(CopySign(x, y))" => "Abs(x)";
    CopySignItself: "CopySign(x, x)" => "x";
    CopySignConstant: "CopySign(x, c)" => "Abs(x), Neg(Abs(x))";
    CopySignOfSign: "CopySign(Neg(x), y)", "CopySign(Abs(x), y)", "CopySign(CopySign(x, z), y)" => "CopySign(x, y)";
    CopySignOfAbs: "CopySign(x, Abs(y))" => "Abs(x)";
    CopySignFromSign: "CopySign(x, CopySign(y, z))" => "CopySign(x, z)";
    FloatAddZero: "Add(Mul(x, y), c)" => "Mul(x, y), for -0";
    FloatAddNeg: "Add(x, Neg(y))", "Add(Neg(x), y)" => "Sub(x, y)";
    FloatSubZero: "Sub(Mul(x, y), c)" => "Mul(x, y), for 0";
    FloatSubNeg: "Sub(x, Neg(y))" => "Add(x, y)";
    FloatMulTwo: "Mul(x, c)" => "Add(x, x), for 2";
    FloatTimesOne: "Mul(Add(x, y), c)", "Div(Sqrt(x), c)", "Mul(Neg(Add(x, y)), c)" => "Add(x, y), for 1";
    FloatTimesMinusOne: "Mul(Add(x, y), c)", "Div(Ceil(x), c)" => "Neg(Add(x, y)), for -1";
    FloatMulNegConstant: "Mul(Neg(x), c)" => "Mul(x, -c)";
    FloatNegs: "Mul(Neg(x), Neg(y))", "Div(Neg(x), Neg(y))" => "Mul(x, y)";
    FloatDivPower: "Div(x, c)" => "Mul(x, 1 / c), for powers of two";
    FloatNegMul: "Neg(Mul(x, c))" => "Mul(x, -c)";
    RoundRounded: "Ceil(Floor(x))", "Nearest(IToD(n))", "Floor(UToF(n))", "FTrunc(Nearest(x))" => "Floor(x)";
    ExtremeOfSame: "FMin(x, x)", "FMax(Add(x, y), c)", "FMax(Add(x, y), Add(x, y))" => "x";
    FmaOne: "Fma(x, c, z)" => "Add(x, z), for 1";
    FmaNegs: "Fma(Neg(x), Neg(y), z)" => "Fma(x, y, z)";
    PurifyPure: "PurifyNaN(PurifyNaN(x))", "PurifyNaN(IToD(n))" => "PurifyNaN(x)";
    FloatBack: "DoubleToFloat(FloatToDouble(Add(x:float, y:float)))", "DoubleToFloat(FloatToDouble(x:float))",
        "DoubleToFloat(FloatToDouble(Neg(x:float)))" => "x, if it is not a signalling NaN";
    FloatOperation: "DoubleToFloat(Add(FloatToDouble(x), FloatToDouble(y)))",
        "DoubleToFloat(Mul(FloatToDouble(x), FloatToDouble(y)))", "DoubleToFloat(Div(FloatToDouble(x), FloatToDouble(y)))",
        "DoubleToFloat(Sub(c, FloatToDouble(x)))", "DoubleToFloat(Mul(FloatToDouble(x), c))", "DoubleToFloat(Sqrt(FloatToDouble(x)))",
        "DoubleToFloat(Neg(FloatToDouble(x)))", "DoubleToFloat(Abs(FloatToDouble(Sqrt(x:float))))",
        "DoubleToFloat(Ceil(FloatToDouble(x)))", "DoubleToFloat(Nearest(FloatToDouble(x)))" => "Add(x, y)";
    FloatCompareItself: "LessThan(x, x)", "GreaterThan(x, x)", "EqualOrUnordered(x, x)", "Equal(x, x)", "LessEqual(x, x)"
        => "0, 0, 1";
    CompareNaN: "LessThan(x, c)", "NotEqual(x, c)", "EqualOrUnordered(x, c)" => "0, 1, 1, for a NaN";
    CompareNegs: "LessThan(Neg(x), Neg(y))", "GreaterEqual(Neg(x), Neg(y))" => "GreaterThan(x, y)";
    CompareNegConstant: "LessEqual(Neg(x), c)", "Equal(Neg(x), c)" => "GreaterEqual(x, -c)";
    CompareAbsZero: "Equal(Abs(x), c)", "NotEqual(Abs(x), c)", "LessThan(Abs(x), c)" => "Equal(x, 0), for 0";
    CompareAsFloats: "LessThan(FloatToDouble(x), FloatToDouble(y))", "Equal(FloatToDouble(x), c)",
        "EqualOrUnordered(FloatToDouble(x), c)" => "LessThan(x, y)";
    CompareAsIntegers: "LessThan(IToD(n), IToD(m))", "GreaterEqual(IToD(n), c)", "EqualOrUnordered(IToD(n), IToD(m))",
        "NotEqual(IToD(n), c)" => "LessThan(n, m)";
    ConvertExtended: "IToD(SExt32(n))", "UToD(ZExt32(n))", "IToF(SExt32(n))", "UToF(ZExt32(n))" => "IToD(n)";
    ConvertNonNegative: "UToD(ZShr(x, 1))", "UToF(BitAnd(x, c))", "UToD(ZShr(x:int64, k))" => "IToD";
    ConvertToFloat: "DoubleToFloat(IToD(n))", "DoubleToFloat(UToD(n))", "DoubleToFloat(IToD(x:int64))" => "IToF(n)";
    CastBack: "BitwiseCast(BitwiseCast(x))" => "x";
    TruncCast: "Trunc(BitwiseCast(x:int64))" => "BitwiseCast(Trunc(x))";
}
Bytes {
    ExtensionRedundant: "SExt8(SExt8(x))", "SExt16(SExt8(x))", "SExt8(BitAnd(x, c))", "SExt16(Add(SExt8(x), c))",
        "SShr(Shl(SExt8(x), k), k)", "SShr(Shl(SExt16To64(x), k), k)" => "the extended value";
    SExtUnderMask: "SExt8(BitAnd(x, c))", "SExt8(SExt16(x))", "SExt16(BitOr(x, c))", "SExt8To64(BitAnd(x, c))",
        "SExt16To64(Add(x, c))" => "SExt8(x)";
    ShiftsToExtension: "SShr(Shl(x, k), k)", "SShr(Shl(x:int64, k), k)" => "SExt8(x), SExt16, SExt32 ...";
    SwapTwice: "ByteSwap(ByteSwap(x))", "BitReverse(BitReverse(x))" => "x";
    RotateByConstant: "BitOr(Shl(x, k), ZShr(x, j))", "BitXor(Shl(x, k), ZShr(x, j))", "BitOr(ZShr(x, k), Shl(x, j))"
        => "RotL(x, k), for k + j = w";
    RotateLeft: "BitOr(Shl(x, n), ZShr(x, Sub(c, n)))", "BitOr(Shl(x, n), ZShr(x, Neg(n)))",
        "BitXor(Shl(x, n), ZShr(x, Neg(n)))" => "RotL(x, n)";
    RotateRight: "BitOr(Shl(x, Neg(n)), ZShr(x, n))" => "RotR(x, n)";
    ByteSwap: "BitOr(BitOr(BitOr(Shl(x, 6), ZShr(x, 6)), Shl(BitAnd(x, c), 2)), BitAnd(ZShr(x, 2), 12))",
        "BitOr(BitOr(Shl(x:int32, 24), ZShr(x, 24)), BitOr(Shl(BitAnd(x, 0xff00), 8), BitAnd(ZShr(x, 8), 0xff00)))",
        "BitOr(BitOr(BitOr(Shl(x, k), ZShr(x, k)), Shl(BitAnd(x, c), j)), BitAnd(ZShr(x, j), c))"
        => "ByteSwap(x), for the shifts and masks of bytes";
}
FullWidth {
    PopCount: "ZShr(Mul(BitAnd(Add(Add(BitAnd(Sub(x:int32, BitAnd(ZShr(x:int32, 1), 0x55555555)), 0x33333333), BitAnd(ZShr(Sub(x:int32, BitAnd(ZShr(x:int32, 1), 0x55555555)), 2), 0x33333333)), ZShr(Add(BitAnd(Sub(x:int32, BitAnd(ZShr(x:int32, 1), 0x55555555)), 0x33333333), BitAnd(ZShr(Sub(x:int32, BitAnd(ZShr(x:int32, 1), 0x55555555)), 2), 0x33333333)), 4)), 0x0f0f0f0f), 0x01010101), 24)"
        => "PopCount(x)";
    ConvertBack: "FToISat(IToD(n))", "FToUTrap(UToD(n))", "FToITrap(IToD(n))", "FToUSat(UToD(n))",
        "FToIMin(IToD(n))", "DoubleToInt32(IToD(n:int32))", "DoubleToInt32(UToD(n:int32))" => "n";
    SumModulo: "DoubleToInt32(Add(IToD(n:int32), IToD(m:int32)))", "DoubleToInt32(Sub(UToD(n:int32), IToD(m:int32)))"
        => "Add(n, m)";
}
Procedure {
    AccessOffset: "Load(Add(x, c), offset=d)" => "Load(x, offset=c + d)";
    StoreUnderMask: "Store8(BitAnd(x, 255), y)" => "Store8(x, y)";
    StoreCast: "Store(BitwiseCast(x), y)" => "Store(x, y)";
    StoreFloatConstant: "Store(1.0, y)" => "Store(0x3ff0000000000000, y)";
    CopyNothing: "MemoryCopy(x, y, 0)" => "nothing";
    CopyFew: "MemoryCopy(x, y, 12)" => "loads, then stores";
    FillNothing: "MemoryFill(x, y, 0)" => "nothing";
    FillFew: "MemoryFill(x, 7, 12)" => "stores";
    ElementOfConstants: "Extract(AddOverflow(c, d), 1)" => "a constant";
    CheckNever: "Check(0)" => "nothing";
    CheckedNeutral: "CheckAdd(x, 0)" => "x";
    CheckedNoOverflow: "CheckAdd(SExt8(x), SExt8(y))" => "Add(SExt8(x), SExt8(y))";
    BranchKnown: "Branch(1, #1, #2)" => "Jump(#1)";
    BranchSame: "Branch(x, #1, #1)" => "Jump(#1)";
    SwitchKnown: "Switch(2, 1: #1, 2: #2, default: #3)" => "Jump(#2)";
}
}
