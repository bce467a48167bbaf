//! Errors of code memory, linking and calls.

use crate::base::{Arch, SymbolId, Type};
use crate::isa::RelocKind;
use std::fmt;

/// What the system was asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryRequest {
    /// Reserve a range of addresses.
    Reserve,
    /// Commit memory to a part of a reserved range.
    Commit,
    /// Change the protection of pages.
    Protect,
    /// Allocate ordinary memory for a module's data.
    Data,
}

/// No memory for code could be provided.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MemoryError {
    /// The system refused a request.
    Refused {
        /// The request.
        request: MemoryRequest,
        /// Its size in bytes.
        bytes: usize,
        /// The system's error number; `None` if it reported none.
        os_error: Option<i32>,
    },
    /// The system does not provide executable memory, or not in this mode.
    Unsupported,
    /// The request exceeds the size limit of a block.
    TooLarge {
        /// The requested size in bytes.
        bytes: usize,
        /// The maximum size of a block in bytes.
        limit: usize,
    },
    /// The alignment is not a power of two, or exceeds the limit.
    BadAlignment {
        /// The requested alignment.
        alignment: u32,
        /// The largest alignment.
        limit: u32,
    },
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::Refused { request, bytes, os_error } => {
                let what = match request {
                    MemoryRequest::Reserve => "reserve addresses for code",
                    MemoryRequest::Commit => "commit memory for code",
                    MemoryRequest::Protect => "change the protection of code",
                    MemoryRequest::Data => "allocate memory for data",
                };
                write!(f, "the system refused to {what} ({bytes} bytes)")?;
                match os_error {
                    Some(number) => write!(f, ": {}", std::io::Error::from_raw_os_error(*number)),
                    None => Ok(()),
                }
            }
            MemoryError::Unsupported => f.write_str("no executable memory of this kind on this system"),
            MemoryError::TooLarge { bytes, limit } => {
                write!(f, "{bytes} bytes of code in one block; at most {limit} are possible")
            }
            MemoryError::BadAlignment { alignment, limit } => {
                write!(f, "alignment {alignment}; expected a power of two, at most {limit}")
            }
        }
    }
}

impl std::error::Error for MemoryError {}

/// Why procedures could not be linked. Offsets are bytes from the procedure's first byte.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkError {
    /// The memory could not be provided.
    Memory(MemoryError),
    /// The code is for another instruction set than the host's.
    WrongArch {
        /// The procedure.
        procedure: String,
        /// Its instruction set.
        found: Arch,
        /// The host's; `None` if the library does not support it.
        host: Option<Arch>,
    },
    /// The compiled code is inconsistent.
    Malformed {
        /// The procedure.
        procedure: String,
        /// The condition that must hold.
        expected: &'static str,
        /// The number that violates it.
        found: u64,
    },
    /// A relocation's field is not inside the procedure, or not aligned.
    BadOffset {
        /// The procedure.
        procedure: String,
        /// The field's offset.
        offset: u32,
        /// The size of the procedure.
        size: usize,
    },
    /// A relocation is for another instruction set.
    WrongKind {
        /// The procedure.
        procedure: String,
        /// The field's offset.
        offset: u32,
        /// The kind of relocation.
        kind: RelocKind,
        /// The procedure's instruction set.
        arch: Arch,
    },
    /// A PC-relative relocation to a target outside the group is in an instruction that is not a branch, so that it
    /// cannot use a veneer.
    NotABranch {
        /// The procedure.
        procedure: String,
        /// The field's offset.
        offset: u32,
    },
    /// The code has exits, on a host for which the library has no exit thunk.
    NoExits {
        /// The procedure.
        procedure: String,
    },
    /// The code has no [landing pads](crate::base::BranchProtection), but the memory is
    /// [guarded](super::MemoryOptions::guarded).
    NoLandingPads {
        /// The procedure.
        procedure: String,
    },
    /// The symbol could not be resolved.
    UnresolvedSymbol {
        /// The procedure.
        procedure: String,
        /// The symbol.
        symbol: SymbolId,
    },
    /// A symbol resolved to a procedure or data object that the group does not have.
    UnknownIndex {
        /// The procedure.
        procedure: String,
        /// The symbol.
        symbol: SymbolId,
        /// The index it resolved to.
        index: usize,
        /// The number of procedures or data objects.
        count: usize,
    },
    /// The distance between a field and its target does not fit the field.
    OutOfReach {
        /// The procedure.
        procedure: String,
        /// The field's offset.
        offset: u32,
        /// Target minus field, in bytes.
        distance: i64,
    },
    /// The code exceeds the reach of branches inside a group.
    GroupTooLarge {
        /// The size of the group in bytes.
        bytes: u64,
        /// The maximum size of a group in bytes.
        limit: u64,
    },
}

impl From<MemoryError> for LinkError {
    fn from(error: MemoryError) -> LinkError {
        LinkError::Memory(error)
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Memory(error) => error.fmt(f),
            LinkError::WrongArch { procedure, found, host: Some(host) } => {
                write!(f, "{procedure}: code for {found:?}; expected {host:?}, the host's")
            }
            LinkError::WrongArch { procedure, found, host: None } => {
                write!(f, "{procedure}: code for {found:?}; the library does not support this host")
            }
            LinkError::Malformed { procedure, expected, found } => {
                write!(f, "{procedure}: expected {expected}; found {found}")
            }
            LinkError::BadOffset { procedure, offset, size } => {
                write!(
                    f,
                    "{procedure}: relocation at {offset}; expected an aligned field inside {size} bytes"
                )
            }
            LinkError::WrongKind { procedure, offset, kind, arch } => {
                write!(f, "{procedure}: relocation at {offset} is {kind:?}; {arch:?} has no such relocation")
            }
            LinkError::NotABranch { procedure, offset } => {
                write!(f, "{procedure}: relocation at {offset} leaves the group; expected it in a branch")
            }
            LinkError::NoExits { procedure } => {
                write!(f, "{procedure}: code cannot leave by exits on this machine")
            }
            LinkError::NoLandingPads { procedure } => {
                write!(f, "{procedure}: expected code with landing pads, for guarded memory")
            }
            LinkError::UnresolvedSymbol { procedure, symbol } => {
                write!(f, "{procedure}: unresolved symbol {symbol}")
            }
            LinkError::UnknownIndex { procedure, symbol, index, count } => {
                write!(f, "{procedure}: {symbol} resolved to index {index}; expected one below {count}")
            }
            LinkError::OutOfReach { procedure, offset, distance } => {
                write!(f, "{procedure}: relocation at {offset} cannot hold the distance {distance}")
            }
            LinkError::GroupTooLarge { bytes, limit } => {
                write!(f, "{bytes} bytes of code linked together; at most {limit} are possible")
            }
        }
    }
}

impl std::error::Error for LinkError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LinkError::Memory(error) => Some(error),
            _ => None,
        }
    }
}

/// A function type or a list of arguments does not match the procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TypeMismatch {
    /// The number of parameters differs.
    ParameterCount {
        /// The procedure's.
        expected: usize,
        /// The caller's.
        found: usize,
    },
    /// A parameter's type differs.
    Parameter {
        /// Its index, from 0.
        index: usize,
        /// The procedure's.
        expected: Type,
        /// The caller's.
        found: Type,
    },
    /// The types of the results differ.
    Results {
        /// The procedure's.
        expected: Vec<Type>,
        /// The caller's.
        found: Vec<Type>,
    },
    /// The convention does not return a pair of these results as C returns a structure, so no Rust type matches.
    PairOfResults {
        /// The convention.
        convention: &'static str,
        /// The types of the results.
        results: [Type; 2],
    },
    /// The procedure does not use the C convention of the host.
    Convention {
        /// The procedure's.
        expected: &'static str,
        /// The caller's: the C convention of the host; `None` if the library does not support it.
        found: Option<&'static str>,
    },
    /// The procedure has no such entry.
    NoEntry {
        /// The entry's number, from 0.
        entry: usize,
        /// The number of entries of the procedure.
        entries: usize,
    },
}

impl fmt::Display for TypeMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeMismatch::ParameterCount { expected, found } => {
                write!(f, "expected {expected} parameters; found {found}")
            }
            TypeMismatch::NoEntry { entry, entries } => {
                write!(f, "no entry {entry}; the procedure has {entries}")
            }
            TypeMismatch::Parameter { index, expected, found } => {
                write!(f, "parameter {index}: expected {expected}; found {found}")
            }
            TypeMismatch::Results { expected, found } => {
                write!(f, "expected the results {expected:?}; found {found:?}")
            }
            TypeMismatch::PairOfResults { convention, results: [first, second] } => {
                write!(f, "{convention} returns no structure in the registers of two results, {first} and {second}")
            }
            TypeMismatch::Convention { expected, found } => {
                write!(f, "expected the convention {expected}; found {}", found.unwrap_or("none"))
            }
        }
    }
}

impl std::error::Error for TypeMismatch {}

/// Why a call with untyped arguments is not possible.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CallError {
    /// The arguments do not match the procedure.
    Types(TypeMismatch),
    /// The convention cannot return the procedure's results.
    NoPlaceForResults {
        /// The convention.
        convention: &'static str,
    },
    /// The procedure has no such entry.
    NoEntry {
        /// The number of entries.
        entries: usize,
        /// The requested entry.
        found: usize,
    },
    /// The stack arguments exceed the limit of such calls.
    TooManyArguments {
        /// Their size in bytes.
        bytes: u32,
        /// The maximum size in bytes.
        limit: u32,
    },
}

impl From<TypeMismatch> for CallError {
    fn from(mismatch: TypeMismatch) -> CallError {
        CallError::Types(mismatch)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Types(mismatch) => mismatch.fmt(f),
            CallError::NoPlaceForResults { convention } => {
                write!(f, "the convention {convention} has no place for the results")
            }
            CallError::NoEntry { entries, found } => {
                write!(f, "no entry {found}; the procedure has {entries}")
            }
            CallError::TooManyArguments { bytes, limit } => {
                write!(f, "{bytes} bytes of stack arguments; at most {limit} are possible")
            }
        }
    }
}

impl std::error::Error for CallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CallError::Types(mismatch) => Some(mismatch),
            _ => None,
        }
    }
}
