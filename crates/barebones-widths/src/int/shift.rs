//! Shifts and rotations.

use super::{Int, Sign, extended};
use crate::Leaves;
use barebones::ir::{Cursor, Opcode, ValueId};
use smallvec::smallvec;

/// A shift or rotation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shift {
    /// Left; zeros come in.
    Left,
    /// Right; zeros come in for [`Sign::Unsigned`], copies of the sign for [`Sign::Signed`].
    Right(Sign),
    /// Rotation to the left.
    RotateLeft,
    /// Rotation to the right.
    RotateRight,
}

/// What a shift by at least the width does. Rotations always wrap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Excess {
    /// The amount counts modulo the width.
    Wraps,
    /// All bits are shifted out.
    Empties,
}

/// Shifts by an amount: an Int32, unsigned.
pub fn shift(b: &mut Cursor<'_>, shift: Shift, x: &Int, amount: ValueId, excess: Excess) -> Int {
    let bits = x.bits();
    let value = b.proc.value(amount);
    if value.opcode() == Opcode::Const32 {
        let amount = value.bits() as u32;
        let wraps = excess == Excess::Wraps || matches!(shift, Shift::RotateLeft | Shift::RotateRight);
        return shift_by(b, shift, x, if wraps { amount % bits } else { amount });
    }
    match (shift, excess) {
        (Shift::RotateLeft | Shift::RotateRight, _) | (_, Excess::Wraps) => {
            let amount = modulo(b, amount, bits, x.leaves().len());
            within(b, shift, x, amount)
        }
        (Shift::Right(Sign::Signed), Excess::Empties) => {
            let last = b.const32(bits as i32 - 1);
            let amount = b.umin(amount, last);
            within(b, shift, x, amount)
        }
        (_, Excess::Empties) => {
            let limit = b.const32(bits as i32);
            let is_less = b.below(amount, limit);
            let shifted = within(b, shift, x, amount);
            let zero = super::constant(b, bits, &[]);
            super::select(b, is_less, &shifted, &zero)
        }
    }
}

/// Shifts by a constant. An amount of at least the width shifts all bits out, or counts modulo the width for a rotation.
pub fn shift_by(b: &mut Cursor<'_>, shift: Shift, x: &Int, amount: u32) -> Int {
    let bits = x.bits();
    match shift {
        Shift::RotateLeft | Shift::RotateRight => {
            let left = if shift == Shift::RotateLeft { amount % bits } else { (bits - amount % bits) % bits };
            rotated_by(b, x, left)
        }
        _ if amount == 0 => x.clone(),
        Shift::Left if amount >= bits => super::constant(b, bits, &[]),
        Shift::Left => {
            let leaves = shifted_up(b, x.leaves(), amount);
            Int::new(bits, leaves)
        }
        Shift::Right(sign) => {
            if amount >= bits && !sign.is_signed() {
                return super::constant(b, bits, &[]);
            }
            let x = extended(b, x, sign);
            let amount = amount.min(bits - 1);
            let leaves = match sign {
                Sign::Unsigned => shifted_down(b, x.leaves(), amount),
                Sign::Signed => shifted_down_signed(b, x.leaves(), amount),
            };
            Int::with_above(bits, leaves, sign.above())
        }
    }
}

/// An unsigned integer as an amount: an Int32, the largest if it does not fit.
pub fn as_amount(b: &mut Cursor<'_>, x: &Int) -> ValueId {
    let x = extended(b, x, Sign::Unsigned);
    if x.bits() <= 32 {
        return x.low();
    }
    let low = b.trunc(x.low());
    let shift = b.const32(32);
    let mut high = b.zshr(x.low(), shift);
    for leaf in &x.leaves()[1..] {
        high = b.bit_or(high, *leaf);
    }
    let largest = b.const32(-1);
    b.select(high, largest, low)
}

/// The amount modulo the width, or what the machine's shift reduces to it.
fn modulo(b: &mut Cursor<'_>, amount: ValueId, bits: u32, leaves: usize) -> ValueId {
    if leaves == 1 && matches!(bits, 32 | 64) {
        return amount;
    }
    if bits.is_power_of_two() {
        let mask = b.const32(bits as i32 - 1);
        return b.bit_and(amount, mask);
    }
    let bits = b.const32(bits as i32);
    b.umod(amount, bits)
}

/// Shifts by an amount below the width (or any, of which the machine takes the part below the width).
fn within(b: &mut Cursor<'_>, shift: Shift, x: &Int, amount: ValueId) -> Int {
    let bits = x.bits();
    match shift {
        Shift::RotateLeft | Shift::RotateRight => rotated(b, x, amount, shift == Shift::RotateLeft),
        Shift::Left => {
            let leaves = if let [leaf] = x.leaves() {
                smallvec![b.shl(*leaf, amount)]
            } else {
                let zero = b.const64(0);
                moved(b, x.leaves(), amount, true, Sign::Unsigned, Fill::With(zero))
            };
            Int::new(bits, leaves)
        }
        Shift::Right(sign) => {
            let x = extended(b, x, sign);
            let leaves = if let [leaf] = x.leaves() {
                smallvec![if sign.is_signed() { b.sshr(*leaf, amount) } else { b.zshr(*leaf, amount) }]
            } else {
                let fill = if sign.is_signed() {
                    let shift = b.const32(63);
                    b.sshr(x.top(), shift)
                } else {
                    b.const64(0)
                };
                moved(b, x.leaves(), amount, false, sign, Fill::With(fill))
            };
            Int::with_above(bits, leaves, sign.above())
        }
    }
}

/// Rotates by an amount below the width.
fn rotated(b: &mut Cursor<'_>, x: &Int, amount: ValueId, left: bool) -> Int {
    let bits = x.bits();
    let count = x.leaves().len();
    if let ([leaf], true) = (x.leaves(), x.is_full()) {
        let leaf = if left { b.rotl(*leaf, amount) } else { b.rotr(*leaf, amount) };
        return Int::new(bits, [leaf]);
    }
    if x.is_full() && count.is_power_of_two() {
        let leaves = moved(b, x.leaves(), amount, left, Sign::Unsigned, Fill::Around);
        return Int::new(bits, leaves);
    }
    // An amount of 0 shifts the other part by the width, which leaves nothing of it.
    let whole = b.const32(bits as i32);
    let rest = b.sub(whole, amount);
    let (up, down) = if left { (amount, rest) } else { (rest, amount) };
    let x = extended(b, x, Sign::Unsigned);
    let high = within(b, Shift::Left, &x, up);
    let low = within(b, Shift::Right(Sign::Unsigned), &x, down);
    super::or(b, &high, &low)
}

/// What comes in at the end of a list of limbs.
#[derive(Clone, Copy)]
enum Fill {
    /// This limb.
    With(ValueId),
    /// The limbs of the other end.
    Around,
}

/// The limb `step` places below (if bits move up) or above the place of another.
fn neighbour(limbs: &[ValueId], index: usize, step: usize, up: bool, fill: Fill) -> ValueId {
    let source =
        if up { index.checked_sub(step) } else { Some(index + step).filter(|from| *from < limbs.len()) };
    match (source, fill) {
        (Some(from), _) => limbs[from],
        (None, Fill::With(limb)) => limb,
        (None, Fill::Around) if up => limbs[index + limbs.len() - step],
        (None, Fill::Around) => limbs[index + step - limbs.len()],
    }
}

/// Shifts limbs by an amount below 64 times the least power of two that is at least their number: first by whole limbs,
/// then by the rest.
fn moved(
    b: &mut Cursor<'_>,
    leaves: &[ValueId],
    amount: ValueId,
    up: bool,
    sign: Sign,
    fill: Fill,
) -> Leaves {
    let count = leaves.len();
    let mut limbs: Leaves = leaves.iter().copied().collect();
    let mut step = 1;
    while step < count {
        let bit = b.const32(64 * step as i32);
        let is_set = b.bit_and(amount, bit);
        let choose = |index| {
            let from = neighbour(&limbs, index, step, up, fill);
            b.select(is_set, from, limbs[index])
        };
        limbs = (0..count).map(choose).collect();
        step *= 2;
    }
    // The bits of the neighbour take two shifts, because one by 64 does nothing.
    let mask = b.const32(63);
    let rest = b.bit_xor(amount, mask);
    let one = b.const32(1);
    let combine = |index: usize| {
        let limb = limbs[index];
        let has_neighbour = if up { index > 0 } else { index + 1 < count };
        let own = match (up, sign) {
            (true, _) => b.shl(limb, amount),
            (false, Sign::Signed) if !has_neighbour => b.sshr(limb, amount),
            (false, _) => b.zshr(limb, amount),
        };
        if !has_neighbour && matches!(fill, Fill::With(_)) {
            return own;
        }
        let other = neighbour(&limbs, index, 1, up, fill);
        let other = if up {
            let half = b.zshr(other, one);
            b.zshr(half, rest)
        } else {
            let double = b.shl(other, one);
            b.shl(double, rest)
        };
        b.bit_or(own, other)
    };
    (0..count).map(combine).collect()
}

/// Rotates left by a constant below the width.
fn rotated_by(b: &mut Cursor<'_>, x: &Int, left: u32) -> Int {
    let bits = x.bits();
    if left == 0 {
        return x.clone();
    }
    if let ([leaf], true) = (x.leaves(), x.is_full()) {
        let amount = b.const32(left as i32);
        let leaf = b.rotl(*leaf, amount);
        return Int::new(bits, [leaf]);
    }
    if x.is_full() {
        let (limbs, within, count) = (left as usize / 64, left % 64, x.leaves().len());
        let source: Leaves = (0..count).map(|index| x.leaves()[(index + count - limbs) % count]).collect();
        let leaves = (0..count).map(|index| {
            let lower = source[(index + count - 1) % count];
            joined(b, source[index], lower, within)
        });
        return Int::new(bits, leaves.collect::<Leaves>());
    }
    let x = extended(b, x, Sign::Unsigned);
    let high = shift_by(b, Shift::Left, &x, left);
    let low = shift_by(b, Shift::Right(Sign::Unsigned), &x, bits - left);
    super::or(b, &high, &low)
}

/// The upper limb of a pair, shifted left by a constant below 64.
fn joined(b: &mut Cursor<'_>, high: ValueId, low: ValueId, amount: u32) -> ValueId {
    if amount == 0 {
        return high;
    }
    let [up, down] = [amount, 64 - amount].map(|amount| b.const32(amount as i32));
    let high = b.shl(high, up);
    let low = b.zshr(low, down);
    b.bit_or(high, low)
}

/// Leaves shifted left by a constant below the number of their bits.
fn shifted_up(b: &mut Cursor<'_>, leaves: &[ValueId], amount: u32) -> Leaves {
    if let [leaf] = leaves {
        let amount = b.const32(amount as i32);
        return smallvec![b.shl(*leaf, amount)];
    }
    let (limbs, within) = (amount as usize / 64, amount % 64);
    let zero = (limbs > 0).then(|| b.const64(0));
    let shifted = (0..leaves.len()).map(|index| match (index.checked_sub(limbs), zero) {
        (Some(0), _) => {
            if within == 0 {
                return leaves[0];
            }
            let amount = b.const32(within as i32);
            b.shl(leaves[0], amount)
        }
        (Some(from), _) => joined(b, leaves[from], leaves[from - 1], within),
        (None, Some(zero)) => zero,
        (None, None) => leaves[index],
    });
    shifted.collect()
}

/// Leaves shifted right by a constant below the number of their bits; zeros come in.
pub(super) fn shifted_down(b: &mut Cursor<'_>, leaves: &[ValueId], amount: u32) -> Leaves {
    if amount == 0 {
        return leaves.iter().copied().collect();
    }
    if let [leaf] = leaves {
        let amount = b.const32(amount as i32);
        return smallvec![b.zshr(*leaf, amount)];
    }
    let zero = b.const64(0);
    down_by(b, leaves, amount, zero, Sign::Unsigned)
}

/// Leaves shifted right by a constant below the number of their bits; copies of the sign come in.
fn shifted_down_signed(b: &mut Cursor<'_>, leaves: &[ValueId], amount: u32) -> Leaves {
    if let [leaf] = leaves {
        let amount = b.const32(amount as i32);
        return smallvec![b.sshr(*leaf, amount)];
    }
    let fill = if amount >= 64 {
        let shift = b.const32(63);
        b.sshr(leaves[leaves.len() - 1], shift)
    } else {
        leaves[0]
    };
    down_by(b, leaves, amount, fill, Sign::Signed)
}

fn down_by(b: &mut Cursor<'_>, leaves: &[ValueId], amount: u32, fill: ValueId, sign: Sign) -> Leaves {
    let (limbs, within, count) = (amount as usize / 64, amount % 64, leaves.len());
    let shifted = (0..count).map(|index| {
        let from = index + limbs;
        if from >= count {
            return fill;
        }
        if within == 0 {
            return leaves[from];
        }
        if from + 1 < count {
            return joined(b, leaves[from + 1], leaves[from], 64 - within);
        }
        let amount = b.const32(within as i32);
        if sign.is_signed() { b.sshr(leaves[from], amount) } else { b.zshr(leaves[from], amount) }
    });
    shifted.collect()
}
