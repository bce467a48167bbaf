//! What the operators on vectors compute. Written lane by lane with the types of Rust, apart from the library's own
//! evaluation.

use barebones::base::Lane;
use barebones::base::semantics::Operator;

/// The lanes with a number; a number that the operator does not admit is that of its first.
fn lane(operator: Operator, number: u128) -> Lane {
    operator.lanes().with_number(number as u64).unwrap_or(Lane::I8x16)
}

/// The bytes of a vector, the lowest first, in chunks of `N`.
fn chunks<const N: usize>(vector: u128) -> impl Iterator<Item = [u8; N]> {
    let bytes = vector.to_le_bytes();
    (0..16 / N).map(move |index| std::array::from_fn(|byte| bytes[index * N + byte]))
}

/// Applies one function to each pair of lanes.
macro_rules! each {
    ($ty:ty, $a:expr, $b:expr, $f:expr) => {{
        const BYTES: usize = size_of::<$ty>();
        let f: fn($ty, $ty) -> $ty = $f;
        let mut bytes = [0; 16];
        let lanes = chunks::<BYTES>($a).zip(chunks::<BYTES>($b));
        for ((a, b), to) in lanes.zip(bytes.chunks_exact_mut(BYTES)) {
            to.copy_from_slice(&f(<$ty>::from_le_bytes(a), <$ty>::from_le_bytes(b)).to_le_bytes());
        }
        u128::from_le_bytes(bytes)
    }};
}

/// Applies a function of integers, or one of floats, to each pair of lanes.
macro_rules! in_lanes {
    ($lane:expr, $a:expr, $b:expr, $integers:expr, $floats:expr) => {
        match $lane {
            Lane::I8x16 | Lane::U8x16 => each!(i8, $a, $b, $integers),
            Lane::I16x8 | Lane::U16x8 => each!(i16, $a, $b, $integers),
            Lane::I32x4 | Lane::U32x4 => each!(i32, $a, $b, $integers),
            Lane::I64x2 | Lane::U64x2 => each!(i64, $a, $b, $integers),
            Lane::F32x4 => each!(f32, $a, $b, $floats),
            Lane::F64x2 => each!(f64, $a, $b, $floats),
        }
    };
}

/// The result of an operator with operands of 128 bits.
pub(super) fn apply(operator: Operator, [a, b, c]: [u128; 3]) -> u128 {
    match operator {
        Operator::And => a & b,
        Operator::Or => a | b,
        Operator::Xor => a ^ b,
        Operator::Not => !a,
        Operator::If if a != 0 => b,
        Operator::If => c,
        Operator::VectorMul64 => each!(u64, a, b, |a, b| a.wrapping_mul(b)),
        Operator::VectorNeg => in_lanes!(lane(operator, b), a, a, |a, _| a.wrapping_neg(), |a, _| -a),
        Operator::VectorAbs => in_lanes!(lane(operator, b), a, a, |a, _| a.wrapping_abs(), |a, _| a.abs()),
        _ => binary(operator, lane(operator, c), a, b),
    }
}

/// All ones if true, of a type of integers.
macro_rules! ones {
    ($ty:ty, $holds:expr) => {
        if $holds { <$ty>::MAX | <$ty>::MIN } else { 0 }
    };
}

/// A comparison of integers or of floats, as a mask.
macro_rules! compare {
    ($lane:expr, $a:expr, $b:expr, $compare:expr) => {
        match $lane {
            Lane::I8x16 => each!(i8, $a, $b, |a, b| ones!(i8, $compare(&a, &b))),
            Lane::I16x8 => each!(i16, $a, $b, |a, b| ones!(i16, $compare(&a, &b))),
            Lane::I32x4 => each!(i32, $a, $b, |a, b| ones!(i32, $compare(&a, &b))),
            Lane::I64x2 => each!(i64, $a, $b, |a, b| ones!(i64, $compare(&a, &b))),
            Lane::U8x16 => each!(u8, $a, $b, |a, b| ones!(u8, $compare(&a, &b))),
            Lane::U16x8 => each!(u16, $a, $b, |a, b| ones!(u16, $compare(&a, &b))),
            Lane::U32x4 => each!(u32, $a, $b, |a, b| ones!(u32, $compare(&a, &b))),
            Lane::U64x2 => each!(u64, $a, $b, |a, b| ones!(u64, $compare(&a, &b))),
            Lane::F32x4 => {
                each!(u32, $a, $b, |a, b| ones!(u32, $compare(&f32::from_bits(a), &f32::from_bits(b))))
            }
            Lane::F64x2 => {
                each!(u64, $a, $b, |a, b| ones!(u64, $compare(&f64::from_bits(a), &f64::from_bits(b))))
            }
        }
    };
}

/// A function of integers of at most 32 bits that takes their sign into account.
macro_rules! signed_or_not {
    ($lane:expr, $a:expr, $b:expr, $f:ident) => {
        match $lane {
            Lane::I16x8 => each!(i16, $a, $b, |a, b| a.$f(b)),
            Lane::I32x4 => each!(i32, $a, $b, |a, b| a.$f(b)),
            Lane::U8x16 => each!(u8, $a, $b, |a, b| a.$f(b)),
            Lane::U16x8 => each!(u16, $a, $b, |a, b| a.$f(b)),
            Lane::U32x4 => each!(u32, $a, $b, |a, b| a.$f(b)),
            _ => each!(i8, $a, $b, |a, b| a.$f(b)),
        }
    };
}

/// A function of floats or doubles.
macro_rules! floats {
    ($lane:expr, $a:expr, $b:expr, $f:expr) => {
        match $lane {
            Lane::F32x4 => each!(f32, $a, $b, $f),
            _ => each!(f64, $a, $b, $f),
        }
    };
}

/// The lesser or the greater, by `$first`; of zeros by the sign; a NaN for a NaN.
macro_rules! extremum {
    ($first:tt, $negative:literal) => {
        |a, b| {
            if a.is_nan() || b.is_nan() {
                a + b
            } else if a == b {
                if a.is_sign_negative() == $negative { a } else { b }
            } else if a $first b {
                a
            } else {
                b
            }
        }
    };
}

/// The result of an operator of two vectors.
fn binary(operator: Operator, lane: Lane, a: u128, b: u128) -> u128 {
    match operator {
        Operator::VectorAdd => in_lanes!(lane, a, b, |a, b| a.wrapping_add(b), |a, b| a + b),
        Operator::VectorSub => in_lanes!(lane, a, b, |a, b| a.wrapping_sub(b), |a, b| a - b),
        Operator::VectorMul => in_lanes!(lane, a, b, |a, b| a.wrapping_mul(b), |a, b| a * b),
        Operator::VectorDiv => floats!(lane, a, b, |a, b| a / b),
        Operator::VectorMin => signed_or_not!(lane, a, b, min),
        Operator::VectorMax => signed_or_not!(lane, a, b, max),
        Operator::VectorFMin => floats!(lane, a, b, extremum!(<, true)),
        Operator::VectorFMax => floats!(lane, a, b, extremum!(>, false)),
        Operator::VectorPMin => floats!(lane, a, b, |a, b| if b < a { b } else { a }),
        Operator::VectorPMax => floats!(lane, a, b, |a, b| if a < b { b } else { a }),
        Operator::VectorAddSat => signed_or_not!(lane, a, b, saturating_add),
        Operator::VectorSubSat => signed_or_not!(lane, a, b, saturating_sub),
        Operator::VectorAverage if lane == Lane::U16x8 => each!(u16, a, b, |a, b| (a | b) - ((a ^ b) >> 1)),
        Operator::VectorAverage => each!(u8, a, b, |a, b| (a | b) - ((a ^ b) >> 1)),
        Operator::VectorEqual => compare!(lane, a, b, PartialEq::eq),
        Operator::VectorLess | Operator::VectorBelow => compare!(lane, a, b, PartialOrd::lt),
        Operator::VectorLessEqual | Operator::VectorNotGreater => compare!(lane, a, b, PartialOrd::le),
        _ => 0,
    }
}
