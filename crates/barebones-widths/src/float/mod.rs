//! Floating-point numbers that the IR has no type for: `f16`, `bf16` and `f128`.
//!
//! A number is its bits: an [`Int`] of the format's width. Arithmetic of 16-bit formats computes in Double and rounds
//! once more, which is exact: 53 bits are more than twice those of either format, and no result is subnormal in Double.
//! Conversions round to nearest, ties to even. NaNs become quiet and keep the upper bits of their payload.

mod convert;
mod half;
pub(crate) mod parts;
mod quad;

pub use convert::*;
pub use half::*;
pub use quad::*;

pub use crate::types::{Format, Quad};

use crate::int::{self, Int, Relation, Sign};
use barebones::ir::{Cursor, ValueId};

impl Format {
    /// A constant with this stored exponent and bit of the significand.
    pub(crate) fn special(self, b: &mut Cursor<'_>, exponent: i32, bit: Option<u32>) -> Int {
        let mut limbs = [0_u64; 2];
        let at = self.trailing_bits();
        limbs[at as usize / 64] |= (exponent as u64) << (at % 64);
        if let Some(bit) = bit {
            limbs[bit as usize / 64] |= 1 << (bit % 64);
        }
        int::constant(b, self.bits(), &limbs)
    }

    /// Infinity.
    pub fn infinity(self, b: &mut Cursor<'_>) -> Int {
        self.special(b, self.largest_exponent(), None)
    }

    /// The quiet NaN without payload.
    pub fn nan(self, b: &mut Cursor<'_>) -> Int {
        self.special(b, self.largest_exponent(), Some(self.trailing_bits() - 1))
    }
}

/// The number with the opposite sign; also of a NaN, of which no other bit changes.
pub fn neg(b: &mut Cursor<'_>, x: &Int) -> Int {
    let sign = int::smallest(b, x.bits());
    int::xor(b, x, &sign)
}

/// The number without sign; also of a NaN, of which no other bit changes.
pub fn abs(b: &mut Cursor<'_>, x: &Int) -> Int {
    let rest = int::largest(b, x.bits());
    int::and(b, x, &rest)
}

/// The magnitude of `x` with the sign of `y`.
///
/// # Panics
/// Panics if the widths differ.
pub fn copy_sign(b: &mut Cursor<'_>, x: &Int, y: &Int) -> Int {
    let magnitude = abs(b, x);
    let sign = int::smallest(b, y.bits());
    let sign = int::and(b, y, &sign);
    int::or(b, &magnitude, &sign)
}

/// 1 if the number is a NaN, else 0.
pub fn is_nan(b: &mut Cursor<'_>, format: Format, x: &Int) -> ValueId {
    let magnitude = abs(b, x);
    let infinity = format.infinity(b);
    int::compare(b, Relation::Greater(Sign::Unsigned), &magnitude, &infinity)
}

/// How two numbers compare: four conditions, of which exactly one is 1.
#[derive(Clone, Copy, Debug)]
pub struct Ordering {
    /// x < y
    pub less: ValueId,
    /// x = y
    pub equal: ValueId,
    /// x > y
    pub greater: ValueId,
    /// One of them is a NaN.
    pub unordered: ValueId,
}

/// Compares two numbers of any format by their bits.
///
/// # Panics
/// Panics if a width is not the format's.
pub fn compare(b: &mut Cursor<'_>, format: Format, x: &Int, y: &Int) -> Ordering {
    assert!(x.bits() == format.bits() && y.bits() == format.bits(), "numbers of {}", format.name());
    let [x_nan, y_nan] = [is_nan(b, format, x), is_nan(b, format, y)];
    let unordered = b.bit_or(x_nan, y_nan);
    let ordered = int::not_condition(b, unordered);
    // As signed integers: a negative number is the negated magnitude, so both zeros are 0.
    let mut keys = [x, y].map(|x| {
        let magnitude = abs(b, x);
        let negated = int::neg(b, &magnitude);
        let negative = int::is_negative(b, x);
        int::select(b, negative, &negated, &magnitude.assume(int::Above::Unknown))
    });
    keys = keys.map(|key| int::extended(b, &key, Sign::Signed));
    let [x, y] = &keys;
    let relations = [Relation::Less(Sign::Signed), Relation::Equal, Relation::Greater(Sign::Signed)];
    let [less, equal, greater] = relations.map(|relation| {
        let holds = int::compare(b, relation, x, y);
        b.bit_and(holds, ordered)
    });
    Ordering { less, equal, greater, unordered }
}

/// The smaller number of any format: a NaN if one is a NaN, and -0 is below +0.
///
/// # Panics
/// Panics if a width is not the format's.
pub fn min(b: &mut Cursor<'_>, format: Format, x: &Int, y: &Int) -> Int {
    least(b, format, x, y, Relation::Less(Sign::Signed))
}

/// The larger number of any format: a NaN if one is a NaN, and -0 is below +0.
///
/// # Panics
/// Panics if a width is not the format's.
pub fn max(b: &mut Cursor<'_>, format: Format, x: &Int, y: &Int) -> Int {
    least(b, format, x, y, Relation::Greater(Sign::Signed))
}

fn least(b: &mut Cursor<'_>, format: Format, x: &Int, y: &Int, relation: Relation) -> Int {
    assert!(x.bits() == format.bits() && y.bits() == format.bits(), "numbers of {}", format.name());
    // As signed integers: all bits of a negative number but the sign inverted.
    let keys = [x, y].map(|x| {
        let rest = int::largest(b, x.bits());
        let inverted = int::xor(b, x, &rest);
        let negative = int::is_negative(b, x);
        int::select(b, negative, &inverted, x)
    });
    let first = int::compare(b, relation, &keys[0], &keys[1]);
    let result = int::select(b, first, x, y);
    // The quiet bit of a NaN is set.
    let quiet = format.special(b, 0, Some(format.trailing_bits() - 1));
    let [x_nan, y_nan] = [is_nan(b, format, x), is_nan(b, format, y)];
    let [quiet_x, quiet_y] = [int::or(b, x, &quiet), int::or(b, y, &quiet)];
    let result = int::select(b, y_nan, &quiet_y, &result);
    int::select(b, x_nan, &quiet_x, &result)
}
