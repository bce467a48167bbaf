//! What machine instructions compute, as data: effects of expressions over their operands.
//!
//! An instruction evaluates all expressions before it writes any result. A value is a number of bits; its width comes
//! from the operand, and operators check that widths agree. Booleans are 1 and 0, of 32 bits. Floating-point numbers
//! are their bits.
//!
//! In text, an expression is an operand's number, a leaf's name, or an operator and its arguments in parentheses:
//! `(set 3 (add 2 (mul 0 1)))`.

use super::{Lane, LaneSet, Width};
use crate::support::error_type;
use std::fmt;

/// A value that an instruction computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expr {
    /// The value of an operand, or the bits of memory if it is memory.
    Operand(u8),
    /// 0, of the width that its place needs.
    Zero,
    /// 1, of the width that its place needs.
    One,
    /// The flags that the previous instruction set, 8 bits.
    Flags,
    /// The stack pointer, 64 bits.
    StackPointer,
    /// An operator and its arguments.
    Apply(Operator, &'static [Expr]),
}

/// One effect of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Writes a value to an operand.
    Set(u8, Expr),
    /// Sets the flags for the next instruction.
    Flags(Expr),
    /// Branches to the first successor if the value is not 0, else to the second.
    Branch(Expr),
    /// Traps with the code in an operand if the value is not 0.
    Trap(Expr, u8),
    /// Branches to the only successor.
    Jump,
    /// Branches to the successor of the case that equals a value: cases, value.
    Switch(u8, Expr),
    /// Makes the accesses of the instruction atomic, or orders others, in the memory order in an operand.
    Order(u8),
}

/// What an instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// All effects, at once.
    Effects(&'static [Effect]),
    /// Something outside of the instruction decides it: what.
    Outside(&'static str),
}

/// What an operator takes as an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// A value of the common width of all such arguments.
    Common,
    /// A value of any width.
    Any,
    /// An operand that is a condition.
    Condition,
    /// An operand that is memory, or the cases of a switch.
    Place,
    /// An operand that is the number of lanes.
    Lanes,
}

macro_rules! operators {
    ($($name:ident $text:ident ($($parameter:ident)*) $result:ident: $meaning:literal;)*) => {
        /// An operator of expressions.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Operator {
            $(#[doc = $meaning] $name,)*
        }

        impl Operator {
            /// All operators, in order.
            pub const ALL: &[Operator] = &[$(Operator::$name),*];

            /// The name in text.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Operator::$name => stringify!($text),)*
                }
            }

            /// Its meaning; arguments are `a`, `b`, `c` and `d`.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Operator::$name => $meaning,)*
                }
            }

            /// What it takes.
            pub const fn parameters(self) -> &'static [Parameter] {
                match self {
                    $(Operator::$name => &[$(Parameter::$parameter),*],)*
                }
            }

            /// The width of its result; `None` if it is the common one of its arguments.
            pub const fn result(self) -> Option<Width> {
                use letters::*;
                match self {
                    $(Operator::$name => $result,)*
                }
            }
        }
    };
}

mod letters {
    use super::Width;

    #[allow(non_upper_case_globals)] // as the parameters are written
    pub(super) const Common: Option<Width> = None;
    pub(super) const W8: Option<Width> = Some(Width::W8);
    pub(super) const W32: Option<Width> = Some(Width::W32);
    pub(super) const W64: Option<Width> = Some(Width::W64);
    pub(super) const W128: Option<Width> = Some(Width::W128);
}

operators! {
    Add add (Common Common) Common: "a + b";
    Sub sub (Common Common) Common: "a - b";
    Mul mul (Common Common) Common: "a * b, the low half";
    Neg neg (Common) Common: "-a";
    And and (Common Common) Common: "a & b";
    Or or (Common Common) Common: "a | b";
    Xor xor (Common Common) Common: "a ^ b";
    Not not (Common) Common: "~a";
    ShiftLeft shl (Common Any) Common: "a << b; the amount is masked to the width";
    ShiftRight sshr (Common Any) Common: "a >> b, arithmetic; the amount is masked to the width";
    ShiftRightLogical ushr (Common Any) Common: "a >> b, logical; the amount is masked to the width";
    RotateLeft rotl (Common Any) Common: "a rotated left by b";
    RotateRight rotr (Common Any) Common: "a rotated right by b";
    FunnelLeft funnel_left (Common Common Any) Common: "the upper half of a:b << c; the amount is masked to the width";
    FunnelRight funnel_right (Common Common Any) Common: "the lower half of a:b >> c; the amount is masked to the width";
    Div sdiv (Common Common) Common: "a / b, signed; faults if b is 0 or the quotient overflows";
    UDiv udiv (Common Common) Common: "a / b, unsigned; faults if b is 0";
    Rem srem (Common Common) Common: "the remainder of a / b, signed; faults if b is 0 or the quotient overflows";
    URem urem (Common Common) Common: "the remainder of a / b, unsigned; faults if b is 0";
    ChillDiv sdiv_chill (Common Common) Common: "a / b, signed; 0 if b is 0, a if the quotient overflows";
    ChillRem srem_chill (Common Common) Common: "the remainder of a / b, signed; 0 if b is 0 or the quotient overflows";
    MulHigh smulh (Common Common) Common: "the high half of a * b, signed";
    UMulHigh umulh (Common Common) Common: "the high half of a * b, unsigned";
    AddCarry add_carry (Common Common Any) Common: "a + b + (c != 0)";
    SubBorrow sub_borrow (Common Common Any) Common: "a - b - (c != 0)";
    Carry carry (Common Common Any) W32: "1 if a + b + (c != 0) overflows, unsigned";
    Borrow borrow (Common Common Any) W32: "1 if a - b - (c != 0) overflows, unsigned";
    AddOverflows sadd_overflows (Common Common) W32: "1 if a + b overflows, signed";
    SubOverflows ssub_overflows (Common Common) W32: "1 if a - b overflows, signed";
    MulOverflows smul_overflows (Common Common) W32: "1 if a * b overflows, signed";
    UAddOverflows uadd_overflows (Common Common) W32: "1 if a + b overflows, unsigned";
    USubOverflows usub_overflows (Common Common) W32: "1 if a - b overflows, unsigned";
    UMulOverflows umul_overflows (Common Common) W32: "1 if a * b overflows, unsigned";
    LeadingZeros clz (Common) Common: "the number of leading zero bits";
    TrailingZeros ctz (Common) Common: "the number of trailing zero bits";
    PopCount popcount (Common) Common: "the number of set bits";
    ByteSwap bswap (Common) Common: "the bytes in reverse order";
    BitReverse bitrev (Common) Common: "the bits in reverse order";
    ZeroExtract zero_extract (Common Any Any) Common: "c bits of a from bit b, zero-extended";
    SignExtract sign_extract (Common Any Any) Common: "c bits of a from bit b, sign-extended";
    Insert insert (Common Common Any Any) Common: "a with d bits from bit c replaced by the low bits of b";
    ZeroExtend32 zext32 (Any) W32: "a, zero-extended to 32 bits";
    ZeroExtend64 zext64 (Any) W64: "a, zero-extended to 64 bits";
    SignExtend32 sext32 (Any) W32: "a, sign-extended to 32 bits";
    SignExtend64 sext64 (Any) W64: "a, sign-extended to 64 bits";
    Low32 low32 (Any) W32: "the low 32 bits of a";
    Equal equal (Common Common) W32: "1 if a = b";
    Differs differs (Common Common) W32: "1 if a is not b";
    Holds holds (Condition Common Common) W32: "1 if the condition a holds for b and c";
    HoldsIn holds_in (Condition Any) W32: "1 if the condition a holds in the flags b";
    If if (Any Common Common) Common: "b if a is not 0, else c";
    Compare compare (Common Common) W8: "the flags of a compared with b, integers";
    Test test (Common Common) W8: "the flags of a & b compared with 0";
    CompareFloats fcompare (Common Common) W8: "the flags of a compared with b, floating-point numbers";
    Satisfying satisfying (Condition) W8: "flags in which the condition a holds";
    Address address (Place) W64: "the address of the memory operand a";
    Table table (Place) W64: "the address of the jump table of the cases a";
    FloatAdd fadd (Common Common) Common: "a + b";
    FloatSub fsub (Common Common) Common: "a - b";
    FloatMul fmul (Common Common) Common: "a * b";
    FloatDiv fdiv (Common Common) Common: "a / b";
    FloatSqrt fsqrt (Common) Common: "the square root of a";
    FloatCeil fceil (Common) Common: "a, rounded up";
    FloatFloor ffloor (Common) Common: "a, rounded down";
    FloatTrunc ftrunc (Common) Common: "a, rounded toward zero";
    FloatNearest fnearest (Common) Common: "a, rounded to nearest, ties to even";
    FloatMin fmin (Common Common) Common: "the minimum; a NaN if one is; -0 is less than +0";
    FloatMax fmax (Common Common) Common: "the maximum; a NaN if one is; -0 is less than +0";
    FloatMulAdd fma (Common Common Common) Common: "a * b + c with one rounding";
    FloatPurify fpurify (Common) Common: "a, or the canonical NaN if it is a NaN";
    FloatNeg fneg (Common) Common: "a with its sign bit inverted";
    FloatAbs fabs (Common) Common: "a with its sign bit cleared";
    FloatCopySign fcopysign (Common Common) Common: "a with the sign bit of b";
    FloatPromote fpromote (Any) W64: "a float as a double";
    FloatDemote fdemote (Any) W32: "a double as a float";
    IntToFloat stof32 (Any) W32: "a signed integer as a float";
    IntToDouble stof64 (Any) W64: "a signed integer as a double";
    UIntToFloat utof32 (Any) W32: "an unsigned integer as a float";
    UIntToDouble utof64 (Any) W64: "an unsigned integer as a double";
    FloatToInt32Sat ftos32_sat (Any) W32: "a truncated to a signed integer; saturates; 0 for a NaN";
    FloatToInt64Sat ftos64_sat (Any) W64: "a truncated to a signed integer; saturates; 0 for a NaN";
    FloatToUInt32Sat ftou32_sat (Any) W32: "a truncated to an unsigned integer; saturates; 0 for a NaN";
    FloatToUInt64Sat ftou64_sat (Any) W64: "a truncated to an unsigned integer; saturates; 0 for a NaN";
    FloatToInt32Min ftos32_min (Any) W32: "a truncated to a signed integer; the minimum if that is out of range or a is a NaN";
    FloatToInt64Min ftos64_min (Any) W64: "a truncated to a signed integer; the minimum if that is out of range or a is a NaN";
    FloatToInt32Wrap ftos32_wrap (Any) W32: "a truncated to an integer, modulo 2^32; 0 for a NaN and infinities";
    FloatToInt32Trap ftos32_trap (Any) W32: "a truncated to a signed integer; traps if that is not exact but for the fraction";
    FloatToInt64Trap ftos64_trap (Any) W64: "a truncated to a signed integer; traps if that is not exact but for the fraction";
    FloatToUInt32Trap ftou32_trap (Any) W32: "a truncated to an unsigned integer; traps if that is not exact but for the fraction";
    VectorAdd vadd (Common Common Lanes) Common: "a + b in each lane of c";
    VectorSub vsub (Common Common Lanes) Common: "a - b in each lane of c";
    VectorMul vmul (Common Common Lanes) Common: "the low half of a * b in each lane of c";
    VectorMul64 vmul64 (Common Common) Common: "the low half of a * b in each lane of 64 bits";
    VectorDiv vdiv (Common Common Lanes) Common: "a / b in each lane of c";
    VectorNeg vneg (Common Lanes) Common: "-a in each lane of b";
    VectorAbs vabs (Common Lanes) Common: "|a| in each lane of b";
    VectorMin vmin (Common Common Lanes) Common: "the lesser integer in each lane of c";
    VectorMax vmax (Common Common Lanes) Common: "the greater integer in each lane of c";
    VectorFMin vfmin (Common Common Lanes) Common: "the lesser float in each lane of c; -0 is less than 0, a NaN makes a NaN";
    VectorFMax vfmax (Common Common Lanes) Common: "the greater float in each lane of c; 0 is greater than -0, a NaN makes a NaN";
    VectorPMin vpmin (Common Common Lanes) Common: "b in each lane of c where b < a, else a";
    VectorPMax vpmax (Common Common Lanes) Common: "b in each lane of c where a < b, else a";
    VectorAddSat vaddsat (Common Common Lanes) Common: "a + b in each lane of c, or the nearest integer of the lane";
    VectorSubSat vsubsat (Common Common Lanes) Common: "a - b in each lane of c, or the nearest integer of the lane";
    VectorAverage vavg (Common Common Lanes) Common: "(a + b + 1) / 2 in each lane of c, without overflow";
    VectorEqual veq (Common Common Lanes) Common: "all ones in each lane of c where a = b, else zeros";
    VectorLess vlt (Common Common Lanes) Common: "all ones in each lane of c where a < b, else zeros";
    VectorBelow vult (Common Common Lanes) Common: "all ones in each lane of c where a < b as unsigned integers, else zeros";
    VectorLessEqual vle (Common Common Lanes) Common: "all ones in each lane of c where a <= b, else zeros";
    VectorNotGreater vnotgt (Common Common Lanes) Common: "all ones in each lane of c where the integer a <= b, else zeros";
    VectorSplat vsplat (Any Lanes) W128: "the low bits of a in each lane of b";
    VectorSplatLane vsplatlane (Common Lanes Any) Common: "the lane of a with the index c, modulo their number, in each lane of b";
    VectorExtract vextract (Any Lanes Any) W64: "the lane of a with the index c, modulo their number, of the lanes b, zero-extended";
    VectorInsert vinsert (Common Any Lanes Any) Common: "a with the low bits of b as the lane with the index d, modulo their number, of the lanes c";
    VectorInsertFirst vinsertf (Common Any Lanes Any) Common: "a with the float b as the lane with the index d, modulo their number, of the lanes c";
    VectorInterleaveLow vzipl (Common Common Lanes) Common: "the lanes of c in the low halves of a and b, one of a, one of b, and so on";
    VectorInterleaveHigh vziph (Common Common Lanes) Common: "the lanes of c in the high halves of a and b, one of a, one of b, and so on";
    VectorShuffle32 vshuf32 (Common Any) Common: "lanes of 32 bits: those of a that the four pairs of bits of b number, the lowest first";
    VectorShl vshl (Common Any Lanes) Common: "a << b in each lane of c; b modulo the bits of a lane";
    VectorShr vshr (Common Any Lanes) Common: "a >> b in each lane of c; b modulo the bits of a lane";
    VectorPopCount vpopcnt (Common) Common: "the number of one bits in each byte";
    VectorBitmask vbitmask (Any Lanes) W64: "the sign bit of each lane of b, lane 0 in bit 0";
    VectorAddPairs vaddp (Common Common Lanes) Common: "the sums of adjacent lanes of c, of a and then of b";
    VectorLookup vlookup (Common Common) Common: "the bytes of a that the low four bits of each byte of b number; 0 if its sign bit is set";
    VectorTable vtable (Common Common) Common: "the bytes of a that the bytes of b number; 0 from 16";
    VectorConcat vconcat (Common Common Any) Common: "the bytes of a from the index c, modulo 16, and those of b up to it";
    VectorNarrow vnarrow (Common Common Lanes) Common: "the signed lanes of a and b, which are twice as wide, saturated to lanes of c";
    VectorExtendLow vextl (Common Lanes) Common: "the low half of the lanes of half the width, extended to lanes of b";
    VectorExtendHigh vexth (Common Lanes) Common: "the high half of the lanes of half the width, extended to lanes of b";
    VectorDot vdot (Common Common) Common: "the sums of adjacent products of signed lanes of 16 bits, in lanes of 32 bits";
    VectorMulQ15 vmulq15 (Common Common) Common: "(a * b + 0x4000) >> 15 in signed lanes of 16 bits, saturated";
    VectorRound vround (Common Lanes Any) Common: "each lane of b rounded to an integer: to nearest even, down, up, or toward zero, by the low two bits of c";
    VectorSqrt vsqrt (Common Lanes) Common: "the square root of each lane of b";
    VectorFma vfma (Common Common Common Lanes) Common: "a * b + c in each lane of d with one rounding";
    VectorInt32ToFloats vs32tof (Common) Common: "the signed lanes of 32 bits as floats";
    VectorUInt32ToFloats vu32tof (Common) Common: "the unsigned lanes of 32 bits as floats";
    VectorInt32ToDoubles vs32tod (Common) Common: "the low two signed lanes of 32 bits as doubles";
    VectorUInt32ToDoubles vu32tod (Common) Common: "the low two unsigned lanes of 32 bits as doubles";
    VectorFloatsToInt32 vftos32 (Common) Common: "the floats truncated to signed integers of 32 bits, saturated; 0 for NaN";
    VectorFloatsToUInt32 vftou32 (Common) Common: "the floats truncated to unsigned integers of 32 bits, saturated; 0 for NaN";
    VectorFloatsToInt32Min vftos32_min (Common) Common: "the floats truncated to signed integers of 32 bits; the minimum if out of range or NaN";
    VectorDoublesToInt32 vdtos32 (Common) Common: "the doubles truncated to signed integers of 32 bits, saturated, with 0 for NaN; then zeros";
    VectorDoublesToUInt32 vdtou32 (Common) Common: "the doubles truncated to unsigned integers of 32 bits, saturated, with 0 for NaN; then zeros";
    VectorDoublesToInt32Min vdtos32_min (Common) Common: "the doubles truncated to signed integers of 32 bits, the minimum if out of range or NaN; then zeros";
    VectorFloatsToDoubles vftod (Common) Common: "the low two floats as doubles";
    VectorDoublesToFloats vdtof (Common) Common: "the doubles as floats; then zeros";
    FloatToUInt64Trap ftou64_trap (Any) W64: "a truncated to an unsigned integer; traps if that is not exact but for the fraction";
}

impl Operator {
    /// The lanes that the operand for them can have. A number of others is that of the first of these.
    pub const fn lanes(self) -> LaneSet {
        match self {
            Operator::VectorSplat
            | Operator::VectorExtract
            | Operator::VectorInsert
            | Operator::VectorInterleaveLow
            | Operator::VectorInterleaveHigh
            | Operator::VectorShl
            | Operator::VectorBitmask
            | Operator::VectorAddPairs => LaneSet::INTEGERS,
            Operator::VectorShr => LaneSet::INTEGERS.union(LaneSet::UNSIGNED),
            Operator::VectorInsertFirst
            | Operator::VectorRound
            | Operator::VectorSqrt
            | Operator::VectorFma => LaneSet::FLOATS,
            Operator::VectorMul => LaneSet::MULTIPLIED,
            Operator::VectorDiv
            | Operator::VectorFMin
            | Operator::VectorFMax
            | Operator::VectorPMin
            | Operator::VectorPMax
            | Operator::VectorLessEqual => LaneSet::FLOATS,
            Operator::VectorMin | Operator::VectorMax => LaneSet::UP_TO_32,
            Operator::VectorExtendLow | Operator::VectorExtendHigh => LaneSet::EXTENDED,
            Operator::VectorAddSat | Operator::VectorSubSat | Operator::VectorNarrow => LaneSet::NARROW,
            Operator::VectorAverage => LaneSet::of(&[Lane::U8x16, Lane::U16x8]),
            Operator::VectorBelow => LaneSet::UNSIGNED,
            Operator::VectorNotGreater => LaneSet::INTEGERS.union(LaneSet::UNSIGNED),
            _ => LaneSet::INTEGERS.union(LaneSet::FLOATS),
        }
    }

    /// The operator with this name.
    pub fn from_name(name: &str) -> Option<Operator> {
        Operator::ALL.iter().copied().find(|operator| operator.name() == name)
    }

    /// The operator with this name, for tables of constants.
    ///
    /// # Panics
    ///
    /// At compile time, if there is none.
    pub(crate) const fn named(name: &str) -> Operator {
        let mut at = 0;
        while at < Operator::ALL.len() {
            if equal(Operator::ALL[at].name().as_bytes(), name.as_bytes()) {
                return Operator::ALL[at];
            }
            at += 1;
        }
        panic!("no operator has this name")
    }
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut same = a.len() == b.len();
    let mut at = 0;
    while same && at < a.len() {
        same = a[at] == b[at];
        at += 1;
    }
    same
}

/// An expression, as it is written.
macro_rules! expr {
    (zero) => {
        $crate::base::semantics::Expr::Zero
    };
    (one) => {
        $crate::base::semantics::Expr::One
    };
    (flags) => {
        $crate::base::semantics::Expr::Flags
    };
    (sp) => {
        $crate::base::semantics::Expr::StackPointer
    };
    ($operand:literal) => {
        $crate::base::semantics::Expr::Operand($operand)
    };
    (($operator:tt $($argument:tt)*)) => {
        $crate::base::semantics::Expr::Apply(
            $crate::base::semantics::Operator::named(stringify!($operator)),
            &[$($crate::base::semantics::expr!($argument)),*],
        )
    };
}

/// An effect, as it is written.
macro_rules! effect {
    ((set $operand:literal $value:tt)) => {
        $crate::base::semantics::Effect::Set($operand, $crate::base::semantics::expr!($value))
    };
    ((flags $value:tt)) => {
        $crate::base::semantics::Effect::Flags($crate::base::semantics::expr!($value))
    };
    ((branch $value:tt)) => {
        $crate::base::semantics::Effect::Branch($crate::base::semantics::expr!($value))
    };
    ((trap $value:tt $code:literal)) => {
        $crate::base::semantics::Effect::Trap($crate::base::semantics::expr!($value), $code)
    };
    ((jump)) => {
        $crate::base::semantics::Effect::Jump
    };
    ((switch $cases:literal $value:tt)) => {
        $crate::base::semantics::Effect::Switch($cases, $crate::base::semantics::expr!($value))
    };
    ((order $operand:literal)) => {
        $crate::base::semantics::Effect::Order($operand)
    };
}

/// A meaning, as it is written: effects, or text.
macro_rules! meaning {
    ($outside:literal) => {
        $crate::base::semantics::Meaning::Outside($outside)
    };
    ($($effect:tt)*) => {
        $crate::base::semantics::Meaning::Effects(&[$($crate::base::semantics::effect!($effect)),*])
    };
}

pub(crate) use {effect, expr, meaning};

impl Meaning {
    /// The effects; none if something outside decides.
    pub const fn effects(&self) -> &'static [Effect] {
        match self {
            Meaning::Effects(effects) => effects,
            Meaning::Outside(_) => &[],
        }
    }
}

impl Effect {
    /// The value that it computes.
    pub const fn value(&self) -> Option<&Expr> {
        match self {
            Effect::Set(_, value)
            | Effect::Flags(value)
            | Effect::Branch(value)
            | Effect::Trap(value, _)
            | Effect::Switch(_, value) => Some(value),
            Effect::Jump | Effect::Order(_) => None,
        }
    }
}

/// Why an expression has no width.
#[derive(Clone, PartialEq, Eq)]
pub struct WidthError {
    /// The expression in text.
    pub expr: String,
    /// The rule that it breaks.
    pub rule: &'static str,
}

impl fmt::Display for WidthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.expr, self.rule)
    }
}

error_type!(WidthError);

impl Expr {
    /// The width of the value, given the width of each operand; `None` if any width fits, as for constants.
    ///
    /// # Errors
    ///
    /// If an operand is missing, arguments are too few or too many, or widths that must be equal differ.
    pub fn width(&self, operands: &[Width]) -> Result<Option<Width>, WidthError> {
        let error = |rule| WidthError { expr: self.to_string(), rule };
        let Expr::Apply(operator, arguments) = self else {
            return match *self {
                Expr::Operand(number) => match operands.get(usize::from(number)) {
                    Some(width) => Ok(Some(*width)),
                    None => Err(error("the instruction has no such operand")),
                },
                Expr::Flags => Ok(Some(Width::W8)),
                Expr::StackPointer => Ok(Some(Width::W64)),
                _ => Ok(None),
            };
        };
        let parameters = operator.parameters();
        if parameters.len() != arguments.len() {
            return Err(error("the operator has another number of arguments"));
        }
        let mut common = None;
        for (parameter, argument) in parameters.iter().zip(*arguments) {
            let width = argument.width(operands)?;
            match parameter {
                Parameter::Common => match (common, width) {
                    (Some(a), Some(b)) if a != b => return Err(error("the widths of arguments differ")),
                    _ => common = common.or(width),
                },
                Parameter::Any => {}
                Parameter::Condition | Parameter::Place | Parameter::Lanes => {
                    if !matches!(argument, Expr::Operand(_)) {
                        return Err(error("the argument must be an operand"));
                    }
                }
            }
        }
        Ok(operator.result().or(common))
    }
}

/// Operands are numbers, operators stand before their arguments in parentheses.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Operand(number) => write!(f, "{number}"),
            Expr::Zero => f.write_str("zero"),
            Expr::One => f.write_str("one"),
            Expr::Flags => f.write_str("flags"),
            Expr::StackPointer => f.write_str("sp"),
            Expr::Apply(operator, arguments) => {
                write!(f, "({}", operator.name())?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Set(operand, value) => write!(f, "(set {operand} {value})"),
            Effect::Flags(value) => write!(f, "(flags {value})"),
            Effect::Branch(value) => write!(f, "(branch {value})"),
            Effect::Trap(value, code) => write!(f, "(trap {value} {code})"),
            Effect::Jump => f.write_str("(jump)"),
            Effect::Switch(cases, value) => write!(f, "(switch {cases} {value})"),
            Effect::Order(operand) => write!(f, "(order {operand})"),
        }
    }
}

/// Effects with spaces between them, or the reason in quotes.
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Meaning::Outside(reason) => write!(f, "{reason:?}"),
            Meaning::Effects(effects) => {
                for (number, effect) in effects.iter().enumerate() {
                    write!(f, "{}{effect}", if number == 0 { "" } else { " " })?;
                }
                Ok(())
            }
        }
    }
}
