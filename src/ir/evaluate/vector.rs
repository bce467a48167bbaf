//! Evaluation of the pure operations on vectors.

use super::{Evaluated, Opcode, Type, kernel};
use crate::base::Lane;

/// The payload of a vector operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorPayload {
    /// How it divides vectors, if it does.
    pub lane: Option<Lane>,
    /// The index of a lane.
    pub index: u32,
    /// The 128 bits of the payload.
    pub bits: u128,
}

/// Evaluates an operation on vectors. A scalar argument or result is in the low bits, zero-extended.
///
/// `None` for other opcodes, lanes that the opcode does not admit, or a wrong number of arguments.
pub fn evaluate_vector(opcode: Opcode, payload: VectorPayload, args: &[u128]) -> Option<u128> {
    if let Some(lane) = payload.lane
        && opcode.lanes().contains(lane)
    {
        return in_lanes(opcode, lane, payload.index, args);
    }
    Some(match (opcode, args) {
        (Opcode::Const128, []) => payload.bits,
        (Opcode::VectorAnd, &[a, b]) => a & b,
        (Opcode::VectorOr, &[a, b]) => a | b,
        (Opcode::VectorXor, &[a, b]) => a ^ b,
        (Opcode::VectorAndNot, &[a, b]) => a & !b,
        (Opcode::VectorNot, &[a]) => !a,
        (Opcode::VectorBitSelect, &[a, b, c]) => a & c | b & !c,
        (Opcode::VectorPopCount, &[a]) => {
            build(Lane::U8x16, |index| Some(get(Lane::U8x16, a, index).count_ones().into()))?
        }
        (Opcode::VectorShuffle, &[a, b]) => shuffled(a, b, payload.bits)?,
        (Opcode::VectorSwizzle, &[a, b]) => shuffled(a, 0, b)?,
        (Opcode::VectorDot, &[a, b]) => build(Lane::I32x4, |index| {
            let product = |index| {
                let [a, b] = [a, b].map(|vector| integer(Lane::I16x8, get(Lane::I16x8, vector, index)));
                a * b
            };
            Some((product(2 * index) + product(2 * index + 1)) as u64)
        })?,
        (Opcode::VectorMulQ15, &[a, b]) => {
            integers(Lane::I16x8, a, b, |a, b| saturated(Lane::I16x8, (a * b + 0x4000) >> 15))?
        }
        (Opcode::VectorPromote, &[a]) => {
            build(Lane::F64x2, |index| Some(float(Lane::F32x4, get(Lane::F32x4, a, index)).to_bits()))?
        }
        (Opcode::VectorDemote, &[a]) => low_two(|index| {
            let double = f64::from_bits(get(Lane::F64x2, a, index));
            (double as f32).to_bits()
        })?,
        (Opcode::VectorAnyTrue, &[a]) => u128::from(a != 0),
        _ => return None,
    })
}

fn in_lanes(opcode: Opcode, lane: Lane, index: u32, args: &[u128]) -> Option<u128> {
    match (opcode, args) {
        (Opcode::VectorSplat, &[a]) => build(lane, |_| Some(a as u64)),
        (Opcode::VectorExtractLane, &[a]) => {
            let bits = get(lane, a, index);
            let is_extended = matches!(lane, Lane::I8x16 | Lane::I16x8);
            Some(if is_extended { u128::from(integer(lane, bits) as u32) } else { bits.into() })
        }
        (Opcode::VectorReplaceLane, &[a, b]) => {
            build(lane, |other| Some(if other == index { b as u64 } else { get(lane, a, other) }))
        }
        (Opcode::VectorShl, &[a, b]) => integers(lane, a, a, |a, _| a << amount(lane, b)),
        (Opcode::VectorShr, &[a, b]) => integers(lane, a, a, |a, _| a >> amount(lane, b)),
        (Opcode::VectorNarrow, &[a, b]) => {
            let (wide, half) = (lane.signed().twice(), lane.count() / 2);
            build(lane, |index| {
                let bits = get(wide, if index < half { a } else { b }, index % half);
                Some(saturated(lane, integer(wide, bits)) as u64)
            })
        }
        (Opcode::VectorExtendLow | Opcode::VectorExtendHigh, &[a]) => {
            let (narrow, start) =
                (lane.half(), if opcode == Opcode::VectorExtendLow { 0 } else { lane.count() });
            build(lane, |index| Some(integer(narrow, get(narrow, a, start + index)) as u64))
        }
        (Opcode::VectorCeil, &[a]) => each(lane, [a], scalar(Opcode::Ceil, lane)?),
        (Opcode::VectorFloor, &[a]) => each(lane, [a], scalar(Opcode::Floor, lane)?),
        (Opcode::VectorTrunc, &[a]) => each(lane, [a], scalar(Opcode::FTrunc, lane)?),
        (Opcode::VectorNearest, &[a]) => each(lane, [a], scalar(Opcode::Nearest, lane)?),
        (Opcode::VectorSqrt, &[a]) => each(lane, [a], scalar(Opcode::Sqrt, lane)?),
        (Opcode::VectorFma, &[a, b, c]) => each(lane, [a, b, c], scalar(Opcode::Fma, lane)?),
        (Opcode::VectorConvert, &[a]) => {
            build(lane, |index| Some((integer(lane, get(lane, a, index)) as f32).to_bits().into()))
        }
        (Opcode::VectorConvertLow, &[a]) => {
            build(Lane::F64x2, |index| Some((integer(lane, get(lane, a, index)) as f64).to_bits()))
        }
        (Opcode::VectorTruncSat, &[a]) => {
            build(lane, |index| Some(truncated(lane, float(Lane::F32x4, get(Lane::F32x4, a, index))).into()))
        }
        (Opcode::VectorTruncSatLow, &[a]) => {
            low_two(|index| truncated(lane, f64::from_bits(get(Lane::F64x2, a, index))))
        }
        (Opcode::VectorBitmask, &[a]) => Some(
            (0..lane.count())
                .fold(0, |mask, index| mask | u128::from(get(lane, a, index) & sign(lane) != 0) << index),
        ),
        (Opcode::VectorAdd, &[a, b]) => each(lane, [a, b], scalar(Opcode::Add, lane)?),
        (Opcode::VectorSub, &[a, b]) => each(lane, [a, b], scalar(Opcode::Sub, lane)?),
        (Opcode::VectorMul, &[a, b]) => each(lane, [a, b], scalar(Opcode::Mul, lane)?),
        (Opcode::VectorDiv, &[a, b]) => each(lane, [a, b], scalar(Opcode::Div, lane)?),
        (Opcode::VectorMin, &[a, b]) if lane.is_float() => each(lane, [a, b], scalar(Opcode::FMin, lane)?),
        (Opcode::VectorMax, &[a, b]) if lane.is_float() => each(lane, [a, b], scalar(Opcode::FMax, lane)?),
        (Opcode::VectorMin, &[a, b]) => integers(lane, a, b, i128::min),
        (Opcode::VectorMax, &[a, b]) => integers(lane, a, b, i128::max),
        (Opcode::VectorPMin, &[a, b]) => choose(lane, a, b, |a, b| less(lane, b, a)),
        (Opcode::VectorPMax, &[a, b]) => choose(lane, a, b, |a, b| less(lane, a, b)),
        (Opcode::VectorAddSat, &[a, b]) => integers(lane, a, b, |a, b| saturated(lane, a + b)),
        (Opcode::VectorSubSat, &[a, b]) => integers(lane, a, b, |a, b| saturated(lane, a - b)),
        (Opcode::VectorAverage, &[a, b]) => integers(lane, a, b, |a, b| (a + b + 1) >> 1),
        (Opcode::VectorEqual, &[a, b]) => mask(lane, a, b, |a, b| equal(lane, a, b)),
        (Opcode::VectorLessThan, &[a, b]) => mask(lane, a, b, |a, b| less(lane, a, b)),
        (Opcode::VectorLessEqual, &[a, b]) => mask(lane, a, b, |a, b| less(lane, a, b) || equal(lane, a, b)),
        (Opcode::VectorNeg, &[a]) if lane.is_float() => {
            build(lane, |index| Some(get(lane, a, index) ^ sign(lane)))
        }
        (Opcode::VectorAbs, &[a]) if lane.is_float() => {
            build(lane, |index| Some(get(lane, a, index) & !sign(lane)))
        }
        (Opcode::VectorNeg, &[a]) => integers(lane, a, a, |a, _| -a),
        (Opcode::VectorAbs, &[a]) => integers(lane, a, a, |a, _| a.abs()),
        _ => None,
    }
}

/// The amount of a shift.
fn amount(lane: Lane, b: u128) -> u32 {
    b as u32 % lane.bits()
}

/// The bytes of `a` and `b` at indices; zeros for those of 32 or more.
fn shuffled(a: u128, b: u128, indices: u128) -> Option<u128> {
    build(Lane::U8x16, |place| {
        let index = get(Lane::U8x16, indices, place) as u32;
        Some(match index {
            0..16 => get(Lane::U8x16, a, index),
            16..32 => get(Lane::U8x16, b, index - 16),
            _ => 0,
        })
    })
}

/// A float as an integer of 32 bits, saturated.
fn truncated(lane: Lane, value: f64) -> u32 {
    if lane.is_unsigned() { value as u32 } else { value as i32 as u32 }
}

/// A vector of two lanes of 32 bits and two zeros.
fn low_two(get: impl Fn(u32) -> u32) -> Option<u128> {
    build(Lane::U32x4, |index| Some(if index < 2 { get(index).into() } else { 0 }))
}

/// The sign bit of a lane.
fn sign(lane: Lane) -> u64 {
    1 << (lane.bits() - 1)
}

/// The value of a lane of integers.
fn integer(lane: Lane, bits: u64) -> i128 {
    let value = i128::from(bits);
    match lane.is_unsigned() || bits & sign(lane) == 0 {
        true => value,
        false => value - (1 << lane.bits()),
    }
}

/// The value of a lane of floats, exactly.
fn float(lane: Lane, bits: u64) -> f64 {
    if lane == Lane::F32x4 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) }
}

fn less(lane: Lane, a: u64, b: u64) -> bool {
    match lane.is_float() {
        true => float(lane, a) < float(lane, b),
        false => integer(lane, a) < integer(lane, b),
    }
}

fn equal(lane: Lane, a: u64, b: u64) -> bool {
    if lane.is_float() { float(lane, a) == float(lane, b) } else { a == b }
}

/// The integer of the lane's range that is nearest.
fn saturated(lane: Lane, value: i128) -> i128 {
    let half = 1 << (lane.bits() - 1);
    if lane.is_unsigned() { value.clamp(0, 2 * half - 1) } else { value.clamp(-half, half - 1) }
}

/// A function of the integers in each pair of lanes. The result wraps.
fn integers(lane: Lane, a: u128, b: u128, run: impl Fn(i128, i128) -> i128) -> Option<u128> {
    build(lane, |index| {
        let [a, b] = [a, b].map(|vector| integer(lane, get(lane, vector, index)));
        Some(run(a, b) as u64)
    })
}

/// b in the lanes where it is better, else a.
fn choose(lane: Lane, a: u128, b: u128, is_better: impl Fn(u64, u64) -> bool) -> Option<u128> {
    build(lane, |index| {
        let [a, b] = [a, b].map(|vector| get(lane, vector, index));
        Some(if is_better(a, b) { b } else { a })
    })
}

/// Ones in the lanes where the condition holds.
fn mask(lane: Lane, a: u128, b: u128, holds: impl Fn(u64, u64) -> bool) -> Option<u128> {
    build(lane, |index| Some(if holds(get(lane, a, index), get(lane, b, index)) { u64::MAX } else { 0 }))
}

/// True if a lane is a NaN; false for integers.
pub fn has_nan(lane: Lane, vector: u128) -> bool {
    let is_nan = |index| match lane {
        Lane::F32x4 => f32::from_bits(get(lane, vector, index) as u32).is_nan(),
        Lane::F64x2 => f64::from_bits(get(lane, vector, index)).is_nan(),
        _ => false,
    };
    (0..lane.count()).any(is_nan)
}

/// The bits of a lane, in the low bits.
fn get(lane: Lane, vector: u128, index: u32) -> u64 {
    let bits = lane.bits();
    (vector >> (bits * index)) as u64 & (u64::MAX >> (64 - bits))
}

/// A vector of lanes, each by its index. Bits above a lane are ignored.
fn build(lane: Lane, mut get: impl FnMut(u32) -> Option<u64>) -> Option<u128> {
    let bits = lane.bits();
    let mut vector = 0;
    for index in 0..lane.count() {
        vector |= u128::from(get(index)? & (u64::MAX >> (64 - bits))) << (bits * index);
    }
    Some(vector)
}

/// The scalar operation on the type that holds a lane. Narrow integers wrap when the result is put in its lane.
fn scalar(opcode: Opcode, lane: Lane) -> Option<super::Kernel> {
    let ty: Type = lane.scalar();
    kernel(opcode, ty, ty)
}

/// A scalar operation on the operands in each lane.
fn each<const N: usize>(lane: Lane, operands: [u128; N], run: super::Kernel) -> Option<u128> {
    build(lane, |index| match run.apply(&operands.map(|vector| get(lane, vector, index))) {
        Some(Evaluated::Bits(bits)) => Some(bits),
        _ => None,
    })
}
