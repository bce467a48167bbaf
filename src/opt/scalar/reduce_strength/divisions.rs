//! Rules for integer divisions and remainders.
//!
//! A division by a constant other than a power of two is left to instruction selection, which multiplies, except for
//! divisors above half of the unsigned range: those become a comparison here. An undefined division stays undefined.

use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

pub(super) fn divide(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    let opcode = r.opcode(id);
    if let Some(divisor) = r.int(b) {
        return match opcode {
            Opcode::UDiv => udiv_constant(r, id, a, divisor),
            Opcode::UMod => umod_constant(r, id, a, divisor),
            Opcode::Div | Opcode::ChillDiv => div_constant(r, id, a, divisor),
            _ => mod_constant(r, id, a, divisor),
        };
    }
    if a == b {
        // 0 / 0 is undefined except for ChillDiv; 0 % 0 is undefined or 0.
        return match opcode {
            Opcode::Div | Opcode::UDiv => r.become_constant(Rule::DivItself, id, 1),
            Opcode::Mod | Opcode::UMod | Opcode::ChillMod => r.become_constant(Rule::ModItself, id, 0),
            _ => false,
        };
    }
    if r.int(a) == Some(0) {
        return r.become_constant(Rule::DivOfZero, id, 0);
    }
    divide_by_shifted(r, id, a, b)
}

/// Unsigned `x / (1 << n)` and `x % (1 << n)`.
fn divide_by_shifted(r: &mut Reducer, id: ValueId, x: ValueId, divisor: ValueId) -> bool {
    let opcode = r.opcode(id);
    let Some([one, amount]) = r.is(divisor, Opcode::Shl) else { return false };
    if r.int(one) != Some(1) || !matches!(opcode, Opcode::UDiv | Opcode::UMod) {
        return false;
    }
    if opcode == Opcode::UDiv {
        return r.become_operation(Rule::UDivShifted, id, Opcode::ZShr, &[x, amount]);
    }
    let ty = r.ty(id);
    let ones = r.constant(ty, u64::MAX);
    let mask = r.make(Opcode::Add, ty, &[divisor, ones]);
    r.become_operation(Rule::UModShifted, id, Opcode::BitAnd, &[x, mask])
}

fn udiv_constant(r: &mut Reducer, id: ValueId, x: ValueId, divisor: u64) -> bool {
    let ty = r.ty(id);
    match divisor {
        0 => return false,
        1 => return r.become_copy(Rule::DivOne, id, x),
        _ if divisor.is_power_of_two() => {
            let amount = r.constant(Type::Int32, divisor.ilog2().into());
            return r.become_operation(Rule::UDivPower, id, Opcode::ZShr, &[x, amount]);
        }
        _ if r.unsigned_range(x).1 < divisor => return r.become_constant(Rule::UDivSmall, id, 0),
        _ if divisor > r.arithmetic.sign_bit(ty) => {
            let by = r.child(id, 1);
            let fits = r.make(Opcode::AboveEqual, Type::Int32, &[x, by]);
            return to_condition(r, Rule::UDivLarge, id, fits);
        }
        _ => {}
    }
    let inner = match r.opcode(x) {
        Opcode::UDiv => r.int(r.child(x, 1)).filter(|inner| *inner != 0),
        Opcode::ZShr => r.int(r.child(x, 1)).map(|amount| 1 << (amount as u32 & (r.bits(id) - 1))),
        _ => None,
    };
    let Some(inner) = inner else { return false };
    let y = r.child(x, 0);
    let product = u128::from(inner) * u128::from(divisor);
    match u64::try_from(product) {
        Ok(product) if product <= r.mask(id) => {
            let product = r.constant(ty, product);
            r.become_operation(Rule::UDivTwice, id, Opcode::UDiv, &[y, product])
        }
        _ => r.become_constant(Rule::UDivTwiceTooLarge, id, 0),
    }
}

fn umod_constant(r: &mut Reducer, id: ValueId, x: ValueId, divisor: u64) -> bool {
    let ty = r.ty(id);
    match divisor {
        0 => false,
        1 => r.become_constant(Rule::ModOne, id, 0),
        _ if divisor.is_power_of_two() => {
            let mask = r.constant(ty, divisor - 1);
            r.become_operation(Rule::UModPower, id, Opcode::BitAnd, &[x, mask])
        }
        _ if r.unsigned_range(x).1 < divisor => r.become_copy(Rule::UModSmall, id, x),
        _ if divisor > r.arithmetic.sign_bit(ty) => {
            let by = r.child(id, 1);
            let less = r.make(Opcode::Sub, ty, &[x, by]);
            let fits = r.make(Opcode::AboveEqual, Type::Int32, &[x, by]);
            r.become_operation(Rule::UModLarge, id, Opcode::Select, &[fits, less, x])
        }
        _ => match r.is_with_constant(x, Opcode::UMod) {
            Some((y, inner)) if inner != 0 && inner % divisor == 0 => {
                let by = r.child(id, 1);
                r.become_operation(Rule::UModTwice, id, Opcode::UMod, &[y, by])
            }
            _ => false,
        },
    }
}

/// Div and ChillDiv.
fn div_constant(r: &mut Reducer, id: ValueId, x: ValueId, divisor: u64) -> bool {
    let (ty, mask) = (r.ty(id), r.mask(id));
    let chill = r.opcode(id) == Opcode::ChillDiv;
    match divisor {
        0 if chill => return r.become_constant(Rule::ChillZero, id, 0),
        0 => return false,
        1 => return r.become_copy(Rule::DivOne, id, x),
        _ if divisor == mask => return r.become_operation(Rule::DivMinusOne, id, Opcode::Neg, &[x]),
        _ if divisor == r.arithmetic.sign_bit(ty) => {
            let by = r.child(id, 1);
            let equal = r.make(Opcode::Equal, Type::Int32, &[x, by]);
            return to_condition(r, Rule::DivLeast, id, equal);
        }
        _ => {}
    }
    let by = r.child(id, 1);
    if chill {
        return r.become_operation(Rule::ChillConstant, id, Opcode::Div, &[x, by]);
    }
    let signed = r.arithmetic.signed(ty, divisor);
    if signed > 0 && r.is_non_negative(x) {
        return r.become_operation(Rule::DivNonNegative, id, Opcode::UDiv, &[x, by]);
    }
    let Some((y, inner)) = r.is_with_constant(x, Opcode::Div) else { return false };
    let inner = r.arithmetic.signed(ty, inner);
    let product = i128::from(inner) * i128::from(signed);
    let (min, max) = r.arithmetic.limits(ty);
    if matches!(inner, -1..=1) || product < min.into() || product > max.into() {
        return false;
    }
    let product = r.constant(ty, product as u64);
    r.become_operation(Rule::DivTwice, id, Opcode::Div, &[y, product])
}

/// Mod and ChillMod.
fn mod_constant(r: &mut Reducer, id: ValueId, x: ValueId, divisor: u64) -> bool {
    let (ty, mask) = (r.ty(id), r.mask(id));
    let chill = r.opcode(id) == Opcode::ChillMod;
    match divisor {
        0 if chill => return r.become_constant(Rule::ChillZero, id, 0),
        0 => return false,
        1 => return r.become_constant(Rule::ModOne, id, 0),
        _ if divisor == mask => return r.become_constant(Rule::ModOne, id, 0),
        _ => {}
    }
    let by = r.child(id, 1);
    if chill {
        return r.become_operation(Rule::ChillConstant, id, Opcode::Mod, &[x, by]);
    }
    if divisor > r.arithmetic.sign_bit(ty) {
        let positive = r.constant(ty, divisor.wrapping_neg());
        return r.become_operation(Rule::ModNegative, id, Opcode::Mod, &[x, positive]);
    }
    if divisor != r.arithmetic.sign_bit(ty) && r.is_non_negative(x) {
        return r.become_operation(Rule::ModNonNegative, id, Opcode::UMod, &[x, by]);
    }
    false
}

/// Replaces an integer by a condition, extended to its type.
pub(super) fn to_condition(r: &mut Reducer, rule: Rule, id: ValueId, condition: ValueId) -> bool {
    match r.ty(id) {
        Type::Int64 => r.become_operation(rule, id, Opcode::ZExt32, &[condition]),
        _ => r.become_copy(rule, id, condition),
    }
}
