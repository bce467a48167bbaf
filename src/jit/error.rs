//! What can go wrong between bytes and a call.

use crate::base::{Arch, SymbolId, Type};
use crate::isa::RelocKind;
use std::fmt;

/// What was asked of the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryRequest {
    /// A range of addresses.
    Reserve,
    /// Memory behind a part of a range.
    Commit,
    /// Another protection of pages.
    Protect,
    /// Ordinary memory for a module's data.
    Data,
}

/// No memory for code.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MemoryError {
    /// The system refused a request.
    Refused {
        /// What was asked.
        request: MemoryRequest,
        /// For how many bytes.
        bytes: usize,
        /// The system's error number; `None` if it gave none.
        os_error: Option<i32>,
    },
    /// There is no way to executable memory on this system, or not in this mode.
    Unsupported,
    /// More bytes than one block can have.
    TooLarge {
        /// The bytes asked for.
        bytes: usize,
        /// The most that one block can have.
        limit: usize,
    },
    /// An alignment that is not a power of two, or above the limit.
    BadAlignment {
        /// The alignment asked for.
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

/// Procedures could not be linked. Procedures are named; offsets are bytes from the procedure's first.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkError {
    /// No memory.
    Memory(MemoryError),
    /// Code of another instruction set than the host's.
    WrongArch {
        /// The procedure.
        procedure: String,
        /// Its instruction set.
        found: Arch,
        /// The host's; `None` if the library has no code for it.
        host: Option<Arch>,
    },
    /// Compiled code that contradicts itself.
    Malformed {
        /// The procedure.
        procedure: String,
        /// What must hold.
        expected: &'static str,
        /// The number for which it does not.
        found: u64,
    },
    /// A relocation whose field is not inside the procedure, or not aligned.
    BadOffset {
        /// The procedure.
        procedure: String,
        /// The field.
        offset: u32,
        /// The size of the procedure.
        size: usize,
    },
    /// A relocation of another instruction set.
    WrongKind {
        /// The procedure.
        procedure: String,
        /// The field.
        offset: u32,
        /// The kind.
        kind: RelocKind,
        /// The procedure's instruction set.
        arch: Arch,
    },
    /// A PC-relative relocation to something outside the group in an instruction that is no branch:
    /// it cannot go through a veneer.
    NotABranch {
        /// The procedure.
        procedure: String,
        /// The field.
        offset: u32,
    },
    /// Code that leaves by exits, on a machine where the library has no thunk for them.
    NoExits {
        /// The procedure.
        procedure: String,
    },
    /// Code without [landing pads](crate::base::BranchProtection), for [guarded](super::MemoryOptions::guarded) memory.
    NoLandingPads {
        /// The procedure.
        procedure: String,
    },
    /// Nobody knows the symbol.
    UnresolvedSymbol {
        /// The procedure.
        procedure: String,
        /// The symbol.
        symbol: SymbolId,
    },
    /// A symbol resolved to a procedure or data that the group does not have.
    UnknownIndex {
        /// The procedure.
        procedure: String,
        /// The symbol.
        symbol: SymbolId,
        /// What it resolved to.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// The distance between a field and its target does not fit the field.
    OutOfReach {
        /// The procedure.
        procedure: String,
        /// The field.
        offset: u32,
        /// Target minus field, in bytes.
        distance: i64,
    },
    /// More code than branches inside a group reach.
    GroupTooLarge {
        /// The size of the group.
        bytes: u64,
        /// The most a group can have.
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
                write!(f, "{procedure}: code for {found:?}; no code runs on this host")
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
                write!(f, "{procedure}: nobody knows {symbol}")
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

/// A function type, or arguments, that are not those of the procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TypeMismatch {
    /// Another number of parameters.
    ParameterCount {
        /// The procedure's.
        expected: usize,
        /// The caller's.
        found: usize,
    },
    /// A parameter of another type.
    Parameter {
        /// Which one, from 0.
        index: usize,
        /// The procedure's.
        expected: Type,
        /// The caller's.
        found: Type,
    },
    /// Results of other types.
    Results {
        /// The procedure's.
        expected: Vec<Type>,
        /// The caller's.
        found: Vec<Type>,
    },
    /// The procedure does not have the C convention of the host.
    Convention {
        /// The procedure's.
        expected: &'static str,
        /// The caller's: the C convention of the host; `None` if the library does not know it.
        found: Option<&'static str>,
    },
    /// The procedure has no such entry.
    NoEntry {
        /// The number, from 0.
        entry: usize,
        /// How many entries the procedure has.
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
                write!(f, "the procedure has {entries} entries, and none of number {entry}")
            }
            TypeMismatch::Parameter { index, expected, found } => {
                write!(f, "parameter {index}: expected {expected}; found {found}")
            }
            TypeMismatch::Results { expected, found } => {
                write!(f, "expected the results {expected:?}; found {found:?}")
            }
            TypeMismatch::Convention { expected, found } => {
                write!(f, "expected the convention {expected}; found {}", found.unwrap_or("none"))
            }
        }
    }
}

impl std::error::Error for TypeMismatch {}

/// A call from bits that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CallError {
    /// The arguments are not those of the procedure.
    Types(TypeMismatch),
    /// The convention has no place for the procedure's results.
    NoPlaceForResults {
        /// The convention.
        convention: &'static str,
    },
    /// The procedure has no such entry.
    NoEntry {
        /// How many it has.
        entries: usize,
        /// The entry asked for.
        found: usize,
    },
    /// More stack arguments than such a call can have.
    TooManyArguments {
        /// Their bytes on the stack.
        bytes: u32,
        /// The most that are possible.
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
