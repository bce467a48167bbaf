//! Rules for floats.
//!
//! Results stay the same bit for bit, except for sign and payload of a NaN that arithmetic creates. Arithmetic creates
//! quiet NaNs, so `x * 1.0` is x only if x is known not to be a signalling NaN: if arithmetic computed it, too.

use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

/// A constant as a Double; any NaN for a NaN.
fn number(r: &Reducer, id: ValueId) -> Option<f64> {
    let bits = r.constant_bits(id)?;
    match r.ty(id) {
        Type::Float => Some(f64::from(f32::from_bits(bits as u32))),
        Type::Double => Some(f64::from_bits(bits)),
        _ => None,
    }
}

/// The bits of a number as a constant of a type.
fn bits_of(ty: Type, number: f64) -> u64 {
    if ty == Type::Float { u64::from((number as f32).to_bits()) } else { number.to_bits() }
}

/// True if the value is known not to be a signalling NaN.
fn is_quiet(r: &Reducer, id: ValueId) -> bool {
    use Opcode::*;
    match r.opcode(id) {
        Add | Sub | Mul | Div | Mod | Ceil | Floor | FTrunc | Nearest | Sqrt | FMin | FMax | Fma
        | PurifyNaN | IToD | IToF | UToD | UToF | FloatToDouble | DoubleToFloat => true,
        Neg | Abs => is_quiet_operand(r, r.child(id, 0)),
        ConstFloat | ConstDouble => number(r, id).is_some_and(|number| !number.is_nan()),
        _ => false,
    }
}

/// As [`is_quiet`], for the operand of an operation that only changes the sign bit.
fn is_quiet_operand(r: &Reducer, id: ValueId) -> bool {
    !matches!(r.opcode(id), Opcode::Neg | Opcode::Abs) && is_quiet(r, id)
}

pub(super) fn add(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    if r.constant_bits(a).is_some() && r.constant_bits(b).is_none() {
        return r.swap_children(Rule::ConstantRight, id);
    }
    if number(r, b).is_some_and(|zero| zero == 0.0 && zero.is_sign_negative()) && is_quiet(r, a) {
        return r.become_copy(Rule::FloatAddZero, id, a);
    }
    if let Some(x) = r.is_unary(b, Opcode::Neg) {
        return r.become_operation(Rule::FloatAddNeg, id, Opcode::Sub, &[a, x]);
    }
    match r.is_unary(a, Opcode::Neg) {
        Some(x) if r.constant_bits(b).is_none() => {
            r.become_operation(Rule::FloatAddNeg, id, Opcode::Sub, &[b, x])
        }
        _ => false,
    }
}

pub(super) fn sub(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    if number(r, b).is_some_and(|zero| zero == 0.0 && zero.is_sign_positive()) && is_quiet(r, a) {
        return r.become_copy(Rule::FloatSubZero, id, a);
    }
    match r.is_unary(b, Opcode::Neg) {
        Some(x) => r.become_operation(Rule::FloatSubNeg, id, Opcode::Add, &[a, x]),
        None => false,
    }
}

pub(super) fn mul(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    let ty = r.ty(id);
    if r.constant_bits(a).is_some() && r.constant_bits(b).is_none() {
        return r.swap_children(Rule::ConstantRight, id);
    }
    if let Some(factor) = number(r, b) {
        if factor == 2.0 {
            return r.become_operation(Rule::FloatMulTwo, id, Opcode::Add, &[a, a]);
        }
        if factor.abs() == 1.0 && is_quiet(r, a) {
            return one(r, id, a, factor);
        }
        return match r.is_unary(a, Opcode::Neg) {
            Some(x) if !factor.is_nan() => {
                let negated = r.constant(ty, bits_of(ty, -factor));
                r.become_operation(Rule::FloatMulNegConstant, id, Opcode::Mul, &[x, negated])
            }
            _ => false,
        };
    }
    both_negated(r, id, a, b)
}

/// `x * 1.0`, `x / -1.0`
fn one(r: &mut Reducer, id: ValueId, x: ValueId, factor: f64) -> bool {
    if factor == 1.0 {
        return r.become_copy(Rule::FloatTimesOne, id, x);
    }
    r.become_operation(Rule::FloatTimesMinusOne, id, Opcode::Neg, &[x])
}

/// Turn this: `-x * -y`, `-x / -y`
/// Into this: `x * y`, `x / y`
fn both_negated(r: &mut Reducer, id: ValueId, a: ValueId, b: ValueId) -> bool {
    match (r.is_unary(a, Opcode::Neg), r.is_unary(b, Opcode::Neg)) {
        (Some(x), Some(y)) => r.become_operation(Rule::FloatNegs, id, r.opcode(id), &[x, y]),
        _ => false,
    }
}

pub(super) fn div(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    let ty = r.ty(id);
    let Some(divisor) = number(r, b) else { return both_negated(r, id, a, b) };
    if divisor.abs() == 1.0 {
        return is_quiet(r, a) && one(r, id, a, divisor);
    }
    let Some(reciprocal) = exact_reciprocal(ty, divisor) else { return false };
    let reciprocal = r.constant(ty, bits_of(ty, reciprocal));
    r.become_operation(Rule::FloatDivPower, id, Opcode::Mul, &[a, reciprocal])
}

/// `1 / divisor`, if both are powers of two and normal numbers of the type: the product then rounds like the quotient.
fn exact_reciprocal(ty: Type, divisor: f64) -> Option<f64> {
    let mantissa = divisor.to_bits() & ((1 << 52) - 1);
    let reciprocal = 1.0 / divisor;
    let normal = match ty {
        Type::Float => (divisor as f32).is_normal() && (reciprocal as f32).is_normal(),
        _ => divisor.is_normal() && reciprocal.is_normal(),
    };
    (mantissa == 0 && normal).then_some(reciprocal)
}

pub(super) fn neg(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    match r.opcode(a) {
        Opcode::Neg => {
            let x = r.child(a, 0);
            r.become_copy(Rule::NegNeg, id, x)
        }
        Opcode::Mul => {
            let [x, factor] = r.pair(a);
            let Some(number) = number(r, factor) else { return false };
            if number.is_nan() || !r.is_single(a) {
                return false;
            }
            let ty = r.ty(id);
            let negated = r.constant(ty, bits_of(ty, -number));
            r.become_operation(Rule::FloatNegMul, id, Opcode::Mul, &[x, negated])
        }
        _ => false,
    }
}

pub(super) fn abs(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    match r.opcode(a) {
        Opcode::Abs => r.become_copy(Rule::AbsAbs, id, a),
        Opcode::Neg | Opcode::CopySign => {
            let x = r.child(a, 0);
            r.set_child(Rule::AbsOfSign, id, 0, x)
        }
        _ => false,
    }
}

pub(super) fn copy_sign(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    if a == b {
        return r.become_copy(Rule::CopySignItself, id, a);
    }
    if let Some(bits) = r.constant_bits(b) {
        let ty = r.ty(id);
        if bits >> (ty.size() * 8 - 1) == 0 {
            return r.become_operation(Rule::CopySignConstant, id, Opcode::Abs, &[a]);
        }
        let magnitude = r.make(Opcode::Abs, ty, &[a]);
        return r.become_operation(Rule::CopySignConstant, id, Opcode::Neg, &[magnitude]);
    }
    if matches!(r.opcode(a), Opcode::Abs | Opcode::Neg | Opcode::CopySign) {
        let x = r.child(a, 0);
        return r.set_child(Rule::CopySignOfSign, id, 0, x);
    }
    match r.opcode(b) {
        Opcode::Abs => r.become_operation(Rule::CopySignOfAbs, id, Opcode::Abs, &[a]),
        Opcode::CopySign => {
            let sign = r.child(b, 1);
            r.set_child(Rule::CopySignFromSign, id, 1, sign)
        }
        _ => false,
    }
}

/// Ceil, Floor, FTrunc and Nearest of a value that is already integral.
pub(super) fn round(r: &mut Reducer, id: ValueId) -> bool {
    use Opcode::*;
    let a = r.child(id, 0);
    let rounded = matches!(r.opcode(a), Ceil | Floor | FTrunc | Nearest | IToD | IToF | UToD | UToF);
    rounded && r.become_copy(Rule::RoundRounded, id, a)
}

pub(super) fn extreme(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    a == b && is_quiet(r, a) && r.become_copy(Rule::ExtremeOfSame, id, a)
}

pub(super) fn fma(r: &mut Reducer, id: ValueId) -> bool {
    let [a, b] = r.pair(id);
    let c = r.child(id, 2);
    if number(r, b) == Some(1.0) {
        return r.become_operation(Rule::FmaOne, id, Opcode::Add, &[a, c]);
    }
    match (r.is_unary(a, Opcode::Neg), r.is_unary(b, Opcode::Neg)) {
        (Some(x), Some(y)) => r.become_operation(Rule::FmaNegs, id, Opcode::Fma, &[x, y, c]),
        _ => false,
    }
}

pub(super) fn purify(r: &mut Reducer, id: ValueId) -> bool {
    use Opcode::*;
    let a = r.child(id, 0);
    let never = matches!(r.opcode(a), PurifyNaN | IToD | IToF | UToD | UToF);
    never && r.become_copy(Rule::PurifyPure, id, a)
}

/// Turn this: `float(x + y)`, where x and y are Floats extended to Doubles
/// Into this: the sum of the Floats. A Double has more than twice the precision of a Float, so the double rounding is
/// innocuous (Figueroa, "When is double rounding innocuous?", 1995).
pub(super) fn double_to_float(r: &mut Reducer, id: ValueId) -> bool {
    use Opcode::*;
    let a = r.child(id, 0);
    match r.opcode(a) {
        FloatToDouble => {
            let x = r.child(a, 0);
            is_quiet(r, x) && r.become_copy(Rule::FloatBack, id, x)
        }
        opcode @ (IToD | UToD) => {
            let x = r.child(a, 0);
            let exact = r.ty(x) == Type::Int32;
            let narrow = if opcode == IToD { IToF } else { UToF };
            exact && r.become_operation(Rule::ConvertToFloat, id, narrow, &[x])
        }
        opcode @ (Add | Sub | Mul | Div) => {
            let [b, c] = r.pair(a);
            if !is_float(r, b) || !is_float(r, c) || !r.is_single(a) {
                return false;
            }
            let (x, y) = (as_float(r, b), as_float(r, c));
            r.become_operation(Rule::FloatOperation, id, opcode, &[x, y])
        }
        opcode @ (Sqrt | Neg | Abs | Ceil | Floor | FTrunc | Nearest) => {
            let b = r.child(a, 0);
            let Some(x) = r.is_unary(b, FloatToDouble) else { return false };
            // An operation that changes only the sign would keep a signalling NaN.
            if matches!(opcode, Neg | Abs) && !is_quiet(r, x) {
                return false;
            }
            r.is_single(a) && r.become_operation(Rule::FloatOperation, id, opcode, &[x])
        }
        _ => false,
    }
}

/// True for a Float extended to a Double, and for constants that are exact Floats.
fn is_float(r: &Reducer, id: ValueId) -> bool {
    r.opcode(id) == Opcode::FloatToDouble
        || number(r, id).is_some_and(|number| f64::from(number as f32).to_bits() == number.to_bits())
}

/// The Float of a value for which [`is_float`] is true.
fn as_float(r: &mut Reducer, id: ValueId) -> ValueId {
    match number(r, id) {
        Some(number) => r.constant(Type::Float, bits_of(Type::Float, number)),
        None => r.child(id, 0),
    }
}

pub(super) fn compare(r: &mut Reducer, id: ValueId) -> bool {
    use Opcode::*;
    let [a, b] = r.pair(id);
    let opcode = r.opcode(id);
    if a == b {
        return match opcode {
            LessThan | GreaterThan => r.become_constant(Rule::FloatCompareItself, id, 0),
            EqualOrUnordered => r.become_constant(Rule::FloatCompareItself, id, 1),
            _ => false,
        };
    }
    if r.constant_bits(a).is_some() && r.constant_bits(b).is_none() {
        return r.become_operation(Rule::CompareConstantRight, id, super::compares::flipped(opcode), &[b, a]);
    }
    if number(r, b).is_some_and(f64::is_nan) {
        let unordered = matches!(opcode, NotEqual | EqualOrUnordered);
        return r.become_constant(Rule::CompareNaN, id, unordered.into());
    }
    compare_negated(r, id, a, b) || compare_converted(r, id, a, b)
}

/// Turn this: `-x < -y`, `-x < 5.0`
/// Into this: `x > y`, `x > -5.0`
fn compare_negated(r: &mut Reducer, id: ValueId, a: ValueId, b: ValueId) -> bool {
    let Some(x) = r.is_unary(a, Opcode::Neg) else {
        // Magnitude makes no difference in an equality with zero.
        let zero = number(r, b) == Some(0.0);
        let equality = matches!(r.opcode(id), Opcode::Equal | Opcode::NotEqual | Opcode::EqualOrUnordered);
        return match r.is_unary(a, Opcode::Abs) {
            Some(x) if zero && equality => r.set_child(Rule::CompareAbsZero, id, 0, x),
            _ => false,
        };
    };
    let flipped = super::compares::flipped(r.opcode(id));
    if let Some(y) = r.is_unary(b, Opcode::Neg) {
        return r.become_operation(Rule::CompareNegs, id, flipped, &[x, y]);
    }
    let Some(constant) = number(r, b) else { return false };
    let ty = r.ty(b);
    let negated = r.constant(ty, bits_of(ty, -constant));
    r.become_operation(Rule::CompareNegConstant, id, flipped, &[x, negated])
}

/// Turn this: a comparison of Floats, or of 32-bit integers, converted to Doubles
/// Into this: a comparison of the Floats, or of the integers.
fn compare_converted(r: &mut Reducer, id: ValueId, a: ValueId, b: ValueId) -> bool {
    let opcode = r.opcode(id);
    match r.opcode(a) {
        Opcode::FloatToDouble if is_float(r, b) => {
            let (x, y) = (as_float(r, a), as_float(r, b));
            r.become_operation(Rule::CompareAsFloats, id, opcode, &[x, y])
        }
        Opcode::IToD if r.ty(r.child(a, 0)) == Type::Int32 => {
            let x = r.child(a, 0);
            let y = match number(r, b) {
                Some(whole) if f64::from(whole as i32) == whole => {
                    r.constant(Type::Int32, u64::from(whole as i32 as u32))
                }
                Some(_) => return false,
                None => match r.is_unary(b, Opcode::IToD) {
                    Some(y) if r.ty(y) == Type::Int32 => y,
                    _ => return false,
                },
            };
            let opcode = if opcode == Opcode::EqualOrUnordered { Opcode::Equal } else { opcode };
            r.become_operation(Rule::CompareAsIntegers, id, opcode, &[x, y])
        }
        _ => false,
    }
}
