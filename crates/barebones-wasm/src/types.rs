//! WebAssembly types of values, functions, and other imports and exports.

use barebones::base::Type;
use std::fmt;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValType {
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 32-bit float.
    F32,
    /// A 64-bit float.
    F64,
    /// A vector of 128 bits.
    V128,
    /// A reference.
    Ref(RefType),
}

/// The type of a reference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RefType {
    /// True if null has the type.
    pub nullable: bool,
    /// What it refers to.
    pub heap: HeapType,
}

/// What a reference refers to. The bottom types have no references but null.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeapType {
    /// Any function.
    Func,
    /// A function of this type, or of a subtype.
    Type(FuncTypeId),
    /// The bottom type of functions.
    NoFunc,
    /// An object of the host.
    Extern,
    /// The bottom type of objects of the host.
    NoExtern,
    /// An exception.
    Exn,
    /// The bottom type of exceptions.
    NoExn,
}

/// A function type as an engine knows it. Two types with the same number are the same type: they have equal positions in
/// recursion groups that are equal. See [`Engine::func_type_id`](crate::Engine::func_type_id).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FuncTypeId {
    pub(crate) engine: u32,
    pub(crate) number: u32,
}

/// The representation that all subtypes of a reference type share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    Func,
    Extern,
    Exn,
}

impl HeapType {
    pub(crate) fn family(self) -> Family {
        match self {
            HeapType::Func | HeapType::Type(_) | HeapType::NoFunc => Family::Func,
            HeapType::Extern | HeapType::NoExtern => Family::Extern,
            HeapType::Exn | HeapType::NoExn => Family::Exn,
        }
    }
}

impl RefType {
    /// The type of references to `heap` and null.
    pub const fn nullable(heap: HeapType) -> RefType {
        RefType { nullable: true, heap }
    }

    /// The type of references to `heap` without null.
    pub const fn non_null(heap: HeapType) -> RefType {
        RefType { nullable: false, heap }
    }
}

impl ValType {
    /// A function reference or null.
    pub const FUNCREF: ValType = ValType::Ref(RefType::nullable(HeapType::Func));
    /// A reference to a host object, or null.
    pub const EXTERNREF: ValType = ValType::Ref(RefType::nullable(HeapType::Extern));
    /// A reference to an exception, or null.
    pub const EXNREF: ValType = ValType::Ref(RefType::nullable(HeapType::Exn));

    /// The IR type of a value of this type.
    pub(crate) fn machine(self) -> Type {
        match self {
            ValType::I32 => Type::Int32,
            ValType::F32 => Type::Float,
            ValType::F64 => Type::Double,
            ValType::V128 => Type::V128,
            ValType::I64 | ValType::Ref(_) => Type::Int64,
        }
    }

    /// Number of 64-bit words of a value: a vector has two, the low half first.
    pub(crate) const fn words(self) -> usize {
        if let ValType::V128 = self { 2 } else { 1 }
    }

    /// Number of words of values of these types.
    pub(crate) fn words_of(types: &[ValType]) -> usize {
        types.iter().map(|ty| ty.words()).sum()
    }

    /// True for references.
    pub fn is_reference(self) -> bool {
        matches!(self, ValType::Ref(_))
    }

    /// True for references to functions, to objects of the host, or to exceptions.
    pub(crate) fn is_of(self, family: Family) -> bool {
        matches!(self, ValType::Ref(ty) if ty.heap.family() == family)
    }
}

/// The name in the text format; a function type is a number.
impl fmt::Display for ValType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValType::I32 => "i32",
            ValType::I64 => "i64",
            ValType::F32 => "f32",
            ValType::F64 => "f64",
            ValType::V128 => "v128",
            ValType::Ref(ty) => return ty.fmt(f),
        })
    }
}

/// The name in the text format; a function type is a number.
impl fmt::Display for RefType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (heap, nullable) = match self.heap {
            HeapType::Func => ("func", "funcref"),
            HeapType::NoFunc => ("nofunc", "nullfuncref"),
            HeapType::Extern => ("extern", "externref"),
            HeapType::NoExtern => ("noextern", "nullexternref"),
            HeapType::Exn => ("exn", "exnref"),
            HeapType::NoExn => ("noexn", "nullexnref"),
            HeapType::Type(id) => {
                return write!(f, "(ref {}{})", if self.nullable { "null " } else { "" }, id.number);
            }
        };
        if self.nullable { f.write_str(nullable) } else { write!(f, "(ref {heap})") }
    }
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FuncType {
    /// The types of its parameters.
    pub params: Box<[ValType]>,
    /// The types of its results.
    pub results: Box<[ValType]>,
}

impl FuncType {
    /// Creates a function type.
    pub fn new(params: &[ValType], results: &[ValType]) -> FuncType {
        FuncType { params: params.into(), results: results.into() }
    }

    /// Number of words that hold either the parameters or the results.
    pub(crate) fn words(&self) -> usize {
        ValType::words_of(&self.params).max(ValType::words_of(&self.results))
    }
}

/// `(i32, f64) -> (i32)`.
impl fmt::Display for FuncType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, types: &[ValType]| {
            f.write_str("(")?;
            for (i, ty) in types.iter().enumerate() {
                write!(f, "{}{ty}", if i == 0 { "" } else { ", " })?;
            }
            f.write_str(")")
        };
        list(f, &self.params)?;
        f.write_str(" -> ")?;
        list(f, &self.results)
    }
}

/// Initial and maximum size of a table or memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// Initial size.
    pub min: u64,
    /// Maximum size.
    pub max: Option<u64>,
}

impl Limits {
    /// True if an object of size `now` with these limits may be imported as `wanted`.
    pub(crate) fn fit(self, now: u64, wanted: Limits) -> bool {
        let upper = match (self.max, wanted.max) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(is), Some(may)) => is <= may,
        };
        now >= wanted.min && upper
    }
}

/// `3..` or `3..=7`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.max {
            None => write!(f, "{}..", self.min),
            Some(max) => write!(f, "{}..={max}", self.min),
        }
    }
}

/// The type of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableType {
    /// The type of its elements, a reference type.
    pub element: ValType,
    /// Number of elements.
    pub limits: Limits,
    /// True if indices have 64 bits, false for 32.
    pub table64: bool,
}

impl TableType {
    /// A table with 32-bit indices.
    pub fn new(element: ValType, limits: Limits) -> TableType {
        TableType { element, limits, table64: false }
    }
}

/// The type of a linear memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryType {
    /// Number of 64 KiB pages.
    pub limits: Limits,
    /// True if addresses have 64 bits, false for 32.
    pub memory64: bool,
    /// True if several stores may have it: see [`crate::SharedMemory`].
    pub shared: bool,
}

impl MemoryType {
    /// A memory with 32-bit addresses.
    pub fn new(limits: Limits) -> MemoryType {
        MemoryType { limits, memory64: false, shared: false }
    }
}

/// The type of a global.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GlobalType {
    /// The type of its value.
    pub content: ValType,
    /// True if it is mutable.
    pub mutable: bool,
}

/// The type of an import or export.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExternType {
    /// A function.
    Func(FuncType),
    /// A table.
    Table(TableType),
    /// A linear memory.
    Memory(MemoryType),
    /// A global.
    Global(GlobalType),
    /// A tag of exceptions: its parameters are their values.
    Tag(FuncType),
}

/// For example `func (i32) -> ()`, `table 1.. of funcref`, `table i64 1.. of funcref`, `memory 1..=2`, `memory i64 1..`, `global var i32`.
impl fmt::Display for ExternType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExternType::Func(ty) => write!(f, "func {ty}"),
            ExternType::Table(ty) => {
                write!(f, "table {}{} of {}", if ty.table64 { "i64 " } else { "" }, ty.limits, ty.element)
            }
            ExternType::Memory(ty) => {
                let shared = if ty.shared { "shared " } else { "" };
                write!(f, "memory {shared}{}{}", if ty.memory64 { "i64 " } else { "" }, ty.limits)
            }
            ExternType::Global(ty) => {
                write!(f, "global {} {}", if ty.mutable { "var" } else { "const" }, ty.content)
            }
            ExternType::Tag(ty) => write!(f, "tag {ty}"),
        }
    }
}
