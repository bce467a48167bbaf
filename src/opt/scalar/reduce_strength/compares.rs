//! Rules for comparisons.
//!
//! Constants are on the right. A comparison decided by the known bits or bounds of its operand becomes a constant. One
//! with a number next to the end of a range becomes an equality or a comparison with 0.

use super::conditions::{is_comparison, truth};
use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

/// The inverse of a comparison; `None` for other opcodes and for orders of floats, which may be unordered.
pub(in crate::opt) fn inverted(opcode: Opcode, ty: Type) -> Option<Opcode> {
    use Opcode::*;
    Some(match opcode {
        Equal => NotEqual,
        NotEqual => Equal,
        _ if !ty.is_int() => return None,
        LessThan => GreaterEqual,
        GreaterEqual => LessThan,
        GreaterThan => LessEqual,
        LessEqual => GreaterThan,
        Above => BelowEqual,
        BelowEqual => Above,
        Below => AboveEqual,
        AboveEqual => Below,
        _ => return None,
    })
}

/// The equivalent comparison with swapped operands.
pub(in crate::opt) fn flipped(opcode: Opcode) -> Opcode {
    use Opcode::*;
    match opcode {
        LessThan => GreaterThan,
        GreaterThan => LessThan,
        LessEqual => GreaterEqual,
        GreaterEqual => LessEqual,
        Above => Below,
        Below => Above,
        AboveEqual => BelowEqual,
        BelowEqual => AboveEqual,
        other => other,
    }
}

fn is_unsigned(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Above | Opcode::Below | Opcode::AboveEqual | Opcode::BelowEqual)
}

/// The unsigned counterpart of a signed comparison.
fn unsigned(opcode: Opcode) -> Opcode {
    match opcode {
        Opcode::LessThan => Opcode::Below,
        Opcode::LessEqual => Opcode::BelowEqual,
        Opcode::GreaterThan => Opcode::Above,
        Opcode::GreaterEqual => Opcode::AboveEqual,
        other => other,
    }
}

pub(super) fn compare(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    if !r.ty(a).is_int() {
        return super::floats::compare(r, id);
    }
    let opcode = r.opcode(id);
    if a == b {
        use Opcode::*;
        let holds = matches!(opcode, Equal | LessEqual | GreaterEqual | AboveEqual | BelowEqual);
        return r.become_constant(Rule::CompareItself, id, holds.into());
    }
    if let Some(constant) = r.int(b) {
        return compare_constant(r, id, a, constant);
    }
    if r.int(a).is_some() {
        return r.become_operation(Rule::CompareConstantRight, id, flipped(opcode), &[b, a]);
    }
    if matches!(opcode, Opcode::Equal | Opcode::NotEqual) && equal_values(r, id, a, b) {
        return true;
    }
    compare_extended(r, id, a, b)
}

/// Turn this: a comparison of two extended integers
/// Into this: a comparison of the integers
fn compare_extended(r: &mut Reducer, id: ValueId, a: ValueId, b: ValueId) -> bool {
    let opcode = r.opcode(id);
    let extension = r.opcode(a);
    if extension != r.opcode(b) || !matches!(extension, Opcode::ZExt32 | Opcode::SExt32) {
        return false;
    }
    let opcode = if extension == Opcode::ZExt32 { unsigned(opcode) } else { opcode };
    let (x, y) = (r.child(a, 0), r.child(b, 0));
    r.become_operation(Rule::CompareExtended, id, opcode, &[x, y])
}

/// `x == y`, `x != y`
fn equal_values(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let opcode = r.opcode(id);
    match (r.opcode(x), r.opcode(y)) {
        (Opcode::Neg, Opcode::Neg)
        | (Opcode::ByteSwap, Opcode::ByteSwap)
        | (Opcode::BitReverse, Opcode::BitReverse) => {
            let (z, w) = (r.child(x, 0), r.child(y, 0));
            return r.become_operation(Rule::EqualPermuted, id, opcode, &[z, w]);
        }
        (Opcode::Add, Opcode::Add) | (Opcode::BitXor, Opcode::BitXor) => {
            let ([a, b], [c, d]) = (r.pair(x), r.pair(y));
            let rest = match () {
                _ if a == c => Some([b, d]),
                _ if a == d => Some([b, c]),
                _ if b == c => Some([a, d]),
                _ if b == d => Some([a, c]),
                _ => None,
            };
            if let Some(rest) = rest {
                return r.become_operation(Rule::EqualSums, id, opcode, &rest);
            }
        }
        _ => {}
    }
    equal_to_part(r, id, x, y) || equal_to_part(r, id, y, x)
}

/// Turn this: `x == x + z`, `x == x ^ z`, `x == x - z`
/// Into this: `z == 0`
fn equal_to_part(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let opcode = r.opcode(y);
    if !matches!(opcode, Opcode::Add | Opcode::BitXor | Opcode::Sub) {
        return false;
    }
    let [z, w] = r.pair(y);
    let other = match () {
        _ if z == x => w,
        _ if w == x && opcode != Opcode::Sub => z,
        _ => return false,
    };
    let (compares, ty) = (r.opcode(id), r.ty(x));
    let zero = r.constant(ty, 0);
    r.become_operation(Rule::EqualToPart, id, compares, &[other, zero])
}

fn compare_constant(r: &mut Reducer, id: ValueId, x: ValueId, constant: u64) -> bool {
    if let Some(holds) = decided(r, id, x, constant) {
        return r.become_constant(Rule::CompareDecided, id, holds.into());
    }
    if matches!(r.opcode(id), Opcode::Equal | Opcode::NotEqual) {
        return equal_constant(r, id, x, constant);
    }
    at_range_end(r, id, x, constant) || order_extended(r, id, x, constant)
}

/// The result of a comparison with a constant, if the bounds or known bits of the operand decide it.
fn decided(r: &Reducer, id: ValueId, x: ValueId, constant: u64) -> Option<bool> {
    use Opcode::*;
    let opcode = r.opcode(id);
    if is_unsigned(opcode) {
        let (least, most) = r.unsigned_range(x);
        return match opcode {
            Below if most < constant => Some(true),
            Below if least >= constant => Some(false),
            BelowEqual if most <= constant => Some(true),
            BelowEqual if least > constant => Some(false),
            Above if least > constant => Some(true),
            Above if most <= constant => Some(false),
            AboveEqual if least >= constant => Some(true),
            AboveEqual if most < constant => Some(false),
            _ => None,
        };
    }
    let range = r.range(x);
    let signed = r.arithmetic.signed(r.ty(x), constant);
    match opcode {
        LessThan if range.max < signed => Some(true),
        LessThan if range.min >= signed => Some(false),
        LessEqual if range.max <= signed => Some(true),
        LessEqual if range.min > signed => Some(false),
        GreaterThan if range.min > signed => Some(true),
        GreaterThan if range.max <= signed => Some(false),
        GreaterEqual if range.min >= signed => Some(true),
        GreaterEqual if range.max < signed => Some(false),
        Equal | NotEqual => {
            let known = r.known(x);
            let differs = known.zeros & constant != 0 || known.ones & !constant != 0;
            let outside = signed < range.min || signed > range.max;
            (differs || outside).then_some(opcode == NotEqual)
        }
        _ => None,
    }
}

/// Comparisons with a number next to the end of a range.
fn at_range_end(r: &mut Reducer, id: ValueId, x: ValueId, constant: u64) -> bool {
    use Opcode::*;
    let ty = r.ty(x);
    let sign = r.arithmetic.sign_bit(ty);
    let (opcode, with) = match (r.opcode(id), constant) {
        (Below, 1) | (BelowEqual, 0) => (Equal, 0),
        (AboveEqual, 1) | (Above, 0) => (NotEqual, 0),
        (LessThan, 1) => (LessEqual, 0),
        (GreaterEqual, 1) => (GreaterThan, 0),
        (GreaterThan, c) if c == r.mask(x) => (GreaterEqual, 0),
        (LessEqual, c) if c == r.mask(x) => (LessThan, 0),
        (Below, c) if c == sign => (GreaterEqual, 0),
        (BelowEqual, c) if c == sign - 1 => (GreaterEqual, 0),
        (AboveEqual, c) if c == sign => (LessThan, 0),
        (Above, c) if c == sign - 1 => (LessThan, 0),
        _ => return false,
    };
    let zero = r.constant(ty, with);
    r.become_operation(Rule::CompareAtEnd, id, opcode, &[x, zero])
}

/// Turn this: `extended x < constant`
/// Into this: `x < constant`. Constants out of the range of the extension were decided before.
fn order_extended(r: &mut Reducer, id: ValueId, x: ValueId, constant: u64) -> bool {
    let extension = r.opcode(x);
    let opcode = r.opcode(id);
    let fits = match extension {
        Opcode::ZExt32 => constant <= r.arithmetic.mask(Type::Int32),
        Opcode::SExt32 => {
            let signed = r.arithmetic.signed(Type::Int64, constant);
            let (min, max) = r.arithmetic.limits(Type::Int32);
            (min..=max).contains(&signed)
        }
        _ => false,
    };
    if !fits {
        return false;
    }
    let opcode = if extension == Opcode::ZExt32 { unsigned(opcode) } else { opcode };
    let (y, narrow) = (r.child(x, 0), r.constant(Type::Int32, constant));
    r.become_operation(Rule::CompareExtendedConstant, id, opcode, &[y, narrow])
}

/// `x == constant`, `x != constant`
fn equal_constant(r: &mut Reducer, id: ValueId, x: ValueId, constant: u64) -> bool {
    let opcode = r.opcode(id);
    if constant <= 1 && equal_bool(r, id, x, constant) {
        return true;
    }
    if constant == 0
        && let Some((rule, inner, inverts)) = truth(r, x)
    {
        // `(y == 0) == 0`: test the operand of the inner comparison.
        if !is_comparison(r.opcode(x)) {
            let ty = r.ty(inner);
            let zero = r.constant(ty, 0);
            let compares = match (opcode, inverts) {
                (Opcode::Equal, false) | (Opcode::NotEqual, true) => Opcode::Equal,
                _ => Opcode::NotEqual,
            };
            return r.become_operation(rule, id, compares, &[inner, zero]);
        }
    }
    let ty = r.ty(x);
    match r.opcode(x) {
        // A sum that is computed anyway may as well be compared: else a loop counter stays live beside its next value,
        // and the comparison with zero cannot use the sum's flags.
        Opcode::Add | Opcode::Neg if !r.is_single(x) => false,
        Opcode::Add => {
            let Some((y, added)) = r.is_with_constant(x, Opcode::Add) else { return false };
            let rest = r.constant(ty, constant.wrapping_sub(added));
            r.become_operation(Rule::EqualAdd, id, opcode, &[y, rest])
        }
        Opcode::Sub => {
            let [y, z] = r.pair(x);
            if constant == 0 {
                return r.become_operation(Rule::EqualDifference, id, opcode, &[y, z]);
            }
            let Some(from) = r.int(y) else { return false };
            let rest = r.constant(ty, from.wrapping_sub(constant));
            r.become_operation(Rule::EqualSub, id, opcode, &[z, rest])
        }
        Opcode::BitXor => {
            let [y, z] = r.pair(x);
            match r.int(z) {
                Some(bits) => {
                    let rest = r.constant(ty, bits ^ constant);
                    r.become_operation(Rule::EqualXor, id, opcode, &[y, rest])
                }
                None if constant == 0 => r.become_operation(Rule::EqualDifference, id, opcode, &[y, z]),
                None => false,
            }
        }
        Opcode::Neg => {
            let (y, negated) = (r.child(x, 0), r.constant(ty, constant.wrapping_neg()));
            r.become_operation(Rule::EqualNeg, id, opcode, &[y, negated])
        }
        Opcode::BitAnd => {
            let [_, mask] = r.pair(x);
            let bit = constant.is_power_of_two() && r.int(mask) == Some(constant);
            let Some(opposite) = inverted(opcode, ty).filter(|_| bit) else { return false };
            let zero = r.constant(ty, 0);
            r.become_operation(Rule::EqualOneBit, id, opposite, &[x, zero])
        }
        Opcode::ZExt32 | Opcode::SExt32 => order_extended(r, id, x, constant),
        Opcode::Select => equal_selected(r, id, x, constant),
        _ => false,
    }
}

/// `b == 0`, `b == 1`, `b != 0`, `b != 1`, where b is 0 or 1.
fn equal_bool(r: &mut Reducer, id: ValueId, x: ValueId, constant: u64) -> bool {
    let is = (r.opcode(id) == Opcode::Equal) == (constant == 1);
    if r.ty(x) != Type::Int32 {
        return false;
    }
    if let Some(opposite) = inverted(r.opcode(x), r.proc.operation_type(x)) {
        let [a, b] = r.pair(x);
        return match is {
            true => r.become_copy(Rule::EqualCompare, id, x),
            false => r.become_operation(Rule::EqualCompare, id, opposite, &[a, b]),
        };
    }
    if !r.is_bool(x) {
        return false;
    }
    if is {
        return r.become_copy(Rule::EqualBool, id, x);
    }
    if constant == 0 {
        return false;
    }
    let zero = r.constant(Type::Int32, 0);
    r.become_operation(Rule::EqualNotOne, id, Opcode::Equal, &[x, zero])
}

/// Turn this: `(p ? 5 : 7) == 5`
/// Into this: `p != 0`
fn equal_selected(r: &mut Reducer, id: ValueId, x: ValueId, constant: u64) -> bool {
    let [predicate, then] = r.pair(x);
    let otherwise = r.child(x, 2);
    let (Some(then), Some(otherwise)) = (r.int(then), r.int(otherwise)) else { return false };
    let is = r.opcode(id) == Opcode::Equal;
    let outcome = [then == constant, otherwise == constant].map(|equal| equal == is);
    let ty = r.ty(predicate);
    let opcode = match outcome {
        [true, true] => return r.become_constant(Rule::EqualSelected, id, 1),
        [false, false] => return r.become_constant(Rule::EqualSelected, id, 0),
        [true, false] => Opcode::NotEqual,
        [false, true] => Opcode::Equal,
    };
    let zero = r.constant(ty, 0);
    r.become_operation(Rule::EqualSelected, id, opcode, &[predicate, zero])
}
