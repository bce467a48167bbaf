//! Conversions between formats, and from and to integers.

use super::Format;
use super::parts::{as_int32, put_together, take_apart, with_sign};
use crate::helpers::{Helper, Helpers};
use crate::int::{self, Above, Excess, Int, Relation, Shift, Sign, container};
use barebones::ir::{Cursor, ValueId};

/// A number in another format, by a helper.
///
/// # Panics
/// Panics if the width is not that of `from`.
pub fn convert(b: &mut Cursor<'_>, helpers: &mut Helpers, from: Format, to: Format, x: &Int) -> Int {
    assert_eq!(x.bits(), from.bits(), "a number of {}", from.name());
    if from == to {
        return x.clone();
    }
    let results = helpers.call(b, Helper::Convert { from, to }, x.leaves());
    Int::with_above(to.bits(), results, Above::Zeros)
}

/// A rounded integer, by a helper.
pub fn from_int(b: &mut Cursor<'_>, helpers: &mut Helpers, to: Format, x: &Int, sign: Sign) -> Int {
    let bits = x.bits().next_multiple_of(64);
    let x = int::widened(b, x, bits, sign);
    let helper = Helper::FromInt { limbs: (bits / 64) as u8, sign, to };
    let results = helpers.call(b, helper, x.leaves());
    Int::with_above(to.bits(), results, Above::Zeros)
}

/// A number as an integer of this width, rounded toward zero and clamped; 0 for a NaN. By a helper.
///
/// # Panics
/// Panics if the width is not that of `from`.
pub fn to_int_saturating(
    b: &mut Cursor<'_>,
    helpers: &mut Helpers,
    from: Format,
    x: &Int,
    bits: u32,
    sign: Sign,
) -> Int {
    assert_eq!(x.bits(), from.bits(), "a number of {}", from.name());
    let helper = Helper::ToInt { from, bits: bits as u16, sign };
    let results = helpers.call(b, helper, x.leaves());
    Int::with_above(bits, results, sign.above())
}

/// The code of [`Helper::Convert`].
pub(crate) fn convert_code(b: &mut Cursor<'_>, from: Format, to: Format, x: &Int) -> Int {
    let parts = take_apart(b, from, x);
    let (had, has) = (from.trailing_bits(), to.trailing_bits());
    let bits = (had + 1).max(has + 3);
    let significand = int::widened(b, &parts.significand, bits, Sign::Unsigned);
    let significand = int::shift_by(b, Shift::Left, &significand, bits - had - 1);
    let change = b.const32(to.bias() - from.bias());
    let exponent = b.add(parts.exponent, change);
    let number = put_together(b, to, parts.negative, exponent, &significand);
    let zero = int::constant(b, to.bits(), &[]);
    let infinity = to.infinity(b);
    let nan = to.nan(b);
    let payload = if has >= had {
        let payload = int::widened(b, &parts.trailing, to.bits(), Sign::Unsigned);
        int::shift_by(b, Shift::Left, &payload, has - had)
    } else {
        let payload = int::shift_by(b, Shift::Right(Sign::Unsigned), &parts.trailing, had - has);
        int::resized(b, &payload, to.bits(), Sign::Unsigned)
    };
    let nan = int::or(b, &nan, &payload);
    let special = int::select(b, parts.is_nan, &nan, &infinity);
    let special = int::select(b, parts.is_zero, &zero, &special);
    let special = with_sign(b, &special, parts.negative);
    let is_special = b.bit_or(parts.is_nan, parts.is_infinite);
    let is_special = b.bit_or(is_special, parts.is_zero);
    int::select(b, is_special, &special, &number)
}

/// The code of [`Helper::FromInt`].
pub(crate) fn from_int_code(b: &mut Cursor<'_>, to: Format, x: &Int, sign: Sign) -> Int {
    let (negative, magnitude) = match sign {
        Sign::Signed => (int::is_negative(b, x), int::abs(b, x)),
        Sign::Unsigned => (b.const32(0), x.clone()),
    };
    let bits = x.bits().max(to.trailing_bits() + 3);
    let wide = int::widened(b, &magnitude, bits, Sign::Unsigned);
    let count = int::leading_zeros(b, &wide);
    let count = as_int32(b, &count);
    let significand = int::shift(b, Shift::Left, &wide, count, Excess::Empties);
    let highest = b.const32(to.bias() + bits as i32 - 1);
    let exponent = b.sub(highest, count);
    let number = put_together(b, to, negative, exponent, &significand);
    let zero = int::constant(b, to.bits(), &[]);
    let any = int::truth(b, &magnitude);
    int::select(b, any, &number, &zero)
}

/// The code of [`Helper::ToInt`].
pub(crate) fn to_int_code(b: &mut Cursor<'_>, from: Format, x: &Int, bits: u32, sign: Sign) -> Int {
    let parts = take_apart(b, from, x);
    let stored = from.trailing_bits();
    let width = container(bits.max(stored + 1));
    let significand = int::widened(b, &parts.significand, width, Sign::Unsigned);
    // The significand is an integer times a power of two.
    let offset = b.const32(from.bias() + stored as i32);
    let power = b.sub(parts.exponent, offset);
    let none = b.const32(0);
    let up = b.smax(power, none);
    let down = b.neg(power);
    let down = b.smax(down, none);
    let larger = int::shift(b, Shift::Left, &significand, up, Excess::Empties);
    let magnitude = int::shift(b, Shift::Right(Sign::Unsigned), &larger, down, Excess::Empties);
    let magnitude = int::truncated(b, &magnitude, bits);
    let negative = parts.negative;
    let used = if sign.is_signed() { bits - 1 } else { bits };
    let limit = b.const32(from.bias() + used as i32);
    let too_large = b.greater_equal(parts.exponent, limit);
    let too_large = b.bit_or(too_large, parts.is_infinite);
    let zero = int::constant(b, bits, &[]);
    let (number, limit) = match sign {
        Sign::Signed => {
            let negated = int::neg(b, &magnitude);
            let [smallest, largest] = [int::smallest(b, bits), int::largest(b, bits)];
            (int::select(b, negative, &negated, &magnitude), int::select(b, negative, &smallest, &largest))
        }
        Sign::Unsigned => {
            let largest = int::signed_constant(b, bits, -1);
            (int::select(b, negative, &zero, &magnitude), int::select(b, negative, &zero, &largest))
        }
    };
    let number = int::select(b, too_large, &limit, &number);
    let is_nothing = b.bit_or(parts.is_nan, parts.is_zero);
    let result = int::select(b, is_nothing, &zero, &number);
    int::extended(b, &result.assume(Above::Unknown), sign)
}

/// 1 if the number is in the range of an integer of this width after it is rounded toward zero, else 0; also for a NaN.
pub fn fits_int(b: &mut Cursor<'_>, from: Format, x: &Int, bits: u32, sign: Sign) -> ValueId {
    // The magnitude is compared as an integer, which orders numbers of one sign.
    let magnitude = super::abs(b, x);
    let power = |b: &mut Cursor<'_>, exponent: u32| {
        let stored = (from.bias() + exponent as i32).min(from.largest_exponent());
        from.special(b, stored, None)
    };
    let used = if sign.is_signed() { bits - 1 } else { bits };
    let limit = power(b, used);
    let positive = int::compare(b, Relation::Less(Sign::Unsigned), &magnitude, &limit);
    let negative = match sign {
        // The smallest integer itself is a power of two; what follows it may be rounded to it.
        Sign::Signed => smallest_fits(b, from, &magnitude, &limit, used, positive),
        Sign::Unsigned => {
            let one = power(b, 0);
            int::compare(b, Relation::Less(Sign::Unsigned), &magnitude, &one)
        }
    };
    let is_negative = int::is_negative(b, x);
    b.select(is_negative, negative, positive)
}

/// 1 if the negated magnitude is at least the smallest integer, of which it may have a fraction.
fn smallest_fits(
    b: &mut Cursor<'_>,
    from: Format,
    magnitude: &Int,
    limit: &Int,
    exponent: u32,
    less: ValueId,
) -> ValueId {
    if from.bias() + exponent as i32 >= from.largest_exponent() {
        return less;
    }
    // Numbers below the smallest integer by less than one, if the format has them.
    let fraction = from.trailing_bits().saturating_sub(exponent);
    if fraction == 0 {
        return int::compare(b, Relation::LessEqual(Sign::Unsigned), magnitude, limit);
    }
    let step = int::constant(b, from.bits(), &[1]);
    let step = int::shift_by(b, Shift::Left, &step, fraction);
    let end = int::add(b, limit, &step);
    int::compare(b, Relation::Less(Sign::Unsigned), magnitude, &end)
}
