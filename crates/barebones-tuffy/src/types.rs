//! Types of results.

use crate::ir::{Function, Inst, Payload, Type, ValueId};
use crate::table::Op;

/// Maximum number of passes over a function until the types of its values are known. One is enough if blocks are
/// written in an order of dominance.
const PASSES: u32 = 64;

/// Sets the types of results that the text does not declare.
pub(crate) fn infer(function: &mut Function) {
    for _ in 0..PASSES {
        let mut found: Vec<(ValueId, Type)> = Vec::new();
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            for (index, result) in inst.results.iter().enumerate() {
                let data = &function.values[result.index()];
                if data.declared {
                    continue;
                }
                let ty = result_type(function, inst, index).filter(|ty| *ty != data.ty);
                found.extend(ty.map(|ty| (*result, ty)));
            }
        }
        if found.is_empty() {
            return;
        }
        for (value, ty) in found {
            function.values[value.index()].ty = ty;
        }
    }
}

/// The type of an instruction's result; `None` if the text declares it, or if there is no such result.
pub(crate) fn result_type(function: &Function, inst: &Inst, index: usize) -> Option<Type> {
    let operand =
        |index: usize| inst.operands.get(index).map(|operand| function.type_of(operand.value).clone());
    let letter = inst.op.row().results.as_bytes().get(index)?;
    match (letter, inst.op, &inst.payload) {
        (b'i', ..) => Some(Type::Int),
        (b'b', ..) => Some(Type::Bool),
        (b'p', ..) => Some(Type::Ptr),
        (b'm', ..) => Some(Type::Mem),
        (b'f' | b't', ..) => operand(inst.op.row().operands.bytes().position(|found| found == *letter)?),
        (_, Op::FConst, Payload::Float(ty, _)) => Some(Type::Float(*ty)),
        (_, Op::Param, Payload::Param(index)) => Some(function.params.get(*index as usize)?.ty.clone()),
        (_, _, Payload::Type(ty, _)) => Some(ty.clone()),
        (_, Op::Rmw, _) => operand(1),
        (_, Op::InsertValue, _) => operand(0),
        (_, Op::ExtractValue, Payload::Indices(path)) => element(&operand(0)?, path).cloned(),
        (_, Op::Call, Payload::Call(Some((ty, _)), _)) => Some(ty.clone()),
        _ => None,
    }
}

/// The type at an index path of an aggregate.
pub(crate) fn element<'a>(ty: &'a Type, path: &[u32]) -> Option<&'a Type> {
    path.iter().try_fold(ty, |ty, index| ty.element(*index).map(|(ty, _)| ty))
}
