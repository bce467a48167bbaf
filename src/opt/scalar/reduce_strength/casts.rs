//! Rules for extensions, truncations and conversions.
//!
//! Two casts become one or none. A 64-bit operation of which only 32 bits are used, or whose operands are all extended
//! from 32 bits, becomes a 32-bit one.

use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::{Opcode, ValueId};
use crate::opt::scalar::known_bits::low_bits;

/// SExt8 and SExt16, SExt8To64 and SExt16To64.
pub(super) fn sign_extend_narrow(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    let opcode = r.opcode(id);
    let from = match opcode {
        Opcode::SExt8 | Opcode::SExt8To64 => r.arithmetic.byte(),
        _ => r.arithmetic.half(),
    };
    let limit = 1i64 << (from - 1);
    let range = r.range(a);
    let fits = range.min >= -limit && range.max < limit;
    let wide = r.ty(id) == Type::Int64;
    if fits && !wide {
        return r.become_copy(Rule::ExtensionRedundant, id, a);
    }
    if fits && range.min >= 0 {
        return r.become_operation(Rule::SExtNonNegative, id, Opcode::ZExt32, &[a]);
    }
    let low = (1 << from) - 1;
    match r.simplify_demanded(a, low) {
        Some(less) => r.set_child(Rule::SExtUnderMask, id, 0, less),
        None => false,
    }
}

pub(super) fn sext32(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    match r.opcode(a) {
        Opcode::SExt8 | Opcode::SExt16 => {
            let x = r.child(a, 0);
            let both = if r.opcode(a) == Opcode::SExt8 { Opcode::SExt8To64 } else { Opcode::SExt16To64 };
            return r.become_operation(Rule::SExtSExt, id, both, &[x]);
        }
        Opcode::Trunc => {
            let x = r.child(a, 0);
            let (range, (min, max)) = (r.range(x), r.arithmetic.limits(Type::Int32));
            if range.min >= min && range.max <= max {
                return r.become_copy(Rule::ExtendTruncated, id, x);
            }
        }
        _ => {}
    }
    if r.is_non_negative(a) {
        return r.become_operation(Rule::SExtNonNegative, id, Opcode::ZExt32, &[a]);
    }
    false
}

pub(super) fn zext32(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    let Some(x) = r.is_unary(a, Opcode::Trunc) else { return extended_sum(r, id, a) };
    let fits = r.known(x).zeros | r.arithmetic.mask(Type::Int32) == u64::MAX;
    fits && r.become_copy(Rule::ExtendTruncated, id, x)
}

/// Turn this: `extended (x + c)`, where c has bits in the trailing zeros of x
/// Into this: `extended (x + other bits of c) + these bits`, which never carries. Fields of one record then share the
/// extension, and the constant becomes part of addresses that have one besides an index.
fn extended_sum(r: &mut Reducer, id: ValueId, sum: ValueId) -> bool {
    let Some((x, c)) = r.is_with_constant(sum, Opcode::Add) else { return false };
    let low = c & low_bits(r.known(x).trailing()) & r.arithmetic.mask(Type::Int32);
    if low == 0 || !r.is_single(sum) || !r.proc.target().desc.has_lea {
        return false;
    }
    let rest = r.constant(Type::Int32, c & !low);
    let sum = r.make(Opcode::Add, Type::Int32, &[x, rest]);
    let extended = r.make(Opcode::ZExt32, Type::Int64, &[sum]);
    let low = r.constant(Type::Int64, low);
    r.become_operation(Rule::ExtendSum, id, Opcode::Add, &[extended, low])
}

pub(super) fn trunc(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    match r.opcode(a) {
        Opcode::ZExt32 | Opcode::SExt32 => {
            let x = r.child(a, 0);
            return r.become_copy(Rule::TruncExtended, id, x);
        }
        Opcode::SExt8To64 | Opcode::SExt16To64 => {
            let x = r.child(a, 0);
            let narrow = if r.opcode(a) == Opcode::SExt8To64 { Opcode::SExt8 } else { Opcode::SExt16 };
            return r.become_operation(Rule::TruncNarrow, id, narrow, &[x]);
        }
        Opcode::BitwiseCast if r.ty(id) == Type::Float => {
            let x = r.child(a, 0);
            let low = r.make(Opcode::Trunc, Type::Int32, &[x]);
            return r.become_operation(Rule::TruncCast, id, Opcode::BitwiseCast, &[low]);
        }
        Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::BitAnd | Opcode::BitOr | Opcode::BitXor
            if r.ty(id) == Type::Int32 && narrowed(r, id, a) =>
        {
            return true;
        }
        Opcode::Shl => return narrowed_shift(r, id, a),
        _ => {}
    }
    if r.ty(id) != Type::Int32 {
        return false;
    }
    match r.simplify_demanded(a, r.arithmetic.mask(Type::Int32)) {
        Some(less) => r.set_child(Rule::TruncUnderMask, id, 0, less),
        None => false,
    }
}

/// The low half of a constant, or of an operand that is extended from 32 bits.
fn low_half(r: &mut Reducer, id: ValueId) -> Option<ValueId> {
    match r.opcode(id) {
        Opcode::ZExt32 | Opcode::SExt32 => Some(r.child(id, 0)),
        Opcode::Const64 => {
            let bits = r.int(id)?;
            Some(r.constant(Type::Int32, bits))
        }
        _ => None,
    }
}

/// Turn this: the low half of `extended x + extended y`
/// Into this: `x + y`
fn narrowed(r: &mut Reducer, id: ValueId, operation: ValueId) -> bool {
    let [a, b] = r.pair(operation);
    let has_low = |id| matches!(r.opcode(id), Opcode::ZExt32 | Opcode::SExt32 | Opcode::Const64);
    if !has_low(a) || !has_low(b) || !r.is_single(operation) {
        return false;
    }
    let (Some(x), Some(y)) = (low_half(r, a), low_half(r, b)) else { return false };
    let opcode = r.opcode(operation);
    r.become_operation(Rule::TruncOperation, id, opcode, &[x, y])
}

/// Turn this: the low half of `extended x << constant`
/// Into this: `x << constant`
fn narrowed_shift(r: &mut Reducer, id: ValueId, shift: ValueId) -> bool {
    let (Some((a, by)), amount) = (r.is_with_constant(shift, Opcode::Shl), r.child(shift, 1)) else {
        return false;
    };
    let extends = matches!(r.opcode(a), Opcode::ZExt32 | Opcode::SExt32);
    if !extends || by >= r.arithmetic.bits(Type::Int32).into() {
        return false;
    }
    let x = r.child(a, 0);
    r.become_operation(Rule::TruncShl, id, Opcode::Shl, &[x, amount])
}

pub(super) fn bitwise_cast(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    let Some(x) = r.is_unary(a, Opcode::BitwiseCast) else { return false };
    r.become_copy(Rule::CastBack, id, x)
}

/// IToD, IToF, UToD and UToF.
pub(super) fn from_integer(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    let opcode = r.opcode(id);
    let signed = matches!(opcode, Opcode::IToD | Opcode::IToF);
    match r.opcode(a) {
        Opcode::SExt32 if signed => {
            let x = r.child(a, 0);
            return r.set_child(Rule::ConvertExtended, id, 0, x);
        }
        Opcode::ZExt32 if !signed => {
            let x = r.child(a, 0);
            return r.set_child(Rule::ConvertExtended, id, 0, x);
        }
        _ => {}
    }
    if !signed && r.is_non_negative(a) {
        let other = if opcode == Opcode::UToD { Opcode::IToD } else { Opcode::IToF };
        return r.become_operation(Rule::ConvertNonNegative, id, other, &[a]);
    }
    false
}

/// FToISat, FToUSat, FToIMin, FToITrap and FToUTrap.
pub(super) fn to_integer(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    let signed = matches!(r.opcode(id), Opcode::FToISat | Opcode::FToIMin | Opcode::FToITrap);
    let from = if signed { Opcode::IToD } else { Opcode::UToD };
    let Some(x) = r.is_unary(a, from) else { return false };
    let exact = r.ty(x) == Type::Int32 && r.ty(id) == Type::Int32;
    exact && r.become_copy(Rule::ConvertBack, id, x)
}

pub(super) fn double_to_int32(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    let operation = r.opcode(a);
    if matches!(operation, Opcode::IToD | Opcode::UToD) {
        let x = r.child(a, 0);
        return r.ty(x) == Type::Int32 && r.become_copy(Rule::ConvertBack, id, x);
    }
    // Sums and differences of 32-bit integers are exact in a Double.
    if !matches!(operation, Opcode::Add | Opcode::Sub) {
        return false;
    }
    let operands = r.pair(a).map(|operand| match r.opcode(operand) {
        Opcode::IToD | Opcode::UToD => Some(r.child(operand, 0)).filter(|&x| r.ty(x) == Type::Int32),
        _ => None,
    });
    let [Some(x), Some(y)] = operands else { return false };
    r.become_operation(Rule::SumModulo, id, operation, &[x, y])
}
