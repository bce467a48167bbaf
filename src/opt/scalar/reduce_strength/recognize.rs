//! Recognizes idioms of shifts and masks that source languages lack: rotations, byte swaps, population counts.

use super::reducer::Reducer;
use super::rules::Rule;
use crate::ir::{Opcode, ValueId};
use crate::opt::scalar::known_bits::low_bits;

/// Turn this: `x << k | x >> w - k`, `x << n | x >> -n`, and the first with exclusive Or or a sum
/// Into this: a rotation
pub(super) fn rotation(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    let (left, right) = match (r.opcode(a), r.opcode(b)) {
        (Opcode::Shl, Opcode::ZShr) => (a, b),
        (Opcode::ZShr, Opcode::Shl) => (b, a),
        _ => return false,
    };
    let ([x, up], [y, down]) = (r.pair(left), r.pair(right));
    if x != y {
        return false;
    }
    let bits = u64::from(r.bits(id));
    if let (Some(k), Some(j)) = (r.int(up), r.int(down)) {
        let rotates = (k + j) % bits == 0 && k % bits != 0;
        return rotates && r.become_operation(Rule::RotateByConstant, id, Opcode::RotL, &[x, up]);
    }
    // For an amount of 0 both shifts give x, and only Or of them does.
    if r.opcode(id) != Opcode::BitOr {
        return false;
    }
    if is_negated_amount(r, down, up, bits) {
        return r.become_operation(Rule::RotateLeft, id, Opcode::RotL, &[x, up]);
    }
    is_negated_amount(r, up, down, bits)
        && r.become_operation(Rule::RotateRight, id, Opcode::RotR, &[x, down])
}

/// True if `a` equals `-b` modulo the width.
fn is_negated_amount(r: &Reducer, a: ValueId, b: ValueId, bits: u64) -> bool {
    match r.opcode(a) {
        Opcode::Neg => r.child(a, 0) == b,
        Opcode::Sub => {
            let [from, amount] = r.pair(a);
            amount == b && r.int(from).is_some_and(|from| from % bits == 0)
        }
        _ => false,
    }
}

/// For each byte of a value: the source value and byte number; `None` if the byte is 0.
type Bytes = [Option<(ValueId, u8)>; 8];

/// Maximum depth of operations followed for one byte.
const DEPTH: u32 = 6;

/// Turn this: `x >> 24 | (x >> 8 & 0xff00) | (x & 0xff00) << 8 | x << 24`, in any order, and for 64 bits
/// Into this: `byteSwap(x)`
pub(super) fn byte_permutation(r: &mut Reducer, id: ValueId) -> bool {
    // The root is the last Or, and a shift is at most one step away: rejects most other values early.
    let [a, b] = r.pair(id);
    let shifts = |id| matches!(r.opcode(id), Opcode::Shl | Opcode::ZShr | Opcode::BitAnd | Opcode::BitOr);
    let is_or = |id| r.opcode(id) == Opcode::BitOr;
    if r.opcode(id) != Opcode::BitOr || !(is_or(a) && shifts(b) || is_or(b) && shifts(a)) {
        return false;
    }
    let count = (r.bits(id) / r.arithmetic.byte()) as usize;
    let mut steps = 40;
    let Some(bytes) = bytes_of(r, id, DEPTH, &mut steps) else { return false };
    let Some((x, _)) = bytes[0] else { return false };
    let swapped = (0..count).all(|i| bytes[i] == Some((x, (count - 1 - i) as u8)));
    swapped && r.become_operation(Rule::ByteSwap, id, Opcode::ByteSwap, &[x])
}

/// The sources of a value's bytes; `None` if some byte mixes sources, or if `steps` are used up.
fn bytes_of(r: &Reducer, id: ValueId, depth: u32, steps: &mut u32) -> Option<Bytes> {
    *steps = steps.checked_sub(1)?;
    let byte = r.arithmetic.byte();
    let count = (r.bits(id) / byte) as usize;
    let leaf = || {
        let mut bytes = Bytes::default();
        for (i, entry) in bytes.iter_mut().enumerate().take(count) {
            *entry = Some((id, i as u8));
        }
        Some(bytes)
    };
    if depth == 0 {
        return leaf();
    }
    let bytes_by = |id: ValueId| {
        let by = r.int(id)? as u32 & (byte * count as u32 - 1);
        by.is_multiple_of(byte).then_some((by / byte) as usize)
    };
    match r.opcode(id) {
        Opcode::BitOr => {
            let [a, b] = r.pair(id);
            let (a, b) = (bytes_of(r, a, depth - 1, steps)?, bytes_of(r, b, depth - 1, steps)?);
            let mut bytes = Bytes::default();
            for (entry, (a, b)) in bytes.iter_mut().zip(a.into_iter().zip(b)) {
                *entry = match (a, b) {
                    (None, other) | (other, None) => other,
                    (Some(x), Some(y)) if x == y => a,
                    _ => return None,
                };
            }
            Some(bytes)
        }
        Opcode::BitAnd => {
            let [a, mask] = r.pair(id);
            let Some(mask) = r.int(mask) else { return leaf() };
            let mut bytes = bytes_of(r, a, depth - 1, steps)?;
            for (i, entry) in bytes.iter_mut().enumerate().take(count) {
                match mask >> (i as u32 * byte) & low_bits(byte) {
                    0 => *entry = None,
                    ones if ones == low_bits(byte) => {}
                    _ => return None,
                }
            }
            Some(bytes)
        }
        Opcode::Shl => {
            let [a, amount] = r.pair(id);
            let Some(by) = bytes_by(amount) else { return leaf() };
            let from = bytes_of(r, a, depth - 1, steps)?;
            let mut bytes = Bytes::default();
            bytes[by..count].copy_from_slice(&from[..count - by]);
            Some(bytes)
        }
        Opcode::ZShr => {
            let [a, amount] = r.pair(id);
            let Some(by) = bytes_by(amount) else { return leaf() };
            let from = bytes_of(r, a, depth - 1, steps)?;
            let mut bytes = Bytes::default();
            bytes[..count - by].copy_from_slice(&from[by..count]);
            Some(bytes)
        }
        Opcode::RotL => {
            let [a, amount] = r.pair(id);
            let Some(by) = bytes_by(amount) else { return leaf() };
            let from = bytes_of(r, a, depth - 1, steps)?;
            let mut bytes = Bytes::default();
            for (i, entry) in bytes.iter_mut().enumerate().take(count) {
                *entry = from[(i + count - by) % count];
            }
            Some(bytes)
        }
        _ => leaf(),
    }
}

/// Masks for the sums of pairs, of four bits and of bytes, and the factor that adds the bytes.
const PAIRS: u64 = 0x5555_5555_5555_5555;
const FOURS: u64 = 0x3333_3333_3333_3333;
const EIGHTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
const BYTES: u64 = 0x0101_0101_0101_0101;

/// Turn this: `x -= x >> 1 & 0x5555...; x = (x & 0x3333...) + (x >> 2 & 0x3333...);`
/// `x = x + (x >> 4) & 0x0f0f...; x * 0x0101... >> w - 8`
/// Into this: `popCount(x)`
pub(super) fn pop_count(r: &mut Reducer, id: ValueId) -> bool {
    let Some(x) = counted(r, id) else { return false };
    r.become_operation(Rule::PopCount, id, Opcode::PopCount, &[x])
}

/// The value whose population count a right shift computes.
fn counted(r: &Reducer, id: ValueId) -> Option<ValueId> {
    let (product, amount) = r.is_with_constant(id, Opcode::ZShr)?;
    let (masked, factor) = r.is_with_constant(product, Opcode::Mul)?;
    let all = r.mask(id);
    let (sum, eights) = r.is_with_constant(masked, Opcode::BitAnd)?;
    if factor != BYTES & all || eights != EIGHTS & all || amount != u64::from(r.bits(id) - 8) {
        return None;
    }
    let fours = match r.is(sum, Opcode::Add)? {
        [a, b] if shifted(r, b, 4) == Some(a) => a,
        [a, b] if shifted(r, a, 4) == Some(b) => b,
        _ => return None,
    };
    let [a, b] = r.is(fours, Opcode::Add)?;
    let ((a, low), (b, high)) =
        (r.is_with_constant(a, Opcode::BitAnd)?, r.is_with_constant(b, Opcode::BitAnd)?);
    if low != FOURS & all || high != FOURS & all {
        return None;
    }
    let pairs = match () {
        _ if shifted(r, b, 2) == Some(a) => a,
        _ if shifted(r, a, 2) == Some(b) => b,
        _ => return None,
    };
    let [x, odd] = r.is(pairs, Opcode::Sub)?;
    let (odd, mask) = r.is_with_constant(odd, Opcode::BitAnd)?;
    (mask == PAIRS & all && shifted(r, odd, 1) == Some(x)).then_some(x)
}

/// The operand of a logical right shift by this constant.
fn shifted(r: &Reducer, id: ValueId, by: u64) -> Option<ValueId> {
    let (x, amount) = r.is_with_constant(id, Opcode::ZShr)?;
    (amount == by).then_some(x)
}
