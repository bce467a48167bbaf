//! Arithmetic of `f128`, in integers.

use super::Format;
use super::parts::{Parts, as_int32, put_together, shifted_sticky, take_apart, with_lowest, with_sign};
use crate::helpers::{Helper, Helpers};
use crate::int::{self, Above, Excess, Int, Relation, Shift, Sign};
use barebones::ir::{Cursor, ValueId};

/// An operation of `f128` that has a helper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quad {
    /// x + y
    Add,
    /// x * y
    Mul,
    /// x / y
    Div,
}

const FORMAT: Format = Format::F128;

/// The number of bits of a significand.
const BITS: u32 = FORMAT.trailing_bits() + 1;

/// A sum, product or quotient, correctly rounded, by a helper. A NaN operand is the result, else the NaN without
/// payload.
///
/// # Panics
/// Panics if an operand has not 128 bits.
pub fn quad(b: &mut Cursor<'_>, helpers: &mut Helpers, operation: Quad, x: &Int, y: &Int) -> Int {
    assert!(x.bits() == 128 && y.bits() == 128, "numbers of f128");
    let operands = [x.low(), x.top(), y.low(), y.top()];
    let results = helpers.call(b, Helper::Quad { operation }, &operands);
    Int::new(128, results)
}

/// The code of [`Helper::Quad`].
pub(crate) fn quad_code(b: &mut Cursor<'_>, helpers: &mut Helpers, operation: Quad, x: &Int, y: &Int) -> Int {
    let [one, other] = [take_apart(b, FORMAT, x), take_apart(b, FORMAT, y)];
    let (number, is_invalid) = match operation {
        Quad::Add => sum(b, x, y, &one, &other),
        Quad::Mul => product(b, &one, &other),
        Quad::Div => quotient(b, helpers, &one, &other),
    };
    let nan = FORMAT.nan(b);
    let result = int::select(b, is_invalid, &nan, &number);
    let quiet = int::constant(b, 128, &[0, 1 << 47]);
    let [quiet_x, quiet_y] = [int::or(b, x, &quiet), int::or(b, y, &quiet)];
    let result = int::select(b, other.is_nan, &quiet_y, &result);
    int::select(b, one.is_nan, &quiet_x, &result)
}

fn zero(b: &mut Cursor<'_>) -> Int {
    int::constant(b, 128, &[])
}

fn sum(b: &mut Cursor<'_>, x: &Int, y: &Int, one: &Parts, other: &Parts) -> (Int, ValueId) {
    // The larger magnitude first.
    let [x_size, y_size] = [super::abs(b, x), super::abs(b, y)];
    let swapped = int::compare(b, Relation::Less(Sign::Unsigned), &x_size, &y_size);
    let width = BITS + 4;
    let mut significands = [&one.significand, &other.significand].map(|significand| {
        let wide = int::widened(b, significand, width, Sign::Unsigned);
        int::shift_by(b, Shift::Left, &wide, 3)
    });
    significands = {
        let [x, y] = &significands;
        [int::select(b, swapped, y, x), int::select(b, swapped, x, y)]
    };
    let large_exponent = b.select(swapped, other.exponent, one.exponent);
    let small_exponent = b.select(swapped, one.exponent, other.exponent);
    let negative = b.select(swapped, other.negative, one.negative);
    let [large, small] = &significands;
    let distance = b.sub(large_exponent, small_exponent);
    let none = b.const32(0);
    let distance = b.smax(distance, none);
    let small = shifted_sticky(b, small, distance);
    let differ = b.bit_xor(one.negative, other.negative);
    let [added, subtracted] = [int::add(b, large, &small), int::sub(b, large, &small)];
    let total = int::select(b, differ, &subtracted, &added);
    let count = int::leading_zeros(b, &total);
    let count = as_int32(b, &count);
    let significand = int::shift(b, Shift::Left, &total, count, Excess::Empties);
    let exponent = b.sub(large_exponent, count);
    let unit = b.const32(1);
    let exponent = b.add(exponent, unit);
    let number = put_together(b, FORMAT, negative, exponent, &significand);
    // Nothing is left: a negative zero only of two.
    let any = int::truth(b, &total);
    let nothing = b.bit_and(one.negative, other.negative);
    let zero = zero(b);
    let nothing = with_sign(b, &zero, nothing);
    let number = int::select(b, any, &number, &nothing);
    let infinity = FORMAT.infinity(b);
    let infinity = with_sign(b, &infinity, negative);
    let is_infinite = b.bit_or(one.is_infinite, other.is_infinite);
    let number = int::select(b, is_infinite, &infinity, &number);
    let both = b.bit_and(one.is_infinite, other.is_infinite);
    (number, b.bit_and(both, differ))
}

fn product(b: &mut Cursor<'_>, one: &Parts, other: &Parts) -> (Int, ValueId) {
    let negative = b.bit_xor(one.negative, other.negative);
    let whole = int::wide_mul(b, &one.significand, &other.significand, Sign::Unsigned);
    let count = int::leading_zeros(b, &whole);
    let count = as_int32(b, &count);
    let significand = int::shift(b, Shift::Left, &whole, count, Excess::Empties);
    let exponent = b.add(one.exponent, other.exponent);
    let bias = b.const32(FORMAT.bias() - 1);
    let exponent = b.sub(exponent, bias);
    let exponent = b.sub(exponent, count);
    let number = put_together(b, FORMAT, negative, exponent, &significand);
    let [is_zero, is_infinite] =
        [b.bit_or(one.is_zero, other.is_zero), b.bit_or(one.is_infinite, other.is_infinite)];
    let number = limits(b, negative, is_zero, is_infinite, &number);
    (number, b.bit_and(is_zero, is_infinite))
}

fn quotient(b: &mut Cursor<'_>, helpers: &mut Helpers, one: &Parts, other: &Parts) -> (Int, ValueId) {
    let negative = b.bit_xor(one.negative, other.negative);
    let [x, y] =
        [&one.significand, &other.significand].map(|part| int::widened(b, part, 256, Sign::Unsigned));
    let x = int::shift_by(b, Shift::Left, &x, BITS + 2);
    let (whole, rest) = int::divide(b, helpers, &x, &y, Sign::Unsigned);
    let whole = int::truncated(b, &whole, BITS + 3);
    let any = int::truth(b, &rest);
    let none = b.const64(0);
    let is_inexact = b.not_equal(any, none);
    let whole = with_lowest(b, &whole, is_inexact);
    let count = int::leading_zeros(b, &whole);
    let count = as_int32(b, &count);
    let significand = int::shift(b, Shift::Left, &whole, count, Excess::Empties);
    let exponent = b.sub(one.exponent, other.exponent);
    let bias = b.const32(FORMAT.bias());
    let exponent = b.add(exponent, bias);
    let exponent = b.sub(exponent, count);
    let number = put_together(b, FORMAT, negative, exponent, &significand);
    let [is_zero, is_infinite] =
        [b.bit_or(one.is_zero, other.is_infinite), b.bit_or(one.is_infinite, other.is_zero)];
    let number = limits(b, negative, is_zero, is_infinite, &number);
    (number, b.bit_and(is_zero, is_infinite))
}

/// The number, or zero or infinity.
fn limits(
    b: &mut Cursor<'_>,
    negative: ValueId,
    is_zero: ValueId,
    is_infinite: ValueId,
    number: &Int,
) -> Int {
    let [zero, infinity] = [zero(b), FORMAT.infinity(b)];
    let zero = with_sign(b, &zero, negative);
    let infinity = with_sign(b, &infinity, negative);
    let number = number.clone().assume(Above::Unknown);
    let number = int::select(b, is_infinite, &infinity, &number);
    int::select(b, is_zero, &zero, &number)
}
