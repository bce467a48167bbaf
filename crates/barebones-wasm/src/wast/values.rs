//! Arguments and expected results in scripts.

use crate::{ExternRef, Val};
use ::wast::core::{AbstractHeapType, HeapType, NanPattern, V128Pattern, WastArgCore, WastRetCore};
use ::wast::token::{F32, F64};
use ::wast::{WastArg, WastRet};

/// Converts an argument; `None` if its type is not supported.
pub(super) fn argument(arg: &WastArg<'_>) -> Option<Val> {
    let WastArg::Core(arg) = arg else { return None };
    Some(match arg {
        WastArgCore::I32(value) => Val::I32(*value),
        WastArgCore::I64(value) => Val::I64(*value),
        WastArgCore::F32(value) => Val::F32(value.bits),
        WastArgCore::F64(value) => Val::F64(value.bits),
        WastArgCore::V128(value) => Val::V128(u128::from_le_bytes(value.to_le_bytes())),
        WastArgCore::RefExtern(number) => Val::ExternRef(Some(ExternRef(*number))),
        WastArgCore::RefNull(ty) => null(ty)?,
        _ => return None,
    })
}

/// Null of a type; `None` if the type is not supported.
fn null(ty: &HeapType<'_>) -> Option<Val> {
    use AbstractHeapType::{Exn, Extern, Func, NoExn, NoExtern, NoFunc};
    match ty {
        HeapType::Abstract { ty: Func | NoFunc, .. } | HeapType::Concrete(_) => Some(Val::FuncRef(None)),
        HeapType::Abstract { ty: Extern | NoExtern, .. } => Some(Val::ExternRef(None)),
        HeapType::Abstract { ty: Exn | NoExn, .. } => Some(Val::ExnRef(None)),
        _ => None,
    }
}

/// True if a result matches the expectation.
pub(super) fn matches(found: Val, expected: &WastRet<'_>) -> bool {
    match expected {
        WastRet::Core(expected) => matches_core(found, expected),
        _ => false,
    }
}

fn matches_core(found: Val, expected: &WastRetCore<'_>) -> bool {
    match (found, expected) {
        (Val::I32(found), WastRetCore::I32(expected)) => found == *expected,
        (Val::I64(found), WastRetCore::I64(expected)) => found == *expected,
        (Val::F32(found), WastRetCore::F32(pattern)) => matches_f32(found, pattern),
        (Val::F64(found), WastRetCore::F64(pattern)) => matches_f64(found, pattern),
        (Val::V128(found), WastRetCore::V128(pattern)) => matches_vector(found, pattern),
        (Val::FuncRef(None) | Val::ExternRef(None) | Val::ExnRef(None), WastRetCore::RefNull(ty)) => {
            ty.as_ref().is_none_or(|ty| null(ty) == Some(found))
        }
        (Val::FuncRef(Some(_)), WastRetCore::RefFunc(_)) => true,
        (Val::ExternRef(Some(_)), WastRetCore::RefExtern(None)) => true,
        (Val::ExternRef(Some(ExternRef(found))), WastRetCore::RefExtern(Some(expected))) => {
            found == *expected
        }
        (found, WastRetCore::Either(expected)) => expected.iter().any(|one| matches_core(found, one)),
        _ => false,
    }
}

/// True if each lane matches.
fn matches_vector(found: u128, expected: &V128Pattern) -> bool {
    let lane = |i: usize, bits: usize| (found >> (i * bits)) as u64;
    match expected {
        V128Pattern::I8x16(lanes) => (0..).zip(lanes).all(|(i, it)| lane(i, 8) as i8 == *it),
        V128Pattern::I16x8(lanes) => (0..).zip(lanes).all(|(i, it)| lane(i, 16) as i16 == *it),
        V128Pattern::I32x4(lanes) => (0..).zip(lanes).all(|(i, it)| lane(i, 32) as i32 == *it),
        V128Pattern::I64x2(lanes) => (0..).zip(lanes).all(|(i, it)| lane(i, 64) as i64 == *it),
        V128Pattern::F32x4(lanes) => (0..).zip(lanes).all(|(i, it)| matches_f32(lane(i, 32) as u32, it)),
        V128Pattern::F64x2(lanes) => (0..).zip(lanes).all(|(i, it)| matches_f64(lane(i, 64), it)),
    }
}

fn matches_f32(found: u32, expected: &NanPattern<F32>) -> bool {
    let pattern = bits_of(expected, |value| value.bits.into());
    matches_float(found.into(), pattern, 0x7FC0_0000, 0x8000_0000)
}

fn matches_f64(found: u64, expected: &NanPattern<F64>) -> bool {
    let pattern = bits_of(expected, |value| value.bits);
    matches_float(found, pattern, 0x7FF8_0000_0000_0000, 1 << 63)
}

fn bits_of<T>(pattern: &NanPattern<T>, bits: impl Fn(&T) -> u64) -> NanPattern<u64> {
    match pattern {
        NanPattern::CanonicalNan => NanPattern::CanonicalNan,
        NanPattern::ArithmeticNan => NanPattern::ArithmeticNan,
        NanPattern::Value(value) => NanPattern::Value(bits(value)),
    }
}

/// `quiet` has the bits of the positive canonical NaN, `sign` has the sign bit.
fn matches_float(found: u64, expected: NanPattern<u64>, quiet: u64, sign: u64) -> bool {
    match expected {
        NanPattern::CanonicalNan => found & !sign == quiet,
        NanPattern::ArithmeticNan => found & quiet == quiet,
        NanPattern::Value(bits) => found == bits,
    }
}
