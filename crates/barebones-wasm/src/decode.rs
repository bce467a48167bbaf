//! Converts types of the binary format to this crate's; fails for those of unsupported proposals.

use crate::error::Error;
use crate::type_registry::DeclaredType;
use crate::types::{FuncType, FuncTypeId, HeapType, RefType, ValType};
use barebones::base::Type;
use wasmparser::{AbstractHeapType, CompositeInnerType, Operator, UnpackedIndex};

/// The function types to which the indices of a module refer.
#[derive(Clone, Copy)]
pub(crate) struct TypesOf<'a>(pub(crate) &'a [FuncTypeId]);

/// What modules with structures, arrays, small integers as references, or casts are refused for.
const OBJECTS: &str = "an object, or a cast, of garbage collection (gc)";

impl TypesOf<'_> {
    /// Converts the type of a value.
    ///
    /// # Errors
    /// It belongs to an unsupported proposal.
    pub(crate) fn value(self, ty: wasmparser::ValType, offset: u64) -> Result<ValType, Error> {
        Ok(match ty {
            wasmparser::ValType::I32 => ValType::I32,
            wasmparser::ValType::I64 => ValType::I64,
            wasmparser::ValType::F32 => ValType::F32,
            wasmparser::ValType::F64 => ValType::F64,
            wasmparser::ValType::V128 => ValType::V128,
            wasmparser::ValType::Ref(ty) => ValType::Ref(self.reference(ty, offset)?),
        })
    }

    /// Converts a reference type.
    ///
    /// # Errors
    /// It belongs to an unsupported proposal.
    pub(crate) fn reference(self, ty: wasmparser::RefType, offset: u64) -> Result<RefType, Error> {
        Ok(RefType { nullable: ty.is_nullable(), heap: self.heap(ty.heap_type(), offset)? })
    }

    /// Converts what a reference refers to.
    ///
    /// # Errors
    /// It belongs to an unsupported proposal.
    pub(crate) fn heap(self, ty: wasmparser::HeapType, offset: u64) -> Result<HeapType, Error> {
        match ty {
            wasmparser::HeapType::Abstract { shared: false, ty } => Ok(match ty {
                AbstractHeapType::Func => HeapType::Func,
                AbstractHeapType::NoFunc => HeapType::NoFunc,
                AbstractHeapType::Extern => HeapType::Extern,
                AbstractHeapType::NoExtern => HeapType::NoExtern,
                AbstractHeapType::Exn => HeapType::Exn,
                AbstractHeapType::NoExn => HeapType::NoExn,
                _ => return Err(Error::unsupported(OBJECTS, offset)),
            }),
            wasmparser::HeapType::Concrete(UnpackedIndex::Module(index)) => {
                Ok(HeapType::Type(self.at(index)))
            }
            _ => Err(Error::unsupported("a reference to a shared or an exact type", offset)),
        }
    }

    /// The type with this index in a validated module. One that follows the known ones belongs to the recursion group that
    /// is being converted.
    fn at(self, index: u32) -> FuncTypeId {
        let known = self.0.get(index as usize).copied();
        known.unwrap_or_else(|| FuncTypeId::in_group(index - self.0.len() as u32))
    }

    /// Converts the parameters and results of a function.
    fn function(self, ty: &wasmparser::FuncType, offset: u64) -> Result<FuncType, Error> {
        let all = |types: &[wasmparser::ValType]| {
            types.iter().map(|ty| self.value(*ty, offset)).collect::<Result<Box<[ValType]>, Error>>()
        };
        Ok(FuncType { params: all(ty.params())?, results: all(ty.results())? })
    }

    /// Converts a type of the recursion group that follows the known types.
    ///
    /// # Errors
    /// It is no function type, or belongs to an unsupported proposal.
    pub(crate) fn declared(self, ty: &wasmparser::SubType, offset: u64) -> Result<DeclaredType, Error> {
        let CompositeInnerType::Func(function) = &ty.composite_type.inner else {
            return Err(Error::unsupported(OBJECTS, offset));
        };
        let supertype = ty.supertype_idxs.first().and_then(|index| index.as_module_index());
        Ok(DeclaredType {
            ty: self.function(function, offset)?,
            is_final: ty.is_final,
            supertype: supertype.map(|index| self.at(index)),
        })
    }
}

/// The IR type of a value of this type.
///
/// # Errors
/// It belongs to an unsupported proposal.
pub(crate) fn machine_type(ty: wasmparser::ValType, offset: u64) -> Result<Type, Error> {
    // The kind of function does not matter.
    Ok(TypesOf(&[]).value(ty, offset)?.machine())
}

/// Fails for an operator on objects of garbage collection, which is not supported even where it is unreachable.
#[inline(always)]
pub(crate) fn refuse_objects(operator: &Operator<'_>, offset: u64) -> Result<(), Box<Error>> {
    use Operator::*;
    let is_object = matches!(
        operator,
        RefEq
            | StructNew { .. }
            | StructNewDefault { .. }
            | StructGet { .. }
            | StructGetS { .. }
            | StructGetU { .. }
            | StructSet { .. }
            | ArrayNew { .. }
            | ArrayNewDefault { .. }
            | ArrayNewFixed { .. }
            | ArrayNewData { .. }
            | ArrayNewElem { .. }
            | ArrayGet { .. }
            | ArrayGetS { .. }
            | ArrayGetU { .. }
            | ArraySet { .. }
            | ArrayLen
            | ArrayFill { .. }
            | ArrayCopy { .. }
            | ArrayInitData { .. }
            | ArrayInitElem { .. }
            | RefTestNonNull { .. }
            | RefTestNullable { .. }
            | RefCastNonNull { .. }
            | RefCastNullable { .. }
            | BrOnCast { .. }
            | BrOnCastFail { .. }
            | AnyConvertExtern
            | ExternConvertAny
            | RefI31
            | I31GetS
            | I31GetU
    );
    if is_object { Err(Box::new(Error::unsupported(OBJECTS, offset))) } else { Ok(()) }
}
