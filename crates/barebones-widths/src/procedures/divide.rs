//! Division of integers of several limbs.
//!
//! Source: Knuth, The Art of Computer Programming, volume 2, 4.3.1, algorithm D, for two limbs by way of digits of 32
//! bits (Warren, Hacker's Delight, 9-4 and 9-5); one bit at a time for more.

use crate::helpers::{Helper, Helpers};
use crate::int::{self, Int, Sign};
use barebones::base::Type;
use barebones::ir::{BlockId, Cursor, Procedure, ValueId};

/// The arguments of a division as two integers.
fn operands(arguments: &[ValueId]) -> [Int; 2] {
    let (x, y) = arguments.split_at(arguments.len() / 2);
    let bits = 64 * x.len() as u32;
    [x, y].map(|limbs| Int::new(bits, limbs.iter().copied()))
}

/// Divides the absolute values, and negates the results.
pub(super) fn signed(b: &mut Cursor<'_>, helpers: &mut Helpers, arguments: &[ValueId]) {
    let [x, y] = operands(arguments);
    let [x_negative, y_negative] = [int::is_negative(b, &x), int::is_negative(b, &y)];
    let [x_size, y_size] = [int::abs(b, &x), int::abs(b, &y)];
    let both: Vec<ValueId> = x_size.leaves().iter().chain(y_size.leaves()).copied().collect();
    let limbs = x.leaves().len();
    let helper = Helper::Divide { limbs: limbs as u8, sign: Sign::Unsigned };
    let results = helpers.call(b, helper, &both);
    let [quotient, remainder] = operands(&results);
    let quotient_negative = b.bit_xor(x_negative, y_negative);
    let mut leaves = Vec::new();
    for (result, is_negative) in [(quotient, quotient_negative), (remainder, x_negative)] {
        let negated = int::neg(b, &result);
        leaves.extend(int::select(b, is_negative, &negated, &result).into_leaves());
    }
    b.ret(leaves);
}

/// Divides 128 bits by 128.
pub(super) fn two_limbs(proc: &mut Procedure, arguments: &[ValueId]) {
    let [x_low, x_high, y_low, y_high] = [arguments[0], arguments[1], arguments[2], arguments[3]];
    let root = BlockId::new(0);
    let [long, short, one_limb, two_limbs] = std::array::from_fn(|_| proc.add_block());
    proc.at(root).branch(y_high, long, short);

    // A divisor of one limb.
    proc.at(short).branch(x_high, two_limbs, one_limb);
    let mut b = proc.at(one_limb);
    let zero = b.const64(0);
    let [quotient, remainder] = [b.udiv(x_low, y_low), b.umod(x_low, y_low)];
    b.ret([quotient, zero, remainder, zero]);
    let mut b = proc.at(two_limbs);
    let zero = b.const64(0);
    let [high, rest] = [b.udiv(x_high, y_low), b.umod(x_high, y_low)];
    let (low, rest) = by_one_limb(&mut b, rest, x_low, y_low);
    b.ret([low, high, rest, zero]);

    // Half of the dividend by the upper bits of the divisor, and a quotient that is too small by at most one.
    let mut b = proc.at(long);
    let b = &mut b;
    let [x, y] = operands(arguments);
    let count = b.clz(y_high);
    let count = b.trunc(count);
    let normal = int::shift(b, int::Shift::Left, &y, count, int::Excess::Wraps);
    let half = int::shift_by(b, int::Shift::Right(Sign::Unsigned), &x, 1);
    let (estimate, _) = by_one_limb(b, half.top(), half.low(), normal.top());
    let mask = b.const32(63);
    let back = b.bit_xor(count, mask);
    let estimate = b.zshr(estimate, back);
    let zero = b.const64(0);
    let is_some = b.not_equal(estimate, zero);
    let is_some = b.zext32(is_some);
    let estimate = b.sub(estimate, is_some);
    let factor = Int::new(128, [estimate, zero]);
    let product = int::mul(b, &factor, &y);
    let rest = int::sub(b, &x, &product);
    let is_larger = int::compare(b, int::Relation::GreaterEqual(Sign::Unsigned), &rest, &y);
    let less = int::sub(b, &rest, &y);
    let rest = int::select(b, is_larger, &less, &rest);
    let one = b.zext32(is_larger);
    let quotient = b.add(estimate, one);
    b.ret([quotient, zero, rest.low(), rest.top()]);
}

/// The quotient and the remainder of two limbs, of which the upper is less than the divisor.
fn by_one_limb(b: &mut Cursor<'_>, high: ValueId, low: ValueId, divisor: ValueId) -> (ValueId, ValueId) {
    // The divisor has its highest bit set after this.
    let count = b.clz(divisor);
    let count = b.trunc(count);
    let [half, digit] = [b.const32(32), b.const64(0xFFFF_FFFF)];
    let divisor = b.shl(divisor, count);
    let dividend = Int::new(128, [low, high]);
    let dividend = int::shift(b, int::Shift::Left, &dividend, count, int::Excess::Wraps);
    let [low, high] = [dividend.low(), dividend.top()];
    let [upper, lower] = [b.zshr(divisor, half), b.bit_and(divisor, digit)];
    let mut rest = high;
    let mut quotient = None;
    for place in 0..2 {
        let next = if place == 0 { b.zshr(low, half) } else { b.bit_and(low, digit) };
        let mut estimate = b.udiv(rest, upper);
        let whole = b.mul(estimate, upper);
        let mut left = b.sub(rest, whole);
        // The estimate is too large by at most two.
        for _ in 0..2 {
            let is_small = b.below_equal(left, digit);
            let too_large = b.above(estimate, digit);
            let product = b.mul(estimate, lower);
            let available = b.shl(left, half);
            let available = b.bit_or(available, next);
            let exceeds = b.above(product, available);
            let wrong = b.bit_or(too_large, exceeds);
            let wrong = b.bit_and(wrong, is_small);
            let one = b.zext32(wrong);
            estimate = b.sub(estimate, one);
            let mask = b.neg(one);
            let back = b.bit_and(upper, mask);
            left = b.add(left, back);
        }
        let shifted = b.shl(rest, half);
        let shifted = b.bit_or(shifted, next);
        let product = b.mul(estimate, divisor);
        rest = b.sub(shifted, product);
        quotient = Some(match quotient {
            None => b.shl(estimate, half),
            Some(first) => b.bit_or(first, estimate),
        });
    }
    let remainder = b.zshr(rest, count);
    (quotient.unwrap_or(rest), remainder)
}

/// Divides integers of any number of limbs: shifts the dividend into the remainder bit by bit.
pub(super) fn limbs(proc: &mut Procedure, arguments: &[ValueId]) {
    let [x, y] = operands(arguments);
    let bits = x.bits();
    let root = BlockId::new(0);
    let [head, done] = [proc.add_block(), proc.add_block()];
    let phis: Vec<ValueId> = arguments.iter().map(|_| proc.at(head).phi(Type::Int64)).collect();
    let count = proc.at(head).phi(Type::Int32);
    let [quotient, remainder] = operands(&phis);

    let mut b = proc.at(root);
    let zero = int::constant(&mut b, bits, &[]);
    let steps = b.const32(bits as i32);
    for (value, phi) in x.leaves().iter().chain(zero.leaves()).zip(&phis) {
        b.upsilon(*value, *phi);
    }
    b.upsilon(steps, count);
    b.jump(head);

    let mut b = proc.at(head);
    let b = &mut b;
    let both = Int::new(2 * bits, quotient.leaves().iter().chain(remainder.leaves()).copied());
    let shifted = int::shift_by(b, int::Shift::Left, &both, 1);
    let [quotient, rest] = operands(shifted.leaves());
    let (less, borrow) = int::sub_borrow(b, &rest, &y, None);
    // A bit that left the remainder makes it larger than any divisor.
    let top = remainder.top();
    let none = b.const64(0);
    let has_left = b.less_than(top, none);
    let is_less = int::not_condition(b, borrow);
    let fits = b.bit_or(is_less, has_left);
    let remainder = int::select(b, fits, &less, &rest);
    let bit = b.zext32(fits);
    let mut leaves = quotient.into_leaves();
    leaves[0] = b.bit_or(leaves[0], bit);
    let one = b.const32(1);
    let left = b.sub(count, one);
    for (value, phi) in leaves.iter().chain(remainder.leaves()).zip(&phis) {
        b.upsilon(*value, *phi);
    }
    b.upsilon(left, count);
    b.branch(left, head, done);

    let results: Vec<ValueId> = leaves.iter().chain(remainder.leaves()).copied().collect();
    proc.at(done).ret(results);
}
