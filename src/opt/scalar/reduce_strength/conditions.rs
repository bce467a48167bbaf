//! Rules that join two comparisons by And, Or or exclusive Or, and the truth value of a condition.

use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

/// Order of a comparison, which gives its outcomes their meaning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Any,
    Signed,
    Unsigned,
    Float,
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const UNORDERED: u8 = 8;

/// The order of a comparison, and the outcomes for which it is true.
fn outcomes(opcode: Opcode, ty: Type) -> Option<(Order, u8)> {
    let order = if ty.is_float() { Order::Float } else { Order::Signed };
    Some(match opcode {
        Opcode::Equal if ty.is_int() => (Order::Any, EQUAL),
        Opcode::NotEqual if ty.is_int() => (Order::Any, LESS | GREATER),
        Opcode::Equal => (order, EQUAL),
        Opcode::NotEqual => (order, LESS | GREATER | UNORDERED),
        Opcode::LessThan => (order, LESS),
        Opcode::GreaterThan => (order, GREATER),
        Opcode::LessEqual => (order, LESS | EQUAL),
        Opcode::GreaterEqual => (order, GREATER | EQUAL),
        Opcode::Below => (Order::Unsigned, LESS),
        Opcode::Above => (Order::Unsigned, GREATER),
        Opcode::BelowEqual => (Order::Unsigned, LESS | EQUAL),
        Opcode::AboveEqual => (Order::Unsigned, GREATER | EQUAL),
        Opcode::EqualOrUnordered => (order, EQUAL | UNORDERED),
        _ => return None,
    })
}

/// The comparison that is true for exactly these outcomes.
fn comparison(order: Order, outcomes: u8) -> Option<Opcode> {
    let float = order == Order::Float;
    let unsigned = order == Order::Unsigned;
    Some(match outcomes {
        EQUAL => Opcode::Equal,
        13 if float => Opcode::NotEqual,
        5 if !float => Opcode::NotEqual,
        10 if float => Opcode::EqualOrUnordered,
        LESS if unsigned => Opcode::Below,
        GREATER if unsigned => Opcode::Above,
        3 if unsigned => Opcode::BelowEqual,
        6 if unsigned => Opcode::AboveEqual,
        LESS => Opcode::LessThan,
        GREATER => Opcode::GreaterThan,
        3 => Opcode::LessEqual,
        6 => Opcode::GreaterEqual,
        _ => return None,
    })
}

pub(in crate::opt) fn is_comparison(opcode: Opcode) -> bool {
    (Opcode::Equal as u8..=Opcode::EqualOrUnordered as u8).contains(&(opcode as u8))
}

/// Turn this: two comparisons joined by And, Or or exclusive Or
/// Into this: one comparison, if both have the same operands or compare one value with two constants.
pub(super) fn join(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    if !is_comparison(r.opcode(a)) || !is_comparison(r.opcode(b)) {
        return false;
    }
    join_same(r, id, a, b) || join_zeros(r, id, a, b) || join_bounds(r, id, a, b)
}

/// Turn this: `x < y | x == y`
/// Into this: `x <= y`
fn join_same(r: &mut Reducer, id: ValueId, a: ValueId, b: ValueId) -> bool {
    let ([x, y], [z, w]) = (r.pair(a), r.pair(b));
    let ty = r.ty(x);
    if ty != r.ty(z) {
        return false;
    }
    let (Some((first, left)), Some((second, right))) = (outcomes(r.opcode(a), ty), outcomes(r.opcode(b), ty))
    else {
        return false;
    };
    let right = match () {
        _ if [x, y] == [z, w] => right,
        _ if [x, y] == [w, z] => right & (EQUAL | UNORDERED) | (right & LESS) << 2 | (right & GREATER) >> 2,
        _ => return false,
    };
    let order = match (first, second) {
        (Order::Any, other) | (other, Order::Any) => other,
        _ if first == second => first,
        _ => return false,
    };
    let all = if order == Order::Float { 15 } else { 7 };
    let joined = match r.opcode(id) {
        Opcode::BitAnd => left & right,
        Opcode::BitOr => left | right,
        _ => left ^ right,
    };
    if joined == 0 || joined == all {
        return r.become_constant(Rule::JoinToConstant, id, u64::from(joined != 0));
    }
    match comparison(order, joined) {
        Some(opcode) => r.become_operation(Rule::JoinSame, id, opcode, &[x, y]),
        None => false,
    }
}

/// Turn this: `x == 0 & y == 0`, `x != 0 | y != 0`
/// Into this: `(x | y) == 0`, `(x | y) != 0`
fn join_zeros(r: &mut Reducer, id: ValueId, a: ValueId, b: ValueId) -> bool {
    let opcode = r.opcode(a);
    let wanted = match r.opcode(id) {
        Opcode::BitAnd => Opcode::Equal,
        Opcode::BitOr => Opcode::NotEqual,
        _ => return false,
    };
    let ([x, zero], [y, nought]) = (r.pair(a), r.pair(b));
    let fits = opcode == wanted && r.opcode(b) == wanted && r.ty(x) == r.ty(y);
    if !fits || r.int(zero) != Some(0) || r.int(nought) != Some(0) || !r.is_single(a) || !r.is_single(b) {
        return false;
    }
    let both = r.make(Opcode::BitOr, r.ty(x), &[x, y]);
    r.become_operation(Rule::JoinZeros, id, wanted, &[both, zero])
}

/// A cyclic interval of numbers, both ends included. If `first` is above `last` it wraps around the maximum.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Interval {
    first: u64,
    last: u64,
}

/// The compared value, and the interval for which a comparison with a constant is true; `None` if it is constant.
fn interval(r: &Reducer, comparison: ValueId) -> Option<(ValueId, Interval)> {
    let [x, constant] = r.pair(comparison);
    let constant = r.int(constant)?;
    let (mask, sign) = (r.mask(x), r.arithmetic.sign_bit(r.ty(x)));
    let (least, most) = match r.opcode(comparison) {
        Opcode::LessThan | Opcode::LessEqual | Opcode::GreaterThan | Opcode::GreaterEqual => (sign, sign - 1),
        _ => (0, mask),
    };
    let below = constant.wrapping_sub(1) & mask;
    let above = constant.wrapping_add(1) & mask;
    let (first, last) = match r.opcode(comparison) {
        Opcode::Equal => (constant, constant),
        Opcode::NotEqual => (above, below),
        Opcode::LessThan | Opcode::Below if constant != least => (least, below),
        Opcode::LessEqual | Opcode::BelowEqual if constant != most => (least, constant),
        Opcode::GreaterThan | Opcode::Above if constant != most => (above, most),
        Opcode::GreaterEqual | Opcode::AboveEqual if constant != least => (constant, most),
        _ => return None,
    };
    Some((x, Interval { first, last }))
}

impl Interval {
    fn contains(self, number: u64, mask: u64) -> bool {
        number.wrapping_sub(self.first) & mask <= self.last.wrapping_sub(self.first) & mask
    }

    /// The intersection, if it is one non-empty interval.
    fn and(self, other: Interval, mask: u64) -> Option<Interval> {
        let starts = [self.contains(other.first, mask), other.contains(self.first, mask)];
        let ends = [self.contains(other.last, mask), other.contains(self.last, mask)];
        let first = match starts {
            [true, false] => other.first,
            [false, true] => self.first,
            [true, true] if self.first == other.first => self.first,
            _ => return None,
        };
        let last = match ends {
            [true, false] => other.last,
            [false, true] => self.last,
            [true, true] if self.last == other.last => self.last,
            _ => return None,
        };
        Some(Interval { first, last })
    }

    fn inverse(self, mask: u64) -> Interval {
        Interval { first: self.last.wrapping_add(1) & mask, last: self.first.wrapping_sub(1) & mask }
    }
}

/// Turn this: `x >= 10 & x < 20`, `x < 10 | x >= 20`, `x == 5 | x == 6`
/// Into this: `x - 10 below 10`, `x - 10 aboveEqual 10`, `x - 5 below 2`
fn join_bounds(r: &mut Reducer, id: ValueId, a: ValueId, b: ValueId) -> bool {
    if !r.ty(r.child(a, 0)).is_int() || !r.ty(r.child(b, 0)).is_int() {
        return false;
    }
    let (Some((x, left)), Some((y, right))) = (interval(r, a), interval(r, b)) else { return false };
    if x != y || !r.is_single(a) || !r.is_single(b) {
        return false;
    }
    let (ty, mask) = (r.ty(x), r.mask(x));
    let (joined, opcode) = match r.opcode(id) {
        Opcode::BitAnd => (left.and(right, mask), Opcode::BelowEqual),
        Opcode::BitOr => (left.inverse(mask).and(right.inverse(mask), mask), Opcode::Above),
        _ => return false,
    };
    let Some(joined) = joined else { return false };
    let start = r.constant(ty, joined.first.wrapping_neg());
    let moved = r.make(Opcode::Add, ty, &[x, start]);
    let count = r.constant(ty, joined.last.wrapping_sub(joined.first));
    r.become_operation(Rule::JoinBounds, id, opcode, &[moved, count])
}

/// Simplifies a condition of which only zero or nonzero matters (predicates, comparisons with 0). Returns the rule, the
/// simpler condition, and true if that is the inverse.
pub(super) fn truth(r: &Reducer, id: ValueId) -> Option<(Rule, ValueId, bool)> {
    let x = r.proc.children(id).first().copied()?;
    Some(match r.opcode(id) {
        Opcode::NotEqual | Opcode::Equal if r.ty(x).is_int() && r.int(r.child(id, 1)) == Some(0) => {
            (Rule::TruthCompare, x, r.opcode(id) == Opcode::Equal)
        }
        Opcode::BitXor if r.int(r.child(id, 1)) == Some(1) && r.is_bool(x) => (Rule::TruthInverted, x, true),
        Opcode::ZExt32 | Opcode::SExt32 => (Rule::TruthExtended, x, false),
        Opcode::Neg | Opcode::ByteSwap | Opcode::BitReverse if r.ty(id).is_int() => {
            (Rule::TruthPermuted, x, false)
        }
        Opcode::RotL | Opcode::RotR => (Rule::TruthPermuted, x, false),
        Opcode::Mul if r.ty(id).is_int() && r.int(r.child(id, 1))? & 1 != 0 => (Rule::TruthOdd, x, false),
        _ => return None,
    })
}
