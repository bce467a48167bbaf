//! What the expressions of machine instructions compute, on bits.

use barebones::air::Arg;
use barebones::base::semantics::{Expr, Operator, Parameter};
use barebones::base::{FloatCondition, IntCondition, TrapCode, Width};

/// Bits and their width: bits above it are zero. The width of a constant is that of its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The bits.
    pub bits: u128,
    /// The width, or `None` for a constant.
    pub width: Option<Width>,
}

impl Value {
    /// The low bits of a number.
    pub fn new(bits: u128, width: Width) -> Value {
        Value { bits: bits & mask(width), width: Some(width) }
    }
}

/// All bits of a width.
pub fn mask(width: Width) -> u128 {
    u128::MAX >> (128 - width.bits())
}

/// All bits of a width of at most 64.
fn mask64(width: Width) -> u64 {
    mask(width) as u64
}

/// The value of a number of this width that is signed.
pub fn signed(bits: u64, width: Width) -> i64 {
    let unused = 64u32.saturating_sub(width.bits());
    (bits << unused) as i64 >> unused
}

/// Flags as AArch64 has them, in bits 3 to 0: negative, zero, carry (no borrow), overflow.
const N: u64 = 8;
const Z: u64 = 4;
const C: u64 = 2;
const V: u64 = 1;

/// A condition of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// On integers.
    Int(IntCondition),
    /// On floating-point numbers.
    Float(FloatCondition),
}

impl Condition {
    /// True if it holds for two values.
    fn holds(self, a: u64, b: u64, width: Width) -> bool {
        match self {
            Condition::Int(condition) => int_holds(condition, compare(a, b, width)),
            Condition::Float(condition) => float_holds(condition, compare_floats(a, b, width)),
        }
    }

    /// True if it holds in flags.
    fn holds_in(self, flags: u64) -> bool {
        match self {
            Condition::Int(condition) => int_holds(condition, flags),
            Condition::Float(condition) => float_holds(condition, flags),
        }
    }

    /// Flags in which it holds: as a comparison sets them.
    fn satisfying(self) -> u64 {
        const UNEQUAL: [u64; 4] = [N, C, C | V, N | V];
        let any = std::iter::once(Z | C).chain(UNEQUAL);
        any.into_iter().find(|flags| self.holds_in(*flags)).unwrap_or_default()
    }
}

fn int_holds(condition: IntCondition, flags: u64) -> bool {
    let [n, z, c, v] = [N, Z, C, V].map(|flag| flags & flag != 0);
    use IntCondition::*;
    match condition {
        Equal => z,
        NotEqual => !z,
        LessThan => n != v,
        GreaterEqual => n == v,
        GreaterThan => !z && n == v,
        LessEqual => z || n != v,
        Below => !c,
        AboveEqual => c,
        Above => c && !z,
        BelowEqual => !c || z,
    }
}

fn float_holds(condition: FloatCondition, flags: u64) -> bool {
    let unordered = flags & V != 0;
    let equal = flags & Z != 0;
    let less = flags & N != 0 && !unordered;
    let greater = !unordered && !equal && !less;
    use FloatCondition::*;
    match condition {
        EqualAndOrdered => equal,
        NotEqualOrUnordered => !equal,
        LessThanAndOrdered => less,
        GreaterEqualOrUnordered => !less,
        GreaterThanAndOrdered => greater,
        LessEqualOrUnordered => !greater,
        LessEqualAndOrdered => less || equal,
        GreaterThanOrUnordered => greater || unordered,
        GreaterEqualAndOrdered => greater || equal,
        LessThanOrUnordered => less || unordered,
        EqualOrUnordered => equal || unordered,
        NotEqualAndOrdered => less || greater,
    }
}

fn flags(n: bool, z: bool, c: bool, v: bool) -> u64 {
    [(n, N), (z, Z), (c, C), (v, V)].into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum()
}

fn compare(a: u64, b: u64, width: Width) -> u64 {
    let difference = a.wrapping_sub(b) & mask64(width);
    let negative = signed(difference, width) < 0;
    let overflow =
        i128::from(signed(a, width)) - i128::from(signed(b, width)) != i128::from(signed(difference, width));
    flags(negative, difference == 0, a >= b, overflow)
}

fn compare_floats(a: u64, b: u64, width: Width) -> u64 {
    match float(a, width).partial_cmp(&float(b, width)) {
        None => C | V,
        Some(std::cmp::Ordering::Less) => N,
        Some(std::cmp::Ordering::Equal) => Z | C,
        Some(std::cmp::Ordering::Greater) => C,
    }
}

/// A float or double as a double, which is exact.
fn float(bits: u64, width: Width) -> f64 {
    match width {
        Width::W32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// Applies a function of one type to floats, or another to doubles.
fn on_floats<const N: usize>(
    bits: [u64; N],
    width: Width,
    floats: impl Fn([f32; N]) -> f32,
    doubles: impl Fn([f64; N]) -> f64,
) -> u64 {
    match width {
        Width::W32 => u64::from(floats(bits.map(|bits| f32::from_bits(bits as u32))).to_bits()),
        _ => doubles(bits.map(f64::from_bits)).to_bits(),
    }
}

/// Defines one function for both types.
macro_rules! both {
    ($bits:expr, $width:expr, $parameters:pat => $result:expr) => {
        on_floats($bits, $width, |$parameters| $result, |$parameters| $result)
    };
}

macro_rules! minimum {
    ($a:ident, $b:ident, $less:tt, $sign:ident) => {
        if $a.is_nan() || $b.is_nan() {
            $a + $b
        } else if $a == $b {
            if $a.$sign() { $a } else { $b }
        } else if $a $less $b {
            $a
        } else {
            $b
        }
    };
}

/// Why an operator has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoResult {
    /// It traps.
    Trap(TrapCode),
    /// It faults: its operands are not allowed.
    Fault,
}

/// What the value of an expression depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The value of an operand.
    Operand(u8),
    /// The address of a memory operand.
    Address(u8),
    /// The address of the jump table of the cases in an operand.
    Table(u8),
    /// The flags.
    Flags,
    /// The stack pointer.
    StackPointer,
}

/// The value of an expression of an instruction with these operands, given the value of each leaf.
///
/// # Errors
///
/// Those of `leaf`, and [`NoResult`].
pub fn evaluate<E: From<NoResult>>(
    expr: &Expr,
    args: &[Arg],
    leaf: &mut impl FnMut(Leaf) -> Result<Value, E>,
) -> Result<Value, E> {
    let (operator, arguments) = match *expr {
        Expr::Zero => return Ok(Value { bits: 0, width: None }),
        Expr::One => return Ok(Value { bits: 1, width: None }),
        Expr::StackPointer => return leaf(Leaf::StackPointer),
        Expr::Flags => return leaf(Leaf::Flags),
        Expr::Operand(number) => return leaf(Leaf::Operand(number)),
        Expr::Apply(operator, arguments) => (operator, arguments),
    };
    match (operator, arguments) {
        (Operator::Address, [Expr::Operand(number)]) => return leaf(Leaf::Address(*number)),
        (Operator::Table, [Expr::Operand(number)]) => return leaf(Leaf::Table(*number)),
        _ => {}
    }
    let condition = match arguments.first() {
        Some(Expr::Operand(number)) => match args.get(usize::from(*number)) {
            Some(Arg::IntCondition(condition)) => Some(Condition::Int(*condition)),
            Some(Arg::FloatCondition(condition)) => Some(Condition::Float(*condition)),
            _ => None,
        },
        _ => None,
    };
    let mut values = Vec::with_capacity(arguments.len());
    for (number, argument) in arguments.iter().enumerate() {
        values.push(match condition {
            Some(_) if number == 0 => Value { bits: 0, width: None },
            _ => evaluate(argument, args, leaf)?,
        });
    }
    Ok(apply(operator, condition, &values)?)
}

/// The result of an operator for values, of which conditions and places are none.
///
/// # Errors
///
/// [`NoResult`]
pub fn apply(operator: Operator, condition: Option<Condition>, values: &[Value]) -> Result<Value, NoResult> {
    let common =
        operator.parameters().iter().zip(values).filter(|(parameter, _)| **parameter == Parameter::Common);
    let width = common.clone().find_map(|(_, value)| value.width);
    if width == Some(Width::W128) {
        let bits = |n: usize| values.get(n).map_or(0, |value| value.bits);
        return Ok(Value::new(super::vectors::apply(operator, [0, 1, 2, 3].map(bits)), Width::W128));
    }
    // Between vectors and integers.
    if matches!(operator, VectorSplat | VectorExtract | VectorBitmask) {
        let bits = |n: usize| values.get(n).map_or(0, |value| value.bits);
        let result = super::vectors::apply(operator, [bits(0), bits(1), bits(2), 0]);
        return Ok(Value::new(result, operator.result().unwrap_or(Width::W128)));
    }
    let w = width.unwrap_or(Width::W64);
    let bits = |n: usize| values.get(n).map_or(0, |value| value.bits as u64);
    let own = |n: usize| values.get(n).and_then(|value| value.width).unwrap_or(Width::W64);
    let [a, b, c, d] = [bits(0), bits(1), bits(2), bits(3)];
    let [sa, sb] = [signed(a, w), signed(b, w)];
    let count = w.bits();
    let amount = |n: u64| (n % u64::from(count)) as u32;
    let wide = |value: u128| value > mask(w);
    let does_not_fit = |value: i128| value != i128::from(signed(value as u64 & mask64(w), w));
    let carry = u128::from(c != 0);
    let field = |from: u64, len: u64| {
        let len = (len as u32).min(count);
        let low = if from >= 64 { 0 } else { a >> from };
        (low & if len >= 64 { u64::MAX } else { (1 << len) - 1 }, len)
    };
    let condition_holds = |flags: Option<u64>| {
        condition.is_some_and(|it| flags.map_or_else(|| it.holds(b, c, w), |flags| it.holds_in(flags)))
    };
    use Operator::*;
    let result = match operator {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        Neg => a.wrapping_neg(),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Not => !a,
        ShiftLeft => a << amount(b),
        ShiftRight => (sa >> amount(b)) as u64,
        ShiftRightLogical => a >> amount(b),
        RotateLeft => rotate_left(a, amount(b), count),
        RotateRight => rotate_left(a, (count - amount(b)) % count, count),
        FunnelLeft => funnel(a, b, count - amount(c), count),
        FunnelRight => funnel(a, b, amount(c), count),
        Div | Rem if b == 0 => return Err(NoResult::Fault),
        Div | Rem if does_not_fit(-i128::from(sa)) && sb == -1 => return Err(NoResult::Fault),
        UDiv | URem if b == 0 => return Err(NoResult::Fault),
        ChillDiv | ChillRem if b == 0 => 0,
        Div | ChillDiv => sa.wrapping_div(sb) as u64,
        Rem | ChillRem => sa.wrapping_rem(sb) as u64,
        UDiv => a / b,
        URem => a % b,
        MulHigh => ((i128::from(sa) * i128::from(sb)) >> count) as u64,
        UMulHigh => ((u128::from(a) * u128::from(b)) >> count) as u64,
        AddCarry => a.wrapping_add(b).wrapping_add(u64::from(c != 0)),
        SubBorrow => a.wrapping_sub(b).wrapping_sub(u64::from(c != 0)),
        Carry => u64::from(wide(u128::from(a) + u128::from(b) + carry)),
        Borrow => u64::from(u128::from(a) < u128::from(b) + carry),
        AddOverflows => u64::from(does_not_fit(i128::from(sa) + i128::from(sb))),
        SubOverflows => u64::from(does_not_fit(i128::from(sa) - i128::from(sb))),
        MulOverflows => u64::from(does_not_fit(i128::from(sa) * i128::from(sb))),
        UAddOverflows => u64::from(wide(u128::from(a) + u128::from(b))),
        USubOverflows => u64::from(a < b),
        UMulOverflows => u64::from(wide(u128::from(a) * u128::from(b))),
        LeadingZeros => u64::from(a.leading_zeros() - (64 - count)),
        TrailingZeros => u64::from(a.trailing_zeros().min(count)),
        PopCount => u64::from(a.count_ones()),
        ByteSwap => a.swap_bytes() >> (64 - count),
        BitReverse => a.reverse_bits() >> (64 - count),
        ZeroExtract => field(b, c).0,
        SignExtract => match field(b, c) {
            (_, 0) => 0,
            (bits, len) => ((bits << (64 - len)) as i64 >> (64 - len)) as u64,
        },
        Insert => {
            let ones = if d >= 64 { u64::MAX } else { (1 << d) - 1 };
            let ones = if c >= 64 { 0 } else { ones << c };
            a & !ones | if c >= 64 { 0 } else { b << c } & ones
        }
        ZeroExtend32 | ZeroExtend64 | Low32 => a,
        SignExtend32 | SignExtend64 => signed(a, own(0)) as u64,
        Equal => u64::from(a == b),
        Differs => u64::from(a != b),
        Holds => u64::from(condition_holds(None)),
        HoldsIn => u64::from(condition_holds(Some(b))),
        If => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        Compare => compare(a, b, w),
        Test => compare(a & b, 0, w) & (N | Z),
        CompareFloats => compare_floats(a, b, w),
        Satisfying => condition.map_or(0, Condition::satisfying),
        // The instruction gives these.
        Address | Table => a,
        FloatAdd => both!([a, b], w, [a, b] => a + b),
        FloatSub => both!([a, b], w, [a, b] => a - b),
        FloatMul => both!([a, b], w, [a, b] => a * b),
        FloatDiv => both!([a, b], w, [a, b] => a / b),
        FloatSqrt => both!([a], w, [a] => a.sqrt()),
        FloatCeil => both!([a], w, [a] => a.ceil()),
        FloatFloor => both!([a], w, [a] => a.floor()),
        FloatTrunc => both!([a], w, [a] => a.trunc()),
        FloatNearest => both!([a], w, [a] => a.round_ties_even()),
        FloatMin => both!([a, b], w, [a, b] => minimum!(a, b, <, is_sign_negative)),
        FloatMax => both!([a, b], w, [a, b] => minimum!(a, b, >, is_sign_positive)),
        FloatMulAdd => super::vectors::fused(a, b, c, w),
        FloatPurify if float(a, w).is_nan() => match w {
            Width::W32 => 0x7fc0_0000,
            _ => 0x7ff8_0000_0000_0000,
        },
        FloatPurify => a,
        FloatNeg => a ^ sign(w),
        FloatAbs => a & !sign(w),
        FloatCopySign => a & !sign(w) | b & sign(w),
        FloatPromote => f64::from(f32::from_bits(a as u32)).to_bits(),
        FloatDemote => u64::from((f64::from_bits(a) as f32).to_bits()),
        IntToFloat => u64::from((signed(a, own(0)) as f32).to_bits()),
        IntToDouble => (signed(a, own(0)) as f64).to_bits(),
        UIntToFloat => u64::from((a as f32).to_bits()),
        UIntToDouble => (a as f64).to_bits(),
        FloatToInt32Sat => float(a, own(0)) as i32 as u32 as u64,
        FloatToInt64Sat => float(a, own(0)) as i64 as u64,
        FloatToUInt32Sat => u64::from(float(a, own(0)) as u32),
        FloatToUInt64Sat => float(a, own(0)) as u64,
        FloatToInt32Min => exact(float(a, own(0)), -2f64.powi(31), 2f64.powi(31))
            .map_or(1 << 31, |whole| u64::from(whole as i32 as u32)),
        FloatToInt64Min => exact(float(a, own(0)), -2f64.powi(63), 2f64.powi(63))
            .map_or(1 << 63, |whole| whole as i64 as u64),
        FloatToInt32Wrap => {
            // The remainder is exact.
            let rest = float(a, own(0)).trunc() % 2f64.powi(32);
            u64::from(rest as i64 as u32)
        }
        FloatToInt32Trap => exact(float(a, own(0)), -2f64.powi(31), 2f64.powi(31))? as i32 as u32 as u64,
        FloatToInt64Trap => exact(float(a, own(0)), -2f64.powi(63), 2f64.powi(63))? as i64 as u64,
        FloatToUInt32Trap => u64::from(exact(float(a, own(0)), 0.0, 2f64.powi(32))? as u32),
        FloatToUInt64Trap => exact(float(a, own(0)), 0.0, 2f64.powi(64))? as u64,
        // These have operands of 128 bits.
        VectorAdd
        | VectorSub
        | VectorMul
        | VectorMul64
        | VectorDiv
        | VectorNeg
        | VectorAbs
        | VectorMin
        | VectorMax
        | VectorFMin
        | VectorFMax
        | VectorPMin
        | VectorPMax
        | VectorAddSat
        | VectorSubSat
        | VectorAverage
        | VectorEqual
        | VectorLess
        | VectorBelow
        | VectorLessEqual
        | VectorNotGreater
        | VectorSplat
        | VectorSplatLane
        | VectorExtract
        | VectorInsert
        | VectorInsertFirst
        | VectorInterleaveLow
        | VectorInterleaveHigh
        | VectorShuffle32
        | VectorShl
        | VectorShr
        | VectorPopCount
        | VectorBitmask
        | VectorAddPairs
        | VectorLookup
        | VectorTable
        | VectorConcat
        | VectorNarrow
        | VectorExtendLow
        | VectorExtendHigh
        | VectorDot
        | VectorMulQ15
        | VectorRound
        | VectorSqrt
        | VectorFma
        | VectorInt32ToFloats
        | VectorUInt32ToFloats
        | VectorInt32ToDoubles
        | VectorUInt32ToDoubles
        | VectorFloatsToInt32
        | VectorFloatsToUInt32
        | VectorFloatsToInt32Min
        | VectorDoublesToInt32
        | VectorDoublesToUInt32
        | VectorDoublesToInt32Min
        | VectorFloatsToDoubles
        | VectorDoublesToFloats => 0,
    };
    match operator.result().or(width) {
        Some(width) => Ok(Value::new(result.into(), width)),
        None => Ok(Value { bits: result.into(), width: None }),
    }
}

/// A number without its fraction, if that is at least `low` and less than `high`.
fn exact(number: f64, low: f64, high: f64) -> Result<f64, NoResult> {
    let whole = number.trunc();
    if number.is_nan() {
        Err(NoResult::Trap(TrapCode::BadConversion))
    } else if whole < low || whole >= high {
        Err(NoResult::Trap(TrapCode::IntegerOverflow))
    } else {
        Ok(whole)
    }
}

fn sign(width: Width) -> u64 {
    1 << (width.bits() - 1)
}

fn rotate_left(a: u64, by: u32, count: u32) -> u64 {
    if by == 0 { a } else { a << by | a >> (count - by) }
}

/// The `count` bits of `high:low` from bit `from`, which is at most `count`.
fn funnel(high: u64, low: u64, from: u32, count: u32) -> u64 {
    ((u128::from(high) << count | u128::from(low)) >> from) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use Width::{W8, W32, W64};

    fn value(operator: Operator, width: Width, values: &[u64]) -> Option<u64> {
        let values: Vec<Value> = values.iter().map(|bits| Value::new((*bits).into(), width)).collect();
        apply(operator, None, &values).ok().map(|value| value.bits as u64)
    }

    #[test]
    fn integers_at_the_ends_of_their_widths() {
        use Operator::*;
        let min32 = 0x8000_0000;
        for (operator, width, values, expected) in [
            (Add, W8, &[200, 100][..], Some(44)),
            (Sub, W32, &[0, 1], Some(0xffff_ffff)),
            (Neg, W32, &[min32], Some(min32)),
            (ShiftRight, W32, &[min32, 33], Some(0xc000_0000)),
            (ShiftLeft, W64, &[1, 64], Some(1)),
            (RotateRight, W32, &[1, 1], Some(min32)),
            (RotateLeft, W32, &[min32, 32], Some(min32)),
            (FunnelLeft, W32, &[1, min32, 1], Some(3)),
            (FunnelLeft, W32, &[1, min32, 0], Some(1)),
            (FunnelRight, W64, &[1, 2, 1], Some(1 << 63 | 1)),
            (Div, W32, &[min32, 0xffff_ffff], None),
            (ChillDiv, W32, &[min32, 0xffff_ffff], Some(min32)),
            (ChillRem, W32, &[min32, 0xffff_ffff], Some(0)),
            (ChillDiv, W64, &[5, 0], Some(0)),
            (Rem, W32, &[0xffff_fff9, 2], Some(0xffff_ffff)),
            (UDiv, W32, &[0xffff_fff9, 2], Some(0x7fff_fffc)),
            (MulHigh, W32, &[0xffff_ffff, 0xffff_ffff], Some(0)),
            (UMulHigh, W32, &[0xffff_ffff, 0xffff_ffff], Some(0xffff_fffe)),
            (Carry, W32, &[0xffff_ffff, 0, 7], Some(1)),
            (Borrow, W64, &[0, 0, 1], Some(1)),
            (Borrow, W64, &[1, 0, 1], Some(0)),
            (AddOverflows, W32, &[0x7fff_ffff, 1], Some(1)),
            (UMulOverflows, W64, &[1 << 32, 1 << 32], Some(1)),
            (LeadingZeros, W32, &[0], Some(32)),
            (TrailingZeros, W64, &[0], Some(64)),
            (ByteSwap, W32, &[0x0102_0304], Some(0x0403_0201)),
            (BitReverse, W32, &[1], Some(min32)),
            (ZeroExtract, W32, &[0xabcd, 4, 8], Some(0xbc)),
            (SignExtract, W64, &[0xabcd, 4, 8], Some(0xffff_ffff_ffff_ffbc)),
            (Insert, W32, &[0xffff_ffff, 0, 8, 4], Some(0xffff_f0ff)),
        ] {
            assert_eq!(value(operator, width, values), expected, "{operator:?} {values:x?}");
        }
    }

    #[test]
    fn conditions_hold_as_comparisons_say() {
        let numbers = [0, 1, 5, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
        for a in numbers {
            for b in numbers {
                for condition in IntCondition::ALL {
                    let (sa, sb) = (a as i32, b as i32);
                    use IntCondition::*;
                    let expected = match condition {
                        Equal => a == b,
                        NotEqual => a != b,
                        LessThan => sa < sb,
                        GreaterEqual => sa >= sb,
                        GreaterThan => sa > sb,
                        LessEqual => sa <= sb,
                        Below => a < b,
                        AboveEqual => a >= b,
                        Above => a > b,
                        BelowEqual => a <= b,
                    };
                    let condition = Condition::Int(condition);
                    assert_eq!(condition.holds(a, b, W32), expected, "{condition:?} {a:x} {b:x}");
                }
            }
        }
        for condition in
            FloatCondition::ALL.map(Condition::Float).into_iter().chain(IntCondition::ALL.map(Condition::Int))
        {
            assert!(condition.holds_in(condition.satisfying()), "{condition:?}");
        }
        let nan = f64::NAN.to_bits();
        assert!(Condition::Float(FloatCondition::EqualOrUnordered).holds(nan, 0, W64));
        assert!(!Condition::Float(FloatCondition::NotEqualAndOrdered).holds(nan, 0, W64));
    }

    #[test]
    fn floats_at_their_edges() {
        use Operator::*;
        let bits = f64::to_bits;
        assert_eq!(value(FloatMin, W64, &[bits(0.0), bits(-0.0)]), Some(bits(-0.0)));
        assert_eq!(value(FloatMax, W64, &[bits(-0.0), bits(0.0)]), Some(0));
        assert_eq!(value(FloatNearest, W64, &[bits(2.5)]), Some(bits(2.0)));
        assert_eq!(value(FloatToInt32Sat, W64, &[bits(f64::NAN)]), Some(0));
        assert_eq!(value(FloatToUInt32Sat, W64, &[bits(-5.0)]), Some(0));
        assert_eq!(value(FloatToInt32Trap, W64, &[bits(-2_147_483_648.9)]), Some(0x8000_0000));
        assert_eq!(value(FloatToInt32Trap, W64, &[bits(2_147_483_648.0)]), None);
        assert_eq!(value(FloatToUInt32Trap, W64, &[bits(-0.9)]), Some(0));
        assert_eq!(value(FloatPurify, W32, &[0xff80_0001]), Some(0x7fc0_0000));
    }
}
