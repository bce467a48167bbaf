//! Minima and maxima of integers, and arithmetic with overflow on constants.

use super::reducer::Reducer;
use super::rules::Rule;
use crate::ir::evaluate::{Evaluated, evaluate};
use crate::ir::opcode::ResultRule;
use crate::ir::{Opcode, ValueId};
use crate::opt::scalar::known_bits::low_bits;

/// Turn this: `min(x, x)`, and an extreme of x and an end of the type
/// Into this: x or the end
pub(super) fn extreme(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    if a == b {
        return r.become_copy(Rule::IntegerExtremeOfSame, id, a);
    }
    let (a, b) = if r.int(a).is_some() { (b, a) } else { (a, b) };
    let Some(constant) = r.int(b) else { return false };
    let all = low_bits(r.bits(id));
    let (smallest, largest) = match r.opcode(id) {
        Opcode::SMin | Opcode::SMax => (all ^ all >> 1, all >> 1),
        _ => (0, all),
    };
    let is_minimum = matches!(r.opcode(id), Opcode::SMin | Opcode::UMin);
    let (neutral, absorbing) = if is_minimum { (largest, smallest) } else { (smallest, largest) };
    match constant {
        _ if constant == neutral => r.become_copy(Rule::IntegerExtremeNeutral, id, a),
        _ if constant == absorbing => r.become_constant(Rule::IntegerExtremeAbsorbing, id, constant),
        _ => false,
    }
}

/// Turn this: an element of a sum, difference or product with its carry or overflow, of constants
/// Into this: a constant
pub(super) fn of_constants(r: &mut Reducer, id: ValueId) -> bool {
    let tuple = r.child(id, 0);
    let opcode = r.opcode(tuple);
    if opcode.row().result != ResultRule::WithCarry {
        return false;
    }
    let mut bits = [0; 3];
    let children = r.proc.children(tuple);
    for (bits, child) in bits.iter_mut().zip(children) {
        match r.int(*child) {
            Some(constant) => *bits = constant,
            None => return false,
        }
    }
    let count = children.len();
    let ty = r.proc.operation_type(tuple);
    match evaluate(opcode, ty, ty, &bits[..count]) {
        Some(Evaluated::Pair(result, flag)) => {
            let element = if r.proc.value(id).index() == 0 { result } else { flag };
            r.become_constant(Rule::ElementOfConstants, id, element)
        }
        _ => false,
    }
}
