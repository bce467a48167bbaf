//! Carries, overflow and saturation. A carry or overflow is an Int32 that is 0 or 1.

use super::arithmetic::{chain, same_width};
use super::{
    Int, Relation, Sign, compare, constant, extended, is_negative, select, truncated, wide_mul, widened,
};
use barebones::ir::{Cursor, ValueId};

/// The sum of two integers and a carry (any value that is not zero is one), and the carry out.
///
/// # Panics
/// Panics if the widths differ.
pub fn add_carry(b: &mut Cursor<'_>, x: &Int, y: &Int, carry: Option<ValueId>) -> (Int, ValueId) {
    with_carry(b, x, y, carry, false)
}

/// The difference of two integers less a borrow (any value that is not zero is one), and the borrow out.
///
/// # Panics
/// Panics if the widths differ.
pub fn sub_borrow(b: &mut Cursor<'_>, x: &Int, y: &Int, borrow: Option<ValueId>) -> (Int, ValueId) {
    with_carry(b, x, y, borrow, true)
}

fn with_carry(
    b: &mut Cursor<'_>,
    x: &Int,
    y: &Int,
    carry: Option<ValueId>,
    subtract: bool,
) -> (Int, ValueId) {
    let bits = same_width(x, y);
    if let ([x_leaf], [y_leaf], true, None) = (x.leaves(), y.leaves(), x.is_full(), carry) {
        let both =
            if subtract { b.usub_overflow(*x_leaf, *y_leaf) } else { b.uadd_overflow(*x_leaf, *y_leaf) };
        let result = b.extract(both, 0);
        return (Int::new(bits, [result]), b.extract(both, 1));
    }
    if x.is_full() {
        return chain(b, x, y, carry, subtract);
    }
    let [x, y] = [extended(b, x, Sign::Unsigned), extended(b, y, Sign::Unsigned)];
    let (result, _) = chain(b, &x, &y, carry, subtract);
    // The bit after the width is the carry, or the sign of a negative difference.
    let used = b.const32((bits - (x.leaves().len() as u32 - 1) * 64) as i32);
    let out = b.zshr(result.top(), used);
    let out = if bits <= 32 { out } else { b.trunc(out) };
    let one = b.const32(1);
    (result, b.bit_and(out, one))
}

/// The sum or difference of signed integers with a carry or borrow, and whether it overflows.
fn signed_sum(
    b: &mut Cursor<'_>,
    x: &Int,
    y: &Int,
    carry: Option<ValueId>,
    subtract: bool,
) -> (Int, ValueId) {
    let bits = same_width(x, y);
    if let ([x_leaf], [y_leaf], true, None) = (x.leaves(), y.leaves(), x.is_full(), carry) {
        let both = if subtract { b.sub_overflow(*x_leaf, *y_leaf) } else { b.add_overflow(*x_leaf, *y_leaf) };
        let result = b.extract(both, 0);
        return (Int::new(bits, [result]), b.extract(both, 1));
    }
    let [x, y] = [extended(b, x, Sign::Signed), extended(b, y, Sign::Signed)];
    let (result, _) = chain(b, &x, &y, carry, subtract);
    if !x.is_full() {
        let cut = extended(b, &result, Sign::Signed);
        let overflow = b.not_equal(cut.top(), result.top());
        return (cut, overflow);
    }
    // A sum overflows if its sign differs from both operands; a difference if that of x differs from both others.
    let [x, y] = [x.top(), y.top()];
    let one = b.bit_xor(x, result.top());
    let other = if subtract { b.bit_xor(x, y) } else { b.bit_xor(y, result.top()) };
    let signs = b.bit_and(one, other);
    let zero = b.constant(result.leaf_type(), 0);
    let overflow = b.less_than(signs, zero);
    (result, overflow)
}

/// The sum of two integers and a carry, and whether it overflows.
///
/// # Panics
/// Panics if the widths differ.
pub fn add_overflow(
    b: &mut Cursor<'_>,
    x: &Int,
    y: &Int,
    carry: Option<ValueId>,
    sign: Sign,
) -> (Int, ValueId) {
    match sign {
        Sign::Signed => signed_sum(b, x, y, carry, false),
        Sign::Unsigned => add_carry(b, x, y, carry),
    }
}

/// The difference of two integers less a borrow, and whether it overflows.
///
/// # Panics
/// Panics if the widths differ.
pub fn sub_overflow(
    b: &mut Cursor<'_>,
    x: &Int,
    y: &Int,
    borrow: Option<ValueId>,
    sign: Sign,
) -> (Int, ValueId) {
    match sign {
        Sign::Signed => signed_sum(b, x, y, borrow, true),
        Sign::Unsigned => sub_borrow(b, x, y, borrow),
    }
}

/// The product of two integers, and whether it overflows.
///
/// # Panics
/// Panics if the widths differ.
pub fn mul_overflow(b: &mut Cursor<'_>, x: &Int, y: &Int, sign: Sign) -> (Int, ValueId) {
    let bits = same_width(x, y);
    if let ([x_leaf], [y_leaf], true) = (x.leaves(), y.leaves(), x.is_full()) {
        let both = match sign {
            Sign::Signed => b.mul_overflow(*x_leaf, *y_leaf),
            Sign::Unsigned => b.umul_overflow(*x_leaf, *y_leaf),
        };
        let result = b.extract(both, 0);
        return (Int::new(bits, [result]), b.extract(both, 1));
    }
    let product = wide_mul(b, x, y, sign);
    let low = truncated(b, &product, bits);
    let expected = widened(b, &low, 2 * bits, sign);
    let overflow = compare(b, Relation::NotEqual, &product, &expected);
    (low, overflow)
}

/// The sum, or the limit that it exceeds.
///
/// # Panics
/// Panics if the widths differ.
pub fn saturating_add(b: &mut Cursor<'_>, x: &Int, y: &Int, sign: Sign) -> Int {
    let (sum, overflow) = add_overflow(b, x, y, None, sign);
    saturated(b, x, &sum, overflow, sign, u64::MAX)
}

/// The difference, or the limit that it exceeds.
///
/// # Panics
/// Panics if the widths differ.
pub fn saturating_sub(b: &mut Cursor<'_>, x: &Int, y: &Int, sign: Sign) -> Int {
    let (difference, overflow) = sub_overflow(b, x, y, None, sign);
    saturated(b, x, &difference, overflow, sign, 0)
}

/// The result, or a limit if it overflows: for unsigned integers this one, for signed ones that of the sign of `x`.
fn saturated(b: &mut Cursor<'_>, x: &Int, result: &Int, overflow: ValueId, sign: Sign, limit: u64) -> Int {
    let bits = x.bits();
    let limbs = vec![limit; x.leaves().len()];
    let limit = match sign {
        Sign::Unsigned => constant(b, bits, &limbs),
        Sign::Signed => {
            let negative = is_negative(b, x);
            let smallest = smallest(b, bits);
            let largest = largest(b, bits);
            select(b, negative, &smallest, &largest)
        }
    };
    let result = result.clone().assume(super::Above::Unknown);
    select(b, overflow, &limit.assume(super::Above::Unknown), &result)
}

/// The smallest signed integer of a width.
pub fn smallest(b: &mut Cursor<'_>, bits: u32) -> Int {
    let mut limbs = vec![0; super::leaf_count(bits)];
    if let Some(top) = limbs.last_mut() {
        *top = 1 << ((bits - 1) % 64);
    }
    constant(b, bits, &limbs)
}

/// The largest signed integer of a width.
pub fn largest(b: &mut Cursor<'_>, bits: u32) -> Int {
    let mut limbs = vec![u64::MAX; super::leaf_count(bits)];
    if let Some(top) = limbs.last_mut() {
        *top = (1 << ((bits - 1) % 64)) - 1;
    }
    constant(b, bits, &limbs)
}
