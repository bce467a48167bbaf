//! Integers of any width.
//!
//! An [`Int`] of up to 32 bits is one Int32, one of up to 64 bits an Int64. A wider one is a list of limbs, each an
//! Int64, the least significant first.
//!
//! **Bits above the width** of the last leaf are unspecified. An operation that depends on them extends its operands
//! first, unless [`Int::above`] records that they are extended already. No operation depends on what they are
//! otherwise, so the low bits of a result follow from the low bits of its operands.

mod arithmetic;
mod bits;
mod compare;
mod divide;
mod multiply;
mod overflow;
mod shift;

pub use arithmetic::*;
pub use bits::*;
pub use compare::*;
pub use divide::*;
pub use multiply::*;
pub use overflow::*;
pub use shift::*;

pub use crate::types::{Above, Sign, container, leaf_count, leaf_type};

use crate::Leaves;
use barebones::base::Type;
use barebones::ir::{Cursor, ValueId};
use smallvec::smallvec;

/// An integer: its width and its leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Int {
    bits: u32,
    leaves: Leaves,
    above: Above,
}

impl Int {
    /// An integer with these leaves.
    ///
    /// # Panics
    /// Panics if the width is 0 or the number of leaves is not [`leaf_count`].
    pub fn new(bits: u32, leaves: impl IntoIterator<Item = ValueId>) -> Int {
        Int::with_above(bits, leaves, Above::Unknown)
    }

    /// An integer with these leaves, and a fact about the bits above its width.
    ///
    /// # Panics
    /// As [`Int::new`].
    pub fn with_above(bits: u32, leaves: impl IntoIterator<Item = ValueId>, above: Above) -> Int {
        let leaves: Leaves = leaves.into_iter().collect();
        assert!(
            bits > 0 && leaves.len() == leaf_count(bits),
            "an integer of {bits} bits, {} leaves",
            leaves.len()
        );
        Int { bits, leaves, above }
    }

    /// The width in bits.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The leaves, the least significant first.
    pub fn leaves(&self) -> &[ValueId] {
        &self.leaves
    }

    /// The leaves, by value.
    pub fn into_leaves(self) -> Leaves {
        self.leaves
    }

    /// The least significant leaf.
    pub fn low(&self) -> ValueId {
        self.leaves[0]
    }

    /// The most significant leaf.
    pub fn top(&self) -> ValueId {
        self.leaves[self.leaves.len() - 1]
    }

    /// The type of each leaf.
    pub fn leaf_type(&self) -> Type {
        leaf_type(self.bits)
    }

    /// The bits above the width, as far as they are known. There are none above an integer that fills its leaves.
    pub fn above(&self) -> Above {
        self.above
    }

    /// True if the width fills the leaves.
    pub fn is_full(&self) -> bool {
        self.bits == container(self.bits)
    }

    /// The same leaves, of whose bits above the width this is known.
    #[must_use]
    pub fn assume(mut self, above: Above) -> Int {
        self.above = above;
        self
    }

    /// True if the leaves are extended by this sign.
    pub fn is_extended(&self, sign: Sign) -> bool {
        self.is_full() || self.above == sign.above()
    }

    /// All limbs but the last, of several.
    fn low_limbs(&self) -> Int {
        let count = self.leaves.len() - 1;
        Int::new(64 * count as u32, self.leaves[..count].iter().copied())
    }

    /// The width of the last leaf's part, and the width of a leaf.
    fn top_bits(&self) -> (u32, u32) {
        let leaf = if self.bits <= 32 { 32 } else { 64 };
        (self.bits - (self.leaves.len() as u32 - 1) * leaf, leaf)
    }
}

/// A constant, by its limbs of 64 bits, the least significant first. Missing limbs are zero.
pub fn constant(b: &mut Cursor<'_>, bits: u32, limbs: &[u64]) -> Int {
    let ty = leaf_type(bits);
    let count = leaf_count(bits);
    let mut leaves = Leaves::new();
    for index in 0..count {
        let mut limb = limbs.get(index).copied().unwrap_or(0);
        let used = bits - index as u32 * 64;
        if used < 64 {
            limb &= (1 << used) - 1;
        }
        leaves.push(b.constant(ty, limb));
    }
    Int::with_above(bits, leaves, Above::Zeros)
}

/// A constant by its value, sign-extended to the width.
pub fn signed_constant(b: &mut Cursor<'_>, bits: u32, value: i128) -> Int {
    let sign = (value >> 127) as u64;
    let limbs = (0..leaf_count(bits)).map(|index| match index {
        0 => value as u64,
        1 => (value >> 64) as u64,
        _ => sign,
    });
    constant(b, bits, &limbs.collect::<Vec<u64>>())
}

/// The same integer with its last leaf extended by a sign.
pub fn extended(b: &mut Cursor<'_>, x: &Int, sign: Sign) -> Int {
    if x.is_extended(sign) {
        return x.clone();
    }
    let (used, leaf) = x.top_bits();
    let top = x.top();
    let top = match (sign, leaf, used) {
        (Sign::Signed, 32, 8) => b.sext8(top),
        (Sign::Signed, 32, 16) => b.sext16(top),
        (Sign::Signed, ..) => {
            let shift = b.const32((leaf - used) as i32);
            let high = b.shl(top, shift);
            b.sshr(high, shift)
        }
        (Sign::Unsigned, ..) => {
            let mask = b.constant(x.leaf_type(), (1 << used) - 1);
            b.bit_and(top, mask)
        }
    };
    let mut leaves = x.leaves.clone();
    leaves[x.leaves.len() - 1] = top;
    Int { bits: x.bits, leaves, above: sign.above() }
}

/// The integer with another width: cut, or extended by a sign.
pub fn resized(b: &mut Cursor<'_>, x: &Int, bits: u32, sign: Sign) -> Int {
    if bits <= x.bits { truncated(b, x, bits) } else { widened(b, x, bits, sign) }
}

/// The low bits of an integer. `bits` is at most its width.
///
/// # Panics
/// Panics if `bits` is 0 or more than the width.
pub fn truncated(b: &mut Cursor<'_>, x: &Int, bits: u32) -> Int {
    assert!(0 < bits && bits <= x.bits, "{bits} bits of {}", x.bits);
    if bits == x.bits {
        return x.clone();
    }
    if bits <= 32 && x.bits > 32 {
        let low = b.trunc(x.low());
        return Int::new(bits, [low]);
    }
    Int::new(bits, x.leaves[..leaf_count(bits)].iter().copied())
}

/// The integer with more bits, which a sign gives. `bits` is at least its width.
///
/// # Panics
/// Panics if `bits` is less than the width.
pub fn widened(b: &mut Cursor<'_>, x: &Int, bits: u32, sign: Sign) -> Int {
    assert!(bits >= x.bits, "{} bits widened to {bits}", x.bits);
    if bits == x.bits {
        return x.clone();
    }
    if sign.is_signed() && x.bits < 32 && bits > 32 && !x.is_extended(sign) {
        // One instruction extends to 64 bits.
        let wide = match x.bits {
            8 => Some(b.sext8_to_64(x.low())),
            16 => Some(b.sext16_to_64(x.low())),
            _ => None,
        };
        if let Some(wide) = wide {
            let wide = Int { bits: 64, leaves: smallvec![wide], above: Above::Signs };
            return if bits >= 64 { widened(b, &wide, bits, sign) } else { Int { bits, ..wide } };
        }
    }
    let x = extended(b, x, sign);
    let mut leaves = x.leaves;
    if x.bits <= 32 && bits > 32 {
        leaves[0] = if sign.is_signed() { b.sext32(leaves[0]) } else { b.zext32(leaves[0]) };
    }
    let missing = leaf_count(bits) - leaves.len();
    if missing > 0 {
        let fill = if sign.is_signed() {
            let shift = b.const32(63);
            b.sshr(leaves[leaves.len() - 1], shift)
        } else {
            b.const64(0)
        };
        leaves.extend(std::iter::repeat_n(fill, missing));
    }
    Int { bits, leaves, above: sign.above() }
}

/// Concatenates leaves of 64 bits: the integer whose low bits are `low` and whose high ones are `high`.
///
/// # Panics
/// Panics if the width of `low` is not a multiple of 64.
pub fn concatenated(b: &mut Cursor<'_>, low: &Int, high: &Int) -> Int {
    assert!(low.bits.is_multiple_of(64), "{} bits", low.bits);
    let (mut leaves, bits) = (low.leaves.clone(), low.bits + high.bits);
    if high.bits <= 32 {
        let high = extended(b, high, Sign::Unsigned);
        leaves.push(b.zext32(high.low()));
        return Int { bits, leaves, above: Above::Zeros };
    }
    leaves.extend_from_slice(&high.leaves);
    Int { bits, leaves, above: high.above }
}
