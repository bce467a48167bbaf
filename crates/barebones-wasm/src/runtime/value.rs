//! Values exchanged between the host and WebAssembly.

use super::{ExnRef, Func};
use crate::types::{Family, RefType, ValType};

/// A reference to a host object: a number that only the host interprets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExternRef(pub u32);

/// A value. Floats are kept as bits, so that NaNs do not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Val {
    /// A 32-bit integer.
    I32(i32),
    /// A 64-bit integer.
    I64(i64),
    /// The bits of a 32-bit float.
    F32(u32),
    /// The bits of a 64-bit float.
    F64(u64),
    /// The bits of a vector; lane 0 has the lowest.
    V128(u128),
    /// A function reference or null.
    FuncRef(Option<Func>),
    /// A reference to a host object, or null.
    ExternRef(Option<ExternRef>),
    /// A reference to an exception, or null.
    ExnRef(Option<ExnRef>),
}

impl Val {
    /// Returns its type; of a reference, the type of all references to functions, host objects or exceptions.
    pub fn ty(&self) -> ValType {
        match self {
            Val::I32(_) => ValType::I32,
            Val::I64(_) => ValType::I64,
            Val::F32(_) => ValType::F32,
            Val::F64(_) => ValType::F64,
            Val::V128(_) => ValType::V128,
            Val::FuncRef(_) => ValType::FUNCREF,
            Val::ExternRef(_) => ValType::EXTERNREF,
            Val::ExnRef(_) => ValType::EXNREF,
        }
    }

    /// Zero or null of a type; `None` if null does not have it.
    pub fn default_of(ty: ValType) -> Option<Val> {
        Some(match ty {
            ValType::I32 => Val::I32(0),
            ValType::I64 => Val::I64(0),
            ValType::F32 => Val::F32(0),
            ValType::F64 => Val::F64(0),
            ValType::V128 => Val::V128(0),
            ValType::Ref(RefType { nullable: false, .. }) => return None,
            ValType::Ref(ty) => match ty.heap.family() {
                Family::Func => Val::FuncRef(None),
                Family::Extern => Val::ExternRef(None),
                Family::Exn => Val::ExnRef(None),
            },
        })
    }
}

impl From<u128> for Val {
    fn from(value: u128) -> Val {
        Val::V128(value)
    }
}

impl From<i32> for Val {
    fn from(value: i32) -> Val {
        Val::I32(value)
    }
}

impl From<i64> for Val {
    fn from(value: i64) -> Val {
        Val::I64(value)
    }
}

impl From<f32> for Val {
    fn from(value: f32) -> Val {
        Val::F32(value.to_bits())
    }
}

impl From<f64> for Val {
    fn from(value: f64) -> Val {
        Val::F64(value.to_bits())
    }
}
