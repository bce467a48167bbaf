//! Signatures and the scalars of types.

use super::core_int;
use crate::annotation::Annotation;
use crate::ir::{Function, MAX_WIDTH, Position, Type};
use crate::refusal::{Feature, Refusal};
use crate::table::{FloatType, Op};
use crate::widths::{abi_of_use, abi_register};
use barebones::base::{Signature, Type as CoreType};
use barebones_widths::int::leaf_count;

/// Maximum number of raw bytes of a value.
const MAX_BYTES: usize = 64;

/// The library's types of a type's scalars. An integer has the register of its annotation, or several limbs.
pub(super) fn scalars(
    ty: &Type,
    annotation: &Annotation,
    position: Position,
) -> Result<Vec<CoreType>, Refusal> {
    let unsupported = |feature| Err(Refusal::Unsupported { feature, position });
    let mut found = Vec::new();
    let mut bytes = 0;
    for (ty, annotation) in ty.leaves(annotation) {
        found.push(match ty {
            Type::Int => match abi_register(&annotation) {
                Some(bits) => {
                    found.extend(std::iter::repeat_n(core_int(bits), leaf_count(bits)));
                    continue;
                }
                None => return unsupported(Feature::NoWidth),
            },
            Type::Bool | Type::Float(FloatType::F16 | FloatType::BF16) => CoreType::Int32,
            Type::Float(FloatType::F32) => CoreType::Float,
            Type::Float(FloatType::F64) => CoreType::Double,
            Type::Float(FloatType::F128) => return unsupported(Feature::Quadruple),
            Type::Ptr => CoreType::Int64,
            Type::Bytes(count) => {
                bytes += count as usize;
                if bytes > MAX_BYTES {
                    return unsupported(Feature::Bytes);
                }
                found.extend(std::iter::repeat_n(CoreType::Int32, count as usize));
                continue;
            }
            _ => continue, // tokens have no scalar
        });
    }
    Ok(found)
}

/// The library's signature of a function. An integer of at most 32 bits is an `Int32`, one of at most 64 an `Int64`, a
/// wider one several `Int64`s, the low one first; it is extended by its annotation's sign. An aggregate is the list of
/// its scalars; a second result follows the first.
///
/// # Errors
/// The signature has a type without scalars of the library's, or second results of different types.
pub fn signature(function: &Function) -> Result<Signature, Refusal> {
    let mut signature = Signature::default();
    for param in &function.params {
        signature.params.extend(scalars(&param.ty, &param.annotation, function.position)?);
    }
    if let Some((ty, annotation)) = &function.result {
        signature.results.extend(scalars(ty, annotation, function.position)?);
    }
    let mut second: Option<Option<CoreType>> = None;
    for inst in function.blocks.iter().flat_map(|block| &block.insts).filter(|inst| inst.op == Op::Ret) {
        let mut values = inst.operands.iter().filter(|operand| *function.type_of(operand.value) != Type::Mem);
        let found = match values.nth(1) {
            Some(operand) if *function.type_of(operand.value) == Type::Int => {
                let bits = abi_of_use(function, operand);
                let feature = if bits > MAX_WIDTH { Feature::NoWidth } else { Feature::SecondResult };
                if bits > 64 {
                    return Err(Refusal::Unsupported { feature, position: inst.position });
                }
                Some(core_int(bits))
            }
            Some(operand) => {
                let data = &function.values[operand.value.index()];
                let found = scalars(&data.ty, &data.annotation, inst.position)?;
                if found.len() > 1 {
                    return Err(Refusal::Unsupported {
                        feature: Feature::SecondResult,
                        position: inst.position,
                    });
                }
                found.first().copied()
            }
            None => None,
        };
        if second.is_some_and(|second| second != found) {
            return Err(Refusal::Unsupported { feature: Feature::SecondResult, position: inst.position });
        }
        second = Some(found);
    }
    signature.results.extend(second.flatten());
    Ok(signature)
}
