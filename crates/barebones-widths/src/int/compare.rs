//! Comparisons and choices. A condition is an Int32 that is 0 or 1.

use super::arithmetic::same_width;
use super::{Above, Int, Sign, extended};
use crate::Leaves;
use barebones::ir::{Cursor, ValueId};

/// A relation of two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// x = y
    Equal,
    /// x != y
    NotEqual,
    /// x < y
    Less(Sign),
    /// x <= y
    LessEqual(Sign),
    /// x > y
    Greater(Sign),
    /// x >= y
    GreaterEqual(Sign),
}

/// 1 if the relation holds, else 0.
///
/// # Panics
/// Panics if the widths differ.
pub fn compare(b: &mut Cursor<'_>, relation: Relation, x: &Int, y: &Int) -> ValueId {
    same_width(x, y);
    let sign = match relation {
        Relation::Equal | Relation::NotEqual => Sign::Unsigned,
        Relation::Less(sign)
        | Relation::LessEqual(sign)
        | Relation::Greater(sign)
        | Relation::GreaterEqual(sign) => sign,
    };
    let (x, y) = match (relation, x.above(), y.above()) {
        // Equal integers extended alike are equal.
        (Relation::Equal | Relation::NotEqual, Above::Signs, Above::Signs) => (x.clone(), y.clone()),
        _ => (extended(b, x, sign), extended(b, y, sign)),
    };
    if let ([x], [y]) = (x.leaves(), y.leaves()) {
        return compare_leaves(b, relation, *x, *y);
    }
    match relation {
        Relation::Equal | Relation::NotEqual => {
            let mut differing: Option<ValueId> = None;
            for (x, y) in x.leaves().iter().zip(y.leaves()) {
                let bits = b.bit_xor(*x, *y);
                differing = Some(differing.map_or(bits, |others| b.bit_or(others, bits)));
            }
            let differing = differing.unwrap_or(x.low());
            let zero = b.const64(0);
            compare_leaves(b, relation, differing, zero)
        }
        Relation::Less(_) => borrow(b, &x, &y, sign),
        Relation::Greater(_) => borrow(b, &y, &x, sign),
        Relation::GreaterEqual(_) => {
            let less = borrow(b, &x, &y, sign);
            not(b, less)
        }
        Relation::LessEqual(_) => {
            let greater = borrow(b, &y, &x, sign);
            not(b, greater)
        }
    }
}

/// 1 if the relation of two values of a procedure holds, else 0.
fn compare_leaves(b: &mut Cursor<'_>, relation: Relation, x: ValueId, y: ValueId) -> ValueId {
    match relation {
        Relation::Equal => b.equal(x, y),
        Relation::NotEqual => b.not_equal(x, y),
        Relation::Less(Sign::Signed) => b.less_than(x, y),
        Relation::Less(Sign::Unsigned) => b.below(x, y),
        Relation::LessEqual(Sign::Signed) => b.less_equal(x, y),
        Relation::LessEqual(Sign::Unsigned) => b.below_equal(x, y),
        Relation::Greater(Sign::Signed) => b.greater_than(x, y),
        Relation::Greater(Sign::Unsigned) => b.above(x, y),
        Relation::GreaterEqual(Sign::Signed) => b.greater_equal(x, y),
        Relation::GreaterEqual(Sign::Unsigned) => b.above_equal(x, y),
    }
}

/// 1 if x < y, of several leaves: the borrow out of the difference. Signed integers are compared with inverted signs.
fn borrow(b: &mut Cursor<'_>, x: &Int, y: &Int, sign: Sign) -> ValueId {
    let last = x.leaves().len() - 1;
    let [mut xs, mut ys]: [Leaves; 2] = [x, y].map(|x| x.leaves().iter().copied().collect());
    if sign.is_signed() {
        let smallest = b.const64(i64::MIN);
        xs[last] = b.bit_xor(xs[last], smallest);
        ys[last] = b.bit_xor(ys[last], smallest);
    }
    let mut carry = b.const32(0);
    for (x, y) in xs.iter().zip(&ys) {
        let both = b.sub_borrow(*x, *y, carry);
        carry = b.extract(both, 1);
    }
    carry
}

/// The opposite of a condition.
pub fn not_condition(b: &mut Cursor<'_>, condition: ValueId) -> ValueId {
    not(b, condition)
}

fn not(b: &mut Cursor<'_>, condition: ValueId) -> ValueId {
    let zero = b.const32(0);
    b.equal(condition, zero)
}

/// A value that is zero if and only if the integer is: an Int32 or Int64.
pub fn truth(b: &mut Cursor<'_>, x: &Int) -> ValueId {
    let x = if x.above() == Above::Signs { x.clone() } else { extended(b, x, Sign::Unsigned) };
    let mut any = x.low();
    for leaf in &x.leaves()[1..] {
        any = b.bit_or(any, *leaf);
    }
    any
}

/// 1 if the integer is negative, else 0.
pub fn is_negative(b: &mut Cursor<'_>, x: &Int) -> ValueId {
    let x = extended(b, x, Sign::Signed);
    let zero = b.constant(x.leaf_type(), 0);
    b.less_than(x.top(), zero)
}

/// `x` if the condition is not zero, else `y`.
///
/// # Panics
/// Panics if the widths differ.
pub fn select(b: &mut Cursor<'_>, condition: ValueId, x: &Int, y: &Int) -> Int {
    let bits = same_width(x, y);
    let above = if x.above() == y.above() { x.above() } else { Above::Unknown };
    let leaves = x.leaves().iter().zip(y.leaves());
    let leaves: Leaves = leaves.map(|(x, y)| b.select(condition, *x, *y)).collect();
    Int::with_above(bits, leaves, above)
}

/// The smaller integer.
///
/// # Panics
/// Panics if the widths differ.
pub fn min(b: &mut Cursor<'_>, x: &Int, y: &Int, sign: Sign) -> Int {
    least(b, x, y, sign, false)
}

/// The larger integer.
///
/// # Panics
/// Panics if the widths differ.
pub fn max(b: &mut Cursor<'_>, x: &Int, y: &Int, sign: Sign) -> Int {
    least(b, x, y, sign, true)
}

fn least(b: &mut Cursor<'_>, x: &Int, y: &Int, sign: Sign, greatest: bool) -> Int {
    let [x, y] = [extended(b, x, sign), extended(b, y, sign)];
    if let ([x_leaf], [y_leaf]) = (x.leaves(), y.leaves()) {
        let result = match (sign, greatest) {
            (Sign::Signed, false) => b.smin(*x_leaf, *y_leaf),
            (Sign::Signed, true) => b.smax(*x_leaf, *y_leaf),
            (Sign::Unsigned, false) => b.umin(*x_leaf, *y_leaf),
            (Sign::Unsigned, true) => b.umax(*x_leaf, *y_leaf),
        };
        return Int::with_above(x.bits(), [result], sign.above());
    }
    let relation = if greatest { Relation::Greater(sign) } else { Relation::Less(sign) };
    let first = compare(b, relation, &x, &y);
    select(b, first, &x, &y)
}
