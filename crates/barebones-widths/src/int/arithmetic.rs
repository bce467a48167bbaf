//! Sums, differences, absolute values.

use super::{Above, Int, Sign, constant, extended, is_negative};
use crate::Leaves;
use barebones::ir::{Cursor, ValueId};

/// The operands of an operation on two integers of the same width.
///
/// # Panics
/// Panics if the widths differ.
pub(super) fn same_width(x: &Int, y: &Int) -> u32 {
    assert_eq!(x.bits(), y.bits(), "operands of different widths");
    x.bits()
}

/// The sum; wraps.
///
/// # Panics
/// Panics if the widths differ.
pub fn add(b: &mut Cursor<'_>, x: &Int, y: &Int) -> Int {
    let bits = same_width(x, y);
    match (x.leaves(), y.leaves()) {
        ([x], [y]) => {
            let sum = b.add(*x, *y);
            Int::new(bits, [sum])
        }
        _ => chain(b, x, y, None, false).0,
    }
}

/// The difference; wraps.
///
/// # Panics
/// Panics if the widths differ.
pub fn sub(b: &mut Cursor<'_>, x: &Int, y: &Int) -> Int {
    let bits = same_width(x, y);
    match (x.leaves(), y.leaves()) {
        ([x], [y]) => {
            let difference = b.sub(*x, *y);
            Int::new(bits, [difference])
        }
        _ => chain(b, x, y, None, true).0,
    }
}

/// The sum or difference of all leaves, with a carry or borrow into the first and out of the last.
pub(super) fn chain(
    b: &mut Cursor<'_>,
    x: &Int,
    y: &Int,
    carry: Option<ValueId>,
    subtract: bool,
) -> (Int, ValueId) {
    let mut leaves = Leaves::new();
    let mut carry = match carry {
        Some(carry) => carry,
        None => b.const32(0),
    };
    for (x, y) in x.leaves().iter().zip(y.leaves()) {
        let both = if subtract { b.sub_borrow(*x, *y, carry) } else { b.add_carry(*x, *y, carry) };
        leaves.push(b.extract(both, 0));
        carry = b.extract(both, 1);
    }
    (Int::new(x.bits(), leaves), carry)
}

/// The negated integer; wraps.
pub fn neg(b: &mut Cursor<'_>, x: &Int) -> Int {
    if let [x_leaf] = x.leaves() {
        let negated = b.neg(*x_leaf);
        return Int::new(x.bits(), [negated]);
    }
    let zero = constant(b, x.bits(), &[]);
    sub(b, &zero, x)
}

/// The absolute value of a signed integer, as an unsigned one: that of the smallest integer is itself.
pub fn abs(b: &mut Cursor<'_>, x: &Int) -> Int {
    let x = extended(b, x, Sign::Signed);
    if let [leaf] = x.leaves() {
        let negative = is_negative(b, &x);
        let negated = b.neg(*leaf);
        let result = b.select(negative, negated, *leaf);
        return Int::with_above(x.bits(), [result], Above::Unknown);
    }
    // Inverts all bits of a negative integer and adds one.
    let shift = b.const32(63);
    let sign = b.sshr(x.top(), shift);
    let signs = Int::new(x.bits(), x.leaves().iter().map(|_| sign));
    let inverted = super::xor(b, &x, &signs);
    sub(b, &inverted, &signs)
}
