//! Quotients and remainders.

use super::arithmetic::same_width;
use super::{Above, Int, Relation, Sign, compare, container, extended, resized, smallest, truth};
use crate::helpers::{Helper, Helpers};
use barebones::base::TrapCode;
use barebones::ir::Cursor;

/// The quotient, rounded toward zero, and the remainder, whose sign is that of `x`.
///
/// The quotient of the smallest signed integer and -1 wraps, and its remainder is 0. The divisor must not be zero: as
/// for the IR's own divisions, the behaviour is undefined then. Integers above 64 bits need a helper.
///
/// # Panics
/// Panics if the widths differ.
pub fn divide(b: &mut Cursor<'_>, helpers: &mut Helpers, x: &Int, y: &Int, sign: Sign) -> (Int, Int) {
    let bits = same_width(x, y);
    let [x, y] = [extended(b, x, sign), extended(b, y, sign)];
    if let ([x_leaf], [y_leaf]) = (x.leaves(), y.leaves()) {
        let (quotient, remainder) = match sign {
            Sign::Unsigned => (b.udiv(*x_leaf, *y_leaf), b.umod(*x_leaf, *y_leaf)),
            Sign::Signed if x.is_full() => (b.chill_div(*x_leaf, *y_leaf), b.chill_mod(*x_leaf, *y_leaf)),
            Sign::Signed => (b.div(*x_leaf, *y_leaf), b.modulo(*x_leaf, *y_leaf)),
        };
        // The quotient of the smallest integer and -1 has one bit more.
        let above = if sign.is_signed() { Above::Unknown } else { Above::Zeros };
        return (Int::with_above(bits, [quotient], above), Int::with_above(bits, [remainder], sign.above()));
    }
    let limbs = container(bits) / 64;
    let operands: Vec<_> = x.leaves().iter().chain(y.leaves()).copied().collect();
    let helper = Helper::Divide { limbs: limbs as u8, sign };
    let results = helpers.call(b, helper, &operands);
    let (quotient, remainder) = results.split_at(limbs as usize);
    let above = if sign.is_signed() { Above::Unknown } else { Above::Zeros };
    (
        Int::with_above(bits, quotient.iter().copied(), above),
        Int::with_above(bits, remainder.iter().copied(), sign.above()),
    )
}

/// Traps with `IntegerDivisionByZero` if the divisor is zero.
pub fn trap_zero_divisor(b: &mut Cursor<'_>, y: &Int) {
    let any = truth(b, y);
    let zero = b.constant(y.leaf_type(), 0);
    let is_zero = b.equal(any, zero);
    b.trap_if(is_zero, TrapCode::IntegerDivisionByZero);
}

/// Traps with `IntegerOverflow` if the quotient of signed integers overflows: the smallest divided by -1.
///
/// # Panics
/// Panics if the widths differ.
pub fn trap_overflowing_quotient(b: &mut Cursor<'_>, x: &Int, y: &Int) {
    let bits = same_width(x, y);
    let smallest = smallest(b, bits);
    let minus_one = super::signed_constant(b, bits, -1);
    let is_smallest = compare(b, Relation::Equal, x, &smallest);
    let is_minus_one = compare(b, Relation::Equal, y, &minus_one);
    let overflows = b.bit_and(is_smallest, is_minus_one);
    b.trap_if(overflows, TrapCode::IntegerOverflow);
}

/// The quotient and remainder of an integer of twice the width and one of the width.
///
/// Traps with `IntegerDivisionByZero` if the divisor is zero, and with `IntegerOverflow` if the quotient does not fit.
///
/// # Panics
/// Panics if the width of `x` is not twice that of `y`.
pub fn divide_wide(b: &mut Cursor<'_>, helpers: &mut Helpers, x: &Int, y: &Int, sign: Sign) -> (Int, Int) {
    let bits = y.bits();
    assert_eq!(x.bits(), 2 * bits, "a dividend of twice the width");
    trap_zero_divisor(b, y);
    let wide = resized(b, y, 2 * bits, sign);
    let (quotient, remainder) = divide(b, helpers, x, &wide, sign);
    let quotient_low = resized(b, &quotient, bits, sign);
    let whole = resized(b, &quotient_low, 2 * bits, sign);
    let overflows = compare(b, Relation::NotEqual, &whole, &quotient);
    b.trap_if(overflows, TrapCode::IntegerOverflow);
    let remainder = resized(b, &remainder, bits, sign);
    (quotient_low, remainder)
}
