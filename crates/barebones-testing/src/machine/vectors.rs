//! What the operators on vectors compute. Written lane by lane with the types of Rust, apart from the library's own
//! evaluation.

use barebones::base::Lane;
use barebones::base::semantics::Operator;

/// The lanes with a number; a number of none is that of the first.
fn lane(number: u128) -> Lane {
    u32::try_from(number).ok().and_then(Lane::from_number).unwrap_or(Lane::I8x16)
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
        Operator::VectorAdd => in_lanes!(lane(c), a, b, |a, b| a.wrapping_add(b), |a, b| a + b),
        Operator::VectorSub => in_lanes!(lane(c), a, b, |a, b| a.wrapping_sub(b), |a, b| a - b),
        _ => 0,
    }
}
