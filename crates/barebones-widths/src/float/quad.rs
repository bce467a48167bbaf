//! Arithmetic of `f128`, in integers.

use super::parts::{Parts, as_int32, put_together, shifted_sticky, take_apart, with_lowest, with_sign};
use super::{Format, Quad};
use crate::Leaves;
use crate::helpers::{Helper, Helpers};
use crate::int::{self, Above, Excess, Int, Relation, Shift, Sign};
use barebones::ir::{Cursor, ValueId};

const FORMAT: Format = Format::F128;

/// The number of bits of a significand.
const BITS: u32 = FORMAT.trailing_bits() + 1;

/// The number of bits of a square root: those of a significand, half of the last one, and one that stands for the rest.
pub(crate) const ROOT_BITS: u32 = BITS + 2;

/// An operation, correctly rounded, by a helper. The first NaN operand is the result, else the NaN without payload.
///
/// # Panics
/// Panics if the operation has another number of operands, or an operand has not 128 bits.
pub fn quad(b: &mut Cursor<'_>, helpers: &mut Helpers, operation: Quad, operands: &[Int]) -> Int {
    let fits = operands.len() == operation.operand_count() && operands.iter().all(|x| x.bits() == 128);
    assert!(fits, "operands of {operation:?}");
    let leaves: Leaves = operands.iter().flat_map(|x| x.leaves().iter().copied()).collect();
    let results = helpers.call(b, Helper::Quad { operation }, &leaves);
    Int::new(128, results)
}

/// The code of [`Helper::Quad`].
pub(crate) fn quad_code(b: &mut Cursor<'_>, helpers: &mut Helpers, operation: Quad, operands: &[Int]) -> Int {
    let parts: Vec<Parts> = operands.iter().map(|x| take_apart(b, FORMAT, x)).collect();
    let (number, is_invalid) = match (operation, &parts[..]) {
        (Quad::Add, [one, other]) => sum(b, one, other),
        (Quad::Mul, [one, other]) => product(b, one, other),
        (Quad::Div, [one, other]) => quotient(b, helpers, one, other),
        (Quad::Fma, [one, other, addend]) => fused(b, one, other, addend),
        (Quad::Sqrt, [one]) => root(b, helpers, &operands[0], one),
        _ => (rounded(b, operation, &operands[0]), b.const32(0)),
    };
    let nan = FORMAT.nan(b);
    let mut result = int::select(b, is_invalid, &nan, &number);
    let quiet = int::constant(b, 128, &[0, 1 << 47]);
    for (x, part) in operands.iter().zip(&parts).rev() {
        let quiet_x = int::or(b, x, &quiet);
        result = int::select(b, part.is_nan, &quiet_x, &result);
    }
    result
}

fn zero(b: &mut Cursor<'_>) -> Int {
    int::constant(b, 128, &[])
}

/// A finite number before it is rounded.
struct Unrounded {
    /// 1 for a negative one.
    negative: ValueId,
    /// The exponent as it would be stored, of any size.
    exponent: ValueId,
    /// The significand. Its highest bit is set unless the number is zero.
    significand: Int,
}

/// The exponent of a zero in a sum: below those of all other numbers and products.
const ZERO_EXPONENT: i32 = -100_000;

impl Unrounded {
    /// The number with the exponent of a zero if the condition holds.
    fn zero_if(self, b: &mut Cursor<'_>, is_zero: ValueId) -> Unrounded {
        let lowest = b.const32(ZERO_EXPONENT);
        Unrounded { exponent: b.select(is_zero, lowest, self.exponent), ..self }
    }

    /// The number with a significand of this width, which is not smaller.
    fn with_width(self, b: &mut Cursor<'_>, bits: u32) -> Unrounded {
        let missing = bits - self.significand.bits();
        let significand = int::widened(b, &self.significand, bits, Sign::Unsigned);
        Unrounded { significand: int::shift_by(b, Shift::Left, &significand, missing), ..self }
    }
}

fn sum(b: &mut Cursor<'_>, one: &Parts, other: &Parts) -> (Int, ValueId) {
    let [x, y] = [one, other].map(|part| {
        let (negative, exponent) = (part.negative, part.exponent);
        let number = Unrounded { negative, exponent, significand: part.significand.clone() };
        number.zero_if(b, part.is_zero)
    });
    let number = added(b, &x, &y);
    infinite_sum(b, (one.negative, one.is_infinite), (other.negative, other.is_infinite), &number)
}

/// The sum of which the signs are given, and whether the numbers are infinite: the finite sum or an infinity. And 1 if
/// there is none.
fn infinite_sum(
    b: &mut Cursor<'_>,
    one: (ValueId, ValueId),
    other: (ValueId, ValueId),
    finite: &Int,
) -> (Int, ValueId) {
    let negative = b.select(one.1, one.0, other.0);
    let infinity = FORMAT.infinity(b);
    let infinity = with_sign(b, &infinity, negative);
    let is_infinite = b.bit_or(one.1, other.1);
    let number = int::select(b, is_infinite, &infinity, finite);
    let both = b.bit_and(one.1, other.1);
    let differ = b.bit_xor(one.0, other.0);
    (number, b.bit_and(both, differ))
}

/// The rounded sum of two numbers with significands of the same width.
fn added(b: &mut Cursor<'_>, x: &Unrounded, y: &Unrounded) -> Int {
    // The larger magnitude first.
    let is_lower = b.less_than(x.exponent, y.exponent);
    let is_equal = b.equal(x.exponent, y.exponent);
    let is_smaller = int::compare(b, Relation::Less(Sign::Unsigned), &x.significand, &y.significand);
    let is_smaller = b.bit_and(is_equal, is_smaller);
    let swapped = b.bit_or(is_lower, is_smaller);
    let width = x.significand.bits() + 4;
    let significands = [&x.significand, &y.significand].map(|significand| {
        let wide = int::widened(b, significand, width, Sign::Unsigned);
        int::shift_by(b, Shift::Left, &wide, 3)
    });
    let [first, second] = &significands;
    let [large, small] = [int::select(b, swapped, second, first), int::select(b, swapped, first, second)];
    let large_exponent = b.select(swapped, y.exponent, x.exponent);
    let small_exponent = b.select(swapped, x.exponent, y.exponent);
    let negative = b.select(swapped, y.negative, x.negative);
    let distance = b.sub(large_exponent, small_exponent);
    let small = shifted_sticky(b, &small, distance);
    let differ = b.bit_xor(x.negative, y.negative);
    let [added, subtracted] = [int::add(b, &large, &small), int::sub(b, &large, &small)];
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
    let nothing = b.bit_and(x.negative, y.negative);
    let zero = zero(b);
    let nothing = with_sign(b, &zero, nothing);
    int::select(b, any, &number, &nothing)
}

/// The product of two finite numbers, of which it has all bits.
fn whole_product(b: &mut Cursor<'_>, one: &Parts, other: &Parts) -> Unrounded {
    let negative = b.bit_xor(one.negative, other.negative);
    let whole = int::wide_mul(b, &one.significand, &other.significand, Sign::Unsigned);
    let count = int::leading_zeros(b, &whole);
    let count = as_int32(b, &count);
    let significand = int::shift(b, Shift::Left, &whole, count, Excess::Empties);
    let exponent = b.add(one.exponent, other.exponent);
    let bias = b.const32(FORMAT.bias() - 1);
    let exponent = b.sub(exponent, bias);
    let exponent = b.sub(exponent, count);
    Unrounded { negative, exponent, significand }
}

fn fused(b: &mut Cursor<'_>, one: &Parts, other: &Parts, addend: &Parts) -> (Int, ValueId) {
    let product = whole_product(b, one, other);
    let negative = product.negative;
    let [is_zero, is_infinite] =
        [b.bit_or(one.is_zero, other.is_zero), b.bit_or(one.is_infinite, other.is_infinite)];
    let product = product.zero_if(b, is_zero);
    let z = Unrounded {
        negative: addend.negative,
        exponent: addend.exponent,
        significand: addend.significand.clone(),
    };
    let z = z.zero_if(b, addend.is_zero).with_width(b, product.significand.bits());
    let number = added(b, &product, &z);
    let (number, differ) =
        infinite_sum(b, (negative, is_infinite), (addend.negative, addend.is_infinite), &number);
    let is_undefined = b.bit_and(is_zero, is_infinite);
    (number, b.bit_or(differ, is_undefined))
}

fn root(b: &mut Cursor<'_>, helpers: &mut Helpers, x: &Int, one: &Parts) -> (Int, ValueId) {
    // The exponent of the value is made even: the significand is in [1, 4).
    let [unit, bias] = [b.const32(1), b.const32(FORMAT.bias())];
    let exponent = b.sub(one.exponent, bias);
    let odd = b.bit_and(exponent, unit);
    let exponent = b.sub(exponent, odd);
    let exponent = b.sshr(exponent, unit);
    let exponent = b.add(exponent, bias);
    let significand = int::widened(b, &one.significand, 128, Sign::Unsigned);
    let significand = int::shift_by(b, Shift::Left, &significand, 127 - BITS);
    let significand = int::shift(b, Shift::Left, &significand, odd, Excess::Wraps);
    let results = helpers.call(b, Helper::SquareRoot, significand.leaves());
    let whole = Int::new(128, results[..2].iter().copied());
    let whole = int::truncated(b, &whole, ROOT_BITS).assume(Above::Zeros);
    let none = b.const64(0);
    let is_inexact = b.not_equal(results[2], none);
    let whole = with_lowest(b, &whole, is_inexact);
    let positive = b.const32(0);
    let number = put_together(b, FORMAT, positive, exponent, &whole);
    // Zeros and infinity are their own roots.
    let is_itself = b.bit_or(one.is_zero, one.is_infinite);
    let number = int::select(b, is_itself, x, &number.assume(Above::Unknown));
    let is_some = int::not_condition(b, one.is_zero);
    (number, b.bit_and(one.negative, is_some))
}

/// A number rounded to an integer, of the same sign. A NaN remains one.
fn rounded(b: &mut Cursor<'_>, operation: Quad, x: &Int) -> Int {
    let stored = FORMAT.trailing_bits();
    let negative = int::is_negative(b, x);
    let magnitude = super::abs(b, x);
    let exponent = int::shift_by(b, Shift::Right(Sign::Unsigned), &magnitude, stored);
    let exponent = as_int32(b, &exponent);
    // The lowest bits are a fraction, of which numbers below 1 have one bit more than those from 1 on, at most.
    let last = b.const32(FORMAT.bias() + stored as i32);
    let count = b.sub(last, exponent);
    let [none, all] = [b.const32(0), b.const32(stored as i32)];
    let count = b.smax(count, none);
    let count = b.smin(count, all);
    let one_bit = int::constant(b, 128, &[1]);
    let unit = int::shift(b, Shift::Left, &one_bit, count, Excess::Empties);
    let mask = int::sub(b, &unit, &one_bit);
    let fraction = int::and(b, &magnitude, &mask);
    let whole = int::xor(b, &magnitude, &fraction);
    let bias = b.const32(FORMAT.bias());
    let is_small = b.less_than(exponent, bias);
    // Below 1 all is fraction, and the next integer is 1.
    let zero = zero(b);
    let one = FORMAT.special(b, FORMAT.bias(), None);
    // The carry out of the significand increases the exponent.
    let next = int::add(b, &whole, &unit);
    let next = int::select(b, is_small, &one, &next);
    let odd = int::and(b, &whole, &unit);
    let whole = int::select(b, is_small, &zero, &whole);
    let any = {
        let fraction = int::select(b, is_small, &magnitude, &fraction);
        let any = int::truth(b, &fraction);
        let none = b.const64(0);
        b.not_equal(any, none)
    };
    let away = match operation {
        Quad::Ceil => {
            let positive = int::not_condition(b, negative);
            b.bit_and(any, positive)
        }
        Quad::Floor => b.bit_and(any, negative),
        Quad::Nearest => {
            let half = int::shift_by(b, Shift::Right(Sign::Unsigned), &unit, 1);
            let half_of_one = FORMAT.special(b, FORMAT.bias() - 1, None);
            let [is_more, is_half] = [Relation::Greater(Sign::Unsigned), Relation::Equal]
                .map(|relation| int::compare(b, relation, &fraction, &half));
            let odd = int::truth(b, &odd);
            let none = b.const64(0);
            let odd = b.not_equal(odd, none);
            let tie = b.bit_and(is_half, odd);
            let tie = b.bit_and(tie, any);
            let up = b.bit_or(is_more, tie);
            let small_up = int::compare(b, Relation::Greater(Sign::Unsigned), &magnitude, &half_of_one);
            b.select(is_small, small_up, up)
        }
        _ => b.const32(0),
    };
    let result = int::select(b, away, &next, &whole);
    with_sign(b, &result.assume(Above::Unknown), negative)
}

fn product(b: &mut Cursor<'_>, one: &Parts, other: &Parts) -> (Int, ValueId) {
    let Unrounded { negative, exponent, significand } = whole_product(b, one, other);
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
