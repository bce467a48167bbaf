//! Numbers taken apart, and put together with rounding.

use super::Format;
use crate::int::{self, Above, Excess, Int, Relation, Shift, Sign};
use barebones::ir::{Cursor, ValueId};

/// The parts of a number. The conditions are Int32 values that are 0 or 1.
pub(crate) struct Parts {
    pub negative: ValueId,
    pub is_nan: ValueId,
    pub is_infinite: ValueId,
    pub is_zero: ValueId,
    /// An Int32: the stored exponent if the number is normal, at most 0 if it is subnormal.
    pub exponent: ValueId,
    /// The significand, of one bit more than is stored. The highest bit is set if the number is neither zero nor
    /// special.
    pub significand: Int,
    /// The stored bits of the significand.
    pub trailing: Int,
}

/// The low bits of an integer with zeros above them, of another width.
fn low_bits(b: &mut Cursor<'_>, x: &Int, bits: u32) -> Int {
    let low = int::truncated(b, x, bits);
    int::extended(b, &low, Sign::Unsigned)
}

/// An integer of which the value is in its lowest leaf, as an Int32.
pub(crate) fn as_int32(b: &mut Cursor<'_>, x: &Int) -> ValueId {
    if x.bits() <= 32 { x.low() } else { b.trunc(x.low()) }
}

/// Takes a number apart.
pub(crate) fn take_apart(b: &mut Cursor<'_>, format: Format, x: &Int) -> Parts {
    let stored = format.trailing_bits();
    let negative = int::is_negative(b, x);
    let magnitude = super::abs(b, x);
    let trailing = low_bits(b, &magnitude, stored);
    let exponent = int::shift_by(b, Shift::Right(Sign::Unsigned), &magnitude, stored);
    let exponent = as_int32(b, &exponent);
    let largest = b.const32(format.largest_exponent());
    let is_special = b.equal(exponent, largest);
    let any = int::truth(b, &trailing);
    let zero = b.constant(trailing.leaf_type(), 0);
    let has_trailing = b.not_equal(any, zero);
    let is_nan = b.bit_and(is_special, has_trailing);
    let is_infinite = b.bit_xor(is_special, is_nan);
    let none = b.const32(0);
    let has_exponent = b.not_equal(exponent, none);
    let either = b.bit_or(has_exponent, has_trailing);
    let is_zero = int::not_condition(b, either);
    // A subnormal number has the exponent 1, and no bit that is not stored.
    let is_subnormal = int::not_condition(b, has_exponent);
    let exponent = b.add(exponent, is_subnormal);
    let hidden = int::widened(
        b,
        &Int::with_above(32, [has_exponent], Above::Zeros),
        stored.max(32) + 1,
        Sign::Unsigned,
    );
    let hidden = int::resized(b, &hidden, stored + 1, Sign::Unsigned);
    let hidden = int::shift_by(b, Shift::Left, &hidden, stored);
    let whole = int::widened(b, &trailing, stored + 1, Sign::Unsigned);
    let whole = int::or(b, &whole, &hidden);
    let count = int::leading_zeros(b, &whole);
    let count = as_int32(b, &count);
    let significand = int::shift(b, Shift::Left, &whole, count, Excess::Empties);
    let exponent = b.sub(exponent, count);
    Parts { negative, is_nan, is_infinite, is_zero, exponent, significand, trailing }
}

/// Shifts right by an Int32, and sets the lowest bit if a bit is lost.
pub(crate) fn shifted_sticky(b: &mut Cursor<'_>, x: &Int, amount: ValueId) -> Int {
    let shifted = int::shift(b, Shift::Right(Sign::Unsigned), x, amount, Excess::Empties);
    let back = int::shift(b, Shift::Left, &shifted, amount, Excess::Empties);
    let lost = int::compare(b, Relation::NotEqual, &back, x);
    with_lowest(b, &shifted, lost)
}

/// The integer with a condition in its lowest bit.
pub(crate) fn with_lowest(b: &mut Cursor<'_>, x: &Int, condition: ValueId) -> Int {
    let mut leaves = x.clone().into_leaves();
    let bit = if x.bits() <= 32 { condition } else { b.zext32(condition) };
    leaves[0] = b.bit_or(leaves[0], bit);
    Int::with_above(x.bits(), leaves, x.above())
}

/// Puts a number together that is not zero: rounds to nearest, ties to even.
///
/// The exponent is an Int32 as it would be stored, of any size. The highest bit of the significand is set, and it has at
/// least three bits more than are stored: one that is implied, half of the last one, and the lowest, which may stand for
/// lost ones.
pub(crate) fn put_together(
    b: &mut Cursor<'_>,
    format: Format,
    negative: ValueId,
    exponent: ValueId,
    significand: &Int,
) -> Int {
    let stored = format.trailing_bits();
    let dropped = significand.bits() - stored - 1;
    assert!(dropped >= 2, "a significand of {} bits for {}", significand.bits(), format.name());
    // A subnormal number is shifted until its exponent is 1.
    let one = b.const32(1);
    let below = b.sub(one, exponent);
    let none = b.const32(0);
    let below = b.smax(below, none);
    let stored_exponent = b.smax(exponent, one);
    let shifted = shifted_sticky(b, significand, below);
    // Half of the last bit less one, and one if the number is odd: the sum carries if it is rounded up.
    let wide = int::widened(b, &shifted, significand.bits() + 1, Sign::Unsigned);
    let last = int::shift_by(b, Shift::Right(Sign::Unsigned), &wide, dropped);
    let unit = int::constant(b, wide.bits(), &[1]);
    let odd = int::and(b, &last, &unit);
    let half = int::shift_by(b, Shift::Left, &unit, dropped - 1);
    let nearly_half = int::sub(b, &half, &unit);
    let sum = int::add(b, &wide, &nearly_half);
    let sum = int::add(b, &sum, &odd);
    let rounded = int::shift_by(b, Shift::Right(Sign::Unsigned), &sum, dropped);
    let rounded = int::resized(b, &rounded, format.bits(), Sign::Unsigned);
    // The highest bit of the significand adds one to the exponent, and so does a carry.
    let less = b.sub(stored_exponent, one);
    let less = int::resized(b, &Int::new(32, [less]), format.bits(), Sign::Unsigned);
    let less = int::shift_by(b, Shift::Left, &less, stored);
    let finite = int::add(b, &less, &rounded);
    let largest = b.const32(format.largest_exponent());
    let overflows = b.greater_equal(stored_exponent, largest);
    let infinity = format.infinity(b);
    let result = int::select(b, overflows, &infinity, &finite);
    with_sign(b, &result, negative)
}

/// The magnitude with a sign.
pub(crate) fn with_sign(b: &mut Cursor<'_>, magnitude: &Int, negative: ValueId) -> Int {
    let sign =
        int::resized(b, &Int::with_above(32, [negative], Above::Zeros), magnitude.bits(), Sign::Unsigned);
    let sign = int::shift_by(b, Shift::Left, &sign, magnitude.bits() - 1);
    int::or(b, magnitude, &sign)
}
