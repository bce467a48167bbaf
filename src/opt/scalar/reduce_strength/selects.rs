//! Rules for Selects.

use super::conditions::truth;
use super::divisions::to_condition;
use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

pub(super) fn select(r: &mut Reducer, id: ValueId) -> bool {
    let [predicate, then] = r.pair(id);
    let otherwise = r.child(id, 2);
    if let Some(bits) = r.int(predicate) {
        return r.become_copy(Rule::SelectKnown, id, if bits != 0 { then } else { otherwise });
    }
    if then == otherwise {
        return r.become_copy(Rule::SelectSame, id, then);
    }
    if let Some((rule, inner, inverts)) = truth(r, predicate) {
        let arms = if inverts { [otherwise, then] } else { [then, otherwise] };
        return r.become_operation(rule, id, Opcode::Select, &[inner, arms[0], arms[1]]);
    }
    if r.known(predicate).ones != 0 {
        return r.become_copy(Rule::SelectKnown, id, then);
    }
    if let (Some(a), Some(b)) = (r.int(then), r.int(otherwise)) {
        return of_constants(r, id, predicate, [a, b]);
    }
    nested(r, id, predicate, then, otherwise) || of_equal(r, id, predicate, then, otherwise)
}

/// Turn this: `p ? (p ? a : b) : c`, `p ? a : (p ? b : c)`
/// Into this: `p ? a : c`
fn nested(r: &mut Reducer, id: ValueId, predicate: ValueId, then: ValueId, otherwise: ValueId) -> bool {
    let repeats = |arm| r.opcode(arm) == Opcode::Select && r.child(arm, 0) == predicate;
    if repeats(then) {
        let a = r.child(then, 1);
        return r.set_child(Rule::SelectNested, id, 1, a);
    }
    if repeats(otherwise) {
        let c = r.child(otherwise, 2);
        return r.set_child(Rule::SelectNested, id, 2, c);
    }
    false
}

/// Turn this: `x == y ? x : y`, `x != y ? x : y`
/// Into this: `y`, `x`. Integers only: 0.0 == -0.0.
fn of_equal(r: &mut Reducer, id: ValueId, predicate: ValueId, then: ValueId, otherwise: ValueId) -> bool {
    let opcode = r.opcode(predicate);
    if !matches!(opcode, Opcode::Equal | Opcode::NotEqual) || !r.ty(id).is_int() {
        return false;
    }
    let [x, y] = r.pair(predicate);
    if [x, y] != [then, otherwise] && [y, x] != [then, otherwise] {
        return false;
    }
    r.become_copy(Rule::SelectEqual, id, if opcode == Opcode::Equal { otherwise } else { then })
}

/// A Select of two integer constants that can be computed from the predicate.
fn of_constants(r: &mut Reducer, id: ValueId, predicate: ValueId, [then, otherwise]: [u64; 2]) -> bool {
    let (ty, mask) = (r.ty(id), r.mask(id));
    let difference = then.wrapping_sub(otherwise) & mask;
    let backward = difference.wrapping_neg() & mask;
    // Whether the predicate as 0 or 1, or its inverse, is scaled and added.
    let inverts = match () {
        _ if difference == 1 || otherwise == 0 && (difference == mask || difference.is_power_of_two()) => {
            false
        }
        _ if backward == 1 || then == 0 && (backward == mask || backward.is_power_of_two()) => true,
        _ => return false,
    };
    let (step, base) = if inverts { (backward, then) } else { (difference, otherwise) };
    let truth = as_bool(r, predicate, inverts);
    if step == 1 && base == 0 {
        return to_condition(r, Rule::SelectToBool, id, truth);
    }
    let truth = if ty == Type::Int64 { r.make(Opcode::ZExt32, ty, &[truth]) } else { truth };
    if step == mask {
        return r.become_operation(Rule::SelectToNeg, id, Opcode::Neg, &[truth]);
    }
    if base == 0 {
        let amount = r.constant(Type::Int32, step.ilog2().into());
        return r.become_operation(Rule::SelectToShl, id, Opcode::Shl, &[truth, amount]);
    }
    let base = r.constant(ty, base);
    r.become_operation(Rule::SelectToAdd, id, Opcode::Add, &[truth, base])
}

/// A predicate, or its inverse, as 0 or 1.
fn as_bool(r: &mut Reducer, predicate: ValueId, inverts: bool) -> ValueId {
    let ty = r.ty(predicate);
    if !inverts && ty == Type::Int32 && r.is_bool(predicate) {
        return predicate;
    }
    let zero = r.constant(ty, 0);
    let opcode = if inverts { Opcode::Equal } else { Opcode::NotEqual };
    r.make(opcode, Type::Int32, &[predicate, zero])
}
