//! What the operators on vectors compute. Written lane by lane with the types of Rust, apart from the library's own
//! evaluation.

use barebones::base::semantics::Operator;
use barebones::base::{Lane, Type, Width};
use barebones::ir;

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

/// A function of floats or doubles.
macro_rules! floats {
    ($lane:expr, $a:expr, $b:expr, $f:expr) => {
        match $lane {
            Lane::F32x4 => each!(f32, $a, $b, $f),
            _ => each!(f64, $a, $b, $f),
        }
    };
}

/// Shifts each lane by the same amount, modulo its bits.
macro_rules! shifts {
    ($ty:ty, $a:expr, $amount:expr, $shift:ident) => {{
        const BYTES: usize = size_of::<$ty>();
        let mut bytes = [0; 16];
        for (lane, to) in chunks::<BYTES>($a).zip(bytes.chunks_exact_mut(BYTES)) {
            to.copy_from_slice(&<$ty>::from_le_bytes(lane).$shift($amount as u32).to_le_bytes());
        }
        u128::from_le_bytes(bytes)
    }};
}

/// A lane, by its index modulo their number.
fn element(lane: Lane, vector: u128, index: u32) -> u128 {
    vector >> (index % lane.count() * lane.bits()) & u128::MAX >> (128 - lane.bits())
}

/// A vector of the low bits for each lane.
fn rebuild(lane: Lane, bits: impl Fn(u32) -> u128) -> u128 {
    (0..lane.count()).map(|index| element(lane, bits(index), 0) << (index * lane.bits())).sum()
}

/// Two doubles of the low two lanes of 32 bits.
fn doubles(a: u128, convert: fn(u32) -> f64) -> u128 {
    rebuild(Lane::F64x2, |index| convert(element(Lane::I32x4, a, index) as u32).to_bits().into())
}

/// Two lanes of 32 bits of two doubles, and zeros.
fn of_doubles(a: u128, convert: fn(f64) -> u32) -> u128 {
    (0..2).map(|n| u128::from(convert(f64::from_bits((a >> (64 * n)) as u64))) << (32 * n)).sum()
}

/// A truncated number, or the least integer if it is out of range or a NaN.
fn or_minimum(number: f64) -> u32 {
    let is_valid = number.trunc() >= f64::from(i32::MIN) && number.trunc() <= f64::from(i32::MAX);
    if is_valid { number as i32 as u32 } else { 1 << 31 }
}

/// The result of an operator with operands of 128 bits.
pub(super) fn apply(operator: Operator, [a, b, c, d]: [u128; 4]) -> u128 {
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
        Operator::VectorSplat => rebuild(lane(operator, b), |_| a),
        Operator::VectorSplatLane => {
            let lane = lane(operator, b);
            rebuild(lane, |_| element(lane, a, c as u32))
        }
        Operator::VectorExtract => element(lane(operator, b), a, c as u32),
        Operator::VectorInsert | Operator::VectorInsertFirst => {
            let lane = lane(operator, c);
            let place = d as u32 % lane.count();
            rebuild(lane, |index| if index == place { b } else { element(lane, a, index) })
        }
        Operator::VectorInterleaveLow | Operator::VectorInterleaveHigh => {
            let lane = lane(operator, c);
            let start = if operator == Operator::VectorInterleaveLow { 0 } else { lane.count() / 2 };
            rebuild(lane, |index| element(lane, if index % 2 == 0 { a } else { b }, start + index / 2))
        }
        Operator::VectorShuffle32 => {
            rebuild(Lane::I32x4, |index| element(Lane::I32x4, a, (b >> (2 * index)) as u32 % 4))
        }
        Operator::VectorShl => match lane(operator, c) {
            Lane::I16x8 => shifts!(u16, a, b, wrapping_shl),
            Lane::I32x4 => shifts!(u32, a, b, wrapping_shl),
            Lane::I64x2 => shifts!(u64, a, b, wrapping_shl),
            _ => shifts!(u8, a, b, wrapping_shl),
        },
        Operator::VectorShr => match lane(operator, c) {
            Lane::I16x8 => shifts!(i16, a, b, wrapping_shr),
            Lane::I32x4 => shifts!(i32, a, b, wrapping_shr),
            Lane::I64x2 => shifts!(i64, a, b, wrapping_shr),
            Lane::U8x16 => shifts!(u8, a, b, wrapping_shr),
            Lane::U16x8 => shifts!(u16, a, b, wrapping_shr),
            Lane::U32x4 => shifts!(u32, a, b, wrapping_shr),
            Lane::U64x2 => shifts!(u64, a, b, wrapping_shr),
            _ => shifts!(i8, a, b, wrapping_shr),
        },
        Operator::VectorPopCount => each!(u8, a, a, |a, _| a.count_ones() as u8),
        Operator::VectorBitmask => {
            let lane = lane(operator, b);
            let sign = |index| element(lane, a, index) >> (lane.bits() - 1);
            (0..lane.count()).map(|index| sign(index) << index).sum()
        }
        Operator::VectorLookup => rebuild(Lane::U8x16, |index| match element(Lane::U8x16, b, index) {
            number @ 0..0x80 => element(Lane::U8x16, a, number as u32),
            _ => 0,
        }),
        Operator::VectorTable => rebuild(Lane::U8x16, |index| match element(Lane::U8x16, b, index) {
            number @ 0..16 => element(Lane::U8x16, a, number as u32),
            _ => 0,
        }),
        Operator::VectorConcat => rebuild(Lane::U8x16, |index| match index + c as u32 % 16 {
            number @ 0..16 => element(Lane::U8x16, a, number),
            number => element(Lane::U8x16, b, number),
        }),
        Operator::VectorNarrow => {
            let lane = lane(operator, c);
            let [low, high]: [i64; 2] = match lane {
                Lane::I16x8 => [i16::MIN.into(), i16::MAX.into()],
                Lane::U8x16 => [0, u8::MAX.into()],
                Lane::U16x8 => [0, u16::MAX.into()],
                _ => [i8::MIN.into(), i8::MAX.into()],
            };
            let (wide, half) = (lane.twice(), lane.count() / 2);
            rebuild(lane, |index| {
                let bits = element(wide, if index < half { a } else { b }, index) as i64;
                ((bits << (64 - wide.bits()) >> (64 - wide.bits())).clamp(low, high) as u64).into()
            })
        }
        Operator::VectorExtendLow | Operator::VectorExtendHigh => {
            let lane = lane(operator, b);
            let (narrow, start) =
                (lane.half(), if operator == Operator::VectorExtendLow { 0 } else { lane.count() });
            rebuild(lane, |index| {
                let bits = element(narrow, a, start + index);
                let unused = 128 - narrow.bits();
                if lane.is_unsigned() { bits } else { ((bits << unused) as i128 >> unused) as u128 }
            })
        }
        Operator::VectorDot => rebuild(Lane::I32x4, |index| {
            let number = |vector, index| i32::from(element(Lane::I16x8, vector, index) as i16);
            let product = |index| number(a, index) * number(b, index);
            (product(2 * index).wrapping_add(product(2 * index + 1)) as u32).into()
        }),
        Operator::VectorMulQ15 => {
            each!(i16, a, b, |a, b| ((i32::from(a) * i32::from(b) + 0x4000) >> 15).min(0x7fff) as i16)
        }
        Operator::VectorRound => {
            let lane = lane(operator, b);
            match c % 4 {
                0 => floats!(lane, a, a, |a, _| a.round_ties_even()),
                1 => floats!(lane, a, a, |a, _| a.floor()),
                2 => floats!(lane, a, a, |a, _| a.ceil()),
                _ => floats!(lane, a, a, |a, _| a.trunc()),
            }
        }
        Operator::VectorSqrt => floats!(lane(operator, b), a, a, |a, _| a.sqrt()),
        Operator::VectorFma => {
            let lane = lane(operator, d);
            let width = if lane == Lane::F32x4 { Width::W32 } else { Width::W64 };
            rebuild(lane, |index| {
                let [a, b, c] = [a, b, c].map(|vector| element(lane, vector, index) as u64);
                fused(a, b, c, width).into()
            })
        }
        Operator::VectorInt32ToFloats => each!(u32, a, a, |a, _| (a as i32 as f32).to_bits()),
        Operator::VectorUInt32ToFloats => each!(u32, a, a, |a, _| (a as f32).to_bits()),
        Operator::VectorInt32ToDoubles => doubles(a, |bits| f64::from(bits as i32)),
        Operator::VectorUInt32ToDoubles => doubles(a, f64::from),
        Operator::VectorFloatsToDoubles => doubles(a, |bits| f64::from(f32::from_bits(bits))),
        Operator::VectorFloatsToInt32 => each!(u32, a, a, |a, _| f32::from_bits(a) as i32 as u32),
        Operator::VectorFloatsToUInt32 => each!(u32, a, a, |a, _| f32::from_bits(a) as u32),
        Operator::VectorFloatsToInt32Min => {
            each!(u32, a, a, |a, _| or_minimum(f32::from_bits(a).into()))
        }
        Operator::VectorDoublesToInt32 => of_doubles(a, |a| a as i32 as u32),
        Operator::VectorDoublesToUInt32 => of_doubles(a, |a| a as u32),
        Operator::VectorDoublesToInt32Min => of_doubles(a, or_minimum),
        Operator::VectorDoublesToFloats => of_doubles(a, |a| (a as f32).to_bits()),
        Operator::VectorAddPairs => {
            let lane = lane(operator, c);
            let sum = |vector, index| element(lane, vector, index) + element(lane, vector, index + 1);
            rebuild(lane, |index| sum(if index < lane.count() / 2 { a } else { b }, 2 * index % lane.count()))
        }
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

/// `a * b + c` with one rounding. The C library of Windows rounds twice, so the library's own function is used there.
pub(super) fn fused(a: u64, b: u64, c: u64, width: Width) -> u64 {
    if cfg!(all(windows, target_env = "gnu")) {
        let ty = if width == Width::W32 { Type::Float } else { Type::Double };
        return match ir::evaluate::evaluate(ir::Opcode::Fma, ty, ty, &[a, b, c]) {
            Some(ir::evaluate::Evaluated::Bits(bits)) => bits,
            _ => 0,
        };
    }
    match width {
        Width::W32 => {
            let [a, b, c] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
            a.mul_add(b, c).to_bits().into()
        }
        _ => {
            let [a, b, c] = [a, b, c].map(f64::from_bits);
            a.mul_add(b, c).to_bits()
        }
    }
}
