//! Products.

use super::arithmetic::same_width;
use super::{Above, Int, Shift, Sign, extended, leaf_count, shift_by, truncated, widened};
use crate::Leaves;
use crate::helpers::{Helper, Helpers};
use barebones::ir::{Cursor, ValueId};

/// The product; wraps.
///
/// # Panics
/// Panics if the widths differ.
pub fn mul(b: &mut Cursor<'_>, x: &Int, y: &Int) -> Int {
    let bits = same_width(x, y);
    if let ([x], [y]) = (x.leaves(), y.leaves()) {
        let product = b.mul(*x, *y);
        return Int::new(bits, [product]);
    }
    let limbs = limb_product(b, x.leaves(), y.leaves(), x.leaves().len());
    Int::new(bits, limbs)
}

/// The whole product, of twice the width.
///
/// # Panics
/// Panics if the widths differ.
pub fn wide_mul(b: &mut Cursor<'_>, x: &Int, y: &Int, sign: Sign) -> Int {
    let bits = same_width(x, y);
    if bits <= 32 {
        let [x, y] = [widened(b, x, 2 * bits, sign), widened(b, y, 2 * bits, sign)];
        let product = mul(b, &x, &y);
        return product.assume(sign.above());
    }
    let [x, y] = [extended(b, x, sign), extended(b, y, sign)];
    let count = x.leaves().len();
    let limbs = if let ([x], [y]) = (x.leaves(), y.leaves()) {
        let low = b.mul(*x, *y);
        let high = if sign.is_signed() { b.mul_high(*x, *y) } else { b.umul_high(*x, *y) };
        Leaves::from_slice(&[low, high])
    } else {
        let mut limbs = limb_product(b, x.leaves(), y.leaves(), 2 * count);
        if sign.is_signed() {
            // As an unsigned number, a negative one is too large by the power of two after its limbs.
            for (one, other) in [(&x, &y), (&y, &x)] {
                let shift = b.const32(63);
                let is_negative = b.sshr(one.top(), shift);
                let mut borrow = b.const32(0);
                for index in 0..count {
                    let part = b.bit_and(other.leaves()[index], is_negative);
                    let both = b.sub_borrow(limbs[count + index], part, borrow);
                    limbs[count + index] = b.extract(both, 0);
                    borrow = b.extract(both, 1);
                }
            }
        }
        limbs
    };
    Int::with_above(2 * bits, limbs.into_iter().take(leaf_count(2 * bits)), sign.above())
}

/// The upper half of the whole product.
///
/// # Panics
/// Panics if the widths differ.
pub fn mul_high(b: &mut Cursor<'_>, x: &Int, y: &Int, sign: Sign) -> Int {
    let bits = same_width(x, y);
    if let ([x_leaf], [y_leaf], true) = (x.leaves(), y.leaves(), x.is_full()) {
        let high =
            if sign.is_signed() { b.mul_high(*x_leaf, *y_leaf) } else { b.umul_high(*x_leaf, *y_leaf) };
        return Int::new(bits, [high]);
    }
    let product = wide_mul(b, x, y, sign);
    let high = shift_by(b, Shift::Right(Sign::Unsigned), &product, bits);
    truncated(b, &high, bits).assume(Above::Unknown)
}

/// The low limbs of the unsigned product of limbs.
fn limb_product(b: &mut Cursor<'_>, xs: &[ValueId], ys: &[ValueId], count: usize) -> Leaves {
    let zero = b.const32(0);
    let none = b.const64(0);
    // Limb by limb: `None` is a limb that is zero so far.
    let mut sum: Vec<Option<ValueId>> = vec![None; count];
    for (place, x) in xs.iter().enumerate() {
        let columns = ys.len().min(count.saturating_sub(place));
        let mut lows = Leaves::new();
        let mut highs = Leaves::new();
        for (column, y) in ys[..columns].iter().enumerate() {
            lows.push(b.mul(*x, *y));
            if place + column + 1 < count {
                highs.push(b.umul_high(*x, *y));
            }
        }
        for (start, row) in [(place, lows), (place + 1, highs)] {
            add_row(b, &mut sum, start, &row, zero, none);
        }
    }
    sum.into_iter().map(|limb| limb.unwrap_or(none)).collect()
}

/// Adds limbs to a sum at a place. What is carried out of the sum is dropped.
fn add_row(
    b: &mut Cursor<'_>,
    sum: &mut [Option<ValueId>],
    start: usize,
    row: &[ValueId],
    zero: ValueId,
    none: ValueId,
) {
    let mut carry: Option<ValueId> = None;
    for index in start..sum.len() {
        let (x, y) = match (sum[index], row.get(index - start).copied()) {
            (_, None) if carry.is_none() => return,
            (None, Some(y)) if carry.is_none() => {
                sum[index] = Some(y);
                continue;
            }
            (Some(x), Some(y)) => (x, y),
            (x, y) => (x.or(y).unwrap_or(none), none),
        };
        if index + 1 == sum.len() && carry.is_none() {
            sum[index] = Some(b.add(x, y));
            return;
        }
        let both = b.add_carry(x, y, carry.unwrap_or(zero));
        sum[index] = Some(b.extract(both, 0));
        carry = Some(b.extract(both, 1));
    }
}

/// The carry-less product, cut to the width: shifted copies of `x` combined by exclusive or.
///
/// # Panics
/// Panics if the widths differ.
pub fn carryless_mul(b: &mut Cursor<'_>, helpers: &mut Helpers, x: &Int, y: &Int) -> Int {
    let bits = same_width(x, y);
    if bits <= 32 {
        let operands = [b.zext32(x.low()), b.zext32(y.low())];
        let halves = helpers.call(b, Helper::CarrylessProduct, &operands);
        let low = b.trunc(halves[0]);
        return Int::new(bits, [low]);
    }
    let count = x.leaves().len();
    let mut sum: Vec<Option<ValueId>> = vec![None; count + 1];
    for (place, x) in x.leaves().iter().enumerate() {
        for (column, y) in y.leaves()[..count - place].iter().enumerate() {
            let halves = helpers.call(b, Helper::CarrylessProduct, &[*x, *y]);
            for (limb, half) in sum[place + column..].iter_mut().zip(halves) {
                *limb = Some(limb.map_or(half, |limb| b.bit_xor(limb, half)));
            }
        }
    }
    Int::new(bits, sum.into_iter().flatten().take(count))
}
