//! Rules for integer products and their high halves.
//!
//! Products with 3, 5 and 9, and those that an address scales, are left alone: they are selected as one instruction.

use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

pub(super) fn mul(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    if let Some(factor) = r.int(b) {
        return mul_constant(r, id, a, factor);
    }
    if r.int(a).is_some() {
        return r.swap_children(Rule::ConstantRight, id);
    }
    mul_negated(r, id, a, b) || mul_negated(r, id, b, a)
}

fn mul_constant(r: &mut Reducer, id: ValueId, x: ValueId, factor: u64) -> bool {
    let (ty, mask) = (r.ty(id), r.mask(id));
    match factor {
        0 => return r.become_constant(Rule::MulZero, id, 0),
        1 => return r.become_copy(Rule::MulOne, id, x),
        _ if factor == mask => return r.become_operation(Rule::MulMinusOne, id, Opcode::Neg, &[x]),
        _ if factor.is_power_of_two() => {
            let amount = r.constant(Type::Int32, factor.ilog2().into());
            return r.become_operation(Rule::MulPower, id, Opcode::Shl, &[x, amount]);
        }
        _ => {}
    }
    match r.opcode(x) {
        Opcode::Mul => {
            let Some((y, inner)) = r.is_with_constant(x, Opcode::Mul) else { return false };
            let factor = r.constant(ty, inner.wrapping_mul(factor));
            r.become_operation(Rule::MulMulConstant, id, Opcode::Mul, &[y, factor])
        }
        Opcode::Shl => {
            let Some((y, amount)) = r.is_with_constant(x, Opcode::Shl) else { return false };
            if matches!(factor, 3 | 5 | 9) {
                return false; // an address and a shift are faster than a product
            }
            let amount = amount as u32 & (r.bits(id) - 1);
            let factor = r.constant(ty, factor << amount);
            r.become_operation(Rule::MulShlConstant, id, Opcode::Mul, &[y, factor])
        }
        Opcode::Neg => {
            let (y, factor) = (r.child(x, 0), r.constant(ty, factor.wrapping_neg()));
            r.become_operation(Rule::MulNegConstant, id, Opcode::Mul, &[y, factor])
        }
        Opcode::Add => {
            let Some((y, added)) = r.is_with_constant(x, Opcode::Add) else { return false };
            if !r.is_single(x) {
                return false;
            }
            let by = r.child(id, 1);
            let product = r.make(Opcode::Mul, ty, &[y, by]);
            let sum = r.constant(ty, added.wrapping_mul(factor));
            r.become_operation(Rule::MulAddConstant, id, Opcode::Add, &[product, sum])
        }
        _ => false,
    }
}

/// `x * y`, where y is a negation.
fn mul_negated(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let Some(z) = r.is_unary(y, Opcode::Neg) else { return false };
    if let Some(w) = r.is_unary(x, Opcode::Neg) {
        return r.become_operation(Rule::MulNegs, id, Opcode::Mul, &[w, z]);
    }
    if !r.is_single(y) {
        return false;
    }
    let product = r.make(Opcode::Mul, r.ty(id), &[x, z]);
    r.become_operation(Rule::MulNeg, id, Opcode::Neg, &[product])
}

pub(super) fn mul_high(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    let signed = r.opcode(id) == Opcode::MulHigh;
    let Some(factor) = r.int(b) else {
        return r.int(a).is_some() && r.swap_children(Rule::ConstantRight, id);
    };
    let bits = r.bits(id);
    if factor == 0 || factor == 1 && !signed {
        return r.become_constant(Rule::MulHighNothing, id, 0);
    }
    if !factor.is_power_of_two() || signed && factor == r.arithmetic.sign_bit(r.ty(id)) {
        return false;
    }
    // For a factor of 1 and signed operands the high half is all sign: shift by one bit less than the width.
    let amount = r.constant(Type::Int32, (bits - factor.ilog2()).min(bits - 1).into());
    let shift = if signed { Opcode::SShr } else { Opcode::ZShr };
    r.become_operation(Rule::MulHighPower, id, shift, &[a, amount])
}
