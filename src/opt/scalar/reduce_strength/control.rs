//! Rules for checks, conditional traps, and terminals.

use super::conditions::truth;
use super::reducer::Reducer;
use super::rules::Rule;
use crate::ir::{Opcode, Successor, ValueId};

pub(super) fn check(r: &mut Reducer, id: ValueId) -> bool {
    let predicate = r.child(id, 0);
    if r.int(predicate) == Some(0) {
        return r.become_nop(Rule::CheckNever, id);
    }
    match truth(r, predicate) {
        Some((rule, inner, false)) => r.set_child(rule, id, 0, inner),
        _ => false,
    }
}

/// CheckAdd, CheckSub and CheckMul.
///
/// Turn this: `checkAdd(x, y)`, which does not overflow
/// Into this: `x + y`
pub(super) fn checked(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    let opcode = r.opcode(id);
    let neutral = u64::from(opcode == Opcode::CheckMul);
    if r.int(b) == Some(neutral) {
        return r.become_copy(Rule::CheckedNeutral, id, a);
    }
    if r.int(a) == Some(neutral) && opcode != Opcode::CheckSub {
        return r.become_copy(Rule::CheckedNeutral, id, b);
    }
    let (x, y) = (r.range(a), r.range(b));
    let [x, y] = [x, y].map(|range| [i128::from(range.min), i128::from(range.max)]);
    let (plain, least, most) = match opcode {
        Opcode::CheckAdd => (Opcode::Add, x[0] + y[0], x[1] + y[1]),
        Opcode::CheckSub if a == b => (Opcode::Sub, 0, 0),
        Opcode::CheckSub => (Opcode::Sub, x[0] - y[1], x[1] - y[0]),
        _ => {
            let products = [x[0] * y[0], x[0] * y[1], x[1] * y[0], x[1] * y[1]];
            let [mut least, mut most] = [products[0]; 2];
            for product in products {
                (least, most) = (least.min(product), most.max(product));
            }
            (Opcode::Mul, least, most)
        }
    };
    let (min, max) = r.arithmetic.limits(r.ty(id));
    if least < min.into() || most > max.into() {
        return false;
    }
    r.become_operation(Rule::CheckedNoOverflow, id, plain, &[a, b])
}

pub(super) fn branch(r: &mut Reducer, id: ValueId) -> bool {
    let predicate = r.child(id, 0);
    let [then, otherwise] = *r.proc.successors(r.block) else { return false };
    if then.block() == otherwise.block() {
        return jump(r, Rule::BranchSame, id, then);
    }
    if let Some(bits) = r.int(predicate) {
        return jump(r, Rule::BranchKnown, id, if bits != 0 { then } else { otherwise });
    }
    if let Some((rule, inner, inverts)) = truth(r, predicate) {
        if inverts {
            r.set_successors(&[otherwise, then]);
        }
        return r.set_child(rule, id, 0, inner);
    }
    r.known(predicate).ones != 0 && jump(r, Rule::BranchKnown, id, then)
}

/// Replaces the terminal by a Jump. Blocks that become unreachable remain as dead code.
fn jump(r: &mut Reducer, rule: Rule, id: ValueId, to: Successor) -> bool {
    r.set_successors(&[Successor::new(to.block())]);
    r.become_operation(rule, id, Opcode::Jump, &[])
}

pub(super) fn switch(r: &mut Reducer, id: ValueId) -> bool {
    let operand = r.child(id, 0);
    let Some(bits) = r.int(operand) else { return false };
    let number = r.arithmetic.signed(r.ty(operand), bits);
    let cases = r.proc.switch_cases(r.proc.value(id));
    let place = cases.iter().position(|case| *case == number).unwrap_or(cases.len());
    match r.proc.successors(r.block).get(place).copied() {
        Some(to) => jump(r, Rule::SwitchKnown, id, to),
        None => false,
    }
}
