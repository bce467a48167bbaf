//! Converts types of the binary format to this crate's; fails for those of unsupported proposals.

use crate::error::Error;
use crate::types::{FuncType, ValType};

impl ValType {
    pub(crate) fn of(ty: wasmparser::ValType, offset: u64) -> Result<ValType, Error> {
        Ok(match ty {
            wasmparser::ValType::I32 => ValType::I32,
            wasmparser::ValType::I64 => ValType::I64,
            wasmparser::ValType::F32 => ValType::F32,
            wasmparser::ValType::F64 => ValType::F64,
            wasmparser::ValType::V128 => ValType::V128,
            wasmparser::ValType::Ref(ty) => ValType::of_reference(ty, offset)?,
        })
    }

    pub(crate) fn of_reference(ty: wasmparser::RefType, offset: u64) -> Result<ValType, Error> {
        match ty {
            wasmparser::RefType::FUNCREF => Ok(ValType::FuncRef),
            wasmparser::RefType::EXTERNREF => Ok(ValType::ExternRef),
            wasmparser::RefType::EXNREF => Ok(ValType::ExnRef),
            _ => Err(Error::unsupported("typed references", offset)),
        }
    }
}

impl FuncType {
    pub(crate) fn of(ty: &wasmparser::FuncType, offset: u64) -> Result<FuncType, Error> {
        let all = |types: &[wasmparser::ValType]| {
            types.iter().map(|ty| ValType::of(*ty, offset)).collect::<Result<Box<[ValType]>, Error>>()
        };
        Ok(FuncType { params: all(ty.params())?, results: all(ty.results())? })
    }
}
