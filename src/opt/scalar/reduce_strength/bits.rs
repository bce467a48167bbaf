//! Rules for And, Or and exclusive Or.
//!
//! In normal form And is outside exclusive Or, exclusive Or is outside Or, and the inversion `x ^ -1` is outermost.

use super::compares::inverted;
use super::conditions::join;
use super::recognize::{byte_permutation, rotation};
use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

/// Rules for floats: only those that need no constant.
fn floats(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    match r.opcode(id) {
        Opcode::BitXor if a == b => r.become_constant(Rule::XorItself, id, 0),
        Opcode::BitAnd | Opcode::BitOr if a == b => r.become_copy(Rule::AndOrItself, id, a),
        _ => false,
    }
}

pub(super) fn and(r: &mut Reducer, id: ValueId) -> bool {
    if !r.ty(id).is_int() {
        return floats(r, id);
    }
    let [a, b] = r.pair(id);
    if let Some(mask) = r.int(b) {
        return and_constant(r, id, a, mask);
    }
    if r.int(a).is_some() {
        return r.swap_children(Rule::ConstantRight, id);
    }
    if a == b {
        return r.become_copy(Rule::AndOrItself, id, a);
    }
    and_with(r, id, a, b) || and_with(r, id, b, a) || de_morgan(r, id, Opcode::BitOr) || join(r, id)
}

fn and_constant(r: &mut Reducer, id: ValueId, x: ValueId, mask: u64) -> bool {
    let (ty, all) = (r.ty(id), r.mask(id));
    if mask == all {
        return r.become_copy(Rule::AndOnes, id, x);
    }
    let known = r.known(x);
    if known.zeros & mask == mask {
        return r.become_constant(Rule::AndNothing, id, 0);
    }
    if known.zeros | mask == u64::MAX {
        return r.become_copy(Rule::AndRedundant, id, x);
    }
    if known.ones & mask == mask {
        return r.become_constant(Rule::AndOfOnes, id, mask);
    }
    if let Some(less) = r.simplify_demanded(x, mask) {
        return r.set_child(Rule::AndUnderMask, id, 0, less);
    }
    match r.opcode(x) {
        Opcode::BitAnd => {
            let Some((y, inner)) = r.is_with_constant(x, Opcode::BitAnd) else { return false };
            let both = r.constant(ty, inner & mask);
            r.become_operation(Rule::AndAndConstant, id, Opcode::BitAnd, &[y, both])
        }
        Opcode::SShr => {
            let [y, amount] = r.pair(x);
            let Some(by) = r.int(amount) else { return false };
            let by = by as u32 & (r.bits(id) - 1);
            if mask > all >> by || !r.is_single(x) {
                return false;
            }
            let shifted = r.make(Opcode::ZShr, ty, &[y, amount]);
            r.set_child(Rule::AndOfSShr, id, 0, shifted)
        }
        Opcode::Shl => {
            // A smaller mask is a smaller immediate.
            let [y, amount] = r.pair(x);
            let Some(by) = r.int(amount) else { return false };
            let by = by as u32 & (r.bits(id) - 1);
            if by == 0 || mask >> (r.bits(id) - 1) & 1 != 0 || !r.is_single(x) {
                return false;
            }
            let low = r.constant(ty, mask >> by);
            let masked = r.make(Opcode::BitAnd, ty, &[y, low]);
            r.become_operation(Rule::AndOfShl, id, Opcode::Shl, &[masked, amount])
        }
        Opcode::ZExt32 if r.is_single(x) => {
            let y = r.child(x, 0);
            let low = r.constant(Type::Int32, mask);
            let masked = r.make(Opcode::BitAnd, Type::Int32, &[y, low]);
            r.become_operation(Rule::AndOfZExt, id, Opcode::ZExt32, &[masked])
        }
        _ if ty == Type::Int64 && mask == r.arithmetic.mask(Type::Int32) => {
            let low = r.make(Opcode::Trunc, Type::Int32, &[x]);
            r.become_operation(Rule::AndLowHalf, id, Opcode::ZExt32, &[low])
        }
        _ => false,
    }
}

/// Rules for `x & y` selected by the opcode of y.
fn and_with(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    match r.opcode(y) {
        Opcode::BitXor if r.is_not(y) == Some(x) => r.become_constant(Rule::AndInverse, id, 0),
        Opcode::BitOr if r.pair(y).contains(&x) => r.become_copy(Rule::AndAbsorbs, id, x),
        Opcode::BitAnd if r.pair(y).contains(&x) => r.become_copy(Rule::AndAgain, id, y),
        _ => false,
    }
}

/// Turn this: `~x & ~y`, `~x | ~y`
/// Into this: `~(x | y)`, `~(x & y)`
fn de_morgan(r: &mut Reducer, id: ValueId, other: Opcode) -> bool {
    let [a, b] = r.pair(id);
    if r.opcode(a) != Opcode::BitXor || r.opcode(b) != Opcode::BitXor {
        return false;
    }
    let (Some(x), Some(y)) = (r.is_not(a), r.is_not(b)) else { return false };
    if !r.is_single(a) || !r.is_single(b) {
        return false;
    }
    let (ty, ones) = (r.ty(id), r.child(a, 1));
    let joined = r.make(other, ty, &[x, y]);
    r.become_operation(Rule::DeMorgan, id, Opcode::BitXor, &[joined, ones])
}

pub(super) fn or(r: &mut Reducer, id: ValueId) -> bool {
    if !r.ty(id).is_int() {
        return floats(r, id);
    }
    let [a, b] = r.pair(id);
    if let Some(bits) = r.int(b) {
        return or_constant(r, id, a, bits);
    }
    if r.int(a).is_some() {
        return r.swap_children(Rule::ConstantRight, id);
    }
    if a == b {
        return r.become_copy(Rule::AndOrItself, id, a);
    }
    or_with(r, id, a, b)
        || or_with(r, id, b, a)
        || rotation(r, id)
        || byte_permutation(r, id)
        || de_morgan(r, id, Opcode::BitAnd)
        || factor_out_and(r, id)
        || join(r, id)
}

fn or_constant(r: &mut Reducer, id: ValueId, x: ValueId, bits: u64) -> bool {
    let (ty, all) = (r.ty(id), r.mask(id));
    if bits == 0 {
        return r.become_copy(Rule::OrZero, id, x);
    }
    if bits == all {
        return r.become_constant(Rule::OrOnes, id, all);
    }
    match r.opcode(x) {
        Opcode::BitOr => {
            let Some((y, inner)) = r.is_with_constant(x, Opcode::BitOr) else { return false };
            let both = r.constant(ty, inner | bits);
            r.become_operation(Rule::OrOrConstant, id, Opcode::BitOr, &[y, both])
        }
        Opcode::BitAnd => {
            let Some((y, mask)) = r.is_with_constant(x, Opcode::BitAnd) else { return false };
            (mask | bits == all) && r.set_child(Rule::OrOfMasked, id, 0, y)
        }
        _ => r.known(x).ones & bits == bits && r.become_copy(Rule::OrRedundant, id, x),
    }
}

/// Rules for `x | y` selected by the opcode of y.
fn or_with(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let all = r.mask(id);
    match r.opcode(y) {
        Opcode::BitXor if r.is_not(y) == Some(x) => r.become_constant(Rule::OrInverse, id, all),
        Opcode::BitAnd if r.pair(y).contains(&x) => r.become_copy(Rule::OrAbsorbs, id, x),
        Opcode::BitOr if r.pair(y).contains(&x) => r.become_copy(Rule::OrAgain, id, y),
        Opcode::BitXor if r.pair(y).contains(&x) && r.int(r.child(y, 1)).is_none() => {
            let [z, w] = r.pair(y);
            r.become_operation(Rule::OrOfXor, id, Opcode::BitOr, &[z, w])
        }
        _ => false,
    }
}

/// Turn this: `(x & mask) | (x & other)`, `(x & y) | (x & z)`, and for exclusive Or
/// Into this: `x & (mask | other)`
fn factor_out_and(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    let (Some([x, y]), Some([z, w])) = (r.is(a, Opcode::BitAnd), r.is(b, Opcode::BitAnd)) else {
        return false;
    };
    let (common, left, right) = match () {
        _ if x == z => (x, y, w),
        _ if x == w => (x, y, z),
        _ if y == z => (y, x, w),
        _ if y == w => (y, x, z),
        _ => return false,
    };
    if !r.is_single(a) || !r.is_single(b) {
        return false;
    }
    let joined = r.make(r.opcode(id), r.ty(id), &[left, right]);
    r.become_operation(Rule::MasksTogether, id, Opcode::BitAnd, &[common, joined])
}

pub(super) fn xor(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    if !r.ty(id).is_int() {
        return floats(r, id);
    }
    if let Some(bits) = r.int(b) {
        return xor_constant(r, id, a, bits);
    }
    if r.int(a).is_some() {
        return r.swap_children(Rule::ConstantRight, id);
    }
    if a == b {
        return r.become_constant(Rule::XorItself, id, 0);
    }
    xor_with(r, id, a, b)
        || xor_with(r, id, b, a)
        || rotation(r, id)
        || byte_permutation(r, id)
        || factor_out_and(r, id)
        || join(r, id)
}

fn xor_constant(r: &mut Reducer, id: ValueId, x: ValueId, bits: u64) -> bool {
    let (ty, all) = (r.ty(id), r.mask(id));
    if bits == 0 {
        return r.become_copy(Rule::XorZero, id, x);
    }
    if bits == 1
        && let Some(opposite) = inverted(r.opcode(x), r.proc.operation_type(x))
    {
        let [y, z] = r.pair(x);
        return r.become_operation(Rule::XorCompare, id, opposite, &[y, z]);
    }
    match r.opcode(x) {
        Opcode::BitXor => {
            let Some((y, inner)) = r.is_with_constant(x, Opcode::BitXor) else { return false };
            let both = r.constant(ty, inner ^ bits);
            r.become_operation(Rule::XorXorConstant, id, Opcode::BitXor, &[y, both])
        }
        Opcode::Neg if bits == all => {
            let (y, ones) = (r.child(x, 0), r.child(id, 1));
            r.become_operation(Rule::NotNeg, id, Opcode::Add, &[y, ones])
        }
        Opcode::Add if bits == all => {
            let Some((y, added)) = r.is_with_constant(x, Opcode::Add) else { return false };
            let from = r.constant(ty, !added);
            r.become_operation(Rule::NotAdd, id, Opcode::Sub, &[from, y])
        }
        Opcode::Sub if bits == all => {
            let [from, y] = r.pair(x);
            let Some(from) = r.int(from) else { return false };
            let added = r.constant(ty, !from);
            r.become_operation(Rule::NotSub, id, Opcode::Add, &[y, added])
        }
        _ => false,
    }
}

/// Rules for `x ^ y` selected by the opcode of y.
fn xor_with(r: &mut Reducer, id: ValueId, x: ValueId, y: ValueId) -> bool {
    let ty = r.ty(id);
    match r.opcode(y) {
        Opcode::BitXor => {
            let [z, w] = r.pair(y);
            if z == x || w == x {
                let other = if z == x { w } else { z };
                return r.become_copy(Rule::XorAgain, id, other);
            }
            if r.int(w).is_none() || !r.is_single(y) {
                return false;
            }
            let both = r.make(Opcode::BitXor, ty, &[x, z]);
            r.become_operation(Rule::XorConstantOut, id, Opcode::BitXor, &[both, w])
        }
        Opcode::BitAnd if r.pair(y).contains(&x) && r.is_single(y) => {
            let [z, w] = r.pair(y);
            let other = if z == x { w } else { z };
            let ones = r.constant(ty, u64::MAX);
            let inverse = r.make(Opcode::BitXor, ty, &[other, ones]);
            r.become_operation(Rule::XorMasked, id, Opcode::BitAnd, &[x, inverse])
        }
        _ => false,
    }
}
