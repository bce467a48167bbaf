//! Rules for shifts, rotations, and bit operations on one integer.
//!
//! Constant amounts are below the width. Rotations by constants are to the left. A bit field is shifted down first,
//! then masked, so that the mask is small.

use super::recognize::pop_count;
use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

pub(super) fn shift(r: &mut Reducer, id: ValueId) -> bool {
    let [a, n] = r.pair(id);
    let bits = r.bits(id);
    let opcode = r.opcode(id);
    if let Some(amount) = r.int(n) {
        if amount >= u64::from(bits) {
            let within = r.constant(Type::Int32, amount & u64::from(bits - 1));
            return r.set_child(Rule::AmountMasked, id, 1, within);
        }
        if amount == 0 {
            return r.become_copy(Rule::ShiftByZero, id, a);
        }
        return shift_by(r, id, a, amount as u32);
    }
    if let Some(less) = r.simplify_demanded(n, u64::from(bits - 1)) {
        return r.set_child(Rule::AmountUnderMask, id, 1, less);
    }
    if let Some(constant) = r.int(a) {
        let stays = constant == 0 || constant == r.mask(id) && !matches!(opcode, Opcode::Shl | Opcode::ZShr);
        return stays && r.become_constant(Rule::ShiftOfSame, id, constant);
    }
    if matches!(opcode, Opcode::RotL | Opcode::RotR)
        && let Some(negated) = r.is_unary(n, Opcode::Neg)
    {
        return r.become_operation(Rule::RotateByNegated, id, opposite(opcode), &[a, negated]);
    }
    false
}

fn opposite(rotation: Opcode) -> Opcode {
    if rotation == Opcode::RotL { Opcode::RotR } else { Opcode::RotL }
}

fn shift_by(r: &mut Reducer, id: ValueId, x: ValueId, by: u32) -> bool {
    match r.opcode(id) {
        Opcode::Shl => shl_by(r, id, x, by),
        Opcode::ZShr => zshr_by(r, id, x, by),
        Opcode::SShr => sshr_by(r, id, x, by),
        Opcode::RotR => {
            let amount = r.constant(Type::Int32, (r.bits(id) - by).into());
            r.become_operation(Rule::RotateToLeft, id, Opcode::RotL, &[x, amount])
        }
        _ => rotl_by(r, id, x, by),
    }
}

/// The operand and amount of a shift by a constant, if the value has this opcode.
fn shifted(r: &Reducer, id: ValueId, opcode: Opcode) -> Option<(ValueId, u32)> {
    let (x, amount) = r.is_with_constant(id, opcode)?;
    Some((x, amount as u32 & (r.bits(id) - 1)))
}

fn rotl_by(r: &mut Reducer, id: ValueId, x: ValueId, by: u32) -> bool {
    let Some((y, inner)) = shifted(r, x, Opcode::RotL) else { return false };
    let amount = r.constant(Type::Int32, ((by + inner) % r.bits(id)).into());
    r.become_operation(Rule::RotateTwice, id, Opcode::RotL, &[y, amount])
}

/// True if a mask is cheap: a sign-extended immediate, or the lower half of the bits.
fn is_cheap(r: &Reducer, ty: Type, mask: u64) -> bool {
    let half = r.arithmetic.mask(Type::Int32);
    let signed = r.arithmetic.signed(ty, mask);
    let (min, max) = r.arithmetic.limits(Type::Int32);
    ty == Type::Int32 || mask == half || (min <= signed && signed <= max)
}

fn shl_by(r: &mut Reducer, id: ValueId, x: ValueId, by: u32) -> bool {
    let (ty, bits, all) = (r.ty(id), r.bits(id), r.mask(id));
    match r.opcode(x) {
        Opcode::Shl => {
            let Some((y, inner)) = shifted(r, x, Opcode::Shl) else { return false };
            if by + inner >= bits {
                return r.become_constant(Rule::ShiftOut, id, 0);
            }
            let amount = r.constant(Type::Int32, (by + inner).into());
            r.become_operation(Rule::ShlShl, id, Opcode::Shl, &[y, amount])
        }
        down @ (Opcode::ZShr | Opcode::SShr) => match shifted(r, x, down) {
            Some((y, inner)) if inner == by && is_cheap(r, ty, all << by & all) => {
                let mask = r.constant(ty, all << by);
                r.become_operation(Rule::ShlOfShr, id, Opcode::BitAnd, &[y, mask])
            }
            _ => false,
        },
        sum @ (Opcode::Add | Opcode::Mul) => {
            let Some((y, constant)) = r.is_with_constant(x, sum) else { return false };
            if sum == Opcode::Mul {
                if matches!(constant, 3 | 5 | 9) {
                    return false; // an address and a shift are faster than a product
                }
                let factor = r.constant(ty, constant << by);
                return r.become_operation(Rule::ShlOfMul, id, Opcode::Mul, &[y, factor]);
            }
            if !r.is_single(x) {
                return false;
            }
            let amount = r.child(id, 1);
            let shifted = r.make(Opcode::Shl, ty, &[y, amount]);
            let added = r.constant(ty, constant << by);
            r.become_operation(Rule::ShlOfAdd, id, Opcode::Add, &[shifted, added])
        }
        _ => match r.simplify_demanded(x, all >> by) {
            Some(less) => r.set_child(Rule::ShlUnderMask, id, 0, less),
            None => false,
        },
    }
}

fn zshr_by(r: &mut Reducer, id: ValueId, x: ValueId, by: u32) -> bool {
    let (ty, bits, all) = (r.ty(id), r.bits(id), r.mask(id));
    match r.opcode(x) {
        Opcode::ZShr => {
            let Some((y, inner)) = shifted(r, x, Opcode::ZShr) else { return false };
            if by + inner >= bits {
                return r.become_constant(Rule::ShiftOut, id, 0);
            }
            let amount = r.constant(Type::Int32, (by + inner).into());
            r.become_operation(Rule::ZShrZShr, id, Opcode::ZShr, &[y, amount])
        }
        Opcode::Shl => match shifted(r, x, Opcode::Shl) {
            Some((y, inner)) if inner == by && is_cheap(r, ty, all >> by) => {
                let mask = r.constant(ty, all >> by);
                r.become_operation(Rule::ZShrOfShl, id, Opcode::BitAnd, &[y, mask])
            }
            _ => false,
        },
        Opcode::SShr if by == bits - 1 => {
            let (Some((y, _)), amount) = (shifted(r, x, Opcode::SShr), r.child(id, 1)) else { return false };
            r.become_operation(Rule::ZShrOfSign, id, Opcode::ZShr, &[y, amount])
        }
        Opcode::BitAnd => {
            let Some((y, mask)) = r.is_with_constant(x, Opcode::BitAnd) else { return false };
            if !r.is_single(x) {
                return false;
            }
            let amount = r.child(id, 1);
            let down = r.make(Opcode::ZShr, ty, &[y, amount]);
            let mask = r.constant(ty, mask >> by);
            r.become_operation(Rule::ZShrOfMasked, id, Opcode::BitAnd, &[down, mask])
        }
        Opcode::ZExt32 => {
            if by >= r.arithmetic.bits(Type::Int32) {
                return r.become_constant(Rule::ShiftOut, id, 0);
            }
            if !r.is_single(x) {
                return false;
            }
            let (y, amount) = (r.child(x, 0), r.child(id, 1));
            let down = r.make(Opcode::ZShr, Type::Int32, &[y, amount]);
            r.become_operation(Rule::ZShrOfZExt, id, Opcode::ZExt32, &[down])
        }
        Opcode::Mul => pop_count(r, id),
        _ => false,
    }
}

fn sshr_by(r: &mut Reducer, id: ValueId, x: ValueId, by: u32) -> bool {
    let (ty, bits) = (r.ty(id), r.bits(id));
    match r.opcode(x) {
        Opcode::SShr => {
            let Some((y, inner)) = shifted(r, x, Opcode::SShr) else { return false };
            let amount = r.constant(Type::Int32, (by + inner).min(bits - 1).into());
            return r.become_operation(Rule::SShrSShr, id, Opcode::SShr, &[y, amount]);
        }
        Opcode::Shl => {
            return match shifted(r, x, Opcode::Shl) {
                Some((y, inner)) if inner == by => extension(r, id, y, bits - by),
                _ => false,
            };
        }
        Opcode::SExt32 if r.is_single(x) => {
            let y = r.child(x, 0);
            let most = r.arithmetic.bits(Type::Int32) - 1;
            let amount = r.constant(Type::Int32, by.min(most).into());
            let down = r.make(Opcode::SShr, Type::Int32, &[y, amount]);
            return r.become_operation(Rule::SShrOfSExt, id, Opcode::SExt32, &[down]);
        }
        _ => {}
    }
    if r.known(x).zeros & r.arithmetic.sign_bit(ty) != 0 {
        let amount = r.child(id, 1);
        return r.become_operation(Rule::SShrNonNegative, id, Opcode::ZShr, &[x, amount]);
    }
    false
}

/// The lowest `kept` bits of x, sign-extended.
fn extension(r: &mut Reducer, id: ValueId, x: ValueId, kept: u32) -> bool {
    let range = r.range(x);
    let limit = 1i64 << (kept - 1);
    if range.min >= -limit && range.max < limit {
        return r.become_copy(Rule::ExtensionRedundant, id, x);
    }
    let wide = r.ty(id) == Type::Int64;
    let arithmetic = r.arithmetic;
    let opcode = match wide {
        _ if kept == arithmetic.byte() && !wide => Opcode::SExt8,
        _ if kept == arithmetic.half() && !wide => Opcode::SExt16,
        true if kept == arithmetic.byte() => Opcode::SExt8To64,
        true if kept == arithmetic.half() => Opcode::SExt16To64,
        true if kept == arithmetic.unit => Opcode::SExt32,
        _ => return false,
    };
    let from = if wide { r.make(Opcode::Trunc, Type::Int32, &[x]) } else { x };
    r.become_operation(Rule::ShiftsToExtension, id, opcode, &[from])
}

pub(super) fn unary(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    let opcode = r.opcode(id);
    let inner = r.opcode(a);
    match (opcode, inner) {
        (Opcode::ByteSwap, Opcode::ByteSwap) | (Opcode::BitReverse, Opcode::BitReverse) => {
            let x = r.child(a, 0);
            r.become_copy(Rule::SwapTwice, id, x)
        }
        (Opcode::Ctz | Opcode::Clz, Opcode::BitReverse) => {
            let other = if opcode == Opcode::Ctz { Opcode::Clz } else { Opcode::Ctz };
            let x = r.child(a, 0);
            r.become_operation(Rule::CountReversed, id, other, &[x])
        }
        (Opcode::PopCount, Opcode::ByteSwap | Opcode::BitReverse | Opcode::RotL | Opcode::RotR) => {
            let x = r.child(a, 0);
            r.set_child(Rule::PopCountPermuted, id, 0, x)
        }
        (Opcode::PopCount, Opcode::ZExt32) => {
            let x = r.child(a, 0);
            let count = r.make(Opcode::PopCount, Type::Int32, &[x]);
            r.become_operation(Rule::PopCountOfZExt, id, Opcode::ZExt32, &[count])
        }
        _ => false,
    }
}
