//! Rules for integer sums, differences and negations.
//!
//! In normal form constants are on the right and as far out as possible, because addresses and instructions with
//! immediates add constants for free. Subtractions of constants are additions, and subtractions from 0 are negations.

use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

pub(super) fn add(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    if let Some(constant) = r.int(b) {
        return add_constant(r, id, a, constant);
    }
    if r.int(a).is_some() {
        return r.swap_children(Rule::ConstantRight, id);
    }
    if a == b {
        let one = r.constant(Type::Int32, 1);
        return r.become_operation(Rule::AddItself, id, Opcode::Shl, &[a, one]);
    }
    add_to(r, id, a, b) || add_to(r, id, b, a) || add_alike(r, id, a, b)
}

fn add_constant(r: &mut Reducer, id: ValueId, x: ValueId, constant: u64) -> bool {
    let (ty, mask) = (r.ty(id), r.mask(id));
    if constant == 0 {
        return r.become_copy(Rule::AddZero, id, x);
    }
    match r.opcode(x) {
        Opcode::Add => {
            let [y, c] = r.pair(x);
            let Some(inner) = r.int(c) else { return false };
            let sum = r.constant(ty, inner.wrapping_add(constant));
            r.become_operation(Rule::AddAddConstant, id, Opcode::Add, &[y, sum])
        }
        Opcode::Sub => {
            let [c, y] = r.pair(x);
            let Some(inner) = r.int(c) else { return false };
            let sum = r.constant(ty, inner.wrapping_add(constant));
            r.become_operation(Rule::AddSubConstant, id, Opcode::Sub, &[sum, y])
        }
        Opcode::Neg => {
            let (y, constant) = (r.child(x, 0), r.constant(ty, constant));
            r.become_operation(Rule::AddNegConstant, id, Opcode::Sub, &[constant, y])
        }
        Opcode::BitXor => match r.is_not(x) {
            Some(y) if constant == 1 => r.become_operation(Rule::AddNotOne, id, Opcode::Neg, &[y]),
            Some(y) => {
                let less = r.constant(ty, constant.wrapping_sub(1));
                r.become_operation(Rule::AddNotConstant, id, Opcode::Sub, &[less, y])
            }
            None => add_to_flipped_sign(r, id, x, constant.wrapping_neg() & mask),
        },
        _ => false,
    }
}

/// The idiom `((x & 255) ^ 128) - 128`, which sign-extends a byte.
fn add_to_flipped_sign(r: &mut Reducer, id: ValueId, flipped: ValueId, sign: u64) -> bool {
    let Some((masked, flips)) = r.is_with_constant(flipped, Opcode::BitXor) else { return false };
    let known = r.known(masked);
    if flips != sign || !sign.is_power_of_two() || known.zeros | (sign << 1).wrapping_sub(1) != u64::MAX {
        return false;
    }
    let ty = r.ty(id);
    let above = r.bits(id) - 1 - sign.ilog2();
    let amount = r.constant(Type::Int32, above.into());
    let up = r.make(Opcode::Shl, ty, &[masked, amount]);
    r.become_operation(Rule::AddFlippedSign, id, Opcode::SShr, &[up, amount])
}

/// Rules for `x + y` selected by the opcode of y.
fn add_to(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let ty = r.ty(id);
    match r.opcode(y) {
        Opcode::Neg => {
            let z = r.child(y, 0);
            r.become_operation(Rule::AddNeg, id, Opcode::Sub, &[x, z])
        }
        Opcode::Sub => {
            let [z, w] = r.pair(y);
            if w == x {
                return r.become_copy(Rule::AddSubSame, id, z);
            }
            if r.int(z).is_some() && r.is_single(y) {
                let difference = r.make(Opcode::Sub, ty, &[x, w]);
                return r.become_operation(Rule::AddConstantMinus, id, Opcode::Add, &[difference, z]);
            }
            false
        }
        Opcode::Add => {
            let [z, c] = r.pair(y);
            if r.int(c).is_none() || !r.is_single(y) {
                return false;
            }
            let sum = r.make(Opcode::Add, ty, &[x, z]);
            r.become_operation(Rule::AddConstantOut, id, Opcode::Add, &[sum, c])
        }
        Opcode::Mul => {
            let Some((z, factor)) = r.is_with_constant(y, Opcode::Mul) else { return false };
            if z != x || !r.is_single(y) {
                return false;
            }
            let factor = r.constant(ty, factor.wrapping_add(1));
            r.become_operation(Rule::AddMultiple, id, Opcode::Mul, &[x, factor])
        }
        Opcode::ZExt32 => add_extended(r, id, x, y),
        _ => false,
    }
}

/// `x + y`, where y is extended from 32 bits: moves additions and scaling that an address can absorb to 64 bits, if
/// they do not wrap in 32. WebAssembly addresses are such sums.
fn add_extended(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let (ty, narrow) = (r.ty(id), r.child(y, 0));
    if !matches!(r.opcode(narrow), Opcode::Add | Opcode::Shl) || !r.is_single(y) {
        return false;
    }
    let Some((z, constant)) = r.is_with_constant(narrow, Opcode::Add) else {
        let Some(scaled) = extended_scaled(r, ty, narrow) else { return false };
        return r.become_operation(Rule::AddExtendedShl, id, Opcode::Add, &[x, scaled]);
    };
    let max = r.known(z).unsigned().1.checked_add(constant);
    if max.is_none_or(|max| max > r.arithmetic.mask(Type::Int32)) || !r.is_single(narrow) {
        return false;
    }
    let extended = extended_scaled(r, ty, z).unwrap_or_else(|| r.make(Opcode::ZExt32, ty, &[z]));
    let (sum, constant) = (r.make(Opcode::Add, ty, &[x, extended]), r.constant(ty, constant));
    r.become_operation(Rule::AddExtendedSum, id, Opcode::Add, &[sum, constant])
}

/// Extends `x << amount` as `x` extended, then shifted, if an address can scale by that much, no bit is lost, and the
/// shift has no other use.
fn extended_scaled(r: &mut Reducer, ty: Type, shifted: ValueId) -> Option<ValueId> {
    const MAX_SCALE: u64 = 3;
    let (x, amount) = r.is_with_constant(shifted, Opcode::Shl)?;
    let fits = (1..=MAX_SCALE).contains(&amount)
        && r.known(x).unsigned().1 <= r.arithmetic.mask(Type::Int32) >> amount;
    if !fits || !r.is_single(shifted) {
        return None;
    }
    let (amount, extended) = (r.child(shifted, 1), r.make(Opcode::ZExt32, ty, &[x]));
    Some(r.make(Opcode::Shl, ty, &[extended, amount]))
}

/// Rules for `x + y` selected by both opcodes.
fn add_alike(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    match (r.opcode(x), r.opcode(y)) {
        (Opcode::Mul, Opcode::Mul) => factor_out(r, Rule::AddProducts, id, x, y),
        (Opcode::BitAnd, Opcode::BitOr) | (Opcode::BitOr, Opcode::BitAnd) if same_pair(r, x, y) => {
            let [z, w] = r.pair(x);
            r.become_operation(Rule::AddAndOr, id, Opcode::Add, &[z, w])
        }
        (Opcode::BitAnd, Opcode::BitXor) | (Opcode::BitXor, Opcode::BitAnd) if same_pair(r, x, y) => {
            let [z, w] = r.pair(x);
            r.become_operation(Rule::AddAndXor, id, Opcode::BitOr, &[z, w])
        }
        _ => false,
    }
}

/// True if two values have the same two operands, in any order.
fn same_pair(r: &Reducer, x: ValueId, y: ValueId) -> bool {
    let ([a, b], [c, d]) = (r.pair(x), r.pair(y));
    (a, b) == (c, d) || (a, b) == (d, c)
}

/// `a * b + a * c` as `a * (b + c)`; the same for differences.
fn factor_out(r: &mut Reducer, rule: Rule, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let ([a, b], [c, d]) = (r.pair(x), r.pair(y));
    let (common, left, right) = match () {
        _ if a == c => (a, b, d),
        _ if a == d => (a, b, c),
        _ if b == c => (b, a, d),
        _ if b == d => (b, a, c),
        _ => return false,
    };
    if !r.is_single(x) || !r.is_single(y) {
        return false;
    }
    let sum = r.make(r.opcode(id), r.ty(id), &[left, right]);
    r.become_operation(rule, id, Opcode::Mul, &[common, sum])
}

pub(super) fn sub(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    let ty = r.ty(id);
    if let Some(constant) = r.int(b) {
        let negated = r.constant(ty, constant.wrapping_neg());
        return r.become_operation(Rule::SubConstant, id, Opcode::Add, &[a, negated]);
    }
    if a == b {
        return r.become_constant(Rule::SubItself, id, 0);
    }
    if let Some(constant) = r.int(a) {
        return sub_from_constant(r, id, constant, b);
    }
    sub_first(r, id, a, b) || sub_second(r, id, a, b)
}

fn sub_from_constant(r: &mut Reducer, id: ValueId, constant: u64, x: ValueId) -> bool {
    let (ty, mask) = (r.ty(id), r.mask(id));
    if constant == 0 {
        return r.become_operation(Rule::SubFromZero, id, Opcode::Neg, &[x]);
    }
    if constant == mask {
        let ones = r.child(id, 0);
        return r.become_operation(Rule::SubFromOnes, id, Opcode::BitXor, &[x, ones]);
    }
    match r.opcode(x) {
        Opcode::Add => {
            let Some((y, added)) = r.is_with_constant(x, Opcode::Add) else { return false };
            let difference = r.constant(ty, constant.wrapping_sub(added));
            r.become_operation(Rule::SubFromConstantAdd, id, Opcode::Sub, &[difference, y])
        }
        Opcode::Sub => {
            let [c, y] = r.pair(x);
            let Some(from) = r.int(c) else { return false };
            let difference = r.constant(ty, constant.wrapping_sub(from));
            r.become_operation(Rule::SubFromConstantSub, id, Opcode::Add, &[y, difference])
        }
        Opcode::Neg => {
            let (y, constant) = (r.child(x, 0), r.child(id, 0));
            r.become_operation(Rule::SubNeg, id, Opcode::Add, &[y, constant])
        }
        Opcode::BitXor => {
            let Some(y) = r.is_not(x) else { return false };
            let more = r.constant(ty, constant.wrapping_add(1));
            r.become_operation(Rule::SubFromConstantNot, id, Opcode::Add, &[y, more])
        }
        _ => false,
    }
}

/// Rules for `x - y` selected by the opcode of x.
fn sub_first(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let ty = r.ty(id);
    match r.opcode(x) {
        Opcode::Add => {
            let [z, w] = r.pair(x);
            if z == y {
                return r.become_copy(Rule::SubOfSum, id, w);
            }
            if w == y {
                return r.become_copy(Rule::SubOfSum, id, z);
            }
            if r.int(w).is_none() || !r.is_single(x) {
                return false;
            }
            let difference = r.make(Opcode::Sub, ty, &[z, y]);
            r.become_operation(Rule::SubConstantOut, id, Opcode::Add, &[difference, w])
        }
        Opcode::Sub if r.child(x, 0) == y => {
            let w = r.child(x, 1);
            r.become_operation(Rule::SubOfDifference, id, Opcode::Neg, &[w])
        }
        Opcode::Neg if r.is_single(x) => {
            let z = r.child(x, 0);
            let sum = r.make(Opcode::Add, ty, &[z, y]);
            r.become_operation(Rule::SubOfNeg, id, Opcode::Neg, &[sum])
        }
        Opcode::Mul if r.opcode(y) == Opcode::Mul => factor_out_difference(r, id, x, y),
        Opcode::BitOr if r.opcode(y) == Opcode::BitAnd && same_pair(r, x, y) => {
            let [z, w] = r.pair(x);
            r.become_operation(Rule::SubOrAnd, id, Opcode::BitXor, &[z, w])
        }
        _ => false,
    }
}

fn factor_out_difference(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    factor_out(r, Rule::SubProducts, id, x, y)
}

/// Rules for `x - y` selected by the opcode of y.
fn sub_second(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let ty = r.ty(id);
    match r.opcode(y) {
        Opcode::Neg => {
            let z = r.child(y, 0);
            r.become_operation(Rule::SubNeg, id, Opcode::Add, &[x, z])
        }
        Opcode::Add => {
            let [z, w] = r.pair(y);
            if z == x || w == x {
                let other = if z == x { w } else { z };
                return r.become_operation(Rule::SubSumOfSame, id, Opcode::Neg, &[other]);
            }
            let Some(constant) = r.int(w) else { return false };
            if !r.is_single(y) {
                return false;
            }
            let difference = r.make(Opcode::Sub, ty, &[x, z]);
            let negated = r.constant(ty, constant.wrapping_neg());
            r.become_operation(Rule::SubOfAddedConstant, id, Opcode::Add, &[difference, negated])
        }
        Opcode::Sub => {
            let [z, w] = r.pair(y);
            (z == x) && r.become_copy(Rule::SubDifferenceOfSame, id, w)
        }
        Opcode::BitAnd => {
            let Some((z, bits)) = r.is_with_constant(y, Opcode::BitAnd) else { return false };
            if z != x {
                return false;
            }
            let others = r.constant(ty, !bits);
            r.become_operation(Rule::SubMasked, id, Opcode::BitAnd, &[x, others])
        }
        _ => false,
    }
}

pub(super) fn neg(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    let ty = r.ty(id);
    match r.opcode(a) {
        Opcode::Neg => {
            let x = r.child(a, 0);
            r.become_copy(Rule::NegNeg, id, x)
        }
        Opcode::Sub if r.int(r.child(a, 0)).is_some() || r.is_single(a) => {
            let [x, y] = r.pair(a);
            r.become_operation(Rule::NegSub, id, Opcode::Sub, &[y, x])
        }
        Opcode::Add => {
            let Some((x, constant)) = r.is_with_constant(a, Opcode::Add) else { return false };
            let negated = r.constant(ty, constant.wrapping_neg());
            r.become_operation(Rule::NegAdd, id, Opcode::Sub, &[negated, x])
        }
        Opcode::BitXor => {
            let Some(x) = r.is_not(a) else { return false };
            let one = r.constant(ty, 1);
            r.become_operation(Rule::NegNot, id, Opcode::Add, &[x, one])
        }
        Opcode::Mul => {
            let Some((x, factor)) = r.is_with_constant(a, Opcode::Mul) else { return false };
            if !r.is_single(a) {
                return false;
            }
            let negated = r.constant(ty, factor.wrapping_neg());
            r.become_operation(Rule::NegMul, id, Opcode::Mul, &[x, negated])
        }
        shift @ (Opcode::SShr | Opcode::ZShr) => {
            let Some((x, amount)) = r.is_with_constant(a, shift) else { return false };
            let bits = r.bits(id);
            if amount as u32 & (bits - 1) != bits - 1 {
                return false;
            }
            let other = if shift == Opcode::SShr { Opcode::ZShr } else { Opcode::SShr };
            let amount = r.child(a, 1);
            r.become_operation(Rule::NegSign, id, other, &[x, amount])
        }
        _ => false,
    }
}
