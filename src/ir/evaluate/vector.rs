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
        return in_lanes(opcode, lane, args);
    }
    Some(match (opcode, args) {
        (Opcode::Const128, []) => payload.bits,
        (Opcode::VectorAnd, &[a, b]) => a & b,
        (Opcode::VectorOr, &[a, b]) => a | b,
        (Opcode::VectorXor, &[a, b]) => a ^ b,
        (Opcode::VectorAndNot, &[a, b]) => a & !b,
        (Opcode::VectorNot, &[a]) => !a,
        _ => return None,
    })
}

fn in_lanes(opcode: Opcode, lane: Lane, args: &[u128]) -> Option<u128> {
    match (opcode, args) {
        (Opcode::VectorAdd, &[a, b]) => lanewise(lane, a, b, scalar(Opcode::Add, lane)?),
        (Opcode::VectorSub, &[a, b]) => lanewise(lane, a, b, scalar(Opcode::Sub, lane)?),
        _ => None,
    }
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

fn lanewise(lane: Lane, a: u128, b: u128, run: super::Kernel) -> Option<u128> {
    build(lane, |index| match run.apply(&[get(lane, a, index), get(lane, b, index)]) {
        Some(Evaluated::Bits(bits)) => Some(bits),
        _ => None,
    })
}
